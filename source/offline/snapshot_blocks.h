// SPDX-License-Identifier: Apache-2.0
// The snapshots of several sources as one sequence of blocks.
#pragma once

#include <rivlin/offline/pod.h>

namespace rivlin
{
  class SnapshotBlocks
  {
  public:
    /// Error if there are no snapshots or the sources have different sizes.
    SnapshotBlocks(const std::vector<const SnapshotSource *> &sources,
                   SnapshotField field,
                   int block_size,
                   SnapshotPreprocess preprocess);

    int n_snapshots() const
    {
      return total;
    }
    int n_rows() const
    {
      return rows;
    }
    int n_blocks() const
    {
      return static_cast<int>(blocks.size());
    }
    /// Number of the first snapshot of a block in the whole sequence.
    int first(int block) const
    {
      return blocks[block].first_of_all;
    }

    /// Error if a number is not finite.
    Matrix read(int block) const;

  private:
    struct Block
    {
      const SnapshotSource *source;
      int first;
      int n_columns;
      int first_of_all;
    };
    SnapshotField field;
    SnapshotPreprocess preprocess;
    int total = 0;
    int rows  = 0;
    std::vector<Block> blocks;
  };
} // namespace rivlin
