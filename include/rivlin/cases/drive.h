// SPDX-License-Identifier: Apache-2.0
// What happens to a body, known without a mesh: consumed by the full and by the
// reduced model.
#pragma once

#include <rivlin/cases/case_channels.h>
#include <rivlin/cases/case_parameters.h>
#include <rivlin/cases/case_plan.h>
#include <rivlin/dynamics/rigid_sleeve.h>

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace rivlin
{
  /// A support of the case with its channels.
  struct DriveSupport
  {
    std::string name;
    SupportType type = SupportType::fixed;
    std::optional<Sleeve> sleeve; ///< driven or free
    /// Of prescribed components.
    std::array<Channel, 3> displacement;
    std::optional<Channel> radial_displacement;
  };

  /// Sleeves, loads, gravity, load steps and times of a run.
  struct Drive
  {
    /// Acceleration of gravity, order 1 its rate.
    using Gravity = std::function<Vector3(double t, int order)>;

    std::vector<DriveSupport> supports; ///< in the order of the case
    Named<LoadParameters> loads;        ///< with the channels of all load steps
    Gravity gravity;                    ///< empty: none
    bool inertia = false;
    std::vector<NamedChannel> channels; ///< all, as in history.csv
    CasePlan times;
    std::vector<std::string> notices; ///< about channels, for the log
  };

  /// Throws Error for everything about it that the user can repair.
  Drive make_drive(const CaseParameters &parameters);
} // namespace rivlin
