// SPDX-License-Identifier: Apache-2.0
// From snapshots to a reduced model: with all modes it is the full model.
#include <rivlin/offline/training.h>

#include <rivlin/base/error.h>
#include <rivlin/dynamics/integrate.h>
#include <rivlin/dynamics/statics.h>
#include <rivlin/offline/force_training.h>
#include <rivlin/online/reduced_model.h>
#include <rivlin/online/sleeve_channels.h>

#include "offline/all_modes.h"
#include "offline/small_body.h"

#include <gtest/gtest.h>

#include <limits>

namespace rivlin
{
  namespace
  {
    struct FullModelCase
    {
      std::string name;
      SmallBodyOptions options;
      SleevePose pose;
    };

    std::vector<FullModelCase> full_model_cases()
    {
      const double infinity = std::numeric_limits<double>::infinity();
      SleevePose plane, space;
      plane.translation     = Vector3(1.5, -0.7, 0);
      plane.rotation_vector = Vector3(0, 0, 0.2);
      space.translation     = Vector3(0.8, -0.4, 1);
      space.rotation_vector = Vector3(0.03, -0.05, 0.1);
      SmallBodyOptions ring;
      ring.n_angular        = 6;
      SmallBodyOptions tube = ring;
      tube.dim              = 3;
      tube.n_radial         = 1;
      tube.n_angular        = 4;
      const auto with       = [](SmallBodyOptions options,
                           const bool mixed,
                           const double bulk_modulus) {
        options.mixed  = mixed;
        options.rubber = small_body_rubber(bulk_modulus);
        return options;
      };
      return {{"ring, mixed", with(ring, true, 2000), plane},
              {"ring, displacements", with(ring, false, 30), plane},
              {"ring, incompressible", with(ring, true, infinity), plane},
              {"tube, mixed", with(tube, true, 2000), space},
              {"tube, displacements", with(tube, false, 30), space},
              {"tube, incompressible", with(tube, true, infinity), space}};
    }

    /// The full body. Of an incompressible closed ring the first pressure is
    /// set to zero; its equation follows from the others, because J is a null
    /// Lagrangian, which the points integrate exactly.
    ReducedEquilibrium full_equilibrium(const DiscreteBody &body,
                                        const SleevePose &pose,
                                        const bool undetermined)
    {
      const Matrix rho =
        sleeve_coordinates(body, pose_column({pose, SleevePose()}));
      const Matrix L = Matrix::Identity(body.n_pressures, body.n_pressures);
      return solve_equilibrium(body,
                               lifting_modes(body),
                               free_identity(body),
                               undetermined ? L.rightCols(L.cols() - 1) : L,
                               rho.col(0));
    }

    /// Force and moment about the moved centre, summed over the nodes.
    SleeveReaction nodal_reaction(const DiscreteBody &body,
                                  const SleevePose &pose,
                                  const Vector &force)
    {
      const int dim = body.dim();
      const Matrix3 R =
        Matrix3::Identity() + rotation_minus_identity(pose.rotation_vector);
      SleeveReaction sum;
      const BodySupport &inner = body.supports[0];
      for (std::size_t k = 0; k < inner.displacements.size(); k += dim)
        {
          const int first = inner.displacements[k];
          Vector3 X = Vector3::Zero(), f = Vector3::Zero();
          for (int i = 0; i < dim; ++i)
            {
              X[i] = body.coordinates[first + i] - inner.centre[i];
              f[i] = force[first + i];
            }
          const Vector3 x = R * X;
          sum.force += f;
          sum.moment += Vector3(x[1] * f[2] - x[2] * f[1],
                                x[2] * f[0] - x[0] * f[2],
                                x[0] * f[1] - x[1] * f[0]);
        }
      return sum;
    }

