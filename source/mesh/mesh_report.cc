// SPDX-License-Identifier: Apache-2.0
// Tables with columns as wide as their longest entry.
#include <rivlin/mesh/mesh_report.h>

#include <algorithm>
#include <array>
#include <cstdio>

namespace rivlin
{
  namespace
  {
    std::string number(const double value)
    {
      std::array<char, 32> text;
      std::snprintf(text.data(), text.size(), "%.6g", value);
      return text.data();
    }

    using Row = std::vector<std::string>;

    /// The first column to the left, the others to the right.
    std::string table(const std::vector<Row> &rows)
    {
      std::vector<std::size_t> widths(rows[0].size(), 0);
      for (const Row &row : rows)
        for (std::size_t i = 0; i < row.size(); ++i)
          widths[i] = std::max(widths[i], row[i].size());
      std::string text;
      for (const Row &row : rows)
        {
          text += "  ";
          for (std::size_t i = 0; i < row.size(); ++i)
            {
              const std::string blanks(widths[i] - row[i].size(), ' ');
              text += i == 0 ? row[i] + blanks : "  " + (blanks + row[i]);
            }
          text.erase(text.find_last_not_of(' ') + 1);
          text += '\n';
        }
      return text;
    }

    /// Facts in two columns, both to the left.
    std::string
    facts(const std::vector<std::pair<std::string, std::string>> &list)
    {
      std::size_t width = 0;
      for (const auto &[name, value] : list)
        width = std::max(width, name.size());
      std::string text;
      for (const auto &[name, value] : list)
        text += "  " + name + std::string(width + 2 - name.size(), ' ') +
                value + '\n';
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
      std::string text(1, '(');
      for (int k = 0; k < dimension; ++k)
        text.append(k == 0 ? "" : ", ").append(number(x[k]));
      return text + ')';
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
        rows.push_back({name, std::to_string(set.size())});
      return '\n' + table(rows);
    }
  } // namespace

  std::string mesh_report(const PlainMesh &mesh,
                          const MeshCheck &check,
                          const std::filesystem::path &file)
  {
    const bool is_plane = mesh.dimension == 2;
    std::string text    = file.string() + '\n';
    text += facts({{"cells",
                    std::to_string(mesh.cells.size()) +
                      (is_plane ? " quadrilaterals" : " hexahedra") +
                      (mesh.mid_nodes.empty() ? "" : ", with mid-nodes")},
                   {"nodes",
                    std::to_string(mesh.n_corner_nodes) + " corners, " +
                      std::to_string(check.n_mid_nodes) + " mid-nodes, " +
                      std::to_string(check.n_unused_nodes) + " unused"},
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
                    std::to_string(check.n_coincident_nodes) + " (within " +
                      number(check.coincidence_tolerance) + ")"},
                   {"free faces",
                    std::to_string(check.n_free_faces) + ", " +
                      std::to_string(check.n_free_faces_without_set) +
                      " of them in no surface"},
                   {"bodies", std::to_string(check.n_bodies)}});

    std::vector<Row> rows = {
      {"region", "no.", "cells", is_plane ? "area" : "volume"}};
    for (std::size_t i = 0; i < mesh.regions.size(); ++i)
      rows.push_back({mesh.regions[i],
                      std::to_string(i + 1),
                      std::to_string(check.region_cells[i]),
                      number(check.region_volumes[i])});
    text += '\n' + table(rows);
    if (!mesh.face_sets.empty())
      {
        rows = {{"surface", "no.", "faces", is_plane ? "length" : "area"}};
        for (const auto &[name, faces] : mesh.face_sets)
          rows.push_back({name,
                          std::to_string(rows.size()),
                          std::to_string(faces.size()),
                          number(check.face_set_areas.at(name))});
        text += '\n' + table(rows);
      }
    text += set_table("element set", "elements", mesh.cell_sets);
    text += set_table("node set", "nodes", mesh.node_sets);
    text += list("Notices", mesh.notices);
    text += list("Warnings", check.warnings);
    text += list("Errors: one cannot compute with this mesh", check.errors);
    return text;
  }
} // namespace rivlin
