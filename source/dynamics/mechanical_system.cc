// SPDX-License-Identifier: Apache-2.0
// Defaults of the contract for small systems on one process.
#include <rivlin/dynamics/mechanical_system.h>

#include <rivlin/base/error.h>
#include <rivlin/base/text.h>

#include <algorithm>
#include <cmath>

namespace rivlin
{
  int MechanicalSystem::n_positions() const
  {
    return n_velocities();
  }

  ConfigurationSpace MechanicalSystem::space() const
  {
    return vector_space(n_velocities());
  }

  bool MechanicalSystem::is_flat() const
  {
    return space().is_flat();
  }

  void MechanicalSystem::retract(const Vector &q,
                                 const Vector &increment,
                                 Vector &result) const
  {
    result = q + increment;
  }

  std::vector<PointVariables> MechanicalSystem::initial_points() const
  {
    return {};
  }

  void MechanicalSystem::accept(State &) const
  {}

  Evaluation MechanicalSystem::residual_change(const State &state,
                                               const double h,
                                               Blocks &result) const
  {
    Blocks old_residual;
    if (Evaluation evaluation =
          residual(state, ConstraintLevel::position, old_residual);
        !evaluation.valid)
      return evaluation;
    State shifted = state;
    shifted.time += h;
    if (Evaluation evaluation =
          residual(shifted, ConstraintLevel::position, result);
        !evaluation.valid)
      return evaluation;
    result.q -= old_residual.q;
    result.lambda -= old_residual.lambda;
    return {};
  }

  bool MechanicalSystem::is_distributed() const
  {
    return false;
  }

  TimeDependence MechanicalSystem::time_dependence() const
  {
    return TimeDependence::differences;
  }

  Evaluation MechanicalSystem::time_derivative(const State &,
                                               ConstraintLevel,
                                               Blocks &) const
  {
    return {false, "the system does not give its time derivative"};
  }

  double MechanicalSystem::increment_norm(const Blocks &increment) const
  {
    const auto n = increment.q.size() + increment.lambda.size();
    return std::sqrt(
      (increment.q.squaredNorm() + increment.lambda.squaredNorm()) /
      static_cast<double>(std::max<Eigen::Index>(n, 1)));
  }

  double MechanicalSystem::residual_norm(const Blocks &residual) const
  {
    return std::sqrt(residual.q.squaredNorm() + residual.lambda.squaredNorm());
  }

  double MechanicalSystem::work(const Vector &force,
                                const Vector &increment) const
  {
    return force.dot(increment);
  }

  double MechanicalSystem::error_norm(const State &state_n,
                                      const State &state_np,
                                      const Blocks &error,
                                      const Vector &velocity_error,
                                      const Tolerances &tolerances) const
  {
    const double h =
      tolerances.scale_with_step ? state_np.time - state_n.time : 1.;
    const Blocks scaled   = {error.q, h * h * error.lambda};
    const Blocks velocity = {h * velocity_error,
                             Vector::Zero(error.lambda.size())};
    return std::hypot(increment_norm(scaled), increment_norm(velocity)) /
           (tolerances.absolute + tolerances.relative);
  }

  void require_flat(const MechanicalSystem &system,
                    const std::string_view method)
  {
    if (system.is_flat())
      return;
    throw Error(
      message(method,
              " adds increments to coordinates; it would leave the "
              "Lie group of this system, which has ",
              system.n_positions(),
              " coordinates and ",
              system.n_velocities(),
              " velocities. Choose generalized alpha, BLieDF or a Rosenbrock "
              "method."));
  }
} // namespace rivlin
