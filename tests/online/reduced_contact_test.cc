// SPDX-License-Identifier: Apache-2.0
// Contact of reduced models: an energy of r, its derivatives, what carriers
// feel, what the trust indicator says of it.
#include <rivlin/online/reduced_contact.h>

#include <rivlin/base/error.h>
#include <rivlin/dynamics/integrate.h>
#include <rivlin/dynamics/sudden_forces.h>
#include <rivlin/online/reduced_model.h>

#include "contact_example.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

using namespace rivlin;

namespace
{
  struct Case
  {
    std::string name;
    int dim;
    std::vector<ReducedContact> contacts;
  };

  constexpr int n_modes = 4;

  int n_coordinates(const int dim)
  {
    return dim + dim * dim + n_modes;
  }

  /// All surfaces, at rest and carried, in both dimensions, both laws, and all
  /// at once.
  std::vector<Case> cases()
  {
    std::vector<Case> result;
    for (const int dim : {2, 3})
      {
        Case all{"all " + std::to_string(dim) + "D", dim, {}};
        for (const RigidSurface &surface : surfaces_under_test())
          for (const int sleeve : {-1, 0})
            for (const ContactMethod method :
                 {ContactMethod::penalty, ContactMethod::barrier})
              {
                ReducedContact contact =
                  contact_example(dim, 9, n_coordinates(dim), surface, sleeve);
                contact.law.method = method;
                all.contacts.push_back(contact);
                result.push_back({std::to_string(dim) + "D, surface " +
                                    std::to_string(surface.index()) +
                                    ", sleeve " + std::to_string(sleeve),
                                  dim,
                                  {contact}});
              }
        result.push_back(all);
      }
    return result;
  }

  double energy_at(const Case &one, const Vector &r)
  {
    ContactEvaluation at;
    evaluate(one.contacts, r, Need::energy, at);
    return at.energy;
  }

  Vector force_at(const Case &one, const Vector &r)
  {
    ContactEvaluation at;
    evaluate(one.contacts, r, Need::residual, at);
    return at.force;
  }

  ReducedModelData data_with_contact(const int dim,
                                     const int sleeve,
                                     const RigidSurface &surface)
  {
    SyntheticOptions options;
    options.dim           = dim;
    ReducedModelData data = synthetic_data(options);
    data.contacts         = {
              contact_example(dim, 9, data.n_coordinates(), surface, sleeve)};
    data.range.contact_pressures = Vector::Constant(1, 100);
    return data;
  }

  State state_of(const ReducedModel &model)
  {
    RandomNumbers random(31);
    State state = model.initial_state();
    state.time  = 0.7;
    Vector q;
    model.retract(state.q, random.vector(model.n_velocities(), 0.1), q);
    state.q      = q;
    state.v      = random.vector(model.n_velocities());
    state.a      = random.vector(model.n_velocities());
    state.lambda = random.vector(model.n_multipliers());
    return state;
  }
} // namespace

TEST(ReducedContact, ForceIsTheGradientOfTheEnergy)
{
  // 1e-7: central differences with h = 1e-6 of energies of order one.
  const double h = 1e-6;
  for (const Case &one : cases())
    {
      RandomNumbers random(5);
      const Vector r = random.vector(n_coordinates(one.dim), 0.03);
      const Vector f = force_at(one, r);
      ASSERT_GT(f.norm(), 0.1) << one.name;
      for (int k = 0; k < r.size(); ++k)
        {
          const Vector e = h * Vector::Unit(r.size(), k);
          EXPECT_NEAR((energy_at(one, r + e) - energy_at(one, r - e)) / (2 * h),
                      f[k],
                      1e-7 * f.norm())
            << one.name << ", coordinate " << k;
        }
    }
}

TEST(ReducedContact, BlockOfTheModesIsThatOfTheTangent)
{
  // Rounding of sums in another order. The block is made without the tangent.
  for (const Case &one : cases())
    {
      RandomNumbers random(5);
      const Vector r = random.vector(n_coordinates(one.dim), 0.03);
      ContactEvaluation at, force;
      evaluate(one.contacts, r, Need::residual_and_tangent, at);
      evaluate(one.contacts, r, Need::residual, force);
      const int first = n_coordinates(one.dim) - n_modes;
      Matrix K(n_modes, n_modes);
      tangent_from(one.contacts, first, force, K.data());
      EXPECT_GT(K.norm(), 0) << one.name;
      EXPECT_LT((K - at.tangent.bottomRightCorner(n_modes, n_modes)).norm(),
                1e-12 * at.tangent.norm())
        << one.name;
    }
}

