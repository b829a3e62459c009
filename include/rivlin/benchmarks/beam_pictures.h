// SPDX-License-Identifier: Apache-2.0
// Beam mechanisms in motion as files for ParaView.
#pragma once

#include <rivlin/benchmarks/beam_mechanism.h>

#include <filesystem>
#include <string>

namespace rivlin
{
  /// Write states of a mechanism as lines: NAME_0000.vtu, NAME_0001.vtu, ...
  /// and NAME.pvd with their times. Fields of the nodes: displacement [m],
  /// rotation vector [rad]; of the elements: force (N, Q_2, Q_3) [N] and moment
  /// (torsion, M_2, M_3) [N m] of the section.
  void write_beam_series(const BeamMechanism &system,
                         const std::vector<State> &states,
                         const std::filesystem::path &directory,
                         const std::string &name);
} // namespace rivlin
