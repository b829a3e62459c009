// SPDX-License-Identifier: Apache-2.0
// Identities of the groups, including rotations near 0 and near pi.
#include <rivlin/dynamics/configuration_space.h>

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>
#include <vector>

using namespace rivlin;

namespace
{
  const double pi = std::acos(-1.);

  struct Space
  {
    std::string name;
    ConfigurationSpace space;
  };

  std::vector<Space> spaces()
  {
    return {{"R^4", vector_space(4)},
            {"SO(3)", rotation_group()},
            {"R^3 x SO(3)", rigid_body_space()},
            {"SE(3)", rigid_motion_group()},
            {"product",
             rigid_motion_group() * vector_space(2) * rotation_group() *
               rigid_body_space()}};
  }

  Vector random_vector(const int n)
  {
    static std::mt19937 generator(4711);
    std::uniform_real_distribution<double> uniform(-1, 1);
    Vector result(n);
    for (int i = 0; i < n; ++i)
      result(i) = uniform(generator);
    return result;
  }

  /// A random element of the algebra whose rotations have the given angle.
  Vector element(const ConfigurationSpace &space, const double angle)
  {
    Vector w = random_vector(space.n_velocities());
    int j    = 0;
    for (const Factor &factor : space.factors)
      {
        if (factor.kind != FactorKind::vector)
          {
            const int r     = j + factor.dimension - 3;
            w.segment<3>(r) = angle * w.segment<3>(r).normalized();
          }
        j += factor.dimension;
      }
    return w;
  }

  /// Angles from tiny to pi and, where log is not involved, beyond.
  const std::vector<double> angles = {
    0, 1e-160, 1e-12, 1e-8, 1e-5, 1e-3, 0.1, 1, 2, 3, pi - 1e-4, pi - 1e-9};

  /// The matrix of [w, .], for series that are independent of closed forms.
  Matrix ad(const ConfigurationSpace &space, const Vector &w)
  {
    const int n = space.n_velocities();
    Matrix result(n, n);
    Vector column;
    for (int j = 0; j < n; ++j)
      {
        commutator(space, w, Vector::Unit(n, j), column);
        result.col(j) = column;
      }
    return result;
  }
} // namespace

TEST(ConfigurationSpace, ExponentialAndLogarithmAreInverse)
{
  for (const auto &[name, space] : spaces())
    for (const double angle : angles)
      {
        const Vector w = element(space, angle);
        Vector q, back;
        exponential(space, w, q);
        ASSERT_EQ(q.size(), space.n_positions());
        logarithm(space, q, back);
        EXPECT_LT((back - w).norm(), 1e-12) << name << ", " << angle;
      }
}

TEST(ConfigurationSpace, SmallRotationsKeepTheirRelativeAccuracy)
{
  for (const double angle : {1e-160, 1e-12, 1e-8, 1e-5})
    {
      const Vector w = element(rotation_group(), angle);
      Vector q, back;
      exponential(rotation_group(), w, q);
      logarithm(rotation_group(), q, back);
      EXPECT_LT((back - w).norm(), 1e-14 * angle);
    }
}

TEST(ConfigurationSpace, CompositionIsAssociativeWithIdentityAndInverse)
{
  for (const auto &[name, space] : spaces())
    for (const double angle : angles)
      {
        Vector a, b, c, ab, bc, left, right, inverted, e, w;
        exponential(space, element(space, angle), a);
        exponential(space, element(space, 0.7), b);
        exponential(space, element(space, 3.), c);
        compose(space, a, b, ab);
        compose(space, ab, c, left);
        compose(space, b, c, bc);
        compose(space, a, bc, right);
        difference(space, left, right, w);
        EXPECT_LT(w.norm(), 1e-12) << name << ", " << angle;
        inverse(space, a, inverted);
        compose(space, a, inverted, e);
        difference(space, identity(space), e, w);
        EXPECT_LT(w.norm(), 1e-12) << name << ", " << angle;
        compose(space, identity(space), a, e);
        EXPECT_LT((e - a).norm(), 1e-12) << name << ", " << angle;
      }
}

TEST(ConfigurationSpace, RetractAndDifferenceAreMadeOfTheGroupOperations)
{
  for (const auto &[name, space] : spaces())
    for (const double angle : angles)
      {
        const Vector w = element(space, angle);
        Vector q, increment, composed, retracted, back;
        exponential(space, element(space, 2.5), q);
        exponential(space, w, increment);
        compose(space, q, increment, composed);
        retract(space, q, w, retracted);
        EXPECT_LT((retracted - composed).norm(), 1e-12) << name;
        difference(space, q, retracted, back);
        EXPECT_LT((back - w).norm(), 1e-12) << name << ", " << angle;
      }
}

TEST(ConfigurationSpace, TangentOperatorIsTheSeriesInTheAdjoint)
{
  // Bruls et al. 2012, eq. 24: sum (-1)^i ad^i / (i + 1)!; 40 terms for |ad| <=
  // 2 pi reach 1e-16, terms up to 2 pi^6/7! = 12 lose one or two digits.
  for (const auto &[name, space] : spaces())
    for (const double angle : angles)
      {
        const Vector w = element(space, angle);
        const int n    = space.n_velocities();
        Matrix T(n, n), series = Matrix::Identity(n, n),
                        power = Matrix::Identity(n, n);
        const Matrix hat      = ad(space, w);
        for (int i = 1; i < 60; ++i)
          {
            power = -power * hat / (i + 1);
            series += power;
          }
        tangent_operator(space, w, T);
        EXPECT_LT((T - series).norm(), 1e-12) << name << ", " << angle;
        Matrix T_inverse(n, n);
        inverse_tangent_operator(space, w, T_inverse);
        EXPECT_LT((T * T_inverse - Matrix::Identity(n, n)).norm(), 1e-12)
          << name << ", " << angle;
      }
}

