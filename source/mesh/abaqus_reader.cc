// SPDX-License-Identifier: Apache-2.0
// The structure of a deck: parts, assembly, instances, sections. First all
// nodes and elements, then sets in their order, then surfaces and sections.
#include <rivlin/mesh/abaqus_reader.h>

#include "abaqus_cells.h"
#include "abaqus_materials.h"
#include "abaqus_scope.h"
#include "abaqus_types.h"
#include "inp_deck.h"
#include "text_place.h"

#include <rivlin/base/error.h>
#include <rivlin/base/nearest_name.h>

#include <algorithm>
#include <set>

namespace rivlin
{
  namespace
  {
    using Blocks = std::vector<const InpBlock *>;

    struct Instance
    {
      std::string name;
      const InpBlock *block = nullptr; ///< *INSTANCE; none without parts
      Blocks content;                  ///< of its part, then its own
    };

    /// The deck by owners.
    struct Structure
    {
      bool has_parts = false;
      std::vector<Instance> instances;
      Blocks assembly;
    };

    /// Keywords that are understood or say nothing.
    bool is_known(const std::string &keyword)
    {
      static const std::set<std::string> known = {"NODE",
                                                  "ELEMENT",
                                                  "NSET",
                                                  "ELSET",
                                                  "SURFACE",
                                                  "SOLIDSECTION",
                                                  "MATERIAL",
                                                  "DENSITY",
                                                  "ELASTIC",
                                                  "HYPERELASTIC",
                                                  "HEADING",
                                                  "PREPRINT",
                                                  "PART",
                                                  "ENDPART",
                                                  "ASSEMBLY",
                                                  "ENDASSEMBLY",
                                                  "INSTANCE",
                                                  "ENDINSTANCE",
                                                  "ENDSTEP"};
      return known.contains(keyword);
    }

    Structure find_structure(const InpDeck &deck)
    {
      Structure structure;
      std::map<std::string, Blocks> parts;
      Blocks flat;
      Blocks *part             = nullptr;
      const InpBlock *assembly = nullptr;
      const InpBlock *opened   = nullptr;
      bool is_in_instance      = false;
      const auto not_inside    = [&](const InpBlock &block) {
        if (opened)
          deck.fail(block,
                    block.written + " stands inside of " + opened->written +
                      " of " + deck.place(*opened) +
                      ". End that first; a line may be missing.");
      };
      for (const InpBlock &block : deck.blocks)
        {
          if (block.keyword == "PART")
            {
              not_inside(block);
              structure.has_parts = true;
              part                = &parts[upper_case(block.value("NAME"))];
              opened              = &block;
            }
          else if (block.keyword == "ASSEMBLY")
            {
              not_inside(block);
              structure.has_parts = true;
              assembly = opened = &block;
            }
          else if (block.keyword == "INSTANCE")
            {
              if (!assembly || is_in_instance)
                deck.fail(block,
                          "*INSTANCE stands outside of *ASSEMBLY or inside of "
                          "another instance. A line may be missing.");
              const std::string part_name = block.value("PART");
              const auto found            = parts.find(upper_case(part_name));
              if (found == parts.end())
                {
                  std::vector<std::string> names;
                  for (const auto &[name, content] : parts)
                    names.push_back(name);
                  deck.fail(block,
                            "there is no part " + in_quotes(part_name) +
                              " before this line." +
                              did_you_mean(part_name, names) +
                              " Correct PART=; instances from other files are "
                              "not supported.");
                }
              structure.instances.push_back(
                {block.value("NAME"), &block, found->second});
              is_in_instance = true;
            }
          else if (block.keyword == "ENDPART")
            {
              part   = nullptr;
              opened = assembly;
            }
          else if (block.keyword == "ENDINSTANCE")
            is_in_instance = false;
          else if (block.keyword == "ENDASSEMBLY")
            assembly = opened = nullptr;
          else if (is_in_instance)
            structure.instances.back().content.push_back(&block);
          else if (part)
            part->push_back(&block);
          else if (assembly)
            structure.assembly.push_back(&block);
          else
            flat.push_back(&block);
        }
      if (opened)
        deck.fail(*opened,
                  opened->written +
                    " is not ended. The file may be truncated; write it "
                    "again.");
      if (!structure.has_parts)
        structure.instances.push_back({"", nullptr, flat});
      else
        for (const InpBlock *block : flat)
          if (block->keyword == "NODE" || block->keyword == "ELEMENT")
            deck.fail(*block,
                      block->written +
                        " stands outside of the parts. Move it into a part.");
      return structure;
    }

