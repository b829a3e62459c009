// SPDX-License-Identifier: Apache-2.0
// Newton's method for the nearest point, and what its stationarity leaves of
// the derivatives (Wriggers, Computational Contact Mechanics, 2006, chapter 4,
// in the form that has no division by the distance).
#include <rivlin/solid/face_distance.h>

#include <Eigen/Geometry>
#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <limits>

namespace rivlin
{
  namespace
  {
    /// How far a face goes on beyond a rim, in its parameters.
    constexpr double overhang = 0.05;

    /// A point of a face with its derivatives by the parameters.
    struct FacePoint
    {
      Vector3 c                     = Vector3::Zero();
      std::array<Vector3, 2> t      = {Vector3::Zero(), Vector3::Zero()};
      std::array<Vector3, 3> second = {Vector3::Zero(),
                                       Vector3::Zero(),
                                       Vector3::Zero()};
    };

    /// A polynomial by Horner's scheme with its first two derivatives. One
    /// component after the other: GCC does not inline all of Eigen's sums here.
    template <int n>
    [[gnu::always_inline]] inline void along_line(const Vector3 *powers,
                                                  const double s,
                                                  Vector3 &value_at,
                                                  Vector3 &first_at,
                                                  Vector3 &second_at)
    {
#pragma GCC unroll 3
      for (int d = 0; d < 3; ++d)
        {
          double value  = powers[n - 2][d] + s * powers[n - 1][d];
          double first  = powers[n - 1][d];
          double second = 0;
          if constexpr (n > 2)
            {
              second = first;
              first  = value + s * first;
              value  = powers[n - 3][d] + s * value;
#pragma GCC unroll 4
              for (int i = n - 4; i >= 0; --i)
                {
                  second = first + s * second;
                  first  = value + s * first;
                  value  = powers[i][d] + s * value;
                }
              second *= 2;
            }
          value_at[d]  = value;
          first_at[d]  = first;
          second_at[d] = second;
        }
    }

    template <int n_parameters, int n>
    [[gnu::always_inline]] inline FacePoint
    face_point(const Vector3 *powers, const std::array<double, 2> &xi)
    {
      FacePoint point;
      if constexpr (n_parameters == 1)
        along_line<n>(
          powers, xi[0] - 0.5, point.c, point.t[0], point.second[0]);
      else
        {
          // The lines along the first parameter are polynomials in the second.
          std::array<Vector3, n> value, first, second;
#pragma GCC unroll 5
          for (int j = 0; j < n; ++j)
            along_line<n>(
              powers + j * n, xi[0] - 0.5, value[j], first[j], second[j]);
          const double r = xi[1] - 0.5;
          Vector3 unused;
          along_line<n>(value.data(), r, point.c, point.t[1], point.second[1]);
          along_line<n>(first.data(), r, point.t[0], point.second[2], unused);
          if constexpr (n > 2)
            {
              Vector3 unused_too;
              along_line<n>(
                second.data(), r, point.second[0], unused, unused_too);
            }
        }
      return point;
    }

    /// Calls action.operator()<n_parameters, n>() with the numbers of a face as
    /// constants.
    template <typename Action>
    auto with_constants(const FaceShape &shape, const Action &action)
    {
      const bool is_line = shape.n_parameters() == 1;
      switch (shape.n_per_direction())
        {
          case 2:
            return is_line ? action.template operator()<1, 2>()
                           : action.template operator()<2, 2>();
          case 3:
            return is_line ? action.template operator()<1, 3>()
                           : action.template operator()<2, 3>();
          case 4:
            return is_line ? action.template operator()<1, 4>()
                           : action.template operator()<2, 4>();
          default:
            return is_line ? action.template operator()<1, 5>()
                           : action.template operator()<2, 5>();
        }
    }

    /// The powers of a face, found now if it does not have them.
    class PowersOf
    {
    public:
      PowersOf(const FaceShape &shape, const PlacedFace &face)
        : powers(face.powers.data())
      {
        if (!face.powers.empty())
          return;
        shape.find_powers(face.nodes, own);
        powers = own.data();
      }
      PowersOf(const PowersOf &)            = delete;
      PowersOf &operator=(const PowersOf &) = delete;

      const Vector3 *data() const
      {
        return powers;
      }

    private:
      const Vector3 *powers;
      std::array<Vector3, FaceValues::most_nodes> own;
    };

    Vector3 outward_normal(const int n_parameters,
                           const PlacedFace &face,
                           const std::array<Vector3, 2> &t)
    {
      const Vector3 area = n_parameters == 2 ? Vector3(t[0].cross(t[1]))
                                             : Vector3(t[0][1], -t[0][0], 0);
      return face.orientation * area.normalized();
    }

    struct Bounds
    {
      std::array<double, 2> low, high;
    };

