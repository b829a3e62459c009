// SPDX-License-Identifier: Apache-2.0
// The finite element model of a rubber part as a mechanical system.
#pragma once

#include <rivlin/base/timer.h>
#include <rivlin/dynamics/mechanical_system.h>
#include <rivlin/fe/body_action.h>
#include <rivlin/fe/inertia.h>
#include <rivlin/fe/model_definition.h>
#include <rivlin/fe/prescribed_motion.h>
#include <rivlin/fe/sleeves.h>
#include <rivlin/fe/viscous_cells.h>
#include <rivlin/spaces/unknowns.h>

#include <memory>
#include <vector>

namespace rivlin
{
  /// What history.csv tells about a state.
  struct Observation
  {
    std::vector<Reaction> reactions;       ///< one per support
    std::vector<RigidMotion> motions;      ///< one per support
    std::vector<Vector3> rotation_vectors; ///< one per free sleeve
    std::vector<double> action_columns;    ///< of all actions, in their order
    double kinetic_energy = 0;
    /// Of the material, of all springs and of what acts on the body.
    double strain_energy = 0;
    /// Powers of supports and loads, and of all dampers; 0 in statics.
    double external_power    = 0;
    double dissipation_power = 0;
    /// That no power tells: by friction and by viscous rubber.
    double dissipated_energy = 0;
    double max_J_error       = 0; ///< max |J - 1| at Gauss points
    double min_J             = 0;
    /// What viscous rubber has in the strain and in the dissipated energy.
    double branch_energy = 0;
    double viscous_loss  = 0;
  };

  /// q: displacements that no support prescribes, then on rank 0 the
  /// coordinates of the free sleeves (the space is a Lie group if one may
  /// rotate in 3D); lambda: pressures p = dW_vol/dJ (positive in tension) of
  /// the nearly incompressible cells. Without ModelDefinition::inertia a
  /// static model: mass and damping do not enter.
  template <int dim>
  class FEModel final : public MechanicalSystem
  {
  public:
    /// Throws Error for a definition that does not fit the mesh: unknown sets,
    /// regions without material, rigid body motions left free.
    FEModel(std::unique_ptr<Mesh<dim>> mesh,
            const ModelDefinition<dim> &definition);

    int n_velocities() const override
    {
      return unknowns_.n_q() + sleeves_.n_owned_velocities();
    }
    int n_positions() const override
    {
      return unknowns_.n_q() + sleeves_.n_owned_positions();
    }
    int n_multipliers() const override
    {
      return unknowns_.n_lambda();
    }
    ConfigurationSpace space() const override;
    bool is_flat() const override;
    void retract(const Vector &q,
                 const Vector &increment,
                 Vector &result) const override;
    ConstraintKind constraint_kind() const override;
    Evaluation residual(const State &state,
                        ConstraintLevel level,
                        Blocks &result) const override;
    Evaluation residual_change(const State &state,
                               double h,
                               Blocks &result) const override;
    TimeDependence time_dependence() const override;
    Evaluation time_derivative(const State &state,
                               ConstraintLevel level,
                               Blocks &result) const override;
    std::unique_ptr<Tangent> make_tangent() const override;
    double increment_norm(const Blocks &increment) const override;
    double residual_norm(const Blocks &residual) const override;
    double work(const Vector &force, const Vector &increment) const override;
    /// Componentwise absolute + relative |q|, in the units of the model: root
    /// mean square of the errors of q, h v and h^2 lambda over them.
    double error_norm(const State &state_n,
                      const State &state_np,
                      const Blocks &error,
                      const Vector &velocity_error,
                      const Tolerances &tolerances) const override;
    bool is_distributed() const override;
    std::vector<PointVariables> initial_points() const override;
    void accept(State &state) const override;

    /// The undeformed state at rest at time 0.
    State initial_state() const;
    /// To a state that was given other displacements: viscous rubber came there
    /// in no time.
    void accept_jump(State &state) const;

