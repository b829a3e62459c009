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

    FacePoint face_point(const FaceShape &shape,
                         const PlacedFace &face,
                         const FaceValues &values)
    {
      FacePoint point;
      for (int a = 0; a < shape.n_nodes(); ++a)
        {
          const Vector3 &x = face.nodes[a];
          point.c += values.value[a] * x;
          point.t[0] += values.first[0][a] * x;
          point.second[0] += values.second[0][a] * x;
          if (shape.n_parameters() == 2)
            {
              point.t[1] += values.first[1][a] * x;
              point.second[1] += values.second[1][a] * x;
              point.second[2] += values.second[2][a] * x;
            }
        }
      return point;
    }

    Vector3 outward_normal(const FaceShape &shape,
                           const PlacedFace &face,
                           const FacePoint &point)
    {
      const Vector3 area = shape.n_parameters() == 2
                             ? Vector3(point.t[0].cross(point.t[1]))
                             : Vector3(point.t[0][1], -point.t[0][0], 0);
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

    /// Gradient and Hessian of |x - c|^2/2 by the parameters, and m = t . t.
    struct SquareDistance
    {
      double value             = 0;
      Eigen::Vector2d gradient = Eigen::Vector2d::Zero();
      Eigen::Matrix2d hessian  = Eigen::Matrix2d::Identity();
      Eigen::Matrix2d m        = Eigen::Matrix2d::Identity();
    };

    SquareDistance
    square_distance(const int n, const FacePoint &point, const Vector3 &x)
    {
      SquareDistance result;
      const Vector3 r = x - point.c;
      result.value    = r.squaredNorm() / 2;
      for (int i = 0; i < n; ++i)
        {
          result.gradient[i] = -r.dot(point.t[i]);
          for (int j = 0; j < n; ++j)
            {
              result.m(i, j) = point.t[i].dot(point.t[j]);
              result.hessian(i, j) =
                result.m(i, j) - r.dot(point.second[i == j ? i : 2]);
            }
        }
      return result;
    }

    /// Newton's step in the parameters that no bound holds; where the distance
    /// is not convex, that of Gauss and Newton.
    Eigen::Vector2d newton_step(const SquareDistance &at,
                                const int n,
                                const std::array<bool, 2> &held)
    {
      Eigen::Matrix2d H = at.hessian, m = at.m;
      Eigen::Vector2d g = at.gradient;
      for (int i = 0; i < 2; ++i)
        if (i >= n || held[i])
          {
            for (Eigen::Matrix2d *A : {&H, &m})
              {
                A->row(i).setZero();
                A->col(i).setZero();
                (*A)(i, i) = 1;
              }
            g[i] = 0;
          }
      const bool convex = H(0, 0) > 0.1 * m(0, 0) && H(1, 1) > 0.1 * m(1, 1) &&
                          H.determinant() > 0.01 * m.determinant();
      const Eigen::Matrix2d &A = convex ? H : m;
      return -A.inverse() * g;
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

  FaceShape::FaceShape(const int dim, std::vector<double> one_dimensional)
    : space_dim(dim)
    , points(std::move(one_dimensional))
  {
    const std::size_t n = points.size();
    for (std::size_t a = 0; a < n; ++a)
      {
        denominators.push_back(1);
        for (std::size_t m = 0; m < n; ++m)
          if (m != a)
            denominators.back() *= points[a] - points[m];
      }
    for (std::size_t b = 0; b < (dim == 3 ? n : 1); ++b)
      for (std::size_t a = 0; a < n; ++a)
        places.push_back({points[a], dim == 3 ? points[b] : 0.});
  }

  std::vector<int> FaceShape::side_nodes(const int side) const
  {
    const double at = side % 2;
    std::vector<int> nodes;
    for (int a = 0; a < n_nodes(); ++a)
      if (places[a][side / 2] == at)
        nodes.push_back(a);
    return nodes;
  }

  void FaceShape::evaluate(const std::array<double, 2> &xi,
                           FaceValues &values) const
  {
    const int n = static_cast<int>(points.size());
    // Products of the factors but one and but two give the derivatives.
    std::array<std::array<double, 5>, 2> L, dL, ddL;
    for (int k = 0; k < n_parameters(); ++k)
      for (int a = 0; a < n; ++a)
        {
          double product = 1, first = 0, second = 0;
          for (int m = 0; m < n; ++m)
            if (m != a)
              {
                const double factor = xi[k] - points[m];
                second              = second * factor + 2 * first;
                first               = first * factor + product;
                product *= factor;
              }
          L[k][a]   = product / denominators[a];
          dL[k][a]  = first / denominators[a];
          ddL[k][a] = second / denominators[a];
        }
    if (n_parameters() == 1)
      for (int a = 0; a < n; ++a)
        {
          values.value[a]     = L[0][a];
          values.first[0][a]  = dL[0][a];
          values.second[0][a] = ddL[0][a];
        }
    else
      for (int b = 0, k = 0; b < n; ++b)
        for (int a = 0; a < n; ++a, ++k)
          {
            values.value[k]     = L[0][a] * L[1][b];
            values.first[0][k]  = dL[0][a] * L[1][b];
            values.first[1][k]  = L[0][a] * dL[1][b];
            values.second[0][k] = ddL[0][a] * L[1][b];
            values.second[1][k] = L[0][a] * ddL[1][b];
            values.second[2][k] = dL[0][a] * dL[1][b];
          }
  }

  Vector3 face_normal(const FaceShape &shape,
                      const PlacedFace &face,
                      const FaceValues &values)
  {
    return outward_normal(shape, face, face_point(shape, face, values));
  }

  Foot
  find_foot(const FaceShape &shape, const PlacedFace &face, const Vector3 &x)
  {
    const int n         = shape.n_parameters();
    const Bounds bounds = bounds_of(face);
    Foot foot;
    foot.xi = nearest_node(shape, face, x);
    FaceValues values;
    shape.evaluate(foot.xi, values);
    FacePoint point   = face_point(shape, face, values);
    SquareDistance at = square_distance(n, point, x);
    std::array<bool, 2> held{};
    for (int iteration = 0; iteration < 50; ++iteration)
      {
        for (int i = 0; i < n; ++i)
          held[i] = (foot.xi[i] <= bounds.low[i] && at.gradient[i] > 0) ||
                    (foot.xi[i] >= bounds.high[i] && at.gradient[i] < 0);
        Eigen::Vector2d step = newton_step(at, n, held);
        // What would leave a bound against the gradient stays there: cut off,
        // the rest of the step need not go downhill.
        bool cut = false;
        for (int i = 0; i < n; ++i)
          if (!held[i] && ((foot.xi[i] <= bounds.low[i] && step[i] < 0) ||
                           (foot.xi[i] >= bounds.high[i] && step[i] > 0)))
            held[i] = cut = true;
        if (cut)
          step = newton_step(at, n, held);
        double moved = 0;
        for (int halving = 0; halving < 30; ++halving, step /= 2)
          {
            std::array<double, 2> xi = foot.xi;
            moved                    = 0;
            for (int i = 0; i < n; ++i)
              {
                xi[i] =
                  std::clamp(xi[i] + step[i], bounds.low[i], bounds.high[i]);
                moved = std::max(moved, std::abs(xi[i] - foot.xi[i]));
              }
            shape.evaluate(xi, values);
            const FacePoint there      = face_point(shape, face, values);
            const SquareDistance trial = square_distance(n, there, x);
            // Near the foot the value has no digits left to compare.
            if (trial.value <= at.value || moved < 1e-7)
              {
                foot.xi = xi;
                point   = there;
                at      = trial;
                break;
              }
          }
        if (moved < 1e-15)
          break;
      }
    foot.place    = point.c;
    foot.normal   = outward_normal(shape, face, point);
    foot.distance = std::sqrt(2 * at.value);
    for (int i = 0; i < n; ++i)
      {
        const bool below = foot.xi[i] <= bounds.low[i];
        const bool above = foot.xi[i] >= bounds.high[i];
        // A face that ends right below x is as good as one that goes on.
        const bool is_stationary =
          std::abs(at.gradient[i]) <=
          1e-12 * point.t[i].norm() * (point.t[i].norm() + foot.distance);
        foot.is_free[i] = !(below || above) || is_stationary;
        if (!foot.is_free[i] && face.is_rim[2 * i + (above ? 1 : 0)])
          foot.is_beyond_rim = true;
      }
    return foot;
  }

  FaceGap face_gap(const FaceShape &shape,
                   const PlacedFace &face,
                   const Foot &foot,
                   const Vector3 &side,
                   const Vector3 &x,
                   const FaceValues &values,
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
    const FacePoint point = face_point(shape, face, values);
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
