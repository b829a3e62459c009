// SPDX-License-Identifier: Apache-2.0
// Boundary data of the supports and their static extension into the body.
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



  std::vector<std::string> prescribed_channels(const DiscreteBody &body)
  {
    std::vector<std::string> names;
    for (const BodySupport &support : body.supports)
      for (const PrescribedDisplacements &channel : support.channels)
        names.push_back(channel.name);
    return names;
  }



  int n_lifted(const DiscreteBody &body)
  {
    return n_rho(body) + static_cast<int>(prescribed_channels(body).size());
  }



  Matrix lifting_modes(const DiscreteBody &body,
                       LiftingKind kind,
                       double poisson_ratio,
                       SpdMethod method)
  {
    const int dim = body.dim();
    Matrix psi    = Matrix::Zero(body.n_displacements(), n_lifted(body));
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
    for (const BodySupport &support : body.supports)
      for (const PrescribedDisplacements &channel : support.channels)
        {
          for (std::size_t k = 0; k < support.displacements.size(); ++k)
            psi(support.displacements[k], first) = channel.values[k];
          ++first;
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



  Matrix lifted_coordinates(const DiscreteBody &body,
                            const SnapshotSource &source,
                            const int first,
                            const int n_snapshots)
  {
    const int n_sleeves = n_rho(body), n = n_lifted(body);
    if (source.n_rows(SnapshotField::prescribed) != n - n_sleeves)
      throw Error("Snapshots '" + source.name() + "' hold " +
                  number_text(source.n_rows(SnapshotField::prescribed)) +
                  " prescribed displacements, but the body has " +
                  number_text(n - n_sleeves) +
                  ". Use snapshots of the same model.");
    Matrix result(n, n_snapshots);
    Matrix poses(source.n_rows(SnapshotField::pose), n_snapshots);
    source.read(SnapshotField::pose, first, poses);
    result.topRows(n_sleeves) = sleeve_coordinates(body, poses);
    if (n > n_sleeves)
      source.read(SnapshotField::prescribed,
                  first,
                  result.bottomRows(n - n_sleeves));
    return result;
  }
} // namespace rivlin
