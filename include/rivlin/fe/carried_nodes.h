// SPDX-License-Identifier: Apache-2.0
// Nodes on which something acts that a support carries: how its forces act back
// on the support and follow the support's motion. doc/theory/contact.md.
#pragma once

#include <rivlin/fe/sleeves.h>

#include <vector>

namespace rivlin
{
  /// A force f = R f_0(y) on a node at x, where y = C + R^T (x - C - t) is the
  /// place of the node in the frame of the support.
  struct CarriedNode
  {
    unsigned int support;
    int cell; ///< one that has the node
    int node; ///< its number there
    /// y - C. The point of the support that feels -f is C + t + R arm = x.
    Vector3 arm;
    Vector3 force; ///< f, on the body
    Matrix3 K;     ///< - df/dx
  };
  using CarriedNodes = std::vector<CarriedNode>;

  /// Forces on the body that supports carry, force f and first moments f arm^T;
  /// one entry per support.
  void add_carried_forces(const CarriedNodes &nodes,
                          std::vector<SurfaceForce> &forces);

  /// Rate of the residual -f if the nodes stay while the supports move with
  /// `rates`, the derivatives of their motions one place lower, as from
  /// Sleeves::explicit_rates:
  ///   -df/dt = -(Omega f + K v),   Omega = R' R^T,  v = t' + R' arm.
  /// Transposed: derivative of f . v along fixed rates by the place x of the
  /// nodes, -(Omega f + K^T v).
  template <int dim>
  void add_carrier_rate(const Discretization<dim> &discretization,
                        const CarriedNodes &nodes,
                        const std::vector<RigidMotion> &motions,
                        const std::vector<RigidMotion> &rates,
                        bool transposed,
                        DofVector &result);

  /// Rates of the forces that supports carry if the supports move with `rates`
  /// and the nodes with `velocity`, z at a node:
  ///   df/dt = Omega f + K (v - z),   d arm/dt = R^T (z - v).
  template <int dim>
  void add_carried_force_rates(const Discretization<dim> &discretization,
                               const CarriedNodes &nodes,
                               const std::vector<RigidMotion> &motions,
                               const std::vector<RigidMotion> &rates,
                               const DofVector *velocity,
                               std::vector<SurfaceForce> &forces);

  /// Sum over the ranks.
  void sum_over_ranks(std::vector<SurfaceForce> &forces, MPI_Comm communicator);
} // namespace rivlin
