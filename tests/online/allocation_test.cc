// SPDX-License-Identifier: Apache-2.0
// After the first call, evaluations and steps allocate no memory.
#include <rivlin/dynamics/make_integrator.h>
#include <rivlin/online/online_model.h>

#include "allocation_counter.h"
#include "contact_example.h"
#include "synthetic_model.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace rivlin;

TEST(OnlineAllocation, CounterCounts)
{
  Vector x;
  const long n = allocations_of([&]() { x = Vector::Zero(100); });
  EXPECT_EQ(n > 0, counts_allocations);
}

TEST(OnlineAllocation, ForcesAllocateNothingAfterTheFirstCall)
{
  RandomNumbers random(1);
  const int n         = 46;
  PointForce cubature = random_points(2, 200, n, true, random);
  cubature.gradients *= 0.2;
  PointForce deim = cubature;
  deim.test       = cubature.gradients.transpose();
  deim.linear     = random.matrix(n, n);
  deim.weights.resize(0);
  TpwlForce forces;
  forces.table.states   = random.matrix(n, 20);
  forces.table.forces   = random.matrix(n, 20);
  forces.table.tangents = random.matrix(n * n, 20);
  forces.table.energies = random.vector(20);
  forces.table.metric   = random.matrix(n, n);
  TpwlForce energies    = forces;
  energies.blend        = TpwlForce::Blend::energies;
  LookupForce lookup;
  lookup.table = forces.table;
  for (const ReducedForce &force : {ReducedForce(cubature),
                                    ReducedForce(deim),
                                    ReducedForce(forces),
                                    ReducedForce(energies),
                                    ReducedForce(lookup)})
    {
      ForceEvaluation result;
      Vector r = random.vector(n, 0.05);
      evaluate(force, r, Need::residual_and_tangent, result);
      ASSERT_TRUE(result.valid);
      r *= 0.5;
      EXPECT_EQ(allocations_of([&]() {
                  evaluate(force, r, Need::residual_and_tangent, result);
                }),
                0)
        << describe(force);
    }
}

TEST(OnlineAllocation, ContactsAllocateNothingAfterTheFirstCall)
{
  const int n = 60;
  for (const int dim : {2, 3})
    for (const int sleeve : {-1, 0})
      {
        std::vector<ReducedContact> contacts;
        for (const RigidSurface &surface : surfaces_under_test())
          contacts.push_back(contact_example(dim, 120, n, surface, sleeve));
        ContactEvaluation result;
        RandomNumbers random(7);
        Vector r = random.vector(n, 0.05);
        evaluate(contacts, r, Need::residual_and_tangent, result);
        ASSERT_GT(result.energy, 0);
        r *= 0.5;
        EXPECT_EQ(allocations_of([&]() {
                    evaluate(contacts, r, Need::residual_and_tangent, result);
                  }),
                  0);
      }
}

TEST(OnlineAllocation, StepsAllocateNothingAfterTheFirstOnes)
{
  SyntheticOptions options;
  options.n_modes     = 40;
  options.n_points    = 200;
  options.n_pressures = 10;
  options.size        = 0.15;
  for (const int dim : {2, 3})
    for (const bool is_free : {false, true})
      for (const double compliance : {0.05, 0.})
        {
          options.dim        = dim;
          options.n_modes    = dim == 2 ? 40 : 20;
          options.compliance = compliance;
          const ReducedModel model(
            std::make_shared<const ReducedModelData>(synthetic_data(options)),
            {is_free ? free_sleeve(dim) : driven_sleeve(dim, 0.03)},
            nullptr,
            true);
          IntegratorOptions settings;
          settings.generalized_alpha.consistency.project = true;
          const auto integrator =
            make_integrator("generalized alpha", model, settings);
          State state = model.initial_state();
          integrator->start(state);
          for (int i = 0; i < 8; ++i)
            ASSERT_TRUE(integrator->step(state, 1e-3).accepted);
          bool accepted = true;
          EXPECT_EQ(allocations_of([&]() {
                      for (int i = 0; i < 5; ++i)
                        accepted =
                          integrator->step(state, 1e-3).accepted && accepted;
                    }),
                    0)
            << dim << "D, free " << is_free << ", compliance " << compliance;
          EXPECT_TRUE(accepted);
        }
}

TEST(OnlineAllocation, AdvanceAllocatesNothingAfterTheFirstSteps)
{
  for (const int dim : {2, 3})
    for (const bool is_free : {false, true})
      for (const bool quasi_static : {false, true})
        {
          SyntheticOptions settings;
          settings.dim          = dim;
          settings.n_modes      = dim == 2 ? 40 : 20;
          settings.n_points     = 200;
          settings.n_pressures  = 10;
          settings.size         = 0.15;
          ReducedModelData data = synthetic_data(settings);
          if (is_free)
            data.sleeves[0].body = free_sleeve(dim).body;
          OnlineOptions options;
          options.quasi_static = quasi_static;
          OnlineModel model(data, options);
          model.start(0);
          const double h = 1e-3;
          bool accepted  = true;
          const auto go  = [&](const int n_steps) {
            for (int i = 0; i < n_steps; ++i)
              {
                const double t                = model.time() + h;
                OnlineModel::Vector6 pose     = OnlineModel::Vector6::Zero();
                OnlineModel::Vector6 velocity = pose;
                pose[0]                       = 0.05 * std::sin(20 * t);
                velocity[0]                   = std::cos(20 * t);
                if (is_free)
                  model.set_load(0,
                                 Vector3(10 * pose[0], 0, 0),
                                 Vector3::Zero());
                else
                  model.set_pose(0, pose, &velocity);
                accepted = model.advance(h).accepted && accepted;
              }
          };
          go(8);
          EXPECT_EQ(allocations_of([&]() { go(5); }), 0)
            << dim << "D, free " << is_free << ", statics " << quasi_static;
          EXPECT_TRUE(accepted);
        }
}
