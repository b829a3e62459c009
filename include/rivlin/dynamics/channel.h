// SPDX-License-Identifier: Apache-2.0
// One scalar function of time given by the user: a load, a motion.
#pragma once

#include <rivlin/base/taylor.h>
#include <rivlin/dynamics/expression.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace rivlin
{
  struct ChannelStep;

  /// A formula in time, a table from a file, or any combination of such (see
  /// parse_expression), with its exact time derivatives; or a sequence of
  /// those, see in_sequence.
  class Channel
  {
  public:
    /// Constant in time; zero by default.
    explicit Channel(double constant = 0);

    /// Parse `text`; relative file names count from `directory`, usually that
    /// of the parameter file. Throws Error.
    explicit Channel(const std::string &text,
                     const std::filesystem::path &directory = {});

    const std::string &text() const
    {
      return description;
    }

    /// The channel as numbers in `unit`. A column of a table that stands alone
    /// is converted from its own unit; Error if that is not possible. Inside a
    /// formula its numbers count as they are, and unconverted() tells. Columns
    /// without a unit are taken to have the right one.
    Channel in_unit(const std::string &unit) const;

    /// Columns in other units, inside formulas, that in_unit() left as they
    /// are: `"angle [deg]" of "motion.csv"`.
    const std::vector<std::string> &unconverted() const
    {
      return unconverted_columns;
    }

    /// False if the channel has the same value at all times.
    bool depends_on_time() const;

    /// The value at time t [s]. Throws Error if it is not finite or outside of
    /// a table.
    double value(double t) const;

    /// Value and first three time derivatives (velocity, acceleration, jerk) at
    /// time t [s]. Throws Error as value() does, and if one of the first
    /// `n_derivatives` is not finite; derivatives beyond those are the caller's
    /// to ignore.
    Taylor<3> evaluate(double t, int n_derivatives = 3) const;

    /// Checksums of the tables that it reads, since their files may change
    /// while the text stays; empty for a formula alone.
    std::string table_checksum() const;

    /// Throws Error if a table does not cover the times t0 to t1 of a run.
    void check_range(double t0, double t1) const;

  private:
    friend Channel in_sequence(const Channel &before,
                               const std::vector<ChannelStep> &steps);

    /// Holds from time `begin` on, at which its own time is zero.
    struct Piece
    {
      double begin = 0;
      Expression expression;
    };
    const Piece &piece_at(double t) const;

    std::string description;
    std::vector<Piece> pieces; ///< at least one; the first holds before it, too
    std::vector<std::string> unconverted_columns;
  };

  /// What a load step says about a channel.
  struct ChannelStep
  {
    std::string name;
    double begin = 0; ///< [s]
    double end   = 0; ///< [s]
    /// In a time that is zero at `begin`; without it the value that the channel
    /// has there is held.
    std::optional<Channel> channel = {};
  };

  /// One channel of the load steps, which follow each other without gaps from
  /// t = 0; `before` is its value until then and must not depend on time. At
  /// the border of two steps the later one counts: velocities may jump there.
  /// Throws Error if the value jumps, by more than 1e-9 of its largest size
  /// until the end of the step, and if a table does not cover its step.
  Channel in_sequence(const Channel &before,
                      const std::vector<ChannelStep> &steps);
} // namespace rivlin
