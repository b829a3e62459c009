// SPDX-License-Identifier: Apache-2.0
// A tangent whose factorization serves several linearizations and steps.
#pragma once

#include <rivlin/dynamics/mechanical_system.h>

namespace rivlin
{
  /// Where a tangent was factorized, and what it has cost since. The numbers
  /// belong to the state of an integrator, so that a state which is restored
  /// goes on to the bit: the factorization follows from the place.
  struct FactorizedPlace
  {
    bool exists = false;
    double time = 0;
    Vector q, v, a, lambda;
    Vector increment; ///< as for Tangent::linearize; zero if there was none
    TangentWeights weights;
    double n_tangents = 0; ///< linearizations that it served
    /// Applications of the factorization, for all of these tangents and for
    /// the last one.
    double spent      = 0;
    double spent_last = 0;
  };

  /// The place of a state, not yet factorized; `increment` may be null.
  FactorizedPlace place_of(const State &state,
                           const TangentWeights &weights,
                           const Vector *increment);
  /// Time, q, v, a and lambda of the place.
  State state_of(const FactorizedPlace &place);

  /// A place as entries in the memory of an integrator, and back. The entries
  /// begin with the one at `first`.
  std::vector<MemoryEntry> empty_place(const MechanicalSystem &system);
  void store_place(const FactorizedPlace &place,
                   std::vector<MemoryEntry> &memory,
                   std::size_t first);
  FactorizedPlace stored_place(const std::vector<MemoryEntry> &memory,
                               std::size_t first);

  /// What a Tangent offers besides, if it can solve with its current matrix
  /// and an older factorization as preconditioner.
  class KeptFactorization
  {
  public:
    virtual ~KeptFactorization() = default;

    /// Keep factorizations from now on; false if this tangent cannot.
    virtual bool keep_factorizations() = 0;

    /// Of the factorization at hand.
    virtual const FactorizedPlace &factorized_place() const = 0;
    /// Have the factorization of that place, which is made again unless it is
    /// at hand. A place that does not exist stands for none. Where it fails
    /// there is none.
    [[nodiscard]] virtual Evaluation
    go_back_to(const FactorizedPlace &place) = 0;

    /// Tangent::solve with another bound of the error relative to the solution.
    [[nodiscard]] virtual Evaluation
    solve_roughly(const Blocks &rhs, double accuracy, Blocks &x) const = 0;

    /// Made so far.
    virtual long n_factorizations() const = 0;
  };
} // namespace rivlin
