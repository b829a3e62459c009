// SPDX-License-Identifier: Apache-2.0
// Measures models of many sizes, all cut out of one training.
#pragma once

#include <rivlin/studies/model_training.h>
#include <rivlin/studies/size_choice.h>

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace rivlin
{
  /// Cubature models with the first modes and pressures of the largest bases.
  class CandidateMeter
  {
  public:
    /// Everything must outlive this. `judged` are the signals to be measured
    /// on; `say` gets a line of a table for each candidate.
    CandidateMeter(const FullCase &full,
                   const TrainedBases &largest,
                   std::vector<const TrainingSignal *> judged,
                   const TrainingPlan &plan,
                   StageClock &clock,
                   std::function<void(const std::string &)> say);

    /// Throws Error if a signal moves nothing, on which nothing can be
    /// measured.
    Candidate measure(const ModelSizes &sizes);

    /// What the first n modes miss of the displacements of the judged signals,
    /// over the wish; 0 without a wish.
    double missed_over_wish(int n_modes) const;

  private:
    struct TrainedForce
    {
      ReducedForce force;
      int n_points = 0;
    };
    /// Depends on modes and tolerance alone: trained once for all pressures.
    const TrainedForce &force(const TrainedBases &part,
                              const ModelSizes &sizes);
    void add(const SignalReport &report, Candidate &candidate) const;
    void measure_projection();

    const FullCase &full;
    const TrainedBases &largest;
    const std::vector<const TrainingSignal *> judged;
    const TrainingPlan &plan;
    StageClock &clock;
    const std::function<void(const std::string &)> say;
    std::map<std::pair<int, double>, TrainedForce> forces;
    Vector missed; ///< by the first n modes, relative
  };
} // namespace rivlin
