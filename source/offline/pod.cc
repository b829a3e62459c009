// SPDX-License-Identifier: Apache-2.0
// The three ways to the singular value decomposition of a stream of snapshots.
#include <rivlin/offline/pod.h>

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>

#include "snapshot_blocks.h"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace rivlin
{
  namespace
  {
    constexpr double epsilon = std::numeric_limits<double>::epsilon();

    /// Cuts the modes to the size asked for. Singular values up to
    /// `noise` sigma_1 count as dependent snapshots.
    int choose_size(const Pod &pod,
                    const PodOptions &options,
                    double noise,
                    double unlisted_sum,
                    double unlisted_squares)
    {
      const Vector &sigma = pod.singular_values;
      int independent     = 0;
      while (independent < sigma.size() && sigma[independent] > 0 &&
             sigma[independent] > noise * sigma[0])
        ++independent;
      const PodSize &size = options.size;
      if (size.by == PodSize::By::count)
        {
          if (size.count < 1)
            throw Error("POD was asked for " + number_text(size.count) +
                        " modes. Ask for at least one.");
          if (size.count > independent)
            throw Error(
              "POD was asked for " + number_text(size.count) +
              " modes, but of the " + number_text(pod.n_snapshots) +
              " snapshots only " + number_text(independent) +
              " are independent. Ask for fewer modes or add snapshots" +
              (options.method == PodMethod::snapshots
                 ? "; the SVD method resolves smaller ones."
                 : "."));
          return size.count;
        }
      if (!(size.ratio > 0 && size.ratio <= 1))
        throw Error("The energy ratio of POD is " + number_text(size.ratio) +
                    ". Choose it above 0 and at most 1, for example 0.999.");
      if (independent == 0)
        throw Error("All " + number_text(pod.n_snapshots) +
                    " snapshots are zero: POD finds no mode. Use snapshots of "
                    "a run in which the body moves.");
      const int k =
        pod_size(sigma,
                 size,
                 size.by == PodSize::By::sum ? unlisted_sum : unlisted_squares);
      if (k < 0)
        throw Error("The " + number_text(sigma.size()) +
                    " singular values of the sketch do not reach the ratio " +
                    number_text(size.ratio) +
                    ". Raise the rank limit, or use another POD method.");
      return std::min(k, independent);
    }

    void finish(Pod &pod, int k)
    {
      const double captured = pod.singular_values.head(k).squaredNorm();
      pod.relative_error =
        std::sqrt(std::max(0., 1 - captured / pod.sum_of_squares));
      // The difference above knows only half of the digits; where all values
      // are listed their sum is better.
      if (pod.singular_values.size() ==
          std::min<Eigen::Index>(pod.modes.rows(), pod.n_snapshots))
        pod.relative_error =
          pod.singular_values.tail(pod.singular_values.size() - k).norm() /
          std::sqrt(pod.sum_of_squares);
    }

    Pod method_of_snapshots(const SnapshotBlocks &blocks,
                            const PodOptions &options,
                            const InnerProduct &product)
    {
      const int N = blocks.n_snapshots(), n = blocks.n_rows();
      Matrix correlation(N, N);
      for (int i = 0; i < blocks.n_blocks(); ++i)
        {
          const Matrix X  = blocks.read(i);
          const Matrix WX = product.apply(X);
          for (int j = 0; j <= i; ++j)
            {
              const Matrix part              = j == i
                                                 ? Matrix(X.transpose() * WX)
                                                 : Matrix(blocks.read(j).transpose() * WX);
              correlation.block(blocks.first(j),
                                blocks.first(i),
                                part.rows(),
                                part.cols()) = part;
            }
        }
      const Eigen::SelfAdjointEigenSolver<Matrix> eigen(
        Matrix(correlation.selfadjointView<Eigen::Upper>()));
      Pod pod;
      pod.n_snapshots = N;
      pod.singular_values =
        eigen.eigenvalues().reverse().cwiseMax(0.).cwiseSqrt().head(
          std::min(n, N));
      pod.sum_of_squares = correlation.trace();
      const int k = choose_size(pod, options, std::sqrt(N * epsilon), 0., 0.);
      const Matrix V = eigen.eigenvectors().rowwise().reverse().leftCols(k);
      Matrix U       = Matrix::Zero(n, k);
      for (int i = 0; i < blocks.n_blocks(); ++i)
        {
          const Matrix X = blocks.read(i);
          U += X * V.middleRows(blocks.first(i), X.cols());
        }
      U *= pod.singular_values.head(k).cwiseInverse().asDiagonal();
      // Modes of small singular values carry errors along those of large ones,
      // of roundoff times (sigma_1/sigma_k)^2: remove them. The order keeps the
      // large ones.
      pod.modes = orthonormalize(U, product).Q;
      if (pod.modes.cols() < k)
        throw Error("POD finds only " + number_text(pod.modes.cols()) +
                    " independent modes of " + number_text(k) +
                    ". Ask for fewer, or use the SVD method.");
      finish(pod, k);
      return pod;
    }

    Pod in_memory(const SnapshotBlocks &blocks,
                  const PodOptions &options,
                  const InnerProduct &product)
    {
      const int N = blocks.n_snapshots(), n = blocks.n_rows();
      Matrix X(n, N);
      for (int i = 0; i < blocks.n_blocks(); ++i)
        {
          const Matrix block                          = blocks.read(i);
          X.middleCols(blocks.first(i), block.cols()) = block;
        }
      const Svd svd = weighted_svd(X, product);
      Pod pod;
      pod.n_snapshots                            = N;
      pod.singular_values                        = Vector::Zero(std::min(n, N));
      pod.singular_values.head(svd.sigma.size()) = svd.sigma;
      pod.sum_of_squares                         = svd.sigma.squaredNorm();
      const int k = choose_size(pod, options, N * epsilon, 0., 0.);
      pod.modes   = svd.U.leftCols(k);
      finish(pod, k);
      return pod;
    }

    Pod randomized(const SnapshotBlocks &blocks,
                   const PodOptions &options,
                   const InnerProduct &product)
    {
      const int N = blocks.n_snapshots(), n = blocks.n_rows();
      const bool by_count = options.size.by == PodSize::By::count;
      int rank            = options.rank_limit;
      if (rank <= 0)
        rank = by_count ? std::max(options.size.count, 0) + 10 : 200;
      if (by_count)
        rank = std::max(rank, options.size.count);
      rank = std::min({rank, n, N});

      // Pass 1: Y = X Omega. One row of Omega per snapshot, in the order of the
      // snapshots: the block size does not matter.
      std::mt19937_64 random(options.seed);
      std::normal_distribution<double> normal;
      Matrix Y              = Matrix::Zero(n, rank);
      double sum_of_squares = 0;
      for (int i = 0; i < blocks.n_blocks(); ++i)
        {
          const Matrix X = blocks.read(i);
          sum_of_squares += X.cwiseProduct(product.apply(X)).sum();
          Matrix omega(X.cols(), rank);
          for (Eigen::Index r = 0; r < omega.rows(); ++r)
            for (Eigen::Index c = 0; c < omega.cols(); ++c)
              omega(r, c) = normal(random);
          Y += X * omega;
        }
      Matrix Q = orthonormalize(Y, product).Q;
      for (int power = 0; power < options.power_iterations; ++power)
        {
          const Matrix WQ = product.apply(Q);
          Y.setZero(n, Q.cols());
          for (int i = 0; i < blocks.n_blocks(); ++i)
            {
              const Matrix X = blocks.read(i);
              Y += X * (X.transpose() * WQ);
            }
          Q = orthonormalize(Y, product).Q;
        }
      // Last pass: what the snapshots are in this basis.
      Matrix B(Q.cols(), N);
      const Matrix WQ = product.apply(Q);
      for (int i = 0; i < blocks.n_blocks(); ++i)
        {
          const Matrix X                          = blocks.read(i);
          B.middleCols(blocks.first(i), X.cols()) = WQ.transpose() * X;
        }
      Pod pod;
      pod.n_snapshots                            = N;
      pod.sum_of_squares                         = sum_of_squares;
      pod.singular_values                        = Vector::Zero(rank);
      const Svd svd                              = thin_svd(B);
      const Matrix U                             = Q * svd.U;
      pod.singular_values.head(svd.sigma.size()) = svd.sigma;
      // What the sketch does not see: its sum of squares is known, its plain
      // sum is at most that of equal values (Cauchy-Schwarz). So the ratio is
      // reached for certain, perhaps with a mode too many.
      const double rest =
        rank == std::min(n, N)
          ? 0.
          : std::max(0., sum_of_squares - pod.singular_values.squaredNorm());
      const double rest_sum = std::sqrt(rest * (std::min(n, N) - rank));
      const int k = choose_size(pod, options, N * epsilon, rest_sum, rest);
      pod.modes   = U.leftCols(k);
      finish(pod, k);
      return pod;
    }
  } // namespace



  int pod_size(const Vector &singular_values, const PodSize &size, double tail)
  {
    const int n = static_cast<int>(singular_values.size());
    if (size.by == PodSize::By::count)
      return size.count <= n ? size.count : -1;
    const Vector terms = size.by == PodSize::By::sum
                           ? singular_values
                           : Vector(singular_values.cwiseAbs2());
    // Summed from the small end, so that a ratio near 1 is met exactly.
    double missing     = tail;
    const double total = terms.sum() + tail;
    int k              = n;
    while (k > 0 && missing + terms[k - 1] <= (1 - size.ratio) * total)
      missing += terms[--k];
    return missing <= (1 - size.ratio) * total ? k : -1;
  }



  Pod compute_pod(const std::vector<const SnapshotSource *> &sources,
                  SnapshotField field,
                  const PodOptions &options,
                  const InnerProduct &product)
  {
    const SnapshotBlocks blocks(sources,
                                field,
                                options.block_size,
                                options.preprocess);
    product.check_size(blocks.n_rows(), "the snapshots");
    if (options.size.by == PodSize::By::count &&
        options.size.count > blocks.n_snapshots())
      throw Error("POD was asked for " + number_text(options.size.count) +
                  " modes, but there are only " +
                  number_text(blocks.n_snapshots()) +
                  " snapshots. Ask for fewer modes or add snapshots.");
    switch (options.method)
      {
        case PodMethod::snapshots:
          return method_of_snapshots(blocks, options, product);
        case PodMethod::svd:
          return in_memory(blocks, options, product);
        case PodMethod::randomized:
          break;
      }
    return randomized(blocks, options, product);
  }
} // namespace rivlin
