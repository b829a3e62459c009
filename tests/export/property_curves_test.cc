// SPDX-License-Identifier: Apache-2.0
// Curves, dynamic stiffness and errors of property files, against the online
// model, closed forms and symmetry.
#include <rivlin/export/dynamic_stiffness.h>
#include <rivlin/export/property_curves.h>

#include <rivlin/base/error.h>
#include <rivlin/online/online_model.h>

#include "example_fmu.h"

#include <gtest/gtest.h>

#include <numbers>

using namespace rivlin;

namespace
{
  constexpr double pi = std::numbers::pi;

  /// Poses up to 0.05 mm and 0.05 rad are trained in all directions.
  ReducedModelData trained_example(const double damping = 0)
  {
    ReducedModelData data   = example_model();
    data.range.lowest_pose  = Matrix::Constant(6, 1, -0.05);
    data.range.highest_pose = Matrix::Constant(6, 1, 0.05);
    data.damping            = damping * data.mass;
    return data;
  }

  OnlineModel static_online(const ReducedModelData &data)
  {
    OnlineOptions options;
    options.quasi_static = true;
    return OnlineModel(data, options);
  }

  std::string message_of(const ReducedModelData &data, const double frequency)
  {
    try
      {
        property_curves(data, frequency);
      }
    catch (const Error &error)
      {
        return error.what();
      }
    return "";
  }
} // namespace

TEST(DynamicStiffness, WithoutFrequencyIsTheStaticTangent)
{
  const ReducedModelData data = trained_example(3);
  OnlineModel online          = static_online(data);
  online.start(0);
  const Matrix expected = online.tangent().by_input;
  const ComplexMatrix6 K =
    dynamic_stiffness(std::make_shared<const ReducedModelData>(data), 0);
  // The tangent of the online model takes differences of motions, 1e-12.
  EXPECT_LT((K.real() - expected).norm(), 1e-9 * expected.norm());
  EXPECT_EQ(K.imag().norm(), 0);
}

TEST(DynamicStiffness, IsSymmetricAndDissipates)
{
  const ComplexMatrix6 K = dynamic_stiffness(
    std::make_shared<const ReducedModelData>(trained_example(3)), 40);
  EXPECT_LT((K - K.transpose()).norm(), 1e-10 * K.norm());
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix<double, 6, 6>> loss(
    K.imag());
  EXPECT_GT(loss.eigenvalues().minCoeff(), 0);
}

TEST(DynamicStiffness, MassDampingShiftsTheFrequency)
{
  // With D = a M the model sees omega^2 M - i omega a M alone: the answer at
  // omega with damping is that without damping at the complex frequency w,
  // w^2 = omega^2 - i a omega; to first order in a: K' = dK/d(omega^2).
  const double omega = 30, a = 1e-4, step = 1e-3;
  const auto plain =
               std::make_shared<const ReducedModelData>(trained_example()),
             damped =
               std::make_shared<const ReducedModelData>(trained_example(a));
  const Matrix slope = (dynamic_stiffness(plain, omega * (1 + step)).real() -
                        dynamic_stiffness(plain, omega * (1 - step)).real()) /
                       (4 * step * omega * omega);
  const Matrix expected = -a * omega * slope;
  // step^2 of the difference, (a / omega)^2 of the expansion.
  EXPECT_LT((dynamic_stiffness(damped, omega).imag() - expected).norm(),
            1e-5 * expected.norm());
}

