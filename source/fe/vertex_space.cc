// SPDX-License-Identifier: Apache-2.0
// Numbering, interpolation, Galerkin product and rigid body modes.
#include <rivlin/fe/vertex_space.h>

#include <deal.II/base/index_set.h>
#include <deal.II/base/mpi.h>
#include <deal.II/base/partitioner.h>
#include <deal.II/fe/fe_q.h>
#include <deal.II/lac/dynamic_sparsity_pattern.h>

#include <algorithm>
#include <array>

namespace rivlin
{
  template <int dim>
  VertexSpace::VertexSpace(const Discretization<dim> &space,
                           const Unknowns &unknowns,
                           const SubassembledProduct &fine_product)
    : product(&fine_product)
    , dim_(dim)
  {
    const dealii::FE_Q<dim> linear(1);
    const auto &element = space.element().base_element(0);
    constexpr unsigned int corners =
      dealii::GeometryInfo<dim>::vertices_per_cell;
    const MPI_Comm communicator = space.communicator();

    // Number the vertices by their first displacement, owners first. The first
    // nodes of deal.II's elements are the vertices.
    DofVector numbers = space.make_vector();
    numbers           = -1.;
    std::vector<dealii::Point<dim>> places;
    std::vector<std::array<bool, dim>> free;
    for (int c = 0; c < space.n_cells(); ++c)
      for (unsigned int v = 0; v < corners; ++v)
        {
          const auto dofs          = space.cell_dofs(c).subspan(v * dim, dim);
          const unsigned int first = dofs[0];
          if (first >= space.n_owned_dofs() ||
              numbers.local_element(first) >= 0)
            continue;
          std::array<bool, dim> is_free;
          for (int d = 0; d < dim; ++d)
            is_free[d] = unknowns.number(dofs[d]) >= 0;
          if (std::none_of(is_free.begin(), is_free.end(), [](bool b) {
                return b;
              }))
            continue;
          numbers.local_element(first) = static_cast<double>(places.size());
          places.push_back(space.cell(c)->vertex(v));
          free.push_back(is_free);
        }
    const int n_own = static_cast<int>(places.size());
    int offset      = 0;
    MPI_Exscan(&n_own, &offset, 1, MPI_INT, MPI_SUM, communicator);
    if (dealii::Utilities::MPI::this_mpi_process(communicator) == 0)
      offset = 0;
    const int n_all = dealii::Utilities::MPI::sum(n_own, communicator);
    for (unsigned int i = 0; i < space.n_owned_dofs(); ++i)
      if (numbers.local_element(i) >= 0)
        numbers.local_element(i) += offset;
    numbers.update_ghost_values();

    dealii::IndexSet owned(dim * n_all), ghosts(dim * n_all);
    owned.add_range(dim * offset, dim * (offset + n_own));
    for (int c = 0; c < space.n_cells(); ++c)
      for (unsigned int v = 0; v < corners; ++v)
        if (const int number = static_cast<int>(
              numbers.local_element(space.cell_dofs(c)[v * dim]));
            number >= 0 && (number < offset || number >= offset + n_own))
          ghosts.add_range(dim * number, dim * (number + 1));
    partitioner =
      std::make_shared<dealii::Utilities::MPI::Partitioner>(owned,
                                                            ghosts,
                                                            communicator);

    // Interpolation from the vertices of a cell to its nodes.
    std::vector<std::vector<Parent>> parents_of(product->n_local());
    for (int c = 0; c < space.n_cells(); ++c)
      for (unsigned int a = 0; a < element.n_dofs_per_cell(); ++a)
        for (int d = 0; d < dim; ++d)
          {
            const auto dofs  = space.cell_dofs(c);
            const int number = unknowns.number(dofs[a * dim + d]);
            if (number < 0)
              continue;
            auto &list = parents_of[product->local_index(number)];
            if (!list.empty())
              continue;
            for (unsigned int v = 0; v < corners; ++v)
              if (const double weight =
                    linear.shape_value(v, element.unit_support_point(a));
                  weight > 1e-12 && unknowns.number(dofs[v * dim + d]) >= 0)
                list.push_back(
                  {partitioner->global_to_local(
                     dim * static_cast<unsigned int>(
                             numbers.local_element(dofs[v * dim])) +
                     d),
                   weight});
          }
    const unsigned int n_coarse =
      partitioner->locally_owned_size() + partitioner->n_ghost_indices();
    std::vector<std::vector<Parent>> children_of(n_coarse);
    for (unsigned int i = 0; i < parents_of.size(); ++i)
      {
        parent_start.push_back(parents.size());
        for (const Parent &parent : parents_of[i])
          {
            parents.push_back(parent);
            children_of[parent.coarse].push_back({i, parent.weight});
          }
      }
    parent_start.push_back(parents.size());
    for (const auto &list : children_of)
      {
        child_start.push_back(children.size());
        children.insert(children.end(), list.begin(), list.end());
      }
    child_start.push_back(children.size());
    row_of.resize(product->n_local());
    for (int r = 0; r < product->n_rows(); ++r)
      row_of[product->row(r).unknown] = r;

    constexpr int n_modes = dim == 3 ? 6 : 3;
    modes.assign(n_modes, std::vector<double>(dim * n_own, 0.));
    for (int v = 0; v < n_own; ++v)
      for (int d = 0; d < dim; ++d)
        if (!free[v][d])
          prescribed.push_back(v * dim + d);
        else
          {
            modes[d][v * dim + d] = 1;
            for (int r = 0; r < n_modes - dim; ++r)
              {
                // e_axis x X; in the plane about z.
                const int axis = dim == 3 ? r : 2;
                if (d == (axis + 1) % 3)
                  modes[dim + r][v * dim + d] = -places[v][(axis + 2) % 3];
                else if (d == (axis + 2) % 3)
                  modes[dim + r][v * dim + d] = places[v][(axis + 1) % 3];
              }
          }
  }

