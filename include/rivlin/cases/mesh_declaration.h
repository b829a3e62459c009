// SPDX-License-Identifier: Apache-2.0
// The declaration of section Mesh.
#pragma once

#include <rivlin/cases/parameter_declarations.h>

namespace rivlin
{
  /// Bind the parameters to `mesh` and `text`, which must outlive `prm`.
  void declare_mesh(dealii::ParameterHandler &prm,
                    MeshParameters &mesh,
                    TextChoices &text);
} // namespace rivlin
