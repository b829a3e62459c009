// SPDX-License-Identifier: Apache-2.0
// VTU, PVTU and PVD files through deal.II's DataOut.
#include <rivlin/fe/vtu_writer.h>

#include <rivlin/base/atomic_file.h>
#include <rivlin/spaces/first_rank.h>
#include <rivlin/fe/gauss_point_fields.h>
#include <rivlin/solid/stress_measures.h>

#include <deal.II/base/mpi.h>
#include <deal.II/base/utilities.h>
#include <deal.II/fe/fe_dgq.h>
#include <deal.II/numerics/data_out.h>
#include <deal.II/numerics/data_postprocessor.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <list>
#include <sstream>

namespace rivlin
{
  using namespace dealii;

  namespace
  {
    using Kind = DataComponentInterpretation::DataComponentInterpretation;

    /// Names of the fields known at Gauss points, in the order of
    /// fields_at_node.
    template <int dim>
    void name_fields(const UnitSystem &units,
                     std::vector<std::string> &names,
                     std::vector<Kind> &kinds)
    {
      const auto add =
        [&](const std::string &name, const int n, const Kind kind) {
          names.insert(names.end(), n, name);
          kinds.insert(kinds.end(), n, kind);
        };
      const auto scalar = DataComponentInterpretation::component_is_scalar;
      add(with_unit("Cauchy stress", units.stress),
          dim * dim,
          DataComponentInterpretation::component_is_part_of_tensor);
      add(with_unit("pressure", units.stress), 1, scalar);
      add(with_unit("von Mises", units.stress), 1, scalar);
      add("principal stretch [-]", 1, scalar);
      add("J [-]", 1, scalar);
      add("material [-]", 1, scalar);
      if (dim == 2)
        add(with_unit("Cauchy stress zz", units.stress), 1, scalar);
    }

    template <int dim>
    constexpr int n_fields = dim *dim + 5 + (dim == 2 ? 1 : 0);

    /// Values at a node of the fit, in the order of name_fields. The von Mises
    /// stress is that of the fitted stress: fitted itself it could be negative.
    template <int dim>
    std::array<double, n_fields<dim>>
    fields_at_node(const Eigen::Matrix<double, 1, n_gauss_point_fields> &fit,
                   const double material_number)
    {
      const Matrix3 stress = Eigen::Map<const Matrix3>(fit.data());
      std::array<double, n_fields<dim>> values;
      int k = 0;
      for (int i = 0; i < dim; ++i)
        for (int j = 0; j < dim; ++j)
          values[k++] = stress(i, j);
      values[k++] = stress.trace() / 3;
      values[k++] = von_mises_stress(stress);
      values[k++] = fit[stretch_field];
      values[k++] = fit[volume_field];
      values[k++] = material_number;
      if (dim == 2)
        values[k++] = stress(2, 2);
      return values;
    }

    /// The first dim components of a vector over the degrees of freedom.
    template <int dim>
    class VectorPart final : public DataPostprocessorVector<dim>
    {
    public:
      explicit VectorPart(const std::string &title)
        : DataPostprocessorVector<dim>(title, update_values)
      {}

      void evaluate_vector_field(
        const DataPostprocessorInputs::Vector<dim> &input,
        std::vector<dealii::Vector<double>> &computed) const override
      {
        for (std::size_t point = 0; point < computed.size(); ++point)
          for (int i = 0; i < dim; ++i)
            computed[point](i) = input.solution_values[point](i);
      }
    };

    template <int dim>
    class FirstComponent final : public DataPostprocessorScalar<dim>
    {
    public:
      explicit FirstComponent(const std::string &title)
        : DataPostprocessorScalar<dim>(title, update_values)
      {}

      void evaluate_vector_field(
        const DataPostprocessorInputs::Vector<dim> &input,
        std::vector<dealii::Vector<double>> &computed) const override
      {
        for (std::size_t point = 0; point < computed.size(); ++point)
          computed[point](0) = input.solution_values[point](0);
      }
    };
  } // namespace

  template <int dim>
  VtuWriter<dim>::VtuWriter(const FEModel<dim> &fe_model,
                            const UnitSystem &unit_names,
                            const std::filesystem::path &output_directory)
    : model(fe_model)
    , units(unit_names)
    , directory(output_directory)
    , cell_element(
        std::make_unique<FESystem<dim>>(FE_DGQ<dim>(1), n_fields<dim>))
    , cell_dofs(model.mesh().triangulation)
  {
    cell_dofs.distribute_dofs(*cell_element);
  }

