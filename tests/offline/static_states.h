// SPDX-License-Identifier: Apache-2.0
// Equilibria of a small body whose inner sleeve is moved, by Newton's method
// with dense matrices.
#pragma once

#include <rivlin/offline/lifting.h>
#include <rivlin/offline/memory_snapshots.h>
#include <rivlin/solid/sleeve.h>

#include <Eigen/LU>

#include <random>
#include <stdexcept>

namespace rivlin
{
  /// SnapshotField::pose of a body whose supports have these poses.
  inline Vector pose_column(const std::vector<SleevePose> &poses)
  {
    Vector column(12 * poses.size());
    for (std::size_t s = 0; s < poses.size(); ++s)
      {
        const Matrix3 A = rotation_minus_identity(poses[s].rotation_vector);
        column.segment(12 * s, 3) = poses[s].translation;
        for (int k = 0; k < 9; ++k)
          column[12 * s + 3 + k] = A(k / 3, k % 3);
      }
    return column;
  }

  /// Equilibrium in u = Psi rho + V q, p = L phat: Newton's method on
  /// V^T f = 0, L^T volume = 0 from q = 0. Identities in place of V (columns of
  /// the free unknowns) and L: the full body.
  struct ReducedEquilibrium
  {
    Vector u, p;
    Vector reaction; ///< Psi^T f
  };

  inline ReducedEquilibrium solve_equilibrium(const DiscreteBody &body,
                                              const Matrix &psi,
                                              const Matrix &V,
                                              const Matrix &L,
                                              const Vector &rho)
  {
    const Eigen::Index n = V.cols(), m = L.cols();
    ReducedEquilibrium state;
    state.p         = Vector::Zero(body.n_pressures);
    Vector unknowns = Vector::Zero(n + m);
    double load     = 0; // in two steps, so that large motions converge
    for (int step = 1; step <= 2; ++step)
      {
        unknowns *= step == 1 ? 0. : 2.;
        load = 0.5 * step;
        for (int iteration = 0;; ++iteration)
          {
            state.u = load * (psi * rho) + V * unknowns.head(n);
            state.p = L * unknowns.tail(m);
            const BodyResponse r =
              evaluate_body(body, state.u, state.p, Need::residual_and_tangent);
            if (!r.valid || iteration == 30)
              throw std::runtime_error("no equilibrium");
            state.reaction = psi.transpose() * r.force;
            Vector residual(n + m);
            residual << V.transpose() * r.force, L.transpose() * r.volume;
            Matrix tangent(n + m, n + m);
            tangent.topLeftCorner(n, n)    = V.transpose() * (r.stiffness * V);
            tangent.bottomLeftCorner(m, n) = L.transpose() * (r.coupling * V);
            tangent.topRightCorner(n, m) =
              tangent.bottomLeftCorner(m, n).transpose();
            tangent.bottomRightCorner(m, m) =
              -(L.transpose() * (r.compliance * L));
            const Vector increment = tangent.partialPivLu().solve(residual);
            unknowns -= increment;
            if (increment.norm() <= 1e-10 * (unknowns.norm() + 1))
              break;
          }
      }
    return state;
  }

  /// Unit columns of the free displacements.
  inline Matrix free_identity(const DiscreteBody &body)
  {
    const int n = static_cast<int>(body.free_displacements.size());
    return scatter_rows(Matrix::Identity(n, n),
                        body.free_displacements,
                        body.n_displacements());
  }

  /// Random poses of the inner sleeve of a ring: up to `size` of translation
  /// and size/10 of rotation.
  inline Matrix random_poses(int count, double size, unsigned seed)
  {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> uniform(-size, size);
    Matrix poses(24, count);
    for (int k = 0; k < count; ++k)
      {
        SleevePose pose;
        pose.translation     = Vector3(uniform(random), uniform(random), 0);
        pose.rotation_vector = Vector3(0, 0, 0.1 * uniform(random));
        poses.col(k)         = pose_column({pose, SleevePose()});
      }
    return poses;
  }

  /// Displacements q, pressures and poses at equilibrium.
  inline MemorySnapshots static_snapshots(const DiscreteBody &body,
                                          const Matrix &poses)
  {
    const Matrix psi = lifting_modes(body),
                 rho = sleeve_coordinates(body, poses), V = free_identity(body),
                 L = Matrix::Identity(body.n_pressures, body.n_pressures);
    Matrix q(body.free_displacements.size(), poses.cols());
    Matrix p(body.n_pressures, poses.cols());
    for (Eigen::Index k = 0; k < poses.cols(); ++k)
      {
        const ReducedEquilibrium state =
          solve_equilibrium(body, psi, V, L, rho.col(k));
        q.col(k) = gather_rows(state.u, body.free_displacements);
        p.col(k) = state.p;
      }
    return MemorySnapshots("statics",
                           Vector::LinSpaced(poses.cols(), 0, 1),
                           {{SnapshotField::displacement, q},
                            {SnapshotField::pressure, p},
                            {SnapshotField::pose, poses}});
  }
} // namespace rivlin
