// SPDX-License-Identifier: Apache-2.0
// A distributed mesh whose boundary parts and material regions have names.
#pragma once

#include <deal.II/distributed/tria.h>

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace rivlin
{
  template <int dim>
  struct Mesh
  {
    explicit Mesh(MPI_Comm communicator);

    dealii::parallel::distributed::Triangulation<dim> triangulation;

    /// Names of the parts of the boundary and of the material regions.
    std::map<std::string, dealii::types::boundary_id> boundary_sets;
    std::map<std::string, dealii::types::material_id> material_sets;

    /// Centres that the maker of the mesh knows, such as the axis of a sleeve.
    std::map<std::string, dealii::Point<dim>> known_centres;

    /// Where points of the reference cell lie, for any cell of the
    /// triangulation; empty if its vertices and manifolds say it all. A mesh
    /// file with mid-nodes has it, and so has a bushing with voids.
    std::function<std::vector<dealii::Point<dim>>(
      const typename dealii::Triangulation<dim>::cell_iterator &,
      const std::vector<dealii::Point<dim>> &)>
      geometry;

    /// Checksum of what a mesh file says; empty for generated meshes.
    std::string checksum;

    /// Centre of a boundary set: the known one, else the centroid of its area.
    dealii::Point<dim> centre(const std::string &name) const;

    /// The number behind a name; throws Error with the nearest name and the
    /// list of names if there is none.
    dealii::types::boundary_id boundary_id(const std::string &name) const;
    dealii::types::material_id material_id(const std::string &name) const;
  };

  /// Index of the coarse cell that a cell is part of, and points of the cell
  /// in the reference coordinates of that coarse cell.
  template <int dim>
  std::pair<int, std::vector<dealii::Point<dim>>>
  in_coarse_cell(const typename dealii::Triangulation<dim>::cell_iterator &cell,
                 const std::vector<dealii::Point<dim>> &reference);

  /// Put the vertices of refined cells where mesh.geometry says; deal.II put
  /// them on straight lines.
  template <int dim>
  void move_vertices(Mesh<dim> &mesh);
} // namespace rivlin
