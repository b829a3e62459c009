// SPDX-License-Identifier: Apache-2.0
// Projection of the element kernel's forces and tangents, cell by cell.
#include <rivlin/offline/reduced_response.h>

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>
#include <rivlin/offline/point_gradients.h>
#include <rivlin/solid/point_response.h>

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>

namespace rivlin
{
  ReducedResponses galerkin_responses(const DiscreteBody &body,
                                      const Matrix &modes,
                                      const Matrix &states,
                                      Need need)
  {
    const int N        = static_cast<int>(modes.cols());
    const int n_states = static_cast<int>(states.cols());
    if (modes.rows() != body.n_displacements() || states.rows() != N)
      throw Error("Reduced response: modes are " + number_text(modes.rows()) +
                  " x " + number_text(N) + ", states have " +
                  number_text(states.rows()) + " coordinates, the body has " +
                  number_text(body.n_displacements()) +
                  " displacement unknowns. Use states and modes of this body.");
    const bool with_force     = need != Need::energy;
    const bool with_tangent   = need == Need::residual_and_tangent;
    const ElementBasis &basis = body.basis;
    const int dim = basis.dim, n_local = basis.n_nodes * dim;

    ReducedResponses result;
    result.energies = Vector::Zero(n_states);
    result.smallest_J =
      Vector::Constant(n_states, std::numeric_limits<double>::infinity());
    result.valid.assign(n_states, true);
    if (with_force)
      result.forces = Matrix::Zero(N, n_states);
    if (with_tangent)
      result.tangents =
        Matrix::Zero(static_cast<Eigen::Index>(N) * N, n_states);

    const ElementKernel kernel(basis);
    ElementWorkspace workspace;
    ElementResult element;
    // Pressure zero: the isochoric part of a mixed body.
    const std::vector<double> zero(std::max(basis.n_pressure_nodes, 1), 0.);
    Matrix local(n_local, N), u(n_local, n_states), force(n_local, n_states),
      half(n_local, N);
    for (int cell = 0; cell < body.n_cells(); ++cell)
      {
        for (int a = 0; a < basis.n_nodes; ++a)
          local.middleRows(a * dim, dim) = modes.middleRows(
            body.cell_nodes[static_cast<std::size_t>(cell) * basis.n_nodes +
                            a] *
              dim,
            dim);
        u.noalias() = local * states;
        const std::size_t first =
          static_cast<std::size_t>(cell) * basis.n_points;
        for (int s = 0; s < n_states; ++s)
          {
            force.col(s).setZero();
            if (!result.valid[s])
              continue;
            kernel.evaluate(body.materials[body.cell_material[cell]],
                            body.inverse_jacobians.data() + first * dim * dim,
                            body.weights.data() + first,
                            u.col(s).data(),
                            zero.data(),
                            need,
                            workspace,
                            element);
            result.smallest_J[s] =
              std::min(result.smallest_J[s], element.min_J);
            result.energies[s] += element.energy;
            if (!element.valid)
              {
                result.valid[s] = false;
                continue;
              }
            if (with_force)
              force.col(s) =
                Eigen::Map<const Vector>(element.force.data(), n_local);
            if (with_tangent)
              {
                half.noalias() =
                  Eigen::Map<const Matrix>(element.stiffness.data(),
                                           n_local,
                                           n_local) *
                  local;
                Eigen::Map<Matrix>(result.tangents.col(s).data(), N, N)
                  .noalias() += local.transpose() * half;
              }
          }
        if (with_force)
          result.forces.noalias() += local.transpose() * force;
      }
    return result;
  }

  std::vector<int> usable_states(const DiscreteBody &body,
                                 const Matrix &modes,
                                 const Matrix &states)
  {
    const ReducedResponses responses =
      galerkin_responses(body, modes, states, Need::energy);
    std::vector<int> usable;
    for (int s = 0; s < states.cols(); ++s)
      if (responses.valid[s])
        usable.push_back(s);
    return usable;
  }

  void require_valid(const ReducedResponses &responses)
  {
    for (std::size_t s = 0; s < responses.valid.size(); ++s)
      if (!responses.valid[s])
        throw Error("Training state " + number_text(s) + " of " +
                    number_text(responses.valid.size()) +
                    " has a material point " +
                    invalid_point_text(responses.smallest_J[s]) +
                    " (J = " + number_text(responses.smallest_J[s]) +
                    ") after projection on the modes. Use more modes or leave "
                    "the state out.");
  }

  double unit_strain_energy(const DiscreteBody &body)
  {
    double sum = 0;
    for (int point = 0; point < body.n_points(); ++point)
      sum += body.weights[point] *
             initial_shear_modulus(
               body.materials[body.cell_material[point / body.basis.n_points]]);
    return sum;
  }

  EnergyMetric
  energy_metric(const DiscreteBody &body, const Matrix &modes, double floor)
  {
    const int N                      = static_cast<int>(modes.cols());
    const ReducedResponses reference = galerkin_responses(
      body, modes, Matrix::Zero(N, 1), Need::residual_and_tangent);
    EnergyMetric metric;
    metric.stiffness =
      Eigen::Map<const Matrix>(reference.tangents.data(), N, N);
    metric.stiffness =
      0.5 * (metric.stiffness + metric.stiffness.transpose()).eval();
    Vector scale(N);
    for (int k = 0; k < N; ++k)
      {
        // A flat sleeve has no points to feel some entries of R - I.
        if (modes.col(k).isZero(0))
          {
            scale[k] = 1;
            continue;
          }
        if (!(metric.stiffness(k, k) > 0))
          throw Error("Mode " + number_text(k) + " of " + number_text(N) +
                      " deforms nothing (its stiffness is " +
                      number_text(metric.stiffness(k, k)) +
                      "). Leave it out of the basis.");
        scale[k] = std::sqrt(metric.stiffness(k, k));
      }
    const Vector inverse = scale.cwiseInverse();
    const Eigen::SelfAdjointEigenSolver<Matrix> eigen(
      inverse.asDiagonal() * metric.stiffness * inverse.asDiagonal());
    const Vector root = eigen.eigenvalues()
                          .cwiseMax(floor * eigen.eigenvalues()[N - 1])
                          .cwiseSqrt();
    metric.root =
      root.asDiagonal() * eigen.eigenvectors().transpose() * scale.asDiagonal();
    metric.dual = root.cwiseInverse().asDiagonal() *
                  eigen.eigenvectors().transpose() * inverse.asDiagonal();
    return metric;
  }
} // namespace rivlin
