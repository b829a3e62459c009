// SPDX-License-Identifier: Apache-2.0
// Look-up of named sets.
#include <rivlin/fe/mesh.h>

#include <rivlin/base/error.h>
#include <rivlin/base/nearest_name.h>

#include <deal.II/base/mpi.h>

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

  template struct Mesh<2>;
  template struct Mesh<3>;
} // namespace rivlin
