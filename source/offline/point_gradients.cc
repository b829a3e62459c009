// SPDX-License-Identifier: Apache-2.0
// One matrix product per cell: derivatives of the shape functions times the
// modes at the nodes of the cell.
#include <rivlin/offline/point_gradients.h>

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <numeric>
#include <string>

namespace rivlin
{
  namespace
  {
    void check_modes(const DiscreteBody &body, const Matrix &modes)
    {
      if (modes.rows() != body.n_displacements())
        throw Error("Modes have " + number_text(modes.rows()) +
                    " rows, the body has " +
                    number_text(body.n_displacements()) +
                    " displacement unknowns. Use modes of the same model.");
    }

    /// D of shape_gradients() without allocation.
    void fill_shape_gradients(const DiscreteBody &body, int cell, Matrix &D)
    {
      const ElementBasis &basis = body.basis;
      const int dim = basis.dim, n_nodes = basis.n_nodes;
      D.resize(basis.n_points * dim, n_nodes);
      const double *inverse =
        body.inverse_jacobians.data() +
        static_cast<std::size_t>(cell) * basis.n_points * dim * dim;
      for (int q = 0; q < basis.n_points; ++q)
        for (int J = 0; J < dim; ++J)
          for (int a = 0; a < n_nodes; ++a)
            {
              double sum = 0;
              for (int r = 0; r < dim; ++r)
                sum += basis.reference_gradients[(q * dim + r) * n_nodes + a] *
                       inverse[(q * dim + r) * dim + J];
              D(q * dim + J, a) = sum;
            }
    }

    std::vector<int> all_cells(const DiscreteBody &body)
    {
      std::vector<int> cells(body.n_cells());
      std::iota(cells.begin(), cells.end(), 0);
      return cells;
    }
  } // namespace

  Matrix shape_gradients(const DiscreteBody &body, int cell)
  {
    Matrix D;
    fill_shape_gradients(body, cell, D);
    return D;
  }

  void for_each_cell(
    const DiscreteBody &body,
    const Matrix &modes,
    const std::vector<int> &cells,
    const std::function<void(int cell, const GradientRows &G)> &visit)
  {
    check_modes(body, modes);
    const ElementBasis &basis = body.basis;
    const int dim = basis.dim, n_nodes = basis.n_nodes;
    const int N = static_cast<int>(modes.cols());
    // The modes of a node side by side in memory.
    const GradientRows by_node = modes;
    Matrix D;
    GradientRows local(n_nodes, dim * N),
      product(basis.n_points * dim, dim * N);
    GradientRows G(basis.n_points * dim * dim, N);
    for (const int cell : cells)
      {
        fill_shape_gradients(body, cell, D);
        for (int a = 0; a < n_nodes; ++a)
          {
            const int node =
              body.cell_nodes[static_cast<std::size_t>(cell) * n_nodes + a];
            std::copy_n(by_node.data() +
                          static_cast<std::size_t>(node) * dim * N,
                        dim * N,
                        local.data() + static_cast<std::size_t>(a) * dim * N);
          }
        product.noalias() = D * local;
        for (int q = 0; q < basis.n_points; ++q)
          for (int i = 0; i < dim; ++i)
            for (int J = 0; J < dim; ++J)
              G.row((q * dim + i) * dim + J) =
                product.row(q * dim + J).segment(i * N, N);
        visit(cell, G);
      }
  }

  void for_each_cell(
    const DiscreteBody &body,
    const Matrix &modes,
    const std::function<void(int cell, const GradientRows &G)> &visit)
  {
    for_each_cell(body, modes, all_cells(body), visit);
  }

  GradientRows gradients_at(const DiscreteBody &body,
                            const Matrix &modes,
                            const std::vector<int> &points)
  {
    const int n_points = body.basis.n_points, block = body.dim() * body.dim();
    // Which rows of the result want which point of a cell.
    std::map<int, std::vector<std::pair<int, int>>> wanted;
    for (std::size_t k = 0; k < points.size(); ++k)
      wanted[points[k] / n_points].push_back(
        {static_cast<int>(k), points[k] % n_points});
    std::vector<int> cells;
    for (const auto &entry : wanted)
      cells.push_back(entry.first);
    GradientRows result(points.size() * block, modes.cols());
    for_each_cell(body, modes, cells, [&](int cell, const GradientRows &G) {
      for (const auto &[k, q] : wanted[cell])
        result.middleRows(k * block, block) = G.middleRows(q * block, block);
    });
    return result;
  }

  bool is_mixed(const DiscreteBody &body)
  {
    return body.basis.n_pressure_nodes > 0;
  }

  PointForce point_force(const DiscreteBody &body,
                         const Matrix &modes,
                         const std::vector<int> &points,
                         const Vector &weights)
  {
    PointForce force;
    force.dim       = body.dim();
    force.isochoric = is_mixed(body);
    force.materials = body.materials;
    for (const int point : points)
      force.material_of_point.push_back(
        body.cell_material[point / body.basis.n_points]);
    force.gradients = gradients_at(body, modes, points);
    force.weights   = weights;
    return force;
  }

  PointForce galerkin_force(const DiscreteBody &body, const Matrix &modes)
  {
    std::vector<int> points(body.n_points());
    std::iota(points.begin(), points.end(), 0);
    return point_force(body,
                       modes,
                       points,
                       Eigen::Map<const Vector>(body.weights.data(),
                                                body.n_points()));
  }
} // namespace rivlin
