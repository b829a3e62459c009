// SPDX-License-Identifier: Apache-2.0
// Chebyshev smoothing (Adams et al., J. Comput. Phys. 2003) on an interval
// whose end Lanczos' method finds.
#include <rivlin/solvers/kernels/chebyshev_smoother.h>

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
                                       const double smoothing_range,
                                       const PackedBlock::Precision precision)
    : matrix(product,
             is_pressure,
             PackedBlock::Between::displacements,
             precision)
    , root(product.make_vector<float>())
    , inverse_root(root)
    , b(root)
    , x(root)
    , residual(root)
    , direction(root)
    , degree(smoothing_degree)
    , range(smoothing_range)
  {}

  void ChebyshevSmoother::update(const std::vector<double> &values,
                                 const DofVector &diagonal)
  {
    for (int i = 0; i < n(); ++i)
      if (!matrix.is_pressure(i))
        {
          const double entry = std::sqrt(std::abs(diagonal.local_element(i)));
          root.local_element(i)         = static_cast<float>(entry);
          inverse_root.local_element(i) = static_cast<float>(1 / entry);
        }
    inverse_root.update_ghost_values();
    matrix.update(values, inverse_root);
    inverse_root.zero_out_ghost_values();
    lambda_max = safety * largest_eigenvalue();
  }

  double ChebyshevSmoother::largest_eigenvalue()
  {
    // With a start vector that is irregular, the same in every run, and zero at
    // the pressures.
    DistributedVector<float> &q = x, &q_old = direction, &y = residual;
    const auto first = q.get_partitioner()->local_range().first;
    for (int i = 0; i < n(); ++i)
      q.local_element(i) = matrix.is_pressure(i)
                             ? 0.f
                             : static_cast<float>(std::sin(
                                 7. * static_cast<double>(first + i) + 1));
    if (q.l2_norm() == 0) // no free displacement
      return 1;
    q /= q.l2_norm();
    q_old       = 0.f;
    Matrix T    = Matrix::Zero(lanczos_steps, lanczos_steps);
    double beta = 0;
    int steps   = 0;
    while (steps < lanczos_steps)
      {
        matrix.multiply(q, y);
        y.add(static_cast<float>(-beta), q_old);
        T(steps, steps) = y * q;
        y.add(static_cast<float>(-T(steps, steps)), q);
        beta = y.l2_norm();
        ++steps;
        if (!(beta > 1e-5) || steps == lanczos_steps)
          break;
        T(steps, steps - 1) = T(steps - 1, steps) = beta;
        q_old                                     = q;
        q                                         = y;
        q /= static_cast<float>(beta);
      }
    return Eigen::SelfAdjointEigenSolver<Matrix>(T.topLeftCorner(steps, steps))
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
    const float *f = b.begin(), *Kx = residual.begin();
    float *d = direction.begin(), *u = x.begin();
    for (int k = 0; k < degree; ++k)
      {
        if (k == 0 && from_zero)
          {
            for (int i = 0; i < n(); ++i)
              u[i] = d[i] = f[i] / theta;
            continue;
          }
        matrix.multiply(x, residual);
        // One sweep over the vectors: they do not fit into the cache.
        const float rho_next = 1 / (2 * sigma - rho);
        const float keep     = k == 0 ? 0.f : rho_next * rho;
        const float weight   = k == 0 ? 1 / theta : 2 * rho_next / delta;
        for (int i = 0, end = n(); i < end; ++i)
          {
            d[i] = keep * d[i] + weight * (f[i] - Kx[i]);
            u[i] += d[i];
          }
        if (k > 0)
          rho = rho_next;
      }
  }

  const DistributedVector<float> &ChebyshevSmoother::compute_residual()
  {
    matrix.multiply(x, residual);
    const float *f = b.begin(), *scale = root.begin();
    float *r = residual.begin();
    for (int i = 0, end = n(); i < end; ++i)
      r[i] = (f[i] - r[i]) * scale[i];
    return residual;
  }
} // namespace rivlin
