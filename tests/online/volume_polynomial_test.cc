// SPDX-License-Identifier: Apache-2.0
// The polynomial is the integral of J - 1, and its derivatives are right.
#include <rivlin/online/volume_polynomial.h>

#include <rivlin/base/error.h>

#include "synthetic_model.h"

#include <Eigen/LU>

#include <gtest/gtest.h>

using namespace rivlin;

namespace
{
  struct Example
  {
    explicit Example(const int dim)
      : random(7)
      , n(dim == 2 ? 7 : 6)
      , points(random_points(dim, 5, n, true, random))
      , pressures(random.matrix(3, 5))
      , volume(polynomial_of(points, pressures))
      , r(random.vector(n))
    {}

    Vector c(const Vector &at) const
    {
      Vector result(3);
      evaluate(volume, at, result);
      return result;
    }

    Matrix B(const Vector &at) const
    {
      Matrix result(3, n);
      jacobian(volume, at, result);
      return result;
    }

    RandomNumbers random;
    int n;
    PointForce points;
    Matrix pressures;
    VolumePolynomial volume;
    Vector r;
  };
} // namespace

TEST(VolumePolynomial, IsTheIntegralOfTheDeterminant)
{
  for (const int dim : {2, 3})
    {
      const Example e(dim);
      const Vector D  = e.points.gradients * e.r;
      Vector expected = Vector::Zero(3);
      for (int q = 0; q < 5; ++q)
        {
          Matrix F = Matrix::Identity(dim, dim);
          for (int c = 0; c < dim * dim; ++c)
            F(c / dim, c % dim) += D[q * dim * dim + c];
          expected +=
            e.points.weights[q] * (F.determinant() - 1) * e.pressures.col(q);
        }
      // 1e-13: rounding errors of sums of about 100 numbers of size 1.
      EXPECT_LT((e.c(e.r) - expected).norm(), 1e-13);
    }
}

TEST(VolumePolynomial, DerivativesMatchDifferences)
{
  // 1e-8: central differences of a polynomial with h = 1e-4, errors h^2 of the
  // cubic and 1e-16 / h.
  const double h = 1e-4, tolerance = 1e-7;
  for (const int dim : {2, 3})
    {
      Example e(dim);
      const Vector p = e.random.vector(3);
      Matrix H       = Matrix::Ones(e.n, e.n); // what is added to stays
      add_hessian(e.volume, e.r, p, H);
      H -= Matrix::Ones(e.n, e.n);
      Matrix expected(e.n, e.n);
      const Matrix B = e.B(e.r);
      for (int k = 0; k < e.n; ++k)
        {
          const Vector step = h * Vector::Unit(e.n, k);
          EXPECT_LT(
            (B.col(k) - (e.c(e.r + step) - e.c(e.r - step)) / (2 * h)).norm(),
            tolerance);
          expected.col(k) =
            (e.B(e.r + step) - e.B(e.r - step)).transpose() * p / (2 * h);
        }
      EXPECT_LT((H - expected).norm(), tolerance);

      const Vector v = e.random.vector(e.n);
      Vector second(3);
      curvature(e.volume, e.r, v, second);
      EXPECT_NEAR(p.dot(second), v.dot(H * v), 1e-12);
    }
}

TEST(VolumePolynomial, SumsServeAllDerivatives)
{
  // More coordinates than are handled at a time; sums are used again for
  // another r.
  RandomNumbers random(3);
  const int n = 70, m = 2;
  VolumePolynomial volume;
  volume.linear    = random.matrix(m, n);
  volume.quadratic = random.matrix(m, n * (n + 1) / 2);
  volume.cubic     = random.matrix(m, n * (n + 1) * (n + 2) / 6);
  VolumeSums sums;
  for (int repetition = 0; repetition < 2; ++repetition)
    {
      const Vector r = random.vector(n), p = random.vector(m);
      contract(volume, r, sums);
      Vector c(m), expected = volume.linear * r, along(m);
      for (int k = 0, pair = 0, triple = 0; k < n; ++k)
        for (int l = 0; l <= k; ++l, ++pair)
          {
            expected += r[k] * r[l] * volume.quadratic.col(pair);
            for (int i = 0; i <= l; ++i, ++triple)
              expected += r[k] * r[l] * r[i] * volume.cubic.col(triple);
          }
      Matrix B(m, n), H = Matrix::Zero(n, n);
      evaluate(volume, sums, r, c);
      jacobian(volume, sums, r, B);
      add_hessian(volume, sums, p, H);
      curvature(volume, sums, r, along);
      // 57,155 products of size up to 1.
      EXPECT_LT((c - expected).norm(), 1e-11);
      EXPECT_LT((H - H.transpose()).norm(), 1e-11);
      EXPECT_NEAR(p.dot(along), r.dot(H * r), 1e-10);
      // Euler, with the linear, quadratic and cubic parts a, b and t of c:
      // B r = a + 2 b + 3 t and r.H.r = 2 b + 6 t for p.c.
      const double a = p.dot(volume.linear * r), Br = p.dot(B * r),
                   rHr = r.dot(H * r);
      const double t = (rHr - Br + a) / 3, b = rHr / 2 - 3 * t;
      EXPECT_NEAR(a + b + t, p.dot(c), 1e-10);
    }
}

TEST(VolumePolynomial, RefusesShapesThatDoNotFit)
{
  Example e(3);
  EXPECT_NO_THROW(check(e.volume));
  e.volume.cubic.conservativeResize(3, 20);
  EXPECT_THROW(check(e.volume), Error);
}
