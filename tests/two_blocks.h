// SPDX-License-Identifier: Apache-2.0
// Two blocks one above the other in one mesh, with meshes that need not match
// and sides that may be curved.
#pragma once

#include <rivlin/spaces/mesh.h>

#include <deal.II/grid/grid_generator.h>
#include <deal.II/grid/grid_tools.h>
#include <deal.II/fe/fe_q.h>

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace rivlin
{
  template <int dim>
  struct BlockOfTwo
  {
    dealii::Point<dim> low, high;
    std::vector<unsigned int> cells;
    /// Where a point of the box lies; empty: there.
    std::function<dealii::Point<dim>(const dealii::Point<dim> &)> map = {};
  };

  /// Sets "lower x0", ..., "upper y1", unless `rename` gives others.
  template <int dim>
  std::unique_ptr<Mesh<dim>>
  two_blocks(const std::array<BlockOfTwo<dim>, 2> &blocks,
             const std::function<std::string(const std::string &)> &rename = {})
  {
    auto flat = std::make_shared<dealii::Triangulation<dim>>();
    std::array<dealii::Triangulation<dim>, 2> parts;
    for (int b = 0; b < 2; ++b)
      dealii::GridGenerator::subdivided_hyper_rectangle(parts[b],
                                                        blocks[b].cells,
                                                        blocks[b].low,
                                                        blocks[b].high);
    // Where blocks touch, their vertices stay apart: they are far away first.
    dealii::Tensor<1, dim> away;
    away[0] = 1e3 * (1 + blocks[1].high.distance(blocks[0].low));
    dealii::GridTools::shift(away, parts[1]);
    dealii::GridGenerator::merge_triangulations(parts[0], parts[1], *flat);
    const int n_lower = parts[0].n_active_cells();
    std::vector<bool> moved(flat->n_vertices(), false);
    for (const auto &cell : flat->active_cell_iterators())
      if (static_cast<int>(cell->index()) >= n_lower)
        for (const unsigned int v : cell->vertex_indices())
          if (!moved[cell->vertex_index(v)])
            {
              moved[cell->vertex_index(v)] = true;
              cell->vertex(v) -= away;
            }
    auto mesh = std::make_unique<Mesh<dim>>(MPI_COMM_WORLD);
    for (const auto &cell : flat->active_cell_iterators())
      {
        const int b = static_cast<int>(cell->index()) >= n_lower;
        for (const unsigned int f : cell->face_indices())
          if (cell->face(f)->at_boundary())
            {
              std::string name = std::string(b ? "upper " : "lower ") +
                                 "xyz"[f / 2] + "01"[f % 2];
              if (rename)
                name = rename(name);
              const auto id = mesh->boundary_sets
                                .emplace(name, mesh->boundary_sets.size() + 1)
                                .first->second;
              cell->face(f)->set_boundary_id(id);
            }
        cell->set_material_id(0);
      }
    mesh->material_sets = {{"rubber", 0}};
    mesh->triangulation.copy_triangulation(*flat);
    const auto place = [flat,
                        blocks,
                        n_lower](const int coarse,
                                 const dealii::Point<dim> &reference) {
      const dealii::FE_Q<dim> linear(1);
      const typename dealii::Triangulation<dim>::cell_iterator cell(flat.get(),
                                                                    0,
                                                                    coarse);
      dealii::Point<dim> x;
      for (const unsigned int v : cell->vertex_indices())
        x += linear.shape_value(v, reference) * cell->vertex(v);
      const auto &map = blocks[coarse >= n_lower].map;
      return map ? map(x) : x;
    };
    mesh->geometry =
      [place](const typename dealii::Triangulation<dim>::cell_iterator &cell,
              const std::vector<dealii::Point<dim>> &reference) {
        const auto [coarse, points] = in_coarse_cell<dim>(cell, reference);
        std::vector<dealii::Point<dim>> result;
        for (const dealii::Point<dim> &point : points)
          result.push_back(place(coarse, point));
        return result;
      };
    move_vertices(*mesh);
    return mesh;
  }
} // namespace rivlin
