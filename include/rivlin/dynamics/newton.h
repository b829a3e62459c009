// SPDX-License-Identifier: Apache-2.0
// The damped Newton iteration shared by statics and the implicit methods.
#pragma once

#include <rivlin/dynamics/kept_factorization.h>
#include <rivlin/dynamics/kept_tangent.h>
#include <rivlin/dynamics/time_integrator.h>

#include <limits>
#include <memory>

namespace rivlin
{
  struct NewtonOptions
  {
    /// Bound of the last increment in MechanicalSystem::increment_norm.
    double tolerance   = 1e-9;
    int max_iterations = 15;
    double min_damping = 1e-3;
    /// Keep the tangent as long as the increments contract by a factor 4.
    bool modified = false;
    /// Keep the tangent over the steps, too, as long as the increments contract
    /// quickly (doc/theory/online.md). Has no effect on systems whose tangent
    /// cannot be stored with a state.
    bool keep_over_steps = false;
    /// Make new tangents, but solve with an old factorization as
    /// preconditioner while it serves, over the steps, too
    /// (doc/theory/linear_solvers.md). For integrators that store its place;
    /// has no effect on systems whose tangent cannot do that.
    bool keep_factorization = false;
    /// Take full steps even if the increments grow at first. Where a stiff and
    /// a soft direction are coupled (thin beams with large steps) the natural
    /// monotonicity test refuses good steps and the damping gets stuck.
    bool full_steps = false;
    /// With full steps: where the increments do not contract, as in contact or
    /// at a limit point, go downhill in the energy instead. So an equilibrium
    /// is found beyond a limit point too, the one that a slow motion falls to.
    /// Needs a residual that is the derivative of an energy (statics, or one
    /// step of an implicit method).
    bool descend_energy = false;
    /// Give up after an increment so many times as large as the predictor; 0:
    /// never. An iteration that strays may still arrive, but then rounding
    /// decides whether and where: a shorter step is cheaper, and the same on
    /// any number of ranks.
    double most_growth = 0;
  };

  /// For states that the monotonicity test does not let pass: full steps,
  /// downhill where they do not contract. A jump past a limit point takes
  /// longer than Newton's method.
  NewtonOptions downhill(NewtonOptions options);

  /// How the unknowns of a step, the increment dq and lambda, enter the state:
  ///   q = q_0 o dq,  v = v_0 + c_v dq,  a = a_0 + c_a dq.
  /// Statics has c_v = c_a = 0; a one-step method for second order systems has
  /// its own two numbers.
  struct StepMap
  {
    Vector q_0;
    Vector v_0;
    Vector a_0;
    double c_v = 0;
    double c_a = 0;
    /// The multiplier rows are measured as multiplier_weight * dlambda.
    double multiplier_weight = 1;
    /// TangentWeights::scaling.
    double scaling = 1;
  };

  /// Solves r(state(dq, lambda)) = 0 at a fixed time by Newton's method with
  /// the error-oriented damping of Deuflhard, Newton Methods for Nonlinear
  /// Problems (2004), algorithm NLEQ-ERR: the natural monotonicity test
  /// compares increments, so scaling of the equations does not matter.
  class NewtonSolver
  {
  public:
    NewtonSolver(const MechanicalSystem &system, const NewtonOptions &options);

    /// Another way to the same solution, from the next call of solve() on.
    void set_options(const NewtonOptions &newton_options)
    {
      options = newton_options;
    }

    /// Linearize at `state` with the weights of the map and set
    /// unknown.q = -J^-1 right_hand_side, unknown.lambda += ... : the predictor
    /// of statics. False, with the reason in the report, if J is singular.
    bool predict(const StepMap &map,
                 const State &state,
                 const Blocks &right_hand_side,
                 Blocks &unknown,
                 StepReport &report);

    /// Iterate from `unknown` until it converges. `trial` has the time of the
    /// step; its other entries are results. `after_predictor`: the last tangent
    /// is close to the one needed, so first try a correction with it.
    /// Convergence is the return value; the report is written in either case.
    bool solve(const StepMap &map,
               State &trial,
               Blocks &unknown,
               bool after_predictor,
               StepReport &report);

    /// The tangent that is kept over the steps, as numbers of a state: how many
    /// they are (0: none is kept), be the one of these numbers, write the
    /// current one if it is another.
    int n_kept() const
    {
      return kept != nullptr ? kept->n_numbers() : 0;
    }
    void load_kept(const Vector &numbers);
    void store_kept(Vector &numbers);

