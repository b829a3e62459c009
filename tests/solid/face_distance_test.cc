// SPDX-License-Identifier: Apache-2.0
// Distances from curved faces: closed forms, derivatives by differences, edges
// and corners; the search for faces.
#include <rivlin/solid/box_search.h>
#include <rivlin/solid/face_distance.h>
#include <rivlin/solid/gap_stiffness.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

namespace rivlin
{
  namespace
  {
    FaceShape shape_of(const int dim, const int degree)
    {
      // Gauss-Lobatto points of [0, 1].
      const double inner                            = (1 - std::sqrt(0.2)) / 2;
      const std::vector<std::vector<double>> points = {
        {}, {0, 1}, {0, 0.5, 1}, {0, inner, 1 - inner, 1}};
      return FaceShape(dim, points[degree]);
    }

    /// A curved face over the unit interval or square, upwards the outside.
    std::vector<Vector3> curved_face(const FaceShape &shape)
    {
      std::vector<Vector3> nodes;
      for (int a = 0; a < shape.n_nodes(); ++a)
        {
          const auto [u, v] = shape.node(a);
          if (shape.dim() == 2)
            nodes.push_back(Vector3(u, 0.2 * u - 0.3 * u * u, 0));
          else
            nodes.push_back(Vector3(u + 0.1 * v,
                                    v - 0.05 * u * v,
                                    0.2 * u * v - 0.3 * u * u));
        }
      return nodes;
    }

    double orientation_of(const FaceShape &shape)
    {
      return shape.dim() == 3 ? 1 : -1;
    }

    /// All coordinates: the point, then the nodes.
    using Coordinates = std::vector<Vector3>;

    struct Evaluated
    {
      Foot foot;
      FaceGap gap;
      FaceValues values;
    };

    Evaluated evaluate(const FaceShape &shape, const Coordinates &y)
    {
      const PlacedFace face{std::span<const Vector3>(y).subspan(1),
                            orientation_of(shape)};
      Evaluated result;
      result.foot = find_foot(shape, face, y[0]);
      shape.evaluate(result.foot.xi, result.values);
      result.gap = face_gap(shape,
                            face,
                            result.foot,
                            shape.dim() == 3 ? Vector3(Vector3::UnitZ())
                                             : Vector3(Vector3::UnitY()),
                            y[0],
                            true);
      return result;
    }

    /// Gradient and Hessian by the formulas of FaceGap against differences.
    void expect_derivatives(const FaceShape &shape,
                            const Vector3 &x,
                            const int n_free)
    {
      Coordinates y{x};
      for (const Vector3 &node : curved_face(shape))
        y.push_back(node);
      const Evaluated at = evaluate(shape, y);
      ASSERT_EQ(at.foot.n_free(), n_free);
      std::vector<double> a{1};
      std::vector<Eigen::Vector2d> b{Eigen::Vector2d::Zero()};
      for (int k = 0; k < shape.n_nodes(); ++k)
        {
          a.push_back(-at.values.value[k]);
          b.push_back({-at.values.first[0][k],
                       shape.dim() == 3 ? -at.values.first[1][k] : 0.});
        }
      const auto gradient = [&](const Evaluated &here, const int k) {
        return k == 0 ? here.gap.n
                      : Vector3(-here.values.value[k - 1] * here.gap.n);
      };
      const FaceGap &g = at.gap;
      const double h   = 1e-5;
      for (std::size_t l = 0; l < y.size(); ++l)
        for (int j = 0; j < shape.dim(); ++j)
          {
            Coordinates plus = y, minus = y;
            plus[l][j] += h;
            minus[l][j] -= h;
            const Evaluated up   = evaluate(shape, plus),
                            down = evaluate(shape, minus);
            EXPECT_NEAR((up.gap.value - down.gap.value) / (2 * h),
                        gradient(at, static_cast<int>(l))[j],
                        1e-8);
            for (std::size_t k = 0; k < y.size(); ++k)
              {
                const Vector3 change = (gradient(up, static_cast<int>(k)) -
                                        gradient(down, static_cast<int>(k))) /
                                       (2 * h);
                const Matrix3 H =
                  a[k] * a[l] * g.Q + a[k] * (g.G * b[l]) * g.n.transpose() +
                  a[l] * g.n * (g.G * b[k]).transpose() -
                  g.value * b[k].dot(g.D * b[l]) * g.n * g.n.transpose();
                for (int i = 0; i < shape.dim(); ++i)
                  // Truncation: h^2 over the square of the distance.
                  EXPECT_NEAR(H(i, j), change[i], 2e-6)
                    << "nodes " << k << " " << l << ", " << i << j;
              }
          }
    }
  } // namespace

