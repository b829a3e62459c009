// SPDX-License-Identifier: Apache-2.0
// An instance against the online model, against physics, and against hosts
// that do not know what they do.
#include <rivlin/export/bushing_unit.h>

#include <rivlin/base/error.h>
#include <rivlin/dynamics/rotation.h>

#include "example_fmu.h"
#include "temporary_folder.h"

#include <limits>

using namespace rivlin;

namespace
{
  constexpr double h = 0.01;

  DrivenUnit started(const bool inertia = false)
  {
    DrivenUnit driven(example_model(3, false, example_setup()));
    driven.set(FmuOption::inertia, inertia);
    driven.start();
    return driven;
  }

  Vector6 mirrored(const Vector6 &x)
  {
    Vector6 seen;
    seen << x[0], -x[1], x[2], -x[3], x[4], -x[5];
    return seen;
  }
} // namespace

TEST(BushingUnit, IsTheOnlineModelInSI)
{
  for (const bool inertia : {false, true})
    {
      DrivenUnit driven = started(inertia);
      OnlineOptions options;
      options.quasi_static = !inertia;
      options.drive_all    = true;
      OnlineModel model(example_model(3, false, example_setup()), options);
      model.start(0);
      for (int i = 0; i < 20; ++i)
        {
          // Inputs at the beginning of a step are continued by the velocity.
          const BushingFrame::Motion now = example_motion(i * h);
          const Vector3 psi              = now.pose.tail<3>(),
                        omega            = now.velocity.tail<3>();
          const Vector3 later =
            psi + h * (rotation_tangent_inverse(-psi) * omega);
          Vector6 pose, rate;
          pose << 1000 * (now.pose.head<3>() + h * now.velocity.head<3>()),
            later;
          rate << 1000 * now.velocity.head<3>(),
            rotation_tangent_inverse(-later) * omega;
          model.set_pose(0, pose, &rate);
          ASSERT_TRUE(model.advance(h).accepted);
        }
      driven.run(20, h);
      const Vector6 reaction = model.reaction(0),
                    load     = driven.get(FmuRole::inner_load);
      EXPECT_LT((load.head<3>() + reaction.head<3>()).norm(),
                1e-12 * reaction.norm());
      EXPECT_LT((1000 * load.tail<3>() + reaction.tail<3>()).norm(),
                1e-12 * reaction.norm());
      EXPECT_GT(load.norm(), 1e-4);
      EXPECT_EQ(driven.get(FmuTrust::outside_range), !model.trust().inside);
    }
}

TEST(BushingUnit, InputsAtTheEndAreReachedThere)
{
  DrivenUnit continued = started(),
             reached(example_model(3, false, example_setup()));
  reached.set(FmuOption::inputs_at_end, 1);
  reached.start();
  BushingFrame::Motion motion;
  motion.velocity << 1e-3, 2e-3, 0, 0, 0, 0;
  continued.set(motion);
  continued.unit.step(0, h);
  motion.pose = h * motion.velocity;
  reached.set(motion);
  reached.unit.step(0, h);
  EXPECT_EQ(continued.get(FmuRole::inner_load),
            reached.get(FmuRole::inner_load));
}

// Without velocities the given pose is the one at the end.
TEST(BushingUnit, InputsAreHeldWithoutVelocities)
{
  DrivenUnit driven(example_model(3, false, example_setup()));
  driven.set(FmuOption::use_velocities, 0);
  driven.start();
  BushingFrame::Motion motion = example_motion(0.5);
  driven.set(motion);
  driven.unit.step(0, h);
  DrivenUnit still(example_model(3, false, example_setup()));
  motion.velocity.setZero();
  still.set(motion);
  still.start();
  // Two ways to the same equilibrium: the tolerance of Newton's method.
  const Vector6 load = still.get(FmuRole::inner_load);
  EXPECT_LT((driven.get(FmuRole::inner_load) - load).norm(),
            1e-7 * load.norm());
}

TEST(BushingUnit, OuterLoadBalancesTheInnerOne)
{
  DrivenUnit driven = started();
  driven.run(30, h);
  const BushingFrame::Motion last = example_motion(29 * h);
  const Vector3 arm   = last.pose.head<3>() + h * last.velocity.head<3>();
  const Vector6 inner = driven.get(FmuRole::inner_load),
                outer = driven.get(FmuRole::outer_load);
  const Vector3 force = inner.head<3>();
  EXPECT_EQ(Vector3(outer.head<3>()), Vector3(-force));
  const Vector3 rest = outer.tail<3>() + inner.tail<3>() + arm.cross(force);
  EXPECT_LT(rest.norm(), 1e-14 * inner.norm());
  EXPECT_GT(arm.cross(force).norm(), 1e-6 * inner.tail<3>().norm());
}

