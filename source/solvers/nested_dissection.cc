// SPDX-License-Identifier: Apache-2.0
// Fill-reducing order from METIS. Debian's MUMPS has neither METIS nor SCOTCH
// inside; handing in a permutation gives it one.
#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>
#include <rivlin/solvers/linear_solver.h>

#include <deal.II/base/mpi.h>

#include <metis.h>

#include <algorithm>
#include <numeric>

namespace rivlin
{
  namespace
  {
    /// The group of each unknown of a cell: the smallest number among the
    /// unknowns at the same node. The same from every cell and rank.
    template <int dim>
    void find_groups(const Discretization<dim> &discretization,
                     const Unknowns &unknowns,
                     const int cell,
                     std::vector<int> &group_of)
    {
      const auto dofs = discretization.cell_dofs(cell);
      const int nu    = discretization.n_displacements_per_cell();
      std::vector<int> representative(nu / dim, -1);
      const auto join = [&](const int node, const int number) {
        if (number >= 0 &&
            (representative[node] < 0 || number < representative[node]))
          representative[node] = number;
      };
      for (int k = 0; k < nu; ++k)
        join(k / dim, unknowns.number(dofs[k]));
      const auto &twin = discretization.node_of_pressure();
      for (std::size_t m = 0; m < twin.size(); ++m)
        if (twin[m] >= 0)
          join(twin[m], unknowns.number(dofs[nu + m]));
      group_of.assign(dofs.size(), -1);
      for (int k = 0; k < static_cast<int>(dofs.size()); ++k)
        if (const int number = unknowns.number(dofs[k]); number >= 0)
          {
            const int node = k < nu ? k / dim : twin[k - nu];
            group_of[k]    = node >= 0 ? representative[node] : number;
          }
    }

    /// METIS' order of the nodes of a graph given by cells (lists of nodes).
    std::vector<idx_t> order_nodes(const std::vector<std::vector<int>> &cells,
                                   const int n_nodes)
    {
      std::vector<std::vector<int>> cells_of(n_nodes);
      for (std::size_t c = 0; c < cells.size(); ++c)
        for (const int node : cells[c])
          cells_of[node].push_back(static_cast<int>(c));
      std::vector<idx_t> start(1, 0), neighbour;
      std::vector<int> seen(n_nodes, -1);
      for (int node = 0; node < n_nodes; ++node)
        {
          seen[node] = node;
          for (const int c : cells_of[node])
            for (const int other : cells[c])
              if (seen[other] != node)
                {
                  seen[other] = node;
                  neighbour.push_back(other);
                }
          start.push_back(static_cast<idx_t>(neighbour.size()));
        }
      std::vector<idx_t> permutation(n_nodes), position(n_nodes);
      if (neighbour.empty()) // METIS does not accept a graph without edges
        {
          std::iota(position.begin(), position.end(), 0);
          return position;
        }
      idx_t n = n_nodes;
      idx_t options[METIS_NOPTIONS];
      METIS_SetDefaultOptions(options);
      options[METIS_OPTION_NUMBERING] = 0;
      if (METIS_NodeND(&n,
                       start.data(),
                       neighbour.data(),
                       nullptr,
                       options,
                       permutation.data(),
                       position.data()) != METIS_OK)
        throw ComputationFailed("METIS could not order the graph of " +
                                number_text(n_nodes) + " nodes.");
      return position;
    }
  } // namespace

  template <int dim>
  std::vector<int> nested_dissection(const Discretization<dim> &discretization,
                                     const Unknowns &unknowns)
  {
    // Each rank tells rank 0 the groups of its cells and of its unknowns.
    std::vector<std::vector<int>> cells(discretization.n_cells());
    std::vector<int> group(unknowns.n_owned(), -1), group_of;
    for (int c = 0; c < discretization.n_cells(); ++c)
      {
        find_groups(discretization, unknowns, c, group_of);
        const auto dofs = discretization.cell_dofs(c);
        for (std::size_t k = 0; k < dofs.size(); ++k)
          {
            const int row = unknowns.number(dofs[k]) - unknowns.first();
            if (group_of[k] >= 0 && row >= 0 && row < unknowns.n_owned())
              group[row] = group_of[k];
          }
        std::sort(group_of.begin(), group_of.end());
        group_of.erase(std::unique(group_of.begin(), group_of.end()),
                       group_of.end());
        if (!group_of.empty() && group_of.front() < 0)
          group_of.erase(group_of.begin());
        cells[c] = group_of;
      }
    const MPI_Comm communicator = discretization.communicator();
    const auto all_cells  = dealii::Utilities::MPI::gather(communicator, cells);
    const auto all_groups = dealii::Utilities::MPI::gather(communicator, group);
    if (dealii::Utilities::MPI::this_mpi_process(communicator) != 0)
      return {};

    // Number the groups contiguously. An owned unknown whose cells all belong
    // to other ranks got its group there; it is found through the cells' lists
    // only if it is its group's smallest, else it stands alone.
    std::vector<int> node_of_number(unknowns.n_global(), -1), members;
    int n_nodes = 0, number = 0;
    for (const auto &groups : all_groups)
      for (const int g : groups)
        {
          int &node = node_of_number[g >= 0 ? g : number];
          if (node < 0)
            node = n_nodes++;
          members.push_back(node);
          ++number;
        }
    std::vector<std::vector<int>> node_cells;
    for (const auto &rank_cells : all_cells)
      for (const auto &cell : rank_cells)
        {
          node_cells.emplace_back();
          for (const int g : cell)
            if (node_of_number[g] >= 0)
              node_cells.back().push_back(node_of_number[g]);
        }
    const std::vector<idx_t> position = order_nodes(node_cells, n_nodes);

    // Expand to unknowns: by node position, inside a node in numbering order
    // (displacements come before the pressure in deal.II's numbering).
    std::vector<int> by_position(unknowns.n_global());
    std::iota(by_position.begin(), by_position.end(), 0);
    std::stable_sort(by_position.begin(),
                     by_position.end(),
                     [&](const int a, const int b) {
                       return position[members[a]] < position[members[b]];
                     });
    std::vector<int> ordering(unknowns.n_global());
    for (int i = 0; i < unknowns.n_global(); ++i)
      ordering[by_position[i]] = i;
    return ordering;
  }

  template std::vector<int> nested_dissection(const Discretization<2> &,
                                              const Unknowns &);
  template std::vector<int> nested_dissection(const Discretization<3> &,
                                              const Unknowns &);
} // namespace rivlin
