// SPDX-License-Identifier: Apache-2.0
// Springs to the ground; see doc/theory/mixed_form.md, section "Loads".
#include <rivlin/fe/boundary_springs.h>

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>

#include <deal.II/base/quadrature_lib.h>
#include <deal.II/fe/fe_values.h>

#include <algorithm>

namespace rivlin
{
  using namespace dealii;

  namespace
  {
    template <int dim>
    void check(const BoundarySpring<dim> &spring)
    {
      double largest = 0;
      for (const auto &constants : {spring.stiffness, spring.viscosity})
        for (const double constant : constants)
          {
            if (!(constant >= 0))
              throw Error("The springs on \"" + spring.set +
                          "\" have the constant " + number_text(constant) +
                          ". Stiffness and viscosity must not be negative.");
            largest = std::max(largest, constant);
          }
      if (largest == 0)
        throw Error("The springs on \"" + spring.set +
                    "\" have no constant. Give \"Stiffness\" or \"Viscosity\" "
                    "of at least one direction, or remove them.");
    }
  } // namespace

  template <int dim>
  BoundarySprings<dim>::BoundarySprings(
    const Mesh<dim> &mesh,
    const Discretization<dim> &discretization,
    const ModelDefinition<dim> &definition)
    : n(discretization.n_displacements_per_cell())
  {
    if (definition.springs.empty())
      return;
    block_of.assign(discretization.n_cells(), -1);
    const auto &fe = discretization.element().base_element(0);
    const QGauss<dim - 1> quadrature(fe.degree + 1);
    FEFaceValues<dim> values(discretization.mapping(),
                             fe,
                             quadrature,
                             update_values | update_JxW_values);
    for (const BoundarySpring<dim> &spring : definition.springs)
      {
        check(spring);
        const auto id = mesh.boundary_id(spring.set);
        for (const double constant : spring.viscosity)
          viscous = viscous || constant > 0;
        for (int c = 0; c < discretization.n_cells(); ++c)
          for (const unsigned int face : discretization.cell(c)->face_indices())
            {
              if (!discretization.cell(c)->face(face)->at_boundary() ||
                  discretization.cell(c)->face(face)->boundary_id() != id)
                continue;
              values.reinit(typename Triangulation<dim>::active_cell_iterator(
                              discretization.cell(c)),
                            face);
              if (block_of[c] < 0)
                {
                  block_of[c] = static_cast<int>(blocks.size());
                  blocks.push_back(
                    {std::vector<double>(n * n), std::vector<double>(n * n)});
                }
              Block &block = blocks[block_of[c]];
              for (int a = 0; a < n / dim; ++a)
                for (int b = 0; b < n / dim; ++b)
                  {
                    double product = 0; // int N_a N_b dA
                    for (unsigned int q = 0; q < quadrature.size(); ++q)
                      product += values.shape_value(a, q) *
                                 values.shape_value(b, q) * values.JxW(q) *
                                 discretization.thickness();
                    for (int i = 0; i < dim; ++i)
                      {
                        const int k = (a * dim + i) * n + b * dim + i;
                        block.stiffness[k] += spring.stiffness[i] * product;
                        block.viscosity[k] += spring.viscosity[i] * product;
                      }
                  }
            }
      }
  }

  template <int dim>
  void BoundarySprings<dim>::add(const int c,
                                 const double *u,
                                 const Need need,
                                 ElementResult &result) const
  {
    if (block_of.empty() || block_of[c] < 0 || !result.valid)
      return;
    const std::vector<double> &K = blocks[block_of[c]].stiffness;
    for (int k = 0; k < n; ++k)
      {
        double force = 0;
        for (int l = 0; l < n; ++l)
          force += K[k * n + l] * u[l];
        result.force[k] += force;
        result.energy += force * u[k] / 2;
      }
    if (need == Need::residual_and_tangent)
      for (int k = 0; k < n * n; ++k)
        result.stiffness[k] += K[k];
  }

  template <int dim>
  std::span<const double> BoundarySprings<dim>::viscosity(const int c) const
  {
    if (!viscous || block_of[c] < 0)
      return {};
    return blocks[block_of[c]].viscosity;
  }

  template class BoundarySprings<2>;
  template class BoundarySprings<3>;
} // namespace rivlin
