// SPDX-License-Identifier: Apache-2.0
// Every force model: tangent and energy against differences, exact limits.
#include <rivlin/online/reduced_force.h>

#include <rivlin/base/error.h>

#include "synthetic_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

using namespace rivlin;

namespace
{
  ForceEvaluation at(const ReducedForce &force, const Vector &r)
  {
    ForceEvaluation result;
    evaluate(force, r, Need::residual_and_tangent, result);
    return result;
  }

  /// Derivatives by central differences of order 4 with h = 1e-4: errors h^4
  /// times derivatives of order 5, and 1e-16 / h.
  double derivative(const std::function<double(double)> &f)
  {
    const double h = 1e-4;
    return (8 * (f(h) - f(-h)) - (f(2 * h) - f(-2 * h))) / (12 * h);
  }

  void expect_tangent_is_derivative(const ReducedForce &force,
                                    const Vector &r,
                                    const double tolerance)
  {
    const ForceEvaluation e = at(force, r);
    const double size       = e.tangent.cwiseAbs().maxCoeff();
    for (Eigen::Index j = 0; j < r.size(); ++j)
      for (Eigen::Index i = 0; i < r.size(); ++i)
        EXPECT_NEAR(
          e.tangent(i, j),
          derivative([&](const double s) {
            return at(force, r + s * Vector::Unit(r.size(), j)).force[i];
          }),
          tolerance * size)
          << describe(force);
  }

  void expect_force_is_gradient(const ReducedForce &force, const Vector &r)
  {
    const ForceEvaluation e = at(force, r);
    for (Eigen::Index j = 0; j < r.size(); ++j)
      EXPECT_NEAR(e.force[j],
                  derivative([&](const double s) {
                    return at(force, r + s * Vector::Unit(r.size(), j)).energy;
                  }),
                  1e-7 * e.force.norm())
        << describe(force);
    // Rounding errors of sums.
    EXPECT_LT((e.tangent - e.tangent.transpose()).norm(),
              1e-12 * e.tangent.norm());
  }

  /// States of a point force along a line with some scatter.
  ForceTable
  table_of(const PointForce &points, const int n_states, RandomNumbers &random)
  {
    const int n = static_cast<int>(points.gradients.cols());
    ForceTable table;
    table.states.resize(n, n_states);
    table.forces.resize(n, n_states);
    table.tangents.resize(n * n, n_states);
    table.energies.resize(n_states);
    table.metric           = Matrix::Identity(n, n) + random.matrix(n, n, 0.1);
    const Vector direction = random.vector(n, 0.3);
    for (int i = 0; i < n_states; ++i)
      {
        const Vector r =
          direction * i / n_states + random.vector(n, 0.5 / n_states);
        const ForceEvaluation e = at(points, r);
        table.states.col(i)     = r;
        table.forces.col(i)     = e.force;
        table.tangents.col(i) =
          Eigen::Map<const Vector>(e.tangent.data(), n * n);
        table.energies[i] = e.energy;
      }
    return table;
  }

  /// sin x cos y as the first entry of f, thesis Example 6.5.7.
  LookupForce example_6_5_7(const int order)
  {
    LookupForce force;
    ForceTable &table = force.table;
    table.states.resize(2, 35);
    table.forces   = Matrix::Zero(2, 35);
    table.tangents = Matrix::Zero(4, 35);
    table.energies = Vector::Zero(35);
    if (order == 2)
      force.second = Matrix::Zero(8, 35);
    for (int i = 0; i < 35; ++i)
      {
        const double x = i < 34 ? 0.3 * i : 18, y = i < 34 ? 10 : 6;
        table.states.col(i) << x, y;
        table.forces(0, i)   = std::sin(x) * std::cos(y);
        table.tangents(0, i) = std::cos(x) * std::cos(y);
        table.tangents(2, i) = -std::sin(x) * std::sin(y);
        if (order == 2)
          {
            force.second(0, i) = force.second(6, i) =
              -std::sin(x) * std::cos(y);
            force.second(2, i) = force.second(4, i) =
              -std::cos(x) * std::sin(y);
          }
      }
    return force;
  }
} // namespace

TEST(PointForce, IsAGradientWithExactTangent)
{
  for (const int dim : {2, 3})
    for (const bool isochoric : {false, true})
      {
        RandomNumbers random(3);
        const PointForce force = random_points(dim, 21, 8, isochoric, random);
        EXPECT_NO_THROW(check(ReducedForce(force)));
        const Vector r = random.vector(8, 0.1);
        expect_tangent_is_derivative(force, r, 1e-7);
        expect_force_is_gradient(force, r);
      }
}

