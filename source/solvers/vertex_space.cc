// SPDX-License-Identifier: Apache-2.0
// Numbering, interpolation, Galerkin product and rigid body modes.
#include <rivlin/solvers/vertex_space.h>

#include <deal.II/base/index_set.h>
#include <deal.II/base/mpi.h>
#include <deal.II/base/partitioner.h>
#include <deal.II/fe/fe_q.h>
#include <deal.II/lac/dynamic_sparsity_pattern.h>

#include <algorithm>
#include <array>
#include <numeric>

namespace rivlin
{
  namespace
  {
    /// The vertices of a rank of which at least one component is free.
    template <int dim>
    struct OwnVertices
    {
      int offset = 0; ///< vertices of the ranks before this one
      std::vector<dealii::Point<dim>> places;
      std::vector<std::array<bool, dim>> free;

      int n() const
      {
        return static_cast<int>(places.size());
      }
      bool contain(const int number) const
      {
        return number >= offset && number < offset + n();
      }
    };

    template <int dim>
    constexpr unsigned int corners =
      dealii::GeometryInfo<dim>::vertices_per_cell;

    /// Number the vertices rank by rank. The result holds the number at the
    /// vertex's first displacement, with ghosts, and -1 elsewhere. The first
    /// nodes of deal.II's elements are the vertices.
    template <int dim>
    DofVector number_vertices(const Discretization<dim> &space,
                              const Unknowns &unknowns,
                              OwnVertices<dim> &own)
    {
      DofVector numbers = space.make_vector();
      numbers           = -1.;
      for (int c = 0; c < space.n_cells(); ++c)
        for (unsigned int v = 0; v < corners<dim>; ++v)
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
            numbers.local_element(first) = own.n();
            own.places.push_back(space.cell(c)->vertex(v));
            own.free.push_back(is_free);
          }
      const int n_own             = own.n();
      const MPI_Comm communicator = space.communicator();
      MPI_Exscan(&n_own, &own.offset, 1, MPI_INT, MPI_SUM, communicator);
      if (dealii::Utilities::MPI::this_mpi_process(communicator) == 0)
        own.offset = 0;
      for (unsigned int i = 0; i < space.n_owned_dofs(); ++i)
        if (numbers.local_element(i) >= 0)
          numbers.local_element(i) += own.offset;
      numbers.update_ghost_values();
      return numbers;
    }

