// SPDX-License-Identifier: Apache-2.0
// Singular values of the coupling between two bases.
#include <rivlin/offline/inf_sup.h>

#include <cassert>
#include <numeric>

namespace rivlin
{
  ConstraintMatrices constraint_matrices(const DiscreteBody &body,
                                         const Vector &u)
  {
    ConstraintMatrices matrices;
    matrices.free = body.free_displacements;
    std::vector<int> pressures(body.n_pressures);
    std::iota(pressures.begin(), pressures.end(), 0);
    matrices.coupling = submatrix(coupling(body, u), pressures, matrices.free);
    matrices.energy =
      submatrix(rest_stiffness(body), matrices.free, matrices.free);
    matrices.pressure_mass = pressure_mass(body);
    return matrices;
  }



  Matrix unseen_pressures(const ConstraintMatrices &matrices)
  {
    const SparseMatrix &B = matrices.coupling;
    const Vector one      = Vector::Ones(B.rows());
    // Each entry of B^T 1 is a sum whose terms cancel: compare with the sum of
    // their magnitudes.
    const Vector seen = B.transpose() * one;
    const Vector size = B.cwiseAbs().transpose() * one;
    if (B.rows() > 0 && seen.norm() <= 1e-10 * size.norm())
      return one;
    return Matrix(B.rows(), 0);
  }



  InfSup
  inf_sup(const ConstraintMatrices &matrices, const Matrix &V, const Matrix &L)
  {
    assert(L.rows() == matrices.pressure_mass.rows());
    const InnerProduct L2(matrices.pressure_mass), energy(matrices.energy);
    const Matrix Q_V =
      orthonormalize(gather_rows(V, matrices.free), energy, 1e-10).Q;
    // The unseen column in front takes its part out of all that follow; what
    // depends on it has no column.
    const Matrix unseen = unseen_pressures(matrices);
    Matrix joint(L.rows(), unseen.cols() + L.cols());
    joint << unseen, L;
    const Matrix Q   = orthonormalize(joint, L2, 1e-10).Q;
    const Matrix Q_L = Q.rightCols(Q.cols() - unseen.cols());
    InfSup result;
    result.singular_values = Vector::Zero(Q_L.cols());
    if (Q_L.cols() == 0)
      return result;
    const Vector sigma =
      thin_svd(Q_L.transpose() * (matrices.coupling * Q_V)).sigma;
    result.singular_values.head(sigma.size()) = sigma;
    result.value = result.singular_values.minCoeff();
    return result;
  }



  int stable_pressure_count(const ConstraintMatrices &matrices,
                            const Matrix &V,
                            const Matrix &L,
                            double fraction)
  {
    if (L.cols() == 0)
      return 0;
    const double least = fraction * inf_sup(matrices, V, L.leftCols(1)).value;
    // Bisection: good holds, bad does not or is out of range.
    Eigen::Index good = 1, bad = L.cols() + 1;
    while (bad - good > 1)
      {
        const Eigen::Index m = (good + bad) / 2;
        (inf_sup(matrices, V, L.leftCols(m)).value >= least ? good : bad) = m;
      }
    return static_cast<int>(good);
  }



  Matrix supremizers(const ConstraintMatrices &matrices,
                     const SpdSolver &solver,
                     const Matrix &L,
                     int n_displacements)
  {
    const Matrix load = matrices.coupling.transpose() * L;
    return scatter_rows(solver.solve(load), matrices.free, n_displacements);
  }
} // namespace rivlin