TEST(PointForce, EqualsThePointKernel)
{
  RandomNumbers random(4);
  const PointForce force  = random_points(3, 13, 5, true, random);
  const Vector r          = random.vector(5, 0.15);
  const ForceEvaluation e = at(force, r);
  const Vector D          = force.gradients * r;
  Vector f                = Vector::Zero(5);
  Matrix K                = Matrix::Zero(5, 5);
  double energy = 0, min_J = 10;
  for (int q = 0; q < 13; ++q)
    {
      Matrix3 F = Matrix3::Identity();
      for (int c = 0; c < 9; ++c)
        F(c / 3, c % 3) += D[9 * q + c];
      const PointResponse point =
        evaluate_point(force.materials[force.material_of_point[q]],
                       F,
                       0,
                       Need::residual_and_tangent);
      const Matrix G    = force.gradients.middleRows(9 * q, 9);
      const Matrix3 P_T = point.P.transpose();
      f += force.weights[q] * G.transpose() *
           Eigen::Map<const Vector>(P_T.data(), 9);
      K += force.weights[q] * G.transpose() * point.tangent * G;
      energy += force.weights[q] * point.energy;
      min_J = std::min(min_J, point.J);
    }
  // 1e-13: rounding errors, other order of the sums.
  EXPECT_LT((e.force - f).norm(), 1e-13 * f.norm());
  EXPECT_LT((e.tangent - K).norm(), 1e-13 * K.norm());
  EXPECT_NEAR(e.energy, energy, 1e-13 * energy);
  EXPECT_NEAR(e.min_J, min_J, 1e-14);
}

TEST(PointForce, DeimWithTheTestMatrixOfGalerkinIsGalerkin)
{
  RandomNumbers random(5);
  PointForce galerkin     = random_points(2, 17, 6, true, random);
  const Vector r          = random.vector(6, 0.1);
  const ForceEvaluation e = at(galerkin, r);
  PointForce deim         = galerkin;
  deim.test               = galerkin.gradients.transpose();
  for (int q = 0; q < 17; ++q)
    deim.test.middleCols(4 * q, 4) *= galerkin.weights[q];
  deim.weights.resize(0);
  const ForceEvaluation d = at(deim, r);
  EXPECT_LT((e.force - d.force).norm(), 1e-14 * e.force.norm());
  EXPECT_LT((e.tangent - d.tangent).norm(), 1e-14 * e.tangent.norm());
  EXPECT_EQ(d.energy, 0);

  deim.test += random.matrix(6, 68, 0.01); // no gradient any more
  deim.linear = random.matrix(6, 6);
  expect_tangent_is_derivative(deim, r, 1e-7);
  const ForceEvaluation with = at(deim, r);
  const Matrix linear        = deim.linear;
  deim.linear.resize(0, 0);
  EXPECT_LT((with.force - at(deim, r).force - linear * r).norm(),
            1e-14 * with.force.norm());
}

TEST(PointForce, InvertedPointIsNotValid)
{
  RandomNumbers random(6);
  PointForce force = random_points(2, 10, 3, true, random);
  force.gradients.setZero();
  force.gradients(4 * 6, 0) = 1; // F_11 = 1 + r_0 at point 6
  const ForceEvaluation e   = at(force, -1.5 * Vector::Unit(3, 0));
  EXPECT_FALSE(e.valid);
  EXPECT_NEAR(e.min_J, -0.5, 1e-15);
  EXPECT_TRUE(std::isinf(e.energy));
  EXPECT_FALSE(at(force, Vector::Constant(3, NAN)).valid);
}

TEST(PointForce, RefusesWhatDoesNotFit)
{
  RandomNumbers random(6);
  const PointForce good = random_points(2, 10, 3, true, random);
  PointForce bad        = good;
  bad.weights.conservativeResize(9);
  EXPECT_THROW(check(ReducedForce(bad)), Error);
  bad                      = good;
  bad.material_of_point[3] = 2;
  EXPECT_THROW(check(ReducedForce(bad)), Error);
  bad           = good;
  bad.isochoric = false; // but incompressible
  EXPECT_THROW(check(ReducedForce(bad)), Error);
  bad                 = good;
  bad.gradients(3, 1) = NAN;
  EXPECT_THROW(check(ReducedForce(bad)), Error);
}

TEST(LookupForce, TaylorSeriesOfExample657)
{
  // Near a state the error is that of Taylor's series: h^2/2 and h^3/6 times
  // derivatives of size 1, per direction.
  for (const int order : {1, 2})
    {
      const ReducedForce force = example_6_5_7(order);
      EXPECT_NO_THROW(check(force));
      for (const double h : {0.1, 0.05})
        {
          const Vector r          = Eigen::Vector2d(3 + h, 10 - h);
          const ForceEvaluation e = at(force, r);
          const double error =
            std::abs(e.force[0] - std::sin(r[0]) * std::cos(r[1]));
          EXPECT_LT(error, order == 1 ? 4 * h * h / 2 : 8 * h * h * h / 6);
          EXPECT_NEAR(e.distance, h * std::sqrt(2.), 1e-12);
          expect_tangent_is_derivative(force, r, 1e-9);
        }
      // The lonely state answers for its surroundings.
      EXPECT_NEAR(at(force, Eigen::Vector2d(18, 6)).force[0],
                  std::sin(18.) * std::cos(6.),
                  1e-15);
    }
}

