// SPDX-License-Identifier: Apache-2.0
// Error against CPU time of time integrators on a case: displacement, velocity,
// pressure and the poses of free sleeves at output times against a reference
// run, as JSON. With another method as reference it measures differences
// between methods.

#include <rivlin/base/error.h>
#include <rivlin/base/timer.h>
#include <rivlin/dynamics/integrate.h>
#include <rivlin/cases/case_integrator.h>
#include <rivlin/cases/case_model.h>
#include <rivlin/solvers/blas_choice.h>

#include <deal.II/base/mpi.h>

#include <Eigen/Eigenvalues>
#include <nlohmann/json.hpp>

#include <cmath>
#include <fstream>
#include <iostream>
#include <sstream>

namespace
{
  using namespace rivlin;
  using Json = nlohmann::ordered_json;

  const char *usage =
    "work_precision CASE.prm [--set S/K=value]... --interval SECONDS "
    "--reference RUN --run RUN... [--output FILE]; a RUN is the name of an "
    "integrator and settings: \"ROS3P h=1e-3\", \"ROS3P tol=1e-4\" (adaptive), "
    "\"generalized alpha h=1e-3 kept\"";

  struct Options
  {
    std::string case_file;
    std::vector<std::string> overrides;
    std::string reference;
    std::vector<std::string> runs;
    double interval = 0; ///< between the times of comparison [s]
    std::string output;  ///< JSON; empty: standard output
  };

  Options parse(const std::vector<std::string> &words)
  {
    Options options;
    for (std::size_t i = 0; i < words.size(); ++i)
      {
        const auto value = [&] {
          if (i + 1 == words.size())
            throw Error("The option " + words[i] + " needs a value.");
          return words[++i];
        };
        if (words[i] == "--set")
          options.overrides.push_back(value());
        else if (words[i] == "--reference")
          options.reference = value();
        else if (words[i] == "--run")
          options.runs.push_back(value());
        else if (words[i] == "--interval")
          options.interval = std::stod(value());
        else if (words[i] == "--output")
          options.output = value();
        else if (options.case_file.empty() && words[i].rfind("--", 0) != 0)
          options.case_file = words[i];
        else
          throw Error("Unknown argument \"" + words[i] + "\". " + usage);
      }
    if (options.case_file.empty() || options.reference.empty() ||
        options.runs.empty() || !(options.interval > 0))
      throw Error(usage);
    return options;
  }

  /// The case with integrator and settings of a run.
  CaseParameters with_run(CaseParameters parameters, const std::string &run)
  {
    std::istringstream words(run);
    std::string word, name;
    bool has_step = false;
    while (words >> word)
      {
        const auto equals     = word.find('=');
        const std::string key = word.substr(0, equals);
        const std::string value =
          equals == std::string::npos ? std::string() : word.substr(equals + 1);
        if (equals == std::string::npos && word != "kept")
          name += (name.empty() ? "" : " ") + word;
        else if (word == "kept")
          parameters.solver.keep_tangent = true;
        else if (key == "h")
          {
            parameters.time.step_size    = std::stod(value);
            parameters.time.step_control = StepSizes::fixed;
            has_step                     = true;
          }
        else if (key == "tol")
          {
            parameters.time.absolute_tolerance = std::stod(value);
            parameters.time.relative_tolerance = std::stod(value);
            has_step                           = true;
          }
        else if (key == "order")
          parameters.time.maximum_order = std::stoi(value);
        else if (key == "rho")
          parameters.time.spectral_radius = std::stod(value);
        else
          throw Error("Unknown setting \"" + word + "\" of a run. " + usage);
      }
    if (!has_step)
      throw Error("The run \"" + run + "\" needs h= or tol=.");
    parameters.time.integrator = integration_method(name);
    if (run.find("tol=") != std::string::npos && name != "IDA")
      parameters.time.step_control = StepSizes::adaptive;
    return parameters;
  }

  /// Unknowns at the times of comparison, one column each.
  struct Result
  {
    Eigen::MatrixXd displacement, velocity, pressure;
    /// Of all free sleeves, three rows each.
    Eigen::MatrixXd translation, rotation;
    Json facts;
  };

