// SPDX-License-Identifier: Apache-2.0
// Six channels as a rigid motion with its time derivatives.
#include <rivlin/online/sleeve_channels.h>

#include <rivlin/base/error.h>

#include <gtest/gtest.h>

#include <cmath>

using namespace rivlin;

namespace
{
  SleeveChannels tumbling()
  {
    SleeveChannels channels;
    channels.translation = {Channel("2*sin(3*t)"), Channel("t^3"), Channel(1.)};
    channels.rotation    = {Channel("0.3*t"),
                            Channel("0.5*sin(t)"),
                            Channel("1 - t^2")};
    return channels;
  }
} // namespace

TEST(SleeveChannels, RotationVectorIsExact)
{
  SleeveChannels channels;
  channels.translation[1] = Channel("4*t");
  channels.rotation[2]    = Channel("5*t"); // beyond pi as well
  for (const double t : {0., 0.2, 1.})
    {
      const RigidMotion motion = channels.motion(t, 0);
      const double c = std::cos(5 * t), s = std::sin(5 * t);
      Matrix3 expected;
      expected << c - 1, -s, 0, s, c - 1, 0, 0, 0, 0;
      EXPECT_LT((motion.rotation[0] - expected).norm(), 1e-14);
      EXPECT_LT((motion.translation[0] - Vector3(0, 4 * t, 0)).norm(), 1e-14);
    }
}

TEST(SleeveChannels, DerivativesAreThoseOfTheMotion)
{
  const SleeveChannels channels = tumbling();
  const double t = 0.7, h = 1e-4;
  const RigidMotion at     = channels.motion(t, 3),
                    later  = channels.motion(t + h, 3),
                    sooner = channels.motion(t - h, 3);
  for (int k = 0; k < 3; ++k)
    {
      // Central differences: h^2 times derivatives of size 54, and 1e-16 / h.
      const Matrix3 R = (later.rotation[k] - sooner.rotation[k]) / (2 * h);
      const Vector3 x =
        (later.translation[k] - sooner.translation[k]) / (2 * h);
      EXPECT_LT((R - at.rotation[k + 1]).norm(), 1e-6) << k;
      EXPECT_LT((x - at.translation[k + 1]).norm(), 1e-6) << k;
      EXPECT_GT(at.rotation[k + 1].norm(), 0.1);
    }
}

TEST(SleeveChannels, OnlyWhatIsAskedForIsComputed)
{
  const SleeveChannels channels = tumbling();
  for (int order = 0; order < 3; ++order)
    {
      const RigidMotion some = channels.motion(0.7, order),
                        all  = channels.motion(0.7, 3);
      for (int k = 0; k <= 3; ++k)
        if (k <= order)
          {
            EXPECT_EQ(some.rotation[k], all.rotation[k]);
            EXPECT_EQ(some.translation[k], all.translation[k]);
          }
        else
          EXPECT_EQ(some.rotation[k].norm() + some.translation[k].norm(), 0);
    }
  // The root has no rate at zero, which only matters if somebody asks.
  SleeveChannels root;
  root.translation[0] = Channel("sqrt(t)");
  EXPECT_EQ(root.motion(0, 0).translation[0][0], 0);
  EXPECT_THROW(root.motion(0, 1), Error);
}
