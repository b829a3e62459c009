// SPDX-License-Identifier: Apache-2.0
// A mesh of quadrilaterals or hexahedra with named sets, as plain arrays.
#pragma once

#include <array>
#include <compare>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace rivlin
{
  /// A point; z = 0 in 2D.
  using MeshPoint = std::array<double, 3>;

  /// A side of a cell. Faces are numbered as in deal.II: face 2 k + s is where
  /// the reference coordinate k is s; in 2D: left, right, bottom, top.
  struct CellFace
  {
    int cell;
    int face;

    auto operator<=>(const CellFace &) const = default;
  };

  /// The nodes between the corners of a quadratic cell, -1 where there is none.
  struct MidNodes
  {
    /// One per edge, see `edge_corners`; in 2D the first four.
    std::array<int, 12> edges = filled<12>();
    /// One per face in 3D.
    std::array<int, 6> faces = filled<6>();
    int centre               = -1;

  private:
    template <std::size_t n>
    static constexpr std::array<int, n> filled()
    {
      std::array<int, n> result{};
      result.fill(-1);
      return result;
    }
  };

  /// What a file says about the material of a region; the parameter file
  /// decides. `parameters` are names and values of section Material ("Law",
  /// "C10", "Bulk modulus", "Density", ...), in the units of the file.
  struct MaterialSuggestion
  {
    std::string region;
    std::string material; ///< its name in the file
    std::vector<std::pair<std::string, std::string>> parameters;
  };

  /// Values without behaviour; the readers make meshes that satisfy what is
  /// said here, check_mesh finds out whether one can compute with them.
  ///
  /// Corner v of a cell has the reference coordinates (v & 1, (v >> 1) & 1,
  /// v >> 2), the lexicographic order of deal.II: 2D 0-1-3-2 goes around,
  /// counter-clockwise. A positive cell has a positive Jacobian in this order.
  struct PlainMesh
  {
    int dimension = 3;

    /// The first `n_corner_nodes` are corners of cells, then come mid-nodes,
    /// then nodes that no cell has. Coordinates are finite.
    std::vector<MeshPoint> nodes;
    int n_corner_nodes = 0;
    /// Their numbers in the file; with several instances not unique.
    std::vector<long long> node_ids;

    /// Corner nodes; in 2D the first four, then -1.
    std::vector<std::array<int, 8>> cells;
    std::vector<long long> cell_ids;
    /// Empty if all cells are linear, otherwise one per cell.
    std::vector<MidNodes> mid_nodes;

    /// The instance (Abaqus) of each node and cell as index into `instances`;
    /// all three are empty without instances.
    std::vector<std::string> instances;
    std::vector<int> node_instances;
    std::vector<int> cell_instances;

    /// Names of the material regions, and the region of each cell.
    std::vector<std::string> regions;
    std::vector<int> cell_regions;

    /// Named sets, sorted, without repetitions; names as written in the file.
    std::map<std::string, std::vector<int>> cell_sets;
    std::map<std::string, std::vector<int>> node_sets;
    std::map<std::string, std::vector<CellFace>> face_sets;

    /// Other names of the same sets (Abaqus "instance.set"), if unique.
    std::map<std::string, std::string> aliases;

    std::vector<MaterialSuggestion> materials;

    /// What the user should know about how the file was understood.
    std::vector<std::string> notices;

    int n_corners() const
    {
      return dimension == 2 ? 4 : 8;
    }

    int n_faces() const
    {
      return 2 * dimension;
    }

    int n_edges() const
    {
      return dimension == 2 ? 4 : 12;
    }

    int n_face_corners() const
    {
      return dimension == 2 ? 2 : 4;
    }
  };

  /// Corners of an edge (deal.II's line numbers). 2D: the edges are the faces.
  /// 3D: 0..3 lie in z = 0, 4..7 in z = 1, 8..11 go up.
  std::array<int, 2> edge_corners(int edge);

  /// Corners of a face in lexicographic order; in 2D the first two, then -1.
  std::array<int, 4> face_corners(int dimension, int face);

  /// Nodes at the corners of a face, likewise.
  std::array<int, 4> face_nodes(const PlainMesh &mesh, CellFace face);

  /// `element 17` or `element 17 of instance "Rubber-1"`, for messages.
  std::string cell_name(const PlainMesh &mesh, int cell);
  std::string node_name(const PlainMesh &mesh, int node);

  /// Renumber the nodes as PlainMesh wants them: corners, mid-nodes, others,
  /// in the given order otherwise. Sets n_corner_nodes.
  void sort_nodes(PlainMesh &mesh);

  /// Sort and drop repetitions.
  template <typename T>
  void make_set(std::vector<T> &items);
} // namespace rivlin
