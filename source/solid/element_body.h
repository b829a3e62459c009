// SPDX-License-Identifier: Apache-2.0
// The computation of one cell, inlined into one function per instruction set:
// first the points, in lanes, then the nodes, by products of small matrices.
#pragma once

#include "element_points.h"

namespace rivlin
{
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
  template <int width, int dim, bool with_history>
  [[gnu::always_inline]] inline void evaluate_element(const ElementTask &task,
                                                      const Material &material,
                                                      ElementResult &result)
  {
    const ElementScratch<dim> scratch(task.n_nodes,
                                      task.n_pressure_nodes,
                                      task.n_points,
                                      task.buffer);
    for (int first = 0; first < task.n_points; first += width)
      if (!evaluate_point_batch<width, dim, with_history>(
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
