// SPDX-License-Identifier: Apache-2.0
// Sentences about models, steps and loads for the log.
#pragma once

#include <rivlin/cases/drive.h>
#include <rivlin/fe/fe_model.h>

#include <string>

namespace rivlin
{
  /// "3D, 96 cells, ..., 2904 unknowns (...), 1 rank, MUMPS". Collective.
  template <int dim>
  std::string describe_model(const FEModel<dim> &model);

  std::string
  describe_step(const State &state, const StepReport &report, double end);

  /// "inner translation x [mm] = 3.2, ..." of the channels that move.
  std::string describe_load(const std::vector<NamedChannel> &channels,
                            double time);

  /// "load step 2 of 3, working: t = 1 to 2.5 s", k counts from zero.
  std::string describe_load_step(const CaseParameters &parameters,
                                 std::size_t k);
} // namespace rivlin
