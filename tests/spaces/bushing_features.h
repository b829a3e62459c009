// SPDX-License-Identifier: Apache-2.0
// Bushings with voids, shaped ends and flanges, for tests.
#pragma once

#include <rivlin/spaces/mesh_parameters.h>

namespace rivlin
{
  /// Inner radius 10, outer radius 25; voids at +-x.
  inline MeshParameters two_voids()
  {
    MeshParameters parameters;
    parameters.voids             = 2;
    parameters.void_width        = 80;
    parameters.void_inner_radius = 14;
    parameters.void_outer_radius = 22;
    parameters.elements_axial    = 4;
    return parameters;
  }

  inline MeshParameters with_ends(MeshParameters parameters,
                                  const FreeSurface free_surface)
  {
    parameters.free_surface = free_surface;
    return parameters;
  }

  inline MeshParameters with_flanges(MeshParameters parameters,
                                     const Flanges flanges)
  {
    parameters.flanges          = flanges;
    parameters.flange_radius    = 33;
    parameters.flange_thickness = 5;
    return parameters;
  }
} // namespace rivlin