    /// One notice on all keywords without effect, refuse what has one.
    void look_at_other_keywords(const InpDeck &deck, PlainMesh &mesh)
    {
      struct Found
      {
        const InpBlock *first;
        int count;
      };
      std::map<std::string, Found> ignored;
      for (const InpBlock &block : deck.blocks)
        {
          if (is_known(block.keyword))
            continue;
          const std::string reason = reason_to_refuse(block.keyword);
          if (!reason.empty())
            deck.fail(block, block.written + " " + reason);
          ++ignored.try_emplace(block.keyword, Found{&block, 0})
              .first->second.count;
        }
      if (ignored.contains("TIE"))
        mesh.notices.push_back(
          "*TIE (" + deck.place(*ignored["TIE"].first) +
          ") is not followed: tied parts are connected where they share "
          "nodes, or where coincident nodes are merged.");
      if (ignored.empty())
        return;
      std::string text;
      for (const auto &[keyword, found] : ignored)
        text +=
          (text.empty() ? "" : ", ") + found.first->written + " (" +
          (found.count > 1 ? std::to_string(found.count) + " times, first in "
                           : "") +
          deck.place(*found.first) + ")";
      mesh.notices.push_back("Ignored: " + text +
                             ". Loads, supports and steps come from the "
                             "parameter file.");
    }

    struct Section
    {
      std::string region;
      std::string material;
      std::string instance;
      const InpBlock *block;
      std::vector<int> cells;
    };

    std::vector<Section> read_sections(const Instance &instance,
                                       const AbaqusScope &scope,
                                       const AbaqusSetReader &sets,
                                       const InpDeck &deck)
    {
      std::vector<Section> sections;
      for (const InpBlock *block : instance.content)
        {
          if (block->keyword != "SOLIDSECTION")
            continue;
          const NamedSet<int> *set =
            sets.find_cell_set(block->value("ELSET"), scope);
          const std::string material = block->value("MATERIAL");
          if (!set)
            {
              std::vector<std::string> names;
              for (const auto &[key, known] : scope.cell_sets)
                names.push_back(known.name);
              deck.fail(*block,
                        "there is no element set " +
                          in_quotes(block->value("ELSET")) +
                          " for this section." +
                          did_you_mean(block->value("ELSET"), names) +
                          " Correct ELSET=.");
            }
          // Programs number sets that the user did not name; materials have
          // names.
          sections.push_back(
            {set->is_internal && !material.empty() ? material : set->name,
             material,
             scope.instance,
             block,
             set->items});
        }
      return sections;
    }

    int region_index(const std::string &name, PlainMesh &mesh)
    {
      const auto found =
        std::find(mesh.regions.begin(), mesh.regions.end(), name);
      if (found != mesh.regions.end())
        return static_cast<int>(found - mesh.regions.begin());
      mesh.regions.push_back(name);
      return static_cast<int>(mesh.regions.size()) - 1;
    }

    void assign_regions(const std::vector<Section> &sections,
                        const InpDeck &deck,
                        PlainMesh &mesh)
    {
      // One name with two materials is two regions.
      std::map<std::string, std::set<std::string>> materials_of;
      for (const Section &section : sections)
        materials_of[upper_case(section.region)].insert(
          upper_case(section.material));
      std::map<std::string, std::string> spelling;
      const auto materials = read_materials(deck, mesh.notices);
      std::vector<int> owner(mesh.cells.size(), -1);
      mesh.cell_regions.assign(mesh.cells.size(), -1);
      for (std::size_t s = 0; s < sections.size(); ++s)
        {
          const Section &section = sections[s];
          std::string name       = section.region;
          if (materials_of[upper_case(name)].size() > 1)
            name =
              (section.instance.empty() ? section.material : section.instance) +
              "." + name;
          name = spelling.try_emplace(upper_case(name), name).first->second;
          const bool is_new =
            std::find(mesh.regions.begin(), mesh.regions.end(), name) ==
            mesh.regions.end();
          const int region = region_index(name, mesh);
          for (const int cell : section.cells)
            {
              if (owner[cell] >= 0)
                deck.fail(*section.block,
                          cell_name(mesh, cell) +
                            " has a section already, of " +
                            deck.place(*sections[owner[cell]].block) +
                            ". Remove it from one of the sets.");
              owner[cell]             = static_cast<int>(s);
              mesh.cell_regions[cell] = region;
            }
          const auto material = materials.find(upper_case(section.material));
          if (is_new && material != materials.end() &&
              !material->second.parameters.empty())
            {
              mesh.materials.push_back(material->second);
              mesh.materials.back().region = name;
              mesh.notices.push_back(suggestion_text(mesh.materials.back()));
            }
        }
    }

