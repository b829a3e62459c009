// SPDX-License-Identifier: Apache-2.0
// The one interface of what acts on the body besides its material: loads,
// springs, contact, gravity. How to add one: doc/extend/add_a_load.md.
#pragma once

#include <rivlin/base/unit_system.h>
#include <rivlin/dynamics/mechanical_system.h>
#include <rivlin/fe/carried_nodes.h>
#include <rivlin/fe/prescribed_motion.h>
#include <rivlin/fe/sleeves.h>
#include <rivlin/fe/tangent_blocks.h>
#include <rivlin/solid/rigid_contact.h>

#include <optional>
#include <string>
#include <vector>

namespace rivlin
{
  /// What an action may know of the body when it is built; all of it stays
  /// valid as long as the action.
  template <int dim>
  struct BodyView
  {
    const Mesh<dim> &mesh;
    const Discretization<dim> &discretization;
    const PrescribedMotion<dim> &motion;
    const std::vector<const Material *> &materials; ///< one per cell
    double length_scale;                            ///< size of the part
    double stress_scale; ///< smallest shear modulus of the part
  };

  /// The body at one state: vectors over all degrees of freedom, prescribed
  /// ones included, with ghosts (which a copy would lose: move it).
  struct BodyState
  {
    double time;
    SleevePlacement placement;
    DofVector displacement; ///< and pressures
    DofVector velocity;     ///< empty: at rest, as in statics
    /// State::points; null: those of a body that was never loaded.
    const std::vector<PointVariables> *points = nullptr;
    /// Time since they had their values; 0 in a finished state.
    double step = 0;
  };

  /// Energy and powers of an action. With its residual r and the velocity v,
  ///   r . v = d energy/dt + dissipated - external - power of its carriers.
  struct ActionBalance
  {
    double energy            = 0;
    double external_power    = 0;
    double dissipated_power  = 0;
    double dissipated_energy = 0; ///< that no power tells: by point variables
  };

  /// An action adds to the residual of the equation of motion, which is minus
  /// the force on the body. Vectors and sums it gives are those of this rank's
  /// cells, and the caller adds them up; only columns() is collective. Nodes
  /// that supports hold are treated like all others: what acts there is a part
  /// of the reaction. What an action does not need it leaves as it is here.
  template <int dim>
  class BodyAction
  {
  public:
    virtual ~BodyAction() = default;

    /// "pressure": with the sets the name of the action in messages.
    virtual std::string kind() const = 0;
    /// Boundary sets on which it acts; none: the whole body.
    virtual std::vector<std::string> sets() const
    {
      return {};
    }

    /// Failure is a value: the message says what, the numbers, the remedy. The
    /// ranks need not agree about it.
    [[nodiscard]] virtual Evaluation
    add_residual(const BodyState &at, DofVector &residual) const = 0;

    /// Whether the residual depends on velocities; the same on all ranks.
    virtual bool is_viscous() const
    {
      return false;
    }

    /// Derivatives of the residual by displacements and velocities, where
    /// add_residual() is valid.
    virtual void add_tangent(const BodyState &, TangentBlocks &) const
    {}

    /// Whether add_tangent() has blocks between nodes of different cells; the
    /// same on all ranks.
    virtual bool couples_cells() const
    {
      return false;
    }
    /// Local degrees of freedom between which it has them at this state and
    /// near it, group by group: the matrix gets these entries. A function of
    /// the state alone, so that a run that is resumed has the same matrix.
    virtual std::vector<std::vector<unsigned int>>
    coupled_dofs(const BodyState &) const
    {
      return {};
    }

    /// Whether the residual contains time explicitly, apart from what moves
    /// with supports.
    virtual TimeDependence time_dependence() const
    {
      return TimeDependence::none;
    }
    /// Derivative by time of the residual at fixed displacements. Asked for
    /// if `given`.
    virtual void add_time_rate(const BodyState &, DofVector &) const
    {}

    /// Number of the support that carries it, the same on all ranks.
    virtual std::optional<unsigned int> carrier() const
    {
      return {};
    }
    /// With a carrier: the nodes on which it acts now, with forces. They act
    /// back on the support, and follow it.
    virtual CarriedNodes carried_nodes(const BodyState &) const
    {
      return {};
    }

    /// Whether the residual at rest, at fixed time and carriers, is the
    /// derivative of an energy that counts as strain energy; but for what its
    /// point variables dissipate.
    virtual bool stores_energy() const
    {
      return false;
    }
    /// Without overriding: a load, whose whole power is external.
    virtual ActionBalance balance(const BodyState &at) const;

    /// Its variables at points of faces, as in a body that was never loaded. It
    /// finds them by their name in BodyState::points.
    virtual std::optional<PointVariables> point_variables() const
    {
      return {};
    }
    /// Bring them to a finished state; `at` still has the old ones.
    virtual void accept(const BodyState &, PointVariables &) const
    {}

    /// How far from acting it is in the undeformed body, a length.
    virtual double distance_to_act() const
    {
      return 0;
    }

    /// Whether it begins and ends to act within an iteration, as contact does.
    /// Newton's method then takes full steps and may take longer.
    virtual bool acts_suddenly() const
    {
      return false;
    }

    /// The action as contact with a rigid surface, for reduced models, if that
    /// is all it does; the nodes of this rank as cell * nodes per cell + node.
    virtual std::optional<RigidContact> rigid_contact() const
    {
      return {};
    }

    /// Places and directions in which it holds the body in statics.
    virtual std::vector<HeldPoint<dim>> held_points() const
    {
      return {};
    }

    /// Its columns of history.csv; values the same on all ranks.
    virtual std::vector<std::string> column_titles(const UnitSystem &) const
    {
      return {};
    }
    virtual std::vector<double> columns(const BodyState &) const
    {
      return {};
    }

    /// A field of pictures, with its unit; empty: none. Values stand in the
    /// place of each node's first displacement; where several actions have the
    /// same field, and between ranks, the largest counts.
    virtual std::string picture_field(const UnitSystem &) const
    {
      return {};
    }
    virtual void raise_picture_field(const BodyState &, DofVector &) const
    {}
  };

  /// 'pressure on "inner"'.
  template <int dim>
  std::string describe(const BodyAction<dim> &action);
} // namespace rivlin
