// SPDX-License-Identifier: Apache-2.0
// Hairer and Wanner, Solving Ordinary Differential Equations II, 1996.
#include <rivlin/dynamics/radau5.h>

#include <rivlin/base/error.h>
#include <rivlin/base/text.h>

#include "radau5_matrices.h"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace rivlin
{
  namespace
  {
    const double root_6 = std::sqrt(6.);
  } // namespace

  Radau5::Radau5(const DenseSystem &dense_system,
                 const Radau5Options &radau_options)
    : TimeIntegrator(dense_system)
    , system(dense_system)
    , options(radau_options)
    , level(system.constraint_kind() == ConstraintKind::rigid
              ? options.rigid_level
              : ConstraintLevel::position)
    , matrices(std::make_unique<Matrices>())
    , consistency(system, options.consistency)
  {
    require_flat(system, "RADAU5");
    if (!(options.tolerances.absolute > 0) ||
        !(options.tolerances.relative > 0) || options.max_newton_iterations < 1)
      throw Error(message("RADAU5 needs positive tolerances (are ",
                          options.tolerances.absolute,
                          " and ",
                          options.tolerances.relative,
                          ") and at least one Newton iteration."));
    if (level == ConstraintLevel::velocity)
      throw Error(
        "RADAU5 takes rigid constraints at the position or the "
        "acceleration level. Choose one of them.");
    A << (88 - 7 * root_6) / 360, (296 - 169 * root_6) / 1800,
      (-2 + 3 * root_6) / 225, (296 + 169 * root_6) / 1800,
      (88 + 7 * root_6) / 360, (-2 - 3 * root_6) / 225, (16 - root_6) / 36,
      (16 + root_6) / 36, 1. / 9;
    c << (4 - root_6) / 10, (4 + root_6) / 10, 1;
    A_inverse = A.inverse();
    // T^-1 A^-1 T = diag(gamma, [alpha -beta; beta alpha]): the columns of T
    // are the real eigenvector and the parts of the complex one.
    const Eigen::EigenSolver<Eigen::Matrix3d> eigen(A_inverse);
    for (int i = 0; i < 3; ++i)
      if (std::abs(eigen.eigenvalues()(i).imag()) < 1e-8)
        {
          gamma    = eigen.eigenvalues()(i).real();
          T.col(0) = eigen.eigenvectors().col(i).real();
        }
      else if (eigen.eigenvalues()(i).imag() < 0)
        {
          // A^-1 (u + i w) = (alpha - i beta)(u + i w)
          alpha    = eigen.eigenvalues()(i).real();
          beta     = -eigen.eigenvalues()(i).imag();
          T.col(1) = eigen.eigenvectors().col(i).real();
          T.col(2) = eigen.eigenvectors().col(i).imag();
        }
    T_inverse = T.inverse();

    const int n = system.n_velocities(), m = system.n_multipliers();
    Matrices &x = *matrices;
    for (Matrix *matrix : {&x.K, &x.D, &x.M})
      matrix->setZero(n, n);
    for (Matrix *matrix : {&x.B, &x.G, &x.by_q, &x.by_v, &x.by_a})
      matrix->setZero(m, n);
    x.C.setZero(m, m);
    x.real_matrix.setZero(n + m, n + m);
    x.complex_matrix.setZero(n + m, n + m);
    x.real_rhs.setZero(n + m);
    x.complex_rhs.setZero(n + m);
    x.real_x.setZero(n + m);
    x.complex_x.setZero(n + m);
  }

  Radau5::~Radau5() = default;

  std::string_view Radau5::name() const
  {
    return "RADAU5";
  }

  const Counters &Radau5::counters() const
  {
    return count;
  }

  std::vector<MemoryEntry> Radau5::empty_memory() const
  {
    return {numbers("step size and error", 2)};
  }

  void Radau5::prepare(State &state)
  {
    consistency.start(state, count);
  }

  bool Radau5::refuse(std::string reason)
  {
    report.accepted = false;
    report.reason   = std::move(reason);
    return false;
  }

  Evaluation Radau5::factorize(const State &state, const double h)
  {
    Matrices &x = *matrices;
    if (Evaluation evaluation = system.mass(state.q, x.M); !evaluation.valid)
      return evaluation;
    if (Evaluation evaluation = system.stiffness(state, x.K); !evaluation.valid)
      return evaluation;
    if (Evaluation evaluation = system.damping(state, x.D); !evaluation.valid)
      return evaluation;
    if (system.n_multipliers() > 0)
      {
        system.constraint_jacobian(state.time, state.q, x.B);
        system.force_directions(state.time, state.q, x.G);
        system.constraint_compliance(state.time, state.q, state.lambda, x.C);
        if (level == ConstraintLevel::acceleration)
          {
            system.acceleration_derivatives(state, x.by_q, x.by_v);
            x.by_a = x.B;
          }
        else
          x.by_q = x.B;
      }
    ++count.tangents;
    count.factorizations += 2;
    x.scaling = h * h;
    x.assemble(gamma / h, x.real_matrix);
    x.assemble(std::complex<double>(alpha, beta) / h, x.complex_matrix);
    x.real.compute(x.real_matrix);
    x.complex.compute(x.complex_matrix);
    return {};
  }

  double Radau5::increment_size(const State &state, const double h) const
  {
    const double scale = options.tolerances.scale_with_step ? h : 1.;
    double sum         = 0;
    for (int i = 0; i < 3; ++i)
      for (Eigen::Index j = 0; j < state.q.size(); ++j)
        {
          const double q =
            d_q[i](j) / (options.tolerances.absolute +
                         options.tolerances.relative * std::abs(state.q(j)));
          const double v = scale * d_v[i](j) /
                           (options.tolerances.absolute +
                            options.tolerances.relative * std::abs(state.v(j)));
          sum += q * q + v * v;
        }
    return std::sqrt(sum / static_cast<double>(6 * state.q.size()));
  }

  void Radau5::predict_stages(const State &state, const double h)
  {
    for (int i = 0; i < 3; ++i)
      {
        const double t = c(i) * h;
        Z_v[i]         = t * state.a;
        Z_q[i]         = t * state.v + 0.5 * t * t * state.a;
        Z_a[i].setZero(state.a.size());
        Z_lambda[i].setZero(state.lambda.size());
      }
  }

  Evaluation Radau5::evaluate_stages(const State &state, const double h)
  {
    for (int i = 0; i < 3; ++i)
      {
        stage.time   = state.time + c(i) * h;
        stage.q      = state.q + Z_q[i];
        stage.v      = state.v + Z_v[i];
        stage.a      = state.a + Z_a[i];
        stage.lambda = state.lambda + Z_lambda[i];
        ++count.residuals;
        if (Evaluation evaluation = system.residual(stage, level, residual[i]);
            !evaluation.valid)
          return evaluation;
      }
    return {};
  }

  void Radau5::transform_residuals(const State &state, const double h)
  {
    Matrices &x = *matrices;
    for (int i = 0; i < 3; ++i)
      {
        x.row_q[i].setZero(state.q.size());
        x.row_v[i].setZero(state.q.size());
        x.rhs_q[i].setZero(state.q.size());
        x.rhs_lambda[i].setZero(state.lambda.size());
      }
    for (int j = 0; j < 3; ++j)
      {
        x.defect_q = state.v + Z_v[j];
        x.defect_v = state.a + Z_a[j];
        for (int l = 0; l < 3; ++l)
          {
            x.defect_q -= A_inverse(j, l) / h * Z_q[l];
            x.defect_v -= A_inverse(j, l) / h * Z_v[l];
          }
        for (int i = 0; i < 3; ++i)
          {
            x.row_q[i] += T_inverse(i, j) * x.defect_q;
            x.row_v[i] += T_inverse(i, j) * x.defect_v;
            x.rhs_q[i] -= T_inverse(i, j) * residual[j].q;
            x.rhs_lambda[i] -= T_inverse(i, j) * residual[j].lambda;
          }
      }
  }

  void Radau5::add_increments(const double h)
  {
    Matrices &x = *matrices;
    count.solves += 2;
    x.solve(x.real,
            gamma / h,
            x.row_q[0],
            x.row_v[0],
            x.rhs_q[0],
            x.rhs_lambda[0],
            x.real_second,
            x.real_rhs,
            x.real_x,
            x.w_q[0],
            x.w_v[0],
            x.w_a[0],
            x.w_lambda[0]);
    const auto pair = [](const std::array<Vector, 3> &real,
                         Eigen::VectorXcd &complex) {
      complex = real[1].cast<std::complex<double>>() +
                std::complex<double>(0, 1) * real[2];
    };
    pair(x.row_q, x.pair_row_q);
    pair(x.row_v, x.pair_row_v);
    pair(x.rhs_q, x.pair_rhs_q);
    pair(x.rhs_lambda, x.pair_rhs_lambda);
    x.solve(x.complex,
            std::complex<double>(alpha, beta) / h,
            x.pair_row_q,
            x.pair_row_v,
            x.pair_rhs_q,
            x.pair_rhs_lambda,
            x.complex_second,
            x.complex_rhs,
            x.complex_x,
            x.pair_q,
            x.pair_v,
            x.pair_a,
            x.pair_lambda);
    const auto split = [](const Eigen::VectorXcd &complex,
                          std::array<Vector, 3> &real) {
      real[1] = complex.real();
      real[2] = complex.imag();
    };
    split(x.pair_q, x.w_q);
    split(x.pair_v, x.w_v);
    split(x.pair_a, x.w_a);
    split(x.pair_lambda, x.w_lambda);
    const auto back = [&](const std::array<Vector, 3> &w,
                          std::array<Vector, 3> &d,
                          std::array<Vector, 3> &Z) {
      for (int i = 0; i < 3; ++i)
        {
          d[i] = T(i, 0) * w[0] + T(i, 1) * w[1] + T(i, 2) * w[2];
          Z[i] += d[i];
        }
    };
    back(x.w_q, d_q, Z_q);
    back(x.w_v, d_v, Z_v);
    back(x.w_a, d_a, Z_a);
    back(x.w_lambda, d_lambda, Z_lambda);
  }

  bool Radau5::newton(const State &state, const double h)
  {
    predict_stages(state, h);
    // Bound of the last increment relative to the tolerance, not below what
    // rounding allows (RADAU5's FNEWT).
    const double eps = std::numeric_limits<double>::epsilon();
    const double tol = options.tolerances.relative;
    const double bound =
      std::max(10 * eps / tol, std::min(0.03, std::sqrt(tol)));
    double before = 0;
    for (int k = 0; k < options.max_newton_iterations; ++k)
      {
        ++report.newton_iterations;
        ++count.newton_iterations;
        if (const Evaluation evaluation = evaluate_stages(state, h);
            !evaluation.valid)
          return refuse(message("A stage of RADAU5 is invalid: ",
                                evaluation.reason,
                                ". Reduce the step size."));
        transform_residuals(state, h);
        add_increments(h);

        const double norm = increment_size(state, h);
        report.iterations.push_back({0, norm, 1});
        if (!std::isfinite(norm))
          return refuse(
            "An increment of RADAU5 is not a finite number. Reduce "
            "the step size.");
        const double theta = before > 0 ? norm / before : 0;
        // The remaining error is theta / (1 - theta) times the last increment;
        // the first iteration has no theta and must be at rounding level.
        const double factor = before > 0 && theta < 1 ? theta / (1 - theta) : 1;
        if (norm <= 10 * eps / tol || (before > 0 && factor * norm <= bound))
          return true;
        if (before > 0 && theta >= 1 && k > 1)
          return refuse(
            message("Newton's method of RADAU5 diverges: increment ",
                    norm,
                    " after ",
                    before,
                    " (in tolerances). Reduce the step size."));
        before = norm;
      }
    return refuse(message("Newton's method of RADAU5 stopped after ",
                          options.max_newton_iterations,
                          " iterations with an increment of ",
                          before,
                          " tolerances. Reduce the step size."));
  }

  bool Radau5::estimate_error(const State &state, const double h)
  {
    // Hairer and Wanner, eq. IV.8.20: an embedded formula of order 3, filtered
    // by the real matrix.
    const std::array<double, 3> e = {(-13 - 7 * root_6) / 3,
                                     (-13 + 7 * root_6) / 3,
                                     -1. / 3};
    Matrices &x                   = *matrices;
    x.defect_q                    = state.v;
    x.defect_v                    = state.a;
    for (int i = 0; i < 3; ++i)
      {
        x.defect_q += e[i] / h * Z_q[i];
        x.defect_v += e[i] / h * Z_v[i];
      }
    x.rhs_q[0].setZero();
    x.rhs_lambda[0].setZero();
    ++count.solves;
    x.solve(x.real,
            gamma / h,
            x.defect_q,
            x.defect_v,
            x.rhs_q[0],
            x.rhs_lambda[0],
            x.real_second,
            x.real_rhs,
            x.real_x,
            error.q,
            velocity_error,
            acceleration_error,
            error.lambda);
    // lambda is determined by q and v: its own estimate is mostly rounding.
    error.lambda.setZero();
    report.error_estimate = system.error_norm(
      state, trial, error, velocity_error, options.tolerances);
    return report.error_estimate <= 1;
  }

  const StepReport &Radau5::attempt(State &state, const double h)
  {
    report.reset(state.time, h);
    copy_points(state, stage);
    copy_points(state, trial);

    if (const Evaluation evaluation = factorize(state, h); !evaluation.valid)
      {
        refuse(message("No Jacobian: ", evaluation.reason));
        return report;
      }
    if (!newton(state, h))
      return report;
    Vector &last_step = state.memory[0].values;
    // The last stage is the new state.
    trial.time      = state.time + h;
    trial.q         = state.q + Z_q[2];
    trial.v         = state.v + Z_v[2];
    trial.a         = state.a + Z_a[2];
    trial.lambda    = state.lambda + Z_lambda[2];
    report.accepted = true;
    if (options.adaptive)
      {
        const bool small     = estimate_error(state, h);
        report.proposed_step = proposed_step(options.control,
                                             h,
                                             report.error_estimate,
                                             4,
                                             small,
                                             {last_step(0), last_step(1)});
        if (!small)
          {
            refuse(message("The estimated error is ",
                           report.error_estimate,
                           " times the tolerance. Reduce the step size."));
            return report;
          }
      }
    Evaluation evaluation;
    if (level == ConstraintLevel::acceleration)
      {
        evaluation = consistency.project(trial, count);
        if (evaluation.valid)
          evaluation = consistency.accelerations(trial, count);
      }
    if (!evaluation.valid)
      {
        refuse(message("The new state is invalid: ",
                       evaluation.reason,
                       ". Reduce the step size."));
        return report;
      }
    last_step(0) = h;
    last_step(1) = report.error_estimate;
    copy_motion(trial, state);
    return report;
  }
} // namespace rivlin
