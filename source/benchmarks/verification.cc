// SPDX-License-Identifier: Apache-2.0
// Which integrators run on which problems with which steps.
#include <rivlin/benchmarks/verification.h>

#include <rivlin/base/error.h>
#include <rivlin/base/nearest_name.h>
#include <rivlin/base/text.h>
#include <rivlin/benchmarks/andrews.h>
#include <rivlin/benchmarks/beam_study.h>
#include <rivlin/benchmarks/heavy_top_study.h>
#include <rivlin/benchmarks/pendulum_study.h>
#include <rivlin/benchmarks/prothero_robinson.h>
#include <rivlin/benchmarks/prothero_robinson_study.h>
#include <rivlin/benchmarks/slider_crank.h>
#include <rivlin/benchmarks/spring_pendulum.h>
#include <rivlin/benchmarks/two_mass.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace rivlin
{
  namespace
  {
    using Rows = std::vector<VerificationRow>;

    std::vector<int> doubling(const int first, const int count)
    {
      std::vector<int> result;
      for (int k = 0; k < count; ++k)
        result.push_back(first << k);
      return result;
    }

    void alpha_rows(Rows &rows,
                    const Benchmark &problem,
                    const double rho,
                    const std::vector<int> &steps)
    {
      IntegratorOptions options;
      options.generalized_alpha.parameters = chung_hulbert(rho);
      append(rows,
             convergence(problem,
                         "generalized alpha",
                         options,
                         message("rho_inf = ", rho),
                         steps));
    }

    /// All Rosenbrock methods and RADAU5; rigid constraints at both levels.
    void one_step_rows(Rows &rows,
                       const Benchmark &problem,
                       const std::vector<int> &steps,
                       const std::vector<int> &radau_steps)
    {
      const bool rigid =
        problem.system->constraint_kind() == ConstraintKind::rigid;
      for (const ConstraintLevel level :
           {ConstraintLevel::position, ConstraintLevel::acceleration})
        {
          if (!rigid && level == ConstraintLevel::acceleration)
            continue;
          const std::string text = !rigid ? ""
                                   : level == ConstraintLevel::position
                                     ? "position level"
                                     : "acceleration level";
          IntegratorOptions options;
          options.rosenbrock.rigid_level       = level;
          options.radau5.rigid_level           = level;
          options.radau5.adaptive              = false;
          options.radau5.max_newton_iterations = 20;
          // At the position level v carries rounding errors divided by h.
          options.radau5.tolerances = {
            1e-11, 1e-11, rigid && level == ConstraintLevel::position};
          for (const RosenbrockMethod &method : rosenbrock_methods())
            append(rows,
                   convergence(problem, method.name, options, text, steps));
          append(rows,
                 convergence(problem, "RADAU5", options, text, radau_steps));
        }
    }

    /// IDA with decreasing tolerances; the step size is the mean of its steps.
    void ida_rows([[maybe_unused]] Rows &rows,
                  [[maybe_unused]] const Benchmark &problem)
    {
#ifdef RIVLIN_WITH_SUNDIALS
      for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10})
        {
          SundialsIdaOptions options;
          options.tolerances = {tolerance, tolerance, false};
          SundialsIda integrator(*problem.system, options);
          State state = problem.start;
          integrator.start(state);
          const double length      = problem.end_time - state.time;
          const StepReport &report = integrator.step(state, length);
          VerificationRow row;
          row.problem        = problem.name;
          row.method         = "IDA";
          row.options        = message("tolerance = ", tolerance);
          row.step_size      = length / integrator.internal_steps();
          row.observed_order = std::numeric_limits<double>::quiet_NaN();
          if (!report.accepted)
            {
              row.quantity = "refused";
              row.error    = std::numeric_limits<double>::quiet_NaN();
              row.note     = report.reason;
              rows.push_back(row);
              continue;
            }
          const auto add = [&](const std::string &quantity,
                               const Vector &value,
                               const Vector &exact) {
            row.quantity = quantity;
            row.error    = (value - exact).norm();
            rows.push_back(row);
          };
          add("q", state.q, problem.solution.q);
          add("v", state.v, problem.solution.v);
          add("lambda", state.lambda, problem.solution.lambda);
        }
#endif
    }

    Rows prothero_robinson_rows()
    {
      Rows rows;
      for (const double eps_squared : {1e-2, 1e-6, 0.})
        {
          const Benchmark problem      = prothero_robinson(eps_squared);
          const std::vector<int> steps = doubling(22, 9);
          alpha_rows(rows, problem, 0.7, steps);
          one_step_rows(rows, problem, steps, doubling(22, 5));
          ida_rows(rows, problem);
          if (eps_squared > 0)
            for (const std::string method :
                 {"RO2", "ROS3P", "ROS3PL", "RODAS4", "RODAS4P"})
              append(rows,
                     prothero_robinson_largest_errors(eps_squared,
                                                      method,
                                                      steps));
        }
      return rows;
    }

    Rows spring_pendulum_rows()
    {
      Rows rows;
      for (const double eps_squared : {1e-2, 1e-4, 1e-6, 0.})
        {
          const Benchmark problem =
            with_reference(spring_pendulum(eps_squared));
          const std::vector<int> steps = doubling(100, 7);
          alpha_rows(rows, problem, 0.7, steps);
          one_step_rows(rows, problem, steps, doubling(200, 4));
          ida_rows(rows, problem);
        }
      return rows;
    }

    Rows two_mass_rows()
    {
      Rows rows;
      for (const double kappa :
           {1e2, 1e6, std::numeric_limits<double>::infinity()})
        {
          const Benchmark problem      = with_reference(two_mass(kappa));
          const std::vector<int> steps = doubling(50, 7);
          alpha_rows(rows, problem, 0.7, steps);
          one_step_rows(rows, problem, steps, doubling(25, 4));
          ida_rows(rows, problem);
        }
      return rows;
    }

    /// The table of Arnold et al. 2015.
    void largest_multiplier_error(Rows &rows,
                                  const Benchmark &problem,
                                  const double rho,
                                  const StartingValues starting_values)
    {
      double old_error = std::numeric_limits<double>::quiet_NaN();
      for (const int n : {100, 200, 400})
        {
          VerificationRow row;
          row.problem   = problem.name;
          row.method    = "generalized alpha";
          row.options   = message("rho_inf = ",
                                rho,
                                starting_values == StartingValues::plain
                                    ? ""
                                    : ", perturbed start");
          row.step_size = problem.end_time / n;
          row.quantity  = "largest lambda";
          for (const auto &[time, error] :
               multiplier_errors(problem, rho, starting_values, row.step_size))
            row.error = std::max(row.error, std::abs(error));
          row.observed_order = std::log2(old_error / row.error);
          rows.push_back(row);
          old_error = row.error;
        }
    }

    Rows pendulum_rows()
    {
      Rows rows;
      const Benchmark problem      = with_reference(pendulum());
      const std::vector<int> steps = doubling(50, 7);
      largest_multiplier_error(rows, problem, 0.9, StartingValues::plain);
      largest_multiplier_error(rows,
                               problem,
                               0.9,
                               StartingValues::second_differences);
      for (const double rho : {0.9, 0.7, 1.})
        alpha_rows(rows, problem, rho, steps);
      one_step_rows(rows, problem, steps, doubling(25, 4));
      ida_rows(rows, problem);
      return rows;
    }

    Rows slider_crank_rows()
    {
      Rows rows;
      const Benchmark problem      = with_reference(slider_crank());
      const std::vector<int> steps = doubling(100, 7);
      alpha_rows(rows, problem, 0.7, steps);
      alpha_rows(rows, problem, 1, steps);
      one_step_rows(rows, problem, doubling(200, 5), doubling(400, 3));
      ida_rows(rows, problem);
      return rows;
    }

    Rows andrews_rows()
    {
      Rows rows;
      const Benchmark problem      = with_reference(andrews());
      const std::vector<int> steps = doubling(100, 7);
      alpha_rows(rows, problem, 0.7, steps);
      alpha_rows(rows, problem, 1, steps);
      one_step_rows(rows, problem, doubling(200, 5), doubling(400, 3));
      ida_rows(rows, problem);
      return rows;
    }
  } // namespace

  namespace
  {
    const std::vector<std::pair<std::string, Study>> &named_studies()
    {
      static const std::vector<std::pair<std::string, Study>> studies = {
        {"prothero-robinson", Study::prothero_robinson},
        {"spring-pendulum", Study::spring_pendulum},
        {"pendulum", Study::pendulum},
        {"two-mass", Study::two_mass},
        {"slider-crank", Study::slider_crank},
        {"andrews", Study::andrews},
        {"heavy-top", Study::heavy_top},
        {"right-angle-cantilever", Study::right_angle_cantilever},
        {"four-bar", Study::four_bar}};
      return studies;
    }
  } // namespace

  std::vector<std::string> verification_names()
  {
    std::vector<std::string> names;
    for (const auto &[name, study] : named_studies())
      names.push_back(name);
    return names;
  }

  Study find_study(const std::string &given_name)
  {
    std::string name = given_name;
    std::replace(name.begin(), name.end(), '_', '-');
    for (const auto &[known, study] : named_studies())
      if (known == name)
        return study;
    throw Error(unknown_name("verification study", name, verification_names()));
  }

  std::vector<VerificationRow> verify(const Study study)
  {
    switch (study)
      {
        case Study::prothero_robinson:
          return prothero_robinson_rows();
        case Study::spring_pendulum:
          return spring_pendulum_rows();
        case Study::pendulum:
          return pendulum_rows();
        case Study::two_mass:
          return two_mass_rows();
        case Study::slider_crank:
          return slider_crank_rows();
        case Study::andrews:
          return andrews_rows();
        case Study::heavy_top:
          return heavy_top_rows();
        case Study::right_angle_cantilever:
          return cantilever_rows();
        case Study::four_bar:
          return four_bar_rows();
      }
    return {};
  }
} // namespace rivlin
