// SPDX-License-Identifier: Apache-2.0
// The reduced inf-sup value: identities, collapse, supremizers, and what the
// collapse does to a reaction.
#include <rivlin/offline/inf_sup.h>

#include <rivlin/offline/reduced_basis.h>

#include "offline/small_body.h"
#include "offline/static_states.h"

#include <Eigen/Eigenvalues>

#include <gtest/gtest.h>

namespace rivlin
{
  namespace
  {
    /// A ring with the bases of 40 equilibria.
    struct TrainedRing
    {
      DiscreteBody body;
      Matrix psi;
      ConstraintMatrices matrices;
      Matrix V; ///< 20 modes
      Matrix L; ///< 20 modes

      explicit TrainedRing(double bulk_modulus)
        : body(make_ring(bulk_modulus))
        , psi(lifting_modes(body))
        , matrices(
            constraint_matrices(body, Vector::Zero(body.n_displacements())))
      {
        const MemorySnapshots snapshots =
          static_snapshots(body, random_poses(40, 3, 1));
        DisplacementBasisOptions options;
        options.pod.method     = PodMethod::svd;
        options.pod.size.count = 20;
        V = displacement_basis(body, psi, {&snapshots}, options).modes;
        L = pressure_basis(body, {&snapshots}, options.pod).modes;
      }

      static DiscreteBody make_ring(double bulk_modulus)
      {
        SmallBodyOptions options;
        options.n_angular = 12;
        options.rubber    = small_body_rubber(bulk_modulus);
        return make_small_body(options);
      }
    };

    const TrainedRing &trained_ring()
    {
      static const TrainedRing ring(2000);
      return ring;
    }

    /// Generalized eigenvalues of B K_0^-1 B^T l = beta^2 M_p l within L.
    Vector full_values(const ConstraintMatrices &matrices, const Matrix &L)
    {
      const Matrix Bt = Matrix(matrices.coupling).transpose() * L;
      const Matrix S =
        Bt.transpose() * Matrix(matrices.energy).ldlt().solve(Bt);
      const Matrix G = L.transpose() * (matrices.pressure_mass * L);
      return Eigen::GeneralizedSelfAdjointEigenSolver<Matrix>(S, G)
        .eigenvalues()
        .cwiseMax(0.)
        .cwiseSqrt();
    }
  } // namespace

  TEST(InfSup, OnlyARingBetweenSleevesHasAPressureThatNothingSees)
  {
    SmallBodyOptions options;
    options.n_angular = 4;
    const auto unseen = [&] {
      const DiscreteBody body = make_small_body(options);
      return unseen_pressures(
               constraint_matrices(body, Vector::Zero(body.n_displacements())))
        .cols();
    };
    EXPECT_EQ(unseen(), 1);
    options.n_steel_layers = 1; // the rubber's surface moves
    EXPECT_EQ(unseen(), 0);
    options.n_steel_layers = 0;
    options.dim            = 3; // free ends
    EXPECT_EQ(unseen(), 0);
  }

  TEST(InfSup, AllUnknownsGiveTheValueOfTheFiniteElement)
  {
    const TrainedRing &ring = trained_ring();
    const InfSup all        = inf_sup(ring.matrices,
                               free_identity(ring.body),
                               all_pressures(ring.body));
    const Vector expected =
      full_values(ring.matrices, all_pressures(ring.body));
    // The smallest is that of the constant pressure: zero up to sqrt(roundoff).
    EXPECT_LT(expected[0], 1e-7);
    EXPECT_EQ(all.singular_values.size(), expected.size() - 1);
    EXPECT_NEAR(all.value, expected[1], 1e-10);
    EXPECT_GT(all.value, 0.1); // Taylor-Hood is stable
  }

  TEST(InfSup, FallsWithPressuresAndGrowsWithDisplacements)
  {
    const TrainedRing &ring = trained_ring();
    double before           = 1e9;
    for (int m = 1; m <= 20; ++m)
      {
        const InfSup value = inf_sup(ring.matrices, ring.V, ring.L.leftCols(m));
        EXPECT_EQ(value.singular_values.size(), m);
        EXPECT_LE(value.value, before * (1 + 1e-10));
        before = value.value;
      }
    before = 0;
    for (int n = 5; n <= 20; ++n)
      {
        const double value =
          inf_sup(ring.matrices, ring.V.leftCols(n), ring.L.leftCols(5)).value;
        EXPECT_GE(value, before * (1 - 1e-10));
        before = value;
      }
    EXPECT_EQ(
      inf_sup(ring.matrices, ring.V.leftCols(9), ring.L.leftCols(10)).value, 0);
  }

