// SPDX-License-Identifier: Apache-2.0
// A run: steps, output, summary.
#include <rivlin/fe/simulation.h>

#include <rivlin/base/atomic_file.h>
#include <rivlin/base/error.h>
#include <rivlin/base/progress_line.h>
#include <rivlin/base/provenance.h>
#include <rivlin/base/version.h>
#include <rivlin/dynamics/integrate.h>
#include <rivlin/fe/case_integrator.h>
#include <rivlin/fe/case_model.h>
#include <rivlin/fe/history.h>
#include <rivlin/fe/run_log.h>
#include <rivlin/fe/vtu_writer.h>

#include <nlohmann/json.hpp>

#include <iostream>
#include <limits>
#include <sstream>

namespace rivlin
{
  namespace
  {
    namespace mpi = dealii::Utilities::MPI;
    using Json    = nlohmann::ordered_json;

    template <int dim>
    std::string describe_model(const FEModel<dim> &model,
                               const CaseParameters &parameters)
    {
      const auto &space = model.discretization();
      std::ostringstream text;
      const MPI_Comm communicator = space.communicator();
      const int n_pressures = mpi::sum(model.n_multipliers(), communicator);
      text << dim << "D, " << model.mesh().triangulation.n_global_active_cells()
           << " cells, " << space.element().get_name() << ", "
           << model.n_unknowns() << " unknowns ("
           << model.n_unknowns() - n_pressures << " displacements, "
           << n_pressures << " pressures), "
           << mpi::n_mpi_processes(communicator) << " rank"
           << (mpi::n_mpi_processes(communicator) > 1 ? "s" : "") << ", "
           << parameters.solver.linear_solver;
      return text.str();
    }

    std::string describe_step(const State &state,
                              const StepReport &report,
                              const double end)
    {
      std::ostringstream text;
      text.precision(5);
      text << "t = " << state.time << "  h = " << report.step_size << "  "
           << static_cast<int>(100 * state.time / end) << " %  Newton "
           << report.newton_iterations << ": ";
      text.precision(2);
      text << std::scientific;
      for (const NewtonIteration &iteration : report.iterations)
        {
          text << " " << iteration.increment_norm;
          if (iteration.damping < 1)
            text << std::defaultfloat << " (damped " << iteration.damping << ")"
                 << std::scientific;
        }
      text << "  residual " << report.residual_norm;
      return text.str();
    }

    /// "inner translation x [mm] = 3.2, ..." of the channels that move.
    std::string describe_load(const std::vector<NamedChannel> &channels,
                              const double time)
    {
      std::ostringstream text;
      for (const NamedChannel &channel : channels)
        if (channel.channel.depends_on_time())
          text << (text.str().empty() ? "" : ", ") << channel.name << " = "
               << channel.channel.value(time);
      return text.str();
    }

    std::vector<double> output_times(const CaseParameters &parameters)
    {
      std::vector<double> times;
      const double end      = parameters.time.end_time;
      const double interval = parameters.output.interval;
      if (interval > 0)
        {
          if (end / interval > 1e6)
            throw Error("\"Output/Interval\" " + std::to_string(interval) +
                        " makes more than a million outputs. Enlarge it.");
          for (int i = 0; i * interval < end * (1 - 1e-12); ++i)
            times.push_back(i * interval);
          times.push_back(end);
        }
      return times;
    }

    /// Make the directory; rank 0 finds out whether it can be written and all
    /// ranks throw the same message. Results of an earlier run there go.
    void prepare_directory(const std::filesystem::path &directory,
                           MPI_Comm communicator)
    {
      std::string problem;
      if (mpi::this_mpi_process(communicator) == 0)
        try
          {
            std::filesystem::create_directories(directory);
            write_file_atomically(directory / "run.log", "");
            for (const auto &entry :
                 std::filesystem::directory_iterator(directory))
              if (const std::string name = entry.path().filename().string();
                  name.rfind("solution", 0) == 0 || name == "summary.json")
                std::filesystem::remove(entry.path());
          }
        catch (const std::exception &error)
          {
            problem = "The output directory \"" + directory.string() +
                      "\" is not writable (" + error.what() +
                      "). Choose another one with --output.";
          }
      problem = mpi::broadcast(communicator, problem, 0);
      if (!problem.empty())
        throw Error(problem);
    }

    template <int dim>
    Json make_summary(const CaseParameters &parameters,
                      const FEModel<dim> &model,
                      const IntegrationReport &report,
                      const Timer &timer)
    {
      const MPI_Comm communicator = model.discretization().communicator();
      const Provenance origin     = provenance();
      Json summary;
      summary["version"]    = version();
      summary["date"]       = origin.date;
      summary["compiler"]   = origin.compiler;
      summary["build type"] = origin.build_type;
      summary["case"] =
        std::filesystem::path(parameters.path).filename().string();
      summary["dimension"]   = dim;
      summary["unit system"] = parameters.unit_system;
      summary["cells"] = model.mesh().triangulation.n_global_active_cells();
      const int n_pressures = mpi::sum(model.n_multipliers(), communicator);
      summary["unknowns"]   = {{"total", model.n_unknowns()},
                               {"displacements",
                                model.n_unknowns() - n_pressures},
                               {"pressures", n_pressures}};
      summary["ranks"]      = mpi::n_mpi_processes(communicator);
      summary["integrator"] = parameters.time.integrator;
      summary["steps"]      = {{"accepted", report.accepted},
                               {"rejected", report.rejected},
                               {"smallest", report.smallest_step},
                               {"largest", report.largest_step}};
      summary["Newton iterations"]    = report.counters.newton_iterations;
      summary["line search trials"]   = report.counters.line_search_trials;
      summary["tangents assembled"]   = report.counters.tangents;
      summary["factorizations"]       = report.counters.factorizations;
      summary["residual evaluations"] = report.counters.residuals;
      summary["solves"]               = report.counters.solves;
      const auto add_seconds = [&](const std::string &name, const Seconds &s) {
        summary["seconds"][name] = {{"wall", mpi::max(s.wall, communicator)},
                                    {"cpu", mpi::sum(s.cpu, communicator)}};
      };
      for (const char *name :
           {"analysis", "residual", "assembly", "factorization", "solve"})
        add_seconds(name, model.timer().seconds(name));
      add_seconds("output", timer.seconds("output"));
      add_seconds("total", timer.total());
      const double megabytes = peak_memory() / 1048576.;
      summary["peak memory"] = {
        {"sum over ranks [MiB]", mpi::sum(megabytes, communicator)},
        {"largest rank [MiB]", mpi::max(megabytes, communicator)}};
      summary["end time [s]"] = report.time;
      summary["finished"]     = report.finished;
      summary["ended"]        = report.finished ? "finished" : report.reason;
      return summary;
    }

