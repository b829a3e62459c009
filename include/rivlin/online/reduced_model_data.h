// SPDX-License-Identifier: Apache-2.0
// Everything that a reduced model is, as a value: what a .rom file holds.
#pragma once

#include <rivlin/dynamics/rigid_sleeve.h>
#include <rivlin/online/capabilities.h>
#include <rivlin/online/reduced_contact.h>
#include <rivlin/online/reduced_force.h>
#include <rivlin/online/volume_polynomial.h>

#include <map>
#include <string>
#include <vector>

namespace rivlin
{
  struct ReducedSleeve
  {
    std::string name;
    Vector3 centre = Vector3::Zero(); ///< in the undeformed body
    /// As in the model that was trained: which directions are free, mass and
    /// so on. All locked: the sleeve is driven.
    RigidSleeveProperties body;
  };

  /// What the model has seen, to say when it leaves it.
  struct TrainedRange
  {
    Vector mean; ///< of r
    /// Mahalanobis distance = |whitening (r - mean)|.
    Matrix whitening;
    double largest_distance = 0; ///< within the training set
    double smallest_J       = 0; ///< within the training set
    /// Smallest and largest pose of each sleeve: translation, rotation vector.
    Matrix lowest_pose;  ///< 6 x sleeves
    Matrix highest_pose; ///< 6 x sleeves
    /// Largest pressure of each contact; 0: no training state touched it.
    Vector contact_pressures;
  };

  /// Optional: the full fields, for pictures.
  struct FullBasis
  {
    int dim = 0;
    Matrix displacement_modes;       ///< n_displacements x N
    Matrix pressure_modes;           ///< n_pressures x n_pressure_modes
    std::vector<double> coordinates; ///< [node][dim]
    /// Cells as corner and mid nodes in the order of VTK's Lagrange cells.
    std::vector<int> cells;
    int nodes_per_cell = 0;
    int degree         = 1;
    /// Displacement node of each pressure, to show pressures on nodes.
    std::vector<int> node_of_pressure;
  };

  /// M r'' + D r' + f(r) + f_c(r) + B(r)^T p = loads,  c(r) - C p = 0,  with
  /// r = (rho, q) as in ReducedForce, f_c the force of the contacts and p the
  /// coordinates of the pressure modes. The mass matrix is constant because u
  /// is linear in r.
  struct ReducedModelData
  {
    int dim = 3;
    std::string unit_system;            ///< "mm-t-s"
    double thickness = 1;               ///< in 2D; included in everything below
    std::vector<ReducedSleeve> sleeves; ///< the moving ones
    Matrix mass;                        ///< N x N
    Matrix damping;                     ///< N x N
    Matrix gravity; ///< N x dim: force of a unit acceleration
    /// n_modes x n_rho: the body is at rest inside while its sleeves move if
    /// q' = rest_velocity rho', the mass projection of -Psi rho'.
    Matrix rest_velocity;
    ReducedForce force;
    VolumePolynomial volume;   ///< no rows: displacement form
    Matrix compliance;         ///< C, zero if incompressible
    ReducedForce second_force; ///< independent cubature; no points: none
    std::vector<ReducedContact> contacts;
    TrainedRange range;
    FullBasis full; ///< dim = 0: not there
    Capabilities capabilities;
    /// The parameters that make the body it was trained on and their texts,
    /// "Material/C10" and "0.4"; empty in files of version 0.1.
    std::map<std::string, std::string> body;
    /// Sizes that make increments comparable.
    double length_scale = 1;
    double stress_scale = 1;
    /// Provenance, training and validation, as texts (JSON where structured).
    std::map<std::string, std::string> notes;

    int n_rho() const
    {
      return static_cast<int>(sleeves.size()) * (dim + dim * dim);
    }
    int n_coordinates() const
    {
      return static_cast<int>(mass.rows());
    }
    int n_modes() const
    {
      return n_coordinates() - n_rho();
    }
    int n_pressures() const
    {
      return volume.n_pressures();
    }
  };

  /// Throws Error naming what is wrong: shapes, numbers that are not finite, a
  /// mass matrix that is not symmetric.
  void check(const ReducedModelData &data);
} // namespace rivlin