    /// Displacements and pressures of a state, prescribed ones included, with
    /// ghosts.
    DofVector all_dofs(const State &state) const;
    /// Velocities (order 1) or accelerations (order 2) of all nodes, with
    /// ghosts; zero at the pressures.
    DofVector rate_dofs(const State &state, int order) const;
    /// The same at given places of the sleeves; order 0 with the pressures.
    DofVector dofs_at(const State &state,
                      const SleevePlacement &placement,
                      int order) const;

    /// The body at a state, with the velocity if damping depends on it; it
    /// looks at the state's variables at points.
    BodyState body_at(const State &state) const;
    /// The same with sleeves up to the given derivative, without velocities.
    BodyState body_at_rest(const State &state, int order) const;

    /// Internal force, inertia, damping and what acts on the body, over all
    /// degrees of freedom: zero at the free ones in equilibrium, the forces of
    /// the supports at the prescribed ones.
    Evaluation full_residual(const State &state, DofVector &result) const;

    /// The forces of stored energy over all degrees of freedom (owned entries):
    /// of the material and of actions that store energy.
    Evaluation internal_force(const State &state, DofVector &result) const;

    /// The highest time derivative of the sleeves that the residual needs.
    int motion_order() const
    {
      return definition.inertia ? 2 : 0;
    }

    Observation observe(const State &state) const;

    /// Displacement at a point of the undeformed body; throws Error if the
    /// point lies outside.
    dealii::Tensor<1, dim> displacement_at(const dealii::Point<dim> &X,
                                           const State &state) const;

    const Mesh<dim> &mesh() const
    {
      return *mesh_;
    }
    const Discretization<dim> &discretization() const
    {
      return discretization_;
    }
    const Unknowns &unknowns() const
    {
      return unknowns_;
    }
    const PrescribedMotion<dim> &motion() const
    {
      return motion_;
    }
    /// What acts on the body, in the order of the definition, then gravity.
    const std::vector<std::unique_ptr<BodyAction<dim>>> &actions() const
    {
      return actions_;
    }
    /// Whether a free sleeve carries one of them.
    bool has_free_carriers() const
    {
      return has_free_carriers_;
    }
    /// The nodes of this rank on which supports act through what they carry.
    CarriedNodes carried_nodes(const BodyState &at) const;
    /// What each support carries, summed over the ranks.
    std::vector<SurfaceForce> carried_forces(const BodyState &at) const;
    /// Whether one of them does (BodyAction::acts_suddenly).
    bool acts_suddenly() const;
    /// Whether there are velocities and one of them depends on them.
    bool has_viscous_actions() const
    {
      return has_viscous_actions_;
    }
    const ViscousCells<dim> &viscous_cells() const
    {
      return *viscous_cells_;
    }
    const Sleeves<dim> &sleeves() const
    {
      return sleeves_;
    }
    /// Null in statics.
    const Inertia<dim> *inertia() const
    {
      return inertia_.get();
    }
    bool is_dynamic() const
    {
      return definition.inertia;
    }
    const std::vector<const Material *> &cell_materials() const
    {
      return cell_material;
    }
    const Material &material_of_cell(const int c) const
    {
      return *cell_material[c];
    }
    const Material &
    material_of_region(const dealii::types::material_id id) const
    {
      return material_by_id.at(id);
    }
    const std::string &region_name(dealii::types::material_id id) const;
    /// The kind is never `automatic`: it was chosen at construction.
    const LinearSolverOptions &solver_options() const
    {
      return definition.solver;
    }
    /// What the linear solvers of all tangents did.
    LinearSolverRecord &solver_record() const
    {
      return *solver_record_;
    }
    /// Diagonal of the box around the undeformed body.
    double size_of_part() const
    {
      return length_scale;
    }
    /// Unknowns over all ranks: displacements, pressures, and both.
    int n_unknowns() const
    {
      return unknowns_.n_global();
    }

    /// Seconds this rank spent in "analysis" (sparsity, ordering, symbolic
    /// factorization), "residual", "assembly" (of the tangent),
    /// "factorization" and "solve".
    Timer &timer() const
    {
      return *timer_;
    }

