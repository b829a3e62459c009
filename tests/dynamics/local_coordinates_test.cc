// SPDX-License-Identifier: Apache-2.0
// theta' = T(theta)^-1 v, its linearization, and Rosenbrock methods that use
// them, against matrices, differences and the free symmetric top.
#include <rivlin/dynamics/integrate.h>
#include <rivlin/dynamics/local_coordinates.h>
#include <rivlin/dynamics/rosenbrock.h>

#include <rivlin/base/error.h>
#include <rivlin/benchmarks/heavy_top.h>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>

using namespace rivlin;

namespace
{
  const ConfigurationSpace all_factors =
    rigid_motion_group() * vector_space(2) * rotation_group();

  /// Irregular numbers of order 1.
  Vector some_vector(const double seed)
  {
    return Vector::NullaryExpr(all_factors.n_velocities(), [&](const int i) {
      return std::sin(seed + 1.7 * i * i + i);
    });
  }

  Matrix ad(const Vector &w)
  {
    const int n = all_factors.n_velocities();
    Matrix result(n, n);
    Vector column;
    for (int j = 0; j < n; ++j)
      {
        commutator(all_factors, w, Vector::Unit(n, j), column);
        result.col(j) = column;
      }
    return result;
  }

  /// The heavy top without gravity: Euler's symmetric top with the axis y. With
  /// L the constant angular momentum and R(0) = I
  ///   R(t) = exp(t L/J_1) exp(t (1 - J_2/J_1) Omega_y e_y).
  struct FreeTop
  {
    HeavyTopData data;
    Vector3 start = {1.3, 4, -0.7};
    Vector3 inertia;

    FreeTop()
    {
      data.gravity.setZero();
      inertia =
        data.inertia + data.mass * Vector3(1, 0, 1); // about the point, X = e_y
    }
    Vector rotation(const double t) const
    {
      const Vector3 L = inertia.cwiseProduct(start);
      const Vector3 spin(0, (1 - inertia(1) / inertia(0)) * start(1), 0);
      return quaternion_product(rotation_exponential(t / inertia(0) * L),
                                rotation_exponential(t * spin));
    }
    Vector velocity(const double t) const
    {
      // Omega = R^T omega, omega = L/J_1 + R spin.
      const Vector3 L   = inertia.cwiseProduct(start);
      const double rate = (1 - inertia(1) / inertia(0)) * start(1);
      const Matrix3 back =
        rotation_matrix(rotation_exponential(Vector3(0, -t * rate, 0)));
      return back * L / inertia(0) + Vector3(0, rate, 0);
    }
    State initial() const
    {
      State state;
      state.q = rotation(0);
      state.v = start;
      return state;
    }
    std::array<double, 2> error(const State &state) const
    {
      Vector w;
      difference(rotation_group(), state.q, rotation(state.time), w);
      return {w.norm(), (state.v - velocity(state.time)).norm()};
    }
  };
} // namespace

TEST(LocalCoordinates, RateIsTheInverseOfTheTangentOperator)
{
  const int n = all_factors.n_velocities();
  for (const double size : {1e-9, 0.1, 1.})
    {
      const Vector theta = size * some_vector(1), v = some_vector(2);
      Matrix T(n, n);
      tangent_operator(all_factors, theta, T);
      Vector rate;
      local_rate(all_factors, theta, v, rate);
      EXPECT_LT((T * rate - v).norm(), 1e-13) << size;
      rate = v;
      local_rate(all_factors, theta, rate, rate);
      EXPECT_LT((T * rate - v).norm(), 1e-13) << "in place, " << size;
    }
}

TEST(LocalCoordinates, StageOperatorInvertsTheLinearization)
{
  const int n    = all_factors.n_velocities();
  const Vector v = some_vector(3), x = some_vector(4);
  // theta' = v - [v, theta]/2 + O(theta^2): differences of order 4.
  const double h = 1e-3;
  Vector slope   = Vector::Zero(n), rate;
  for (const auto &[s, factor] :
       {std::pair{h, 8.}, {-h, -8.}, {2 * h, -1.}, {-2 * h, 1.}})
    {
      local_rate(all_factors, s * x, v, rate);
      slope += factor / (12 * h) * rate;
    }
  EXPECT_LT((slope + 0.5 * ad(v) * x).norm(), 1e-11);

  Matrix S(n, n);
  for (const double size : {1e-9, 1., 50.})
    {
      stage_operator(all_factors, size * v, S);
      const Matrix A = Matrix::Identity(n, n) + 0.5 * size * ad(v);
      EXPECT_LT((A * S - Matrix::Identity(n, n)).norm(), 1e-12 * (1 + size))
        << size;
      Vector product = x;
      multiply_by_stage_operator(all_factors, size * v, product);
      EXPECT_LT((product - S * x).norm(), 1e-12 * (1 + size)) << size;
    }
}

