// SPDX-License-Identifier: Apache-2.0
// Runs of a reduced model: rows, energies, range and failures.
#include <rivlin/online/prediction.h>

#include <rivlin/dynamics/make_integrator.h>
#include <rivlin/online/sleeve_channels.h>

#include "synthetic_model.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace rivlin;

namespace
{
  Sleeve following(const SleeveChannels &channels)
  {
    Sleeve sleeve;
    sleeve.motion = [channels](const double t, const int order) {
      return channels.motion(t, order);
    };
    return sleeve;
  }

  SleeveChannels along_x(const std::string &text)
  {
    SleeveChannels channels;
    channels.translation[0] = Channel(text);
    return channels;
  }

  ReducedModel make_model(const Sleeve &sleeve,
                          const SyntheticOptions &options,
                          const ReducedModel::Gravity &gravity = nullptr,
                          const bool inertia                   = true)
  {
    return ReducedModel(std::make_shared<const ReducedModelData>(
                          synthetic_data(options)),
                        {sleeve},
                        gravity,
                        inertia);
  }

  IntegrationPlan plan_of(const double end, const double h, const int n_outputs)
  {
    IntegrationPlan plan;
    plan.end_time     = end;
    plan.initial_step = plan.maximum_step = h;
    for (int k = 0; k <= n_outputs; ++k)
      plan.output_times.push_back(end * k / n_outputs);
    return plan;
  }

  Prediction run(const ReducedModel &model,
                 const IntegrationPlan &plan,
                 const std::string &integrator = "generalized alpha")
  {
    IntegratorOptions options;
    options.generalized_alpha.consistency.project = true;
    return predict(model, *make_integrator(integrator, model, options), plan);
  }

  /// Largest error of E(t) - E(0) + dissipated = external work, relative to the
  /// largest of the four.
  double imbalance(const Prediction &p)
  {
    const Vector total = p.energies.row(0) + p.energies.row(1);
    const Vector error = (total.array() - total[0]).matrix() +
                         p.energies.row(3).transpose() -
                         p.energies.row(2).transpose();
    return error.cwiseAbs().maxCoeff() / p.energies.cwiseAbs().maxCoeff();
  }
} // namespace

TEST(Prediction, EnergyIsBalanced)
{
  const auto gravity = [](const double t, const int order) {
    return Vector3((order == 0 ? std::sin(t) : std::cos(t)) *
                   Vector3(1, -2, 0.5));
  };
  for (const int dim : {2, 3})
    for (const bool is_free : {false, true})
      for (const double compliance : {0.05, 0.})
        {
          SyntheticOptions options;
          options.dim        = dim;
          options.compliance = compliance;
          const ReducedModel model =
            make_model(is_free ? free_sleeve(dim) : driven_sleeve(dim),
                       options,
                       gravity);
          const double coarse = imbalance(run(model, plan_of(2, 4e-3, 10))),
                       fine   = imbalance(run(model, plan_of(2, 2e-3, 10)));
          // Method and trapezoidal rule are of second order.
          EXPECT_LT(fine, 1e-4);
          EXPECT_NEAR(coarse / fine, 4, 0.2);
        }
}

