// SPDX-License-Identifier: Apache-2.0
// Everything that a reduced model is, as a value: what a .rom file holds.
#pragma once

#include <rivlin/dynamics/rigid_sleeve.h>
#include <rivlin/online/capabilities.h>
#include <rivlin/online/pressure_points.h>
#include <rivlin/online/reduced_contact.h>
#include <rivlin/online/reduced_force.h>
#include <rivlin/online/reduced_load.h>
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

  /// Where a model begins: in equilibrium with what its load steps reached,
  /// such as a calibration or a static load.
  struct ReducedStart
  {
    std::string step; ///< the load step of cases with which it begins
    Vector r;         ///< empty: the model begins undeformed
    Vector p;
    Matrix sleeve_loads; ///< 6 x sleeves: force and moment, of free ones
    Vector loads;        ///< values of the channels of ReducedModelData::loads
    Vector3 gravity = Vector3::Zero();

    bool is_given() const
    {
      return r.size() > 0;
    }
  };

  /// M r'' + D r' + K r + f(r) + f_c(r) + B(r)^T p = loads,
  /// c(r) - C p - dN/dp = 0,  with r = (rho, g, q): rho as in ReducedForce, g
  /// the displacements that supports prescribe, q of the modes. K belongs to
  /// springs, f_c to contacts, p are the coordinates of the pressure modes. The
  /// mass matrix is constant because u is linear in r.
  struct ReducedModelData
  {
    int dim = 3;
    std::string unit_system;            ///< "mm-t-s"
    double thickness = 1;               ///< in 2D; included in everything below
    std::vector<ReducedSleeve> sleeves; ///< the moving ones
    /// Names of the channels of g, "outer radial displacement"; all lengths.
    std::vector<std::string> prescribed;
    Matrix mass;      ///< N x N
    Matrix damping;   ///< N x N
    Matrix stiffness; ///< K, N x N; empty: no springs
    Matrix gravity;   ///< N x dim: force of a unit acceleration
    std::vector<ReducedLoad> loads;
    /// n_modes x n_lifted: the body is at rest inside while its supports move
    /// if q' = rest_velocity (rho', g'), the mass projection of -Psi (rho',
    /// g').
    Matrix rest_velocity;
    ReducedForce force;
    VolumePolynomial volume;        ///< no rows: displacement form
    Matrix compliance;              ///< C, zero if incompressible
    PressurePoints pressure_points; ///< of laws that are not quadratic
    ReducedForce second_force;      ///< independent cubature; no points: none
    std::vector<ReducedContact> contacts;
    ReducedStart start;
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
    int n_prescribed() const
    {
      return static_cast<int>(prescribed.size());
    }
    /// Coordinates whose modes move supports.
    int n_lifted() const
    {
      return n_rho() + n_prescribed();
    }
    int n_coordinates() const
    {
      return static_cast<int>(mass.rows());
    }
    int n_modes() const
    {
      return n_coordinates() - n_lifted();
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
