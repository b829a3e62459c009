// SPDX-License-Identifier: Apache-2.0
// Points of a reduced model that invert or leave their law refuse the step.
#include <rivlin/base/error.h>
#include <rivlin/dynamics/make_integrator.h>
#include <rivlin/online/reduced_model.h>

#include "synthetic_model.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

using namespace rivlin;

TEST(ReducedModel, InvertedPointsRefuseTheStepAndDoNotThrow)
{
  Sleeve sleeve;
  sleeve.motion = [](const double t, int) {
    RigidMotion motion;
    motion.translation[0] = {20 * t, 0, 0};
    return motion;
  };
  const ReducedModel model(std::make_shared<const ReducedModelData>(
                             synthetic_data({})),
                           {sleeve},
                           nullptr,
                           false);
  State state = model.initial_state();
  state.time  = 1;
  Blocks r;
  const Evaluation evaluation =
    model.residual(state, ConstraintLevel::position, r);
  EXPECT_FALSE(evaluation.valid);
  EXPECT_NE(evaluation.reason.find("inverted"), std::string::npos);
  EXPECT_THROW(model.observe(state), ComputationFailed);

  const auto statics = make_integrator("statics", model);
  state.time         = 0;
  statics->start(state);
  EXPECT_FALSE(statics->step(state, 1).accepted);
}

// Chains that are stretched out at I1 - 3 = 1e-6, strains of 1e-2: no volume
// inverts, and the message must not say so.
TEST(ReducedModel, PointsBeyondTheirLawRefuseTheStep)
{
  ReducedModelData data = synthetic_data({});
  for (Material &material : std::get<PointForce>(data.force).materials)
    material.law = Rubber{Gent{1, 1e-6}, {}};
  Sleeve sleeve;
  sleeve.motion = [](const double t, int) {
    RigidMotion motion;
    motion.translation[0] = {0.01 * t, 0, 0};
    return motion;
  };
  const ReducedModel model(std::make_shared<const ReducedModelData>(data),
                           {sleeve},
                           nullptr,
                           false);
  State state = model.initial_state();
  Blocks r;
  EXPECT_TRUE(model.residual(state, ConstraintLevel::position, r).valid);
  state.time = 1;
  const Evaluation evaluation =
    model.residual(state, ConstraintLevel::position, r);
  EXPECT_FALSE(evaluation.valid);
  EXPECT_NE(evaluation.reason.find("strained beyond its material law"),
            std::string::npos)
    << evaluation.reason;
}
