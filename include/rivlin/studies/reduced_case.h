// SPDX-License-Identifier: Apache-2.0
// What reduced models need of a case: its body, its sleeves, its steps.
#pragma once

#include <rivlin/cases/case_identity.h>
#include <rivlin/cases/drive.h>
#include <rivlin/online/prediction.h>
#include <rivlin/online/reduced_start.h>
#include <rivlin/solid/discrete_body.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace rivlin
{
  /// A channel beside those of sleeves, by its name without unit.
  struct CaseChannel
  {
    std::string name; ///< "outer radial displacement", "inside pressure"
    DrivenNumber value;
    bool is_used = true; ///< false: zero at all times
  };

  /// The moving supports of a case and what drives them.
  struct CaseSleeves
  {
    std::vector<std::string> names;
    std::vector<Sleeve> sleeves;
    std::vector<CaseChannel> prescribed; ///< displacements
    std::vector<CaseChannel> loads;      ///< on the surface of the rubber
    ReducedModel::Gravity gravity;       ///< empty: none
    bool inertia = false;
    CasePlan times;                   ///< steps and outputs
    std::vector<std::string> notices; ///< what the user should know
  };

  struct FullCase
  {
    CaseSleeves sleeves;
    DiscreteBody body;
    CaseIdentity identity;
    std::string unit_system;
    double thickness = 1; ///< in 2D
  };

  /// Throws Error for what reduced models do not know, see require_known.
  CaseSleeves case_sleeves(const CaseParameters &parameters);
  /// Builds the finite element model, on this rank alone. Of the prescribed
  /// displacements the body has those that `channels` names.
  FullCase load_full_case(const CaseParameters &parameters,
                          const std::vector<std::string> &channels);
  /// Names of the prescribed displacements that a case makes use of.
  std::vector<std::string> used_channels(const CaseSleeves &sleeves);

  std::vector<std::string> driven_sleeves(const CaseParameters &parameters);

  /// The sleeves of a case in the order of the model. Throws Error if they are
  /// not those of the model.
  std::vector<Sleeve> sleeves_of_model(const ReducedModelData &data,
                                       const CaseSleeves &sleeves);

  /// The channels of a case in the order of the model. Throws Error for one of
  /// the case that is used and that the model does not know.
  ReducedInputs inputs_of_model(const ReducedModelData &data,
                                const CaseSleeves &sleeves);

  /// Channels by their names; those that are not there are zero. Throws Error
  /// for one that is used and has no name in the list.
  std::vector<DrivenNumber> in_order(const std::vector<CaseChannel> &channels,
                                     const std::vector<std::string> &names);

  /// What acts at one time, held.
  HeldInputs held_at(double t,
                     const std::vector<Sleeve> &sleeves,
                     const ReducedModel::Gravity &gravity,
                     const ReducedInputs &inputs);

  /// Time at which a load step begins, nothing if there is none of that name,
  /// and the end of a sentence that says so.
  std::optional<double> begin_of_step(const CaseParameters &parameters,
                                      const std::string &step);
  std::string no_such_step(const CaseParameters &parameters,
                           const std::string &step);

  /// Where in time a model begins in a case: at the begin of the load step that
  /// the model names, at 0 without one. Throws Error if the case has no such
  /// step.
  double begin_of_model(const ReducedModelData &data,
                        const CaseParameters &parameters);

  /// A reduced model in the place of the full one: sleeves by name, integrator
  /// and steps of the case; output at `times` if there are any. Throws Error if
  /// the case has not the sleeves of the model.
  Prediction predict_case(const std::shared_ptr<const ReducedModelData> &data,
                          const CaseParameters &parameters,
                          const CaseSleeves &sleeves,
                          const std::vector<double> &times);
} // namespace rivlin
