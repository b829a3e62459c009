// SPDX-License-Identifier: Apache-2.0
// Section Loads from its declaration to what acts on a model.
#pragma once

#include <rivlin/cases/case_channels.h>
#include <rivlin/cases/case_parameters.h>
#include <rivlin/fe/model_definition.h>

#include <string>

namespace rivlin
{
  const Names<LoadType> &load_type_names();

  /// Declare the parameters of one load in the current section.
  void declare_load(Schema &schema,
                    LoadParameters &load,
                    const CaseParameters &values);

  /// The load with its channels as the load steps make them.
  LoadParameters read_load(const std::string &name,
                           const LoadParameters &load,
                           const CaseParameters &parameters,
                           CaseChannels &channels);

  /// A load of which read_load() has read the channels.
  template <int dim>
  ActionDefinition<dim> make_load(const LoadParameters &load);
} // namespace rivlin
