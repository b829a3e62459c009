// SPDX-License-Identifier: Apache-2.0
// What an online model consists of.
#pragma once

#include <rivlin/dynamics/time_integrator.h>
#include <rivlin/online/online_model.h>
#include <rivlin/online/range_guard.h>

#include <optional>

namespace rivlin
{
  struct OnlineModel::Implementation
  {
    Implementation(ReducedModelData model_data,
                   const OnlineOptions &online_options);

    /// The sleeves follow `inputs`, which outlive the model made of them.
    std::vector<Sleeve>
    sleeves(const std::shared_ptr<std::vector<SleeveInputs>> &followed) const;
    ReducedModel::Gravity gravity() const;
    void require_sleeve(int sleeve) const;
    void require_start() const;
    bool is_driven(int sleeve) const;
    bool is_free(int sleeve) const; ///< in all directions

    std::shared_ptr<const ReducedModelData> data;
    OnlineOptions options;
    std::shared_ptr<std::vector<SleeveInputs>> inputs;
    ReducedModel model;
    std::unique_ptr<TimeIntegrator> integrator;
    RangeGuard guard; ///< of the integrator; all steps go through it

    std::vector<SleeveInput> next; ///< for the end of the next step
    std::vector<SleeveInputs> saved_inputs;
    State state, trial;
    Vector last_q; ///< at the beginning of the last substep
    bool started = false;
    /// Nothing is looked at before somebody asks: first the sleeves, then all.
    const ReducedObservation &sleeves_now();
    const ReducedObservation &all_now();
    ReducedObservation seen;
    bool sleeves_are_seen = false;
    bool all_is_seen      = false;
    std::optional<RangePart> part; ///< where the state is, if it is known
    AdvanceReport report;
  };
} // namespace rivlin
