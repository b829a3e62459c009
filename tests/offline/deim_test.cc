// SPDX-License-Identifier: Apache-2.0
// DEIM: choice of rows, exactness on its snapshots, error bound, touched cells.
#include <rivlin/offline/body_matrices.h>
#include <rivlin/offline/deim.h>

#include <rivlin/base/error.h>
#include <rivlin/offline/reduced_response.h>

#include "small_body.h"
#include "trial_basis.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <Eigen/QR>

#include <set>

namespace rivlin
{
  namespace
  {
    struct Training
    {
      DiscreteBody body;
      Matrix modes, states;

      explicit Training(int dim = 2)
      {
        SmallBodyOptions options;
        options.dim       = dim;
        options.n_angular = dim == 2 ? 12 : 5;
        body              = make_small_body(options);
        modes             = smooth_modes(body, 4);
        states            = trial_states(4, 6, 1, 0.2);
      }
    };

    TEST(Deim, RowsAreThoseOfAlgorithm3)
    {
      // By hand: v_1 is largest in row 2. With it c = 1/2, and
      // v_2 - v_1 / 2 = (3.5, -1.5, 0, 2) is largest in row 0. The third
      // residual (P^T V) c = (4, 2), c = (0.4, 0.8): v_3 - V c
      // = (0, 7.4, 0, 0.8) is largest in row 1.
      Matrix V(4, 3);
      V << 1, 4, 4, //
        3, 0, 10,   //
        4, 2, 4,    //
        2, 3, 4;
      EXPECT_EQ(deim_rows(V, DeimSelection::greedy),
                (std::vector<int>{2, 0, 1}));
      V.col(2) = V.col(0) - V.col(1);
      EXPECT_THROW(deim_rows(V, DeimSelection::greedy), Error);
      EXPECT_THROW(deim_rows(V, DeimSelection::pivoted_qr), Error);
    }

    TEST(Deim, ErrorBoundOfLemma6511Holds)
    {
      const Matrix random = random_numbers(50, 6, 3);
      const Matrix U = Eigen::HouseholderQR<Matrix>(random).householderQ() *
                       Matrix::Identity(50, 6);
      for (const DeimSelection selection :
           {DeimSelection::greedy, DeimSelection::pivoted_qr})
        {
          const std::vector<int> rows = deim_rows(U, selection);
          EXPECT_EQ(std::set<int>(rows.begin(), rows.end()).size(), 6u);
          const double constant = deim_constant(U, rows);
          for (unsigned seed = 1; seed < 20; ++seed)
            {
              const Vector f       = random_numbers(50, 1, 100 + seed);
              const Vector at_rows = f(rows);
              const Vector interpolated =
                U * Matrix(U(rows, Eigen::all)).lu().solve(at_rows);
              const double best = (f - U * (U.transpose() * f)).norm();
              EXPECT_LE((f - interpolated).norm(),
                        constant * best * (1 + 1e-12));
            }
          // Rows of orthonormal columns are no longer than one.
          EXPECT_GE(constant, 1);
        }
    }

    TEST(Deim, SnapshotsInTheSpanAreExact)
    {
      for (const int dim : {2, 3})
        for (const bool assembled : {true, false})
          for (const DeimSelection selection :
               {DeimSelection::greedy, DeimSelection::pivoted_qr})
            {
              const Training t(dim);
              DeimOptions options;
              options.assembled = assembled;
              options.selection = selection;
              options.n_modes   = 6;
              const Deim deim = train_deim(t.body, t.modes, t.states, options);
              EXPECT_EQ(deim.rows.size(), 6u);
              EXPECT_EQ(deim.force.n_points(),
                        int(deim.cells.size()) * t.body.basis.n_points);
              EXPECT_LT(deim.cells.size(), std::size_t(t.body.n_cells()));
              EXPECT_LE(deim.cells.size(), assembled ? 24u : 6u);
              const ReducedResponses exact =
                galerkin_responses(t.body, t.modes, t.states, Need::residual);
              for (int s = 0; s < 6; ++s)
                {
                  ForceEvaluation at;
                  const Vector r = t.states.col(s);
                  evaluate(deim.force, r, Need::residual, at);
                  // Roundoff times the constant of the bound.
                  EXPECT_LT((at.force - exact.forces.col(s)).norm(),
                            1e-13 * deim.constant * exact.forces.norm());
                }
            }
    }