    TEST(Training, GalerkinWithAllModesIsTheFullModel)
    {
      for (const FullModelCase &c : full_model_cases())
        {
          SCOPED_TRACE(c.name);
          const DiscreteBody body = make_small_body(c.options);
          const bool incompressible =
            c.options.mixed && pressure_compliance(body).norm() == 0;
          const bool undetermined = incompressible && c.options.dim == 2;
          const ReducedEquilibrium full =
            full_equilibrium(body, c.pose, undetermined);

          const ReducedBases bases = all_modes(body);
          ASSERT_EQ(bases.modes.cols(),
                    bases.n_lifted +
                      static_cast<int>(body.free_displacements.size()));
          ASSERT_EQ(bases.pressures.cols(),
                    body.n_pressures - (undetermined ? 1 : 0));
          ReducedModelData data = project_model(body, bases, {{}}, false);
          train_force(force_model("Galerkin"),
                      body,
                      bases,
                      Matrix::Zero(bases.modes.cols(), 1),
                      {},
                      data);
          Sleeve sleeve;
          sleeve.motion = [&c](const double t, const int order) {
            std::array<SleevePose, 4> pose;
            pose[0].translation     = t * c.pose.translation;
            pose[1].translation     = c.pose.translation;
            pose[0].rotation_vector = t * c.pose.rotation_vector;
            pose[1].rotation_vector = c.pose.rotation_vector;
            return rigid_motion(pose, order);
          };
          const ReducedModel model(std::make_shared<const ReducedModelData>(
                                     data),
                                   {sleeve},
                                   nullptr,
                                   false);
          StaticsOptions options;
          options.newton.tolerance = 1e-11;
          Statics statics(model, options);
          IntegrationPlan plan;
          plan.initial_step              = 0.5;
          State state                    = model.initial_state();
          const IntegrationReport report = integrate(statics, state, plan);
          ASSERT_TRUE(report.finished) << report.reason;

          // 1e-8: both are solved to 1e-10; the stiffness of the volume
          // multiplies roundoff by 1e3.
          const Vector u = bases.modes * model.coordinates(state, 0);
          EXPECT_LT((u - full.u).norm(), 1e-8 * full.u.norm());
          if (body.n_pressures > 0)
            {
              Vector p = bases.pressures * state.lambda;
              if (undetermined)
                p.array() += full.p[0] - p[0];
              EXPECT_LT((p - full.p).norm(), 1e-8 * full.p.norm());
            }
          const SleeveReaction reaction = model.observe(state).reactions[0];
          const BodyResponse response =
            evaluate_body(body, full.u, full.p, Need::residual);
          const SleeveReaction expected =
            nodal_reaction(body, c.pose, response.force);
          EXPECT_LT((reaction.force - expected.force).norm(),
                    1e-8 * expected.force.norm());
          EXPECT_LT((reaction.moment - expected.moment).norm(),
                    1e-8 * expected.moment.norm());
          EXPECT_GT(expected.force.norm() * expected.moment.norm(), 1);

          // At rest only the nodes of the sleeve move: those of the full model
          // have no velocity. 1e-10: roundoff times the condition of the modes.
          const ReducedModel moving(std::make_shared<const ReducedModelData>(
                                      data),
                                    {sleeve},
                                    nullptr,
                                    true);
          const Vector velocity =
            bases.modes * moving.coordinates(moving.state_at_rest(), 1);
          EXPECT_LT(gather_rows(velocity, body.free_displacements).norm(),
                    1e-10 * velocity.norm());
          EXPECT_GT(velocity.norm(), 0.1);
        }
    }

    TEST(Training, AutomaticPressuresAreTheMostThatDoNotLock)
    {
      const DiscreteBody body         = make_small_body();
      const MemorySnapshots snapshots = random_snapshots(body, 30);
      BasisOptions options;
      options.modes.count          = 12;
      const ReducedBases automatic = train_bases(body, {&snapshots}, options);
      const int m = static_cast<int>(automatic.pressures.cols());
      EXPECT_GE(automatic.inf_sup, 0.8 * automatic.inf_sup_of_one);
      options.n_pressures         = m + 1;
      const ReducedBases one_more = train_bases(body, {&snapshots}, options);
      EXPECT_LT(one_more.inf_sup, 0.8 * one_more.inf_sup_of_one);
      EXPECT_LT(one_more.pressure_error, automatic.pressure_error);
      options.n_pressures      = m;
      const ReducedBases asked = train_bases(body, {&snapshots}, options);
      EXPECT_NEAR(asked.pressure_error, automatic.pressure_error, 1e-10);
    }

