// SPDX-License-Identifier: Apache-2.0
// Errors against differences that are put into two runs by hand.
#include <rivlin/studies/comparison.h>

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>

#include <temporary_folder.h>

#include <nlohmann/json.hpp>

#include <cmath>

namespace rivlin
{
  namespace
  {
    constexpr int n_times = 40;

    /// A plane model with one sleeve, "inner", of which only names and scales
    /// matter here, and a run of 39 ms.
    class Comparisons : public TemporaryFolder
    {
    protected:
      ReducedModelData data;
      Prediction prediction;
      std::vector<Sleeve> sleeves = std::vector<Sleeve>(1);
      /// Titles and values of history.csv of the full model.
      std::vector<std::pair<std::string, Vector>> columns;

      Comparisons()
      {
        data.dim                   = 2;
        data.unit_system           = "mm-t-s";
        data.sleeves               = {{"inner", Vector3::Zero(), {}}};
        data.length_scale          = 25;
        data.stress_scale          = 1;
        prediction.poses           = Matrix::Zero(6, n_times);
        prediction.reactions       = Matrix::Zero(6, n_times);
        prediction.report.accepted = n_times - 1;
        for (int k = 0; k < n_times; ++k)
          prediction.times.push_back(1e-3 * k);
      }

      Vector wave(const double amplitude, const double phase = 0) const
      {
        Vector values(n_times);
        for (int k = 0; k < n_times; ++k)
          values[k] = amplitude * std::sin(0.3 * k + phase);
        return values;
      }

      void add(const std::string &title, const Vector &values)
      {
        columns.emplace_back(title, values);
      }

      /// The full run: a sleeve at these poses and reactions.
      void add_inner(const Vector &x,
                     const Vector &y,
                     const Vector &rz,
                     const Vector &force_x,
                     const Vector &moment_z)
      {
        add("inner translation x [mm]", x);
        add("inner translation y [mm]", y);
        add("inner rotation z [rad]", rz);
        add("inner force x [N]", force_x);
        add("inner force y [N]", Vector::Zero(n_times));
        add("inner moment z [N mm]", moment_z);
      }

      Comparison compare(const ReducedModel::Gravity &gravity = {},
                         const double from                    = 0)
      {
        std::string text = "time [s]";
        for (const auto &[title, values] : columns)
          text += "," + title;
        for (int k = 0; k < n_times; ++k)
          {
            text += "\n" + number_text(prediction.times[k]);
            for (const auto &[title, values] : columns)
              text += "," + number_text(values[k]);
          }
        write(folder / "history.csv", text + "\n");
        write(folder / "summary.json",
              R"({"seconds": {"solve": {"cpu": 2}, "assembly": {"cpu": 1}},
                  "steps": {"accepted": 30, "rejected": 0}})");
        return compare_with_run(
          prediction, data, sleeves, gravity, folder, nullptr, {}, from);
      }

      void set_free()
      {
        sleeves[0].body.free_translation = {true, true, false};
        sleeves[0].body.rotation         = RotationFreedom::about_axis;
      }
    };

