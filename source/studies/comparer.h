// SPDX-License-Identifier: Apache-2.0
// How compare_with_run works, split over two files.
#pragma once

#include <rivlin/dynamics/time_table.h>
#include <rivlin/studies/comparison.h>

#include <cmath>
#include <functional>

namespace rivlin
{
  /// Sums of squares over time on the way to a Difference.
  struct Squares
  {
    double difference = 0, size = 0;

    void add(const double ours, const double theirs)
    {
      difference += (ours - theirs) * (ours - theirs);
      size += theirs * theirs;
    }

    Difference over(const double n_times, const double noise) const
    {
      return n_times > 0 ? Difference{std::sqrt(difference / n_times),
                                      std::sqrt(size / n_times),
                                      noise}
                         : Difference();
    }
  };

  // Below these parts of what a deformation of order one has, differences
  // are rounding errors of Newton's method.
  inline constexpr double kinematic_noise = 1e-9;
  inline constexpr double stress_noise    = 1e-8;

  /// Whether a model of this dimension has the component of six.
  inline bool exists(const int component, const int dim)
  {
    return dim == 3 || component < 2 || component == 5;
  }

  /// "inner force x [N]", "inner moment z [N mm]" in history.csv.
  std::string reaction_title(const std::string &sleeve,
                             int component,
                             const UnitSystem &units);

  /// One run seen from the other.
  class Comparer
  {
  public:
    Comparer(const Prediction &prediction,
             const ReducedModelData &data,
             const std::vector<Sleeve> &sleeves,
             const std::filesystem::path &folder,
             double from);

    /// Throws Error if the run had other loads on its free sleeves, or other
    /// gravity.
    void require_same_loads(const ReducedModel::Gravity &gravity,
                            const ReducedInputs &inputs) const;
    void compare_fixed_supports(const ReducedModel::Gravity &gravity);
    void compare_fields(const FullFields &fields);

    Comparison result;

  private:
    void require_same_motion() const;
    /// A column that is not there is zero. `ours` by the number of the row.
    void require_same(const std::string &name,
                      const std::function<double(std::size_t)> &ours,
                      double tolerance) const;
    void compare_reactions();
    void compare_poses();
    void compare_contacts();
    void compare_sleeve_velocities(const FullFields &fields,
                                   const std::vector<int> &columns);

    double force_noise() const
    {
      return stress_noise * data.stress_scale * data.length_scale *
             (data.dim == 2 ? data.thickness : data.length_scale);
    }
    /// Sizes of translations and rotations: each is relative to the largest
    /// of its kind, and one kind is noise beside the other.
    void relate(std::array<Difference, 6> &differences,
                const double noise) const;

    const Prediction &prediction;
    const ReducedModelData &data;
    const std::vector<Sleeve> &sleeves;
    const UnitSystem &units;
    const TimeTable history;
    const std::vector<std::size_t> rows;
    const std::size_t first; ///< row that is measured
    const double n_times;    ///< that are measured
    const double duration;
  };
} // namespace rivlin
