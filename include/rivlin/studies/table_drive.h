// SPDX-License-Identifier: Apache-2.0
// What drives a reduced model, out of the columns of a table.
#pragma once

#include <rivlin/studies/reduced_case.h>

#include <filesystem>
#include <string>
#include <vector>

namespace rivlin
{
  /// Sleeves driven by the columns of a table, "inner translation x [mm]";
  /// columns that are not there are zero, at least one must be. Free sleeves
  /// take "inner applied force x [N]". Other units are converted. Error for
  /// other columns, which drive nothing; a history.csv may have them, and what
  /// is not used of it is told. Time and step come from the table unless
  /// `settings` (sections "Time" and "Solver") say otherwise.
  CaseSleeves table_sleeves(const ReducedModelData &data,
                            const std::filesystem::path &file,
                            const std::vector<std::string> &settings,
                            CaseParameters &parameters);
} // namespace rivlin