  template <int dim>
  DofVector VtuWriter<dim>::fit_gauss_point_fields(const State &state) const
  {
    const auto &space  = model.discretization();
    const Matrix fit   = linear_fit(space);
    const auto &linear = cell_element->base_element(0);

    DofVector fitted(cell_dofs.locally_owned_dofs(), space.communicator());
    const DofVector dofs = model.all_dofs(state);
    std::vector<types::global_dof_index> indices(
      cell_element->n_dofs_per_cell());
    GaussPointFields at_points;
    for (int c = 0; c < space.n_cells(); ++c)
      {
        evaluate_gauss_points(model, c, dofs, at_points);
        GaussPointFields at_nodes = fit * at_points;
        // Stretch and J stay within what the Gauss points have.
        for (const int k : {stretch_field, volume_field})
          at_nodes.col(k) = at_nodes.col(k)
                              .cwiseMax(at_points.col(k).minCoeff())
                              .cwiseMin(at_points.col(k).maxCoeff());

        const typename DoFHandler<dim>::active_cell_iterator cell(
          &model.mesh().triangulation,
          space.cell(c)->level(),
          space.cell(c)->index(),
          &cell_dofs);
        cell->get_dof_indices(indices);
        for (unsigned int node = 0; node < linear.n_dofs_per_cell(); ++node)
          {
            const auto values =
              fields_at_node<dim>(at_nodes.row(node), cell->material_id());
            for (int field = 0; field < n_fields<dim>; ++field)
              fitted(
                indices[cell_element->component_to_system_index(field, node)]) =
                values[field];
          }
      }
    return fitted;
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
  void VtuWriter<dim>::write(const State &state)
  {
    const auto &space           = model.discretization();
    const MPI_Comm communicator = space.communicator();
    const unsigned int rank    = Utilities::MPI::this_mpi_process(communicator);
    const unsigned int n_ranks = Utilities::MPI::n_mpi_processes(communicator);

    const DofVector dofs   = model.all_dofs(state);
    const DofVector fitted = fit_gauss_point_fields(state);
    std::vector<std::string> names(dim,
                                   with_unit("displacement", units.length));
    std::vector<Kind> kinds(
      dim, DataComponentInterpretation::component_is_part_of_vector);
    if (space.n_pressures_per_cell() > 0)
      {
        names.push_back(with_unit("pressure unknown p", units.stress));
        kinds.push_back(DataComponentInterpretation::component_is_scalar);
      }
    const std::map<std::string, DofVector> action_fields =
      fields_of_actions(state);
    std::list<FirstComponent<dim>> action_parts;
    DataOut<dim> data;
    data.add_data_vector(space.dofs(), dofs, names, kinds);
    const VectorPart<dim> velocity_part(
      with_unit("velocity", units.length + "/s"));
    DofVector velocity;
    if (model.is_dynamic())
      {
        velocity = model.rate_dofs(state, 1);
        data.add_data_vector(space.dofs(), velocity, velocity_part);
      }
    for (const auto &[name, field] : action_fields)
      data.add_data_vector(space.dofs(),
                           field,
                           action_parts.emplace_back(name));
    names.clear();
    kinds.clear();
    name_fields<dim>(units, names, kinds);
    data.add_data_vector(cell_dofs, fitted, names, kinds);
    DataOutBase::VtkFlags flags(state.time);
    flags.write_higher_order_cells = true;
    data.set_flags(flags);
    data.build_patches(space.mapping(),
                       space.element().degree,
                       DataOut<dim>::curved_inner_cells);

    const std::string stem =
      "solution_" + Utilities::int_to_string(records.size(), 4);
    const auto name_of = [&](const unsigned int r) {
      return n_ranks == 1
               ? stem + ".vtu"
               : stem + "." + Utilities::int_to_string(r, 4) + ".vtu";
    };
    std::ostringstream own;
    data.write_vtu(own);
    write_file_atomically(directory / name_of(rank), own.str());
    records.push_back(
      {state.time, n_ranks == 1 ? stem + ".vtu" : stem + ".pvtu"});
    // All pieces are there before the records name them.
    MPI_Barrier(communicator);
    if (rank == 0)
      {
        if (n_ranks > 1)
          {
            std::vector<std::string> pieces;
            for (unsigned int r = 0; r < n_ranks; ++r)
              pieces.push_back(name_of(r));
            std::ostringstream record;
            data.write_pvtu_record(record, pieces);
            write_file_atomically(directory / (stem + ".pvtu"), record.str());
          }
        write_records();
      }
  }

  template <int dim>
  void VtuWriter<dim>::write_records() const
  {
    std::ostringstream pvd;
    DataOutBase::write_pvd_record(pvd, records);
    write_file_atomically(directory / "solution.pvd", pvd.str());
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
