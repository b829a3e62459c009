// SPDX-License-Identifier: Apache-2.0
// The faces of two sides of the body that may touch each other, of all ranks on
// every rank.
#pragma once

#include <rivlin/fe/body_action.h>
#include <rivlin/solid/box_search.h>
#include <rivlin/solid/face_distance.h>

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rivlin
{
  /// Where the energy of contact is evaluated.
  enum class ContactPoints
  {
    gauss, ///< as many Gauss points per direction as nodes
    nodes  ///< with their areas by Gauss-Lobatto quadrature
  };

  /// Names of the boundary sets of either side.
  using ContactSides = std::array<std::vector<std::string>, 2>;

  template <int dim>
  struct BodySurface
  {
    struct Node
    {
      std::array<unsigned int, dim> dofs; ///< local
      Vector3 X;
      double area = 0; ///< undeformed, the integral of its shape function
      /// Vertices (numbers of nodes) with their linear shape functions here.
      std::vector<std::pair<int, double>> vertices = {};
      bool is_on_first_side                        = false;
    };
    struct Face
    {
      int side;
      double orientation; ///< see PlacedFace
      std::array<bool, 4> is_rim;
    };
    /// Where one side feels the other.
    struct Point
    {
      int side;
      std::vector<int> nodes;      ///< of the surface, with ...
      std::vector<double> weights; ///< ... their shape functions there
      double area;                 ///< undeformed
      bool is_own;                 ///< whether this rank looks after it
    };

    FaceShape shape;
    std::vector<Node> nodes;
    std::vector<Face> faces;
    std::vector<int> face_nodes; ///< shape.n_nodes() per face
    std::vector<Point> points;

    std::span<const int> nodes_of(const int face) const
    {
      return {face_nodes.data() + std::size_t(face) * shape.n_nodes(),
              std::size_t(shape.n_nodes())};
    }
  };

  /// All ranks must know the degrees of freedom of the sets
  /// (ModelDefinition::shared_sets). Throws Error for an unknown set and for a
  /// set on both sides. Collective.
  template <int dim>
  BodySurface<dim> collect_surface(const BodyView<dim> &body,
                                   const ContactSides &sides,
                                   ContactPoints points,
                                   const std::string &name);

  /// A point of one side and what is nearest to it on the other.
  struct ContactPair
  {
    int face;
    Foot foot;
    Vector3 side; ///< outward normal of the other side there
    double gap;
  };

  /// The surface at one state of the body.
  template <int dim>
  class PlacedSurface
  {
  public:
    /// Looks for partners up to `reach` away.
    PlacedSurface(const BodySurface<dim> &surface,
                  const DofVector &displacement,
                  double reach);

    Vector3 place(const typename BodySurface<dim>::Point &point) const;
    Vector3 normal(const typename BodySurface<dim>::Point &point) const;

    /// The nearest face of the other side that faces the point (opposite
    /// normals) and has no node in common with it; none beyond its rim.
    std::optional<ContactPair>
    partner(const typename BodySurface<dim>::Point &point) const;

    /// The nodes of a face in space, in `nodes`.
    PlacedFace face(int f, std::span<Vector3> nodes) const;

  private:
    const BodySurface<dim> &surface;
    double reach;
    std::vector<Vector3> x;
    std::vector<Vector3> normals;                   ///< of the nodes, per side
    std::array<std::vector<int>, 2> faces_of;       ///< of each side
    std::array<std::optional<BoxSearch>, 2> search; ///< over faces_of
  };
} // namespace rivlin
