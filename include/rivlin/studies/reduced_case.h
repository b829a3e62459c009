// SPDX-License-Identifier: Apache-2.0
// What reduced models need of a case: its body, its sleeves, its steps.
#pragma once

#include <rivlin/cases/case_identity.h>
#include <rivlin/cases/drive.h>
#include <rivlin/online/prediction.h>
#include <rivlin/solid/discrete_body.h>

#include <memory>
#include <string>
#include <vector>

namespace rivlin
{
  /// The moving supports of a case and what drives them.
  struct CaseSleeves
  {
    std::vector<std::string> names;
    std::vector<Sleeve> sleeves;
    ReducedModel::Gravity gravity; ///< empty: none
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
  /// Builds the finite element model, on this rank alone.
  FullCase load_full_case(const CaseParameters &parameters);

  std::vector<std::string> driven_sleeves(const CaseParameters &parameters);

  /// The sleeves of a case in the order of the model. Throws Error if they are
  /// not those of the model.
  std::vector<Sleeve> sleeves_of_model(const ReducedModelData &data,
                                       const CaseSleeves &sleeves);

  /// A reduced model in the place of the full one: sleeves by name, integrator
  /// and steps of the case; output at `times` if there are any. Throws Error if
  /// the case has not the sleeves of the model.
  Prediction predict_case(const std::shared_ptr<const ReducedModelData> &data,
                          const CaseParameters &parameters,
                          const CaseSleeves &sleeves,
                          const std::vector<double> &times);
} // namespace rivlin
