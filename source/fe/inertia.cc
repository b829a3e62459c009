// SPDX-License-Identifier: Apache-2.0
// Consistent mass and Rayleigh damping; doc/theory/dynamics.md.
#include <rivlin/fe/inertia.h>

#include <deal.II/base/mpi.h>

namespace rivlin
{
  namespace
  {
    using Map = Eigen::Map<Vector>;

    Eigen::Map<const Vector> entries(const DofVector &x)
    {
      return {x.begin(),
              static_cast<Eigen::Index>(
                x.get_partitioner()->locally_owned_size() +
                x.get_partitioner()->n_ghost_indices())};
    }
    Map entries(DofVector &x)
    {
      return {x.begin(),
              static_cast<Eigen::Index>(
                x.get_partitioner()->locally_owned_size() +
                x.get_partitioner()->n_ghost_indices())};
    }
  } // namespace

  template <int dim>
  Inertia<dim>::Inertia(const Discretization<dim> &space,
                        const std::vector<const Material *> &materials)
    : discretization(&space)
    , cell_material(materials)
  {
    for (const Material *material : cell_material)
      damped = damped || material->mass_damping != 0 ||
               material->stiffness_damping != 0;
    // A rank may have none of the damped cells, but it takes part in sums.
    damped = dealii::Utilities::MPI::max(damped ? 1 : 0, space.communicator());
    mass   = assemble([this](const auto &action) { for_mass_blocks(action); });
    if (damped)
      damping =
        assemble([this](const auto &action) { for_damping_blocks(action); });
  }

  template <int dim>
  template <typename Action>
  void Inertia<dim>::for_mass_blocks(const Action &action) const
  {
    const int n_nodes = discretization->n_displacements_per_cell() / dim;
    const int n       = n_nodes * dim;
    std::vector<double> scalar, block(n * n, 0.);
    for (int c = 0; c < discretization->n_cells(); ++c)
      {
        discretization->kernel().mass(cell_material[c]->density,
                                      discretization->weights(c),
                                      scalar);
        for (int a = 0; a < n_nodes; ++a)
          for (int b = 0; b < n_nodes; ++b)
            for (int i = 0; i < dim; ++i)
              block[(a * dim + i) * n + b * dim + i] = scalar[a * n_nodes + b];
        action(c, block);
      }
  }

  template <int dim>
  template <typename Action>
  void Inertia<dim>::for_damping_blocks(const Action &action) const
  {
    ElementWorkspace workspace;
    ElementResult rest;
    const std::vector<double> zero(discretization->n_dofs_per_cell(), 0.);
    for_mass_blocks([&](const int c, const std::vector<double> &mass_block) {
      const Material &material = *cell_material[c];
      discretization->kernel().evaluate(material,
                                        discretization->inverse_jacobians(c),
                                        discretization->weights(c),
                                        zero.data(),
                                        zero.data(),
                                        Need::residual_and_tangent,
                                        workspace,
                                        rest);
      std::vector<double> block(mass_block.size());
      for (std::size_t k = 0; k < block.size(); ++k)
        block[k] = material.mass_damping * mass_block[k] +
                   material.stiffness_damping * rest.stiffness[k];
      action(c, block);
    });
  }

  template <int dim>
  template <typename Loop>
  typename Inertia<dim>::SparseMatrix
  Inertia<dim>::assemble(const Loop &loop) const
  {
    const int n = discretization->n_displacements_per_cell();
    std::vector<Eigen::Triplet<double>> triplets;
    loop([&](const int c, const std::vector<double> &block) {
      const auto dofs = discretization->cell_dofs(c);
      for (int k = 0; k < n; ++k)
        for (int l = 0; l < n; ++l)
          if (block[k * n + l] != 0)
            triplets.emplace_back(dofs[k], dofs[l], block[k * n + l]);
    });
    SparseMatrix matrix(discretization->n_relevant_dofs(),
                        discretization->n_relevant_dofs());
    matrix.setFromTriplets(triplets.begin(), triplets.end());
    return matrix;
  }

  template <int dim>
  void Inertia<dim>::add_mass_product(const double factor,
                                      const DofVector &x,
                                      DofVector &y) const
  {
    entries(y).noalias() += factor * (mass * entries(x));
  }

  template <int dim>
  void Inertia<dim>::add_damping_product(const double factor,
                                         const DofVector &x,
                                         DofVector &y) const
  {
    if (damped)
      entries(y).noalias() += factor * (damping * entries(x));
  }

  template <int dim>
  SubassembledMatrix Inertia<dim>::mass_matrix(const AssemblyMap &map) const
  {
    SubassembledMatrix matrix = map.make_matrix();
    for_mass_blocks([&](const int c, const std::vector<double> &block) {
      map.add_displacement_block(c, block.data(), matrix);
    });
    return matrix;
  }

  template <int dim>
  SubassembledMatrix Inertia<dim>::damping_matrix(const AssemblyMap &map) const
  {
    SubassembledMatrix matrix = map.make_matrix();
    if (damped)
      for_damping_blocks([&](const int c, const std::vector<double> &block) {
        map.add_displacement_block(c, block.data(), matrix);
      });
    return matrix;
  }

  template class Inertia<2>;
  template class Inertia<3>;
} // namespace rivlin
