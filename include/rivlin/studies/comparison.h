// SPDX-License-Identifier: Apache-2.0
// How far a reduced model is from a run of the full model: measured for what
// the causality of each sleeve makes interesting.
#pragma once

#include <rivlin/offline/snapshot_source.h>
#include <rivlin/offline/training.h>
#include <rivlin/online/prediction.h>

#include <nlohmann/json_fwd.hpp>

#include <array>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

namespace rivlin
{
  /// A difference between two runs: root mean squares over time.
  struct Difference
  {
    static constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

    double absolute = unknown; ///< of the difference
    double size     = unknown; ///< of what the full model does
    double noise    = 0;       ///< a smaller size is nothing but rounding

    bool is_known() const;
    /// Known, but the full model does nothing: no ratio has a meaning.
    bool is_zero_signal() const;
    /// absolute / size; NaN unless it is known and has a meaning.
    double relative() const;
  };

  struct SleeveComparison
  {
    std::string name;
    std::array<bool, 6> is_free{}; ///< x, y, z, rx, ry, rz
    /// Force and moment (over the length scale) in the driven directions.
    Difference reaction;
    /// Of the free directions, of the others unknown. Each is relative to the
    /// largest of its kind: translations to that of the translations, rotations
    /// to that of the rotations, so that a direction that hardly moves does not
    /// count more than those that do.
    std::array<Difference, 6> pose;
    std::array<Difference, 6> velocity; ///< angular ones in inertial axes
  };

  struct ContactComparison
  {
    std::string name;
    Difference force; ///< on the body
  };

  struct Comparison
  {
    std::vector<SleeveComparison> sleeves;
    std::vector<ContactComparison> contacts;
    Difference contact_force; ///< of all contacts together
    /// Of all driven directions together.
    Difference driven_reaction;
    /// Sum of the forces of the fixed supports, by the balance of momentum.
    Difference fixed_force;
    // Fields, over all free unknowns.
    Difference displacement;
    Difference velocity;
    Difference pressure;

    double full_seconds = 0; ///< CPU time of the steps of the full run
    double full_steps   = 0;
    double seconds      = 0; ///< of the reduced run
    double steps        = 0;
    double duration     = 0; ///< of the signal
    double from         = 0; ///< errors are measured behind this time

    /// That of the driven directions; if there are none, of the fixed supports.
    const Difference &reaction() const;
    /// The worst of all free directions; unknown if there are none.
    Difference pose() const;
    bool has_free_sleeve() const;
    /// What tells most: poses if a sleeve is free, since its load is given, and
    /// reactions otherwise.
    Difference headline() const;
    std::string headline_name() const; ///< "pose" or "reaction"
    double speed_up() const;           ///< per step
    double real_time_factor() const;
  };

  /// The full model behind a reduced one, for fields.
  struct FullFields
  {
    const DiscreteBody &body;
    const Matrix &modes; ///< [Psi V]
    const Matrix &pressure_modes;
    const SnapshotSource &snapshots;
  };

  /// `sleeves` drove the prediction, in the order of data.sleeves; `gravity` is
  /// theirs. `folder` is the run of the full model, with rows at the times of
  /// the prediction. Errors are measured behind the time `from`, 0: everywhere.
  /// Throws Error if the folder is no run or was driven in another way.
  Comparison compare_with_run(const Prediction &prediction,
                              const ReducedModelData &data,
                              const std::vector<Sleeve> &sleeves,
                              const ReducedModel::Gravity &gravity,
                              const std::filesystem::path &folder,
                              const FullFields *fields,
                              const ReducedInputs &inputs = {},
                              double from                 = 0);

  /// Throws Error unless the folder is the output of a full model.
  void require_full_run(const std::filesystem::path &folder);
  /// Throws Error unless the history.csv of the run has rows at these times.
  void require_rows(const std::filesystem::path &folder,
                    const std::vector<double> &times);

  /// "0.0761 %", "-" if not known, "not measurable (zero signal)".
  std::string error_text(const Difference &difference);
  /// One line: headline, fields, speed.
  std::string comparison_text(const Comparison &comparison);
  nlohmann::ordered_json comparison_json(const Comparison &comparison,
                                         const UnitSystem &units);
} // namespace rivlin
