// SPDX-License-Identifier: Apache-2.0
// Force basis, choice of rows, and rows as sums over points.
#include <rivlin/offline/deim.h>

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>
#include <rivlin/offline/body_matrices.h>
#include <rivlin/offline/orthonormalize.h>
#include <rivlin/offline/point_gradients.h>
#include <rivlin/offline/reduced_response.h>

#include <Eigen/LU>
#include <Eigen/QR>
#include <Eigen/SVD>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>

namespace rivlin
{
  namespace
  {
    struct ForceBasis
    {
      Matrix vectors;      ///< that the force is a combination of
      Matrix row_choosers; ///< these and more: each chooses a row
      Vector singular_values;
    };

    ForceBasis force_basis(const Matrix &snapshots, const DeimOptions &options)
    {
      const Eigen::Index n_columns = snapshots.cols();
      if (snapshots.rows() < n_columns)
        throw Error("DEIM: " + number_text(n_columns) +
                    " states for a force of " + number_text(snapshots.rows()) +
                    " entries. Use fewer states.");
      Svd svd = thin_svd(snapshots);
      // What is below roundoff is no direction of the force.
      const int rank = static_cast<int>(
        (svd.sigma.array() > 1e-13 * svd.sigma.maxCoeff()).count());
      int k = 0;
      if (options.n_modes > 0)
        {
          if (options.n_modes > rank)
            throw Error("DEIM: " + number_text(options.n_modes) +
                        " force modes asked for, the " +
                        number_text(n_columns) + " states have only " +
                        number_text(rank) +
                        " independent forces. Use more states or fewer modes.");
          k = options.n_modes;
        }
      else
        {
          const double whole = svd.sigma.squaredNorm();
          while (k < rank &&
                 svd.sigma.tail(svd.sigma.size() - k).squaredNorm() >
                   options.tolerance * options.tolerance * whole)
            ++k;
        }
      const int n_rows =
        std::clamp(static_cast<int>(options.rows_per_mode * k), k, rank);
      return {svd.U.leftCols(k), svd.U.leftCols(n_rows), std::move(svd.sigma)};
    }

    /// Entry of the force vector that a node of a cell contributes to.
    int force_row(
      const DiscreteBody &body, int cell, int node, int i, bool assembled)
    {
      const int local = cell * body.basis.n_nodes + node;
      return (assembled ? body.cell_nodes[local] : local) * body.dim() + i;
    }
    /// The force of small displacements, K_0 u, in the layout of the force
    /// vector: by central differences, whose error of 1e-10 does not matter to
    /// the basis that is made from them.
    Matrix linear_forces(const DiscreteBody &body,
                         const Matrix &modes,
                         const Matrix &states,
                         const bool assembled)
    {
      constexpr double small = 1e-5;
      return (force_snapshots(body, modes, small * states, assembled) -
              force_snapshots(body, modes, -small * states, assembled)) /
             (2 * small);
    }

    /// What the interpolated force lacks of the stiffness of the undeformed
    /// body, modes^T K_0 modes.
    Matrix linear_remainder(const DiscreteBody &body,
                            const Matrix &modes,
                            const PointForce &interpolated)
    {
      ForceEvaluation at_rest;
      evaluate(interpolated,
               Vector::Zero(modes.cols()),
               Need::residual_and_tangent,
               at_rest);
      return modes.transpose() * (rest_stiffness(body) * modes) -
             at_rest.tangent;
    }
  } // namespace

  std::vector<int> deim_rows(const Matrix &basis, DeimSelection selection)
  {
    const int m = static_cast<int>(basis.cols());
    if (selection == DeimSelection::pivoted_qr)
      {
        const Eigen::ColPivHouseholderQR<Matrix> qr(basis.transpose());
        if (qr.rank() < m)
          throw Error("DEIM: the " + number_text(m) +
                      " force modes depend on each other (rank " +
                      number_text(qr.rank()) + "). Use fewer.");
        const auto order = qr.colsPermutation().indices();
        return {order.data(), order.data() + m};
      }
    std::vector<int> rows;
    for (int i = 0; i < m; ++i)
      {
        Vector residual = basis.col(i);
        if (i > 0)
          {
            const Matrix PV = basis(rows, Eigen::seqN(0, i));
            const Vector Pv = basis.col(i)(rows);
            residual -= basis.leftCols(i) * PV.partialPivLu().solve(Pv);
          }
        int row = 0;
        if (!(residual.cwiseAbs().maxCoeff(&row) >
              1e-13 * basis.col(i).cwiseAbs().maxCoeff()))
          throw Error("DEIM: force mode " + number_text(i) + " of " +
                      number_text(m) +
                      " depends on the ones before. Use fewer modes.");
        rows.push_back(row);
      }
    return rows;
  }

  double deim_constant(const Matrix &basis, const std::vector<int> &rows)
  {
    const Matrix PU = basis(rows, Eigen::all);
    return 1 / Eigen::BDCSVD<Matrix>(PU).singularValues().tail(1)[0];
  }

