// SPDX-License-Identifier: Apache-2.0
// Elements are shared greedily, which is optimal if all pieces have one copy.
#include <rivlin/mesh/element_spacing.h>

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>

#include <cassert>
#include <cmath>
#include <cstddef>

namespace rivlin
{
  void require_in_mesh(const bool condition, const std::string &message)
  {
    if (!condition)
      throw Error("Mesh: " + message);
  }

  void check_element_count(const std::string &name, const int n)
  {
    require_in_mesh(n >= 1 && n <= 10000,
                    "\"" + name + "\" is " + number_text(n) +
                      "; give a number of elements from 1 to 10000.");
  }

  void check_grading(const double grading)
  {
    require_in_mesh(grading >= 1 && grading <= 1000,
                    "a grading is the size of the middle element over that of "
                    "the edge elements, from 1 to 1000; it is " +
                      number_text(grading) + ".");
  }

  double graded_fraction(const double s, const double grading)
  {
    const double beta = std::acosh(std::sqrt(grading));
    return beta > 1e-6 ? std::tanh(beta * s) / std::tanh(beta) : s;
  }

  std::vector<double> graded_positions(const double a,
                                       const double b,
                                       const int n,
                                       const double grading)
  {
    check_grading(grading);
    std::vector<double> x(n + 1);
    for (int i = 0; i <= n; ++i)
      x[i] = a + (b - a) * (graded_fraction(2. * i / n - 1, grading) + 1) / 2;
    x.front() = a;
    x.back()  = b;
    return x;
  }

  std::vector<int> share_elements(const int n,
                                  const std::vector<LinePiece> &pieces)
  {
    std::vector<int> counts;
    int left = n;
    for (const LinePiece &piece : pieces)
      {
        counts.push_back(piece.minimum);
        left -= piece.minimum * piece.copies;
      }
    assert(left >= 0);
    while (left > 0)
      {
        std::size_t longest = pieces.size();
        for (std::size_t i = 0; i < pieces.size(); ++i)
          if (pieces[i].copies <= left &&
              (longest == pieces.size() ||
               pieces[i].length * counts[longest] >
                 pieces[longest].length * counts[i]))
            longest = i;
        assert(longest < pieces.size());
        ++counts[longest];
        left -= pieces[longest].copies;
      }
    return counts;
  }
} // namespace rivlin
