// SPDX-License-Identifier: Apache-2.0
// The block of a bushing with numbers for its names.
#include <rivlin/spaces/bushing_generator.h>

#include <rivlin/base/number_text.h>

#include <rivlin/spaces/bushing_shape.h>
#include <rivlin/spaces/mesh_block.h>

#include <deal.II/grid/manifold_lib.h>

#include <memory>

namespace rivlin
{
  namespace
  {
    /// All names that a bushing can have; their places are the numbers.
    std::vector<std::string> side_names(const int n_voids)
    {
      std::vector<std::string> names = {
        "inner", "outer", "start", "end", "bottom", "top"};
      for (const std::string end : {"bottom", "top"})
        for (const std::string part : {"", " seat", " rim"})
          names.push_back("flange " + end + part);
      for (int i = 1; i <= n_voids; ++i)
        for (const std::string part : {" inner", " outer", " ends"})
          names.push_back("void " + number_text(i) + part);
      return names;
    }
  } // namespace

  template <int dim>
  void make_bushing(const MeshParameters &parameters, Mesh<dim> &mesh)
  {
    const auto shape = std::make_shared<const BushingShape>(parameters, dim);

    MeshBlock<dim> block;
    block.n = shape->n_cells();
    if (dim == 2)
      block.n[2] = 1;
    block.is_closed = shape->is_closed();
    block.point     = [shape](const Index3 &cell,
                          const dealii::Point<dim> &reference) {
      std::array<double, 3> inside = {0, 0, 0};
      for (int d = 0; d < dim; ++d)
        inside[d] = reference[d];
      const std::array<double, 3> x = shape->point(cell, inside);
      dealii::Point<dim> point;
      for (int d = 0; d < dim; ++d)
        point[d] = x[d];
      return point;
    };
    block.material = [shape](const Index3 &cell) {
      const auto region = shape->region(cell);
      return region
               ? std::optional(static_cast<dealii::types::material_id>(*region))
               : std::nullopt;
    };
    std::map<std::string, dealii::types::boundary_id> numbers;
    for (const std::string &name : side_names(parameters.voids))
      numbers.insert({name, numbers.size()});
    block.side = [&](const Index3 &cell, const unsigned int face) {
      const std::string name   = shape->side(cell, face);
      mesh.boundary_sets[name] = numbers.at(name);
      return numbers.at(name);
    };
    create_cells(block, mesh);

    mesh.known_centres = {{"inner", {}}, {"outer", {}}};
    const auto number  = [](const BushingRegion region) {
      return static_cast<dealii::types::material_id>(region);
    };
    mesh.material_sets = {{"rubber", number(BushingRegion::rubber)}};
    if (parameters.inner_steel > 0)
      mesh.material_sets["inner steel"] = number(BushingRegion::inner_steel);
    if (parameters.outer_steel > 0)
      mesh.material_sets["outer steel"] = number(BushingRegion::outer_steel);

    if (shape->is_bent())
      {
        bend_cells(block, mesh);
        return;
      }
    mesh.triangulation.set_all_manifold_ids(0);
    if constexpr (dim == 3)
      mesh.triangulation.set_manifold(0, dealii::CylindricalManifold<dim>(2));
    else
      mesh.triangulation.set_manifold(0, dealii::PolarManifold<dim>());
  }

  template void make_bushing(const MeshParameters &, Mesh<2> &);
  template void make_bushing(const MeshParameters &, Mesh<3> &);
} // namespace rivlin
