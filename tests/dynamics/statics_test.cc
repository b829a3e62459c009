// SPDX-License-Identifier: Apache-2.0
// Statics and the driver on small systems with known answers.
#include <rivlin/dynamics/integrate.h>
#include <rivlin/dynamics/statics.h>

#include <rivlin/base/error.h>

#include "small_systems.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

using namespace rivlin;

namespace
{
  bool same_bits(const Vector &a, const Vector &b)
  {
    return a.size() == b.size() &&
           (a.size() == 0 ||
            std::memcmp(a.data(), b.data(), sizeof(double) * a.size()) == 0);
  }

  State at_rest(const MechanicalSystem &system)
  {
    State state;
    state.q = Vector::Zero(system.n_velocities());
    return state;
  }

  /// The truss with its force p as multiplier: p = 2 (L - l)/L.
  class MixedTruss : public TwoBarTruss
  {
  public:
    MixedTruss(double half_span, double height, double load)
      : TwoBarTruss(half_span, height)
      , b(half_span)
      , h(height)
      , F(load)
    {}
    int n_multipliers() const override
    {
      return 1;
    }
    ConstraintKind constraint_kind() const override
    {
      return ConstraintKind::compliant;
    }
    Evaluation
    force(double t, const Vector &, const Vector &, Vector &g) const override
    {
      g(0) = -t * F;
      return {};
    }
    void constraint(double,
                    const Vector &q,
                    const Vector &p,
                    Vector &Phi) const override
    {
      const double L = std::hypot(b, h);
      Phi(0)         = L - std::hypot(b, h - q(0)) - p(0) * L / 2;
    }
    void
    constraint_jacobian(double, const Vector &q, MatrixRef B) const override
    {
      B(0, 0) = (h - q(0)) / std::hypot(b, h - q(0));
    }
    void constraint_compliance(double,
                               const Vector &,
                               const Vector &,
                               MatrixRef C) const override
    {
      C(0, 0) = -std::hypot(b, h) / 2;
    }

  private:
    double b, h, F;
  };

  StaticsOptions downhill()
  {
    StaticsOptions options;
    options.newton.full_steps     = true;
    options.newton.descend_energy = true;
    options.newton.max_iterations = 30;
    return options;
  }
} // namespace

TEST(Statics, HardeningSpringFollowsItsLoad)
{
  // k q + c q^3 = t F with F chosen such that q(1) = 2.
  const HardeningSpring system(1., 0.5, 2. + 0.5 * 8.);
  Statics statics(system);
  State state = at_rest(system);
  IntegrationPlan plan;
  plan.initial_step              = 0.25;
  plan.maximum_step              = 0.25;
  const IntegrationReport report = integrate(statics, state, plan);
  EXPECT_TRUE(report.finished) << report.reason;
  EXPECT_EQ(report.accepted, 4);
  EXPECT_EQ(report.rejected, 0);
  // The last correction is below 1e-9 and squares once more.
  EXPECT_NEAR(state.q(0), 2., 1e-12);
  EXPECT_EQ(state.time, 1.);
  EXPECT_EQ(report.counters.line_search_trials, 0);
}

TEST(Statics, LinearSystemNeedsOneFactorizationPerStep)
{
  const HardeningSpring system(3., 0., 6.);
  Statics statics(system);
  State state = at_rest(system);
  IntegrationPlan plan;
  plan.initial_step              = 1;
  const IntegrationReport report = integrate(statics, state, plan);
  EXPECT_TRUE(report.finished) << report.reason;
  EXPECT_NEAR(state.q(0), 2., 1e-14);
  EXPECT_EQ(report.counters.factorizations, 1);
}

TEST(Statics, NewtonConvergesQuadratically)
{
  const HardeningSpring system(1., 0.5, 6.);
  StaticsOptions options;
  options.newton.tolerance = 1e-13;
  Statics statics(system, options);
  State state = at_rest(system);
  statics.start(state);
  const StepReport report = statics.step(state, 1.);
  ASSERT_TRUE(report.accepted) << report.reason;
  // |d_{k+1}| <= L/2 |d_k|^2 with L = |f''/f'| = 3 q / (1 + 1.5 q^2) <= 1.23;
  // the first entry is the predictor and the last ones may be rounding.
  int seen = 0;
  for (std::size_t k = 2; k < report.iterations.size(); ++k)
    if (const double before = report.iterations[k - 1].increment_norm,
        now                 = report.iterations[k].increment_norm;
        report.iterations[k - 1].damping == 1 && before < 0.5 && now > 1e-12)
      {
        EXPECT_LE(now, 1.23 / 2 * 1.5 * before * before);
        ++seen;
      }
  EXPECT_GE(seen, 2);
  EXPECT_LT(report.residual_norm, 1e-12);
}

