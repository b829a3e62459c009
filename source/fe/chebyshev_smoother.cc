// SPDX-License-Identifier: Apache-2.0
// Chebyshev smoothing (Adams et al., J. Comput. Phys. 2003) on an interval
// whose end Lanczos' method finds.
#include <rivlin/fe/chebyshev_smoother.h>

#include <Eigen/Eigenvalues>

#include <cmath>

namespace rivlin
{
  namespace
  {
    constexpr int lanczos_steps = 12;
    /// Lanczos with 12 steps is 2 percent below the largest eigenvalue.
    constexpr double safety = 1.05;
  } // namespace

  ChebyshevSmoother::ChebyshevSmoother(const SubassembledProduct &product,
                                       const std::vector<char> &is_pressure,
                                       const int smoothing_degree,
                                       const double smoothing_range)
    : b(product.make_vector<float>())
    , x(product.make_vector<float>())
    , residual(product.make_vector<float>())
    , matrix(product, is_pressure, PackedBlock::Between::displacements)
    , inverse_diagonal(product.make_vector<float>())
    , direction(product.make_vector<float>())
    , degree(smoothing_degree)
    , range(smoothing_range)
  {}

  void ChebyshevSmoother::update(const std::vector<double> &values,
                                 const DofVector &new_inverse_diagonal)
  {
    matrix.update(values);
    for (unsigned int i = 0; i < x.locally_owned_size(); ++i)
      inverse_diagonal.local_element(i) =
        static_cast<float>(new_inverse_diagonal.local_element(i));
    lambda_max = safety * largest_eigenvalue();
  }

  double ChebyshevSmoother::largest_eigenvalue()
  {
    // On D^-1/2 K D^-1/2, with a start vector that is irregular, the same in
    // every run, and zero at the pressures.
    DistributedVector<float> root(inverse_diagonal), q(root), q_old(root),
      y(root), scaled(root);
    const int n_owned = static_cast<int>(root.locally_owned_size());
    const auto first  = root.get_partitioner()->local_range().first;
    for (int i = 0; i < n_owned; ++i)
      {
        root.local_element(i) = std::sqrt(inverse_diagonal.local_element(i));
        q.local_element(i)    = root.local_element(i) > 0
                                  ? static_cast<float>(std::sin(
                                   7. * static_cast<double>(first + i) + 1))
                                  : 0.f;
      }
    if (q.l2_norm() == 0) // no free displacement
      return 1;
    q /= q.l2_norm();
    Matrix T    = Matrix::Zero(lanczos_steps, lanczos_steps);
    double beta = 0;
    int n       = 0;
    while (n < lanczos_steps)
      {
        scaled = q;
        scaled.scale(root);
        matrix.multiply(scaled, y);
        y.scale(root);
        y.add(static_cast<float>(-beta), q_old);
        T(n, n) = y * q;
        y.add(static_cast<float>(-T(n, n)), q);
        beta = y.l2_norm();
        ++n;
        if (!(beta > 1e-5) || n == lanczos_steps)
          break;
        T(n, n - 1) = T(n - 1, n) = beta;
        q_old                     = q;
        q                         = y;
        q /= static_cast<float>(beta);
      }
    return Eigen::SelfAdjointEigenSolver<Matrix>(T.topLeftCorner(n, n))
      .eigenvalues()
      .cwiseAbs()
      .maxCoeff();
  }

  void ChebyshevSmoother::smooth(const bool from_zero)
  {
    // Saad, Iterative Methods for Sparse Linear Systems, 2003, algorithm 12.1.
    const float largest  = static_cast<float>(lambda_max);
    const float smallest = largest / static_cast<float>(range);
    const float theta    = (largest + smallest) / 2;
    const float delta    = (largest - smallest) / 2;
    const float sigma    = theta / delta;
    float rho            = 1 / sigma;
    const int n          = static_cast<int>(x.locally_owned_size());
    const float *f = b.begin(), *scale = inverse_diagonal.begin();
    float *d = direction.begin(), *u = x.begin(), *r = residual.begin();
    for (int k = 0; k < degree; ++k)
      {
        if (k == 0 && from_zero)
          {
            for (int i = 0; i < n; ++i)
              u[i] = d[i] = scale[i] * f[i] / theta;
            continue;
          }
        matrix.multiply(x, residual);
        // One sweep over the vectors: they do not fit into the cache.
        const float rho_next = 1 / (2 * sigma - rho);
        const float keep     = k == 0 ? 0.f : rho_next * rho;
        const float weight   = k == 0 ? 1 / theta : 2 * rho_next / delta;
        for (int i = 0; i < n; ++i)
          {
            d[i] = keep * d[i] + weight * scale[i] * (f[i] - r[i]);
            u[i] += d[i];
          }
        if (k > 0)
          rho = rho_next;
      }
  }

  void ChebyshevSmoother::compute_residual()
  {
    matrix.multiply(x, residual);
    residual.sadd(-1, 1, b);
  }
} // namespace rivlin
