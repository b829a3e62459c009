// SPDX-License-Identifier: Apache-2.0
// The updated Lagrangian method: its coordinates, its order, its energy.
#include <rivlin/base/error.h>
#include <rivlin/benchmarks/heavy_top_study.h>
#include <rivlin/benchmarks/pendulum.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <string>
#include <vector>

using namespace rivlin;

namespace
{
  const HeavyTopSpace r3_so3 = HeavyTopSpace::r3_so3;

  Matrix tangent_at(const CoordinateMap map,
                    const ConfigurationSpace &space,
                    const Vector &y)
  {
    Matrix T(space.n_velocities(), space.n_velocities());
    coordinate_tangent(map, space, y, T);
    return T;
  }

  std::vector<double> errors_of(const std::vector<VerificationRow> &rows,
                                const std::string &quantity)
  {
    std::vector<double> result;
    for (const VerificationRow &row : rows)
      if (row.quantity == quantity)
        result.push_back(row.error);
    return result;
  }

  struct EnergyError
  {
    double largest = 0, final = 0;
    double iterations = 0; ///< Newton's, a step
  };

  /// Heavy top to t = 2, rho_inf = 0.9, as in Bruls et al. 2012, Fig. 2.
  EnergyError energy_error(const std::string &method, const int n_steps)
  {
    const Benchmark problem = heavy_top(r3_so3);
    IntegratorOptions options;
    options.generalized_alpha.parameters = chung_hulbert(0.9);
    const auto integrator = make_integrator(method, *problem.system, options);
    State state           = problem.start;
    integrator->start(state);
    const double start = heavy_top_energy(state);
    EnergyError result;
    for (int i = 0; i < n_steps; ++i)
      {
        const StepReport &report = integrator->step(state, 2. / n_steps);
        EXPECT_TRUE(report.accepted) << method << ": " << report.reason;
        if (!report.accepted)
          return result;
        result.final   = heavy_top_energy(state) - start;
        result.largest = std::max(result.largest, std::abs(result.final));
      }
    result.iterations =
      static_cast<double>(integrator->counters().newton_iterations) / n_steps;
    std::cout << method << ", h = " << 2. / n_steps
              << ": energy error at t = 2 " << result.final << " J, largest "
              << result.largest << " J of " << start << " J, "
              << result.iterations << " Newton iterations a step\n";
    return result;
  }
} // namespace

TEST(CoordinateMap, TangentsAreDerivativesOfTheMap)
{
  const ConfigurationSpace space = rigid_body_space();
  const Vector y{{0.3, -1, 2, 0.9, -1.4, 0.6}}, u{{1, 2, -1, 0.4, 0.3, -0.8}};
  const double h = 1e-5;
  Vector w, q_minus, q_plus, rate;
  for (const CoordinateMap map :
       {CoordinateMap::exponential, CoordinateMap::conformal})
    {
      coordinate_exponent(map, space, y - h * u, w);
      exponential(space, w, q_minus);
      coordinate_exponent(map, space, y + h * u, w);
      exponential(space, w, q_plus);
      difference(space, q_minus, q_plus, rate);
      // Central differences: h^2 and eps / h are 1e-10 and 1e-11.
      EXPECT_LT((rate / (2 * h) - tangent_at(map, space, y) * u).norm(), 1e-8);
      Matrix derivative(6, 6);
      coordinate_tangent_derivative(map, space, y, u, derivative);
      const Matrix differences = (tangent_at(map, space, y + h * u) -
                                  tangent_at(map, space, y - h * u)) /
                                 (2 * h);
      EXPECT_LT((differences - derivative).norm(), 1e-8);
    }
}

TEST(CoordinateMap, ConformalRotationVectorIsThatOfThePaper)
{
  // Bruls et al. 2012, eq. 81; also without rotation.
  for (const Vector3 &c :
       {Vector3(0.9, -1.4, 0.6), Vector3(1e-9, 0, 0), Vector3(0, 0, 0)})
    {
      const double c_0 = (16 - c.squaredNorm()) / 8;
      Matrix3 R        = 2 * c * c.transpose() + 2 * c_0 * skew(c);
      R.diagonal().array() += c_0 * c_0 + 8 * c_0 - 16;
      R /= (4 - c_0) * (4 - c_0);
      Vector w;
      coordinate_exponent(CoordinateMap::conformal, rotation_group(), c, w);
      EXPECT_LT((rotation_matrix(rotation_exponential(w)) - R).norm(), 1e-14);
    }
}

TEST(LocalSystem, TangentIsTheDerivativeOfTheResidual)
{
  const Benchmark problem = heavy_top(r3_so3);
  const TangentWeights weights{.q = 1, .v = 3, .a = 7, .scaling = 0.1};
  for (const CoordinateMap map :
       {CoordinateMap::exponential, CoordinateMap::conformal})
    {
      LocalSystem local(*problem.system, map);
      local.set_origin(problem.start.q);
      State state;
      state.q      = Vector{{0.3, -1, 2, 0.9, -1.4, 0.6}};
      state.v      = Vector{{1, 2, -1, 0.4, 0.3, -0.8}};
      state.a      = Vector{{-1, 0.5, 2, 1.4, -0.3, 0.2}};
      state.lambda = Vector{{1, -2, 3}};
      Blocks x{Vector{{0.2, 1, -0.6, 0.7, -0.1, 0.4}}, Vector{{2, 1, -1}}};
      const double h   = 1e-5;
      const auto moved = [&](const double s) {
        State result = state;
        result.q += s * weights.q * x.q;
        result.v += s * weights.v * x.q;
        result.a += s * weights.a * x.q;
        result.lambda += s * x.lambda;
        Blocks r;
        EXPECT_TRUE(local.residual(result, ConstraintLevel::position, r).valid);
        return r;
      };
      const Blocks plus = moved(h), minus = moved(-h);
      const Blocks rhs{(plus.q - minus.q) / (2 * h),
                       (plus.lambda - minus.lambda) / (2 * h)};
      const auto tangent = local.make_tangent();
      ASSERT_TRUE(
        tangent->linearize(state, ConstraintLevel::position, weights).valid);
      Blocks solution;
      ASSERT_TRUE(tangent->solve(rhs, solution).valid);
      // The differences here have errors of 1e-9, times the mass 15.
      EXPECT_LT((solution.q - x.q).norm(), 1e-6);
      EXPECT_LT((solution.lambda - x.lambda).norm(), 1e-6);
    }
}