  template <typename Number>
  void VertexSpace::restrict_residual(const DistributedVector<Number> &fine,
                                      DofVector &coarse) const
  {
    coarse = 0;
    for (int i = 0; i < product->n_owned(); ++i)
      for (std::size_t k = parent_start[i]; k < parent_start[i + 1]; ++k)
        coarse.local_element(parents[k].coarse) +=
          parents[k].weight * fine.local_element(i);
    coarse.compress(dealii::VectorOperation::add);
  }

  template <typename Number>
  void VertexSpace::add_prolongation(DofVector &coarse,
                                     DistributedVector<Number> &fine) const
  {
    coarse.update_ghost_values();
    for (int i = 0; i < product->n_owned(); ++i)
      for (std::size_t k = parent_start[i]; k < parent_start[i + 1]; ++k)
        fine.local_element(i) += static_cast<Number>(
          parents[k].weight * coarse.local_element(parents[k].coarse));
    coarse.zero_out_ghost_values();
  }

  template <typename Action>
  void VertexSpace::for_half_rows(const std::vector<double> *values,
                                  const Action &action) const
  {
    const unsigned int n_coarse = child_start.size() - 1;
    std::vector<double> sum(n_coarse, 0.);
    std::vector<char> seen(n_coarse, 0);
    std::vector<unsigned int> columns;
    std::vector<double> entries;
    for (unsigned int I = 0; I < n_coarse; ++I)
      {
        columns.clear();
        for (std::size_t c = child_start[I]; c < child_start[I + 1]; ++c)
          {
            const SubassembledProduct::Row row =
              product->row(row_of[children[c].coarse]);
            for (std::size_t k = 0; k < row.columns.size(); ++k)
              {
                const unsigned int j = row.columns[k];
                double value =
                  values ? children[c].weight * (*values)[row.first + k] : 0.;
                if (k == 0)
                  value *= 0.5;
                for (std::size_t l = parent_start[j]; l < parent_start[j + 1];
                     ++l)
                  {
                    const unsigned int J = parents[l].coarse;
                    if (!seen[J])
                      {
                        seen[J] = 1;
                        columns.push_back(J);
                      }
                    sum[J] += parents[l].weight * value;
                  }
              }
          }
        entries.clear();
        for (const unsigned int J : columns)
          {
            entries.push_back(sum[J]);
            sum[J]  = 0;
            seen[J] = 0;
          }
        action(I, columns, entries);
      }
  }

  void
  VertexSpace::make_matrix(dealii::TrilinosWrappers::SparseMatrix &coarse) const
  {
    const auto number = [&](const unsigned int i) {
      return partitioner->local_to_global(i);
    };
    dealii::DynamicSparsityPattern sparsity(partitioner->size());
    for_half_rows(nullptr,
                  [&](const unsigned int I,
                      const std::vector<unsigned int> &columns,
                      const std::vector<double> &) {
                    for (const unsigned int J : columns)
                      {
                        sparsity.add(number(I), number(J));
                        sparsity.add(number(J), number(I));
                      }
                  });
    for (const unsigned int i : prescribed)
      sparsity.add(number(i), number(i));
    coarse.reinit(partitioner->locally_owned_range(),
                  sparsity,
                  partitioner->get_mpi_communicator(),
                  true);
  }

  void
  VertexSpace::galerkin(const std::vector<double> &values,
                        dealii::TrilinosWrappers::SparseMatrix &coarse) const
  {
    coarse = 0;
    std::vector<dealii::types::global_dof_index> numbers;
    double diagonal = 0;
    for_half_rows(
      &values,
      [&](const unsigned int I,
          const std::vector<unsigned int> &columns,
          const std::vector<double> &entries) {
        numbers.clear();
        for (const unsigned int J : columns)
          numbers.push_back(partitioner->local_to_global(J));
        const auto row = partitioner->local_to_global(I);
        coarse.add(row, numbers.size(), numbers.data(), entries.data(), false);
        for (std::size_t k = 0; k < columns.size(); ++k)
          {
            coarse.add(numbers[k], 1, &row, &entries[k], false);
            if (columns[k] == I)
              diagonal = std::max(diagonal, entries[k]);
          }
      });
    diagonal = dealii::Utilities::MPI::max(diagonal,
                                           partitioner->get_mpi_communicator());
    for (const unsigned int i : prescribed)
      coarse.add(partitioner->local_to_global(i),
                 partitioner->local_to_global(i),
                 diagonal);
    coarse.compress(dealii::VectorOperation::add);
  }

  template void
  VertexSpace::restrict_residual(const DistributedVector<double> &,
                                 DofVector &) const;
  template void VertexSpace::restrict_residual(const DistributedVector<float> &,
                                               DofVector &) const;
  template void
  VertexSpace::add_prolongation(DofVector &, DistributedVector<double> &) const;
  template void VertexSpace::add_prolongation(DofVector &,
                                              DistributedVector<float> &) const;
  template VertexSpace::VertexSpace(const Discretization<2> &,
                                    const Unknowns &,
                                    const SubassembledProduct &);
  template VertexSpace::VertexSpace(const Discretization<3> &,
                                    const Unknowns &,
                                    const SubassembledProduct &);
} // namespace rivlin