TEST(PropertyCurves, AreStatesOfTheModelInUnitsOfTheFile)
{
  const ReducedModelData data = trained_example(2);
  const PropertyCurves curves = property_curves(data, 0.02);
  OnlineModel online          = static_online(data);
  for (int i = 0; i < 6; ++i)
    {
      const PropertyDirection &direction = curves.directions[i];
      ASSERT_EQ(direction.displacements.size(), 21u);
      EXPECT_TRUE(direction.is_trained);
      const double angle = i < 3 ? 1 : 180 / pi;
      EXPECT_NEAR(direction.displacements.front(), -0.05 * angle, 1e-12);
      EXPECT_EQ(direction.displacements[10], 0);
      Vector6 pose = Vector6::Zero();
      pose[i]      = 0.05;
      online.set_pose(0, pose);
      online.start(0);
      EXPECT_NEAR(direction.displacements.back(), 0.05 * angle, 1e-12);
      EXPECT_NEAR(direction.forces.back(),
                  online.reaction(0)[i],
                  1e-7 * std::abs(online.reaction(0)[i]));
      // Slope of the curve where the model begins; its curvature is small.
      const double slope =
        (direction.forces[11] - direction.forces[9]) /
        (direction.displacements[11] - direction.displacements[9]);
      EXPECT_NEAR(direction.stiffness, slope, 1e-2 * slope);
      EXPECT_NEAR(std::tan(direction.loss_angle * pi / 180),
                  2 * pi * 0.02 * direction.damping /
                    std::sqrt(std::pow(direction.dynamic_stiffness, 2) -
                              std::pow(2 * pi * 0.02 * direction.damping, 2)),
                  1e-9);
    }
  EXPECT_TRUE(curves.is_damped);
  EXPECT_TRUE(curves.notes.empty());
}

TEST(PropertyCurves, TellWhatTheyDoNotKnow)
{
  ReducedModelData data        = trained_example();
  data.range.lowest_pose(2, 0) = data.range.highest_pose(2, 0) = 0;
  const PropertyCurves curves = property_curves(data, 0.02);
  const PropertyDirection &z  = curves.directions[2];
  EXPECT_FALSE(z.is_trained);
  ASSERT_EQ(z.displacements.size(), 3u);
  EXPECT_NEAR(z.forces[2] / z.displacements[2],
              z.stiffness,
              1e-9 * std::abs(z.stiffness));
  ASSERT_EQ(curves.notes.size(), 2u);
  EXPECT_NE(curves.notes[0].find("in these directions: z."), std::string::npos);
  EXPECT_NE(curves.notes[1].find("no damping"), std::string::npos);
  EXPECT_EQ(z.damping, 0);
  EXPECT_NEAR(z.loss_angle, 0, 1e-12);
}

TEST(PropertyCurves, MissNothingWhereOneDirectionMovesAlone)
{
  const ReducedModelData data = trained_example();
  const PropertyCurves curves = property_curves(data, 0.02);
  std::vector<PropertyPose> alone;
  PropertyPose pose = PropertyPose::Zero();
  for (int k = -4; k <= 4; ++k)
    {
      pose[0] = 0.012 * k;
      alone.push_back(pose);
    }
  // The curve of x says nothing about the other five forces: what the model
  // answers there is all that is missed.
  OnlineModel online = static_online(data);
  double others = 0, all = 0;
  for (const PropertyPose &one : alone)
    {
      online.set_pose(0, one);
      online.start(0);
      all += online.reaction(0).head<3>().squaredNorm();
      others += online.reaction(0).segment<2>(1).squaredNorm();
    }
  const PropertyErrors errors = property_errors(data, curves, alone);
  EXPECT_EQ(errors.n_poses, 9);
  // The spline of 21 points adds h^4.
  EXPECT_NEAR(errors.force, std::sqrt(others / all), 1e-5);
  const std::vector<PropertyPose> drawn = drawn_poses(data, 20);
  ASSERT_EQ(drawn.size(), 20u);
  for (const PropertyPose &one : drawn)
    EXPECT_LE(one.cwiseAbs().maxCoeff(), 0.05);
  EXPECT_EQ(drawn, drawn_poses(data, 20));
  EXPECT_GT(property_errors(data, curves, drawn).force, errors.force / 100);
}

TEST(PropertyCurves, RefuseModelsThatHaveNoSixDirections)
{
  EXPECT_NE(message_of(example_model(2), 20).find("the model is plane"),
            std::string::npos);
  EXPECT_NE(message_of(trained_example(), 0).find("must be positive"),
            std::string::npos);
  EXPECT_NE(message_of(trained_example(), 20).find("outweighs its stiffness"),
            std::string::npos);
  ReducedModelData data = trained_example();
  data.sleeves.push_back(data.sleeves[0]);
  EXPECT_NE(message_of(data, 20).find("2 moving sleeves"), std::string::npos);
}
