// SPDX-License-Identifier: Apache-2.0
// A trained reduced model as a mechanical system for all integrators.
#pragma once

#include <rivlin/dynamics/dense_system.h>
#include <rivlin/online/reduced_kinematics.h>
#include <rivlin/online/reduced_model_data.h>

#include <array>
#include <functional>
#include <memory>
#include <vector>

namespace rivlin
{
  /// Force and moment about the moved centre by which a sleeve acts on the
  /// body. Plane models use force x, y and moment z.
  struct SleeveReaction
  {
    Vector3 force  = Vector3::Zero();
    Vector3 moment = Vector3::Zero();
  };

  /// How far the answer can be trusted.
  struct Trust
  {
    double min_J    = 1; ///< over the points of the force model
    double distance = 0; ///< Mahalanobis, of r to the training set
    /// Reactions by the second, independent cubature: norm of the difference
    /// relative to the norm of the reactions; 0 without a second cubature.
    double second_cubature = 0;
    /// Largest contact pressure relative to the largest one of the training,
    /// over the contacts that the training touched.
    double contact_pressure = 0;
    /// Rubber touches where no training state did.
    bool untrained_contact = false;
    /// Distance, J, the poses of all sleeves and contacts are within what was
    /// trained.
    bool inside = true;
  };

  /// Where a state is: in the trained range; outside of it in its coordinates,
  /// J, contacts or the poses of free sleeves; or with a sleeve driven to where
  /// no training had it.
  enum class RangePart
  {
    inside,
    outside,
    driven_out
  };

  struct ReducedObservation
  {
    std::vector<SleeveReaction> reactions; ///< one per sleeve
    std::vector<RigidMotion> motions;      ///< one per sleeve
    /// One per sleeve; of angles beyond pi only where they are unknowns.
    std::vector<Vector3> rotation_vectors;
    std::vector<ContactObservation> contacts; ///< one per contact
    double kinetic_energy = 0;
    /// Of the material, of the sleeves' springs and of contacts.
    double strain_energy = 0;
    /// Powers of sleeves and loads, and of all dampers; 0 in statics.
    double external_power    = 0;
    double dissipation_power = 0;
    Trust trust;
  };

  /// What is given over time beside the motion of sleeves, one for each of
  /// ReducedModelData::prescribed and ::loads; empty lists: as at the start.
  struct ReducedInputs
  {
    std::vector<DrivenNumber> prescribed;
    std::vector<DrivenNumber> loads;
  };

  /// q: modal coordinates, then those of the free sleeves (RigidSleeve);
  /// lambda: coordinates of the pressure modes. Without `inertia` a static
  /// model: mass and damping do not enter. Evaluations share scratch memory, so
  /// use one model per thread; they allocate nothing after the first one.
  class ReducedModel final : public DenseLieSystem
  {
  public:
    using Gravity = std::function<Vector3(double t, int order)>;

    /// One Sleeve per ReducedModelData::sleeves; which directions are free may
    /// differ from the training. Throws Error if something does not fit.
    ReducedModel(std::shared_ptr<const ReducedModelData> data,
                 std::vector<Sleeve> sleeves,
                 Gravity gravity,
                 bool inertia,
                 ReducedInputs inputs = {});
    ~ReducedModel() override;

    const ReducedModelData &data() const
    {
      return *model;
    }
    /// Undeformed, or at the start of the data. The body moves with its
    /// sleeves: their velocity at the time is extended into it as in statics.
    State initial_state(double time = 0) const;
    /// The same, but the body is at rest, only its supports move: the start of
    /// a full model.
    State state_at_rest(double time = 0) const;

    int n_multipliers() const override;
    ConstraintKind constraint_kind() const override;

    Evaluation mass(const Vector &q, MatrixRef M) const override;
    Evaluation
    force(double t, const Vector &q, const Vector &v, Vector &g) const override;
    void constraint(double t,
                    const Vector &q,
                    const Vector &lambda,
                    Vector &Phi) const override;
    void
    constraint_jacobian(double t, const Vector &q, MatrixRef B) const override;
    void constraint_compliance(double t,
                               const Vector &q,
                               const Vector &lambda,
                               MatrixRef C) const override;
    void
    constraint_rate(double t, const Vector &q, Vector &Phi_t) const override;
    void constraint_curvature(double t,
                              const Vector &q,
                              const Vector &v,
                              Vector &curvature) const override;
    Evaluation stiffness(const State &state, MatrixRef K) const override;
    Evaluation damping(const State &state, MatrixRef D) const override;
    /// That of the contacts.
    bool sudden_force(const State &state, Vector &g) const override;
    bool sudden_stiffness(const State &state, MatrixRef K) const override;
    double typical_size() const override;

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
    double increment_norm(const Blocks &increment) const override;

