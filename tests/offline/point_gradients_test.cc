// SPDX-License-Identifier: Apache-2.0
// Gradients at points, and the projected force against the element kernel.
#include <rivlin/offline/point_gradients.h>

#include <rivlin/base/error.h>
#include <rivlin/offline/reduced_response.h>

#include "small_body.h"
#include "trial_basis.h"

#include <gtest/gtest.h>

namespace rivlin
{
  namespace
  {
    DiscreteBody body_of(int dim)
    {
      SmallBodyOptions options;
      options.dim            = dim;
      options.n_radial       = 2;
      options.n_angular      = 5;
      options.n_steel_layers = 1;
      return make_small_body(options);
    }

    TEST(PointGradients, AreExactForAffineModes)
    {
      for (const int dim : {2, 3})
        {
          const DiscreteBody body = body_of(dim);
          // Mode (i, J): u_i = X_J.
          Matrix modes = Matrix::Zero(body.n_displacements(), dim * dim);
          for (int node = 0; node < body.n_nodes; ++node)
            for (int i = 0; i < dim; ++i)
              for (int J = 0; J < dim; ++J)
                modes(node * dim + i, i * dim + J) =
                  body.coordinates[node * dim + J];
          int n_cells = 0;
          for_each_cell(body, modes, [&](int cell, const GradientRows &G) {
            EXPECT_EQ(cell, n_cells++);
            for (int q = 0; q < body.basis.n_points; ++q)
              // 1e-12: coordinates of 40 mm, cells of 10 mm, 27 products.
              EXPECT_LT((G.middleRows(q * dim * dim, dim * dim) -
                         Matrix::Identity(dim * dim, dim * dim))
                          .norm(),
                        1e-12);
          });
          EXPECT_EQ(n_cells, body.n_cells());
        }
    }

    TEST(PointGradients, ChosenPointsAreThoseOfTheWalk)
    {
      const DiscreteBody body = body_of(2);
      const Matrix modes      = smooth_modes(body, 4);
      const PointForce all    = galerkin_force(body, modes);
      const std::vector<int> points{31, 4, 89, 5};
      const GradientRows chosen = gradients_at(body, modes, points);
      for (int k = 0; k < 4; ++k)
        EXPECT_EQ(chosen.middleRows(4 * k, 4),
                  all.gradients.middleRows(4 * points[k], 4));
    }

    TEST(PointGradients, GalerkinForceIsTheProjectedElementForce)
    {
      for (const int dim : {2, 3})
        {
          const DiscreteBody body = body_of(dim);
          const Matrix modes      = smooth_modes(body, 5);
          const Matrix states     = trial_states(5, 2, 7, 0.2);
          const PointForce points = galerkin_force(body, modes);
          EXPECT_TRUE(points.isochoric);
          const ReducedResponses responses =
            galerkin_responses(body, modes, states, Need::residual_and_tangent);
          for (int s = 0; s < 2; ++s)
            {
              const PlainForce plain = plain_force(points, states.col(s));
              // Sums of a few thousand products in double.
              EXPECT_NEAR(responses.energies[s] / plain.energy, 1, 1e-12);
              EXPECT_LT((responses.forces.col(s) - plain.force).norm(),
                        1e-12 * plain.force.norm());
              EXPECT_LT((Eigen::Map<const Matrix>(
                           responses.tangents.col(s).data(), 5, 5) -
                         plain.tangent)
                          .norm(),
                        1e-12 * plain.tangent.norm());
            }
        }
    }

    TEST(PointGradients, DisplacementFormKeepsTheWholeEnergy)
    {
      SmallBodyOptions options;
      options.mixed           = false;
      options.rubber          = small_body_rubber(30);
      const DiscreteBody body = make_small_body(options);
      const Matrix modes      = smooth_modes(body, 3);
      const Vector state      = trial_states(3, 1, 3, 0.1);
      const PointForce points = galerkin_force(body, modes);
      EXPECT_FALSE(points.isochoric);
      const ReducedResponses responses =
        galerkin_responses(body, modes, state, Need::energy);
      EXPECT_NEAR(responses.energies[0] / plain_force(points, state).energy,
                  1,
                  1e-12);
      EXPECT_EQ(responses.forces.size(), 0);
    }

    TEST(PointGradients, WrongNumberOfRowsIsRefused)
    {
      const DiscreteBody body = body_of(2);
      EXPECT_THROW(galerkin_force(body, Matrix::Ones(7, 2)), Error);
      EXPECT_THROW(galerkin_responses(body,
                                      smooth_modes(body, 2),
                                      Matrix::Ones(3, 1),
                                      Need::energy),
                   Error);
    }

    TEST(ReducedResponse, InvertedStatesAreFoundAndNamed)
    {
      const DiscreteBody body = body_of(2);
      Matrix modes            = Matrix::Zero(body.n_displacements(), 1);
      for (int node = 0; node < body.n_nodes; ++node)
        modes(2 * node, 0) = body.coordinates[2 * node];
      // J = 1, -1, 1.1.
      const Matrix states = (Matrix(1, 3) << 0, -2, 0.1).finished();
      EXPECT_EQ(usable_states(body, modes, states), (std::vector<int>{0, 2}));
      try
        {
          require_valid(galerkin_responses(body, modes, states, Need::energy));
          FAIL();
        }
      catch (const Error &error)
        {
          EXPECT_NE(std::string(error.what()).find("state 1 of 3"),
                    std::string::npos);
        }
    }

    TEST(EnergyMetric, IsIndependentOfTheScalingOfTheModes)
    {
      const DiscreteBody body = body_of(2);
      const Matrix modes      = smooth_modes(body, 4);
      const Vector scale      = (Vector(4) << 1, 1e5, 1e-4, 30).finished();
      const EnergyMetric a    = energy_metric(body, modes);
      const EnergyMetric b    = energy_metric(body, modes * scale.asDiagonal());
      const Vector r          = trial_states(4, 1, 5, 1);
      EXPECT_NEAR((b.root * scale.cwiseInverse().cwiseProduct(r)).norm() /
                    (a.root * r).norm(),
                  1,
                  1e-11);
      EXPECT_NEAR((b.dual * scale.cwiseProduct(r)).norm() / (a.dual * r).norm(),
                  1,
                  1e-9);
      EXPECT_LT((a.root.transpose() * a.root - a.stiffness).norm(),
                1e-12 * a.stiffness.norm());
      EXPECT_LT((a.dual.transpose() * a.root - Matrix::Identity(4, 4)).norm(),
                1e-9);
    }

    TEST(EnergyMetric, BearsWhatAFlatSleeveDoesNotFeel)
    {
      const DiscreteBody body = body_of(2);
      Matrix modes            = smooth_modes(body, 4);
      const EnergyMetric all  = energy_metric(body, modes.leftCols(3));
      modes.col(3).setZero();
      const EnergyMetric with = energy_metric(body, modes);
      const Vector r          = trial_states(3, 1, 5, 1);
      Vector more             = Vector::Zero(4);
      more.head(3)            = r;
      EXPECT_NEAR((with.root * more).norm() / (all.root * r).norm(), 1, 1e-11);
      EXPECT_NEAR((with.dual * more).norm() / (all.dual * r).norm(), 1, 1e-9);
      EXPECT_TRUE(with.dual.allFinite());
    }
  } // namespace
} // namespace rivlin
