// SPDX-License-Identifier: Apache-2.0
// Shape and quality of cells.
#pragma once

#include <rivlin/base/types.h>
#include <rivlin/mesh/plain_mesh.h>

namespace rivlin
{
  /// The map from the unit square or cube to a cell: multilinear in the
  /// corners, plus what its mid-nodes deviate from that, in hierarchical form:
  ///   x = sum_v N_v x_v + sum_e B_e d_e + sum_f B_f d_f + B_c d_c,
  /// with B = 4 t (1 - t) along and (multi)linear across. This is the usual
  /// quadratic element with 8, 9, 20 or 27 nodes.
  class CellMap
  {
  public:
    CellMap(const PlainMesh &mesh, int cell, bool with_mid_nodes = true);

    Vector3 point(const Vector3 &reference) const;

    /// dx/dreference; in 2D with 1 in the last place.
    Matrix3 jacobian(const Vector3 &reference) const;

  private:
    int dimension;
    int n_corners;
    bool is_curved = false;
    Eigen::Matrix<double, 3, 8> corners;
    Eigen::Matrix<double, 3, 12> edges;
    Eigen::Matrix<double, 3, 6> faces;
    Vector3 centre = Vector3::Zero();
  };

  /// Volume, in 2D area; by Gauss points that are exact for the map.
  double cell_volume(const PlainMesh &mesh, int cell);

  /// Area, in 2D length, with mid-nodes; by Gauss points.
  double face_area(const PlainMesh &mesh, CellFace face);

  /// The least determinant of the unit vectors along the edges, over the
  /// corners and (3D) the centre: 1 is a box, 0 is degenerate, below is
  /// inverted (Knupp, SIAM J. Sci. Comput. 23 (2001); straight edges). 0 for
  /// edges without length.
  double scaled_jacobian(const PlainMesh &mesh, int cell);

  /// Longest over shortest edge, straight; infinite for an edge without length.
  double aspect_ratio(const PlainMesh &mesh, int cell);

  /// Whether the determinant of the curved map is positive at all corners,
  /// middles of edges and faces, and the centre.
  bool is_positive(const PlainMesh &mesh, int cell);
} // namespace rivlin
