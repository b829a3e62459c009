// SPDX-License-Identifier: Apache-2.0
// The right-angle cantilever of Simo and Vu-Quoc.
#pragma once

#include <rivlin/benchmarks/beam_mechanism.h>
#include <rivlin/benchmarks/benchmark.h>

namespace rivlin
{
  /// BCA, Section 7.2: two legs of 10 m, the first along x from the clamped
  /// end to the elbow, the second along y to the tip. A force along z at the
  /// elbow grows to 50 N at 1 s and falls to zero at 2 s.
  struct Cantilever
  {
    std::shared_ptr<const BeamMechanism> system;
    int elbow = 0, tip = 0;

    explicit Cantilever(int elements_per_leg = 5);
    /// Without solution.
    Benchmark benchmark(double end_time = 30) const;
    /// From the place in the reference.
    Vector3 displacement(const Vector &q, int node) const;
    double energy(const State &state) const;
  };
} // namespace rivlin
