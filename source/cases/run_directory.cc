// SPDX-License-Identifier: Apache-2.0
// Locks, old results, inputs among the outputs, and room for the summary.
#include <rivlin/cases/run_directory.h>

#include <rivlin/base/error.h>
#include <rivlin/base/input_protection.h>
#include <rivlin/base/number_text.h>
#include <rivlin/base/whole_file.h>
#include <rivlin/spaces/first_rank.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <regex>

namespace rivlin
{
  namespace
  {
    namespace fs = std::filesystem;

    /// Longer than any summary: parameters, steps, seconds.
    constexpr std::size_t summary_room = 1 << 16;

    /// What a run writes into its directory.
    bool is_result(const std::string &name)
    {
      return name == "history.csv" || name == "summary.json" ||
             name == "run.log" || name == "snapshots.h5" || name == "restart" ||
             name == "solution.pvd" ||
             (name.rfind("solution_", 0) == 0 &&
              (name.ends_with(".vtu") || name.ends_with(".pvtu")));
    }

    /// The files and folders that are there, by a question to their names.
    template <typename Question>
    std::vector<fs::path> entries_of(const fs::path &folder,
                                     const Question &is_wanted)
    {
      std::vector<fs::path> found;
      if (fs::is_directory(folder))
        for (const auto &entry : fs::directory_iterator(folder))
          if (is_wanted(entry.path().filename().string()))
            found.push_back(entry.path());
      return found;
    }

    /// The case, its mesh and its tables.
    std::vector<fs::path> files_read_by(const CaseParameters &parameters)
    {
      const fs::path folder       = fs::path(parameters.path).parent_path();
      std::vector<fs::path> files = {parameters.path};
      const std::regex table("table\\s*\\(\\s*\"([^\"]*)\"");
      for (const ParameterText &parameter : parameters.texts)
        {
          const std::string &text = parameter.text;
          for (std::sregex_iterator match(text.begin(), text.end(), table);
               match != std::sregex_iterator();
               ++match)
            files.push_back(folder / (*match)[1].str());
          if (parameter.key == "Mesh/File" && !text.empty())
            files.push_back(folder / text);
        }
      return files;
    }

    void protect_inputs(const CaseParameters &parameters,
                        const fs::path &directory)
    {
      for (const fs::path &result : entries_of(directory, is_result))
        for (const fs::path &input : files_read_by(parameters))
          refuse_to_replace(input, result);
    }

    /// Refuses a run that came to its end: going on is impossible, beginning
    /// anew not what was asked for.
    void refuse_finished(const fs::path &directory)
    {
      const fs::path file = directory / "summary.json";
      if (!fs::exists(file))
        return;
      const auto summary =
        nlohmann::json::parse(read_whole_file(file), nullptr, false);
      if (!summary.is_object() || !summary.contains("finished") ||
          summary["finished"] != true)
        return;
      throw Error("The run in \"" + directory.string() +
                  "\" is finished and has no checkpoint from which it could go "
                  "on. Its results stay. To compute it again, leave --resume "
                  "out, or choose another folder with --output.");
    }

    /// Whether there is a row behind that of the beginning.
    bool has_rows(const fs::path &history)
    {
      if (!fs::exists(history))
        return false;
      const std::string text = read_whole_file(history);
      return std::count(text.begin(), text.end(), '\n') > 2;
    }

    void remove_unfinished_files(const fs::path &directory)
    {
      const auto is_part = [](const std::string &name) {
        return fs::path(name).extension() == ".part";
      };
      for (const fs::path &folder : {directory, directory / "restart"})
        for (const fs::path &file : entries_of(folder, is_part))
          fs::remove(file);
    }
  } // namespace

  RunDirectory::RunDirectory(fs::path path,
                             const bool resumes,
                             const bool forces,
                             MPI_Comm run_communicator)
    : directory(std::move(path))
    , force(forces)
    , communicator(run_communicator)
  {
    on_first_rank(communicator, [&] {
      if (resumes && fs::is_directory(directory))
        take();
    });
  }

  void RunDirectory::take()
  {
    if (lock)
      return;
    lock = std::make_unique<OutputLock>(directory, force);
    if (!lock->notice().empty())
      told.push_back("note: " + lock->notice());
  }

  void RunDirectory::set_results_aside()
  {
    fs::path target;
    for (int k = 1; target.empty() || fs::exists(target); ++k)
      target = directory / ("earlier_" + number_text(k));
    fs::create_directory(target);
    // The history last: where it is, the others may still be.
    const std::string last = "history.csv";
    for (const fs::path &result : entries_of(directory, is_result))
      if (result.filename() != last)
        fs::rename(result, target / result.filename());
    fs::rename(directory / last, target / last);
    told.push_back(
      "note: there is no checkpoint; the results of the earlier "
      "run are now in " +
      target.string());
  }

  void RunDirectory::begin(const CaseParameters &parameters,
                           const bool keeps_results)
  {
    on_first_rank(communicator, [&] {
      try
        {
          protect_inputs(parameters, directory);
          fs::create_directories(directory);
          take();
          if (keeps_results)
            refuse_finished(directory);
          remove_unfinished_files(directory);
          if (keeps_results && has_rows(directory / "history.csv"))
            set_results_aside();
          // First of all: a checkpoint must not outlive its files.
          fs::remove_all(directory / "restart");
          write_file_atomically(directory / "run.log", "");
          for (const fs::path &file : entries_of(directory, is_result))
            if (const std::string name = file.filename().string();
                name != "run.log" && name != "history.csv")
              fs::remove_all(file);
          reserve_summary();
        }
      catch (const fs::filesystem_error &error)
        {
          throw Error("The output directory \"" + directory.string() +
                      "\" is not writable (" + error.what() +
                      "). Choose another one with --output.");
        }
    });
  }

  void RunDirectory::go_on(const CaseParameters &parameters)
  {
    on_first_rank(communicator, [&] {
      protect_inputs(parameters, directory);
      remove_unfinished_files(directory);
      fs::remove(directory / "summary.json");
      reserve_summary();
    });
  }

  void RunDirectory::reserve_summary()
  {
    summary =
      std::make_unique<AtomicFile>(directory / "summary.json", summary_room);
  }

  void RunDirectory::write_summary(const std::string &text)
  {
    on_first_rank(communicator, [&] {
      summary->write(text);
      summary->commit();
    });
  }
} // namespace rivlin