TEST(Statics, TwoBarTrussEndsAtItsLimitPoint)
{
  const TwoBarTruss truss(1., 0.3);
  // Below the limit load: the exact load of a given deflection.
  const double deflection = 0.5 * truss.limit_deflection();
  {
    const TwoBarTruss loaded(1., 0.3, truss.load_at(deflection));
    Statics statics(loaded);
    State state = at_rest(loaded);
    IntegrationPlan plan;
    const IntegrationReport report = integrate(statics, state, plan);
    EXPECT_TRUE(report.finished) << report.reason;
    EXPECT_NEAR(state.q(0), deflection, 1e-9);
  }
  // Beyond it there is no equilibrium nearby; the remote one (snapped through)
  // must not be found by accident with small steps.
  const double limit = truss.load_at(truss.limit_deflection());
  const TwoBarTruss overloaded(1., 0.3, 1.7 * limit);
  Statics statics(overloaded);
  State state = at_rest(overloaded);
  IntegrationPlan plan;
  plan.initial_step              = 0.02;
  plan.maximum_step              = 0.02;
  plan.minimum_step              = 1e-6;
  const IntegrationReport report = integrate(statics, state, plan);
  EXPECT_FALSE(report.finished);
  EXPECT_NEAR(state.time, 1 / 1.7, 2e-3); // the limit load
  EXPECT_NE(report.reason.find("smallest step size"), std::string::npos)
    << report.reason;
  EXPECT_NE(report.reason.find("Newton"), std::string::npos) << report.reason;
}

TEST(Statics, DescentFindsTheEquilibriumBeyondALimitPoint)
{
  // The load of the deflection 0.68 = 2.27 h, where the truss has snapped
  // through.
  const TwoBarTruss truss(1., 0.3);
  const double load  = truss.load_at(0.68);
  const double limit = truss.load_at(truss.limit_deflection());
  ASSERT_GT(load, limit);
  const TwoBarTruss single(1., 0.3, load);
  const MixedTruss mixed(1., 0.3, load);
  for (const MechanicalSystem *system :
       {static_cast<const MechanicalSystem *>(&single),
        static_cast<const MechanicalSystem *>(&mixed)})
    for (const bool downwards : {false, true})
      {
        StaticsOptions options        = downhill();
        options.newton.descend_energy = downwards;
        Statics statics(*system, options);
        State state = at_rest(*system);
        IntegrationPlan plan;
        plan.initial_step              = 0.02;
        plan.maximum_step              = 0.02;
        const IntegrationReport report = integrate(statics, state, plan);
        EXPECT_EQ(report.finished, downwards) << system->n_multipliers();
        if (downwards)
          {
            EXPECT_EQ(report.rejected, 0) << system->n_multipliers();
            // The last correction is below 1e-9 and squares once more.
            EXPECT_NEAR(state.q(0), 0.68, 1e-9) << system->n_multipliers();
          }
      }
}

TEST(Statics, GoesDownhillAfterTwoRefusals)
{
  // The same truss by the monotonicity test: it ends at the limit point, and
  // goes on beyond it where that is wished for, and says so.
  const TwoBarTruss truss(1., 0.3);
  const TwoBarTruss loaded(1., 0.3, truss.load_at(0.68));
  for (const bool wished : {false, true})
    {
      StaticsOptions options;
      options.downhill_after_refusals = wished;
      Statics statics(loaded, options);
      State state = at_rest(loaded);
      statics.start(state);
      double h           = 0.02;
      int n_downhill     = 0;
      double limit_point = 0;
      while (state.time < 1 - 1e-12 && h > 1e-4)
        {
          const double before = state.time;
          const StepReport &report =
            statics.step(state, std::min(h, 1 - before));
          if (report.accepted && report.downhill)
            {
              ++n_downhill;
              limit_point = before;
            }
          h = report.accepted ? 0.02 : h / 2;
        }
      EXPECT_EQ(state.time > 1 - 1e-12, wished);
      EXPECT_EQ(n_downhill, wished ? 1 : 0);
      if (wished)
        {
          EXPECT_NEAR(state.q(0), 0.68, 1e-9);
          EXPECT_NEAR(limit_point * truss.load_at(0.68),
                      truss.load_at(truss.limit_deflection()),
                      0.02 * truss.load_at(0.68));
        }
    }
}

TEST(Statics, AnIterationThatStraysIsGivenUp)
{
  // The same truss by full steps: at the limit point the tangent is nearly
  // singular and an increment many times as large as the predictor. It is
  // refused at once, twice; then the long way downhill is free.
  const TwoBarTruss truss(1., 0.3);
  const TwoBarTruss loaded(1., 0.3, truss.load_at(0.68));
  StaticsOptions options;
  options.newton                  = downhill(options.newton);
  options.downhill_after_refusals = true;
  std::vector<long> n_refused;
  for (const double most_growth : {0., 5.})
    {
      options.newton.most_growth = most_growth;
      Statics statics(loaded, options);
      State state = at_rest(loaded);
      IntegrationPlan plan;
      plan.initial_step              = 0.02;
      plan.maximum_step              = 0.02;
      const IntegrationReport report = integrate(statics, state, plan);
      EXPECT_TRUE(report.finished) << report.reason;
      EXPECT_NEAR(state.q(0), 0.68, 1e-9);
      n_refused.push_back(report.rejected);
    }
  EXPECT_EQ(n_refused, (std::vector<long>{0, 2}));
}

