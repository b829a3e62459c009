// SPDX-License-Identifier: Apache-2.0
// From the plan to cases, and what is checked before they run.
#include <rivlin/studies/training_signal.h>

#include <rivlin/base/atomic_file.h>
#include <rivlin/base/checksum.h>
#include <rivlin/base/error.h>
#include <rivlin/base/nearest_name.h>
#include <rivlin/base/number_text.h>
#include <rivlin/base/whole_file.h>
#include <rivlin/cases/snapshot_reader.h>
#include <rivlin/studies/excitation.h>
#include <rivlin/studies/supported.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <regex>

namespace rivlin
{
  namespace
  {
    namespace fs = std::filesystem;

    /// What drives a run at evenly spaced times until `end`: translations,
    /// rotations, forces, moments, gravity, each a block of rows.
    struct SampledDrive
    {
      std::array<Matrix, 5> blocks;
    };

    SampledDrive sample(const CaseSleeves &drive, const double end)
    {
      constexpr int n_samples = 201;
      const auto n            = static_cast<Eigen::Index>(drive.sleeves.size());
      SampledDrive result;
      for (const auto &[block, rows] : {std::pair(0, 3 * n),
                                        std::pair(1, 9 * n),
                                        std::pair(2, 3 * n),
                                        std::pair(3, 3 * n),
                                        std::pair(4, Eigen::Index(3))})
        result.blocks[block] = Matrix::Zero(rows, n_samples);
      for (int k = 0; k < n_samples; ++k)
        {
          const double t = end * k / (n_samples - 1);
          for (Eigen::Index s = 0; s < n; ++s)
            {
              const Sleeve &sleeve = drive.sleeves[s];
              if (sleeve.motion)
                {
                  const RigidMotion motion = sleeve.motion(t, 0);
                  result.blocks[0].col(k).segment<3>(3 * s) =
                    motion.translation[0];
                  result.blocks[1].col(k).segment<9>(9 * s) =
                    motion.rotation[0].reshaped();
                }
              if (sleeve.load)
                {
                  const SleeveLoad load                     = sleeve.load(t, 0);
                  result.blocks[2].col(k).segment<3>(3 * s) = load.force;
                  result.blocks[3].col(k).segment<3>(3 * s) = load.moment;
                }
            }
          if (drive.gravity)
            result.blocks[4].col(k) = drive.gravity(t, 0);
        }
      return result;
    }

    /// Whether all that drives `a` is the begin of `b` or all of it, as
    /// numbers: how it is written, a millionth more or a shorter run do not
    /// make another signal.
    bool is_part_of(const TrainingSignal &a, const TrainingSignal &b)
    {
      constexpr double tolerance = 1e-3;
      const CaseSleeves ours     = case_sleeves(a.parameters);
      const CaseSleeves theirs   = case_sleeves(b.parameters);
      const double end           = ours.times.plan.end_time;
      if (ours.names != theirs.names || ours.inertia != theirs.inertia ||
          end > theirs.times.plan.end_time * (1 + tolerance))
        return false;
      const double common  = std::min(end, theirs.times.plan.end_time);
      const SampledDrive x = sample(ours, common), y = sample(theirs, common);
      for (std::size_t i = 0; i < x.blocks.size(); ++i)
        if ((x.blocks[i] - y.blocks[i]).cwiseAbs().maxCoeff() >
            tolerance * x.blocks[i].cwiseAbs().maxCoeff())
          return false;
      return true;
    }

    /// Whether a parameter makes another run of the same model. What it is
    /// about is known for those of our case; snapshots of version 0.1 do not
    /// tell.
    bool drives(const ParameterText &parameter, const ParameterTexts &ours)
    {
      const auto known =
        std::find_if(ours.begin(), ours.end(), [&](const ParameterText &one) {
          return one.key == parameter.key;
        });
      const Role role = known == ours.end() ? parameter.role : known->role;
      return role == Role::drive || role == Role::numerics;
    }