  template <int dim>
  Result run_case(const FEModel<dim> &model,
                  const CaseParameters &parameters,
                  const double interval)
  {
    IntegrationPlan plan;
    plan.end_time     = parameters.time.end_time;
    plan.initial_step = parameters.time.step_size;
    plan.minimum_step = 1e-6 * parameters.time.step_size;
    for (int i = 1; i * interval < plan.end_time * (1 - 1e-9); ++i)
      plan.output_times.push_back(i * interval);
    plan.output_times.push_back(plan.end_time);

    Result result;
    const auto n        = static_cast<Eigen::Index>(plan.output_times.size());
    const int n_sleeves = model.sleeves().n_free();
    result.displacement.resize(model.n_positions(), n);
    result.translation.resize(3 * n_sleeves, n);
    result.rotation.resize(3 * n_sleeves, n);
    result.velocity.resize(model.n_velocities(), n);
    result.pressure.resize(model.n_multipliers(), n);
    Eigen::Index column = 0;
    Observer observer;
    observer.on_output = [&](const State &state) {
      result.displacement.col(column) = state.q;
      result.velocity.col(column)     = state.v;
      result.pressure.col(column)     = state.lambda;
      const SleevePlacement placement = model.sleeves().place(state, 0);
      for (int k = 0; k < n_sleeves; ++k)
        {
          const RigidSleeve &body = placement.bodies[k];
          result.translation.block<3, 1>(3 * k, column) =
            body.motion().translation[0];
          result.rotation.block<3, 1>(3 * k, column) = body.rotation_vector();
        }
      ++column;
    };
    const std::vector<std::string> sections = {"residual",
                                               "assembly",
                                               "factorization",
                                               "solve"};
    std::vector<double> before;
    for (const std::string &section : sections)
      before.push_back(model.timer().seconds(section).cpu);
    const StopWatch watch;
    State state = model.initial_state();
    const auto integrator =
      make_case_integrator(parameters, model, model.acts_suddenly());
    const IntegrationReport report =
      integrate(*integrator, state, plan, {observer});
    const Seconds seconds = watch.elapsed();
    Json &facts           = result.facts;
    facts["seconds"]      = {{"cpu", seconds.cpu}, {"wall", seconds.wall}};
    for (std::size_t i = 0; i < sections.size(); ++i)
      facts["CPU seconds"][sections[i]] =
        model.timer().seconds(sections[i]).cpu - before[i];
    facts["steps"]             = {{"accepted", report.accepted},
                                  {"rejected", report.rejected}};
    facts["tangents"]          = report.counters.tangents;
    facts["residuals"]         = report.counters.residuals;
    facts["solves"]            = report.counters.solves;
    facts["Newton iterations"] = report.counters.newton_iterations;
    facts["finished"]          = report.finished;
    if (!report.finished)
      facts["reason"] = report.reason;
    return result;
  }

  /// Largest singular value: the 2-norm of the matrix of all times.
  double norm(const Eigen::MatrixXd &matrix)
  {
    if (matrix.size() == 0)
      return 0;
    const Eigen::MatrixXd gram = matrix.transpose() * matrix;
    return std::sqrt(
      Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(gram,
                                                     Eigen::EigenvaluesOnly)
        .eigenvalues()
        .maxCoeff());
  }

  Json difference(const Eigen::MatrixXd &a, const Eigen::MatrixXd &b)
  {
    const double absolute = norm(a - b), size = norm(b);
    return {{"absolute", absolute},
            {"relative", size > 0 ? absolute / size : 0.}};
  }

  /// Over time, relative to the largest component of the reference.
  Json component_errors(const Eigen::MatrixXd &a, const Eigen::MatrixXd &b)
  {
    const Eigen::VectorXd sizes = b.rowwise().norm();
    const double largest        = sizes.size() > 0 ? sizes.maxCoeff() : 0;
    Json result                 = Json::array();
    for (Eigen::Index i = 0; i < a.rows(); ++i)
      result.push_back(largest > 0 ? (a.row(i) - b.row(i)).norm() / largest
                                   : 0.);
    return result;
  }

  template <int dim>
  int run(const Options &options, const CaseParameters &parameters)
  {
    const CaseModel<dim> built = build_case<dim>(parameters, MPI_COMM_WORLD);
    const FEModel<dim> &model  = *built.model;
    const Result reference     = run_case(model,
                                      with_run(parameters, options.reference),
                                      options.interval);
    if (!reference.facts["finished"])
      throw ComputationFailed("The reference did not finish: " +
                              reference.facts["reason"].get<std::string>());
    Json facts;
    facts["case"]             = options.case_file;
    facts["overrides"]        = options.overrides;
    facts["unknowns"]         = model.n_unknowns();
    facts["end time [s]"]     = parameters.time.end_time;
    facts["reference"]        = reference.facts;
    facts["reference"]["run"] = options.reference;
    facts["runs"]             = Json::array();
    bool all_finished         = true;
    for (const std::string &name : options.runs)
      {
        const Result result =
          run_case(model, with_run(parameters, name), options.interval);
        Json entry   = result.facts;
        entry["run"] = name;
        if (entry["finished"])
          {
            entry["displacement"] =
              difference(result.displacement, reference.displacement);
            entry["velocity"] = difference(result.velocity, reference.velocity);
            entry["pressure"] = difference(result.pressure, reference.pressure);
            if (model.sleeves().n_free() > 0)
              {
                entry["translation"] =
                  difference(result.translation, reference.translation);
                entry["rotation"] =
                  difference(result.rotation, reference.rotation);
                entry["components"] = {
                  {"translation",
                   component_errors(result.translation, reference.translation)},
                  {"rotation",
                   component_errors(result.rotation, reference.rotation)}};
              }
          }
        else
          all_finished = false;
        std::cerr << entry.dump() << std::endl;
        facts["runs"].push_back(entry);
      }
    if (options.output.empty())
      std::cout << facts.dump(2) << std::endl;
    else if (!(std::ofstream(options.output) << facts.dump(2) << std::endl))
      throw Error("\"" + options.output + "\" cannot be written.");
    return all_finished ? 0 : 1;
  }
} // namespace

int
main(int argc, char **argv)
{
  choose_blas(argv);
  const std::vector<std::string> words(argv + 1, argv + argc);
  const dealii::Utilities::MPI::MPI_InitFinalize mpi(argc, argv, 1);
  try
    {
      const Options options = parse(words);
      const CaseParameters parameters =
        read_case(options.case_file, options.overrides);
      return parameters.dimension == 2 ? run<2>(options, parameters)
                                       : run<3>(options, parameters);
    }
  catch (const std::exception &error)
    {
      std::cerr << "work_precision: " << error.what() << std::endl;
      return 1;
    }
}
