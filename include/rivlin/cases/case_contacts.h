// SPDX-License-Identifier: Apache-2.0
// Section Contacts of a case as contacts of a model.
#pragma once

#include <rivlin/cases/case_parameters.h>
#include <rivlin/fe/contact.h>

#include <vector>

namespace rivlin
{
  /// Throws Error for points, directions, sets and carriers that make no
  /// sense. Collective.
  template <int dim>
  std::vector<Contact> make_contacts(const CaseParameters &parameters,
                                     const Mesh<dim> &mesh);
} // namespace rivlin
