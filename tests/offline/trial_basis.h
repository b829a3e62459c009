// SPDX-License-Identifier: Apache-2.0
// Smooth modes and states for tests of force models, and their plain
// evaluation point by point.
#pragma once

#include <rivlin/online/reduced_force.h>
#include <rivlin/solid/discrete_body.h>

#include <cmath>
#include <random>

namespace rivlin
{
  inline Matrix
  random_numbers(int rows, int columns, unsigned seed, double size = 1)
  {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> uniform(-size, size);
    Matrix result(rows, columns);
    for (int j = 0; j < columns; ++j)
      for (int i = 0; i < rows; ++i)
        result(i, j) = uniform(random);
    return result;
  }

  /// Displacement gradients of size 1; waves that get shorter with the number
  /// of the mode.
  inline Matrix smooth_modes(const DiscreteBody &body, int N)
  {
    const int dim     = body.dim();
    const Matrix dir  = random_numbers(dim, N, 11),
                 turn = random_numbers(dim, N, 12);
    Matrix modes(body.n_displacements(), N);
    for (int k = 0; k < N; ++k)
      for (int node = 0; node < body.n_nodes; ++node)
        {
          const double wave = 0.05 * (1 + 0.3 * k);
          double phase      = 0.3 * k;
          for (int i = 0; i < dim; ++i)
            phase += wave * turn(i, k) * body.coordinates[node * dim + i];
          for (int i = 0; i < dim; ++i)
            modes(node * dim + i, k) = dir(i, k) * std::sin(phase) / wave;
        }
    return modes;
  }

  /// States with displacement gradients of about `size`, smaller in later
  /// modes, as POD coordinates are.
  inline Matrix trial_states(int N, int n_states, unsigned seed, double size)
  {
    Matrix states = random_numbers(N, n_states, seed);
    for (int k = 0; k < N; ++k)
      states.row(k) *= size / (1 + 0.5 * k);
    return states;
  }

  struct PlainForce
  {
    double energy = 0;
    Vector force;
    Matrix tangent;
  };

  /// sum_k w_k G_k^T P_k and its derivative; with `test` instead of weights
  /// test * P.
  inline PlainForce plain_force(const PointForce &points, const Vector &r)
  {
    const int dim = points.dim, block = dim * dim;
    const int N = static_cast<int>(r.size());
    PlainForce result{0, Vector::Zero(N), Matrix::Zero(N, N)};
    for (int k = 0; k < points.n_points(); ++k)
      {
        const Matrix G = points.gradients.middleRows(k * block, block);
        const Vector D = G * r;
        Matrix3 F      = Matrix3::Identity();
        for (int c = 0; c < block; ++c)
          F(c / dim, c % dim) += D[c];
        const Material &material =
          points.materials[points.material_of_point[k]];
        const PointResponse at =
          points.isochoric
            ? evaluate_point(material, F, 0., Need::residual_and_tangent)
            : evaluate_point(material, F, Need::residual_and_tangent);
        Vector P(block);
        Matrix A(block, block);
        for (int c = 0; c < block; ++c)
          {
            P[c] = at.P(c / dim, c % dim);
            for (int d = 0; d < block; ++d)
              A(c, d) =
                at.tangent(3 * (c / dim) + c % dim, 3 * (d / dim) + d % dim);
          }
        const Matrix test =
          points.weights.size() > 0
            ? Matrix(points.weights[k] * G.transpose())
            : Matrix(points.test.middleCols(k * block, block));
        if (points.weights.size() > 0)
          result.energy += points.weights[k] * at.energy;
        result.force += test * P;
        result.tangent += test * A * G;
      }
    return result;
  }
} // namespace rivlin
