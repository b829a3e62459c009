// SPDX-License-Identifier: Apache-2.0
// Structure of the finite element model: tangent, prescribed motion, unknowns,
// solvers and what it refuses.
#include "static_solution.h"

#include <rivlin/base/error.h>
#include <rivlin/cases/case_model.h>

#include <deal.II/dofs/dof_tools.h>

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <map>
#include <random>

namespace rivlin
{
  namespace
  {
    using dealii::Point;
    using dealii::Tensor;

    Vector random_vector(const int n, const double size, const int seed)
    {
      std::mt19937 generator(seed);
      std::uniform_real_distribution<double> uniform(-size, size);
      return Vector::NullaryExpr(n, [&]() { return uniform(generator); });
    }

    MeshParameters small_ring()
    {
      MeshParameters mesh;
      mesh.elements_radial          = 2;
      mesh.elements_circumferential = 6;
      mesh.elements_axial           = 1;
      return mesh;
    }

    /// The text of the Error that building the model throws, or "accepted".
    template <int dim>
    std::string refusal(const MeshParameters &mesh,
                        const ModelDefinition<dim> &definition)
    {
      try
        {
          const FEModel<dim> model(make_mesh<dim>(mesh, MPI_COMM_WORLD),
                                   definition);
          return "accepted";
        }
      catch (const Error &error)
        {
          return error.what();
        }
    }

    bool contains(const std::string &text, const std::string &part)
    {
      return text.find(part) != std::string::npos;
    }

    /// Solve K x = b for a random b; the difference quotient of the residual
    /// along x must be b. Differences of order 4 with a step of 1e-3:
    /// truncation and rounding errors are below 1e-9.
    template <int dim>
    void expect_tangent_is_derivative(const FEModel<dim> &model)
    {
      State state  = model.initial_state();
      state.time   = 1;
      state.q      = random_vector(model.n_velocities(), 0.02, 1);
      state.lambda = random_vector(model.n_multipliers(), 0.3, 2);
      const Blocks b{random_vector(model.n_velocities(), 1, 3),
                     random_vector(model.n_multipliers(), 1, 4)};
      const auto tangent = model.make_tangent();
      ASSERT_TRUE(
        tangent->linearize(state, ConstraintLevel::position, {}).valid);
      Blocks x;
      ASSERT_TRUE(tangent->solve(b, x).valid);

      const double h      = 1e-3 / std::max(x.q.lpNorm<Eigen::Infinity>(),
                                       x.lambda.lpNorm<Eigen::Infinity>());
      const auto residual = [&](const double step) {
        State moved = state;
        moved.q += step * x.q;
        moved.lambda += step * x.lambda;
        Blocks r;
        const Evaluation evaluation =
          model.residual(moved, ConstraintLevel::position, r);
        EXPECT_TRUE(evaluation.valid) << evaluation.reason;
        Vector all(r.q.size() + r.lambda.size());
        all << r.q, r.lambda;
        return all;
      };
      const Vector quotient = (8 * (residual(h) - residual(-h)) -
                               (residual(2 * h) - residual(-2 * h))) /
                              (12 * h);
      Vector all(b.q.size() + b.lambda.size());
      all << b.q, b.lambda;
      EXPECT_LT((quotient - all).norm(), 1e-7 * all.norm());
    }

    /// Displacements and places of the nodes of a boundary set at time t, with
    /// all unknowns zero.
    template <int dim>
    std::vector<std::pair<Point<dim>, Tensor<1, dim>>> motion_of_set(
      const FEModel<dim> &model, const std::string &set, const double t)
    {
      const auto &space = model.discretization();
      std::map<dealii::types::global_dof_index, Point<dim>> places;
      dealii::DoFTools::map_dofs_to_support_points(space.mapping(),
                                                   space.dofs(),
                                                   places);
      State state          = model.initial_state();
      state.time           = t;
      const DofVector dofs = model.all_dofs(state);
      std::vector<std::pair<Point<dim>, Tensor<1, dim>>> result;
      const auto in_set = dealii::DoFTools::extract_boundary_dofs(
        space.dofs(), {}, {model.mesh().boundary_id(set)});
      const auto &fe = space.element();
      std::vector<dealii::types::global_dof_index> index(fe.n_dofs_per_cell());
      for (int c = 0; c < space.n_cells(); ++c)
        {
          space.cell(c)->get_dof_indices(index);
          for (unsigned int a = 0; a < fe.base_element(0).n_dofs_per_cell();
               ++a)
            {
              Tensor<1, dim> u;
              for (int i = 0; i < dim; ++i)
                u[i] = dofs[index[fe.component_to_system_index(i, a)]];
              const auto first = index[fe.component_to_system_index(0, a)];
              if (in_set.is_element(first))
                result.push_back({places.at(first), u});
            }
        }
      return result;
    }
  } // namespace

