// SPDX-License-Identifier: Apache-2.0
// Sparse matrices of a discretized body and its response at a given state:
// what bases and their training are made from.
#pragma once

#include <rivlin/base/types.h>
#include <rivlin/solid/discrete_body.h>

#include <Eigen/SparseCore>

#include <vector>

namespace rivlin
{
  using SparseMatrix = Eigen::SparseMatrix<double>;

  /// Matrices of displacements cover all of them, also the prescribed ones;
  /// symmetric ones store both triangles. Without pressures (displacement form)
  /// the matrices of the pressure have no rows.

  /// M = int density N_a N_b.
  SparseMatrix mass_matrix(const DiscreteBody &body);

  /// K_0: the tangent of the undeformed state at zero pressure, that is, the
  /// isochoric part of materials with pressure, the full one of the others. It
  /// has no volumetric stiffness in the mixed form, which makes it the energy
  /// product of nearly incompressible rubber.
  SparseMatrix rest_stiffness(const DiscreteBody &body);

  /// D = mass_damping M + stiffness_damping K_0 with the numbers of each
  /// material.
  SparseMatrix damping_matrix(const DiscreteBody &body);

  /// Stiffness of the undeformed body as if each material were linearly elastic
  /// with its own shear modulus and this Poisson's ratio: compressible for 0.3.
  SparseMatrix elastic_stiffness(const DiscreteBody &body,
                                 double poisson_ratio);

  /// int l_a l_b over the cells with pressure: the L2 product of pressures.
  SparseMatrix pressure_mass(const DiscreteBody &body);

  /// C = int l_a l_b / kappa, zero where incompressible. For the quadratic law
  /// int l_a (Jhat(p) - 1) = C p; of other laws it is the linear part.
  SparseMatrix pressure_compliance(const DiscreteBody &body);

  /// B = d/du int l_a (J - 1) at displacement u: pressures x displacements. At
  /// u = 0 it is the divergence int l_a div N.
  SparseMatrix coupling(const DiscreteBody &body, const Vector &u);

  /// The mixed functional Pi(u, p) of the whole body (see ElementResult), its
  /// gradient and its Hessian [[stiffness, coupling^T],
  /// [coupling, -compliance]]. What the Need does not include is empty.
  struct BodyResponse
  {
    double energy = 0;
    Vector force;  ///< internal force dPi/du, prescribed unknowns included
    Vector volume; ///< dPi/dp = int l_a (J - Jhat(p))
    SparseMatrix stiffness;
    SparseMatrix coupling;
    SparseMatrix compliance;
    double min_J = 1; ///< smallest J at the points
    /// False if a point is inverted: then the energy is infinite and the rest
    /// means nothing.
    bool valid = true;
  };

  /// With p = 0 the isochoric energy, force and stiffness of the mixed form.
  BodyResponse evaluate_body(const DiscreteBody &body,
                             const Vector &u,
                             const Vector &p,
                             Need need);

  /// Rows and columns of a matrix, in the order of the lists; no index twice.
  SparseMatrix submatrix(const SparseMatrix &matrix,
                         const std::vector<int> &rows,
                         const std::vector<int> &columns);

  /// The rows of a list of unknowns written into a zero matrix of n_rows.
  Matrix
  scatter_rows(const Matrix &values, const std::vector<int> &rows, int n_rows);

  /// The opposite: rows of a list of unknowns.
  Matrix gather_rows(const Matrix &values, const std::vector<int> &rows);
} // namespace rivlin