TEST(BushingUnit, MirroredPartMirrorsItsLoads)
{
  DrivenUnit left = started(), right(example_model(3, false, example_setup()));
  right.set(FmuOption::mirrored, 1);
  right.start();
  const BushingFrame::Motion motion = example_motion(0.4);
  left.set(motion);
  right.set({mirrored(motion.pose), mirrored(motion.velocity)});
  left.unit.step(0, h);
  right.unit.step(0, h);
  for (const FmuRole role : {FmuRole::inner_load, FmuRole::outer_load})
    EXPECT_LT((right.get(role) - mirrored(left.get(role))).norm(),
              1e-14 * left.get(role).norm());
}

TEST(BushingUnit, ScaleOffsetAndPreload)
{
  const BushingFrame::Motion motion = example_motion(0.4);
  DrivenUnit plain = started(), other(example_model(3, false, example_setup()));
  plain.set(motion);
  plain.unit.step(0, h);
  Vector6 offset, preload;
  offset << 1e-5, 0, 2e-5, 0, 0.01, 0;
  preload << 1, 2, 3, 0.1, 0.2, 0.3;
  other.set(FmuOption::stiffness_scale, 1.5);
  other.set(FmuRole::pose_offset, offset);
  other.set(FmuRole::preload, preload);
  other.set(BushingFrame::Motion{-offset, Vector6::Zero()});
  other.start();
  EXPECT_LT((other.get(FmuRole::inner_load) - preload).norm(), 1e-8);
  other.set({motion.pose - offset, motion.velocity});
  other.unit.step(0, h);
  const Vector6 load = plain.get(FmuRole::inner_load);
  EXPECT_LT((other.get(FmuRole::inner_load) - preload - 1.5 * load).norm(),
            1e-8 * load.norm());
}

// Twice the modulus and twice all masses move alike: with the scale the mass
// must stay, so that the motion is another one.
TEST(BushingUnit, ScaleLeavesMassesAlone)
{
  ReducedModelData heavy = example_model(3, false, example_setup());
  heavy.mass *= 2;
  heavy.gravity *= 2;
  DrivenUnit scaled(heavy), plain = started(true);
  scaled.set(FmuOption::stiffness_scale, 2);
  scaled.set(FmuOption::inertia, 1);
  scaled.start();
  scaled.run(20, h);
  plain.run(20, h);
  const Vector6 load = plain.get(FmuRole::inner_load);
  EXPECT_LT((scaled.get(FmuRole::inner_load) - 2 * load).norm(),
            1e-8 * load.norm());
}

TEST(BushingUnit, StaticHoldIsEquilibriumAtRest)
{
  DrivenUnit driven = started(true),
             still(example_model(3, false, example_setup()));
  const BushingFrame::Motion motion = example_motion(0.4);
  driven.set(FmuOption::static_hold, 1);
  driven.set(motion);
  driven.unit.step(0, h);
  driven.unit.step(h, h);
  still.set({motion.pose, Vector6::Zero()});
  still.start();
  const Vector6 load = still.get(FmuRole::inner_load);
  EXPECT_LT((driven.get(FmuRole::inner_load) - load).norm(),
            1e-8 * load.norm());
  // And on from there.
  driven.set(FmuOption::static_hold, 0);
  driven.set({motion.pose, Vector6::Zero()});
  driven.unit.step(2 * h, h);
  EXPECT_LT((driven.get(FmuRole::inner_load) - load).norm(),
            1e-6 * load.norm());
}

TEST(BushingUnit, RollsBackBitForBit)
{
  for (const bool inertia : {false, true})
    {
      DrivenUnit driven = started(inertia);
      driven.run(5, h);
      const std::string saved = driven.unit.state();
      driven.run(5, h);
      const Vector6 inner = driven.get(FmuRole::inner_load),
                    outer = driven.get(FmuRole::outer_load);
      driven.unit.set_state(saved);
      EXPECT_EQ(driven.unit.state(), saved);
      driven.run(5, h);
      EXPECT_EQ(driven.get(FmuRole::inner_load), inner);
      EXPECT_EQ(driven.get(FmuRole::outer_load), outer);
      // Another instance, parameters included.
      DrivenUnit other(example_model(3, false, example_setup()));
      other.unit.set_state(saved);
      other.run(5, h);
      EXPECT_EQ(other.get(FmuRole::inner_load), inner);
      EXPECT_EQ(other.unit.state(), driven.unit.state());
    }
}

