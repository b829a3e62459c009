// SPDX-License-Identifier: Apache-2.0
// From elements and physical groups to cells, regions and sets.
#include <rivlin/mesh/gmsh_reader.h>

#include "gmsh_file.h"
#include "text_place.h"

#include <rivlin/base/error.h>
#include <rivlin/mesh/face_table.h>
#include <rivlin/mesh/orientation.h>

#include <algorithm>
#include <span>

namespace rivlin
{
  namespace
  {
    class GmshMesh
    {
    public:
      GmshMesh(const GmshFile &content, const std::filesystem::path &name)
        : source(content)
        , file(name)
      {}

      PlainMesh make()
      {
        mesh.dimension = 0;
        for (const auto &element : source.elements)
          mesh.dimension =
            std::max(mesh.dimension, gmsh_type(element.type)->dimension);
        if (mesh.dimension < 2)
          fail("has " + number_text(source.elements.size()) +
               " elements, none of them a quadrilateral or hexahedron. Mesh "
               "in 2D or 3D, with recombination.");
        mesh.nodes    = source.nodes;
        mesh.node_ids = source.node_ids;
        add_cells();
        require_plane();
        reverse_clockwise_cells();
        add_face_sets();
        add_node_sets();
        sort_nodes(mesh);
        return std::move(mesh);
      }

    private:
      using Element = GmshFile::Element;

      [[noreturn]] void fail(const std::string &what) const
      {
        throw Error('"' + file.string() + "\" " + what);
      }

      std::span<const int> nodes_of(const Element &element) const
      {
        return {source.element_nodes.data() + element.nodes,
                static_cast<std::size_t>(gmsh_type(element.type)->n_nodes)};
      }

      std::vector<int> groups_of(const Element &element) const
      {
        if (element.physical != 0)
          return {element.physical};
        const auto found = source.entity_groups.find(
          {gmsh_type(element.type)->dimension, element.entity});
        return found == source.entity_groups.end() ? std::vector<int>()
                                                   : found->second;
      }

      std::string group_name(const int dimension, const int number) const
      {
        const auto found = source.physical_names.find({dimension, number});
        if (found != source.physical_names.end() && !found->second.empty())
          return found->second;
        static constexpr std::array<const char *, 4> kinds = {"point ",
                                                              "curve ",
                                                              "surface ",
                                                              "volume "};
        return kinds[dimension] + number_text(number);
      }

      int region_index(const std::string &name)
      {
        const auto [place, is_new] =
          region_numbers.try_emplace(name,
                                     static_cast<int>(mesh.regions.size()));
        if (is_new)
          mesh.regions.push_back(name);
        return place->second;
      }

      void add_cells()
      {
        // Format 2.2 lists an element once for each of its groups.
        struct Known
        {
          int cell, entity, physical;
        };
        std::map<std::vector<int>, Known> known;
        std::map<int, bool> groups;
        std::size_t n_without_group = 0;
        for (const Element &element : source.elements)
          {
            const GmshType type = *gmsh_type(element.type);
            if (type.dimension != mesh.dimension)
              continue;
            if (!type.is_cell)
              fail("has element " + number_text(element.id) + " among " +
                   type.name + ", which are not supported. Mesh with " +
                   (mesh.dimension == 2
                      ? "quadrilaterals (Recombine Surface)."
                      : "hexahedra (Transfinite Volume or Extrude with Layers "
                        "and Recombine)."));
            const auto nodes = nodes_of(element);
            if (element.physical != 0)
              groups[element.physical] = true;
            if (groups.size() > 1)
              {
                if (known.empty())
                  for (std::size_t c = 0; c < cell_elements.size(); ++c)
                    {
                      const Element &earlier = *cell_elements[c];
                      const auto n           = nodes_of(earlier);
                      known.try_emplace({n.begin(), n.end()},
                                        Known{static_cast<int>(c),
                                              earlier.entity,
                                              earlier.physical});
                    }
                const auto [place, is_new] =
                  known.try_emplace({nodes.begin(), nodes.end()},
                                    Known{static_cast<int>(mesh.cells.size()),
                                          element.entity,
                                          element.physical});
                if (!is_new && place->second.entity == element.entity &&
                    place->second.physical != element.physical)
                  {
                    mesh.cell_sets[group_name(mesh.dimension, element.physical)]
                      .push_back(place->second.cell);
                    continue;
                  }
              }
            const int cell = static_cast<int>(mesh.cells.size());
            append_cell(gmsh_layout(element.type), nodes, element.id, mesh);
            cell_elements.push_back(&element);
            const auto physical = groups_of(element);
            n_without_group += physical.empty();
            mesh.cell_regions.push_back(region_index(
              physical.empty() ? "body"
                               : group_name(mesh.dimension, physical[0])));
            for (const int group : physical)
              mesh.cell_sets[group_name(mesh.dimension, group)].push_back(cell);
          }
        for (auto &[name, cells] : mesh.cell_sets)
          make_set(cells);
        if (n_without_group > 0)
          mesh.notices.push_back(number_text(n_without_group) +
                                 " elements are in no physical group; their "
                                 "region is called \"body\".");
      }