    Bounds bounds_of(const PlacedFace &face)
    {
      Bounds bounds;
      for (int i = 0; i < 2; ++i)
        {
          bounds.low[i]  = face.is_rim[2 * i] ? -overhang : 0.;
          bounds.high[i] = face.is_rim[2 * i + 1] ? 1 + overhang : 1.;
        }
      return bounds;
    }

    /// Gradient and Hessian (11, 22, 12) of |x - c|^2/2 by the parameters, and
    /// m = t . t likewise.
    struct SquareDistance
    {
      double value                   = 0;
      std::array<double, 2> gradient = {0, 0};
      std::array<double, 3> hessian  = {1, 1, 0};
      std::array<double, 3> m        = {1, 1, 0};
    };

    template <int n>
    [[gnu::always_inline]] inline SquareDistance
    square_distance(const FacePoint &point, const Vector3 &x)
    {
      SquareDistance result;
      const Vector3 r = x - point.c;
      result.value    = r.squaredNorm() / 2;
      for (int i = 0; i < n; ++i)
        {
          result.gradient[i] = -r.dot(point.t[i]);
          result.m[i]        = point.t[i].squaredNorm();
          result.hessian[i]  = result.m[i] - r.dot(point.second[i]);
        }
      if constexpr (n == 2)
        {
          result.m[2]       = point.t[0].dot(point.t[1]);
          result.hessian[2] = result.m[2] - r.dot(point.second[2]);
        }
      return result;
    }

    struct FootStep
    {
      std::array<double, 2> xi;
      bool is_newton; ///< converges quadratically
    };

    /// Newton's step in the parameters that no bound holds; where the distance
    /// is not convex, that of Gauss and Newton.
    FootStep newton_step(const SquareDistance &at,
                         const int n,
                         const std::array<bool, 2> &held)
    {
      std::array<double, 3> H = at.hessian, m = at.m;
      std::array<double, 2> g = at.gradient;
      for (int i = 0; i < 2; ++i)
        if (i >= n || held[i])
          {
            H[i] = m[i] = 1;
            H[2] = m[2] = g[i] = 0;
          }
      const auto determinant = [](const std::array<double, 3> &A) {
        return A[0] * A[1] - A[2] * A[2];
      };
      const bool convex = H[0] > 0.1 * m[0] && H[1] > 0.1 * m[1] &&
                          determinant(H) > 0.01 * determinant(m);
      const std::array<double, 3> &A = convex ? H : m;
      const double inverse           = 1 / determinant(A);
      return {{-inverse * (A[1] * g[0] - A[2] * g[1]),
               -inverse * (A[0] * g[1] - A[2] * g[0])},
              convex};
    }

    std::array<double, 2> nearest_node(const FaceShape &shape,
                                       const PlacedFace &face,
                                       const Vector3 &x)
    {
      int nearest   = 0;
      double square = std::numeric_limits<double>::max();
      for (int a = 0; a < shape.n_nodes(); ++a)
        if (const double s = (x - face.nodes[a]).squaredNorm(); s < square)
          {
            square  = s;
            nearest = a;
          }
      return shape.node(nearest);
    }
  } // namespace

  Vector3 face_normal(const FaceShape &shape,
                      const PlacedFace &face,
                      const FaceValues &values)
  {
    std::array<Vector3, 2> t = {Vector3::Zero(), Vector3::Zero()};
    for (int a = 0; a < shape.n_nodes(); ++a)
      for (int i = 0; i < shape.n_parameters(); ++i)
        t[i] += values.first[i][a] * face.nodes[a];
    return outward_normal(shape.n_parameters(), face, t);
  }

