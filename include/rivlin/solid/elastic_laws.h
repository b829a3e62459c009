// SPDX-License-Identifier: Apache-2.0
// The laws of parts that are not rubber: steel and the like.
#pragma once

#include <rivlin/solid/law_constant.h>

namespace rivlin
{
  /// As users give them; laws keep Lame's constants.
  struct EngineeringConstants
  {
    double young_modulus = 0; ///< [stress]
    double poisson_ratio = 0;

    static constexpr auto constants = std::tuple(
      LawNumber<EngineeringConstants>{
        &EngineeringConstants::young_modulus,
        {"Young's modulus", "", "stress", "Young's modulus"},
        210000,
        NumberRange::positive()},
      LawNumber<EngineeringConstants>{
        &EngineeringConstants::poisson_ratio,
        {"Poisson's ratio", "", "", "Poisson's ratio"},
        0.3,
        {.lowest       = -1,
         .highest      = 0.5,
         .without_ends = true,
         .requirement  = "between -1 and 0.5 (use a rubber law for "
                         "incompressible parts)"}});
  };

  /// W = mu E:E + lambda/2 (tr E)^2 of the Green strain E: large rotations,
  /// small strains; for steel parts.
  struct SaintVenantKirchhoff
  {
    double lambda = 0; ///< first Lame constant [stress]
    double mu     = 0; ///< shear modulus [stress]

    static constexpr const char *name   = "Saint Venant-Kirchhoff";
    static constexpr const char *energy = "mu E:E + lambda/2 (tr E)^2";
    static constexpr auto constants     = std::tuple(
      LawNumber<SaintVenantKirchhoff>{&SaintVenantKirchhoff::lambda,
                                          {"lambda", "lambda", "stress", ""}},
      LawNumber<SaintVenantKirchhoff>{&SaintVenantKirchhoff::mu,
                                          {"mu", "mu", "stress", ""}});
    using Given                              = EngineeringConstants;
    static constexpr bool has_pressure       = false;
    static constexpr bool accepts_any_volume = false;

    static SaintVenantKirchhoff from(const Given &given);
    void check() const;
    double shear_modulus() const
    {
      return mu;
    }
    double bulk_modulus() const
    {
      return lambda + 2 * mu / 3;
    }
  };

  /// W = mu eps:eps + lambda/2 (tr eps)^2 of the linear strain eps = sym grad u
  /// (the thesis prints 2 mu in (2.6), against its own stress (2.12)).
  struct Hooke
  {
    double lambda = 0; ///< first Lame constant [stress]
    double mu     = 0; ///< shear modulus [stress]

    static constexpr const char *name   = "Hooke";
    static constexpr const char *energy = "mu eps:eps + lambda/2 (tr eps)^2";
    static constexpr auto constants =
      std::tuple(LawNumber<Hooke>{&Hooke::lambda,
                                  {"lambda", "lambda", "stress", ""}},
                 LawNumber<Hooke>{&Hooke::mu, {"mu", "mu", "stress", ""}});
    using Given                              = EngineeringConstants;
    static constexpr bool has_pressure       = false;
    static constexpr bool accepts_any_volume = true;

    static Hooke from(const Given &given);
    void check() const;
    double shear_modulus() const
    {
      return mu;
    }
    double bulk_modulus() const
    {
      return lambda + 2 * mu / 3;
    }
  };
} // namespace rivlin
