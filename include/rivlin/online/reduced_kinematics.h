// SPDX-License-Identifier: Apache-2.0
// From the unknowns of a reduced model to r = (rho, q) and back: the sleeves of
// a reduced model, driven or free.
#pragma once

#include <rivlin/dynamics/rigid_sleeve.h>

#include <array>
#include <functional>
#include <vector>

namespace rivlin
{
  /// A number that is given over time, with its derivatives of order 1 to 3.
  using DrivenNumber = std::function<double(double t, int order)>;

  /// Unknowns y: modal coordinates, then the coordinates of the free sleeves.
  /// r = (rho, g, modal coordinates) with rho = (x, R - I row by row) per
  /// sleeve and g the displacements that other supports prescribe.
  /// Places are remembered: one object per thread.
  class ReducedKinematics
  {
  public:
    /// Throws Error for freedoms that a plane model does not have, and for free
    /// directions without mass if `inertia`.
    ReducedKinematics(int dim,
                      int n_modes,
                      std::vector<Sleeve> sleeves,
                      bool inertia,
                      std::vector<DrivenNumber> prescribed = {});

    int n_sleeves() const
    {
      return static_cast<int>(sleeves.size());
    }
    int n_free() const
    {
      return static_cast<int>(free_sleeves.size());
    }
    int n_rho() const
    {
      return n_sleeves() * n_rho_per_sleeve;
    }
    int n_prescribed() const
    {
      return static_cast<int>(prescribed.size());
    }
    int n_coordinates() const
    {
      return n_rho() + n_prescribed() + n_modes;
    }
    int n_velocities() const
    {
      return n_modes + n_free_velocities();
    }
    int n_free_velocities() const
    {
      return free_velocities;
    }
    /// Sleeve to which free sleeve k belongs, its body, and its first velocity
    /// among all velocities.
    int sleeve(const int k) const
    {
      return free_sleeves[k];
    }
    const RigidSleeve &body(const int k) const
    {
      return bodies[k];
    }
    int offset(const int k) const
    {
      return velocity_offsets[k];
    }
    ConfigurationSpace space() const;
    Vector initial_positions() const;
    /// Positions of the unknowns at r: what is free of it.
    Vector positions_at(const Vector &r) const;

    /// Place everything; v and a may be null: at rest. The driven motion has
    /// its first `order` derivatives.
    void place(
      double t, const Vector &q, const Vector *v, const Vector *a, int order);

    /// Place the free sleeves alone: their directions do not depend on time.
    void place_free(const Vector &q);

    /// r, r' and r'' of the last place().
    const Vector &r(const int order = 0) const
    {
      return coordinates[order];
    }
    const RigidMotion &motion(const int s) const
    {
      return motions[s];
    }

    /// Derivative of r of the given order (1 to 3) with respect to time at
    /// fixed unknowns: what is driven.
    void explicit_rate(double t, int order, Vector &rate) const;
    /// Change of r when only the time changes.
    void explicit_change(double t, double new_time, Vector &change) const;
    /// Driven motion of the sleeve of free sleeve k.
    RigidMotion
    driven_motion(const int k, const double t, const int order) const
    {
      return driven(free_sleeves[k], t, order);
    }

    /// Rows of r seen from the unknowns: the modal ones and the virtual work in
    /// the free directions.
    void project(const Vector &rows, Eigen::Ref<Vector> result) const;
    SurfaceForce surface(const Eigen::Ref<const Vector> &rows, int s) const;

    enum class Change
    {
      displacement,
      velocity_by_position,
      acceleration_by_position,
      acceleration_by_velocity
    };
    /// Change of rho per unit of each free velocity, n_rho x n_free_velocities.
    void columns(Change change, MatrixRef result) const;

    SleeveLoad load(int k, double t, int order, const Vector3 &gravity) const;

    /// Put the field t + A X of sleeve s into its place in rho.
    void write(const Vector3 &t, const Matrix3 &A, int s, double *rho) const;

  private:
    RigidMotion driven(int s, double t, int order) const;

    int dim;
    int n_modes;
    int n_rho_per_sleeve;
    std::vector<Sleeve> sleeves;
    std::vector<DrivenNumber> prescribed;
    std::vector<int> free_sleeves;
    std::vector<int> position_offsets;
    std::vector<int> velocity_offsets;
    int free_positions  = 0;
    int free_velocities = 0;
    std::vector<RigidSleeve> bodies;
    std::vector<RigidMotion> motions;
    std::array<Vector, 3> coordinates;
    Vector zero;
  };
} // namespace rivlin