    /// What drove a finished run, as settings of the case.
    std::vector<std::string> settings_of_run(const std::string &folder,
                                             const ParameterTexts &ours)
    {
      require_known(run_applicant(folder));
      // The run knows what drove it; its body is compared later.
      const SnapshotReader reader(fs::path(folder) / "snapshots.h5");
      std::vector<std::string> settings;
      for (const ParameterText &entry :
           parse_identity(reader.identity()).parameters)
        if (entry.key.rfind("Steps/", 0) == 0)
          throw Error("The run in \"" + folder + "\" has load steps (" +
                      entry.key + "). Train on runs without them.");
        else if (std::find(ours.begin(), ours.end(), entry) != ours.end())
          continue;
        else if (entry.key == "Unit system")
          // Before its settings are read in our units.
          throw Error("The run in \"" + folder +
                      "\" is of another model than the case of the plan: "
                      "\"Unit system\" is " +
                      entry.text + ". Give runs in the same units.");
        else if (drives(entry, ours))
          settings.push_back(entry.key + "=" + entry.text);
      return settings;
    }

    /// `what` the second one is for.
    void refuse_same(const TrainingSignal &signal,
                     const TrainingSignal &other,
                     const std::string &what)
    {
      if (is_part_of(other, signal))
        throw Error("The signal \"" + signal.name + "\" is the " + what +
                    " \"" + other.name +
                    "\" too. Measure on signals that are not used "
                    "otherwise.");
    }

    void check_sleeve(const TrainingPlan &plan)
    {
      // Before the settings: they are meant for a case without steps.
      if (!read_case(plan.case_file, {}).steps.empty())
        throw Error("The case \"" + plan.case_file +
                    "\" has load steps (section \"Steps\"), but the training "
                    "gives its own excitation from t = 0 on. Train with a case "
                    "without them; the reduced model can then predict a case "
                    "that has them.");
      const std::vector<std::string> names = driven_sleeves(
        read_case(plan.case_file, split_settings(plan.settings)));
      const std::string &sleeve = plan.excitation.sleeve;
      if (std::find(names.begin(), names.end(), sleeve) == names.end())
        throw Error("\"Excitation/Sleeve\" is \"" + sleeve +
                    "\", but the case drives no sleeve of that name." +
                    did_you_mean(sleeve, names));
    }
  } // namespace

  TrainingSignal make_signal(const TrainingPlan &plan,
                             const NamedSignal &signal,
                             const std::filesystem::path &output)
  {
    const auto &[name, given] = signal;
    TrainingSignal result;
    result.name     = name;
    result.settings = split_settings(plan.settings);
    for (const std::string &setting : split_settings(given.settings))
      result.settings.push_back(setting);
    for (const char *key : {"Snapshots/Interval=", "Output/Interval="})
      result.settings.push_back(key + number_text(plan.snapshot_interval));
    result.settings.push_back("Output/VTU=none");
    result.parameters = read_case(plan.case_file, result.settings);
    if (result.parameters.time.end_time > 1e5 * plan.snapshot_interval)
      throw Error(
        "\"Snapshot interval\" " + number_text(plan.snapshot_interval) +
        " makes more than 100000 snapshots in one run of " +
        number_text(result.parameters.time.end_time) + " s. Enlarge it.");
    result.is_given = !given.snapshots.empty();
    if (result.is_given)
      {
        for (const std::string &setting :
             settings_of_run(given.snapshots, result.parameters.texts))
          result.settings.push_back(setting);
        result.parameters = read_case(plan.case_file, result.settings);
      }
    std::string folder = name;
    std::replace(folder.begin(), folder.end(), ' ', '_');
    std::replace(folder.begin(), folder.end(), '/', '_');
    result.folder =
      result.is_given ? fs::path(given.snapshots) : output / "runs" / folder;
    return result;
  }

