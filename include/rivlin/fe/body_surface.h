// SPDX-License-Identifier: Apache-2.0
// The faces of the body that may touch each other, of all ranks on every rank.
#pragma once

#include <rivlin/fe/body_action.h>
#include <rivlin/solid/face_distance.h>

#include <array>
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

  /// Names of the boundary sets of either side; the same sets twice: they may
  /// touch themselves.
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
      double height;      ///< of the cell behind it, undeformed
      std::array<bool, 4> is_rim;
    };
    /// Where one side feels the other: points with the same nodes, those of a
    /// face or one node.
    struct Patch
    {
      int side;
      int face;               ///< whose points these are; -1: those of a node
      std::vector<int> nodes; ///< of the surface
      bool is_own;            ///< whether this rank looks after it
      double height;          ///< smallest of the cells behind it
      std::vector<double> areas;   ///< of the points, undeformed
      std::vector<double> weights; ///< shape functions of the nodes, per point
      /// Faces that have a node in common with it, ascending.
      std::vector<int> neighbours = {};

      std::span<const double> weights_of(const int point) const
      {
        return {weights.data() + point * nodes.size(), nodes.size()};
      }
    };

    FaceShape shape;
    bool touches_itself; ///< there is one side only, number 0
    std::vector<Node> nodes          = {};
    std::vector<Face> faces          = {};
    std::vector<int> face_nodes      = {}; ///< shape.n_nodes() per face
    std::vector<Patch> patches       = {};
    std::vector<FaceValues> at_nodes = {}; ///< shape functions of a face

    std::span<const int> nodes_of(const int face) const
    {
      return {face_nodes.data() + std::size_t(face) * shape.n_nodes(),
              std::size_t(shape.n_nodes())};
    }
  };

  /// All ranks must know the degrees of freedom of the sets
  /// (ModelDefinition::shared_sets). Throws Error for an unknown set and for a
  /// set on both sides, unless both are the same sets. Collective.
  template <int dim>
  BodySurface<dim> collect_surface(const BodyView<dim> &body,
                                   const ContactSides &sides,
                                   ContactPoints points,
                                   const std::string &name);

  /// Of forces on the nodes, with ghosts, per node: force over area at the
  /// vertices, linear between them. Forces of single points scatter, sums with
  /// linear functions do not.
  template <int dim>
  std::vector<double> nodal_pressures(const BodySurface<dim> &surface,
                                      const DofVector &force);
} // namespace rivlin
