// SPDX-License-Identifier: Apache-2.0
// The surface of the body at one state: where it is and who lies before whom.
#pragma once

#include <rivlin/fe/body_surface.h>
#include <rivlin/solid/box_search.h>

#include <optional>

namespace rivlin
{
  /// A point of one side and what is nearest to it on the other.
  struct ContactPair
  {
    int patch;
    int point; ///< of the patch
    int face;
    Foot foot;
    Vector3 at;   ///< the point in space
    Vector3 side; ///< outward normal of the other side at the foot
    double gap;
    double depth; ///< how far behind the face partners are looked for
  };

  /// Pairs between the same two faces, of points of either.
  struct PairGroup
  {
    std::array<int, 2> faces; ///< -1 - patch for the patch of a node
    std::size_t first, last;  ///< of the pairs, all of one patch
  };

  /// Those of the same faces follow each other.
  template <int dim>
  std::vector<PairGroup> group(const BodySurface<dim> &surface,
                               const std::vector<ContactPair> &pairs);

  template <int dim>
  class PlacedSurface
  {
  public:
    /// Looks for partners up to `reach` away.
    PlacedSurface(const BodySurface<dim> &surface,
                  const DofVector &displacement,
                  double reach);

    /// Whether its nodes are where a displacement puts them, to the last bit.
    bool is_at(const DofVector &displacement) const;

    Vector3 place(const typename BodySurface<dim>::Patch &patch,
                  int point) const;
    /// Not of unit length.
    Vector3 normal(const typename BodySurface<dim>::Patch &patch,
                   int point) const;

    /// The points of this rank with a partner not farther than `largest_gap`:
    /// the nearest face of the other side that faces the point (opposite
    /// normals) and has no node in common with it; none beyond its rim. Patch
    /// by patch, those of a patch in the order of their faces.
    std::vector<ContactPair> pairs(double largest_gap) const;

    PlacedFace face(int f) const;

  private:
    using Patch = typename BodySurface<dim>::Patch;

    /// All of a face lies between two planes, at `low` and `high` along a
    /// normal; `high` is infinite if the face bends too much.
    struct Slab
    {
      Vector3 normal;
      double low, high;
    };
    /// A face that points of one patch may touch.
    struct Candidate
    {
      int face;
      double depth;
      Box box;
      Slab slab;
      double square = 0; ///< of a distance not larger than that of the point
    };
    void place_face(int f, std::array<std::vector<Box>, 2> &boxes);
    void find_candidates(const Patch &patch,
                         const Vector3 &centre,
                         double radius,
                         std::vector<Candidate> &candidates) const;
    std::optional<ContactPair>
    partner(const Vector3 &at,
            const Vector3 &outward,
            const std::vector<Candidate> &candidates) const;
    /// Measures how far the faces are at least. Whether there may be one up to
    /// `largest_gap` before the point, or behind it.
    static bool measure(const Vector3 &at,
                        double largest_gap,
                        std::vector<Candidate> &candidates);

    const BodySurface<dim> &surface;
    double reach;
    std::vector<Vector3> x;
    std::vector<Vector3> normals;                   ///< of the nodes, per side
    std::vector<Vector3> face_x, face_powers;       ///< per node of the faces
    std::vector<Slab> slabs;                        ///< of the faces
    std::array<std::vector<int>, 2> faces_of;       ///< of each side
    std::array<std::optional<BoxSearch>, 2> search; ///< over faces_of
  };
} // namespace rivlin