TEST(ReducedContact, TangentIsTheDerivativeOfTheForce)
{
  const double h = 1e-6;
  for (const Case &one : cases())
    {
      RandomNumbers random(5);
      const Vector r = random.vector(n_coordinates(one.dim), 0.03);
      ContactEvaluation at;
      evaluate(one.contacts, r, Need::residual_and_tangent, at);
      Matrix K(r.size(), r.size());
      for (int k = 0; k < r.size(); ++k)
        {
          const Vector e = h * Vector::Unit(r.size(), k);
          K.col(k) = (force_at(one, r + e) - force_at(one, r - e)) / (2 * h);
        }
      EXPECT_LT((at.tangent - K).norm(), 1e-7 * K.norm()) << one.name;
      EXPECT_LT((at.tangent - at.tangent.transpose()).norm(), 1e-13 * K.norm());
      EXPECT_EQ(at.energy, energy_at(one, r));
      EXPECT_EQ(at.force, force_at(one, r));
    }
}

// A closed curve of coordinates along which points touch and leave. Simpson's
// rule with 1500 pieces: 1e-6 of the range of the work.
TEST(ReducedContact, WorkOverAClosedPathIsZero)
{
  for (const Case &one : cases())
    {
      RandomNumbers random(6);
      const int n = n_coordinates(one.dim), n_pieces = 1500;
      const Vector c = random.vector(n, 0.3), s = random.vector(n, 0.3);
      double work = 0, lowest = 0, highest = 0;
      const auto power = [&](const double t) {
        const double w = 2 * std::numbers::pi;
        const Vector r = c * std::cos(w * t) + s * std::sin(2 * w * t);
        return force_at(one, r).dot(-w * c * std::sin(w * t) +
                                    2 * w * s * std::cos(2 * w * t));
      };
      for (int k = 0; k < n_pieces; ++k)
        {
          const double t = double(k) / n_pieces, h = 1. / n_pieces;
          work += h / 6 * (power(t) + 4 * power(t + h / 2) + power(t + h));
          lowest  = std::min(lowest, work);
          highest = std::max(highest, work);
        }
      ASSERT_GT(highest - lowest, 0.1) << one.name;
      EXPECT_LT(std::abs(work), 1e-6 * (highest - lowest)) << one.name;
    }
}

// If sleeve and rubber move together rigidly, nothing changes for the contact:
// its force does no work, and what acts on the rubber acts back on the carrier.
TEST(ReducedContact, CarrierFeelsWhatTheRubberDoes)
{
  for (const int dim : {2, 3})
    for (const RigidSurface &surface : surfaces_under_test())
      {
        const int n            = n_coordinates(dim);
        ReducedContact contact = contact_example(dim, 9, n, surface, 0);
        // The points move with the sleeve: x = X + t + A (X - C).
        contact.modes.setZero();
        for (int k = 0; k < contact.n_points(); ++k)
          for (int i = 0; i < dim; ++i)
            {
              contact.modes(k * dim + i, i) = 1;
              for (int J = 0; J < dim; ++J)
                contact.modes(k * dim + i, dim + i * dim + J) =
                  contact.points(J, k) - contact.centre[J];
            }
        const Sleeve sleeve = driven_sleeve(dim, 0.4);
        Vector r            = Vector::Zero(n);
        ContactEvaluation at;
        evaluate({contact}, r, Need::residual, at);
        const double energy = at.energy;
        EXPECT_NEAR(at.force.head(dim).norm(), 0, 1e-12);
        EXPECT_GT(at.seen[0].force.norm(), 0.1);
        const RigidMotion motion = sleeve.motion(1.3, 0);
        for (int i = 0; i < dim; ++i)
          {
            r[i] = motion.translation[0][i];
            for (int J = 0; J < dim; ++J)
              r[dim + i * dim + J] = motion.rotation[0](i, J);
          }
        evaluate({contact}, r, Need::residual, at);
        EXPECT_NEAR(at.energy, energy, 1e-12 * energy);
        EXPECT_NEAR(at.force.head(dim).norm(), 0, 1e-12);
        // No moment on both together either: first moments times R^T are
        // symmetric.
        Matrix M(dim, dim), R = Matrix::Identity(dim, dim);
        for (int i = 0; i < dim; ++i)
          for (int J = 0; J < dim; ++J)
            {
              M(i, J) = at.force[dim + i * dim + J];
              R(i, J) += r[dim + i * dim + J];
            }
        M = M * R.transpose();
        EXPECT_NEAR((M - M.transpose()).norm(), 0, 1e-12);
      }
}

