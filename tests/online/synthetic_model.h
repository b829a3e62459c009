// SPDX-License-Identifier: Apache-2.0
// Small reduced models with random modes: mechanics without a mesh.
#pragma once

#include <rivlin/online/reduced_model_data.h>

#include <random>

namespace rivlin
{
  class RandomNumbers
  {
  public:
    explicit RandomNumbers(const unsigned int seed)
      : engine(seed)
    {}

    double operator()(const double size = 1)
    {
      return size * std::uniform_real_distribution<double>(-1, 1)(engine);
    }

    Matrix matrix(const Eigen::Index rows,
                  const Eigen::Index columns,
                  const double size = 1)
    {
      return Matrix::NullaryExpr(rows, columns, [&]() {
        return (*this)(size);
      });
    }

    Vector vector(const Eigen::Index n, const double size = 1)
    {
      return matrix(n, 1, size);
    }

  private:
    std::mt19937 engine;
  };

  inline PointForce random_points(const int dim,
                                  const int n_points,
                                  const int n,
                                  const bool isochoric,
                                  RandomNumbers &random)
  {
    PointForce force;
    force.dim       = dim;
    force.isochoric = isochoric;
    force.materials.resize(2);
    Rubber rubber;
    rubber.isochoric                       = MooneyRivlin{0.4, 0.1};
    rubber.volumetric.inverse_bulk_modulus = isochoric ? 0 : 0.1;
    force.materials[0].law                 = rubber;
    force.materials[1].law                 = saint_venant_kirchhoff(5, 0.3);
    // A run of steel in the middle: points change their material.
    for (int q = 0; q < n_points; ++q)
      force.material_of_point.push_back(q == n_points / 2 ? 1 : 0);
    force.gradients = random.matrix(n_points * dim * dim, n, 0.5);
    force.weights =
      (random.vector(n_points).array().abs() + 0.2).matrix() / n_points;
    return force;
  }

  /// c_i = sum_q w_q l_iq (det F_q - 1), by polarization of the invariants of
  /// D = F - I.
  inline VolumePolynomial polynomial_of(const PointForce &points,
                                        const Matrix &pressure_values)
  {
    const int dim = points.dim, n = static_cast<int>(points.gradients.cols()),
              n_points      = points.n_points();
    const Eigen::Index rows = pressure_values.rows();
    VolumePolynomial volume;
    volume.linear    = Matrix::Zero(rows, n);
    volume.quadratic = Matrix::Zero(rows, n * (n + 1) / 2);
    if (dim == 3)
      volume.cubic = Matrix::Zero(rows, n * (n + 1) * (n + 2) / 6);
    for (int q = 0; q < n_points; ++q)
      {
        const Vector l = points.weights[q] * pressure_values.col(q);
        const auto D   = [&](const int k) {
          Matrix mode(dim, dim);
          for (int i = 0; i < dim; ++i)
            for (int J = 0; J < dim; ++J)
              mode(i, J) = points.gradients((q * dim + i) * dim + J, k);
          return mode;
        };
        for (int k = 0; k < n; ++k)
          {
            const Matrix A  = D(k);
            const double tA = A.trace();
            volume.linear.col(k) += tA * l;
            for (int j = 0; j <= k; ++j)
              {
                const Matrix B  = D(j);
                const double tB = B.trace(), tAB = (A * B).trace();
                volume.quadratic.col(k * (k + 1) / 2 + j) +=
                  (k == j ? 0.5 : 1.) * (tA * tB - tAB) * l;
                for (int m = 0; dim == 3 && m <= j; ++m)
                  {
                    const Matrix C     = D(m);
                    const double tC    = C.trace();
                    const double count = k == j && j == m   ? 1
                                         : k == j || j == m ? 3
                                                            : 6;
                    const double value = tA * tB * tC - tA * (B * C).trace() -
                                         tB * (A * C).trace() - tC * tAB +
                                         (A * B * C).trace() +
                                         (A * C * B).trace();
                    volume.cubic.col(k * (k + 1) * (k + 2) / 6 +
                                     j * (j + 1) / 2 + m) +=
                      count / 6 * value * l;
                  }
              }
          }
      }
    return volume;
  }
} // namespace rivlin
