// SPDX-License-Identifier: Apache-2.0
// Host and model mean the same motion and the same loads.
#include <rivlin/export/bushing_frame.h>

#include <rivlin/dynamics/rotation.h>

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include <vector>

using namespace rivlin;

namespace
{
  using Vector6 = BushingFrame::Vector6;

  BushingFrame::Motion some_motion()
  {
    BushingFrame::Motion motion;
    motion.pose << 1e-3, -2e-3, 3e-3, 0.2, -0.3, 0.4;
    motion.velocity << 0.1, 0.2, -0.3, 1, 2, -3;
    return motion;
  }

  std::vector<BushingFrame::Options> all_options()
  {
    std::vector<BushingFrame::Options> all;
    for (const char *units : {"mm-t-s", "m-kg-s"})
      for (const FmuAngles angles :
           {FmuAngles::rotation_vector, FmuAngles::cardan})
        for (const bool mirrored : {false, true})
          {
            BushingFrame::Options one;
            one.unit_system = units;
            one.angles      = angles;
            one.mirrored    = mirrored;
            one.pose_offset << 1e-4, 2e-4, 3e-4, 0.01, 0.02, 0.03;
            all.push_back(one);
          }
    return all;
  }
} // namespace

TEST(BushingFrame, LengthsAndMomentsAreThoseOfTheModel)
{
  BushingFrame::Options options;
  options.unit_system              = "mm-t-s";
  const BushingFrame::Motion host  = some_motion(),
                             model = BushingFrame(options).to_model(host, 0);
  EXPECT_DOUBLE_EQ(model.pose[1], -2);
  EXPECT_DOUBLE_EQ(model.velocity[2], -300);
  EXPECT_DOUBLE_EQ(model.pose[4], -0.3);
  Vector6 reaction;
  reaction << 5, 0, 0, 0, 0, 7000;
  const Vector6 load = BushingFrame(options).inner_load(reaction);
  EXPECT_DOUBLE_EQ(load[0], -5);
  EXPECT_DOUBLE_EQ(load[5], -7);
}

TEST(BushingFrame, CardanAnglesTurnAboutXThenYThenZ)
{
  BushingFrame::Options options;
  options.angles = FmuAngles::cardan;
  const Vector3 psi =
    BushingFrame(options).to_model(some_motion(), 0).pose.tail<3>();
  const Matrix3 R = (Eigen::AngleAxisd(0.2, Vector3::UnitX()) *
                     Eigen::AngleAxisd(-0.3, Vector3::UnitY()) *
                     Eigen::AngleAxisd(0.4, Vector3::UnitZ()))
                      .toRotationMatrix();
  EXPECT_LT((rotation_matrix(rotation_exponential(psi)) - R).norm(), 1e-14);
}

TEST(BushingFrame, ToHostIsTheReverse)
{
  for (const BushingFrame::Options &options : all_options())
    {
      const BushingFrame frame(options);
      const BushingFrame::Motion host = some_motion(),
                                 back = frame.to_host(frame.to_model(host, 0));
      EXPECT_LT((back.pose - host.pose).norm(), 1e-14);
      EXPECT_LT((back.velocity - host.velocity).norm(), 1e-13);
      EXPECT_LT((frame.arm_of(frame.to_model(host, 0).pose) -
                 host.pose.head<3>())
                  .norm(),
                1e-15);
    }
}

// The power of a load does not depend on who looks: a check of all signs,
// axes and units at once.
TEST(BushingFrame, PowerIsTheSameInBothFrames)
{
  for (const BushingFrame::Options &options : all_options())
    {
      const BushingFrame frame(options);
      const BushingFrame::Motion host  = some_motion(),
                                 model = frame.to_model(host, 0);
      Vector6 reaction;
      reaction << 10, -20, 30, 400, 500, -600;
      const Vector3 psi = model.pose.tail<3>(), rate = model.velocity.tail<3>(),
                    omega   = rotation_tangent(-psi) * rate;
      const double per_watt = options.unit_system == "mm-t-s" ? 1000 : 1;
      const double of_model =
        -(reaction.head<3>().dot(model.velocity.head<3>()) +
          reaction.tail<3>().dot(omega)) /
        per_watt;
      EXPECT_NEAR(frame.inner_load(reaction).dot(host.velocity),
                  of_model,
                  1e-12 * 3000);
    }
}

TEST(BushingFrame, ChangeIsTheDerivative)
{
  BushingFrame::Motion change;
  change.pose << 1e-3, 2e-3, -1e-3, 0.3, 0.5, -0.7;
  change.velocity << 0.1, -0.1, 0.2, 2, 1, 3;
  for (const BushingFrame::Options &options : all_options())
    for (const double h : {0., 0.01})
      {
        const BushingFrame frame(options);
        const auto at = [&](const double x) {
          BushingFrame::Motion host = some_motion();
          host.pose += x * change.pose;
          host.velocity += x * change.velocity;
          return frame.to_model(host, h);
        };
        // Central differences: their error is of the order 1e-10 of values of
        // the order 10 (rates) and 1e3 (velocities in mm).
        const double x                   = 1e-5;
        const BushingFrame::Motion after = at(x), before = at(-x),
                                   exact = frame.to_model_change(some_motion(),
                                                                 change,
                                                                 h);
        EXPECT_LT(((after.pose - before.pose) / (2 * x) - exact.pose).norm(),
                  1e-8);
        EXPECT_LT(((after.velocity - before.velocity) / (2 * x) -
                   exact.velocity)
                    .norm(),
                  1e-6);
      }
}

TEST(BushingFrame, LoadsOfBothSleevesBalance)
{
  Vector6 inner;
  inner << 1, 2, 3, 4, 5, 6;
  const Vector3 arm(0.1, -0.2, 0.3);
  const Vector6 outer = outer_load(inner, arm);
  const Vector3 force = inner.head<3>(), moment = inner.tail<3>();
  EXPECT_EQ(Vector3(outer.head<3>()), Vector3(-force));
  // About the centre of the outer sleeve.
  EXPECT_LT((outer.tail<3>() + moment + arm.cross(force)).norm(), 1e-15);
}