  TEST(InfSup, CollapsesForManyPressuresAndRecoversWithSupremizers)
  {
    const TrainedRing &ring = trained_ring();
    const int n             = 12;
    const Matrix V = ring.V.leftCols(n), few = ring.L.leftCols(n / 4),
                 many = ring.L.leftCols(n);
    const double good = inf_sup(ring.matrices, V, few).value,
                 bad  = inf_sup(ring.matrices, V, many).value;
    RecordProperty("inf_sup_quarter", std::to_string(good));
    RecordProperty("inf_sup_equal", std::to_string(bad));
    EXPECT_LT(bad, 0.1 * good);

    const SpdSolver solver(ring.matrices.energy);
    const Matrix S =
      supremizers(ring.matrices, solver, many, ring.body.n_displacements());
    for (const BodySupport &support : ring.body.supports)
      for (const int i : support.displacements)
        EXPECT_EQ(S.row(i).norm(), 0);
    const Matrix enriched = mass_orthonormal(ring.body, {V, S});
    const double healed   = inf_sup(ring.matrices, enriched, many).value;
    // With supremizers the maximum over V is that over all displacements.
    EXPECT_NEAR(healed, full_values(ring.matrices, many)[0], 1e-8);
    EXPECT_GT(healed, 0.5 * good);
  }

  TEST(InfSup, CountsThePressuresThatTheDisplacementsCarry)
  {
    const TrainedRing &ring = trained_ring();
    const Matrix V          = ring.V.leftCols(12);
    const int m        = stable_pressure_count(ring.matrices, V, ring.L, 0.5);
    const double first = inf_sup(ring.matrices, V, ring.L.leftCols(1)).value;
    ASSERT_GE(m, 1);
    ASSERT_LT(m, 12);
    EXPECT_GE(inf_sup(ring.matrices, V, ring.L.leftCols(m)).value, 0.5 * first);
    EXPECT_LT(inf_sup(ring.matrices, V, ring.L.leftCols(m + 1)).value,
              0.5 * first);
  }

  TEST(InfSup, DoesNotDependOnTheChoiceOfBasisVectors)
  {
    const TrainedRing &ring = trained_ring();
    Matrix mix              = Matrix::Identity(20, 20);
    for (int i = 0; i + 1 < 20; ++i)
      mix(i, i + 1) = 3;
    const double value =
      inf_sup(ring.matrices, ring.V, ring.L.leftCols(5)).value;
    EXPECT_NEAR(
      inf_sup(ring.matrices, 1e3 * ring.V * mix, ring.L.leftCols(5)).value,
      value,
      1e-6 * value);
  }

  TEST(InfSup, OfADeformedStateUsesItsCoupling)
  {
    // A body turned as a whole has turned displacements: the same values.
    const TrainedRing &ring = trained_ring();
    const double angle      = 0.7;
    Matrix R(2, 2);
    R << std::cos(angle), -std::sin(angle), std::sin(angle), std::cos(angle);
    Vector u(ring.body.n_displacements());
    Matrix turned = ring.V;
    for (int a = 0; a < ring.body.n_nodes; ++a)
      {
        const Vector X =
          Eigen::Map<const Vector>(&ring.body.coordinates[2 * a], 2);
        u.segment(2 * a, 2)         = R * X - X;
        turned.middleRows(2 * a, 2) = R * ring.V.middleRows(2 * a, 2);
      }
    ConstraintMatrices deformed = constraint_matrices(ring.body, u);
    const Matrix L              = ring.L.leftCols(5);
    const Matrix B0             = L.transpose() * (ring.matrices.coupling *
                                       gather_rows(ring.V, ring.matrices.free)),
                 B1             = L.transpose() *
                      (deformed.coupling * gather_rows(turned, deformed.free));
    EXPECT_LT((B0 - B1).norm(), 1e-12 * B0.norm());
  }

  TEST(InfSup, KeepingAllPressuresLocks)
  {
    // Thesis Figure 7.8 explained: approach (b), all pressures with few
    // displacement modes, against a quarter as many pressure modes.
    const TrainedRing ring(3e5);
    const int n      = 12;
    const Matrix rho = sleeve_coordinates(ring.body, random_poses(4, 2.5, 99));
    const Matrix V   = ring.V.leftCols(n);
    double quarter = 0, all = 0, size = 0;
    for (Eigen::Index k = 0; k < rho.cols(); ++k)
      {
        const auto reaction = [&](const Matrix &modes, const Matrix &L) {
          return Vector(
            solve_equilibrium(ring.body, ring.psi, modes, L, rho.col(k))
              .reaction.head(2));
        };
        const Vector exact =
          reaction(free_identity(ring.body), all_pressures(ring.body));
        size += exact.squaredNorm();
        quarter += (reaction(V, ring.L.leftCols(n / 4)) - exact).squaredNorm();
        all += (reaction(V, all_pressures(ring.body)) - exact).squaredNorm();
      }
    RecordProperty("error_quarter", std::to_string(std::sqrt(quarter / size)));
    RecordProperty("error_all", std::to_string(std::sqrt(all / size)));
    EXPECT_LT(std::sqrt(quarter / size), 0.03);
    EXPECT_GT(std::sqrt(all / size), 1);
  }
} // namespace rivlin
