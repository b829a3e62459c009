// SPDX-License-Identifier: Apache-2.0
// Box and membrane; the bushing has a file of its own.
#include <rivlin/spaces/mesh_generator.h>

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>
#include <rivlin/spaces/bushing_generator.h>
#include <rivlin/spaces/mesh_block.h>
#include <rivlin/mesh/element_spacing.h>

#include <functional>
#include <string>

namespace rivlin
{
  namespace
  {
    /// A box mapped by `map` from [0,1]^dim.
    template <int dim>
    void make_mapped_box(
      const MeshParameters &p,
      const std::function<dealii::Point<dim>(const dealii::Point<dim> &)> &map,
      Mesh<dim> &mesh)
    {
      const std::array<std::string, 3> names = {"Elements x",
                                                "Elements y",
                                                "Elements z"};
      for (int d = 0; d < dim; ++d)
        {
          check_element_count(names[d], p.elements[d]);
          require_in_mesh(p.shape == MeshShape::cook || p.size[d] > 0,
                          "a box needs positive sizes; size " + number_text(d) +
                            " is " + number_text(p.size[d]) + ".");
        }
      MeshBlock<dim> block;
      block.n     = p.elements;
      block.point = [&](const Index3 &cell,
                        const dealii::Point<dim> &reference) {
        dealii::Point<dim> s;
        for (int d = 0; d < dim; ++d)
          s[d] = (cell[d] + reference[d]) / p.elements[d];
        return map(s);
      };
      block.material = [](const Index3 &) {
        return dealii::types::material_id(0);
      };
      create_cells(block, mesh);
      mesh.material_sets = {{"rubber", 0}};
    }

    template <int dim>
    void make_box(const MeshParameters &p, Mesh<dim> &mesh)
    {
      make_mapped_box<dim>(
        p,
        [&](const dealii::Point<dim> &s) {
          dealii::Point<dim> x;
          for (int d = 0; d < dim; ++d)
            x[d] = p.size[d] * s[d];
          return x;
        },
        mesh);
      mesh.boundary_sets = {{"x0", 0}, {"x1", 1}, {"y0", 2}, {"y1", 3}};
      if (dim == 3)
        mesh.boundary_sets.insert({{"z0", 4}, {"z1", 5}});
    }

    /// Corners (0,0) (48,44) (48,60) (0,44), Cook (1974).
    template <int dim>
    void make_cook(const MeshParameters &p, Mesh<dim> &mesh)
    {
      make_mapped_box<dim>(
        p,
        [&](const dealii::Point<dim> &s) {
          dealii::Point<dim> x;
          x[0] = 48 * s[0];
          x[1] = 44 * s[0] + s[1] * (44 - 28 * s[0]);
          if constexpr (dim == 3)
            x[2] = p.size[2] * s[2];
          return x;
        },
        mesh);
      mesh.boundary_sets = {{"left", 0},
                            {"right", 1},
                            {"bottom", 2},
                            {"top", 3}};
      if (dim == 3)
        mesh.boundary_sets.insert({{"back", 4}, {"front", 5}});
    }
  } // namespace

  template <int dim>
  std::unique_ptr<Mesh<dim>> make_mesh(const MeshParameters &parameters,
                                       MPI_Comm communicator)
  {
    require_in_mesh(parameters.refinements >= 0 && parameters.refinements <= 10,
                    "\"Refinements\" must be from 0 to 10; it is " +
                      number_text(parameters.refinements) + ".");
    auto mesh = std::make_unique<Mesh<dim>>(communicator);
    switch (parameters.shape)
      {
        case MeshShape::bushing:
          make_bushing(parameters, *mesh);
          break;
        case MeshShape::box:
          make_box(parameters, *mesh);
          break;
        case MeshShape::cook:
          make_cook(parameters, *mesh);
          break;
        case MeshShape::file:
          throw Error("Mesh: the generator does not read files.");
      }
    mesh->triangulation.refine_global(parameters.refinements);
    if (mesh->geometry)
      move_vertices(*mesh);
    return mesh;
  }

  template std::unique_ptr<Mesh<2>> make_mesh(const MeshParameters &, MPI_Comm);
  template std::unique_ptr<Mesh<3>> make_mesh(const MeshParameters &, MPI_Comm);
} // namespace rivlin
