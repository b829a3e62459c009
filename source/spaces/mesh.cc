// SPDX-License-Identifier: Apache-2.0
// Look-up of named sets, and where refined cells lie.
#include <rivlin/spaces/mesh.h>

#include <rivlin/base/error.h>
#include <rivlin/base/nearest_name.h>

#include <deal.II/base/mpi.h>
#include <deal.II/grid/cell_id.h>

#include <vector>

namespace rivlin
{
  namespace
  {
    template <typename Id>
    Id find_set(const std::map<std::string, Id> &sets,
                const std::string &name,
                const std::string &kind)
    {
      if (const auto entry = sets.find(name); entry != sets.end())
        return entry->second;
      std::vector<std::string> names;
      std::string list;
      for (const auto &[known, id] : sets)
        {
          names.push_back(known);
          list += (list.empty() ? "\"" : ", \"") + known + "\"";
        }
      throw Error("The mesh has no " + kind + " set \"" + name +
                  "\"; did you mean \"" + nearest_name(name, names) +
                  "\"? Its " + kind + " sets are " + list + ".");
    }
  } // namespace

  template <int dim>
  Mesh<dim>::Mesh(MPI_Comm communicator)
    : triangulation(communicator)
  {}

  template <int dim>
  dealii::types::boundary_id
  Mesh<dim>::boundary_id(const std::string &name) const
  {
    return find_set(boundary_sets, name, "boundary");
  }

  template <int dim>
  dealii::types::material_id
  Mesh<dim>::material_id(const std::string &name) const
  {
    return find_set(material_sets, name, "material");
  }

  template <int dim>
  dealii::Point<dim> Mesh<dim>::centre(const std::string &name) const
  {
    if (const auto known = known_centres.find(name);
        known != known_centres.end())
      return known->second;
    const auto id = boundary_id(name);
    dealii::Point<dim> moment;
    double area = 0;
    for (const auto &cell : triangulation.active_cell_iterators())
      if (cell->is_locally_owned())
        for (const auto &face : cell->face_iterators())
          if (face->at_boundary() && face->boundary_id() == id)
            {
              area += face->measure();
              moment += face->measure() * face->center();
            }
    const MPI_Comm communicator = triangulation.get_communicator();
    moment                      = dealii::Point<dim>(
      dealii::Utilities::MPI::sum(dealii::Tensor<1, dim>(moment),
                                  communicator));
    return moment / dealii::Utilities::MPI::sum(area, communicator);
  }

  template <int dim>
  std::pair<int, std::vector<dealii::Point<dim>>>
  in_coarse_cell(const typename dealii::Triangulation<dim>::cell_iterator &cell,
                 const std::vector<dealii::Point<dim>> &reference)
  {
    auto ancestor = cell;
    while (ancestor->level() > 0)
      ancestor = ancestor->parent();
    const dealii::CellId id                = cell->id();
    const auto children                    = id.get_child_indices();
    std::vector<dealii::Point<dim>> points = reference;
    for (dealii::Point<dim> &x : points)
      for (std::size_t i = children.size(); i-- > 0;)
        x =
          dealii::GeometryInfo<dim>::child_to_cell_coordinates(x, children[i]);
    return {ancestor->index(), points};
  }

  template <int dim>
  void move_vertices(Mesh<dim> &mesh)
  {
    std::vector<dealii::Point<dim>> corners;
    for (const unsigned int v : dealii::GeometryInfo<dim>::vertex_indices())
      corners.push_back(dealii::GeometryInfo<dim>::unit_cell_vertex(v));
    for (const auto &cell : mesh.triangulation.active_cell_iterators())
      if (!cell->is_artificial())
        {
          const auto points = mesh.geometry(cell, corners);
          for (const unsigned int v : cell->vertex_indices())
            cell->vertex(v) = points[v];
        }
  }

  template struct Mesh<2>;
  template struct Mesh<3>;
  template std::pair<int, std::vector<dealii::Point<2>>>
  in_coarse_cell(const dealii::Triangulation<2>::cell_iterator &,
                 const std::vector<dealii::Point<2>> &);
  template std::pair<int, std::vector<dealii::Point<3>>>
  in_coarse_cell(const dealii::Triangulation<3>::cell_iterator &,
                 const std::vector<dealii::Point<3>> &);
  template void move_vertices(Mesh<2> &);
  template void move_vertices(Mesh<3> &);
} // namespace rivlin
