// SPDX-License-Identifier: Apache-2.0
// Rotations are rotations at any angle, and motions have their derivatives.
#include <rivlin/solid/sleeve.h>

#include <Eigen/Geometry>
#include <Eigen/LU>

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace
{
  using namespace rivlin;

  const Vector3 axis = Vector3(1, -2, 2) / 3;

  TEST(Sleeve, RotationIsExactAtAnyAngle)
  {
    for (const double angle :
         {0., 1e-12, 1e-5, 0.3, 0.999, 1., 1.001, 2., 3.14159, 6.5, 20.})
      {
        const Matrix3 R =
          Matrix3::Identity() + rotation_minus_identity(angle * axis);
        EXPECT_LT((R.transpose() * R - Matrix3::Identity()).norm(), 1e-14)
          << angle;
        EXPECT_NEAR(R.determinant(), 1., 1e-14) << angle;
        EXPECT_LT((R * axis - axis).norm(), 1e-14) << angle;
        const Matrix3 expected =
          Eigen::AngleAxisd(angle, axis).toRotationMatrix();
        EXPECT_LT((R - expected).norm(), 1e-14) << angle;
      }
  }

  TEST(Sleeve, SmallRotationKeepsItsDigits)
  {
    // R - I = W + W^2/2 + O(angle^3): at 1e-8 the next term is 1e-16 of it.
    const Vector3 w = 1e-8 * axis;
    Matrix3 W;
    W << 0, -w[2], w[1], w[2], 0, -w[0], -w[1], w[0], 0;
    const Matrix3 expected = W + 0.5 * W * W;
    EXPECT_LT((rotation_minus_identity(w) - expected).norm(),
              1e-15 * expected.norm());
    // The diagonal is of second order and would be lost in 1 - 1e-16.
    for (int i = 0; i < 3; ++i)
      EXPECT_NEAR(rotation_minus_identity(w)(i, i),
                  expected(i, i),
                  1e-14 * 1e-16);
  }

  TEST(Sleeve, QuarterTurnAboutTheCentre)
  {
    SleevePose pose;
    pose.translation     = {1, 2, 3};
    pose.rotation_vector = {0, 0, M_PI / 2};
    const Vector3 centre(5, 0, 0), X(7, 0, 4);
    // (2,0,4) relative to the centre turns to (0,2,4).
    EXPECT_LT((sleeve_displacement(pose, centre, X) - Vector3(-1, 4, 3)).norm(),
              1e-14);
    EXPECT_LT(
      (sleeve_displacement(pose, centre, centre) - pose.translation).norm(),
      1e-15);
  }

  /// Sines in time; offset = 0 and t = 0 is the zero rotation.
  std::array<SleevePose, 4> channels(double t, double offset)
  {
    std::array<SleevePose, 4> pose;
    for (int i = 0; i < 3; ++i)
      {
        const double a = 0.5 + 0.3 * i, f = 1 + 0.7 * i;
        for (int k = 0; k < 4; ++k)
          {
            // d^k/dt^k sin(f t) = f^k sin(f t + k pi/2)
            const double wave = std::pow(f, k) * std::sin(f * t + k * M_PI / 2);
            pose[k].rotation_vector[i] = a * wave + (k == 0 ? offset : 0);
            pose[k].translation[i]     = 2 * a * wave;
          }
      }
    return pose;
  }

  TEST(SleeveMotion, DerivativesAgreeWithDifferences)
  {
    // Fourth-order differences with h = 4e-4: truncation h^4/30 = 1e-15 times
    // the derivative five orders up (the jerk's test needs the seventh of the
    // motion, of size 5e5), roundoff 1e-15 * 100/h = 3e-10: 1e-8 finds any
    // wrong term.
    const Vector3 centre(1, 2, 3), X(4, -1, 2);
    const double h = 4e-4;
    // offset 0, t = 0: zero rotation; the others on both sides of |w| = 1.
    for (const auto &[t, offset] : std::vector<std::pair<double, double>>{
           {0., 0.}, {0.4, 0.}, {0.9, 0.6}, {2.2, 1.5}})
      for (int order = 1; order < 4; ++order)
        {
          const auto at = [&, start = t, shift = offset](double s) {
            return SleeveMotion(channels(start + s, shift), centre)
              .displacement(X, order - 1);
          };
          const Vector3 far = at(2 * h) - at(-2 * h), near = at(h) - at(-h);
          const Vector3 expected = (8 * near - far) / (12 * h);
          const Vector3 computed =
            SleeveMotion(channels(t, offset), centre).displacement(X, order);
          EXPECT_LT((computed - expected).norm(), 1e-8)
            << t << " order " << order;
        }
  }

  TEST(SleeveMotion, OrderZeroIsTheDisplacement)
  {
    const Vector3 centre(1, 2, 3), X(4, -1, 2);
    const auto pose = channels(0.7, 0.2);
    EXPECT_LT((SleeveMotion(pose, centre).displacement(X, 0) -
               sleeve_displacement(pose[0], centre, X))
                .norm(),
              1e-15);
  }

  TEST(SleeveMotion, SteadyRotationHasCentripetalAcceleration)
  {
    std::array<SleevePose, 4> pose;
    const double omega = 3, angle = 2.5;
    pose[0].rotation_vector = {0, 0, angle};
    pose[1].rotation_vector = {0, 0, omega};
    const SleeveMotion motion(pose, Vector3::Zero());
    const Vector3 X(2, 0, 1), x = X + motion.displacement(X, 0);
    const Vector3 radius(x[0], x[1], 0);
    EXPECT_LT((motion.displacement(X, 2) + omega * omega * radius).norm(),
              1e-13);
    EXPECT_NEAR(motion.displacement(X, 1).norm(), 2 * omega, 1e-13);
  }
} // namespace
