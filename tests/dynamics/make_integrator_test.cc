// SPDX-License-Identifier: Apache-2.0
// Integrators by name, and settings that make no sense.
#include <rivlin/dynamics/make_integrator.h>

#include <rivlin/base/error.h>
#include <rivlin/benchmarks/pendulum.h>

#include "small_systems.h"

#include <gtest/gtest.h>

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