    TEST(Training, CoordinatesOfStatesInTheSpanComeBack)
    {
      const DiscreteBody body         = make_small_body();
      const MemorySnapshots snapshots = random_snapshots(body, 30);
      BasisOptions options;
      options.modes.count      = 12;
      options.n_eigenmodes     = 3;
      options.n_pressures      = 5;
      options.supremizers      = true;
      const ReducedBases bases = train_bases(body, {&snapshots}, options);
      ASSERT_EQ(bases.modes.cols(), bases.n_lifted + 12 + 3 + 5);
      const Matrix q = random_numbers(20, 4, 7), p = random_numbers(5, 4, 8);
      Matrix poses(24, 4);
      snapshots.read(SnapshotField::pose, 0, poses);
      const Matrix rho = sleeve_coordinates(body, poses);
      const Matrix u   = bases.modes.leftCols(bases.n_lifted) * rho +
                       bases.modes.rightCols(20) * q;
      // Behind the displacements stand coordinates of free sleeves.
      Matrix displacements(body.free_displacements.size() + 2, 4);
      displacements << gather_rows(u, body.free_displacements),
        Matrix::Constant(2, 4, 99);
      const MemorySnapshots inside(
        "inside",
        Vector::LinSpaced(4, 0, 1),
        {{SnapshotField::displacement, displacements},
         {SnapshotField::pressure, bases.pressures * p},
         {SnapshotField::pose, poses}});
      const TrainingStates states =
        project_snapshots(body, bases, {&inside}, 0);
      // Orthonormal bases: roundoff of sums over the unknowns.
      EXPECT_LT((states.r.topRows(bases.n_lifted) - rho).norm(), 1e-15);
      EXPECT_LT((states.r.bottomRows(20) - q).norm(), 1e-12 * q.norm());
      EXPECT_LT((states.p - p).norm(), 1e-12 * p.norm());
      EXPECT_EQ(states.poses, poses);
    }

    TEST(Training, WhatIsLeftOfASnapshotIsOrthogonalInTheMass)
    {
      const DiscreteBody body         = make_small_body();
      const MemorySnapshots snapshots = random_snapshots(body, 10);
      BasisOptions options;
      options.modes.count      = 4;
      const ReducedBases bases = train_bases(body, {&snapshots}, options);
      const TrainingStates states =
        project_snapshots(body, bases, {&snapshots}, 0);
      Matrix q(body.free_displacements.size(), 10);
      snapshots.read(SnapshotField::displacement, 0, q);
      const Matrix difference =
        scatter_rows(q - gather_rows(bases.modes * states.r,
                                     body.free_displacements),
                     body.free_displacements,
                     body.n_displacements());
      const Matrix MV = mass_matrix(body) * bases.modes.rightCols(4);
      EXPECT_LT((MV.transpose() * difference).norm(),
                1e-12 * MV.norm() * difference.norm());
      EXPECT_GT(difference.norm(), 0.1 * q.norm());
      // Coordinates are lengths: V^T M V = mass of the body.
      double mass = 0;
      for (const double weight : body.weights)
        mass += weight * body.materials[0].density;
      EXPECT_LT((bases.modes.rightCols(4).transpose() * MV / mass -
                 Matrix::Identity(4, 4))
                  .norm(),
                1e-12);
    }

    TEST(Training, StatesAreChosenEvenlyOverAllSources)
    {
      const DiscreteBody body         = make_small_body();
      const MemorySnapshots snapshots = random_snapshots(body, 10);
      BasisOptions options;
      options.modes.count      = 4;
      const ReducedBases bases = train_bases(body, {&snapshots}, options);
      const TrainingStates all =
        project_snapshots(body, bases, {&snapshots, &snapshots}, 0);
      ASSERT_EQ(all.r.cols(), 20);
      EXPECT_EQ(all.r.leftCols(10), all.r.rightCols(10));
      for (const int n_most : {1, 3, 7, 20, 50})
        {
          const TrainingStates some =
            project_snapshots(body, bases, {&snapshots, &snapshots}, n_most);
          const int n = std::min(n_most, 20);
          ASSERT_EQ(some.r.cols(), n);
          for (int k = 0; k < n; ++k)
            {
              const int chosen = (20 * k + n - 1) / n;
              EXPECT_EQ(some.r.col(k), all.r.col(chosen)) << n << " " << k;
              EXPECT_EQ(some.p.col(k), all.p.col(chosen));
              EXPECT_EQ(some.poses.col(k), all.poses.col(chosen));
            }
        }
    }

