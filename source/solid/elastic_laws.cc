// SPDX-License-Identifier: Apache-2.0
// Lame's constants from engineering constants, and their checks.
#include <rivlin/solid/elastic_laws.h>

#include "require_constant.h"

namespace rivlin
{
  namespace
  {
    template <class Lame>
    Lame lame_constants(const EngineeringConstants &given)
    {
      for_each_constant(EngineeringConstants::constants,
                        [&](const auto &constant) {
                          require_in_range(constant.names.name,
                                           given.*constant.member,
                                           constant.range);
                        });
      const double E = given.young_modulus, nu = given.poisson_ratio;
      return {E * nu / ((1 + nu) * (1 - 2 * nu)), E / (2 * (1 + nu))};
    }

    template <class Lame>
    void check_bulk_modulus(const Lame &law)
    {
      const double bulk = law.lambda + 2 * law.mu / 3;
      require_constant(bulk > 0,
                       "bulk modulus lambda + 2 mu / 3",
                       bulk,
                       "positive");
    }
  } // namespace

  SaintVenantKirchhoff SaintVenantKirchhoff::from(const Given &given)
  {
    return lame_constants<SaintVenantKirchhoff>(given);
  }

  void SaintVenantKirchhoff::check() const
  {
    check_bulk_modulus(*this);
  }

  Hooke Hooke::from(const Given &given)
  {
    return lame_constants<Hooke>(given);
  }

  void Hooke::check() const
  {
    check_bulk_modulus(*this);
  }
} // namespace rivlin
