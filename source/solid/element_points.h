// SPDX-License-Identifier: Apache-2.0
// The points of one cell: displacement gradient, response of the material, and
// the fields that the nodes need.
//
// Everything is pulled back to the reference cell, where the gradients g of the
// shape functions are the same for all cells: with Jinv = d xi / d X,
//   int P_iJ dN_a/dX_J = sum_q (w P Jinv^T)_ir g_ra,
//   K^ik_ab = sum_q g_ra (w Jinv A Jinv^T)_irks g_sb,
// so that the points work in lanes and the nodes in products of small matrices.
#pragma once

#include <rivlin/solid/element_kernel.h>

#include "point_kernel_laws.h"
#include "small_products.h"

#include <cmath>
#include <cstddef>

namespace rivlin
{
  /// One call of the kernel, as plain arrays.
  struct ElementTask
  {
    int n_nodes, n_pressure_nodes, n_points;
    const double *gradients_by_point;
    const double *gradients_by_node;
    const double *pressure_values_by_point;
    const double *pressure_values_by_node;
    const double *inverse_jacobians;
    const double *weights;
    const double *u;
    const double *p;
    bool mixed;
    Need need;
    double *buffer;
    const StressHistory *history; ///< read by kernels with history alone
  };

  /// Parts of the scratch memory; rows have the padded number of points or
  /// nodes.
  template <int dim>
  struct ElementScratch
  {
    static constexpr int n_pairs = dim * (dim + 1) / 2;

    int node_stride, pressure_stride, point_stride;
    double *stress; // [i][r][point], weighted and pulled back, as the next two
    double *cofactor;   // [i][r][point]
    double *tangent;    // [i <= k][r][s][point]
    double *gap;        // [point], weighted
    double *compliance; // [point], weighted
    double *rows;       // [point][r][node]: the right factor of a product
    double *block;      // [node][node]: the product

    [[gnu::always_inline]] inline ElementScratch(int n_nodes,
                                                 int n_pressure_nodes,
                                                 int n_points,
                                                 double *buffer)
      : node_stride(padded(n_nodes))
      , pressure_stride(padded(n_pressure_nodes))
      , point_stride(padded(n_points))
      , stress(buffer)
      , cofactor(stress + dim * dim * point_stride)
      , tangent(cofactor + dim * dim * point_stride)
      , gap(tangent + n_pairs * dim * dim * point_stride)
      , compliance(gap + point_stride)
      , rows(compliance + point_stride)
      , block(rows + n_points * dim * longest_row(n_nodes, n_pressure_nodes))
    {}

    static int longest_row(int n_nodes, int n_pressure_nodes)
    {
      return padded(n_nodes > n_pressure_nodes ? n_nodes : n_pressure_nodes);
    }

    /// Number of doubles in all parts.
    static std::size_t size(int n_nodes, int n_pressure_nodes, int n_points)
    {
      const std::size_t row = longest_row(n_nodes, n_pressure_nodes);
      return (2 * dim * dim + n_pairs * dim * dim + 2) * padded(n_points) +
             n_points * dim * row + row * row;
    }
  };

  /// The tangent of the points in reference gradients, weighted.
  template <int width, int dim>
  [[gnu::always_inline]] inline void
  pull_back_tangent(const PointLanes<width> &x,
                    const Lanes<width> (&wJinv)[dim][dim],
                    const Lanes<width> (&Jinv)[dim][dim],
                    const ElementScratch<dim> &scratch,
                    const int first)
  {
    using T  = Lanes<width>;
    int pair = 0;
    for (int i = 0; i < dim; ++i)
      for (int k = i; k < dim; ++k, ++pair)
        {
          T half[dim][dim]; // [r][L]
          for (int r = 0; r < dim; ++r)
            for (int L = 0; L < dim; ++L)
              {
                half[r][L] = T{};
                for (int J = 0; J < dim; ++J)
                  {
                    const int row = 3 * i + J, column = 3 * k + L;
                    half[r][L] +=
                      wJinv[r][J] *
                      x.tangent[row <= column ? packed(row, column)
                                              : packed(column, row)];
                  }
              }
          for (int r = 0; r < dim; ++r)
            for (int s = 0; s < dim; ++s)
              {
                T A{};
                for (int L = 0; L < dim; ++L)
                  A += half[r][L] * Jinv[s][L];
                store<width>(scratch.tangent +
                               ((pair * dim + r) * dim + s) *
                                 scratch.point_stride +
                               first,
                             A);
              }
        }
  }

