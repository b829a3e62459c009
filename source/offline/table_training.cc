// SPDX-License-Identifier: Apache-2.0
// Choice of states and their exact values.
#include <rivlin/offline/table_training.h>

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/QR>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

namespace rivlin
{
  std::vector<int> choose_states(const Matrix &states,
                                 const Matrix &metric,
                                 const StateChoice &choice)
  {
    const int n = static_cast<int>(states.cols());
    if (n == 0)
      throw Error("A table of forces needs states, there are none.");
    const Matrix images = metric * states;
    const int limit     = choice.max_count > 0 ? choice.max_count : n;
    int next            = 0;
    images.colwise().squaredNorm().minCoeff(&next);
    std::vector<int> chosen{next};
    Vector nearest =
      Vector::Constant(n, std::numeric_limits<double>::infinity());
    while (true)
      {
        nearest = nearest.cwiseMin(
          (images.colwise() - images.col(next)).colwise().norm().transpose());
        const double farthest = nearest.maxCoeff(&next);
        if (static_cast<int>(chosen.size()) >= limit || farthest == 0 ||
            farthest < choice.distance)
          return chosen;
        chosen.push_back(next);
      }
  }

  ForceTable train_table(const DiscreteBody &body,
                         const Matrix &modes,
                         const Matrix &states,
                         const Matrix &metric)
  {
    if (metric.cols() != modes.cols())
      throw Error("A table of forces in " + number_text(modes.cols()) +
                  " coordinates cannot use a metric of " +
                  number_text(metric.cols()) + " columns.");
    ReducedResponses responses =
      galerkin_responses(body, modes, states, Need::residual_and_tangent);
    require_valid(responses);
    ForceTable table;
    table.states   = states;
    table.forces   = std::move(responses.forces);
    table.tangents = std::move(responses.tangents);
    table.energies = std::move(responses.energies);
    table.metric   = metric;
    return table;
  }

  ForceTable condense(const ForceTable &isochoric,
                      const VolumePolynomial &volume,
                      const Matrix &compliance)
  {
    const int N = static_cast<int>(isochoric.states.rows());
    const int m = volume.n_pressures();
    if (compliance.rows() != m || compliance.cols() != m ||
        volume.n_coordinates() != N)
      throw Error("Condensed table: compliance " +
                  number_text(compliance.rows()) + " x " +
                  number_text(compliance.cols()) + ", volume polynomial " +
                  number_text(m) + " x " + number_text(volume.n_coordinates()) +
                  ", states of " + number_text(N) + " coordinates do not fit.");
    const Eigen::SelfAdjointEigenSolver<Matrix> eigen(compliance,
                                                      Eigen::EigenvaluesOnly);
    if (m > 0 && !(eigen.eigenvalues()[0] > 1e-12 * eigen.eigenvalues()[m - 1]))
      throw Error(
        "Condensed table: the pressures cannot be eliminated, the "
        "smallest eigenvalue of the compliance is " +
        number_text(eigen.eigenvalues()[0]) +
        ". Keep the pressures (isochoric table) or use a finite "
        "bulk modulus.");
    const Eigen::LLT<Matrix> factorized(compliance);
    ForceTable table = isochoric;
    Vector c(m);
    Matrix B(m, N), H(N, N);
    for (int s = 0; s < table.states.cols(); ++s)
      {
        const Vector r = table.states.col(s);
        evaluate(volume, r, c);
        jacobian(volume, r, B);
        const Vector p = factorized.solve(c);
        H.setZero();
        add_hessian(volume, r, p, H);
        H += B.transpose() * factorized.solve(B);
        table.energies[s] += 0.5 * c.dot(p);
        table.forces.col(s) += B.transpose() * p;
        Eigen::Map<Matrix>(table.tangents.col(s).data(), N, N) += H;
      }
    return table;
  }

  Matrix second_by_differences(const DiscreteBody &body,
                               const Matrix &modes,
                               const Matrix &states)
  {
    const int N               = static_cast<int>(modes.cols());
    const EnergyMetric metric = energy_metric(body, modes);
    // Steps that change strains by 1e-5: truncation 1e-10 and roundoff
    // 1e-13 / 1e-5 of the tangent.
    const Vector steps = 1e-5 * (unit_strain_energy(body) *
                                 metric.stiffness.diagonal().cwiseInverse())
                                  .cwiseSqrt();
    Matrix second(static_cast<Eigen::Index>(N) * N * N, states.cols());
    Matrix around(N, 2 * N), K(static_cast<Eigen::Index>(N) * N, N);
    for (int s = 0; s < states.cols(); ++s)
      {
        around = states.col(s).replicate(1, 2 * N);
        for (int k = 0; k < N; ++k)
          {
            around(k, 2 * k) += steps[k];
            around(k, 2 * k + 1) -= steps[k];
          }
        const ReducedResponses responses =
          galerkin_responses(body, modes, around, Need::residual_and_tangent);
        require_valid(responses);
        for (int k = 0; k < N; ++k)
          K.col(k) = (responses.tangents.col(2 * k) -
                      responses.tangents.col(2 * k + 1)) /
                     (around(k, 2 * k) - around(k, 2 * k + 1));
        // The third derivative of an energy.
        for (int k = 0; k < N; ++k)
          for (int j = 0; j < N; ++j)
            for (int i = 0; i < N; ++i)
              second(i + N * (j + N * k), s) =
                (K(i + N * j, k) + K(j + N * k, i) + K(k + N * i, j)) / 3;
      }
    return second;
  }

  Matrix second_from_neighbours(const ForceTable &table, int n_neighbours)
  {
    const int N        = static_cast<int>(table.states.rows());
    const int n_states = static_cast<int>(table.states.cols());
    if (n_neighbours < 1 || n_neighbours >= n_states)
      throw Error("Second derivatives from " + number_text(n_neighbours) +
                  " neighbours need more than as many states; the table has " +
                  number_text(n_states) + ".");
    const Matrix images = table.metric * table.states;
    Matrix second(static_cast<Eigen::Index>(N) * N * N, n_states);
    std::vector<int> order(n_states);
    for (int s = 0; s < n_states; ++s)
      {
        const Vector distance =
          (images.colwise() - images.col(s)).colwise().norm();
        std::iota(order.begin(), order.end(), 0);
        std::swap(order[0], order[s]);
        std::partial_sort(order.begin() + 1,
                          order.begin() + 1 + n_neighbours,
                          order.end(),
                          [&](int a, int b) {
                            return distance[a] < distance[b];
                          });
        Matrix directions(images.rows(), n_neighbours);
        Matrix changes(static_cast<Eigen::Index>(N) * N, n_neighbours);
        for (int n = 0; n < n_neighbours; ++n)
          {
            directions.col(n) = images.col(order[n + 1]) - images.col(s);
            changes.col(n) =
              table.tangents.col(order[n + 1]) - table.tangents.col(s);
          }
        // H d = changes * (coordinates of d in the directions).
        const Eigen::CompleteOrthogonalDecomposition<Matrix> decomposed(
          directions);
        const Matrix H = changes * decomposed.solve(table.metric);
        second.col(s)  = Eigen::Map<const Vector>(H.data(), H.size());
      }
    return second;
  }
} // namespace rivlin
