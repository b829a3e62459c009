// SPDX-License-Identifier: Apache-2.0
#include <rivlin/base/error.h>
#include <rivlin/mesh/element_spacing.h>
#include <rivlin/mesh/kidney_voids.h>

#include <gtest/gtest.h>

#include "temporary_folder.h"

#include <algorithm>
#include <cmath>
#include <numbers>

using namespace rivlin;

namespace
{
  constexpr double pi = std::numbers::pi;

  VoidParameters two_voids()
  {
    return {12, 30, 2, 0, 90, 16, 26, 6, 24};
  }

  struct Point2
  {
    double x = 0, y = 0;
  };

  Point2 cartesian(const PolarPoint &p)
  {
    return {p.radius * std::cos(p.angle), p.radius * std::sin(p.angle)};
  }

  double distance(const Point2 &a, const Point2 &b)
  {
    return std::hypot(a.x - b.x, a.y - b.y);
  }

  double distance(const PolarPoint &a, const PolarPoint &b)
  {
    return distance(cartesian(a), cartesian(b));
  }

  template <typename Visit>
  void for_each_cell(const KidneyVoids &voids, const Visit &visit)
  {
    for (int i = 0; i < voids.n_radial(); ++i)
      for (int j = 0; j < voids.n_around(); ++j)
        if (!voids.is_void(i, j))
          visit(i, j);
  }

  /// Least scaled Jacobian of a cell at the 3 x 3 nodes of its quadratic
  /// interpolation, whose derivatives are those of Lagrange's parabolas.
  double scaled_jacobian(const KidneyVoids &voids, const int i, const int j)
  {
    Point2 x[3][3];
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b)
        x[a][b] = cartesian(voids.point(i, a / 2., j, b / 2.));
    constexpr double derivative[3][3] = {{-3, 4, -1}, {-1, 0, 1}, {1, -4, 3}};
    double least                      = 1;
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b)
        {
          Point2 u, v;
          for (int c = 0; c < 3; ++c)
            {
              u.x += derivative[a][c] * x[c][b].x;
              u.y += derivative[a][c] * x[c][b].y;
              v.x += derivative[b][c] * x[a][c].x;
              v.y += derivative[b][c] * x[a][c].y;
            }
          least = std::min(least,
                           (u.x * v.y - u.y * v.x) /
                             (std::hypot(u.x, u.y) * std::hypot(v.x, v.y)));
        }
    return least;
  }

  double least_scaled_jacobian(const VoidParameters &parameters)
  {
    const KidneyVoids voids(parameters);
    double least = 1;
    for_each_cell(voids, [&](int i, int j) {
      least = std::min(least, scaled_jacobian(voids, i, j));
    });
    return least;
  }

  std::string refusal(const VoidParameters &parameters)
  {
    return message_of<Error>([&] { KidneyVoids voids(parameters); });
  }
} // namespace

TEST(ElementSpacing, SharesGoToTheLongestElements)
{
  EXPECT_EQ(share_elements(6, {{3.}, {1.}, {2.}}), (std::vector<int>{3, 1, 2}));
  EXPECT_EQ(share_elements(3, {{3.}, {1e-9}, {2.}}),
            (std::vector<int>{1, 1, 1}));
  // Two more for the pair in one go, the odd one for the single piece.
  EXPECT_EQ(share_elements(6, {{4., 2}, {1.}}), (std::vector<int>{2, 2}));
  EXPECT_EQ(share_elements(5, {{4., 1, 1}, {0.1, 1, 3}}),
            (std::vector<int>{2, 3}));
}

// Every point of the void's boundary is half its height away from the middle
// arc, whose ends are the centres of the half circles.
TEST(KidneyVoids, BoundaryIsAtHalfTheHeightFromTheMiddleArc)
{
  const VoidParameters parameters = two_voids();
  const KidneyVoids voids(parameters);
  const double middle = 21, half = 5;
  const double arc_end = pi / 4 - std::asin(half / middle);
  int n_faces          = 0;
  const auto check     = [&](const int column, const PolarPoint &point) {
    const double centre      = pi * voids.void_of_column(column);
    const double angle       = std::remainder(point.angle - centre, 2 * pi);
    const PolarPoint nearest = {middle, std::clamp(angle, -arc_end, arc_end)};
    EXPECT_NEAR(distance({point.radius, angle}, nearest), half, 1e-13);
  };
  for_each_cell(voids, [&](int i, int j) {
    const int n = voids.n_around();
    for (const double s : {0., 0.3, 1.})
      {
        if (voids.is_void(i + 1, j))
          check(j, voids.point(i, 1, j, s));
        if (i > 0 && voids.is_void(i - 1, j))
          check(j, voids.point(i, 0, j, s));
        if (voids.is_void(i, (j + 1) % n))
          check((j + 1) % n, voids.point(i, s, j, 1));
        if (voids.is_void(i, (j + n - 1) % n))
          check((j + n - 1) % n, voids.point(i, s, j, 0));
      }
    n_faces += voids.is_void(i + 1, j);
  });
  EXPECT_GE(n_faces, 2 * 3);
}