TEST(BushingUnit, StatesOfOthersAreRefused)
{
  DrivenUnit driven = started();
  FmuSetup setup    = example_setup();
  setup.token       = "{another}";
  DrivenUnit other(example_model(3, false, setup));
  EXPECT_NE(message_of<Error>([&]() {
              driven.unit.set_state(other.unit.state());
            }).find("belongs to another FMU"),
            std::string::npos);
  std::string bytes = driven.unit.state();
  for (std::size_t i = 0; i < bytes.size(); i += 97)
    {
      std::string damaged = bytes;
      damaged[i] ^= 1;
      EXPECT_THROW(driven.unit.set_state(damaged), Error) << i;
    }
  driven.run(1, h);
}

TEST(BushingUnit, DerivativesMatchDifferences)
{
  std::vector<unsigned int> knowns, unknowns;
  for (int i = 0; i < 6; ++i)
    {
      knowns.push_back(fmu_reference(FmuRole::pose, i));
      knowns.push_back(fmu_reference(FmuRole::velocity, i));
      unknowns.push_back(fmu_reference(FmuRole::inner_load, i));
      unknowns.push_back(fmu_reference(FmuRole::outer_load, i));
    }
  for (const bool inertia : {false, true})
    {
      DrivenUnit driven = started(inertia);
      driven.run(10, h);
      const std::string before          = driven.unit.state();
      const double t                    = driven.unit.time();
      const BushingFrame::Motion motion = example_motion(t);
      const auto loads_at               = [&](const Vector &change) {
        BushingFrame::Motion moved = motion;
        for (int i = 0; i < 6; ++i)
          {
            moved.pose[i] += change[2 * i];
            moved.velocity[i] += change[2 * i + 1];
          }
        driven.unit.set_state(before);
        driven.set(moved);
        driven.unit.step(t, h);
        Vector loads(12);
        for (int i = 0; i < 6; ++i)
          {
            loads[2 * i]     = driven.get(FmuRole::inner_load)[i];
            loads[2 * i + 1] = driven.get(FmuRole::outer_load)[i];
          }
        return loads;
      };
      for (int k = 0; k < 12; ++k)
        {
          // Small against the trained range; Newton's tolerance leaves 1e-9.
          const bool is_length = k < 6;
          const double x    = (is_length ? 1e-6 : 1e-3) * (k % 2 == 0 ? 1 : 10);
          const Vector unit = Vector::Unit(12, k);
          const Vector difference =
            (loads_at(x * unit) - loads_at(-x * unit)) / (2 * x);
          loads_at(0 * unit);
          Vector exact(12);
          driven.unit.derivative(unknowns,
                                 knowns,
                                 {unit.data(), 12},
                                 {exact.data(), 12});
          EXPECT_LT((exact - difference).norm(),
                    2e-4 * difference.norm() + 1e-9)
            << inertia << ", " << k << "\n"
            << exact.transpose() << "\n"
            << difference.transpose();
        }
    }
}

TEST(BushingUnit, NumbersThatAreNotFiniteChangeNothing)
{
  DrivenUnit driven = started();
  driven.run(3, h);
  const std::string before = driven.unit.state();
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(),
                           std::numeric_limits<double>::infinity()})
    {
      const std::array<unsigned int, 2> references = {
        fmu_reference(FmuRole::pose, 0), fmu_reference(FmuRole::pose, 1)};
      const std::array<double, 2> numbers = {1e-4, bad};
      EXPECT_NE(message_of<Error>([&]() {
                  driven.unit.set(references, false, numbers);
                }).find("\"uy\""),
                std::string::npos);
      EXPECT_EQ(driven.unit.state(), before);
      EXPECT_THROW(driven.unit.step(3 * h, bad), Error);
      EXPECT_THROW(driven.unit.step(bad, h), Error);
    }
  for (const double step : {0., -h})
    EXPECT_NE(message_of<Error>([&]() {
                driven.unit.step(3 * h, step);
              }).find("must be positive"),
              std::string::npos);
  EXPECT_NE(message_of<Error>([&]() {
              driven.unit.step(0, h);
            }).find("the instance is at t = "),
            std::string::npos);
  EXPECT_EQ(driven.unit.state(), before);
  driven.run(1, h);
}

