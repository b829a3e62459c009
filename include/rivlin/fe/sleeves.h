// SPDX-License-Identifier: Apache-2.0
// All sleeves of a model at one state: driven motion from the channels, free
// directions from the unknowns at the end of q, v and a.
#pragma once

#include <rivlin/dynamics/state.h>
#include <rivlin/fe/model_definition.h>

#include <vector>

namespace rivlin
{
  /// Where everything that is rigid is, the same on all ranks.
  struct SleevePlacement
  {
    std::vector<RigidMotion> motions; ///< one per support
    std::vector<RigidSleeve> bodies;  ///< one per free sleeve
  };

  /// The unknowns of free sleeves stand after the displacements of rank 0.
  template <int dim>
  class Sleeves
  {
  public:
    /// Throws Error for a free sleeve without mass if `definition.inertia`.
    Sleeves(const ModelDefinition<dim> &definition, MPI_Comm communicator);

    int n_free() const
    {
      return static_cast<int>(free_bodies.size());
    }
    /// Support to which free sleeve k belongs.
    unsigned int support(const int k) const
    {
      return free_supports[k];
    }
    const RigidSleeve &body(const int k) const
    {
      return free_bodies[k];
    }
    /// First velocity of free sleeve k among those of all free sleeves.
    int offset(const int k) const
    {
      return velocity_offsets[k];
    }
    int n_velocities() const
    {
      return velocity_offsets.back();
    }
    int n_positions() const
    {
      return position_offsets.back();
    }
    /// Numbers of unknowns that this rank stores.
    int n_owned_velocities() const
    {
      return is_owner ? n_velocities() : 0;
    }
    int n_owned_positions() const
    {
      return is_owner ? n_positions() : 0;
    }
    bool is_flat() const;
    ConfigurationSpace space() const;
    Vector initial_positions() const;

    /// Collective. Driven motion with its first `order` derivatives.
    SleevePlacement place(const State &state, int order) const;

    /// The same at another time with the free coordinates unchanged.
    void shift_time(double t, int order, SleevePlacement &placement) const;

    /// Derivatives 1 to 3 of what moves explicitly with time, in the places
    /// of the derivatives 0 to 2.
    std::vector<RigidMotion> explicit_rates(double t) const;

    /// Forces, moments and gravity on free sleeve k; order 1: their rates.
    SleeveLoad load(int k, double t, int order) const;
    dealii::Tensor<1, dim> gravity(double t, int order) const;
    bool has_gravity() const
    {
      return static_cast<bool>(gravity_field);
    }

    /// The tail of a vector over velocities, known on all ranks. Collective.
    Vector broadcast_tail(const Vector &x, int size) const;

  private:
    RigidMotion driven(unsigned int support, double t, int order) const;

    MPI_Comm communicator;
    bool is_owner;
    std::vector<std::optional<Sleeve>> sleeves; ///< one per support
    std::vector<RigidSleeve> free_bodies;
    std::vector<unsigned int> free_supports;
    std::vector<int> position_offsets = {0};
    std::vector<int> velocity_offsets = {0};
    decltype(ModelDefinition<dim>::gravity) gravity_field;
  };
} // namespace rivlin
