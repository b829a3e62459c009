// SPDX-License-Identifier: Apache-2.0
// Placing the faces at a state and finding partners. Most faces are left out
// by their boxes and by the planes between which they lie, patch by patch.
#include <rivlin/fe/placed_surface.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace rivlin
{
  namespace
  {
    /// Half of the diagonal.
    double radius_of(const Box &box)
    {
      return (box.high - box.low).norm() / 2;
    }
  } // namespace

  template <int dim>
  PlacedSurface<dim>::PlacedSurface(const BodySurface<dim> &given,
                                    const DofVector &displacement,
                                    const double search_reach)
    : surface(given)
    , reach(search_reach)
  {
    x.reserve(surface.nodes.size());
    for (const auto &node : surface.nodes)
      {
        x.push_back(node.X);
        for (int i = 0; i < dim; ++i)
          x.back()[i] += displacement.local_element(node.dofs[i]);
      }
    const std::size_t n_faces = surface.faces.size();
    normals.assign(2 * x.size(), Vector3::Zero());
    face_x.resize(surface.face_nodes.size());
    face_powers.resize(face_x.size());
    slabs.resize(n_faces);
    std::array<std::vector<Box>, 2> boxes;
    for (std::size_t f = 0; f < n_faces; ++f)
      place_face(static_cast<int>(f), boxes);
    // Patches are looked up by their centres.
    double largest = 0;
    for (const auto &side : boxes)
      for (const Box &box : side)
        if (const double radius = radius_of(box); std::isfinite(radius))
          largest = std::max(largest, radius);
    for (int side = 0; side < 2; ++side)
      search[side].emplace(dim, std::move(boxes[side]), reach + largest);
  }

  template <int dim>
  void PlacedSurface<dim>::place_face(const int f,
                                      std::array<std::vector<Box>, 2> &boxes)
  {
    const int n      = surface.shape.n_nodes();
    const int side   = surface.faces[f].side;
    const auto nodes = surface.nodes_of(f);
    for (int a = 0; a < n; ++a)
      face_x[f * n + a] = x[nodes[a]];
    surface.shape.find_powers({&face_x[f * n], std::size_t(n)},
                              {&face_powers[f * n], std::size_t(n)});
    const PlacedFace here = face(f);
    // The linear powers are the tangents in the middle.
    const Vector3 &t = here.powers[1];
    const Vector3 middle =
      here.orientation *
      (dim == 3
         ? Vector3(t.cross(here.powers[surface.shape.n_per_direction() % n]))
         : Vector3(t[1], -t[0], 0))
        .normalized();
    Slab slab{middle,
              std::numeric_limits<double>::infinity(),
              -std::numeric_limits<double>::infinity()};
    Box box{here.nodes[0], here.nodes[0]};
    double curved = 0; // how far nodes are from the linear face
    bool bends    = false;
    for (int a = 0; a < n; ++a)
      {
        const Vector3 normal =
          face_normal(surface.shape, here, surface.at_nodes[a]);
        normals[2 * nodes[a] + side] += normal;
        bends           = bends || !(normal.dot(middle) > 0.5);
        box.low         = box.low.cwiseMin(here.nodes[a]);
        box.high        = box.high.cwiseMax(here.nodes[a]);
        const double up = middle.dot(here.nodes[a]);
        slab.low        = std::min(slab.low, up);
        slab.high       = std::max(slab.high, up);
        Vector3 off     = here.nodes[a];
        for (const auto &[vertex, weight] : surface.nodes[nodes[a]].vertices)
          off -= weight * x[vertex];
        curved = std::max(curved, off.norm());
      }
    // A curved face bulges beyond its nodes, and goes on beyond rims.
    const bool has_rim =
      std::find(here.is_rim.begin(), here.is_rim.end(), true) !=
      here.is_rim.end();
    const double bulge =
      0.5 * curved + (has_rim ? 0.06 : 1e-3) * (box.high - box.low).norm();
    box.low -= Vector3::Constant(bulge);
    box.high += Vector3::Constant(bulge);
    slab.low -= bulge;
    slab.high += bulge;
    if (bends)
      slab = {middle,
              -std::numeric_limits<double>::infinity(),
              std::numeric_limits<double>::infinity()};
    slabs[f] = slab;
    boxes[side].push_back(box);
    faces_of[side].push_back(f);
  }

  template <int dim>
  bool PlacedSurface<dim>::is_at(const DofVector &displacement) const
  {
    for (std::size_t k = 0; k < x.size(); ++k)
      for (int i = 0; i < dim; ++i)
        if (x[k][i] != surface.nodes[k].X[i] +
                         displacement.local_element(surface.nodes[k].dofs[i]))
          return false;
    return true;
  }

  template <int dim>
  PlacedFace PlacedSurface<dim>::face(const int f) const
  {
    const std::size_t n = surface.shape.n_nodes(), first = f * n;
    return {{&face_x[first], n},
            surface.faces[f].orientation,
            surface.faces[f].is_rim,
            {&face_powers[first], n}};
  }

  template <int dim>
  Vector3 PlacedSurface<dim>::place(const Patch &patch, const int point) const
  {
    const auto weights = patch.weights_of(point);
    Vector3 result     = Vector3::Zero();
    for (std::size_t a = 0; a < weights.size(); ++a)
      result += weights[a] * x[patch.nodes[a]];
    return result;
  }

  template <int dim>
  Vector3 PlacedSurface<dim>::normal(const Patch &patch, const int point) const
  {
    const auto weights = patch.weights_of(point);
    Vector3 result     = Vector3::Zero();
    for (std::size_t a = 0; a < weights.size(); ++a)
      result += weights[a] * normals[2 * patch.nodes[a] + patch.side];
    return result;
  }

  template <int dim>
  bool PlacedSurface<dim>::measure(const Vector3 &at,
                                   const double largest_gap,
                                   std::vector<Candidate> &candidates)
  {
    bool may_touch = false;
    for (Candidate &one : candidates)
      {
        const double up     = one.slab.normal.dot(at);
        const double before = up - one.slab.high;
        const double off    = std::max({before, one.slab.low - up, 0.});
        one.square          = std::max(off * off, one.box.square_distance(at));
        may_touch           = may_touch || !(before > largest_gap);
      }
    return may_touch;
  }

  template <int dim>
  void
  PlacedSurface<dim>::find_candidates(const Patch &patch,
                                      const Vector3 &centre,
                                      const double radius,
                                      std::vector<Candidate> &candidates) const
  {
    const int other = surface.touches_itself ? patch.side : 1 - patch.side;
    const BoxSearch &boxes = *search[other];
    const double farthest  = reach + radius;
    candidates.clear();
    for (const int k : boxes.near(centre))
      {
        const int f = faces_of[other][k];
        if (boxes.box(k).square_distance(centre) > farthest * farthest ||
            std::binary_search(patch.neighbours.begin(),
                               patch.neighbours.end(),
                               f))
          continue;
        // Rubber behind a face is no thinner than half of its cell; what lies
        // deeper is the other side of a wall.
        const double depth =
          surface.touches_itself
            ? std::min(reach,
                       std::min(patch.height, surface.faces[f].height) / 2)
            : reach;
        candidates.push_back({f, depth, boxes.box(k), slabs[f]});
      }
  }

  template <int dim>
  std::vector<ContactPair>
  PlacedSurface<dim>::pairs(const double largest_gap) const
  {
    std::vector<ContactPair> result;
    result.reserve(surface.patches.size());
    std::vector<Candidate> candidates;
    std::vector<Vector3> points;
    for (std::size_t p = 0; p < surface.patches.size(); ++p)
      {
        const Patch &patch = surface.patches[p];
        if (!patch.is_own)
          continue;
        points.clear();
        Vector3 sum = Vector3::Zero();
        for (std::size_t q = 0; q < patch.areas.size(); ++q)
          {
            points.push_back(place(patch, static_cast<int>(q)));
            sum += points[q];
          }
        if (!sum.allFinite()) // an iterate that is none
          continue;
        Box box{points[0], points[0]};
        for (const Vector3 &at : points)
          {
            box.low  = box.low.cwiseMin(at);
            box.high = box.high.cwiseMax(at);
          }
        const Vector3 centre = (box.low + box.high) / 2;
        const double radius  = radius_of(box);
        find_candidates(patch, centre, radius, candidates);
        // Whatever is nearest of faces that lie far before all points is far:
        // which one it is need not be known.
        if (!measure(centre, largest_gap + radius, candidates))
          continue;
        const std::size_t first = result.size();
        for (std::size_t q = 0; q < points.size(); ++q)
          {
            const Vector3 &at = points[q];
            if (!measure(at, largest_gap, candidates))
              continue;
            if (auto pair =
                  partner(at, normal(patch, static_cast<int>(q)), candidates);
                pair && pair->gap <= largest_gap)
              {
                pair->patch = static_cast<int>(p);
                pair->point = static_cast<int>(q);
                result.push_back(*pair);
              }
          }
        const auto by_face = [](const ContactPair &a, const ContactPair &b) {
          return a.face < b.face;
        };
        if (!std::is_sorted(result.begin() + first, result.end(), by_face))
          std::stable_sort(result.begin() + first, result.end(), by_face);
      }
    return result;
  }

  template <int dim>
  std::optional<ContactPair>
  PlacedSurface<dim>::partner(const Vector3 &at,
                              const Vector3 &outward,
                              const std::vector<Candidate> &candidates) const
  {
    std::optional<ContactPair> best;
    double nearest     = reach;
    const double slack = 1e-9 * reach;
    // The nearest box first: most others need no closer look then.
    std::size_t first     = 0;
    double first_distance = std::numeric_limits<double>::max();
    for (std::size_t i = 0; i < candidates.size(); ++i)
      if (candidates[i].square < first_distance)
        {
          first_distance = candidates[i].square;
          first          = i;
        }
    for (std::size_t i = 0; i < candidates.size(); ++i)
      {
        // Begin with the first, which changes places with number 0.
        const Candidate &one =
          candidates[i == 0 ? first : (i == first ? 0 : i)];
        if (one.square > (nearest + slack) * (nearest + slack))
          continue;
        const Foot foot = find_foot(surface.shape, face(one.face), at);
        if (!(foot.distance <= nearest + slack) ||
            !(foot.normal.dot(outward) < 0) ||
            (foot.distance > one.depth &&
             (at - foot.place).dot(foot.normal) < 0))
          continue;
        // Faces that meet at the nearest point have the same distance.
        const bool is_tie =
          best && std::abs(foot.distance - best->foot.distance) <= slack &&
          (foot.place - best->foot.place).norm() <= 1e-3 * reach;
        if (is_tie)
          {
            best->side += foot.normal;
            if (foot.n_free() > best->foot.n_free())
              {
                best->face = one.face;
                best->foot = foot;
              }
          }
        else if (foot.distance < nearest)
          best =
            ContactPair{0, 0, one.face, foot, at, foot.normal, 0, one.depth};
        nearest = std::min(nearest, foot.distance);
      }
    if (!best || best->foot.is_beyond_rim)
      return {};
    best->gap = best->foot.n_free() == dim - 1
                  ? (at - best->foot.place).dot(best->foot.normal)
                  : std::copysign(best->foot.distance,
                                  (at - best->foot.place).dot(best->side));
    return best;
  }

  template <int dim>
  std::vector<PairGroup> group(const BodySurface<dim> &surface,
                               const std::vector<ContactPair> &pairs)
  {
    std::vector<PairGroup> groups;
    for (std::size_t k = 0; k < pairs.size(); ++k)
      if (k > 0 && pairs[k].patch == pairs[k - 1].patch &&
          pairs[k].face == pairs[k - 1].face)
        ++groups.back().last;
      else
        {
          const int on             = surface.patches[pairs[k].patch].face;
          std::array<int, 2> faces = {on < 0 ? -1 - pairs[k].patch : on,
                                      pairs[k].face};
          std::sort(faces.begin(), faces.end());
          groups.push_back({faces, k, k + 1});
        }
    std::stable_sort(groups.begin(),
                     groups.end(),
                     [](const PairGroup &a, const PairGroup &b) {
                       return a.faces < b.faces;
                     });
    return groups;
  }

  template std::vector<PairGroup> group(const BodySurface<2> &,
                                        const std::vector<ContactPair> &);
  template std::vector<PairGroup> group(const BodySurface<3> &,
                                        const std::vector<ContactPair> &);
  template class PlacedSurface<2>;
  template class PlacedSurface<3>;
} // namespace rivlin
