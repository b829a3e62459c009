// SPDX-License-Identifier: Apache-2.0
// The order of nodes in VTK's cells.
#include <rivlin/base/vtk_cell.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace
{
  using namespace rivlin;
  using Places = std::vector<std::array<int, 3>>;

  TEST(VtkCell, EveryPlaceOfTheLatticeIsANodeOnce)
  {
    for (const int dim : {2, 3})
      for (const int degree : {1, 2, 3, 4})
        {
          Places places = lagrange_places(dim, degree);
          std::sort(places.begin(), places.end());
          Places lattice;
          for (int i = 0; i <= degree; ++i)
            for (int j = 0; j <= degree; ++j)
              for (int k = 0; k <= (dim == 3 ? degree : 0); ++k)
                lattice.push_back({i, j, k});
          EXPECT_EQ(places, lattice) << dim << "D, degree " << degree;
        }
  }

  TEST(VtkCell, NodesOfQuadrilateralsGoAround)
  {
    // The pictures of vtkQuad and vtkBiQuadraticQuad in VTK's documentation.
    EXPECT_EQ(lagrange_places(2, 1),
              (Places{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}));
    EXPECT_EQ(lagrange_places(2, 2),
              (Places{{0, 0, 0},
                      {2, 0, 0},
                      {2, 2, 0},
                      {0, 2, 0},
                      {1, 0, 0},
                      {2, 1, 0},
                      {1, 2, 0},
                      {0, 1, 0},
                      {1, 1, 0}}));
  }

  TEST(VtkCell, HexahedraOfDegreeTwoAreTriquadratic)
  {
    // The picture of vtkTriQuadraticHexahedron in VTK's documentation.
    const Places places = lagrange_places(3, 2);
    EXPECT_EQ(Places(places.begin() + 16, places.end()),
              (Places{{0, 0, 1},
                      {2, 0, 1},
                      {2, 2, 1},
                      {0, 2, 1},
                      {0, 1, 1},
                      {2, 1, 1},
                      {1, 0, 1},
                      {1, 2, 1},
                      {1, 1, 0},
                      {1, 1, 2},
                      {1, 1, 1}}));
    EXPECT_EQ(lagrange_cell(3, 2), VtkCell::triquadratic_hexahedron);
  }

  TEST(VtkCell, HigherHexahedraHaveTheirUprightEdgesInRows)
  {
    // VTK before 9.1, and later ones for files of version 1.0.
    const Places places = lagrange_places(3, 3);
    EXPECT_EQ(Places(places.begin() + 24, places.begin() + 32),
              (Places{{0, 0, 1},
                      {0, 0, 2},
                      {3, 0, 1},
                      {3, 0, 2},
                      {0, 3, 1},
                      {0, 3, 2},
                      {3, 3, 1},
                      {3, 3, 2}}));
    EXPECT_EQ(lagrange_cell(3, 3), VtkCell::lagrange_hexahedron);
    EXPECT_EQ(lagrange_cell(2, 4), VtkCell::lagrange_quad);
  }
} // namespace