TEST(ConfigurationSpace, TangentOperatorIsTheDerivativeOfTheExponential)
{
  // d/ds log(exp(w)^-1 o exp(w + s d)) = T(w) d. Central differences of order
  // 8, h = 0.02: error h^8/630 times a ninth derivative of order 10 (1e-15),
  // rounding 1e-16/h = 1e-14.
  const double h                    = 0.02;
  const std::vector<double> weights = {4. / 5, -1. / 5, 4. / 105, -1. / 280};
  for (const auto &[name, space] : spaces())
    for (const double angle : angles)
      {
        const Vector w = element(space, angle);
        const Vector d = random_vector(space.n_velocities()).normalized();
        const int n    = space.n_velocities();
        Vector q, shifted, delta, sum = Vector::Zero(n);
        Matrix T(n, n), difference_of_T = Matrix::Zero(n, n), dT(n, n);
        exponential(space, w, q);
        for (int k = 1; k <= 4; ++k)
          for (const double sign : {1., -1.})
            {
              const double weight = sign * weights[k - 1] / h;
              exponential(space, w + sign * k * h * d, shifted);
              difference(space, q, shifted, delta);
              sum += weight * delta;
              tangent_operator(space, w + sign * k * h * d, T);
              difference_of_T += weight * T;
            }
        tangent_operator(space, w, T);
        EXPECT_LT((T * d - sum).norm(), 1e-12) << name << ", " << angle;
        tangent_operator_derivative(space, w, d, dT);
        EXPECT_LT((dT - difference_of_T).norm(), 1e-12)
          << name << ", " << angle;
      }
}

TEST(ConfigurationSpace, TangentOperatorIsContinuousWhereTheFormulasChange)
{
  // The series ends at |psi|^2 = 10.
  const Vector3 axis = Vector3(1, -2, 0.5).normalized();
  const Vector3 u(0.3, 0.7, -0.4), s(-0.6, 0.1, 0.8);
  const Vector3 below = std::sqrt(10 - 1e-13) * axis;
  const Vector3 above = std::sqrt(10 + 1e-13) * axis;
  EXPECT_LT((rotation_tangent(below) - rotation_tangent(above)).norm(), 1e-12);
  EXPECT_LT((rotation_tangent_derivative(below, u) -
             rotation_tangent_derivative(above, u))
              .norm(),
            1e-12);
  EXPECT_LT((rotation_tangent_derivative(below, u, s) -
             rotation_tangent_derivative(above, u, s))
              .norm(),
            1e-12);
}

TEST(ConfigurationSpace, AdjointCarriesTheExponentialAcross)
{
  for (const auto &[name, space] : spaces())
    for (const double angle : angles)
      {
        const int n = space.n_velocities();
        Vector q, inverted, left, right, scratch, e;
        exponential(space, element(space, angle), q);
        const Vector w = element(space, 1.2);
        Matrix Ad(n, n);
        adjoint(space, q, Ad);
        exponential(space, Ad * w, right);
        exponential(space, w, e);
        compose(space, q, e, scratch);
        inverse(space, q, inverted);
        compose(space, scratch, inverted, left);
        Vector delta;
        difference(space, left, right, delta);
        EXPECT_LT(delta.norm(), 1e-12) << name << ", " << angle;
      }
}

TEST(ConfigurationSpace, AdjointOfTheExponentialIsTheExponentialOfTheCommutator)
{
  for (const auto &[name, space] : spaces())
    for (const double angle : angles)
      {
        const Vector w   = element(space, angle);
        const int n      = space.n_velocities();
        const Matrix hat = ad(space, w);
        Matrix Ad(n, n), series = Matrix::Identity(n, n),
                         power = Matrix::Identity(n, n);
        for (int i = 1; i < 60; ++i)
          {
            power = power * hat / i;
            series += power;
          }
        Vector q;
        exponential(space, w, q);
        adjoint(space, q, Ad);
        EXPECT_LT((Ad - series).norm(), 1e-12) << name << ", " << angle;
      }
}

TEST(ConfigurationSpace, QuaternionsAndMatricesAgree)
{
  for (const double angle : angles)
    for (int axis = 0; axis < 3; ++axis)
      {
        const Vector3 psi =
          angle * (Vector3::Unit(axis) + 1e-3 * Vector3::Ones()).normalized();
        const Quaternion p = rotation_exponential(psi);
        const Matrix3 R    = rotation_matrix(p);
        EXPECT_LT((R * R.transpose() - Matrix3::Identity()).norm(), 1e-14);
        const Quaternion back = quaternion(R);
        EXPECT_LT((back * (back.dot(p) < 0 ? -1. : 1.) - p).norm(), 1e-14);
        // R psi = psi: the axis stays.
        EXPECT_LT((R * psi - psi).norm(), 1e-14);
      }
}
