// SPDX-License-Identifier: Apache-2.0
// Tables of faces, made once.
#include <rivlin/fe/surface_patch.h>

#include <deal.II/base/quadrature_lib.h>
#include <deal.II/fe/fe_values.h>

namespace rivlin
{
  using namespace dealii;

  template <int dim>
  std::vector<SurfacePatch<dim>>
  surface_patches(const Mesh<dim> &mesh,
                  const Discretization<dim> &discretization,
                  const std::string &set,
                  const bool gradients)
  {
    const auto id  = mesh.boundary_id(set);
    const auto &fe = discretization.element().base_element(0);
    const QGauss<dim - 1> quadrature(fe.degree + 1);
    FEFaceValues<dim> values(discretization.mapping(),
                             fe,
                             quadrature,
                             update_values | update_gradients |
                               update_quadrature_points | update_JxW_values |
                               update_normal_vectors);
    std::vector<SurfacePatch<dim>> patches;
    for (int c = 0; c < discretization.n_cells(); ++c)
      for (const unsigned int face : discretization.cell(c)->face_indices())
        {
          if (!discretization.cell(c)->face(face)->at_boundary() ||
              discretization.cell(c)->face(face)->boundary_id() != id)
            continue;
          values.reinit(typename Triangulation<dim>::active_cell_iterator(
                          discretization.cell(c)),
                        face);
          SurfacePatch<dim> patch;
          patch.cell   = c;
          patch.X      = values.get_quadrature_points();
          patch.normal = values.get_normal_vectors();
          for (unsigned int a = 0; a < fe.n_dofs_per_cell(); ++a)
            if (fe.has_support_on_face(a, face))
              patch.nodes.push_back(static_cast<int>(a));
          for (unsigned int q = 0; q < quadrature.size(); ++q)
            {
              patch.weight.push_back(values.JxW(q) *
                                     discretization.thickness());
              for (const int a : patch.nodes)
                patch.shape.push_back(values.shape_value(a, q));
              if (gradients)
                for (unsigned int a = 0; a < fe.n_dofs_per_cell(); ++a)
                  for (int J = 0; J < dim; ++J)
                    patch.gradient.push_back(values.shape_grad(a, q)[J]);
            }
          patches.push_back(std::move(patch));
        }
    return patches;
  }

  template <int dim>
  Tensor<2, dim> deformation_gradient(const Discretization<dim> &discretization,
                                      const SurfacePatch<dim> &patch,
                                      const std::size_t q,
                                      const DofVector &dofs)
  {
    const auto indices = discretization.cell_dofs(patch.cell);
    Tensor<2, dim> F   = unit_symmetric_tensor<dim>();
    for (int a = 0; a < discretization.n_displacements_per_cell() / dim; ++a)
      {
        const Tensor<1, dim> gradient = shape_gradient(patch, q, a);
        for (int i = 0; i < dim; ++i)
          F[i] += dofs.local_element(indices[a * dim + i]) * gradient;
      }
    return F;
  }

  template <int dim>
  void subtract_force(const Discretization<dim> &discretization,
                      const SurfacePatch<dim> &patch,
                      const std::size_t q,
                      const Tensor<1, dim> &force,
                      DofVector &residual)
  {
    const auto dofs           = discretization.cell_dofs(patch.cell);
    const std::size_t n_nodes = patch.nodes.size();
    for (std::size_t a = 0; a < n_nodes; ++a)
      for (int i = 0; i < dim; ++i)
        residual.local_element(dofs[patch.nodes[a] * dim + i]) -=
          force[i] * patch.shape[q * n_nodes + a] * patch.weight[q];
  }

  template std::vector<SurfacePatch<2>> surface_patches(
    const Mesh<2> &, const Discretization<2> &, const std::string &, bool);
  template std::vector<SurfacePatch<3>> surface_patches(
    const Mesh<3> &, const Discretization<3> &, const std::string &, bool);
  template Tensor<2, 2> deformation_gradient(const Discretization<2> &,
                                             const SurfacePatch<2> &,
                                             std::size_t,
                                             const DofVector &);
  template Tensor<2, 3> deformation_gradient(const Discretization<3> &,
                                             const SurfacePatch<3> &,
                                             std::size_t,
                                             const DofVector &);
  template void subtract_force(const Discretization<2> &,
                               const SurfacePatch<2> &,
                               std::size_t,
                               const Tensor<1, 2> &,
                               DofVector &);
  template void subtract_force(const Discretization<3> &,
                               const SurfacePatch<3> &,
                               std::size_t,
                               const Tensor<1, 3> &,
                               DofVector &);
} // namespace rivlin
