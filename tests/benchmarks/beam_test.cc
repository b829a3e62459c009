// SPDX-License-Identifier: Apache-2.0
// The beam element and mechanisms of beams against closed forms.
#include <rivlin/benchmarks/beam_mechanism.h>
#include <rivlin/benchmarks/beam_pictures.h>
#include <rivlin/dynamics/generalized_alpha.h>
#include <rivlin/dynamics/integrate.h>
#include <rivlin/dynamics/statics.h>

#include <gtest/gtest.h>

#include <temporary_folder.h>

#include <cmath>
#include <numbers>

using namespace rivlin;

namespace
{
  const BeamSection section = {Vector3(200, 60, 80),
                               Vector3(3, 4, 5),
                               2,
                               Vector3(0.5, 0.2, 0.3)};

  BeamPose moved(const BeamPose &pose,
                 const Quaternion &rotation,
                 const Vector3 &translation)
  {
    return {rotation_matrix(rotation) * pose.position + translation,
            quaternion_product(rotation, pose.rotation)};
  }

  BeamPose shifted(const BeamPose &pose, const Vector &w)
  {
    return {pose.position + w.head<3>(),
            quaternion_product(pose.rotation,
                               rotation_exponential(w.tail<3>()))};
  }

  const Vector3 position_a(0.1, 0.2, -0.3), position_b(0.9, 0.8, 0.4);
  const BeamPose bent_a = {Vector3(0.3, 0.1, 0.2),
                           rotation_exponential(Vector3(0.4, -1.1, 2.))};
  const BeamPose bent_b = {Vector3(1, 0.9, 1.1),
                           rotation_exponential(Vector3(0.9, -0.6, 1.2))};

  /// A straight clamped beam along x with a load at its end.
  struct Cantilever
  {
    Cantilever(const int n,
               const double length,
               const BeamSection &beam,
               const Vector3 &force,
               const Vector3 &moment)
    {
      BeamModel model;
      const int a = model.add_node(Vector3::Zero(), true);
      tip         = model.add_node(Vector3(length, 0, 0));
      model.add_bar(a, tip, n, beam);
      model.loads = {{tip, force, moment, [](const double t) { return t; }}};
      system      = std::make_unique<BeamMechanism>(std::move(model));
    }

    State equilibrium(const double first_step) const
    {
      Statics statics(*system, {.newton = {.tolerance = 1e-12}});
      State state = system->reference();
      IntegrationPlan plan;
      plan.initial_step              = first_step;
      const IntegrationReport report = integrate(statics, state, plan);
      EXPECT_TRUE(report.finished) << report.reason;
      return state;
    }

    int tip = 0;
    std::unique_ptr<BeamMechanism> system;
  };

  /// Two bars in a chain with all kinds of joints, in motion.
  BeamModel chain()
  {
    BeamModel model;
    const int ground = model.add_node(Vector3::Zero(), true);
    const int a      = model.add_node(Vector3::Zero());
    const int b      = model.add_node(Vector3(1, 0.2, 0));
    const int c      = model.add_node(Vector3(1, 0.2, 0));
    const int d      = model.add_node(Vector3(1.5, 0.2, 1));
    const int e      = model.add_node(Vector3(1.5, 0.2, 1));
    const int f      = model.add_node(Vector3(2, 0.5, 1));
    model.add_bar(a, b, 2, section);
    model.add_bar(c, d, 1, section);
    model.add_bar(e, f, 1, section);
    const auto angle = [](const double t) {
      return HingeAngle{0.3 * t * t, 0.6 * t, 0.6};
    };
    model.joints = {{ground, a, JointKind::revolute, Vector3(0, 1, 1), angle},
                    {b, c, JointKind::revolute, Vector3(1, 0, 1), {}},
                    {d, e, JointKind::spherical, {}, {}}};
    model.loads  = {{f, Vector3(1, 2, 3), Vector3(2, 1, 0), [](const double t) {
                      return 1 + t;
                    }}};
    return model;
  }
} // namespace

