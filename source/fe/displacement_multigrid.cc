// SPDX-License-Identifier: Apache-2.0
// Chebyshev smoothing (Adams et al., J. Comput. Phys. 2003) and Trilinos ML
// with smoothed aggregation and rigid body modes (Vanek, Mandel and Brezina,
// Computing 1996).
#include <rivlin/fe/displacement_multigrid.h>

#include <Eigen/Eigenvalues>
#include <Teuchos_ParameterList.hpp>

#include <cmath>

namespace rivlin
{
  namespace
  {
    // Measured in doc/theory/linear_solvers.md.
    constexpr int smoothing_degree   = 3;
    constexpr double smoothing_range = 15; ///< largest over smallest eigenvalue
    constexpr int lanczos_steps      = 12;
    /// Lanczos with 12 steps is 2 percent below the largest eigenvalue.
    constexpr double safety = 1.05;
  } // namespace

  template <int dim>
  DisplacementMultigrid::DisplacementMultigrid(
    const Discretization<dim> &discretization,
    const Unknowns &unknowns,
    const SubassembledProduct &fine_product,
    const std::vector<char> &is_pressure)
    : product(&fine_product)
    , vertices(discretization, unknowns, fine_product)
    , stiffness(fine_product, is_pressure, PackedBlock::Between::displacements)
    , inverse_diagonal(product->make_vector<float>())
    , right_hand_side(product->make_vector<float>())
    , x(product->make_vector<float>())
    , residual(product->make_vector<float>())
    , direction(product->make_vector<float>())
    , coarse_residual(vertices.make_vector())
    , coarse_solution(vertices.make_vector())
  {
    vertices.make_matrix(coarse_matrix);
  }

  void DisplacementMultigrid::update(const std::vector<double> &new_values,
                                     const DofVector &new_inverse_diagonal)
  {
    stiffness.update(new_values);
    for (int i = 0; i < product->n_owned(); ++i)
      inverse_diagonal.local_element(i) =
        static_cast<float>(new_inverse_diagonal.local_element(i));
    lambda_max = safety * largest_eigenvalue();
    vertices.galerkin(new_values, coarse_matrix);
    make_coarse_cycle();
  }

  double DisplacementMultigrid::largest_eigenvalue()
  {
    // On D^-1/2 K D^-1/2, with a start vector that is irregular, the same in
    // every run, and zero at the pressures.
    DistributedVector<float> root = product->make_vector<float>(), q(root),
                             q_old(root), y(root), scaled(root);
    const auto first = root.get_partitioner()->local_range().first;
    for (int i = 0; i < product->n_owned(); ++i)
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
        stiffness.multiply(scaled, y);
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

  void DisplacementMultigrid::make_coarse_cycle()
  {
    const auto &modes = vertices.rigid_modes();
    std::vector<double> near_null_space;
    for (const std::vector<double> &mode : modes)
      near_null_space.insert(near_null_space.end(), mode.begin(), mode.end());
    Teuchos::ParameterList list;
    list.set("PDE equations", vertices.n_components());
    list.set("null space: type", "pre-computed");
    list.set("null space: dimension", static_cast<int>(modes.size()));
    list.set("null space: vectors", near_null_space.data());
    list.set("aggregation: type", "Uncoupled");
    list.set("aggregation: threshold", 0.);
    list.set("smoother: type", "Chebyshev");
    list.set("smoother: sweeps", 2);
    list.set("coarse: type", "Amesos-KLU");
    list.set("prec type", "MGV");
    list.set("cycle applications", 1);
    list.set("initialize random seed", true); // the same in every run
    list.set("ML output", 0);
    coarse_cycle.initialize(coarse_matrix, list);
  }

  void DisplacementMultigrid::smooth(const bool from_zero)
  {
    // Saad, Iterative Methods for Sparse Linear Systems, 2003, algorithm 12.1.
    const float largest  = static_cast<float>(lambda_max);
    const float smallest = largest / static_cast<float>(smoothing_range);
    const float theta    = (largest + smallest) / 2;
    const float delta    = (largest - smallest) / 2;
    const float sigma    = theta / delta;
    float rho            = 1 / sigma;
    const int n          = product->n_owned();
    const float *b = right_hand_side.begin(), *scale = inverse_diagonal.begin();
    float *d = direction.begin(), *u = x.begin(), *r = residual.begin();
    for (int k = 0; k < smoothing_degree; ++k)
      {
        if (k == 0 && from_zero)
          {
            for (int i = 0; i < n; ++i)
              u[i] = d[i] = scale[i] * b[i] / theta;
            continue;
          }
        stiffness.multiply(x, residual);
        // One sweep over the vectors: they do not fit into the cache.
        const float rho_next = 1 / (2 * sigma - rho);
        const float keep     = k == 0 ? 0.f : rho_next * rho;
        const float weight   = k == 0 ? 1 / theta : 2 * rho_next / delta;
        for (int i = 0; i < n; ++i)
          {
            d[i] = keep * d[i] + weight * scale[i] * (b[i] - r[i]);
            u[i] += d[i];
          }
        if (k > 0)
          rho = rho_next;
      }
  }

  void DisplacementMultigrid::solve(const DofVector &b, DofVector &result)
  {
    // Single precision has a small range: the cycle sees b of size 1.
    const double size = b.linfty_norm();
    if (size == 0)
      {
        result = 0;
        return;
      }
    for (int i = 0; i < product->n_owned(); ++i)
      right_hand_side.local_element(i) =
        static_cast<float>(b.local_element(i) / size);
    smooth(true);
    stiffness.multiply(x, residual);
    residual.sadd(-1, 1, right_hand_side);
    vertices.restrict_residual(residual, coarse_residual);
    coarse_cycle.vmult(coarse_solution, coarse_residual);
    vertices.add_prolongation(coarse_solution, x);
    smooth(false);
    for (int i = 0; i < product->n_owned(); ++i)
      result.local_element(i) = size * x.local_element(i);
  }

  template DisplacementMultigrid::DisplacementMultigrid(
    const Discretization<2> &,
    const Unknowns &,
    const SubassembledProduct &,
    const std::vector<char> &);
  template DisplacementMultigrid::DisplacementMultigrid(
    const Discretization<3> &,
    const Unknowns &,
    const SubassembledProduct &,
    const std::vector<char> &);
} // namespace rivlin