    /// All components of the own vertices, and as ghosts those of the others
    /// that own cells touch.
    template <int dim>
    std::shared_ptr<const dealii::Utilities::MPI::Partitioner>
    make_partitioner(const Discretization<dim> &space,
                     const DofVector &numbers,
                     const OwnVertices<dim> &own)
    {
      const MPI_Comm communicator = space.communicator();
      const int n_all = dealii::Utilities::MPI::sum(own.n(), communicator);
      dealii::IndexSet owned(dim * n_all), ghosts(dim * n_all);
      owned.add_range(dim * own.offset, dim * (own.offset + own.n()));
      for (int c = 0; c < space.n_cells(); ++c)
        for (unsigned int v = 0; v < corners<dim>; ++v)
          if (const int number = static_cast<int>(
                numbers.local_element(space.cell_dofs(c)[v * dim]));
              number >= 0 && !own.contain(number))
            ghosts.add_range(dim * number, dim * (number + 1));
      return std::make_shared<dealii::Utilities::MPI::Partitioner>(
        owned, ghosts, communicator);
    }
  } // namespace

  template <int dim>
  VertexSpace::VertexSpace(const Discretization<dim> &space,
                           const Unknowns &unknowns,
                           const SubassembledProduct &fine_product)
    : nodes(&fine_product)
    , dim_(dim)
  {
    OwnVertices<dim> own;
    const DofVector numbers = number_vertices(space, unknowns, own);
    partitioner             = make_partitioner(space, numbers, own);
    make_interpolation(space, unknowns, numbers);
    row_of.resize(nodes->n_local());
    for (int r = 0; r < nodes->n_rows(); ++r)
      row_of[nodes->row(r).unknown] = r;

    constexpr int n_modes = dim == 3 ? 6 : 3;
    modes.assign(n_modes, std::vector<double>(dim * own.n(), 0.));
    for (int v = 0; v < own.n(); ++v)
      for (int d = 0; d < dim; ++d)
        if (!own.free[v][d])
          prescribed.push_back(v * dim + d);
        else
          {
            modes[d][v * dim + d] = 1;
            for (int r = 0; r < n_modes - dim; ++r)
              {
                // e_axis x X; in the plane about z.
                const int axis = dim == 3 ? r : 2;
                if (d == (axis + 1) % 3)
                  modes[dim + r][v * dim + d] = -own.places[v][(axis + 2) % 3];
                else if (d == (axis + 2) % 3)
                  modes[dim + r][v * dim + d] = own.places[v][(axis + 1) % 3];
              }
          }
    make_triangle();
  }

  template <int dim>
  void VertexSpace::make_interpolation(const Discretization<dim> &space,
                                       const Unknowns &unknowns,
                                       const DofVector &numbers)
  {
    const dealii::FE_Q<dim> linear(1);
    const auto &element = space.element().base_element(0);
    std::vector<std::vector<Parent>> parents_of(nodes->n_local());
    for (int c = 0; c < space.n_cells(); ++c)
      for (unsigned int a = 0; a < element.n_dofs_per_cell(); ++a)
        for (int d = 0; d < dim; ++d)
          {
            const auto dofs  = space.cell_dofs(c);
            const int number = unknowns.number(dofs[a * dim + d]);
            if (number < 0)
              continue;
            auto &list = parents_of[nodes->local_index(number)];
            if (!list.empty())
              continue;
            for (unsigned int v = 0; v < corners<dim>; ++v)
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
  }

  template <typename Number>
  void VertexSpace::restrict_residual(const DistributedVector<Number> &fine,
                                      DofVector &coarse) const
  {
    coarse = 0;
    for (int i = 0; i < nodes->n_owned(); ++i)
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
    for (int i = 0; i < nodes->n_owned(); ++i)
      for (std::size_t k = parent_start[i]; k < parent_start[i + 1]; ++k)
        fine.local_element(i) += static_cast<Number>(
          parents[k].weight * coarse.local_element(parents[k].coarse));
    coarse.zero_out_ghost_values();
  }

  template <typename Action>
  void VertexSpace::for_half_rows(const std::vector<double> *fine_values,
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
              nodes->row(row_of[children[c].coarse]);
            for (std::size_t k = 0; k < row.columns.size(); ++k)
              {
                const unsigned int j = row.columns[k];
                double value         = fine_values ? children[c].weight *
                                               (*fine_values)[row.first + k]
                                                   : 0.;
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

  void VertexSpace::make_triangle()
  {
    const unsigned int n_coarse = child_start.size() - 1;
    const auto number           = [&](const unsigned int i) {
      return static_cast<int>(partitioner->local_to_global(i));
    };
    // Of each pair of half rows one entry, in the row of the smaller number.
    std::vector<unsigned int> order(n_coarse), place(n_coarse);
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(),
              order.end(),
              [&](const unsigned int a, const unsigned int b) {
                return number(a) < number(b);
              });
    for (unsigned int k = 0; k < n_coarse; ++k)
      place[order[k]] = k;
    std::vector<std::vector<unsigned int>> columns_of(n_coarse);
    for (unsigned int k = 0; k < n_coarse; ++k)
      columns_of[k].push_back(k);
    std::vector<std::pair<unsigned int, unsigned int>> places;
    for_half_rows(nullptr,
                  [&](const unsigned int I,
                      const std::vector<unsigned int> &columns,
                      const std::vector<double> &) {
                    for (const unsigned int J : columns)
                      {
                        places.push_back(std::minmax({place[I], place[J]}));
                        if (I != J)
                          columns_of[places.back().first].push_back(
                            places.back().second);
                      }
                  });
    auto pattern = std::make_shared<TripletPattern>();
    std::vector<std::size_t> start{0};
    for (unsigned int k = 0; k < n_coarse; ++k)
      {
        auto &columns = columns_of[k];
        std::sort(columns.begin(), columns.end());
        columns.erase(std::unique(columns.begin(), columns.end()),
                      columns.end());
        for (const unsigned int l : columns)
          {
            pattern->row.push_back(number(order[k]) + 1);
            pattern->column.push_back(number(order[l]) + 1);
          }
        start.push_back(pattern->row.size());
      }
    const auto position_of = [&](const unsigned int row,
                                 const unsigned int column) {
      const auto &columns = columns_of[row];
      return static_cast<std::uint32_t>(
        start[row] + (std::lower_bound(columns.begin(), columns.end(), column) -
                      columns.begin()));
    };
    for (const auto &[row, column] : places)
      positions.push_back(position_of(row, column));
    for (const unsigned int i : prescribed)
      prescribed_positions.push_back(position_of(place[i], place[i]));
    matrix_of_vertices.values.resize(pattern->row.size());
    matrix_of_vertices.pattern = std::move(pattern);
  }

  void VertexSpace::galerkin(const std::vector<double> &fine_values,
                             dealii::TrilinosWrappers::SparseMatrix &matrix)
  {
    std::fill(matrix_of_vertices.values.begin(),
              matrix_of_vertices.values.end(),
              0.);
    const std::uint32_t *position = positions.data();
    double diagonal               = 0;
    for_half_rows(&fine_values,
                  [&](const unsigned int I,
                      const std::vector<unsigned int> &columns,
                      const std::vector<double> &entries) {
                    for (std::size_t k = 0; k < columns.size(); ++k)
                      {
                        // A = H + H^T has the diagonal of both halves.
                        const double both = columns[k] == I ? 2. : 1.;
                        matrix_of_vertices.values[*position++] +=
                          both * entries[k];
                        if (columns[k] == I)
                          diagonal = std::max(diagonal, both * entries[k]);
                      }
                  });
    diagonal = dealii::Utilities::MPI::max(diagonal,
                                           partitioner->get_mpi_communicator());
    for (const std::uint32_t p : prescribed_positions)
      matrix_of_vertices.values[p] += diagonal;
    assemble(matrix);
  }

  void
  VertexSpace::make_matrix(dealii::TrilinosWrappers::SparseMatrix &matrix) const
  {
    dealii::DynamicSparsityPattern sparsity(partitioner->size());
    const TripletPattern &pattern = *matrix_of_vertices.pattern;
    for (std::size_t k = 0; k < pattern.row.size(); ++k)
      {
        sparsity.add(pattern.row[k] - 1, pattern.column[k] - 1);
        sparsity.add(pattern.column[k] - 1, pattern.row[k] - 1);
      }
    matrix.reinit(partitioner->locally_owned_range(),
                  sparsity,
                  partitioner->get_mpi_communicator(),
                  true);
  }

  void
  VertexSpace::assemble(dealii::TrilinosWrappers::SparseMatrix &matrix) const
  {
    matrix                        = 0;
    const TripletPattern &pattern = *matrix_of_vertices.pattern;
    std::vector<dealii::types::global_dof_index> numbers;
    for (std::size_t first = 0, end = 0; first < pattern.row.size();
         first = end)
      {
        const dealii::types::global_dof_index row = pattern.row[first] - 1;
        numbers.clear();
        for (;
             end < pattern.row.size() && pattern.row[end] == pattern.row[first];
             ++end)
          numbers.push_back(pattern.column[end] - 1);
        matrix.add(row,
                   numbers.size(),
                   numbers.data(),
                   &matrix_of_vertices.values[first],
                   false);
        // The diagonal is the first.
        for (std::size_t k = 1; k < numbers.size(); ++k)
          matrix.add(
            numbers[k], 1, &row, &matrix_of_vertices.values[first + k], false);
      }
    matrix.compress(dealii::VectorOperation::add);
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
