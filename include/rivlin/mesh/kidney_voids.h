// SPDX-License-Identifier: Apache-2.0
// Plane grid of a ring with equally spaced kidney-shaped voids.
#pragma once

#include <vector>

namespace rivlin
{
  struct PolarPoint
  {
    double radius = 0;
    double angle  = 0; ///< rad
  };

  /// A ring of rubber with voids, in one length unit.
  struct VoidParameters
  {
    double ring_inner_radius = 0;
    double ring_outer_radius = 0;
    int n_voids              = 1;
    double angle             = 0; ///< centre of the first void, degrees
    double width             = 0; ///< of a void between its tips, degrees
    double inner_radius      = 0;
    double outer_radius      = 0; ///< that of the ring: open to the outside
    int elements_radial      = 0; ///< through the ring beside the voids
    int elements_around      = 0;
    /// Between void and ring: size of the element at the void over that of the
    /// one at the inner or outer edge of the ring.
    double grading = 1;
  };

  /// The void is what a disc of diameter h = outer - inner radius covers when
  /// its centre moves on an arc of radius (outer + inner) / 2: two arcs about
  /// the axis whose ends are joined by half circles of radius h/2. An open
  /// void has radial walls with fillets of radius h/2 at its bottom.
  ///
  /// Grid of cells (i, j), i outwards and j around: radial pieces are the
  /// cover inside, the void, and the cover outside (open: the end's fillet and
  /// its wall); pieces around are, for each void, the rounded start, the arc,
  /// the rounded end, and the web up to the next void. The corners of the
  /// removed block of cells lie on the rounded ends, where three cells meet.
  class KidneyVoids
  {
  public:
    /// Throws Error if the shape or the numbers of elements are impossible.
    explicit KidneyVoids(const VoidParameters &parameters);

    int n_radial() const;
    int n_around() const;
    bool is_open() const;

    /// Number of the void that has the column j, from 0; -1 in a web.
    int void_of_column(int j) const;
    bool is_void(int i, int j) const;

    /// A point of cell (i, j), 0 <= s, t <= 1. Not for cells of voids.
    PolarPoint point(int i, double s, int j, double t) const;

    /// Angles of the grid lines at the edges of the ring.
    double angle_inside(int j, double t) const;
    double angle_outside(int j, double t) const;

  private:
    enum Piece
    {
      start,
      arc,
      end,
      web
    };

    /// A place in one of the pieces around.
    struct Place
    {
      Piece piece;
      double fraction;
      double centre; ///< angle of the middle of its void
    };

    Place place(int j, double t) const;
    PolarPoint cap(double direction) const;
    PolarPoint edge(const Place &place, bool is_outside) const;
    double angle_in_web(const Place &place, double offset) const;

    VoidParameters parameters;
    bool open;
    double end_radius;    ///< of the rounded ends
    double centre_radius; ///< where their centres are
    double arc_angle;     ///< half of the arc's, the angle of these centres
    double tip;           ///< direction at which a ray touches the end
    double inner_corner, outer_corner; ///< directions of the block's corners
    std::vector<int> radial, around;   ///< elements of the pieces
  };
} // namespace rivlin
