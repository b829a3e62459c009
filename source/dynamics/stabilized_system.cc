// SPDX-License-Identifier: Apache-2.0
// Arnold, Bruls and Cardona (2015), Numerische Mathematik 129, Section 4.3.
#include <rivlin/dynamics/stabilized_system.h>

#include <rivlin/base/error.h>
#include <rivlin/base/text.h>

#include <Eigen/LU>

#include <cmath>
#include <limits>

namespace rivlin
{
  /// Unknowns (y, s lambda, h eta) and rows s r, Phi, dPhi/dt / c_v, with s the
  /// scaling: all entries are then of the size of M and B.
  class StabilizedTangent final : public Tangent
  {
  public:
    explicit StabilizedTangent(const StabilizedSystem &stabilized)
      : context(stabilized)
      , space(stabilized.system.space())
    {
      const int n = context.system.n_velocities(),
                m = context.system.n_multipliers();
      K.setZero(n, n);
      D.setZero(n, n);
      M.setZero(n, n);
      T.setIdentity(n, n);
      B.setZero(m, n);
      G.setZero(m, n);
      shifted_B.setZero(m, n);
      Z.setZero(m, n);
      scratch.setZero(n, n);
      matrix.setZero(n + 2 * m, n + 2 * m);
      rhs.setZero(n + 2 * m);
      x.setZero(n + 2 * m);
      lu = Eigen::PartialPivLU<Matrix>(n + 2 * m);
    }

    Evaluation linearize(const State &state,
                         ConstraintLevel,
                         const TangentWeights &weights,
                         const Vector *) override
    {
      const DenseSystem &system = context.system;
      const auto n = M.rows(), m = B.rows();
      context.finish_step(state, inner);
      if (Evaluation evaluation = system.mass(inner.q, M); !evaluation.valid)
        return evaluation;
      D.setZero();
      if (Evaluation evaluation = system.damping(inner, D); !evaluation.valid)
        return evaluation;
      if (Evaluation evaluation = system.stiffness(inner, K); !evaluation.valid)
        return evaluation;
      system.constraint_jacobian(inner.time, inner.q, B);
      system.force_directions(inner.time, inner.q, G);
      velocity_derivative();

      increment = state.q;
      increment.noalias() -=
        context.step_size * (context.B_n.transpose() * state.lambda.tail(m));
      tangent_operator(space, increment, T);
      const double s    = context.scaling;
      const Matrix &B_n = context.B_n;
      scratch.noalias() = K * T;
      matrix.topLeftCorner(n, n) =
        s * (scratch + weights.v * D + weights.a * M);
      matrix.block(0, n, n, m)              = G.transpose();
      matrix.topRightCorner(n, m).noalias() = -s * scratch * B_n.transpose();
      scratch.topRows(m).noalias()          = B * T;
      matrix.block(n, 0, m, n)              = scratch.topRows(m);
      matrix.block(n, n, m, m).setZero();
      matrix.block(n, n + m, m, m).noalias() =
        -scratch.topRows(m) * B_n.transpose();
      scratch.topRows(m).noalias() = Z * T / context.c_v;
      matrix.bottomLeftCorner(m, n) =
        scratch.topRows(m) + weights.v / context.c_v * B;
      matrix.block(n + m, n, m, m).setZero();
      matrix.bottomRightCorner(m, m).noalias() =
        -scratch.topRows(m) * B_n.transpose();
      lu.compute(matrix);
      const auto pivots = lu.matrixLU().diagonal();
      for (Eigen::Index i = 0; i < pivots.size(); ++i)
        if (!std::isfinite(pivots(i)) || pivots(i) == 0)
          return {false,
                  message("the tangent of the stabilized form is singular: "
                          "pivot ",
                          i,
                          " is ",
                          pivots(i))};
      return {};
    }

    Evaluation solve(const Blocks &right, Blocks &result) const override
    {
      const auto n = M.rows(), m = B.rows();
      rhs.head(n)       = context.scaling * right.q;
      rhs.segment(n, m) = right.lambda.head(m);
      rhs.tail(m)       = right.lambda.tail(m) / context.c_v;
      x                 = lu.solve(rhs);
      result.q          = x.head(n);
      result.lambda.resize(2 * m);
      result.lambda.head(m) = x.segment(n, m) / context.scaling;
      result.lambda.tail(m) = x.tail(m) / context.step_size;
      return {};
    }

    void apply(const double c_v,
               const double c_a,
               const Vector &y,
               Blocks &result) const override
    {
      result.q = c_v * (D * y) + c_a * (M * y);
      result.lambda.setZero(2 * B.rows());
    }

