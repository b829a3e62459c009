// SPDX-License-Identifier: Apache-2.0
// Where snapshots come from: files or memory, read in blocks.
#pragma once

#include <rivlin/base/types.h>

#include <string>

namespace rivlin
{
  enum class SnapshotField
  {
    displacement, ///< q: the unknowns that no support prescribes
    velocity,
    acceleration,
    pressure,
    pose, ///< of all supports: x and R - I row by row each, in three dimensions
    pose_rate,  ///< the same of their rates
    prescribed, ///< displacements by channels of supports
    prescribed_rate
  };

  /// A sequence of snapshots of one model. Columns are snapshots.
  class SnapshotSource
  {
  public:
    virtual ~SnapshotSource() = default;

    virtual int n_snapshots() const               = 0;
    virtual int n_rows(SnapshotField field) const = 0;
    virtual double time(int snapshot) const       = 0;
    /// What the user knows it by, for messages.
    virtual std::string name() const = 0;
    /// Snapshots first .. first + columns - 1. Throws Error if a number is not
    /// finite.
    virtual void
    read(SnapshotField field, int first, Eigen::Ref<Matrix> columns) const = 0;
  };
} // namespace rivlin
