// SPDX-License-Identifier: Apache-2.0
// Boundary data of the sleeves and their static extension into the body.
#include <rivlin/offline/lifting.h>

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>

namespace rivlin
{
  int n_rho(const DiscreteBody &body)
  {
    int n_sleeves = 0;
    for (const BodySupport &support : body.supports)
      n_sleeves += support.is_sleeve;
    return n_sleeves * (body.dim() + body.dim() * body.dim());
  }



  Matrix lifting_modes(const DiscreteBody &body,
                       LiftingKind kind,
                       double poisson_ratio,
                       SpdMethod method)
  {
    const int dim = body.dim();
    Matrix psi    = Matrix::Zero(body.n_displacements(), n_rho(body));
    int first     = 0;
    for (const BodySupport &support : body.supports)
      {
        if (!support.is_sleeve)
          continue;
        for (const int unknown : support.displacements)
          {
            const int node = unknown / dim, i = unknown % dim;
            psi(unknown, first + i) = 1;
            for (int J = 0; J < dim; ++J)
              psi(unknown, first + dim + i * dim + J) =
                body.coordinates[node * dim + J] - support.centre[J];
          }
        first += dim + dim * dim;
      }
    if (kind == LiftingKind::surface || psi.cols() == 0 ||
        body.free_displacements.empty())
      return psi;
    // K_ff psi_f = -K_fs psi_s; psi is still zero on the free unknowns.
    const SparseMatrix K = elastic_stiffness(body, poisson_ratio);
    const Matrix load    = gather_rows(K * psi, body.free_displacements);
    const SpdSolver solver(
      submatrix(K, body.free_displacements, body.free_displacements), method);
    psi -= scatter_rows(solver.solve(load),
                        body.free_displacements,
                        body.n_displacements());
    return psi;
  }



  Matrix sleeve_coordinates(const DiscreteBody &body, const Matrix &poses)
  {
    const int n_supports = static_cast<int>(body.supports.size());
    if (poses.rows() != 12 * n_supports)
      throw Error("The snapshots hold " + number_text(poses.rows()) +
                  " numbers of poses, but the body has " +
                  number_text(n_supports) + " supports with 12 each. Use " +
                  "snapshots of the same model.");
    const int dim = body.dim();
    Matrix rho(n_rho(body), poses.cols());
    int row = 0;
    for (int s = 0; s < n_supports; ++s)
      {
        if (!body.supports[s].is_sleeve)
          continue;
        for (int i = 0; i < dim; ++i)
          rho.row(row++) = poses.row(12 * s + i);
        for (int i = 0; i < dim; ++i)
          for (int J = 0; J < dim; ++J)
            rho.row(row++) = poses.row(12 * s + 3 + 3 * i + J);
      }
    return rho;
  }
} // namespace rivlin
