// SPDX-License-Identifier: Apache-2.0
// A mapped block of cells, with gaps, as a mesh.
#pragma once

#include <rivlin/spaces/mesh.h>

#include <array>
#include <functional>
#include <optional>

namespace rivlin
{
  using Index3 = std::array<int, 3>;

  /// A block of n[0] x n[1] (x n[2]) cells.
  template <int dim>
  struct MeshBlock
  {
    Index3 n       = {1, 1, 1};
    bool is_closed = false; ///< direction 1 closes on itself

    /// Where a point of a cell lies that has these coordinates in the unit
    /// square or cube. Neighbours must agree on what they share.
    std::function<dealii::Point<dim>(const Index3 &cell,
                                     const dealii::Point<dim> &reference)>
      point;

    /// Nothing where there is no cell.
    std::function<std::optional<dealii::types::material_id>(const Index3 &cell)>
      material;

    /// Number of a face on the boundary; face 2 d is the low side of direction
    /// d, face 2 d + 1 the high side.
    std::function<dealii::types::boundary_id(const Index3 &cell,
                                             unsigned int face)>
      side = [](const Index3 &, const unsigned int face) { return face; };
  };

  /// Cells, material and boundary ids. The cells are straight until the caller
  /// attaches manifolds or calls bend_cells.
  template <int dim>
  void create_cells(const MeshBlock<dim> &block, Mesh<dim> &mesh);

  /// Let the cells and their refinements follow block.point; before refining.
  /// What block.point refers to must live as long as the mesh.
  template <int dim>
  void bend_cells(const MeshBlock<dim> &block, Mesh<dim> &mesh);
} // namespace rivlin
