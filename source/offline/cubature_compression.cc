// SPDX-License-Identifier: Apache-2.0
// The contributions of all points to the forces of all states, compressed.
#include <rivlin/offline/cubature.h>

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>
#include <rivlin/offline/point_gradients.h>
#include <rivlin/solid/point_batch.h>

#include "sparse_sketch.h"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

namespace rivlin
{
  namespace
  {
    /// States in coordinates of stiffness one, each with the factor that makes
    /// its force a unit vector.
    struct TrainingSet
    {
      Matrix modes;
      Matrix states;
      Vector factors;
    };

    TrainingSet normalized(const DiscreteBody &body,
                           const Matrix &modes,
                           const Matrix &states)
    {
      const ReducedResponses responses =
        galerkin_responses(body, modes, states, Need::residual);
      require_valid(responses);
      const EnergyMetric metric = energy_metric(body, modes);
      const Vector sizes   = (metric.dual * responses.forces).colwise().norm();
      const double largest = sizes.size() > 0 ? sizes.maxCoeff() : 0.;
      std::vector<int> used;
      // A force of 1e-6 of the largest is roundoff of the states; that of a
      // strain of 1e-12 is roundoff of the stresses.
      const double smallest =
        std::max(1e-6 * largest, 1e-12 * std::sqrt(unit_strain_energy(body)));
      for (int s = 0; s < sizes.size(); ++s)
        if (sizes[s] > smallest)
          used.push_back(s);
      if (used.empty())
        throw Error("Cubature: none of the " + number_text(states.cols()) +
                    " training states has a force. Train on states that "
                    "deform the body.");
      TrainingSet set;
      set.modes   = modes * metric.dual.transpose();
      set.states  = metric.root * states(Eigen::all, used);
      set.factors = sizes(used).cwiseInverse();
      return set;
    }

    /// Calls visit(a) with the contribution a (N x n_states) of each point, in
    /// their order.
    template <class Visit>
    void for_each_contribution(const DiscreteBody &body,
                               const TrainingSet &set,
                               const Visit &visit)
    {
      const int n_points = body.basis.n_points;
      const int block    = body.dim() * body.dim();
      const int n_states = static_cast<int>(set.states.cols());
      Matrix D, P(n_points * block, n_states);
      Matrix a(set.states.rows(), n_states), stress(block, n_states);
      for_each_cell(body, set.modes, [&](int cell, const GradientRows &G) {
        D.noalias() = G * set.states;
        PointBatch batch;
        batch.dim          = body.dim();
        batch.n_points     = n_points * n_states;
        batch.isochoric    = is_mixed(body);
        batch.displacement = D.data();
        batch.P            = P.data();
        evaluate_batch(body.materials[body.cell_material[cell]],
                       batch,
                       Need::residual);
        for (int q = 0; q < n_points; ++q)
          {
            const int point = cell * n_points + q;
            stress = body.weights[point] * P.middleRows(q * block, block) *
                     set.factors.asDiagonal();
            a.noalias() = G.middleRows(q * block, block).transpose() * stress;
            visit(a);
          }
      });
    }
  } // namespace

  CubatureRows compress_contributions(const DiscreteBody &body,
                                      const Matrix &modes,
                                      const Matrix &states,
                                      const CompressionOptions &options)
  {
    // Singular vectors come from a matrix of products, which knows singular
    // values down to the root of the precision.
    if (!(options.tolerance >= 1e-6 && options.tolerance < 1))
      throw Error("Cubature: tolerance " + number_text(options.tolerance) +
                  " is not between 1e-6 and 1. Use 1e-3 for one half per cent "
                  "of the force.");
    const TrainingSet set = normalized(body, modes, states);
    const int n_points    = body.n_points();
    const int n_training  = static_cast<int>(set.states.size());
    const int n_largest   = std::min(n_training, n_points);
    // 8 entries a column: Tropp et al., section 3.3. 64 test rows estimate a
    // Frobenius norm to about 10 %.
    const int n_per_column = 8, n_test = 64;
    const SparseSketch test(n_test, n_training, n_per_column, options.seed + 1);

    for (int n_sketch = std::min(std::max(options.n_sketch, 1), n_largest);;
         n_sketch     = std::min(2 * n_sketch, n_largest))
      {
            const SparseSketch sketch(n_sketch,
                                  n_training,
                                  n_per_column,
                                  options.seed);
            Matrix Y    = Matrix::Zero(n_sketch, n_points);
            Matrix Yt   = Matrix::Zero(n_test, n_points);
            double norm = 0;
            // Contributions of a few points side by side.
            constexpr int width = SparseSketch::n_together;
            GradientRows side_by_side(n_training, width), out(n_sketch, width),
              out_test(n_test, width);
            int first = 0, filled = 0;
            const auto flush = [&] {
          side_by_side.rightCols(width - filled).setZero();
          out.setZero();
          out_test.setZero();
          sketch.add_product(side_by_side.data(), out.data());
          test.add_product(side_by_side.data(), out_test.data());
          Y.middleCols(first, filled)  = out.leftCols(filled);
          Yt.middleCols(first, filled) = out_test.leftCols(filled);
          norm += side_by_side.squaredNorm();
          first += filled;
          filled = 0;
        };
            for_each_contribution(body, set, [&](const Matrix &a) {
          side_by_side.col(filled) =
            Eigen::Map<const Vector>(a.data(), n_training);
          if (++filled == width)
            flush();
        });
            flush();

            Matrix products = Matrix::Zero(n_sketch, n_sketch);
            products.selfadjointView<Eigen::Lower>().rankUpdate(Y);
            const Eigen::SelfAdjointEigenSolver<Matrix> eigen(products);
            // Descending; those below the roundoff of the products mean nothing.
            int rank = 0;
            while (rank < n_sketch && eigen.eigenvalues()[n_sketch - 1 - rank] >
                                    1e-14 * eigen.eigenvalues()[n_sketch - 1])
          ++rank;
        const Vector sizes =
              eigen.eigenvalues().tail(rank).reverse().cwiseSqrt();
            const Matrix W =
              eigen.eigenvectors().rightCols(rank).rowwise().reverse() *
              sizes.cwiseInverse().asDiagonal();
            const Matrix seen  = Yt * Y.transpose() * W;
            const double whole = Yt.squaredNorm();
            double left        = whole;
            int k              = 0;
            while (k < rank && left > options.tolerance * options.tolerance * whole)
          left -= seen.col(k++).squaredNorm();
        // Singular vectors of a sketch are good up to about half its size.
            if (2 * k > n_sketch && n_sketch < n_largest)
          continue;

        CubatureRows result;
            result.rows.resize(k + 1, n_points);
            result.rows.topRows(k).noalias() = W.leftCols(k).transpose() * Y;
            const Eigen::Map<const Vector> volumes(body.weights.data(), n_points);
            result.rows.row(k)       = volumes.transpose() / volumes.norm();
            result.target            = result.rows.rowwise().sum();
            result.compression_error = std::sqrt(std::max(left, 0.) / whole);
            result.error_per_change =
              result.compression_error *
              std::sqrt(norm / static_cast<double>(set.states.cols()));
            return result;
      }
  }
} // namespace rivlin
