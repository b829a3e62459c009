// SPDX-License-Identifier: Apache-2.0
// The factory of integrators.
#include <rivlin/dynamics/make_integrator.h>

#include <rivlin/base/error.h>

namespace rivlin
{
  namespace
  {
    GeneralizedAlphaOptions alpha_options(const IntegratorOptions &options)
    {
      GeneralizedAlphaOptions alpha = options.generalized_alpha;
      if (options.method == IntegrationMethod::newmark)
        {
          alpha.parameters =
            newmark(options.newmark_beta, options.newmark_gamma);
          // It would make 1/2 of every gamma.
          alpha.adapt_gamma = false;
        }
      if (options.method == IntegrationMethod::hht)
        alpha.parameters = hilber_hughes_taylor(options.hht_alpha);
      return alpha;
    }

    const DenseSystem &require_dense(const MechanicalSystem &system)
    {
      const auto *dense = dynamic_cast<const DenseSystem *>(&system);
      if (dense == nullptr)
        throw Error(
          "RADAU5 works with small dense systems only, as reduced models are: "
          "it factorizes a complex matrix of K, D, M and B, which finite "
          "element models do not have one by one. Choose a Rosenbrock method, "
          "generalized alpha or IDA.");
      return *dense;
    }
  } // namespace

  std::unique_ptr<TimeIntegrator>
  make_integrator(const MechanicalSystem &system,
                  const IntegratorOptions &options)
  {
    const IntegrationMethod method = options.method;
    switch (family(method))
      {
        case MethodFamily::statics:
          return std::make_unique<Statics>(system, options.statics);
        case MethodFamily::generalized_alpha:
          return std::make_unique<GeneralizedAlpha>(system,
                                                    alpha_options(options));
        case MethodFamily::updated_lagrangian:
          return std::make_unique<UpdatedLagrangian>(
            system,
            method == IntegrationMethod::updated_lagrangian
              ? CoordinateMap::exponential
              : CoordinateMap::conformal,
            options.generalized_alpha);
        case MethodFamily::bliedf:
          {
            BLieDFOptions bliedf = options.bliedf;
            bliedf.order         = static_cast<int>(method) -
                           static_cast<int>(IntegrationMethod::bliedf1) + 1;
            return std::make_unique<BLieDF>(system, bliedf);
          }
        case MethodFamily::rosenbrock:
          return std::make_unique<Rosenbrock>(system,
                                              rosenbrock_method(method),
                                              options.rosenbrock);
        case MethodFamily::radau5:
          return std::make_unique<Radau5>(require_dense(system),
                                          options.radau5);
        case MethodFamily::ida:
#ifdef RIVLIN_WITH_SUNDIALS
          return std::make_unique<SundialsIda>(system, options.ida);
#else
          throw Error(
            "IDA is not in this build of Rivlin: it was configured "
            "without SUNDIALS. Choose another integrator.");
#endif
      }
    throw Error("There is no such integrator.");
  }

  std::unique_ptr<TimeIntegrator>
  make_integrator(const std::string_view name,
                  const MechanicalSystem &system,
                  IntegratorOptions options)
  {
    options.method = integration_method(name);
    return make_integrator(system, options);
  }
} // namespace rivlin
