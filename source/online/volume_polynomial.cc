// SPDX-License-Identifier: Apache-2.0
// Sums over sorted indices; each walks through the coefficients once.
#include <rivlin/online/volume_polynomial.h>

#include <rivlin/base/error.h>
#include <rivlin/dynamics/message.h>

#include <cassert>

namespace rivlin
{
  namespace
  {
    Eigen::Index pair(const Eigen::Index k, const Eigen::Index l)
    {
      return k * (k + 1) / 2 + l;
    }

    /// Column of (k, l, 0); those of (k, l, m), m <= l, follow.
    Eigen::Index triple(const Eigen::Index k, const Eigen::Index l)
    {
      return k * (k + 1) * (k + 2) / 6 + l * (l + 1) / 2;
    }

    /// action(k, l, T_kl) with the columns m = 0 ... l of T.
    template <class Action>
    void for_pairs(const VolumePolynomial &volume, const Action &action)
    {
      for (Eigen::Index k = 0; k < volume.linear.cols(); ++k)
        for (Eigen::Index l = 0; l <= k; ++l)
          action(k, l, volume.cubic.middleCols(triple(k, l), l + 1));
    }
  } // namespace

  void evaluate(const VolumePolynomial &volume, const Vector &r, Vector &c)
  {
    c.noalias() = volume.linear * r;
    for (Eigen::Index k = 0; k < r.size(); ++k)
      for (Eigen::Index l = 0; l <= k; ++l)
        c += r[k] * r[l] * volume.quadratic.col(pair(k, l));
    if (volume.cubic.size() > 0)
      for_pairs(volume,
                [&](const Eigen::Index k, const Eigen::Index l, const auto &T) {
                  c.noalias() += r[k] * r[l] * (T * r.head(l + 1));
                });
  }

  void jacobian(const VolumePolynomial &volume, const Vector &r, MatrixRef B)
  {
    B = volume.linear;
    for (Eigen::Index k = 0; k < r.size(); ++k)
      for (Eigen::Index l = 0; l <= k; ++l)
        {
          const auto Q = volume.quadratic.col(pair(k, l));
          B.col(k) += r[l] * Q;
          B.col(l) += r[k] * Q;
        }
    if (volume.cubic.size() > 0)
      for_pairs(volume,
                [&](const Eigen::Index k, const Eigen::Index l, const auto &T) {
                  B.leftCols(l + 1) += r[k] * r[l] * T;
                  B.col(k).noalias() += r[l] * (T * r.head(l + 1));
                  B.col(l).noalias() += r[k] * (T * r.head(l + 1));
                });
  }

  void add_hessian(const VolumePolynomial &volume,
                   const Vector &r,
                   const Vector &p,
                   MatrixRef H)
  {
    for (Eigen::Index k = 0; k < r.size(); ++k)
      for (Eigen::Index l = 0; l <= k; ++l)
        {
          const double Q = p.dot(volume.quadratic.col(pair(k, l)));
          H(k, l) += Q;
          H(l, k) += Q;
        }
    if (volume.cubic.size() > 0)
      for_pairs(volume,
                [&](const Eigen::Index k, const Eigen::Index l, const auto &T) {
                  // t r_k r_l r_m: each pair of the three once in either order.
                  double sum = 0;
                  for (Eigen::Index m = 0; m <= l; ++m)
                    {
                      const double t = p.dot(T.col(m));
                      sum += t * r[m];
                      H(m, k) += t * r[l];
                      H(k, m) += t * r[l];
                      H(m, l) += t * r[k];
                      H(l, m) += t * r[k];
                    }
                  H(k, l) += sum;
                  H(l, k) += sum;
                });
  }

  void curvature(const VolumePolynomial &volume,
                 const Vector &r,
                 const Vector &v,
                 Vector &result)
  {
    result.setZero(volume.n_pressures());
    for (Eigen::Index k = 0; k < r.size(); ++k)
      for (Eigen::Index l = 0; l <= k; ++l)
        result += 2 * v[k] * v[l] * volume.quadratic.col(pair(k, l));
    if (volume.cubic.size() > 0)
      for_pairs(volume,
                [&](const Eigen::Index k, const Eigen::Index l, const auto &T) {
                  result.noalias() += 2 * v[k] * v[l] * (T * r.head(l + 1));
                  result.noalias() +=
                    2 * (r[k] * v[l] + v[k] * r[l]) * (T * v.head(l + 1));
                });
  }

  void check(const VolumePolynomial &volume)
  {
    const Eigen::Index n = volume.linear.cols(), rows = volume.linear.rows();
    const auto require =
      [&](const Matrix &part, const Eigen::Index columns, const char *name) {
        if (part.rows() != rows || part.cols() != columns)
          throw Error(message("The ",
                              name,
                              " part of the volume polynomial is ",
                              part.rows(),
                              " x ",
                              part.cols(),
                              ", but ",
                              rows,
                              " pressures and ",
                              n,
                              " coordinates ask for ",
                              rows,
                              " x ",
                              columns,
                              "."));
        if (!part.allFinite())
          throw Error(message("The ",
                              name,
                              " part of the volume polynomial contains numbers "
                              "that are not finite."));
      };
    require(volume.linear, n, "linear");
    if (rows == 0)
      return;
    require(volume.quadratic, n * (n + 1) / 2, "quadratic");
    if (volume.cubic.size() > 0)
      require(volume.cubic, n * (n + 1) * (n + 2) / 6, "cubic");
  }
} // namespace rivlin
