// SPDX-License-Identifier: Apache-2.0
// rivlin train: runs of the full model -> bases -> force models -> MODEL.rom.
#include "arguments.h"
#include "commands.h"

#include <rivlin/base/atomic_file.h>
#include <rivlin/base/error.h>
#include <rivlin/base/nearest_name.h>
#include <rivlin/base/number_text.h>
#include <rivlin/base/provenance.h>
#include <rivlin/base/timer.h>
#include <rivlin/base/whole_file.h>
#include <rivlin/cases/simulation.h>
#include <rivlin/offline/cycle_work.h>
#include <rivlin/offline/reduced_response.h>
#include <rivlin/offline/trained_range.h>
#include <rivlin/online/rom_file.h>
#include <rivlin/studies/reduced_case.h>
#include <rivlin/studies/supported.h>
#include <rivlin/studies/training_plan.h>

#include <deal.II/base/mpi.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <iomanip>
#include <iostream>
#include <sstream>

namespace rivlin
{
  namespace
  {
    using Json      = nlohmann::ordered_json;
    namespace fs    = std::filesystem;
    using Sources   = std::vector<const SnapshotSource *>;
    using Snapshots = std::vector<std::unique_ptr<RunSnapshots>>;

    double cpu_seconds()
    {
      return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
    }

    /// Numbers that are not known are null in JSON.
    Json number(const double value)
    {
      return std::isfinite(value) ? Json(value) : Json();
    }

    std::string percent(const double value)
    {
      std::ostringstream text;
      if (std::isfinite(value))
        text << std::setprecision(3) << 100 * value << " %";
      else
        text << "-";
      return text.str();
    }

    Sources pointers(const Snapshots &all)
    {
      Sources result;
      for (const auto &source : all)
        result.push_back(source.get());
      return result;
    }

    /// Whether a parameter makes another run of the same model.
    bool drives(const ParameterText &parameter)
    {
      return parameter.role == Role::drive || parameter.role == Role::numerics;
    }

    /// Whether two runs are the same signal, however they are written out.
    bool same_signal(const ParameterTexts &a, const ParameterTexts &b)
    {
      const auto driving = [](const ParameterTexts &texts) {
        ParameterTexts result;
        std::copy_if(texts.begin(),
                     texts.end(),
                     std::back_inserter(result),
                     [](const ParameterText &entry) {
                       return entry.role == Role::drive;
                     });
        return result;
      };
      return driving(a) == driving(b);
    }

    /// One run of the full model: finished ones are taken as they are.
    struct Signal
    {
      std::string name;
      CaseParameters parameters;
      fs::path folder;
      bool is_given = false; ///< the plan names the folder
    };

    class Training
    {
    public:
      Training(TrainingPlan the_plan, fs::path output_folder, const bool quiet)
        : plan(std::move(the_plan))
        , output(std::move(output_folder))
        , says(!quiet)
      {}

      void run();

    private:
      Signal make_signal(const std::string &name,
                         const SignalParameters &signal) const;
      void check_sleeve() const;
      bool is_finished(const Signal &signal) const;
      void provide(const Signal &signal);
      void say(const std::string &text) const
      {
        if (says)
          std::cout << text << std::endl;
      }
      template <typename Action>
      auto timed(const std::string &stage, const Action &action)
      {
        const double start = cpu_seconds();
        struct Stop
        {
          Json &seconds;
          std::string stage;
          double start;
          ~Stop()
          {
            seconds[stage] = seconds.value(stage, 0.) + cpu_seconds() - start;
          }
        } stop{cost, stage, start};
        return action();
      }
      /// Trains everything on the signals so far; returns the error of the
      /// reaction on the held-out signal.
      double train_and_measure();
      ReducedModelData train_model(const std::string &force_name, Json &entry);
      /// On a training signal `reached` is the range that the model went
      /// through; on others it is null.
      Json errors_of(const std::shared_ptr<const ReducedModelData> &data,
                     const Signal &signal,
                     RunErrors &errors,
                     TrainedRange *reached) const;
      std::vector<double> history_times(const Signal &signal) const;

      TrainingPlan plan;
      fs::path output;
      bool says;
      std::vector<Signal> signals;
      Signal validation;
      FullCase full;
      Snapshots snapshots;
      ReducedBases bases;
      TrainingStates states;
      ReducedModelData projected;
      Json cost = Json::object();
      Json report;
    };

