// SPDX-License-Identifier: Apache-2.0
// Finished runs are taken as they are.
#include <rivlin/studies/full_runs.h>

#include <rivlin/base/error.h>
#include <rivlin/base/interruption.h>
#include <rivlin/base/number_text.h>
#include <rivlin/cases/simulation.h>
#include <rivlin/studies/child_processes.h>

#include <nlohmann/json.hpp>

#include <unistd.h>

namespace rivlin
{
  namespace
  {
    namespace mpi = dealii::Utilities::MPI;

    /// Rank 0 sends, all others get; an empty text ends their work. Waiting
    /// ranks sleep: rank 0 may need their cores.
    std::string share(std::string text, MPI_Comm communicator)
    {
      unsigned long size = text.size();
      MPI_Request request;
      MPI_Ibcast(&size, 1, MPI_UNSIGNED_LONG, 0, communicator, &request);
      for (int done = 0;;)
        {
          MPI_Test(&request, &done, MPI_STATUS_IGNORE);
          if (done)
            break;
          usleep(1000);
        }
      text.resize(size);
      MPI_Bcast(text.data(), static_cast<int>(size), MPI_CHAR, 0, communicator);
      return text;
    }

    void run_on_all_ranks(const CaseParameters &parameters,
                          const std::filesystem::path &folder,
                          const bool force,
                          MPI_Comm communicator)
    {
      RunOptions options;
      options.output_directory = folder;
      options.quiet            = true;
      options.force            = force;
      simulate(parameters, options, communicator);
    }
  } // namespace

  FullRuns::FullRuns(std::string the_case_file,
                     const int the_n_jobs,
                     std::filesystem::path the_program,
                     MPI_Comm the_communicator,
                     std::function<void(const std::string &)> the_say,
                     const bool the_force)
    : case_file(std::move(the_case_file))
    , n_jobs(the_n_jobs)
    , program(std::move(the_program))
    , communicator(the_communicator)
    , say(std::move(the_say))
    , force(the_force)
    , others_wait(mpi::n_mpi_processes(communicator) > 1)
  {}

  FullRuns::~FullRuns()
  {
    if (others_wait)
      share("", communicator);
  }

  void FullRuns::tell(const TrainingSignal &signal,
                      const std::string &text) const
  {
    if (say)
      say("  " + signal.name + ": " + text);
  }

  void FullRuns::provide(const std::vector<const TrainingSignal *> &signals,
                         const CaseIdentity &model)
  {
    std::vector<const TrainingSignal *> missing;
    for (const TrainingSignal *signal : signals)
      if (signal->is_given)
        tell(*signal, "snapshots of " + signal->folder.string());
      else if (is_finished(*signal, model))
        tell(*signal, "finished before");
      else
        missing.push_back(signal);
    if (n_jobs > 1 && missing.size() > 1)
      run_at_once(missing);
    else
      run_one_by_one(missing);
  }

  void
  FullRuns::run_one_by_one(const std::vector<const TrainingSignal *> &signals)
  {
    for (const TrainingSignal *signal : signals)
      {
        stop_if_asked(training_goes_on);
        tell(*signal, "running the full model ...");
        if (others_wait)
          share(nlohmann::json({{"case", case_file},
                                {"settings", signal->settings},
                                {"folder", signal->folder.string()}})
                  .dump(),
                communicator);
        try
          {
            run_on_all_ranks(signal->parameters,
                             signal->folder,
                             force,
                             communicator);
          }
        catch (const Interrupted &end)
          {
            others_wait = false;
            throw Interrupted("The run of \"" + signal->name +
                                "\" was interrupted by " +
                                signal_name(end.signal) + ". " +
                                training_goes_on,
                              end.signal);
          }
        catch (...)
          {
            others_wait = false; // they throw the same
            throw;
          }
      }
  }

  void FullRuns::run_at_once(const std::vector<const TrainingSignal *> &signals)
  {
    std::vector<std::vector<std::string>> arguments;
    for (const TrainingSignal *signal : signals)
      {
        arguments.push_back({"simulate",
                             case_file,
                             "--quiet",
                             "--output",
                             signal->folder.string()});
        if (force)
          arguments.back().push_back("--force");
        for (const std::string &setting : signal->settings)
          arguments.back().insert(arguments.back().end(), {"--set", setting});
      }
    ProcessEnd failed;
    run_processes(
      program,
      arguments,
      n_jobs,
      [&](const std::size_t i) {
        tell(*signals[i], "running the full model ...");
      },
      [&](const std::size_t i, const ProcessEnd &end) {
        if (end.exit_code != 0)
          {
            failed        = end;
            failed.errors = "The run of \"" + signals[i]->name +
                            "\" ended with exit code " +
                            number_text(end.exit_code) + ": " + end.errors;
          }
        return end.exit_code == 0;
      });
    stop_if_asked(training_goes_on);
    if (failed.exit_code == 2)
      throw Error(failed.errors);
    if (failed.exit_code != 0)
      throw ComputationFailed(failed.errors);
  }

  void help_with_full_runs(MPI_Comm communicator)
  {
    for (;;)
      {
        const std::string order = share("", communicator);
        if (order.empty())
          return;
        const auto json = nlohmann::json::parse(order);
        run_on_all_ranks(
          read_case(json.at("case").get<std::string>(),
                    json.at("settings").get<std::vector<std::string>>()),
          json.at("folder").get<std::string>(),
          false, // rank 0 holds the lock
          communicator);
      }
  }
} // namespace rivlin
