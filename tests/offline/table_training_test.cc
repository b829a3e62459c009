// SPDX-License-Identifier: Apache-2.0
// Tables for lookup and TPWL: choice of states, exact values, second
// derivatives, condensation, and Lemma 6.5.8.
#include <rivlin/offline/table_training.h>

#include <rivlin/base/error.h>
#include <rivlin/offline/volume_training.h>

#include "small_body.h"
#include "trial_basis.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace rivlin
{
  namespace
  {
    struct Training
    {
      DiscreteBody body;
      int N = 4;
      Matrix modes, states, metric;

      Training()
      {
        SmallBodyOptions options;
        options.n_radial  = 1;
        options.n_angular = 6;
        body              = make_small_body(options);
        modes             = smooth_modes(body, N);
        states            = trial_states(N, 12, 1, 0.2);
        metric            = energy_metric(body, modes).root;
      }
    };

    ForceEvaluation evaluation(const ReducedForce &force, const Vector &r)
    {
      ForceEvaluation at;
      evaluate(force, r, Need::residual_and_tangent, at);
      return at;
    }

    TEST(TableTraining, FarthestStatesAreChosenFirst)
    {
      const Matrix line = (Matrix(1, 6) << 4, 0.5, 10, 6, 0.5, 9.5).finished();
      const Matrix metric = Matrix::Constant(1, 1, 2);
      // Nearest to zero, farthest from it, then the middle.
      EXPECT_EQ(choose_states(line, metric, {3, 0}),
                (std::vector<int>{1, 2, 3}));
      // 9.5 is closer than 3 / 2 to 10, 4 is not that close to 6.
      EXPECT_EQ(choose_states(line, metric, {0, 3}),
                (std::vector<int>{1, 2, 3, 0}));
      // The state that is there twice is chosen once.
      EXPECT_EQ(choose_states(line, metric, {}).size(), 5u);
      EXPECT_THROW(choose_states(Matrix(1, 0), metric, {}), Error);
    }

    TEST(TableTraining, LookupIsExactAtItsStates)
    {
      const Training t;
      LookupForce lookup;
      lookup.table = train_table(t.body, t.modes, t.states, t.metric);
      const ReducedResponses exact = galerkin_responses(
        t.body, t.modes, t.states, Need::residual_and_tangent);
      for (int s = 0; s < 12; ++s)
        {
          const ForceEvaluation at = evaluation(lookup, t.states.col(s));
          EXPECT_LT((at.force - exact.forces.col(s)).norm(),
                    1e-14 * at.force.norm());
        }
      EXPECT_THROW(train_table(t.body, t.modes, t.states, Matrix::Ones(3, 3)),
                   Error);
    }

    /// Error of the force at distance h from a state.
    double error_at(const Training &t, const ReducedForce &force, double h)
    {
      const Vector r =
        t.states.col(0) + h * (t.states.col(1) - t.states.col(2));
      const ReducedResponses exact =
        galerkin_responses(t.body, t.modes, r, Need::residual);
      return (evaluation(force, r).force - exact.forces.col(0)).norm();
    }

    TEST(TableTraining, SecondDerivativesRaiseTheOrder)
    {
      const Training t;
      LookupForce first;
      first.table =
        train_table(t.body, t.modes, t.states.leftCols(1), t.metric);
      LookupForce second = first;
      second.second =
        second_by_differences(t.body, t.modes, t.states.leftCols(1));
      const double h = 0.02;
      // Errors of order 2 and 3: halving gives 4 and 8 up to terms of order h.
      EXPECT_NEAR(error_at(t, first, h) / error_at(t, first, h / 2), 4, 0.3);
      EXPECT_NEAR(error_at(t, second, h) / error_at(t, second, h / 2), 8, 0.6);
    }

    TEST(TableTraining, NeighboursGiveTheirDirections)
    {
      const Training t;
      const ForceTable table =
        train_table(t.body, t.modes, t.states.leftCols(4), t.metric);
      const Matrix second = second_from_neighbours(table, 3);
      for (int s = 0; s < 4; ++s)
        for (int n = 0; n < 4; ++n)
          {
            const Vector d = table.states.col(n) - table.states.col(s);
            const Vector K =
              Eigen::Map<const Matrix>(second.col(s).data(), t.N * t.N, t.N) *
              d;
            const Vector change = table.tangents.col(n) - table.tangents.col(s);
            EXPECT_LT((K - change).norm(),
                      1e-11 * table.tangents.col(s).norm());
          }
      EXPECT_THROW(second_from_neighbours(table, 4), Error);
    }

    TEST(TableTraining, CondensedTangentIsTheDerivative)
    {
      const Training t;
      const Matrix L                = random_numbers(t.body.n_pressures, 2, 5);
      const VolumePolynomial volume = train_volume(t.body, t.modes, L);
      const Matrix C                = (Matrix(2, 2) << 3, 1, 1, 2).finished();
      const double h                = 1e-5;
      const Vector r = t.states.col(0), d = t.states.col(1);
      Matrix around(t.N, 3);
      around << r, r + h * d, r - h * d;
      const ForceTable table =
        condense(train_table(t.body, t.modes, around, t.metric), volume, C);
      const Vector change =
        (table.forces.col(1) - table.forces.col(2)) / (2 * h);
      const Vector tangent =
        Eigen::Map<const Matrix>(table.tangents.col(0).data(), t.N, t.N) * d;
      // 1e-8: h^2 and roundoff 1e-16 / h of the differences.
      EXPECT_LT((change - tangent).norm(), 1e-8 * tangent.norm());
      EXPECT_NEAR((table.energies[1] - table.energies[2]) /
                    (2 * h * table.forces.col(0).dot(d)),
                  1,
                  1e-8);
      const ForceTable isochoric =
        train_table(t.body, t.modes, around, t.metric);
      EXPECT_GT((table.forces - isochoric.forces).norm(),
                1e-3 * isochoric.forces.norm());
      EXPECT_THROW(condense(isochoric, volume, Matrix::Zero(2, 2)), Error);
    }

    TEST(TableTraining, LookupAndProjectionCommute)
    {
      // Lemma 6.5.8 and Remark 6.5.9: identity modes give the full model.
      const Training t;
      const int n             = t.body.n_displacements();
      const Matrix all        = Matrix::Identity(n, n);
      const Matrix full       = t.modes * t.states;
      const ForceTable before = train_table(t.body, all, full, all);
      const ForceTable after  = train_table(t.body, t.modes, t.states, t.modes);
      LookupForce lookup_before{before, second_from_neighbours(before, 3)};
      LookupForce lookup_after{after, second_from_neighbours(after, 3)};
      TpwlForce tpwl_before, tpwl_after;
      tpwl_before.table = before;
      tpwl_after.table  = after;
      tpwl_before.beta = tpwl_after.beta = 3;
      const std::vector<std::pair<ReducedForce, ReducedForce>> pairs{
        {LookupForce{before, {}}, LookupForce{after, {}}},
        {lookup_before, lookup_after},
        {tpwl_before, tpwl_after}};
      const Vector r = trial_states(t.N, 1, 77, 0.2);
      for (const auto &[force_before, force_after] : pairs)
        {
          const ForceEvaluation a = evaluation(force_before, t.modes * r);
          const ForceEvaluation b = evaluation(force_after, r);
          // Sums of some thousand products; the second derivatives solve least
          // squares of condition 1e2.
          EXPECT_LT((t.modes.transpose() * a.force - b.force).norm(),
                    1e-11 * b.force.norm());
          EXPECT_LT(
            (t.modes.transpose() * a.tangent * t.modes - b.tangent).norm(),
            1e-11 * b.tangent.norm());
        }
    }
  } // namespace
} // namespace rivlin
