// SPDX-License-Identifier: Apache-2.0
// Order, index-1 and Scholz conditions of Rosenbrock methods.
#include <rivlin/dynamics/rosenbrock_method.h>

#include <rivlin/base/types.h>

#include <Eigen/LU>

#include <algorithm>
#include <cmath>

namespace rivlin
{
  namespace
  {
    struct Tableau
    {
      explicit Tableau(const RosenbrockMethod &method)
        : one(Vector::Ones(method.n_stages()))
        , alpha(Matrix::Zero(one.size(), one.size()))
        , beta(alpha)
      {
        for (Eigen::Index i = 0; i < one.size(); ++i)
          for (Eigen::Index j = 0; j < i; ++j)
            {
              alpha(i, j) = method.alpha[i][j];
              beta(i, j)  = method.alpha[i][j] + method.Gamma[i][j];
            }
        beta_strict = beta;
        beta.diagonal().setConstant(method.gamma);
        omega     = beta.inverse();
        alpha_sum = alpha * one;
      }
      Vector one, alpha_sum;
      Matrix alpha, beta, beta_strict, omega;
    };

    Vector power(const Vector &x, const int k)
    {
      return x.array().pow(k).matrix();
    }

    /// Residuals of Table 4.1 by order.
    std::vector<double> classical(const Tableau &t,
                                  const Vector &b,
                                  const double g,
                                  const int order)
    {
      const Matrix &s    = t.beta_strict;
      const Vector s_sum = s * t.one;
      const Vector &a    = t.alpha_sum;
      const Vector a_s   = t.alpha * s_sum;
      switch (order)
        {
          case 1:
            return {b.sum() - 1};
          case 2:
            return {b.dot(s_sum) - (0.5 - g)};
          case 3:
            return {b.dot(power(a, 2)) - 1. / 3,
                    b.dot(s * s_sum) - (1. / 6 - g + g * g)};
          default:
            return {b.dot(power(a, 3)) - 0.25,
                    b.dot(a.cwiseProduct(a_s)) - (1. / 8 - g / 3),
                    b.dot(s * power(a, 2)) - (1. / 12 - g / 3),
                    b.dot(s * (s * s_sum)) -
                      (1. / 24 - g / 2 + 1.5 * g * g - g * g * g)};
        }
    }

    /// Residuals of Table 4.2 by order, for the algebraic variables.
    std::vector<double> algebraic(const Tableau &t,
                                  const Vector &b,
                                  const double g,
                                  const int order)
    {
      const Vector b_omega = t.omega.transpose() * b;
      const Vector &a      = t.alpha_sum;
      if (order == 2)
        return {b_omega.dot(power(a, 2)) - 1};
      const Vector a_s = t.alpha * (t.beta_strict * t.one);
      const Vector a_o = t.alpha * (t.omega * power(a, 2));
      return {b_omega.dot(power(a, 3)) - 1,
              b_omega.dot(a.cwiseProduct(a_s)) - (0.5 - g),
              b_omega.dot(a.cwiseProduct(a_o)) - 1};
    }

    /// xi_i and zeta_i of (4.31) for a range of z = h^2 / eps^2.
    std::vector<double> scholz(const Tableau &t, const Vector &b, const int i)
    {
      std::vector<double> result;
      const Vector &a    = t.alpha_sum;
      const Vector first = i == 2   ? Vector(2 * t.one)
                           : i == 3 ? Vector(6 * t.beta * t.one)
                                    : Vector(12 * power(a, 2));
      for (const double z : {1e-2, 1., 1e2, 1e4, 1e6})
        {
          const Matrix S = (Matrix::Identity(t.beta.rows(), t.beta.rows()) +
                            z * t.beta * t.beta)
                             .inverse();
          const Vector r = z * power(a, i) + first;
          result.push_back(b.dot(S * (t.beta * r)) - 1);
          result.push_back(b.dot(S * r) / i - 1);
        }
      return result;
    }
  } // namespace

  RosenbrockProperties properties(const RosenbrockMethod &method,
                                  const double tolerance)
  {
    const Tableau t(method);
    const auto n       = t.one.size();
    const Vector b     = Eigen::Map<const Vector>(method.b.data(), n);
    const Vector b_hat = Eigen::Map<const Vector>(method.b_hat.data(), n);
    RosenbrockProperties result;
    const auto hold = [&](const std::vector<double> &residuals) {
      double worst = 0;
      for (const double r : residuals)
        worst = std::max(worst, std::abs(r));
      if (!(worst <= tolerance))
        return false;
      result.worst_residual = std::max(result.worst_residual, worst);
      return true;
    };

    while (result.order < 4 &&
           hold(classical(t, b, method.gamma, result.order + 1)))
      ++result.order;
    while (result.embedded_order < 4 &&
           hold(classical(t, b_hat, method.gamma, result.embedded_order + 1)))
      ++result.embedded_order;

    // Convergence of order p needs local errors h^p in the algebraic variables
    // (conditions up to order p - 1) and h^(p+1) in the others.
    result.index_1_order = std::min(result.order, 2);
    if (result.order >= 3 && hold(algebraic(t, b, method.gamma, 2)))
      {
        result.index_1_order = 3;
        const Vector &a      = t.alpha_sum;
        const Vector a_o     = t.alpha * (t.omega * power(a, 2));
        if (result.order >= 4 && hold(algebraic(t, b, method.gamma, 3)) &&
            hold({b.dot(a.cwiseProduct(a_o)) - 0.25}))
          result.index_1_order = 4;
      }

    for (int i = 2; i <= 4 && hold(scholz(t, b, i)); ++i)
      result.scholz_order = i;

    // Definition 4.1.9.
    const Vector last_row = t.beta.row(n - 1).transpose();
    result.is_stiffly_accurate =
      (last_row - b).cwiseAbs().maxCoeff() <= tolerance &&
      std::abs(t.alpha_sum(n - 1) - 1) <= tolerance;
    result.R_infinity          = 1 - b.dot(t.omega * t.one);
    result.embedded_R_infinity = 1 - b_hat.dot(t.omega * t.one);

    for (Eigen::Index i = 0; i < n; ++i)
      {
        bool is_new = true;
        for (Eigen::Index j = 0; j < i; ++j)
          is_new = is_new && t.alpha.row(i) != t.alpha.row(j);
        result.n_function_calls += is_new ? 1 : 0;
      }
    return result;
  }
} // namespace rivlin
