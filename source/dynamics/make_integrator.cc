// SPDX-License-Identifier: Apache-2.0
// The factory of integrators.
#include <rivlin/dynamics/make_integrator.h>

#include <rivlin/base/error.h>
#include <rivlin/base/nearest_name.h>
#include <rivlin/base/text.h>

namespace rivlin
{
  std::vector<std::string> integrator_names()
  {
    std::vector<std::string> names = {"statics",
                                      "generalized alpha",
                                      "Newmark",
                                      "HHT",
                                      "UL",
                                      "UL-CRV",
                                      "BLieDF1",
                                      "BLieDF2",
                                      "BLieDF3",
                                      "BLieDF4"};
    for (const RosenbrockMethod &method : rosenbrock_methods())
      names.push_back(method.name);
    names.push_back("RADAU5");
#ifdef RIVLIN_WITH_SUNDIALS
    names.push_back("IDA");
#endif
    return names;
  }

  std::unique_ptr<TimeIntegrator>
  make_integrator(const std::string_view name,
                  const MechanicalSystem &system,
                  const IntegratorOptions &options)
  {
    if (name == "statics")
      return std::make_unique<Statics>(system, options.statics);
    if (name == "generalized alpha" || name == "Newmark" || name == "HHT")
      {
        GeneralizedAlphaOptions alpha = options.generalized_alpha;
        if (name == "Newmark")
          alpha.parameters = newmark(0.25, 0.5);
        else if (name == "HHT")
          alpha.parameters = hilber_hughes_taylor(options.hht_alpha);
        return std::make_unique<GeneralizedAlpha>(system, alpha);
      }
    if (name == "UL" || name == "UL-CRV")
      return std::make_unique<UpdatedLagrangian>(system,
                                                 name == "UL"
                                                   ? CoordinateMap::exponential
                                                   : CoordinateMap::conformal,
                                                 options.generalized_alpha);
    for (int order = 1; order <= 4; ++order)
      if (name == message("BLieDF", order))
        {
          BLieDFOptions bliedf = options.bliedf;
          bliedf.order         = order;
          return std::make_unique<BLieDF>(system, bliedf);
        }
    if (name == "RADAU5")
      {
        const auto *dense = dynamic_cast<const DenseSystem *>(&system);
        if (dense == nullptr)
          throw Error(
            "RADAU5 works with small dense systems only: its complex "
            "matrices need a factorization of their own. Choose a "
            "Rosenbrock method, generalized alpha or IDA.");
        return std::make_unique<Radau5>(*dense, options.radau5);
      }
#ifdef RIVLIN_WITH_SUNDIALS
    if (name == "IDA")
      return std::make_unique<SundialsIda>(system, options.ida);
#endif
    for (const RosenbrockMethod &method : rosenbrock_methods())
      if (method.name == name)
        return std::make_unique<Rosenbrock>(system, method, options.rosenbrock);
    throw Error(unknown_name("integrator", name, integrator_names()));
  }
} // namespace rivlin