TEST(LocalCoordinates, SizesAreThoseOfTheFactors)
{
  Vector q;
  Vector w = Vector::Zero(11);
  w(6) = -3, w(7) = 4;                              // R^2
  w.tail<3>() = 2 * Vector3(1, -2, 2).normalized(); // SO(3): 2 rad
  exponential(all_factors, w, q);
  q.head<3>() = Vector3(2, 3, 6); // SE(3): |x| = 7
  for (int i = 0; i < 3; ++i)
    {
      EXPECT_DOUBLE_EQ(size_in_direction(all_factors, q, i), 7);
      EXPECT_DOUBLE_EQ(size_in_direction(all_factors, q, 3 + i), 0);
      EXPECT_NEAR(size_in_direction(all_factors, q, 8 + i), 2, 1e-14);
    }
  EXPECT_DOUBLE_EQ(size_in_direction(all_factors, q, 6), 3);
  EXPECT_DOUBLE_EQ(size_in_direction(all_factors, q, 7), 4);
}

TEST(LocalCoordinates, RosenbrockMethodsHaveTheirOrderOnTheFreeTop)
{
  // Four seconds, three turns: closed form.
  const FreeTop top;
  const HeavyTopRotation system(top.data);
  for (const RosenbrockMethod &method : rosenbrock_methods())
    {
      std::array<std::array<double, 2>, 2> error;
      const int n = method.order == 1 ? 3200 : method.gamma > 1 ? 1600 : 400;
      for (int k = 0; k < 2; ++k)
        {
          Rosenbrock integrator(system, method);
          State state = top.initial();
          IntegrationPlan plan;
          plan.end_time                  = 4;
          plan.initial_step              = 4. / (n << k);
          const IntegrationReport report = integrate(integrator, state, plan);
          ASSERT_TRUE(report.finished) << report.reason;
          error[k] = top.error(state);
        }
      for (int i = 0; i < 2; ++i)
        EXPECT_NEAR(std::log2(error[0][i] / error[1][i]), method.order, 0.3)
          << method.name << ", quantity " << i << ", errors " << error[0][i]
          << ", " << error[1][i];
    }
}

TEST(LocalCoordinates, ToleranceControlsTheErrorOfRotations)
{
  const FreeTop top;
  const HeavyTopRotation system(top.data);
  for (const std::string name : {"ROS3P", "ROS3PL", "RODAS4P"})
    {
      std::array<double, 2> error;
      for (int k = 0; k < 2; ++k)
        {
          RosenbrockOptions options;
          options.adaptive            = true;
          options.tolerances.absolute = options.tolerances.relative =
            k == 0 ? 1e-5 : 1e-8;
          Rosenbrock integrator(system, rosenbrock_method(name), options);
          State state = top.initial();
          IntegrationPlan plan;
          plan.end_time                  = 4;
          plan.initial_step              = 1;
          const IntegrationReport report = integrate(integrator, state, plan);
          ASSERT_TRUE(report.finished) << report.reason;
          error[k] = top.error(state)[0];
        }
      // Hundreds of steps, each with an error of the tolerance times 1 + angle.
      EXPECT_LT(error[0], 2e-2) << name;
      EXPECT_LT(error[1], 2e-5) << name;
      EXPECT_GT(error[0] / error[1], 100) << name;
    }
}

TEST(LocalCoordinates, EmbeddedEstimateIsTheLocalErrorOfTheEmbeddedMethod)
{
  // ROS3P: order 2 of the embedded method, so its local error, measured against
  // the better method, falls with h^3.
  const FreeTop top;
  const HeavyTopRotation system(top.data);
  std::array<double, 2> estimate;
  for (int k = 0; k < 2; ++k)
    {
      RosenbrockOptions options;
      options.adaptive   = true;
      options.tolerances = {1e3, 1e-30, false};
      Rosenbrock integrator(system, rosenbrock_method("ROS3P"), options);
      State state = top.initial();
      integrator.start(state);
      const StepReport &report = integrator.step(state, 0.02 / (k + 1));
      ASSERT_TRUE(report.accepted) << report.reason;
      estimate[k] = report.error_estimate;
    }
  EXPECT_NEAR(std::log2(estimate[0] / estimate[1]), 3, 0.2);
}
