// SPDX-License-Identifier: Apache-2.0
// The yardstick: one cell of the mixed form by FEValues and a double loop over
// the degrees of freedom, as a deal.II program is usually written.
#pragma once

#include <rivlin/spaces/discretization.h>

#include <deal.II/base/symmetric_tensor.h>
#include <deal.II/fe/fe_values.h>
#include <deal.II/lac/full_matrix.h>
#include <deal.II/lac/vector.h>

#include <vector>

namespace rivlin
{
  /// Mooney-Rivlin rubber with the quadratic volumetric law in the mixed form,
  /// integrated in the spatial configuration (Holzapfel, Nonlinear Solid
  /// Mechanics, 2000, section 6.6). Same work as ElementKernel::evaluate with
  /// Need::residual_and_tangent: force, stiffness, coupling, compliance.
  template <int dim>
  class PlainLoop
  {
  public:
    PlainLoop(const Discretization<dim> &discretization,
              const MooneyRivlin &law,
              double bulk_modulus);

    /// Residual and matrix [[K, B^T], [B, -C]] of a cell in deal.II's numbering
    /// at the displacements and pressures `dofs` (ghosts updated).
    void evaluate(const typename Discretization<dim>::CellIterator &cell,
                  const DofVector &dofs);

    const dealii::FullMatrix<double> &matrix() const
    {
      return cell_matrix;
    }
    const dealii::Vector<double> &residual() const
    {
      return cell_residual;
    }

  private:
    void add_point(unsigned int q);

    MooneyRivlin law;
    double bulk_modulus;
    dealii::FEValues<dim> fe_values;
    std::vector<dealii::Tensor<2, dim>> displacement_gradients;
    std::vector<double> pressures;
    // At one quadrature point, per degree of freedom.
    std::vector<dealii::Tensor<1, dim>> gradient;
    std::vector<dealii::SymmetricTensor<2, dim>> strain;
    std::vector<double> pressure_shape;
    std::vector<unsigned int> component;
    dealii::FullMatrix<double> cell_matrix;
    dealii::Vector<double> cell_residual;
  };
} // namespace rivlin
