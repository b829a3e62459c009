// SPDX-License-Identifier: Apache-2.0
// What reduced models need of a case: its body, its sleeves, its runs.
#pragma once

#include <rivlin/cases/case_identity.h>
#include <rivlin/cases/drive.h>
#include <rivlin/cases/snapshot_reader.h>
#include <rivlin/offline/snapshot_source.h>
#include <rivlin/offline/training.h>
#include <rivlin/online/prediction.h>

#include <filesystem>
#include <functional>

namespace rivlin
{
  /// The moving supports of a case and what drives them.
  struct CaseSleeves
  {
    std::vector<std::string> names;
    std::vector<Sleeve> sleeves;
    ReducedModel::Gravity gravity; ///< empty: none
    bool inertia = false;
    CasePlan times; ///< steps and outputs
  };

  struct FullCase
  {
    CaseSleeves sleeves;
    DiscreteBody body;
    CaseIdentity identity;
  };

  /// Throws Error for what reduced models do not know, see require_known.
  CaseSleeves case_sleeves(const CaseParameters &parameters);
  FullCase load_full_case(const CaseParameters &parameters);

  /// Sleeves driven by the columns of a table, "inner translation x [mm]";
  /// columns that are not there are zero, at least one must be. Free sleeves
  /// take "inner applied force x [N]". Time and step come from the table unless
  /// `settings` (sections "Time" and "Solver") say otherwise.
  CaseSleeves table_sleeves(const ReducedModelData &data,
                            const std::filesystem::path &file,
                            const std::vector<std::string> &settings,
                            CaseParameters &parameters);

  /// Snapshots of a run.
  class RunSnapshots final : public SnapshotSource
  {
  public:
    /// Throws Error if the run is one of another model; `folder` is its output
    /// directory.
    RunSnapshots(const std::filesystem::path &folder,
                 const CaseIdentity &model);

    int n_snapshots() const override;
    int n_rows(SnapshotField field) const override;
    double time(int snapshot) const override;
    std::string name() const override;
    void read(SnapshotField field,
              int first,
              Eigen::Ref<Matrix> columns) const override;

    const std::filesystem::path &folder() const
    {
      return directory;
    }

  private:
    std::filesystem::path directory;
    SnapshotReader reader;
  };

  /// A reduced model in the place of the full one: sleeves by name, integrator
  /// and steps of the case; output at `times` if there are any. Throws Error if
  /// the case has not the sleeves of the model.
  Prediction predict_case(const std::shared_ptr<const ReducedModelData> &data,
                          const CaseParameters &parameters,
                          const CaseSleeves &sleeves,
                          const std::vector<double> &times);

  /// Norms over time of differences between a reduced and a full run, relative
  /// to those of the full run. Forces and moments (over the length scale) count
  /// together in the reaction. NaN: not known.
  struct RunErrors
  {
    double displacement = 0;
    double velocity     = 0;
    double pressure     = 0;
    double reaction     = 0;
    double full_seconds = 0; ///< CPU time of the steps of the full run
    double seconds      = 0; ///< of the reduced run
    double full_steps   = 0;
    double steps        = 0;
    double duration     = 0; ///< of the signal
  };

  /// Throws Error unless the folder is the output of a full model.
  void require_full_run(const std::filesystem::path &folder);

  /// `basis` (modes [Psi V] and pressure modes) with the body for fields; null:
  /// reactions only. Rows of the prediction are at the times of history.csv.
  RunErrors compare_with_run(const Prediction &prediction,
                             const ReducedModelData &data,
                             const std::filesystem::path &folder,
                             const DiscreteBody *body,
                             const ReducedBases *basis,
                             const SnapshotSource *snapshots);
} // namespace rivlin