    /// Whether a factorization is kept over the steps; if so, have the one
    /// whose place is in a memory whose entries empty_place() begin at `first`,
    /// and write the place of the one at hand.
    bool keeps_factorization() const
    {
      return factors != nullptr;
    }
    void load_place(const std::vector<MemoryEntry> &memory, std::size_t first);
    void store_place(std::vector<MemoryEntry> &memory, std::size_t first) const;

    Counters counters;

  private:
    /// What the damping of the next iteration is predicted from.
    struct Progress
    {
      double predicted_norm  = 0; ///< of the predictor, 0 without
      double norm            = 0; ///< of the last increment
      double damping         = 1; ///< of the last increment; < 0: turned round
      double simplified_norm = 0; ///< of the correction with the old tangent
      double residual_norm   = 0;
      /// Of the increments before the last one.
      double smallest_norm = std::numeric_limits<double>::infinity();
      bool have_simplified = false;
      bool keep_tangent    = false;
    };

    void
    set_state(const StepMap &map, const Blocks &unknown, State &trial) const;
    Evaluation evaluate(const State &trial, Blocks &result, double &norm);
    /// result = -J^-1 r with the last tangent.
    Evaluation correction(const Blocks &r, Blocks &result);
    /// The same, as good as a judge of the increment needs it.
    Evaluation judging_correction(const Blocks &r, Blocks &result);
    /// Linearize and count what was done.
    Evaluation linearize(const State &state,
                         const TangentWeights &weights,
                         const Vector *at);
    double measure(const StepMap &map, const Blocks &x);
    /// The next increment: with a new tangent, or the correction at hand.
    Evaluation direction(const StepMap &map,
                         const State &trial,
                         const Blocks &unknown,
                         bool keep_tangent);
    double
    predicted_damping(const StepMap &map, double norm, const Progress &last);
    /// Shorten the increment until the natural monotonicity test holds; the
    /// new point is in `candidate`. False with the obstacle otherwise.
    bool descend(const StepMap &map,
                 double norm,
                 const Blocks &unknown,
                 Progress &progress,
                 State &trial,
                 std::string &obstacle);
    /// Shorten the increment, or turn it round and shorten it, until the work
    /// of the residual in it has fallen by half; the new point is in
    /// `candidate`.
    bool descend_energy(const StepMap &map,
                        const Blocks &unknown,
                        Progress &progress,
                        State &trial,
                        std::string &obstacle);
    /// Iterate with the tangent at hand and make a new one only where the
    /// increments contract slowly. False: `unknown` is as before, and the
    /// damped method has to try.
    bool solve_kept(const StepMap &map,
                    State &trial,
                    Blocks &unknown,
                    StepReport &report);
    /// What an iteration with a kept tangent has seen so far.
    struct KeptProgress
    {
      double norm = 0;     ///< of the last increment; 0: there is none
      double rate = 1;     ///< contraction of the parts of an increment
      double left = 0;     ///< error of the increment, by its parts
      bool acts   = false; ///< whether there were sudden forces
    };
    /// The increment with which the tangent at hand and the sudden forces at
    /// its own end balance the residual: `increment`; `trial` has moved there.
    /// False: none was found.
    bool correct_kept(const StepMap &map,
                      const Blocks &unknown,
                      State &trial,
                      KeptProgress &progress);
    /// Correct the tangent by what the last increment has left, and `part`,
    /// the next one, with it.
    void learn(double norm, const KeptProgress &progress);
    bool update_kept(const State &trial, const Blocks &unknown);
    bool
    renew_kept(const StepMap &map, const State &trial, const Blocks &unknown);
    /// Add the last correction and evaluate the residual of the final state.
    bool finish(const StepMap &map,
                const Blocks &last,
                State &trial,
                Blocks &unknown,
                StepReport &report);

    const MechanicalSystem &system;
    NewtonOptions options;
    std::unique_ptr<Tangent> tangent;
    KeptTangent *kept; ///< the same, if it is kept over steps
    /// The same, if its factorizations are kept.
    KeptFactorization *factors;
    Blocks residual, increment, simplified, candidate, scratch;
    Blocks start;                                       ///< of solve_kept
    Blocks last_increment, part, part_residual, missed; ///< of solve_kept
    bool kept_is_new = false;                           ///< since load_kept()
    Vector sudden_n, sudden_np, unforeseen;
    Blocks restoring, falling; ///< the parts of an increment, descend_energy
  };
} // namespace rivlin
