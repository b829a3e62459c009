// SPDX-License-Identifier: Apache-2.0
// Loads; see doc/theory/mixed_form.md, section "Loads".
#include <rivlin/fe/boundary_loads.h>

#include <deal.II/base/quadrature_lib.h>
#include <deal.II/fe/fe_values.h>

namespace rivlin
{
  using namespace dealii;

  namespace
  {
    template <int dim>
    UpdateFlags patch_flags()
    {
      return update_values | update_gradients | update_quadrature_points |
             update_JxW_values;
    }
  } // namespace

  template <int dim>
  BoundaryLoads<dim>::BoundaryLoads(const Mesh<dim> &mesh,
                                    const Discretization<dim> &space,
                                    const ModelDefinition<dim> &definition)
    : discretization(&space)
    , n_nodes(space.n_displacements_per_cell() / dim)
    , body_force(definition.body_force)
  {
    for (const auto &load : definition.tractions)
      tractions.push_back({load, face_patches(mesh, load.set, false)});
    for (const auto &load : definition.pressures)
      pressures.push_back({load, face_patches(mesh, load.set, true)});
    if (body_force)
      body = cell_patches();
  }

  template <int dim>
  std::vector<typename BoundaryLoads<dim>::Patch>
  BoundaryLoads<dim>::face_patches(const Mesh<dim> &mesh,
                                   const std::string &set,
                                   const bool gradients) const
  {
    const auto id  = mesh.boundary_id(set);
    const auto &fe = discretization->element().base_element(0);
    const QGauss<dim - 1> quadrature(fe.degree + 1);
    FEFaceValues<dim> values(discretization->mapping(),
                             fe,
                             quadrature,
                             patch_flags<dim>() | update_normal_vectors);
    std::vector<Patch> patches;
    for (int c = 0; c < discretization->n_cells(); ++c)
      for (const unsigned int face : discretization->cell(c)->face_indices())
        if (discretization->cell(c)->face(face)->at_boundary() &&
            discretization->cell(c)->face(face)->boundary_id() == id)
          {
            values.reinit(typename Triangulation<dim>::active_cell_iterator(
                            discretization->cell(c)),
                          face);
            Patch patch;
            patch.cell   = c;
            patch.X      = values.get_quadrature_points();
            patch.normal = values.get_normal_vectors();
            for (unsigned int q = 0; q < quadrature.size(); ++q)
              {
                patch.weight.push_back(values.JxW(q) *
                                       discretization->thickness());
                for (int a = 0; a < n_nodes; ++a)
                  {
                    patch.shape.push_back(values.shape_value(a, q));
                    if (gradients)
                      for (int J = 0; J < dim; ++J)
                        patch.gradient.push_back(values.shape_grad(a, q)[J]);
                  }
              }
            patches.push_back(std::move(patch));
          }
    return patches;
  }

  template <int dim>
  std::vector<typename BoundaryLoads<dim>::Patch>
  BoundaryLoads<dim>::cell_patches() const
  {
    const auto &fe = discretization->element().base_element(0);
    const QGauss<dim> quadrature(fe.degree + 1);
    FEValues<dim> values(discretization->mapping(),
                         fe,
                         quadrature,
                         update_values | update_quadrature_points |
                           update_JxW_values);
    std::vector<Patch> patches;
    for (int c = 0; c < discretization->n_cells(); ++c)
      {
        values.reinit(typename Triangulation<dim>::active_cell_iterator(
          discretization->cell(c)));
        Patch patch;
        patch.cell = c;
        patch.X    = values.get_quadrature_points();
        for (unsigned int q = 0; q < quadrature.size(); ++q)
          {
            patch.weight.push_back(values.JxW(q) * discretization->thickness());
            for (int a = 0; a < n_nodes; ++a)
              patch.shape.push_back(values.shape_value(a, q));
          }
        patches.push_back(std::move(patch));
      }
    return patches;
  }

  template <int dim>
  Tensor<2, dim> BoundaryLoads<dim>::deformation_gradient(
    const Patch &patch, const int q, const DofVector &dofs) const
  {
    const auto indices = discretization->cell_dofs(patch.cell);
    Tensor<2, dim> F   = unit_symmetric_tensor<dim>();
    for (int a = 0; a < n_nodes; ++a)
      for (int i = 0; i < dim; ++i)
        for (int J = 0; J < dim; ++J)
          F[i][J] += dofs.local_element(indices[a * dim + i]) *
                     patch.gradient[(q * n_nodes + a) * dim + J];
    return F;
  }

  template <int dim>
  void BoundaryLoads<dim>::add_residual(const double t,
                                        const DofVector &dofs,
                                        DofVector &residual) const
  {
    add(t, false, dofs, residual);
  }

  template <int dim>
  void BoundaryLoads<dim>::add_residual_rate(const double t,
                                             const DofVector &dofs,
                                             DofVector &residual) const
  {
    add(t, true, dofs, residual);
  }

  template <int dim>
  bool BoundaryLoads<dim>::has_rates() const
  {
    for (const TractionPatches &part : tractions)
      if (!part.load.rate)
        return false;
    for (const PressurePatches &part : pressures)
      if (!part.load.rate)
        return false;
    return !body_force;
  }

