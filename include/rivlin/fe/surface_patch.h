// SPDX-License-Identifier: Apache-2.0
// Shape functions and geometry at the quadrature points of boundary faces.
#pragma once

#include <rivlin/spaces/discretization.h>

#include <deal.II/base/point.h>
#include <deal.II/base/tensor.h>

#include <string>
#include <vector>

namespace rivlin
{
  /// One undeformed face of a cell of this rank. Shape functions of nodes that
  /// do not lie on the face vanish there.
  template <int dim>
  struct SurfacePatch
  {
    int cell;
    std::vector<int> nodes;       ///< of the face, their numbers in the cell
    std::vector<double> shape;    ///< [point][node of the face]
    std::vector<double> gradient; ///< [point][node of the cell][direction]
    std::vector<dealii::Point<dim>> X;
    std::vector<dealii::Tensor<1, dim>> normal;
    std::vector<double> weight; ///< with the thickness of a plane model
  };

  /// The faces of a boundary set; throws Error if there is no such set.
  /// Gradients only if asked for.
  template <int dim>
  std::vector<SurfacePatch<dim>>
  surface_patches(const Mesh<dim> &mesh,
                  const Discretization<dim> &discretization,
                  const std::string &set,
                  bool gradients = false);

  /// Gradient at point q of the shape function of a node of the cell.
  template <int dim>
  dealii::Tensor<1, dim> shape_gradient(const SurfacePatch<dim> &patch,
                                        const std::size_t q,
                                        const int node)
  {
    const std::size_t n_values = patch.gradient.size() / patch.weight.size();
    dealii::Tensor<1, dim> result;
    for (int J = 0; J < dim; ++J)
      result[J] = patch.gradient[q * n_values + node * dim + J];
    return result;
  }

  /// F at point q of a patch with gradients; `dofs` with ghosts.
  template <int dim>
  dealii::Tensor<2, dim>
  deformation_gradient(const Discretization<dim> &discretization,
                       const SurfacePatch<dim> &patch,
                       std::size_t q,
                       const DofVector &dofs);

  /// residual -= force, a force per undeformed area at point q.
  template <int dim>
  void subtract_force(const Discretization<dim> &discretization,
                      const SurfacePatch<dim> &patch,
                      std::size_t q,
                      const dealii::Tensor<1, dim> &force,
                      DofVector &residual);
} // namespace rivlin
