// SPDX-License-Identifier: Apache-2.0
// Collecting and distributing states by the kinds of their vectors.
#include <rivlin/cases/whole_state.h>

#include <rivlin/base/error.h>
#include <rivlin/base/text.h>
#include <rivlin/dynamics/stored_state.h>

#include <deal.II/base/mpi.h>

#include <stdexcept>

namespace rivlin
{
  namespace
  {
    namespace mpi = dealii::Utilities::MPI;
    using Block   = CanonicalOrder::Block;

    Block block_of(const PointKind kind)
    {
      return kind == PointKind::face ? Block::face : Block::cell;
    }

    int width_of(const PointVariables &variables)
    {
      return variables.n_points * variables.n_components;
    }

    /// The vector of rank 0.
    Vector of_first(const Vector &x, MPI_Comm communicator)
    {
      const std::vector<double> numbers =
        mpi::broadcast(communicator,
                       std::vector<double>(x.begin(), x.end()),
                       0);
      return Eigen::Map<const Vector>(numbers.data(), numbers.size());
    }

    Vector gather_memory(const CanonicalOrder &order, const MemoryEntry &entry)
    {
      switch (entry.kind)
        {
          case MemoryKind::position:
          case MemoryKind::velocity:
            return order.gather(Block::displacement, entry.values);
          case MemoryKind::multiplier:
            return order.gather(Block::pressure, entry.values);
          case MemoryKind::numbers:
            return entry.values;
        }
      return {};
    }

    Vector scatter_memory(const CanonicalOrder &order,
                          const MemoryKind kind,
                          const Vector &whole)
    {
      switch (kind)
        {
          case MemoryKind::position:
          case MemoryKind::velocity:
            return order.scatter(Block::displacement, whole);
          case MemoryKind::multiplier:
            return order.scatter(Block::pressure, whole);
          case MemoryKind::numbers:
            return of_first(whole, order.communicator());
        }
      return {};
    }

    Vector gather_points(const CanonicalOrder &order,
                         const PointVariables &variables)
    {
      if (variables.kind == PointKind::sampled)
        return variables.values;
      const Block block = block_of(variables.kind);
      const int width   = width_of(variables);
      if (variables.values.size() !=
          Eigen::Index(order.own_size(block)) * width)
        throw std::logic_error(message("There are ",
                                       variables.values.size(),
                                       " values \"",
                                       variables.name,
                                       "\" for ",
                                       order.own_size(block),
                                       " cells or faces with ",
                                       width,
                                       " each."));
      return order.gather(block, variables.values, width);
    }

    Vector scatter_points(const CanonicalOrder &order,
                          const PointVariables &variables,
                          const Vector &whole)
    {
      if (variables.kind == PointKind::sampled)
        return of_first(whole, order.communicator());
      return order.scatter(block_of(variables.kind),
                           whole,
                           width_of(variables));
    }
  } // namespace

  State gather_state(const CanonicalOrder &order, const State &own)
  {
    State whole;
    whole.time       = own.time;
    whole.point_time = own.point_time;
    whole.next_step  = own.next_step;
    whole.q          = order.gather(Block::displacement, own.q);
    whole.v          = order.gather(Block::displacement, own.v);
    whole.a          = order.gather(Block::displacement, own.a);
    whole.lambda     = order.gather(Block::pressure, own.lambda);
    for (const MemoryEntry &entry : own.memory)
      whole.memory.push_back(
        {entry.name, entry.kind, gather_memory(order, entry)});
    for (const PointVariables &variables : own.points)
      {
        whole.points.push_back(variables);
        whole.points.back().values = gather_points(order, variables);
      }
    return whole;
  }

  State scatter_state(const CanonicalOrder &order, const State &whole)
  {
    const MPI_Comm communicator = order.communicator();
    const bool is_first         = mpi::this_mpi_process(communicator) == 0;
    const auto from_first       = [&](const auto &x) {
      return mpi::broadcast(communicator, x, 0);
    };
    State own      = parse_layout(from_first(layout_text(whole)));
    own.time       = from_first(whole.time);
    own.point_time = from_first(whole.point_time);
    own.next_step  = from_first(whole.next_step);
    own.q          = order.scatter(Block::displacement, whole.q);
    own.v          = order.scatter(Block::displacement, whole.v);
    own.a          = order.scatter(Block::displacement, whole.a);
    own.lambda     = order.scatter(Block::pressure, whole.lambda);
    for (std::size_t i = 0; i < own.memory.size(); ++i)
      own.memory[i].values =
        scatter_memory(order,
                       own.memory[i].kind,
                       is_first ? whole.memory[i].values : Vector());
    for (std::size_t i = 0; i < own.points.size(); ++i)
      own.points[i].values =
        scatter_points(order,
                       own.points[i],
                       is_first ? whole.points[i].values : Vector());
    return own;
  }

  std::string wrong_size(const CanonicalOrder &order,
                         const MoreUnknowns &more,
                         const State &whole)
  {
    const Eigen::Index n_q = order.size(Block::displacement) + more.positions,
                       n_v = order.size(Block::displacement) + more.velocities,
                       n_lambda = order.size(Block::pressure);
    std::string wrong;
    const auto check =
      [&](const std::string &name, const Vector &x, const Eigen::Index size) {
        if (wrong.empty() && x.size() != size)
          wrong = message(
            "\"", name, "\" has ", x.size(), " numbers instead of ", size);
      };
    check("q", whole.q, n_q);
    check("v", whole.v, n_v);
    check("a", whole.a, n_v);
    check("lambda", whole.lambda, n_lambda);
    for (const MemoryEntry &entry : whole.memory)
      switch (entry.kind)
        {
          case MemoryKind::position:
            check(entry.name, entry.values, n_q);
            break;
          case MemoryKind::velocity:
            check(entry.name, entry.values, n_v);
            break;
          case MemoryKind::multiplier:
            check(entry.name, entry.values, n_lambda);
            break;
          case MemoryKind::numbers:
            break;
        }
    for (const PointVariables &variables : whole.points)
      check(variables.name,
            variables.values,
            Eigen::Index(width_of(variables)) *
              (variables.kind == PointKind::sampled
                 ? 1
                 : order.size(block_of(variables.kind))));
    return wrong;
  }
} // namespace rivlin
