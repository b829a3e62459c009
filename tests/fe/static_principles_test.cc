// SPDX-License-Identifier: Apache-2.0
// Laws that hold for every model: balance of forces and moments, work and
// energy, indifference to rotation, and the limit of rigid sleeves.
#include "static_solution.h"

#include <rivlin/solid/sleeve.h>

#include <deal.II/dofs/dof_tools.h>

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <map>

namespace rivlin
{
  namespace
  {
    using dealii::Point;
    using dealii::Tensor;

    Tensor<1, 3> to_tensor(const Vector3 &v)
    {
      return Tensor<1, 3>({v[0], v[1], v[2]});
    }
    Vector3 to_vector(const Tensor<1, 3> &v)
    {
      return {v[0], v[1], v[2]};
    }

    /// Force and moment about the origin, in the deformed configuration, of
    /// nodal forces.
    Reaction resultant(const FEModel<3> &model,
                       const State &state,
                       const DofVector &nodal)
    {
      const auto &space = model.discretization();
      std::map<dealii::types::global_dof_index, Point<3>> places;
      dealii::DoFTools::map_dofs_to_support_points(space.mapping(),
                                                   space.dofs(),
                                                   places);
      const DofVector dofs = model.all_dofs(state);
      std::map<unsigned int, std::array<unsigned int, 3>> nodes;
      for (int c = 0; c < space.n_cells(); ++c)
        for (int a = 0; a < space.n_displacements_per_cell() / 3; ++a)
          {
            const auto index    = space.cell_dofs(c);
            nodes[index[3 * a]] = {index[3 * a],
                                   index[3 * a + 1],
                                   index[3 * a + 2]};
          }
      Reaction sum;
      for (const auto &[first, index] : nodes)
        {
          Tensor<1, 3> x = places.at(first), f;
          for (int i = 0; i < 3; ++i)
            {
              x[i] += dofs.local_element(index[i]);
              f[i] = nodal.local_element(index[i]);
            }
          sum.force += f;
          sum.moment += cross_product_3d(x, f);
        }
      return sum;
    }

    /// Block held at x0 under dead traction, body force and, all around, a
    /// pressure that follows; turned by R before anything happens.
    StaticSolution<3> loaded_block(const Matrix3 &R)
    {
      ModelDefinition<3> definition;
      definition.materials["rubber"] = reference_rubber(1. / 30);
      definition.supports            = {fixed<3>("x0")};
      definition.supports[0].centre  = Point<3>();
      definition.actions             = {
                    Traction<3>{
                      "x1",
                      [R](const Point<3> &, const Tensor<1, 3> &, const double t) {
            return t * to_tensor(R * Vector3(0.1, 0.05, -0.08));
          }},
                    BodyForce<3>{[R](const Point<3> &, const double t) {
          return t * to_tensor(R * Vector3(-0.02, 0.03, 0.04));
        }}};
      for (const char *set : {"x1", "y0", "y1", "z0", "z1"})
        definition.actions.push_back(
          FollowerPressure{set, [](double t) { return 0.2 * t; }});
      auto mesh = distorted_box<3>(2, 0.1);
      dealii::GridTools::transform(
        [&R](const Point<3> &X) {
          return Point<3>(to_tensor(R * to_vector(X)));
        },
        mesh->triangulation);
      return solve_statically(std::move(mesh), definition, 2);
    }

    double radial_force(const MeshParameters &mesh,
                        const ModelDefinition<2> &definition)
    {
      return solve_statically(make_mesh<2>(mesh, MPI_COMM_WORLD), definition, 2)
        .reactions[0]
        .force[0];
    }

    ModelDefinition<2> radial_load()
    {
      ModelDefinition<2> definition;
      definition.materials["rubber"] = reference_rubber(1. / 30);
      Support<2> inner               = fixed<2>("inner");
      inner.displacement = [](const Point<2> &, const double t, int) {
        return Tensor<1, 2>({3 * t, 0.});
      };
      definition.supports = {inner, fixed<2>("outer")};
      return definition;
    }
  } // namespace

  TEST(Statics3D, ReactionsBalanceTheLoads)
  {
    const auto solution = loaded_block(Matrix3::Identity());
    const Reaction wall = solution.reactions[0];
    // Traction on a unit area, body force on a unit volume. The pressure on the
    // other five sides of a closed surface is that on the held one, reversed.
    const Vector3 expected = -Vector3(0.1, 0.05, -0.08) -
                             Vector3(-0.02, 0.03, 0.04) +
                             0.2 * Vector3(1, 0, 0);
    for (int i = 0; i < 3; ++i)
      EXPECT_NEAR(wall.force[i], expected[i], 1e-12);

    DofVector internal, residual;
    ASSERT_TRUE(solution.model->internal_force(solution.state, internal).valid);
    ASSERT_TRUE(solution.model->full_residual(solution.state, residual).valid);
    const Reaction self = resultant(*solution.model, solution.state, internal);
    EXPECT_LT(self.force.norm(), 1e-12);
    EXPECT_LT(self.moment.norm(), 1e-12);
    DofVector loads = internal;
    loads -= residual;
    const Reaction applied = resultant(*solution.model, solution.state, loads);
    EXPECT_GT(applied.moment.norm(), 0.01);
    // Free nodes are in equilibrium up to the Newton tolerance.
    EXPECT_LT((applied.force + wall.force).norm(), 1e-10);
    EXPECT_LT((applied.moment + wall.moment).norm(), 1e-10);
  }

