// SPDX-License-Identifier: Apache-2.0
// A tangent that can be that of a Rosenbrock stage on a Lie group.
#pragma once

#include <rivlin/dynamics/mechanical_system.h>

namespace rivlin
{
  /// What a Tangent offers besides, if its system may live on a Lie group.
  class StageTangent
  {
  public:
    virtual ~StageTangent() = default;

    /// Tangent::linearize with (I + ad(turn)/2)^-1 in place of the tangent
    /// operator of an increment: the unknown is a velocity times h gamma, and
    /// `turn` the velocity at the beginning of the step times h gamma
    /// (doc/theory/lie_groups.md).
    [[nodiscard]] virtual Evaluation
    linearize_stage(const State &state,
                    ConstraintLevel level,
                    const TangentWeights &weights,
                    const Vector &turn) = 0;
  };
} // namespace rivlin