TEST(BeamElement, RigidMotionGivesNoForce)
{
  const BeamElement element(section, position_a, position_b);
  const Quaternion turn = rotation_exponential(Vector3(1, -2, 1.5));
  const BeamPose a      = {position_a, Quaternion::Unit(0)},
                 b      = {position_b, Quaternion::Unit(0)};
  const Vector3 u(3, -4, 5);
  // Rounding of positions of size 7 times the stiffness 200.
  EXPECT_LT(element.force(moved(a, turn, u), moved(b, turn, u)).norm(), 1e-12);
  // Objectivity: a rigid motion on top of a deformation turns the forces.
  const BeamElement::Vector12 f = element.force(bent_a, bent_b);
  const BeamElement::Vector12 g =
    element.force(moved(bent_a, turn, u), moved(bent_b, turn, u));
  EXPECT_GT(f.norm(), 10);
  EXPECT_LT((rotation_matrix(turn) * f.head<3>() - g.head<3>()).norm(), 1e-11);
  EXPECT_LT((f.segment<3>(3) - g.segment<3>(3)).norm(), 1e-11);
  EXPECT_LT((f.tail<3>() - g.tail<3>()).norm(), 1e-11);
}

TEST(BeamElement, ForceIsTheGradientAndTangentItsDerivative)
{
  const BeamElement element(section, position_a, position_b);
  const BeamElement::Vector12 f = element.force(bent_a, bent_b);
  const BeamElement::Matrix12 K = element.tangent(bent_a, bent_b);
  // Central differences: h^2 and eps/h times energies and forces of size 100.
  const double h = 1e-5;
  for (int j = 0; j < 12; ++j)
    {
      const Vector w         = h * Vector::Unit(12, j);
      const BeamPose a_plus  = shifted(bent_a, w.head<6>()),
                     a_minus = shifted(bent_a, -w.head<6>()),
                     b_plus  = shifted(bent_b, w.tail<6>()),
                     b_minus = shifted(bent_b, -w.tail<6>());
      EXPECT_NEAR(f(j),
                  (element.energy(a_plus, b_plus) -
                   element.energy(a_minus, b_minus)) /
                    (2 * h),
                  1e-7);
      EXPECT_LT((K.col(j) - (element.force(a_plus, b_plus) -
                             element.force(a_minus, b_minus)) /
                              (2 * h))
                  .norm(),
                1e-6)
        << j;
    }
  // Equilibrium of the element: no resultant force and moment.
  const Vector3 moment =
    rotation_matrix(bent_a.rotation) * f.segment<3>(3) +
    rotation_matrix(bent_b.rotation) * f.segment<3>(9) +
    skew(bent_b.position - bent_a.position) * f.segment<3>(6);
  EXPECT_LT(moment.norm(), 1e-12 * f.norm());
}

TEST(BeamMechanism, DerivativesAreThoseAlongTheGroup)
{
  const BeamMechanism system(chain());
  const int n = system.n_velocities(), m = system.n_multipliers();
  EXPECT_EQ(n, 42);
  EXPECT_EQ(m, 6 + 5 + 3);
  State state       = system.reference();
  const Vector push = 0.3 * Vector::LinSpaced(n, -1, 1.4);
  Vector q;
  system.retract(state.q, push, q);
  state.q      = q;
  state.v      = Vector::LinSpaced(n, 2, -1);
  state.a      = Vector::LinSpaced(n, -1, 2);
  state.lambda = Vector::LinSpaced(m, -3, 4);
  state.time   = 0.7;
  Matrix K(n, n), D(n, n), B(m, n), K_d(n, n), D_d(n, n), B_d(m, n);
  ASSERT_TRUE(system.stiffness(state, K).valid);
  ASSERT_TRUE(system.DenseSystem::stiffness(state, K_d).valid);
  ASSERT_TRUE(system.damping(state, D).valid);
  ASSERT_TRUE(system.DenseSystem::damping(state, D_d).valid);
  system.constraint_jacobian(state.time, state.q, B);
  system.DenseSystem::constraint_jacobian(state.time, state.q, B_d);
  // Errors eps^(2/3) = 4e-11 relative; K is of size 1e3.
  EXPECT_LT((K - K_d).norm(), 1e-6);
  EXPECT_LT((D - D_d).norm(), 1e-8);
  EXPECT_LT((B - B_d).norm(), 1e-8);
  Vector rate(m), rate_d(m), curvature(m), curvature_d(m);
  system.constraint_rate(state.time, state.q, rate);
  system.DenseSystem::constraint_rate(state.time, state.q, rate_d);
  EXPECT_GT(rate.norm(), 1e-2);
  EXPECT_LT((rate - rate_d).norm(), 1e-9);
  system.constraint_curvature(state.time, state.q, state.v, curvature);
  system.DenseSystem::constraint_curvature(state.time,
                                           state.q,
                                           state.v,
                                           curvature_d);
  EXPECT_GT(curvature.norm(), 1);
  EXPECT_LT((curvature - curvature_d).norm(), 1e-6);
}

