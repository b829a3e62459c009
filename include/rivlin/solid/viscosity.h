// SPDX-License-Identifier: Apache-2.0
// Prony series on the isochoric stress of rubber at finite strains: stresses in
// branches, their update over a step, energies (doc/theory/viscosity.md).
#pragma once

#include <rivlin/base/types.h>

#include <string>
#include <vector>

namespace rivlin
{
  struct Material;

  /// A branch: its stress H obeys H' + H/time = factor * S_iso', S_iso the
  /// second Piola-Kirchhoff stress of the isochoric law.
  struct PronyTerm
  {
    double factor = 0; ///< modulus over that of the law
    double time   = 0; ///< relaxation time [time]
  };

  /// S = S_vol + long_term S_iso + sum H_i (Simo 1987, Computer Methods in
  /// Applied Mechanics and Engineering 60, 153-173; Holzapfel 2000, Nonlinear
  /// Solid Mechanics, section 6.10). Without terms the material is elastic.
  struct Viscosity
  {
    double long_term = 1; ///< factor of the law that never relaxes
    std::vector<PronyTerm> terms;

    bool is_elastic() const
    {
      return terms.empty();
    }

    /// Factor of the law for changes that are fast against all times.
    double instantaneous() const;
  };

  /// What the constants of a law are.
  enum class LawModuli
  {
    long_term,    ///< those after infinite time
    instantaneous ///< those of fast changes
  };

  /// Terms with g_i, the part of the instantaneous modulus that relaxes with
  /// time tau_i. Error for g_i <= 0, tau_i <= 0 and if they sum to 1 or more.
  Viscosity prony_series(const std::vector<PronyTerm> &relative_moduli,
                         LawModuli moduli);

  /// The same with shear moduli G_i [stress] beside that of the law.
  Viscosity prony_series(const std::vector<PronyTerm> &shear_moduli,
                         double shear_modulus,
                         LawModuli moduli);

  /// Times at another temperature are those of the reference temperature times
  ///   10^(-C1 (T - T_ref) / (C2 + T - T_ref))
  /// (Williams, Landel and Ferry 1955). Error if C2 + T - T_ref <= 0.
  double wlf_shift(double C1, double C2, double T, double reference);
  /// The same with exp(E/R (1/T - 1/T_ref)), T in degrees Celsius, E in J/mol.
  double arrhenius_shift(double activation_energy, double T, double reference);
  void scale_times(double factor, Viscosity &viscosity);

  /// Components of a symmetric tensor: 11, 22, 33, 12, 23, 13; those that plane
  /// strain has come first.
  constexpr int n_symmetric(const int dim)
  {
    return dim == 2 ? 4 : 6;
  }

  /// Numbers that a point keeps from step to step: E, S_iso and the H_i of the
  /// last accepted state, the energy stored in the branches and the energy that
  /// they have dissipated, both per reference volume. Zero at first.
  int n_viscous_variables(int dim, int n_terms);
  /// The last two of them.
  double branch_energy(const double *variables, int dim, int n_terms);
  double viscous_loss(const double *variables, int dim, int n_terms);

  /// The update over a step of given length, exact for an S_iso linear in time:
  ///   H_np = exp(-x) H_n + factor (1 - exp(-x))/x (S_iso,np - S_iso,n),
  /// x = step/time. In the new state S_iso has a constant factor, and the rest
  /// is a constant stress: tangents are those of the elastic law.
  class ViscousStep
  {
  public:
    /// A step of length zero is a jump, of infinite length the equilibrium. A
    /// negative one (starting procedures) goes back by at most one of the
    /// times.
    ViscousStep(const Viscosity &viscosity, double step);

    double stress_factor() const
    {
      return factor;
    }

    /// The constant stress of `n_points` points whose variables are `stride`
    /// apart, [point][component].
    void history_stress(int dim,
                        int n_points,
                        const double *variables,
                        int stride,
                        double *stress) const;

    /// Variables of a point at the end of the step, with deformation gradient
    /// F. Leaves them where F is invalid.
    void update(const Material &material,
                const Matrix3 &F,
                int dim,
                double *variables) const;

  private:
    struct Branch
    {
      double factor; ///< of the law
      double decay;  ///< of H_n
      double share;  ///< of the change of S_iso
    };
    double factor;
    std::vector<Branch> branches;
  };

  /// Throws Error if a factor or a time is not positive.
  void check(const Viscosity &viscosity);

  /// "long-term factor 1, Prony (0.5 0.1; 0.3 1)".
  std::string describe(const Viscosity &viscosity);
} // namespace rivlin
