// SPDX-License-Identifier: Apache-2.0
// The stage loop of Rosenbrock methods (Becker 2012, Section 5.1).
#include <rivlin/dynamics/rosenbrock.h>

#include <rivlin/base/error.h>
#include <rivlin/base/text.h>
#include <rivlin/dynamics/local_coordinates.h>

#include <Eigen/LU>

#include <cmath>
#include <utility>

namespace rivlin
{
  Rosenbrock::Rosenbrock(const MechanicalSystem &mechanical_system,
                         const RosenbrockMethod &rosenbrock_method,
                         const RosenbrockOptions &rosenbrock_options)
    : TimeIntegrator(mechanical_system)
    , system(mechanical_system)
    , space(system.space())
    , is_flat(system.is_flat())
    , method(rosenbrock_method)
    , options(rosenbrock_options)
    , level(system.constraint_kind() == ConstraintKind::rigid
              ? options.rigid_level
              : ConstraintLevel::position)
    , tangent(system.make_tangent())
    , stage_tangent(is_flat ? nullptr
                            : dynamic_cast<StageTangent *>(tangent.get()))
    , consistency(system, options.consistency)
  {
    if (!is_flat && stage_tangent == nullptr)
      throw Error(message(method.name,
                          " needs the tangent of its stages on the Lie group "
                          "of this system, which the system does not give. "
                          "Choose generalized alpha or BLieDF."));
    if (!(options.tolerances.absolute > 0) ||
        !(options.tolerances.relative >= 0))
      throw Error(message("The absolute tolerance must be positive (is ",
                          options.tolerances.absolute,
                          ") and the relative one not negative (is ",
                          options.tolerances.relative,
                          ")."));
    if (options.adaptive && method.embedded_order < 1)
      throw Error(message(method.name,
                          " has no embedded method to estimate its error with. "
                          "Use constant steps or another method."));
    if (level == ConstraintLevel::velocity)
      throw Error(
        "Rosenbrock methods take rigid constraints at the position or "
        "the acceleration level. Choose one of them.");

    const double R = properties(method).R_infinity;
    if (system.constraint_kind() == ConstraintKind::rigid &&
        level == ConstraintLevel::position && !(std::abs(R) < 1 - 1e-9))
      throw Error(message(method.name,
                          " has the stability function ",
                          R,
                          " at infinity and does not converge for rigid "
                          "constraints at the position level. Use the "
                          "acceleration level, a finite bulk modulus or a "
                          "method with |R(infinity)| < 1."));

    const int n  = method.n_stages();
    Matrix alpha = Matrix::Zero(n, n), Gamma = Matrix::Zero(n, n);
    for (int i = 0; i < n; ++i)
      {
        for (int j = 0; j < i; ++j)
          {
            alpha(i, j) = method.alpha[i][j];
            Gamma(i, j) = method.Gamma[i][j];
          }
        Gamma(i, i) = method.gamma;
        int same    = i;
        for (int j = 0; j < i && same == i; ++j)
          if (alpha.row(j) == alpha.row(i))
            same = j;
        same_residual_as.push_back(same);
      }
    const Matrix Gamma_inverse =
      Gamma.triangularView<Eigen::Lower>().solve(Matrix::Identity(n, n));
    const Vector b     = Eigen::Map<const Vector>(method.b.data(), n);
    const Vector b_hat = Eigen::Map<const Vector>(method.b_hat.data(), n);
    a_matrix           = (alpha * Gamma_inverse).transpose();
    c_matrix =
      (Matrix::Identity(n, n) / method.gamma - Gamma_inverse).transpose();
    m         = Gamma_inverse.transpose() * b;
    m_error   = Gamma_inverse.transpose() * (b - b_hat);
    alpha_sum = alpha.rowwise().sum();
    gamma_sum = Gamma.rowwise().sum();
    stages.resize(n);
    residuals.resize(n);
    known_state.time = std::nan("");
  }

  std::string_view Rosenbrock::name() const
  {
    return method.name;
  }

  const Counters &Rosenbrock::counters() const
  {
    return count;
  }

  std::vector<MemoryEntry> Rosenbrock::empty_memory() const
  {
    return {numbers("step size and error", 2)};
  }