TEST(BeamMechanism, EndMomentBendsABeamIntoACircle)
{
  // M = 2 pi EI / L. Elements of constant curvature rotate by exactly
  // 2 pi / n; they are the sides of a regular polygon, so the beam closes for
  // any even n and its middle is L / (n sin(pi/n)) away: the diameter L / pi
  // of the circle and an error of order 2.
  const double L = 3, pi = std::numbers::pi;
  for (const int n : {8, 16})
    {
      const Cantilever beam(
        n, L, section, Vector3::Zero(), Vector3(0, 0, 2 * pi * 4 / L));
      // The second axis of the section is z: EI_2 counts.
      const State state = beam.equilibrium(0.25);
      EXPECT_LT(beam.system->pose(state.q, beam.tip).position.norm(), 1e-9);
      const Vector3 middle =
        beam.system->pose(state.q, beam.tip + n / 2).position;
      EXPECT_NEAR(middle.norm(), L / (n * std::sin(pi / n)), 1e-9);
      // Every section carries the moment about its second axis and no force.
      const BeamElement::Resultants section_loads =
        beam.system->resultants(state.q, n / 3);
      EXPECT_LT(section_loads.force.norm(), 1e-8);
      EXPECT_LT((section_loads.moment - Vector3(0, 2 * pi * 4 / L, 0)).norm(),
                1e-8);
    }
}

TEST(BeamMechanism, SmallDeflectionOfACantilever)
{
  // F L^3 / (3 EI) + F L / GA, of which linear elements with one point find
  // the first part up to the factor 1 - 1/(4 n^2). Nonlinear terms are of
  // relative size (u/L)^2 = 1e-9.
  const double L = 3, F = 1e-5;
  const int n = 6;
  const Cantilever beam(n, L, section, Vector3(0, F, 0), Vector3::Zero());
  const double expected =
    F * L * L * L / (3 * 4) * (1 - 1. / (4 * n * n)) + F * L / 80;
  EXPECT_NEAR(beam.system->pose(beam.equilibrium(1).q, beam.tip).position.y(),
              expected,
              1e-8 * expected);
}

TEST(BeamMechanism, EnergyErrorIsOfSecondOrderWithoutDamping)
{
  // A free beam thrown with bending and twist: rho_inf = 1 has no numerical
  // damping, so the energy keeps its value up to an error of order h^2.
  BeamModel model;
  const int a = model.add_node(Vector3::Zero()),
            b = model.add_node(Vector3(3, 0, 0));
  model.add_bar(a, b, 2, section);
  const BeamMechanism system(std::move(model));
  double error[2];
  for (int k = 0; k < 2; ++k)
    {
      GeneralizedAlphaOptions options;
      options.parameters       = chung_hulbert(1);
      options.newton.tolerance = 1e-12;
      GeneralizedAlpha method(system, options);
      State state = system.reference();
      for (int i = 0; i < 3; ++i)
        state.v.segment<6>(6 * i) << 0.4 * (i - 1), i, 1, 1 + i, 0.5 * i, 1;
      const double start = system.kinetic_energy(state.v);
      error[k]           = 0;
      Observer observer;
      observer.on_step = [&](const State &s, const StepReport &) {
        error[k] = std::max(error[k],
                            std::abs(system.kinetic_energy(s.v) +
                                     system.strain_energy(s.q) - start) /
                              start);
      };
      IntegrationPlan plan;
      plan.end_time     = 4;
      plan.initial_step = k == 0 ? 0.01 : 0.005;
      const IntegrationReport report =
        integrate(method, state, plan, {observer});
      ASSERT_TRUE(report.finished) << report.reason;
    }
  EXPECT_LT(error[0], 0.05);
  EXPECT_NEAR(std::log2(error[0] / error[1]), 2, 0.3);
}

using BeamPictures = TemporaryFolder;

TEST_F(BeamPictures, SeriesForParaViewHasAFilePerState)
{
  const BeamMechanism system(chain());
  State state = system.reference(), later = state;
  later.time = 0.25;
  later.q(0) = 7.5;
  write_beam_series(system, {state, later}, folder / "new", "chain");
  const auto content = [&](const std::string &name) {
    return read(folder / "new" / name);
  };
  EXPECT_NE(
    content("chain.pvd").find("timestep=\"0.25\" file=\"chain_0001.vtu"),
    std::string::npos);
  EXPECT_NE(
    content("chain_0000.vtu").find("NumberOfPoints=\"8\" NumberOfCells=\"4\""),
    std::string::npos);
  EXPECT_NE(content("chain_0001.vtu").find("\n7.5 0 0\n"), std::string::npos);
}
