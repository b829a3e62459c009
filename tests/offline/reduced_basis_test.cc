// SPDX-License-Identifier: Apache-2.0
// Bases of a small ring: supports, orthonormality, what they span.
#include <rivlin/offline/reduced_basis.h>

#include <rivlin/base/error.h>

#include "offline/small_body.h"
#include "offline/static_states.h"
#include "offline/trial_basis.h"

#include <gtest/gtest.h>

namespace rivlin
{
  namespace
  {
    struct Ring
    {
      DiscreteBody body = make_small_body();
      Matrix psi        = lifting_modes(body);
      MemorySnapshots snapshots =
        static_snapshots(body, random_poses(12, 3, 1));
    };

    const Ring &ring()
    {
      static const Ring the_ring;
      return the_ring;
    }

    Matrix all_of(const MemorySnapshots &source, SnapshotField field)
    {
      Matrix X(source.n_rows(field), source.n_snapshots());
      source.read(field, 0, X);
      return X;
    }

    /// Snapshots of all displacement unknowns without the lifting.
    Matrix remainders(const Ring &own)
    {
      const Matrix rho =
        sleeve_coordinates(own.body,
                           all_of(own.snapshots, SnapshotField::pose));
      const Matrix X = all_of(own.snapshots, SnapshotField::displacement) -
                       gather_rows(own.psi, own.body.free_displacements) * rho;
      return scatter_rows(X,
                          own.body.free_displacements,
                          own.body.n_displacements());
    }

    double defect(const Matrix &V, const InnerProduct &product)
    {
      return (product.gram(V, V) - Matrix::Identity(V.cols(), V.cols())).norm();
    }

    std::string message_of(const std::function<void()> &action)
    {
      try
        {
          action();
        }
      catch (const Error &error)
        {
          return error.what();
        }
      return "no error";
    }
  } // namespace

  TEST(ReducedBasis, VelocitiesCountIfTheyAreGivenATime)
  {
    // Velocities that no displacement has: all along w, beside the sleeve's.
    const DiscreteBody &body = ring().body;
    const Matrix poses       = all_of(ring().snapshots, SnapshotField::pose);
    const Matrix u     = all_of(ring().snapshots, SnapshotField::displacement);
    const Vector w     = random_numbers(static_cast<int>(u.rows()), 1, 77);
    const Matrix rates = 50 * poses;
    const Matrix v     = gather_rows(ring().psi, body.free_displacements) *
                       sleeve_coordinates(body, rates) +
                     w * random_numbers(1, static_cast<int>(u.cols()), 78, 100);
    const MemorySnapshots moving("moving",
                                 Vector::LinSpaced(u.cols(), 0, 1),
                                 {{SnapshotField::displacement, u},
                                  {SnapshotField::velocity, v},
                                  {SnapshotField::pose, poses},
                                  {SnapshotField::pose_rate, rates}});
    DisplacementBasisOptions options;
    options.product          = DisplacementProduct::euclidean;
    options.mass_orthonormal = false;
    options.pod.method       = PodMethod::svd;
    options.pod.size.count   = 9;
    const auto missed        = [&](const double time) {
      options.velocity_time = time;
      const Matrix V        = gather_rows(
        displacement_basis(body, ring().psi, {&moving}, options).modes,
        body.free_displacements);
      return (w - V * (V.transpose() * w)).norm() / w.norm();
    };
    EXPECT_GT(missed(0), 0.5);
    // All velocities lie along w once the sleeve's are subtracted.
    EXPECT_LT(missed(1), 1e-3);
  }

  TEST(ReducedBasis, ModesAreMassOrthonormalAndZeroOnSupports)
  {
    const SparseMatrix M = mass_matrix(ring().body);
    for (const DisplacementProduct product : {DisplacementProduct::energy,
                                              DisplacementProduct::mass,
                                              DisplacementProduct::euclidean})
      {
        DisplacementBasisOptions options;
        options.product               = product;
        options.frequency             = 6000;
        options.pod.method            = PodMethod::svd;
        options.pod.size.count        = 8;
        const DisplacementBasis basis = displacement_basis(ring().body,
                                                           ring().psi,
                                                           {&ring().snapshots},
                                                           options);
        ASSERT_EQ(basis.modes.cols(), 8);
        EXPECT_EQ(basis.singular_values.size(), 12);
        EXPECT_LT(defect(basis.modes, InnerProduct(M)), 1e-12);
        for (const BodySupport &support : ring().body.supports)
          for (const int i : support.displacements)
            EXPECT_EQ(basis.modes.row(i).norm(), 0);
      }
  }

