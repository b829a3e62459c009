// SPDX-License-Identifier: Apache-2.0
// Pictures of reduced models: modes times coordinates at the nodes.
#include <rivlin/studies/reduced_pictures.h>

#include <temporary_folder.h>

namespace rivlin
{
  using ReducedPictures = TemporaryFolder;

  /// One square cell of degree 2 with side 2; one mode u = (x, 0), one pressure
  /// mode that is 1 at the corners on the right.
  ReducedModelData square()
  {
    ReducedModelData data;
    data.dim            = 2;
    FullBasis &full     = data.full;
    full.dim            = 2;
    full.degree         = 2;
    full.nodes_per_cell = 9;
    full.coordinates = {0, 0, 2, 0, 2, 2, 0, 2, 1, 0, 2, 1, 1, 2, 0, 1, 1, 1};
    full.cells       = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    full.node_of_pressure   = {0, 1, 2, 3};
    full.displacement_modes = Matrix::Zero(18, 1);
    for (int node = 0; node < 9; ++node)
      full.displacement_modes(2 * node, 0) = full.coordinates[2 * node];
    full.pressure_modes = Matrix(4, 1);
    full.pressure_modes << 0, 1, 1, 0;
    return data;
  }

  Prediction two_times()
  {
    Prediction prediction;
    prediction.times           = {0, 0.5};
    prediction.r               = Matrix::Zero(1, 2);
    prediction.r_rate          = Matrix::Zero(1, 2);
    prediction.pressures       = Matrix::Zero(1, 2);
    prediction.r(0, 1)         = 0.5;
    prediction.r_rate(0, 1)    = -3;
    prediction.pressures(0, 1) = 8;
    return prediction;
  }

  std::vector<float> field(const VtuGrid &grid, const std::string &name)
  {
    for (const VtuField &candidate : grid.point_data)
      if (candidate.name == name)
        return std::get<std::vector<float>>(candidate.values);
    return {};
  }

  TEST_F(ReducedPictures, FieldsAreModesTimesCoordinates)
  {
    const VtuGrid grid =
      reduced_picture(square(), two_times(), 1, unit_system("mm-t-s"));
    EXPECT_EQ(grid.time, 0.5);
    EXPECT_EQ(grid.types,
              std::vector<std::uint8_t>{
                static_cast<std::uint8_t>(VtkCell::biquadratic_quad)});
    const auto points = std::get<std::vector<float>>(grid.points.values);
    const auto u      = field(grid, "displacement [mm]");
    const auto v      = field(grid, "velocity [mm/s]");
    ASSERT_EQ(points.size(), 27u);
    ASSERT_EQ(u.size(), 27u);
    ASSERT_EQ(v.size(), 27u);
    for (std::size_t i = 0; i < 27; ++i)
      {
        EXPECT_EQ(u[i], i % 3 == 0 ? 0.5f * points[i] : 0.f);
        EXPECT_EQ(v[i], i % 3 == 0 ? -3.f * points[i] : 0.f);
      }
  }

  TEST_F(ReducedPictures, MidNodesShowTheLinearPressure)
  {
    // Right corners 8, left ones 0: 4 between them, wherever the nodes are.
    ReducedModelData data        = square();
    data.full.coordinates[2 * 8] = 1.7;
    const VtuGrid grid =
      reduced_picture(data, two_times(), 1, unit_system("mm-t-s"));
    EXPECT_EQ(field(grid, "pressure unknown p [MPa]"),
              (std::vector<float>{0, 8, 8, 0, 4, 8, 4, 0, 4}));
  }

  TEST_F(ReducedPictures, OneFilePerOutputTime)
  {
    write_pictures(square(), two_times(), unit_system("mm-t-s"), folder);
    EXPECT_TRUE(std::filesystem::exists(folder / "solution_0000.vtu"));
    EXPECT_NE(read(folder / "solution.pvd")
                .find("timestep=\"0.5\" file=\"solution_0001.vtu\""),
              std::string::npos);
    EXPECT_NE(read(folder / "solution_0001.vtu").find("vtkZLibDataCompressor"),
              std::string::npos);
  }
} // namespace rivlin
