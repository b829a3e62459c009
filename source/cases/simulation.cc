// SPDX-License-Identifier: Apache-2.0
// A run: the model, its sinks, the driver, the summary.
#include <rivlin/cases/simulation.h>

#include <rivlin/base/error.h>
#include <rivlin/base/interruption.h>
#include <rivlin/base/number_text.h>
#include <rivlin/base/out_of_memory.h>
#include <rivlin/base/version.h>
#include <rivlin/cases/case_integrator.h>
#include <rivlin/cases/case_sinks.h>
#include <rivlin/cases/load_steps.h>
#include <rivlin/cases/run_directory.h>
#include <rivlin/cases/run_summary.h>
#include <rivlin/cases/run_text.h>
#include <rivlin/dynamics/fitted_memory.h>
#include <rivlin/solvers/blas_choice.h>
#include <rivlin/spaces/common_end.h>

#include <nlohmann/json.hpp>

#include <exception>
#include <functional>
#include <iostream>
#include <sstream>

namespace rivlin
{
  namespace
  {
    namespace mpi = dealii::Utilities::MPI;

    /// What the log says before the first step.
    template <int dim>
    void tell_start(const RunContext<dim> &context,
                    const TimeIntegrator &integrator,
                    const std::vector<std::string> &notices,
                    const State &state)
    {
      RunLog &log                      = context.log;
      const CaseParameters &parameters = context.parameters;
      log.line("rivlin " + std::string(version()) + ", " +
               std::filesystem::path(parameters.path).filename().string());
      log.line(describe_blas());
      log.line(describe_model(*context.built.model));
      for (const std::string &notice : context.built.notices)
        log.line("note: " + notice);
      for (const UnusedParameter &unused : context.built.unused)
        log.line("unused: \"" + unused.key + "\": " + unused.reason);
      for (const std::string &warning : integrator.warnings())
        log.line("note: " + warning);
      for (const std::string &notice : notices)
        log.line(notice);
      const std::vector<double> borders = load_step_borders(parameters.steps);
      if (!borders.empty())
        log.line(
          describe_load_step(parameters, load_step_at(borders, state.time)));
      log.confirm();
    }

    /// The signal that asked any of the ranks to stop; 0: none.
    int agreed_stop_signal(MPI_Comm communicator)
    {
      return mpi::max(stop_signal(), communicator);
    }

    struct RunEnd
    {
      IntegrationReport report;
      std::exception_ptr problem; ///< the same on all ranks
    };

    /// How the work ends, whatever happens to it. A failure of one rank alone
    /// ends the program here.
    RunEnd end_of(const std::function<IntegrationReport()> &work,
                  const State &state,
                  const CommonEnd &common_end)
    {
      RunEnd end;
      try
        {
          end.report = work();
        }
      catch (...)
        {
          end.problem           = std::current_exception();
          const Failure failure = failure_of(end.problem);
          common_end.fail_together(failure);
          end.report.reason = failure.message;
          end.report.time   = state.time;
        }
      return end;
    }

    /// Interrupted, with what there is to go on from.
    [[noreturn]] void throw_interrupted(const IntegrationReport &report,
                                        const int signal,
                                        const std::filesystem::path &directory)
    {
      throw Interrupted(report.reason +
                          (report.accepted > 0
                             ? " Results so far and a checkpoint are in \"" +
                                 directory.string() +
                                 "\"; the same command with --resume goes on."
                             : " There was no step since it began."),
                        signal);
    }

    /// Write the summary and throw what ended the run before its time, if
    /// anything did.
    template <int dim>
    nlohmann::ordered_json conclude(RunEnd end,
                                    const RunContext<dim> &context,
                                    const RunTotals &totals,
                                    const std::vector<std::string> &warnings,
                                    RunDirectory &directory,
                                    MPI_Comm communicator)
    {
      IntegrationReport &report = end.report;
      const int signal =
        report.interrupted ? agreed_stop_signal(communicator) : 0;
      if (report.interrupted)
        report.reason = "Interrupted by " + signal_name(signal) +
                        " at t = " + number_text(report.time, 12) + ".";
      nlohmann::ordered_json summary =
        make_summary(context.parameters, context.built, report, totals);
      if (!warnings.empty())
        summary["warnings"] = warnings;
      try
        {
          directory.write_summary(summary.dump(2) + "\n");
        }
      catch (const Error &)
        {
          // What came first is what the user must know.
          if (!end.problem)
            throw;
        }
      if (!report.finished)
        context.log.line(report.reason);
      if (end.problem)
        std::rethrow_exception(end.problem);
      if (report.interrupted)
        throw_interrupted(report, signal, context.directory);
      if (!report.finished)
        throw ComputationFailed(
          report.reason + " Load at that time: " +
          describe_load(context.built.drive.channels, report.time) + ".");
      return summary;
    }