    /// What to say about an inverted cell of this rank.
    Evaluation inverted(int cell, double J, double time) const;
    /// The failure of the first rank that has one, valid if there is none: the
    /// same on all ranks.
    Evaluation agree(const Evaluation &own) const;

  private:
    struct CellSums
    {
      double energy      = 0;
      double max_J_error = 0;
      double min_J       = 1;
    };
    /// Whether there is damping, of the material or by actions.
    bool needs_velocity() const
    {
      return has_viscous_actions_ || (inertia_ && inertia_->has_damping());
    }
    void build_actions();
    /// Internal force of this rank's cells; the ranks do not agree yet.
    Evaluation
    add_cells(const BodyState &at, DofVector &force, CellSums *sums) const;
    /// Everything in the equation of motion over all degrees of freedom.
    Evaluation assemble(const State &state,
                        const BodyState &at,
                        DofVector &force,
                        CellSums *sums) const;
    /// A residual with a number that is none: whose is it?
    Evaluation not_finite(const BodyState &at) const;
    /// Products of all tangents with changes of displacement and velocity
    /// (null: none).
    Evaluation add_tangent_product(const BodyState &at,
                                   const DofVector &displacement,
                                   const DofVector *velocity,
                                   DofVector &result) const;
    /// The change of all loads from state.time to state.time + h on the body as
    /// it is, summed over the ranks.
    Evaluation add_load_change(const State &state,
                               double h,
                               const BodyState &at,
                               DofVector &change) const;
    /// What viscous rubber relaxes from state.time to state.time + h in the
    /// body as it is, of this rank's cells.
    Evaluation add_relaxation(const State &state,
                              double h,
                              const BodyState &at,
                              DofVector &change) const;
    /// Returns what the supports carry, summed over the ranks.
    std::vector<SurfaceForce> observe_actions(const BodyState &at,
                                              Observation &seen) const;
    void observe_motion(const BodyState &at,
                        const DofVector &force,
                        const std::vector<SurfaceForce> &carried,
                        Observation &seen) const;
    /// The constraint's time derivative over the pressures.
    void set_constraint_rate(const State &state,
                             const SleevePlacement &placement,
                             ConstraintLevel level,
                             const DofVector &dofs,
                             Blocks &result) const;
    /// Both blocks out of a vector over degrees of freedom, with the rows of
    /// the free sleeves without their own forces; `carried` by each support,
    /// sums of this rank.
    void gather(const DofVector &all,
                const SleevePlacement &placement,
                std::vector<SurfaceForce> carried,
                Blocks &result) const;
    /// Changes of the residual and of the carried forces if the supports move
    /// with `rates` and prescribed nodes with `velocity`.
    void add_carrier_rates(const BodyState &at,
                           const std::vector<RigidMotion> &rates,
                           const DofVector &velocity,
                           DofVector &rate,
                           std::vector<SurfaceForce> &carried) const;
    void refuse_unsuitable_materials() const;
    void choose_solver();
    std::vector<bool> find_eliminated() const;

    std::unique_ptr<Timer> timer_;
    std::unique_ptr<LinearSolverRecord> solver_record_;
    std::unique_ptr<Mesh<dim>> mesh_;
    ModelDefinition<dim> definition;
    Discretization<dim> discretization_;
    std::map<dealii::types::material_id, Material> material_by_id;
    std::vector<const Material *> cell_material;
    PrescribedMotion<dim> motion_;
    Sleeves<dim> sleeves_;
    Unknowns unknowns_;
    std::vector<std::unique_ptr<BodyAction<dim>>> actions_;
    bool has_viscous_actions_ = false;
    bool has_free_carriers_   = false;
    std::unique_ptr<Inertia<dim>> inertia_;
    ConfigurationSpace space_;
    double length_scale;
    double stress_scale;
    std::array<double, 2> global_size; ///< numbers of q and lambda, all ranks
    std::unique_ptr<ViscousCells<dim>> viscous_cells_;
  };
} // namespace rivlin
