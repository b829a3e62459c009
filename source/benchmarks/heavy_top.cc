// SPDX-License-Identifier: Apache-2.0
// Bruls, Cardona and Arnold (2012), Section 7.1; Arnold, Bruls and Cardona,
// Numerische Mathematik 129 (2015), eq. 62.
#include <rivlin/benchmarks/heavy_top.h>

#include <rivlin/base/error.h>
#include <rivlin/dynamics/munthe_kaas.h>

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

namespace rivlin
{
  namespace
  {
    Matrix3 rotation_of(const Vector &q)
    {
      return rotation_matrix(q.tail<4>());
    }

    /// Steiner: the inertia about the fixed point.
    Vector3 about_the_point(const HeavyTopData &data)
    {
      const Vector3 &X = data.centre;
      return data.inertia + data.mass * (Vector3::Constant(X.squaredNorm()) -
                                         X.cwiseProduct(X));
    }

    ConfigurationSpace space_of(const HeavyTopSpace space)
    {
      if (space == HeavyTopSpace::so3)
        return rotation_group();
      return space == HeavyTopSpace::r3_so3 ? rigid_body_space()
                                            : rigid_motion_group();
    }

    std::shared_ptr<const DenseSystem> system_of(const HeavyTopSpace space)
    {
      if (space == HeavyTopSpace::so3)
        return std::make_shared<HeavyTopRotation>();
      return std::make_shared<HeavyTopBody>(
        space == HeavyTopSpace::r3_so3 ? HeavyTopBody::Group::rigid_body_space
                                       : HeavyTopBody::Group::rigid_motions);
    }

    /// From a state on SO(3), with acceleration, the state on another group.
    State extend(const HeavyTopSpace space, const State &top)
    {
      if (space == HeavyTopSpace::so3)
        return top;
      const HeavyTopData data;
      const Matrix3 R     = rotation_of(top.q);
      const Vector3 Omega = top.v, &X = data.centre;
      const Vector3 U = Omega.cross(X);
      const Vector3 acceleration =
        R * (Vector3(top.a).cross(X) + Omega.cross(U));
      State result;
      result.time = top.time;
      result.q.resize(7);
      result.q << R * X, top.q;
      result.v.resize(6);
      if (space == HeavyTopSpace::r3_so3)
        result.v << R * U, Omega;
      else
        result.v << U, Omega;
      result.lambda = data.mass * (acceleration - data.gravity);
      return result;
    }
  } // namespace

  HeavyTopRotation::HeavyTopRotation(const HeavyTopData &top_data)
    : DenseLieSystem(rotation_group())
    , data(top_data)
    , inertia(about_the_point(data))
  {}

  int HeavyTopRotation::n_multipliers() const
  {
    return 0;
  }

  ConstraintKind HeavyTopRotation::constraint_kind() const
  {
    return ConstraintKind::none;
  }

  Evaluation HeavyTopRotation::mass(const Vector &, MatrixRef M) const
  {
    M = inertia.asDiagonal();
    return {};
  }

  Evaluation HeavyTopRotation::force(double,
                                     const Vector &q,
                                     const Vector &v,
                                     Vector &g) const
  {
    const Vector3 Omega = v;
    const Vector3 weight =
      data.mass * rotation_of(q).transpose() * data.gravity;
    g = Omega.cross(Vector3(inertia.cwiseProduct(Omega))) -
        data.centre.cross(weight);
    return {};
  }

  Evaluation HeavyTopRotation::stiffness(const State &state, MatrixRef K) const
  {
    // R^T b changes by skew(R^T b) w along R exp(s w).
    const Vector3 weight =
      data.mass * rotation_of(state.q).transpose() * data.gravity;
    K = -skew(data.centre) * skew(weight);
    return {};
  }

  Evaluation HeavyTopRotation::damping(const State &state, MatrixRef D) const
  {
    const Vector3 Omega = state.v;
    D                   = skew(Omega) * inertia.asDiagonal();
    D -= skew(inertia.cwiseProduct(Omega));
    return {};
  }

  TimeDependence HeavyTopRotation::time_dependence() const
  {
    return TimeDependence::none;
  }

  HeavyTopBody::HeavyTopBody(const Group kind, const HeavyTopData &top_data)
    : DenseLieSystem(kind == Group::rigid_body_space ? rigid_body_space()
                                                     : rigid_motion_group())
    , data(top_data)
    , body_frame(kind == Group::rigid_motions)
  {}

  int HeavyTopBody::n_multipliers() const
  {
    return 3;
  }

  ConstraintKind HeavyTopBody::constraint_kind() const
  {
    return ConstraintKind::rigid;
  }

  Evaluation HeavyTopBody::mass(const Vector &, MatrixRef M) const
  {
    M.setZero();
    M.diagonal().head<3>().setConstant(data.mass);
    M.diagonal().tail<3>() = data.inertia;
    return {};
  }

  Evaluation
  HeavyTopBody::force(double, const Vector &q, const Vector &v, Vector &g) const
  {
    const Vector3 Omega = v.tail<3>();
    g.tail<3>() = Omega.cross(Vector3(data.inertia.cwiseProduct(Omega)));
    if (body_frame)
      g.head<3>() = data.mass * (Omega.cross(Vector3(v.head<3>())) -
                                 rotation_of(q).transpose() * data.gravity);
    else
      g.head<3>() = -data.mass * data.gravity;
    return {};
  }

