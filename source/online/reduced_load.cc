// SPDX-License-Identifier: Apache-2.0
// Polynomials of r, term by term.
#include <rivlin/online/reduced_load.h>

#include "force_parts.h"

namespace rivlin
{
  void add_force(const ReducedLoad &load,
                 const double value,
                 const Vector &r,
                 LoadScratch &scratch,
                 Vector &force)
  {
    force += value * load.constant;
    if (load.linear.size() > 0)
      {
        scratch.force.noalias() = load.linear * r;
        force += value * scratch.force;
      }
    if (load.quadratic.size() == 0)
      return;
    scratch.pairs.resize(load.quadratic.cols());
    Eigen::Index column = 0;
    for (Eigen::Index k = 0; k < r.size(); ++k)
      for (Eigen::Index l = 0; l <= k; ++l)
        scratch.pairs[column++] = r[k] * r[l];
    scratch.force.noalias() = load.quadratic * scratch.pairs;
    force += value * scratch.force;
  }

  void add_tangent(const ReducedLoad &load,
                   const double value,
                   const Vector &r,
                   Matrix &tangent)
  {
    if (load.linear.size() > 0)
      tangent += value * load.linear;
    if (load.quadratic.size() == 0)
      return;
    Eigen::Index column = 0;
    for (Eigen::Index k = 0; k < r.size(); ++k)
      for (Eigen::Index l = 0; l <= k; ++l, ++column)
        {
          tangent.col(k) += value * r[l] * load.quadratic.col(column);
          tangent.col(l) += value * r[k] * load.quadratic.col(column);
        }
  }

  ReducedLoad leading(const ReducedLoad &load, const int n_coordinates)
  {
    const Eigen::Index N = n_coordinates;
    ReducedLoad result;
    result.name     = load.name;
    result.constant = load.constant.head(N);
    if (load.linear.size() > 0)
      result.linear = load.linear.topLeftCorner(N, N);
    // Sorted indices: those of the first coordinates come first.
    if (load.quadratic.size() > 0)
      result.quadratic = load.quadratic.topLeftCorner(N, N * (N + 1) / 2);
    return result;
  }

  void check(const ReducedLoad &load, const int n_coordinates)
  {
    const Eigen::Index N = n_coordinates;
    const auto part      = [&](const char *name) {
      return "load " + load.name + " " + name;
    };
    require_matrix(load.constant, N, 1, part("constant"));
    if (load.linear.size() > 0)
      require_matrix(load.linear, N, N, part("linear"));
    if (load.quadratic.size() > 0)
      require_matrix(load.quadratic, N, N * (N + 1) / 2, part("quadratic"));
  }
} // namespace rivlin
