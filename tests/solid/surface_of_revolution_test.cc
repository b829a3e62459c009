// SPDX-License-Identifier: Apache-2.0
// Profiles with rounded corners against closed forms, against a search along
// the curve, and against differences.
#include <rivlin/base/error.h>
#include <rivlin/solid/rigid_surface.h>

#include <gtest/gtest.h>

#include <cmath>
#include <Eigen/Eigenvalues>

#include <functional>
#include <limits>
#include <numbers>

namespace rivlin
{
  namespace
  {
    Revolution about(const Vector3 &axis,
                     const std::vector<ProfilePoint> &points,
                     const double radius,
                     const bool rubber_left = true)
    {
      return {Vector3(0.3, -0.2, 0.1),
              axis,
              rounded_profile(points, radius, "The profile"),
              rubber_left};
    }
    const Vector3 tilted = Vector3(1, -2, 3).normalized();

    /// A groove: corners to both sides, lines in all directions.
    const std::vector<ProfilePoint> groove = {
      {-4, 3}, {-1, 3.5}, {-0.5, 1.5}, {1, 1.5}, {2, 4}, {1.5, 6}};

    /// At axial coordinate s and radius r, turned by `angle` about the axis.
    Vector3 place(const Revolution &surface,
                  const double s,
                  const double r,
                  const double angle)
    {
      const Vector3 e = surface.axis.unitOrthogonal();
      const Vector3 f = surface.axis.cross(e);
      return surface.point + s * surface.axis +
             r * (std::cos(angle) * e + std::sin(angle) * f);
    }

    TEST(SurfaceOfRevolution, ContainsPlanesAndCylinders)
    {
      const Vector3 x(3, 4, 9);
      const Revolution tube =
        about(tilted, {{-1, 5}, {0, 5}, {1, 5}}, 0.1, false);
      const Gap a = gap(tube, x);
      const Gap b = gap(Cylinder{tube.point, tilted, 5, true}, x);
      EXPECT_NEAR(a.value, b.value, 1e-14);
      EXPECT_LT((a.normal - b.normal).norm(), 1e-14);
      EXPECT_LT((a.curvature - b.curvature).norm(), 1e-14);
      // Upwards in the radial direction: the left is where the axial
      // coordinates are smaller.
      const Revolution disc = about(tilted, {{2, 1}, {2, 2}, {2, 3}}, 0.1);
      const Gap c           = gap(disc, x);
      const Gap d           = gap(Plane{disc.point + 2 * tilted, -tilted}, x);
      EXPECT_NEAR(c.value, d.value, 1e-14);
      EXPECT_LT((c.normal - d.normal).norm(), 1e-14);
      EXPECT_LT(c.curvature.norm(), 1e-14);
      EXPECT_LT((gap(disc, disc.point).normal + tilted).norm(), 1e-14);
    }

    TEST(SurfaceOfRevolution, RoundedRimIsATorus)
    {
      // A disc with a rim: at the corner (2, 8) rounded by 1.5 the surface is
      // the torus with the centre line s = 3.5, r = 6.5.
      const Revolution rim = about(tilted, {{2, 1}, {2, 8}, {9, 8}}, 1.5);
      for (const double depth : {-0.5, 0., 0.7})
        for (double angle = 0.1; angle < 1.5; angle += 0.3)
          {
            const double s = 3.5 - (1.5 + depth) * std::cos(angle);
            const double r = 6.5 + (1.5 + depth) * std::sin(angle);
            const Gap here = gap(rim, place(rim, s, r, 0.7));
            EXPECT_NEAR(here.value, depth, 1e-13);
            // Principal curvatures of the parallel surface.
            const Eigen::SelfAdjointEigenSolver<Matrix3> principal(
              here.curvature);
            const double around = std::sin(angle) / r;
            const double along  = 1 / (1.5 + depth);
            EXPECT_NEAR(principal.eigenvalues()[0], 0, 1e-13);
            EXPECT_NEAR(principal.eigenvalues()[1], around, 1e-13);
            EXPECT_NEAR(principal.eigenvalues()[2], along, 1e-13);
          }
    }

    TEST(SurfaceOfRevolution, DistanceIsThatOfTheNearestPoint)
    {
      const auto profile = rounded_profile(groove, 0.3, "The profile");
      // Points of the curve: lines by their ends, arcs by their angles.
      std::vector<ProfilePoint> curve;
      const int n = 2000;
      for (const ProfilePiece &piece : profile)
        for (int k = 0; k <= n; ++k)
          {
            const double u = static_cast<double>(k) / n;
            if (piece.radius == 0)
              {
                const double before = piece.is_first ? 20 * (1 - u) : 0;
                const double behind = piece.is_last ? 20 * u : 0;
                const double part_s = piece.to.axial - piece.from.axial,
                             part_r = piece.to.radial - piece.from.radial;
                curve.push_back({piece.from.axial + u * part_s +
                                   (behind - before) * piece.direction.axial,
                                 piece.from.radial + u * part_r +
                                   (behind - before) * piece.direction.radial});
                continue;
              }
            const auto angle = [&](const ProfilePoint &x) {
              return std::atan2(x.radial - piece.centre.radial,
                                x.axial - piece.centre.axial);
            };
            const double start = angle(piece.from);
            const double turn =
              std::remainder(angle(piece.to) - start, 2 * std::numbers::pi);
            const double phi = start + u * turn;
            curve.push_back(
              {piece.centre.axial + std::abs(piece.radius) * std::cos(phi),
               piece.centre.radial + std::abs(piece.radius) * std::sin(phi)});
          }
      int n_left = 0, n_right = 0;
      for (double s = -6; s < 6; s += 0.37)
        for (double r = 0.05; r < 7; r += 0.31)
          {
            double nearest = std::numeric_limits<double>::infinity();
            for (const ProfilePoint &x : curve)
              nearest =
                std::min(nearest, std::hypot(x.axial - s, x.radial - r));
            const ProfileGap here = profile_gap(profile, {s, r});
            // Spacing of the points h <= 0.0117: error h^2/8/distance.
            EXPECT_NEAR(std::abs(here.value),
                        nearest,
                        std::min(0.006, 2e-5 / (nearest + 1e-9)))
              << s << " " << r;
            ++(here.value > 0 ? n_left : n_right);
          }
      EXPECT_GT(n_left, 100);
      EXPECT_GT(n_right, 100);
      // On the left of the groove's bottom, and below it.
      EXPECT_NEAR(profile_gap(profile, {0.2, 2}).value, 0.5, 1e-14);
      EXPECT_NEAR(profile_gap(profile, {0.2, 1}).value, -0.5, 1e-14);
    }

