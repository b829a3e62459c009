// SPDX-License-Identifier: Apache-2.0
// Fields at the nodes of Lagrange cells, cell by cell, for the VTU files.
#include <rivlin/fe/vtu_writer.h>

#include <rivlin/base/number_text.h>
#include <rivlin/fe/compressed_encoding.h>
#include <rivlin/fe/gauss_point_fields.h>
#include <rivlin/solid/stress_measures.h>
#include <rivlin/spaces/first_rank.h>

#include <deal.II/base/mpi.h>
#include <deal.II/base/quadrature.h>
#include <deal.II/fe/fe_dgq.h>
#include <deal.II/fe/fe_values.h>

#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace rivlin
{
  using namespace dealii;

  namespace
  {
    /// Fields that grow cell by cell; floats are exact enough for pictures.
    class GrowingField
    {
    public:
      GrowingField(const std::string &field_name, const int n_field_components)
        : name(field_name)
        , n_components(n_field_components)
      {}

      /// Rows are points; components beyond the columns are zero.
      void append(const Eigen::Ref<const Matrix> &rows)
      {
        for (Eigen::Index point = 0; point < rows.rows(); ++point)
          for (int i = 0; i < n_components; ++i)
            values.push_back(
              i < rows.cols() ? static_cast<float>(rows(point, i)) : 0.f);
      }

      VtuField finish()
      {
        return {name, n_components, std::move(values)};
      }

    private:
      std::string name;
      int n_components;
      std::vector<float> values;
    };

    /// The points of a cell's picture, in reference coordinates.
    template <int dim>
    std::vector<Point<dim>> picture_points(const int degree)
    {
      std::vector<Point<dim>> points;
      for (const auto &place : lagrange_places(dim, degree))
        {
          Point<dim> point;
          for (int d = 0; d < dim; ++d)
            point[d] = static_cast<double>(place[d]) / degree;
          points.push_back(point);
        }
      return points;
    }

    template <int dim>
    Matrix shape_values(const FiniteElement<dim> &element,
                        const std::vector<Point<dim>> &points)
    {
      Matrix values(points.size(), element.n_dofs_per_cell());
      for (std::size_t i = 0; i < points.size(); ++i)
        for (unsigned int a = 0; a < element.n_dofs_per_cell(); ++a)
          values(i, a) = element.shape_value(a, points[i]);
      return values;
    }

    /// Undeformed cells, each with points of its own: stresses jump.
    template <int dim>
    VtuGrid make_geometry(const Discretization<dim> &space,
                          const std::vector<Point<dim>> &points)
    {
      VtuGrid grid;
      GrowingField places("points", 3);
      FEValues<dim> values(space.mapping(),
                           space.element().base_element(0),
                           Quadrature<dim>(points),
                           update_quadrature_points);
      const VtkCell type = lagrange_cell(dim, space.element().degree);
      std::vector<int> nodes(points.size());
      Matrix X(points.size(), dim);
      for (int c = 0; c < space.n_cells(); ++c)
        {
          values.reinit(
            typename Triangulation<dim>::active_cell_iterator(space.cell(c)));
          for (std::size_t i = 0; i < points.size(); ++i)
            {
              nodes[i] =
                c * static_cast<int>(points.size()) + static_cast<int>(i);
              for (int d = 0; d < dim; ++d)
                X(i, d) = values.quadrature_point(i)[d];
            }
          places.append(X);
          grid.add_cell(type, nodes);
        }
      grid.points = places.finish();
      return grid;
    }

    /// Row by row as in a 3 x 3 matrix.
    template <int dim>
    Eigen::Matrix<double, 1, 9> tensor_row(const Matrix3 &stress)
    {
      Eigen::Matrix<double, 1, 9> row = Eigen::Matrix<double, 1, 9>::Zero();
      for (int i = 0; i < dim; ++i)
        for (int j = 0; j < dim; ++j)
          row[3 * i + j] = stress(i, j);
      return row;
    }
  } // namespace

  template <int dim>
  VtuWriter<dim>::VtuWriter(const FEModel<dim> &fe_model,
                            const UnitSystem &unit_names,
                            const std::filesystem::path &output_directory)
    : model(fe_model)
    , units(unit_names)
    , directory(output_directory)
  {
    const auto &space   = model.discretization();
    const auto points   = picture_points<dim>(space.element().degree);
    geometry            = make_geometry(space, points);
    displacement_shapes = shape_values(space.element().base_element(0), points);
    if (space.n_pressures_per_cell() > 0)
      pressure_shapes = shape_values(space.element().base_element(1), points);
    linear_shapes = shape_values<dim>(FE_DGQ<dim>(1), points);
  }

  template <int dim>
  std::map<std::string, DofVector>
  VtuWriter<dim>::fields_of_actions(const State &state) const
  {
    std::map<std::string, DofVector> fields;
    const BodyState at = model.body_at(state);
    for (const auto &action : model.actions())
      if (const std::string name = action->picture_field(units); !name.empty())
        action->raise_picture_field(
          at,
          fields.try_emplace(name, model.discretization().make_vector())
            .first->second);
    for (auto &[name, field] : fields)
      {
        field.compress(VectorOperation::max);
        field.update_ghost_values();
      }
    return fields;
  }

  template <int dim>
  void VtuWriter<dim>::add_nodal_fields(const State &state,
                                        const DofVector &dofs,
                                        VtuGrid &grid) const
  {
    const auto &space = model.discretization();
    const int n_nodes = space.n_displacements_per_cell() / dim;
    // The first n components of each node.
    const auto add =
      [&](const std::string &name, const DofVector &vector, const int n) {
        GrowingField field(name, n == 1 ? 1 : 3);
        Matrix at_nodes(n_nodes, n);
        for (int c = 0; c < space.n_cells(); ++c)
          {
            const auto indices = space.cell_dofs(c);
            for (int a = 0; a < n_nodes; ++a)
              for (int i = 0; i < n; ++i)
                at_nodes(a, i) = vector.local_element(indices[a * dim + i]);
            field.append(displacement_shapes * at_nodes);
          }
        grid.point_data.push_back(field.finish());
      };
    add(with_unit("displacement", units.length), dofs, dim);
    if (model.is_dynamic())
      add(with_unit("velocity", units.length + "/s"),
          model.rate_dofs(state, 1),
          dim);
    if (space.n_pressures_per_cell() > 0)
      {
        GrowingField field(with_unit("pressure unknown p", units.stress), 1);
        Matrix at_nodes(space.n_pressures_per_cell(), 1);
        for (int c = 0; c < space.n_cells(); ++c)
          {
            const auto indices =
              space.cell_dofs(c).subspan(space.n_displacements_per_cell());
            for (int m = 0; m < space.n_pressures_per_cell(); ++m)
              at_nodes(m, 0) = dofs.local_element(indices[m]);
            field.append(pressure_shapes * at_nodes);
          }
        grid.point_data.push_back(field.finish());
      }
    for (const auto &[name, field] : fields_of_actions(state))
      add(name, field, 1);
  }

  template <int dim>
  void VtuWriter<dim>::add_fitted_fields(const BodyState &at,
                                         VtuGrid &grid) const
  {
    const auto &space    = model.discretization();
    const Matrix fit     = linear_fit(space);
    constexpr int n_ends = 1 << dim;

    GrowingField tensor(with_unit("Cauchy stress", units.stress), 9);
    std::vector<GrowingField> scalars = {
      {with_unit("pressure", units.stress), 1},
      {with_unit("von Mises", units.stress), 1},
      {"principal stretch [-]", 1},
      {"J [-]", 1},
      {"material [-]", 1}};
    if (dim == 2)
      scalars.emplace_back(with_unit("Cauchy stress zz", units.stress), 1);
    Matrix stresses(n_ends, 9), values(n_ends, scalars.size());
    GaussPointFields at_points;
    for (int c = 0; c < space.n_cells(); ++c)
      {
        evaluate_gauss_points(model, c, at, at_points);
        GaussPointFields at_ends = fit * at_points;
        // Stretch and J stay within what the Gauss points have.
        for (const int k : {stretch_field, volume_field})
          at_ends.col(k) = at_ends.col(k)
                             .cwiseMax(at_points.col(k).minCoeff())
                             .cwiseMin(at_points.col(k).maxCoeff());
        for (int v = 0; v < n_ends; ++v)
          {
            const Eigen::Matrix<double, 1, 9> entries =
              at_ends.row(v).template head<9>();
            const Matrix3 stress = Eigen::Map<const Matrix3>(entries.data());
            stresses.row(v)      = tensor_row<dim>(stress);
            // The von Mises stress is that of the fitted stress: fitted itself
            // it could be negative.
            values(v, 0) = stress.trace() / 3;
            values(v, 1) = von_mises_stress(stress);
            values(v, 2) = at_ends(v, stretch_field);
            values(v, 3) = at_ends(v, volume_field);
            values(v, 4) = space.cell(c)->material_id();
            if (dim == 2)
              values(v, 5) = stress(2, 2);
          }
        tensor.append(linear_shapes * stresses);
        const Matrix rows = linear_shapes * values;
        for (std::size_t k = 0; k < scalars.size(); ++k)
          scalars[k].append(rows.col(k));
      }
    grid.point_data.push_back(tensor.finish());
    for (GrowingField &scalar : scalars)
      grid.point_data.push_back(scalar.finish());
  }

  template <int dim>
  void VtuWriter<dim>::write(const State &state)
  {
    const MPI_Comm communicator = model.discretization().communicator();
    const unsigned int rank    = Utilities::MPI::this_mpi_process(communicator);
    const unsigned int n_ranks = Utilities::MPI::n_mpi_processes(communicator);

    const DofVector dofs = model.all_dofs(state);
    VtuGrid grid         = geometry;
    grid.time            = state.time;
    add_nodal_fields(state, dofs, grid);
    add_fitted_fields(model.body_at_rest(state, 0), grid);

    const std::string stem =
      "solution_" + zero_padded(static_cast<long long>(records.size()), 4);
    const auto name_of = [&](const unsigned int r) {
      return n_ranks == 1 ? stem + ".vtu"
                          : stem + "." + zero_padded(r, 4) + ".vtu";
    };
    const std::filesystem::path piece = directory / name_of(rank);
    try
      {
        // All pieces are there before the records name them.
        on_all_ranks(communicator,
                     [&] { write_vtu(piece, grid, compressed_encoding()); });
        records.push_back(
          {state.time, n_ranks == 1 ? stem + ".vtu" : stem + ".pvtu"});
        on_first_rank(communicator, [&] {
          std::vector<std::string> pieces;
          for (unsigned int r = 0; r < n_ranks; ++r)
            pieces.push_back(name_of(r));
          if (n_ranks > 1)
            write_pvtu(directory / (stem + ".pvtu"), grid, pieces);
          write_records();
        });
      }
    catch (...)
      {
        // A picture with some of its pieces helps nobody, and the disk may need
        // the room.
        std::error_code ignored;
        std::filesystem::remove(piece, ignored);
        if (rank == 0)
          std::filesystem::remove(directory / (stem + ".pvtu"), ignored);
        throw;
      }
  }

  template <int dim>
  void VtuWriter<dim>::write_records() const
  {
    write_pvd(directory / "solution.pvd", records);
  }

  template <int dim>
  void VtuWriter<dim>::resume(
    const std::vector<std::pair<double, std::string>> &files)
  {
    records = files;
    on_first_rank(model.discretization().communicator(), [&] {
      // First the list without the files, then the files without the list.
      if (!records.empty() ||
          std::filesystem::exists(directory / "solution.pvd"))
        write_records();
      for (const auto &entry : std::filesystem::directory_iterator(directory))
        if (const std::string name = entry.path().filename().string();
            name.rfind("solution_", 0) == 0 &&
            (entry.path().extension() == ".part" ||
             std::strtoul(name.c_str() + 9, nullptr, 10) >= records.size()))
          std::filesystem::remove(entry.path());
    });
  }

  template class VtuWriter<2>;
  template class VtuWriter<3>;
} // namespace rivlin