  private:
    /// Z = d/dq (B v + Phi_t) by central differences: the error of 1e-10 slows
    /// no iteration down.
    void velocity_derivative()
    {
      const DenseSystem &system = context.system;
      const double h = std::cbrt(std::numeric_limits<double>::epsilon()) *
                       system.typical_size();
      Vector rate(B.rows());
      Z.setZero();
      for (Eigen::Index j = 0; j < B.cols(); ++j)
        for (const double sign : {1., -1.})
          {
            system.retract(inner.q,
                           sign * h * Vector::Unit(B.cols(), j),
                           shifted_q);
            system.constraint_jacobian(inner.time, shifted_q, shifted_B);
            system.constraint_rate(inner.time, shifted_q, rate);
            Z.col(j) += sign / (2 * h) * (shifted_B * inner.v + rate);
          }
    }

    const StabilizedSystem &context;
    ConfigurationSpace space;
    State inner;
    Vector increment, shifted_q;
    Matrix K, D, M, T, B, G, Z, shifted_B, scratch, matrix;
    Eigen::PartialPivLU<Matrix> lu;
    mutable Vector rhs, x;
  };

  StabilizedSystem::StabilizedSystem(const DenseSystem &dense_system)
    : system(dense_system)
    , B_n(Matrix::Zero(system.n_multipliers(), system.n_velocities()))
  {}

  void StabilizedSystem::begin_step(const State &state,
                                    const double h,
                                    const double velocity_weight,
                                    const double multiplier_scaling)
  {
    q_n       = state.q;
    step_size = h;
    c_v       = velocity_weight;
    scaling   = multiplier_scaling;
    system.constraint_jacobian(state.time, state.q, B_n);
  }

  void StabilizedSystem::finish_step(const State &solution, State &result) const
  {
    const int m   = system.n_multipliers();
    result.time   = solution.time;
    result.v      = solution.v;
    result.a      = solution.a;
    result.lambda = solution.lambda.head(m);
    copy_points(solution, result);
    const Vector increment =
      solution.q - step_size * (B_n.transpose() * solution.lambda.tail(m));
    system.retract(q_n, increment, result.q);
  }

  int StabilizedSystem::n_velocities() const
  {
    return system.n_velocities();
  }

  int StabilizedSystem::n_multipliers() const
  {
    return 2 * system.n_multipliers();
  }

  ConstraintKind StabilizedSystem::constraint_kind() const
  {
    return ConstraintKind::rigid;
  }

  Evaluation StabilizedSystem::residual(const State &state,
                                        ConstraintLevel,
                                        Blocks &result) const
  {
    const int m = system.n_multipliers();
    State inner;
    Blocks blocks;
    finish_step(state, inner);
    result.lambda.resize(2 * m);
    if (Evaluation evaluation =
          system.residual(inner, ConstraintLevel::velocity, blocks);
        !evaluation.valid)
      return evaluation;
    result.lambda.tail(m) = blocks.lambda;
    if (Evaluation evaluation =
          system.residual(inner, ConstraintLevel::position, blocks);
        !evaluation.valid)
      return evaluation;
    result.lambda.head(m) = blocks.lambda;
    result.q              = blocks.q;
    return {};
  }

  std::unique_ptr<Tangent> StabilizedSystem::make_tangent() const
  {
    return std::make_unique<StabilizedTangent>(*this);
  }

  double StabilizedSystem::increment_norm(const Blocks &increment) const
  {
    const int m = system.n_multipliers();
    const double sum =
      increment.q.squaredNorm() +
      scaling * scaling * increment.lambda.head(m).squaredNorm() +
      step_size * step_size * increment.lambda.tail(m).squaredNorm();
    return std::sqrt(sum / static_cast<double>(increment.q.size() + 2 * m));
  }

  std::unique_ptr<StabilizedSystem>
  make_stabilized_system(const MechanicalSystem &system)
  {
    const auto *dense = dynamic_cast<const DenseSystem *>(&system);
    if (dense == nullptr)
      throw Error(
        "The stabilized index-2 formulation works with small dense systems "
        "only: its matrix has the constraints twice. Choose index 3.");
    if (system.constraint_kind() != ConstraintKind::rigid)
      throw Error(
        "The stabilized index-2 formulation is for rigid constraints; this "
        "system has none. Choose the plain formulation.");
    return std::make_unique<StabilizedSystem>(*dense);
  }
} // namespace rivlin
