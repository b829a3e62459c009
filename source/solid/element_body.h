// SPDX-License-Identifier: Apache-2.0
// The computation of one cell, inlined into one function per instruction set.
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

  /// Displacement gradients, responses and pulled back fields of `width` points
  /// from `first` on. False if one of the points is invalid.
  template <int width, int dim>
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
                               ((pair * dim + r) * dim + s) * stride + first,
                             A);
              }
        }
    return true;
  }

  /// rows[point][r][node] = sum_s field[r][s][point] g[point][s][node] for
  /// n_fields values of r.
  template <int width, int dim, int n_fields>
  [[gnu::always_inline]] inline void
  combine_gradients(const ElementTask &task,
                    const double *field,
                    const ElementScratch<dim> &scratch)
  {
    const int n = scratch.node_stride;
    for (int q = 0; q < task.n_points; ++q)
      {
        const double *g = task.gradients_by_point + q * dim * n;
        double *rows    = scratch.rows + q * n_fields * n;
        for (int b = 0; b < n; b += width)
          {
            Lanes<width> gradient[dim];
            for (int s = 0; s < dim; ++s)
              gradient[s] = load<width>(g + s * n + b);
            for (int r = 0; r < n_fields; ++r)
              {
                Lanes<width> sum{};
                for (int s = 0; s < dim; ++s)
                  sum += field[(r * dim + s) * scratch.point_stride + q] *
                         gradient[s];
                store<width>(rows + r * n + b, sum);
              }
          }
      }
  }

  template <int width, int dim>
  [[gnu::always_inline]] inline void compute_force(
    const ElementTask &task, const ElementScratch<dim> &scratch, double *force)
  {
    const int n = scratch.node_stride;
    for (int b = 0; b < n; b += width)
      {
        Lanes<width> sum[dim];
        for (int i = 0; i < dim; ++i)
          sum[i] = Lanes<width>{};
        for (int q = 0; q < task.n_points; ++q)
          for (int r = 0; r < dim; ++r)
            {
              const Lanes<width> g =
                load<width>(task.gradients_by_point + (q * dim + r) * n + b);
              for (int i = 0; i < dim; ++i)
                sum[i] +=
                  scratch.stress[(i * dim + r) * scratch.point_stride + q] * g;
            }
        for (int l = 0; l < width && b + l < task.n_nodes; ++l)
          for (int i = 0; i < dim; ++i)
            force[(b + l) * dim + i] = sum[i][l];
      }
  }

  template <int width, int dim>
  [[gnu::always_inline]] inline void
  compute_stiffness(const ElementTask &task,
                    const ElementScratch<dim> &scratch,
                    double *stiffness)
  {
    const int n_nodes = task.n_nodes, n = scratch.node_stride,
              n_dofs = n_nodes * dim;
    int pair         = 0;
    for (int i = 0; i < dim; ++i)
      for (int k = i; k < dim; ++k, ++pair)
        {
          combine_gradients<width, dim, dim>(task,
                                             scratch.tangent +
                                               pair * dim * dim *
                                                 scratch.point_stride,
                                             scratch);
          // K^ii is symmetric: the columns left of the diagonal block are not
          // computed.
          const int band = i == k ? row_padding : n;
          for (int a = 0; a < n_nodes; a += band)
            transposed_product<width>(task.n_points * dim,
                                      a,
                                      a + band < n_nodes ? a + band : n_nodes,
                                      i == k ? a : 0,
                                      task.gradients_by_point,
                                      n,
                                      scratch.rows,
                                      n,
                                      scratch.block,
                                      n);
          for (int a = 0; a < n_nodes; ++a)
            for (int b = i == k ? a : 0; b < n_nodes; ++b)
              {
                const double value = scratch.block[a * n + b];
                stiffness[(a * dim + i) * n_dofs + b * dim + k] = value;
                stiffness[(b * dim + k) * n_dofs + a * dim + i] = value;
              }
        }
  }

  template <int width, int dim>
  [[gnu::always_inline]] inline void compute_volume(
    const ElementTask &task, const ElementScratch<dim> &scratch, double *volume)
  {
    for (int m = 0; m < task.n_pressure_nodes; ++m)
      {
        Lanes<width> sum{};
        for (int q = 0; q < scratch.point_stride; q += width)
          sum += load<width>(scratch.gap + q) *
                 load<width>(task.pressure_values_by_node +
                             m * scratch.point_stride + q);
        volume[m] = 0;
        for (int l = 0; l < width; ++l)
          volume[m] += sum[l];
      }
  }

  template <int width, int dim>
  [[gnu::always_inline]] inline void
  compute_coupling(const ElementTask &task,
                   const ElementScratch<dim> &scratch,
                   double *coupling,
                   double *compliance)
  {
    const int n_pressure = task.n_pressure_nodes, n = scratch.node_stride;
    const int n_dofs = task.n_nodes * dim;
    for (int i = 0; i < dim; ++i)
      {
        combine_gradients<width, dim, 1>(
          task, scratch.cofactor + i * dim * scratch.point_stride, scratch);
        transposed_product<width>(task.n_points,
                                  0,
                                  n_pressure,
                                  0,
                                  task.pressure_values_by_point,
                                  scratch.pressure_stride,
                                  scratch.rows,
                                  n,
                                  scratch.block,
                                  n);
        for (int m = 0; m < n_pressure; ++m)
          for (int a = 0; a < task.n_nodes; ++a)
            coupling[m * n_dofs + a * dim + i] = scratch.block[m * n + a];
      }
    const int s = scratch.pressure_stride;
    for (int q = 0; q < task.n_points; ++q)
      for (int m = 0; m < s; m += width)
        store<width>(scratch.rows + q * s + m,
                     scratch.compliance[q] *
                       load<width>(task.pressure_values_by_point + q * s + m));
    transposed_product<width>(task.n_points,
                              0,
                              n_pressure,
                              0,
                              task.pressure_values_by_point,
                              s,
                              scratch.rows,
                              s,
                              scratch.block,
                              s);
    for (int m = 0; m < n_pressure; ++m)
      for (int k = 0; k < n_pressure; ++k)
        compliance[m * n_pressure + k] = scratch.block[m * s + k];
  }

  /// Fills result; its arrays have their sizes already.
  template <int width, int dim>
  [[gnu::always_inline]] inline void evaluate_element(const ElementTask &task,
                                                      const Material &material,
                                                      ElementResult &result)
  {
    const ElementScratch<dim> scratch(task.n_nodes,
                                      task.n_pressure_nodes,
                                      task.n_points,
                                      task.buffer);
    for (int first = 0; first < task.n_points; first += width)
      if (!evaluate_point_batch<width, dim>(
            task, material, first, scratch, result))
        {
          result.valid = false;
          return;
        }
    if (task.need == Need::energy)
      return;
    compute_force<width, dim>(task, scratch, result.force.data());
    if (task.mixed)
      compute_volume<width, dim>(task, scratch, result.volume.data());
    if (task.need != Need::residual_and_tangent)
      return;
    compute_stiffness<width, dim>(task, scratch, result.stiffness.data());
    if (task.mixed)
      compute_coupling<width, dim>(task,
                                   scratch,
                                   result.coupling.data(),
                                   result.compliance.data());
  }
} // namespace rivlin
