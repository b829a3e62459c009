// SPDX-License-Identifier: Apache-2.0
// The tangent of contact between a patch and a face of the body, summed over
// the points of the patch.
#pragma once

#include <rivlin/fe/placed_surface.h>
#include <rivlin/solid/gap_stiffness.h>

#include <vector>

namespace rivlin
{
  /// A pair under pressure; `weight`: half of the area.
  struct PressedPair
  {
    const ContactPair *pair;
    double weight;
    ContactResponse response;
  };

  /// The tangents of all pairs between two faces are handed over as one sum:
  /// finding its places in the matrix costs as much as computing it.
  template <int dim>
  class PairBlock
  {
  public:
    PairBlock(const BodySurface<dim> &surface, TangentBlocks &blocks);

    /// Add the stiffness of the pressed pairs of a group. If they are between
    /// other faces than before, the sum is handed over.
    void add(const PairGroup &group,
             std::span<const PressedPair> pairs,
             const PlacedFace &face);

    /// Hand over the last sum.
    void finish();

  private:
    const BodySurface<dim> &surface;
    TangentBlocks &blocks;
    GapStiffness stiffness;
    std::array<int, 2> faces = {};
    std::vector<unsigned int> dofs; ///< empty: there is no sum
    std::vector<double> block;
  };

  /// The degrees of freedom of a patch, then those of a face.
  template <int dim>
  void dofs_of_pair(const BodySurface<dim> &surface,
                    const ContactPair &pair,
                    std::vector<unsigned int> &dofs);
} // namespace rivlin