  TEST(FEModel, TangentIsDerivativeOfResidualInPlaneStrain)
  {
    MeshParameters mesh = small_ring();
    mesh.inner_steel    = 2;
    ModelDefinition<2> definition;
    definition.thickness           = 3;
    definition.materials["rubber"] = {Rubber{Ogden{{{0.7, 1.7}, {0.2, -2.3}}},
                                             {VolumetricKind::logarithmic,
                                              0.1}},
                                      1e-9};
    definition.materials["inner steel"] = {saint_venant_kirchhoff(50, 0.3),
                                           1e-9};
    definition.supports                 = {fixed<2>("outer")};
    // A closed surface, on which the load stiffness is symmetric.
    definition.actions = {
      FollowerPressure{"inner", [](double t) { return 0.4 * t; }}};
    expect_tangent_is_derivative(
      FEModel<2>(make_mesh<2>(mesh, MPI_COMM_WORLD), definition));
  }

  TEST(FEModel, TangentIsDerivativeOfResidualInSpace)
  {
    for (const double inverse_bulk_modulus : {0., 1. / 30})
      {
        ModelDefinition<3> definition;
        definition.materials["rubber"] = reference_rubber(inverse_bulk_modulus);
        definition.supports            = {fixed<3>("x0")};
        // All around up to the held side.
        for (const char *set : {"x1", "y0", "y1", "z0", "z1"})
          definition.actions.push_back(
            FollowerPressure{set, [](double t) { return 0.5 * t; }});
        expect_tangent_is_derivative(
          FEModel<3>(distorted_box<3>(2, 0.1), definition));
      }
  }

  // A free edge of the loaded side makes the load stiffness unsymmetric.
  TEST(FEModel, TangentIsDerivativeOfResidualWithFreeEdge)
  {
    ModelDefinition<2> plane;
    plane.materials["rubber"] = reference_rubber(0);
    plane.supports            = {fixed<2>("x0")};
    plane.actions = {FollowerPressure{"y1", [](double t) { return 0.5 * t; }}};
    expect_tangent_is_derivative(FEModel<2>(distorted_box<2>(2, 0.1), plane));
    ModelDefinition<3> space;
    space.materials["rubber"] = reference_rubber(1. / 30);
    space.supports            = {fixed<3>("x0")};
    space.actions = {FollowerPressure{"y1", [](double t) { return 0.5 * t; }}};
    expect_tangent_is_derivative(FEModel<3>(distorted_box<3>(2, 0.1), space));
  }

  TEST(FEModel, ResidualChangeIsFirstOrderInTime)
  {
    ModelDefinition<2> definition;
    definition.materials["rubber"] = reference_rubber(1. / 30);
    Support<2> driven              = fixed<2>("outer");
    driven.displacement = [](const Point<2> &X, const double t, int) {
      return Tensor<1, 2>({0.3 * t * X[1], 0.2 * t * t * X[0]});
    };
    definition.supports = {driven};
    definition.actions  = {
       FollowerPressure{"inner", [](double t) { return 0.4 * t + t * t; }}};
    const FEModel<2> model(make_mesh<2>(small_ring(), MPI_COMM_WORLD),
                           definition);
    State state  = model.initial_state();
    state.time   = 0.1;
    state.q      = random_vector(model.n_velocities(), 0.1, 1);
    state.lambda = random_vector(model.n_multipliers(), 0.3, 2);
    Blocks here;
    ASSERT_TRUE(model.residual(state, ConstraintLevel::position, here).valid);
    const auto gap = [&](const double h) {
      State later = state;
      later.time += h;
      Blocks there, change;
      EXPECT_TRUE(
        model.residual(later, ConstraintLevel::position, there).valid);
      EXPECT_TRUE(model.residual_change(state, h, change).valid);
      return std::hypot((there.q - here.q - change.q).norm(),
                        (there.lambda - here.lambda - change.lambda).norm());
    };
    EXPECT_NEAR(gap(0.01) / gap(0.005), 4, 0.2);
  }

