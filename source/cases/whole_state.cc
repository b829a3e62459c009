// SPDX-License-Identifier: Apache-2.0
// Collecting and distributing states; the kinds of memory are told by sizes.
#include <rivlin/cases/whole_state.h>

#include <rivlin/base/error.h>

#include <deal.II/base/mpi.h>

#include <array>
#include <cstring>
#include <numeric>
#include <stdexcept>

namespace rivlin
{
  namespace
  {
    namespace mpi = dealii::Utilities::MPI;
    using Block   = CanonicalOrder::Block;

    constexpr std::array<const char *, 5> kind_names = {
      "position", "velocity", "multiplier", "replicated", "per rank"};

    /// Integrators keep step sizes, errors and counts this way.
    constexpr int largest_replicated = 16;

    bool on_all_ranks(const bool condition, MPI_Comm communicator)
    {
      return mpi::min(condition ? 1 : 0, communicator) == 1;
    }

    std::vector<double> to_std(const Vector &x)
    {
      return {x.begin(), x.end()};
    }

    Vector to_eigen(const std::vector<double> &x)
    {
      return Eigen::Map<const Vector>(x.data(), x.size());
    }

    bool same_on_all_ranks(const Vector &x, MPI_Comm communicator)
    {
      const Vector first = to_eigen(mpi::broadcast(communicator, to_std(x), 0));
      return on_all_ranks(
        first.size() == x.size() &&
          (x.size() == 0 ||
           std::memcmp(first.data(), x.data(), x.size() * sizeof(double)) == 0),
        communicator);
    }

    MemoryKind
    find_kind(const Vector &memory, const State &own, MPI_Comm communicator)
    {
      const auto like = [&](const Vector &x) {
        return on_all_ranks(memory.size() == x.size(), communicator);
      };
      if (on_all_ranks(memory.size() == 0, communicator))
        return MemoryKind::replicated;
      std::vector<MemoryKind> fitting;
      if (like(own.v))
        fitting.push_back(MemoryKind::velocity);
      // Without rotations q and v are shared in the same way.
      if (like(own.q) &&
          !on_all_ranks(own.q.size() == own.v.size(), communicator))
        fitting.push_back(MemoryKind::position);
      if (like(own.lambda))
        fitting.push_back(MemoryKind::multiplier);
      if (on_all_ranks(memory.size() <= largest_replicated, communicator) &&
          same_on_all_ranks(memory, communicator))
        fitting.push_back(MemoryKind::replicated);
      if (fitting.empty())
        throw std::logic_error(
          "A memory of " + std::to_string(memory.size()) + " entries on rank " +
          std::to_string(mpi::this_mpi_process(communicator)) +
          " is neither like q, v or lambda nor the same on all ranks.");
      return fitting.size() == 1 ? fitting[0] : MemoryKind::per_rank;
    }

    Block block_of(const MemoryKind kind)
    {
      return kind == MemoryKind::multiplier ? Block::pressure
                                            : Block::displacement;
    }
  } // namespace

  std::string name_of(const MemoryKind kind)
  {
    return kind_names[static_cast<int>(kind)];
  }

  MemoryKind memory_kind(const std::string &name)
  {
    for (std::size_t i = 0; i < kind_names.size(); ++i)
      if (name == kind_names[i])
        return static_cast<MemoryKind>(i);
    throw Error("\"" + name +
                "\" is no kind of memory of an integrator: the "
                "file is of another version.");
  }

  WholeState gather_state(const CanonicalOrder &order, const State &own)
  {
    const MPI_Comm communicator = order.communicator();
    WholeState whole;
    whole.n_ranks         = mpi::n_mpi_processes(communicator);
    whole.state.time      = own.time;
    whole.state.next_step = own.next_step;
    whole.state.q         = order.gather(Block::displacement, own.q);
    whole.state.v         = order.gather(Block::displacement, own.v);
    whole.state.a         = order.gather(Block::displacement, own.a);
    whole.state.lambda    = order.gather(Block::pressure, own.lambda);
    for (const Vector &memory : own.memory)
      {
        const MemoryKind kind = find_kind(memory, own, communicator);
        whole.kinds.push_back(kind);
        whole.counts.emplace_back();
        if (kind == MemoryKind::replicated)
          whole.state.memory.push_back(memory);
        else if (kind == MemoryKind::per_rank)
          {
            std::vector<double> joined;
            for (const auto &of_rank :
                 mpi::gather(communicator, to_std(memory), 0))
              {
                joined.insert(joined.end(), of_rank.begin(), of_rank.end());
                whole.counts.back().push_back(of_rank.size());
              }
            whole.state.memory.push_back(to_eigen(joined));
          }
        else
          whole.state.memory.push_back(order.gather(block_of(kind), memory));
      }
    return whole;
  }

  State scatter_state(const CanonicalOrder &order, const WholeState &whole)
  {
    const MPI_Comm communicator = order.communicator();
    const auto from_first       = [&](const auto &x) {
      return mpi::broadcast(communicator, x, 0);
    };
    State own;
    own.time         = from_first(whole.state.time);
    own.next_step    = from_first(whole.state.next_step);
    own.q            = order.scatter(Block::displacement, whole.state.q);
    own.v            = order.scatter(Block::displacement, whole.state.v);
    own.a            = order.scatter(Block::displacement, whole.state.a);
    own.lambda       = order.scatter(Block::pressure, whole.state.lambda);
    const int n_old  = from_first(whole.n_ranks);
    const auto kinds = from_first(whole.kinds);
    for (std::size_t i = 0; i < kinds.size(); ++i)
      {
        const bool have     = i < whole.state.memory.size();
        const Vector stored = have ? whole.state.memory[i] : Vector();
        if (kinds[i] == MemoryKind::replicated)
          own.memory.push_back(to_eigen(from_first(to_std(stored))));
        else if (kinds[i] == MemoryKind::per_rank)
          {
            const int n_ranks = mpi::n_mpi_processes(communicator);
            if (n_ranks != n_old)
              throw Error("This state was written by " + std::to_string(n_old) +
                          " ranks and is so small that it can be read by as "
                          "many only; there are " +
                          std::to_string(n_ranks) + ".");
            const std::vector<int> counts =
              from_first(have ? whole.counts[i] : std::vector<int>());
            const int rank = mpi::this_mpi_process(communicator);
            const int begin =
              std::accumulate(counts.begin(), counts.begin() + rank, 0);
            own.memory.push_back(to_eigen(from_first(to_std(stored)))
                                   .segment(begin, counts[rank]));
          }
        else
          own.memory.push_back(order.scatter(block_of(kinds[i]), stored));
      }
    return own;
  }
} // namespace rivlin