  namespace
  {
    template <int n_parameters, int n_per_direction>
    Foot foot_of(const FaceShape &shape,
                 const PlacedFace &face,
                 const Vector3 *powers,
                 const Vector3 &x)
    {
      constexpr int n     = n_parameters;
      const Bounds bounds = bounds_of(face);
      Foot foot;
      foot.xi           = nearest_node(shape, face, x);
      FacePoint point   = face_point<n, n_per_direction>(powers, foot.xi);
      SquareDistance at = square_distance<n>(point, x);
      std::array<bool, 2> held{};
      for (int iteration = 0; iteration < 50; ++iteration)
        {
          for (int i = 0; i < n; ++i)
            held[i] = (foot.xi[i] <= bounds.low[i] && at.gradient[i] > 0) ||
                      (foot.xi[i] >= bounds.high[i] && at.gradient[i] < 0);
          FootStep step = newton_step(at, n, held);
          // What would leave a bound against the gradient stays there: cut
          // off, the rest of the step need not go downhill.
          bool cut = false;
          for (int i = 0; i < n; ++i)
            if (!held[i] && ((foot.xi[i] <= bounds.low[i] && step.xi[i] < 0) ||
                             (foot.xi[i] >= bounds.high[i] && step.xi[i] > 0)))
              held[i] = cut = true;
          if (cut)
            step = newton_step(at, n, held);
          double moved = 0;
          for (int halving = 0; halving < 30; ++halving)
            {
              std::array<double, 2> xi = foot.xi;
              moved                    = 0;
              for (int i = 0; i < n; ++i)
                {
                  xi[i] = std::clamp(xi[i] + step.xi[i],
                                     bounds.low[i],
                                     bounds.high[i]);
                  moved = std::max(moved, std::abs(xi[i] - foot.xi[i]));
                  step.xi[i] /= 2;
                }
              if (moved == 0)
                break;
              const FacePoint there =
                face_point<n, n_per_direction>(powers, xi);
              const SquareDistance trial = square_distance<n>(there, x);
              // Near the foot the value has no digits left to compare.
              if (trial.value <= at.value || moved < 1e-7)
                {
                  foot.xi = xi;
                  point   = there;
                  at      = trial;
                  break;
                }
            }
          // Newton's method squares the error: what is left is rounding.
          if (moved < (step.is_newton ? 1e-7 : 1e-15))
            break;
        }
      foot.place    = point.c;
      foot.normal   = outward_normal(n, face, point.t);
      foot.distance = std::sqrt(2 * at.value);
      for (int i = 0; i < n; ++i)
        {
          const bool below = foot.xi[i] <= bounds.low[i];
          const bool above = foot.xi[i] >= bounds.high[i];
          // A face that ends right below x is as good as one that goes on.
          const double length      = std::sqrt(at.m[i]);
          const bool is_stationary = std::abs(at.gradient[i]) <=
                                     1e-12 * length * (length + foot.distance);
          foot.is_free[i] = !(below || above) || is_stationary;
          if (!foot.is_free[i] && face.is_rim[2 * i + (above ? 1 : 0)])
            foot.is_beyond_rim = true;
        }
      return foot;
    }
  } // namespace

  Foot
  find_foot(const FaceShape &shape, const PlacedFace &face, const Vector3 &x)
  {
    const PowersOf powers(shape, face);
    return with_constants(shape, [&]<int n_parameters, int n>() {
      return foot_of<n_parameters, n>(shape, face, powers.data(), x);
    });
  }

  FaceGap face_gap(const FaceShape &shape,
                   const PlacedFace &face,
                   const Foot &foot,
                   const Vector3 &side,
                   const Vector3 &x,
                   const bool with_curvature)
  {
    const int n           = shape.n_parameters();
    const bool is_on_face = foot.n_free() == n;
    const Vector3 r       = x - foot.place;
    FaceGap gap;
    if (is_on_face)
      {
        gap.n     = foot.normal;
        gap.value = r.dot(gap.n);
      }
    else
      {
        const double sign = r.dot(side) < 0 ? -1 : 1;
        gap.value         = sign * foot.distance;
        gap.n = foot.distance > 0 ? Vector3(r / gap.value) : foot.normal;
      }
    if (!with_curvature || (!is_on_face && gap.value == 0))
      return gap;

    // m, k and T over the free parameters alone.
    const PowersOf powers(shape, face);
    const FacePoint point =
      with_constants(shape, [&]<int n_parameters, int n_along>() {
        return face_point<n_parameters, n_along>(powers.data(), foot.xi);
      });
    std::array<int, 2> free{};
    int n_free = 0;
    for (int i = 0; i < n; ++i)
      if (foot.is_free[i])
        free[n_free++] = i;
    const Matrix3 across =
      Matrix3::Identity() - gap.n * gap.n.transpose(); // I - n n^T
    if (n_free == 0)
      {
        gap.Q = across / gap.value;
        return gap;
      }
    Eigen::Matrix2d m             = Eigen::Matrix2d::Identity(),
                    k             = Eigen::Matrix2d::Zero();
    Eigen::Matrix<double, 3, 2> T = Eigen::Matrix<double, 3, 2>::Zero();
    for (int i = 0; i < n_free; ++i)
      {
        T.col(i) = point.t[free[i]];
        for (int j = 0; j < n_free; ++j)
          {
            m(i, j) = point.t[free[i]].dot(point.t[free[j]]);
            k(i, j) = gap.n.dot(point.second[free[i] == free[j] ? free[i] : 2]);
          }
      }
    const Eigen::Matrix2d D = (m - gap.value * k).inverse();
    if (is_on_face)
      gap.Q = -T * (D * k * m.inverse()) * T.transpose();
    else
      gap.Q = (across - T * D * T.transpose()) / gap.value;
    const Eigen::Matrix<double, 3, 2> TD = T * D;
    for (int i = 0; i < n_free; ++i)
      {
        gap.G.col(free[i]) = TD.col(i);
        for (int j = 0; j < n_free; ++j)
          gap.D(free[i], free[j]) = D(i, j);
      }
    return gap;
  }
} // namespace rivlin
