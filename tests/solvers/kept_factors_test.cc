// SPDX-License-Identifier: Apache-2.0
// When factors are replaced, and that solutions are those of the matrix at hand
// whatever the factors.
#include <rivlin/solvers/kept_factors.h>

#include <Eigen/LU>
#include <gtest/gtest.h>

namespace rivlin
{
  namespace
  {
    /// A dense matrix on one rank; each rank solves for itself.
    struct DenseSystem
    {
      Matrix matrix;
      Eigen::PartialPivLU<Matrix> factors;
      LinearSolverRecord record;
      double cost = 20;

      ChangingSystem parts()
      {
        return {[this] {
                  factors.compute(matrix);
                  return Evaluation();
                },
                [this](const Vector &b, Vector &x) {
                  x = factors.solve(b);
                  return Evaluation();
                },
                [this](const Vector &x, Vector &y) { y = matrix * x; },
                [this] { return cost; },
                Vector::Ones(matrix.rows()),
                MPI_COMM_SELF};
      }
    };

    constexpr int n = 40;

    /// Symmetric, positive, and the larger s the further away from s = 0.
    Matrix matrix_at(const double s)
    {
      Matrix A = Matrix::Zero(n, n);
      for (int i = 0; i < n; ++i)
        {
          A(i, i) = 2 + s * (1 + std::sin(7. * i));
          if (i > 0)
            A(i, i - 1) = A(i - 1, i) = -1;
        }
      return A;
    }

    /// After how many tangents the rule replaces factors whose i-th tangent
    /// costs cost(i).
    template <typename Cost>
    int tangents_served(const double factorization, const Cost &cost)
    {
      FactorizedPlace place;
      for (int i = 1; i < 1000; ++i)
        {
          place.n_tangents = i;
          place.spent_last = cost(i);
          place.spent += cost(i);
          if (is_refresh_due(place, factorization))
            return i;
        }
      return 1000;
    }
  } // namespace

  TEST(KeptFactors, AreReplacedWhenTheMeanCostRises)
  {
    // c_i = 2 i: the mean F/n + n + 1 is smallest at n = sqrt(F).
    EXPECT_EQ(tangents_served(100, [](int i) { return 2. * i; }), 11);
    EXPECT_EQ(tangents_served(25, [](int i) { return 2. * i; }), 6);
    // What costs the same for ever is kept for ever.
    EXPECT_EQ(tangents_served(25, [](int) { return 8.; }), 1000);
    // A jump beyond the mean is seen at once.
    EXPECT_EQ(tangents_served(25, [](int i) { return i < 10 ? 2. : 40.; }), 10);
  }

  TEST(KeptFactors, SolveWithTheMatrixAtHand)
  {
    DenseSystem system;
    system.matrix = matrix_at(0);
    KeptFactors kept(system.parts(), system.record);
    const Vector b = Vector::LinSpaced(n, -1, 2);
    Vector x;
    for (const double s : {0., 0.02, 0.04})
      {
        system.matrix = matrix_at(s);
        ASSERT_TRUE(kept.follow({}, true).valid);
        ASSERT_TRUE(kept.solve(b, 1e-8, x).valid);
        const Vector exact = system.matrix.partialPivLu().solve(b);
        EXPECT_LT((x - exact).norm(), 1e-7 * exact.norm()) << s;
      }
    EXPECT_EQ(kept.n_factorizations(), 1);
    EXPECT_EQ(kept.place().n_tangents, 3);
    EXPECT_GT(system.record.iterations, 2);
    EXPECT_LT(system.record.iterations, 20);
    // A rough solution costs less.
    const auto cost = [&](const double accuracy) {
      const long before = system.record.iterations;
      EXPECT_TRUE(kept.solve(b, accuracy, x).valid);
      return system.record.iterations - before;
    };
    EXPECT_LT(2 * cost(0.05), cost(1e-8));
  }

  TEST(KeptFactors, AreRenewedWhereTheyDoNotServe)
  {
    DenseSystem system;
    system.cost   = 8;
    system.matrix = matrix_at(0);
    KeptFactors kept(system.parts(), system.record);
    const Vector b = Vector::LinSpaced(n, -1, 2);
    Vector x;
    ASSERT_TRUE(kept.follow({}, true).valid);
    ASSERT_TRUE(kept.solve(b, 1e-8, x).valid);
    system.matrix = matrix_at(1000);
    ASSERT_TRUE(kept.follow({}, true).valid);
    EXPECT_EQ(kept.n_factorizations(), 1);
    ASSERT_TRUE(kept.solve(b, 1e-8, x).valid);
    EXPECT_EQ(kept.n_factorizations(), 2);
    EXPECT_LT((system.matrix * x - b).norm(), 1e-10 * b.norm());
  }

  TEST(KeptFactors, TellWhoseTheyAre)
  {
    DenseSystem system;
    system.matrix = matrix_at(0);
    KeptFactors kept(system.parts(), system.record);
    FactorizedPlace place;
    place.time = 3;
    place.q    = Vector::Ones(2);
    ASSERT_TRUE(kept.follow(place, true).valid);
    place.exists = true;
    EXPECT_TRUE(kept.are_of(place));
    place.q[1] += 1e-15;
    EXPECT_FALSE(kept.are_of(place));
    kept.forget();
    EXPECT_FALSE(kept.place().exists);
  }
} // namespace rivlin