    /// Cells without section: the sets of *ELEMENT name them if there are no
    /// sections at all.
    void name_remaining_cells(const bool has_sections,
                              const std::vector<int> &element_sets,
                              const std::vector<std::string> &set_names,
                              PlainMesh &mesh)
    {
      std::size_t n_without = 0;
      for (std::size_t cell = 0; cell < mesh.cells.size(); ++cell)
        if (mesh.cell_regions[cell] < 0)
          {
            const bool has_set = !has_sections && element_sets[cell] >= 0;
            mesh.cell_regions[cell] =
              region_index(has_set ? set_names[element_sets[cell]] : "body",
                           mesh);
            n_without += !has_set;
          }
      if (n_without > 0)
        mesh.notices.push_back(std::to_string(n_without) +
                               " elements have no *SOLID SECTION; their "
                               "region is called \"body\".");
    }

    template <typename T>
    void
    export_sets(const std::vector<AbaqusScope> &instances,
                const AbaqusScope &assembly,
                const std::map<std::string, NamedSet<T>> AbaqusScope::*sets,
                std::map<std::string, std::vector<T>> &result,
                std::map<std::string, std::string> &aliases)
    {
      std::map<std::string, int> count;
      for (const auto &[key, set] : assembly.*sets)
        if (!set.is_internal)
          {
            ++count[key];
            result[set.name] = set.items;
          }
      for (const AbaqusScope &scope : instances)
        for (const auto &[key, set] : scope.*sets)
          count[key] += !set.is_internal;
      for (const AbaqusScope &scope : instances)
        for (const auto &[key, set] : scope.*sets)
          if (!set.is_internal)
            {
              const std::string full = scope.instance.empty()
                                         ? set.name
                                         : scope.instance + "." + set.name;
              if (count[key] == 1)
                {
                  result[set.name] = set.items;
                  if (full != set.name)
                    aliases[full] = set.name;
                }
              else
                result[full] = set.items;
            }
    }

    void require_plane(const PlainMesh &mesh, const std::filesystem::path &file)
    {
      if (mesh.dimension == 3)
        return;
      for (std::size_t i = 0; i < mesh.nodes.size(); ++i)
        if (mesh.nodes[i][2] != 0 && static_cast<int>(i) < mesh.n_corner_nodes)
          throw Error('"' + file.string() +
                      "\": " + node_name(mesh, static_cast<int>(i)) +
                      " of a plane mesh has a third coordinate. Move the mesh "
                      "into the plane z = 0.");
    }
  } // namespace

