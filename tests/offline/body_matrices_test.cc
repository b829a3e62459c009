// SPDX-License-Identifier: Apache-2.0
// Matrices of small bodies against integrals known in closed form, and the
// response against differences of its energy.
#include <rivlin/offline/body_matrices.h>

#include <rivlin/base/error.h>

#include "offline/small_body.h"

#include <gtest/gtest.h>

#include <numeric>
#include <random>

namespace rivlin
{
  namespace
  {
    Vector random_vector(int n, double size, unsigned seed)
    {
      std::mt19937 random(seed);
      std::uniform_real_distribution<double> uniform(-size, size);
      return Vector::NullaryExpr(n,
                                 [&](Eigen::Index) { return uniform(random); });
    }

    std::vector<SmallBodyOptions> bodies()
    {
      std::vector<SmallBodyOptions> all(4);
      all[1].degree = 1;
      all[1].mixed  = false;
      all[1].rubber = small_body_rubber(30);
      all[2].dim = 3, all[2].n_angular = 4;
      all[3].n_steel_layers = 1;
      return all;
    }

    /// u = A (X - 0) at the nodes.
    Vector linear_field(const DiscreteBody &body, const Matrix &A)
    {
      Vector u(body.n_displacements());
      for (int a = 0; a < body.n_nodes; ++a)
        for (int i = 0; i < body.dim(); ++i)
          {
            u[a * body.dim() + i] = 0;
            for (int J = 0; J < body.dim(); ++J)
              u[a * body.dim() + i] +=
                A(i, J) * body.coordinates[a * body.dim() + J];
          }
      return u;
    }
  } // namespace

  TEST(BodyMatrices, MassOfATranslationIsTheMassOfTheBody)
  {
    for (const SmallBodyOptions &options : bodies())
      {
        const DiscreteBody body = make_small_body(options);
        double mass             = 0;
        for (int k = 0; k < body.n_points(); ++k)
          mass +=
            body.weights[k] *
            body.materials[body.cell_material[k / body.basis.n_points]].density;
        Vector unit = Vector::Zero(body.n_displacements());
        for (int a = 0; a < body.n_nodes; ++a)
          unit[a * body.dim()] = 1;
        // Sums of some hundred numbers of the same sign.
        EXPECT_NEAR(unit.dot(mass_matrix(body) * unit), mass, 1e-13 * mass);
      }
  }

  TEST(BodyMatrices, RestStiffnessIgnoresSmallRigidMotions)
  {
    for (const SmallBodyOptions &options : bodies())
      {
        const DiscreteBody body = make_small_body(options);
        const SparseMatrix K    = rest_stiffness(body);
        Matrix A                = Matrix::Zero(3, 3);
        A(0, 1)                 = 1;
        const double shear      = (K * linear_field(body, A)).norm();
        A(1, 0)                 = -1;
        EXPECT_LT((K * linear_field(body, A)).norm(), 1e-12 * shear);
        EXPECT_LT((K - SparseMatrix(K.transpose())).norm(), 1e-14 * K.norm());
      }
  }

  TEST(BodyMatrices, RestStiffnessOfTheMixedFormIgnoresTheVolume)
  {
    // A uniform dilation in 3D has no isochoric energy, and much elastic one.
    SmallBodyOptions options;
    options.dim             = 3;
    options.n_angular       = 4;
    const DiscreteBody body = make_small_body(options);
    const Vector u          = linear_field(body, Matrix::Identity(3, 3));
    const double volume =
      std::accumulate(body.weights.begin(), body.weights.end(), 0.);
    EXPECT_NEAR(u.dot(rest_stiffness(body) * u), 0, 1e-12 * volume);
    // Hooke with mu = 1, nu = 0.3: W'' = 9 kappa, kappa = 2/3 (1+nu)/(1-2nu).
    const double kappa = 2. / 3 * 1.3 / 0.4;
    EXPECT_NEAR(u.dot(elastic_stiffness(body, 0.3) * u),
                9 * kappa * volume,
                1e-12 * 9 * kappa * volume);
  }

  TEST(BodyMatrices, DampingIsRayleighOfEachMaterial)
  {
    const DiscreteBody body = make_small_body();
    const SparseMatrix D    = damping_matrix(body);
    const SparseMatrix other =
      3 * mass_matrix(body) + 1e-4 * rest_stiffness(body);
    EXPECT_LT((D - other).norm(), 1e-14 * D.norm());

    SmallBodyOptions options;
    options.n_steel_layers        = 1; // steel is not damped
    const DiscreteBody with_steel = make_small_body(options);
    const SparseMatrix D_steel    = damping_matrix(with_steel);
    for (const int i : with_steel.supports[1].displacements)
      EXPECT_EQ(D_steel.col(i).norm(), 0);
  }