TEST(KidneyVoids, NeighboursAgreeAndTheRingIsRound)
{
  for (const double outer_radius : {26., 30.})
    {
      VoidParameters parameters = two_voids();
      parameters.outer_radius   = outer_radius;
      parameters.angle          = 33;
      const KidneyVoids voids(parameters);
      const int n = voids.n_around();
      EXPECT_EQ(voids.is_open(), outer_radius == 30);
      for_each_cell(voids, [&](int i, int j) {
        for (const double s : {0., 0.4, 1.})
          {
            if (i + 1 < voids.n_radial() && !voids.is_void(i + 1, j))
              {
                EXPECT_NEAR(distance(voids.point(i, 1, j, s),
                                     voids.point(i + 1, 0, j, s)),
                            0,
                            1e-13);
              }
            if (!voids.is_void(i, (j + 1) % n))
              {
                EXPECT_NEAR(distance(voids.point(i, s, j, 1),
                                     voids.point(i, s, (j + 1) % n, 0)),
                            0,
                            1e-13);
              }
            if (i == 0)
              {
                EXPECT_NEAR(voids.point(i, 0, j, s).radius, 12, 1e-13);
                EXPECT_EQ(voids.point(i, 0, j, s).angle,
                          voids.angle_inside(j, s));
              }
            if (i + 1 == voids.n_radial())
              {
                EXPECT_NEAR(voids.point(i, 1, j, s).radius, 30, 1e-13);
                EXPECT_EQ(voids.point(i, 1, j, s).angle,
                          voids.angle_outside(j, s));
              }
          }
      });
    }
}

TEST(KidneyVoids, OpenVoidHasRadialWallsAndFillets)
{
  VoidParameters parameters = two_voids();
  parameters.outer_radius   = 30;
  const KidneyVoids voids(parameters);
  const double fillet = 7, centre = 16 + fillet;
  const double wall = pi / 4, touch = std::sqrt(centre * centre - 49);
  const PolarPoint middle = {centre, wall - std::asin(fillet / centre)};
  for_each_cell(voids, [&](int i, int j) {
    if (voids.void_of_column(j) >= 0 || !voids.is_void(i, j - 1))
      return;
    const PolarPoint point = voids.point(i, 0.5, j, 0);
    if (voids.void_of_column(j - 1) != 0)
      return;
    if (point.radius > touch)
      {
        EXPECT_NEAR(point.angle, wall, 1e-14);
      }
    else
      {
        EXPECT_NEAR(distance(point, middle), fillet, 1e-13);
      }
  });
}

TEST(KidneyVoids, EveryVoidIsSymmetric)
{
  VoidParameters parameters = two_voids();
  parameters.n_voids        = 3;
  parameters.angle          = 90;
  const KidneyVoids voids(parameters);
  const int n = voids.n_around();
  // Columns of the first void, mirrored at x = 0: the last goes to the first.
  int width = 0;
  while (voids.void_of_column(width) == 0)
    ++width;
  for_each_cell(voids, [&](int i, int j) {
    const int image = (width - 1 - j + n) % n;
    const Point2 a  = cartesian(voids.point(i, 0.3, j, 0.2));
    const Point2 b  = cartesian(voids.point(i, 0.3, image, 0.8));
    EXPECT_NEAR(distance(a, {-b.x, b.y}), 0, 1e-13);
  });
}

// 0.6: three cells share the 180 degrees at a corner of the void, the sharpest
// has about 45, less 15 for a void as high as twice its inner radius.
TEST(KidneyVoids, CellsAreGoodOverASweepOfShapes)
{
  double worst = 1;
  for (const int n : {1, 2, 3, 4})
    for (const double width : {52., 60., 80., 89.})
      for (const double cover : {0.3, 2., 5.})
        for (const double height : {2., 6., 10.})
          for (const bool open : {false, true})
            for (const int refinement : {1, 2})
              {
                VoidParameters p;
                p.ring_inner_radius = 12;
                p.inner_radius      = 12 + cover;
                p.outer_radius      = p.inner_radius + height;
                p.ring_outer_radius = p.outer_radius + (open ? 0 : cover);
                p.n_voids           = n;
                p.width             = width;
                p.elements_radial   = 4 * refinement;
                p.elements_around   = 24 * refinement;
                worst               = std::min(worst, least_scaled_jacobian(p));
              }
  EXPECT_GT(worst, 0.6);
  VoidParameters highest = two_voids();
  highest.inner_radius   = 13;
  highest.outer_radius = highest.ring_outer_radius = 39;
  highest.width                                    = 100;
  EXPECT_GT(least_scaled_jacobian(highest), 0.5);
}

