// SPDX-License-Identifier: Apache-2.0
// Simo and Vu-Quoc (1988), data as in errata.md; Bruls, Cardona and Arnold
// (2012), Section 7.2.
#include <rivlin/benchmarks/cantilever.h>

#include <algorithm>
#include <cmath>

namespace rivlin
{
  Cantilever::Cantilever(const int elements_per_leg)
  {
    const BeamSection section = {Vector3(1e6, 1e6, 1e6),
                                 Vector3(1e3, 1e3, 1e3),
                                 1,
                                 Vector3(20, 10, 10)};
    BeamModel model;
    const int clamp = model.add_node(Vector3::Zero(), true);
    elbow           = model.add_node(Vector3(10, 0, 0));
    tip             = model.add_node(Vector3(10, 10, 0));
    model.add_bar(clamp, elbow, elements_per_leg, section);
    model.add_bar(elbow, tip, elements_per_leg, section);
    model.loads = {
      {elbow, Vector3(0, 0, 50), Vector3::Zero(), [](const double t) {
         return std::max(0., 1 - std::abs(t - 1));
       }}};
    system = std::make_shared<const BeamMechanism>(std::move(model));
  }

  Benchmark Cantilever::benchmark(const double end_time) const
  {
    Benchmark result;
    result.name     = "right-angle cantilever";
    result.system   = system;
    result.start    = system->reference();
    result.end_time = end_time;
    result.source   = "Simo and Vu-Quoc (1988)";
    return result;
  }

  Vector3 Cantilever::displacement(const Vector &q, const int node) const
  {
    return system->pose(q, node).position -
           system->pose(system->reference().q, node).position;
  }

  double Cantilever::energy(const State &state) const
  {
    return system->strain_energy(state.q) + system->kinetic_energy(state.v);
  }
} // namespace rivlin
