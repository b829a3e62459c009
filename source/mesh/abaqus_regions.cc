// SPDX-License-Identifier: Apache-2.0
// Names of regions are those the user gave, if there are any.
#include "abaqus_regions.h"

#include "abaqus_materials.h"
#include "text_place.h"

#include <rivlin/base/nearest_name.h>

#include <algorithm>
#include <map>
#include <set>

namespace rivlin
{
  namespace
  {
    int region_index(const std::string &name, PlainMesh &mesh)
    {
      const auto found =
        std::find(mesh.regions.begin(), mesh.regions.end(), name);
      if (found != mesh.regions.end())
        return static_cast<int>(found - mesh.regions.begin());
      mesh.regions.push_back(name);
      return static_cast<int>(mesh.regions.size()) - 1;
    }

    void name_sections(const std::vector<AbaqusSection> &sections,
                       const InpDeck &deck,
                       PlainMesh &mesh)
    {
      // One name with two materials is two regions.
      std::map<std::string, std::set<std::string>> materials_of;
      for (const AbaqusSection &section : sections)
        materials_of[upper_case(section.region)].insert(
          upper_case(section.material));
      std::map<std::string, std::string> spelling;
      const auto materials = read_materials(deck, mesh.notices);
      std::vector<int> owner(mesh.cells.size(), -1);
      mesh.cell_regions.assign(mesh.cells.size(), -1);
      for (std::size_t s = 0; s < sections.size(); ++s)
        {
          const AbaqusSection &section = sections[s];
          std::string name             = section.region;
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
        mesh.notices.push_back(number_text(n_without) +
                               " elements have no *SOLID SECTION; their "
                               "region is called \"body\".");
    }
  } // namespace

  std::vector<AbaqusSection> read_sections(const AbaqusInstance &instance,
                                           const AbaqusScope &scope,
                                           const AbaqusSetReader &sets,
                                           const InpDeck &deck)
  {
    std::vector<AbaqusSection> sections;
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
                        excerpt(block->value("ELSET")) + " for this section." +
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

  void assign_regions(const std::vector<AbaqusSection> &sections,
                      const std::vector<int> &element_sets,
                      const std::vector<std::string> &set_names,
                      const InpDeck &deck,
                      PlainMesh &mesh)
  {
    name_sections(sections, deck, mesh);
    name_remaining_cells(!sections.empty(), element_sets, set_names, mesh);
  }
} // namespace rivlin
