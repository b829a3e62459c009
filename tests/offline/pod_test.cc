// SPDX-License-Identifier: Apache-2.0
// POD of matrices whose singular value decomposition is known.
#include <rivlin/offline/pod.h>

#include <rivlin/base/error.h>
#include <rivlin/offline/memory_snapshots.h>

#include "offline/small_body.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>

namespace rivlin
{
  namespace
  {
    Matrix random_matrix(int rows, int columns, unsigned seed)
    {
      std::mt19937 random(seed);
      std::normal_distribution<double> normal;
      return Matrix::NullaryExpr(rows,
                                 columns,
                                 [&](Eigen::Index, Eigen::Index) {
                                   return normal(random);
                                 });
    }

    /// X = U diag(sigma) V^T with U orthonormal in the product.
    struct KnownData
    {
      Matrix U;
      Vector sigma;
      Matrix X;

      KnownData(int n, int N, const Vector &sigma_, const InnerProduct &product)
        : sigma(sigma_)
      {
        const int rank = static_cast<int>(sigma.size());
        U              = orthonormalize(random_matrix(n, rank, 1), product).Q;
        const Matrix V = orthonormalize(random_matrix(N, rank, 2), {}).Q;
        X              = U * sigma.asDiagonal() * V.transpose();
      }
    };

    /// Part of a matrix as a source of displacements.
    MemorySnapshots source_of(const Matrix &X, const std::string &name = "run")
    {
      return MemorySnapshots(name,
                             Vector::LinSpaced(X.cols(), 0, 1),
                             {{SnapshotField::displacement, X}});
    }

    Pod pod_of(const Matrix &X,
               const PodOptions &options,
               const InnerProduct &product = {})
    {
      const MemorySnapshots source = source_of(X);
      return compute_pod({&source},
                         SnapshotField::displacement,
                         options,
                         product);
    }

    /// Largest |sine| of the angles between two spans, both orthonormal.
    double distance_of_spans(const Matrix &A,
                             const Matrix &B,
                             const InnerProduct &product)
    {
      const Matrix rest = A - B * product.gram(B, A);
      return std::sqrt(
        product.gram(rest, rest).diagonal().cwiseMax(0.).maxCoeff());
    }

    const PodMethod all_methods[] = {PodMethod::snapshots,
                                     PodMethod::svd,
                                     PodMethod::randomized};

    std::string message_of(const std::function<void()> &action)
    {
      try
        {
          action();
        }
      catch (const Error &error)
        {
          return error.what();
        }
      return "no error";
    }

    PodOptions with_count(PodMethod method, int count)
    {
      PodOptions options;
      options.method     = method;
      options.size.count = count;
      options.block_size = 7;
      return options;
    }

    bool contains(const std::string &text, const std::string &part)
    {
      return text.find(part) != std::string::npos;
    }
  } // namespace

  TEST(Pod, FindsTheKnownDecompositionInAnyProductByAnyMethod)
  {
    const DiscreteBody body = make_small_body();
    const SparseMatrix M    = mass_matrix(body);
    const SparseMatrix H    = rest_stiffness(body) + 1e9 * M;
    Vector sigma(6);
    sigma << 10, 4, 1, 0.3, 0.02, 1e-3;
    for (const InnerProduct &product :
         {InnerProduct(), InnerProduct(M), InnerProduct(H)})
      {
        const KnownData data(body.n_displacements(), 40, sigma, product);
        for (const PodMethod method : all_methods)
          {
            const Pod pod = pod_of(data.X, with_count(method, 6), product);
            ASSERT_EQ(pod.modes.cols(), 6);
            // Roundoff relative to sigma_1; the correlation matrix squares it.
            const double tolerance =
              method == PodMethod::snapshots ? 1e-10 : 1e-13;
            EXPECT_LT((pod.singular_values.head(6) - sigma).norm(),
                      10 * tolerance);
            EXPECT_LT((product.gram(pod.modes, pod.modes) -
                       Matrix::Identity(6, 6))
                        .norm(),
                      1e-12);
            // Errors of modes grow by sigma_1/sigma_6 = 1e4.
            EXPECT_LT(distance_of_spans(data.U, pod.modes, product),
                      1e4 * tolerance);
            for (int k = 0; k < 6; ++k)
              EXPECT_NEAR(std::abs(product.gram(pod.modes.col(k),
                                                data.U.col(k))(0, 0)),
                          1,
                          1e4 * tolerance);
            EXPECT_NEAR(pod.sum_of_squares, sigma.squaredNorm(), 1e-10);
            EXPECT_LT(pod.relative_error, 1e-7);
          }
      }
  }