TEST(Statics, DrivenBoundaryCarriesTheInteriorAlong)
{
  // A linear chain whose end is moved by t u: the predictor is exact, and any
  // state with crossed masses is invalid, so that a predictor that leaves the
  // interior behind would be refused.
  const DrivenChain system(4, 10.);
  Statics statics(system);
  State state = at_rest(system);
  IntegrationPlan plan;
  plan.initial_step              = 1;
  const IntegrationReport report = integrate(statics, state, plan);
  EXPECT_TRUE(report.finished) << report.reason;
  EXPECT_EQ(report.accepted, 1);
  for (int i = 0; i < 4; ++i)
    EXPECT_NEAR(state.q(i), 10. * (i + 1) / 5, 1e-12);
}

TEST(Statics, MixedSystemGivesDisplacementAndPressure)
{
  // The miniature of mixed elasticity: k q + p = t F, q - p / kappa = 0.
  for (const double kappa : {10., 1e12})
    {
      const MixedSpring system(2., kappa, 3.);
      Statics statics(system);
      State state = at_rest(system);
      IntegrationPlan plan;
      plan.initial_step              = 1;
      const IntegrationReport report = integrate(statics, state, plan);
      EXPECT_TRUE(report.finished) << report.reason;
      EXPECT_NEAR(state.q(0), 3. / (2. + kappa), 1e-14);
      EXPECT_NEAR(state.lambda(0), 3. * kappa / (2. + kappa), 1e-13);
    }
}

TEST(Statics, RefusedStepLeavesTheStateUntouched)
{
  const InvalidBeyond system(0.5); // declares |q| > 0.5 invalid
  Statics statics(system);
  State state = at_rest(system);
  statics.start(state);
  ASSERT_TRUE(statics.step(state, 0.3).accepted);
  const State before       = state;
  const StepReport &report = statics.step(state, 0.5);
  EXPECT_FALSE(report.accepted);
  EXPECT_NE(report.reason.find("too far"), std::string::npos) << report.reason;
  EXPECT_EQ(before.time, state.time);
  EXPECT_TRUE(same_bits(before.q, state.q));
  EXPECT_TRUE(same_bits(before.v, state.v));
  EXPECT_TRUE(same_bits(before.a, state.a));
  EXPECT_TRUE(same_bits(before.lambda, state.lambda));
  EXPECT_EQ(before.memory.size(), state.memory.size());
}

TEST(Integrate, CutsBackAndRecovers)
{
  // Valid states lie within 0.15 of the solution: steps of 0.5 are refused at
  // first where the spring moves fast.
  const NarrowValley system;
  Statics statics(system);
  State state = at_rest(system);
  IntegrationPlan plan;
  plan.initial_step = 0.5;
  plan.maximum_step = 0.5;
  std::vector<double> steps;
  Observer observer;
  observer.on_step = [&](const State &, const StepReport &report) {
    steps.push_back(report.step_size);
  };
  int refusals        = 0;
  observer.on_refusal = [&](const State &, const StepReport &) { ++refusals; };
  const IntegrationReport report = integrate(statics, state, plan, {observer});
  EXPECT_TRUE(report.finished) << report.reason;
  EXPECT_GT(report.rejected, 0);
  EXPECT_EQ(report.rejected, refusals);
  EXPECT_NEAR(state.q(0), system.solution(1.), 1e-12);
  EXPECT_LT(*std::min_element(steps.begin(), steps.end()), 0.2);
  double total = 0;
  for (const double h : steps)
    total += h;
  EXPECT_NEAR(total, 1., 1e-14);
}

TEST(Integrate, HitsOutputTimesExactlyAndKeepsItsStep)
{
  const HardeningSpring system(1., 0., 1.);
  Statics statics(system);
  State state = at_rest(system);
  IntegrationPlan plan;
  plan.initial_step = 0.3;
  plan.maximum_step = 0.3;
  plan.output_times = {0., 0.1, 0.7, 1. / 3. + 0.5, 1.};
  std::vector<double> steps, outputs;
  Observer observer;
  observer.on_step = [&](const State &, const StepReport &report) {
    steps.push_back(report.step_size);
  };
  observer.on_output = [&](const State &s) { outputs.push_back(s.time); };
  const IntegrationReport report = integrate(statics, state, plan, {observer});
  EXPECT_TRUE(report.finished) << report.reason;
  EXPECT_EQ(outputs, plan.output_times); // exactly
  const std::vector<double> expected = {
    0.1, 0.3, 0.3, 0.5 + 1. / 3. - 0.7, 1. - 0.5 - 1. / 3.};
  ASSERT_EQ(steps.size(), expected.size());
  for (std::size_t i = 0; i < steps.size(); ++i)
    EXPECT_NEAR(steps[i], expected[i], 1e-15);
}

