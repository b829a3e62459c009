// SPDX-License-Identifier: Apache-2.0
// Starts that are deformed or move: the exact standing wave of finite
// amplitude, agreement with supports, projection of incompressible starts.
#include "static_solution.h"

#include <rivlin/base/error.h>
#include <rivlin/dynamics/consistency.h>
#include <rivlin/dynamics/make_integrator.h>
#include <rivlin/fe/initial_values.h>

#include <gtest/gtest.h>

namespace rivlin
{
  namespace
  {
    using dealii::Point;
    using dealii::Tensor;

    constexpr double inner = 10, outer = 25, density = 1.1e-9;
    /// First zero of J1(kB) Y1(kA) - Y1(kB) J1(kA).
    constexpr double wave_number = 0.21564724798269783;

    /// X turned by amplitude * f(r) about the origin, minus X; |f| <= 1.
    Tensor<1, 2> torsion(const Point<2> &X, const double amplitude)
    {
      const double r = X.norm(), kr = wave_number * r, ka = wave_number * inner;
      const double f = (std::cyl_bessel_j(1, kr) * std::cyl_neumann(1, ka) -
                        std::cyl_neumann(1, kr) * std::cyl_bessel_j(1, ka)) /
                       (-0.014558544228 * r);
      const double c = std::cos(amplitude * f), s = std::sin(amplitude * f);
      return Tensor<1, 2>(
        {(c - 1) * X[0] - s * X[1], s * X[0] + (c - 1) * X[1]});
    }

    std::unique_ptr<FEModel<2>> make_ring(const int n,
                                          const double inverse_bulk_modulus,
                                          const bool hold_outer)
    {
      MeshParameters mesh;
      mesh.inner_radius             = inner;
      mesh.outer_radius             = outer;
      mesh.elements_radial          = n;
      mesh.elements_circumferential = 3 * n;
      ModelDefinition<2> definition;
      definition.materials["rubber"] = reference_rubber(inverse_bulk_modulus);
      definition.supports            = {fixed<2>("inner")};
      if (hold_outer)
        definition.supports.push_back(fixed<2>("outer"));
      definition.inertia = true;
      return std::make_unique<FEModel<2>>(make_mesh<2>(mesh, MPI_COMM_WORLD),
                                          definition);
    }

    /// Error of the displacement after 0.3 periods.
    double wave_error(const int n, const double h)
    {
      constexpr double amplitude = std::numbers::pi / 9;
      const auto model           = make_ring(n, 1 / 3e5, true);
      State state                = make_initial_state<2>(
        *model,
        {[](const Point<2> &X) { return torsion(X, amplitude); }, {}, true});
      const double omega = wave_number * std::sqrt(mu / density);
      IntegrationPlan plan;
      plan.end_time     = 0.3 * 2 * std::numbers::pi / omega;
      plan.initial_step = h * plan.end_time;
      IntegratorOptions options;
      options.generalized_alpha.parameters = chung_hulbert(0.9);
      const auto integrator =
        make_integrator("generalized alpha", *model, options);
      const IntegrationReport report = integrate(*integrator, state, plan);
      EXPECT_TRUE(report.finished) << report.reason;
      EXPECT_EQ(report.rejected, 0);
      const double angle = amplitude * std::cos(omega * plan.end_time);
      return l2_errors<2>(*model,
                          state,
                          [&](const Point<2> &X) { return torsion(X, angle); },
                          {})
        .u;
    }

    TEST(InitialValues, FiniteStandingWaveConvergesToTheExactField)
    {
      ConvergenceTable table("standing wave, 20 degrees, t = 0.3 T", {"u"});
      for (const int n : {4, 8})
        table.add(n, {wave_error(n, 1. / 64)});
      table.print();
      EXPECT_GT(table.order(0), 2.5);
    }

