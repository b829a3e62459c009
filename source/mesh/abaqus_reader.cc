// SPDX-License-Identifier: Apache-2.0
// The structure of a deck: parts, assembly, instances, sections. First all
// nodes and elements, then sets in their order, then surfaces and sections.
#include <rivlin/mesh/abaqus_reader.h>

#include "abaqus_cells.h"
#include "abaqus_regions.h"
#include "abaqus_scope.h"
#include "abaqus_structure.h"
#include "abaqus_types.h"
#include "inp_deck.h"
#include "text_place.h"

#include <rivlin/base/error.h>

#include <map>
#include <set>
#include <utility>

namespace rivlin
{
  namespace
  {
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
          (found.count > 1 ? number_text(found.count) + " times, first in "
                           : "") +
          deck.place(*found.first) + ")";
      mesh.notices.push_back("Ignored: " + text +
                             ". Loads, supports and steps come from the "
                             "parameter file.");
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

    // Instances multiply what stands in the file.
    constexpr std::size_t most_nodes = 50000000;

    class AbaqusReader
    {
    public:
      AbaqusReader(std::string content, const std::filesystem::path &name)
        : file(name)
        , deck(split_inp_deck(std::move(content), name))
        , structure(find_structure(deck))
        , cells(deck, mesh)
      {}

      PlainMesh read()
      {
        look_at_other_keywords(deck, mesh);
        for (const AbaqusInstance &instance : structure.instances)
          read_instance(instance);
        read_cells(structure.assembly, {}, assembly);
        number_instance("");
        cells.tell_skipped();
        require_cells();
        read_sets_and_regions();
        export_sets(scopes,
                    assembly,
                    &AbaqusScope::node_sets,
                    mesh.node_sets,
                    mesh.aliases);
        export_sets(scopes,
                    assembly,
                    &AbaqusScope::cell_sets,
                    mesh.cell_sets,
                    mesh.aliases);
        export_sets(scopes,
                    assembly,
                    &AbaqusScope::surfaces,
                    mesh.face_sets,
                    mesh.aliases);
        sort_nodes(mesh);
        require_plane(mesh, file);
        return std::move(mesh);
      }

    private:
      void read_instance(const AbaqusInstance &instance)
      {
        AbaqusScope scope;
        scope.instance = instance.name;
        if (instance.block && !names.insert(upper_case(instance.name)).second)
          deck.fail(*instance.block,
                    "there is already an instance " + excerpt(instance.name) +
                      ". Give it another name.");
        read_cells(instance.content,
                   instance.block ? read_placement(*instance.block, deck)
                                  : InstancePlacement(),
                   scope);
        if (structure.instances.size() > 1 && mesh.nodes.size() > most_nodes)
          deck.fail(*instance.block,
                    "the instances up to here have " +
                      number_text(mesh.nodes.size()) + " nodes; at most " +
                      number_text(most_nodes) +
                      " can be read. Use fewer instances.");
        number_instance(instance.name);
        scopes.push_back(std::move(scope));
      }

      void read_cells(const Blocks &blocks,
                      const InstancePlacement &placement,
                      AbaqusScope &scope)
      {
        for (const InpBlock *block : blocks)
          if (block->keyword == "NODE")
            cells.read_nodes(*block, placement, scope);
        for (const InpBlock *block : blocks)
          if (block->keyword == "ELEMENT")
            {
              cells.read_elements(*block, scope);
              const std::string set = block->value("ELSET");
              if (!set.empty() &&
                  (set_names.empty() || set_names.back() != set))
                set_names.push_back(set);
              element_sets.resize(mesh.cells.size(),
                                  set.empty()
                                    ? -1
                                    : static_cast<int>(set_names.size()) - 1);
            }
      }

      /// What was read since the last call belongs to this instance.
      void number_instance(const std::string &name)
      {
        if (!structure.has_parts)
          return;
        const int index = static_cast<int>(mesh.instances.size());
        mesh.instances.push_back(name);
        mesh.node_instances.resize(mesh.nodes.size(), index);
        mesh.cell_instances.resize(mesh.cells.size(), index);
      }

      void require_cells() const
      {
        if (mesh.cells.empty())
          throw Error('"' + file.string() + "\" has " +
                      number_text(mesh.nodes.size()) +
                      " nodes and no elements that can be computed with. "
                      "Write C3D8, C3D20, CPE4 or CPE8 elements" +
                      (structure.has_parts && structure.instances.empty()
                         ? ", and an *INSTANCE of each part."
                         : "; the file may be truncated."));
      }

      void read_sets_and_regions()
      {
        AbaqusSetReader sets(deck, mesh, scopes);
        const auto read_blocks = [&](const bool are_surfaces,
                                     const Blocks &blocks,
                                     AbaqusScope &scope) {
          for (const InpBlock *block : blocks)
            if (are_surfaces && block->keyword == "SURFACE")
              sets.read_surface(*block, scope);
            else if (!are_surfaces &&
                     (block->keyword == "NSET" || block->keyword == "ELSET"))
              sets.read_set(*block, scope);
        };
        for (const bool are_surfaces : {false, true})
          {
            for (std::size_t i = 0; i < scopes.size(); ++i)
              read_blocks(are_surfaces,
                          structure.instances[i].content,
                          scopes[i]);
            read_blocks(are_surfaces, structure.assembly, assembly);
          }
        std::vector<AbaqusSection> sections;
        for (std::size_t i = 0; i < scopes.size(); ++i)
          for (AbaqusSection &section :
               read_sections(structure.instances[i], scopes[i], sets, deck))
            sections.push_back(std::move(section));
        assign_regions(sections, element_sets, set_names, deck, mesh);
      }

      const std::filesystem::path &file;
      const InpDeck deck;
      const AbaqusStructure structure;
      PlainMesh mesh;
      AbaqusCellReader cells;
      AbaqusScope assembly;
      std::vector<AbaqusScope> scopes; ///< as the instances
      std::set<std::string> names;     ///< of instances, upper case
      /// The set that *ELEMENT gave each cell, and their names.
      std::vector<int> element_sets;
      std::vector<std::string> set_names;
    };
  } // namespace

  PlainMesh parse_abaqus_mesh(std::string content,
                              const std::filesystem::path &file)
  {
    return AbaqusReader(std::move(content), file).read();
  }
} // namespace rivlin