TEST(Prediction, RowsAreThoseOfTheOutputTimes)
{
  const ReducedModel model   = make_model(driven_sleeve(2), {});
  const IntegrationPlan plan = plan_of(0.5, 7e-3, 4);
  const Prediction p         = run(model, plan);
  ASSERT_TRUE(p.report.finished) << p.report.reason;
  EXPECT_EQ(p.times, plan.output_times);
  EXPECT_EQ(p.reactions.cols(), 5);
  EXPECT_EQ(p.poses.cols(), 5);
  EXPECT_EQ(p.r.cols(), 5);
  EXPECT_EQ(p.r_rate.cols(), 5);
  EXPECT_EQ(p.pressures.cols(), 5);
  EXPECT_EQ(p.energies.cols(), 5);
  EXPECT_EQ(p.trust.size(), 5u);
  EXPECT_EQ(p.left_range_at, -1);
  EXPECT_GT(p.cpu_seconds, 0);
  const RigidMotion motion = driven_sleeve(2).motion(0.25, 3);
  EXPECT_NEAR(p.poses(0, 2), motion.translation[0][0], 1e-15);
  EXPECT_NEAR(p.poses(5, 2), 0.2 * std::sin(1.6 * 0.25), 1e-15);
  EXPECT_NEAR(p.r(1, 2), motion.translation[0][1], 1e-15);
  EXPECT_NEAR(p.r(3, 2), motion.rotation[0](0, 1), 1e-15);
  EXPECT_NEAR(p.r_rate(3, 2), motion.rotation[1](0, 1), 1e-15);

  const std::vector<std::string> titles =
    prediction_titles(model.data(), unit_system("mm-t-s"));
  const std::vector<double> row = prediction_row(model.data(), p, 2);
  ASSERT_EQ(titles.size(), row.size());
  ASSERT_EQ(titles.size(), 15u);
  EXPECT_EQ(titles[3], "sleeve 0 rotation z [rad]");
  EXPECT_EQ(row[3], p.poses(5, 2));
  EXPECT_EQ(titles[5], "sleeve 0 force y [N]");
  EXPECT_EQ(row[5], p.reactions(1, 2));
  EXPECT_EQ(titles[6], "sleeve 0 moment z [N mm]");
  EXPECT_EQ(row[6], p.reactions(5, 2));
  EXPECT_EQ(row[8], p.energies(1, 2));
  EXPECT_EQ(row.back(), 1);
  SyntheticOptions space;
  space.dim       = 3;
  space.n_sleeves = 2;
  EXPECT_EQ(
    prediction_titles(synthetic_data(space), unit_system("mm-t-s")).size(),
    1u + 2 * 12 + 8);
}

TEST(Prediction, LeavingTheRangeIsSeenAtTheFirstOutputBeyond)
{
  // The trained poses end at 0.3.
  const ReducedModel model =
    make_model(following(along_x("0.4*t")), {}, nullptr, false);
  const Prediction p = run(model, plan_of(1, 0.05, 20), "statics");
  ASSERT_TRUE(p.report.finished) << p.report.reason;
  EXPECT_NEAR(p.left_range_at, 0.8, 1e-12);
  for (std::size_t k = 0; k < p.times.size(); ++k)
    EXPECT_EQ(p.trust[k].inside, p.times[k] < 0.79) << p.times[k];
  EXPECT_EQ(prediction_row(model.data(), p, 20).back(), 0);
}

TEST(Prediction, AFailedRunKeepsItsRows)
{
  const ReducedModel model =
    make_model(following(along_x("100*t^2")), {}, nullptr, false);
  IntegrationPlan plan = plan_of(1, 0.01, 100);
  plan.minimum_step    = 1e-3;
  const Prediction p   = run(model, plan, "statics");
  EXPECT_FALSE(p.report.finished);
  EXPECT_NE(p.report.reason.find("refused"), std::string::npos)
    << p.report.reason;
  ASSERT_GT(p.times.size(), 1u);
  EXPECT_LT(p.times.size(), 101u);
  EXPECT_LE(p.times.back(), p.report.time);
  EXPECT_EQ(p.reactions.cols(), static_cast<int>(p.times.size()));
  EXPECT_TRUE(p.reactions.allFinite());
  EXPECT_GT(p.left_range_at, 0);
}

TEST(Prediction, FreeRotationsBeyondPiAreNotWrapped)
{
  Sleeve sleeve;
  sleeve.body.rotation = RotationFreedom::about_axis;
  sleeve.body.inertia  = 0.2 * Matrix3::Identity();
  sleeve.load          = [](const double t, const int order) {
    SleeveLoad load;
    load.moment[2] = order == 0 ? 20 * t : 20;
    return load;
  };
  SyntheticOptions options;
  options.size             = 0.01;
  const ReducedModel model = make_model(sleeve, options);
  const Prediction p       = run(model, plan_of(2, 5e-3, 20));
  ASSERT_TRUE(p.report.finished) << p.report.reason;
  EXPECT_GT(p.poses(5, 20), 3.3);
  for (int k = 1; k <= 20; ++k)
    EXPECT_GT(p.poses(5, k), p.poses(5, k - 1));
}
