// SPDX-License-Identifier: Apache-2.0
// Newton's method for forces that begin and end within an iteration, as those
// of contact do; doc/theory/contact.md.
#pragma once

#include <rivlin/dynamics/statics.h>

namespace rivlin
{
  inline void expect_sudden_forces(NewtonOptions &newton)
  {
    // The tangent before contact knows nothing of it, and the monotonicity
    // test would take what it does not know for divergence.
    newton = downhill(newton);
  }

  inline void expect_sudden_forces(StaticsOptions &statics)
  {
    expect_sudden_forces(statics.newton);
    // Nodes come into contact one after the other, with small steps too: they
    // must not shrink for that.
    statics.target_iterations = 10;
    // Shorter steps first; the way downhill after that may be long.
    statics.newton.most_growth      = 5;
    statics.downhill_after_refusals = true;
  }
} // namespace rivlin
