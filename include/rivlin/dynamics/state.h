// SPDX-License-Identifier: Apache-2.0
// The whole truth about a mechanical system at one time, as a copyable value.
#pragma once

#include <rivlin/base/types.h>

#include <string>
#include <string_view>
#include <vector>

namespace rivlin
{
  /// What a vector in the memory of an integrator is, and hence how the ranks
  /// of a distributed system share it.
  enum class MemoryKind
  {
    position,   ///< like q
    velocity,   ///< like v
    multiplier, ///< like lambda
    numbers     ///< a few numbers, the same on all ranks
  };

  /// One vector that an integrator carries from step to step.
  struct MemoryEntry
  {
    std::string name; ///< one line; no two of a state are the same
    MemoryKind kind = MemoryKind::numbers;
    Vector values;
  };

  /// Where the points are at which a system keeps variables.
  enum class PointKind
  {
    cell,   ///< quadrature points of the cells that a rank owns
    face,   ///< of the boundary faces of these cells
    sampled ///< chosen points of a reduced model, the same on all ranks
  };

  /// A variable that a system keeps at points: a viscous stress, the slip of a
  /// face. See MechanicalSystem for who reads and writes it.
  struct PointVariables
  {
    std::string name; ///< one line; no two of a state are the same
    PointKind kind   = PointKind::cell;
    int n_points     = 1; ///< per cell or face; of kind `sampled` altogether
    int n_components = 1; ///< per point
    /// Cell by cell or face by face (a cell's faces by their numbers), point
    /// by point, component by component.
    Vector values;
  };

  /// Time, configuration, velocity, acceleration, multipliers, the memory of
  /// the integration method and the variables at points. Restart, step
  /// rejection and snapshots are copies. Under MPI the vectors hold the locally
  /// owned entries.
  struct State
  {
    double time = 0;
    Vector q;
    Vector v;
    Vector a;
    Vector lambda;
    std::vector<MemoryEntry> memory;
    std::vector<PointVariables> points;
    /// The time whose values `points` are: the beginning of the step while a
    /// step is computed, `time` itself in a finished state.
    double point_time = 0;
    /// Step size the driver will try next; 0 before the first step. Part of the
    /// state because a restarted run must take the same steps.
    double next_step = 0;
  };

  /// The two blocks of an equation or of an increment: rows of the equations of
  /// motion (size n_v) and rows of the constraints (size n_lambda).
  struct Blocks
  {
    Vector q;
    Vector lambda;
  };

  /// time, q, v, a and lambda; what happened in a step.
  void copy_motion(const State &from, State &to);
  /// points and point_time; what stays constant during a step.
  void copy_points(const State &from, State &to);
  /// Another time for a finished state, which differs by a rounding error or
  /// begins a new count.
  void set_time(State &state, double time);

  std::string_view name_of(MemoryKind kind);
  std::string_view name_of(PointKind kind);
  /// Throw Error for an unknown name.
  MemoryKind memory_kind(std::string_view name);
  PointKind point_kind(std::string_view name);

  /// The first entry whose name, kind or size is not the expected one, for
  /// messages; empty if all are.
  std::string layout_difference(const std::vector<MemoryEntry> &expected,
                                const std::vector<MemoryEntry> &found);
  std::string layout_difference(const std::vector<PointVariables> &expected,
                                const std::vector<PointVariables> &found);
} // namespace rivlin
