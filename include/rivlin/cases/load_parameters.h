// SPDX-License-Identifier: Apache-2.0
// What section Loads of a parameter file can say.
#pragma once

#include <rivlin/dynamics/channel.h>

#include <array>
#include <string>

namespace rivlin
{
  enum class LoadType
  {
    traction,
    pressure,
    springs
  };

  struct LoadParameters
  {
    std::string set;
    LoadType type = LoadType::traction;
    std::array<Channel, 3> traction;
    Channel pressure;
    std::array<double, 3> stiffness = {0, 0, 0}; ///< of springs
    std::array<double, 3> viscosity = {0, 0, 0};
  };
} // namespace rivlin
