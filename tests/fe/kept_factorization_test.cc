// SPDX-License-Identifier: Apache-2.0
// Factorizations that serve several tangents and steps: the same trajectory for
// fewer of them, and the same bits from a state that was put aside.
#include "same_state.h"
#include "static_solution.h"

#include <rivlin/dynamics/generalized_alpha.h>
#include <rivlin/dynamics/sudden_forces.h>
#include <rivlin/fe/increment_weights.h>

#include <deal.II/base/mpi.h>

#include <gtest/gtest.h>

#include <cmath>

namespace rivlin
{
  namespace
  {
    /// A tube whose free inner sleeve is shaken and carries a plate that
    /// strikes the top of the rubber.
    ModelDefinition<3> shaken_tube(const double inverse_bulk_modulus,
                                   const bool strikes)
    {
      ModelDefinition<3> definition;
      definition.inertia             = true;
      definition.materials["rubber"] = reference_rubber(inverse_bulk_modulus);
      definition.materials["rubber"].stiffness_damping = 3e-5;
      Support<3> inner                                 = fixed<3>("inner");
      Sleeve sleeve;
      sleeve.body.free_translation = {true, true, true};
      sleeve.body.rotation         = RotationFreedom::free;
      sleeve.body.mass             = 6e-5;
      sleeve.body.inertia.diagonal() << 4e-3, 5e-3, 6e-3;
      sleeve.load = [](const double t, const int order) {
        SleeveLoad load;
        const double w = 200;
        const double s = order == 0 ? std::sin(w * t) : w * std::cos(w * t);
        load.force     = Vector3(200, 100, -80) * s;
        load.moment    = Vector3(400, -600, 800) * s;
        return load;
      };
      inner.sleeve        = sleeve;
      definition.supports = {inner, fixed<3>("outer")};
      if (strikes)
        definition.actions = {
          Contact{"plate",
                  {"top"},
                  Plane{Vector3(0, 0, 10.3), -Vector3::UnitZ()},
                  {ContactMethod::penalty, 0.05, 10},
                  0u}};
      return definition;
    }

    FEModel<3> tube(const ModelDefinition<3> &definition)
    {
      MeshParameters mesh;
      mesh.elements_radial          = 2;
      mesh.elements_circumferential = 8;
      mesh.elements_axial           = 2;
      mesh.length                   = 20;
      return FEModel<3>(make_mesh<3>(mesh, MPI_COMM_WORLD), definition);
    }

    GeneralizedAlphaOptions alpha(const bool keeps)
    {
      GeneralizedAlphaOptions options;
      options.parameters                = chung_hulbert(0.8);
      options.newton.keep_factorization = keeps;
      expect_sudden_forces(options.newton);
      return options;
    }

    constexpr double h = 5e-4;

    void go(GeneralizedAlpha &integrator, State &state, const int n_steps)
    {
      for (int i = 0; i < n_steps; ++i)
        {
          const StepReport &report = integrator.step(state, h);
          ASSERT_TRUE(report.accepted) << report.reason;
        }
    }

    /// The same steps with and without keeping.
    void expect_same_trajectory(const ModelDefinition<3> &definition,
                                const double most_factorizations)
    {
      const FEModel<3> model = tube(definition);
      State kept = model.initial_state(), every = model.initial_state();
      GeneralizedAlpha keeping(model, alpha(true)), plain(model, alpha(false));
      keeping.start(kept);
      plain.start(every);
      const long iterations_before = model.solver_record().iterations;
      go(keeping, kept, 25);
      const long iterations =
        model.solver_record().iterations - iterations_before;
      go(plain, every, 25);
      // Newton's tolerance is 1e-9 per step, and errors add up.
      const Blocks difference = {kept.v - every.v, kept.lambda - every.lambda};
      EXPECT_LT(model.increment_norm(difference),
                1e-6 * model.increment_norm({every.v, every.lambda}));
      EXPECT_GT(model.increment_norm(
                  {every.q.head(every.v.size()), every.lambda}),
                1e-3)
        << "nothing moves";
      const Counters &mine = keeping.counters(), &theirs = plain.counters();
      EXPECT_EQ(theirs.factorizations, theirs.tangents);
      EXPECT_LT(mine.factorizations, most_factorizations * mine.tangents);
      EXPECT_GT(mine.factorizations, 0);
      EXPECT_LE(mine.tangents, theirs.tangents + 2);
      EXPECT_GT(iterations, 0);
      // Far fewer than the bound of a solution.
      EXPECT_LT(iterations, 10 * mine.solves);
    }
  } // namespace

