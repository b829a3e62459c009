// SPDX-License-Identifier: Apache-2.0
// Numbering of the points of a block; only those of cells are kept.
#include <rivlin/spaces/mesh_block.h>

#include <deal.II/base/geometry_info.h>

#include <utility>
#include <vector>

namespace rivlin
{
  namespace
  {
    /// In the order of creation, which is that of the coarse cells.
    template <int dim>
    std::vector<Index3> existing_cells(const MeshBlock<dim> &block)
    {
      std::vector<Index3> cells;
      for (int k = 0; k < (dim == 3 ? block.n[2] : 1); ++k)
        for (int j = 0; j < block.n[1]; ++j)
          for (int i = 0; i < block.n[0]; ++i)
            if (block.material({i, j, k}))
              cells.push_back({i, j, k});
      return cells;
    }
  } // namespace

  template <int dim>
  void create_cells(const MeshBlock<dim> &block, Mesh<dim> &mesh)
  {
    const int points_1    = block.is_closed ? block.n[1] : block.n[1] + 1;
    const int layers      = dim == 3 ? block.n[2] + 1 : 1;
    const auto grid_point = [&](const Index3 &cell, const unsigned int v) {
      const int j = (cell[1] + ((v >> 1) & 1)) % points_1;
      const int k = cell[2] + ((v >> 2) & 1);
      return cell[0] + (v & 1) + (block.n[0] + 1) * (j + points_1 * k);
    };
    const std::vector<Index3> index = existing_cells(block);
    std::vector<std::optional<dealii::Point<dim>>> grid((block.n[0] + 1) *
                                                        points_1 * layers);
    for (const Index3 &cell : index)
      for (const unsigned int v : dealii::GeometryInfo<dim>::vertex_indices())
        if (auto &place = grid[grid_point(cell, v)]; !place)
          place =
            block.point(cell, dealii::GeometryInfo<dim>::unit_cell_vertex(v));

    std::vector<dealii::Point<dim>> points;
    std::vector<unsigned int> numbers(grid.size());
    for (std::size_t i = 0; i < grid.size(); ++i)
      if (grid[i])
        {
          numbers[i] = points.size();
          points.push_back(*grid[i]);
        }
    std::vector<dealii::CellData<dim>> cells(index.size());
    for (std::size_t c = 0; c < cells.size(); ++c)
      {
        for (const unsigned int v : dealii::GeometryInfo<dim>::vertex_indices())
          cells[c].vertices[v] = numbers[grid_point(index[c], v)];
        cells[c].material_id = *block.material(index[c]);
      }
    mesh.triangulation.create_triangulation(points, cells, {});

    for (const auto &cell : mesh.triangulation.cell_iterators_on_level(0))
      for (const unsigned int f : cell->face_indices())
        if (cell->face(f)->at_boundary())
          cell->face(f)->set_boundary_id(block.side(index[cell->index()], f));
  }

  template <int dim>
  void bend_cells(const MeshBlock<dim> &block, Mesh<dim> &mesh)
  {
    mesh.geometry =
      [point = block.point, index = existing_cells(block)](
        const typename dealii::Triangulation<dim>::cell_iterator &cell,
        const std::vector<dealii::Point<dim>> &reference) {
        const auto [coarse, places] = in_coarse_cell<dim>(cell, reference);
        std::vector<dealii::Point<dim>> points;
        for (const dealii::Point<dim> &place : places)
          points.push_back(point(index[coarse], place));
        return points;
      };
  }

  template void create_cells(const MeshBlock<2> &, Mesh<2> &);
  template void create_cells(const MeshBlock<3> &, Mesh<3> &);
  template void bend_cells(const MeshBlock<2> &, Mesh<2> &);
  template void bend_cells(const MeshBlock<3> &, Mesh<3> &);
} // namespace rivlin