TEST(ReducedContact, ModelHasConsistentDerivatives)
{
  // 1e-7: central differences of DenseSystem, h = 6e-6.
  for (const int dim : {2, 3})
    for (const RigidSurface &surface : surfaces_under_test())
      for (const int carrier : {-1, 0})
        for (const bool is_free : {false, true})
          {
            const ReducedModel model(
              std::make_shared<const ReducedModelData>(
                data_with_contact(dim, carrier, surface)),
              {is_free ? free_sleeve(dim) : driven_sleeve(dim)},
              {},
              true);
            const DenseSystem &general = model;
            const State state          = state_of(model);
            const int n                = model.n_velocities();
            Matrix A(n, n), E(n, n);
            ASSERT_TRUE(model.stiffness(state, A).valid);
            ASSERT_TRUE(general.DenseSystem::stiffness(state, E).valid);
            EXPECT_LT((A - E).norm(), 1e-7 * E.norm());
            EXPECT_GT(model.observe(state).contacts[0].area, 0);
            // What moves with time alone.
            Blocks rate, before, after;
            ASSERT_TRUE(
              model.time_derivative(state, ConstraintLevel::position, rate)
                .valid);
            const double h = 1e-6;
            State shifted  = state;
            shifted.time   = state.time - h;
            ASSERT_TRUE(
              model.residual(shifted, ConstraintLevel::position, before).valid);
            shifted.time = state.time + h;
            ASSERT_TRUE(
              model.residual(shifted, ConstraintLevel::position, after).valid);
            EXPECT_LT((rate.q - (after.q - before.q) / (2 * h)).norm(),
                      1e-6 * (1 + rate.q.norm()));
          }
}

// Pressed on a surface that moves along.
TEST(ReducedContact, StrainEnergyContainsThatOfContact)
{
  ReducedModelData data = data_with_contact(2, 0, surfaces_under_test()[1]);
  const ReducedModel model(std::make_shared<const ReducedModelData>(data),
                           {driven_sleeve(2)},
                           {},
                           false);
  StaticsOptions options;
  expect_sudden_forces(options);
  Statics statics(model, options);
  State state = model.initial_state();
  IntegrationPlan plan;
  plan.end_time     = 1;
  plan.initial_step = 0.05;
  ASSERT_TRUE(integrate(statics, state, plan).finished);
  const ReducedObservation seen = model.observe(state);
  EXPECT_GT(seen.contacts[0].largest_pressure, 0);
  ContactEvaluation at;
  const Vector r = model.coordinates(state, 0);
  evaluate(data.contacts, r, Need::residual, at);
  ForceEvaluation material;
  evaluate(data.force, r, Need::residual, material);
  Vector c(data.n_pressures());
  evaluate(data.volume, r, c);
  EXPECT_NEAR(seen.strain_energy,
              material.energy + at.energy + state.lambda.dot(c) -
                state.lambda.dot(data.compliance * state.lambda) / 2,
              1e-12);
  EXPECT_EQ(at.seen[0].force, seen.contacts[0].force);
}

TEST(ReducedContact, TrustTellsOfUntrainedContact)
{
  ReducedModelData data = data_with_contact(2, 0, surfaces_under_test()[0]);
  const auto trust_of   = [](const ReducedModelData &given) {
    const ReducedModel model(std::make_shared<const ReducedModelData>(given),
                             {driven_sleeve(2, 0)},
                             {},
                             false);
    return model.observe(model.initial_state()).trust;
  };
  const Trust trained = trust_of(data);
  EXPECT_TRUE(trained.inside);
  EXPECT_FALSE(trained.untrained_contact);
  EXPECT_GT(trained.contact_pressure, 0);
  EXPECT_LT(trained.contact_pressure, 1);
  // More pressure than the training had.
  data.range.contact_pressures[0] = 100 * trained.contact_pressure / 2;
  EXPECT_NEAR(trust_of(data).contact_pressure, 2, 1e-12);
  EXPECT_FALSE(trust_of(data).inside);
  // Points that no state touched.
  data.range.contact_pressures[0] = 100;
  data.contacts[0].touched.assign(data.contacts[0].n_points(), 0);
  EXPECT_TRUE(trust_of(data).untrained_contact);
  EXPECT_FALSE(trust_of(data).inside);
  // A surface that no state touched.
  data.contacts[0].touched.assign(data.contacts[0].n_points(), 1);
  data.range.contact_pressures[0] = 0;
  EXPECT_TRUE(trust_of(data).untrained_contact);
}

TEST(ReducedContact, DamagedContactsAreRefused)
{
  const auto expect_refused = [](const auto &damage, const char *part) {
    ReducedModelData data = data_with_contact(2, 0, surfaces_under_test()[0]);
    damage(data);
    try
      {
        check(data);
        ADD_FAILURE() << part;
      }
    catch (const Error &error)
      {
        EXPECT_NE(std::string(error.what()).find(part), std::string::npos)
          << error.what();
      }
  };
  expect_refused([](auto &data) { data.contacts[0].weights[1] = 0; },
                 "not positive");
  expect_refused([](auto &data) { data.contacts[0].sleeve = 1; },
                 "sleeve 1 of 1");
  expect_refused([](auto &data) { data.contacts[0].touched.pop_back(); },
                 "8 of its 9");
  expect_refused([](auto &data) { data.contacts[0].modes(0, 0) = NAN; },
                 "contact stop modes");
  expect_refused([](auto &data) { data.contacts[0].law.distance = -1; },
                 "positive distance");
  expect_refused([](auto &data) { data.range.contact_pressures.resize(2); },
                 "contact pressures");
}
