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
          case SnapshotField::prescribed:
          case SnapshotField::prescribed_rate:
            break; // not in the file
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

    bool is_prescribed(const SnapshotField field)
    {
      return field == SnapshotField::prescribed ||
             field == SnapshotField::prescribed_rate;
    }
  } // namespace

  RunSnapshots::RunSnapshots(const std::filesystem::path &folder,
                             const CaseIdentity &model,
                             std::vector<DrivenNumber> prescribed,
                             const double begin)
    : directory(folder)
    , reader(folder / "snapshots.h5")
    , channels(std::move(prescribed))
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
    while (n_skipped < reader.n_snapshots() &&
           reader.time(n_skipped) < begin * (1 - 1e-9))
      ++n_skipped;
  }

  int RunSnapshots::n_snapshots() const
  {
    return reader.n_snapshots() - n_skipped;
  }

  int RunSnapshots::n_rows(const SnapshotField field) const
  {
    if (is_prescribed(field))
      return static_cast<int>(channels.size());
    return has_sleeves_behind(field) ? reader.n_displacements()
                                     : reader.n_rows(data_set(field));
  }

  double RunSnapshots::time(const int snapshot) const
  {
    return reader.time(n_skipped + snapshot);
  }

  std::string RunSnapshots::name() const
  {
    return reader.path().string();
  }

  void RunSnapshots::read(const SnapshotField field,
                          const int first,
                          Eigen::Ref<Matrix> columns) const
  {
    if (is_prescribed(field))
      {
        for (Eigen::Index k = 0; k < columns.cols(); ++k)
          for (Eigen::Index i = 0; i < columns.rows(); ++i)
            columns(i, k) =
              channels[i](time(first + static_cast<int>(k)),
                          field == SnapshotField::prescribed ? 0 : 1);
        return;
      }
    Matrix all(reader.n_rows(data_set(field)), columns.cols());
    reader.read(data_set(field), n_skipped + first, all);
    columns = all.topRows(columns.rows());
  }
} // namespace rivlin
