// SPDX-License-Identifier: Apache-2.0
// Chebyshev smoothing on all levels; Trilinos ML with smoothed aggregation and
// rigid body modes (Vanek, Mandel and Brezina, Computing 1996).
#include <rivlin/solvers/displacement_multigrid.h>

#include <Teuchos_ParameterList.hpp>

#include <cmath>

namespace rivlin
{
  namespace
  {
    // Measured in doc/theory/linear_solvers.md.
    constexpr int node_degree     = 3;
    constexpr double node_range   = 15;
    constexpr int vertex_degree   = 3;
    constexpr double vertex_range = 20;
  } // namespace

  template <int dim>
  DisplacementMultigrid::DisplacementMultigrid(
    const Discretization<dim> &discretization,
    const Unknowns &unknowns,
    const SubassembledProduct &product,
    const std::vector<char> &is_pressure)
    : vertices(discretization, unknowns, product)
    , node_smoother(product, is_pressure, node_degree, node_range)
    , coarse_residual(vertices.make_vector())
    , coarse_solution(vertices.make_vector())
  {
    vertices.make_matrix(coarse_matrix);
  }

  void DisplacementMultigrid::update(const std::vector<double> &values,
                                     const DofVector &diagonal)
  {
    node_smoother.update(values, diagonal);
    vertices.galerkin(values, coarse_matrix);
    make_coarse_cycle();
  }

  void DisplacementMultigrid::make_coarse_cycle()
  {
    // One layer of elements between sleeves has no free vertex.
    if (coarse_matrix.m() == 0)
      return;
    const auto &modes = vertices.rigid_modes();
    std::vector<double> near_null_space;
    near_null_space.reserve(1); // ML wants a pointer, of idle ranks too
    for (const std::vector<double> &mode : modes)
      near_null_space.insert(near_null_space.end(), mode.begin(), mode.end());
    Teuchos::ParameterList list;
    list.set("PDE equations", vertices.n_components());
    list.set("null space: type", "pre-computed");
    list.set("null space: dimension", static_cast<int>(modes.size()));
    list.set("null space: vectors", near_null_space.data());
    list.set("aggregation: type", "Uncoupled");
    // Aggregates of steel or of rubber, not of both: the coupling of 2e5 MPa to
    // 1 MPa is 0.002 of the diagonals.
    list.set("aggregation: threshold", 0.003);
    list.set("smoother: type", "Chebyshev");
    list.set("smoother: sweeps", 2);
    list.set("smoother: sweeps (level 0)", vertex_degree);
    list.set("smoother: Chebyshev alpha", vertex_range);
    list.set("coarse: type", "Amesos-KLU");
    list.set("prec type", "MGV");
    list.set("cycle applications", 1);
    list.set("initialize random seed", true); // the same in every run
    list.set("ML output", 0);
    coarse_cycle.initialize(coarse_matrix, list);
  }

  void DisplacementMultigrid::solve(const DofVector &b, DofVector &result)
  {
    // Single precision has a small range: the cycle sees b of size 1.
    const double size = b.linfty_norm();
    if (size == 0)
      {
        result = 0;
        return;
      }
    ChebyshevSmoother &nodes = node_smoother;
    for (int i = 0; i < nodes.n(); ++i)
      nodes.set_right_hand_side(i, b.local_element(i) / size);
    nodes.smooth(true);
    vertices.restrict_residual(nodes.compute_residual(), coarse_residual);
    if (coarse_matrix.m() > 0)
      coarse_cycle.vmult(coarse_solution, coarse_residual);
    for (int i = 0; i < nodes.n(); ++i)
      result.local_element(i) = nodes.solution(i);
    vertices.add_prolongation(coarse_solution, result);
    for (int i = 0; i < nodes.n(); ++i)
      nodes.set_solution(i, result.local_element(i));
    nodes.smooth(false);
    for (int i = 0; i < nodes.n(); ++i)
      result.local_element(i) = size * nodes.solution(i);
  }

  template DisplacementMultigrid::DisplacementMultigrid(
    const Discretization<2> &,
    const Unknowns &,
    const SubassembledProduct &,
    const std::vector<char> &);
  template DisplacementMultigrid::DisplacementMultigrid(
    const Discretization<3> &,
    const Unknowns &,
    const SubassembledProduct &,
    const std::vector<char> &);
} // namespace rivlin
