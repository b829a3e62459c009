// SPDX-License-Identifier: Apache-2.0
// What acts on the surface of a body, as plain arrays.
#pragma once

#include <array>
#include <string>
#include <vector>

namespace rivlin
{
  /// Quadrature points of the undeformed faces of a boundary set, with the
  /// nodes of their faces: the shape functions of all others vanish there.
  struct BodySurface
  {
    int n_nodes = 0;               ///< per point
    std::vector<int> nodes;        ///< [point][node of the face]
    std::vector<double> shape;     ///< [point][node of the face]
    std::vector<double> gradients; ///< [point][node of the face][direction]
    std::vector<double> normals;   ///< [point][direction], outwards
    std::vector<double> weights;   ///< thickness included in 2D

    int n_points() const
    {
      return static_cast<int>(weights.size());
    }
  };

  enum class BodyLoadKind
  {
    traction, ///< force per undeformed area, dim channels
    pressure, ///< follows the surface, one channel
    springs   ///< to the ground, no channel
  };

  struct BodyLoad
  {
    std::string name; ///< of the section of the case
    BodyLoadKind kind = BodyLoadKind::pressure;
    BodySurface surface;
    /// Of springs: per displacement or velocity and undeformed area.
    std::array<double, 3> stiffness{};
    std::array<double, 3> viscosity{};
  };
} // namespace rivlin