  TEST(ReducedBasis, EnergyErrorIsTheTailOfTheSingularValues)
  {
    // Mass-orthonormal modes span the same space: project in the energy.
    DisplacementBasisOptions options;
    options.pod.size.count = 4;
    options.pod.method     = PodMethod::svd;
    const DisplacementBasis basis =
      displacement_basis(ring().body, ring().psi, {&ring().snapshots}, options);
    const SparseMatrix K = rest_stiffness(ring().body);
    const InnerProduct energy(K);
    const Matrix X = remainders(ring());
    const Matrix Q = orthonormalize(basis.modes, energy).Q;
    const Matrix E = X - Q * energy.gram(Q, X);
    const double error =
      std::sqrt(energy.gram(E, E).trace() / energy.gram(X, X).trace());
    EXPECT_NEAR(error, basis.relative_error, 1e-10);
    EXPECT_GT(error, 1e-6);
  }

  TEST(ReducedBasis, AllModesAndTheLiftingGiveTheSnapshotsBack)
  {
    DisplacementBasisOptions options;
    options.pod.method     = PodMethod::svd;
    options.pod.size.count = 12;
    const Matrix V =
      displacement_basis(ring().body, ring().psi, {&ring().snapshots}, options)
        .modes;
    const SparseMatrix M = mass_matrix(ring().body);
    const Matrix X       = remainders(ring());
    const Matrix rest    = X - V * InnerProduct(M).gram(V, X);
    EXPECT_LT(rest.norm(), 1e-9 * X.norm());
  }

  TEST(ReducedBasis, SecondOrderPodOfTheThesis)
  {
    // Definition 6.3.9: orthonormal U of X = U Sigma V^T, snapshots of q alone.
    DisplacementBasisOptions options;
    options.product          = DisplacementProduct::euclidean;
    options.mass_orthonormal = false;
    options.pod.size.count   = 5;
    options.pod.method       = PodMethod::svd;
    const Matrix surface     = lifting_modes(ring().body, LiftingKind::surface);
    const DisplacementBasis basis =
      displacement_basis(ring().body, surface, {&ring().snapshots}, options);
    const Matrix U = gather_rows(basis.modes, ring().body.free_displacements);
    EXPECT_LT(defect(U, {}), 1e-12);
    const Matrix X = all_of(ring().snapshots, SnapshotField::displacement);
    EXPECT_NEAR((X - U * (U.transpose() * X)).norm() / X.norm(),
                basis.relative_error,
                1e-12);
  }

  TEST(ReducedBasis, PressureModesAreOrthonormalInL2)
  {
    PodOptions options;
    options.size.count = 6;
    const Pod pod = pressure_basis(ring().body, {&ring().snapshots}, options);
    const SparseMatrix L2 = pressure_mass(ring().body);
    EXPECT_LT(defect(pod.modes, InnerProduct(L2)), 1e-12);
    EXPECT_EQ(all_pressures(ring().body).cols(), ring().body.n_pressures);
  }

  TEST(ReducedBasis, JoinedBasesKeepTheOrderAndDropWhatIsThere)
  {
    const SparseMatrix M = mass_matrix(ring().body);
    const Matrix X       = remainders(ring());
    const Matrix V       = mass_orthonormal(ring().body, {X.leftCols(3)});
    const Matrix joined =
      mass_orthonormal(ring().body,
                       {V, X.leftCols(3) * 1e-3, X.middleCols(3, 2)});
    ASSERT_EQ(joined.cols(), 5);
    EXPECT_LT(defect(joined, InnerProduct(M)), 1e-12);
    const Matrix kept = joined.leftCols(3);
    EXPECT_LT((kept - V).norm(), 1e-12 * V.norm());
  }

  TEST(ReducedBasis, RefusesWhatDoesNotFit)
  {
    DisplacementBasisOptions options;
    options.pod.size.count = 2;
    SmallBodyOptions other;
    other.n_angular        = 6;
    const DiscreteBody six = make_small_body(other);
    EXPECT_NE(message_of([&] {
                displacement_basis(six,
                                   lifting_modes(six),
                                   {&ring().snapshots},
                                   options);
              }).find("'statics' have 96 displacements, but the body has 72"),
              std::string::npos);
    other.mixed = false;
    EXPECT_NE(message_of([&] {
                pressure_basis(make_small_body(other), {}, options.pod);
              }).find("has no pressures"),
              std::string::npos);
    DiscreteBody massless         = ring().body;
    massless.materials[0].density = 0;
    EXPECT_NE(message_of([&] {
                mass_orthonormal(massless, {remainders(ring())});
              }).find("has no mass"),
              std::string::npos);
  }
} // namespace rivlin
