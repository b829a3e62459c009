// SPDX-License-Identifier: Apache-2.0
// The channels of a case: each out of its own section and of the load steps.
#pragma once

#include <rivlin/dynamics/channel.h>
#include <rivlin/cases/case_parameters.h>

#include <set>
#include <string>
#include <vector>

namespace rivlin
{
  /// A driven quantity with its name and unit, for history.csv.
  struct NamedChannel
  {
    std::string name; ///< "inner translation x [mm]"
    Channel channel;
  };

  enum class ChannelKind
  {
    motion,
    load
  };

  /// Reads the channels of a case one by one and knows in the end whether a
  /// load step gave one that nobody asked for.
  class CaseChannels
  {
  public:
    /// The parameters must outlive this.
    explicit CaseChannels(const CaseParameters &parameters);

    /// The channel `key`, "Supports/inner/Translation x", for which the section
    /// of the case itself says `given`: what drives in a run without load
    /// steps, and the constant value before the first of them otherwise. It
    /// goes to history.csv as `name`. Throws Error.
    Channel read(const std::string &key,
                 const Channel &given,
                 const std::string &name,
                 ChannelKind kind);

    /// Whether a load step gives this channel.
    bool is_in_steps(const std::string &key) const;

    /// Throws Error for a channel of a load step that was not read.
    void refuse_unread() const;

    /// Throws Error for a channel that is not zero at t = 0 but should be:
    /// statics starts from the undeformed, unloaded body; in dynamics loads may
    /// set in suddenly, motions may not.
    void refuse_sudden_start(bool dynamics) const;

    /// What was left as the user gave it, for the log.
    const std::vector<std::string> &notices() const
    {
      return notice_texts;
    }

    const std::vector<NamedChannel> &named() const
    {
      return channels;
    }

  private:
    const CaseParameters &parameters;
    std::vector<double> borders; ///< of the load steps
    std::vector<NamedChannel> channels;
    std::vector<ChannelKind> kinds;
    std::set<std::string> keys; ///< that were read
    std::vector<std::string> notice_texts;
  };
} // namespace rivlin
