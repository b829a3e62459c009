// SPDX-License-Identifier: Apache-2.0
// The material laws as values: constants with meaning and units, checks, and
// the moduli of the undeformed state.
#pragma once

#include <rivlin/solid/volumetric_law.h>

#include <variant>
#include <vector>

namespace rivlin
{
  /// W = c10 (I1bar - 3), thesis (2.27); initial shear modulus 2 c10.
  struct NeoHooke
  {
    double c10 = 0; ///< [stress]
  };

  /// W = c10 (I1bar - 3) + c01 (I2bar - 3), thesis (2.28); initial shear
  /// modulus 2 (c10 + c01).
  struct MooneyRivlin
  {
    double c10 = 0; ///< [stress]
    double c01 = 0; ///< [stress]
  };

  /// W = sum c_ij (I1bar - 3)^i (I2bar - 3)^j, thesis (2.26). Yeoh's law is the
  /// case j = 0. Initial shear modulus 2 (c_10 + c_01).
  struct Polynomial
  {
    struct Term
    {
      int i    = 1;
      int j    = 0;
      double c = 0; ///< [stress]
    };
    std::vector<Term> terms;
  };

  /// W = sum 2 mu/alpha^2 (l1^alpha + l2^alpha + l3^alpha - 3), thesis Remark
  /// 2.2.6, with l the isochoric principal stretches (square roots of the
  /// eigenvalues of Cbar); initial shear modulus sum mu.
  struct Ogden
  {
    struct Term
    {
      double mu    = 0; ///< [stress]
      double alpha = 2;
    };
    std::vector<Term> terms;
  };

  using IsochoricLaw = std::variant<NeoHooke, MooneyRivlin, Polynomial, Ogden>;

  /// W = W_iso(Fbar) + W_vol(J), thesis (2.25). The only law that can be nearly
  /// or fully incompressible: mixed meshes give it a pressure.
  struct Rubber
  {
    IsochoricLaw isochoric;
    VolumetricLaw volumetric;
  };

  /// W = mu E:E + lambda/2 (tr E)^2 of the Green strain E: large rotations,
  /// small strains; for steel parts.
  struct SaintVenantKirchhoff
  {
    double lambda = 0; ///< first Lame constant [stress]
    double mu     = 0; ///< shear modulus [stress]
  };

  /// W = mu eps:eps + lambda/2 (tr eps)^2 of the linear strain eps = sym grad u
  /// (the thesis prints 2 mu in (2.6), against its own stress (2.12)).
  struct Hooke
  {
    double lambda = 0; ///< first Lame constant [stress]
    double mu     = 0; ///< shear modulus [stress]
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
} // namespace rivlin
