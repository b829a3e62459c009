// SPDX-License-Identifier: Apache-2.0
// Section Contacts of a case as contacts of a model.
#pragma once

#include <rivlin/cases/drive.h>
#include <rivlin/fe/contact.h>
#include <rivlin/fe/fe_model.h>

#include <vector>

namespace rivlin
{
  /// Throws Error for points, directions, sets and carriers that make no
  /// sense. Collective.
  template <int dim>
  std::vector<Contact> make_contacts(const CaseParameters &parameters,
                                     const Mesh<dim> &mesh);

  /// Notices about contacts that nothing is likely to reach: their smallest gap
  /// in the undeformed body is larger than the part and all driven motions of
  /// its sleeves together.
  template <int dim>
  std::vector<std::string> unreachable_contacts(const FEModel<dim> &model,
                                                const Drive &drive);
} // namespace rivlin
