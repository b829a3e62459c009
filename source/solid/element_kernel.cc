// SPDX-License-Identifier: Apache-2.0
// Sizes, padding, and the element compiled for each instruction set.
#include <rivlin/solid/element_kernel.h>

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>

#include "element_body.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>
#include <utility>

namespace rivlin
{
  namespace
  {
    template <bool with_history>
    void evaluate_baseline(int dim,
                           const ElementTask &task,
                           const Material &material,
                           ElementResult &result)
    {
      dim == 2 ? evaluate_element<2, 2, with_history>(task, material, result)
               : evaluate_element<2, 3, with_history>(task, material, result);
    }

#ifdef __x86_64__
    template <bool with_history>
    [[gnu::target("avx2,fma")]] void evaluate_avx2(int dim,
                                                   const ElementTask &task,
                                                   const Material &material,
                                                   ElementResult &result)
    {
      dim == 2 ? evaluate_element<4, 2, with_history>(task, material, result)
               : evaluate_element<4, 3, with_history>(task, material, result);
    }

    template <bool with_history>
    [[gnu::target("avx512f,avx512dq,avx512vl,avx2,fma")]] void
    evaluate_avx512(int dim,
                    const ElementTask &task,
                    const Material &material,
                    ElementResult &result)
    {
      dim == 2 ? evaluate_element<8, 2, with_history>(task, material, result)
               : evaluate_element<8, 3, with_history>(task, material, result);
    }
#endif

    template <bool with_history>
    void evaluate_with(const InstructionSet instructions,
                       const int dim,
                       const ElementTask &task,
                       const Material &material,
                       ElementResult &result)
    {
#ifdef __x86_64__
      if (instructions == InstructionSet::avx512)
        return evaluate_avx512<with_history>(dim, task, material, result);
      if (instructions == InstructionSet::avx2)
        return evaluate_avx2<with_history>(dim, task, material, result);
#endif
      (void)instructions;
      evaluate_baseline<with_history>(dim, task, material, result);
    }

    void require_size(std::size_t size,
                      std::size_t expected,
                      const std::string &name)
    {
      if (size != expected)
        throw Error("Element basis: " + name + " has " + number_text(size) +
                    " numbers, the counts ask for " + number_text(expected) +
                    ".");
    }

    std::size_t scratch_size(const ElementBasis &b)
    {
      return b.dim == 2 ? ElementScratch<2>::size(b.n_nodes,
                                                  b.n_pressure_nodes,
                                                  b.n_points)
                        : ElementScratch<3>::size(b.n_nodes,
                                                  b.n_pressure_nodes,
                                                  b.n_points);
    }
  } // namespace

  ElementKernel::ElementKernel(ElementBasis basis_in,
                               InstructionSet instructions)
    : element_basis(std::move(basis_in))
    , instruction_set(instructions)
  {
    const ElementBasis &b = element_basis;
    if (b.dim != 2 && b.dim != 3)
      throw Error("Element basis: dimension " + number_text(b.dim) +
                  ", but only 2 and 3 exist.");
    if (b.n_nodes < 1 || b.n_points < 1 || b.n_pressure_nodes < 0)
      throw Error("Element basis: " + number_text(b.n_nodes) + " nodes, " +
                  number_text(b.n_pressure_nodes) + " pressure nodes and " +
                  number_text(b.n_points) + " points make no element.");
    if (!is_supported(instructions))
      throw Error(
        "Element kernel: this processor does not have the instruction set asked for.");
    const std::size_t n_values = std::size_t(b.n_points) * b.n_nodes;
    require_size(b.values.size(), n_values, "values");
    require_size(b.reference_gradients.size(),
                 b.dim * n_values,
                 "reference_gradients");
    require_size(b.pressure_values.size(),
                 std::size_t(b.n_points) * b.n_pressure_nodes,
                 "pressure_values");

    const int node_stride     = padded(b.n_nodes);
    const int pressure_stride = padded(b.n_pressure_nodes);
    const int point_stride    = padded(b.n_points);
    gradients_by_point.assign(std::size_t(b.n_points) * b.dim * node_stride,
                              0.);
    gradients_by_node.assign(std::size_t(b.dim) * b.n_nodes * point_stride, 0.);
    pressure_values_by_point.assign(std::size_t(b.n_points) * pressure_stride,
                                    0.);
    pressure_values_by_node.assign(std::size_t(b.n_pressure_nodes) *
                                     point_stride,
                                   0.);
    for (int q = 0; q < b.n_points; ++q)
      {
        for (int r = 0; r < b.dim; ++r)
          for (int a = 0; a < b.n_nodes; ++a)
            gradients_by_point[(q * b.dim + r) * node_stride + a] =
              gradients_by_node[(r * b.n_nodes + a) * point_stride + q] =
                b.reference_gradients[(q * b.dim + r) * b.n_nodes + a];
        for (int m = 0; m < b.n_pressure_nodes; ++m)
          pressure_values_by_point[q * pressure_stride + m] =
            pressure_values_by_node[m * point_stride + q] =
              b.pressure_values[q * b.n_pressure_nodes + m];
      }
  }

