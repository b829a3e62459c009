// SPDX-License-Identifier: Apache-2.0
// snapshots.h5 as a source for training.
#include <rivlin/studies/run_snapshots.h>

#include <rivlin/base/error.h>
#include <rivlin/studies/supported.h>

namespace rivlin
{
  namespace
  {
    const char *data_set(const SnapshotField field)
    {
      switch (field)
        {
          case SnapshotField::displacement:
            return "q";
          case SnapshotField::velocity:
            return "v";
          case SnapshotField::acceleration:
            return "a";
          case SnapshotField::pressure:
            return "lambda";
          case SnapshotField::pose:
            return "sleeves";
          case SnapshotField::pose_rate:
            return "sleeve_rates";
        }
      return "";
    }

    /// Whether coordinates of free sleeves stand behind the displacements.
    bool has_sleeves_behind(const SnapshotField field)
    {
      return field == SnapshotField::displacement ||
             field == SnapshotField::velocity ||
             field == SnapshotField::acceleration;
    }

  } // namespace

  RunSnapshots::RunSnapshots(const std::filesystem::path &folder,
                             const CaseIdentity &model)
    : directory(folder)
    , reader(folder / "snapshots.h5")
  {
    require_supported(run_applicant(folder),
                      texts_scope(model.parameters, "the case"));
    CaseIdentity other = parse_identity(reader.identity());
    // Signals differ from run to run; that is what training is about.
    other.time     = model.time;
    other.channels = model.channels;
    other.values   = model.values;
    std::string list;
    for (const std::string &difference : compare_models(other, model))
      list += (list.empty() ? "" : "; ") + difference;
    if (!list.empty())
      throw Error("The snapshots in \"" + folder.string() +
                  "\" are of another model: " + list +
                  ". Train on runs of one model.");
    if (reader.n_snapshots() == 0)
      throw Error("\"" + (folder / "snapshots.h5").string() +
                  "\" has no snapshots. Set \"Snapshots/Interval\".");
  }

  int RunSnapshots::n_snapshots() const
  {
    return reader.n_snapshots();
  }

  int RunSnapshots::n_rows(const SnapshotField field) const
  {
    return has_sleeves_behind(field) ? reader.n_displacements()
                                     : reader.n_rows(data_set(field));
  }

  double RunSnapshots::time(const int snapshot) const
  {
    return reader.time(snapshot);
  }

  std::string RunSnapshots::name() const
  {
    return reader.path().string();
  }

  void RunSnapshots::read(const SnapshotField field,
                          const int first,
                          Eigen::Ref<Matrix> columns) const
  {
    Matrix all(reader.n_rows(data_set(field)), columns.cols());
    reader.read(data_set(field), first, all);
    columns = all.topRows(columns.rows());
  }
} // namespace rivlin
