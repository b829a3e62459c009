// SPDX-License-Identifier: Apache-2.0
// The hierarchical map and Gauss quadrature. Per direction the determinant has
// degree 2 for straight and 5 for curved cells: two and three points are exact.
#include <rivlin/mesh/cell_geometry.h>

#include <Eigen/Geometry>
#include <Eigen/LU>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace rivlin
{
  namespace
  {
    Vector3 node_point(const PlainMesh &mesh, const int node)
    {
      return Eigen::Map<const Vector3>(mesh.nodes[node].data());
    }

    /// A function of one reference coordinate: falling, rising, bubble, one.
    enum class Part
    {
      falling,
      rising,
      bubble,
      one
    };

    double value(const Part part, const double t)
    {
      switch (part)
        {
          case Part::falling:
            return 1 - t;
          case Part::rising:
            return t;
          case Part::bubble:
            return 4 * t * (1 - t);
          default:
            return 1;
        }
    }

    double slope(const Part part, const double t)
    {
      switch (part)
        {
          case Part::falling:
            return -1;
          case Part::rising:
            return 1;
          case Part::bubble:
            return 4 - 8 * t;
          default:
            return 0;
        }
    }

    using Shape = std::array<Part, 3>;

    double value(const Shape &shape, const Vector3 &t)
    {
      return value(shape[0], t[0]) * value(shape[1], t[1]) *
             value(shape[2], t[2]);
    }

    Vector3 gradient(const Shape &shape, const Vector3 &t)
    {
      Vector3 result;
      for (int i = 0; i < 3; ++i)
        {
          result[i] = slope(shape[i], t[i]);
          for (int j = 0; j < 3; ++j)
            if (j != i)
              result[i] *= value(shape[j], t[j]);
        }
      return result;
    }

    Part side(const int bit)
    {
      return bit ? Part::rising : Part::falling;
    }

    Shape corner_shape(const int dimension, const int v)
    {
      return {side(v & 1),
              side(v & 2),
              dimension == 2 ? Part::one : side(v & 4)};
    }

    Shape edge_shape(const int dimension, const int edge)
    {
      const auto [a, b] = edge_corners(edge);
      Shape shape       = corner_shape(dimension, a);
      for (int i = 0; i < 3; ++i)
        if ((a ^ b) == 1 << i)
          shape[i] = Part::bubble;
      return shape;
    }

    Shape face_shape(const int face)
    {
      Shape shape     = {Part::bubble, Part::bubble, Part::bubble};
      shape[face / 2] = side(face % 2);
      return shape;
    }

    Shape centre_shape(const int dimension)
    {
      return {Part::bubble,
              Part::bubble,
              dimension == 2 ? Part::one : Part::bubble};
    }

    struct GaussRule
    {
      std::vector<double> points, weights;
    };

    const GaussRule &gauss_rule(const PlainMesh &mesh)
    {
      static const GaussRule two   = {{0.2113248654051871, 0.7886751345948129},
                                      {0.5, 0.5}};
      static const GaussRule three = {{0.1127016653792583,
                                       0.5,
                                       0.8872983346207417},
                                      {5. / 18, 8. / 18, 5. / 18}};
      return mesh.mid_nodes.empty() ? two : three;
    }
  } // namespace

  CellMap::CellMap(const PlainMesh &mesh,
                   const int cell,
                   const bool with_mid_nodes)
    : dimension(mesh.dimension)
    , n_corners(mesh.n_corners())
  {
    corners.setZero();
    edges.setZero();
    faces.setZero();
    for (int v = 0; v < n_corners; ++v)
      corners.col(v) = node_point(mesh, mesh.cells[cell][v]);
    if (!with_mid_nodes || mesh.mid_nodes.empty())
      return;
    // Deviations of edges are set before those of faces are computed, and so
    // on; each level is what the levels below miss.
    const MidNodes &mid = mesh.mid_nodes[cell];
    is_curved           = true;
    for (int e = 0; e < mesh.n_edges(); ++e)
      if (mid.edges[e] >= 0)
        {
          const auto [a, b] = edge_corners(e);
          edges.col(e)      = node_point(mesh, mid.edges[e]) -
                         (corners.col(a) + corners.col(b)) / 2;
        }
    if (dimension == 3)
      {
        Eigen::Matrix<double, 3, 6> deviations;
        deviations.setZero();
        for (int f = 0; f < 6; ++f)
          if (mid.faces[f] >= 0)
            {
              Vector3 middle(0.5, 0.5, 0.5);
              middle[f / 2] = f % 2;
              deviations.col(f) =
                node_point(mesh, mid.faces[f]) - point(middle);
            }
        faces = deviations;
      }
    if (mid.centre >= 0)
      centre = node_point(mesh, mid.centre) -
               point(Vector3(0.5, 0.5, dimension == 2 ? 0 : 0.5));
  }

  Vector3 CellMap::point(const Vector3 &reference) const
  {
    Vector3 x = Vector3::Zero();
    for (int v = 0; v < n_corners; ++v)
      x += value(corner_shape(dimension, v), reference) * corners.col(v);
    if (!is_curved)
      return x;
    for (int e = 0; e < (dimension == 2 ? 4 : 12); ++e)
      x += value(edge_shape(dimension, e), reference) * edges.col(e);
    for (int f = 0; dimension == 3 && f < 6; ++f)
      x += value(face_shape(f), reference) * faces.col(f);
    return x + value(centre_shape(dimension), reference) * centre;
  }

  Matrix3 CellMap::jacobian(const Vector3 &reference) const
  {
    Matrix3 J = Matrix3::Zero();
    for (int v = 0; v < n_corners; ++v)
      J += corners.col(v) *
           gradient(corner_shape(dimension, v), reference).transpose();
    if (is_curved)
      {
        for (int e = 0; e < (dimension == 2 ? 4 : 12); ++e)
          J += edges.col(e) *
               gradient(edge_shape(dimension, e), reference).transpose();
        for (int f = 0; dimension == 3 && f < 6; ++f)
          J += faces.col(f) * gradient(face_shape(f), reference).transpose();
        J += centre * gradient(centre_shape(dimension), reference).transpose();
      }
    if (dimension == 2)
      J(2, 2) = 1;
    return J;
  }

  double cell_volume(const PlainMesh &mesh, const int cell)
  {
    const CellMap map(mesh, cell);
    const auto &[points, weights] = gauss_rule(mesh);
    const bool is_plane           = mesh.dimension == 2;
    double volume                 = 0;
    for (std::size_t i = 0; i < points.size(); ++i)
      for (std::size_t j = 0; j < points.size(); ++j)
        for (std::size_t k = 0; k < (is_plane ? 1 : points.size()); ++k)
          volume +=
            weights[i] * weights[j] * (is_plane ? 1 : weights[k]) *
            map.jacobian({points[i], points[j], is_plane ? 0 : points[k]})
              .determinant();
    return volume;
  }

  double face_area(const PlainMesh &mesh, const CellFace face)
  {
    const CellMap map(mesh, face.cell);
    const auto &[points, weights] = gauss_rule(mesh);
    const bool is_plane           = mesh.dimension == 2;
    // The reference coordinate across the face, and those along it.
    const int normal = face.face / 2;
    const int a = normal == 0 ? 1 : 0, b = normal == 2 ? 1 : 2;
    double area = 0;
    for (std::size_t i = 0; i < points.size(); ++i)
      for (std::size_t j = 0; j < (is_plane ? 1 : points.size()); ++j)
        {
          Vector3 reference = Vector3::Zero();
          reference[normal] = face.face % 2;
          reference[a]      = points[i];
          if (!is_plane)
            reference[b] = points[j];
          const Matrix3 J = map.jacobian(reference);
          area += is_plane
                    ? weights[i] * J.col(a).norm()
                    : weights[i] * weights[j] * J.col(a).cross(J.col(b)).norm();
        }
    return area;
  }

  double scaled_jacobian(const PlainMesh &mesh, const int cell)
  {
    const CellMap map(mesh, cell, false);
    double least       = std::numeric_limits<double>::max();
    const auto include = [&](const Vector3 &reference) {
      Matrix3 J = map.jacobian(reference);
      for (int i = 0; i < mesh.dimension; ++i)
        {
          const double length = J.col(i).norm();
          if (length > 0)
            J.col(i) /= length;
        }
      least = std::min(least, J.determinant());
    };
    for (int v = 0; v < mesh.n_corners(); ++v)
      include(Vector3(v & 1, (v >> 1) & 1, v >> 2));
    if (mesh.dimension == 3)
      include(Vector3(0.5, 0.5, 0.5));
    return least;
  }

  double aspect_ratio(const PlainMesh &mesh, const int cell)
  {
    double longest = 0, shortest = std::numeric_limits<double>::infinity();
    for (int e = 0; e < mesh.n_edges(); ++e)
      {
        const auto [a, b]   = edge_corners(e);
        const double length = (node_point(mesh, mesh.cells[cell][a]) -
                               node_point(mesh, mesh.cells[cell][b]))
                                .norm();
        longest  = std::max(longest, length);
        shortest = std::min(shortest, length);
      }
    return shortest > 0 ? longest / shortest
                        : std::numeric_limits<double>::infinity();
  }

  bool is_positive(const PlainMesh &mesh, const int cell)
  {
    const CellMap map(mesh, cell);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        for (int k = 0; k < (mesh.dimension == 2 ? 1 : 3); ++k)
          if (!(map.jacobian(Vector3(i, j, k) / 2).determinant() > 0))
            return false;
    return true;
  }
} // namespace rivlin
