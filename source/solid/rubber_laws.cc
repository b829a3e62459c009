// SPDX-License-Identifier: Apache-2.0
// Checks and moduli of the laws that are sums of terms.
#include <rivlin/solid/rubber_laws.h>

#include <rivlin/base/number_text.h>

#include "require_constant.h"

#include <cmath>
#include <string>

namespace rivlin
{
  // Higher constants may be negative (Yeoh's c20 usually is); the initial shear
  // modulus decides about the undeformed state.
  void Polynomial::check() const
  {
    for (const Term &term : terms)
      {
        const std::string constant =
          "c_" + number_text(term.i) + "," + number_text(term.j);
        require_in_range(constant, term.c, {});
        require_constant(term.i >= 0,
                         "first exponent of " + constant,
                         term.i,
                         "0, 1, 2, ...");
        require_constant(term.j >= 0,
                         "second exponent of " + constant,
                         term.j,
                         "0, 1, 2, ...");
        require_constant(term.i + term.j > 0,
                         "sum of the exponents of " + constant,
                         term.i + term.j,
                         "at least 1, because a constant energy has no stress");
      }
  }

  double Polynomial::shear_modulus() const
  {
    double sum = 0;
    for (const Term &term : terms)
      if (term.i + term.j == 1)
        sum += term.c;
    return 2 * sum;
  }

  void Ogden::check() const
  {
    for (std::size_t i = 0; i < terms.size(); ++i)
      {
        const std::string which = number_text(i + 1);
        require_in_range("mu_" + which, terms[i].mu, {});
        require_constant(std::isfinite(terms[i].alpha) && terms[i].alpha != 0,
                         "alpha_" + which,
                         terms[i].alpha,
                         "finite and not zero");
      }
  }

  double Ogden::shear_modulus() const
  {
    double sum = 0;
    for (const Term &term : terms)
      sum += term.mu;
    return sum;
  }
} // namespace rivlin