  TEST(FaceDistance, ShapeFunctionsAreLagrangePolynomials)
  {
    for (const int dim : {2, 3})
      for (const int degree : {1, 2, 3})
        {
          const FaceShape shape = shape_of(dim, degree);
          FaceValues values, up, down;
          for (int a = 0; a < shape.n_nodes(); ++a)
            {
              shape.evaluate(shape.node(a), values);
              for (int b = 0; b < shape.n_nodes(); ++b)
                EXPECT_NEAR(values.value[b], a == b ? 1 : 0, 1e-14);
            }
          const std::array<double, 2> xi = {0.3, 0.7};
          const double h                 = 1e-4;
          shape.evaluate(xi, values);
          for (int k = 0; k < dim - 1; ++k)
            {
              std::array<double, 2> plus = xi, minus = xi;
              plus[k] += h;
              minus[k] -= h;
              shape.evaluate(plus, up);
              shape.evaluate(minus, down);
              for (int a = 0; a < shape.n_nodes(); ++a)
                {
                  EXPECT_NEAR((up.value[a] - down.value[a]) / (2 * h),
                              values.first[k][a],
                              1e-6);
                  EXPECT_NEAR((up.first[k][a] - down.first[k][a]) / (2 * h),
                              values.second[k][a],
                              1e-6);
                  if (dim == 3)
                    {
                      EXPECT_NEAR((up.first[1 - k][a] - down.first[1 - k][a]) /
                                    (2 * h),
                                  values.second[2][a],
                                  1e-6);
                    }
                }
            }
          EXPECT_EQ(shape.side_nodes(0).size(), dim == 3 ? degree + 1u : 1u);
        }
  }

  TEST(FaceDistance, FlatFaceHasThePlanesDistance)
  {
    const FaceShape shape = shape_of(3, 2);
    std::vector<Vector3> nodes;
    for (int a = 0; a < shape.n_nodes(); ++a)
      nodes.push_back(Vector3(2 * shape.node(a)[0], 3 * shape.node(a)[1], 1));
    const PlacedFace face{nodes, 1};
    const Foot above = find_foot(shape, face, Vector3(0.4, 2.7, 1.5));
    EXPECT_NEAR(above.distance, 0.5, 1e-14);
    EXPECT_NEAR((above.place - Vector3(0.4, 2.7, 1)).norm(), 0, 1e-13);
    EXPECT_NEAR((above.normal - Vector3::UnitZ()).norm(), 0, 1e-14);
    EXPECT_EQ(above.n_free(), 2);
    // Beside an edge, beside a corner, and beyond a rim.
    const Foot edge = find_foot(shape, face, Vector3(-0.3, 1, 1.4));
    EXPECT_NEAR(edge.distance, 0.5, 1e-13);
    EXPECT_EQ(edge.n_free(), 1);
    EXPECT_FALSE(edge.is_beyond_rim);
    const Foot corner = find_foot(shape, face, Vector3(2.3, 3.4, 1));
    EXPECT_NEAR(corner.distance, 0.5, 1e-13);
    EXPECT_EQ(corner.n_free(), 0);
    const PlacedFace rimmed{nodes, 1, {true, true, true, true}};
    EXPECT_TRUE(find_foot(shape, rimmed, Vector3(-0.3, 1, 1.4)).is_beyond_rim);
    // A little beyond it the face goes on.
    const Foot overhang = find_foot(shape, rimmed, Vector3(-0.05, 1, 1.4));
    EXPECT_FALSE(overhang.is_beyond_rim);
    EXPECT_NEAR(overhang.distance, 0.4, 1e-13);
  }

  TEST(FaceDistance, DerivativesAreDifferences)
  {
    for (const int degree : {1, 2, 3})
      {
        // In front of the face and behind it.
        for (const double side : {0.2, -0.15})
          {
            expect_derivatives(shape_of(2, degree), Vector3(0.4, side, 0), 1);
            expect_derivatives(shape_of(3, degree), Vector3(0.4, 0.6, side), 2);
          }
        // Corner of a line; edge and corner of a surface.
        expect_derivatives(shape_of(2, degree), Vector3(-0.3, 0.4, 0), 0);
        expect_derivatives(shape_of(3, degree), Vector3(-0.3, 0.5, 0.4), 1);
        expect_derivatives(shape_of(3, degree), Vector3(-0.3, -0.4, 0.3), 0);
      }
  }

