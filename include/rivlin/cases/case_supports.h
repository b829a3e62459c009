// SPDX-License-Identifier: Apache-2.0
// From a section Supports/<set> and its drive to the support of a model.
#pragma once

#include <rivlin/cases/drive.h>
#include <rivlin/fe/model_definition.h>
#include <rivlin/spaces/mesh.h>

#include <string>

namespace rivlin
{
  /// The support that section Supports/`name` describes, driven as `drive`
  /// says. Throws Error for what the user can repair.
  template <int dim>
  Support<dim> make_support(const std::string &name,
                            const SupportParameters &support,
                            const DriveSupport &drive,
                            const Mesh<dim> &mesh);

  /// As many numbers as the space has dimensions; `key` is for messages.
  template <int dim>
  dealii::Point<dim> make_point(const std::vector<double> &numbers,
                                const std::string &key);
} // namespace rivlin