  TEST(Statics3D, RotatedModelGivesRotatedResults)
  {
    const Matrix3 R = Eigen::AngleAxisd(1.1, Vector3(1, -2, 0.5).normalized())
                        .toRotationMatrix();
    const auto straight = loaded_block(Matrix3::Identity());
    const auto turned   = loaded_block(R);
    EXPECT_NEAR(turned.strain_energy,
                straight.strain_energy,
                1e-10 * straight.strain_energy);
    const auto expect_rotated = [&](const Tensor<1, 3> &before,
                                    const Tensor<1, 3> &after) {
      EXPECT_LT((to_vector(after) - R * to_vector(before)).norm(),
                1e-10 * before.norm());
    };
    expect_rotated(straight.reactions[0].force, turned.reactions[0].force);
    expect_rotated(straight.reactions[0].moment, turned.reactions[0].moment);
    const Vector3 inside(0.9, 0.3, 0.6);
    expect_rotated(straight.model->displacement_at(Point<3>(to_tensor(inside)),
                                                   straight.state),
                   turned.model->displacement_at(
                     Point<3>(to_tensor(R * inside)), turned.state));
    // The numbering of the unknowns does not know about the rotation.
    EXPECT_LT((straight.state.lambda - turned.state.lambda).norm(),
              1e-10 * straight.state.lambda.norm());
  }

  TEST(Statics3D, RigidBodyMotionIsFreeOfStress)
  {
    MeshParameters mesh;
    mesh.elements_radial          = 2;
    mesh.elements_circumferential = 6;
    mesh.elements_axial           = 1;
    const auto pose               = [](const double t) {
      return SleevePose{t * Vector3(3, -5, 2), t * Vector3(0.4, -0.5, 0.8)};
    };
    const auto moved = [pose](const Point<3> &X, const double t, int) {
      return to_tensor(
        sleeve_displacement(pose(t), Vector3(1, 2, 3), to_vector(X)));
    };
    ModelDefinition<3> definition;
    definition.materials["rubber"] = reference_rubber(1 / 3e5);
    definition.supports            = {fixed<3>("inner"), fixed<3>("outer")};
    for (Support<3> &support : definition.supports)
      support.displacement = moved;
    const auto solution =
      solve_statically(make_mesh<3>(mesh, MPI_COMM_WORLD), definition, 4);
    EXPECT_LT(std::abs(solution.strain_energy), 1e-10);
    for (const Reaction &reaction : solution.reactions)
      {
        EXPECT_LT(reaction.force.norm(), 1e-10);
        EXPECT_LT(reaction.moment.norm(), 1e-9); // arms of some 10 mm
      }
    const FieldErrors errors = l2_errors<3>(
      *solution.model,
      solution.state,
      [&](const Point<3> &X) { return moved(X, 1, 0); },
      [](const Point<3> &) { return 0; });
    // L2 norms over a volume of 66000 mm^3: 1e-12 mm and 1e-12 MPa rms.
    EXPECT_LT(errors.u, 1e-10 * 260);
    EXPECT_LT(errors.p, 1e-10 * 260);
  }

  TEST(Statics2D, StrainEnergyIsTheWorkDone)
  {
    MeshParameters mesh;
    mesh.elements_radial          = 3;
    mesh.elements_circumferential = 12;
    ConvergenceTable table("work by the trapezoidal rule", {"|work - energy|"});
    for (const int n : {4, 8, 16})
      {
        const auto solution =
          solve_statically(make_mesh<2>(mesh, MPI_COMM_WORLD),
                           radial_load(),
                           n);
        ASSERT_EQ(solution.states.size(), std::size_t(n));
        double work = 0, old_force = 0;
        for (const State &state : solution.states)
          {
            const double force =
              solution.model->observe(state).reactions[0].force[0];
            work += (old_force + force) / 2 * 3. / n;
            old_force = force;
          }
        table.add(n, {std::abs(work / solution.strain_energy - 1)});
      }
    table.print();
    EXPECT_NEAR(table.order(0), 2, 0.1);
  }