    template <int dim>
    void run(const CaseParameters &parameters,
             const RunOptions &options,
             MPI_Comm communicator)
    {
      Timer timer;
      CaseModel<dim> built      = build_case<dim>(parameters, communicator);
      const FEModel<dim> &model = *built.model;
      const UnitSystem &units   = unit_system(parameters.unit_system);

      const auto integrator = make_case_integrator(parameters, model);
      IntegrationPlan plan;
      plan.end_time     = parameters.time.end_time;
      plan.initial_step = parameters.time.step_size;
      plan.minimum_step =
        std::min(parameters.time.minimum_step, parameters.time.step_size);
      if (parameters.time.maximum_step > 0)
        plan.maximum_step = parameters.time.maximum_step;
      plan.output_times = output_times(parameters);

      prepare_directory(options.output_directory, communicator);
      RunLog log(options.output_directory / "run.log",
                 options.quiet,
                 plan.end_time,
                 communicator);
      log.line("rivlin " + std::string(version()) + ", " +
               std::filesystem::path(parameters.path).filename().string());
      log.line(describe_model(model, parameters));
      for (const std::string &warning : integrator->warnings())
        log.line("note: " + warning);

      History<dim> history(built, units, options.output_directory);
      VtuWriter<dim> vtu(model, units, options.output_directory);
      State state       = built.initial_state;
      const auto output = [&](const State &finished) {
        const auto section = timer.section("output");
        history.append(finished);
        if (parameters.output.vtu == "all")
          vtu.write(finished);
      };

      int n_rejected = 0;
      Observer observer;
      observer.on_step = [&](const State &finished, const StepReport &report) {
        {
          const auto section = timer.section("output");
          history.accumulate_work(finished);
        }
        log.step(describe_step(finished, report, plan.end_time),
                 {finished.time,
                  report.step_size,
                  report.newton_iterations,
                  n_rejected});
        if (plan.output_times.empty())
          output(finished);
      };
      observer.on_refusal = [&](const State &last, const StepReport &report) {
        ++n_rejected;
        std::ostringstream text;
        text << "step refused at t = " << last.time
             << ", h = " << report.step_size << ": " << report.reason;
        log.line(text.str());
      };
      observer.on_output = output;

      // Consistent accelerations exist only after the integrator's start, so
      // the driver tells when.
      observer.on_start = [&](const State &first) {
        if (model.is_dynamic())
          history.accumulate_work(first);
        if (plan.output_times.empty())
          output(first);
      };
      const IntegrationReport report =
        integrate(*integrator, state, plan, {observer});
      {
        const auto section = timer.section("output");
        if (parameters.output.vtu == "last")
          vtu.write(state);
        history.write();
      }
      const Json summary = make_summary(parameters, model, report, timer);
      if (mpi::this_mpi_process(communicator) == 0)
        write_file_atomically(options.output_directory / "summary.json",
                              summary.dump(2) + "\n");
      if (!report.finished)
        throw ComputationFailed(report.reason + " Load at that time: " +
                                describe_load(built.channels, report.time) +
                                ".");
      std::ostringstream text;
      text << "finished: " << report.accepted << " steps, " << report.rejected
           << " refused, " << report.counters.newton_iterations
           << " Newton iterations, "
           << summary["seconds"]["total"]["wall"].get<double>()
           << " s; results in " << options.output_directory.string();
      log.line(text.str());
    }
  } // namespace

  void simulate(const CaseParameters &parameters,
                const RunOptions &options,
                MPI_Comm communicator)
  {
    if (parameters.dimension == 2)
      run<2>(parameters, options, communicator);
    else
      run<3>(parameters, options, communicator);
  }

  void describe(const CaseParameters &parameters,
                std::ostream &out,
                MPI_Comm communicator)
  {
    const auto tell = [&](const auto &built) {
      const std::string text = describe_model(*built.model, parameters);
      if (mpi::this_mpi_process(communicator) != 0)
        return;
      out << parameters.path << ": would run " << parameters.time.integrator
          << " from t = 0 to " << parameters.time.end_time << " s, first step "
          << parameters.time.step_size << " s\n"
          << text << "\n";
      for (const auto &[name, id] : built.model->mesh().material_sets)
        out << "region \"" << name << "\"\n";
      for (const auto &[name, id] : built.model->mesh().boundary_sets)
        out << "set \"" << name << "\"\n";
      for (const NamedChannel &channel : built.channels)
        out << channel.name << " = " << channel.channel.text() << "\n";
    };
    if (parameters.dimension == 2)
      tell(build_case<2>(parameters, communicator));
    else
      tell(build_case<3>(parameters, communicator));
  }
} // namespace rivlin
