// SPDX-License-Identifier: Apache-2.0
// Small bushings as plain arrays, made by hand: a ring in 2D, a tube in 3D.
#pragma once

#include <rivlin/solid/discrete_body.h>

#include "solid/lagrange_element.h"

#include <array>
#include <cmath>

namespace rivlin
{
  /// Mooney-Rivlin rubber of errata.md: shear modulus 1 MPa (mm-t-s).
  inline Material small_body_rubber(double bulk_modulus = 2000)
  {
    Material material;
    material.law =
      Rubber{MooneyRivlin{0.4, 0.1}, {VolumetricKind::quadratic, 0, 9}};
    if (std::isfinite(bulk_modulus))
      std::get<Rubber>(material.law).volumetric.inverse_bulk_modulus =
        1 / bulk_modulus;
    material.density           = 1.1e-9;
    material.mass_damping      = 3;
    material.stiffness_damping = 1e-4;
    return material;
  }

  struct SmallBodyOptions
  {
    int dim            = 2;
    int degree         = 2;    ///< of the displacement
    bool mixed         = true; ///< pressure of degree - 1; needs degree >= 2
    int n_radial       = 2;    ///< cells
    int n_angular      = 8;    ///< cells
    int n_axial        = 1;    ///< cells, in 3D
    int n_steel_layers = 0;    ///< outermost radial layers, without pressure
    double inner       = 10;
    double outer       = 25;
    double length      = 40; ///< in 3D
    double thickness   = 1;  ///< in 2D
    /// The outer surface moves too; otherwise it is a fixed support.
    bool outer_is_sleeve = false;
    /// Where the axis is, so that centre = 0 is not assumed by accident.
    Vector3 centre  = Vector3(3, -2, 0);
    Material rubber = small_body_rubber();
  };

  /// Supports: 0 "inner" (a sleeve), 1 "outer". Nodes on a lattice (radial
  /// fastest, then angular, then axial) and curved cells through them.
  inline DiscreteBody make_small_body(const SmallBodyOptions &options = {})
  {
    const int dim = options.dim, degree = options.degree;
    const LagrangeElement element(dim, degree, options.mixed, 0);
    DiscreteBody body;
    body.basis                = element.basis;
    const ElementBasis &basis = body.basis;
    body.materials            = {options.rubber};
    if (options.n_steel_layers > 0)
      {
        Material steel;
        steel.law     = saint_venant_kirchhoff(2.1e5, 0.3);
        steel.density = 7.8e-9;
        body.materials.push_back(steel);
      }

    const int axial_cells = dim == 3 ? options.n_axial : 0;
    const std::array<int, 3> nodes{degree * options.n_radial + 1,
                                   degree * options.n_angular,
                                   degree * axial_cells + 1};
    const std::array<int, 3> pressures{
      (degree - 1) * (options.n_radial - options.n_steel_layers) + 1,
      (degree - 1) * options.n_angular,
      (degree - 1) * axial_cells + 1};
    const auto number = [](const std::array<int, 3> &n, int i, int j, int k) {
      return i + n[0] * (j % n[1] + n[1] * k);
    };
    body.n_nodes = nodes[0] * nodes[1] * nodes[2];
    if (options.mixed)
      body.n_pressures = pressures[0] * pressures[1] * pressures[2];

    body.supports = {{"inner", true, options.centre, {}},
                     {"outer", options.outer_is_sleeve, options.centre, {}}};
    for (int k = 0; k < nodes[2]; ++k)
      for (int j = 0; j < nodes[1]; ++j)
        for (int i = 0; i < nodes[0]; ++i)
          {
            const double radius =
              options.inner +
              (options.outer - options.inner) * i / (nodes[0] - 1);
            const double angle = 2 * M_PI * j / nodes[1];
            const std::array<double, 3> x{
              options.centre[0] + radius * std::cos(angle),
              options.centre[1] + radius * std::sin(angle),
              options.centre[2] +
                (dim == 3 ? options.length * (double(k) / (nodes[2] - 1) - 0.5)
                          : 0.)};
            for (int d = 0; d < dim; ++d)
              {
                const int unknown = static_cast<int>(body.coordinates.size());
                body.coordinates.push_back(x[d]);
                if (i == 0)
                  body.supports[0].displacements.push_back(unknown);
                else if (i == nodes[0] - 1)
                  body.supports[1].displacements.push_back(unknown);
                else
                  body.free_displacements.push_back(unknown);
              }
          }

    const int n = degree + 1;
    for (int c = 0; c < std::max(axial_cells, 1); ++c)
      for (int b = 0; b < options.n_angular; ++b)
        for (int a = 0; a < options.n_radial; ++a)
          {
            const bool steel = a >= options.n_radial - options.n_steel_layers;
            body.cell_material.push_back(steel ? 1 : 0);
            const std::size_t first = body.cell_nodes.size();
            for (int l = 0; l < basis.n_nodes; ++l)
              body.cell_nodes.push_back(number(nodes,
                                               degree * a + l % n,
                                               degree * b + l / n % n,
                                               degree * c + l / (n * n)));
            for (int l = 0; l < basis.n_pressure_nodes; ++l)
              body.cell_pressures.push_back(
                steel ? -1
                      : number(pressures,
                               (degree - 1) * a + l % degree,
                               (degree - 1) * b + l / degree % degree,
                               (degree - 1) * c + l / (degree * degree)));
            for (int q = 0; q < basis.n_points; ++q)
              {
                Matrix3 jacobian = Matrix3::Identity(); // dX_J/dxi_r at (J,r)
                jacobian.topLeftCorner(dim, dim).setZero();
                for (int l = 0; l < basis.n_nodes; ++l)
                  for (int J = 0; J < dim; ++J)
                    for (int r = 0; r < dim; ++r)
                      jacobian(J, r) +=
                        body.coordinates[body.cell_nodes[first + l] * dim + J] *
                        basis
                          .reference_gradients[(q * dim + r) * basis.n_nodes +
                                               l];
                // Rows of the inverse are cross products of columns.
                const auto cross = [&](int i, int j) {
                  const Vector3 u = jacobian.col(i), v = jacobian.col(j);
                  return Vector3(u[1] * v[2] - u[2] * v[1],
                                 u[2] * v[0] - u[0] * v[2],
                                 u[0] * v[1] - u[1] * v[0]);
                };
                const double determinant = jacobian.col(0).dot(cross(1, 2));
                for (int r = 0; r < dim; ++r)
                  for (int J = 0; J < dim; ++J)
                    body.inverse_jacobians.push_back(
                      cross((r + 1) % 3, (r + 2) % 3)[J] / determinant);
                // The undistorted element is the unit cell: its weights are
                // those of the reference cell.
                body.weights.push_back(element.weights[q] * determinant *
                                       (dim == 2 ? options.thickness : 1.));
              }
          }
    return body;
  }
} // namespace rivlin
