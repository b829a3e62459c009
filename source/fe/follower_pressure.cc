// SPDX-License-Identifier: Apache-2.0
// Follower loads; see doc/theory/mixed_form.md, section "Loads".
#include <rivlin/fe/follower_pressure.h>

#include <rivlin/fe/surface_patch.h>

namespace rivlin
{
  using namespace dealii;

  namespace
  {
    template <int dim>
    class PressureAction final : public BodyAction<dim>
    {
    public:
      PressureAction(const FollowerPressure &pressure,
                     const BodyView<dim> &body)
        : load(pressure)
        , space(body.discretization)
        , patches(surface_patches(body.mesh, space, load.set, true))
      {}

      std::string kind() const override
      {
        return "pressure";
      }
      std::vector<std::string> sets() const override
      {
        return {load.set};
      }
      Evaluation add_residual(const BodyState &at,
                              DofVector &residual) const override
      {
        add(load.pressure(at.time), at.displacement, residual);
        return {};
      }
      TimeDependence time_dependence() const override
      {
        return load.rate ? TimeDependence::given : TimeDependence::differences;
      }
      void add_time_rate(const BodyState &at, DofVector &rate) const override
      {
        add(load.rate(at.time), at.displacement, rate);
      }
      void add_tangent(const BodyState &at,
                       TangentBlocks &blocks) const override;

    private:
      /// Nanson: n da = J F^-T N dA.
      void add(const double pressure,
               const DofVector &dofs,
               DofVector &residual) const
      {
        for (const SurfacePatch<dim> &patch : patches)
          for (std::size_t q = 0; q < patch.weight.size(); ++q)
            {
              const Tensor<2, dim> F =
                deformation_gradient(space, patch, q, dofs);
              subtract_force<dim>(space,
                                  patch,
                                  q,
                                  -pressure * determinant(F) *
                                    (transpose(invert(F)) * patch.normal[q]),
                                  residual);
            }
      }

      FollowerPressure load;
      const Discretization<dim> &space;
      std::vector<SurfacePatch<dim>> patches;
    };

    template <int dim>
    void PressureAction<dim>::add_tangent(const BodyState &at,
                                          TangentBlocks &blocks) const
    {
      const double pressure = load.pressure(at.time);
      std::vector<double> block;
      std::vector<Tensor<1, dim>> h;
      for (const SurfacePatch<dim> &patch : patches)
        {
          const std::size_t n_nodes = patch.nodes.size(), n = n_nodes * dim;
          block.assign(n * n, 0.);
          h.resize(n_nodes);
          for (std::size_t q = 0; q < patch.weight.size(); ++q)
            {
              // d(J H)_iJ/dF_kL N_J = J (H_kL (H N)_i - H_iL (H N)_k), H = F^-T
              const Tensor<2, dim> F =
                deformation_gradient(space, patch, q, at.displacement);
              const Tensor<2, dim> H = transpose(invert(F));
              const Tensor<1, dim> m = H * patch.normal[q];
              const double scale = pressure * determinant(F) * patch.weight[q];
              // Gradients of nodes off the face are normal to it, and H times
              // the normal is m: their columns vanish.
              for (std::size_t b = 0; b < n_nodes; ++b)
                h[b] = H * shape_gradient(patch, q, patch.nodes[b]);
              for (std::size_t a = 0; a < n_nodes; ++a)
                {
                  const double shape = scale * patch.shape[q * n_nodes + a];
                  for (std::size_t b = 0; b < n_nodes; ++b)
                    for (int i = 0; i < dim; ++i)
                      for (int k = 0; k < dim; ++k)
                        block[(a * dim + i) * n + b * dim + k] +=
                          shape * (h[b][k] * m[i] - h[b][i] * m[k]);
                }
            }
          blocks.add({patch.cell,
                      patch.nodes,
                      block.data(),
                      TangentBlock::By::displacement,
                      false});
        }
    }
  } // namespace

  template <int dim>
  std::unique_ptr<BodyAction<dim>>
  FollowerPressure::operator()(const BodyView<dim> &body) const
  {
    return std::make_unique<PressureAction<dim>>(*this, body);
  }

  template std::unique_ptr<BodyAction<2>>
  FollowerPressure::operator()(const BodyView<2> &) const;
  template std::unique_ptr<BodyAction<3>>
  FollowerPressure::operator()(const BodyView<3> &) const;
} // namespace rivlin
