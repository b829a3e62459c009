// SPDX-License-Identifier: Apache-2.0
// The distance of a point from a deformed face of an element, with its first
// two derivatives by the point and by the nodes of the face;
// doc/theory/body_contact.md.
#pragma once

#include <rivlin/base/types.h>

#include <array>
#include <span>
#include <vector>

namespace rivlin
{
  /// Shape functions of a face and their derivatives by its parameters.
  struct FaceValues
  {
    static constexpr int most_nodes = 25; ///< degree 4 in 3D
    using Row                       = std::array<double, most_nodes>;

    Row value;
    std::array<Row, 2> first;
    std::array<Row, 3> second; ///< 11, 22, 12
  };

  /// A line in 2D or a quadrilateral in 3D: tensor products of the Lagrange
  /// polynomials of some points of [0, 1]. The first parameter counts fastest.
  class FaceShape
  {
  public:
    /// `points`: in ascending order from 0 to 1, at most five.
    FaceShape(int dim, std::vector<double> points);

    int dim() const
    {
      return space_dim;
    }
    int n_parameters() const
    {
      return space_dim - 1;
    }
    int n_nodes() const
    {
      return static_cast<int>(places.size());
    }
    /// Parameters of a node.
    const std::array<double, 2> &node(const int a) const
    {
      return places[a];
    }
    /// Nodes of the side on which parameter `side / 2` is 0 or 1 (`side % 2`).
    std::vector<int> side_nodes(int side) const;

    /// Nodes per parameter.
    int n_per_direction() const
    {
      return static_cast<int>(points.size());
    }

    void evaluate(const std::array<double, 2> &xi, FaceValues &values) const;

    /// A face as a polynomial in its parameters, which is quicker to evaluate:
    /// coefficients of the powers of xi - 1/2, as many as nodes and in their
    /// order.
    void find_powers(std::span<const Vector3> nodes,
                     std::span<Vector3> powers) const;

  private:
    int space_dim;
    std::vector<double> points;
    std::vector<double> factors; ///< prod_(m != a) 1/(points_a - points_m)
    /// Coefficients of the powers of xi - 1/2: power * points + point.
    std::vector<double> coefficients;
    std::vector<std::array<double, 2>> places;
  };

  /// A face in space. `orientation` is 1 if the outward normal is t1 x t2 (in
  /// 2D t1 turned clockwise), otherwise -1. Sides of the face where the surface
  /// ends are rims.
  struct PlacedFace
  {
    std::span<const Vector3> nodes;
    double orientation;
    std::array<bool, 4> is_rim = {false, false, false, false};
    /// FaceShape::find_powers(); empty: found when they are needed.
    std::span<const Vector3> powers = {};
  };

  /// The outward unit normal of a face.
  Vector3 face_normal(const FaceShape &shape,
                      const PlacedFace &face,
                      const FaceValues &values);

  /// The point of a face that is nearest to another point. Beyond a rim the
  /// face goes on a little, so that edges may lie upon each other.
  struct Foot
  {
    std::array<double, 2> xi = {0, 0};
    /// Parameters in which the distance is stationary; the others are held by
    /// an edge or a corner.
    std::array<bool, 2> is_free = {false, false};
    bool is_beyond_rim          = false;
    Vector3 place               = Vector3::Zero();
    Vector3 normal              = Vector3::Zero(); ///< outward, of the face
    double distance             = 0;

    int n_free() const
    {
      return is_free[0] + is_free[1];
    }
  };

  Foot
  find_foot(const FaceShape &shape, const PlacedFace &face, const Vector3 &x);

  /// The signed distance g of x from a face at a foot. With the coefficients
  /// a_i of x - c = sum_i a_i x_i (of the nodes that x is made of, and minus
  /// the shape functions of the face) and b_i their derivatives by the free
  /// parameters,
  ///   dg/dx_i = a_i n,
  ///   d^2 g/dx_i dx_j = a_i a_j Q + a_i G b_j n^T + n b_i^T G^T a_j
  ///                     - g (b_i^T D b_j) n n^T.
  struct FaceGap
  {
    double value = 0;
    Vector3 n    = Vector3::Zero(); ///< unit vector
    Matrix3 Q    = Matrix3::Zero();
    Eigen::Matrix<double, 3, 2> G =
      Eigen::Matrix<double, 3, 2>::Zero();       ///< T D
    Eigen::Matrix2d D = Eigen::Matrix2d::Zero(); ///< (m - g k)^-1
  };

  /// At edges and corners `side` tells on which side of the surface x is: the
  /// mean outward normal of the faces that meet there. `with_curvature`: also
  /// Q, G and D.
  FaceGap face_gap(const FaceShape &shape,
                   const PlacedFace &face,
                   const Foot &foot,
                   const Vector3 &side,
                   const Vector3 &x,
                   bool with_curvature);
} // namespace rivlin
