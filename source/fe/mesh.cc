// SPDX-License-Identifier: Apache-2.0
// Look-up of named sets.
#include <rivlin/fe/mesh.h>

#include <rivlin/base/error.h>
#include <rivlin/base/nearest_name.h>

#include <vector>

namespace rivlin
{
  namespace
  {
    template <typename Id>
    Id
    find_set(const std::map<std::string, Id> &sets,
             const std::string               &name,
             const std::string               &kind)
    {
      if (const auto entry = sets.find(name); entry != sets.end())
        return entry->second;
      std::vector<std::string> names;
      std::string              list;
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

  template struct Mesh<2>;
  template struct Mesh<3>;
} // namespace rivlin
