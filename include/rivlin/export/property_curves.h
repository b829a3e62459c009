// SPDX-License-Identifier: Apache-2.0
// What six springs and dampers that know nothing of each other can say about a
// bushing: curves of a reduced model in each direction, its damping, and what
// such a description misses.
#pragma once

#include <rivlin/online/reduced_model_data.h>

#include <array>
#include <string>
#include <vector>

namespace rivlin
{
  /// x, y, z or about x, y, z. Lengths in mm, angles in degrees, forces in N,
  /// moments in N mm, whatever the units of the model. Forces are those that
  /// act on the rubber: positive for positive displacements.
  struct PropertyDirection
  {
    std::vector<double> displacements; ///< increasing
    std::vector<double> forces;        ///< in equilibrium
    bool is_trained          = true;   ///< otherwise a straight line
    double stiffness         = 0;      ///< static, where the model begins
    double dynamic_stiffness = 0;      ///< |K| at the frequency
    double damping           = 0;      ///< viscous, Im K / omega
    double loss_angle        = 0;      ///< of K [deg]
  };

  struct PropertyCurves
  {
    std::array<PropertyDirection, 6> directions;
    double frequency = 0; ///< of dynamic stiffness and damping [Hz]
    bool is_damped   = false;
    std::vector<std::string> notes; ///< what a user should know
  };

  using PropertyPose = Eigen::Matrix<double, 6, 1>;

  /// Each direction alone goes through its trained range, the others stay where
  /// the model begins. Throws Error if the model is not one of a sleeve in
  /// space that moves relative to one at rest, or the frequency is not
  /// positive.
  PropertyCurves property_curves(const ReducedModelData &data,
                                 double frequency);

  struct PropertyErrors
  {
    int n_poses = 0;
    /// Root mean square of the difference to the coupled model, relative to
    /// that of the coupled model; negative: it has no force there.
    double force  = 0;
    double moment = 0;
    /// Largest difference relative to the largest value.
    double largest_force  = 0;
    double largest_moment = 0;
  };

  /// At poses in the units of the model (translation, rotation vector), in
  /// equilibrium, one after the other.
  PropertyErrors property_errors(const ReducedModelData &data,
                                 const PropertyCurves &curves,
                                 const std::vector<PropertyPose> &poses);

  /// So many poses with all directions at once, the same in every call: drawn
  /// evenly from the trained poses; those outside of the trained range are
  /// pulled half the way to the pose where the model begins until they are
  /// inside.
  std::vector<PropertyPose> drawn_poses(const ReducedModelData &data,
                                        int n_poses);
} // namespace rivlin