TEST(BushingUnit, CallsInTheWrongOrderAreRefused)
{
  DrivenUnit driven(example_model(3, false, example_setup()));
  const auto refused = [](const auto &call) {
    return message_of<Error>(call).find("order of the standard") !=
           std::string::npos;
  };
  EXPECT_TRUE(refused([&]() { driven.unit.step(0, h); }));
  EXPECT_TRUE(refused([&]() { driven.unit.exit_initialization(); }));
  EXPECT_TRUE(refused([&]() { driven.get(FmuRole::inner_load); }));
  driven.start();
  EXPECT_TRUE(refused([&]() { driven.unit.enter_initialization(); }));
  EXPECT_TRUE(refused([&]() { driven.set(FmuOption::mirrored, 1); }));
  driven.unit.terminate();
  EXPECT_TRUE(refused([&]() { driven.unit.step(0, h); }));
  driven.unit.reset();
  driven.start(2);
  EXPECT_EQ(driven.unit.time(), 2);
  EXPECT_THROW(driven.set(FmuRole::inner_load, Vector6::Zero()), Error);
  const unsigned int none = 99;
  double number           = 0;
  EXPECT_THROW(driven.unit.get({&none, 1}, false, {&number, 1}), Error);
}

TEST(BushingUnit, TellsOnceWhenTheTrainedRangeIsLeft)
{
  DrivenUnit driven = started();
  BushingFrame::Motion motion;
  driven.set(motion);
  driven.unit.step(0, h);
  EXPECT_EQ(driven.get(FmuTrust::outside_range), 0);
  EXPECT_EQ(driven.unit.range_warning(), "");
  motion.pose[0] = 0.4e-3; // trained to 0.3 mm
  driven.set(motion);
  driven.unit.step(h, h);
  EXPECT_EQ(driven.get(FmuTrust::outside_range), 1);
  EXPECT_NE(driven.unit.range_warning().find("leaves the range"),
            std::string::npos);
  driven.unit.step(2 * h, h);
  EXPECT_EQ(driven.get(FmuTrust::outside_range), 1);
  EXPECT_EQ(driven.unit.range_warning(), "");
  EXPECT_GT(driven.get(FmuTrust::min_J), 0);
}

// Displacement for the pose that a force reached gives the force.
TEST(BushingUnit, ForceDriveIsTheReverse)
{
  const FmuSetup setup = example_setup(FmuDrive::force);
  DrivenUnit loaded(example_model(3, true, setup));
  loaded.set(FmuOption::inertia, 0);
  Vector6 load;
  load << 0.01, -0.02, 0.01, 1e-6, 2e-6, -1e-6;
  loaded.set(FmuRole::applied_load, load);
  loaded.start();
  EXPECT_LT((loaded.get(FmuRole::inner_load) + load).norm(),
            1e-7 * load.norm());
  DrivenUnit driven(example_model(3, true, example_setup()));
  driven.set(FmuRole::pose, loaded.get(FmuRole::pose));
  driven.start();
  EXPECT_LT((driven.get(FmuRole::inner_load) + load).norm(),
            1e-7 * load.norm());
  EXPECT_GT(loaded.get(FmuRole::pose).norm(), 1e-6);
  // With inertia it swings about there.
  loaded.unit.reset();
  loaded.set(FmuRole::applied_load, load);
  loaded.start();
  loaded.unit.step(0, h);
  EXPECT_LT(loaded.get(FmuRole::velocity).norm(), 1e-5);
}

TEST(BushingUnit, DrivesThatDoNotFitAreRefused)
{
  EXPECT_NE(message_of<Error>([]() {
              require_drivable(example_model(), FmuDrive::force);
            }).find("--drive displacement"),
            std::string::npos);
  SyntheticOptions options;
  options.n_sleeves = 2;
  EXPECT_NE(message_of<Error>([&]() {
              require_drivable(synthetic_data(options), FmuDrive::displacement);
            }).find("2 moving sleeves"),
            std::string::npos);
  EXPECT_NE(message_of<Error>([&]() {
              DrivenUnit none(synthetic_data({}));
            }).find("not written by \"rivlin export\""),
            std::string::npos);
}

TEST(BushingUnit, PlaneModelsHaveThreeDirections)
{
  FmuSetup setup = example_setup();
  EXPECT_EQ(fmu_variables(setup, example_model(2)).size() + 3 * 6,
            fmu_variables(setup, example_model(3)).size());
  DrivenUnit driven(example_model(2, false, setup));
  const std::array<unsigned int, 2> inputs = {fmu_reference(FmuRole::pose, 0),
                                              fmu_reference(FmuRole::pose, 5)};
  const std::array<double, 2> numbers      = {1e-4, 0.02};
  driven.unit.set(inputs, false, numbers);
  driven.start();
  const unsigned int force = fmu_reference(FmuRole::inner_load, 0);
  double found             = 0;
  driven.unit.get({&force, 1}, false, {&found, 1});
  EXPECT_LT(found, 0);
}
