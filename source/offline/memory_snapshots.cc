// SPDX-License-Identifier: Apache-2.0
// Blocks of columns of stored matrices.
#include <rivlin/offline/memory_snapshots.h>

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>

#include <cassert>
#include <utility>

namespace rivlin
{
  MemorySnapshots::MemorySnapshots(std::string name,
                                   Vector times_,
                                   std::map<SnapshotField, Matrix> fields_)
    : source_name(std::move(name))
    , times(std::move(times_))
    , fields(std::move(fields_))
  {
    for (const auto &entry : fields)
      if (entry.second.cols() != times.size())
        throw Error("Snapshots '" + source_name + "' have " +
                    number_text(times.size()) + " times but " +
                    number_text(entry.second.cols()) +
                    " states. Give one time for each state.");
  }

  int MemorySnapshots::n_snapshots() const
  {
    return static_cast<int>(times.size());
  }

  int MemorySnapshots::n_rows(SnapshotField field) const
  {
    const auto found = fields.find(field);
    return found == fields.end() ? 0 : static_cast<int>(found->second.rows());
  }

  double MemorySnapshots::time(int snapshot) const
  {
    return times[snapshot];
  }

  std::string MemorySnapshots::name() const
  {
    return source_name;
  }

  void MemorySnapshots::read(SnapshotField field,
                             int first,
                             Eigen::Ref<Matrix> columns) const
  {
    assert(columns.rows() == n_rows(field));
    if (columns.rows() == 0)
      return;
    columns = fields.at(field).middleCols(first, columns.cols());
    for (Eigen::Index k = 0; k < columns.cols(); ++k)
      if (!columns.col(k).allFinite())
        throw Error(
          "Snapshot " + number_text(first + k) + " of '" + source_name +
          "' (t = " + number_text(times[first + k]) +
          ") holds a number that is not finite. Leave it out or run " +
          "the simulation again.");
  }
} // namespace rivlin
