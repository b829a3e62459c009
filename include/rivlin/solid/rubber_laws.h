// SPDX-License-Identifier: Apache-2.0
// The isochoric laws of rubber. Everything about a law stands in its struct:
// name, constants, checks, shear modulus and energy; doc/extend tells how to
// add one.
#pragma once

#include <rivlin/solid/law_constant.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <type_traits>
#include <variant>
#include <vector>

namespace rivlin
{
  /// y = function(x) for a number or for each number of a register: for
  /// functions that registers do not have.
  template <class T, class Function>
  [[gnu::always_inline]] inline void
  apply_to_lanes(const T &x, const Function &function, T &y)
  {
    if constexpr (std::is_arithmetic_v<T>)
      y = function(x);
    else
      for (std::size_t l = 0; l < sizeof(T) / sizeof(double); ++l)
        y[l] = function(x[l]);
  }

  /// Derivatives of W with respect to I1bar (1) and I2bar (2). T is a number or
  /// a register of several; numbers act on all of its lanes.
  template <class T>
  struct InvariantDerivatives
  {
    T W1 = T{}, W2 = T{}, W11 = T{}, W12 = T{}, W22 = T{};
  };

  /// A law whose energy is a function of x = I1bar - 3 and y = I2bar - 3 has
  /// - `second_invariant`: whether y counts,
  /// - `is_linear`: whether its second derivatives vanish,
  /// - `add_energy(x, y, energy, w)`, which adds to both. An energy that is not
  ///   finite makes the point invalid: the step is refused.
  /// Any other law has an overload of evaluate_isochoric() in the point kernel.
  template <class Law>
  concept InvariantLaw = requires(const Law &law,
                                  double &energy,
                                  InvariantDerivatives<double> &w)
  {
    Law::second_invariant;
    Law::is_linear;
    law.add_energy(1., 1., energy, w);
  };

  /// W = c10 (I1bar - 3), thesis (2.27); initial shear modulus 2 c10.
  struct NeoHooke
  {
    double c10 = 0; ///< [stress]

    static constexpr const char *name      = "neo-Hooke";
    static constexpr const char *energy    = "C10 (I1-3)";
    static constexpr bool second_invariant = false;
    static constexpr bool is_linear        = true;
    static constexpr auto constants        = std::tuple(
      LawNumber<NeoHooke>{&NeoHooke::c10,
                                 {"C10", "c10", "stress", "constant of I1-3"},
                                 0.4,
                                 NumberRange::not_negative()});

    double shear_modulus() const
    {
      return 2 * c10;
    }

    template <class T>
    [[gnu::always_inline]] void
    add_energy(const T &x, const T &, T &W, InvariantDerivatives<T> &w) const
    {
      W += c10 * x;
      w.W1 += c10;
    }
  };

  /// W = c10 (I1bar - 3) + c01 (I2bar - 3), thesis (2.28); initial shear
  /// modulus 2 (c10 + c01).
  struct MooneyRivlin
  {
    double c10 = 0; ///< [stress]
    double c01 = 0; ///< [stress]

    static constexpr const char *name      = "Mooney-Rivlin";
    static constexpr const char *energy    = "C10 (I1-3) + C01 (I2-3)";
    static constexpr bool second_invariant = true;
    static constexpr bool is_linear        = true;
    static constexpr auto constants        = std::tuple(
      LawNumber<MooneyRivlin>{&MooneyRivlin::c10,
                                     {"C10", "c10", "stress", "constant of I1-3"},
                                     0.4,
                                     NumberRange::not_negative()},
      LawNumber<MooneyRivlin>{&MooneyRivlin::c01,
                                     {"C01", "c01", "stress", "constant of I2-3"},
                                     0.1,
                                     NumberRange::not_negative()});

    double shear_modulus() const
    {
      return 2 * (c10 + c01);
    }

    template <class T>
    [[gnu::always_inline]] void
    add_energy(const T &x, const T &y, T &W, InvariantDerivatives<T> &w) const
    {
      W += c10 * x;
      W += c01 * y;
      w.W1 += c10;
      w.W2 += c01;
    }
  };

  /// W = -mu Jm/2 ln(1 - (I1bar - 3)/Jm), Gent, Rubber Chem. Technol. 69
  /// (1996): chains that are stretched out at I1bar - 3 = Jm. From there on the
  /// energy is infinite. Initial shear modulus mu.
  struct Gent
  {
    double mu = 0; ///< [stress]
    double Jm = 0;

