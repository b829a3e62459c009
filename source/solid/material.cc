// SPDX-License-Identifier: Apache-2.0
// Checks of the constants and the moduli of the undeformed state.
#include <rivlin/solid/material.h>

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>

#include <cmath>
#include <string>

namespace rivlin
{
  namespace
  {
    void require(bool holds,
                 const std::string &name,
                 double value,
                 const std::string &requirement)
    {
      if (!holds)
        throw Error("Material: " + name + " = " + number_text(value) +
                    ", but it must be " + requirement +
                    ". Correct the constant.");
    }

    void require_finite(const std::string &name, double value)
    {
      require(std::isfinite(value), name, value, "a finite number");
    }

    void require_not_negative(const std::string &name, double value)
    {
      require(std::isfinite(value) && value >= 0,
              name,
              value,
              "finite and not negative");
    }

    double shear_modulus(const NeoHooke &law)
    {
      return 2 * law.c10;
    }

    double shear_modulus(const MooneyRivlin &law)
    {
      return 2 * (law.c10 + law.c01);
    }

    double shear_modulus(const Polynomial &law)
    {
      double sum = 0;
      for (const Polynomial::Term &term : law.terms)
        if (term.i + term.j == 1)
          sum += term.c;
      return 2 * sum;
    }

    double shear_modulus(const Ogden &law)
    {
      double sum = 0;
      for (const Ogden::Term &term : law.terms)
        sum += term.mu;
      return sum;
    }

    double shear_modulus(const Rubber &law)
    {
      return std::visit([](const auto &iso) { return shear_modulus(iso); },
                        law.isochoric);
    }

    double shear_modulus(const SaintVenantKirchhoff &law)
    {
      return law.mu;
    }

    double shear_modulus(const Hooke &law)
    {
      return law.mu;
    }

    void check_constants(const NeoHooke &law)
    {
      require_not_negative("c10", law.c10);
    }

    void check_constants(const MooneyRivlin &law)
    {
      require_not_negative("c10", law.c10);
      require_not_negative("c01", law.c01);
    }

    // Higher constants may be negative (Yeoh's c20 usually is); the sum below
    // decides about the undeformed state.
    void check_constants(const Polynomial &law)
    {
      for (const Polynomial::Term &term : law.terms)
        {
          const std::string name =
            "c_" + number_text(term.i) + "," + number_text(term.j);
          require_finite(name, term.c);
          require(term.i >= 0,
                  "first exponent of " + name,
                  term.i,
                  "0, 1, 2, ...");
          require(term.j >= 0,
                  "second exponent of " + name,
                  term.j,
                  "0, 1, 2, ...");
          require(term.i + term.j > 0,
                  "sum of the exponents of " + name,
                  term.i + term.j,
                  "at least 1, because a constant energy has no stress");
        }
    }

    void check_constants(const Ogden &law)
    {
      for (std::size_t i = 0; i < law.terms.size(); ++i)
        {
          const std::string which = number_text(i + 1);
          require_finite("mu_" + which, law.terms[i].mu);
          require(std::isfinite(law.terms[i].alpha) && law.terms[i].alpha != 0,
                  "alpha_" + which,
                  law.terms[i].alpha,
                  "finite and not zero");
        }
    }

    void check_constants(const Rubber &law)
    {
      std::visit([](const auto &iso) { check_constants(iso); }, law.isochoric);
      require_not_negative("1 / bulk modulus",
                           law.volumetric.inverse_bulk_modulus);
      if (law.volumetric.kind == VolumetricKind::ogden)
        require(std::isfinite(law.volumetric.beta) && law.volumetric.beta > 0,
                "beta",
                law.volumetric.beta,
                "positive and finite");
    }

    template <class Lame>
    void check_lame(const Lame &law)
    {
      require_finite("lambda", law.lambda);
      require_finite("mu", law.mu);
      const double bulk = law.lambda + 2 * law.mu / 3;
      require(bulk > 0, "bulk modulus lambda + 2 mu / 3", bulk, "positive");
    }

    void check_constants(const SaintVenantKirchhoff &law)
    {
      check_lame(law);
    }

    void check_constants(const Hooke &law)
    {
      check_lame(law);
    }

    template <class Lame>
    Lame from_engineering_constants(double E, double nu)
    {
      require(std::isfinite(E) && E > 0,
              "Young's modulus",
              E,
              "positive and finite");
      require(nu > -1 && nu < 0.5,
              "Poisson's ratio",
              nu,
              "between -1 and 0.5 (use a rubber law for incompressible parts)");
      return {E * nu / ((1 + nu) * (1 - 2 * nu)), E / (2 * (1 + nu))};
    }
  } // namespace

  SaintVenantKirchhoff saint_venant_kirchhoff(double young_modulus,
                                              double poisson_ratio)
  {
    return from_engineering_constants<SaintVenantKirchhoff>(young_modulus,
                                                            poisson_ratio);
  }

  Hooke hooke(double young_modulus, double poisson_ratio)
  {
    return from_engineering_constants<Hooke>(young_modulus, poisson_ratio);
  }

  void check(const Material &material)
  {
    std::visit([](const auto &law) { check_constants(law); }, material.law);
    const double mu = initial_shear_modulus(material);
    require(std::isfinite(mu) && mu > 0,
            "initial shear modulus",
            mu,
            "positive and finite");
    require_not_negative("density", material.density);
  }

  double initial_shear_modulus(const Material &material)
  {
    return std::visit([](const auto &law) { return shear_modulus(law); },
                      material.law);
  }

  double initial_bulk_modulus(const Material &material)
  {
    // 1/0 is infinity in IEEE arithmetic: the incompressible case.
    if (const auto *rubber = std::get_if<Rubber>(&material.law))
      return 1 / rubber->volumetric.inverse_bulk_modulus;
    const double lambda =
      std::holds_alternative<Hooke>(material.law)
        ? std::get<Hooke>(material.law).lambda
        : std::get<SaintVenantKirchhoff>(material.law).lambda;
    return lambda + 2 * initial_shear_modulus(material) / 3;
  }

  bool is_incompressible(const Material &material)
  {
    const auto *rubber = std::get_if<Rubber>(&material.law);
    return rubber != nullptr && rubber->volumetric.inverse_bulk_modulus == 0;
  }

  bool has_pressure(const Material &material)
  {
    return std::holds_alternative<Rubber>(material.law);
  }
} // namespace rivlin
