// SPDX-License-Identifier: Apache-2.0
// Reduced models with everything that a file can hold, as small as possible.
#pragma once

#include <rivlin/online/rom_file.h>

#include "contact_example.h"
#include "loaded_model.h"
#include "synthetic_model.h"
#include "solid/materials_under_test.h"

namespace rivlin
{
  inline ForceTable
  small_table(const int n, const int n_states, const bool symmetric)
  {
    RandomNumbers random(40);
    ForceTable table;
    table.states   = random.matrix(n, n_states);
    table.forces   = random.matrix(n, n_states);
    table.tangents = random.matrix(n * n, n_states);
    table.energies = random.vector(n_states);
    table.metric   = random.matrix(n, n);
    for (int s = 0; symmetric && s < n_states; ++s)
      {
        Eigen::Map<Matrix> K(table.tangents.col(s).data(), n, n);
        K = Matrix((K + K.transpose()) / 2);
      }
    return table;
  }

  inline ReducedModelData small_data(const int force)
  {
    SyntheticOptions options;
    options.dim           = force == 0 ? 3 : 2;
    options.n_modes       = 2;
    options.n_points      = 5;
    ReducedModelData data = synthetic_data(options);
    const int n           = data.n_coordinates();
    if (force == 1)
      {
        auto &points  = std::get<PointForce>(data.force);
        points.test   = points.gradients.transpose();
        points.linear = 3 * Matrix::Ones(n, n);
        points.weights.resize(0);
        data.second_force = PointForce();
      }
    else if (force == 2)
      data.force =
        LookupForce{small_table(n, 3, false), Matrix::Ones(n * n * n, 3)};
    else if (force == 3)
      data.force = TpwlForce{small_table(n, 3, true)};
    else if (force == 4)
      {
        TpwlForce tpwl{small_table(n, 3, true)};
        tpwl.blend = TpwlForce::Blend::energies;
        data.force = tpwl;
      }
    data.sleeves[0].body       = free_sleeve(data.dim).body;
    data.sleeves[0].centre     = {1, 2, 3};
    data.notes["training"]     = "{\"signals\": 3}";
    data.body                  = {{"Dimension", "3"}, {"Material/C10", "0.4"}};
    data.capabilities.contacts = true;
    // Every kind of surface, in files of two kinds of force.
    for (const RigidSurface &surface : surfaces_under_test())
      if (force < 2)
        data.contacts.push_back(
          contact_example(data.dim, 3, n, surface, force - 1));
    if (force == 1)
      data.contacts.back().law.method = ContactMethod::barrier;
    data.range.contact_pressures =
      Vector::Constant(static_cast<Eigen::Index>(data.contacts.size()), 2.5);
    data.capabilities.load_steps = false;
    if (force == 0)
      {
        auto &materials = std::get<PointForce>(data.force).materials;
        for (const auto &[name, material] : materials_under_test())
          materials.push_back({material.law, 1e-9, 1, 2});
        FullBasis &full         = data.full;
        full.dim                = 3;
        full.coordinates        = std::vector<double>(24, 0.5);
        full.displacement_modes = Matrix::Ones(24, n);
        full.pressure_modes     = Matrix::Ones(2, 2);
        full.cells              = {0, 1, 2, 3, 4, 5, 6, 7};
        full.nodes_per_cell     = 8;
        full.node_of_pressure   = {0, 7};
      }
    return data;
  }

  /// All that version 3 of the format has: prescribed displacements, loads,
  /// springs, pressure points, a start, and contacts besides.
  inline ReducedModelData small_loaded_data(const int dim)
  {
    SyntheticOptions options;
    options.n_modes       = 3;
    options.n_points      = 5;
    ReducedModelData data = loaded_data(dim, options);
    const int n           = data.n_coordinates();
    for (const RigidSurface &surface : surfaces_under_test())
      data.contacts.push_back(contact_example(dim, 2, n, surface, dim - 3));
    data.contacts.back().law.method = ContactMethod::barrier;
    data.range.contact_pressures =
      Vector::Constant(static_cast<Eigen::Index>(data.contacts.size()), 2.5);
    data.capabilities.contacts   = true;
    data.capabilities.load_steps = true;
    data.start.step              = "working";
    data.start.r                 = Vector::Constant(n, 0.01);
    data.start.p                 = Vector::Constant(data.n_pressures(), 0.02);
    data.start.sleeve_loads      = Matrix::Zero(6, 1);
    data.start.loads             = Vector::Constant(2, 0.1);
    data.start.gravity           = Vector3(0.3, -0.2, 0);
    return data;
  }
} // namespace rivlin
