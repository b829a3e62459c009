// SPDX-License-Identifier: Apache-2.0
// Quality of cells and contents of sets; connections are in mesh_connection.
#include <rivlin/mesh/mesh_check.h>

#include "mesh_connection.h"
#include "text_place.h"

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>
#include <rivlin/mesh/cell_geometry.h>
#include <rivlin/mesh/face_table.h>

#include <algorithm>
#include <limits>

namespace rivlin
{
  namespace
  {
    // Below the first, rounded coordinates decide on the sign; below the
    // second, interpolation suffers.
    constexpr double degenerate_jacobian = 1e-6;
    constexpr double poor_jacobian       = 0.1;
    constexpr double long_aspect         = 20;

    bool has_repeated_corner(const PlainMesh &mesh, const int cell)
    {
      const auto &nodes = mesh.cells[cell];
      for (int v = 0; v < mesh.n_corners(); ++v)
        for (int w = 0; w < v; ++w)
          if (nodes[v] == nodes[w])
            return true;
      return false;
    }

    /// How many cells have a fault, and which is the first.
    struct Fault
    {
      int count = 0;
      int first = -1;

      void add(const int cell)
      {
        if (count++ == 0)
          first = cell;
      }
    };

    void check_quality(const PlainMesh &mesh, MeshCheck &check)
    {
      check.low.fill(std::numeric_limits<double>::max());
      check.high.fill(std::numeric_limits<double>::lowest());
      check.region_volumes.assign(mesh.regions.size(), 0);
      check.region_cells.assign(mesh.regions.size(), 0);
      check.smallest_scaled_jacobian = std::numeric_limits<double>::max();
      Fault repeated, inverted, degenerate, folded, poor, lengthy;
      const int n_cells = static_cast<int>(mesh.cells.size());
      for (int cell = 0; cell < n_cells; ++cell)
        {
          for (int v = 0; v < mesh.n_corners(); ++v)
            for (int k = 0; k < 3; ++k)
              {
                const double x = mesh.nodes[mesh.cells[cell][v]][k];
                check.low[k]   = std::min(check.low[k], x);
                check.high[k]  = std::max(check.high[k], x);
              }
          const double volume = cell_volume(mesh, cell);
          check.volume += volume;
          check.region_volumes[mesh.cell_regions[cell]] += volume;
          ++check.region_cells[mesh.cell_regions[cell]];
          const double jacobian = scaled_jacobian(mesh, cell);
          if (jacobian < check.smallest_scaled_jacobian)
            {
              check.smallest_scaled_jacobian = jacobian;
              check.smallest_jacobian_cell   = cell;
            }
          const double aspect = aspect_ratio(mesh, cell);
          if (aspect > check.largest_aspect_ratio)
            {
              check.largest_aspect_ratio = aspect;
              check.largest_aspect_cell  = cell;
            }
          if (has_repeated_corner(mesh, cell))
            repeated.add(cell);
          else if (jacobian < -degenerate_jacobian)
            inverted.add(cell);
          else if (!(jacobian > degenerate_jacobian))
            degenerate.add(cell);
          else if (!mesh.mid_nodes.empty() && !is_positive(mesh, cell))
            folded.add(cell);
          else if (jacobian < poor_jacobian)
            poor.add(cell);
          if (aspect > long_aspect)
            lengthy.add(cell);
        }
      const auto tell = [&](const Fault &fault,
                            const std::string &what,
                            const std::string &remedy,
                            std::vector<std::string> &list) {
        if (fault.count > 0)
          list.push_back(number_text(fault.count) + " of " +
                         number_text(n_cells) + " cells " + what +
                         ", the first is " + cell_name(mesh, fault.first) +
                         ". " + remedy);
      };
      const std::string least = " (smallest scaled Jacobian " +
                                number_text(check.smallest_scaled_jacobian, 3) +
                                ")";
      tell(repeated,
           "have a node twice: collapsed to wedges or less",
           "Mesh with whole quadrilaterals or hexahedra.",
           check.errors);
      if (inverted.count == n_cells)
        check.errors.push_back(
          "All " + number_text(n_cells) + " cells are inverted" + least +
          ": their corners go around the wrong way, or the mesh is mirrored. "
          "Reverse the element normals where the mesh was made (or mirror it "
          "back).");
      else
        tell(inverted,
             "are inverted" + least,
             "Correct the order or the place of their nodes.",
             check.errors);
      tell(degenerate,
           "are degenerate: corners without volume" + least,
           "Move their nodes or mesh again.",
           check.errors);
      tell(folded,
           "are turned inside out by their mid-nodes",
           "Move the mid-nodes or use linear elements.",
           check.errors);
      tell(poor,
           "have a scaled Jacobian below " + number_text(poor_jacobian) + least,
           "Expect poor accuracy there.",
           check.warnings);
      tell(lengthy,
           "have edges of a ratio above " + number_text(long_aspect) +
             " (largest " + number_text(check.largest_aspect_ratio, 3) + ")",
           "Expect poor accuracy there.",
           check.warnings);
    }

