// SPDX-License-Identifier: Apache-2.0
// One Lagrange element of any degree on a distorted cell, for tests and speed
// measurements of the element kernel.
#pragma once

#include <rivlin/solid/element_kernel.h>

#include <cmath>
#include <vector>

namespace rivlin
{
  /// Value and derivative of the Lagrange polynomials on n equidistant nodes.
  inline void lagrange_1d(int n,
                          double x,
                          std::vector<double> &value,
                          std::vector<double> &slope)
  {
    value.assign(n, 1.);
    slope.assign(n, 0.);
    for (int a = 0; a < n; ++a)
      for (int b = 0; b < n; ++b)
        if (b != a)
          {
            const double x_a = double(a) / (n - 1), x_b = double(b) / (n - 1);
            slope[a] = (slope[a] * (x - x_b) + value[a]) / (x_a - x_b);
            value[a] *= (x - x_b) / (x_a - x_b);
          }
  }

  /// Gauss-Legendre points and weights on [0,1], by Newton's method.
  inline void
  gauss_1d(int n, std::vector<double> &points, std::vector<double> &weights)
  {
    points.resize(n);
    weights.resize(n);
    for (int q = 0; q < n; ++q)
      {
        double x = std::cos(M_PI * (q + 0.75) / (n + 0.5)), slope = 1;
        for (int k = 0; k < 50; ++k)
          {
            double p = 1, old = 0;
            for (int j = 0; j < n; ++j)
              {
                const double next = ((2 * j + 1) * x * p - j * old) / (j + 1);
                old               = p;
                p                 = next;
              }
            slope = n * (x * p - old) / (x * x - 1);
            x -= p / slope;
          }
        points[q]  = 0.5 * (1 - x);
        weights[q] = 1 / ((1 - x * x) * slope * slope);
      }
  }

  /// A cell of degree k with (k+1)^dim points; the pressure has degree k-1
  /// (k >= 2) or is absent.
  struct LagrangeElement
  {
    ElementBasis basis;
    std::vector<double> nodes; ///< reference positions X [node * dim + i]
    std::vector<double> inverse_jacobians;
    std::vector<double> weights;

    LagrangeElement(int dim, int degree, bool mixed, double distortion)
    {
      const int n = degree + 1;
      std::vector<double> x, w, value, slope, pressure, unused;
      gauss_1d(n, x, w);
      const auto power = [dim](int base) {
        return dim == 2 ? base * base : base * base * base;
      };
      basis.dim              = dim;
      basis.n_nodes          = power(n);
      basis.n_pressure_nodes = mixed ? power(degree) : 0;
      basis.n_points         = power(n);
      const auto digit       = [](int index, int base, int d) {
        for (; d > 0; --d)
          index /= base;
        return index % base;
      };
      for (int a = 0; a < basis.n_nodes; ++a)
        for (int d = 0; d < dim; ++d)
          {
            // Shear and bend the unit cell: curved for degree >= 2.
            double X = double(digit(a, n, d)) / degree;
            for (int e = 0; e < dim; ++e)
              {
                const double y = double(digit(a, n, e)) / degree;
                X += distortion * (0.3 + 0.2 * d - 0.1 * e) * y * (1 + 0.5 * y);
              }
            nodes.push_back(X);
          }
      for (int q = 0; q < basis.n_points; ++q)
        {
          std::vector<double> N(basis.n_nodes, 1.), g(dim * basis.n_nodes, 1.),
            psi(basis.n_pressure_nodes, 1.);
          double weight = 1;
          for (int d = 0; d < dim; ++d)
            {
              const int i = digit(q, n, d);
              weight *= w[i];
              lagrange_1d(n, x[i], value, slope);
              for (int a = 0; a < basis.n_nodes; ++a)
                {
                  N[a] *= value[digit(a, n, d)];
                  for (int r = 0; r < dim; ++r)
                    g[r * basis.n_nodes + a] *=
                      (r == d ? slope : value)[digit(a, n, d)];
                }
              if (mixed)
                lagrange_1d(degree, x[i], pressure, unused);
              for (int m = 0; m < basis.n_pressure_nodes; ++m)
                psi[m] *= pressure[digit(m, degree, d)];
            }
          Matrix3 jacobian = Matrix3::Identity(); // dX_J / dxi_r at (J, r)
          for (int J = 0; J < dim; ++J)
            for (int r = 0; r < dim; ++r)
              {
                jacobian(J, r) = 0;
                for (int a = 0; a < basis.n_nodes; ++a)
                  jacobian(J, r) +=
                    nodes[a * dim + J] * g[r * basis.n_nodes + a];
              }
          // The adjugate, to stay clear of decompositions: rows of the inverse
          // are cross products of columns.
          const Vector3 a = jacobian.col(0), b = jacobian.col(1),
                        c  = jacobian.col(2);
          const auto cross = [](const Vector3 &u, const Vector3 &v) {
            return Vector3(u[1] * v[2] - u[2] * v[1],
                           u[2] * v[0] - u[0] * v[2],
                           u[0] * v[1] - u[1] * v[0]);
          };
          const double determinant = a.dot(cross(b, c));
          const Vector3 rows[3]    = {cross(b, c) / determinant,
                                      cross(c, a) / determinant,
                                      cross(a, b) / determinant};
          for (int r = 0; r < dim; ++r)
            for (int J = 0; J < dim; ++J)
              inverse_jacobians.push_back(rows[r][J]);
          weights.push_back(weight * determinant);
          basis.values.insert(basis.values.end(), N.begin(), N.end());
          basis.reference_gradients.insert(basis.reference_gradients.end(),
                                           g.begin(),
                                           g.end());
          basis.pressure_values.insert(basis.pressure_values.end(),
                                       psi.begin(),
                                       psi.end());
        }
    }
  };
} // namespace rivlin
