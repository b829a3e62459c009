// SPDX-License-Identifier: Apache-2.0
// Example 6.5.7 of the thesis: f = sin x cos y from 35 points by lookup and
// TPWL. The fields of Figures 6.3 to 6.7 go to lookup_example.csv in the build
// folder; scripts/plot_lookup_example draws them.
#include <rivlin/online/reduced_force.h>

#include <test_paths.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>

using namespace rivlin;

namespace
{
  constexpr int n_stored = 35;

  /// A line y = 10, x = 0, 0.3 ... 9.9, and one point far from it.
  Matrix points()
  {
    Matrix result(2, n_stored);
    for (int i = 0; i < n_stored - 1; ++i)
      result.col(i) << 0.3 * i, 10;
    result.col(n_stored - 1) << 18, 6;
    return result;
  }

  double exact(const Vector &r)
  {
    return std::sin(r[0]) * std::cos(r[1]);
  }

  /// A force model has as many forces as coordinates: f stands in the first.
  ForceTable example_table()
  {
    ForceTable table;
    table.states   = points();
    table.forces   = Matrix::Zero(2, n_stored);
    table.tangents = Matrix::Zero(4, n_stored);
    table.energies = Vector::Zero(n_stored);
    table.metric   = Matrix::Identity(2, 2);
    for (int i = 0; i < n_stored; ++i)
      {
        const double x = table.states(0, i), y = table.states(1, i);
        table.forces(0, i)   = std::sin(x) * std::cos(y);
        table.tangents(0, i) = std::cos(x) * std::cos(y);
        table.tangents(2, i) = -std::sin(x) * std::sin(y);
      }
    return table;
  }

  LookupForce lookup_1()
  {
    return {example_table(), {}};
  }

  LookupForce lookup_2()
  {
    Matrix second = Matrix::Zero(8, n_stored);
    for (int i = 0; i < n_stored; ++i)
      {
        const double x = points()(0, i), y = points()(1, i);
        second(0, i) = second(6, i) = -std::sin(x) * std::cos(y);
        second(2, i) = second(4, i) = -std::cos(x) * std::sin(y);
      }
    return {example_table(), second};
  }

  TpwlForce tpwl(const int n_nearest, const double beta)
  {
    TpwlForce force;
    force.table     = example_table();
    force.n_nearest = n_nearest;
    force.beta      = beta;
    return force;
  }

  double value(const ReducedForce &force, const double x, const double y)
  {
    static ForceEvaluation at;
    Vector r(2);
    r << x, y;
    evaluate(force, r, Need::residual, at);
    return at.force[0];
  }

  /// Calls visit(r, distances to the given points) over the 20 x 20 square.
  template <class Visit>
  void for_each_place(const Visit &visit)
  {
    const Matrix given = points();
    for (int j = 0; j <= 100; ++j)
      for (int i = 0; i <= 100; ++i)
        {
          Vector r(2);
          r << 0.2 * i, 0.2 * j;
          visit(r, Vector((given.colwise() - r).colwise().norm()));
        }
  }

  /// Largest change between n samples on a line on which the nearest point
  /// becomes another one.
  double largest_change(const ReducedForce &force, const int n)
  {
    double largest = 0, last = value(force, 5, 10);
    for (int k = 1; k <= n; ++k)
      {
        const double s   = double(k) / n;
        const double now = value(force, 5 + 13 * s, 10 - 4 * s);
        largest          = std::max(largest, std::abs(now - last));
        last             = now;
      }
    return largest;
  }
} // namespace

TEST(LookupExample, RemaindersOfTaylorAreMet)
{
  // f = (sin(x + y) + sin(x - y)) / 2: second derivatives along a line are at
  // most 1, third ones at most sqrt(2).
  const ReducedForce linear = lookup_1(), quadratic = lookup_2();
  double first = 0, second = 0;
  for_each_place([&](const Vector &r, const Vector &distances) {
    const double d       = distances.minCoeff();
    const double error_1 = std::abs(value(linear, r[0], r[1]) - exact(r)),
                 error_2 = std::abs(value(quadratic, r[0], r[1]) - exact(r));
    EXPECT_LE(error_1, d * d / 2 + 1e-14);
    EXPECT_LE(error_2, std::sqrt(2.) * d * d * d / 6 + 1e-14);
    if (d > 0 && d < 0.5)
      {
        first  = std::max(first, error_1 / (d * d));
        second = std::max(second, error_2 / (d * d * d));
      }
  });
  // The bounds are nearly reached: no order is lost.
  EXPECT_GT(first, 0.3);
  EXPECT_GT(second, 0.1);
}

TEST(LookupExample, TpwlIsTheWeightedSum)
{
  const ForceTable table = example_table();
  for (const double beta : {1., 5., 25.})
    {
      const ReducedForce all = tpwl(n_stored, beta);
      for_each_place([&](const Vector &r, const Vector &distances) {
        const double d = distances.minCoeff();
        if (d == 0)
          return;
        double sum = 0, weights = 0;
        for (int i = 0; i < n_stored; ++i)
          {
            const double w = std::exp(-beta * (distances[i] / d - 1));
            const Vector x = r - table.states.col(i);
            sum += w * (table.forces(0, i) + table.tangents(0, i) * x[0] +
                        table.tangents(2, i) * x[1]);
            weights += w;
          }
        EXPECT_NEAR(value(all, r[0], r[1]), sum / weights, 1e-12);
      });
    }
}

TEST(LookupExample, OnlyTpwlByAllPointsIsContinuous)
{
  for (const ReducedForce &force : {ReducedForce(lookup_1()),
                                    ReducedForce(lookup_2()),
                                    ReducedForce(tpwl(5, 5))})
    EXPECT_GT(largest_change(force, 20000), 0.5);
  const ReducedForce all = tpwl(n_stored, 5);
  EXPECT_NEAR(largest_change(all, 10000) / largest_change(all, 20000), 2, 0.1);
  EXPECT_LT(largest_change(all, 20000), 1e-2);
}

TEST(LookupExample, FieldsAreWrittenForThePicture)
{
  const std::filesystem::path file = build_folder() / "lookup_example.csv";
  std::ofstream csv(file);
  csv.precision(7);
  csv << "x,y,exact,lookup 1,lookup 2,TPWL all points,TPWL 5 points\n";
  const std::array<ReducedForce, 4> models = {lookup_1(),
                                              lookup_2(),
                                              tpwl(n_stored, 5),
                                              tpwl(5, 5)};
  for_each_place([&](const Vector &r, const Vector &) {
    csv << r[0] << ',' << r[1] << ',' << exact(r);
    for (const ReducedForce &model : models)
      csv << ',' << value(model, r[0], r[1]);
    csv << '\n';
  });
  csv.close();
  EXPECT_TRUE(csv.good());
}