  TEST(FEModel, SolversAgree)
  {
    for (const double inverse_bulk_modulus : {0., 1 / 3e5})
      {
        ModelDefinition<3> definition;
        definition.materials["rubber"] = reference_rubber(inverse_bulk_modulus);
        Support<3> inner               = fixed<3>("inner");
        inner.displacement = [](const Point<3> &, const double t, int) {
          return Tensor<1, 3>({2 * t, 0., 3 * t});
        };
        definition.supports = {inner, fixed<3>("outer")};
        std::vector<State> states;
        for (const LinearSolverKind kind :
             {LinearSolverKind::mumps, LinearSolverKind::klu})
          {
            definition.solver.kind = kind;
            states.push_back(
              solve_statically(make_mesh<3>(small_ring(), MPI_COMM_WORLD),
                               definition,
                               2)
                .state);
          }
        EXPECT_LT((states[0].q - states[1].q).norm(),
                  1e-10 * states[0].q.norm());
        EXPECT_LT((states[0].lambda - states[1].lambda).norm(),
                  1e-10 * states[0].lambda.norm());
      }
  }

  TEST(FEModel, PressuresInsideSteelAreEliminated)
  {
    MeshParameters mesh = small_ring();
    mesh.inner_steel    = 2;
    mesh.outer_steel    = 2;
    mesh.elements_steel = 2;
    ModelDefinition<2> definition;
    definition.materials["rubber"]      = reference_rubber(0);
    definition.materials["inner steel"] = {hooke(2.1e5, 0.3), 7.8e-9};
    definition.materials["outer steel"] = {saint_venant_kirchhoff(2.1e5, 0.3),
                                           7.8e-9};
    definition.supports                 = {fixed<2>("outer")};
    const FEModel<2> model(make_mesh<2>(mesh, MPI_COMM_WORLD), definition);
    // Q1 nodes of the rubber: 3 circles of 6. Q2: 13 circles of 12, one held.
    EXPECT_EQ(model.n_multipliers(), 3 * 6);
    EXPECT_EQ(model.n_velocities(), 2 * 12 * 12);
  }

  TEST(FEModel, DrivenSleeveIsExactAtAnyAngle)
  {
    CaseParameters parameters;
    parameters.dimension = 3;
    parameters.mesh      = small_ring();
    SupportParameters inner, outer;
    inner.set         = "inner";
    inner.type        = SupportType::driven;
    inner.translation = {Channel("2*t"), Channel("t^2"), Channel("-t")};
    inner.rotation    = {Channel("0.4*t"), Channel("-0.5*t"), Channel("0.8*t")};
    outer.set         = "outer";
    parameters.supports = {{"inner", inner}, {"outer", outer}};
    const auto built    = build_case<3>(parameters, MPI_COMM_WORLD);
    const double t      = 1.3;
    const Vector3 axis  = t * Vector3(0.4, -0.5, 0.8);
    const Matrix3 R =
      Eigen::AngleAxisd(axis.norm(), axis.normalized()).toRotationMatrix();
    const auto nodes = motion_of_set(*built.model, "inner", t);
    ASSERT_FALSE(nodes.empty());
    for (const auto &[X, u] : nodes)
      {
        const Vector3 place(X[0], X[1], X[2]);
        const Vector3 expected = Vector3(2 * t, t * t, -t) + R * place - place;
        for (int i = 0; i < 3; ++i)
          EXPECT_NEAR(u[i], expected[i], 1e-13 * 20);
      }
  }

