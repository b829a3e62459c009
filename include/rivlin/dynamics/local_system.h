// SPDX-License-Identifier: Apache-2.0
// A system on a Lie group in coordinates around one configuration.
#pragma once

#include <rivlin/dynamics/coordinate_map.h>
#include <rivlin/dynamics/dense_system.h>

namespace rivlin
{
  /// The equations of `system` as equations on R^n for the coordinates y of
  /// q = q_n o mu(y) (Bruls et al. 2012, eqs. 66 and 67):
  ///   v = T(y) y',  a = T(y) y'' + T'(y; y') y'.
  /// The rows stay those of the Lie algebra (eq. 71), not of the parameters:
  /// they differ by the regular matrix T^T, and the multipliers are the same.
  class LocalSystem final : public MechanicalSystem
  {
  public:
    /// Throws Error if the map does not fit the group.
    LocalSystem(const DenseSystem &system, CoordinateMap map);

    /// Coordinates around this configuration from now on.
    void set_origin(const Vector &q);
    /// q, v, a, lambda and time from y, y', y'' and so on.
    void to_group(const State &local, State &result) const;
    /// The acceleration of y'' = `second` at the y and y' of `local`.
    void acceleration_to_group(const State &local,
                               const Vector &second,
                               Vector &a) const;

    int n_velocities() const override;
    int n_multipliers() const override;
    ConstraintKind constraint_kind() const override;
    [[nodiscard]] Evaluation residual(const State &state,
                                      ConstraintLevel level,
                                      Blocks &result) const override;
    std::unique_ptr<Tangent> make_tangent() const override;
    double increment_norm(const Blocks &increment) const override;
    double residual_norm(const Blocks &residual) const override;
    double work(const Vector &force, const Vector &increment) const override;

  private:
    friend class LocalTangent;

    const DenseSystem &system;
    CoordinateMap map;
    ConfigurationSpace space;
    Vector q_n;
  };
} // namespace rivlin