    // Values of a CSV file in 17 digits; sums of 40 squares.
    constexpr double rounding = 1e-12;
  } // namespace

  TEST_F(Comparisons, ReactionsOfDrivenSleevesAddForcesAndMoments)
  {
    const Vector zero = Vector::Zero(n_times), x = wave(3);
    prediction.poses.row(0) = x;
    // 1 % of the force, and a moment that counts by the length scale.
    prediction.reactions.row(0) = wave(101);
    prediction.reactions.row(5) = wave(2500 * 1.02);
    add_inner(x, zero, zero, wave(100), wave(2500));
    const Comparison found = compare();
    EXPECT_EQ(found.headline_name(), "reaction");
    EXPECT_NEAR(found.headline().relative(),
                std::sqrt((1. + 4.) / (1e4 + 1e4)),
                rounding);
    EXPECT_FALSE(found.pose().is_known());
    EXPECT_DOUBLE_EQ(found.full_seconds, 3);
    EXPECT_DOUBLE_EQ(found.full_steps, 30);
  }

  TEST_F(Comparisons, ErrorsAreMeasuredBehindATime)
  {
    // Right until then, 10 % too much behind.
    const Vector zero = Vector::Zero(n_times), x = wave(3), force = wave(100);
    const int n_first           = n_times / 2;
    prediction.poses.row(0)     = x;
    prediction.reactions.row(0) = force;
    prediction.reactions.row(0).tail(n_times - n_first) *= 1.1;
    add_inner(x, zero, zero, force, zero);
    EXPECT_LT(compare().headline().relative(), 0.08);
    const Comparison found = compare({}, prediction.times[n_first - 1]);
    EXPECT_NEAR(found.headline().relative(), 0.1, rounding);
    EXPECT_NE(comparison_text(found).find(" behind t = "), std::string::npos);
  }

  TEST_F(Comparisons, OtherLoadsAreNotTheSameSignal)
  {
    set_free();
    const Vector zero = Vector::Zero(n_times), x = wave(3);
    prediction.poses.row(0) = x;
    sleeves[0].load         = [](const double t, int) {
      SleeveLoad load;
      load.force[0]  = 50 * std::sin(300 * t);
      load.moment[2] = 7;
      return load;
    };
    add_inner(x, zero, zero, wave(50), zero);
    const auto refusal = [&](const ReducedModel::Gravity &gravity = {}) {
      return message_of<Error>([&] { compare(gravity); });
    };
    EXPECT_NE(refusal().find("no \"inner applied force x [N]\""),
              std::string::npos)
      << refusal();
    add("inner applied force x [N]", wave(40));
    EXPECT_NE(refusal().find("has \"inner applied force x [N]\" = "),
              std::string::npos)
      << refusal();
    columns.back().second = wave(50);
    EXPECT_NE(refusal().find("no \"inner applied moment z [N mm]\""),
              std::string::npos)
      << refusal();
    add("inner applied moment z [N mm]", Vector::Constant(n_times, 7));
    EXPECT_NO_THROW(compare());
    // Gravity of one of both.
    const auto gravity = [](double, int) { return Vector3(0, -9810, 0); };
    EXPECT_NE(refusal(gravity).find("no \"gravity y [mm/s^2]\""),
              std::string::npos)
      << refusal(gravity);
    add("gravity y [mm/s^2]", Vector::Constant(n_times, -9810));
    EXPECT_NO_THROW(compare(gravity));
    EXPECT_NE(refusal().find("\"gravity y [mm/s^2]\" = -9810"),
              std::string::npos)
      << refusal();
  }

  TEST_F(Comparisons, PosesOfFreeSleevesAreTheHeadline)
  {
    set_free();
    const Vector zero = Vector::Zero(n_times);
    // The reaction is the load: right to 1e-6, which says nothing.
    prediction.reactions.row(0) = wave(100 + 1e-4);
    add_inner(wave(2), wave(0.02, 1), wave(0.1), wave(100), zero);
    prediction.poses.row(0) = wave(2.02);
    prediction.poses.row(1) = wave(0.01, 1); // half of a direction that rests
    prediction.poses.row(5) = wave(0.103);
    const Comparison found  = compare();
    EXPECT_EQ(found.headline_name(), "pose");
    const auto &pose = found.sleeves.at(0).pose;
    EXPECT_NEAR(pose[0].relative(), 0.01, rounding);
    // Relative to the translations, not to itself.
    EXPECT_NEAR(pose[1].relative(),
                0.01 / 2 * wave(1, 1).norm() / wave(1).norm(),
                rounding);
    EXPECT_NEAR(pose[1].absolute,
                0.01 * wave(1, 1).norm() / std::sqrt(n_times),
                rounding);
    EXPECT_NEAR(pose[5].relative(), 0.03, rounding);
    EXPECT_FALSE(pose[2].is_known());
    EXPECT_NEAR(found.headline().relative(), 0.03, rounding);
    EXPECT_FALSE(found.driven_reaction.is_known());

    const auto json = comparison_json(found, unit_system("mm-t-s"));
    EXPECT_EQ(json.at("headline").at("of"), "pose");
    EXPECT_NEAR(json.at("errors").at("pose").get<double>(), 0.03, rounding);
    EXPECT_TRUE(json.at("errors").at("reaction").is_null());
    const auto &inner = json.at("sleeves").at("inner");
    EXPECT_NEAR(inner.at("pose").at("x").at("relative").get<double>(),
                0.01,
                rounding);
    EXPECT_NEAR(inner.at("pose").at("rz").at("absolute [rad]").get<double>(),
                0.003 * wave(1).norm() / std::sqrt(n_times),
                rounding);
    EXPECT_NE(comparison_text(found).find("Pose error 3 %"), std::string::npos);
  }

  TEST_F(Comparisons, DrivenDirectionsOfAPartlyFreeSleeveHaveReactions)
  {
    sleeves[0].body.free_translation = {true, false, false};
    prediction.poses.row(0)          = wave(1.1);
    prediction.reactions.row(5)      = wave(2.02);
    const Vector zero                = Vector::Zero(n_times);
    add_inner(wave(1), zero, zero, wave(50), wave(2));
    const Comparison found = compare();
    EXPECT_NEAR(found.pose().relative(), 0.1, rounding);
    EXPECT_NEAR(found.driven_reaction.relative(), 0.01, rounding);
  }

  TEST_F(Comparisons, NothingIsMeasuredOnAZeroSignal)
  {
    // Rounding errors on both sides.
    prediction.reactions.row(0) = wave(1e-10);
    const Vector zero           = Vector::Zero(n_times);
    add_inner(zero, zero, zero, wave(1e-12), zero);
    const Comparison found = compare();
    EXPECT_TRUE(found.headline().is_zero_signal());
    EXPECT_TRUE(std::isnan(found.headline().relative()));
    EXPECT_NE(comparison_text(found).find("not measurable (zero signal)"),
              std::string::npos);
    const auto json = comparison_json(found, unit_system("mm-t-s"));
    EXPECT_TRUE(json.at("errors").at("reaction").is_null());
    EXPECT_EQ(json.at("not measurable (zero signal)").at(0), "reaction");
  }

  TEST_F(Comparisons, RotationsThatAreRoundingDoNotCount)
  {
    set_free();
    const Vector zero       = Vector::Zero(n_times);
    prediction.poses.row(0) = wave(2.02);
    prediction.poses.row(5) = wave(3e-12);
    add_inner(wave(2), zero, wave(1e-12), wave(100), zero);
    const Comparison found = compare();
    EXPECT_TRUE(found.sleeves.at(0).pose[5].is_zero_signal());
    EXPECT_NEAR(found.headline().relative(), 0.01, rounding);
  }

  TEST_F(Comparisons, FixedSupportsFollowFromTheBalanceOfMomentum)
  {
    // Mass 2 of the body; the sleeve's translation x carries half of it.
    data.mass                          = Matrix::Zero(7, 7);
    data.mass(6, 6)                    = 2;
    data.gravity                       = Matrix::Zero(7, 2);
    data.gravity(0, 0)                 = 1;
    data.body["Material/Mass damping"] = "0";
    prediction.r_acceleration          = Matrix::Zero(7, n_times);
    prediction.r_acceleration.row(0)   = wave(4);
    prediction.reactions.row(0)        = wave(10);
    const Vector zero                  = Vector::Zero(n_times);
    add_inner(zero, zero, zero, wave(10), zero);
    add("outer force x [N]", wave(-6));
    add("outer force y [N]", zero);
    add("outer moment z [N mm]", zero);
    EXPECT_NEAR(compare().fixed_force.relative(), 0, rounding);
    // Damping by mass is not known to the model.
    data.body["Material/Mass damping"] = "3";
    EXPECT_FALSE(compare().fixed_force.is_known());
  }

  TEST_F(Comparisons, AnotherMotionIsRefused)
  {
    const Vector zero = Vector::Zero(n_times);
    add_inner(wave(3), zero, zero, wave(1), zero);
    const std::string message = message_of<Error>([&] { compare(); });
    EXPECT_NE(message.find("inner translation x [mm]"), std::string::npos);
    EXPECT_NE(message.find("same signal"), std::string::npos);
  }

  TEST_F(Comparisons, AnotherRotationIsRefused)
  {
    const Vector zero = Vector::Zero(n_times);
    add_inner(zero, zero, wave(0.1), wave(1), zero);
    const std::string message = message_of<Error>([&] { compare(); });
    EXPECT_NE(message.find("inner rotation z [rad]"), std::string::npos);
  }
} // namespace rivlin
