// SPDX-License-Identifier: Apache-2.0
// Active sets with an updated QR factorization.
#include <rivlin/offline/non_negative_least_squares.h>

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>

#include "updated_qr.h"

#include <algorithm>
#include <string>

namespace rivlin
{
  namespace
  {
    // A column closer than this to the span of the active ones would only add
    // roundoff; a gradient below this is roundoff of the residual.
    constexpr double dependent = 1e-10, flat = 1e-14;

    /// The active set of Lawson and Hanson with the QR factorization of its
    /// columns, and the solution on it.
    class ActiveSet
    {
    public:
      ActiveSet(const Matrix &matrix,
                const Vector &rhs,
                const std::vector<int> &excluded)
        : A(matrix)
        , b(rhs)
        , lengths(A.colwise().norm())
        , size(b.norm())
        , closed(A.cols(), false)
        , active(A.cols(), false)
        , x(Vector::Zero(A.cols()))
        , residual(b)
        , gradient(A.cols())
        , qr(static_cast<int>(A.rows()))
      {
        for (const int j : excluded)
          closed.at(j) = true;
        for (Eigen::Index j = 0; j < A.cols(); ++j)
          if (lengths[j] == 0)
            closed[j] = true;
      }

      double relative_residual() const
      {
        return size > 0 ? residual.norm() / size : 0;
      }

      const std::vector<int> &columns() const
      {
        return set;
      }

      double value(const int j) const
      {
        return x[j];
      }

      /// Take in the column with the steepest descent per length; false if none
      /// descends. Those that were refused since the residual last fell are
      /// passed over, so that roundoff cannot make the method cycle (Lawson and
      /// Hanson, step 6).
      bool activate()
      {
        gradient.noalias()        = A.transpose() * residual;
        std::vector<bool> refused = closed;
        while (true)
          {
            int best     = -1;
            double steep = flat * size;
            for (Eigen::Index j = 0; j < A.cols(); ++j)
              if (!active[j] && !refused[j] && gradient[j] > steep * lengths[j])
                {
                  best  = static_cast<int>(j);
                  steep = gradient[j] / lengths[j];
                }
            if (best < 0)
              return false;
            if (qr.append(A.col(best), dependent))
              {
                if (qr.solve(b)[qr.n_columns() - 1] > 0)
                  {
                    active[best] = true;
                    set.push_back(best);
                    return true;
                  }
                qr.remove(qr.n_columns() - 1);
              }
            refused[best] = true;
          }
      }

      /// Solve on the active columns, and give back those that would become
      /// negative.
      void solve()
      {
        Vector target = qr.solve(b);
        while (!set.empty() && target.minCoeff() <= 0)
          {
            go_towards(target);
            target = qr.solve(b);
          }
        for (int k = 0; k < target.size(); ++k)
          x[set[k]] = target[k];
        residual = b;
        for (const int j : set)
          residual -= x[j] * A.col(j);
      }

    private:
      /// Until the first entry reaches zero.
      void go_towards(const Vector &target)
      {
        double step = 1;
        int first   = -1;
        for (int k = 0; k < target.size(); ++k)
          if (target[k] <= 0)
            {
              const double s = x[set[k]] / (x[set[k]] - target[k]);
              if (first < 0 || s < step)
                {
                  step  = s;
                  first = k;
                }
            }
        for (int k = 0; k < target.size(); ++k)
          x[set[k]] += step * (target[k] - x[set[k]]);
        x[set[first]] = 0;
        for (int k = static_cast<int>(set.size()) - 1; k >= 0; --k)
          if (x[set[k]] <= 0)
            deactivate(k);
      }

      void deactivate(const int k)
      {
        qr.remove(k);
        active[set[k]] = false;
        x[set[k]]      = 0;
        set.erase(set.begin() + k);
      }

      const Matrix &A;
      const Vector &b;
      Vector lengths;
      double size;
      std::vector<bool> closed, active;
      std::vector<int> set;
      Vector x, residual, gradient;
      UpdatedQr qr;
    };
  } // namespace

  NonNegativeSolution solve_non_negative(const Matrix &A,
                                         const Vector &b,
                                         const NonNegativeOptions &options)
  {
    if (b.size() != A.rows())
      throw Error("Non-negative least squares: " + number_text(A.rows()) +
                  " rows but a right-hand side of " + number_text(b.size()) +
                  ".");
    ActiveSet active(A, b, options.excluded);
    NonNegativeSolution solution;
    const auto max_iterations = 10 * A.rows() + 100;
    while (true)
      {
        solution.residual  = active.relative_residual();
        solution.converged = solution.residual <= options.tolerance;
        if (solution.converged || solution.n_iterations == max_iterations ||
            (options.max_positive > 0 &&
             static_cast<int>(active.columns().size()) >= options.max_positive))
          break;
        ++solution.n_iterations;
        if (!active.activate())
          {
            solution.converged = true;
            break;
          }
        active.solve();
      }
    solution.support = active.columns();
    std::sort(solution.support.begin(), solution.support.end());
    solution.values.resize(static_cast<Eigen::Index>(solution.support.size()));
    for (std::size_t k = 0; k < solution.support.size(); ++k)
      solution.values[static_cast<Eigen::Index>(k)] =
        active.value(solution.support[k]);
    return solution;
  }
} // namespace rivlin
