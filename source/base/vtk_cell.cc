// SPDX-License-Identifier: Apache-2.0
// Lattices of nodes in the order of VTK's files.
#include <rivlin/base/vtk_cell.h>

#include <cassert>
#include <utility>

namespace rivlin
{
  VtkCell lagrange_cell(const int dim, const int degree)
  {
    assert((dim == 2 || dim == 3) && degree >= 1);
    // Cells with names of their own have one numbering in all versions of VTK.
    if (degree == 1)
      return dim == 2 ? VtkCell::quad : VtkCell::hexahedron;
    if (degree == 2)
      return dim == 2 ? VtkCell::biquadratic_quad
                      : VtkCell::triquadratic_hexahedron;
    return dim == 2 ? VtkCell::lagrange_quad : VtkCell::lagrange_hexahedron;
  }

  std::vector<std::array<int, 3>> lagrange_places(const int dim,
                                                  const int degree)
  {
    assert((dim == 2 || dim == 3) && degree >= 1);
    const int n                                   = degree;
    const std::vector<std::array<int, 2>> corners = {{0, 0},
                                                     {n, 0},
                                                     {n, n},
                                                     {0, n}};
    const std::vector<int> levels =
      dim == 2 ? std::vector<int>{0} : std::vector<int>{0, n};
    std::vector<std::array<int, 3>> places;
    for (const int z : levels)
      for (const auto &[x, y] : corners)
        places.push_back({x, y, z});
    for (const int z : levels)
      {
        for (int i = 1; i < n; ++i)
          places.push_back({i, 0, z});
        for (int i = 1; i < n; ++i)
          places.push_back({n, i, z});
        for (int i = 1; i < n; ++i)
          places.push_back({i, n, z});
        for (int i = 1; i < n; ++i)
          places.push_back({0, i, z});
      }
    if (dim == 3)
      {
        // VTK 9.1 exchanged the last two upright edges of Lagrange hexahedra;
        // in files of version 1.0 it reads them as before.
        auto upright = corners;
        if (n > 2)
          std::swap(upright[2], upright[3]);
        for (const auto &[x, y] : upright)
          for (int i = 1; i < n; ++i)
            places.push_back({x, y, i});
        for (const int x : levels)
          for (int k = 1; k < n; ++k)
            for (int j = 1; j < n; ++j)
              places.push_back({x, j, k});
        for (const int y : levels)
          for (int k = 1; k < n; ++k)
            for (int i = 1; i < n; ++i)
              places.push_back({i, y, k});
      }
    for (const int z : levels)
      for (int j = 1; j < n; ++j)
        for (int i = 1; i < n; ++i)
          places.push_back({i, j, z});
    if (dim == 3)
      for (int k = 1; k < n; ++k)
        for (int j = 1; j < n; ++j)
          for (int i = 1; i < n; ++i)
            places.push_back({i, j, k});
    return places;
  }
} // namespace rivlin
