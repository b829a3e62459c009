// SPDX-License-Identifier: Apache-2.0
// The motion of a sleeve from its six channels.
#pragma once

#include <rivlin/dynamics/channel.h>
#include <rivlin/dynamics/rigid_sleeve.h>
#include <rivlin/solid/sleeve.h>

#include <array>

namespace rivlin
{
  /// Motion about the sleeve's own centre with the first `order` derivatives;
  /// pose[k] holds the k-th time derivatives of the six numbers.
  RigidMotion rigid_motion(const std::array<SleevePose, 4> &pose, int order);

  struct SleeveChannels
  {
    std::array<Channel, 3> translation;
    std::array<Channel, 3> rotation; ///< of the rotation vector

    RigidMotion motion(double t, int order) const;
  };
} // namespace rivlin
