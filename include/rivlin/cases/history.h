// SPDX-License-Identifier: Apache-2.0
// history.csv of a run: channels, reactions, energies, probes.
#pragma once

#include <rivlin/base/csv_history.h>
#include <rivlin/base/unit_system.h>
#include <rivlin/cases/case_model.h>

#include <filesystem>
#include <limits>
#include <memory>

namespace rivlin
{
  /// What a history needs to go on after an interruption.
  struct HistoryRecord
  {
    CsvPosition position;     ///< behind the last row, on rank 0
    std::vector<double> sums; ///< what was accumulated over the steps
  };

  template <int dim>
  class History
  {
  public:
    /// Only rank 0 writes; all ranks take part in the evaluation.
    History(const CaseModel<dim> &model,
            const UnitSystem &units,
            const std::filesystem::path &directory);

    /// Go on with the file of an interrupted run, from the state and the record
    /// of that time. Throws Error if the file does not fit them.
    History(const CaseModel<dim> &model,
            const UnitSystem &units,
            const std::filesystem::path &directory,
            const HistoryRecord &record,
            const State &state);

    /// To be called for each accepted step and, in dynamics, for the start.
    /// Statics: the external work is the integral of the internal force over
    /// the displacement, and of what supports carry over their motion, which in
    /// equilibrium is what supports and loads do (trapezoidal rule). Dynamics:
    /// work and dissipated energy are integrals of the powers over time, by
    /// parabolas through the last three steps.
    void accumulate_work(const State &state);

    /// One row. The state must have been accumulated.
    void append(const State &state);
    /// Largest |J - 1| of the last row, the same on all ranks.
    double last_J_error() const
    {
      return max_J_error;
    }

    /// Bring the file up to date.
    void write();

    /// Bring the file up to date; how to go on from here.
    HistoryRecord save();

  private:
    std::vector<std::string> column_titles(const UnitSystem &units) const;

    const CaseModel<dim> &model;
    std::unique_ptr<CsvHistory> file; ///< on rank 0
    void accumulate_static_work(const State &state);
    /// What supports carry at a state, and where they are.
    void keep_carried(const State &state);
    void accumulate_power(const State &state);

    DofVector force_n;
    DofVector dofs_n;
    std::vector<SurfaceForce> carried_n;
    std::vector<RigidMotion> motions_n;
    double external_work     = 0;
    double dissipated_energy = 0;
    double max_J_error       = 0;
    /// Time, external power and dissipation of the last steps, latest first.
    struct Power
    {
      double time;
      double external;
      double dissipation;
    };
    std::vector<Power> powers;
    /// What accumulate_power saw, for the row at the same time.
    double last_time = std::numeric_limits<double>::quiet_NaN();
    Observation last_seen;
  };
} // namespace rivlin
