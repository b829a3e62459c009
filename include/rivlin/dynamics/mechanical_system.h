// SPDX-License-Identifier: Apache-2.0
// The one contract between mechanical systems and time integrators.
#pragma once

#include <rivlin/dynamics/configuration_space.h>
#include <rivlin/dynamics/state.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace rivlin
{
  /// How the multipliers enter: not at all, as Lagrange multipliers of rigid
  /// constraints (dPhi/dlambda = 0: joints, kappa = infinity), or with a
  /// regular dPhi/dlambda (mixed elasticity with finite kappa).
  enum class ConstraintKind
  {
    none,
    rigid,
    compliant
  };

  /// Which derivative of the constraint stands in the lower block: Phi, dPhi/dt
  /// or d2Phi/dt2.
  enum class ConstraintLevel
  {
    position,
    velocity,
    acceleration
  };

  /// Weights of the tangent c_q d/dq + c_v d/dv + c_a d/da.
  struct TangentWeights
  {
    double q = 1;
    double v = 0;
    double a = 0;
    /// s of the scaling diag(s, 1) S diag(1, 1/s) of the tangent before it is
    /// factorized (Arnold and Bruls 2007, eq. 10: s = beta h^2). It changes
    /// rounding errors only; a tangent whose solver scales may ignore it.
    double scaling = 1;
  };

  /// Whether the equations contain time explicitly.
  enum class TimeDependence
  {
    none,       ///< autonomous
    given,      ///< time_derivative() is implemented
    differences ///< integrators have to form difference quotients
  };

  /// Bounds of the local error, per unknown: absolute + relative * size.
  struct Tolerances
  {
    double absolute = 1e-6;
    double relative = 1e-6;
    /// Measure errors of v as h v and of lambda as h^2 lambda: near index 3 the
    /// estimates are one and two orders too pessimistic otherwise.
    bool scale_with_step = true;
  };

  /// Outcome of an evaluation that may fail in the normal life of nonlinear
  /// mechanics (an inverted element, a singular matrix). Not an exception: the
  /// step control decides. Under MPI all ranks get the same outcome.
  struct Evaluation
  {
    bool valid = true;
    std::string reason; ///< empty if valid; otherwise what, numbers, remedy
  };

  /// A linearization of a system: matrix, sparsity and factorization in one
  /// reusable workspace.
  class Tangent
  {
  public:
    virtual ~Tangent() = default;

    /// Assemble and factorize the tangent of the residual at `state`,
    ///   [ c_q K + c_v D + c_a M   B^T          ]
    ///   [ c_q B                   dPhi/dlambda ]   (position level).
    /// On the other levels the lower left block is c_q d/dq + c_v d/dv +
    /// c_a d/da of the residual's lower block: at the acceleration level with
    /// weights (0, 0, 1) it is B. Other weights at the acceleration level are
    /// asked for only by methods told to use that formulation.
    /// `increment` is the increment in the Lie algebra of the current step, by
    /// whose tangent operator the position derivative is multiplied on Lie
    /// groups; flat systems ignore it.
    [[nodiscard]] virtual Evaluation
    linearize(const State &state,
              ConstraintLevel level,
              const TangentWeights &weights,
              const Vector *increment = nullptr) = 0;

    /// Solve with the last factorization; as many right-hand sides as wanted.
    [[nodiscard]] virtual Evaluation solve(const Blocks &rhs,
                                           Blocks &x) const = 0;

    /// y = (c_v D + c_a M) x at the state of the last linearization; the lower
    /// block is the same combination of derivatives of the constraint row, zero
    /// at the position level.
    virtual void
    apply(double c_v, double c_a, const Vector &x, Blocks &y) const = 0;
  };

  /// M(q) a + g(t, q, v) + B(q)^T lambda = 0,  Phi(t, q, lambda) = 0.
  ///
  /// A system answers two questions: what is your residual, and what is your
  /// tangent with given weights? Newton iterations, stages, step control and
  /// history belong to the integrators.
  ///
  /// A system may remember more than q and v, at points of the body: viscous
  /// stresses, the slip of a face with friction. These variables are
  /// State::points, and the contract about them is:
  /// - initial_points() says which there are, with their values in a body that
  ///   was never loaded; the system's own initial states contain them. start()
  ///   of an integrator gives them to a state that has none and refuses a state
  ///   that has others.
  /// - While a step is computed they are constants, the values at
  ///   State::point_time. At a later State::time the residual takes the
  ///   variables that the system's own update over time - point_time gives from
  ///   them and from q, and the tangent contains the derivative of this update.
  ///   Newton iterations, stages and starting procedures write nothing: they
  ///   may go forth and back in q and time as they like.
  /// - accept() writes the values of the update into a finished state. It is
  ///   called once per accepted step, by TimeIntegrator::step, and never for a
  ///   refused one. The residual of the state is afterwards what it was before,
  ///   up to rounding errors.
  /// - The residual depends on time through the update: TimeDependence::none is
  ///   wrong for such a system.
  /// - No method is of higher order than the update, and no error estimate sees
  ///   its error.
  /// Each rank has the variables of its own cells and faces; the layout is that
  /// of PointVariables.
  class MechanicalSystem
  {
  public:
    virtual ~MechanicalSystem() = default;

    /// Number of (locally owned) velocities and multipliers.
    virtual int n_velocities() const  = 0;
    virtual int n_multipliers() const = 0;

    /// Number of (locally owned) coordinates; more than n_velocities() where
    /// the configuration space is a Lie group with redundant coordinates.
    virtual int n_positions() const;

    /// The Lie group of the configurations; derivatives with respect to q are
    /// along q o exp(s w) (Bruls et al. 2012, eq. 9). Default: R^n. Called at
    /// the construction of integrators, not in their steps.
    virtual ConfigurationSpace space() const;

    /// Whether the space is R^n on all processes. Default: space().is_flat().
    virtual bool is_flat() const;

    /// result = q o exp(increment); q + increment on flat spaces (default).
    virtual void
    retract(const Vector &q, const Vector &increment, Vector &result) const;

    virtual ConstraintKind constraint_kind() const = 0;

    /// Residual of both equations at `state`.
    [[nodiscard]] virtual Evaluation residual(const State &state,
                                              ConstraintLevel level,
                                              Blocks &result) const = 0;

    /// Variables at points, as they are in a body that was never loaded.
    /// Default: none.
    virtual std::vector<PointVariables> initial_points() const;

    /// Bring state.points from state.point_time to state.time, where the state
    /// is that of a finished step. Changes nothing else, does not fail, and
    /// allocates nothing. Default: nothing to do.
    virtual void accept(State &state) const;

    /// First-order change of the residual when time goes from state.time to
    /// state.time + h while q, v, a and lambda stay: what prescribed motion and
    /// loads do. Used by the predictor of statics, so that driven boundaries
    /// carry the interior along. Default: the difference of two residuals.
    [[nodiscard]] virtual Evaluation
    residual_change(const State &state, double h, Blocks &result) const;

    /// Derivative of the residual with respect to time while everything else
    /// stays (Rosenbrock methods). Called only if `given`.
    virtual TimeDependence time_dependence() const;
    [[nodiscard]] virtual Evaluation time_derivative(const State &state,
                                                     ConstraintLevel level,
                                                     Blocks &result) const;

    virtual std::unique_ptr<Tangent> make_tangent() const = 0;

    /// Whether the vectors are parts of longer ones on several processes.
    /// Integrators that form norms themselves (SUNDIALS IDA) refuse
    /// such systems. Default: false.
    virtual bool is_distributed() const;

    /// Size of an increment (dq, dlambda) relative to what is large for this
    /// system; global under MPI. Newton stops and damps by it. A value of 1
    /// means "as large as the part itself", 1e-8 is far below any tolerance of
    /// interest. Default: root mean square over (dq, dlambda).
    virtual double increment_norm(const Blocks &increment) const;

    /// Norm of a residual, for the log only; global under MPI. Default:
    /// Euclidean.
    virtual double residual_norm(const Blocks &residual) const;

    /// Work of the upper part of a residual in an increment of q; global under
    /// MPI. Default: their product.
    virtual double work(const Vector &force, const Vector &increment) const;

    /// Size of an estimated error of a step from state_n to state_np in (q,
    /// lambda) and in v, relative to the tolerances: a step is accepted if it
    /// is at most 1. Global under MPI. Default: increment_norm of both parts
    /// over absolute + relative, so the tolerances are relative to "as large as
    /// the part itself".
    virtual double error_norm(const State &state_n,
                              const State &state_np,
                              const Blocks &error,
                              const Vector &velocity_error,
                              const Tolerances &tolerances) const;
  };

  /// Throws Error unless the configuration space of the system is R^n.
  void require_flat(const MechanicalSystem &system, std::string_view method);
} // namespace rivlin