  TEST(FEModel, RefusesFreeRigidBodyMotionsByName)
  {
    ModelDefinition<2> plane;
    plane.materials["rubber"] = reference_rubber(0);
    std::string text          = refusal<2>(small_ring(), plane);
    EXPECT_TRUE(contains(text,
                         "3 rigid body motions free (translation x, "
                         "translation y, rotation about z)"))
      << text;

    MeshParameters box;
    box.shape                    = MeshShape::box;
    box.elements                 = {1, 1, 1};
    plane.supports               = {fixed<2>("x0")};
    plane.supports[0].components = {true, false};
    text                         = refusal<2>(box, plane);
    EXPECT_TRUE(contains(text, "1 rigid body motion free (translation y)"))
      << text;

    ModelDefinition<3> space;
    space.materials["rubber"]    = reference_rubber(0);
    space.supports               = {fixed<3>("inner")};
    space.supports[0].components = {true, true, false};
    text                         = refusal<3>(small_ring(), space);
    EXPECT_TRUE(contains(text, "1 rigid body motion free (translation z)"))
      << text;
    space.supports[0].components = {false, false, true};
    text                         = refusal<3>(small_ring(), space);
    EXPECT_TRUE(contains(text,
                         "3 rigid body motions free (translation x, "
                         "translation y, rotation about z)"))
      << text;
  }

  TEST(FEModel, RefusesUnknownNamesWithTheNearest)
  {
    ModelDefinition<2> definition;
    definition.materials["rubber"] = reference_rubber(0);
    definition.supports            = {fixed<2>("outr")};
    std::string text               = refusal<2>(small_ring(), definition);
    EXPECT_TRUE(contains(text, "no boundary set \"outr\"") &&
                contains(text, "did you mean \"outer\"") &&
                contains(text, "\"inner\", \"outer\""))
      << text;

    definition.supports = {fixed<2>("outer")};
    definition.actions  = {FollowerPressure{"iner", [](double) { return 1.; }}};
    text                = refusal<2>(small_ring(), definition);
    EXPECT_TRUE(contains(text, "did you mean \"inner\"")) << text;

    definition.actions.clear();
    definition.materials = {{"ruber", reference_rubber(0)}};
    text                 = refusal<2>(small_ring(), definition);
    EXPECT_TRUE(contains(text, "did you mean \"rubber\"")) << text;

    MeshParameters with_steel = small_ring();
    with_steel.inner_steel    = 1;
    definition.materials      = {{"rubber", reference_rubber(0)}};
    text                      = refusal<2>(with_steel, definition);
    EXPECT_TRUE(contains(text, "\"inner steel\" of the mesh has no material"))
      << text;
  }

  TEST(FEModel, RefusesIncompressibleRubberWithoutPressure)
  {
    ModelDefinition<2> definition;
    definition.element             = {2, false};
    definition.materials["rubber"] = reference_rubber(0);
    definition.supports            = {fixed<2>("outer")};
    const std::string text         = refusal<2>(small_ring(), definition);
    EXPECT_TRUE(contains(text, "incompressible")) << text;
    definition.element = {1, true};
    EXPECT_TRUE(contains(refusal<2>(small_ring(), definition), "degree 2"));
  }

  TEST(FEModel, RefusesSupportsThatDisagree)
  {
    ModelDefinition<3> definition;
    definition.materials["rubber"] = reference_rubber(0);
    Support<3> inner               = fixed<3>("inner");
    inner.displacement             = [](const Point<3> &, const double t, int) {
      return Tensor<1, 3>({0., 0., t});
    };
    definition.supports = {inner, fixed<3>("outer"), fixed<3>("top")};
    const FEModel<3> model(make_mesh<3>(small_ring(), MPI_COMM_WORLD),
                           definition);
    State state = model.initial_state();
    EXPECT_NO_THROW(model.all_dofs(state));
    state.time = 1;
    try
      {
        model.all_dofs(state);
        FAIL() << "accepted";
      }
    catch (const Error &error)
      {
        const std::string text = error.what();
        EXPECT_TRUE(contains(text, "disagree") && contains(text, "\"top\"") &&
                    contains(text, "component z"))
          << text;
      }
  }

  TEST(FEModel, InvertedElementIsNamed)
  {
    ModelDefinition<2> definition;
    definition.materials["rubber"] = reference_rubber(0);
    definition.supports            = {fixed<2>("outer")};
    const FEModel<2> model(make_mesh<2>(small_ring(), MPI_COMM_WORLD),
                           definition);
    State state = model.initial_state();
    state.q     = random_vector(model.n_velocities(), 20, 1);
    Blocks r;
    const Evaluation evaluation =
      model.residual(state, ConstraintLevel::position, r);
    EXPECT_FALSE(evaluation.valid);
    EXPECT_TRUE(contains(evaluation.reason, "in cell") &&
                contains(evaluation.reason, "material \"rubber\""))
      << evaluation.reason;
  }
} // namespace rivlin
