// SPDX-License-Identifier: Apache-2.0
// The shape functions sum up to one: the weight of a node is the sum of its row
// of the mass matrix times g.
#include <rivlin/fe/gravity.h>

namespace rivlin
{
  namespace
  {
    template <int dim>
    class GravityAction final : public BodyAction<dim>
    {
    public:
      GravityAction(const Gravity<dim> &given, const BodyView<dim> &body)
        : gravity(given)
      {
        const Discretization<dim> &space = body.discretization;
        const int n_nodes = space.n_displacements_per_cell() / dim;
        mass.assign(space.n_relevant_dofs(), 0.);
        component.assign(space.n_relevant_dofs(), 0);
        std::vector<double> block;
        for (int c = 0; c < space.n_cells(); ++c)
          {
            space.kernel().mass(body.materials[c]->density,
                                space.weights(c),
                                block);
            for (int a = 0; a < n_nodes; ++a)
              for (int i = 0; i < dim; ++i)
                {
                  const unsigned int dof = space.cell_dofs(c)[a * dim + i];
                  component[dof]         = static_cast<signed char>(i);
                  for (int b = 0; b < n_nodes; ++b)
                    mass[dof] += block[a * n_nodes + b];
                }
          }
      }

      std::string kind() const override
      {
        return "gravity";
      }
      Evaluation add_residual(const BodyState &at,
                              DofVector &residual) const override
      {
        subtract(gravity.acceleration(at.time, 0), residual);
        return {};
      }
      TimeDependence time_dependence() const override
      {
        return TimeDependence::given;
      }
      void add_time_rate(const BodyState &at, DofVector &rate) const override
      {
        subtract(gravity.acceleration(at.time, 1), rate);
      }

    private:
      void subtract(const dealii::Tensor<1, dim> &g, DofVector &residual) const
      {
        for (std::size_t dof = 0; dof < mass.size(); ++dof)
          residual.local_element(dof) -= mass[dof] * g[component[dof]];
      }

      Gravity<dim> gravity;
      std::vector<double> mass; ///< of this rank's cells; 0 at pressures
      std::vector<signed char> component;
    };
  } // namespace

  template <int dim>
  std::unique_ptr<BodyAction<dim>>
  Gravity<dim>::operator()(const BodyView<dim> &body) const
  {
    return std::make_unique<GravityAction<dim>>(*this, body);
  }

  template struct Gravity<2>;
  template struct Gravity<3>;
} // namespace rivlin