    Signal Training::make_signal(const std::string &name,
                                 const SignalParameters &signal) const
    {
      Signal result;
      result.name                       = name;
      std::vector<std::string> settings = split_settings(plan.settings);
      for (const std::string &setting : split_settings(signal.settings))
        settings.push_back(setting);
      std::ostringstream interval;
      interval << std::setprecision(17) << plan.snapshot_interval;
      for (const char *key : {"Snapshots/Interval=", "Output/Interval="})
        settings.push_back(key + interval.str());
      settings.push_back("Output/VTU=none");
      result.parameters = read_case(plan.case_file, settings);
      if (result.parameters.time.end_time > 1e5 * plan.snapshot_interval)
        throw Error(
          "\"Snapshot interval\" " + number_text(plan.snapshot_interval) +
          " makes more than 100000 snapshots in one run of " +
          number_text(result.parameters.time.end_time) + " s. Enlarge it.");
      result.is_given = !signal.snapshots.empty();
      if (result.is_given)
        {
          // The run knows what drove it; its body is compared later.
          require_known(run_applicant(signal.snapshots));
          const SnapshotReader reader(fs::path(signal.snapshots) /
                                      "snapshots.h5");
          const ParameterTexts &ours = result.parameters.texts;
          for (const ParameterText &entry :
               parse_identity(reader.identity()).parameters)
            if (entry.key.rfind("Steps/", 0) == 0)
              throw Error("The run in \"" + signal.snapshots +
                          "\" has load steps (" + entry.key +
                          "). Train on runs without them.");
            else if (drives(entry) &&
                     std::find(ours.begin(), ours.end(), entry) == ours.end())
              settings.push_back(entry.key + "=" + entry.text);
          result.parameters = read_case(plan.case_file, settings);
        }
      std::string folder = name;
      std::replace(folder.begin(), folder.end(), ' ', '_');
      std::replace(folder.begin(), folder.end(), '/', '_');
      result.folder =
        result.is_given ? fs::path(signal.snapshots) : output / "runs" / folder;
      return result;
    }

    void Training::check_sleeve() const
    {
      // Before the settings: they are meant for a case without steps.
      if (!read_case(plan.case_file, {}).steps.empty())
        throw Error("The case \"" + plan.case_file +
                    "\" has load steps (section \"Steps\"), but the training "
                    "gives its own excitation from t = 0 on. Train with a case "
                    "without them; the reduced model can then predict a case "
                    "that has them.");
      const CaseParameters parameters =
        read_case(plan.case_file, split_settings(plan.settings));
      std::vector<std::string> names;
      for (const auto &[name, support] : parameters.supports)
        if (support.type == SupportType::driven)
          names.push_back(name);
      const std::string &sleeve = plan.excitation.sleeve;
      if (std::find(names.begin(), names.end(), sleeve) == names.end())
        throw Error("\"Excitation/Sleeve\" is \"" + sleeve +
                    "\", but the case drives no sleeve of that name." +
                    did_you_mean(sleeve, names));
    }

    bool Training::is_finished(const Signal &signal) const
    {
      if (!fs::exists(signal.folder / "summary.json") ||
          !fs::exists(signal.folder / "snapshots.h5"))
        return false;
      const auto summary =
        Json::parse(read_whole_file(signal.folder / "summary.json"));
      const SnapshotReader reader(signal.folder / "snapshots.h5");
      return summary.at("finished").get<bool>() &&
             parse_identity(reader.identity()).parameters ==
               signal.parameters.texts;
    }

    void Training::provide(const Signal &signal)
    {
      if (signal.is_given)
        {
          say("  " + signal.name + ": snapshots of " + signal.folder.string());
          return;
        }
      if (is_finished(signal))
        {
          say("  " + signal.name + ": finished before");
          return;
        }
      say("  " + signal.name + ": running the full model ...");
      RunOptions options;
      options.output_directory = signal.folder;
      options.quiet            = true;
      timed("full runs",
            [&] { simulate(signal.parameters, options, MPI_COMM_WORLD); });
    }

    std::vector<double> Training::history_times(const Signal &signal) const
    {
      const SnapshotReader reader(signal.folder / "snapshots.h5");
      std::vector<double> times;
      for (int k = 0; k < reader.n_snapshots(); ++k)
        times.push_back(reader.time(k));
      return times;
    }

