// SPDX-License-Identifier: Apache-2.0
// Lifting modes against rigid motions, patch fields and an independent solver.
#include <rivlin/offline/lifting.h>

#include <rivlin/base/error.h>

#include "offline/small_body.h"
#include "offline/static_states.h"

#include <gtest/gtest.h>

namespace rivlin
{
  TEST(Lifting, CarriesRigidMotionsOfTheSleeveExactly)
  {
    for (const int dim : {2, 3})
      {
        SmallBodyOptions options;
        options.dim             = dim;
        options.n_angular       = 6;
        const DiscreteBody body = make_small_body(options);
        const Matrix psi        = lifting_modes(body);
        ASSERT_EQ(psi.cols(), dim + dim * dim);
        for (const double angle : {0.1, 1.5, 3.1})
          {
            SleevePose pose;
            pose.translation = Vector3(1, -2, dim == 3 ? 3 : 0);
            pose.rotation_vector =
              angle * (dim == 3 ? Vector3(0.6, 0, 0.8) : Vector3(0, 0, 1));
            const Vector u =
              psi * sleeve_coordinates(body, pose_column({pose, SleevePose()}));
            for (const int i : body.supports[0].displacements)
              {
                Vector3 X = Vector3::Zero();
                for (int d = 0; d < dim; ++d)
                  X[d] = body.coordinates[i / dim * dim + d];
                // Some products of numbers up to 25.
                EXPECT_NEAR(u[i],
                            sleeve_displacement(pose,
                                                options.centre,
                                                X)[i % dim],
                            1e-13);
              }
            for (const int i : body.supports[1].displacements)
              EXPECT_EQ(u[i], 0);
          }
      }
  }

  TEST(Lifting, TwoSleevesMovingTogetherMoveTheBody)
  {
    for (const int dim : {2, 3})
      {
        SmallBodyOptions options;
        options.dim             = dim;
        options.n_angular       = 6;
        options.outer_is_sleeve = true;
        const DiscreteBody body = make_small_body(options);
        const Matrix psi        = lifting_modes(body);
        const int per_sleeve    = dim + dim * dim;
        ASSERT_EQ(psi.cols(), 2 * per_sleeve);
        for (int i = 0; i < dim; ++i)
          {
            const Vector u = psi.col(i) + psi.col(per_sleeve + i);
            for (int k = 0; k < body.n_displacements(); ++k)
              EXPECT_NEAR(u[k], k % dim == i ? 1 : 0, 1e-12);
          }
        // Equal and opposite off-diagonal parts: a linear rotation.
        const int a = dim + 1, b = dim + dim;
        const Vector u = psi.col(a) - psi.col(b) + psi.col(per_sleeve + a) -
                         psi.col(per_sleeve + b);
        for (int node = 0; node < body.n_nodes; ++node)
          {
            const double *X = &body.coordinates[node * dim];
            EXPECT_NEAR(u[node * dim], X[1] - options.centre[1], 1e-11);
            EXPECT_NEAR(u[node * dim + 1], options.centre[0] - X[0], 1e-11);
          }
      }
  }

  TEST(Lifting, SteelRingsFollowTheirSleeve)
  {
    // The layer next to a sleeve that turns is stiff: it turns with it, up to
    // the ratio of the moduli, 1 to 8e4.
    SmallBodyOptions options;
    options.n_radial        = 3;
    options.n_steel_layers  = 1;
    options.outer_is_sleeve = true;
    const DiscreteBody body = make_small_body(options);
    const Matrix psi        = lifting_modes(body);
    const int lattice       = 7; // radial nodes
    for (int node = 0; node < body.n_nodes; ++node)
      if (node % lattice >= 4)
        {
          const Vector u = psi.col(6 + 3) - psi.col(6 + 4);
          EXPECT_NEAR(u[node * 2],
                      body.coordinates[node * 2 + 1] - options.centre[1],
                      1e-3);
        }
  }

  TEST(Lifting, SurfaceKindMovesNothingElse)
  {
    const DiscreteBody body = make_small_body();
    const Matrix psi        = lifting_modes(body, LiftingKind::surface);
    const Matrix elastic    = lifting_modes(body);
    for (const int i : body.free_displacements)
      EXPECT_EQ(psi.row(i).norm(), 0);
    for (const int i : body.supports[0].displacements)
      EXPECT_EQ((psi.row(i) - elastic.row(i)).norm(), 0);
  }

  TEST(Lifting, BothSolversAgree)
  {
    SmallBodyOptions options;
    options.dim             = 3;
    options.n_angular       = 6;
    options.n_axial         = 2;
    const DiscreteBody body = make_small_body(options);
    const Matrix direct =
      lifting_modes(body, LiftingKind::elastic, 0.3, SpdMethod::direct);
    const Matrix iterative =
      lifting_modes(body, LiftingKind::elastic, 0.3, SpdMethod::iterative);
    // Residual 1e-12 times a condition number of some hundred.
    EXPECT_LT((direct - iterative).norm(), 1e-9 * direct.norm());
  }

  TEST(Lifting, RefusesPosesOfAnotherBody)
  {
    const DiscreteBody body = make_small_body();
    EXPECT_THROW(sleeve_coordinates(body, Matrix::Zero(12, 1)), Error);
  }

  TEST(SpdSolver, RefusesABodyThatCanMove)
  {
    SmallBodyOptions options;
    options.n_angular       = 4;
    const DiscreteBody body = make_small_body(options);
    EXPECT_THROW(SpdSolver(SparseMatrix(-1. * mass_matrix(body)),
                           SpdMethod::direct),
                 Error);
    EXPECT_THROW(SpdSolver(SparseMatrix(-1. * mass_matrix(body)),
                           SpdMethod::iterative),
                 Error);
  }

  TEST(LiftingSlow, HundredThousandUnknownsIn3D)
  {
    SmallBodyOptions options;
    options.dim             = 3;
    options.n_radial        = 6;
    options.n_angular       = 40;
    options.n_axial         = 16;
    const DiscreteBody body = make_small_body(options);
    ASSERT_GT(body.n_displacements(), 100000);
    const Matrix psi =
      lifting_modes(body, LiftingKind::elastic, 0.3, SpdMethod::automatic);
    // Sleeve displaced along the axis: the middle of the body follows within
    // its bounds (maximum principle does not hold exactly in elasticity).
    EXPECT_LT(psi.col(2).maxCoeff(), 1.05);
    EXPECT_GT(psi.col(2).minCoeff(), -0.3);
  }
} // namespace rivlin
