// SPDX-License-Identifier: Apache-2.0
// VTK file formats, "XML unstructured grid"; the node order of its hexahedra is
// that of Abaqus, also with 20 nodes.
#include <rivlin/mesh/mesh_vtu.h>

#include "element_layout.h"

#include <rivlin/base/number_text.h>
#include <rivlin/mesh/cell_geometry.h>

#include <algorithm>

namespace rivlin
{
  namespace
  {
    // Cell types of VTK.
    enum VtkType
    {
      line                 = 3,
      quad                 = 9,
      hexahedron           = 12,
      quadratic_edge       = 21,
      quadratic_quad       = 23,
      quadratic_hexahedron = 25
    };

    struct VtkCells
    {
      std::vector<std::vector<int>> nodes;
      std::vector<int> types;
    };

    /// The corners (our numbers) along a closed or open path, and the edges
    /// between them.
    void append_path(const PlainMesh &mesh,
                     const int cell,
                     const std::vector<int> &corners,
                     const std::vector<std::array<int, 2>> &edges,
                     const VtkType straight,
                     const VtkType curved,
                     VtkCells &cells)
    {
      std::vector<int> nodes;
      for (const int v : corners)
        nodes.push_back(mesh.cells[cell][v]);
      bool has_mid_nodes = !mesh.mid_nodes.empty();
      for (const auto &[a, b] : edges)
        if (has_mid_nodes)
          {
            nodes.push_back(
              mesh.mid_nodes[cell].edges[edge_between_corners(a, b)]);
            has_mid_nodes = nodes.back() >= 0;
          }
      if (!has_mid_nodes)
        nodes.resize(corners.size());
      cells.nodes.push_back(nodes);
      cells.types.push_back(has_mid_nodes ? curved : straight);
    }

    void append_cell(const PlainMesh &mesh, const int cell, VtkCells &cells)
    {
      std::vector<int> corners;
      for (int v = 0; v < mesh.n_corners(); ++v)
        corners.push_back(corner_in_file(v));
      auto edges = abaqus_quadratic_layout(mesh.dimension).edges;
      for (auto &[a, b] : edges)
        {
          a = corner_in_file(a);
          b = corner_in_file(b);
        }
      append_path(mesh,
                  cell,
                  corners,
                  edges,
                  mesh.dimension == 2 ? quad : hexahedron,
                  mesh.dimension == 2 ? quadratic_quad : quadratic_hexahedron,
                  cells);
    }

    void
    append_face(const PlainMesh &mesh, const CellFace face, VtkCells &cells)
    {
      const auto v = face_corners(mesh.dimension, face.face);
      if (mesh.dimension == 2)
        append_path(mesh,
                    face.cell,
                    {v[0], v[1]},
                    {{v[0], v[1]}},
                    line,
                    quadratic_edge,
                    cells);
      else
        append_path(mesh,
                    face.cell,
                    {v[0], v[1], v[3], v[2]},
                    {{v[0], v[1]}, {v[1], v[3]}, {v[3], v[2]}, {v[2], v[0]}},
                    quad,
                    quadratic_quad,
                    cells);
    }

    template <typename T>
    std::string array_text(const std::string &attributes,
                           const std::vector<T> &values)
    {
      std::string text = "<DataArray " + attributes + " format=\"ascii\">\n";
      for (std::size_t i = 0; i < values.size(); ++i)
        {
          if constexpr (std::is_floating_point_v<T>)
            text += number_text(values[i]);
          else
            text += number_text(values[i]);
          text += i % 12 == 11 ? '\n' : ' ';
        }
      return text + "\n</DataArray>\n";
    }

    /// Strings are arrays of character codes that end in 0.
    std::string names_text(const std::string &name,
                           const std::vector<std::string> &names)
    {
      std::vector<int> codes;
      for (const std::string &word : names)
        {
          for (const char c : word)
            codes.push_back(static_cast<unsigned char>(c));
          codes.push_back(0);
        }
      return array_text("type=\"String\" Name=\"" + name +
                          "\" NumberOfTuples=\"" + number_text(names.size()) +
                          "\"",
                        codes);
    }
  } // namespace

  std::string mesh_vtu(const PlainMesh &mesh)
  {
    VtkCells cells;
    std::vector<int> regions, surfaces;
    std::vector<long long> elements;
    std::vector<double> jacobians;
    const auto add_data =
      [&](const int cell, const int region, const int surface) {
        regions.push_back(region);
        surfaces.push_back(surface);
        elements.push_back(mesh.cell_ids[cell]);
        jacobians.push_back(scaled_jacobian(mesh, cell));
      };
    for (int cell = 0; cell < static_cast<int>(mesh.cells.size()); ++cell)
      {
        append_cell(mesh, cell, cells);
        add_data(cell, mesh.cell_regions[cell] + 1, 0);
      }
    std::vector<std::string> surface_names;
    for (const auto &[name, faces] : mesh.face_sets)
      {
        surface_names.push_back(name);
        for (const CellFace &face : faces)
          {
            append_face(mesh, face, cells);
            add_data(face.cell, 0, static_cast<int>(surface_names.size()));
          }
      }
    std::vector<double> points;
    for (const MeshPoint &point : mesh.nodes)
      points.insert(points.end(), point.begin(), point.end());
    std::vector<int> connectivity;
    std::vector<long long> offsets;
    for (const auto &nodes : cells.nodes)
      {
        connectivity.insert(connectivity.end(), nodes.begin(), nodes.end());
        offsets.push_back(static_cast<long long>(connectivity.size()));
      }
    return "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" "
           "version=\"1.0\" byte_order=\"LittleEndian\" "
           "header_type=\"UInt64\">\n<UnstructuredGrid>\n<FieldData>\n" +
           names_text("region names", mesh.regions) +
           names_text("surface names", surface_names) +
           "</FieldData>\n<Piece NumberOfPoints=\"" +
           number_text(mesh.nodes.size()) + "\" NumberOfCells=\"" +
           number_text(cells.types.size()) + "\">\n<Points>\n" +
           array_text("type=\"Float64\" NumberOfComponents=\"3\"", points) +
           "</Points>\n<Cells>\n" +
           array_text("type=\"Int32\" Name=\"connectivity\"", connectivity) +
           array_text("type=\"Int64\" Name=\"offsets\"", offsets) +
           array_text("type=\"UInt8\" Name=\"types\"", cells.types) +
           "</Cells>\n<CellData>\n" +
           array_text("type=\"Int32\" Name=\"region\"", regions) +
           array_text("type=\"Int32\" Name=\"surface\"", surfaces) +
           array_text("type=\"Int64\" Name=\"element\"", elements) +
           array_text("type=\"Float64\" Name=\"scaled Jacobian\"", jacobians) +
           "</CellData>\n<PointData>\n" +
           array_text("type=\"Int64\" Name=\"node\"", mesh.node_ids) +
           "</PointData>\n</Piece>\n</UnstructuredGrid>\n</VTKFile>\n";
  }
} // namespace rivlin
