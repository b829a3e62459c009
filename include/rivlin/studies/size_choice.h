// SPDX-License-Identifier: Apache-2.0
// Sizes of a reduced model by wish: the cheapest of those tried that meet the
// errors asked for.
#pragma once

#include <functional>
#include <limits>
#include <vector>

namespace rivlin
{
  struct ModelSizes
  {
    int modes                 = 0;
    int pressures             = 0;
    double cubature_tolerance = 0;

    bool operator==(const ModelSizes &) const = default;
  };

  /// A model of some size and what it does on the signals of the selection.
  struct Candidate
  {
    ModelSizes sizes;
    int points = 0;
    /// The largest of all signals; infinite if one is not finished, NaN if not
    /// known.
    double reaction     = std::numeric_limits<double>::quiet_NaN();
    double pose         = std::numeric_limits<double>::quiet_NaN();
    double displacement = std::numeric_limits<double>::quiet_NaN();
    double pressure     = std::numeric_limits<double>::quiet_NaN();
    /// Largest of the errors over what was wished of each; 1 or less: met.
    double over_wish = std::numeric_limits<double>::infinity();
    /// Of one evaluation of force and tangent and one factorization. What is
    /// cheapest is decided by this number: unlike time it is the same
    /// whenever and wherever the training runs.
    double operations   = 0;
    double microseconds = 0; ///< measured, per step
    double bytes        = 0; ///< of the file without fields

    bool meets() const
    {
      return over_wish <= 1;
    }
  };

  /// Multiplications of one evaluation at n_coordinates = sleeves and modes:
  /// points with their tangents, the volume and its derivatives, and a dense
  /// factorization.
  double
  operation_count(int dim, int n_coordinates, int n_pressures, int n_points);

  struct SizeLimits
  {
    int modes              = 0; ///< that the snapshots have, at most
    int pressures          = 0; ///< 0: displacement form
    double finest_cubature = 1e-3;
  };

  /// The best and all that were tried, in their order.
  struct SizeChoice
  {
    Candidate best;
    std::vector<Candidate> tried;
  };

  using MeasureSizes = std::function<Candidate(const ModelSizes &)>;
  /// Displacement error of the best that so many modes could do, over what was
  /// wished: no model with them is better.
  using MeasureModes = std::function<double(int n_modes)>;

  /// Modes are added until the wish is met, with as few pressures as meet it;
  /// then the cubature is made as coarse as the wish allows. If nothing meets
  /// the wish, `best` is what comes nearest.
  SizeChoice choose_sizes(const SizeLimits &limits,
                          const MeasureModes &least,
                          const MeasureSizes &measure);

  /// Pressures to n modes and a cubature: the fewest with which the
  /// displacement error is within a tenth of the smallest that any number of
  /// pressures gives. Too few leave volume changes free, too many lock.
  SizeChoice choose_pressures(const ModelSizes &sizes,
                              int most,
                              const MeasureSizes &measure);
} // namespace rivlin
