// SPDX-License-Identifier: Apache-2.0
// A run: steps, output, summary.
#include <rivlin/cases/simulation.h>

#include <rivlin/base/atomic_file.h>
#include <rivlin/base/error.h>
#include <rivlin/base/progress_line.h>
#include <rivlin/base/provenance.h>
#include <rivlin/base/version.h>
#include <rivlin/dynamics/integrate.h>
#include <rivlin/cases/case_integrator.h>
#include <rivlin/cases/case_model.h>
#include <rivlin/cases/case_plan.h>
#include <rivlin/cases/checkpointer.h>
#include <rivlin/spaces/first_rank.h>
#include <rivlin/cases/history.h>
#include <rivlin/cases/load_steps.h>
#include <rivlin/cases/run_log.h>
#include <rivlin/cases/snapshot_writer.h>
#include <rivlin/fe/vtu_writer.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <iterator>
#include <limits>
#include <sstream>

namespace rivlin
{
  namespace
  {
    namespace mpi = dealii::Utilities::MPI;
    using Json    = nlohmann::ordered_json;

    template <int dim>
    std::string describe_model(const FEModel<dim> &model)
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
           << to_string(model.solver_options().kind);
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

    /// "load step 2 of 3, working: t = 1 to 2.5 s", k counts from zero.
    std::string describe_load_step(const CaseParameters &parameters,
                                   const std::size_t k)
    {
      const std::vector<double> borders = load_step_borders(parameters.steps);
      std::ostringstream text;
      text << "load step " << k + 1 << " of " << parameters.steps.size() << ", "
           << parameters.steps[k].first << ": t = " << borders[k] << " to "
           << borders[k + 1] << " s";
      return text.str();
    }

    bool is_among(const std::vector<double> &times, const double time)
    {
      return std::binary_search(times.begin(), times.end(), time);
    }

    /// Make the directory. Results of an earlier run there go; a run that is
    /// resumed loses only its summary and files that were not completed.
    void prepare_directory(const std::filesystem::path &directory,
                           const bool resume,
                           MPI_Comm communicator)
    {
      on_first_rank(communicator, [&] {
        try
          {
            std::filesystem::create_directories(directory);
            // First of all: a checkpoint must not outlive its files.
            if (!resume)
              {
                std::filesystem::remove_all(directory / "restart");
                write_file_atomically(directory / "run.log", "");
              }
            std::vector<std::filesystem::path> superfluous;
            for (const auto &folder : {directory, directory / "restart"})
              if (std::filesystem::is_directory(folder))
                for (const auto &entry :
                     std::filesystem::directory_iterator(folder))
                  if (const std::string name = entry.path().filename().string();
                      entry.path().extension() == ".part" ||
                      name == "summary.json" ||
                      (!resume && (name.rfind("solution", 0) == 0 ||
                                   name == "snapshots.h5")))
                    superfluous.push_back(entry.path());
            for (const std::filesystem::path &file : superfluous)
              std::filesystem::remove(file);
          }
        catch (const std::exception &error)
          {
            throw Error("The output directory \"" + directory.string() +
                        "\" is not writable (" + error.what() +
                        "). Choose another one with --output.");
          }
      });
    }

    /// Work and steps so far: `before` the run was resumed and since then.
    template <int dim>
    RunTotals add_work(const RunTotals &before,
                       const Counters &counters,
                       const FEModel<dim> &model,
                       const Timer &timer)
    {
      const MPI_Comm communicator = model.discretization().communicator();
      RunTotals totals            = before;
      for (long Counters::*count : {&Counters::residuals,
                                    &Counters::tangents,
                                    &Counters::factorizations,
                                    &Counters::solves,
                                    &Counters::newton_iterations,
                                    &Counters::line_search_trials})
        totals.counters.*count += counters.*count;
      totals.linear_iterations += model.solver_record().iterations;
      totals.linear_retries += model.solver_record().retries;
      const auto add_seconds = [&](const std::string &name, const Seconds &s) {
        totals.seconds[name].wall += mpi::max(s.wall, communicator);
        totals.seconds[name].cpu += mpi::sum(s.cpu, communicator);
      };
      for (const char *name :
           {"analysis", "residual", "assembly", "factorization", "solve"})
        add_seconds(name, model.timer().seconds(name));
      add_seconds("output", timer.seconds("output"));
      add_seconds("total", timer.total());
      return totals;
    }

