// SPDX-License-Identifier: Apache-2.0
// What a reduced model can be used with: the one place that refuses the rest,
// whichever way a case or a run comes in.
#pragma once

#include <rivlin/cases/case_identity.h>
#include <rivlin/online/reduced_model_data.h>

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace rivlin
{
  /// A body as the parameters that make it, "Material/C10" and "0.4": mesh,
  /// elements, materials, and the surfaces that supports hold.
  using BodyTexts = std::map<std::string, std::string>;
  BodyTexts body_texts(const ParameterTexts &texts);
  BodyTexts body_texts(const CaseIdentity &identity);

  /// What shall be used with a reduced model: a case, or a finished run, which
  /// may be of any case.
  struct Applicant
  {
    std::string name;     ///< for messages: `The case "a.prm"`
    ParameterTexts texts; ///< empty: it does not tell
    bool is_run                  = false;
    std::set<std::string> unused = {}; ///< given without an effect
  };
  Applicant case_applicant(const CaseParameters &parameters);
  /// A run by its snapshots or its summary.json, whatever is there; `folder`
  /// is its output directory.
  Applicant run_applicant(const std::filesystem::path &folder);

  /// What a reduced model knows, or is going to know.
  struct ModelScope
  {
    std::string name; ///< for messages: `the reduced model "a.rom"`
    Capabilities capabilities;
    BodyTexts body;                   ///< empty: not told
    std::vector<std::string> sleeves; ///< names of the moving ones
    std::map<std::string, Vector3> centres;
  };
  ModelScope model_scope(const ReducedModelData &data,
                         const std::filesystem::path &file);
  /// That of a model which shall be trained on a case with these parameters.
  ModelScope texts_scope(const ParameterTexts &texts, const std::string &name);

  /// What a model that is trained now may come to know.
  Capabilities trainable();

  /// Throws Error for contacts, loads on the rubber, springs, prescribed
  /// components and initial values, as far as they are not known.
  void require_known(const Applicant &applicant,
                     const Capabilities &known = trainable());

  /// The same, and throws Error for another body than that of the model; each
  /// parameter is named with both values. Returns what could not be checked.
  std::vector<std::string> require_supported(const Applicant &applicant,
                                             const ModelScope &scope);
} // namespace rivlin