TEST(Integrate, ResumedRunContinuesBitForBit)
{
  const HardeningSpring system(1., 0.5, 6.);
  IntegrationPlan plan;
  plan.initial_step = 0.13;
  plan.output_times = {0.4};
  State whole       = at_rest(system), stored;
  Observer observer;
  observer.on_output = [&](const State &s) { stored = s; };
  Statics first(system), second(system);
  integrate(first, whole, plan, {observer});
  plan.resume = true;
  integrate(second, stored, plan);
  EXPECT_EQ(whole.time, stored.time);
  EXPECT_TRUE(same_bits(whole.q, stored.q));
  EXPECT_EQ(whole.next_step, stored.next_step);
}

TEST(Integrate, StepsAreCompleteAfterTheOutputOfAllObservers)
{
  const HardeningSpring system(1., 0., 1.);
  Statics statics(system);
  State state = at_rest(system);
  IntegrationPlan plan;
  plan.initial_step = 0.5;
  plan.maximum_step = 0.5;
  plan.output_times = {0., 1.};
  std::string calls;
  Observer observer;
  observer.on_step   = [&](const State &, const StepReport &) { calls += 's'; };
  observer.on_output = [&](const State &) { calls += 'o'; };
  observer.on_complete = [&](const State &) { calls += 'c'; };
  integrate(statics, state, plan, {observer, observer});
  EXPECT_EQ(calls,
            "oosscc"
            "ssoocc");
}

TEST(Integrate, RefusesAPlanThatMakesNoSense)
{
  const HardeningSpring system(1., 0., 1.);
  Statics statics(system);
  State state = at_rest(system);
  IntegrationPlan plan;
  plan.initial_step = 0;
  EXPECT_THROW(integrate(statics, state, plan), Error);
  plan.initial_step = 0.1;
  plan.end_time     = -1;
  EXPECT_THROW(integrate(statics, state, plan), Error);
  plan.end_time     = 1;
  plan.output_times = {0.5, 0.2};
  EXPECT_THROW(integrate(statics, state, plan), Error);
}

TEST(Integrate, StagesBeginExactlyAndWithTheirOwnStepSize)
{
  const HardeningSpring system(1., 0., 1.);
  Statics statics(system);
  State state = at_rest(system);
  IntegrationPlan plan;
  plan.initial_step = 0.3;
  plan.maximum_step = 0.3;
  plan.stages       = {{0.5, 0.1, 1e-3, 0.1}, {0.75, 1, 1e-3, 0.2}};
  std::vector<double> times, sizes;
  Observer observer;
  observer.on_step = [&](const State &finished, const StepReport &report) {
    times.push_back(finished.time);
    sizes.push_back(report.step_size);
  };
  // A state from which the run is continued, at the begin of a stage and
  // within one.
  std::vector<State> kept;
  observer.on_complete = [&](const State &finished) {
    kept.push_back(finished);
  };
  ASSERT_TRUE(integrate(statics, state, plan, {observer}).finished);
  const std::vector<double> expected = {0.3, 0.5, 0.6, 0.7, 0.75, 0.95, 1};
  ASSERT_EQ(times.size(), expected.size());
  for (std::size_t i = 0; i < times.size(); ++i)
    EXPECT_NEAR(times[i], expected[i], 1e-15);
  EXPECT_EQ(times[1], 0.5);
  EXPECT_EQ(times[4], 0.75);
  const std::vector<double> whole = times;
  for (const std::size_t from : {1u, 3u, 4u})
    {
      State resumed = kept[from];
      times.assign(whole.begin(), whole.begin() + from + 1);
      plan.resume = true;
      ASSERT_TRUE(integrate(statics, resumed, plan, {observer}).finished);
      EXPECT_EQ(times, whole);
    }
}

TEST(Integrate, RefusesStagesWithoutOrderOrSize)
{
  const HardeningSpring system(1., 0., 1.);
  Statics statics(system);
  State state = at_rest(system);
  IntegrationPlan plan;
  plan.stages = {{0.5, 0.1, 1e-3, 0.1}, {0.25, 0.1, 1e-3, 0.1}};
  EXPECT_THROW(integrate(statics, state, plan), Error);
  plan.stages = {{0.5, 0., 1e-3, 0.1}};
  EXPECT_THROW(integrate(statics, state, plan), Error);
}