TEST(LookupForce, CommutesWithProjection)
{
  // Lemma 6.5.8: lookup after projection with V equals projection of lookup,
  // if distances are those of the full states V q.
  RandomNumbers random(8);
  const PointForce points = random_points(2, 15, 6, false, random);
  const Matrix V          = random.matrix(6, 2, 0.3);
  LookupForce full{table_of(points, 9, random), {}};
  full.table.metric = Matrix::Identity(6, 6);
  LookupForce reduced;
  reduced.table.states   = random.matrix(2, 9, 0.5);
  full.table.states      = V * reduced.table.states;
  reduced.table.forces   = V.transpose() * full.table.forces;
  reduced.table.energies = full.table.energies;
  reduced.table.metric   = V;
  reduced.table.tangents.resize(4, 9);
  for (int i = 0; i < 9; ++i)
    {
      const Eigen::Map<const Matrix> K(full.table.tangents.col(i).data(), 6, 6);
      const Matrix k                = V.transpose() * K * V;
      reduced.table.tangents.col(i) = Eigen::Map<const Vector>(k.data(), 4);
    }
  for (int k = 0; k < 20; ++k)
    {
      const Vector q = random.vector(2, 0.6);
      EXPECT_LT(
        (at(reduced, q).force - V.transpose() * at(full, V * q).force).norm(),
        1e-13);
    }
}

TEST(TpwlForce, TangentIsTheDerivativeOfTheForce)
{
  for (const auto blend :
       {TpwlForce::Blend::forces, TpwlForce::Blend::energies})
    for (const bool with_metric : {true, false})
      {
        RandomNumbers random(9);
        const PointForce points = random_points(2, 25, 6, true, random);
        TpwlForce force;
        force.table     = table_of(points, 12, random);
        force.blend     = blend;
        force.n_nearest = 12; // no jump by a change of the set
        force.beta      = 3;
        if (!with_metric)
          force.table.metric.resize(0, 0);
        EXPECT_NO_THROW(check(ReducedForce(force)));
        const Vector r =
          0.5 * (force.table.states.col(4) + force.table.states.col(7)) +
          random.vector(6, 0.02);
        // 1e-7: derivatives of order 5 of the weights grow like
        // (beta / d_1)^5, and (h beta / d_1)^4 is 1e-8 here.
        expect_tangent_is_derivative(force, r, 1e-7);
        if (blend == TpwlForce::Blend::energies)
          expect_force_is_gradient(force, r);

        ReducedForce prepared = force;
        prepare(prepared);
        // 1e-10: distances by differences of images.
        EXPECT_LT((at(prepared, r).force - at(force, r).force).norm(),
                  1e-10 * at(force, r).force.norm());
        expect_tangent_is_derivative(prepared, r, 1e-7);
      }
}

TEST(TpwlForce, TangentWithoutWeightsIsTheBlendOfTangents)
{
  RandomNumbers random(10);
  TpwlForce force;
  force.table = table_of(random_points(2, 25, 6, true, random), 8, random);
  force.exact_tangent = false;
  force.n_nearest     = 3;
  force.beta          = 2;
  const Vector r      = force.table.states.col(2) + random.vector(6, 0.03);
  // Weights from their definition.
  std::vector<std::pair<double, int>> distances;
  for (int i = 0; i < 8; ++i)
    distances.push_back(
      {(force.table.metric * (r - force.table.states.col(i))).norm(), i});
  std::sort(distances.begin(), distances.end());
  Matrix K     = Matrix::Zero(6, 6);
  Vector f     = Vector::Zero(6);
  double total = 0;
  for (int k = 0; k < 3; ++k)
    {
      const auto [d, i] = distances[k];
      const double w    = std::exp(-2 * d / distances[0].first);
      const Eigen::Map<const Matrix> K_i(force.table.tangents.col(i).data(),
                                         6,
                                         6);
      total += w;
      K += w * K_i;
      f +=
        w * (force.table.forces.col(i) + K_i * (r - force.table.states.col(i)));
    }
  const ForceEvaluation e = at(force, r);
  EXPECT_LT((e.tangent - K / total).norm(), 1e-13 * K.norm());
  EXPECT_LT((e.force - f / total).norm(), 1e-13 * K.norm());
  EXPECT_NEAR(e.distance, distances[0].first, 1e-15);
}

TEST(TpwlForce, AtAStoredStateItIsThatState)
{
  for (const auto blend :
       {TpwlForce::Blend::forces, TpwlForce::Blend::energies})
    {
      RandomNumbers random(11);
      TpwlForce force;
      force.table = table_of(random_points(2, 25, 6, true, random), 8, random);
      force.blend = blend;
      for (const double off : {0., 1e-300, 1e-14})
        {
          const ForceEvaluation e =
            at(force, force.table.states.col(3) + off * Vector::Unit(6, 1));
          // 1e-12: off = 1e-14 times the stiffness.
          EXPECT_LT((e.force - force.table.forces.col(3)).norm(), 1e-12);
          EXPECT_LT((Eigen::Map<const Vector>(e.tangent.data(), 36) -
                     force.table.tangents.col(3))
                      .norm(),
                    1e-12);
        }
    }
}
