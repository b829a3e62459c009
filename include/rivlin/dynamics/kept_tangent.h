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
    /// Whether the factorization contains any.
    virtual bool has_sudden_forces() const = 0;
  };
} // namespace rivlin
