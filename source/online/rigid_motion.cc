// SPDX-License-Identifier: Apache-2.0
// Poses with their derivatives -> rigid motion with its derivatives.
#include <rivlin/online/sleeve_channels.h>

namespace rivlin
{
  RigidMotion rigid_motion(const std::array<SleevePose, 4> &pose,
                           const int order)
  {
    const SleeveMotion moving(pose, Vector3::Zero());
    RigidMotion result;
    for (int k = 0; k <= order; ++k)
      {
        result.translation[k] = moving.translation(k);
        result.rotation[k]    = moving.rotation(k);
      }
    return result;
  }
} // namespace rivlin
