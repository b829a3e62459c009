// SPDX-License-Identifier: Apache-2.0
// Stress and tangent of a material at one point: what finite elements and
// hyper-reduced models ask at each of their points.
#pragma once

#include <rivlin/base/types.h>
#include <rivlin/solid/material.h>

namespace rivlin
{
  /// How much of the response to compute; each includes the ones before.
  enum class Need
  {
    energy,
    residual,
    residual_and_tangent
  };

  using Matrix9 = Eigen::Matrix<double, 9, 9>;

  /// Pairs (i,J) of the tangent are numbered 3 i + J. What the Need does not
  /// include is zero.
  struct PointResponse
  {
    /// Displacement form: W(F). Mixed form: W_iso(F) + p (J - 1) - U*(p).
    double energy   = 0;
    Matrix3 P       = Matrix3::Zero(); ///< d energy / dF, first Piola-Kirchhoff
    Matrix9 tangent = Matrix9::Zero(); ///< dP/dF at fixed p; symmetric
    Matrix3 cofactor  = Matrix3::Zero(); ///< dJ/dF = J F^-T
    double J          = 1;
    double volume_gap = 0; ///< mixed form: J - Jhat(p) = d energy / dp
    double compliance = 0; ///< mixed form: Jhat'(p) = -d2 energy / dp2
    /// False if J <= 0, if a number is not finite, if no volume balances p or
    /// if the strain is beyond what the law allows (Gent): then the energy is
    /// infinite and the rest means nothing. The small strain law accepts any J.
    bool valid = true;
  };

  /// What viscosity makes of rubber over a step (ViscousStep), at one point or
  /// at those of a cell: the isochoric stress times a factor, plus a constant
  /// second Piola-Kirchhoff stress. The energy is no potential of it then:
  /// W_vol (mixed: p (J - 1) - U*) + energy_factor W_iso.
  struct StressHistory
  {
    double stress_factor = 1;
    double energy_factor = 1;
    /// [point][component], numbered as by n_symmetric(); null: zero.
    const double *stress = nullptr;
  };

  /// What happened to an invalid point with this J: "inverted" or, if J > 0,
  /// "strained beyond its material law".
  const char *invalid_point_text(double J);

  /// Displacement form: the full energy. Error if the material is
  /// incompressible. `history` counts for Rubber only, with six components;
  /// null: elastic.
  PointResponse evaluate_point(const Material &material,
                               const Matrix3 &F,
                               Need need,
                               const StressHistory *history = nullptr);

  /// Mixed form with the pressure p (positive in tension, [stress]). With p = 0
  /// it is the response of the isochoric part alone. Materials that are not
  /// Rubber ignore p: they answer with the displacement form.
  PointResponse evaluate_point(const Material &material,
                               const Matrix3 &F,
                               double p,
                               Need need,
                               const StressHistory *history = nullptr);
} // namespace rivlin
