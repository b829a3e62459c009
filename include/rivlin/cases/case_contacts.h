// SPDX-License-Identifier: Apache-2.0
// Section Contacts of a case as contacts of a model.
#pragma once

#include <rivlin/cases/drive.h>
#include <rivlin/fe/body_contact.h>
#include <rivlin/fe/contact.h>
#include <rivlin/fe/fe_model.h>

#include <vector>

namespace rivlin
{
  const Names<ContactSurface> &contact_surface_names();

  /// Those with rigid surfaces. Throws Error for points, directions, sets and
  /// carriers that make no sense. Collective.
  template <int dim>
  std::vector<Contact> make_contacts(const CaseParameters &parameters,
                                     const Mesh<dim> &mesh);

  /// Those of the rubber with itself. Throws Error for one without another
  /// side.
  std::vector<BodyContact> make_body_contacts(const CaseParameters &parameters);

  /// Notices about contacts that nothing is likely to reach: their smallest gap
  /// in the undeformed body is larger than the part and all driven motions of
  /// its sleeves together.
  template <int dim>
  std::vector<std::string> unreachable_contacts(const FEModel<dim> &model,
                                                const Drive &drive);
} // namespace rivlin