    TEST(Deim, MatchesTheInterpolationOfTheFullForce)
    {
      // At states that were not trained, against (6.35) written out.
      const Training t;
      for (const bool assembled : {true, false})
        {
          DeimOptions options;
          options.assembled    = assembled;
          options.n_modes      = 4;
          const Deim deim      = train_deim(t.body, t.modes, t.states, options);
          const Vector r       = trial_states(4, 1, 9, 0.2);
          const Vector full    = force_snapshots(t.body, t.modes, r, assembled);
          const Vector at_rows = full(deim.rows);
          const Vector interpolated =
            deim.basis *
            Matrix(deim.basis(deim.rows, Eigen::all)).lu().solve(at_rows);
          Vector nodal = Vector::Zero(t.body.n_displacements());
          if (assembled)
            nodal = interpolated;
          else
            for (std::size_t l = 0; l < t.body.cell_nodes.size(); ++l)
              nodal.segment(2 * t.body.cell_nodes[l], 2) +=
                interpolated.segment(2 * l, 2);
          ForceEvaluation at;
          evaluate(deim.force, r, Need::residual, at);
          EXPECT_LT((at.force - t.modes.transpose() * nodal).norm(),
                    1e-12 * deim.constant * at.force.norm());
          EXPECT_LT(
            (interpolated - full).norm(),
            deim.constant *
              (full - deim.basis * (deim.basis.transpose() * full)).norm() *
              (1 + 1e-12));
        }
    }

    TEST(Deim, MoreRowsAreFittedByLeastSquares)
    {
      const Training t;
      DeimOptions options;
      options.n_modes       = 3;
      options.rows_per_mode = 2;
      const Deim deim       = train_deim(t.body, t.modes, t.states, options);
      ASSERT_EQ(deim.rows.size(), 6u);
      ASSERT_EQ(deim.basis.cols(), 3);
      const Vector r       = trial_states(4, 1, 9, 0.2);
      const Vector full    = force_snapshots(t.body, t.modes, r, true);
      const Vector at_rows = full(deim.rows);
      // Normal equations, written out.
      const Matrix PU = deim.basis(deim.rows, Eigen::all);
      const Vector fitted =
        deim.basis *
        Matrix(PU.transpose() * PU).llt().solve(PU.transpose() * at_rows);
      ForceEvaluation at;
      evaluate(deim.force, r, Need::residual, at);
      EXPECT_LT((at.force - t.modes.transpose() * fitted).norm(),
                1e-10 * at.force.norm());
      DeimOptions interpolation   = options;
      interpolation.rows_per_mode = 1;
      EXPECT_LE(deim.constant,
                train_deim(t.body, t.modes, t.states, interpolation).constant *
                  (1 + 1e-12));
    }

    TEST(Deim, LinearForceCanBeExact)
    {
      for (const bool assembled : {true, false})
        {
          const Training t;
          DeimOptions options;
          options.assembled    = assembled;
          options.n_modes      = 3;
          options.exact_linear = true;
          const Deim deim      = train_deim(t.body, t.modes, t.states, options);
          ForceEvaluation at;
          evaluate(deim.force, Vector::Zero(4), Need::residual_and_tangent, at);
          const Matrix K =
            t.modes.transpose() * (rest_stiffness(t.body) * t.modes);
          EXPECT_LT((at.tangent - K).norm(), 1e-12 * K.norm());
          EXPECT_LT(at.force.norm(), 1e-12 * K.norm());
          // The tangent is the derivative of the force, with the linear part.
          const Vector r = trial_states(4, 1, 9, 0.2),
                       d = trial_states(4, 1, 8, 1);
          evaluate(deim.force, r, Need::residual_and_tangent, at);
          const Vector expected = at.tangent * d;
          const double h        = 1e-5;
          ForceEvaluation plus, minus;
          evaluate(deim.force, r + h * d, Need::residual, plus);
          evaluate(deim.force, r - h * d, Need::residual, minus);
          EXPECT_LT(((plus.force - minus.force) / (2 * h) - expected).norm(),
                    1e-7 * expected.norm());
          // All snapshots in the span: exact there.
          options.n_modes = 6;
          const Deim all  = train_deim(t.body, t.modes, t.states, options);
          const ReducedResponses exact =
            galerkin_responses(t.body, t.modes, t.states, Need::residual);
          for (int s = 0; s < 6; ++s)
            {
              evaluate(all.force, t.states.col(s), Need::residual, at);
              // 1e-9: the linear forces of the training are differences.
              EXPECT_LT((at.force - exact.forces.col(s)).norm(),
                        1e-9 * all.constant * exact.forces.norm());
            }
        }
    }

    TEST(Deim, ToleranceChoosesTheNumberOfModes)
    {
      const Training t;
      DeimOptions options;
      options.tolerance   = 0.1;
      const Deim deim     = train_deim(t.body, t.modes, t.states, options);
      const int k         = static_cast<int>(deim.rows.size());
      const Vector &sizes = deim.singular_values;
      EXPECT_LE(sizes.tail(6 - k).norm(), 0.1 * sizes.norm());
      EXPECT_GT(sizes.tail(7 - k).norm(), 0.1 * sizes.norm());
      options.n_modes = 7;
      EXPECT_THROW(train_deim(t.body, t.modes, t.states, options), Error);
      EXPECT_THROW(
        train_deim(t.body, t.modes, Matrix::Zero(4, 3), DeimOptions()), Error);
    }
  } // namespace
} // namespace rivlin