    TEST(SurfaceOfRevolution, NormalAndCurvatureAreDerivatives)
    {
      // Near the surface, on both sides, over lines and arcs: everywhere within
      // the corner radius the gradient is continuous. Differences across the
      // ends of arcs are left out: there the curvature jumps.
      for (const bool left : {true, false})
        {
          const Revolution surface = about(tilted, groove, 0.3, left);
          const double h           = 1e-6;
          int n_checked            = 0;
          for (double s = -3.03; s < 3; s += 0.0713)
            for (double r = 0.6; r < 6; r += 0.0917)
              {
                const Vector3 x = place(surface, s, r, 2 * s + r);
                const Gap here  = gap(surface, x);
                if (std::abs(here.value) > 0.25)
                  continue;
                EXPECT_NEAR(here.normal.norm(), 1, 1e-13);
                for (int i = 0; i < 3; ++i)
                  {
                    const Gap up   = gap(surface, x + h * Vector3::Unit(i));
                    const Gap down = gap(surface, x - h * Vector3::Unit(i));
                    EXPECT_NEAR((up.value - down.value) / (2 * h),
                                here.normal[i],
                                1e-6);
                    if ((up.curvature - down.curvature).norm() > 1e-3)
                      continue;
                    EXPECT_LT(((up.normal - down.normal) / (2 * h) -
                               here.curvature.col(i))
                                .norm(),
                              1e-6);
                    ++n_checked;
                  }
              }
          EXPECT_GT(n_checked, 1000);
        }
    }

    TEST(SurfaceOfRevolution, GradientIsContinuousWithinTheCornerRadius)
    {
      // Along a circle close to each corner, and on the other side.
      const auto profile = rounded_profile(groove, 0.3, "The profile");
      const double step  = 1e-4;
      for (double s = -3; s < 3; s += step)
        for (const double r : {1.4, 1.62, 3.4, 4.1})
          {
            const ProfileGap here = profile_gap(profile, {s, r});
            const ProfileGap next = profile_gap(profile, {s + step, r});
            if (std::abs(here.value) > 0.25)
              continue;
            // Curvature of parallel curves is below 1/(0.3 - 0.25).
            EXPECT_LT(std::hypot(next.gradient.axial - here.gradient.axial,
                                 next.gradient.radial - here.gradient.radial),
                      21 * step)
              << s << " " << r;
          }
    }

    TEST(SurfaceOfRevolution, RefusesWhatIsNoProfile)
    {
      const auto message = [](const std::vector<ProfilePoint> &points,
                              const double radius) {
        try
          {
            rounded_profile(points, radius, "The profile of \"stop\"");
          }
        catch (const Error &error)
          {
            return std::string(error.what());
          }
        return std::string("accepted");
      };
      const auto expect = [&](const std::vector<ProfilePoint> &points,
                              const double radius,
                              const std::string &part) {
        EXPECT_NE(message(points, radius).find(part), std::string::npos)
          << message(points, radius);
      };
      EXPECT_EQ(message(groove, 0.3), "accepted");
      expect({}, 0.1, "has 0 points");
      expect({{0, 1}, {1, 1}}, 0.1, "at least three");
      expect({{0, 1}, {0, 1}, {1, 1}}, 0.1, "two equal points");
      expect({{0, 1}, {1, -1}, {2, 1}}, 0.1, "not negative");
      expect({{0, 1}, {std::nan(""), 1}, {2, 1}}, 0.1, "finite");
      expect(groove, 0, "must be positive");
      expect(groove, -1, "must be positive");
      expect(groove, 1.5, "too large for the line from (-1, 3.5)");
      // Straight back: no arc fits.
      expect({{0, 1}, {4, 1}, {2, 1}}, 0.1, "too large");
      expect({{0, 1}, {4, 1}, {4, 3}, {2, 3}, {2, 0.5}}, 0.1, "crosses itself");
      // Only what goes on straight crosses.
      expect({{0, 3}, {4, 1}, {4, 4}, {2, 3}}, 0.1, "behind the last point");
      expect({{2, 2}, {3, 2}, {3, 4}, {0, 4}, {0, 0.5}},
             0.1,
             "before the first point");
    }
  } // namespace
} // namespace rivlin
