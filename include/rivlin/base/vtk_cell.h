// SPDX-License-Identifier: Apache-2.0
// The cells of VTK that we draw, and the order of their nodes.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace rivlin
{
  /// VTK's numbers of the cells that we draw.
  enum class VtkCell : std::uint8_t
  {
    line                    = 3,
    quad                    = 9,
    hexahedron              = 12,
    quadratic_edge          = 21,
    quadratic_quad          = 23,
    quadratic_hexahedron    = 25,
    biquadratic_quad        = 28,
    triquadratic_hexahedron = 29,
    lagrange_quad           = 70,
    lagrange_hexahedron     = 72
  };

  /// The quadrilateral or hexahedron with (degree + 1)^dim nodes.
  VtkCell lagrange_cell(int dim, int degree);

  /// Where its nodes are, in the order of files of version 1.0, on the lattice
  /// of 0 ... degree in each direction: corners, edges, faces, inside.
  std::vector<std::array<int, 3>> lagrange_places(int dim, int degree);
} // namespace rivlin