  TrainingSignals make_signals(const TrainingPlan &plan,
                               const std::filesystem::path &output)
  {
    if (!plan.excitation.kinds.empty() || plan.greedy_tolerance > 0)
      check_sleeve(plan);
    TrainingSignals signals;
    for (const NamedSignal &signal : plan.signals)
      signals.training.push_back(make_signal(plan, signal, output));
    for (const auto &[name, signal] : plan.selection)
      signals.selection.push_back(make_signal(
        plan,
        {plan.selection_is_held_back ? name : "selection " + name, signal},
        output));
    signals.validation =
      make_signal(plan, {"validation", plan.validation}, output);
    ModelScope scope =
      texts_scope(case_applicant(
                    read_case(plan.case_file, split_settings(plan.settings)))
                    .texts,
                  "the case of the plan");
    scope.sleeves =
      texts_scope(signals.training.front().parameters.texts, "").sleeves;
    for (const TrainingSignal *signal : all_of(signals))
      {
        Applicant applicant = signal->is_given
                                ? run_applicant(signal->folder)
                                : case_applicant(signal->parameters);
        if (!signal->is_given)
          applicant.name += " with the settings of \"" + signal->name + "\"";
        require_supported(applicant, scope);
      }
    for (const TrainingSignal &signal : signals.training)
      {
        refuse_same(signal, signals.validation, "held-out signal");
        for (const TrainingSignal &chooses : signals.selection)
          refuse_same(signal, chooses, "signal of the selection");
      }
    for (const TrainingSignal &signal : signals.selection)
      refuse_same(signal, signals.validation, "held-out signal");
    return signals;
  }

  std::vector<const TrainingSignal *> all_of(const TrainingSignals &signals)
  {
    std::vector<const TrainingSignal *> all;
    for (const auto *list : {&signals.training, &signals.selection})
      for (const TrainingSignal &signal : *list)
        all.push_back(&signal);
    all.push_back(&signals.validation);
    return all;
  }

  InputFiles input_files(const TrainingSignal &signal)
  {
    const fs::path directory = fs::path(signal.parameters.path).parent_path();
    InputFiles files;
    const auto add = [&](const std::string &name) {
      files[name] = hex_text(crc64(read_whole_file(directory / name)));
    };
    const std::regex table("table\\s*\\(\\s*\"([^\"]*)\"");
    for (const ParameterText &parameter : signal.parameters.texts)
      if (parameter.role == Role::drive)
        for (std::sregex_iterator match(parameter.text.begin(),
                                        parameter.text.end(),
                                        table);
             match != std::sregex_iterator();
             ++match)
          add((*match)[1]);
      else if (parameter.key == "Mesh/File" && !parameter.text.empty())
        add(parameter.text);
    return files;
  }

  void note_input_files(const TrainingSignal &signal, const InputFiles &files)
  {
    if (!files.empty())
      write_file_atomically(signal.folder / "inputs.json",
                            nlohmann::json(files).dump(2) + "\n");
  }

  bool is_finished(const TrainingSignal &signal)
  {
    if (!fs::exists(signal.folder / "summary.json") ||
        !fs::exists(signal.folder / "snapshots.h5"))
      return false;
    const auto summary =
      nlohmann::json::parse(read_whole_file(signal.folder / "summary.json"));
    const SnapshotReader reader(signal.folder / "snapshots.h5");
    if (!summary.at("finished").get<bool>() ||
        !(parse_identity(reader.identity()).parameters ==
          signal.parameters.texts))
      return false;
    const InputFiles files = input_files(signal);
    const fs::path note    = signal.folder / "inputs.json";
    return files.empty() ||
           (fs::exists(note) &&
            nlohmann::json::parse(read_whole_file(note), nullptr, false) ==
              nlohmann::json(files));
  }

  std::vector<double> snapshot_times(const TrainingSignal &signal)
  {
    const SnapshotReader reader(signal.folder / "snapshots.h5");
    std::vector<double> times;
    for (int k = 0; k < reader.n_snapshots(); ++k)
      times.push_back(reader.time(k));
    return times;
  }
} // namespace rivlin
