// SPDX-License-Identifier: Apache-2.0
// What the figures of Bruls et al. 2012 (BCA), Arnold et al. 2015 (ABC) and
// Wieloch and Arnold (WA) on the heavy top show beyond the largest errors.
#include <rivlin/benchmarks/heavy_top_study.h>

#include <rivlin/base/error.h>
#include <rivlin/base/text.h>
#include <rivlin/dynamics/bliedf.h>
#include <rivlin/dynamics/integrate.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace rivlin
{
  namespace
  {
    using Rows = std::vector<VerificationRow>;

    /// Rows with one table's problem, method and options; observed orders
    /// follow from the row of the same quantity before.
    class Table
    {
    public:
      Table(const std::string &problem,
            const std::string &method,
            const std::string &options)
      {
        row.problem = problem;
        row.method  = method;
        row.options = options;
      }

      void add(const double h, const std::string &quantity, const double error)
      {
        row.step_size      = h;
        row.quantity       = quantity;
        row.error          = error;
        row.observed_order = std::numeric_limits<double>::quiet_NaN();
        for (const VerificationRow &before : rows)
          if (before.quantity == quantity)
            row.observed_order =
              std::log(before.error / error) / std::log(before.step_size / h);
        rows.push_back(row);
      }

      void refuse(const double h, const std::string &reason)
      {
        add(h, "refused", std::numeric_limits<double>::quiet_NaN());
        rows.back().note = reason;
      }

      Rows rows;

    private:
      VerificationRow row;
    };

    /// Steps of constant size; returns why one was refused, or nothing.
    std::string run(const Benchmark &problem,
                    const std::string &method,
                    const IntegratorOptions &options,
                    const double h,
                    const std::function<void(const State &)> &on_step)
    {
      const auto integrator = make_integrator(method, *problem.system, options);
      State state           = problem.start;
      Observer observer;
      observer.on_step = [&](const State &s, const StepReport &) {
        on_step(s);
      };
      IntegrationPlan plan;
      plan.end_time     = problem.end_time;
      plan.initial_step = h;
      plan.minimum_step = 0.999 * h;
      const IntegrationReport report =
        integrate(*integrator, state, plan, {observer});
      return report.finished ? "" : report.reason;
    }

    const HeavyTopSpace r3_so3 = HeavyTopSpace::r3_so3;

    /// Errors of lambda are those of q times 1/h^2: a tolerance near rounding.
    IntegratorOptions sharp_options(const double rho)
    {
      IntegratorOptions options;
      options.generalized_alpha.parameters       = chung_hulbert(rho);
      options.generalized_alpha.newton.tolerance = 1e-12;
      options.bliedf.newton.tolerance            = 1e-12;
      return options;
    }

    /// Second component of the Cartesian rotation vector.
    double rotation_vector_2(const State &s)
    {
      Vector w;
      difference(rotation_group(), Vector{{1., 0., 0., 0.}}, s.q.tail<4>(), w);
      return w(1);
    }
  } // namespace

  std::vector<VerificationRow>
  heavy_top_late_errors(const std::string &method,
                        const IntegratorOptions &options,
                        const std::string &options_text,
                        const std::vector<int> &numbers_of_steps)
  {
    const Benchmark problem = heavy_top(r3_so3);
    const int n_exact =
      *std::max_element(numbers_of_steps.begin(), numbers_of_steps.end());
    const std::vector<State> exact = heavy_top_motion(r3_so3, n_exact);
    Table table(problem.name, method, options_text);
    for (const int n : numbers_of_steps)
      {
        HeavyTopError late;
        const std::string reason =
          run(problem, method, options, 1. / n, [&](const State &s) {
            if (s.time < 0.5)
              return;
            const HeavyTopError error =
              heavy_top_error(r3_so3, s, exact[std::lround(s.time * n_exact)]);
            late.q      = std::max(late.q, error.q);
            late.lambda = std::max(late.lambda, error.lambda);
          });
        if (!reason.empty())
          {
            table.refuse(1. / n, reason);
            continue;
          }
        table.add(1. / n, "late q", late.q);
        table.add(1. / n, "late lambda", late.lambda);
      }
    return table.rows;
  }

  std::vector<VerificationRow>
  heavy_top_final_errors(const HeavyTopSpace space,
                         const std::string &method,
                         const IntegratorOptions &options,
                         const std::string &options_text,
                         const std::vector<int> &steps_per_second)
  {
    const Benchmark problem = heavy_top(space, 2);
    const State exact       = heavy_top_motion(space, 2, 2).back();
    // |R| = sqrt(3), |x| = 1.
    const double size = space == HeavyTopSpace::so3 ? std::sqrt(3.) : 2;
    Table table(problem.name, method, options_text);
    for (const int n : steps_per_second)
      {
        State last;
        const std::string reason =
          run(problem, method, options, 1. / n, [&](const State &s) {
            last = s;
          });
        if (!reason.empty())
          {
            table.refuse(1. / n, reason);
            continue;
          }
        const HeavyTopError error = heavy_top_error(space, last, exact);
        table.add(1. / n, "relative q", error.q / size);
        if (space != HeavyTopSpace::so3)
          table.add(1. / n,
                    "relative lambda",
                    error.lambda / exact.lambda.norm());
      }
    return table.rows;
  }

  std::vector<VerificationRow>
  bliedf_local_errors(const int order,
                      const bool correction,
                      const std::vector<int> &steps_per_second)
  {
    const Benchmark problem        = heavy_top(r3_so3);
    const ConfigurationSpace space = problem.system->space();
    BLieDFOptions options;
    options.order            = order;
    options.correction       = correction;
    options.perturbed_start  = false;
    options.newton.tolerance = 1e-14;
    Table table(problem.name,
                message("BLieDF", order),
                correction ? "" : "L_k = 0");
    for (const int n : steps_per_second)
      {
        const double h = 1. / n;
        const std::vector<State> exact =
          heavy_top_motion(r3_so3, order, order * h);
        BLieDF integrator(*problem.system, options);
        State state = problem.start;
        integrator.start(state);
        // The memory of BLieDF after k - 1 exact steps.
        const State &now = exact[order - 1];
        state.time       = now.time;
        state.q          = now.q;
        state.v          = now.v;
        state.lambda     = now.lambda;
        auto &memory     = state.memory;
        memory[0].values = Vector{{h, order - 1.}};
        for (int i = 0; i < order; ++i)
          memory[1 + i].values = exact[order - 1 - i].v;
        for (int i = 1; i < order; ++i)
          {
            difference(space,
                       exact[order - 1 - i].q,
                       exact[order - i].q,
                       memory[order + i].values);
            memory[order + i].values /= h;
          }
        const StepReport &report = integrator.step(state, h);
        if (!report.accepted)
          throw ComputationFailed(report.reason);
        table.add(h, "local q", heavy_top_error(r3_so3, state, exact[order]).q);
      }
    return table.rows;
  }

  std::vector<VerificationRow> heavy_top_figure_rows()
  {
    Rows rows;
    const std::string alpha     = "generalized alpha";
    const IntegratorOptions one = sharp_options(0.9);
    for (const double rho : {0.9, 0.6})
      {
        IntegratorOptions options    = sharp_options(rho);
        const std::string text       = message("rho_inf = ", rho);
        const std::vector<int> steps = {512, 1024, 2048, 4096, 8192};
        append(rows, heavy_top_late_errors(alpha, options, text, steps));
        options.generalized_alpha.starting_values =
          StartingValues::second_differences;
        append(rows,
               heavy_top_late_errors(
                 alpha, options, text + ", perturbed start", steps));
        options.generalized_alpha.stabilized_index_2 = true;
        append(rows,
               heavy_top_late_errors(
                 alpha, options, text + ", stabilized index 2", steps));
      }
    IntegratorOptions unperturbed      = one;
    unperturbed.bliedf.perturbed_start = false;
    for (const bool perturbed : {true, false})
      append(rows,
             heavy_top_late_errors("BLieDF2",
                                   perturbed ? one : unperturbed,
                                   perturbed ? "" : "unperturbed start",
                                   {256, 512, 1024, 2048, 4096}));
    IntegratorOptions uncorrected = one;
    uncorrected.bliedf.correction = false;
    for (const int k : {2, 3, 4})
      for (const bool correction : {true, false})
        {
          const std::string method         = message("BLieDF", k);
          const std::string text           = correction ? "" : "L_k = 0";
          const IntegratorOptions &options = correction ? one : uncorrected;
          append(rows,
                 bliedf_local_errors(k,
                                     correction,
                                     {128, 256, 512, 1024, 2048, 4096}));
          for (const HeavyTopSpace space : {HeavyTopSpace::so3, r3_so3})
            append(rows,
                   heavy_top_final_errors(space,
                                          method,
                                          options,
                                          text,
                                          {512, 1024, 2048, 4096, 8192}));
        }
    return rows;
  }

  std::vector<TrajectoryRow> heavy_top_trajectories()
  {
    std::vector<TrajectoryRow> rows;
    const Benchmark problem = heavy_top(r3_so3, 2);
    const std::string alpha = "generalized alpha";
    IntegratorOptions options;
    options.generalized_alpha.parameters = chung_hulbert(0.9);
    for (const std::string &method :
         {alpha, std::string("UL"), std::string("UL-CRV")})
      {
        const auto integrator =
          make_integrator(method, *problem.system, options);
        record_trajectory(rows,
                          "BCA 2",
                          method,
                          problem,
                          *integrator,
                          2e-3,
                          2,
                          [](const State &s, double) {
                            return NamedValues{
                              {"x_3 [m]", s.q(2)},
                              {"psi_2 [rad]", rotation_vector_2(s)},
                              {"lambda_1 [N]", s.lambda(0)},
                              {"energy [J]", heavy_top_energy(s)}};
                          });
      }
    for (const State &s : heavy_top_motion(r3_so3, 1000, 2))
      {
        const Matrix3 R = rotation_matrix(s.q.tail<4>());
        for (int i = 0; i < 3; ++i)
          {
            const std::string number = number_text(i + 1);
            rows.push_back({"ABC 3",
                            "reference",
                            s.time,
                            "lambda_" + number + " [N]",
                            s.lambda(i)});
            rows.push_back(
              {"ABC 3", "reference", s.time, "x_" + number + " [m]", s.q(i)});
            rows.push_back(
              {"ABC 3", "reference", s.time, "R_" + number + "1", R(i, 0)});
          }
      }

    const double h_start           = 1e-3;
    const std::vector<State> exact = heavy_top_motion(r3_so3, 100, 0.1);
    const auto multiplier          = [&](const State &s, double) {
      const auto i = std::lround(s.time / h_start);
      return NamedValues{{"lambda_3 [N]", s.lambda(2)},
                         {"error of lambda [N]",
                          (s.lambda - exact[i].lambda).norm()}};
    };
    for (const double rho : {0.9, 0.6})
      for (const StartingValues starting_values :
           {StartingValues::plain, StartingValues::second_differences})
        {
          GeneralizedAlphaOptions choice = sharp_options(rho).generalized_alpha;
          choice.starting_values         = starting_values;
          GeneralizedAlpha integrator(*problem.system, choice);
          record_trajectory(rows,
                            "ABC 4",
                            message("rho_inf = ",
                                    rho,
                                    starting_values == StartingValues::plain
                                      ? ""
                                      : ", perturbed start"),
                            problem,
                            integrator,
                            h_start,
                            0.1,
                            multiplier);
        }
    for (const double h : {1e-3, 5e-4})
      {
        GeneralizedAlphaOptions choice = sharp_options(0.9).generalized_alpha;
        choice.starting_values         = StartingValues::second_differences;
        choice.stabilized_index_2      = true;
        GeneralizedAlpha integrator(*problem.system, choice);
        record_trajectory(rows,
                          "ABC 5",
                          message("h = ", h),
                          problem,
                          integrator,
                          h,
                          1,
                          [&](const State &s, double) {
                            const Vector eta =
                              integrator.auxiliary_multipliers();
                            return NamedValues{{"lambda_3 [N]", s.lambda(2)},
                                               {"norm of eta", eta.norm()}};
                          });
      }
    return rows;
  }
} // namespace rivlin
