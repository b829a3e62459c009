// SPDX-License-Identifier: Apache-2.0
// Small systems with dense matrices: a matter of M, g, Phi and B.
#pragma once

#include <rivlin/dynamics/mechanical_system.h>

namespace rivlin
{
  /// M(q) a + g(t, q, v) + G(t, q)^T lambda = 0, Phi(t, q, lambda) = 0 with
  /// B = dPhi/dq and, unless said otherwise, G = B. Derived classes give these;
  /// the derivatives that the tangent needs are difference quotients unless
  /// they are given too.
  class DenseSystem : public MechanicalSystem
  {
  public:
    /// Results have the right size on entry and arbitrary content.
    virtual Evaluation mass(const Vector &q, MatrixRef M) const = 0;
    virtual Evaluation
    force(double t, const Vector &q, const Vector &v, Vector &g) const = 0;
    virtual void constraint(double t,
                            const Vector &q,
                            const Vector &lambda,
                            Vector &Phi) const;
    virtual void
    constraint_jacobian(double t, const Vector &q, MatrixRef B) const;
    /// G, whose rows are the directions of the constraint forces. Default: B.
    virtual void force_directions(double t, const Vector &q, MatrixRef G) const;
    /// dPhi/dlambda; zero by default (rigid).
    virtual void constraint_compliance(double t,
                                       const Vector &q,
                                       const Vector &lambda,
                                       MatrixRef C) const;
    /// dPhi/dt at fixed q, and d2Phi/dt2 - B a, of rigid constraints. Default:
    /// differences of the constraint and of its Jacobian.
    virtual void
    constraint_rate(double t, const Vector &q, Vector &Phi_t) const;
    virtual void constraint_curvature(double t,
                                      const Vector &q,
                                      const Vector &v,
                                      Vector &curvature) const;

    /// K = d/dq (M a + g + B^T lambda) and D = dg/dv. Default: central
    /// differences.
    virtual Evaluation stiffness(const State &state, MatrixRef K) const;
    virtual Evaluation damping(const State &state, MatrixRef D) const;

    /// The part of the forces g that comes and goes from one iteration to the
    /// next, as that of contact does, and costs little beside the rest; it
    /// depends on t and q alone. False, and nothing written: there is none at
    /// this state. Default: false. And its derivative, a part of K.
    virtual bool sudden_force(const State &state, Vector &g) const;
    virtual bool sudden_stiffness(const State &state, MatrixRef K) const;

    /// Derivatives of the constraint's second time derivative B a + curvature
    /// with respect to q and v, for methods that use rigid constraints at the
    /// acceleration level. Default: central differences.
    virtual void acceleration_derivatives(const State &state,
                                          MatrixRef by_q,
                                          MatrixRef by_v) const;

    /// Lower bound of the size of a coordinate or velocity, for differences.
    virtual double typical_size() const;

    /// Put together from the functions above; a derived class may do it at
    /// lower cost, with the same result.
    Evaluation residual(const State &state,
                        ConstraintLevel level,
                        Blocks &result) const override;
    std::unique_ptr<Tangent> make_tangent() const override;

    /// Root mean square over all entries of q, v and lambda of
    /// error / (absolute + relative * size).
    double error_norm(const State &state_n,
                      const State &state_np,
                      const Blocks &error,
                      const Vector &velocity_error,
                      const Tolerances &tolerances) const override;

  private:
    /// Of the configuration along the i-th direction of velocities.
    virtual double size_along(const Vector &q, int i) const;
  };

  /// A dense system whose configuration space is a Lie group. In DenseSystem's
  /// functions derivatives with respect to q are along q o exp(s w): K, B and
  /// the like have n_velocities() columns.
  class DenseLieSystem : public DenseSystem
  {
  public:
    explicit DenseLieSystem(ConfigurationSpace configuration_space);

    int n_velocities() const final;
    int n_positions() const final;
    ConfigurationSpace space() const final;
    void retract(const Vector &q,
                 const Vector &increment,
                 Vector &result) const final;

  private:
    double size_along(const Vector &q, int i) const final;

    ConfigurationSpace group;
  };
} // namespace rivlin
