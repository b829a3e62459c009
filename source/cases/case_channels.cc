// SPDX-License-Identifier: Apache-2.0
// Channels of a case; the rules are in doc/theory/mixed_form.md, section "Load
// steps".
#include <rivlin/cases/case_channels.h>

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>
#include <rivlin/cases/load_steps.h>

#include <cmath>

namespace rivlin
{
  CaseChannels::CaseChannels(const CaseParameters &case_parameters)
    : parameters(case_parameters)
    , borders(load_step_borders(parameters.steps))
  {}

  Channel CaseChannels::read(const std::string &key,
                             const Channel &given,
                             const std::string &name,
                             const ChannelKind kind)
  {
    Channel channel = given;
    try
      {
        if (parameters.steps.empty())
          channel.check_range(0, parameters.time.end_time);
        else
          {
            if (channel.depends_on_time())
              throw Error("it is \"" + channel.text() +
                          "\", but the case has load steps: here stands the "
                          "constant value before the first of them. Move the "
                          "formula to \"Steps/" +
                          parameters.steps.front().first + "/" + key + "\".");
            std::vector<ChannelStep> steps;
            for (std::size_t k = 0; k < parameters.steps.size(); ++k)
              {
                const auto &[step_name, step] = parameters.steps[k];
                steps.push_back({step_name, borders[k], borders[k + 1]});
                for (const StepChannel &in_step : step.channels)
                  if (in_step.section + "/" + in_step.key == key)
                    steps.back().channel = in_step.channel;
              }
            channel = in_sequence(channel, steps);
          }
      }
    catch (const Error &error)
      {
        throw Error("\"" + key + "\": " + error.what());
      }
    for (const std::string &column : channel.unconverted())
      notice_texts.push_back("\"" + key + "\" takes the numbers of " + column +
                             " as they are: inside a formula units are not "
                             "converted.");
    keys.insert(key);
    channels.push_back({name, channel});
    kinds.push_back(kind);
    return channel;
  }

  bool CaseChannels::is_in_steps(const std::string &key) const
  {
    for (const auto &[name, step] : parameters.steps)
      for (const StepChannel &given : step.channels)
        if (given.section + "/" + given.key == key)
          return true;
    return false;
  }

  void CaseChannels::refuse_unread() const
  {
    for (const auto &[name, step] : parameters.steps)
      for (const StepChannel &given : step.channels)
        if (const std::string key = given.section + "/" + given.key;
            keys.count(key) == 0)
          throw Error("\"Steps/" + name + "/" + key + "\" is given, but \"" +
                      key +
                      "\" is not a channel of this case: the dimension, the "
                      "type or the components in section \"" +
                      given.section + "\" do not use it. Remove it.");
  }

  void CaseChannels::refuse_sudden_start(const bool dynamics) const
  {
    for (std::size_t i = 0; i < channels.size(); ++i)
      if (const double start = channels[i].channel.value(0);
          std::abs(start) > 1e-12 &&
          (!dynamics || kinds[i] == ChannelKind::motion))
        throw Error("The channel \"" + channels[i].name + "\" = " +
                    channels[i].channel.text() + " is " + number_text(start) +
                    " at t = 0, but the run starts from the undeformed "
                    "body. Let it start at zero, for example with the factor "
                    "ramp(0, 1).");
  }
} // namespace rivlin