TEST(UpdatedLagrangian, IsOfOrderTwoOnTheHeavyTop)
{
  for (const std::string method : {"UL", "UL-CRV"})
    for (const bool is_perturbed : {false, true})
      {
        IntegratorOptions options;
        options.generalized_alpha.parameters       = chung_hulbert(0.9);
        options.generalized_alpha.newton.tolerance = 1e-12;
        if (is_perturbed)
          options.generalized_alpha.starting_values =
            StartingValues::second_differences;
        const auto rows =
          heavy_top_errors(r3_so3, method, options, "", {1024, 2048, 4096});
        for (const VerificationRow &row : rows)
          {
            ASSERT_NE(row.quantity, "refused") << row.note;
            std::cout << method << (is_perturbed ? ", perturbed" : ", plain")
                      << ", " << row.quantity << ": " << row.error << ", order "
                      << row.observed_order << '\n';
          }
        // The coordinates add a large term of order 3 to the error (the spin
        // is not constant in them): orders approach 2 from above. Errors a h^2
        // + b h^3 with a and b from the first two steps must predict the third.
        for (const std::string quantity : {"largest q", "largest v"})
          {
            const std::vector<double> e = errors_of(rows, quantity);
            ASSERT_EQ(e.size(), 3u);
            const double a = 8 * e[1] - e[0], b = e[0] - a;
            EXPECT_GT(a, 0.1 * e[0]) << method << ", " << quantity;
            EXPECT_NEAR(a / 16 + b / 64, e[2], 0.05 * e[2])
              << method << ", " << quantity;
          }
        // As for the Lie group method the plain start costs one order.
        const std::vector<double> e = errors_of(rows, "largest lambda");
        ASSERT_EQ(e.size(), 3u);
        if (is_perturbed)
          EXPECT_GT(std::log2(e[1] / e[2]), 1.9) << method;
        else
          EXPECT_NEAR(std::log2(e[1] / e[2]), 1, 0.1) << method;
      }
}

TEST(UpdatedLagrangian, LieGroupMethodDriftsLessThanTheConformalOne)
{
  // Bruls et al. 2012, Section 7.1: h = 2e-3 to t = 2.
  const EnergyError lie = energy_error("generalized alpha", 1000),
                    crv = energy_error("UL-CRV", 1000);
  EXPECT_LT(std::abs(lie.final), std::abs(crv.final));
  EXPECT_LT(lie.largest, crv.largest);
  // The drift is an error of the method: it vanishes with the step, as h^2 at
  // least. Newton's iterations are as many as those of the Lie group method.
  const EnergyError lie_half = energy_error("generalized alpha", 2000),
                    crv_half = energy_error("UL-CRV", 2000);
  EXPECT_LT(lie_half.largest, crv_half.largest);
  EXPECT_LT(crv_half.largest, crv.largest / 4);
  EXPECT_LT(crv.iterations, 1.1 * lie.iterations);
  const EnergyError exponential = energy_error("UL", 1000);
  EXPECT_LT(energy_error("UL", 2000).largest, exponential.largest / 4);
}

TEST(UpdatedLagrangian, IsTheClassicalMethodOnVectorSpaces)
{
  const Benchmark problem = pendulum();
  State expected          = problem.start;
  GeneralizedAlpha classical(*problem.system);
  classical.start(expected);
  for (const CoordinateMap map :
       {CoordinateMap::exponential, CoordinateMap::conformal})
    {
      State state = problem.start;
      UpdatedLagrangian integrator(*problem.system, map);
      integrator.start(state);
      State reference = expected;
      for (int i = 0; i < 10; ++i)
        {
          ASSERT_TRUE(integrator.step(state, 0.01).accepted);
          ASSERT_TRUE(classical.step(reference, 0.01).accepted);
        }
      EXPECT_EQ(state.q, reference.q);
      EXPECT_EQ(state.lambda, reference.lambda);
    }
}

TEST(UpdatedLagrangian, RefusedStepsAndSettingsAreExplained)
{
  const Benchmark problem = heavy_top(r3_so3);
  GeneralizedAlphaOptions options;
  options.newton.max_iterations = 1;
  UpdatedLagrangian integrator(*problem.system,
                               CoordinateMap::conformal,
                               options);
  State state = problem.start;
  integrator.start(state);
  const State before       = state;
  const StepReport &report = integrator.step(state, 0.01);
  EXPECT_FALSE(report.accepted);
  EXPECT_FALSE(report.reason.empty());
  EXPECT_EQ(state.q, before.q);
  EXPECT_EQ(state.memory[0].values, before.memory[0].values);

  options.stabilized_index_2 = true;
  EXPECT_THROW(UpdatedLagrangian(*problem.system,
                                 CoordinateMap::exponential,
                                 options),
               Error);
  EXPECT_THROW(UpdatedLagrangian(*heavy_top(HeavyTopSpace::se3).system,
                                 CoordinateMap::conformal),
               Error);
  State wrong = problem.start;
  wrong.q.resize(3);
  EXPECT_THROW(integrator.start(wrong), Error);
}
