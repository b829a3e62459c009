// SPDX-License-Identifier: Apache-2.0
// Channels with their derivatives -> rigid motion with its derivatives.
#include <rivlin/online/sleeve_channels.h>

namespace rivlin
{
  RigidMotion SleeveChannels::motion(const double t, const int order) const
  {
    std::array<SleevePose, 4> pose;
    for (int i = 0; i < 3; ++i)
      {
        const Taylor<3> x   = translation[i].evaluate(t, order);
        const Taylor<3> phi = rotation[i].evaluate(t, order);
        for (int k = 0; k <= order; ++k)
          {
            pose[k].translation[i]     = x.derivative(k);
            pose[k].rotation_vector[i] = phi.derivative(k);
          }
      }
    return rigid_motion(pose, order);
  }
} // namespace rivlin
