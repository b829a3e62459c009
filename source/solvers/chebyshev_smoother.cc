// SPDX-License-Identifier: Apache-2.0
// deal.II's Chebyshev smoothing (Adams et al., J. Comput. Phys. 2003) with
// products of a packed block.
#include <rivlin/solvers/chebyshev_smoother.h>

#include <algorithm>
#include <cmath>

namespace rivlin
{
  namespace
  {
    constexpr int lanczos_steps = 12;
    /// deal.II multiplies the largest Ritz value by 1.2; after 12 steps of
    /// Lanczos' method it is 2 percent below the largest eigenvalue.
    constexpr double safety = 1.05 / 1.2;
  } // namespace

  ChebyshevSmoother::ScaledBlock::ScaledBlock(
    const SubassembledProduct &product, const std::vector<char> &is_pressure)
    : block(product,
            is_pressure,
            PackedBlock::Between::displacements,
            PackedBlock::Precision::half)
    , size(product.make_vector<float>().size())
  {}

  ChebyshevSmoother::ChebyshevSmoother(const SubassembledProduct &product,
                                       const std::vector<char> &is_pressure,
                                       const int smoothing_degree,
                                       const double smoothing_range)
    : matrix(product, is_pressure)
    , root(product.make_vector<float>())
    , inverse_root(root)
    , b(root)
    , x(root)
    , residual(root)
    , degree(smoothing_degree)
    , range(smoothing_range)
  {}

  void ChebyshevSmoother::update(const std::vector<double> &values,
                                 const DofVector &diagonal)
  {
    auto ones = std::make_shared<Diagonal>();
    ones->reinit(root);
    DistributedVector<float> &is_displacement = ones->get_vector();
    for (int i = 0; i < n(); ++i)
      if (!matrix.block.is_pressure(i))
        {
          const double entry = std::sqrt(std::abs(diagonal.local_element(i)));
          root.local_element(i)            = static_cast<float>(entry);
          inverse_root.local_element(i)    = static_cast<float>(1 / entry);
          is_displacement.local_element(i) = 1;
        }
    inverse_root.update_ghost_values();
    matrix.block.update(values, inverse_root);
    inverse_root.zero_out_ghost_values();

    typename decltype(method)::AdditionalData data(degree,
                                                   range,
                                                   lanczos_steps);
    data.preconditioner = ones;
    method.initialize(matrix, data);
    // A diagonal of ones has an eigenvalue of at least 1.
    data.max_eigenvalue = 1;
    if (is_displacement.linfty_norm() > 0)
      data.max_eigenvalue = std::max(
        1., safety * method.estimate_eigenvalues(root).max_eigenvalue_estimate);
    data.eig_cg_n_iterations = 0;
    method.initialize(matrix, data);
  }

  void ChebyshevSmoother::smooth(const bool from_zero)
  {
    if (from_zero)
      method.vmult(x, b);
    else
      method.step(x, b);
  }

  const DistributedVector<float> &ChebyshevSmoother::compute_residual()
  {
    matrix.block.multiply(x, residual);
    const float *f = b.begin(), *scale = root.begin();
    float *r = residual.begin();
    for (int i = 0, end = n(); i < end; ++i)
      r[i] = (f[i] - r[i]) * scale[i];
    return residual;
  }
} // namespace rivlin
