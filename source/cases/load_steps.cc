// SPDX-License-Identifier: Apache-2.0
// Load steps: declaration, completeness, times.
#include <rivlin/cases/load_steps.h>

#include <rivlin/base/error.h>
#include <rivlin/base/nearest_name.h>
#include <rivlin/base/number_text.h>
#include <rivlin/cases/parameter_declarations.h>

#include <algorithm>

namespace rivlin
{
  namespace
  {
    void add_axes(const std::string &section,
                  const std::string &quantity,
                  const std::string &dimension,
                  std::vector<StepChannel> &channels)
    {
      for (const char axis : {'x', 'y', 'z'})
        channels.push_back({section, quantity + " " + axis, dimension});
    }

    void add_support(const std::string &name,
                     std::vector<StepChannel> &channels)
    {
      const std::string section = "Supports/" + name;
      add_axes(section, "Translation", "length", channels);
      add_axes(section, "Rotation", "rad", channels);
      add_axes(section, "Displacement", "length", channels);
      channels.push_back({section, "Radial displacement", "length"});
      add_axes(section, "Force", "force", channels);
      add_axes(section, "Moment", "force length", channels);
    }

    void add_load(const std::string &name, std::vector<StepChannel> &channels)
    {
      const std::string section = "Loads/" + name;
      add_axes(section, "Traction", "stress", channels);
      channels.push_back({section, "Pressure", "stress"});
    }

    LoadStepParameters make_step(const std::vector<std::string> &supports,
                                 const std::vector<std::string> &loads)
    {
      LoadStepParameters step;
      for (const std::string &name : supports)
        add_support(name, step.channels);
      for (const std::string &name : loads)
        add_load(name, step.channels);
      add_axes("Gravity", "Acceleration", "length/s^2", step.channels);
      return step;
    }

    /// The sections below Steps/<step>/<group> of the entries.
    std::vector<std::string>
    names_below(const std::vector<ParameterEntry> &entries,
                const std::string &step,
                const std::string &group)
    {
      std::vector<ParameterEntry> inner;
      for (const ParameterEntry &entry : entries)
        if (entry.sections.size() >= 3 && entry.sections[0] == "Steps" &&
            entry.sections[1] == step && entry.sections[2] == group)
          {
            inner.push_back(entry);
            inner.back().sections.erase(inner.back().sections.begin(),
                                        inner.back().sections.begin() + 2);
          }
      return section_names(inner, group);
    }

    template <typename Parameters>
    void refuse_unknown(const StepChannel &channel,
                        const std::string &group,
                        const Named<Parameters> &known,
                        const std::string &step)
    {
      if (channel.section.rfind(group + "/", 0) != 0)
        return;
      const std::string name = channel.section.substr(group.size() + 1);
      std::vector<std::string> names;
      for (const auto &[known_name, parameters] : known)
        names.push_back(known_name);
      if (std::find(names.begin(), names.end(), name) == names.end())
        throw Error("\"Steps/" + step + "/" + channel.section +
                    "\" is given, but the case has no section \"" +
                    channel.section + "\"." + did_you_mean(name, names));
    }
  } // namespace

  Named<LoadStepParameters>
  named_load_steps(const std::vector<ParameterEntry> &entries)
  {
    std::vector<ParameterEntry> of_file;
    for (const ParameterEntry &entry : entries)
      if (!entry.is_override)
        of_file.push_back(entry);
    const std::vector<std::string> known = section_names(of_file, "Steps");
    Named<LoadStepParameters> steps;
    for (const std::string &name : section_names(entries, "Steps"))
      {
        // A misspelt name on the command line would be one more step.
        if (std::find(known.begin(), known.end(), name) == known.end())
          throw Error("--set \"Steps/" + name +
                      "/...\": the parameter file has no load step \"" + name +
                      "\"." + did_you_mean(name, known) +
                      " Steps are added in the file, whose order they keep.");
        steps.push_back({name,
                         make_step(names_below(entries, name, "Supports"),
                                   names_below(entries, name, "Loads"))});
      }
    return steps;
  }

  Named<LoadStepParameters> load_steps_for_reference()
  {
    return {{"<step>", make_step({"<set>"}, {"<set>"})}};
  }

  void declare_load_steps(Schema &schema, CaseParameters &values)
  {
    for (auto &[name, step] : values.steps)
      {
        const std::string section = "Steps/" + name;
        schema.section(section, Role::drive, true);
        schema.add(
          "Duration",
          step.duration,
          number(0),
          "s",
          "Load steps follow each other in the order of the file; the run ends with the last one instead of Time/End time.");
        schema.add("Step size",
                   step.step_size,
                   number(0),
                   "s",
                   "As Time/Step size, for this step; 0: that one.");
        schema.add("Minimum step size",
                   step.minimum_step,
                   number(0),
                   "s",
                   "As Time/Minimum step size, for this step; 0: that one.");
        schema.add("Maximum step size",
                   step.maximum_step,
                   number(0),
                   "s",
                   "As Time/Maximum step size, for this step; 0: that one.");
        for (StepChannel &channel : step.channels)
          {
            schema.section(section + "/" + channel.section, Role::drive, true);
            schema.add(
              channel.key,
              channel.channel,
              channel_in(directory_of(values)),
              channel.dimension,
              "The channel of this name in this step; its t counts from the begin of the step. Not given: the value is held.");
          }
      }
  }

  void complete_load_steps(CaseParameters &values)
  {
    if (values.steps.empty())
      return;
    if (values.given.count("Time/End time") > 0)
      throw Error(
        "\"Time/End time\" is given, but the case has load steps and ends with "
        "the last of them. Remove it, or change the \"Duration\" of a step.");
    for (auto &[name, step] : values.steps)
      {
        if (!(step.duration > 0))
          throw Error("\"Steps/" + name +
                      "/Duration\" must be positive; it "
                      "is " +
                      number_text(step.duration) + ".");
        std::erase_if(step.channels, [&](const StepChannel &channel) {
          return values.given.count("Steps/" + name + "/" + channel.section +
                                    "/" + channel.key) == 0;
        });
        for (const StepChannel &channel : step.channels)
          {
            refuse_unknown(channel, "Supports", values.supports, name);
            refuse_unknown(channel, "Loads", values.loads, name);
          }
      }
    values.time.end_time = load_step_borders(values.steps).back();
  }

  std::vector<double> load_step_borders(const Named<LoadStepParameters> &steps)
  {
    std::vector<double> borders;
    if (!steps.empty())
      borders.push_back(0);
    for (const auto &[name, step] : steps)
      borders.push_back(borders.back() + step.duration);
    return borders;
  }

  std::size_t load_step_at(const std::vector<double> &borders,
                           const double time)
  {
    const auto next =
      std::upper_bound(borders.begin(), borders.end() - 1, time);
    return next - borders.begin() - (next != borders.begin());
  }
} // namespace rivlin