    static constexpr const char *name      = "Gent";
    static constexpr const char *energy    = "-mu Jm/2 ln(1 - (I1-3)/Jm)";
    static constexpr bool second_invariant = false;
    static constexpr bool is_linear        = false;
    static constexpr auto constants =
      std::tuple(LawNumber<Gent>{&Gent::mu,
                                 {"Shear modulus",
                                  "mu",
                                  "stress",
                                  "initial shear modulus mu"},
                                 1,
                                 NumberRange::positive()},
                 LawNumber<Gent>{
                   &Gent::Jm,
                   {"Jm", "Jm", "", "I1-3 where the chains are stretched out"},
                   50,
                   NumberRange::positive()});

    double shear_modulus() const
    {
      return mu;
    }

    template <class T>
    [[gnu::always_inline]] void
    add_energy(const T &x, const T &, T &W, InvariantDerivatives<T> &w) const
    {
      const T rest = 1. - x / Jm;
      T logarithm;
      apply_to_lanes(
        x,
        [this](const double one) {
          return one < Jm ? std::log1p(-one / Jm)
                          : -std::numeric_limits<double>::infinity();
        },
        logarithm);
      W -= (0.5 * mu * Jm) * logarithm;
      w.W1 += (0.5 * mu) / rest;
      w.W11 += (0.5 * mu / Jm) / (rest * rest);
    }
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

    static constexpr const char *name      = "polynomial";
    static constexpr const char *energy    = "sum c_ij (I1-3)^i (I2-3)^j";
    static constexpr bool second_invariant = true;
    static constexpr bool is_linear        = false;
    static constexpr auto constants =
      std::tuple(LawTable<Polynomial, Term, int, int, double>{
        &Polynomial::terms,
        {"Polynomial terms",
         "terms",
         "stress",
         "terms \"i j c_ij\" of W = sum c_ij (I1-3)^i (I2-3)^j, separated by "
         "semicolons"},
        {{&Term::i, "i"}, {&Term::j, "j"}, {&Term::c, "c"}}});

    void check() const;
    double shear_modulus() const;

    /// y = x^exponent.
    template <class T>
    [[gnu::always_inline]] static void
    raise(const T &x, const int exponent, T &y)
    {
      y = T{} + 1.;
      for (int k = 0; k < exponent; ++k)
        y *= x;
    }

    template <class T>
    [[gnu::always_inline]] void
    add_energy(const T &x, const T &y, T &W, InvariantDerivatives<T> &w) const
    {
      T xi, yj, lower_x, lower_y, lowest;
      for (const Term &term : terms)
        {
          const int i = term.i, j = term.j;
          raise(x, i, xi);
          raise(y, j, yj);
          raise(y, j - 1, lower_y);
          W += term.c * xi * yj;
          if (i > 0)
            {
              raise(x, i - 1, lower_x);
              const T dx = double(i) * lower_x;
              w.W1 += term.c * dx * yj;
              if (j > 0)
                w.W12 += term.c * dx * (double(j) * lower_y);
              if (i > 1)
                {
                  raise(x, i - 2, lowest);
                  w.W11 += term.c * double(i * (i - 1)) * lowest * yj;
                }
            }
          if (j > 0)
            w.W2 += term.c * xi * (double(j) * lower_y);
          if (j > 1)
            {
              raise(y, j - 2, lowest);
              w.W22 += term.c * double(j * (j - 1)) * xi * lowest;
            }
        }
    }
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

    static constexpr const char *name = "Ogden";
    static constexpr const char *energy =
      "sum 2 mu/alpha^2 (l1^alpha + l2^alpha + l3^alpha - 3)";
    static constexpr auto constants =
      std::tuple(LawTable<Ogden, Term, double, double>{
        &Ogden::terms,
        {"Ogden terms",
         "terms",
         "stress",
         "terms \"mu alpha\" of W = sum 2 mu/alpha^2 (l1^alpha + l2^alpha + "
         "l3^alpha - 3), separated by semicolons"},
        {{&Term::mu, "mu"}, {&Term::alpha, "alpha"}}});

    void check() const;
    double shear_modulus() const;
  };

  using IsochoricLaw =
    std::variant<NeoHooke, MooneyRivlin, Gent, Polynomial, Ogden>;
} // namespace rivlin
