// SPDX-License-Identifier: Apache-2.0
// A synthetic model with everything that may act on the rubber, and a start.
#pragma once

#include <rivlin/online/reduced_start.h>

#include "synthetic_model.h"

namespace rivlin
{
  /// One prescribed displacement takes the place of the first mode.
  inline ReducedModelData loaded_data(const int dim,
                                      SyntheticOptions options = {})
  {
    options.dim           = dim;
    ReducedModelData data = synthetic_data(options);
    RandomNumbers random(40);
    const int n = data.n_coordinates(), m = data.n_pressures();
    data.prescribed    = {"outer radial displacement"};
    data.rest_velocity = random.matrix(data.n_modes(), data.n_lifted());
    data.stiffness     = 0.1 * random_positive(n, random);
    data.loads.push_back(
      {"inside pressure",
       random.vector(n, 0.05),
       random.matrix(n, n, 0.05),
       dim == 3 ? random.matrix(n, n * (n + 1) / 2, 0.05) : Matrix()});
    data.loads.push_back({"top traction x", random.vector(n, 0.05), {}, {}});
    PressurePoints &points = data.pressure_points;
    points.laws            = {{VolumetricKind::logarithmic, 0.3, 9},
                              {VolumetricKind::ogden, 0.1, 9}};
    points.law_of_point    = {0, 1, 0, 1, 0};
    points.modes           = random.matrix(5, m, 0.5);
    points.weights         = Vector::LinSpaced(5, 0.1, 0.5);
    return data;
  }

  /// The same in equilibrium with a moved sleeve, the radius and all loads.
  inline ReducedModelData started_data(const int dim)
  {
    ReducedModelData data   = loaded_data(dim);
    HeldInputs held         = inputs_at_start(data);
    held.sleeves[0].pose[0] = 0.1;
    held.sleeves[0].pose[5] = 0.05;
    held.prescribed[0]      = -0.05;
    held.loads << 0.4, -0.2;
    held.gravity          = Vector3(0.3, -0.2, 0);
    const auto undeformed = std::make_shared<const ReducedModelData>(data);
    const State state     = equilibrium(undeformed, {{}}, held);
    Vector r(data.n_coordinates());
    r.tail(data.n_modes()) = state.q;
    const SleeveInputs still{0, 0, held.sleeves[0], held.sleeves[0]};
    const RigidMotion motion = still.motion(0);
    ReducedKinematics(dim, data.n_modes(), {Sleeve()}, false)
      .write(motion.translation[0], motion.rotation[0], 0, r.data());
    r[data.n_rho()]         = held.prescribed[0];
    data.start.step         = "working";
    data.start.r            = r;
    data.start.p            = state.lambda;
    data.start.sleeve_loads = Matrix::Zero(6, 1);
    data.start.loads        = held.loads;
    data.start.gravity      = held.gravity;
    return data;
  }
} // namespace rivlin
