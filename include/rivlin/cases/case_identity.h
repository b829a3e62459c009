// SPDX-License-Identifier: Apache-2.0
// What tells one case from another, so that no run continues another's state.
#pragma once

#include <rivlin/cases/case_model.h>

#include <string>
#include <vector>

namespace rivlin
{
  /// Parameters as text, the model in numbers that do not depend on the ranks,
  /// and the driven channels at some times. Rounding errors of another machine
  /// do not make another case.
  struct CaseIdentity
  {
    ParameterTexts parameters;
    long cells         = 0;
    long displacements = 0;
    long pressures     = 0;
    long coordinates   = 0; ///< of free sleeves
    std::string
      sets; ///< checksum of the regions and boundary sets of the cells
    /// Largest coordinate and three sums of all vertices with irregular
    /// weights.
    std::vector<double> vertices;
    std::string mesh_file; ///< checksum; empty for generated meshes
    double time = 0;       ///< channels are compared at times up to this one
    std::vector<std::string> channels;
    std::vector<std::vector<double>> values; ///< of each channel
    /// Of each channel: checksum of the tables that it reads, empty without.
    /// They tell more than some values, but also change where a run has not
    /// come yet, so that continued runs do not ask for them.
    std::vector<std::string> tables;
  };

  /// Without channels. Collective.
  template <int dim>
  CaseIdentity identify(const CaseModel<dim> &model,
                        const ParameterTexts &parameters);

  /// Add the channels at times from 0 to `time`.
  void identify_channels(const std::vector<NamedChannel> &channels,
                         double time,
                         CaseIdentity &identity);

  /// Parameters that a continued run may change, and those that it may not:
  /// "Time/End time" 2 instead of 1.
  struct ParameterChanges
  {
    std::vector<std::string> harmless;
    std::vector<std::string> harmful;
  };
  ParameterChanges compare(const ParameterTexts &old,
                           const ParameterTexts &now);

  /// Differences of the models in words; empty if they are the same.
  std::vector<std::string> compare_models(const CaseIdentity &old,
                                          const CaseIdentity &now);

  /// Throws Error with the differences if there are any. `folder` is that of
  /// the checkpoint.
  void refuse_differences(const std::vector<std::string> &differences,
                          const std::string &folder);

  /// As JSON, and back; throws Error for a text of another kind.
  std::string identity_text(const CaseIdentity &identity);
  CaseIdentity parse_identity(const std::string &text);
} // namespace rivlin