  /// The history of `n_used` points from `first` on; zero stress in the other
  /// lanes.
  template <int width, int dim>
  [[gnu::always_inline]] inline void load_history(const StressHistory &given,
                                                  const int first,
                                                  const int n_used,
                                                  HistoryLanes<width> &history)
  {
    constexpr int n       = n_symmetric(dim);
    history.stress_factor = given.stress_factor;
    history.energy_factor = given.energy_factor;
    for (int k = 0; k < n; ++k)
      history.S[k] = Lanes<width>{};
    if (given.stress != nullptr)
      for (int l = 0; l < n_used; ++l)
        for (int k = 0; k < n; ++k)
          history.S[k][l] = given.stress[(first + l) * n + k];
  }

  /// Displacement gradients, responses and pulled back fields of `width` points
  /// from `first` on. False if one of the points is invalid.
  template <int width, int dim, bool with_history>
  [[gnu::always_inline]] inline bool
  evaluate_point_batch(const ElementTask &task,
                       const Material &material,
                       int first,
                       const ElementScratch<dim> &scratch,
                       ElementResult &result)
  {
    using T = Lanes<width>;
    // Lanes beyond the last point have zero gradients and weights: F = I there.
    T Jinv[dim][dim], w{};
    for (int r = 0; r < dim; ++r)
      for (int J = 0; J < dim; ++J)
        Jinv[r][J] = T{};
    const int n_used =
      task.n_points - first < width ? task.n_points - first : width;
    for (int l = 0; l < n_used; ++l)
      {
        w[l] = task.weights[first + l];
        for (int r = 0; r < dim; ++r)
          for (int J = 0; J < dim; ++J)
            Jinv[r][J][l] =
              task.inverse_jacobians[((first + l) * dim + r) * dim + J];
      }

    T reference[dim][dim]; // du_i / dxi_r
    for (int i = 0; i < dim; ++i)
      for (int r = 0; r < dim; ++r)
        reference[i][r] = T{};
    for (int a = 0; a < task.n_nodes; ++a)
      for (int r = 0; r < dim; ++r)
        {
          const T g =
            load<width>(task.gradients_by_node +
                        (r * task.n_nodes + a) * scratch.point_stride + first);
          for (int i = 0; i < dim; ++i)
            reference[i][r] += task.u[a * dim + i] * g;
        }
    PointLanes<width> x;
    for (int c = 0; c < 9; ++c)
      x.D[c] = T{};
    for (int i = 0; i < dim; ++i)
      for (int J = 0; J < dim; ++J)
        for (int r = 0; r < dim; ++r)
          x.D[3 * i + J] += reference[i][r] * Jinv[r][J];
    x.p = T{};
    if (task.mixed)
      for (int m = 0; m < task.n_pressure_nodes; ++m)
        x.p += task.p[m] * load<width>(task.pressure_values_by_node +
                                       m * scratch.point_stride + first);

    if constexpr (with_history)
      {
        HistoryLanes<width> history;
        load_history<width, dim>(*task.history, first, n_used, history);
        evaluate_points<width, dim>(
          material, task.mixed, task.need, x, history);
      }
    else
      evaluate_points<width, dim>(material, task.mixed, task.need, x);

    for (int l = 0; l < n_used; ++l)
      {
        const double change = x.volume_change[l];
        result.min_J = 1 + change < result.min_J ? 1 + change : result.min_J;
        const double error = std::abs(change);
        result.max_J_error =
          error > result.max_J_error ? error : result.max_J_error;
        result.energy += w[l] * x.energy[l];
      }
    if (!x.valid)
      return false;
    if (task.need == Need::energy)
      return true;

    const int stride = scratch.point_stride;
    if (task.mixed)
      {
        store<width>(scratch.gap + first, w * x.volume_gap);
        store<width>(scratch.compliance + first, w * x.compliance);
      }
    T wJinv[dim][dim];
    for (int r = 0; r < dim; ++r)
      for (int J = 0; J < dim; ++J)
        wJinv[r][J] = w * Jinv[r][J];
    for (int i = 0; i < dim; ++i)
      for (int r = 0; r < dim; ++r)
        {
          T P{}, H{};
          for (int J = 0; J < dim; ++J)
            {
              P += wJinv[r][J] * x.P[3 * i + J];
              H += wJinv[r][J] * x.cofactor[3 * i + J];
            }
          store<width>(scratch.stress + (i * dim + r) * stride + first, P);
          store<width>(scratch.cofactor + (i * dim + r) * stride + first, H);
        }
    if (task.need != Need::residual_and_tangent)
      return true;

    pull_back_tangent<width, dim>(x, wJinv, Jinv, scratch, first);
    return true;
  }
} // namespace rivlin
