// SPDX-License-Identifier: Apache-2.0
// Spaces, numbering and geometry tables; FEValues is used here once per cell
// and never again in assembly.
#include <rivlin/spaces/discretization.h>

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>
#include <rivlin/spaces/point_text.h>

#include <deal.II/base/quadrature_lib.h>
#include <deal.II/dofs/dof_tools.h>
#include <deal.II/fe/fe_q.h>
#include <deal.II/fe/fe_values.h>
#include <deal.II/fe/mapping_q.h>
#include <deal.II/grid/grid_tools.h>

#include <algorithm>
#include <set>

namespace rivlin
{
  using namespace dealii;

  namespace
  {
    template <int dim>
    std::unique_ptr<FESystem<dim>> make_element(const ElementChoice choice)
    {
      if (choice.mixed && choice.degree < 2)
        throw Error(
          "Element: the mixed element needs degree 2 or more; degree is " +
          number_text(choice.degree) +
          ". Raise \"Degree\" or choose the displacement formulation.");
      if (choice.degree < 1 || choice.degree > 4)
        throw Error("Element: \"Degree\" must be from 1 to 4; it is " +
                    number_text(choice.degree) + ".");
      const FE_Q<dim> displacement(choice.degree);
      if (choice.mixed)
        return std::make_unique<FESystem<dim>>(displacement,
                                               dim,
                                               FE_Q<dim>(choice.degree - 1),
                                               1);
      return std::make_unique<FESystem<dim>>(displacement, dim);
    }

    /// Reference shape functions at the Gauss points, laid out for the kernel.
    template <int dim>
    ElementBasis make_basis(const FESystem<dim> &fe,
                            const Quadrature<dim> &quadrature)
    {
      const FiniteElement<dim> &displacement = fe.base_element(0);
      ElementBasis basis;
      basis.dim     = dim;
      basis.n_nodes = displacement.n_dofs_per_cell();
      basis.n_pressure_nodes =
        fe.n_base_elements() > 1 ? fe.base_element(1).n_dofs_per_cell() : 0;
      basis.n_points = quadrature.size();
      for (const Point<dim> &point : quadrature.get_points())
        {
          for (int a = 0; a < basis.n_nodes; ++a)
            basis.values.push_back(displacement.shape_value(a, point));
          for (int r = 0; r < dim; ++r)
            for (int a = 0; a < basis.n_nodes; ++a)
              basis.reference_gradients.push_back(
                displacement.shape_grad(a, point)[r]);
          for (int m = 0; m < basis.n_pressure_nodes; ++m)
            basis.pressure_values.push_back(
              fe.base_element(1).shape_value(m, point));
        }
      return basis;
    }
  } // namespace

  template <int dim>
  Discretization<dim>::Discretization(
    const Mesh<dim> &mesh,
    const ElementChoice choice,
    const double thickness,
    const std::vector<std::string> &shared_sets)
    : fe(make_element<dim>(choice))
    , n_nodes(fe->base_element(0).n_dofs_per_cell())
    , n_pressure_nodes(choice.mixed ? fe->base_element(1).n_dofs_per_cell() : 0)
    , plane_thickness(dim == 2 ? thickness : 1.)
    , mapping_cache(choice.degree)
    , dof_handler(mesh.triangulation)
  {
    if (mesh.geometry)
      {
        const std::vector<Point<dim>> nodes =
          FE_Q<dim>(choice.degree).get_unit_support_points();
        mapping_cache.initialize(
          mesh.triangulation,
          [&](const typename Triangulation<dim>::cell_iterator &cell) {
            return mesh.geometry(cell, nodes);
          });
      }
    else
      mapping_cache.initialize(MappingQ<dim>(choice.degree),
                               mesh.triangulation);
    dof_handler.distribute_dofs(*fe);
    IndexSet relevant;
    DoFTools::extract_locally_relevant_dofs(dof_handler, relevant);
    if (!shared_sets.empty())
      relevant.add_indices(displacements_of(mesh, shared_sets));
    partitioner = std::make_shared<Utilities::MPI::Partitioner>(
      dof_handler.locally_owned_dofs(), relevant, communicator());

    to_kernel_order.resize(fe->n_dofs_per_cell());
    for (unsigned int k = 0; k < fe->n_dofs_per_cell(); ++k)
      {
        const auto [component, node] = fe->system_to_component_index(k);
        to_kernel_order[k] =
          component < dim ? node * dim + component : n_nodes * dim + node;
      }
    for (int m = 0; m < n_pressure_nodes; ++m)
      {
        const Point<dim> place = fe->base_element(1).unit_support_point(m);
        int twin               = -1;
        for (int a = 0; a < n_nodes; ++a)
          if (fe->base_element(0).unit_support_point(a).distance(place) < 1e-12)
            twin = a;
        pressure_twin.push_back(twin);
      }
    tabulate_cells();
  }

