// SPDX-License-Identifier: Apache-2.0
// rivlin predict as a function: a reduced model, what drives it, and what it is
// compared with -> history.csv, summary.json, comparison.json.
#pragma once

#include <rivlin/cases/schema.h>
#include <rivlin/studies/comparison.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace rivlin
{
  struct PredictionOptions
  {
    std::filesystem::path model;
    std::filesystem::path excitation; ///< CASE.prm or a table
    std::vector<std::string> settings;
    std::filesystem::path output;
    std::filesystem::path compared; ///< run of the full model; empty: none
    bool pictures = false;
    bool force    = false; ///< take the folder from whoever holds its lock
  };

  struct PredictionReport
  {
    Prediction prediction;
    std::optional<Comparison> comparison;
    std::vector<std::string> warnings; ///< what the user should know
    /// What the case says without an effect on the prediction.
    std::vector<UnusedParameter> unused;
  };

  /// Throws Error before anything is written if model, excitation and run do
  /// not fit each other. A prediction that does not finish is written as far as
  /// it came; the report says why.
  PredictionReport predict(const PredictionOptions &options);
} // namespace rivlin