      void require_plane() const
      {
        if (mesh.dimension == 3)
          return;
        for (const auto &cell : mesh.cells)
          for (int v = 0; v < 4; ++v)
            if (mesh.nodes[cell[v]][2] != 0)
              fail("has quadrilaterals and no hexahedra, and node " +
                   number_text(mesh.node_ids[cell[v]]) +
                   " is outside of the plane z = 0. For a 2D model move it "
                   "into the plane; for a 3D model mesh the volume (gmsh -3) "
                   "and make it a Physical Volume.");
      }

      void reverse_clockwise_cells()
      {
        if (mesh.dimension == 3)
          return;
        std::size_t n_reversed = 0;
        for (std::size_t c = 0; c < mesh.cells.size(); ++c)
          {
            // Half the cross product of the diagonals is the area.
            const auto &cell = mesh.cells[c];
            const auto d     = [&](const int a, const int b, const int k) {
              return mesh.nodes[cell[b]][k] - mesh.nodes[cell[a]][k];
            };
            if (d(0, 3, 0) * d(1, 2, 1) - d(0, 3, 1) * d(1, 2, 0) < 0)
              {
                reverse_cell(mesh, static_cast<int>(c));
                ++n_reversed;
              }
          }
        if (n_reversed > 0)
          mesh.notices.push_back(number_text(n_reversed) +
                                 " quadrilaterals go around clockwise and "
                                 "were reversed.");
      }

      void add_face_sets()
      {
        const FaceTable faces(mesh);
        for (const Element &element : source.elements)
          {
            const GmshType type = *gmsh_type(element.type);
            const auto groups   = groups_of(element);
            if (type.dimension != mesh.dimension - 1 || groups.empty())
              continue;
            std::array<int, 4> nodes{-1, -1, -1, -1};
            const auto all = nodes_of(element);
            std::copy_n(all.begin(),
                        std::min<std::size_t>(all.size(),
                                              mesh.n_face_corners()),
                        nodes.begin());
            const auto found = faces.faces_between(nodes);
            if (found.empty() || (mesh.dimension == 3 && !type.is_cell))
              fail("has element " + number_text(element.id) + " of the " +
                   (mesh.dimension == 3 ? "surface " : "curve ") +
                   excerpt(group_name(type.dimension, groups[0])) +
                   ", which is no face of a cell. Mesh again, or remove this "
                   "physical group.");
            for (const int group : groups)
              mesh.face_sets[group_name(type.dimension, group)].push_back(
                found[0]);
          }
        for (auto &[name, set] : mesh.face_sets)
          make_set(set);
        // A named group of which no element was saved is an empty set.
        for (const auto &[key, name] : source.physical_names)
          if (key.first == mesh.dimension - 1 && !name.empty())
            mesh.face_sets.try_emplace(name);
          else if (key.first == mesh.dimension && !name.empty())
            mesh.cell_sets.try_emplace(name);
      }

      void add_node_sets()
      {
        for (const Element &element : source.elements)
          {
            const int dimension = gmsh_type(element.type)->dimension;
            if (dimension < mesh.dimension - 1)
              for (const int group : groups_of(element))
                {
                  auto &set = mesh.node_sets[group_name(dimension, group)];
                  const auto nodes = nodes_of(element);
                  set.insert(set.end(), nodes.begin(), nodes.end());
                }
          }
        for (auto &[name, nodes] : mesh.node_sets)
          make_set(nodes);
      }

      const GmshFile &source;
      const std::filesystem::path &file;
      PlainMesh mesh;
      std::map<std::string, int> region_numbers;
      std::vector<const Element *> cell_elements;
    };
  } // namespace

  PlainMesh parse_gmsh_mesh(const std::string_view content,
                            const std::filesystem::path &file)
  {
    return GmshMesh(parse_gmsh_file(content, file), file).make();
  }
} // namespace rivlin
