// SPDX-License-Identifier: Apache-2.0
// GMRES without restart (Saad and Schultz, SIAM J. Sci. Stat. Comput. 7, 1986).
#include <rivlin/fe/remainder_solver.h>

#include <deal.II/base/mpi.h>

#include <Eigen/QR>

#include <cmath>
#include <vector>

namespace rivlin
{
  Evaluation solve_with_remainder(
    const std::function<Evaluation(const Vector &rhs, Vector &x)> &solve_M,
    const std::function<void(const Vector &x, Vector &image)> &apply_S,
    const Vector &b,
    Vector &x,
    MPI_Comm communicator)
  {
    constexpr int max_vectors  = 100;
    constexpr double tolerance = 1e-12; // of the first solution
    const auto dot             = [&](const Vector &u, const Vector &v) {
      return dealii::Utilities::MPI::sum(u.dot(v), communicator);
    };
    Vector image, w;
    const auto apply = [&](const Vector &v) { // w = M^-1 S v
      apply_S(v, image);
      return solve_M(image, w);
    };

    if (Evaluation failure = solve_M(b, x); !failure.valid)
      return failure;
    if (Evaluation failure = apply(x); !failure.valid)
      return failure;
    const double bound = tolerance * std::sqrt(dot(x, x));
    const double start = std::sqrt(dot(w, w));
    if (start <= bound)
      return {};
    std::vector<Vector> basis = {-w / start};
    Matrix H                  = Matrix::Zero(max_vectors + 1, max_vectors);
    double gap                = start;
    for (int k = 0; k < max_vectors; ++k)
      {
        if (Evaluation failure = apply(basis[k]); !failure.valid)
          return failure;
        w += basis[k];
        for (int i = 0; i <= k; ++i)
          {
            H(i, k) = dot(w, basis[i]);
            w -= H(i, k) * basis[i];
          }
        H(k + 1, k)         = std::sqrt(dot(w, w));
        const Matrix small  = H.topLeftCorner(k + 2, k + 1);
        const Vector target = start * Vector::Unit(k + 2, 0);
        const Vector y      = small.householderQr().solve(target);
        gap                 = (target - small * y).norm();
        if (gap <= bound)
          {
            for (int i = 0; i <= k; ++i)
              x += y[i] * basis[i];
            return {};
          }
        basis.push_back(w / H(k + 1, k));
      }
    return {false,
            "the unsymmetric part of the load stiffness is too large: GMRES "
            "stopped after " +
              std::to_string(max_vectors) + " iterations with the residual " +
              std::to_string(gap / start) + " of the first one"};
  }
} // namespace rivlin