    void
    check_sets(const PlainMesh &mesh, const FaceTable &faces, MeshCheck &check)
    {
      // The sides of a face count as one: by the first cell at it.
      std::map<CellFace, const std::string *> owners;
      std::map<std::pair<std::string, std::string>, int> shared;
      for (const auto &[name, set] : mesh.face_sets)
        {
          double area  = 0;
          int n_inside = 0;
          CellFace inside{-1, 0};
          for (const CellFace &face : set)
            {
              area += face_area(mesh, face);
              const auto group = faces.sharing(face);
              if (group.size() > 1 && n_inside++ == 0)
                inside = face;
              const auto [owner, is_new] = owners.try_emplace(group[0], &name);
              if (!is_new && *owner->second != name)
                ++shared[{*owner->second, name}];
            }
          check.face_set_areas[name] = area;
          if (n_inside > 0)
            check.warnings.push_back("The surface " + excerpt(name) + " has " +
                                     number_text(n_inside) + " of " +
                                     number_text(set.size()) +
                                     " faces inside the body, the first at " +
                                     cell_name(mesh, inside.cell) +
                                     ". It cannot carry a load or support.");
        }
      for (const auto &[names, n] : shared)
        check.warnings.push_back("The surfaces " + excerpt(names.first) +
                                 " and " + excerpt(names.second) + " share " +
                                 number_text(n) +
                                 " faces. Use only one of them in a case.");
      const auto tell_empty = [&](const auto &sets, const std::string &kind) {
        for (const auto &[name, set] : sets)
          if (set.empty())
            check.warnings.push_back("The " + kind + " " + excerpt(name) +
                                     " is empty.");
      };
      tell_empty(mesh.face_sets, "surface");
      tell_empty(mesh.cell_sets, "element set");
      tell_empty(mesh.node_sets, "node set");
      for (int i = 0; i < faces.n_faces(); ++i)
        if (faces.group(i).size() == 1)
          {
            ++check.n_free_faces;
            check.n_free_faces_without_set +=
              !owners.contains(faces.group(i)[0]);
          }
    }
  } // namespace

  MeshCheck check_mesh(const PlainMesh &mesh)
  {
    MeshCheck check;
    const FaceTable faces(mesh);
    check_quality(mesh, check);
    check_nodes(mesh, check);
    check_repetitions(mesh, faces, check);
    check_hanging_nodes(mesh, faces, check);
    check_sets(mesh, faces, check);
    check_bodies(mesh, faces, check);
    return check;
  }

  void require_computable(const MeshCheck &check,
                          const std::filesystem::path &file)
  {
    if (check.errors.empty())
      return;
    std::string message =
      "The mesh \"" + file.string() + "\" cannot be computed with. ";
    for (std::size_t i = 0; i < check.errors.size(); ++i)
      message += (i == 0 ? "" : " ") + check.errors[i];
    throw Error(message);
  }
} // namespace rivlin