  TEST(KeptFactorizationSlow, GivesTheSameTrajectoryForFewerFactorizations)
  {
    expect_same_trajectory(shaken_tube(1. / 2000, false), 0.5);
    expect_same_trajectory(shaken_tube(0, false), 0.5);
  }

  TEST(KeptFactorizationSlow, FollowsContactsThatOpenAndClose)
  {
    // On so small a mesh a factorization costs little, and contacts change in
    // every iteration.
    expect_same_trajectory(shaken_tube(1. / 2000, true), 0.9);
  }

  TEST(KeptFactorization, FollowsPressureWhoseStiffnessIsUnsymmetric)
  {
    ModelDefinition<3> definition = shaken_tube(1. / 2000, false);
    definition.actions.push_back(FollowerPressure{
      "bottom", [](double t) { return 20 * t; }, [](double) { return 20.; }});
    expect_same_trajectory(definition, 0.5);
  }

  TEST(KeptFactorizationSlow, AStateGoesOnToTheBitInAnotherIntegrator)
  {
    for (const bool strikes : {false, true})
      {
        const FEModel<3> model = tube(shaken_tube(1. / 2000, strikes));
        State state            = model.initial_state();
        GeneralizedAlpha first(model, alpha(true)), second(model, alpha(true));
        first.start(state);
        // Not at a new factorization: the second one has to go back for it.
        go(first, state, 7);
        for (int i = 0; i < 5 && stored_place(state.memory, 2).n_tangents < 2;
             ++i)
          go(first, state, 1);
        ASSERT_GE(stored_place(state.memory, 2).n_tangents, 2);
        State other = state;
        go(first, state, 8);
        go(second, other, 8);
        if (dealii::Utilities::MPI::n_mpi_processes(MPI_COMM_WORLD) == 1)
          EXPECT_TRUE(same_bits(other, state));
        else // MUMPS adds in another order each time
          EXPECT_LT(model.increment_norm(
                      {other.v - state.v, other.lambda - state.lambda}),
                    1e-9 * model.increment_norm({state.v, state.lambda}));
      }
  }

  TEST(KeptFactorization, AStepElsewhereLeavesNoTrace)
  {
    const FEModel<3> model = tube(shaken_tube(1. / 2000, false));
    State state            = model.initial_state();
    GeneralizedAlpha first(model, alpha(true)), second(model, alpha(true));
    first.start(state);
    go(first, state, 6);
    State other     = state;
    State elsewhere = state;
    go(first, elsewhere, 12);
    ASSERT_NE(stored_place(elsewhere.memory, 2).time,
              stored_place(state.memory, 2).time)
      << "there was no other factorization";
    go(first, state, 4);
    go(second, other, 4);
    if (dealii::Utilities::MPI::n_mpi_processes(MPI_COMM_WORLD) == 1)
      EXPECT_TRUE(same_bits(other, state));
    else
      EXPECT_LT(model.increment_norm(
                  {other.v - state.v, other.lambda - state.lambda}),
                1e-9 * model.increment_norm({state.v, state.lambda}));
  }

  TEST(KeptFactorization, MeasuresErrorsAsNewtonMeasuresIncrements)
  {
    const FEModel<3> model = tube(shaken_tube(1. / 2000, false));
    const Blocks x         = {Vector::LinSpaced(model.n_velocities(), -1, 2),
                              Vector::LinSpaced(model.n_multipliers(), 3, -1)};
    const Vector weights   = increment_weights(model);
    Vector rows;
    model.unknowns().to_rows(x, rows);
    const int n_sleeves = model.sleeves().n_owned_velocities();
    ASSERT_EQ(weights.size(), rows.size() + n_sleeves);
    Vector all(weights.size());
    all << rows, x.q.tail(n_sleeves);
    const double square =
      dealii::Utilities::MPI::sum(all.cwiseProduct(weights).squaredNorm(),
                                  MPI_COMM_WORLD);
    EXPECT_NEAR(std::sqrt(square), model.increment_norm(x), 1e-12);
  }
} // namespace rivlin
