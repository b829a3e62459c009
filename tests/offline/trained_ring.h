// SPDX-License-Identifier: Apache-2.0
// A small ring with equilibria as snapshots, its bases and its states: what
// force models are trained on.
#pragma once

#include <rivlin/offline/force_training.h>
#include <rivlin/offline/trained_range.h>

#include "offline/small_body.h"
#include "offline/static_states.h"

namespace rivlin
{
  struct TrainedRing
  {
    DiscreteBody body;
    ReducedBases bases;
    TrainingStates states;
    ReducedModelData projected; ///< without a force

    explicit TrainedRing(const bool mixed = true, const int n_modes = 8)
    {
      SmallBodyOptions options;
      options.mixed  = mixed;
      options.rubber = small_body_rubber(mixed ? 2000 : 30);
      body           = make_small_body(options);
      const MemorySnapshots snapshots =
        static_snapshots(body, random_poses(60, 2, 1));
      BasisOptions basis;
      basis.modes.count = n_modes;
      bases             = train_bases(body, {&snapshots}, basis);
      states            = project_snapshots(body, bases, {&snapshots}, 0);
      projected         = project_model(body, bases, {{}}, false);
      projected.range   = train_range(body, bases.modes, states.r, 1);
    }

    ReducedModelData with(const ForceModel &model,
                          const ForceOptions &options = {}) const
    {
      ReducedModelData data = projected;
      train_force(model, body, bases, states.r, options, data);
      return data;
    }
  };
} // namespace rivlin
