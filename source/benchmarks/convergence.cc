// SPDX-License-Identifier: Apache-2.0
// Error and observed order of an integrator on a benchmark problem.
#include <rivlin/benchmarks/convergence.h>

#include <rivlin/base/error.h>
#include <rivlin/base/text.h>
#include <rivlin/dynamics/integrate.h>

#include <cmath>
#include <limits>

namespace rivlin
{
  namespace
  {
    const double nan = std::numeric_limits<double>::quiet_NaN();
  }

  State reference_solution(const Benchmark &problem, const double tolerance)
  {
    Radau5Options options;
    options.tolerances = {tolerance, tolerance, false};
    Radau5 integrator(*problem.system, options);
    State state = problem.start;
    IntegrationPlan plan;
    plan.end_time                  = problem.end_time;
    plan.initial_step              = 1e-4 * (problem.end_time - state.time);
    plan.minimum_step              = 1e-12 * plan.initial_step;
    const IntegrationReport report = integrate(integrator, state, plan);
    if (!report.finished)
      throw ComputationFailed(message(
        "No reference solution of ", problem.name, ": ", report.reason));
    return state;
  }

  Benchmark with_reference(Benchmark problem, const double tolerance)
  {
    const State reference = reference_solution(problem, tolerance);
    problem.solution.time = reference.time;
    if (problem.solution.q.size() == 0)
      problem.solution.q = reference.q;
    if (problem.solution.v.size() == 0)
      problem.solution.v = reference.v;
    if (problem.solution.lambda.size() == 0)
      problem.solution.lambda = reference.lambda;
    return problem;
  }

  std::vector<VerificationRow>
  convergence(const Benchmark &problem,
              const std::string &method,
              const IntegratorOptions &options,
              const std::string &options_text,
              const std::vector<int> &numbers_of_steps)
  {
    std::vector<VerificationRow> rows;
    VerificationRow row;
    row.problem        = problem.name;
    row.method         = method;
    row.options        = options_text;
    const auto refused = [&](const double h, const std::string &reason) {
      row.step_size = h;
      row.quantity  = "refused";
      row.error = row.observed_order = nan;
      row.note                       = reason;
      rows.push_back(row);
    };
    struct Quantity
    {
      std::string name;
      const Vector State::*member;
      double old_error, old_step;
    };
    std::vector<Quantity> quantities = {{"q", &State::q, nan, nan},
                                        {"v", &State::v, nan, nan},
                                        {"lambda", &State::lambda, nan, nan}};
    const ConfigurationSpace space   = problem.system->space();
    Vector position_error;
    for (const int n : numbers_of_steps)
      {
        const double length = problem.end_time - problem.start.time;
        IntegrationPlan plan;
        plan.end_time     = problem.end_time;
        plan.initial_step = length / n;
        // Constant steps: a shorter one is a refusal.
        plan.minimum_step = 0.999 * plan.initial_step;
        State state       = problem.start;
        IntegrationReport report;
        try
          {
            const auto integrator =
              make_integrator(method, *problem.system, options);
            report = integrate(*integrator, state, plan);
          }
        catch (const Error &error)
          {
            refused(plan.initial_step, error.what());
            return rows;
          }
        if (!report.finished)
          {
            refused(plan.initial_step, report.reason);
            continue;
          }
        for (Quantity &quantity : quantities)
          {
            const Vector &exact = problem.solution.*quantity.member;
            if (exact.size() == 0)
              continue;
            row.step_size = plan.initial_step;
            row.quantity  = quantity.name;
            row.note      = {};
            row.error     = (state.*quantity.member - exact).norm();
            if (quantity.member == &State::q)
              {
                difference(space, state.q, exact, position_error);
                row.error = position_error.norm();
              }
            row.observed_order = std::log(quantity.old_error / row.error) /
                                 std::log(quantity.old_step / row.step_size);
            quantity.old_error = row.error;
            quantity.old_step  = row.step_size;
            rows.push_back(row);
          }
      }
    return rows;
  }

  void append(std::vector<VerificationRow> &rows,
              const std::vector<VerificationRow> &more)
  {
    rows.insert(rows.end(), more.begin(), more.end());
  }

  double fitted_order(const std::vector<VerificationRow> &rows,
                      const std::string &quantity,
                      const double floor,
                      const double ceiling)
  {
    double n = 0, x = 0, y = 0, xx = 0, xy = 0;
    for (const VerificationRow &row : rows)
      if (row.quantity == quantity && row.error >= floor &&
          row.error <= ceiling && row.error > 0)
        {
          const double log_h = std::log(row.step_size);
          const double log_e = std::log(row.error);
          n += 1;
          x += log_h;
          y += log_e;
          xx += log_h * log_h;
          xy += log_h * log_e;
        }
    return n < 2 ? nan : (n * xy - x * y) / (n * xx - x * x);
  }
} // namespace rivlin
