// SPDX-License-Identifier: Apache-2.0
// Bruls, Cardona and Arnold, Mechanism and Machine Theory 48 (2012) 121-137,
// Section 6.
#include <rivlin/dynamics/updated_lagrangian.h>

#include <rivlin/base/error.h>
#include <rivlin/base/text.h>

namespace rivlin
{
  namespace
  {
    std::unique_ptr<LocalSystem>
    make_local_system(const MechanicalSystem &system,
                      const CoordinateMap map,
                      const GeneralizedAlphaOptions &options)
    {
      if (system.space().is_flat())
        return nullptr;
      const auto *dense = dynamic_cast<const DenseSystem *>(&system);
      if (dense == nullptr)
        throw Error(
          "The updated Lagrangian method works with small dense systems on Lie "
          "groups only: its matrix needs K, D, M and B one by one. Choose "
          "generalized alpha.");
      if (options.stabilized_index_2)
        throw Error(
          "The updated Lagrangian method on Lie groups has no stabilized "
          "index-2 form. Choose index 3, or generalized alpha.");
      return std::make_unique<LocalSystem>(*dense, map);
    }
  } // namespace

  UpdatedLagrangian::UpdatedLagrangian(
    const MechanicalSystem &mechanical_system,
    const CoordinateMap coordinate_map,
    const GeneralizedAlphaOptions &options)
    : TimeIntegrator(mechanical_system)
    , system(mechanical_system)
    , map(coordinate_map)
    , local_system(make_local_system(system, map, options))
    , method(local_system ? static_cast<const MechanicalSystem &>(*local_system)
                          : system,
             options)
  {}

  std::string_view UpdatedLagrangian::name() const
  {
    return map == CoordinateMap::exponential ? "UL" : "UL-CRV";
  }

  const Counters &UpdatedLagrangian::counters() const
  {
    return method.counters();
  }

  std::vector<std::string> UpdatedLagrangian::warnings() const
  {
    return method.warnings();
  }

  std::vector<MemoryEntry> UpdatedLagrangian::empty_memory() const
  {
    return method.empty_memory();
  }

  void UpdatedLagrangian::prepare(State &state)
  {
    if (!local_system)
      {
        method.prepare(state);
        return;
      }
    if (state.q.size() != system.n_positions())
      throw Error(message("The start has ",
                          state.q.size(),
                          " coordinates, the system has ",
                          system.n_positions(),
                          "."));
    local_system->set_origin(state.q);
    local = state;
    local.q.setZero(system.n_velocities());
    method.prepare(local);
    local_system->to_group(local, state);
    state.memory[0].values = state.a;
  }

  const StepReport &UpdatedLagrangian::attempt(State &state, const double h)
  {
    if (!local_system)
      return method.attempt(state, h);
    // T(0) = I, T'(0; y') y' = 0: eqs. 68 to 70.
    local_system->set_origin(state.q);
    local = state;
    local.q.setZero(system.n_velocities());
    const StepReport &report = method.attempt(local, h);
    if (!report.accepted)
      return report;
    local_system->to_group(local, state);
    local_system->acceleration_to_group(local,
                                        local.memory[0].values,
                                        state.memory[0].values);
    state.memory[1].values = local.memory[1].values;
    return report;
  }
} // namespace rivlin
