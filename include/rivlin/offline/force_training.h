// SPDX-License-Identifier: Apache-2.0
// The force models by name, each trained by one call.
#pragma once

#include <rivlin/offline/cubature.h>
#include <rivlin/offline/training.h>

#include <string>
#include <variant>
#include <vector>

namespace rivlin
{
  struct ForceOptions
  {
    double cubature_tolerance = 1e-3; ///< of the compression
    int n_table_states        = 240;  ///< of lookup and TPWL
    int n_nearest             = 4;    ///< of TPWL
    double beta               = 25;   ///< of TPWL
    bool exact_tangent        = true; ///< of TPWL
    int n_neighbours          = 0;    ///< lookup 2; 0: exact differences
    int n_interpolation       = 0;    ///< DEIM; 0: as many as coordinates, N
    bool qdeim                = false;
    double rows_per_mode      = 2;    ///< DEIM; 1: interpolation
    bool exact_linear         = true; ///< DEIM of the nonlinear force only
    bool second_cubature      = true; ///< for the trust indicator

    using Member = std::variant<double ForceOptions::*,
                                int ForceOptions::*,
                                bool ForceOptions::*>;
  };

  /// An option as plans offer it.
  struct ForceOption
  {
    ForceOptions::Member member;
    std::string name; ///< "Cubature tolerance"
    std::string text;
    double lowest  = 0; ///< of numbers
    double highest = 0;
    bool is_size = false; ///< chosen by the training if an error is wished for
  };
  const std::vector<ForceOption> &force_options();

  /// What the training found out about a force model.
  struct ForceReport
  {
    std::string description;
    double training_error = 0; ///< root mean square over the states, relative
    int n_points          = 0; ///< evaluated per force; 0: tables
    int n_states          = 0; ///< of tables
    int n_cells           = 0; ///< touched by DEIM
  };

  /// What a force model is trained on. No state inverts a point.
  struct ForceTask
  {
    const DiscreteBody &body;
    const ReducedBases &bases;
    const Matrix &states;
    const ForceOptions &options;
  };

  /// A force model: all that training, plans and pages know of it. What
  /// evaluates it is a ReducedForce.
  struct ForceModel
  {
    std::string name; ///< "cubature", "TPWL" and so on
    std::string text; ///< what it is, as part of a sentence
    std::vector<ForceOptions::Member> options; ///< that it reads
    /// Trains data.force, perhaps data.second_force, and tells the report what
    /// the force itself does not say.
    void (*train)(const ForceTask &task,
                  ReducedModelData &data,
                  ForceReport &report);
    bool is_exact     = false; ///< nothing is left out: no training error
    bool is_condensed = false; ///< its model has no pressures

    bool reads(const ForceOption &option) const;
  };

  /// All of them, in the order in which pages list them.
  const std::vector<ForceModel> &force_models();
  std::vector<std::string> force_model_names();
  /// Throws Error with the nearest name if it is unknown.
  const ForceModel &force_model(const std::string &name);

  /// Put a force model into `data` (from project_model), trained at the columns
  /// of `states`; those that invert a point are left out. Condensed models lose
  /// their pressures.
  ForceReport train_force(const ForceModel &model,
                          const DiscreteBody &body,
                          const ReducedBases &bases,
                          const Matrix &states,
                          const ForceOptions &options,
                          ReducedModelData &data);
} // namespace rivlin