    Json
    Training::errors_of(const std::shared_ptr<const ReducedModelData> &data,
                        const Signal &signal,
                        RunErrors &errors,
                        TrainedRange *reached) const
    {
      const CaseSleeves sleeves = case_sleeves(signal.parameters);
      const Prediction prediction =
        predict_case(data, signal.parameters, sleeves, history_times(signal));
      Json entry;
      entry["signal"]   = signal.name;
      entry["finished"] = prediction.report.finished;
      if (!prediction.report.finished)
        {
          entry["ended"]  = prediction.report.reason;
          errors.reaction = std::numeric_limits<double>::infinity();
          return entry;
        }
      const RunSnapshots source(signal.folder, full.identity);
      errors = compare_with_run(
        prediction, *data, signal.folder, &full.body, &bases, &source);
      entry["errors"]  = {{"displacement", number(errors.displacement)},
                          {"velocity", number(errors.velocity)},
                          {"pressure", number(errors.pressure)},
                          {"reaction", number(errors.reaction)}};
      entry["steps"]   = errors.steps;
      entry["seconds"] = errors.seconds;
      entry["seconds of full model"] = errors.full_seconds;
      entry["speed-up per step"] =
        number((errors.full_seconds / errors.full_steps) /
               (errors.seconds / errors.steps));
      entry["real-time factor"] = number(errors.duration / errors.seconds);
      if (reached == nullptr)
        entry["left trained range at [s]"] = prediction.left_range_at < 0
                                               ? Json()
                                               : Json(prediction.left_range_at);
      else
        for (const Trust &trust : prediction.trust)
          {
            reached->largest_distance =
              std::max(reached->largest_distance, trust.distance);
            reached->smallest_J = std::min(reached->smallest_J, trust.min_J);
          }
      return entry;
    }

    ReducedModelData Training::train_model(const std::string &force_name,
                                           Json &entry)
    {
      ReducedModelData data   = projected;
      const double start      = cpu_seconds();
      const ForceReport found = train_force(
        force_model(force_name), full.body, bases, states.r, plan.force, data);
      entry["force model"]             = force_name;
      entry["description"]             = found.description;
      entry["points"]                  = found.n_points;
      entry["states"]                  = found.n_states;
      entry["cells touched"]           = found.n_cells;
      entry["force error in training"] = number(found.training_error);
      entry["training seconds"]        = cpu_seconds() - start;
      const CycleWork cycle            = work_over_cycle(data);
      entry["spurious work per cycle"] =
        cycle.finished ? number(cycle.spurious) : Json();
      entry["bytes without fields"] = [&] {
        const fs::path file = output / "size.rom.part";
        write_rom(file, stripped(data));
        const auto bytes = fs::file_size(file);
        fs::remove(file);
        return bytes;
      }();
      return data;
    }

