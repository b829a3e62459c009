// SPDX-License-Identifier: Apache-2.0
// Cuts sources into blocks and checks what is read.
#include "snapshot_blocks.h"

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>

#include <algorithm>
#include <cassert>
#include <utility>

namespace rivlin
{
  namespace
  {
    std::string name_of(SnapshotField field)
    {
      switch (field)
        {
          case SnapshotField::displacement:
            return "displacements";
          case SnapshotField::velocity:
            return "velocities";
          case SnapshotField::acceleration:
            return "accelerations";
          case SnapshotField::pressure:
            return "pressures";
          case SnapshotField::pose:
            return "poses";
          case SnapshotField::prescribed:
            return "prescribed displacements";
          case SnapshotField::prescribed_rate:
            return "rates of prescribed displacements";
          case SnapshotField::pose_rate:
            break;
        }
      return "rates of poses";
    }
  } // namespace



  SnapshotBlocks::SnapshotBlocks(
    const std::vector<const SnapshotSource *> &sources,
    SnapshotField field_,
    int block_size,
    SnapshotPreprocess preprocess_)
    : field(field_)
    , preprocess(std::move(preprocess_))
  {
    if (block_size < 1)
      throw Error("Snapshots cannot be read in blocks of " +
                  number_text(block_size) + ". Choose at least one.");
    for (const SnapshotSource *source : sources)
      {
        assert(source);
        const int n = source->n_snapshots();
        if (n == 0)
          continue;
        if (total == 0)
          rows = source->n_rows(field);
        if (source->n_rows(field) != rows || rows == 0)
          throw Error(
            "Snapshots '" + source->name() + "' have " +
            number_text(source->n_rows(field)) + " " + name_of(field) +
            (rows == 0 ? std::string(".")
                       : ", those of '" + blocks.front().source->name() +
                           "' have " + number_text(rows) + ".") +
            " Use snapshots of one model that holds this field.");
        for (int first = 0; first < n; first += block_size)
          blocks.push_back(
            {source, first, std::min(block_size, n - first), total + first});
        total += n;
      }
    if (total == 0)
      throw Error("There are no snapshots of " + name_of(field) +
                  ". Run a simulation that writes them.");
  }



  Matrix SnapshotBlocks::read(int block) const
  {
    const Block &own = blocks[block];
    Matrix columns(rows, own.n_columns);
    own.source->read(field, own.first, columns);
    if (preprocess)
      preprocess(*own.source, own.first, columns);
    assert(columns.rows() == rows && columns.cols() == own.n_columns);
    for (int k = 0; k < own.n_columns; ++k)
      if (!columns.col(k).allFinite())
        throw Error("Snapshot " + number_text(own.first + k) + " of '" +
                    own.source->name() +
                    "' (t = " + number_text(own.source->time(own.first + k)) +
                    ") holds a number that is not finite among its " +
                    name_of(field) +
                    ". Leave it out or run the simulation again.");
    return columns;
  }
} // namespace rivlin
