// SPDX-License-Identifier: Apache-2.0
// Integrators by name, and settings that make no sense.
#include <rivlin/dynamics/make_integrator.h>

#include <rivlin/base/error.h>
#include <rivlin/benchmarks/pendulum.h>

#include "small_systems.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

using namespace rivlin;

namespace
{
  /// A system that is not dense: forwards to one.
  class NotDense : public MechanicalSystem
  {
  public:
    int n_velocities() const override
    {
      return inner.n_velocities();
    }
    int n_multipliers() const override
    {
      return inner.n_multipliers();
    }
    ConstraintKind constraint_kind() const override
    {
      return inner.constraint_kind();
    }
    Evaluation residual(const State &state,
                        ConstraintLevel level,
                        Blocks &result) const override
    {
      return inner.residual(state, level, result);
    }
    std::unique_ptr<Tangent> make_tangent() const override
    {
      return inner.make_tangent();
    }

  private:
    HardeningSpring inner = HardeningSpring(1, 0, 1);
  };

  std::string message_of(const std::string &name,
                         const MechanicalSystem &system,
                         const IntegratorOptions &options = {})
  {
    try
      {
        make_integrator(name, system, options);
      }
    catch (const Error &error)
      {
        return error.what();
      }
    return "";
  }
} // namespace

TEST(MakeIntegrator, EveryNameGivesThatMethod)
{
  const HardeningSpring system(1, 0, 1);
  for (const std::string &name : integrator_names())
    {
      const auto integrator = make_integrator(name, system);
      if (name == "Newmark" || name == "HHT")
        EXPECT_EQ(integrator->name(), "generalized alpha");
      else
        EXPECT_EQ(integrator->name(), name);
    }
}

TEST(MakeIntegrator, UnknownNameSuggestsTheNearest)
{
  const HardeningSpring system(1, 0, 1);
  EXPECT_NE(message_of("generalised alpha", system)
              .find("did you mean \"generalized alpha\""),
            std::string::npos);
  EXPECT_NE(message_of("rodas4p", system).find("did you mean \"RODAS4P\""),
            std::string::npos);
}

TEST(MakeIntegrator, Radau5NeedsADenseSystem)
{
  const NotDense system;
  EXPECT_NE(message_of("RADAU5", system).find("dense systems only"),
            std::string::npos);
  EXPECT_EQ(message_of("ROS3P", system), "");
}

TEST(MakeIntegrator, TheStabilizedFormNeedsADenseSystemWithConstraints)
{
  IntegratorOptions options;
  options.generalized_alpha.stabilized_index_2 = true;
  options.bliedf.stabilized_index_2            = true;
  for (const std::string name :
       {"generalized alpha", "Newmark", "HHT", "BLieDF2"})
    {
      EXPECT_NE(message_of(name, NotDense(), options).find("dense systems"),
                std::string::npos)
        << name;
      EXPECT_NE(message_of(name, HardeningSpring(1, 0, 1), options)
                  .find("rigid constraints"),
                std::string::npos)
        << name;
      EXPECT_EQ(message_of(name, *pendulum().system, options), "") << name;
    }
}

TEST(MakeIntegrator, NewmarksParametersAreKept)
{
  // q'' = -q. Newmark's method with beta = 1/4 (1/2 + gamma)^2 multiplies the
  // amplitude by sqrt(det A) in each step, with
  //   det A = 1 - (gamma - 1/2) h^2 / (1 + beta h^2).
  const HardeningSpring system(1, 0, 0);
  for (const double gamma : {0.45, 0.5, 0.6, 0.9})
    {
      IntegratorOptions options;
      options.method        = IntegrationMethod::newmark;
      options.newmark_gamma = gamma;
      options.newmark_beta  = 0.25 * (0.5 + gamma) * (0.5 + gamma);
      const auto newmark    = make_integrator(system, options);
      EXPECT_FALSE(newmark->warnings().empty());
      const double h = 0.1;
      const auto run = [&](const double q, const double v) {
        State state;
        state.q = Vector{{q}};
        state.v = Vector{{v}};
        newmark->start(state);
        for (int i = 0; i < 20; ++i)
          if (!newmark->step(state, h).accepted)
            throw ComputationFailed("a linear step was refused");
        return state;
      };
      const State a = run(1, 0), b = run(0, 1);
      const double determinant = a.q(0) * b.v(0) - a.v(0) * b.q(0);
      const double beta        = options.newmark_beta;
      EXPECT_NEAR(determinant,
                  std::pow(1 - (gamma - 0.5) * h * h / (1 + beta * h * h), 20),
                  1e-9)
        << gamma;
    }
  IntegratorOptions options;
  options.newmark_beta = 0;
  EXPECT_NE(message_of("Newmark", system, options).find("beta"),
            std::string::npos);
  options           = {};
  options.hht_alpha = 0.4;
  EXPECT_NE(message_of("HHT", system, options).find("1/3"), std::string::npos);
}