  Matrix force_snapshots(const DiscreteBody &body,
                         const Matrix &modes,
                         const Matrix &states,
                         bool assembled)
  {
    const ElementBasis &basis = body.basis;
    const int dim = basis.dim, n_local = basis.n_nodes * dim;
    const ElementKernel kernel(basis);
    ElementWorkspace workspace;
    ElementResult element;
    const std::vector<double> zero(std::max(basis.n_pressure_nodes, 1), 0.);
    Matrix forces = Matrix::Zero(assembled ? body.n_displacements()
                                           : body.n_cells() * n_local,
                                 states.cols());
    Vector local(n_local);
    for (int s = 0; s < states.cols(); ++s)
      {
        const Vector u = modes * states.col(s);
        for (int cell = 0; cell < body.n_cells(); ++cell)
          {
            for (int a = 0; a < basis.n_nodes; ++a)
              local.segment(a * dim, dim) =
                u.segment(force_row(body, cell, a, 0, true), dim);
            const std::size_t first =
              static_cast<std::size_t>(cell) * basis.n_points;
            kernel.evaluate(body.materials[body.cell_material[cell]],
                            body.inverse_jacobians.data() + first * dim * dim,
                            body.weights.data() + first,
                            local.data(),
                            zero.data(),
                            Need::residual,
                            workspace,
                            element);
            for (int a = 0; a < basis.n_nodes; ++a)
              forces.col(s).segment(force_row(body, cell, a, 0, assembled),
                                    dim) +=
                Eigen::Map<const Vector>(element.force.data() + a * dim, dim);
          }
      }
    return forces;
  }

  Deim train_deim(const DiscreteBody &body,
                  const Matrix &modes,
                  const Matrix &states,
                  const DeimOptions &options)
  {
    const ElementBasis &basis = body.basis;
    const int dim = basis.dim, block = dim * dim;
    const ReducedResponses responses =
      galerkin_responses(body, modes, states, Need::energy);
    require_valid(responses);
    // Strains of 1e-7: smaller energies are roundoff.
    if (states.cols() == 0 ||
        !(responses.energies.maxCoeff() > 1e-14 * unit_strain_energy(body)))
      throw Error(
        "DEIM: the training states do not deform the body. Train on "
        "states that do.");
    Matrix forces = force_snapshots(body, modes, states, options.assembled);
    if (options.exact_linear)
      forces -= linear_forces(body, modes, states, options.assembled);
    ForceBasis force = force_basis(forces, options);
    Deim deim;
    deim.basis           = std::move(force.vectors);
    deim.singular_values = std::move(force.singular_values);
    deim.rows            = deim_rows(force.row_choosers, options.selection);
    deim.constant        = deim_constant(deim.basis, deim.rows);

    // modes^T U; an unassembled basis meets the modes cell by cell.
    Matrix projected = Matrix::Zero(modes.cols(), deim.basis.cols());
    if (options.assembled)
      projected = modes.transpose() * deim.basis;
    else
      for (int cell = 0; cell < body.n_cells(); ++cell)
        for (int a = 0; a < basis.n_nodes; ++a)
          projected +=
            modes.middleRows(force_row(body, cell, a, 0, true), dim)
              .transpose() *
            deim.basis.middleRows(force_row(body, cell, a, 0, false), dim);
    // X = modes^T U (P^T U)^-1.
    const Matrix PU = deim.basis(deim.rows, Eigen::all);
    const Matrix X  = projected * PU.colPivHouseholderQr().solve(
                                   Matrix::Identity(PU.rows(), PU.rows()));

    std::vector<int> column_of(deim.basis.rows(), -1);
    for (std::size_t k = 0; k < deim.rows.size(); ++k)
      column_of[deim.rows[k]] = static_cast<int>(k);
    // f_(a,i) = sum_q w P_iJ dN_a/dX_J over the cells that contain a.
    std::vector<int> points;
    std::vector<Matrix> tests;
    for (int cell = 0; cell < body.n_cells(); ++cell)
      {
        bool touched = false;
        for (int a = 0; a < basis.n_nodes && !touched; ++a)
          for (int i = 0; i < dim; ++i)
            touched =
              touched ||
              column_of[force_row(body, cell, a, i, options.assembled)] >= 0;
        if (!touched)
          continue;
        deim.cells.push_back(cell);
        const Matrix D = shape_gradients(body, cell);
        Matrix test    = Matrix::Zero(modes.cols(), basis.n_points * block);
        for (int a = 0; a < basis.n_nodes; ++a)
          for (int i = 0; i < dim; ++i)
            {
              const int column =
                column_of[force_row(body, cell, a, i, options.assembled)];
              if (column < 0)
                continue;
              for (int q = 0; q < basis.n_points; ++q)
                for (int J = 0; J < dim; ++J)
                  test.col((q * dim + i) * dim + J) +=
                    body.weights[cell * basis.n_points + q] *
                    D(q * dim + J, a) * X.col(column);
            }
        for (int q = 0; q < basis.n_points; ++q)
          points.push_back(cell * basis.n_points + q);
        tests.push_back(std::move(test));
      }
    deim.force = point_force(body, modes, points, Vector());
    deim.force.test.resize(modes.cols(),
                           static_cast<Eigen::Index>(points.size()) * block);
    const int width = basis.n_points * block;
    for (std::size_t c = 0; c < tests.size(); ++c)
      deim.force.test.middleCols(static_cast<Eigen::Index>(c) * width, width) =
        tests[c];
    if (options.exact_linear)
      deim.force.linear = linear_remainder(body, modes, deim.force);
    return deim;
  }
} // namespace rivlin
