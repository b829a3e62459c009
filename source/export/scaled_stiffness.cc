// SPDX-License-Identifier: Apache-2.0
// Division of everything that is a force and not the rubber's.
#include <rivlin/export/scaled_stiffness.h>

namespace rivlin
{
  ReducedModelData scaled_stiffness(ReducedModelData data, const double scale)
  {
    data.mass /= scale;
    data.gravity /= scale;
    data.stiffness /= scale;
    for (ReducedLoad &load : data.loads)
      {
        load.constant /= scale;
        load.linear /= scale;
        load.quadratic /= scale;
      }
    data.start.sleeve_loads /= scale;
    for (ReducedSleeve &sleeve : data.sleeves)
      {
        sleeve.body.mass /= scale;
        sleeve.body.inertia /= scale;
        for (double &spring : sleeve.body.stiffness)
          spring /= scale;
        for (double &damper : sleeve.body.damping)
          damper /= scale;
      }
    return data;
  }
} // namespace rivlin
