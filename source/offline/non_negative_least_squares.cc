// SPDX-License-Identifier: Apache-2.0
// Active sets with an updated QR factorization.
#include <rivlin/offline/non_negative_least_squares.h>

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>

#include "updated_qr.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

namespace rivlin
{
  NonNegativeSolution solve_non_negative(const Matrix &A,
                                         const Vector &b,
                                         const NonNegativeOptions &options)
  {
    const int n_rows = static_cast<int>(A.rows());
    const int n      = static_cast<int>(A.cols());
    if (b.size() != n_rows)
      throw Error("Non-negative least squares: " + number_text(n_rows) +
                  " rows but a right-hand side of " + number_text(b.size()) +
                  ".");
    const Vector lengths = A.colwise().norm();
    const double size    = b.norm();
    // A column closer than this to the span of the active ones would only add
    // roundoff; a gradient below this is roundoff of the residual.
    const double dependent = 1e-10, flat = 1e-14;

    std::vector<bool> closed(n, false);
    for (const int j : options.excluded)
      closed.at(j) = true;
    for (int j = 0; j < n; ++j)
      if (lengths[j] == 0)
        closed[j] = true;
    std::vector<bool> active(n, false);
    std::vector<int> set;
    Vector x        = Vector::Zero(n);
    Vector residual = b, gradient(n);
    UpdatedQr qr(n_rows);
    NonNegativeSolution solution;

    const auto activate = [&] {
      // The column with the steepest descent per length. Those that were
      // refused since the residual last fell are passed over, so that roundoff
      // cannot make the method cycle (Lawson and Hanson, step 6).
      gradient.noalias()        = A.transpose() * residual;
      std::vector<bool> refused = closed;
      while (true)
        {
          int best     = -1;
          double steep = flat * size;
          for (int j = 0; j < n; ++j)
            if (!active[j] && !refused[j] && gradient[j] > steep * lengths[j])
              {
                best  = j;
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
    };
    const auto deactivate = [&](int k) {
      qr.remove(k);
      active[set[k]] = false;
      x[set[k]]      = 0;
      set.erase(set.begin() + k);
    };

    const int max_iterations = 10 * n_rows + 100;
    while (true)
      {
        solution.residual = size > 0 ? residual.norm() / size : 0;
        if (size == 0 || solution.residual <= options.tolerance)
          {
            solution.converged = true;
            break;
          }
        if (options.max_positive > 0 &&
            static_cast<int>(set.size()) >= options.max_positive)
          break;
        if (solution.n_iterations == max_iterations)
          break;
        ++solution.n_iterations;
        if (!activate())
          {
            solution.converged = true;
            break;
          }
        Vector target = qr.solve(b);
        while (!set.empty() && target.minCoeff() <= 0)
          {
            // Go towards the target until the first entry reaches zero.
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
            target = qr.solve(b);
          }
        for (int k = 0; k < target.size(); ++k)
          x[set[k]] = target[k];
        residual = b;
        for (const int j : set)
          residual -= x[j] * A.col(j);
      }

    std::sort(set.begin(), set.end());
    solution.support = set;
    solution.values.resize(static_cast<Eigen::Index>(set.size()));
    for (std::size_t k = 0; k < set.size(); ++k)
      solution.values[static_cast<Eigen::Index>(k)] = x[set[k]];
    return solution;
  }
} // namespace rivlin
