// SPDX-License-Identifier: Apache-2.0
// Sparsity by one sweep over the rows, scatter by stored positions: 4005 of
// them per Q2/Q1 hexahedron instead of as many searches per assembly.
#include <rivlin/solvers/subassembled_matrix.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace rivlin
{
  namespace
  {
    /// Position of (i, j), i <= j, in the upper triangle stored by rows.
    std::size_t triangle_index(const std::size_t n,
                               const std::size_t i,
                               const std::size_t j)
    {
      return i * n - i * (i + 1) / 2 + j;
    }

    struct CellRow
    {
      int cell;
      int dof;
    };
  } // namespace

  template <int dim>
  AssemblyMap::AssemblyMap(const Discretization<dim> &discretization,
                           const Unknowns &unknowns,
                           const CoupledDofs &coupled)
    : n_dofs(discretization.n_dofs_per_cell())
    , n_displacements(discretization.n_displacements_per_cell())
    , positions(std::size_t(discretization.n_cells()) * n_dofs * (n_dofs + 1) /
                  2,
                nowhere)
  {
    // Relevant dofs in the order of their numbers are the local rows.
    std::vector<unsigned int> order;
    for (unsigned int dof = 0; dof < discretization.n_relevant_dofs(); ++dof)
      if (unknowns.number(dof) >= 0)
        order.push_back(dof);
    std::sort(order.begin(), order.end(), [&](unsigned int a, unsigned int b) {
      return unknowns.number(a) < unknowns.number(b);
    });

    std::vector<std::vector<CellRow>> cells_of(
      discretization.n_relevant_dofs());
    for (int c = 0; c < discretization.n_cells(); ++c)
      for (std::size_t k = 0; k < n_dofs; ++k)
        cells_of[discretization.cell_dofs(c)[k]].push_back(
          {c, static_cast<int>(k)});

    std::vector<std::vector<int>> groups_of;
    if (!coupled.empty())
      {
        groups_of.resize(discretization.n_relevant_dofs());
        row_range.resize(discretization.n_relevant_dofs(), {0, 0});
        for (unsigned int dof = 0; dof < discretization.n_relevant_dofs();
             ++dof)
          numbers.push_back(unknowns.number(dof));
        for (std::size_t g = 0; g < coupled.size(); ++g)
          for (const unsigned int dof : coupled[g])
            groups_of[dof].push_back(static_cast<int>(g));
      }

    auto made = std::make_shared<TripletPattern>();
    // For each row: collect the columns, number them, and tell the cells.
    std::vector<std::uint32_t> position(discretization.n_relevant_dofs(),
                                        nowhere);
    std::vector<unsigned int> columns;
    for (const unsigned int row_dof : order)
      {
        const int row_number = unknowns.number(row_dof);
        columns.clear();
        const auto add_column = [&](const unsigned int dof) {
          if (unknowns.number(dof) >= row_number && position[dof] == nowhere)
            {
              position[dof] = 0;
              columns.push_back(dof);
            }
        };
        for (const auto &[cell, k] : cells_of[row_dof])
          for (const unsigned int dof : discretization.cell_dofs(cell))
            add_column(dof);
        if (!groups_of.empty())
          for (const int g : groups_of[row_dof])
            for (const unsigned int dof : coupled[g])
              add_column(dof);
        const auto row_start = static_cast<std::uint32_t>(made->row.size());
        std::sort(columns.begin(),
                  columns.end(),
                  [&](unsigned int a, unsigned int b) {
                    return unknowns.number(a) < unknowns.number(b);
                  });
        for (const unsigned int dof : columns)
          {
            position[dof] = static_cast<std::uint32_t>(made->row.size());
            made->row.push_back(row_number + 1);
            made->column.push_back(unknowns.number(dof) + 1);
          }
        if (!row_range.empty())
          row_range[row_dof] = {row_start,
                                static_cast<std::uint32_t>(made->row.size())};
        for (const auto &[cell, k] : cells_of[row_dof])
          {
            std::uint32_t *map =
              positions.data() + std::size_t(cell) * n_dofs * (n_dofs + 1) / 2;
            const auto dofs = discretization.cell_dofs(cell);
            for (std::size_t l = 0; l < n_dofs; ++l)
              if (unknowns.number(dofs[l]) >= row_number)
                map[triangle_index(n_dofs,
                                   std::min<std::size_t>(k, l),
                                   std::max<std::size_t>(k, l))] =
                  position[dofs[l]];
          }
        for (const unsigned int dof : columns)
          position[dof] = nowhere;
      }
    pattern = std::move(made);
  }

  SubassembledMatrix AssemblyMap::make_matrix() const
  {
    return {pattern, std::vector<double>(pattern->row.size(), 0.)};
  }

  void AssemblyMap::add(const int cell,
                        const ElementResult &blocks,
                        SubassembledMatrix &matrix) const
  {
    const std::uint32_t *position = positions_of(cell);
    const std::size_t nu = n_displacements, np = n_dofs - n_displacements;
    double *values = matrix.values.data();
    for (std::size_t i = 0; i < nu; ++i)
      {
        const double *row_of_K = blocks.stiffness.data() + i * nu;
        for (std::size_t j = i; j < nu; ++j, ++position)
          if (*position != nowhere)
            values[*position] += row_of_K[j];
        for (std::size_t m = 0; m < np; ++m, ++position)
          if (*position != nowhere)
            values[*position] += blocks.coupling[m * nu + i];
      }
    for (std::size_t m = 0; m < np; ++m)
      for (std::size_t n = m; n < np; ++n, ++position)
        if (*position != nowhere)
          values[*position] -= blocks.compliance[m * np + n];
  }

  void AssemblyMap::add_displacement_block(const int cell,
                                           const double *block,
                                           SubassembledMatrix &matrix) const
  {
    const std::uint32_t *position = positions_of(cell);
    for (std::size_t i = 0; i < n_displacements; ++i)
      for (std::size_t j = i; j < n_displacements; ++j)
        if (const auto p = position[triangle_index(n_dofs, i, j)]; p != nowhere)
          matrix.values[p] += block[i * n_displacements + j];
  }

  void AssemblyMap::add_node_block(const int cell,
                                   const std::span<const int> nodes,
                                   const int dim,
                                   const double factor,
                                   const double *block,
                                   SubassembledMatrix &matrix) const
  {
    const std::uint32_t *position = positions_of(cell);
    const std::size_t n           = nodes.size() * dim;
    for (std::size_t i = 0; i < n; ++i)
      {
        const std::size_t row = nodes[i / dim] * dim + i % dim;
        for (std::size_t j = i; j < n; ++j)
          {
            const std::size_t column = nodes[j / dim] * dim + j % dim;
            if (const auto p = position[triangle_index(
                  n_dofs, std::min(row, column), std::max(row, column))];
                p != nowhere)
              matrix.values[p] +=
                factor * (block[i * n + j] + block[j * n + i]) / 2;
          }
      }
  }

  void AssemblyMap::add_dof_block(const std::span<const unsigned int> dofs,
                                  const double factor,
                                  const double *block,
                                  SubassembledMatrix &matrix) const
  {
    // In the order of their numbers, columns follow each other in the pattern:
    // those of one node without a search. Rows of one node have the same
    // columns, counted from their ends.
    struct Entry
    {
      int number;
      std::uint32_t place;          // in the block
      std::ptrdiff_t from_end = -1; // of the row above
    };
    const std::size_t n = dofs.size();
    std::vector<Entry> order;
    order.reserve(n);
    for (std::size_t i = 0; i < n; ++i)
      if (numbers[dofs[i]] >= 0)
        order.push_back({numbers[dofs[i]], static_cast<std::uint32_t>(i)});
    std::sort(order.begin(), order.end(), [](const Entry &a, const Entry &b) {
      return a.number < b.number;
    });
    const int *columns = pattern->column.data();
    double *values     = matrix.values.data();
    for (std::size_t k = 0; k < order.size(); ++k)
      {
        const double *row = block + order[k].place * n;
        const auto range  = row_range[dofs[order[k].place]];
        const int *place = columns + range[0], *last = columns + range[1];
        const std::uint32_t next_last =
          k + 1 < order.size() ? row_range[dofs[order[k + 1].place]][1] : 0;
        for (std::size_t l = k; l < order.size(); ++l, ++place)
          {
            Entry &entry     = order[l];
            const int column = entry.number + 1;
            if (entry.from_end > 0 && entry.from_end <= last - place &&
                *(last - entry.from_end) == column)
              place = last - entry.from_end;
            else if (place == last || *place != column)
              place = std::lower_bound(place, last, column);
            if (place == last || *place != column)
              throw std::logic_error(
                "A block couples unknowns that the pattern does not know.");
            entry.from_end = last - place;
            // Waiting for memory is what takes the time here.
            if (next_last >= entry.from_end)
              {
                __builtin_prefetch(columns + (next_last - entry.from_end));
                __builtin_prefetch(values + (next_last - entry.from_end), 1);
              }
            values[place - columns] += factor * row[entry.place];
          }
      }
  }

  template AssemblyMap::AssemblyMap(const Discretization<2> &,
                                    const Unknowns &,
                                    const CoupledDofs &);
  template AssemblyMap::AssemblyMap(const Discretization<3> &,
                                    const Unknowns &,
                                    const CoupledDofs &);
} // namespace rivlin
