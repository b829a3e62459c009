// SPDX-License-Identifier: Apache-2.0
// Tangents, products and time derivatives of a finite element model against
// differences of its residual.
#pragma once

#include <rivlin/dynamics/local_coordinates.h>
#include <rivlin/dynamics/stage_tangent.h>
#include <rivlin/fe/fe_model.h>

#include <deal.II/base/mpi.h>

#include <gtest/gtest.h>

#include <functional>
#include <random>

namespace rivlin
{
  inline Vector
  random_vector(const Eigen::Index n, const double size, const int seed)
  {
    std::mt19937 generator(seed);
    std::uniform_real_distribution<double> uniform(-size, size);
    return Vector::NullaryExpr(n, [&]() { return uniform(generator); });
  }

  template <int dim>
  State random_state(const FEModel<dim> &model, const double velocity)
  {
    State state     = model.initial_state();
    state.time      = 0.4;
    const Vector q0 = state.q;
    model.retract(q0, random_vector(model.n_velocities(), 0.02, 1), state.q);
    state.v      = random_vector(model.n_velocities(), velocity, 2);
    state.a      = random_vector(model.n_velocities(), velocity, 3);
    state.lambda = random_vector(model.n_multipliers(), 0.3, 4);
    return state;
  }

  inline Vector stacked(const Blocks &blocks)
  {
    Vector all(blocks.q.size() + blocks.lambda.size());
    all << blocks.q, blocks.lambda;
    return all;
  }

  /// Over all ranks.
  template <int dim>
  double norm(const FEModel<dim> &model, const Vector &rows)
  {
    return model.residual_norm({rows, Vector()});
  }

  /// Difference quotient of order 4 of a vector function at 0.
  inline Vector slope(const std::function<Vector(double)> &f, const double h)
  {
    return (8 * (f(h) - f(-h)) - (f(2 * h) - f(-2 * h))) / (12 * h);
  }

  template <int dim>
  Vector residual(const FEModel<dim> &model,
                  const State &state,
                  const ConstraintLevel level = ConstraintLevel::position)
  {
    Blocks r;
    const Evaluation evaluation = model.residual(state, level, r);
    EXPECT_TRUE(evaluation.valid) << evaluation.reason;
    return stacked(r);
  }

  /// Solve with the tangent for a random right-hand side; the residual must
  /// change by it along the solution. Differences of order 4: truncation and
  /// rounding errors are below 1e-8.
  template <int dim>
  void expect_weighted_tangent(const FEModel<dim> &model, const State &base)
  {
    // The state is the end of a step with this increment.
    const Vector increment = random_vector(model.n_velocities(), 0.3, 5);
    State state            = base;
    model.retract(base.q, 0.05 * increment, state.q);
    const Vector w               = 0.05 * increment;
    const TangentWeights weights = {1, 1.7, 2.3};
    const auto tangent           = model.make_tangent();
    ASSERT_TRUE(
      tangent->linearize(state, ConstraintLevel::position, weights, &w).valid);
    const Blocks b{random_vector(model.n_velocities(), 1, 6),
                   random_vector(model.n_multipliers(), 1, 7)};
    Blocks x;
    ASSERT_TRUE(tangent->solve(b, x).valid);
    const Vector all_x = stacked(x);
    const double h =
      1e-3 / dealii::Utilities::MPI::max(all_x.size() > 0
                                           ? all_x.lpNorm<Eigen::Infinity>()
                                           : 0.,
                                         model.discretization().communicator());
    const Vector change = slope(
      [&](const double s) {
        State moved = base;
        model.retract(base.q, w + s * x.q, moved.q);
        moved.v += s * weights.v * x.q;
        moved.a += s * weights.a * x.q;
        moved.lambda += s * x.lambda;
        return residual(model, moved);
      },
      h);
    EXPECT_LT(norm(model, change - stacked(b)), 1e-6 * norm(model, stacked(b)));
  }

  /// The same with the operator S = (I + ad(x)/2)^-1 of Rosenbrock stages
  /// behind the position derivatives: along S y in positions, y in velocities.
  template <int dim>
  void expect_stage_tangent(const FEModel<dim> &model)
  {
    const State state            = random_state(model, 1.);
    const Vector turn            = 0.3 * state.v;
    const TangentWeights weights = {1, 1.7, 2.3};
    const auto tangent           = model.make_tangent();
    auto *stage                  = dynamic_cast<StageTangent *>(tangent.get());
    ASSERT_NE(stage, nullptr);
    ASSERT_TRUE(
      stage->linearize_stage(state, ConstraintLevel::position, weights, turn)
        .valid);
    const Blocks b{random_vector(model.n_velocities(), 1, 6),
                   random_vector(model.n_multipliers(), 1, 7)};
    Blocks y;
    ASSERT_TRUE(tangent->solve(b, y).valid);
    Vector along = y.q;
    multiply_by_stage_operator(model.space(), turn, along);
    const Vector all_y = stacked(y);
    const double h =
      1e-3 / dealii::Utilities::MPI::max(all_y.size() > 0
                                           ? all_y.lpNorm<Eigen::Infinity>()
                                           : 0.,
                                         model.discretization().communicator());
    const Vector change = slope(
      [&](const double s) {
        State moved = state;
        model.retract(state.q, s * along, moved.q);
        moved.v += s * weights.v * y.q;
        moved.a += s * weights.a * y.q;
        moved.lambda += s * y.lambda;
        return residual(model, moved);
      },
      h);
    EXPECT_LT(norm(model, change - stacked(b)), 1e-6 * norm(model, stacked(b)));
  }

  template <int dim>
  void expect_weighted_tangent(const FEModel<dim> &model)
  {
    expect_weighted_tangent(model, random_state(model, 1.));
    if (!model.is_flat())
      expect_stage_tangent(model);
  }

  template <int dim>
  void expect_products(const FEModel<dim> &model, const State &state)
  {
    const auto tangent = model.make_tangent();
    ASSERT_TRUE(
      tangent->linearize(state, ConstraintLevel::position, {1, 2, 3}).valid);
    const Vector x = random_vector(model.n_velocities(), 1, 8);
    Blocks product;
    tangent->apply(0.7, 1.9, x, product);
    const Vector change = slope(
      [&](const double s) {
        State moved = state;
        moved.v += 0.7 * s * x;
        moved.a += 1.9 * s * x;
        return residual(model, moved);
      },
      1e-2);
    EXPECT_LT(norm(model, change - stacked(product)),
              1e-9 * norm(model, change));
  }

  template <int dim>
  void expect_products(const FEModel<dim> &model)
  {
    expect_products(model, random_state(model, 1.));
  }

  template <int dim>
  void expect_time_derivative(const FEModel<dim> &model, const State &state)
  {
    ASSERT_EQ(model.time_dependence(), TimeDependence::given);
    Blocks rate;
    ASSERT_TRUE(
      model.time_derivative(state, ConstraintLevel::position, rate).valid);
    const Vector change = slope(
      [&](const double s) {
        State moved = state;
        moved.time += s;
        return residual(model, moved);
      },
      1e-3);
    EXPECT_LT(norm(model, change - stacked(rate)), 1e-7 * norm(model, change));
  }

  template <int dim>
  void expect_time_derivative(const FEModel<dim> &model)
  {
    expect_time_derivative(model, random_state(model, 1.));
  }
} // namespace rivlin