  void Rosenbrock::prepare(State &state)
  {
    consistency.start(state, count);
  }

  bool Rosenbrock::refuse(std::string reason)
  {
    report.accepted = false;
    report.reason   = std::move(reason);
    return false;
  }

  Evaluation Rosenbrock::residual_at(const State &state, Blocks &result)
  {
    ++count.residuals;
    Evaluation evaluation = system.residual(state, level, result);
    if (evaluation.valid && !std::isfinite(system.residual_norm(result)))
      return {false, "the residual is not a finite number"};
    return evaluation;
  }

  bool Rosenbrock::is_known(const State &state)
  {
    // Accepted variables leave the residual the same but for its last digits.
    if (!state.points.empty())
      return false;
    if (!system.is_distributed())
      return known_state.time == state.time && known_state.q == state.q &&
             known_state.v == state.v && known_state.a == state.a &&
             known_state.lambda == state.lambda;
    // All processes must come to the same answer: ask for global norms.
    if (!(known_state.time == state.time))
      return false;
    const auto zero = [&](const Vector &x, const Vector &y) {
      error.q = x - y;
      return system.increment_norm(error) == 0;
    };
    error.lambda = known_state.lambda - state.lambda;
    return zero(known_state.q, state.q) && zero(known_state.v, state.v) &&
           zero(known_state.a, state.a);
  }

  Evaluation Rosenbrock::time_derivative(const State &state, const double h)
  {
    switch (system.time_dependence())
      {
        case TimeDependence::none:
          time_slope.q.setZero(state.v.size());
          time_slope.lambda.setZero(state.lambda.size());
          return {};
        case TimeDependence::given:
          return system.time_derivative(state, level, time_slope);
        case TimeDependence::differences:
          break;
      }
    // Forward difference with tau = 1e-6 h: its error tau/2 r_tt is 5e-7 of
    // what r changes in a step, its rounding error 1e-10 of r.
    stage_state      = state;
    stage_state.time = state.time + 1e-6 * h;
    const double tau = stage_state.time - state.time;
    if (Evaluation evaluation = residual_at(stage_state, time_slope);
        !evaluation.valid)
      return evaluation;
    time_slope.q      = (time_slope.q - residuals[0].q) / tau;
    time_slope.lambda = (time_slope.lambda - residuals[0].lambda) / tau;
    return {};
  }

  void Rosenbrock::combine(const State &state,
                           const Eigen::Ref<const Vector> &weights,
                           const int n,
                           State &x)
  {
    theta.setZero(state.v.size());
    x.v      = state.v;
    x.a      = state.a;
    x.lambda = state.lambda;
    for (int j = 0; j < n; ++j)
      if (weights(j) != 0)
        {
          theta += weights(j) * stages[j].theta;
          x.v += weights(j) * stages[j].v;
          x.a += weights(j) * stages[j].a;
          x.lambda += weights(j) * stages[j].lambda;
        }
    system.retract(state.q, theta, x.q);
  }

  Evaluation Rosenbrock::linearize(const State &state, const double h)
  {
    const double w               = 1 / (h * method.gamma);
    const TangentWeights weights = {1,
                                    w,
                                    w * w,
                                    options.scaling ? 1 / (w * w) : 1};
    if (stage_tangent == nullptr)
      return tangent->linearize(state, level, weights);
    turn = state.v / w;
    return stage_tangent->linearize_stage(state, level, weights, turn);
  }