  template <int dim>
  void BoundaryLoads<dim>::add(const double t,
                               const bool rates,
                               const DofVector &dofs,
                               DofVector &residual) const
  {
    const auto add_force = [&](const Patch &patch,
                               const std::size_t q,
                               const Tensor<1, dim> &force) {
      const auto indices = discretization->cell_dofs(patch.cell);
      for (int a = 0; a < n_nodes; ++a)
        for (int i = 0; i < dim; ++i)
          residual.local_element(indices[a * dim + i]) -=
            force[i] * patch.shape[q * n_nodes + a] * patch.weight[q];
    };
    for (const auto &[load, patches] : tractions)
      {
        const auto &traction = rates ? load.rate : load.traction;
        for (const Patch &patch : patches)
          for (std::size_t q = 0; q < patch.weight.size(); ++q)
            add_force(patch, q, traction(patch.X[q], patch.normal[q], t));
      }
    for (const Patch &patch : body)
      for (std::size_t q = 0; q < patch.weight.size(); ++q)
        add_force(patch, q, body_force(patch.X[q], t));
    // Nanson: n da = J F^-T N dA.
    for (const auto &[load, patches] : pressures)
      {
        const double pressure = rates ? load.rate(t) : load.pressure(t);
        for (const Patch &patch : patches)
          for (std::size_t q = 0; q < patch.weight.size(); ++q)
            {
              const Tensor<2, dim> F = deformation_gradient(patch, q, dofs);
              add_force(patch,
                        q,
                        -pressure * determinant(F) *
                          (transpose(invert(F)) * patch.normal[q]));
            }
      }
  }

  template <int dim>
  void BoundaryLoads<dim>::add_tangent(const double t,
                                       const DofVector &dofs,
                                       const AssemblyMap &map,
                                       SubassembledMatrix &matrix) const
  {
    const int n = n_nodes * dim;
    std::vector<double> block(n * n);
    for (const auto &[load, patches] : pressures)
      for (const Patch &patch : patches)
        {
          std::fill(block.begin(), block.end(), 0.);
          for (std::size_t q = 0; q < patch.weight.size(); ++q)
            {
              // d(J H)_iJ/dF_kL N_J = J (H_kL (H N)_i - H_iL (H N)_k), H = F^-T
              const Tensor<2, dim> F = deformation_gradient(patch, q, dofs);
              const Tensor<2, dim> H = transpose(invert(F));
              const Tensor<1, dim> m = H * patch.normal[q];
              const double scale =
                load.pressure(t) * determinant(F) * patch.weight[q];
              for (int a = 0; a < n_nodes; ++a)
                for (int b = 0; b < n_nodes; ++b)
                  {
                    Tensor<1, dim> grad_b;
                    for (int L = 0; L < dim; ++L)
                      grad_b[L] = patch.gradient[(q * n_nodes + b) * dim + L];
                    const Tensor<1, dim> h = H * grad_b;
                    const double shape = scale * patch.shape[q * n_nodes + a];
                    for (int i = 0; i < dim; ++i)
                      for (int k = 0; k < dim; ++k)
                        block[(a * dim + i) * n + b * dim + k] +=
                          shape * (h[k] * m[i] - h[i] * m[k]);
                  }
            }
          for (int i = 0; i < n; ++i)
            for (int j = 0; j < i; ++j)
              block[i * n + j] = block[j * n + i] =
                (block[i * n + j] + block[j * n + i]) / 2;
          map.add_displacement_block(patch.cell, block.data(), matrix);
        }
  }

  template <int dim>
  void BoundaryLoads<dim>::apply_stiffness(const double t,
                                           const DofVector &dofs,
                                           const DofVector &x,
                                           DofVector &y,
                                           DofVector &y_transposed) const
  {
    // The blocks of add_tangent, N_a (m x h_b - h_b x m), times x; h_b = H
    // grad N_b.
    for (const auto &[load, patches] : pressures)
      for (const Patch &patch : patches)
        {
          const auto indices = discretization->cell_dofs(patch.cell);
          for (std::size_t q = 0; q < patch.weight.size(); ++q)
            {
              const Tensor<2, dim> F = deformation_gradient(patch, q, dofs);
              const Tensor<2, dim> H = transpose(invert(F));
              const Tensor<1, dim> m = H * patch.normal[q];
              const double scale =
                load.pressure(t) * determinant(F) * patch.weight[q];
              const auto h = [&](const int b) {
                Tensor<1, dim> gradient;
                for (int L = 0; L < dim; ++L)
                  gradient[L] = patch.gradient[(q * n_nodes + b) * dim + L];
                return H * gradient;
              };
              Tensor<1, dim> value, along;
              double divergence = 0;
              for (int b = 0; b < n_nodes; ++b)
                {
                  Tensor<1, dim> x_b;
                  for (int k = 0; k < dim; ++k)
                    x_b[k] = x.local_element(indices[b * dim + k]);
                  value += patch.shape[q * n_nodes + b] * x_b;
                  divergence += h(b) * x_b;
                  along += (m * x_b) * h(b);
                }
              for (int a = 0; a < n_nodes; ++a)
                {
                  const Tensor<1, dim> row = scale *
                                             patch.shape[q * n_nodes + a] *
                                             (divergence * m - along);
                  const Tensor<1, dim> column =
                    scale * ((m * value) * h(a) - (h(a) * value) * m);
                  for (int i = 0; i < dim; ++i)
                    {
                      y.local_element(indices[a * dim + i]) += row[i];
                      y_transposed.local_element(indices[a * dim + i]) +=
                        column[i];
                    }
                }
            }
        }
  }

  template class BoundaryLoads<2>;
  template class BoundaryLoads<3>;
} // namespace rivlin
