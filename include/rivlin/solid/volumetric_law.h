// SPDX-License-Identifier: Apache-2.0
// How rubber resists a change of volume, and the inverse: how much volume it
// gives up under a pressure. The inverse carries the mixed form.
#pragma once

#include <vector>

namespace rivlin
{
  /// The energies W_vol(J) of the thesis, (2.29) and Remark 2.2.7.
  enum class VolumetricKind
  {
    quadratic,   ///< kappa/2 (J - 1)^2
    logarithmic, ///< kappa/4 (J^2 - 1 - 2 ln J)
    ogden        ///< kappa/beta^2 (beta ln J + J^-beta - 1), beta > 0
  };

  /// The bulk modulus is stored by its inverse, so that incompressible rubber
  /// is the value zero and no limit has to be taken anywhere.
  struct VolumetricLaw
  {
    VolumetricKind kind = VolumetricKind::quadratic;
    /// 1/kappa [1/stress]; zero: incompressible.
    double inverse_bulk_modulus = 0;
    /// Exponent of the Ogden kind, else unused.
    double beta = 9;
  };

  /// What users know of a kind.
  struct VolumetricKindNames
  {
    VolumetricKind kind;
    const char *name;   ///< "quadratic"
    const char *energy; ///< formula of W_vol/kappa, b the exponent
    bool uses_exponent;
  };
  const std::vector<VolumetricKindNames> &volumetric_kinds();
  const char *name_of(VolumetricKind kind);

  /// Whether the volume depends linearly on the pressure, Jhat - 1 = p/kappa.
  bool is_linear(const VolumetricLaw &law);

  /// Throws Error naming the constant that is out of its range.
  void check(const VolumetricLaw &law);

  /// W_vol and its derivatives with respect to J.
  struct VolumetricResponse
  {
    double energy    = 0;
    double pressure  = 0; ///< W_vol', positive in tension [stress]
    double stiffness = 0; ///< W_vol''
  };

  /// W_vol at J = 1 + volume_change, J > 0. The change is the argument, not J,
  /// because stiff rubber lives at |J - 1| << 1 where J has lost its digits.
  /// An incompressible law has no such function: inverse_bulk_modulus > 0.
  VolumetricResponse evaluate_volumetric(const VolumetricLaw &law,
                                         double volume_change);

  /// The inverse Jhat of p(J) = W_vol'(J) and the complementary energy
  /// U*(p) = p (Jhat - 1) - W_vol(Jhat), for which U*' = Jhat - 1.
  struct InverseVolumetricResponse
  {
    double volume_change = 0; ///< Jhat(p) - 1
    double compliance    = 0; ///< Jhat'(p) > 0 [1/stress]
    double energy        = 0; ///< U*(p)
    /// False where no volume balances the pressure: W_vol' of the Ogden kind
    /// has a maximum at J^beta = beta + 1.
    bool valid = true;
  };

  /// Defined for every law, also for the incompressible one (Jhat = 1, U* = 0).
  InverseVolumetricResponse invert_volumetric(const VolumetricLaw &law,
                                              double pressure);
} // namespace rivlin
