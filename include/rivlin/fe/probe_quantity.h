// SPDX-License-Identifier: Apache-2.0
// What a probe can tell.
#pragma once

namespace rivlin
{
  enum class ProbeQuantity
  {
    displacement,
    velocity,
    stress, ///< Cauchy
    von_mises,
    pressure, ///< mean Cauchy stress, positive in tension
    principal_stretch,
    volume_ratio
  };
} // namespace rivlin