    TEST(Training, ModelCarriesSleevesScalesAndFields)
    {
      SmallBodyOptions small;
      small.outer_is_sleeve           = true;
      DiscreteBody body               = make_small_body(small);
      const MemorySnapshots snapshots = random_snapshots(body, 10);
      BasisOptions options;
      options.modes.count      = 8;
      const ReducedBases bases = train_bases(body, {&snapshots}, options);
      EXPECT_EQ(bases.n_lifted, 12);
      EXPECT_EQ(bases.pressures.cols(), 2); // a quarter of the modes
      RigidSleeveProperties heavy;
      heavy.mass = 3;
      const ReducedModelData data =
        project_model(body, bases, {{}, heavy}, false);
      ASSERT_EQ(data.sleeves.size(), 2u);
      EXPECT_EQ(data.sleeves[1].name, "outer");
      EXPECT_EQ(data.sleeves[1].body.mass, 3);
      EXPECT_EQ(data.sleeves[0].centre, body.supports[0].centre);
      EXPECT_NEAR(data.length_scale, 25, 1e-12);
      EXPECT_NEAR(data.stress_scale, 1, 1e-12);
      EXPECT_EQ(data.full.dim, 0);
      // Both sleeves move by one: the body moves by one and weighs its mass.
      Vector r = Vector::Zero(data.n_coordinates());
      r[0] = r[6] = 1;
      double mass = 0;
      for (const double weight : body.weights)
        mass += weight * 1.1e-9;
      const Vector u = bases.modes * r;
      for (int node = 0; node < body.n_nodes; ++node)
        EXPECT_NEAR(u[2 * node], 1, 1e-9);
      EXPECT_NEAR(r.dot(data.mass * r) / mass, 1, 1e-9);
      EXPECT_NEAR(r.dot(data.gravity.col(0)) / mass, 1, 1e-9);
      EXPECT_NEAR(r.dot(data.damping * r) / (3 * mass), 1, 1e-6);

      // Pictures need the order of the nodes.
      EXPECT_THROW(project_model(body, bases, {{}, heavy}, true), Error);
      body.vtk_order = {0, 2, 8, 6, 1, 5, 7, 3, 4};
      body.node_of_pressure.assign(body.n_pressures, 0);
      const ReducedModelData full =
        project_model(body, bases, {{}, heavy}, true);
      EXPECT_EQ(full.full.degree, 2);
      EXPECT_EQ(full.full.cells.size(), 9u * body.n_cells());
      EXPECT_EQ(full.full.cells[1], body.cell_nodes[2]);
      EXPECT_EQ(full.full.displacement_modes, bases.modes);
    }

    TEST(Training, ConstantPressuresAreNotEnoughForAClosedRing)
    {
      SmallBodyOptions small;
      small.rubber = small_body_rubber(std::numeric_limits<double>::infinity());
      const DiscreteBody body = make_small_body(small);
      Matrix poses(24, 4), q(body.free_displacements.size(), 4);
      const MemorySnapshots random = random_snapshots(body, 4);
      random.read(SnapshotField::pose, 0, poses);
      random.read(SnapshotField::displacement, 0, q);
      const MemorySnapshots constant("constant",
                                     Vector::LinSpaced(4, 0, 1),
                                     {{SnapshotField::displacement, q},
                                      {SnapshotField::pressure,
                                       Matrix::Ones(body.n_pressures, 4)},
                                      {SnapshotField::pose, poses}});
      BasisOptions options;
      options.modes.count = 4;
      EXPECT_THROW(train_bases(body, {&constant}, options), Error);
    }

    TEST(Training, SnapshotsMustSuffice)
    {
      const DiscreteBody body         = make_small_body();
      const MemorySnapshots snapshots = random_snapshots(body, 6);
      BasisOptions options;
      options.modes.count = 7;
      EXPECT_THROW(train_bases(body, {&snapshots}, options), Error);
      options.modes.count = 4;
      options.n_pressures = 7;
      EXPECT_THROW(train_bases(body, {&snapshots}, options), Error);
    }
  } // namespace
} // namespace rivlin
