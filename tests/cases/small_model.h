// SPDX-License-Identifier: Apache-2.0
// A small model and its states, for tests of what files hold.
#pragma once

#include "same_state.h"
#include "static_solution.h"

#include <rivlin/spaces/canonical_order.h>

#include <memory>

namespace rivlin
{
  inline std::unique_ptr<FEModel<2>>
  small_model(const double outer_radius = 25,
              MPI_Comm communicator     = MPI_COMM_WORLD)
  {
    MeshParameters mesh;
    mesh.outer_radius             = outer_radius;
    mesh.elements_radial          = 2;
    mesh.elements_circumferential = 7;
    ModelDefinition<2> definition;
    definition.materials = {{"rubber", reference_rubber(1e-3)}};
    definition.supports  = {fixed<2>("inner")};
    return std::make_unique<FEModel<2>>(make_mesh<2>(mesh, communicator),
                                        definition);
  }

  inline CanonicalOrder order_of(const FEModel<2> &model)
  {
    return {model.discretization(), model.unknowns()};
  }

  inline Vector counted(const int n, const double first)
  {
    return Vector::LinSpaced(n, first, first + n - 1);
  }
} // namespace rivlin
