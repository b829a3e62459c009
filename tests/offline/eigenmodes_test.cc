// SPDX-License-Identifier: Apache-2.0
// Eigenmodes against dense solvers and the exact torsional frequency.
#include <rivlin/offline/eigenmodes.h>

#include <rivlin/base/error.h>
#include <rivlin/offline/orthonormalize.h>

#include "offline/small_body.h"
#include "offline/static_states.h"

#include <Eigen/Eigenvalues>

#include <gtest/gtest.h>

#include <limits>

namespace rivlin
{
  namespace
  {
    Eigenmodes modes_at_rest(const DiscreteBody &body, int count)
    {
      return fixed_interface_modes(body,
                                   Vector::Zero(body.n_displacements()),
                                   Vector::Zero(body.n_pressures),
                                   count);
    }

    /// Free part of the condensed tangent K + B^T C^-1 B, dense.
    Vector
    dense_values(const DiscreteBody &body, const Vector &u, const Vector &p)
    {
      const BodyResponse r =
        evaluate_body(body, u, p, Need::residual_and_tangent);
      const Matrix V = free_identity(body);
      Matrix K       = V.transpose() * (r.stiffness * V);
      if (body.n_pressures > 0)
        {
          const Matrix B = r.coupling * V;
          K += B.transpose() * Matrix(r.compliance).ldlt().solve(B);
        }
      const Matrix M = V.transpose() * (mass_matrix(body) * V);
      return Eigen::GeneralizedSelfAdjointEigenSolver<Matrix>(K, M)
        .eigenvalues();
    }
  } // namespace

  TEST(Eigenmodes, AgreeWithADenseSolver)
  {
    for (const bool mixed : {false, true})
      {
        SmallBodyOptions options;
        options.mixed           = mixed;
        options.rubber          = small_body_rubber(mixed ? 2000 : 30);
        const DiscreteBody body = make_small_body(options);
        const Vector expected =
          dense_values(body,
                       Vector::Zero(body.n_displacements()),
                       Vector::Zero(body.n_pressures));
        const Eigenmodes found = modes_at_rest(body, 7);
        for (int k = 0; k < 7; ++k)
          EXPECT_NEAR(found.squared_frequencies[k],
                      expected[k],
                      1e-8 * expected[k]);
        const SparseMatrix M = mass_matrix(body);
        EXPECT_LT((InnerProduct(M).gram(found.modes, found.modes) -
                   Matrix::Identity(7, 7))
                    .norm(),
                  1e-12);
        for (const BodySupport &support : body.supports)
          for (const int i : support.displacements)
            EXPECT_EQ(found.modes.row(i).norm(), 0);
      }
  }

  TEST(Eigenmodes, AtAPreload)
  {
    const DiscreteBody body = make_small_body();
    const Matrix psi        = lifting_modes(body);
    SleevePose pose;
    pose.translation = Vector3(2.5, 0, 0);
    const ReducedEquilibrium state =
      solve_equilibrium(body,
                        psi,
                        free_identity(body),
                        Matrix::Identity(body.n_pressures, body.n_pressures),
                        sleeve_coordinates(body,
                                           pose_column({pose, SleevePose()})));
    const Vector expected  = dense_values(body, state.u, state.p);
    const Eigenmodes found = fixed_interface_modes(body, state.u, state.p, 4);
    for (int k = 0; k < 4; ++k)
      EXPECT_NEAR(found.squared_frequencies[k],
                  expected[k],
                  1e-8 * expected[k]);
    EXPECT_GT(std::abs(found.squared_frequencies[0] /
                         modes_at_rest(body, 1).squared_frequencies[0] -
                       1),
              1e-3);
  }

  TEST(Eigenmodes, FindTheTorsionalWave)
  {
    // Exact: omega = k1 sqrt(mu/rho), k1 = 0.2156472480/mm (J1, Y1 between 10
    // and 25 mm), volume preserving: the same for any bulk modulus.
    SmallBodyOptions options;
    options.n_radial  = 4;
    options.n_angular = 12;
    options.rubber = small_body_rubber(std::numeric_limits<double>::infinity());
    const DiscreteBody body = make_small_body(options);
    const Eigenmodes found  = modes_at_rest(body, 10);
    const double exact      = 0.2156472480 * 0.2156472480 / 1.1e-9;
    double best = 1, volume = 0;
    const SparseMatrix B = coupling(body, Vector::Zero(body.n_displacements()));
    for (int k = 0; k < 10; ++k)
      {
        best =
          std::min(best, std::abs(found.squared_frequencies[k] / exact - 1));
        volume =
          std::max(volume,
                   (B * found.modes.col(k)).norm() /
                     (B.cwiseAbs() * found.modes.col(k).cwiseAbs()).norm());
      }
    // Quadratic elements, 4 over half a wave: (pi/8)^4 / 20 = 1e-3 at most.
    EXPECT_LT(best, 1e-3);
    // The added compliance is 1e-8 of that of the displacements.
    EXPECT_LT(volume, 1e-6);
  }

  TEST(Eigenmodes, RefusesTooMany)
  {
    SmallBodyOptions options;
    options.n_angular = 4;
    options.rubber = small_body_rubber(std::numeric_limits<double>::infinity());
    const DiscreteBody body = make_small_body(options);
    EXPECT_THROW(modes_at_rest(body, 0), Error);
    EXPECT_THROW(modes_at_rest(body, 1000), Error);
  }
} // namespace rivlin