  PlainMesh parse_abaqus_mesh(std::string content,
                              const std::filesystem::path &file)
  {
    // Instances multiply what stands in the file.
    constexpr std::size_t most_nodes = 50000000;

    const InpDeck deck        = split_inp_deck(std::move(content), file);
    const Structure structure = find_structure(deck);
    PlainMesh mesh;
    look_at_other_keywords(deck, mesh);

    AbaqusCellReader cells(deck, mesh);
    AbaqusScope assembly;
    std::vector<AbaqusScope> scopes;
    std::vector<int> element_sets;
    std::vector<std::string> element_set_names;
    std::set<std::string> names;
    const auto read_content = [&](const Blocks &blocks,
                                  const InstancePlacement &placement,
                                  AbaqusScope &scope) {
      for (const InpBlock *block : blocks)
        if (block->keyword == "NODE")
          cells.read_nodes(*block, placement, scope);
      for (const InpBlock *block : blocks)
        if (block->keyword == "ELEMENT")
          {
            cells.read_elements(*block, scope);
            const std::string set = block->value("ELSET");
            if (!set.empty() &&
                (element_set_names.empty() || element_set_names.back() != set))
              element_set_names.push_back(set);
            element_sets.resize(mesh.cells.size(),
                                set.empty()
                                  ? -1
                                  : static_cast<int>(element_set_names.size()) -
                                      1);
          }
    };
    for (const Instance &instance : structure.instances)
      {
        AbaqusScope scope;
        scope.instance = instance.name;
        if (instance.block && !names.insert(upper_case(instance.name)).second)
          deck.fail(*instance.block,
                    "there is already an instance " + in_quotes(instance.name) +
                      ". Give it another name.");
        read_content(instance.content,
                     instance.block ? read_placement(*instance.block, deck)
                                    : InstancePlacement(),
                     scope);
        if (structure.instances.size() > 1 && mesh.nodes.size() > most_nodes)
          deck.fail(*instance.block,
                    "the instances up to here have " +
                      std::to_string(mesh.nodes.size()) + " nodes; at most " +
                      std::to_string(most_nodes) +
                      " can be read. Use fewer instances.");
        if (structure.has_parts)
          {
            mesh.instances.push_back(instance.name);
            const int index = static_cast<int>(mesh.instances.size()) - 1;
            mesh.node_instances.resize(mesh.nodes.size(), index);
            mesh.cell_instances.resize(mesh.cells.size(), index);
          }
        scopes.push_back(std::move(scope));
      }
    read_content(structure.assembly, {}, assembly);
    if (structure.has_parts)
      {
        mesh.instances.emplace_back();
        const int index = static_cast<int>(mesh.instances.size()) - 1;
        mesh.node_instances.resize(mesh.nodes.size(), index);
        mesh.cell_instances.resize(mesh.cells.size(), index);
      }
    cells.tell_skipped();
    if (mesh.cells.empty())
      throw Error('"' + file.string() + "\" has " +
                  std::to_string(mesh.nodes.size()) +
                  " nodes and no elements that can be computed with. Write "
                  "C3D8, C3D20, CPE4 or CPE8 elements" +
                  (structure.has_parts && structure.instances.empty()
                     ? ", and an *INSTANCE of each part."
                     : "; the file may be truncated."));

    AbaqusSetReader sets(deck, mesh, scopes);
    const auto read_sets = [&](const Blocks &blocks, AbaqusScope &scope) {
      for (const InpBlock *block : blocks)
        if (block->keyword == "NSET" || block->keyword == "ELSET")
          sets.read_set(*block, scope);
    };
    const auto read_surfaces = [&](const Blocks &blocks, AbaqusScope &scope) {
      for (const InpBlock *block : blocks)
        if (block->keyword == "SURFACE")
          sets.read_surface(*block, scope);
    };
    for (std::size_t i = 0; i < scopes.size(); ++i)
      read_sets(structure.instances[i].content, scopes[i]);
    read_sets(structure.assembly, assembly);
    for (std::size_t i = 0; i < scopes.size(); ++i)
      read_surfaces(structure.instances[i].content, scopes[i]);
    read_surfaces(structure.assembly, assembly);

    std::vector<Section> sections;
    for (std::size_t i = 0; i < scopes.size(); ++i)
      for (Section &section :
           read_sections(structure.instances[i], scopes[i], sets, deck))
        sections.push_back(std::move(section));
    assign_regions(sections, deck, mesh);
    name_remaining_cells(!sections.empty(),
                         element_sets,
                         element_set_names,
                         mesh);
    export_sets(
      scopes, assembly, &AbaqusScope::node_sets, mesh.node_sets, mesh.aliases);
    export_sets(
      scopes, assembly, &AbaqusScope::cell_sets, mesh.cell_sets, mesh.aliases);
    export_sets(
      scopes, assembly, &AbaqusScope::surfaces, mesh.face_sets, mesh.aliases);
    sort_nodes(mesh);
    require_plane(mesh, file);
    return mesh;
  }
} // namespace rivlin
