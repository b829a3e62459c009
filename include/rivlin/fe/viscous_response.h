// SPDX-License-Identifier: Apache-2.0
// How much time viscous rubber has in a step.
#pragma once

namespace rivlin
{
  enum class ViscousResponse
  {
    rate,         ///< as long as the step takes; dynamics always
    relaxed,      ///< infinite time: long-term stiffness
    instantaneous ///< none
  };
} // namespace rivlin