  TEST(Statics2D, ForcesAreProportionalToThickness)
  {
    MeshParameters mesh;
    mesh.elements_radial          = 2;
    mesh.elements_circumferential = 8;
    ModelDefinition<2> definition = radial_load();
    definition.supports.pop_back();
    definition.supports[0].displacement = {};
    definition.actions                  = {FollowerPressure{"outer",
                                           [](double t) { return 0.3 * t; }},
                                           BodyForce<2>{[](const Point<2> &, const double t) {
                            return Tensor<1, 2>({0.01 * t, 0.});
                          }}};
    const auto thin =
      solve_statically(make_mesh<2>(mesh, MPI_COMM_WORLD), definition, 1);
    definition.thickness = 7;
    const auto thick =
      solve_statically(make_mesh<2>(mesh, MPI_COMM_WORLD), definition, 1);
    EXPECT_LT((thin.state.q - thick.state.q).norm(),
              1e-10 * thin.state.q.norm());
    EXPECT_NEAR(thick.reactions[0].force[0],
                7 * thin.reactions[0].force[0],
                1e-9 * std::abs(thick.reactions[0].force[0]));
    EXPECT_NEAR(thick.strain_energy,
                7 * thin.strain_energy,
                1e-9 * thick.strain_energy);
  }

  // Cutting the cells of a ring in halves keeps it round and keeps its names.
  TEST(Statics3D, RefinedMeshIsTheFinerMesh)
  {
    MeshParameters coarse, fine;
    coarse.elements_radial          = 1;
    coarse.elements_circumferential = 4;
    coarse.elements_axial           = 1;
    coarse.refinements              = 1;
    fine.elements_radial            = 2;
    fine.elements_circumferential   = 8;
    fine.elements_axial             = 2;
    std::vector<Reaction> inner;
    for (const MeshParameters &mesh : {coarse, fine})
      {
        ModelDefinition<3> definition;
        definition.materials["rubber"] = reference_rubber(1. / 30);
        Support<3> driven              = fixed<3>("inner");
        driven.displacement = [](const Point<3> &, const double t, int) {
          return Tensor<1, 3>({2 * t, 0., t});
        };
        definition.supports = {driven, fixed<3>("outer")};
        inner.push_back(
          solve_statically(make_mesh<3>(mesh, MPI_COMM_WORLD), definition, 2)
            .reactions[0]);
      }
    EXPECT_LT((inner[0].force - inner[1].force).norm(),
              1e-10 * inner[0].force.norm());
    EXPECT_LT((inner[0].moment - inner[1].moment).norm(),
              1e-9 * inner[0].force.norm());
  }

  // A beam that the pressure on one side rolls up, by 2.8 of its length 4: the
  // load stiffness is unsymmetric because the edges of that side are free.
  TEST(Statics3D, NewtonIsQuadraticWithPressureInsideAFreeEdge)
  {
    ModelDefinition<3> definition;
    definition.materials["rubber"] = reference_rubber(0);
    definition.supports            = {fixed<3>("x0")};
    definition.actions             = {
                  FollowerPressure{"y1", [](double t) { return 0.03 * t; }}};
    MeshParameters mesh;
    mesh.shape    = MeshShape::box;
    mesh.size     = {4, 1, 1};
    mesh.elements = {4, 1, 1};
    const auto solution =
      solve_statically(make_mesh<3>(mesh, MPI_COMM_WORLD), definition, 4, 1e-9);
    EXPECT_LT(solution.model->displacement_at(Point<3>(4, 0, 0),
                                              solution.state)[1],
              -2.5);
    EXPECT_EQ(solution.steps.size(), 4u); // no step was refused
    for (const StepReport &step : solution.steps)
      {
        std::cout << "increments:";
        for (const NewtonIteration &iteration : step.iterations)
          std::cout << " " << iteration.increment_norm;
        std::cout << "\n";
        const std::size_t n = step.iterations.size();
        const double before = step.iterations[n - 2].increment_norm;
        EXPECT_LT(step.iterations[n - 1].increment_norm, 10 * before * before);
      }
  }

  // The sleeves give way by an amount proportional to 1/E.
  TEST(Statics2D, StiffSteelSleevesBecomeRigid)
  {
    MeshParameters mesh;
    mesh.elements_radial          = 3;
    mesh.elements_circumferential = 12;
    const double rigid            = radial_force(mesh, radial_load());
    mesh.inner_steel              = 2;
    mesh.outer_steel              = 2;
    ConvergenceTable table("radial force with steel sleeves",
                           {"1 - F/F_rigid"});
    for (const double E : {1e4, 1e5, 1e6})
      {
        ModelDefinition<2> definition       = radial_load();
        definition.materials["inner steel"] = {saint_venant_kirchhoff(E, 0.3),
                                               7.8e-9};
        definition.materials["outer steel"] = {saint_venant_kirchhoff(E, 0.3),
                                               7.8e-9};
        table.add(E, {1 - radial_force(mesh, definition) / rigid});
      }
    table.print();
    EXPECT_NEAR(table.order(0), 1, 0.02);
    EXPECT_GT(table.error(0), 0);
  }
} // namespace rivlin
