// SPDX-License-Identifier: Apache-2.0
// Numbers and positions of elements along a line, for mesh generators.
#pragma once

#include <string>
#include <vector>

namespace rivlin
{
  /// Throws Error("Mesh: " + message) unless the condition holds.
  void require_in_mesh(bool condition, const std::string &message);

  /// Throws Error unless n, the parameter of this name, is from 1 to 10000.
  void check_element_count(const std::string &name, int n);

  /// Throws Error unless the grading is from 1 to 1000.
  void check_grading(double grading);

  /// n + 1 positions in [a, b], symmetric; the middle element is `grading`
  /// times as long as the edge elements: x = tanh(beta s)/tanh(beta), whose
  /// slope falls by cosh(beta)^2 from the middle to the edge. Checks the
  /// grading.
  std::vector<double>
  graded_positions(double a, double b, int n, double grading);

  /// From 0 to 1 as s does, for elements of equal ds whose first one is
  /// `grading` times as long as the last: one half of graded_positions.
  double graded_fraction(double s, double grading);

  struct LinePiece
  {
    double length = 0;
    int copies    = 1; ///< pieces of this length with equal numbers
    int minimum   = 1;
  };

  /// Numbers of elements per piece that make the longest element short and add
  /// up to n, which must be at least the sum of the minima; each element goes
  /// to the piece with the longest ones. Some piece must have one copy.
  std::vector<int> share_elements(int n, const std::vector<LinePiece> &pieces);
} // namespace rivlin
