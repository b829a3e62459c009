// SPDX-License-Identifier: Apache-2.0
// Interpolation of the inputs of a sleeve.
#include <rivlin/online/sleeve_inputs.h>

#include <rivlin/online/sleeve_channels.h>

namespace rivlin
{
  SleeveInputs::Vector6 SleeveInputs::end_velocity() const
  {
    return end.has_velocity || h == 0 ? end.velocity
                                      : Vector6((end.pose - begin.pose) / h);
  }

  RigidMotion SleeveInputs::motion(const double time) const
  {
    // x = c_0 + c_1 s + c_2 s^2 + c_3 s^3 with s = (time - t) / h.
    std::array<Vector6, 4> x;
    x[0] = begin.pose;
    x[1] = begin.velocity;
    x[2].setZero();
    x[3].setZero();
    if (h > 0)
      {
        const double s     = (time - t) / h;
        const Vector6 jump = end.pose - begin.pose, v_0 = h * begin.velocity,
                      v_1 = h * end_velocity();
        const Vector6 c_2 = 3 * jump - 2 * v_0 - v_1,
                      c_3 = v_0 + v_1 - 2 * jump;
        x[0] += s * (v_0 + s * (c_2 + s * c_3));
        x[1] = (v_0 + s * (2 * c_2 + s * 3 * c_3)) / h;
        x[2] = (2 * c_2 + s * 6 * c_3) / (h * h);
        x[3] = 6 * c_3 / (h * h * h);
      }
    std::array<SleevePose, 4> pose;
    for (int order = 0; order < 4; ++order)
      pose[order] = {x[order].head<3>(), x[order].tail<3>()};
    return rigid_motion(pose, 3);
  }

  SleeveLoad SleeveInputs::load(const double time, const int order) const
  {
    const double s = h > 0 ? (time - t) / h : 0;
    SleeveLoad result;
    if (order == 0)
      {
        result.force  = begin.force + s * (end.force - begin.force);
        result.moment = begin.moment + s * (end.moment - begin.moment);
      }
    else if (h > 0)
      {
        result.force  = (end.force - begin.force) / h;
        result.moment = (end.moment - begin.moment) / h;
      }
    return result;
  }
} // namespace rivlin