TEST(IntegrationMethod, NamesAndMethodsBelongTogether)
{
  const std::vector<IntegrationMethod> methods = integration_methods();
  const std::vector<std::string> names         = integrator_names();
  ASSERT_EQ(methods.size(), names.size());
  for (std::size_t i = 0; i < methods.size(); ++i)
    {
      EXPECT_EQ(name_of(methods[i]), names[i]);
      EXPECT_EQ(integration_method(names[i]), methods[i]);
    }
  EXPECT_EQ(name_of(IntegrationMethod::linear_implicit_euler),
            "linear implicit Euler");
  EXPECT_EQ(name_of(IntegrationMethod::ros3p), "ROS3P");
  EXPECT_EQ(name_of(IntegrationMethod::rodas4p), "RODAS4P");
  EXPECT_EQ(name_of(IntegrationMethod::bliedf3), "BLieDF3");
  std::size_t n_rosenbrock = 0;
  for (const IntegrationMethod method : methods)
    n_rosenbrock += family(method) == MethodFamily::rosenbrock ? 1 : 0;
  EXPECT_EQ(n_rosenbrock, rosenbrock_methods().size());
  EXPECT_THROW(integration_method("none"), Error);
}

TEST(IntegrationMethod, SettingsAreThoseOfTheMethod)
{
  using Method  = IntegrationMethod;
  using Setting = IntegratorSetting;
  EXPECT_TRUE(uses(Method::generalized_alpha, Setting::spectral_radius));
  for (const Method method :
       {Method::newmark, Method::hht, Method::ros3p, Method::statics})
    EXPECT_FALSE(uses(method, Setting::spectral_radius)) << name_of(method);
  for (const Method method : integration_methods())
    {
      const MethodFamily kind = family(method);
      EXPECT_EQ(uses(method, Setting::newmark_parameters),
                method == Method::newmark);
      EXPECT_EQ(uses(method, Setting::hht_alpha), method == Method::hht);
      EXPECT_EQ(uses(method, Setting::maximum_order), method == Method::ida);
      EXPECT_EQ(uses(method, Setting::newton),
                kind != MethodFamily::rosenbrock &&
                  kind != MethodFamily::radau5 && kind != MethodFamily::ida);
      EXPECT_EQ(uses(method, Setting::adaptive_steps),
                kind != MethodFamily::statics && kind != MethodFamily::bliedf &&
                  kind != MethodFamily::ida &&
                  method != Method::linear_implicit_euler)
        << name_of(method);
    }
  EXPECT_TRUE(uses(Method::bliedf2, Setting::starting_values));
  EXPECT_TRUE(uses(Method::hht, Setting::stabilized_index_2));
  EXPECT_FALSE(uses(Method::updated_lagrangian, Setting::stabilized_index_2));
  EXPECT_FALSE(uses(Method::newmark, Setting::absolute_tolerance));
  EXPECT_TRUE(uses(Method::newmark, Setting::relative_tolerance));
  EXPECT_TRUE(uses(Method::ida, Setting::absolute_tolerance));
  EXPECT_TRUE(needs_dense_system(Method::radau5));
  EXPECT_FALSE(needs_dense_system(Method::rodas4p));
}

TEST(IntegrationMethod, StartingValuesHaveNames)
{
  for (const std::string &name : starting_values_names())
    EXPECT_EQ(name_of(starting_values(name)), name);
  EXPECT_EQ(starting_values("second differences"),
            StartingValues::second_differences);
  EXPECT_THROW(starting_values("third differences"), Error);
}

TEST(MakeIntegrator, TolerancesThatAreNotPositiveAreErrors)
{
  const HardeningSpring system(1, 0, 1);
  IntegratorOptions options;
  options.statics.newton.tolerance           = 0;
  options.generalized_alpha.newton.tolerance = -1;
  options.bliedf.newton.tolerance            = 0;
  options.rosenbrock.tolerances.absolute     = 0;
  options.radau5.tolerances.relative         = 0;
  options.ida.tolerances.absolute            = -1e-3;
  for (const std::string &name : integrator_names())
    EXPECT_NE(message_of(name, system, options), "") << name;
  options                                         = {};
  options.generalized_alpha.consistency.tolerance = 0;
  EXPECT_NE(message_of("generalized alpha", system, options), "");
  options                     = {};
  options.rosenbrock.adaptive = true;
  EXPECT_NE(message_of("linear implicit Euler", system, options)
              .find("no embedded method"),
            std::string::npos);
}
