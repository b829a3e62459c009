// SPDX-License-Identifier: Apache-2.0
// Places of factorizations as states and as memory of integrators.
#include <rivlin/dynamics/kept_factorization.h>

namespace rivlin
{
  FactorizedPlace place_of(const State &state,
                           const TangentWeights &weights,
                           const Vector *increment)
  {
    FactorizedPlace place;
    place.time    = state.time;
    place.q       = state.q;
    place.v       = state.v;
    place.a       = state.a;
    place.lambda  = state.lambda;
    place.weights = weights;
    if (increment != nullptr)
      place.increment = *increment;
    else
      place.increment.setZero(state.v.size());
    return place;
  }

  State state_of(const FactorizedPlace &place)
  {
    State state;
    state.time   = place.time;
    state.q      = place.q;
    state.v      = place.v;
    state.a      = place.a;
    state.lambda = place.lambda;
    return state;
  }

  std::vector<MemoryEntry> empty_place(const MechanicalSystem &system)
  {
    const Vector velocity = Vector::Zero(system.n_velocities());
    return {{"factorized position",
             MemoryKind::position,
             Vector::Zero(system.n_positions())},
            {"factorized velocity", MemoryKind::velocity, velocity},
            {"factorized acceleration", MemoryKind::velocity, velocity},
            {"factorized increment", MemoryKind::velocity, velocity},
            {"factorized multipliers",
             MemoryKind::multiplier,
             Vector::Zero(system.n_multipliers())},
            {"factorization", MemoryKind::numbers, Vector::Zero(9)}};
  }

  void store_place(const FactorizedPlace &place,
                   std::vector<MemoryEntry> &memory,
                   const std::size_t first)
  {
    const TangentWeights &weights = place.weights;
    memory[first + 5].values << (place.exists ? 1 : 0), place.time, weights.q,
      weights.v, weights.a, weights.scaling, place.n_tangents, place.spent,
      place.spent_last;
    if (!place.exists)
      return;
    memory[first].values     = place.q;
    memory[first + 1].values = place.v;
    memory[first + 2].values = place.a;
    memory[first + 3].values = place.increment;
    memory[first + 4].values = place.lambda;
  }

  FactorizedPlace stored_place(const std::vector<MemoryEntry> &memory,
                               const std::size_t first)
  {
    const Vector &numbers = memory[first + 5].values;
    FactorizedPlace place;
    place.exists     = numbers[0] != 0;
    place.time       = numbers[1];
    place.weights    = {numbers[2], numbers[3], numbers[4], numbers[5]};
    place.n_tangents = numbers[6];
    place.spent      = numbers[7];
    place.spent_last = numbers[8];
    place.q          = memory[first].values;
    place.v          = memory[first + 1].values;
    place.a          = memory[first + 2].values;
    place.increment  = memory[first + 3].values;
    place.lambda     = memory[first + 4].values;
    return place;
  }
} // namespace rivlin
