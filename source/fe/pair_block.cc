// SPDX-License-Identifier: Apache-2.0
// Sums of blocks between two faces; the upper triangle is mirrored at the end.
#include <rivlin/fe/pair_block.h>

namespace rivlin
{
  template <int dim>
  PairBlock<dim>::PairBlock(const BodySurface<dim> &of_surface,
                            TangentBlocks &to_blocks)
    : surface(of_surface)
    , blocks(to_blocks)
    , stiffness(of_surface.shape)
  {}

  template <int dim>
  void PairBlock<dim>::add(const PairGroup &group,
                           const std::span<const PressedPair> pairs,
                           const PlacedFace &face)
  {
    if (!dofs.empty() && group.faces != faces)
      finish();
    const ContactPair &first = *pairs[0].pair;
    const auto &points       = surface.patches[first.patch];
    stiffness.begin(static_cast<int>(points.nodes.size()));
    FaceValues values;
    for (const auto &[pair, weight, response] : pairs)
      {
        surface.shape.evaluate(pair->foot.xi, values);
        stiffness.add(
          points.weights_of(pair->point),
          values,
          face_gap(surface.shape, face, pair->foot, pair->side, pair->at, true),
          response,
          weight);
      }
    const double *sum        = stiffness.sum();
    const std::size_t stride = stiffness.stride();
    if (dofs.empty())
      {
        faces = group.faces;
        dofs_of_pair(surface, first, dofs);
        const std::size_t n = dofs.size();
        block.resize(n * n);
        for (std::size_t i = 0; i < n; ++i)
          for (std::size_t j = i / dim * dim; j < n; ++j)
            block[i * n + j] = sum[i * stride + j];
        return;
      }
    // Points of the other face: their nodes stand the other way round. The
    // upper triangle has that of the two faces and, transposed, what is
    // between.
    const std::size_t n = dofs.size(), half = n / 2;
    for (std::size_t i = 0; i < half; ++i)
      {
        const double *upper = sum + i * stride;
        const double *lower = sum + (half + i) * stride + half;
        for (std::size_t j = i / dim * dim; j < half; ++j)
          {
            block[i * n + j] += lower[j];
            block[(half + i) * n + half + j] += upper[j];
          }
        for (std::size_t j = 0; j < half; ++j)
          block[j * n + half + i] += upper[half + j];
      }
  }

  template <int dim>
  void PairBlock<dim>::finish()
  {
    const std::size_t n = dofs.size();
    if (n == 0)
      return;
    for (std::size_t node = dim; node < n; node += dim)
      for (int i = 0; i < dim; ++i)
        for (std::size_t j = 0; j < node; ++j)
          block[(node + i) * n + j] = block[j * n + node + i];
    TangentBlock result{-1, {}, block.data()};
    result.dofs = dofs;
    blocks.add(result);
    dofs.clear();
  }

  template <int dim>
  void dofs_of_pair(const BodySurface<dim> &surface,
                    const ContactPair &pair,
                    std::vector<unsigned int> &dofs)
  {
    dofs.clear();
    const auto add = [&](const int node) {
      dofs.insert(dofs.end(),
                  surface.nodes[node].dofs.begin(),
                  surface.nodes[node].dofs.end());
    };
    for (const int node : surface.patches[pair.patch].nodes)
      add(node);
    for (const int node : surface.nodes_of(pair.face))
      add(node);
  }

  template class PairBlock<2>;
  template class PairBlock<3>;
  template void dofs_of_pair(const BodySurface<2> &,
                             const ContactPair &,
                             std::vector<unsigned int> &);
  template void dofs_of_pair(const BodySurface<3> &,
                             const ContactPair &,
                             std::vector<unsigned int> &);
} // namespace rivlin
