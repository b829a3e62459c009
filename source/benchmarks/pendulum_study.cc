// SPDX-License-Identifier: Apache-2.0
// Arnold, Bruls and Cardona (2015), Section 2.3.
#include <rivlin/benchmarks/pendulum_study.h>

#include <rivlin/base/text.h>

#include <rivlin/dynamics/integrate.h>
#include <rivlin/dynamics/radau5.h>

namespace rivlin
{
  std::vector<std::pair<double, double>>
  multiplier_errors(const Benchmark &problem,
                    const double rho,
                    const StartingValues starting_values,
                    const double h)
  {
    GeneralizedAlphaOptions options;
    options.parameters      = chung_hulbert(rho);
    options.starting_values = starting_values;
    GeneralizedAlpha integrator(*problem.system, options);
    Radau5Options exact_options;
    exact_options.tolerances = {1e-11, 1e-11, false};
    Radau5 exact_integrator(*problem.system, exact_options);
    State state = problem.start, exact = problem.start;
    exact_integrator.start(exact);
    std::vector<std::pair<double, double>> result;
    Observer observer;
    observer.on_step = [&](const State &s, const StepReport &) {
      IntegrationPlan to_here;
      to_here.end_time     = s.time;
      to_here.initial_step = h;
      to_here.resume       = true;
      exact.next_step      = h;
      integrate(exact_integrator, exact, to_here);
      result.emplace_back(s.time, s.lambda(0) - exact.lambda(0));
    };
    IntegrationPlan plan;
    plan.end_time     = problem.end_time;
    plan.initial_step = h;
    integrate(integrator, state, plan, {observer});
    return result;
  }

  std::vector<TrajectoryRow> pendulum_trajectories()
  {
    std::vector<TrajectoryRow> rows;
    for (const StartingValues starting_values :
         {StartingValues::plain, StartingValues::second_differences})
      for (const double x_0 : {0., 0.2})
        for (const double h : {2e-2, 1e-2})
          for (const auto &[time, error] :
               multiplier_errors(pendulum(x_0), 0.9, starting_values, h))
            rows.push_back({"ABC 1",
                            message("x_0 = ",
                                    x_0,
                                    ", h = ",
                                    h,
                                    starting_values == StartingValues::plain
                                      ? ""
                                      : ", perturbed start"),
                            time,
                            "error of lambda",
                            error});
    return rows;
  }
} // namespace rivlin
