// SPDX-License-Identifier: Apache-2.0
// Forces per volume, integrated with one point more per direction than the
// stiffness.
#include <rivlin/fe/body_force.h>

#include <deal.II/base/quadrature_lib.h>
#include <deal.II/fe/fe_values.h>

namespace rivlin
{
  using namespace dealii;

  namespace
  {
    template <int dim>
    class BodyForceAction final : public BodyAction<dim>
    {
    public:
      BodyForceAction(const BodyForce<dim> &body_force,
                      const BodyView<dim> &body)
        : load(body_force)
        , space(body.discretization)
      {
        const auto &fe = space.element().base_element(0);
        const QGauss<dim> quadrature(fe.degree + 1);
        FEValues<dim> values(space.mapping(),
                             fe,
                             quadrature,
                             update_values | update_quadrature_points |
                               update_JxW_values);
        for (unsigned int q = 0; q < quadrature.size(); ++q)
          for (unsigned int a = 0; a < fe.n_dofs_per_cell(); ++a)
            shape.push_back(fe.shape_value(a, quadrature.point(q)));
        for (int c = 0; c < space.n_cells(); ++c)
          {
            values.reinit(
              typename Triangulation<dim>::active_cell_iterator(space.cell(c)));
            for (unsigned int q = 0; q < quadrature.size(); ++q)
              {
                X.push_back(values.quadrature_point(q));
                weight.push_back(values.JxW(q) * space.thickness());
              }
          }
        n_points = quadrature.size();
      }

      std::string kind() const override
      {
        return "body force";
      }
      Evaluation add_residual(const BodyState &at,
                              DofVector &residual) const override
      {
        const std::size_t n_nodes = shape.size() / n_points;
        for (int c = 0; c < space.n_cells(); ++c)
          for (std::size_t q = 0; q < n_points; ++q)
            {
              const std::size_t k        = c * n_points + q;
              const Tensor<1, dim> force = load.force(X[k], at.time);
              const auto dofs            = space.cell_dofs(c);
              for (std::size_t a = 0; a < n_nodes; ++a)
                for (int i = 0; i < dim; ++i)
                  residual.local_element(dofs[a * dim + i]) -=
                    force[i] * shape[q * n_nodes + a] * weight[k];
            }
        return {};
      }
      TimeDependence time_dependence() const override
      {
        return TimeDependence::differences;
      }

    private:
      BodyForce<dim> load;
      const Discretization<dim> &space;
      std::size_t n_points;
      std::vector<double> shape;  ///< [point][node], the same in all cells
      std::vector<Point<dim>> X;  ///< [cell][point]
      std::vector<double> weight; ///< [cell][point]
    };
  } // namespace

  template <int dim>
  std::unique_ptr<BodyAction<dim>>
  BodyForce<dim>::operator()(const BodyView<dim> &body) const
  {
    return std::make_unique<BodyForceAction<dim>>(*this, body);
  }

  template struct BodyForce<2>;
  template struct BodyForce<3>;
} // namespace rivlin
