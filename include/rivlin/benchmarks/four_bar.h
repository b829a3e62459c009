// SPDX-License-Identifier: Apache-2.0
// The flexible four-bar mechanism with a misaligned hinge.
#pragma once

#include <rivlin/benchmarks/beam_mechanism.h>
#include <rivlin/benchmarks/benchmark.h>

namespace rivlin
{
  /// BCA, Section 7.3 and Table 2, after Bauchau and Bottasso: bars AB along y,
  /// BC along x and CD along -y at right angles, A in the origin. Hinges with
  /// axis z in A, B and D; that of C is turned by 5 degrees about y. The
  /// rotation of hinge A is prescribed (eq. 86).
  struct FourBar
  {
    std::shared_ptr<const BeamMechanism> system;
    int b     = 0; ///< node of AB at B
    int c     = 0; ///< node of CD at C
    int drive = 0; ///< multiplier of the prescribed rotation: the moment of AB
                   ///< on the ground

    explicit FourBar(int elements_per_bar = 10, double misalignment = 5);
    /// Without solution.
    Benchmark benchmark(double end_time = 12) const;
    /// From the place in the reference.
    Vector3 displacement(const Vector &q, int node) const;
  };

  /// theta_A of BCA, eq. 86, with t_0 = 0, t_s = 0.5 s, omega = -5 rad/s.
  HingeAngle four_bar_drive(double t);
} // namespace rivlin