  template <int dim>
  IndexSet Discretization<dim>::displacements_of(
    const Mesh<dim> &mesh, const std::vector<std::string> &sets) const
  {
    std::set<types::boundary_id> ids;
    for (const std::string &set : sets)
      ids.insert(mesh.boundary_id(set));
    std::vector<types::global_dof_index> own, indices(fe->n_dofs_per_cell());
    for (const auto &cell : dof_handler.active_cell_iterators())
      if (cell->is_locally_owned())
        for (const unsigned int face : cell->face_indices())
          if (cell->face(face)->at_boundary() &&
              ids.count(cell->face(face)->boundary_id()) > 0)
            {
              cell->get_dof_indices(indices);
              for (unsigned int k = 0; k < indices.size(); ++k)
                if (fe->system_to_component_index(k).first < dim &&
                    fe->has_support_on_face(k, face))
                  own.push_back(indices[k]);
            }
    IndexSet result(dof_handler.n_dofs());
    for (auto &part : Utilities::MPI::all_gather(communicator(), own))
      {
        std::sort(part.begin(), part.end());
        result.add_indices(part.begin(), part.end());
      }
    return result;
  }

  template <int dim>
  void Discretization<dim>::tabulate_cells()
  {
    const QGauss<dim> quadrature(fe->degree + 1);
    n_points = quadrature.size();
    element_kernel =
      std::make_unique<ElementKernel>(make_basis(*fe, quadrature));

    FEValues<dim> values(mapping_cache,
                         fe->base_element(0),
                         quadrature,
                         update_inverse_jacobians | update_JxW_values);
    std::vector<types::global_dof_index> indices(fe->n_dofs_per_cell());
    for (const auto &cell : dof_handler.active_cell_iterators())
      if (cell->is_locally_owned())
        {
          values.reinit(
            typename Triangulation<dim>::active_cell_iterator(cell));
          cell->get_dof_indices(indices);
          const std::size_t first = dof_table.size();
          dof_table.resize(first + indices.size());
          for (unsigned int k = 0; k < indices.size(); ++k)
            dof_table[first + to_kernel_order[k]] = local_index(indices[k]);
          for (int q = 0; q < n_points; ++q)
            {
              const auto &inverse = values.inverse_jacobian(q);
              for (int r = 0; r < dim; ++r)
                for (int J = 0; J < dim; ++J)
                  inverse_jacobian_table.push_back(inverse[r][J]);
              weight_table.push_back(values.JxW(q) * plane_thickness);
            }
          cells.push_back(cell);
        }
  }

  template <int dim>
  typename Discretization<dim>::Place
  Discretization<dim>::locate(const Point<dim> &X) const
  {
    Place place;
    const auto found = GridTools::find_active_cell_around_point(
      mapping_cache, dof_handler, X, {}, 1e-8);
    const int none = Utilities::MPI::n_mpi_processes(communicator());
    int holder     = none;
    if (found.first != dof_handler.end() && found.first->is_locally_owned())
      {
        place.cell = static_cast<int>(
          std::distance(cells.begin(),
                        std::find(cells.begin(), cells.end(), found.first)));
        place.reference = found.second;
        holder          = Utilities::MPI::this_mpi_process(communicator());
      }
    place.rank = Utilities::MPI::min(holder, communicator());
    if (place.rank == none)
      {
        throw Error(
          "The point " + point_text(X) +
          " lies outside the mesh. Move it inside the undeformed body.");
      }
    if (holder != place.rank)
      place.cell = -1;
    return place;
  }

  template <int dim>
  Tensor<1, dim>
  Discretization<dim>::interpolate_displacement(const Place &place,
                                                const DofVector &dofs) const
  {
    Tensor<1, dim> u;
    if (place.cell >= 0)
      for (int a = 0; a < n_nodes; ++a)
        {
          const double shape =
            fe->base_element(0).shape_value(a, place.reference);
          for (int i = 0; i < dim; ++i)
            u[i] +=
              shape * dofs.local_element(cell_dofs(place.cell)[a * dim + i]);
        }
    return u;
  }

  template class Discretization<2>;
  template class Discretization<3>;
} // namespace rivlin