  const ElementBasis &ElementKernel::basis() const
  {
    return element_basis;
  }

  void ElementKernel::evaluate(const Material &material,
                               const double *inverse_jacobians,
                               const double *weights,
                               const double *u,
                               const double *p,
                               Need need,
                               ElementWorkspace &workspace,
                               ElementResult &result,
                               const StressHistory *history) const
  {
    const ElementBasis &b = element_basis;
    const bool mixed      = b.n_pressure_nodes > 0 && has_pressure(material);
    if (!mixed && is_incompressible(material))
      throw Error(
        "Incompressible rubber (1 / bulk modulus = 0) has no displacement "
        "form. Use a mixed element or a finite bulk modulus.");
    const std::size_t n_u = std::size_t(b.n_nodes) * b.dim,
                      n_p = b.n_pressure_nodes;
    workspace.buffer.resize(std::max(workspace.buffer.size(), scratch_size(b)));
    result.force.resize(n_u);
    result.stiffness.resize(n_u * n_u);
    result.volume.resize(n_p);
    result.coupling.resize(n_p * n_u);
    result.compliance.resize(n_p * n_p);
    if (!mixed)
      for (std::vector<double> *zero :
           {&result.volume, &result.coupling, &result.compliance})
        std::fill(zero->begin(), zero->end(), 0.);
    result.energy      = 0;
    result.min_J       = std::numeric_limits<double>::infinity();
    result.max_J_error = 0;
    result.valid       = true;

    const ElementTask task{b.n_nodes,
                           b.n_pressure_nodes,
                           b.n_points,
                           gradients_by_point.data(),
                           gradients_by_node.data(),
                           pressure_values_by_point.data(),
                           pressure_values_by_node.data(),
                           inverse_jacobians,
                           weights,
                           u,
                           p,
                           mixed,
                           need,
                           workspace.buffer.data(),
                           history};
    // Elastic cells do not pay for the history of others.
    if (history == nullptr)
      evaluate_with<false>(instruction_set, b.dim, task, material, result);
    else
      evaluate_with<true>(instruction_set, b.dim, task, material, result);
    if (!result.valid)
      result.energy = std::numeric_limits<double>::infinity();
  }

  void ElementKernel::mass(double density,
                           const double *weights,
                           std::vector<double> &matrix) const
  {
    const int n = element_basis.n_nodes;
    matrix.assign(std::size_t(n) * n, 0.);
    for (int q = 0; q < element_basis.n_points; ++q)
      {
        const double *values = element_basis.values.data() + q * n;
        for (int a = 0; a < n; ++a)
          for (int b = 0; b < n; ++b)
            matrix[a * n + b] += density * weights[q] * values[a] * values[b];
      }
  }
} // namespace rivlin
