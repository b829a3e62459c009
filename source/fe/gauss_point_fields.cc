// SPDX-License-Identifier: Apache-2.0
// Fields at Gauss points, and their linear fit.
#include <rivlin/fe/gauss_point_fields.h>

#include <rivlin/solid/point_response.h>
#include <rivlin/solid/stress_measures.h>

#include <deal.II/base/quadrature_lib.h>
#include <deal.II/fe/fe_dgq.h>
#include <deal.II/fe/fe_tools.h>

#include <algorithm>
#include <array>

namespace rivlin
{
  using namespace dealii;

  template <int dim>
  std::pair<Matrix3, double> gauss_point_state(const Discretization<dim> &space,
                                               const int c,
                                               const int q,
                                               const DofVector &dofs)
  {
    const ElementBasis &basis = space.kernel().basis();
    const auto indices        = space.cell_dofs(c);
    const double *jacobian    = space.inverse_jacobians(c) + q * dim * dim;
    Matrix3 F                 = Matrix3::Identity();
    for (int r = 0; r < dim; ++r)
      for (int a = 0; a < basis.n_nodes; ++a)
        {
          const double gradient =
            basis.reference_gradients[(q * dim + r) * basis.n_nodes + a];
          for (int i = 0; i < dim; ++i)
            for (int J = 0; J < dim; ++J)
              F(i, J) += dofs.local_element(indices[a * dim + i]) * gradient *
                         jacobian[r * dim + J];
        }
    double p = 0;
    for (int m = 0; m < basis.n_pressure_nodes; ++m)
      p += basis.pressure_values[q * basis.n_pressure_nodes + m] *
           dofs.local_element(indices[basis.n_nodes * dim + m]);
    return {F, p};
  }

  template <int dim>
  void evaluate_gauss_points(const FEModel<dim> &model,
                             const int c,
                             const BodyState &at,
                             GaussPointFields &at_points)
  {
    const auto &space         = model.discretization();
    const ElementBasis &basis = space.kernel().basis();
    at_points.resize(basis.n_points, n_gauss_point_fields);
    CellHistory<dim> cell_history(model.viscous_cells(), at);
    const StressHistory *history = cell_history(c);
    // The components that plane strain does not have stay zero.
    std::array<double, 6> stress_of_point = {};
    StressHistory here;
    for (int q = 0; q < basis.n_points; ++q)
      {
        const auto [F, p] = gauss_point_state(space, c, q, at.displacement);
        const Material &material = model.material_of_cell(c);
        if (history != nullptr)
          {
            here = *history;
            if (history->stress != nullptr)
              {
                constexpr int n = n_symmetric(dim);
                std::copy_n(history->stress + q * n, n, stress_of_point.data());
                here.stress = stress_of_point.data();
              }
          }
        const StressHistory *given = history != nullptr ? &here : nullptr;
        const PointResponse response =
          basis.n_pressure_nodes > 0
            ? evaluate_point(material, F, p, Need::residual, given)
            : evaluate_point(material, F, Need::residual, given);
        const Matrix3 stress = cauchy_stress(response.P, F);
        at_points.row(q).template head<9>() =
          Eigen::Map<const Eigen::Matrix<double, 1, 9>>(stress.data());
        at_points(q, stretch_field) = principal_stretches(F)[0];
        at_points(q, volume_field)  = F.determinant();
      }
  }

  template <int dim>
  Matrix linear_fit(const Discretization<dim> &space)
  {
    const QGauss<dim> quadrature(space.element().degree + 1);
    const FE_DGQ<dim> linear(1);
    FullMatrix<double> projection(linear.n_dofs_per_cell(), quadrature.size());
    FETools::compute_projection_from_quadrature_points_matrix(linear,
                                                              quadrature,
                                                              quadrature,
                                                              projection);
    return Eigen::Map<
      const Eigen::
        Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(
      &projection(0, 0), linear.n_dofs_per_cell(), quadrature.size());
  }

  template std::pair<Matrix3, double>
  gauss_point_state(const Discretization<2> &, int, int, const DofVector &);
  template std::pair<Matrix3, double>
  gauss_point_state(const Discretization<3> &, int, int, const DofVector &);
  template void evaluate_gauss_points(const FEModel<2> &,
                                      int,
                                      const BodyState &,
                                      GaussPointFields &);
  template void evaluate_gauss_points(const FEModel<3> &,
                                      int,
                                      const BodyState &,
                                      GaussPointFields &);
  template Matrix linear_fit(const Discretization<2> &);
  template Matrix linear_fit(const Discretization<3> &);
} // namespace rivlin
