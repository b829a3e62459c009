// SPDX-License-Identifier: Apache-2.0
// Keys of the owned unknowns, sorted on rank 0.
#include <rivlin/spaces/canonical_order.h>

#include <rivlin/base/number_text.h>

#include <deal.II/base/mpi.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <stdexcept>
#include <string>

namespace rivlin
{
  namespace
  {
    namespace mpi = dealii::Utilities::MPI;

    /// Cell (4 numbers made by CellId) and number within the cell.
    using Key = std::array<unsigned int, 5>;

    /// The smallest key of each owned degree of freedom. All cells around it
    /// are owned or ghosts, so each rank finds its own keys alone.
    template <int dim>
    std::vector<Key> keys_of_dofs(const Discretization<dim> &discretization)
    {
      const Key none = {~0u, ~0u, ~0u, ~0u, ~0u};
      std::vector<Key> keys(discretization.n_owned_dofs(), none);
      const auto &owned = discretization.dofs().locally_owned_dofs();
      std::vector<dealii::types::global_dof_index> indices(
        discretization.element().n_dofs_per_cell());
      for (const auto &cell : discretization.dofs().active_cell_iterators())
        if (!cell->is_artificial())
          {
            const auto id = cell->id().template to_binary<dim>();
            cell->get_dof_indices(indices);
            for (unsigned int k = 0; k < indices.size(); ++k)
              if (owned.is_element(indices[k]))
                {
                  Key &key = keys[discretization.local_index(indices[k])];
                  key      = std::min(key, Key{id[0], id[1], id[2], id[3], k});
                }
          }
      return keys;
    }
  } // namespace

  template <int dim>
  CanonicalOrder::CanonicalOrder(const Discretization<dim> &discretization,
                                 const Unknowns &unknowns)
    : mpi_communicator(discretization.communicator())
  {
    const std::vector<Key> keys = keys_of_dofs(discretization);
    // Which degree of freedom is behind each entry of q and lambda: integers
    // are exact in double.
    DofVector numbers = discretization.make_vector();
    for (unsigned int dof = 0; dof < discretization.n_owned_dofs(); ++dof)
      numbers.local_element(dof) = dof;
    Blocks dofs;
    unknowns.gather(numbers, dofs);

    const auto sort = [&](const Vector &own_dofs, Part &result) {
      std::vector<Key> own;
      for (const double dof : own_dofs)
        own.push_back(keys[static_cast<std::size_t>(dof)]);
      const std::vector<std::vector<Key>> all =
        mpi::gather(mpi_communicator, own, 0);
      result.n_own    = static_cast<int>(own.size());
      result.n_global = mpi::sum(result.n_own, mpi_communicator);
      std::vector<Key> joined;
      for (const std::vector<Key> &of_rank : all)
        {
          result.offsets.push_back(static_cast<int>(joined.size()));
          result.counts.push_back(static_cast<int>(of_rank.size()));
          joined.insert(joined.end(), of_rank.begin(), of_rank.end());
        }
      std::vector<int> by_key(joined.size());
      std::iota(by_key.begin(), by_key.end(), 0);
      std::sort(by_key.begin(), by_key.end(), [&](const int i, const int j) {
        return joined[i] < joined[j];
      });
      result.places.resize(joined.size());
      for (std::size_t place = 0; place < by_key.size(); ++place)
        {
          if (place > 0 && joined[by_key[place - 1]] == joined[by_key[place]])
            throw std::logic_error("Two unknowns have the same place.");
          result.places[by_key[place]] = static_cast<int>(place);
        }
    };
    sort(dofs.q, displacement);
    sort(dofs.lambda, pressure);
  }

  Vector CanonicalOrder::gather(const Block block, const Vector &own) const
  {
    const Part &p  = part(block);
    const int rank = mpi::this_mpi_process(mpi_communicator);
    if (own.size() < p.n_own || (rank > 0 && own.size() > p.n_own))
      throw std::logic_error("A vector of " + number_text(own.size()) +
                             " entries on rank " + number_text(rank) +
                             " does not belong to " + number_text(p.n_own) +
                             " unknowns.");
    Vector joined(rank == 0 ? p.n_global : 0);
    MPI_Gatherv(own.data(),
                p.n_own,
                MPI_DOUBLE,
                joined.data(),
                p.counts.data(),
                p.offsets.data(),
                MPI_DOUBLE,
                0,
                mpi_communicator);
    if (rank > 0)
      return {};
    Vector whole(p.n_global + own.size() - p.n_own);
    for (int i = 0; i < p.n_global; ++i)
      whole[p.places[i]] = joined[i];
    whole.tail(own.size() - p.n_own) = own.tail(own.size() - p.n_own);
    return whole;
  }

  Vector CanonicalOrder::scatter(const Block block, const Vector &whole) const
  {
    const Part &p  = part(block);
    const int rank = mpi::this_mpi_process(mpi_communicator);
    if (rank == 0 && whole.size() < p.n_global)
      throw std::logic_error("A vector of " + number_text(whole.size()) +
                             " entries does not belong to " +
                             number_text(p.n_global) + " unknowns.");
    Vector joined(rank == 0 ? p.n_global : 0);
    for (Eigen::Index i = 0; i < joined.size(); ++i)
      joined[i] = whole[p.places[i]];
    const Eigen::Index n_more = rank == 0 ? whole.size() - p.n_global : 0;
    Vector own(p.n_own + n_more);
    MPI_Scatterv(joined.data(),
                 p.counts.data(),
                 p.offsets.data(),
                 MPI_DOUBLE,
                 own.data(),
                 p.n_own,
                 MPI_DOUBLE,
                 0,
                 mpi_communicator);
    if (n_more > 0)
      own.tail(n_more) = whole.tail(n_more);
    return own;
  }

  template CanonicalOrder::CanonicalOrder(const Discretization<2> &,
                                          const Unknowns &);
  template CanonicalOrder::CanonicalOrder(const Discretization<3> &,
                                          const Unknowns &);
} // namespace rivlin