    double Training::train_and_measure()
    {
      snapshots.clear();
      int n_snapshots = 0;
      for (const Signal &signal : signals)
        {
          snapshots.push_back(
            std::make_unique<RunSnapshots>(signal.folder, full.identity));
          n_snapshots += snapshots.back()->n_snapshots();
        }
      const Sources sources = pointers(snapshots);
      say("Bases from " + number_text(n_snapshots) + " snapshots of " +
          number_text(signals.size()) + " runs");
      bases             = timed("bases", [&] {
        return train_bases(full.body, sources, plan.basis);
      });
      const int n_modes = static_cast<int>(bases.modes.cols()) - bases.n_rho;
      say("  " + number_text(bases.n_rho) + " sleeve coordinates, " +
          number_text(n_modes) + " modes (they miss " +
          percent(bases.displacement_error) + "), " +
          number_text(bases.pressures.cols()) + " pressure modes (" +
          percent(bases.pressure_error) + "), inf-sup value " +
          number_text(bases.inf_sup) + " of " +
          number_text(bases.inf_sup_of_one));
      std::vector<RigidSleeveProperties> bodies;
      for (const Sleeve &sleeve : full.sleeves.sleeves)
        bodies.push_back(sleeve.body);
      projected             = timed("projection", [&] {
        states =
          project_snapshots(full.body, bases, sources, plan.n_training_states);
        return project_model(full.body, bases, bodies, plan.keep_full);
      });
      projected.unit_system = signals.front().parameters.unit_system;
      projected.thickness   = signals.front().parameters.thickness;
      const std::vector<int> usable =
        usable_states(full.body, bases.modes, states.r);
      projected.range = timed("projection", [&] {
        return train_range(full.body,
                           bases.modes,
                           states.r(Eigen::all, usable),
                           static_cast<int>(projected.sleeves.size()));
      });

      report              = Json::object();
      report["case"]      = fs::path(plan.case_file).filename().string();
      report["unknowns"]  = {{"displacements",
                              full.body.free_displacements.size()},
                             {"pressures", full.body.n_pressures}};
      report["snapshots"] = n_snapshots;
      report["signals"]   = Json::array();
      for (const Signal &signal : signals)
        report["signals"].push_back(signal.name);
      report["sizes"]               = {{"sleeve coordinates", bases.n_rho},
                                       {"modes", n_modes},
                                       {"pressure modes", bases.pressures.cols()}};
      report["inf-sup value"]       = {{"of the model", bases.inf_sup},
                                       {"of one pressure mode",
                                        bases.inf_sup_of_one}};
      report["missed by the bases"] = {{"displacement",
                                        bases.displacement_error},
                                       {"pressure", bases.pressure_error}};
      const auto list               = [](const Vector &values) {
        return std::vector<double>(values.begin(), values.end());
      };
      report["singular values"] = {
        {"displacement", list(bases.displacement_singular_values)},
        {"pressure", list(bases.pressure_singular_values)}};
      report["states that invert a point"] =
        states.r.cols() - static_cast<Eigen::Index>(usable.size());

      double held_out                = 0;
      std::vector<std::string> names = {plan.force_model};
      for (const std::string &name : plan.compared)
        if (name != plan.force_model)
          names.push_back(name);
      if (says)
        std::cout << std::left << std::setw(20) << "force model" << std::right
                  << std::setw(8) << "points" << std::setw(8) << "states"
                  << std::setw(12) << "reaction" << std::setw(12)
                  << "displacem." << std::setw(12) << "pressure"
                  << std::setw(10) << "ms/step" << std::setw(10) << "speed-up"
                  << std::setw(12) << "real time" << std::setw(14)
                  << "cycle work" << std::setw(10) << "kB"
                  << "\n";
      std::shared_ptr<ReducedModelData> chosen;
      report["models"] = Json::array();
      for (const std::string &name : names)
        {
          Json entry;
          const auto data = timed("force models", [&] {
            return std::make_shared<ReducedModelData>(train_model(name, entry));
          });
          if (!chosen)
            {
              // The training signals tell how well the model knows what it
              // saw. On them it is within its range by definition; its states
              // are not quite the projected ones that the range came from.
              entry["training"]    = Json::array();
              TrainedRange reached = data->range;
              timed("validation", [&] {
                for (const Signal &signal : signals)
                  {
                    RunErrors known;
                    entry["training"].push_back(
                      errors_of(data, signal, known, &reached));
                  }
              });
              data->range = reached;
            }
          RunErrors errors;
          timed("validation", [&] {
            entry["held out"] = errors_of(data, validation, errors, nullptr);
          });
          if (!chosen)
            {
              chosen   = data;
              held_out = errors.reaction;
            }
          if (says && !std::isfinite(errors.reaction))
            std::cout << std::left << std::setw(20) << name
                      << " did not reach the end of the held-out signal"
                      << std::endl;
          else if (says)
            std::cout << std::left << std::setw(20) << name << std::right
                      << std::setprecision(3) << std::setw(8)
                      << entry["points"].get<int>() << std::setw(8)
                      << entry["states"].get<int>() << std::setw(12)
                      << percent(errors.reaction) << std::setw(12)
                      << percent(errors.displacement) << std::setw(12)
                      << percent(errors.pressure) << std::setw(10)
                      << 1e3 * errors.seconds / errors.steps << std::setw(10)
                      << errors.full_seconds / errors.full_steps /
                           (errors.seconds / errors.steps)
                      << std::setw(12) << errors.duration / errors.seconds
                      << std::setw(14)
                      << (entry["spurious work per cycle"].is_null()
                            ? std::string("-")
                            : percent(entry["spurious work per cycle"]))
                      << std::setw(10)
                      << entry["bytes without fields"].get<double>() / 1000
                      << std::endl;
          report["models"].push_back(entry);
        }
      report["cpu seconds"] = cost;

      const Provenance origin   = provenance();
      chosen->notes["program"]  = origin.program + " " + origin.version;
      chosen->notes["date"]     = origin.date;
      chosen->notes["case"]     = report["case"];
      chosen->notes["identity"] = identity_text(full.identity);
      chosen->body              = body_texts(full.identity);
      chosen->body.merge(
        body_texts(case_applicant(signals.front().parameters).texts));
      chosen->notes["training"] = report.dump();
      const std::string stem    = fs::path(plan.path).stem().string();
      write_rom(output / (stem + ".rom"), *chosen);
      write_file_atomically(output / "training.json", report.dump(2) + "\n");
      return held_out;
    }

