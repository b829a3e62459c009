// SPDX-License-Identifier: Apache-2.0
// A tangent that serves several steps and can be stored with a state.
#pragma once

#include <rivlin/dynamics/mechanical_system.h>

namespace rivlin
{
  /// What is kept is the matrix without sudden forces (contact). It is numbers
  /// of a state, so that a state which is restored goes on to the bit: the
  /// factorization follows from the matrix, and the sudden forces from the
  /// state at hand.
  class KeptTangent : public Tangent
  {
  public:
    virtual int n_numbers() const = 0;
    /// Of the last linearization. `numbers` has the right size.
    virtual void store(Vector &numbers) const = 0;
    /// Be the tangent that was stored; zeros, at first, stand for none. Before
    /// it can solve, update_sudden_forces() has to be called.
    virtual void load(const Vector &numbers) = 0;
    /// Whether there is a tangent, with weights close to these.
    virtual bool fits(const TangentWeights &weights) const = 0;
    /// Let the sudden forces be those at `state` and factorize if anything is
    /// new; `increment` as for linearize().
    [[nodiscard]] virtual Evaluation
    update_sudden_forces(const State &state, const Vector *increment) = 0;
    /// Broyden's correction: after the increment x the residual was `missed`
    /// where the tangent had foreseen zero. `next` is -J^-1 missed and becomes
    /// that of the corrected J. False: nothing was done, since it would be
    /// singular or there were many corrections since the factorization.
    virtual bool learn(const Blocks &x, const Blocks &missed, Blocks &next) = 0;
    /// Whether the factorization contains any.
    virtual bool has_sudden_forces() const = 0;
    /// Those at `state`, as rows of q; zero and false: there are none.
    virtual bool sudden_forces(const State &state, Vector &force) const = 0;
    /// result -= s C x and x^T C x with their stiffness C in the factorization.
    virtual void
    subtract_sudden(double s, const Vector &x, Vector &result) const = 0;
    virtual double sudden_work(const Vector &x) const                = 0;
  };
} // namespace rivlin
