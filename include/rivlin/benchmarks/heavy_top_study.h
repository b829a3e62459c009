// SPDX-License-Identifier: Apache-2.0
// Largest errors of the Lie group methods on the heavy top.
#pragma once

#include <rivlin/benchmarks/convergence.h>
#include <rivlin/benchmarks/heavy_top.h>

namespace rivlin
{
  /// The largest errors over the steps in [0, 1] ("largest q", "largest v" and
  /// "largest lambda") with n steps for each n, which must be powers of two up
  /// to 16384.
  std::vector<VerificationRow>
  heavy_top_errors(HeavyTopSpace space,
                   const std::string &method,
                   const IntegratorOptions &options,
                   const std::string &options_text,
                   const std::vector<int> &numbers_of_steps);

  /// The study behind `rivlin verify heavy-top`.
  std::vector<VerificationRow> heavy_top_rows();
} // namespace rivlin
