// SPDX-License-Identifier: Apache-2.0
// Materials as values: a law with its constants, density and damping; checks
// and the moduli of the undeformed state.
#pragma once

#include <rivlin/solid/elastic_laws.h>
#include <rivlin/solid/rubber_laws.h>
#include <rivlin/solid/viscosity.h>
#include <rivlin/solid/volumetric_law.h>

#include <string>
#include <variant>

namespace rivlin
{
  /// W = W_iso(Fbar) + W_vol(J), thesis (2.25). The only law that can be nearly
  /// or fully incompressible: mixed meshes give it a pressure.
  struct Rubber
  {
    IsochoricLaw isochoric;
    VolumetricLaw volumetric;

    static constexpr const char *name        = "rubber";
    static constexpr bool has_pressure       = true;
    static constexpr bool accepts_any_volume = false;

    void check() const;
    double shear_modulus() const;
    double bulk_modulus() const;
  };

  using MaterialLaw = std::variant<Rubber, SaintVenantKirchhoff, Hooke>;

  struct Material
  {
    MaterialLaw law;
    double density = 0; ///< in the reference state [mass/length^3]
    /// Rayleigh damping D = mass_damping M + stiffness_damping K_0, K_0 the
    /// stiffness of the undeformed state at zero pressure.
    double mass_damping      = 0; ///< [1/time]
    double stiffness_damping = 0; ///< [time]
    /// Of rubber alone. Responses are elastic, with the law as it is, unless
    /// they are asked for with a StressHistory.
    Viscosity viscosity = {};
  };

  /// Steel and the like from Young's modulus and Poisson's ratio. Error if
  /// E <= 0 or nu is not in (-1, 1/2).
  SaintVenantKirchhoff saint_venant_kirchhoff(double young_modulus,
                                              double poisson_ratio);
  Hooke hooke(double young_modulus, double poisson_ratio);

  /// Throws Error naming the constant and its value if a constant is not
  /// finite or out of its range, or if the undeformed state is not stable.
  void check(const Material &material);

  /// Shear modulus of the undeformed state [stress].
  double initial_shear_modulus(const Material &material);

  /// Bulk modulus of the undeformed state [stress]; infinite if incompressible.
  double initial_bulk_modulus(const Material &material);

  /// No displacement form exists: a pressure is needed.
  bool is_incompressible(const Material &material);

  /// Whether the material uses the pressure of a mixed mesh (only Rubber does).
  bool has_pressure(const Material &material);

  /// Of materials that have a pressure, else null.
  const VolumetricLaw *volumetric_law(const Material &material);

  /// "Mooney-Rivlin (c10 = 0.4, c01 = 0.1), quadratic volume, bulk modulus
  /// 2000".
  std::string describe(const Material &material);
} // namespace rivlin
