// SPDX-License-Identifier: Apache-2.0
// Points of volumetric laws: all of them, and few of them.
#include <rivlin/offline/pressure_training.h>

#include <rivlin/offline/body_matrices.h>

#include "small_body.h"
#include "trial_basis.h"

#include <gtest/gtest.h>

namespace rivlin
{
  namespace
  {
    DiscreteBody foam(const VolumetricKind kind)
    {
      SmallBodyOptions options;
      options.rubber = small_body_rubber(5.);
      std::get<Rubber>(options.rubber.law).volumetric.kind = kind;
      return make_small_body(options);
    }

    /// Volumes of all points and C p together.
    Vector volume_of(const DiscreteBody &body,
                     const PressurePoints &points,
                     const Matrix &modes,
                     const Vector &p)
    {
      PressureResponse at;
      evaluate(points, p, false, at);
      EXPECT_TRUE(at.valid);
      return at.volume +
             modes.transpose() * (pressure_compliance(body) * (modes * p));
    }
  } // namespace

  // Undeformed: int l (J - 1) = 0, and what the body says is -int l (Jhat - 1).
  TEST(PressureTraining, AllPointsAreTheBody)
  {
    for (const VolumetricKind kind :
         {VolumetricKind::logarithmic, VolumetricKind::ogden})
      {
        const DiscreteBody body = foam(kind);
        const Matrix modes      = random_numbers(body.n_pressures, 4, 11, 0.1);
        const PressurePoints points =
          train_pressure_points(body, modes, Matrix(4, 0), 0);
        EXPECT_EQ(points.n_points(), body.n_points());
        const Vector p = random_numbers(4, 1, 12, 0.5);
        const BodyResponse full =
          evaluate_body(body,
                        Vector::Zero(body.n_displacements()),
                        modes * p,
                        Need::residual);
        const Vector exact = -modes.transpose() * full.volume;
        EXPECT_LT((volume_of(body, points, modes, p) - exact).norm(),
                  1e-12 * exact.norm());
      }
  }

  TEST(PressureTraining, FewPointsAreNearlyAll)
  {
    const DiscreteBody body  = foam(VolumetricKind::logarithmic);
    const Matrix modes       = random_numbers(body.n_pressures, 3, 11, 0.1);
    const Matrix states      = random_numbers(3, 30, 12, 2.);
    const PressurePoints all = train_pressure_points(body, modes, states, 0),
                         few = train_pressure_points(body, modes, states, 1e-3);
    EXPECT_LT(few.n_points(), all.n_points() / 2);
    EXPECT_GT(few.n_points(), 3);
    check(few, 3);
    PressureResponse a, b;
    double difference = 0, size = 0;
    for (int s = 0; s < states.cols(); ++s)
      {
        evaluate(all, states.col(s), false, a);
        evaluate(few, states.col(s), false, b);
        difference += (a.volume - b.volume).squaredNorm();
        size += a.volume.squaredNorm();
      }
    EXPECT_LT(std::sqrt(difference / size), 1e-2);
  }

  TEST(PressureTraining, LinearLawsHaveNoPoints)
  {
    const DiscreteBody body = foam(VolumetricKind::quadratic);
    EXPECT_FALSE(has_nonlinear_volume(body));
    EXPECT_EQ(train_pressure_points(
                body, random_numbers(body.n_pressures, 2, 1), Matrix(2, 0), 0)
                .n_points(),
              0);
  }
} // namespace rivlin
