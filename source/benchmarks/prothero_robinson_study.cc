// SPDX-License-Identifier: Apache-2.0
// Becker (2012), Figures 4.4 and 4.5, with errors over the whole interval.
#include <rivlin/benchmarks/prothero_robinson_study.h>

#include <rivlin/base/error.h>
#include <rivlin/benchmarks/prothero_robinson.h>
#include <rivlin/dynamics/integrate.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace rivlin
{
  std::vector<VerificationRow>
  prothero_robinson_largest_errors(const double eps_squared,
                                   const std::string &method,
                                   const std::vector<int> &numbers_of_steps)
  {
    const Benchmark problem = prothero_robinson(eps_squared);
    const ProtheroRobinson system(6, eps_squared);
    std::vector<VerificationRow> rows;
    double old_error[2] = {std::numeric_limits<double>::quiet_NaN(),
                           std::numeric_limits<double>::quiet_NaN()},
           old_step     = std::numeric_limits<double>::quiet_NaN();
    for (const int n : numbers_of_steps)
      {
        const auto integrator = make_integrator(method, *problem.system);
        State state           = problem.start;
        double largest[2]     = {0, 0};
        Observer observer;
        observer.on_step = [&](const State &s, const StepReport &) {
          const double errors[2] = {s.q(0) - system.phi(s.time, 0),
                                    s.v(0) - system.phi(s.time, 1)};
          for (int i = 0; i < 2; ++i)
            largest[i] = std::max(largest[i], std::abs(errors[i]));
        };
        IntegrationPlan plan;
        plan.end_time     = problem.end_time;
        plan.initial_step = problem.end_time / n;
        plan.minimum_step = 0.999 * plan.initial_step;
        const IntegrationReport report =
          integrate(*integrator, state, plan, {observer});
        if (!report.finished)
          throw ComputationFailed(report.reason);
        for (int i = 0; i < 2; ++i)
          {
            VerificationRow row;
            row.problem        = problem.name;
            row.method         = method;
            row.step_size      = plan.initial_step;
            row.quantity       = i == 0 ? "largest q" : "largest v";
            row.error          = largest[i];
            row.observed_order = std::log(old_error[i] / largest[i]) /
                                 std::log(old_step / row.step_size);
            old_error[i] = largest[i];
            rows.push_back(row);
          }
        old_step = plan.initial_step;
      }
    return rows;
  }
} // namespace rivlin