  void HeavyTopBody::constraint(double,
                                const Vector &q,
                                const Vector &,
                                Vector &Phi) const
  {
    Phi = rotation_of(q) * data.centre - q.head<3>();
  }

  void
  HeavyTopBody::constraint_jacobian(double, const Vector &q, MatrixRef B) const
  {
    const Matrix3 R = rotation_of(q);
    if (body_frame)
      B.leftCols<3>() = -R;
    else
      B.leftCols<3>() = -Matrix3::Identity();
    B.rightCols<3>() = -R * skew(data.centre);
  }

  void
  HeavyTopBody::constraint_rate(double, const Vector &, Vector &Phi_t) const
  {
    Phi_t.setZero();
  }

  void HeavyTopBody::constraint_curvature(double,
                                          const Vector &q,
                                          const Vector &v,
                                          Vector &curvature) const
  {
    const Vector3 Omega = v.tail<3>();
    Vector3 rate        = Omega.cross(data.centre);
    if (body_frame)
      rate -= v.head<3>();
    curvature = rotation_of(q) * Omega.cross(rate);
  }

  Evaluation HeavyTopBody::stiffness(const State &state, MatrixRef K) const
  {
    const Matrix3 R        = rotation_of(state.q);
    const Vector3 reaction = R.transpose() * state.lambda;
    K.setZero();
    K.bottomRightCorner<3, 3>() = skew(data.centre) * skew(reaction);
    if (body_frame)
      K.topRightCorner<3, 3>() =
        -skew(reaction + data.mass * R.transpose() * data.gravity);
    return {};
  }

  Evaluation HeavyTopBody::damping(const State &state, MatrixRef D) const
  {
    const Vector3 U = state.v.head<3>(), Omega = state.v.tail<3>();
    const Matrix3 Omega_skew = skew(Omega);
    D.setZero();
    D.bottomRightCorner<3, 3>() = Omega_skew * data.inertia.asDiagonal();
    D.bottomRightCorner<3, 3>() -= skew(data.inertia.cwiseProduct(Omega));
    if (body_frame)
      {
        D.topLeftCorner<3, 3>()  = data.mass * Omega_skew;
        D.topRightCorner<3, 3>() = -data.mass * skew(U);
      }
    return {};
  }

  TimeDependence HeavyTopBody::time_dependence() const
  {
    return TimeDependence::none;
  }

  Benchmark heavy_top(const HeavyTopSpace space, const double end_time)
  {
    Benchmark result;
    result.name   = space == HeavyTopSpace::so3      ? "heavy top, SO(3)"
                    : space == HeavyTopSpace::r3_so3 ? "heavy top, R^3 x SO(3)"
                                                     : "heavy top, SE(3)";
    result.system = system_of(space);
    State top;
    top.q           = Vector{{1., 0., 0., 0.}};
    top.v           = Vector{{0., 150., -4.61538}};
    top.a           = Vector::Zero(3);
    result.start    = extend(space, top);
    result.end_time = end_time;
    result.source   = "equations on SO(3), order 4, steps 2^-16";
    return result;
  }

  std::vector<State> heavy_top_motion(const HeavyTopSpace space,
                                      const int n,
                                      const double end_time)
  {
    const HeavyTopRotation system;
    MuntheKaas method(system);
    Counters counters;
    State top;
    top.q = Vector{{1., 0., 0., 0.}};
    top.v = Vector{{0., 150., -4.61538}};
    ConsistencySolver(system).start(top, counters);
    std::vector<State> result = {extend(space, top)};
    const double h            = end_time / n;
    const int n_substeps =
      std::max(1, static_cast<int>(std::lround(h * 65536)));
    for (int i = 0; i < n; ++i)
      {
        if (const Evaluation evaluation =
              method.advance(top, h, n_substeps, counters);
            !evaluation.valid)
          throw ComputationFailed("No reference motion of the heavy top: " +
                                  evaluation.reason);
        result.push_back(extend(space, top));
      }
    return result;
  }

  HeavyTopError heavy_top_error(const HeavyTopSpace space,
                                const State &state,
                                const State &exact)
  {
    Vector w;
    difference(space_of(space), state.q, exact.q, w);
    HeavyTopError error;
    error.q = w.norm();
    error.v = (exact.v - state.v).norm();
    if (space != HeavyTopSpace::so3)
      error.lambda = (rotation_of(exact.q).transpose() * exact.lambda -
                      rotation_of(state.q).transpose() * state.lambda)
                       .norm();
    return error;
  }

  double heavy_top_energy(const State &state)
  {
    const HeavyTopData data;
    const Vector3 v = state.v.head<3>(), Omega = state.v.tail<3>(),
                  x = state.q.head<3>();
    return 0.5 * data.mass * v.squaredNorm() +
           0.5 * Omega.dot(data.inertia.cwiseProduct(Omega)) -
           data.mass * data.gravity.dot(x);
  }
} // namespace rivlin
