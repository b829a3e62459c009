// SPDX-License-Identifier: Apache-2.0
// A bushing as a block of cells: what they are, where they lie, and the names
// of their free sides.
#pragma once

#include <rivlin/spaces/mesh_generator.h>
#include <rivlin/mesh/kidney_voids.h>

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace rivlin
{
  enum class BushingRegion
  {
    rubber,
    inner_steel,
    outer_steel
  };

  /// Direction 0 of the block points outwards, 1 around, 2 along the axis.
  /// Radially the pieces are inner steel, rubber, outer steel, flange; the
  /// flange is rubber and exists in its layers only, above the outer steel.
  class BushingShape
  {
  public:
    using Cell = std::array<int, 3>;

    /// Throws Error if a number makes no sense.
    BushingShape(const MeshParameters &parameters, int dimension);

    Cell n_cells() const;
    bool is_closed() const; ///< a full ring

    /// Whether polar coordinates alone do not tell the shape of the cells.
    bool is_bent() const;

    /// Nothing where there is no cell, also outside of the block.
    std::optional<BushingRegion> region(const Cell &cell) const;

    /// Cartesian coordinates of a point of a cell, from coordinates in [0,1]^3.
    std::array<double, 3> point(const Cell &cell,
                                const std::array<double, 3> &reference) const;

    /// Name of a face that has no neighbour: face 2 d is the low side of
    /// direction d, face 2 d + 1 the high side.
    std::string side(const Cell &cell, int face) const;

  private:
    void check_ring(int dimension) const;
    void check_free_surface() const;
    void check_flanges() const;
    void place_radii();
    void place_heights();
    PolarPoint polar(const Cell &cell, double s, double t) const;
    double recess(double radius) const;
    bool has_flange(int layer) const;
    std::string void_name(int j) const;

    MeshParameters parameters;
    std::optional<KidneyVoids> voids;
    std::vector<double> radii, heights;
    int rubber_begin = 0, rubber_end = 0, steel_end = 0; ///< in direction 0
    int n_layers_bottom = 0, n_layers_top = 0;           ///< of the flanges
  };
} // namespace rivlin
