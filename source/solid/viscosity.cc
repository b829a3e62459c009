// SPDX-License-Identifier: Apache-2.0
// Prony series: constants, the update of a point, energies.
#include <rivlin/solid/viscosity.h>

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>
#include <rivlin/solid/point_response.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace rivlin
{
  namespace
  {
    constexpr std::array<std::array<int, 2>, 6> symmetric_pairs = {
      {{{0, 0}}, {{1, 1}}, {{2, 2}}, {{0, 1}}, {{1, 2}}, {{0, 2}}}};

    void pack(const Matrix3 &A, const int n, double *values)
    {
      for (int k = 0; k < n; ++k)
        values[k] = A(symmetric_pairs[k][0], symmetric_pairs[k][1]);
    }

    Matrix3 unpack(const double *values, const int n)
    {
      Matrix3 A = Matrix3::Zero();
      for (int k = 0; k < n; ++k)
        A(symmetric_pairs[k][0], symmetric_pairs[k][1]) =
          A(symmetric_pairs[k][1], symmetric_pairs[k][0]) = values[k];
      return A;
    }

    /// Square of the deviatoric part of the Kirchhoff stress F S F^T.
    double deviatoric_square(const Matrix3 &F, const Matrix3 &S)
    {
      const Matrix3 tau  = F * S * F.transpose();
      const double trace = tau.trace();
      return tau.squaredNorm() - trace * trace / 3;
    }

    /// The shear modulus with which tau_iso would store W_iso,
    /// |dev tau_iso|^2 / (4 W_iso); that of small strains where both vanish.
    double secant_modulus(const Material &material,
                          const double energy,
                          const double stress_square)
    {
      const double mu = initial_shear_modulus(material);
      // Strains of 1e-6 and less are small.
      const double small = 1e-12 * mu;
      return (stress_square + 4 * mu * small) / (4 * (energy + small));
    }

    void check_terms(const std::vector<PronyTerm> &terms,
                     const std::string &modulus)
    {
      for (const PronyTerm &term : terms)
        {
          if (!(term.factor > 0) || !std::isfinite(term.factor))
            throw Error("Prony series: the " + modulus + " " +
                        number_text(term.factor) + " (time " +
                        number_text(term.time) +
                        ") must be a positive number. Leave the term out.");
          if (!(term.time > 0) || !std::isfinite(term.time))
            throw Error("Prony series: the relaxation time " +
                        number_text(term.time) + " (" + modulus + " " +
                        number_text(term.factor) +
                        ") must be a positive number.");
        }
    }
  } // namespace

  double Viscosity::instantaneous() const
  {
    double sum = long_term;
    for (const PronyTerm &term : terms)
      sum += term.factor;
    return sum;
  }

  Viscosity prony_series(const std::vector<PronyTerm> &relative_moduli,
                         const LawModuli moduli)
  {
    check_terms(relative_moduli, "relative modulus");
    double sum = 0;
    for (const PronyTerm &term : relative_moduli)
      sum += term.factor;
    if (!(sum < 1))
      throw Error("Prony series: the relative moduli sum to " +
                  number_text(sum, 6) +
                  ", so that nothing would be left of the stress in the end. "
                  "They are parts of the instantaneous modulus and must sum to "
                  "less than 1; shear moduli beside that of the law are "
                  "\"Prony moduli = absolute\".");
    Viscosity viscosity;
    const double whole = moduli == LawModuli::instantaneous ? 1 : 1 / (1 - sum);
    viscosity.long_term = moduli == LawModuli::instantaneous ? 1 - sum : 1;
    for (const PronyTerm &term : relative_moduli)
      viscosity.terms.push_back({term.factor * whole, term.time});
    return viscosity;
  }

  Viscosity prony_series(const std::vector<PronyTerm> &shear_moduli,
                         const double shear_modulus,
                         const LawModuli moduli)
  {
    check_terms(shear_moduli, "shear modulus");
    double sum = 0;
    for (const PronyTerm &term : shear_moduli)
      sum += term.factor;
    if (moduli == LawModuli::instantaneous && !(sum < shear_modulus))
      throw Error("Prony series: the shear moduli sum to " +
                  number_text(sum, 6) +
                  ", but the instantaneous shear modulus of the law is " +
                  number_text(shear_modulus, 6) +
                  ", so that nothing would be left of the stress in the end. "
                  "Give smaller moduli, or \"Law moduli = long-term\".");
    Viscosity viscosity;
    if (moduli == LawModuli::instantaneous)
      viscosity.long_term = 1 - sum / shear_modulus;
    for (const PronyTerm &term : shear_moduli)
      viscosity.terms.push_back({term.factor / shear_modulus, term.time});
    return viscosity;
  }

  double wlf_shift(const double C1,
                   const double C2,
                   const double T,
                   const double reference)
  {
    if (!(C2 + T - reference > 0))
      throw Error("WLF shift: the temperature " + number_text(T) + " lies " +
                  number_text(reference - T) +
                  " degrees below the reference temperature, where the formula "
                  "with C2 = " +
                  number_text(C2) +
                  " has no value. Choose a higher temperature.");
    return std::pow(10., -C1 * (T - reference) / (C2 + T - reference));
  }

  double arrhenius_shift(const double activation_energy,
                         const double T,
                         const double reference)
  {
    constexpr double gas_constant = 8.31446261815324; // J/(mol K), SI
    constexpr double zero         = 273.15; // of the Celsius scale [K]
    for (const double value : {T, reference})
      if (!(value + zero > 0))
        throw Error("Arrhenius shift: " + number_text(value) +
                    " degrees Celsius lies below absolute zero.");
    return std::exp(activation_energy / gas_constant *
                    (1 / (T + zero) - 1 / (reference + zero)));
  }

  void scale_times(const double factor, Viscosity &viscosity)
  {
    for (PronyTerm &term : viscosity.terms)
      term.time *= factor;
  }

  int n_viscous_variables(const int dim, const int n_terms)
  {
    return (2 + n_terms) * n_symmetric(dim) + 2;
  }

  double
  branch_energy(const double *variables, const int dim, const int n_terms)
  {
    return variables[(2 + n_terms) * n_symmetric(dim)];
  }

  double viscous_loss(const double *variables, const int dim, const int n_terms)
  {
    return variables[(2 + n_terms) * n_symmetric(dim) + 1];
  }

  ViscousStep::ViscousStep(const Viscosity &viscosity, const double step)
    : factor(viscosity.long_term)
  {
    for (const PronyTerm &term : viscosity.terms)
      {
        const double x     = std::max(step / term.time, -1.);
        const double decay = std::exp(-x);
        // (1 - exp(-x))/x, also at 0 and at infinity.
        const double mean = x == 0 ? 1 : -std::expm1(-x) / x;
        branches.push_back({term.factor, decay, term.factor * mean});
        factor += branches.back().share;
      }
  }

  void ViscousStep::history_stress(const int dim,
                                   const int n_points,
                                   const double *variables,
                                   const int stride,
                                   double *stress) const
  {
    const int n       = n_symmetric(dim);
    double share_of_S = 0;
    for (const Branch &branch : branches)
      share_of_S += branch.share;
    for (int q = 0; q < n_points; ++q, variables += stride, stress += n)
      {
        for (int k = 0; k < n; ++k)
          stress[k] = -share_of_S * variables[n + k];
        const double *H = variables + 2 * n;
        for (const Branch &branch : branches)
          for (int k = 0; k < n; ++k)
            stress[k] += branch.decay * *H++;
      }
  }

  void ViscousStep::update(const Material &material,
                           const Matrix3 &F,
                           const int dim,
                           double *variables) const
  {
    const PointResponse response =
      evaluate_point(material, F, 0., Need::residual);
    if (!response.valid)
      return;
    const int n        = n_symmetric(dim);
    const Matrix3 D    = F - Matrix3::Identity();
    const Matrix3 E_np = (D + D.transpose() + D.transpose() * D) / 2;
    const Matrix3 S_np =
      response.cofactor.transpose() * response.P / response.J;
    double E[6], S[6];
    pack(E_np, n, E);
    pack((S_np + S_np.transpose()) / 2, n, S);
    const Matrix3 E_change = E_np - unpack(variables, n);
    const double modulus =
      secant_modulus(material, response.energy, deviatoric_square(F, S_np));

    double stored = 0, work = 0;
    double *H = variables + 2 * n;
    for (const Branch &branch : branches)
      {
        const Matrix3 H_n = unpack(H, n);
        for (int k = 0; k < n; ++k)
          H[k] = branch.decay * H[k] + branch.share * (S[k] - variables[n + k]);
        const Matrix3 H_np = unpack(H, n);
        work += (H_n + H_np).cwiseProduct(E_change).sum() / 2;
        stored += deviatoric_square(F, H_np) / (4 * branch.factor * modulus);
        H += n;
      }
    H[1] += work - (stored - H[0]);
    H[0] = stored;
    std::copy_n(E, n, variables);
    std::copy_n(S, n, variables + n);
  }

  void check(const Viscosity &viscosity)
  {
    check_terms(viscosity.terms, "factor");
    if (!(viscosity.long_term > 0))
      throw Error("Prony series: the long-term factor " +
                  number_text(viscosity.long_term) + " must be positive.");
  }

  std::string describe(const Viscosity &viscosity)
  {
    std::string text =
      "long-term factor " + number_text(viscosity.long_term, 6);
    std::string separator = ", Prony (";
    for (const PronyTerm &term : viscosity.terms)
      {
        text += separator + number_text(term.factor, 6) + " " +
                number_text(term.time, 6);
        separator = "; ";
      }
    return viscosity.is_elastic() ? text : text + ")";
  }
} // namespace rivlin
