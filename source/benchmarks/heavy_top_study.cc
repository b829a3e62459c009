// SPDX-License-Identifier: Apache-2.0
// The tables behind Arnold et al. 2015, Figures 4 to 6, and Wieloch and Arnold,
// Figures 1, 3 and 4.
#include <rivlin/benchmarks/heavy_top_study.h>

#include <rivlin/base/error.h>
#include <rivlin/dynamics/integrate.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace rivlin
{
  namespace
  {
    using Rows = std::vector<VerificationRow>;

    const double nan = std::numeric_limits<double>::quiet_NaN();

  } // namespace

  std::vector<VerificationRow>
  heavy_top_errors(const HeavyTopSpace space,
                   const std::string &method,
                   const IntegratorOptions &options,
                   const std::string &options_text,
                   const std::vector<int> &numbers_of_steps)
  {
    const Benchmark problem = heavy_top(space);
    const int n_exact =
      *std::max_element(numbers_of_steps.begin(), numbers_of_steps.end());
    const std::vector<State> exact = heavy_top_motion(space, n_exact);
    Rows rows;
    VerificationRow row;
    row.problem                     = problem.name;
    row.method                      = method;
    row.options                     = options_text;
    std::array<double, 3> old_error = {nan, nan, nan};
    double old_step                 = nan;
    for (const int n : numbers_of_steps)
      {
        row.step_size = 1. / n;
        row.note      = {};
        HeavyTopError largest;
        Observer observer;
        observer.on_step = [&](const State &state, const StepReport &) {
          const auto i              = std::lround(state.time * n_exact);
          const HeavyTopError error = heavy_top_error(space, state, exact[i]);
          largest.q                 = std::max(largest.q, error.q);
          largest.v                 = std::max(largest.v, error.v);
          largest.lambda            = std::max(largest.lambda, error.lambda);
        };
        IntegrationPlan plan;
        plan.end_time     = 1;
        plan.initial_step = row.step_size;
        plan.minimum_step = 0.999 * row.step_size;
        State state       = problem.start;
        std::string reason;
        try
          {
            const auto integrator =
              make_integrator(method, *problem.system, options);
            const IntegrationReport report =
              integrate(*integrator, state, plan, {observer});
            if (!report.finished)
              reason = report.reason;
          }
        catch (const Error &error)
          {
            reason = error.what();
          }
        if (!reason.empty())
          {
            row.quantity = "refused";
            row.error = row.observed_order = nan;
            row.note                       = reason;
            rows.push_back(row);
            continue;
          }
        const std::array<std::string, 3> names = {
          {"largest q", "largest v", "largest lambda"}};
        const std::array<double, 3> errors = {largest.q,
                                              largest.v,
                                              largest.lambda};
        const int count = space == HeavyTopSpace::so3 ? 2 : 3;
        for (int i = 0; i < count; ++i)
          {
            row.quantity       = names[i];
            row.error          = errors[i];
            row.observed_order = std::log(old_error[i] / errors[i]) /
                                 std::log(old_step / row.step_size);
            rows.push_back(row);
          }
        old_error = errors;
        old_step  = row.step_size;
      }
    return rows;
  }

  std::vector<VerificationRow> heavy_top_rows()
  {
    Rows rows;
    const std::vector<int> steps = {256, 512, 1024, 2048, 4096};
    // Errors of lambda are those of q times 1/h^2: a tolerance near rounding.
    IntegratorOptions plain;
    plain.generalized_alpha.parameters       = chung_hulbert(0.9);
    plain.generalized_alpha.newton.tolerance = 1e-12;
    plain.bliedf.newton.tolerance            = 1e-12;
    IntegratorOptions perturbed              = plain;
    perturbed.generalized_alpha.starting_values =
      StartingValues::second_differences;
    IntegratorOptions stabilized                    = perturbed;
    stabilized.generalized_alpha.stabilized_index_2 = true;
    stabilized.bliedf.stabilized_index_2            = true;
    IntegratorOptions unperturbed                   = plain;
    unperturbed.bliedf.perturbed_start              = false;
    IntegratorOptions uncorrected                   = plain;
    uncorrected.bliedf.correction                   = false;

    const auto add = [&](const HeavyTopSpace space,
                         const std::string &method,
                         const IntegratorOptions &options,
                         const std::string &text) {
      append(rows, heavy_top_errors(space, method, options, text, steps));
    };
    const std::string alpha = "generalized alpha";
    for (const HeavyTopSpace space :
         {HeavyTopSpace::r3_so3, HeavyTopSpace::so3, HeavyTopSpace::se3})
      {
        add(space, alpha, plain, "rho_inf = 0.9");
        add(space, alpha, perturbed, "rho_inf = 0.9, perturbed start");
        for (const std::string method :
             {"BLieDF1", "BLieDF2", "BLieDF3", "BLieDF4"})
          add(space, method, plain, "");
        for (const std::string method : {"BLieDF3", "BLieDF4"})
          add(space, method, uncorrected, "L_k = 0");
      }
    const HeavyTopSpace space = HeavyTopSpace::r3_so3;
    add(space, alpha, stabilized, "rho_inf = 0.9, stabilized index 2");
    for (const std::string method : {"BLieDF2", "BLieDF3", "BLieDF4"})
      {
        add(space, method, unperturbed, "unperturbed start");
        add(space, method, stabilized, "stabilized index 2");
      }
    for (const std::string method : {"UL", "UL-CRV"})
      add(space, method, perturbed, "rho_inf = 0.9, perturbed start");
    IntegratorOptions acceleration      = plain;
    acceleration.rosenbrock.rigid_level = ConstraintLevel::acceleration;
    for (const std::string method :
         {"ROS2-small", "ROS3P", "ROS3PL", "RODAS4P"})
      {
        add(HeavyTopSpace::so3, method, plain, "");
        for (const HeavyTopSpace constrained :
             {HeavyTopSpace::r3_so3, HeavyTopSpace::se3})
          add(constrained, method, acceleration, "acceleration level");
      }
    for (const std::string method : {"ROS3P", "RODAS4P"})
      add(space, method, plain, "position level");
    // Methods for R^n say why they do not run here.
    append(rows, heavy_top_errors(space, "RADAU5", plain, "", {256}));
#ifdef RIVLIN_WITH_SUNDIALS
    append(rows, heavy_top_errors(space, "IDA", plain, "", {256}));
#endif
    append(rows, heavy_top_figure_rows());
    return rows;
  }
} // namespace rivlin