    template <int dim>
    Json make_summary(const CaseParameters &parameters,
                      const FEModel<dim> &model,
                      const IntegrationReport &report,
                      const RunTotals &totals)
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
      summary["steps"]      = {{"accepted", totals.accepted},
                               {"rejected", totals.rejected},
                               {"smallest", totals.smallest_step},
                               {"largest", totals.largest_step}};
      const std::vector<double> borders = load_step_borders(parameters.steps);
      for (std::size_t k = 0; k < parameters.steps.size(); ++k)
        summary["load steps"].push_back({{"name", parameters.steps[k].first},
                                         {"begin [s]", borders[k]},
                                         {"end [s]", borders[k + 1]}});
      summary["resumptions"]           = totals.resumptions;
      summary["Newton iterations"]     = totals.counters.newton_iterations;
      summary["line search trials"]    = totals.counters.line_search_trials;
      summary["tangents assembled"]    = totals.counters.tangents;
      summary["factorizations"]        = totals.counters.factorizations;
      summary["residual evaluations"]  = totals.counters.residuals;
      summary["solves"]                = totals.counters.solves;
      summary["linear solver"]         = to_string(model.solver_options().kind);
      summary["linear iterations"]     = totals.linear_iterations;
      summary["linear solver retries"] = totals.linear_retries;
      for (const auto &[name, seconds] : totals.seconds)
        summary["seconds"][name] = {{"wall", seconds.wall},
                                    {"cpu", seconds.cpu}};
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
      CheckpointFolder folder(options.output_directory);
      StartingPoint start;
      if (options.resume)
        start = find_starting_point(parameters, folder, communicator);
      const bool resume         = start.checkpoint.has_value();
      CaseModel<dim> built      = build_case<dim>(parameters, communicator);
      const FEModel<dim> &model = *built.model;
      const UnitSystem &units   = unit_system(parameters.unit_system);

      const auto integrator = make_case_integrator(parameters, model);
      CasePlan times        = make_case_plan(parameters);
      IntegrationPlan &plan = times.plan;
      plan.resume           = resume;

      const CanonicalOrder order(model.discretization(), model.unknowns());
      State state =
        resume
          ? resumed_state(*start.checkpoint, built, parameters, order, folder)
          : built.initial_state;
      RunRecord before;
      if (resume)
        {
          before = start.checkpoint->record;
          ++before.totals.resumptions;
        }
      // What is resumed is checked before anything changes.
      if (!resume)
        prepare_directory(options.output_directory, false, communicator);
      auto history =
        resume
          ? std::make_unique<History<dim>>(
              built, units, options.output_directory, before.history, state)
          : std::make_unique<History<dim>>(built,
                                           units,
                                           options.output_directory);
      std::unique_ptr<SnapshotWriter<dim>> snapshots;
      if (!times.snapshots.empty())
        snapshots =
          std::make_unique<SnapshotWriter<dim>>(built,
                                                order,
                                                parameters,
                                                options.output_directory,
                                                times.snapshots.size(),
                                                before.n_snapshots);
      VtuWriter<dim> vtu(model, units, options.output_directory);
      if (resume)
        {
          vtu.resume(before.pictures);
          prepare_directory(options.output_directory, true, communicator);
        }
      RunLog log(options.output_directory / "run.log",
                 options.quiet,
                 plan.end_time,
                 communicator,
                 resume);
      log.line("rivlin " + std::string(version()) + ", " +
               std::filesystem::path(parameters.path).filename().string());
      log.line(describe_model(model));
      for (const std::string &notice : built.notices)
        log.line("note: " + notice);
      for (const std::string &warning : integrator->warnings())
        log.line("note: " + warning);
      for (const std::string &notice : start.notices)
        log.line(notice);
      const std::vector<double> borders = load_step_borders(parameters.steps);
      if (!borders.empty())
        log.line(
          describe_load_step(parameters, load_step_at(borders, state.time)));

      const auto output = [&](const State &finished) {
        const auto section = timer.section("output");
        history->append(finished);
        if (parameters.output.vtu == "all")
          vtu.write(finished);
      };

