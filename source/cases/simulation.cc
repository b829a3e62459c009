// SPDX-License-Identifier: Apache-2.0
// A run: the model, its sinks, the driver, the summary.
#include <rivlin/cases/simulation.h>

#include <rivlin/base/atomic_file.h>
#include <rivlin/base/error.h>
#include <rivlin/base/out_of_memory.h>
#include <rivlin/base/version.h>
#include <rivlin/cases/case_integrator.h>
#include <rivlin/cases/case_sinks.h>
#include <rivlin/cases/load_steps.h>
#include <rivlin/cases/run_summary.h>
#include <rivlin/cases/run_text.h>
#include <rivlin/solvers/blas_choice.h>
#include <rivlin/spaces/first_rank.h>

#include <nlohmann/json.hpp>

#include <iostream>
#include <sstream>

namespace rivlin
{
  namespace
  {
    namespace mpi = dealii::Utilities::MPI;

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

    /// What the log says before the first step.
    template <int dim>
    void tell_start(const RunContext<dim> &context,
                    const TimeIntegrator &integrator,
                    const StartingPoint &start,
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
      for (const std::string &notice : start.notices)
        log.line(notice);
      const std::vector<double> borders = load_step_borders(parameters.steps);
      if (!borders.empty())
        log.line(
          describe_load_step(parameters, load_step_at(borders, state.time)));
    }

    template <int dim>
    void run_case(const CaseParameters &parameters,
                  const RunOptions &options,
                  MPI_Comm communicator)
    {
      Timer timer;
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

      const CanonicalOrder order(model.discretization(), model.unknowns());
      State state = built.initial_state;
      RunRecord record;
      if (is_resumed)
        {
          state =
            resumed_state(*start.checkpoint, built, parameters, order, folder);
          integrator->require_own(state);
          record = start.checkpoint->record;
          ++record.totals.resumptions;
        }
      // What is resumed is checked before anything changes.
      else
        prepare_directory(options.output_directory, false, communicator);

      RunLog log(options.output_directory / "run.log",
                 options.quiet,
                 plan.end_time,
                 communicator,
                 is_resumed);
      const RunContext<dim> context = {
        built, parameters, order, options.output_directory, record, timer, log};
      StepCounter<dim> counter(context);
      HistorySink<dim> history(context, is_resumed ? &state : nullptr);
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
          prepare_directory(options.output_directory, true, communicator);
        }
      tell_start(context, *integrator, start, state);

      const IntegrationReport report = run(
        *integrator,
        state,
        plan,
        {&counter, &history, &pictures, &log_sink, &snapshots, &checkpoints});
      const nlohmann::ordered_json summary =
        make_summary(parameters, built, report, totals());
      if (mpi::this_mpi_process(communicator) == 0)
        write_file_atomically(options.output_directory / "summary.json",
                              summary.dump(2) + "\n");
      if (!report.finished)
        throw ComputationFailed(
          report.reason + " Load at that time: " +
          describe_load(built.drive.channels, report.time) + ".");
      std::ostringstream text;
      text << "finished: " << record.totals.accepted << " steps, "
           << record.totals.rejected << " refused, "
           << summary["Newton iterations"].get<long>() << " Newton iterations, "
           << summary["seconds"]["total"]["wall"].get<double>()
           << " s; results in " << options.output_directory.string();
      log.line(text.str());
    }
  } // namespace

  void simulate(const CaseParameters &parameters,
                const RunOptions &options,
                MPI_Comm communicator)
  {
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