    TEST(InitialValues, VolumeWavesCanBeRemoved)
    {
      // Moment -2 pi A^2 mu A phi'(A) of the inner sleeve; A f'(A)
      // = 4.36955.
      const double amplitude = std::numbers::pi / 9;
      const double exact =
        -2 * std::numbers::pi * inner * inner * mu * 4.36955 * amplitude;
      const auto model = make_ring(8, 1 / 3e5, true);
      const auto start = [&](const bool without_waves) {
        State state = make_initial_state<2>(*model,
                                            {[&](const Point<2> &X) {
                                               return torsion(X, amplitude);
                                             },
                                             {},
                                             without_waves});
        Counters counters;
        ConsistencySolver(*model).start(state, counters);
        return state;
      };
      const State given = start(false), quiet = start(true);
      const auto moment_error = [&](const State &state) {
        return std::abs(model->observe(state).reactions[0].moment[2] / exact -
                        1);
      };
      std::cout << "largest pressure " << given.lambda.cwiseAbs().maxCoeff()
                << " as given, " << quiet.lambda.cwiseAbs().maxCoeff()
                << " without waves; moment off by " << moment_error(given)
                << " and " << moment_error(quiet) << "\n";
      EXPECT_GT(moment_error(given), 0.1);
      EXPECT_LT(moment_error(quiet), 0.02);
      // Normal stresses of a shear g are about 2 c10 g^2; here g = 1.5.
      EXPECT_LT(quiet.lambda.cwiseAbs().maxCoeff(), 4 * c10 * 1.5 * 1.5);
      EXPECT_LT((quiet.q - given.q).cwiseAbs().maxCoeff(), 0.02); // of 5.4 mm
    }

    std::string refusal(const FEModel<2> &model, const InitialFields<2> &fields)
    {
      try
        {
          make_initial_state(model, fields);
        }
      catch (const Error &error)
        {
          return error.what();
        }
      return "";
    }

    TEST(InitialValues, MustAgreeWithTheSupports)
    {
      const auto model     = make_ring(2, 1 / 3e5, true);
      const auto displaced = [](const double error) {
        return [error](const Point<2> &X) {
          Tensor<1, 2> u = torsion(X, 0.3);
          u[1] += error;
          return u;
        };
      };
      EXPECT_EQ(refusal(*model, {displaced(0), displaced(0)}), "");
      // Constants with few digits pass: 1e-6 of 4.6 mm.
      EXPECT_EQ(refusal(*model, {displaced(1e-6), displaced(1e-6)}), "");
      const std::string u = refusal(*model, {displaced(1e-3), {}});
      const std::string v = refusal(*model, {{}, displaced(1e-3)});
      EXPECT_NE(u.find("\"Initial/Displacement y\" is 0.001 at X = ("),
                std::string::npos)
        << u;
      EXPECT_NE(u.find("prescribes 0 at t = 0"), std::string::npos) << u;
      EXPECT_NE(v.find("\"Initial/Velocity y\" is 0.001 at X = ("),
                std::string::npos)
        << v;
    }

    TEST(InitialValues, IncompressibleStartIsProjected)
    {
      // Interpolation misses det F = 1 by O(h^2); the projection closes the
      // constraints and moves the nodes by an amount that falls with h.
      std::vector<double> moved;
      for (const int n : {2, 4})
        {
          const auto model = make_ring(n, 0, false);
          State state      = make_initial_state<2>(
            *model,
            {[](const Point<2> &X) { return torsion(X, 0.35); },
                  [](const Point<2> &X) { return 1e4 * torsion(X, 1e-3); }});
          const State start = state;
          ConsistencyOptions options;
          options.project = true;
          ConsistencySolver solver(*model, options);
          Counters counters;
          EXPECT_GT(
            solver.violation(state, ConstraintLevel::position, counters), 1e-3);
          solver.start(state, counters);
          EXPECT_LT(
            solver.violation(state, ConstraintLevel::position, counters), 1e-8);
          EXPECT_LT(
            solver.violation(state, ConstraintLevel::velocity, counters), 1e-8);
          moved.push_back((state.q - start.q).lpNorm<Eigen::Infinity>());
        }
      EXPECT_LT(moved[1], moved[0] / 4);
      EXPECT_LT(moved[1], 0.05); // of 4.6 mm
    }
  } // namespace
} // namespace rivlin
