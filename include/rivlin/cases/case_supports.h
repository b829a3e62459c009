// SPDX-License-Identifier: Apache-2.0
// From a section Supports/<set> to the support of a model.
#pragma once

#include <rivlin/cases/case_channels.h>
#include <rivlin/cases/case_parameters.h>
#include <rivlin/spaces/mesh.h>
#include <rivlin/fe/model_definition.h>

#include <string>

namespace rivlin
{
  /// The support that section Supports/`name` describes; its channels are read.
  /// Throws Error for what the user can repair.
  template <int dim>
  Support<dim> make_support(const std::string &name,
                            const SupportParameters &support,
                            const CaseParameters &parameters,
                            const Mesh<dim> &mesh,
                            CaseChannels &channels);
} // namespace rivlin
