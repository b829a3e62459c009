// SPDX-License-Identifier: Apache-2.0
// Configuration spaces: products of R^n, SO(3) and SE(3), as values.
#pragma once

#include <rivlin/dynamics/rotation.h>

#include <vector>

namespace rivlin
{
  enum class FactorKind
  {
    vector,      ///< R^n with addition
    rotation,    ///< SO(3); coordinates: unit quaternion (w, x, y, z);
                 ///< velocity: Omega in the body frame
    rigid_motion ///< SE(3); coordinates: position, unit quaternion; velocity:
                 ///< (U, Omega), both in the body frame
  };

  struct Factor
  {
    FactorKind kind = FactorKind::vector;
    int dimension   = 0; ///< of the Lie algebra: n, 3 or 6
  };

  /// A Lie group G, the direct product of its factors. Increments, velocities
  /// and errors are elements w of the Lie algebra in coordinates (size
  /// n_velocities), configurations q have n_positions coordinates. An empty
  /// product means R^n with the n of the vectors at hand.
  struct ConfigurationSpace
  {
    std::vector<Factor> factors;

    int n_positions() const;
    int n_velocities() const;
    /// R^n: composition is addition.
    bool is_flat() const;
  };

  ConfigurationSpace vector_space(int n);
  ConfigurationSpace rotation_group();
  ConfigurationSpace rigid_motion_group();
  /// R^3 x SO(3): the position in the inertial frame, the rotation on its own.
  ConfigurationSpace rigid_body_space();
  ConfigurationSpace operator*(ConfigurationSpace a,
                               const ConfigurationSpace &b);

  Vector identity(const ConfigurationSpace &space);

  /// Results may not be one of the arguments; they get the right size.
  ///
  /// q = q_1 o q_2
  void compose(const ConfigurationSpace &space,
               const Vector &q_1,
               const Vector &q_2,
               Vector &q);
  void inverse(const ConfigurationSpace &space, const Vector &q, Vector &p);

  void exponential(const ConfigurationSpace &space, const Vector &w, Vector &q);
  /// w of the smallest rotations (angles <= pi) with exp(w) = q.
  void logarithm(const ConfigurationSpace &space, const Vector &q, Vector &w);

  /// result = q o exp(w); quaternions are normalized.
  void retract(const ConfigurationSpace &space,
               const Vector &q,
               const Vector &w,
               Vector &result);
  /// w of q_2 = q_1 o exp(w): the difference of two configurations. With
  /// q_1 = q_n, q_2 = q(t_n) the error of Arnold et al. 2015, eq. 18.
  void difference(const ConfigurationSpace &space,
                  const Vector &q_1,
                  const Vector &q_2,
                  Vector &w);

  /// Tangent operator of the exponential map, v = T(w) dw/dt for
  /// q = q_0 o exp(w) (Bruls et al. 2012, eqs. 23 and 24, with ad for SE(3)),
  /// its inverse, and the derivative of T at w along `direction`.
  void tangent_operator(const ConfigurationSpace &space,
                        const Vector &w,
                        MatrixRef T);
  void inverse_tangent_operator(const ConfigurationSpace &space,
                                const Vector &w,
                                MatrixRef T_inverse);
  void tangent_operator_derivative(const ConfigurationSpace &space,
                                   const Vector &w,
                                   const Vector &direction,
                                   MatrixRef T_derivative);

  /// Ad of q o exp(w) o q^-1 = exp(Ad w).
  void adjoint(const ConfigurationSpace &space, const Vector &q, MatrixRef Ad);
  /// z = [v, w], the hat operator of Wieloch and Arnold (eq. 15) applied to w.
  void commutator(const ConfigurationSpace &space,
                  const Vector &v,
                  const Vector &w,
                  Vector &z);
} // namespace rivlin