      const auto tell_notices = [&] {
        for (const std::string &notice : model.solver_record().notices)
          log.line("linear solver: " + notice);
        model.solver_record().notices.clear();
      };
      RunTotals &totals = before.totals;
      Observer observer;
      observer.on_step = [&](const State &finished, const StepReport &report) {
        tell_notices();
        {
          const auto section = timer.section("output");
          history->accumulate_work(finished);
        }
        ++totals.accepted;
        totals.smallest_step = std::min(totals.smallest_step, report.step_size);
        totals.largest_step  = std::max(totals.largest_step, report.step_size);
        log.step(describe_step(finished, report, plan.end_time),
                 {finished.time,
                  report.step_size,
                  report.newton_iterations,
                  static_cast<int>(totals.rejected)});
        if (times.outputs.empty())
          output(finished);
        if (finished.time < plan.end_time && is_among(borders, finished.time))
          log.line(describe_load_step(parameters,
                                      load_step_at(borders, finished.time)));
      };
      observer.on_refusal = [&](const State &last, const StepReport &report) {
        tell_notices();
        ++totals.rejected;
        std::ostringstream text;
        text << "step refused at t = " << last.time
             << ", h = " << report.step_size << ": " << report.reason;
        log.line(text.str());
      };
      observer.on_output = [&](const State &finished) {
        if (is_among(times.outputs, finished.time))
          output(finished);
      };

      // Consistent accelerations exist only after the integrator's start, so
      // the driver tells when.
      observer.on_start = [&](const State &first) {
        if (model.is_dynamic())
          history->accumulate_work(first);
        if (times.outputs.empty())
          output(first);
      };

      Observer snapshot_observer;
      if (snapshots)
        {
          snapshot_observer.on_step = [&](const State &finished,
                                          const StepReport &) {
            if (parameters.snapshots.steps > 0 &&
                totals.accepted % parameters.snapshots.steps == 0)
              snapshots->write(finished);
          };
          snapshot_observer.on_output = [&](const State &finished) {
            if (is_among(times.snapshots, finished.time))
              snapshots->write(finished);
          };
        }
      Checkpointer<dim> checkpointer(built, parameters, order, folder);
      const auto record = [&]() {
        if (snapshots)
          snapshots->synchronize();
        RunRecord now;
        now.totals   = add_work(totals, integrator->counters(), model, timer);
        now.history  = history->save();
        now.pictures = vtu.written();
        now.n_snapshots =
          snapshots ? snapshots->n_written() : before.n_snapshots;
        return now;
      };
      Observer checkpoint_observer;
      if (checkpointer.is_on())
        checkpoint_observer.on_complete = [&](const State &finished) {
          const auto section = timer.section("output");
          checkpointer.step(finished, totals.accepted, record);
        };

      const IntegrationReport report =
        integrate(*integrator,
                  state,
                  plan,
                  {observer, snapshot_observer, checkpoint_observer});
      {
        const auto section = timer.section("output");
        if (parameters.output.vtu == "last")
          vtu.write(state);
        history->write();
        if (snapshots)
          snapshots->finish();
        checkpointer.finish(state, record);
      }
      const Json summary =
        make_summary(parameters,
                     model,
                     report,
                     add_work(totals, integrator->counters(), model, timer));
      if (mpi::this_mpi_process(communicator) == 0)
        write_file_atomically(options.output_directory / "summary.json",
                              summary.dump(2) + "\n");
      if (!report.finished)
        throw ComputationFailed(report.reason + " Load at that time: " +
                                describe_load(built.channels, report.time) +
                                ".");
      std::ostringstream text;
      text << "finished: " << totals.accepted << " steps, " << totals.rejected
           << " refused, " << summary["Newton iterations"].get<long>()
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
      const std::string text = describe_model(*built.model);
      if (mpi::this_mpi_process(communicator) != 0)
        return;
      out << parameters.path << ": would run " << parameters.time.integrator
          << " from t = 0 to " << parameters.time.end_time << " s, first step "
          << make_case_plan(parameters).plan.initial_step << " s\n"
          << text << "\n";
      for (std::size_t k = 0; k < parameters.steps.size(); ++k)
        out << describe_load_step(parameters, k) << "\n";
      for (const std::string &notice : built.notices)
        out << "note: " << notice << "\n";
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
