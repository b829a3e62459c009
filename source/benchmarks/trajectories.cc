// SPDX-License-Identifier: Apache-2.0
// Runs whose course in time is shown in the verification plots.
#include <rivlin/benchmarks/verification.h>

#include <rivlin/base/error.h>
#include <rivlin/base/text.h>
#include <rivlin/benchmarks/andrews.h>
#include <rivlin/benchmarks/beam_study.h>
#include <rivlin/benchmarks/heavy_top_study.h>
#include <rivlin/benchmarks/pendulum_study.h>
#include <rivlin/benchmarks/prothero_robinson.h>
#include <rivlin/benchmarks/slider_crank.h>
#include <rivlin/benchmarks/spring_pendulum.h>
#include <rivlin/dynamics/integrate.h>

#include <cmath>

namespace rivlin
{
  void record_trajectory(
    std::vector<TrajectoryRow> &rows,
    const std::string &figure,
    const std::string &series,
    const Benchmark &problem,
    TimeIntegrator &integrator,
    const double h,
    const double end_time,
    const std::function<NamedValues(const State &, double h)> &values)
  {
    State state = problem.start;
    Observer observer;
    const auto add = [&](const State &s, const double step) {
      for (const auto &[quantity, value] : values(s, step))
        rows.push_back({figure, series, s.time, quantity, value});
    };
    observer.on_step = [&](const State &s, const StepReport &report) {
      add(s, report.step_size);
    };
    observer.on_output = [&](const State &s) { add(s, h); };
    IntegrationPlan plan;
    plan.end_time     = end_time;
    plan.initial_step = h;
    plan.output_times = {state.time};
    const IntegrationReport report =
      integrate(integrator, state, plan, {observer});
    if (!report.finished)
      throw ComputationFailed(
        message(problem.name, ", figure ", figure, ": ", report.reason));
  }

  namespace
  {
    /// The joint P of Andrews' mechanism and its acceleration.
    NamedValues andrews_values(const State &s, double)
    {
      const double rr = .007, d = .028;
      const double b = s.q(0), bt = s.q(0) + s.q(1);
      const double w = s.v(0), wt = s.v(0) + s.v(1);
      const double a = s.a(0), at = s.a(0) + s.a(1);
      return {{"x_P [m]", rr * std::cos(b) - d * std::cos(bt)},
              {"y_P [m]", rr * std::sin(b) - d * std::sin(bt)},
              {"beta [rad]", b},
              {"a_Px [m/s^2]",
               -rr * (std::sin(b) * a + std::cos(b) * w * w) +
                 d * (std::sin(bt) * at + std::cos(bt) * wt * wt)},
              {"a_Py [m/s^2]",
               rr * (std::cos(b) * a - std::sin(b) * w * w) -
                 d * (std::cos(bt) * at - std::sin(bt) * wt * wt)},
              {"lambda_1 [N]", s.lambda(0)},
              {"lambda_2 [N]", s.lambda(1)}};
    }

    using Rows = std::vector<TrajectoryRow>;

    Rows prothero_robinson_trajectories()
    {
      Rows rows;
      for (const auto &[figure, method] :
           {std::pair<std::string, std::string>{"4.1", "linear implicit Euler"},
            {"4.2", "RO2"}})
        for (const double h : {1e-2, 1e-3, 2e-4, 5e-5})
          {
            const Benchmark problem = prothero_robinson(1e-6);
            Rosenbrock integrator(*problem.system, rosenbrock_method(method));
            record_trajectory(rows,
                              figure,
                              message("h = ", h),
                              problem,
                              integrator,
                              h,
                              0.06,
                              [](const State &s, double) {
                                return NamedValues{{"lambda", s.lambda(0)}};
                              });
          }
      return rows;
    }

    Rows spring_pendulum_trajectories()
    {
      Rows rows;
      const Benchmark problem = spring_pendulum(1e-12, 1., 10.);
      RosenbrockOptions options;
      options.adaptive            = true;
      options.tolerances.absolute = options.tolerances.relative = 1e-4;
      Rosenbrock integrator(*problem.system,
                            rosenbrock_method("ROS3P"),
                            options);
      record_trajectory(
        rows,
        "5.1",
        "ROS3P",
        problem,
        integrator,
        1e-3,
        10,
        [](const State &s, const double h) {
          return NamedValues{{"q_1", s.q(0)}, {"v_1", s.v(0)}, {"h", h}};
        });
      return rows;
    }

    Rows slider_crank_trajectories()
    {
      Rows rows;
      const Benchmark problem = slider_crank();
      GeneralizedAlphaOptions options;
      options.parameters = chung_hulbert(0.7);
      GeneralizedAlpha integrator(*problem.system, options);
      record_trajectory(
        rows,
        "AB 2",
        "rho_inf = 0.7, h = 5e-3",
        problem,
        integrator,
        5e-3,
        1,
        [](const State &s, double) {
          return NamedValues{{"theta_1 [rad]", s.q(2)}, {"x_4 [m]", s.q(7)}};
        });
      return rows;
    }

    Rows andrews_trajectories()
    {
      Rows rows;
      for (const double rho : {0.7, 1.})
        {
          const Benchmark problem = andrews();
          GeneralizedAlphaOptions options;
          options.parameters = chung_hulbert(rho);
          GeneralizedAlpha integrator(*problem.system, options);
          record_trajectory(rows,
                            rho < 1 ? "AB 6, 7" : "AB 8",
                            message("rho_inf = ", rho, ", h = 3e-4"),
                            problem,
                            integrator,
                            3e-4,
                            problem.end_time,
                            andrews_values);
        }
      return rows;
    }
  } // namespace

  std::vector<TrajectoryRow> trajectories(const Study study)
  {
    switch (study)
      {
        case Study::prothero_robinson:
          return prothero_robinson_trajectories();
        case Study::spring_pendulum:
          return spring_pendulum_trajectories();
        case Study::pendulum:
          return pendulum_trajectories();
        case Study::slider_crank:
          return slider_crank_trajectories();
        case Study::andrews:
          return andrews_trajectories();
        case Study::heavy_top:
          return heavy_top_trajectories();
        case Study::right_angle_cantilever:
          return cantilever_trajectories();
        case Study::four_bar:
          return four_bar_trajectories();
        case Study::two_mass:
          return {};
      }
    return {};
  }
} // namespace rivlin