  TEST(BodyMatrices, PressureMatricesAreIntegrals)
  {
    for (const int dim : {2, 3})
      for (const int steel : {0, 1})
        {
          SmallBodyOptions options;
          options.dim             = dim;
          options.n_angular       = 4;
          options.n_steel_layers  = steel;
          const DiscreteBody body = make_small_body(options);
          double volume           = 0;
          for (int k = 0; k < body.n_points(); ++k)
            if (body.cell_material[k / body.basis.n_points] == 0)
              volume += body.weights[k];
          const Vector one = Vector::Ones(body.n_pressures);
          EXPECT_NEAR(one.dot(pressure_mass(body) * one),
                      volume,
                      1e-13 * volume);
          EXPECT_LT(
            (pressure_compliance(body) - pressure_mass(body) / 2000).norm(),
            1e-14);
          // div X = dim.
          const Vector X = linear_field(body, Matrix::Identity(3, 3));
          const SparseMatrix B =
            coupling(body, Vector::Zero(body.n_displacements()));
          EXPECT_NEAR(one.dot(B * X), dim * volume, 1e-12 * volume);
        }
  }

  TEST(BodyMatrices, ComplianceOfIncompressibleRubberIsZero)
  {
    SmallBodyOptions options;
    options.rubber = small_body_rubber(std::numeric_limits<double>::infinity());
    std::get<Rubber>(options.rubber.law).volumetric.kind =
      VolumetricKind::logarithmic;
    EXPECT_EQ(pressure_compliance(make_small_body(options)).norm(), 0);
  }

  TEST(BodyMatrices, ComplianceIsThatOfSmallPressures)
  {
    SmallBodyOptions options;
    const SparseMatrix quadratic =
      pressure_compliance(make_small_body(options));
    std::get<Rubber>(options.rubber.law).volumetric.kind =
      VolumetricKind::ogden;
    EXPECT_EQ(
      (pressure_compliance(make_small_body(options)) - quadratic).norm(), 0);
  }

  TEST(BodyMatrices, ForceAndTangentAreDerivativesOfTheEnergy)
  {
    for (const SmallBodyOptions &options : bodies())
      {
        const DiscreteBody body = make_small_body(options);
        const int n = body.n_displacements(), m = body.n_pressures;
        const Vector u = random_vector(n, 0.3, 1), du = random_vector(n, 1, 2);
        const Vector p = random_vector(m, 0.5, 3), dp = random_vector(m, 1, 4);
        const BodyResponse r =
          evaluate_body(body, u, p, Need::residual_and_tangent);
        ASSERT_TRUE(r.valid);
        EXPECT_GT(r.min_J, 0);
        // Central differences: truncation h^2, roundoff 1e-16/h.
        const double h = 1e-5;
        const BodyResponse plus =
          evaluate_body(body, u + h * du, p + h * dp, Need::residual);
        const BodyResponse minus =
          evaluate_body(body, u - h * du, p - h * dp, Need::residual);
        EXPECT_NEAR((plus.energy - minus.energy) / (2 * h),
                    r.force.dot(du) + r.volume.dot(dp),
                    1e-7 * (r.force.norm() * du.norm() + 1));
        const Vector force  = r.stiffness * du + r.coupling.transpose() * dp;
        const Vector volume = r.coupling * du - r.compliance * dp;
        EXPECT_LT(((plus.force - minus.force) / (2 * h) - force).norm(),
                  1e-7 * force.norm());
        EXPECT_LE(((plus.volume - minus.volume) / (2 * h) - volume).norm(),
                  1e-7 * volume.norm());
        EXPECT_LE((Matrix(r.coupling) - Matrix(coupling(body, u))).norm(),
                  1e-14 * Matrix(r.coupling).norm());
      }
  }

  TEST(BodyMatrices, SaysWhenTheBodyIsInverted)
  {
    const DiscreteBody body = make_small_body();
    Matrix mirror           = Matrix::Zero(3, 3);
    mirror(0, 0)            = -2;
    const BodyResponse r    = evaluate_body(body,
                                         linear_field(body, mirror),
                                         Vector::Zero(body.n_pressures),
                                         Need::residual_and_tangent);
    EXPECT_FALSE(r.valid);
    EXPECT_LT(r.min_J, 0);
  }

  TEST(BodyMatrices, PartsKeepTheOrderOfTheLists)
  {
    const DiscreteBody body = make_small_body();
    const SparseMatrix K    = rest_stiffness(body);
    const std::vector<int> rows{7, 3, 40}, columns{2, 6};
    const Matrix part(submatrix(K, rows, columns)), all(K);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 2; ++j)
        EXPECT_EQ(part(i, j), all(rows[i], columns[j]));
    const Matrix values = Matrix::Random(3, 2);
    const Matrix wide   = scatter_rows(values, rows, 50);
    EXPECT_EQ((gather_rows(wide, rows) - values).norm(), 0);
    EXPECT_DOUBLE_EQ(wide.norm(), values.norm());
  }
} // namespace rivlin