  TEST(Pod, NoOtherBasisOfTheSizeIsBetter)
  {
    // Schmidt-Eckart-Young-Mirsky: the error is the tail of the singular
    // values; other bases, near or far, have at least this error.
    const Matrix X = random_matrix(30, 20, 5);
    for (const PodMethod method : all_methods)
      {
        PodOptions options = with_count(method, 5);
        options.rank_limit = 20;
        const Pod pod      = pod_of(X, options);
        const auto error   = [&](const Matrix &U) {
          return (X - U * (U.transpose() * X)).norm();
        };
        const double best = error(pod.modes);
        EXPECT_NEAR(best, pod.relative_error * X.norm(), 1e-12 * X.norm());
        EXPECT_NEAR(best, pod.singular_values.tail(15).norm(), 1e-12 * best);
        for (unsigned seed = 10; seed < 20; ++seed)
          for (const double size : {1e-2, 1.})
            EXPECT_GT(error(orthonormalize(
                              pod.modes + size * random_matrix(30, 5, seed), {})
                              .Q),
                      best);
      }
  }

  TEST(Pod, OrderAndBlocksAndSourcesDoNotMatter)
  {
    Vector sigma(4);
    sigma << 5, 3, 2, 1;
    const KnownData data(50, 30, sigma, {});
    std::vector<int> order(30);
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), std::mt19937(3));
    Matrix shuffled(50, 30);
    for (int k = 0; k < 30; ++k)
      shuffled.col(k) = data.X.col(order[k]);
    for (const PodMethod method : all_methods)
      {
        const Pod reference = pod_of(data.X, with_count(method, 3));
        const Pod other     = pod_of(shuffled, with_count(method, 3));
        EXPECT_LT(
          (reference.singular_values - other.singular_values).head(4).norm(),
          1e-12);
        EXPECT_LT(distance_of_spans(reference.modes, other.modes, {}), 1e-12);
        for (const int block_size : {1, 4, 30, 1000})
          {
            PodOptions options = with_count(method, 3);
            options.block_size = block_size;
            const Pod blocks   = pod_of(data.X, options);
            EXPECT_LT(distance_of_spans(reference.modes, blocks.modes, {}),
                      1e-12);
          }
        const MemorySnapshots a = source_of(data.X.leftCols(11)),
                              b = source_of(data.X.rightCols(19));
        const Pod both          = compute_pod({&a, &b},
                                     SnapshotField::displacement,
                                     with_count(method, 3));
        EXPECT_EQ(both.n_snapshots, 30);
        EXPECT_LT(distance_of_spans(reference.modes, both.modes, {}), 1e-12);
      }
  }

  TEST(Pod, SizeByTheRatioOfEitherSum)
  {
    // sigma = 8, 4, 2, 1: sums 8/15, 12/15, 14/15; squares 64/85, 80/85, 84/85.
    Vector sigma(4);
    sigma << 8, 4, 2, 1;
    const KnownData data(50, 30, sigma, {});
    for (const PodMethod method : all_methods)
      {
        PodOptions options;
        options.method     = method;
        options.block_size = 8;
        const auto size    = [&](PodSize::By by, double ratio) {
          options.size.by    = by;
          options.size.ratio = ratio;
          return pod_of(data.X, options).modes.cols();
        };
        EXPECT_EQ(size(PodSize::By::sum, 0.5), 1);
        EXPECT_EQ(size(PodSize::By::sum, 0.79), 2);
        EXPECT_EQ(size(PodSize::By::sum, 0.81), 3);
        EXPECT_EQ(size(PodSize::By::sum, 0.94), 4);
        EXPECT_EQ(size(PodSize::By::sum_of_squares, 0.75), 1);
        EXPECT_EQ(size(PodSize::By::sum_of_squares, 0.94), 2);
        EXPECT_EQ(size(PodSize::By::sum_of_squares, 0.98), 3);
        EXPECT_EQ(size(PodSize::By::sum_of_squares, 1.), 4);
      }
  }

  TEST(Pod, SketchCountsWhatItDoesNotSee)
  {
    // 20 equal singular values, a sketch of 10: half of the squares is outside.
    const KnownData data(50, 30, Vector::Ones(20), {});
    PodOptions options;
    options.method     = PodMethod::randomized;
    options.rank_limit = 10;
    options.size.by    = PodSize::By::sum_of_squares;
    options.size.ratio = 0.45;
    EXPECT_EQ(pod_of(data.X, options).modes.cols(), 9);
    options.size.ratio = 0.55;
    EXPECT_TRUE(contains(message_of([&] { pod_of(data.X, options); }),
                         "Raise the rank limit"));
    options.size.by    = PodSize::By::sum;
    options.size.ratio = 0.45;
    EXPECT_TRUE(contains(message_of([&] { pod_of(data.X, options); }),
                         "Raise the rank limit"));
  }

  TEST(Pod, SketchIsNearlyOptimalForSlowDecay)
  {
    Vector sigma(40);
    for (int i = 0; i < 40; ++i)
      sigma[i] = 1. / (i + 1);
    const KnownData data(200, 100, sigma, {});
    PodOptions options = with_count(PodMethod::randomized, 10);
    const auto error   = [&](int power_iterations) {
      options.power_iterations = power_iterations;
      const Pod pod            = pod_of(data.X, options);
      return (data.X - pod.modes * (pod.modes.transpose() * data.X)).norm();
    };
    // Halko et al. Theorem 10.5: the mean error of all 20 vectors of the sketch
    // is at most sqrt(1 + 10/9) = 1.45 times the best of 10. A power iteration
    // takes most of the excess away.
    const double best = sigma.tail(30).norm();
    EXPECT_LT(error(0), 1.45 * best);
    EXPECT_LT(error(1), 1.02 * best);
    EXPECT_LE(error(1), error(0));
  }

  TEST(Pod, PreprocessingChangesTheBlocks)
  {
    Vector sigma(3);
    sigma << 3, 2, 1;
    const KnownData data(40, 25, sigma, {});
    const Matrix shift = random_matrix(40, 25, 9);
    for (const PodMethod method : all_methods)
      {
        PodOptions options = with_count(method, 3);
        options.preprocess =
          [&](const SnapshotSource &source, int first, Matrix &block) {
            EXPECT_EQ(source.name(), "run");
            block -= shift.middleCols(first, block.cols());
          };
        const Pod pod = pod_of(data.X + shift, options);
        EXPECT_LT(distance_of_spans(data.U, pod.modes, {}), 1e-12);
      }
  }

  TEST(Pod, SaysHowManySnapshotsAreIndependent)
  {
    Vector sigma(4);
    sigma << 5, 3, 2, 1;
    const KnownData data(50, 30, sigma, {});
    for (const PodMethod method : all_methods)
      {
        const std::string message =
          message_of([&] { pod_of(data.X, with_count(method, 9)); });
        EXPECT_TRUE(contains(message, "asked for 9 modes")) << message;
        EXPECT_TRUE(contains(message, "only 4 are independent")) << message;
        EXPECT_TRUE(
          contains(message_of([&] { pod_of(data.X, with_count(method, 31)); }),
                   "only 30 snapshots"));
      }
  }

  TEST(Pod, RefusesBadSnapshots)
  {
    const Matrix X = random_matrix(10, 8, 1);
    for (const PodMethod method : all_methods)
      {
        const PodOptions options = with_count(method, 2);
        Matrix bad               = X;
        bad(3, 5)                = std::numeric_limits<double>::quiet_NaN();
        EXPECT_TRUE(contains(message_of([&] { pod_of(bad, options); }),
                             "Snapshot 5 of 'run'"));
        PodOptions breaking = options;
        breaking.preprocess = [](const SnapshotSource &, int, Matrix &block) {
          block(0, 0) = std::numeric_limits<double>::infinity();
        };
        EXPECT_TRUE(contains(message_of([&] { pod_of(X, breaking); }),
                             "not finite among its displacements"));
        EXPECT_TRUE(
          contains(message_of([&] { pod_of(Matrix::Zero(10, 8), options); }),
                   "only 0 are independent"));
        EXPECT_TRUE(
          contains(message_of([&] { pod_of(Matrix(10, 0), options); }),
                   "no snapshots"));
        const MemorySnapshots a   = source_of(X, "first"),
                              b   = source_of(X.topRows(9), "second");
        const std::string message = message_of([&] {
          compute_pod({&a, &b}, SnapshotField::displacement, options);
        });
        EXPECT_TRUE(contains(message, "'second' have 9 displacements"))
          << message;
        EXPECT_TRUE(
          contains(message_of([&] {
                     compute_pod({&a}, SnapshotField::pressure, options);
                   }),
                   "have 0 pressures"));
        SparseMatrix identity(9, 9);
        identity.setIdentity();
        EXPECT_TRUE(contains(message_of([&] {
                               pod_of(X, options, InnerProduct(identity));
                             }),
                             "vectors of 9 numbers"));
      }
  }

  TEST(Orthonormalize, StaysOrthonormalForNearlyDependentColumns)
  {
    // Hilbert matrix: condition number beyond 1/roundoff from 13 columns on.
    const int n = 60;
    const Matrix X =
      Matrix::NullaryExpr(n, 25, [](Eigen::Index i, Eigen::Index j) {
        return 1. / (1. + i + j);
      });
    const OrthonormalColumns qr = orthonormalize(X, {});
    const Eigen::Index k        = qr.Q.cols();
    EXPECT_GE(k, 10);
    EXPECT_LT((qr.Q.transpose() * qr.Q - Matrix::Identity(k, k)).norm(), 1e-13);
    EXPECT_LT((qr.Q * qr.R - X).norm(), 1e-13 * X.norm());
  }

  TEST(Orthonormalize, LeavesOutDependentColumns)
  {
    Matrix X = random_matrix(20, 4, 3);
    X.col(2) = X.col(0) - 2 * X.col(1);
    X.col(1).setZero();
    const OrthonormalColumns qr = orthonormalize(X, {});
    EXPECT_EQ(qr.Q.cols(), 3); // 0, 2 and 3
    EXPECT_LT((qr.Q * qr.R - X).norm(), 1e-14 * X.norm());
    X.col(3) = X.col(0) + X.col(2);
    EXPECT_EQ(orthonormalize(X, {}).Q.cols(), 2);
  }

  TEST(Orthonormalize, RefusesAProductThatIsNotPositive)
  {
    SparseMatrix negative(3, 3);
    negative.setIdentity();
    negative *= -1;
    EXPECT_THROW(orthonormalize(Matrix::Ones(3, 1), InnerProduct(negative)),
                 Error);
  }
} // namespace rivlin