    /// Throws ComputationFailed where the residual cannot be evaluated. The
    /// second form keeps the memory of `seen`.
    ReducedObservation observe(const State &state) const;
    void observe(const State &state, ReducedObservation &seen) const;
    /// Motions, rotation vectors and reactions alone, which cost next to
    /// nothing after a residual.
    void observe_sleeves(const State &state, ReducedObservation &seen) const;

    /// Without the second cubature, which costs as much as a force.
    RangePart range_part(const State &state) const;

    /// r (order 0), its rate (1) or its acceleration (2, zero in statics) at a
    /// state.
    Vector coordinates(const State &state, int order) const;

    /// Rows of all of r at a state: those of rho are the reactions. Valid until
    /// the next call.
    Evaluation all_rows(const State &state, const Vector *&rows) const;

    /// Changes of r, r' and r''.
    using Direction = std::array<Vector, 3>;

    /// Place the model at a state for the functions that follow.
    Evaluation set_place(const State &state) const;
    /// Change of all rows of r and of the constraint along a direction.
    void change_of_rows(const Direction &direction,
                        Vector &rows,
                        Vector &constraint) const;
    /// Change of r, r' and r'' if the unknowns of a step change by y in the Lie
    /// algebra, i.e. the configuration by w = T y, v by weights.v y and a by
    /// weights.a y.
    void direction_of_unknowns(const Vector &w,
                               const Vector &y,
                               const TangentWeights &weights,
                               Direction &direction) const;
    /// B^T lambda at the place.
    void add_constraint_forces(const Vector &lambda, Vector &rows) const;
    const ReducedKinematics &kinematics() const;

  private:
    struct Workspace;

    /// f(r) at the place of the workspace, computed if it is not known.
    Evaluation evaluate_force(double t, Need need) const;
    void evaluate_jacobian() const; ///< B(r), the same
    /// rows = M r'' + D r' + f(r) + B^T lambda - gravity; lambda may be null.
    Evaluation set_rows(double t, const Vector *lambda) const;
    /// Rows of the unknowns with the sleeves' own forces.
    void gather_residual(double t, Eigen::Ref<Vector> result) const;
    Vector3 gravity_at(double t, int order) const;
    int motion_order() const
    {
      return inertia ? 2 : 0;
    }
    /// K + sum lambda_i d2c_i/dr2 at the place of the workspace.
    Evaluation set_stiffness(double t, const Vector &lambda) const;
    /// A matrix over r seen from the unknowns; the columns of the free
    /// directions are those of the workspace.
    void reduce(const Matrix &over_r, MatrixRef result) const;
    /// The same with columns over_r * S.
    void reduce_linear(const Matrix &over_r, MatrixRef result) const;
    /// Rows and changes of loads of the workspace, seen from the unknowns.
    void gather_change(Blocks &result) const;
    /// rows -= v F(r) of all loads with their values v at t, their rates
    /// (order 1), or their changes until t + h if h is not zero.
    void subtract_loads(double t, int order, double h) const;
    /// dN/dp of the pressure points; false where there is none.
    bool evaluate_pressures(const Vector &lambda, bool with_compliance) const;
    double mahalanobis_distance(const Vector &r) const;
    Trust trust(const ReducedObservation &seen) const;
    /// Of the place of the workspace, without poses and second cubature.
    Trust trust_of_coordinates() const;
    double second_cubature() const; ///< Trust::second_cubature, the same
    bool pose_is_trained(int sleeve,
                         const Vector3 &translation,
                         const Vector3 &rotation) const;

    std::shared_ptr<const ReducedModelData> model;
    Gravity gravity;
    ReducedInputs inputs;
    bool inertia;
    bool is_rigid;
    std::unique_ptr<Workspace> work;
  };
} // namespace rivlin
