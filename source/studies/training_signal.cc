// SPDX-License-Identifier: Apache-2.0
// From the plan to cases, and what is checked before they run.
#include <rivlin/studies/training_signal.h>

#include <rivlin/base/error.h>
#include <rivlin/base/nearest_name.h>
#include <rivlin/base/number_text.h>
#include <rivlin/base/text.h>
#include <rivlin/base/whole_file.h>
#include <rivlin/cases/snapshot_reader.h>
#include <rivlin/studies/excitation.h>
#include <rivlin/studies/plan_check.h>
#include <rivlin/studies/supported.h>

#include <nlohmann/json.hpp>

#include <algorithm>

namespace rivlin
{
  namespace
  {
    namespace fs = std::filesystem;

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
                                             const ParameterTexts &ours,
                                             const bool has_start)
    {
      require_known(run_applicant(folder));
      // The run knows what drove it; its body is compared later.
      const SnapshotReader reader(fs::path(folder) / "snapshots.h5");
      std::vector<std::string> settings;
      for (const ParameterText &entry :
           parse_identity(reader.identity()).parameters)
        if (entry.key.rfind("Steps/", 0) == 0 && !has_start)
          throw Error("The run in \"" + folder + "\" has load steps (" +
                      entry.key +
                      "). Train on runs without them, or tell the plan where "
                      "the model begins (\"Begin with step\").");
        else if (std::find(ours.begin(), ours.end(), entry) != ours.end())
          continue;
        else if (entry.key == "Unit system")
          // Before its settings are read in our units.
          throw Error("The run in \"" + folder +
                      "\" is of another model than the case of the plan: "
                      "\"Unit system\" is " +
                      entry.text + ". Give runs in the same units.");
        else if (entry.key.rfind("Loads/", 0) == 0 &&
                 std::none_of(ours.begin(),
                              ours.end(),
                              [&](const ParameterText &one) {
                                return one.key == entry.key;
                              }))
          continue; // a load that the case has not: said with the body
        else if (drives(entry, ours))
          settings.push_back(entry.key + "=" + entry.text);
      return settings;
    }

    CaseIdentity recorded_identity(const TrainingSignal &signal)
    {
      return parse_identity(
        SnapshotReader(signal.folder / "snapshots.h5").identity());
    }

    void check_sleeve(const TrainingPlan &plan)
    {
      // Before the settings: they are meant for a case without steps.
      if (plan.begin_step.empty() &&
          !read_case(plan.case_file, {}).steps.empty())
        throw Error("The case \"" + plan.case_file +
                    "\" has load steps (section \"Steps\"), but the plan does "
                    "not tell in which of them its excitation acts. Name it by "
                    "\"Begin with step\": the model begins in the state that "
                    "the steps before it reach. Or train with a case without "
                    "steps.");
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
             settings_of_run(given.snapshots,
                             result.parameters.texts,
                             !plan.begin_step.empty()))
          result.settings.push_back(setting);
        result.parameters = read_case(plan.case_file, result.settings);
      }
    if (!plan.begin_step.empty())
      {
        const auto begin = begin_of_step(result.parameters, plan.begin_step);
        if (!begin)
          throw Error("The signal " + in_quotes(name) + " has no load step " +
                      in_quotes(plan.begin_step) +
                      ", with which the model begins.");
        result.begin = *begin;
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
    for (const NamedSignal &ray : greedy_rays(plan))
      signals.rays.push_back(make_signal(plan, ray, output));
    ModelScope scope =
      texts_scope(case_applicant(
                    read_case(plan.case_file, split_settings(plan.settings)))
                    .texts,
                  "the case of the plan");
    scope.sleeves =
      texts_scope(signals.training.front().parameters.texts, "").sleeves;
    std::vector<const TrainingSignal *> all = all_of(signals);
    for (const TrainingSignal &ray : signals.rays)
      all.push_back(&ray);
    for (const TrainingSignal *signal : all)
      {
        Applicant applicant = signal->is_given
                                ? run_applicant(signal->folder)
                                : case_applicant(signal->parameters);
        if (!signal->is_given)
          applicant.name += " with the settings of \"" + signal->name + "\"";
        require_supported(applicant, scope);
      }
    check_signals(signals);
    find_used_parts(signals);
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

  std::vector<std::string> changes_since(const TrainingSignal &signal,
                                         const CaseIdentity &model)
  {
    const CaseIdentity old = recorded_identity(signal);
    CaseIdentity now       = model;
    identify_channels(make_drive(signal.parameters).channels, old.time, now);
    // A table that was edited is the reason for values that differ, and may
    // have changed between those that are compared.
    std::vector<std::string> changes;
    for (std::size_t c = 0;
         old.channels == now.channels && c < now.channels.size();
         ++c)
      if (old.tables[c] != now.tables[c])
        changes.push_back("the table of \"" + now.channels[c] +
                          "\" has other numbers");
    if (changes.empty())
      changes = compare_models(old, now);
    return changes;
  }

  bool is_finished(const TrainingSignal &signal, const CaseIdentity &model)
  {
    if (!fs::exists(signal.folder / "summary.json") ||
        !fs::exists(signal.folder / "snapshots.h5"))
      return false;
    const auto summary =
      nlohmann::json::parse(read_whole_file(signal.folder / "summary.json"),
                            nullptr,
                            false);
    if (!summary.is_object() || !summary.value("finished", false))
      return false;
    return recorded_identity(signal).parameters == signal.parameters.texts &&
           changes_since(signal, model).empty();
  }

  std::vector<double> snapshot_times(const TrainingSignal &signal)
  {
    const SnapshotReader reader(signal.folder / "snapshots.h5");
    std::vector<double> times;
    for (int k = 0; k < reader.n_snapshots(); ++k)
      if (reader.time(k) >= signal.begin * (1 - 1e-9))
        times.push_back(reader.time(k));
    return times;
  }
} // namespace rivlin