    void Training::run()
    {
      if (dealii::Utilities::MPI::n_mpi_processes(MPI_COMM_WORLD) > 1)
        throw Error(
          "rivlin train runs on one process. Make the snapshots with "
          "mpirun and rivlin simulate, and name their folders in "
          "the plan.");
      if (!plan.excitation.kinds.empty() || plan.greedy_tolerance > 0)
        check_sleeve();
      for (const auto &[name, signal] : plan.signals)
        signals.push_back(make_signal(name, signal));
      validation = make_signal("validation", plan.validation);
      for (const Signal &signal : signals)
        if (same_signal(signal.parameters.texts, validation.parameters.texts))
          throw Error("The signal \"" + signal.name +
                      "\" is the held-out signal too. Validate on a signal "
                      "that is not trained on.");
      ModelScope scope =
        texts_scope(case_applicant(
                      read_case(plan.case_file, split_settings(plan.settings)))
                      .texts,
                    "the case of the plan");
      scope.sleeves = texts_scope(signals.front().parameters.texts, "").sleeves;
      std::vector<const Signal *> all = {&validation};
      for (const Signal &signal : signals)
        all.push_back(&signal);
      for (const Signal *signal : all)
        {
          Applicant applicant = signal->is_given
                                  ? run_applicant(signal->folder)
                                  : case_applicant(signal->parameters);
          if (!signal->is_given)
            applicant.name += " with the settings of \"" + signal->name + "\"";
          require_supported(applicant, scope);
        }
      // The model is built before anything runs: what is wrong is said first.
      full = load_full_case(signals.front().parameters);
      for (const Signal &signal : signals)
        if (signal.is_given)
          const RunSnapshots checked(signal.folder, full.identity);
      if (validation.is_given)
        const RunSnapshots checked(validation.folder, full.identity);
      make_output_directory(output);
      say("Runs of the full model");
      for (const Signal &signal : signals)
        provide(signal);
      provide(validation);
      double error      = train_and_measure();
      const auto &kinds = plan.excitation.kinds;
      const bool has_rays =
        std::find(kinds.begin(), kinds.end(), ExcitationKind::rays) !=
        kinds.end();
      for (int round = 0;
           plan.greedy_tolerance > 0 && !(error <= plan.greedy_tolerance) &&
           round < plan.greedy_rounds;
           ++round)
        {
          const auto [name, signal] =
            sobol_ray(plan.excitation,
                      round + (has_rays ? plan.excitation.n_rays : 0));
          say("Held-out reaction error " + percent(error) + " > " +
              percent(plan.greedy_tolerance) + ": adding " + name);
          signals.push_back(make_signal(name, signal));
          provide(signals.back());
          error = train_and_measure();
        }
      if (plan.greedy_tolerance > 0 && !(error <= plan.greedy_tolerance))
        say("Stopped after " + number_text(plan.greedy_rounds) + " rounds at " +
            percent(error) +
            ". Enlarge \"Basis/Modes\" or lower \"Force/Cubature tolerance\".");
      say("Wrote " +
          (output / (fs::path(plan.path).stem().string() + ".rom")).string() +
          " and " + (output / "training.json").string());
    }

    void run_train(const std::vector<std::string> &words)
    {
      Arguments arguments =
        parse_arguments(words, {"--set", "--output"}, {"--quiet", "--strip"});
      const std::string path = single_file(arguments, "PLAN.prm");
      const fs::path output  = arguments.values["--output"].empty()
                                 ? fs::path("output") / fs::path(path).stem()
                                 : fs::path(arguments.values["--output"].back());
      TrainingPlan plan      = read_plan(path, arguments.values["--set"]);
      if (arguments.flags.count("--strip") > 0)
        plan.keep_full = false;
      Training(std::move(plan), output, arguments.flags.count("--quiet") > 0)
        .run();
    }
  } // namespace

  Command train_command()
  {
    return {
      "train",
      "train PLAN.prm [--set \"Section/Key=value\"]... [--output DIR] "
      "[--strip] [--quiet]",
      "make a reduced model of a case",
      "Runs the full model on the training signals of the plan (finished "
      "runs are\nkept and used again), trains the reduced model, "
      "measures it on the held-out\nsignal and writes PLAN.rom and "
      "training.json into DIR (without --output:\noutput/<name of the "
      "plan>). --strip leaves out the full fields, which only pictures need.\n\"rivlin parameters --plan\" lists what a plan can say.",
      run_train};
  }
} // namespace rivlin
