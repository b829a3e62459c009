// SPDX-License-Identifier: Apache-2.0
// Kirchhoff stress, spatial tangent and the double loop over the unknowns.
#include "plain_loop.h"

#include <deal.II/base/quadrature_lib.h>

#include <cmath>

namespace rivlin
{
  using namespace dealii;

  namespace
  {
    /// Kirchhoff stress and its spatial tangent (Jc of the Lie derivative).
    template <int dim>
    struct SpatialResponse
    {
      SymmetricTensor<2, dim> tau;
      SymmetricTensor<4, dim> Jc;
      double J;
    };

    /// (b (.) b)_ijkl = (b_ik b_jl + b_il b_jk) / 2.
    template <int dim>
    SymmetricTensor<4, dim> symmetric_square(const SymmetricTensor<2, dim> &b)
    {
      SymmetricTensor<4, dim> result;
      for (unsigned int i = 0; i < dim; ++i)
        for (unsigned int j = i; j < dim; ++j)
          for (unsigned int k = 0; k < dim; ++k)
            for (unsigned int l = k; l < dim; ++l)
              result[i][j][k][l] =
                0.5 * (b[i][k] * b[j][l] + b[i][l] * b[j][k]);
      return result;
    }

    /// Holzapfel (6.101), (6.168): isochoric part by the projection of the
    /// fictitious stress and tangent; volumetric part with the pressure p.
    template <int dim>
    SpatialResponse<dim>
    spatial_response(const MooneyRivlin &law, const Tensor<2, dim> &F, double p)
    {
      static_assert(dim == 3, "The yardstick is for three dimensions.");
      const auto &I  = unit_symmetric_tensor<dim>();
      const double J = determinant(F);
      const SymmetricTensor<2, dim> b =
        std::pow(J, -2. / dim) * symmetrize(F * transpose(F));
      const SymmetricTensor<2, dim> b_square =
        symmetrize(Tensor<2, dim>(b) * Tensor<2, dim>(b));
      const double I1 = trace(b);

      const SymmetricTensor<2, dim> tau_bar =
        2 * (law.c10 + law.c01 * I1) * b - 2 * law.c01 * b_square;
      const SymmetricTensor<2, dim> tau_iso = deviator(tau_bar);

      // The projection of 4 c01 (b x b - b (.) b) from both sides.
      const SymmetricTensor<2, dim> b_deviator = deviator(b);
      SymmetricTensor<4, dim> projected =
        outer_product(b_deviator, b_deviator) - symmetric_square(b) +
        (outer_product(b_square, I) + outer_product(I, b_square)) / dim -
        trace(b_square) / (dim * dim) * outer_product(I, I);
      projected *= 4 * law.c01;

      SpatialResponse<dim> response;
      response.J   = J;
      response.tau = tau_iso + p * J * I;
      response.Jc =
        projected + 2. / dim * trace(tau_bar) * deviator_tensor<dim>() -
        2. / dim * (outer_product(tau_iso, I) + outer_product(I, tau_iso)) +
        p * J * (outer_product(I, I) - 2 * identity_tensor<dim>());
      return response;
    }
  } // namespace

  template <int dim>
  PlainLoop<dim>::PlainLoop(const Discretization<dim> &discretization,
                            const MooneyRivlin &mooney_rivlin,
                            const double kappa)
    : law(mooney_rivlin)
    , bulk_modulus(kappa)
    , fe_values(discretization.mapping(),
                discretization.element(),
                QGauss<dim>(discretization.element().degree + 1),
                update_values | update_gradients | update_JxW_values)
    , displacement_gradients(fe_values.n_quadrature_points)
    , pressures(fe_values.n_quadrature_points)
    , gradient(fe_values.dofs_per_cell)
    , strain(fe_values.dofs_per_cell)
    , pressure_shape(fe_values.dofs_per_cell)
    , cell_matrix(fe_values.dofs_per_cell)
    , cell_residual(fe_values.dofs_per_cell)
  {
    for (unsigned int k = 0; k < fe_values.dofs_per_cell; ++k)
      component.push_back(
        discretization.element().system_to_component_index(k).first);
  }

  template <int dim>
  void PlainLoop<dim>::evaluate(
    const typename Discretization<dim>::CellIterator &cell,
    const DofVector &dofs)
  {
    const FEValuesExtractors::Vector displacement(0);
    const FEValuesExtractors::Scalar pressure(dim);
    cell_matrix   = 0;
    cell_residual = 0;
    fe_values.reinit(cell);
    fe_values[displacement].get_function_gradients(dofs,
                                                   displacement_gradients);
    fe_values[pressure].get_function_values(dofs, pressures);
    for (const unsigned int q : fe_values.quadrature_point_indices())
      add_point(q);
    const unsigned int n = fe_values.dofs_per_cell;
    for (unsigned int i = 0; i < n; ++i)
      for (unsigned int j = i + 1; j < n; ++j)
        cell_matrix(j, i) = cell_matrix(i, j);
  }

  template <int dim>
  void PlainLoop<dim>::add_point(const unsigned int q)
  {
    const FEValuesExtractors::Vector displacement(0);
    const FEValuesExtractors::Scalar pressure(dim);
    Tensor<2, dim> F = displacement_gradients[q];
    for (unsigned int i = 0; i < dim; ++i)
      F[i][i] += 1;
    const auto [tau, Jc, J]        = spatial_response(law, F, pressures[q]);
    const Tensor<2, dim> F_inverse = invert(F);
    const double JxW               = fe_values.JxW(q);
    const unsigned int n           = fe_values.dofs_per_cell;
    for (unsigned int k = 0; k < n; ++k)
      if (component[k] < dim)
        {
          const Tensor<2, dim> spatial =
            fe_values[displacement].gradient(k, q) * F_inverse;
          gradient[k] = spatial[component[k]];
          strain[k]   = symmetrize(spatial);
        }
      else
        pressure_shape[k] = fe_values[pressure].value(k, q);

    for (unsigned int i = 0; i < n; ++i)
      if (component[i] < dim)
        {
          const SymmetricTensor<2, dim> stress = strain[i] * Jc * JxW;
          const Tensor<1, dim> geometric       = gradient[i] * tau * JxW;
          const double divergence              = J * trace(strain[i]) * JxW;
          cell_residual(i) += strain[i] * tau * JxW;
          for (unsigned int j = i; j < n; ++j)
            if (component[j] == dim)
              cell_matrix(i, j) += divergence * pressure_shape[j];
            else if (component[j] == component[i])
              cell_matrix(i, j) += stress * strain[j] + geometric * gradient[j];
            else
              cell_matrix(i, j) += stress * strain[j];
        }
      else
        {
          const double volume = J - 1 - pressures[q] / bulk_modulus;
          cell_residual(i) += pressure_shape[i] * volume * JxW;
          for (unsigned int j = i; j < n; ++j)
            if (component[j] == dim)
              cell_matrix(i, j) -=
                pressure_shape[i] * pressure_shape[j] / bulk_modulus * JxW;
            else
              cell_matrix(i, j) +=
                pressure_shape[i] * J * trace(strain[j]) * JxW;
        }
  }

  template class PlainLoop<3>;
} // namespace rivlin
