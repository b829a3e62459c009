// SPDX-License-Identifier: Apache-2.0
// Facts, tables and lists, one below the other.
#include <rivlin/mesh/mesh_report.h>

#include <rivlin/base/text.h>

#include <algorithm>
#include <span>

namespace rivlin
{
  namespace
  {
    using Row = std::vector<std::string>;

    std::string number(const double value)
    {
      return number_text(value, 6);
    }

    /// Facts in two columns, both to the left.
    std::string
    facts(const std::vector<std::pair<std::string, std::string>> &list)
    {
      int width = 0;
      for (const auto &[name, value] : list)
        width = std::max(width, static_cast<int>(name.size()));
      std::string text;
      for (const auto &[name, value] : list)
        text += message("  ", left_aligned(name, width + 2), value, '\n');
      return text;
    }

    std::string list(const std::string &title,
                     const std::vector<std::string> &lines)
    {
      if (lines.empty())
        return "";
      std::string text = '\n' + title + '\n';
      for (const std::string &line : lines)
        text += "  - " + line + '\n';
      return text;
    }

    std::string point(const MeshPoint &x, const int dimension)
    {
      return '(' + numbers_text(std::span(x).first(dimension)) + ')';
    }

    template <typename Sets>
    std::string set_table(const std::string &kind,
                          const std::string &what,
                          const Sets &sets)
    {
      if (sets.empty())
        return "";
      std::vector<Row> rows = {{kind, what}};
      for (const auto &[name, set] : sets)
        rows.push_back({name, number_text(set.size())});
      return '\n' + text_table(rows);
    }
  } // namespace

  std::string mesh_report(const PlainMesh &mesh,
                          const MeshCheck &check,
                          const std::filesystem::path &file)
  {
    const bool is_plane = mesh.dimension == 2;
    std::string text    = file.string() + '\n';
    text += facts({{"cells",
                    number_text(mesh.cells.size()) +
                      (is_plane ? " quadrilaterals" : " hexahedra") +
                      (mesh.mid_nodes.empty() ? "" : ", with mid-nodes")},
                   {"nodes",
                    number_text(mesh.n_corner_nodes) + " corners, " +
                      number_text(check.n_mid_nodes) + " mid-nodes, " +
                      number_text(check.n_unused_nodes) + " unused"},
                   {"box",
                    point(check.low, mesh.dimension) + " to " +
                      point(check.high, mesh.dimension)},
                   {is_plane ? "area" : "volume", number(check.volume)},
                   {"smallest scaled Jacobian",
                    number(check.smallest_scaled_jacobian) + ", " +
                      cell_name(mesh, check.smallest_jacobian_cell)},
                   {"largest aspect ratio",
                    number(check.largest_aspect_ratio) + ", " +
                      cell_name(mesh, check.largest_aspect_cell)},
                   {"coincident nodes",
                    number_text(check.n_coincident_nodes) + " (within " +
                      number(check.coincidence_tolerance) + ")"},
                   {"free faces",
                    number_text(check.n_free_faces) + ", " +
                      number_text(check.n_free_faces_without_set) +
                      " of them in no surface"},
                   {"bodies", number_text(check.n_bodies)}});

    std::vector<Row> rows = {
      {"region", "no.", "cells", is_plane ? "area" : "volume"}};
    for (std::size_t i = 0; i < mesh.regions.size(); ++i)
      rows.push_back({mesh.regions[i],
                      number_text(i + 1),
                      number_text(check.region_cells[i]),
                      number(check.region_volumes[i])});
    text += '\n' + text_table(rows);
    if (!mesh.face_sets.empty())
      {
        rows = {{"surface", "no.", "faces", is_plane ? "length" : "area"}};
        for (const auto &[name, faces] : mesh.face_sets)
          rows.push_back({name,
                          number_text(rows.size()),
                          number_text(faces.size()),
                          number(check.face_set_areas.at(name))});
        text += '\n' + text_table(rows);
      }
    text += set_table("element set", "elements", mesh.cell_sets);
    text += set_table("node set", "nodes", mesh.node_sets);
    text += list("Notices", mesh.notices);
    text += list("Warnings", check.warnings);
    text += list("Errors: one cannot compute with this mesh", check.errors);
    return text;
  }
} // namespace rivlin
