// SPDX-License-Identifier: Apache-2.0
// What all laws answer, asked through their variant.
#include <rivlin/solid/material.h>

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>

#include "require_constant.h"

namespace rivlin
{
  namespace
  {
    /// The ranges of the numbers, then what else the law asks for.
    template <class Law>
    void check_constants(const Law &law)
    {
      for_each_constant(Law::constants, [&](const auto &constant) {
        if constexpr (requires { constant.range; })
          require_in_range(constant.names.key,
                           law.*constant.member,
                           constant.range);
        else
          static_assert(
            requires { law.check(); },
            "a law with a list of terms needs check()");
      });
      if constexpr (requires { law.check(); })
        law.check();
    }

    void check_constants(const Rubber &law)
    {
      law.check();
    }

    template <class Term, class Columns>
    std::string row_text(const Term &term, const Columns &columns)
    {
      std::string text;
      for_each_constant(columns, [&](const auto &column) {
        if (!text.empty())
          text += ' ';
        text += number_text(term.*column.member);
      });
      return text;
    }

    /// "Mooney-Rivlin (c10 = 0.4, c01 = 0.1)".
    template <class Law>
    std::string describe_law(const Law &law)
    {
      std::string text;
      for_each_constant(Law::constants, [&](const auto &constant) {
        if (!text.empty())
          text += ", ";
        text += constant.names.key;
        text += " = ";
        if constexpr (requires { constant.columns; })
          {
            std::string separator;
            for (const auto &term : law.*constant.member)
              {
                text += separator + row_text(term, constant.columns);
                separator = "; ";
              }
          }
        else
          text += number_text(law.*constant.member);
      });
      return std::string(Law::name) + " (" + text + ")";
    }

    std::string describe_law(const Rubber &law)
    {
      return std::visit([](const auto &iso) { return describe_law(iso); },
                        law.isochoric) +
             ", " + name_of(law.volumetric.kind) + " volume, bulk modulus " +
             number_text(law.bulk_modulus());
    }
  } // namespace

  void Rubber::check() const
  {
    std::visit([](const auto &law) { check_constants(law); }, isochoric);
    rivlin::check(volumetric);
  }

  double Rubber::shear_modulus() const
  {
    return std::visit([](const auto &law) { return law.shear_modulus(); },
                      isochoric);
  }

  double Rubber::bulk_modulus() const
  {
    // 1/0 is infinity in IEEE arithmetic: the incompressible case.
    return 1 / volumetric.inverse_bulk_modulus;
  }

  SaintVenantKirchhoff saint_venant_kirchhoff(double young_modulus,
                                              double poisson_ratio)
  {
    return SaintVenantKirchhoff::from({young_modulus, poisson_ratio});
  }

  Hooke hooke(double young_modulus, double poisson_ratio)
  {
    return Hooke::from({young_modulus, poisson_ratio});
  }

  void check(const Material &material)
  {
    std::visit([](const auto &law) { check_constants(law); }, material.law);
    require_in_range("initial shear modulus",
                     initial_shear_modulus(material),
                     NumberRange::positive());
    require_in_range("density", material.density, NumberRange::not_negative());
    if (material.viscosity.is_elastic())
      return;
    if (!has_pressure(material))
      throw Error(
        "A Prony series belongs to rubber: it relaxes the isochoric "
        "stress, which the law of this material does not have.");
    check(material.viscosity);
  }

  double initial_shear_modulus(const Material &material)
  {
    return std::visit([](const auto &law) { return law.shear_modulus(); },
                      material.law);
  }

  double initial_bulk_modulus(const Material &material)
  {
    return std::visit([](const auto &law) { return law.bulk_modulus(); },
                      material.law);
  }

  const VolumetricLaw *volumetric_law(const Material &material)
  {
    return std::visit(
      [](const auto &law) -> const VolumetricLaw * {
        if constexpr (law.has_pressure)
          return &law.volumetric;
        else
          return nullptr;
      },
      material.law);
  }

  bool is_incompressible(const Material &material)
  {
    const VolumetricLaw *volume = volumetric_law(material);
    return volume != nullptr && volume->inverse_bulk_modulus == 0;
  }

  bool has_pressure(const Material &material)
  {
    return volumetric_law(material) != nullptr;
  }

  std::string describe(const Material &material)
  {
    const std::string law =
      std::visit([](const auto &one) { return describe_law(one); },
                 material.law);
    return material.viscosity.is_elastic()
             ? law
             : law + ", " + describe(material.viscosity);
  }
} // namespace rivlin