TEST(KidneyVoids, RefusalsSayWhatIsWrong)
{
  const auto expect = [](const auto &change,
                         const std::vector<std::string> &parts) {
    VoidParameters parameters = two_voids();
    change(parameters);
    const std::string message = refusal(parameters);
    for (const std::string &part : parts)
      EXPECT_NE(message.find(part), std::string::npos)
        << part << " in: " << message;
  };
  expect([](auto &p) { p.inner_radius = 12; }, {"inside the rubber", "12"});
  expect([](auto &p) { p.outer_radius = 31; }, {"inside the rubber", "31"});
  expect([](auto &p) { p.outer_radius = 15; }, {"inside the rubber", "15"});
  expect([](auto &p) { p.outer_radius = NAN; }, {"inside the rubber", "nan"});
  expect(
    [](auto &p) {
      p.ring_inner_radius = 5;
      p.inner_radius      = 6;
    },
    {"too high", "three times"});
  expect([](auto &p) { p.width = 180; }, {"overlap", "180"});
  expect([](auto &p) { p.angle = NAN; }, {"Void angle", "nan"});
  expect([](auto &p) { p.width = NAN; }, {"Void width", "nan"});
  // 2 asin(5/21) + 5/21 rad = 41.2 degrees.
  expect([](auto &p) { p.width = 30; }, {"Void width", "30", "41.2"});
  expect([](auto &p) { p.elements_radial = 3; }, {"Elements radial", "3", "4"});
  expect([](auto &p) { p.elements_around = 25; },
         {"Elements circumferential", "25", "multiple"});
  expect([](auto &p) { p.elements_around = 6; },
         {"Elements circumferential", "6", "8"});
}

TEST(KidneyVoids, ElementsShrinkTowardsTheSleeves)
{
  // The limit of many elements: sizes at void and sleeve are in the ratio of
  // the grading. Shapes of the voids stay.
  for (const double outer_radius : {24., 30.})
    {
      VoidParameters parameters = two_voids();
      parameters.outer_radius   = outer_radius;
      parameters.inner_radius   = 18;
      const KidneyVoids even([&] {
        VoidParameters many  = parameters;
        many.elements_radial = 60;
        return many;
      }());
      parameters.elements_radial = 60;
      parameters.grading         = 4;
      const KidneyVoids graded(parameters);
      // In the middle of a void below, in the web at the outer sleeve.
      const int below = 3, beside = even.n_around() / 2 - 1;
      ASSERT_GE(even.void_of_column(below), 0);
      ASSERT_LT(even.void_of_column(beside), 0);
      int top = 0;
      while (!even.is_void(top, below))
        ++top;
      const auto height = [&](const int i, const int j) {
        return graded.point(i, 1, j, 0.5).radius -
               graded.point(i, 0, j, 0.5).radius;
      };
      EXPECT_NEAR(height(top - 1, below) / height(0, below), 4, 0.5);
      EXPECT_NEAR(graded.point(top - 1, 1, below, 0.3).radius, 18, 1e-12);
      EXPECT_NEAR(graded.point(0, 0, below, 0.3).radius, 12, 1e-12);
      EXPECT_NEAR(graded.point(59, 1, beside, 0.3).radius, 30, 1e-12);
      EXPECT_LT(height(59, beside),
                0.5 * (even.point(59, 1, beside, 0.5).radius -
                       even.point(59, 0, beside, 0.5).radius));
      for_each_cell(graded, [&](const int i, const int j) {
        EXPECT_GT(scaled_jacobian(graded, i, j), 0.3) << i << " " << j;
      });
    }
  VoidParameters parameters  = two_voids();
  parameters.elements_radial = 4;
  parameters.grading         = 2;
  EXPECT_THROW(KidneyVoids{parameters}, Error);
  parameters.elements_radial = 12;
  parameters.grading         = 0.5;
  EXPECT_THROW(KidneyVoids{parameters}, Error);
}
