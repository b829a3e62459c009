// SPDX-License-Identifier: Apache-2.0
// The first modes of a large training are a smaller training.
#include <rivlin/offline/training.h>

#include "offline/small_body.h"
#include "offline/static_states.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace rivlin
{
  namespace
  {
    /// Modes may differ by their sign.
    void expect_same(const Matrix &found, const Matrix &expected)
    {
      ASSERT_EQ(found.rows(), expected.rows());
      ASSERT_EQ(found.cols(), expected.cols());
      // Modes of equal singular values would differ; those here are apart, and
      // what is left is the rounding error of the eigenvalue problem.
      EXPECT_LE((found.cwiseAbs() - expected.cwiseAbs()).norm(),
                1e-6 * expected.norm());
    }

    void check_leading(const int dim, const bool mixed)
    {
      SmallBodyOptions options;
      options.dim    = dim;
      options.mixed  = mixed;
      options.rubber = small_body_rubber(mixed ? 2000 : 30);
      if (dim == 3)
        {
          options.n_radial  = 1;
          options.n_angular = 4;
        }
      const DiscreteBody body = make_small_body(options);
      const MemorySnapshots snapshots =
        static_snapshots(body, random_poses(25, 1, 1));
      BasisOptions large, small;
      large.modes.count       = 8;
      large.n_pressures       = mixed ? -2 : 0;
      small.modes.count       = 5;
      small.n_pressures       = mixed ? 3 : 0;
      const ReducedBases all  = train_bases(body, {&snapshots}, large);
      const ReducedBases some = train_bases(body, {&snapshots}, small);
      ReducedBases first      = leading(all, 5, mixed ? 3 : 0);
      set_inf_sup(body, first);
      expect_same(first.modes, some.modes);
      expect_same(first.pressures, some.pressures);
      EXPECT_NEAR(first.inf_sup, some.inf_sup, 1e-6);
      EXPECT_NEAR(first.inf_sup_of_one, some.inf_sup_of_one, 1e-6);
      EXPECT_NEAR(first.displacement_error, some.displacement_error, 1e-7);
      EXPECT_NEAR(first.pressure_error, some.pressure_error, 1e-7);

      const ReducedModelData part =
        leading(project_model(body, all, {{}}, false), 5, mixed ? 3 : 0);
      const ReducedModelData whole = project_model(body, first, {{}}, false);
      EXPECT_EQ(part.n_modes(), 5);
      EXPECT_EQ(part.n_pressures(), mixed ? 3 : 0);
      for (const auto &[a, b] :
           {std::pair(&part.mass, &whole.mass),
            std::pair(&part.damping, &whole.damping),
            std::pair(&part.gravity, &whole.gravity),
            std::pair(&part.rest_velocity, &whole.rest_velocity),
            std::pair(&part.compliance, &whole.compliance),
            std::pair(&part.volume.linear, &whole.volume.linear),
            std::pair(&part.volume.quadratic, &whole.volume.quadratic),
            std::pair(&part.volume.cubic, &whole.volume.cubic)})
        {
          ASSERT_EQ(a->rows(), b->rows());
          ASSERT_EQ(a->cols(), b->cols());
          // The same sums in another order.
          EXPECT_LE((*a - *b).norm(), 1e-11 * b->norm());
        }
    }
  } // namespace

  TEST(Leading, IsASmallerTraining)
  {
    for (const int dim : {2, 3})
      for (const bool mixed : {true, false})
        {
          SCOPED_TRACE(std::string(dim == 2 ? "2D" : "3D") +
                       (mixed ? ", mixed" : ""));
          check_leading(dim, mixed);
        }
  }

  TEST(Leading, SnapshotsGiveAtMostAsManyPressuresAsModes)
  {
    SmallBodyOptions options;
    options.rubber          = small_body_rubber(2000);
    const DiscreteBody body = make_small_body(options);
    const MemorySnapshots snapshots =
      static_snapshots(body, random_poses(25, 1, 1));
    BasisOptions basis;
    basis.modes.count = 4;
    basis.n_pressures = -2;
    EXPECT_EQ(train_bases(body, {&snapshots}, basis).pressures.cols(), 4);
  }
} // namespace rivlin
