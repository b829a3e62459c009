// SPDX-License-Identifier: Apache-2.0
// Sums of blocks between two faces; the upper triangle is mirrored at the end.
#include <rivlin/fe/pair_block.h>

namespace rivlin
{
  template <int dim>
  PairBlock<dim>::PairBlock(TangentBlocks &to_blocks)
    : blocks(to_blocks)
  {}

  template <int dim>
  void PairBlock<dim>::begin(const BodySurface<dim> &surface,
                             const std::vector<int> &point_nodes,
                             const int partner_face)
  {
    if (partner_face == face && point_nodes == nodes)
      return;
    finish();
    face                = partner_face;
    nodes               = point_nodes;
    const auto add_dofs = [&](const int node) {
      dofs.insert(dofs.end(),
                  surface.nodes[node].dofs.begin(),
                  surface.nodes[node].dofs.end());
    };
    for (const int node : nodes)
      add_dofs(node);
    for (const int node : surface.nodes_of(face))
      add_dofs(node);
    block.assign(dofs.size() * dofs.size(), 0.);
  }

  template <int dim>
  void PairBlock<dim>::add(const double weight,
                           const ContactResponse &response,
                           const FaceGap &gap,
                           const std::vector<double> &a,
                           const std::vector<Eigen::Vector2d> &b)
  {
    const double p      = weight * response.pressure;
    const Matrix3 nn    = gap.n * gap.n.transpose();
    const Matrix3 main  = weight * response.stiffness * nn - p * gap.Q;
    const std::size_t n = dofs.size();
    for (std::size_t k = 0; k < a.size(); ++k)
      {
        const Vector3 slope_k         = gap.G * b[k];
        const Eigen::Vector2d twist_k = gap.value * (gap.D * b[k]);
        for (std::size_t l = k; l < a.size(); ++l)
          {
            const Vector3 slope_l = gap.G * b[l];
            const double twist    = twist_k.dot(b[l]);
            const double aa = a[k] * a[l], pa_k = p * a[k], pa_l = p * a[l];
            for (int i = 0; i < dim; ++i)
              for (int j = 0; j < dim; ++j)
                block[(k * dim + i) * n + l * dim + j] +=
                  aa * main(i, j) + p * twist * nn(i, j) -
                  pa_k * slope_l[i] * gap.n[j] - pa_l * gap.n[i] * slope_k[j];
          }
      }
  }

  template <int dim>
  void PairBlock<dim>::finish()
  {
    const std::size_t n = dofs.size();
    if (n == 0)
      return;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (i / dim != j / dim)
          block[i * n + j] = block[j * n + i];
    TangentBlock result{-1, {}, block.data()};
    result.dofs = dofs;
    blocks.add(result);
    dofs.clear();
    face = -1;
  }

  template class PairBlock<2>;
  template class PairBlock<3>;
} // namespace rivlin
