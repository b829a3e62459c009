// SPDX-License-Identifier: Apache-2.0
// Section Contacts of a case as contacts of a model.
#pragma once

#include <rivlin/cases/case_parameters.h>
#include <rivlin/fe/body_contact.h>
#include <rivlin/fe/contact.h>

#include <vector>

namespace rivlin
{
  /// Those with rigid surfaces. Throws Error for points, directions, sets and
  /// carriers that make no sense. Collective.
  template <int dim>
  std::vector<Contact> make_contacts(const CaseParameters &parameters,
                                     const Mesh<dim> &mesh);

  /// Those of the rubber with itself. Throws Error for one without another
  /// side.
  std::vector<BodyContact> make_body_contacts(const CaseParameters &parameters);
} // namespace rivlin
