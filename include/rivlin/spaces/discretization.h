// SPDX-License-Identifier: Apache-2.0
// Finite element spaces on a mesh, and what the element kernel needs per cell.
#pragma once

#include <rivlin/spaces/mesh.h>
#include <rivlin/solid/element_kernel.h>

#include <deal.II/dofs/dof_handler.h>
#include <deal.II/fe/fe_system.h>
#include <deal.II/fe/mapping_q_cache.h>
#include <deal.II/lac/la_parallel_vector.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace rivlin
{
  /// Mixed Q_n/Q_(n-1) (Taylor-Hood, n >= 2) or displacements alone (n >= 1).
  struct ElementChoice
  {
    int degree = 2;
    bool mixed = true;
  };

  /// A vector over the degrees of freedom of this rank and its ghosts.
  using DofVector = dealii::LinearAlgebra::distributed::Vector<double>;

  /// Spaces, numbering and geometry of the locally owned cells. Per cell the
  /// degrees of freedom are in the order of the element kernel: displacement
  /// node * dim + component, then the pressure nodes.
  template <int dim>
  class Discretization
  {
  public:
    using CellIterator = typename dealii::DoFHandler<dim>::active_cell_iterator;

    /// `thickness` multiplies all integrals in 2D, so that forces are forces.
    /// All ranks know the displacements of `shared_sets`, boundary sets of the
    /// mesh, as ghosts if they do not own them.
    Discretization(const Mesh<dim> &mesh,
                   ElementChoice choice,
                   double thickness,
                   const std::vector<std::string> &shared_sets = {});

    const dealii::FESystem<dim> &element() const
    {
      return *fe;
    }
    const dealii::DoFHandler<dim> &dofs() const
    {
      return dof_handler;
    }
    const dealii::Mapping<dim> &mapping() const
    {
      return mapping_cache;
    }
    const ElementKernel &kernel() const
    {
      return *element_kernel;
    }
    MPI_Comm communicator() const
    {
      return dof_handler.get_communicator();
    }
    double thickness() const
    {
      return plane_thickness;
    }

    int n_cells() const
    {
      return static_cast<int>(cells.size());
    }
    int n_displacements_per_cell() const
    {
      return dim * n_nodes;
    }
    int n_pressures_per_cell() const
    {
      return n_pressure_nodes;
    }
    int n_dofs_per_cell() const
    {
      return dim * n_nodes + n_pressure_nodes;
    }

    /// Local indices (into a DofVector) of cell `c` in the kernel's order.
    std::span<const unsigned int> cell_dofs(const int c) const
    {
      return {dof_table.data() + std::size_t(c) * n_dofs_per_cell(),
              std::size_t(n_dofs_per_cell())};
    }
    const double *inverse_jacobians(const int c) const
    {
      return inverse_jacobian_table.data() +
             std::size_t(c) * n_points * dim * dim;
    }
    const double *weights(const int c) const
    {
      return weight_table.data() + std::size_t(c) * n_points;
    }
    const CellIterator &cell(const int c) const
    {
      return cells[c];
    }

    /// deal.II's numbering on a cell -> the kernel's.
    const std::vector<unsigned int> &kernel_order() const
    {
      return to_kernel_order;
    }
    /// The displacement node at the place of each pressure node, or -1.
    const std::vector<int> &node_of_pressure() const
    {
      return pressure_twin;
    }

    /// Where a point of the undeformed body is: a local cell and reference
    /// coordinates, on one rank; cell -1 on the others. Collective; throws
    /// Error if the point lies outside.
    struct Place
    {
      int cell = -1;
      dealii::Point<dim> reference;
      int rank = 0; ///< that has it
    };
    Place locate(const dealii::Point<dim> &X) const;
    /// The displacement part of a vector there; zero on other ranks.
    dealii::Tensor<1, dim>
    interpolate_displacement(const Place &place, const DofVector &dofs) const;

    /// A zero vector over owned and ghost degrees of freedom.
    DofVector make_vector() const
    {
      return DofVector(partitioner);
    }
    unsigned int local_index(const dealii::types::global_dof_index dof) const
    {
      return partitioner->global_to_local(dof);
    }
    unsigned int n_owned_dofs() const
    {
      return partitioner->locally_owned_size();
    }
    unsigned int n_relevant_dofs() const
    {
      return partitioner->locally_owned_size() + partitioner->n_ghost_indices();
    }
    bool is_relevant(const dealii::types::global_dof_index dof) const
    {
      return partitioner->in_local_range(dof) ||
             partitioner->is_ghost_entry(dof);
    }

  private:
    void tabulate_cells();
    /// Displacements of the faces of boundary sets, of all ranks.
    dealii::IndexSet
    displacements_of(const Mesh<dim> &mesh,
                     const std::vector<std::string> &sets) const;

    std::unique_ptr<dealii::FESystem<dim>> fe;
    int n_nodes;
    int n_pressure_nodes;
    int n_points;
    double plane_thickness;
    dealii::MappingQCache<dim> mapping_cache;
    dealii::DoFHandler<dim> dof_handler;
    std::shared_ptr<const dealii::Utilities::MPI::Partitioner> partitioner;
    std::unique_ptr<ElementKernel> element_kernel;
    std::vector<unsigned int> to_kernel_order;
    std::vector<int> pressure_twin;
    std::vector<CellIterator> cells;
    std::vector<unsigned int> dof_table;
    std::vector<double> inverse_jacobian_table;
    std::vector<double> weight_table;
  };
} // namespace rivlin
