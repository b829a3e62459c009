// SPDX-License-Identifier: Apache-2.0
// The tangent of contact between two faces of the body, summed over the points
// of one of them.
#pragma once

#include <rivlin/fe/body_surface.h>
#include <rivlin/solid/contact_law.h>

#include <vector>

namespace rivlin
{
  /// Points that follow each other mostly belong to the same two faces: their
  /// sum is handed over once, because finding its places in the matrix costs
  /// more than computing it.
  template <int dim>
  class PairBlock
  {
  public:
    explicit PairBlock(TangentBlocks &blocks);

    /// What is added from now on is between these nodes and those of a face;
    /// the sum for other ones is handed over.
    void begin(const BodySurface<dim> &surface,
               const std::vector<int> &point_nodes,
               int partner_face);

    /// Add w (phi'' grad g grad g^T - p grad^2 g), see FaceGap; a and b are
    /// those of the nodes.
    void add(double weight,
             const ContactResponse &response,
             const FaceGap &gap,
             const std::vector<double> &a,
             const std::vector<Eigen::Vector2d> &b);

    /// Hand over the last sum.
    void finish();

  private:
    TangentBlocks &blocks;
    int face = -1;
    std::vector<int> nodes;
    std::vector<unsigned int> dofs;
    std::vector<double> block;
  };
} // namespace rivlin