    template <int dim>
    void run_case(const CaseParameters &parameters,
                  const RunOptions &options,
                  MPI_Comm communicator)
    {
      Timer timer;
      const CommonEnd common_end(communicator);
      RunDirectory directory(options.output_directory,
                             options.resume,
                             options.force,
                             communicator);
      CheckpointFolder folder(options.output_directory);
      StartingPoint start;
      if (options.resume)
        start = find_starting_point(parameters, folder, communicator);
      const bool is_resumed      = start.checkpoint.has_value();
      const CaseModel<dim> built = build_case<dim>(parameters, communicator);
      const FEModel<dim> &model  = *built.model;
      const auto integrator =
        make_case_integrator(parameters, model, model.acts_suddenly());
      IntegrationPlan plan = built.drive.times.plan;
      plan.resume          = is_resumed;
      plan.is_to_stop = [&] { return agreed_stop_signal(communicator) != 0; };

      const CanonicalOrder order(model.discretization(), model.unknowns());
      State state = built.initial_state;
      RunRecord record;
      if (is_resumed)
        {
          state =
            resumed_state(*start.checkpoint, built, parameters, order, folder);
          fit_place(integrator->empty_memory(), state.memory);
          integrator->require_own(state);
          record = start.checkpoint->record;
          ++record.totals.resumptions;
        }
      // What is resumed is checked before anything changes.
      else
        directory.begin(parameters, options.resume);

      RunLog log(options.output_directory / "run.log",
                 options.quiet,
                 plan.end_time,
                 communicator,
                 is_resumed);
      const RunContext<dim> context = {
        built, parameters, order, options.output_directory, record, timer, log};
      StepCounter<dim> counter(context);
      HistorySink<dim> history(context, is_resumed ? &state : nullptr);
      VolumeWatch<dim> volume_watch(context, history);
      SnapshotSink<dim> snapshots(context);
      PictureSink<dim> pictures(context);
      LogSink<dim> log_sink(context);
      const auto totals = [&] {
        return add_work(record.totals, integrator->counters(), model, timer);
      };
      const auto save = [&] {
        RunRecord now;
        now.totals = totals();
        for (const CaseSink *sink : std::initializer_list<const CaseSink *>{
               &history, &pictures, &snapshots})
          sink->save(now);
        return now;
      };
      CheckpointSink<dim> checkpoints(context, folder, save);
      if (is_resumed)
        {
          pictures.resume();
          directory.go_on(parameters);
        }

      const RunEnd end = end_of(
        [&] {
          std::vector<std::string> notices = directory.notices();
          notices.insert(notices.end(),
                         start.notices.begin(),
                         start.notices.end());
          tell_start(context, *integrator, notices, state);
          return run(*integrator,
                     state,
                     plan,
                     {&counter,
                      &history,
                      &pictures,
                      &log_sink,
                      &volume_watch,
                      &snapshots,
                      &checkpoints});
        },
        state,
        common_end);
      const nlohmann::ordered_json summary = conclude(end,
                                                      context,
                                                      totals(),
                                                      volume_watch.warnings(),
                                                      directory,
                                                      communicator);
      std::ostringstream text;
      text << "finished: " << record.totals.accepted << " steps, "
           << record.totals.rejected << " refused, "
           << summary["Newton iterations"].get<long>() << " Newton iterations, "
           << summary["seconds"]["total"]["wall"].get<double>()
           << " s; results in " << options.output_directory.string();
      log.line(text.str());
      log.confirm();
    }
  } // namespace

  void simulate(const CaseParameters &parameters,
                const RunOptions &options,
                MPI_Comm communicator)
  {
    reserve_blas_memory();
    with_memory_for("running the case", [&] {
      if (parameters.dimension == 2)
        run_case<2>(parameters, options, communicator);
      else
        run_case<3>(parameters, options, communicator);
    });
  }

  void describe(const CaseParameters &parameters,
                std::ostream &out,
                MPI_Comm communicator)
  {
    const auto tell = [&](const auto &built) {
      const std::string text = describe_model(*built.model);
      if (mpi::this_mpi_process(communicator) != 0)
        return;
      out << parameters.path << ": would run "
          << name_of(parameters.time.integrator) << " from t = 0 to "
          << parameters.time.end_time << " s, first step "
          << built.drive.times.plan.initial_step << " s\n"
          << text << "\n"
          << memory_text(built.size) << "\n";
      for (std::size_t k = 0; k < parameters.steps.size(); ++k)
        out << describe_load_step(parameters, k) << "\n";
      for (const std::string &notice : built.notices)
        out << "note: " << notice << "\n";
      for (const UnusedParameter &unused : built.unused)
        out << "unused: \"" << unused.key << "\": " << unused.reason << "\n";
      for (const auto &[name, id] : built.model->mesh().material_sets)
        out << "region \"" << name << "\"\n";
      for (const auto &[name, id] : built.model->mesh().boundary_sets)
        out << "set \"" << name << "\"\n";
      for (const NamedChannel &channel : built.drive.channels)
        out << channel.name << " = " << channel.channel.text() << "\n";
    };
    if (parameters.dimension == 2)
      tell(build_case<2>(parameters, communicator));
    else
      tell(build_case<3>(parameters, communicator));
  }
} // namespace rivlin