  Evaluation Rosenbrock::run_stages(const State &state, const double h)
  {
    const double w = 1 / (h * method.gamma);
    for (int i = 0; i < method.n_stages(); ++i)
      {
        combine(state, a_matrix.col(i), i, stage_state);
        stage_state.time = state.time + alpha_sum(i) * h;
        const int same   = same_residual_as[i];
        if (same == i && i > 0)
          if (Evaluation evaluation = residual_at(stage_state, residuals[i]);
              !evaluation.valid)
            return evaluation;

        // theta' = T(theta)^-1 v with the derivatives v - [v_n, theta]/2 and
        // v' = a give u_v = w (I + ad(turn)/2) u_theta - p and
        // u_a = w u_v - s. The unknown is u = (I + ad(turn)/2) u_theta.
        p = stage_state.v;
        if (!is_flat)
          local_rate(space, theta, stage_state.v, p);
        s = stage_state.a;
        for (int j = 0; j < i; ++j)
          {
            p += c_matrix(j, i) / h * stages[j].theta;
            s += c_matrix(j, i) / h * stages[j].v;
          }
        const double slope = gamma_sum(i) * h;
        rhs.q              = -residuals[same].q - slope * time_slope.q;
        rhs.lambda = -residuals[same].lambda - slope * time_slope.lambda;
        tangent->apply(1, w, p, product);
        rhs.q += product.q;
        rhs.lambda += product.lambda;
        tangent->apply(0, 1, s, product);
        rhs.q += product.q;
        rhs.lambda += product.lambda;

        ++count.solves;
        if (Evaluation evaluation = tangent->solve(rhs, u); !evaluation.valid)
          return evaluation;
        Stage &stage = stages[i];
        stage.theta  = u.q;
        if (!is_flat)
          multiply_by_stage_operator(space, turn, stage.theta);
        stage.v      = w * u.q - p;
        stage.a      = w * stage.v - s;
        stage.lambda = u.lambda;
      }
    return {};
  }

  Evaluation Rosenbrock::compute_stages(const State &state, const double h)
  {
    Evaluation evaluation;
    if (is_known(state))
      residuals[0] = known_residual;
    else
      evaluation = residual_at(state, residuals[0]);
    if (evaluation.valid)
      evaluation = time_derivative(state, h);
    if (evaluation.valid)
      {
        ++count.tangents;
        ++count.factorizations;
        evaluation = linearize(state, h);
      }
    if (evaluation.valid)
      evaluation = run_stages(state, h);
    return evaluation;
  }

  bool Rosenbrock::error_is_small(const State &state, const double h)
  {
    error.q.setZero(state.v.size());
    error.lambda.setZero(state.lambda.size());
    velocity_error.setZero(state.v.size());
    for (int j = 0; j < method.n_stages(); ++j)
      {
        error.q += m_error(j) * stages[j].theta;
        error.lambda += m_error(j) * stages[j].lambda;
        velocity_error += m_error(j) * stages[j].v;
      }
    report.error_estimate = system.error_norm(
      state, trial, error, velocity_error, options.tolerances);
    const bool small = report.error_estimate <= 1;
    const double e =
      std::isfinite(report.error_estimate) ? report.error_estimate : 1e10;
    const Vector &last_step = state.memory[0].values;
    report.proposed_step    = proposed_step(options.control,
                                         h,
                                         e,
                                         method.embedded_order + 1,
                                         small,
                                         {last_step(0), last_step(1)});
    return small;
  }

  const StepReport &Rosenbrock::attempt(State &state, const double h)
  {
    report.reset(state.time, h);
    copy_points(state, stage_state);
    copy_points(state, trial);
    Evaluation evaluation = compute_stages(state, h);
    if (!evaluation.valid)
      {
        refuse(message("A stage of ",
                       method.name,
                       " failed: ",
                       evaluation.reason,
                       ". Reduce the step size."));
        return report;
      }

    combine(state, m, method.n_stages(), trial);
    trial.time      = state.time + h;
    report.accepted = true;
    if (options.adaptive && !error_is_small(state, h))
      {
        refuse(message("The estimated error is ",
                       report.error_estimate,
                       " times the tolerance. Reduce the step size."));
        return report;
      }

    if (level == ConstraintLevel::acceleration)
      {
        evaluation = consistency.project(trial, count);
        if (evaluation.valid)
          evaluation = consistency.accelerations(trial, count);
      }
    if (evaluation.valid)
      evaluation = residual_at(trial, known_residual);
    if (!evaluation.valid)
      {
        report.proposed_step = 0;
        refuse(message("The new state is invalid: ",
                       evaluation.reason,
                       ". Reduce the step size."));
        return report;
      }
    report.residual_norm      = system.residual_norm(known_residual);
    state.memory[0].values(0) = h;
    state.memory[0].values(1) = report.error_estimate;
    copy_motion(trial, state);
    copy_motion(trial, known_state);
    return report;
  }
} // namespace rivlin
