// SPDX-License-Identifier: Apache-2.0
// Bruls, Cardona and Arnold (2012), Sections 7.2 and 7.3, Figures 4 and 6.
#include <rivlin/benchmarks/beam_study.h>

#include <rivlin/base/error.h>
#include <rivlin/base/text.h>
#include <rivlin/benchmarks/beam_pictures.h>
#include <rivlin/dynamics/integrate.h>
#include <rivlin/dynamics/munthe_kaas.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace rivlin
{
  namespace
  {
    using Rows = std::vector<VerificationRow>;

    const std::string cantilever_method = "HHT";
    const std::string four_bar_method   = "generalized alpha";
    const std::string conformal_method  = "UL-CRV"; ///< BCA compares with it
    const std::string cantilever_text   = "alpha = 0.05";
    const std::string four_bar_text     = "rho_inf = 0.9";
    const double cantilever_step = 0.2, four_bar_step = 0.02;

    VerificationRow value_row(const Benchmark &problem,
                              const std::string &method,
                              const std::string &text,
                              const double h,
                              const std::string &quantity,
                              const double value)
    {
      VerificationRow row;
      row.problem        = problem.name;
      row.method         = method;
      row.options        = text;
      row.step_size      = h;
      row.quantity       = quantity;
      row.error          = value;
      row.observed_order = std::numeric_limits<double>::quiet_NaN();
      return row;
    }

    /// Newton's work for several tolerances; returns the run with the last.
    BeamRun cost_rows(Rows &rows,
                      const Benchmark &problem,
                      const std::string &method,
                      const std::string &text,
                      IntegratorOptions options,
                      const double h)
    {
      BeamRun run;
      for (const double tolerance : {1e-6, 1e-10})
        {
          options.generalized_alpha.newton.tolerance = tolerance;
          run = run_beams(problem, method, options, h);
          const std::string all =
            message(text, ", Newton's tolerance ", tolerance);
          rows.push_back(
            value_row(problem, method, all, h, "tangents", run.tangents));
          rows.push_back(
            value_row(problem, method, all, h, "corrections", run.corrections));
        }
      return run;
    }

    /// Methods for R^n say why they do not run here.
    void refusals(Rows &rows, const Benchmark &problem)
    {
      append(rows, convergence(problem, "RADAU5", {}, "", {64}));
#ifdef RIVLIN_WITH_SUNDIALS
      append(rows, convergence(problem, "IDA", {}, "", {64}));
#endif
    }
  } // namespace

  IntegratorOptions cantilever_options()
  {
    IntegratorOptions options;
    options.hht_alpha                           = 0.05;
    options.generalized_alpha.parameters        = hilber_hughes_taylor(0.05);
    options.generalized_alpha.newton.full_steps = true;
    options.bliedf.newton.full_steps            = true;
    return options;
  }

  IntegratorOptions four_bar_options()
  {
    IntegratorOptions options;
    options.generalized_alpha.parameters = chung_hulbert(0.9);
    return options;
  }

  Benchmark cantilever_with_reference(const int elements_per_leg,
                                      const double end_time)
  {
    const Cantilever cantilever(elements_per_leg);
    Benchmark problem = cantilever.benchmark(end_time);
    // Lumped masses: the largest frequency is twice the wave speed 1000 m/s
    // over the element length; the method is stable below 2.8 / frequency.
    const double length = 10. / elements_per_leg;
    const int n = static_cast<int>(std::ceil(end_time / (length / 2000)));
    MuntheKaas method(*problem.system);
    Counters counters;
    State &state = problem.solution;
    state        = problem.start;
    ConsistencySolver(*problem.system).start(state, counters);
    if (const Evaluation evaluation =
          method.advance(state, end_time, n, counters);
        !evaluation.valid)
      throw ComputationFailed("No reference solution of the cantilever: " +
                              evaluation.reason);
    return problem;
  }

  Benchmark four_bar_with_reference(const int elements_per_bar,
                                    const double end_time,
                                    const int n_reference)
  {
    Benchmark problem         = FourBar(elements_per_bar).benchmark(end_time);
    IntegratorOptions options = four_bar_options();
    options.generalized_alpha.newton.tolerance = 1e-12;
    options.generalized_alpha.starting_values =
      StartingValues::second_differences;
    problem.solution =
      run_beams(problem, four_bar_method, options, end_time / n_reference)
        .states.back();
    return problem;
  }

  BeamRun run_beams(const Benchmark &problem,
                    const std::string &method,
                    const IntegratorOptions &options,
                    const double h)
  {
    const auto integrator = make_integrator(method, *problem.system, options);
    State state           = problem.start;
    BeamRun result;
    Observer observer;
    observer.on_step = [&](const State &s, const StepReport &report) {
      result.states.push_back(s);
      result.tangents += report.newton_iterations;
      // The increment of the last iteration was too large: another correction
      // with its tangent was small enough. Starting procedures report none.
      const bool another = !report.iterations.empty() &&
                           report.iterations.back().increment_norm >
                             options.generalized_alpha.newton.tolerance;
      result.corrections += report.newton_iterations + (another ? 1 : 0);
    };
    observer.on_output = [&](const State &s) { result.states.push_back(s); };
    IntegrationPlan plan;
    plan.end_time     = problem.end_time;
    plan.initial_step = h;
    plan.minimum_step = 0.999 * h;
    plan.output_times = {state.time};
    const IntegrationReport report =
      integrate(*integrator, state, plan, {observer});
    if (!report.finished)
      throw ComputationFailed(message(problem.name, ": ", report.reason));
    const double n_steps = static_cast<double>(report.accepted);
    result.tangents /= n_steps;
    result.corrections /= n_steps;
    return result;
  }

  std::vector<VerificationRow>
  four_bar_errors(const int elements_per_bar,
                  const double end_time,
                  const std::vector<int> &numbers_of_steps,
                  const int n_reference)
  {
    const FourBar mechanism(elements_per_bar);
    const Benchmark problem        = mechanism.benchmark(end_time);
    const ConfigurationSpace space = problem.system->space();
    // Errors of lambda are those of q times 1/h^2: a tolerance near rounding.
    IntegratorOptions options                  = four_bar_options();
    options.generalized_alpha.newton.tolerance = 1e-12;
    const auto run                             = [&](const int n) {
      return run_beams(problem, four_bar_method, options, end_time / n).states;
    };
    const std::vector<State> exact            = run(n_reference);
    const std::vector<std::string> quantities = {"largest q",
                                                 "largest v",
                                                 "largest lambda"};
    Vector w;
    Rows rows;
    for (const int n : numbers_of_steps)
      {
        const std::vector<State> states = run(n);
        double errors[3]                = {0, 0, 0};
        for (int i = 0; i <= n; ++i)
          {
            const State &state = states[i],
                        &other = exact[i * (n_reference / n)];
            difference(space, state.q, other.q, w);
            errors[0] = std::max(errors[0], w.norm());
            errors[1] = std::max(errors[1], (state.v - other.v).norm());
            errors[2] =
              std::max(errors[2], (state.lambda - other.lambda).norm());
          }
        for (int k = 0; k < 3; ++k)
          {
            VerificationRow row = value_row(problem,
                                            four_bar_method,
                                            four_bar_text,
                                            end_time / n,
                                            quantities[k],
                                            errors[k]);
            if (rows.size() >= 3)
              {
                const VerificationRow &before = rows[rows.size() - 3];
                row.observed_order = std::log(before.error / row.error) /
                                     std::log(before.step_size / row.step_size);
              }
            rows.push_back(row);
          }
      }
    return rows;
  }

  std::vector<VerificationRow> cantilever_rows()
  {
    Rows rows;
    const IntegratorOptions options = cantilever_options();
    const Benchmark problem         = cantilever_with_reference(5, 4);
    append(rows,
           convergence(problem,
                       cantilever_method,
                       options,
                       cantilever_text,
                       {20, 40, 80, 160, 320}));
    // Of order 3 BLieDF is not A-stable: it amplifies waves with steps of
    // 0.0125 s and less.
    for (const std::string method : {"BLieDF2", "BLieDF3"})
      append(
        rows,
        convergence(problem, method, options, "", {40, 80, 160, 320, 640}));
    for (const std::string method : {"ROS3P", "RODAS4P"})
      append(rows,
             convergence(problem, method, options, "", {40, 80, 160, 320}));
    refusals(rows, problem);

    const Cantilever cantilever;
    const Benchmark whole = cantilever.benchmark();
    const BeamRun run     = cost_rows(rows,
                                  whole,
                                  cantilever_method,
                                  cantilever_text + ", 30 s",
                                  options,
                                  cantilever_step);
    cost_rows(rows,
              whole,
              conformal_method,
              cantilever_text + ", 30 s",
              options,
              cantilever_step);
    double least = std::numeric_limits<double>::infinity(), most = 0;
    for (const State &state : run.states)
      if (state.time > 2 + 1e-9)
        {
          least = std::min(least, cantilever.energy(state));
          most  = std::max(most, cantilever.energy(state));
        }
    rows.push_back(value_row(whole,
                             cantilever_method,
                             cantilever_text + ", 30 s, free vibration",
                             cantilever_step,
                             "energy change",
                             (most - least) / most));
    return rows;
  }

  std::vector<VerificationRow> four_bar_rows()
  {
    Rows rows               = four_bar_errors(4, 1, {50, 100, 200, 400}, 1600);
    const Benchmark problem = FourBar().benchmark();
    const IntegratorOptions options = four_bar_options();
    const Benchmark start           = four_bar_with_reference(4, 0.4, 1600);
    IntegratorOptions sharp         = options;
    sharp.bliedf.newton.tolerance   = 1e-12;
    for (const std::string method : {"BLieDF2", "BLieDF3", "BLieDF4"})
      append(rows, convergence(start, method, sharp, "", {10, 20, 40, 80}));
    // At the position level: projections, which know the mass alone, would
    // excite the stiff bars.
    for (const std::string method : {"ROS3P", "RODAS4P"})
      append(
        rows,
        convergence(start, method, sharp, "position level", {10, 20, 40, 80}));
    refusals(rows, problem);
    cost_rows(rows,
              problem,
              four_bar_method,
              four_bar_text + ", 12 s",
              options,
              four_bar_step);
    // The whole mechanism takes the updated Lagrangian method 20 s.
    const Benchmark part = FourBar(4).benchmark(3);
    for (const std::string &method : {four_bar_method, conformal_method})
      cost_rows(rows,
                part,
                method,
                four_bar_text + ", 3 s, 4 elements a bar",
                options,
                four_bar_step);
    return rows;
  }

  std::vector<TrajectoryRow> cantilever_trajectories()
  {
    std::vector<TrajectoryRow> rows;
    for (const auto &[method, h] :
         {std::pair{cantilever_method, cantilever_step},
          std::pair{cantilever_method, 0.02},
          std::pair{conformal_method, cantilever_step}})
      {
        const Cantilever cantilever;
        const BeamRun run =
          run_beams(cantilever.benchmark(), method, cantilever_options(), h);
        const std::string series =
          message(method == cantilever_method ? "" : method + ", ", "h = ", h);
        const auto add =
          [&](const State &s, const std::string &quantity, const double value) {
            rows.push_back({"BCA 4", series, s.time, quantity, value});
          };
        for (const State &s : run.states)
          {
            const Vector3 u = cantilever.displacement(s.q, cantilever.tip);
            add(s, "tip u_x [m]", u.x());
            add(s, "tip u_y [m]", u.y());
            add(s, "tip u_z [m]", u.z());
            add(s,
                "elbow u_z [m]",
                cantilever.displacement(s.q, cantilever.elbow).z());
            add(s, "energy [J]", cantilever.energy(s));
          }
      }
    return rows;
  }

  std::vector<TrajectoryRow> four_bar_trajectories()
  {
    std::vector<TrajectoryRow> rows;
    const FourBar mechanism;
    const BeamRun run = run_beams(mechanism.benchmark(),
                                  four_bar_method,
                                  four_bar_options(),
                                  four_bar_step);
    for (const State &s : run.states)
      {
        const Vector3 u = mechanism.displacement(s.q, mechanism.c);
        const auto add  = [&](const std::string &quantity, const double value) {
          rows.push_back({"BCA 6", "h = 0.02", s.time, quantity, value});
        };
        add("C u_x [m]", u.x());
        add("C u_y [m]", u.y());
        add("C u_z [m]", u.z());
        add("drive moment [N m]", -s.lambda(mechanism.drive));
      }
    return rows;
  }

  void write_cantilever_motion(const std::filesystem::path &directory)
  {
    const Cantilever cantilever;
    write_beam_series(*cantilever.system,
                      run_beams(cantilever.benchmark(),
                                cantilever_method,
                                cantilever_options(),
                                cantilever_step)
                        .states,
                      directory / "right_angle_cantilever",
                      "cantilever");
  }

  void write_four_bar_motion(const std::filesystem::path &directory)
  {
    const FourBar mechanism;
    write_beam_series(*mechanism.system,
                      run_beams(mechanism.benchmark(3),
                                four_bar_method,
                                four_bar_options(),
                                four_bar_step)
                        .states,
                      directory / "four_bar",
                      "four_bar");
  }
} // namespace rivlin
