// SPDX-License-Identifier: Apache-2.0
// Reads training plans and completes what follows from several parameters.
#include <rivlin/studies/training_plan.h>

#include <rivlin/base/error.h>
#include <rivlin/base/text.h>
#include <rivlin/studies/excitation.h>
#include <rivlin/studies/reduced_case.h>

#include <filesystem>

namespace rivlin
{
  namespace
  {
    /// Where the channels of the excited sleeve stand when its step begins.
    void set_begin(TrainingPlan &plan)
    {
      ExcitationParameters &excitation = plan.excitation;
      const CaseParameters parameters =
        read_case(plan.case_file, split_settings(plan.settings));
      const auto begin = begin_of_step(parameters, plan.begin_step);
      if (!begin)
        throw Error(plan.path + ": \"Begin with step\" is " +
                    in_quotes(plan.begin_step) + ", but the case " +
                    in_quotes(plan.case_file) + " " +
                    no_such_step(parameters, plan.begin_step) +
                    " Name one of its steps.");
      if (*begin == 0)
        throw Error(plan.path + ": \"Begin with step\" is " +
                    in_quotes(plan.begin_step) +
                    ", the first load step of the case, which begins "
                    "undeformed. Leave it out, or name a later step.");
      excitation.step = plan.begin_step;
      for (const NamedChannel &channel : make_drive(parameters).channels)
        for (const char *quantity : {"translation", "rotation"})
          for (const char axis : {'x', 'y', 'z'})
            {
              std::string key = std::string(quantity) + " " + axis;
              if (!channel.name.starts_with(excitation.sleeve + " " + key +
                                            " "))
                continue;
              key[0]                  = quantity[0] == 't' ? 'T' : 'R';
              excitation.offsets[key] = channel.channel.value(*begin);
            }
    }
  } // namespace

  TrainingPlan read_plan(const std::string &path,
                         const std::vector<std::string> &overrides)
  {
    std::vector<ParameterEntry> entries = read_parameter_file(path);
    for (const std::string &text : overrides)
      entries.push_back(parse_override(text));
    TrainingPlan plan;
    plan.path = path;
    for (const std::string &name : section_names(entries, "Signals"))
      plan.signals.push_back({name, {}});
    for (const std::string &name : section_names(entries, "Selection"))
      plan.selection.push_back({name, {}});
    Schema schema;
    declare_plan(schema, plan);
    schema.apply(entries);
    const auto given = schema.given(entries);
    plan.unused      = schema.unused(given);
    plan.contact_tolerance_is_given =
      given.count("Force/Contact tolerance") > 0;
    if (plan.mode_ratio > 0)
      {
        plan.basis.modes.by    = plan.ratio_of;
        plan.basis.modes.ratio = plan.mode_ratio;
      }
    if (plan.case_file.empty())
      throw Error(path +
                  ": \"Case\" is missing. Name the parameter file of "
                  "the full model.");
    if (!(plan.snapshot_interval > 0))
      throw Error(path + ": \"Snapshot interval\" must be positive.");
    const std::filesystem::path folder =
      std::filesystem::path(path).parent_path();
    plan.case_file    = (folder / plan.case_file).string();
    const auto locate = [&](const std::string &name, SignalParameters &signal) {
      if (signal.snapshots.empty())
        return;
      if (!signal.settings.empty())
        throw Error(path + ": \"" + name +
                    "\" has both \"Run\" and \"Settings\". A finished run "
                    "knows its settings; remove one of the two.");
      signal.snapshots = (folder / signal.snapshots).string();
    };
    for (auto &[name, signal] : plan.signals)
      locate("Signals/" + name, signal);
    for (auto &[name, signal] : plan.selection)
      {
        locate("Selection/" + name, signal);
        if (signal.settings.empty() && signal.snapshots.empty())
          throw Error(path + ": \"Selection/" + name +
                      "\" is empty. Give it \"Settings\" or a \"Run\".");
      }
    locate("Validation", plan.validation);
    if (!plan.begin_step.empty())
      set_begin(plan);
    std::vector<NamedSignal> generated = generated_signals(plan.excitation);
    if (plan.selection.empty() &&
        (plan.target.is_given() || plan.greedy_tolerance > 0))
      {
        plan.selection              = take_selection(generated);
        plan.selection_is_held_back = true;
      }
    plan.signals.insert(plan.signals.end(), generated.begin(), generated.end());
    if (plan.signals.empty())
      throw Error(path +
                  ": there is nothing to train on. Name signals in the "
                  "section \"Signals\" or let \"Excitation\" make "
                  "some.");
    if (plan.target.is_given() && plan.force_model != "cubature")
      throw Error(path +
                  ": \"Target\" chooses sizes of cubature models, but "
                  "\"Force/Model\" is \"" +
                  plan.force_model +
                  "\". Give sizes, or compare that model by "
                  "\"Force/Compare\".");
    if (plan.validation.settings.empty() && plan.validation.snapshots.empty())
      throw Error(path +
                  ": the section \"Validation\" is empty. Name a signal "
                  "that is not trained on: errors are measured on it.");
    return plan;
  }
} // namespace rivlin