  namespace
  {
    /// w (phi'' grad g grad g^T - p grad^2 g) node by node, as FaceGap has it.
    Matrix plain_stiffness(const int dim,
                           const std::vector<double> &point,
                           const Evaluated &at,
                           const ContactResponse &response,
                           const double weight)
    {
      const FaceGap &g = at.gap;
      std::vector<double> a(point);
      std::vector<Eigen::Vector2d> b(point.size(), Eigen::Vector2d::Zero());
      const std::size_t n_face = dim == 2 ? 3 : 9;
      for (std::size_t k = 0; k < n_face; ++k)
        {
          a.push_back(-at.values.value[k]);
          b.push_back(
            {-at.values.first[0][k], dim == 3 ? -at.values.first[1][k] : 0.});
        }
      const Eigen::Index n = static_cast<Eigen::Index>(a.size()) * dim;
      Matrix result(n, n);
      for (std::size_t k = 0; k < a.size(); ++k)
        for (std::size_t l = 0; l < a.size(); ++l)
          {
            const Matrix3 nn = g.n * g.n.transpose();
            const Matrix3 H  = a[k] * a[l] * g.Q +
                              a[k] * (g.G * b[l]) * g.n.transpose() +
                              a[l] * g.n * (g.G * b[k]).transpose() -
                              g.value * b[k].dot(g.D * b[l]) * nn;
            result.block(k * dim, l * dim, dim, dim) =
              (weight *
               (response.stiffness * a[k] * a[l] * nn - response.pressure * H))
                .topLeftCorner(dim, dim);
          }
      return result;
    }
  } // namespace

  TEST(GapStiffness, IsTheSumOverPointsWithAllInstructionSets)
  {
    for (const int dim : {2, 3})
      for (const InstructionSet set : {InstructionSet::baseline,
                                       InstructionSet::avx2,
                                       InstructionSet::avx512})
        {
          if (!is_supported(set))
            continue;
          const FaceShape shape = shape_of(dim, 2);
          GapStiffness stiffness(shape, set);
          // Twice, with other numbers of nodes and points.
          for (const std::vector<double> &point :
               {std::vector<double>{0.3, 0.9, -0.2, 0.1},
                std::vector<double>{1.}})
            {
              const Eigen::Index n =
                dim * (static_cast<int>(point.size()) + shape.n_nodes());
              Matrix expected = Matrix::Zero(n, n);
              stiffness.begin(static_cast<int>(point.size()));
              for (const double u : {0.2, 0.5, 0.7})
                {
                  Coordinates y{dim == 2 ? Vector3(u, -0.1, 0)
                                         : Vector3(u, 0.4 + u / 3, -0.1)};
                  for (const Vector3 &node : curved_face(shape))
                    y.push_back(node);
                  const Evaluated at = evaluate(shape, y);
                  const ContactResponse response{0, 2 + u, 30 * u};
                  stiffness.add(point, at.values, at.gap, response, 0.4);
                  expected += plain_stiffness(dim, point, at, response, 0.4);
                }
              const double *sum = stiffness.sum();
              for (Eigen::Index i = 0; i < n; ++i)
                for (Eigen::Index j = i / dim * dim; j < n; ++j)
                  EXPECT_NEAR(sum[i * stiffness.stride() + j],
                              expected(i, j),
                              1e-13 * expected.norm());
            }
        }
  }

  TEST(BoxSearch, FindsAllBoxesInReach)
  {
    std::mt19937 generator(7);
    std::uniform_real_distribution<double> uniform(0, 1);
    for (const int dim : {2, 3})
      {
        const auto random = [&] {
          return Vector3(uniform(generator),
                         uniform(generator),
                         dim == 3 ? uniform(generator) : 0);
        };
        std::vector<Box> boxes;
        for (int i = 0; i < 300; ++i)
          {
            const Vector3 low = random();
            boxes.push_back({low, low + 0.05 * random()});
          }
        const double reach = 0.06;
        const BoxSearch search(dim, boxes, reach);
        std::size_t n_found = 0, n_candidates = 0;
        for (int k = 0; k < 200; ++k)
          {
            const Vector3 x  = 1.4 * random() - Vector3(0.2, 0.2, 0);
            const auto found = search.near(x);
            n_candidates += found.size();
            for (int i = 0; i < 300; ++i)
              if (boxes[i].square_distance(x) <= reach * reach)
                {
                  ++n_found;
                  EXPECT_TRUE(
                    std::binary_search(found.begin(), found.end(), i));
                }
          }
        EXPECT_GT(n_found, 30u);
        EXPECT_LT(n_candidates, 200u * 300u / 5);
      }
    EXPECT_TRUE(BoxSearch(2, {}, 1).near(Vector3::Zero()).empty());
    const double infinity = std::numeric_limits<double>::infinity();
    const BoxSearch broken(2, {{Vector3::Zero(), {infinity, 0, 0}}}, 1);
    EXPECT_TRUE(broken.near(Vector3::Zero()).empty());
    EXPECT_TRUE(broken.near(Vector3(infinity, 0, 0)).empty());
  }
} // namespace rivlin
