// SPDX-License-Identifier: Apache-2.0
// Checkpoints as container files, two generations of them.
#include <rivlin/cases/checkpoint.h>

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>
#include <rivlin/base/provenance.h>
#include <rivlin/dynamics/stored_state.h>
#include <rivlin/spaces/first_rank.h>

#include <deal.II/base/mpi.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>

namespace rivlin
{
  namespace
  {
    namespace mpi = dealii::Utilities::MPI;
    using Json    = nlohmann::json;

    const std::string format_name = "rivlin checkpoint 2";
    const std::string prefix      = "checkpoint_";
    const std::string suffix      = ".safetensors";

    Json to_json(const RunRecord &record)
    {
      const RunTotals &totals = record.totals;
      const Counters &c       = totals.counters;
      Json seconds            = Json::object();
      for (const auto &[name, s] : totals.seconds)
        seconds[name] = {s.wall, s.cpu};
      return {{"accepted", totals.accepted},
              {"rejected", totals.rejected},
              {"smallest step", totals.smallest_step},
              {"largest step", totals.largest_step},
              {"counters",
               {c.residuals,
                c.tangents,
                c.factorizations,
                c.solves,
                c.newton_iterations,
                c.line_search_trials}},
              {"seconds", seconds},
              {"resumptions", totals.resumptions},
              {"linear iterations", totals.linear_iterations},
              {"linear retries", totals.linear_retries},
              {"history",
               {{"size", record.history.position.size},
                {"checksum", record.history.position.checksum},
                {"sums", record.history.sums}}},
              {"pictures", record.pictures},
              {"snapshots", record.n_snapshots}};
    }

    RunRecord record_from(const Json &json)
    {
      RunRecord record;
      RunTotals &totals = record.totals;
      json.at("accepted").get_to(totals.accepted);
      json.at("rejected").get_to(totals.rejected);
      // Infinite before the first step, which JSON writes as null.
      if (const Json &smallest = json.at("smallest step"); !smallest.is_null())
        smallest.get_to(totals.smallest_step);
      json.at("largest step").get_to(totals.largest_step);
      const Json &counters               = json.at("counters");
      totals.counters.residuals          = counters.at(0);
      totals.counters.tangents           = counters.at(1);
      totals.counters.factorizations     = counters.at(2);
      totals.counters.solves             = counters.at(3);
      totals.counters.newton_iterations  = counters.at(4);
      totals.counters.line_search_trials = counters.at(5);
      for (const auto &[name, s] : json.at("seconds").items())
        totals.seconds[name] = {s.at(0).get<double>(), s.at(1).get<double>()};
      json.at("resumptions").get_to(totals.resumptions);
      json.at("linear iterations").get_to(totals.linear_iterations);
      json.at("linear retries").get_to(totals.linear_retries);
      const Json &history = json.at("history");
      history.at("size").get_to(record.history.position.size);
      history.at("checksum").get_to(record.history.position.checksum);
      history.at("sums").get_to(record.history.sums);
      json.at("pictures").get_to(record.pictures);
      json.at("snapshots").get_to(record.n_snapshots);
      return record;
    }

    /// Everything but the state.
    Checkpoint read_texts(const Container &container)
    {
      if (container.text("format") != format_name)
        throw Error("\"" + container.file + "\" has the format \"" +
                    container.text("format") + "\", not \"" + format_name +
                    "\": it was written by another version of Rivlin. Continue "
                    "the run with that version.");
      Checkpoint checkpoint;
      checkpoint.identity = parse_identity(container.text("identity"));
      try
        {
          checkpoint.record =
            record_from(Json::parse(container.text("record")));
        }
      catch (const Json::exception &error)
        {
          throw Error("\"" + container.file +
                      "\" is of another version: " + error.what());
        }
      return checkpoint;
    }
  } // namespace

  Container to_container(const Checkpoint &checkpoint)
  {
    const Provenance origin = provenance();
    Container container;
    container.metadata = {{"format", format_name},
                          {"program", origin.program},
                          {"version", origin.version},
                          {"date", origin.date},
                          {"identity", identity_text(checkpoint.identity)},
                          {"record", to_json(checkpoint.record).dump()}};
    put_state(checkpoint.whole, container);
    return container;
  }

  Checkpoint from_container(const Container &container)
  {
    Checkpoint checkpoint = read_texts(container);
    checkpoint.whole      = get_state(container);
    return checkpoint;
  }

  CheckpointFolder::CheckpointFolder(
    const std::filesystem::path &output_directory)
    : folder(output_directory / "restart")
  {}

  std::vector<std::pair<long, std::filesystem::path>>
  CheckpointFolder::files() const
  {
    std::vector<std::pair<long, std::filesystem::path>> found;
    if (!std::filesystem::is_directory(folder))
      return found;
    for (const auto &entry : std::filesystem::directory_iterator(folder))
      {
        const std::string name = entry.path().filename().string();
        if (name.size() <= prefix.size() + suffix.size() ||
            name.rfind(prefix, 0) != 0)
          continue;
        const char *begin = name.data() + prefix.size();
        const char *end   = name.data() + name.size() - suffix.size();
        long number       = 0;
        if (suffix == end && std::from_chars(begin, end, number).ptr == end)
          found.push_back({number, entry.path()});
      }
    std::sort(found.rbegin(), found.rend());
    return found;
  }

  bool CheckpointFolder::is_empty() const
  {
    return files().empty();
  }

  void CheckpointFolder::write(const Checkpoint &checkpoint)
  {
    std::filesystem::create_directories(folder);
    for (const std::filesystem::path &file : unreadable)
      std::filesystem::remove(file);
    unreadable.clear();
    const auto old    = files();
    const long number = old.empty() ? 1 : old.front().first + 1;
    write_container(folder / (prefix + zero_padded(number, 6) + suffix),
                    to_container(checkpoint));
    // The one before the new one stays.
    for (std::size_t i = 1; i < old.size(); ++i)
      std::filesystem::remove(old[i].second);
  }

  std::optional<Checkpoint>
  CheckpointFolder::read(std::vector<std::string> &notices,
                         MPI_Comm communicator)
  {
    Container container;
    std::optional<Checkpoint> found;
    on_first_rank(communicator, [&] {
      const auto candidates = files();
      for (const auto &[number, file] : candidates)
        try
          {
            container = read_container(file, NotFinite::refuse);
            found     = from_container(container);
            break;
          }
        catch (const Error &error)
          {
            notices.push_back(error.what());
            unreadable.push_back(file);
          }
      if (!found && !candidates.empty())
        {
          std::string reasons;
          for (const std::string &notice : notices)
            reasons += " " + notice;
          throw Error("No checkpoint in \"" + folder.string() +
                      "\" can be read." + reasons +
                      " Start from the beginning without --resume.");
        }
    });
    notices = mpi::broadcast(communicator, notices, 0);
    if (!mpi::broadcast(communicator, found.has_value(), 0))
      return {};
    container.metadata = mpi::broadcast(communicator, container.metadata, 0);
    if (!found)
      found = read_texts(container);
    found->whole.time = mpi::broadcast(communicator, found->whole.time, 0);
    return found;
  }
} // namespace rivlin
