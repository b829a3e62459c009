// SPDX-License-Identifier: Apache-2.0
// Sums over sorted indices; the cubic coefficients are read once per r.
#include <rivlin/online/volume_polynomial.h>

#include <rivlin/base/error.h>
#include <rivlin/base/text.h>

#include <algorithm>

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

    /// Columns (k, l), l = 0 ... k, which stand side by side.
    template <class Pairs>
    auto row_of(Pairs &pairs, const Eigen::Index k)
    {
      return pairs.middleCols(pair(k, 0), k + 1);
    }

    /// Number of entries of a row that are handled at a time without memory
    /// from the heap.
    constexpr Eigen::Index piece = 64;

    VolumeSums sums_at(const VolumePolynomial &volume, const Vector &r)
    {
      VolumeSums sums;
      contract(volume, r, sums);
      return sums;
    }
  } // namespace

  void
  contract(const VolumePolynomial &volume, const Vector &r, VolumeSums &sums)
  {
    if (volume.cubic.size() == 0)
      return;
    sums.pairs.setZero(volume.quadratic.rows(), volume.quadratic.cols());
    for (Eigen::Index k = 0; k < r.size(); ++k)
      {
        auto own = row_of(sums.pairs, k);
        for (Eigen::Index l = 0; l <= k; ++l)
          {
            const auto T = volume.cubic.middleCols(triple(k, l), l + 1);
            own.col(l).noalias() += T * r.head(l + 1);
            own.leftCols(l + 1) += r[l] * T;
            row_of(sums.pairs, l) += r[k] * T;
          }
      }
  }

  void evaluate(const VolumePolynomial &volume,
                const VolumeSums &sums,
                const Vector &r,
                Vector &c)
  {
    c.noalias() = volume.linear * r;
    for (Eigen::Index k = 0; k < r.size(); ++k)
      {
        c.noalias() += r[k] * (row_of(volume.quadratic, k) * r.head(k + 1));
        if (volume.cubic.size() > 0)
          c.noalias() += r[k] / 3 * (row_of(sums.pairs, k) * r.head(k + 1));
      }
  }

  void jacobian(const VolumePolynomial &volume,
                const VolumeSums &sums,
                const Vector &r,
                MatrixRef B)
  {
    B               = volume.linear;
    const auto walk = [&](const Matrix &pairs, const double factor) {
      for (Eigen::Index k = 0; k < r.size(); ++k)
        {
          const auto row = row_of(pairs, k);
          B.leftCols(k + 1) += factor * r[k] * row;
          B.col(k).noalias() += factor * (row * r.head(k + 1));
        }
    };
    walk(volume.quadratic, 1);
    if (volume.cubic.size() > 0)
      walk(sums.pairs, 0.5);
  }

  void add_hessian(const VolumePolynomial &volume,
                   const VolumeSums &sums,
                   const Vector &p,
                   MatrixRef H)
  {
    using Piece     = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, piece, 1>;
    const auto walk = [&](const Matrix &pairs) {
      for (Eigen::Index k = 0; k < H.rows(); ++k)
        for (Eigen::Index first = 0; first <= k; first += piece)
          {
            const Eigen::Index n = std::min(piece, k + 1 - first);
            Piece t(n);
            t.noalias() = row_of(pairs, k).middleCols(first, n).transpose() * p;
            H.col(k).segment(first, n) += t;
            H.row(k).segment(first, n) += t.transpose();
          }
    };
    walk(volume.quadratic);
    if (volume.cubic.size() > 0)
      walk(sums.pairs);
  }

  void curvature(const VolumePolynomial &volume,
                 const VolumeSums &sums,
                 const Vector &v,
                 Vector &result)
  {
    result.setZero(volume.n_pressures());
    for (Eigen::Index k = 0; k < v.size(); ++k)
      {
        result.noalias() +=
          2 * v[k] * (row_of(volume.quadratic, k) * v.head(k + 1));
        if (volume.cubic.size() > 0)
          result.noalias() +=
            2 * v[k] * (row_of(sums.pairs, k) * v.head(k + 1));
      }
  }

  void evaluate(const VolumePolynomial &volume, const Vector &r, Vector &c)
  {
    evaluate(volume, sums_at(volume, r), r, c);
  }

  void jacobian(const VolumePolynomial &volume, const Vector &r, MatrixRef B)
  {
    jacobian(volume, sums_at(volume, r), r, B);
  }

  void add_hessian(const VolumePolynomial &volume,
                   const Vector &r,
                   const Vector &p,
                   MatrixRef H)
  {
    add_hessian(volume, sums_at(volume, r), p, H);
  }

  void curvature(const VolumePolynomial &volume,
                 const Vector &r,
                 const Vector &v,
                 Vector &result)
  {
    curvature(volume, sums_at(volume, r), v, result);
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
