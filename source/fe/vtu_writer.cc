// SPDX-License-Identifier: Apache-2.0
// VTU, PVTU and PVD files through deal.II's DataOut.
#include <rivlin/fe/vtu_writer.h>

#include <rivlin/base/atomic_file.h>
#include <rivlin/solid/point_response.h>
#include <rivlin/solid/stress_measures.h>

#include <deal.II/base/mpi.h>
#include <deal.II/base/utilities.h>
#include <deal.II/numerics/data_out.h>
#include <deal.II/numerics/data_postprocessor.h>

#include <sstream>

namespace rivlin
{
  using namespace dealii;

  namespace
  {
    template <int dim>
    class Fields final : public DataPostprocessor<dim>
    {
    public:
      Fields(const FEModel<dim> &fe_model, const UnitSystem &units)
        : model(fe_model)
      {
        using Kind = DataComponentInterpretation::DataComponentInterpretation;
        const auto add =
          [&](const std::string &name, const int n, const Kind kind) {
            for (int i = 0; i < n; ++i)
              {
                names.push_back(name);
                kinds.push_back(kind);
              }
          };
        const auto scalar = DataComponentInterpretation::component_is_scalar;
        add(with_unit("displacement", units.length),
            dim,
            DataComponentInterpretation::component_is_part_of_vector);
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

      std::vector<std::string> get_names() const override
      {
        return names;
      }
      std::vector<DataComponentInterpretation::DataComponentInterpretation>
      get_data_component_interpretation() const override
      {
        return kinds;
      }
      UpdateFlags get_needed_update_flags() const override
      {
        return update_values | update_gradients;
      }

      void evaluate_vector_field(
        const DataPostprocessorInputs::Vector<dim> &inputs,
        std::vector<dealii::Vector<double>> &results) const override
      {
        const auto cell = inputs.template get_cell<dim>();
        const Material &material =
          model.material_of_region(cell->material_id());
        for (unsigned int q = 0; q < results.size(); ++q)
          {
            Matrix3 F = Matrix3::Identity();
            for (int i = 0; i < dim; ++i)
              for (int J = 0; J < dim; ++J)
                F(i, J) += inputs.solution_gradients[q][i][J];
            const bool mixed = inputs.solution_values[q].size() > dim;
            const double p   = mixed ? inputs.solution_values[q][dim] : 0.;
            const PointResponse response =
              mixed ? evaluate_point(material, F, p, Need::residual)
                    : evaluate_point(material, F, Need::residual);
            const Matrix3 stress = cauchy_stress(response.P, F);
            unsigned int k       = 0;
            for (int i = 0; i < dim; ++i)
              results[q][k++] = inputs.solution_values[q][i];
            for (int i = 0; i < dim; ++i)
              for (int j = 0; j < dim; ++j)
                results[q][k++] = stress(i, j);
            results[q][k++] = stress.trace() / 3;
            results[q][k++] = von_mises_stress(stress);
            results[q][k++] = principal_stretches(F)[0];
            results[q][k++] = F.determinant();
            results[q][k++] = cell->material_id();
            if (dim == 2)
              results[q][k++] = stress(2, 2);
          }
      }

    private:
      const FEModel<dim> &model;
      std::vector<std::string> names;
      std::vector<DataComponentInterpretation::DataComponentInterpretation>
        kinds;
    };
  } // namespace

  template <int dim>
  VtuWriter<dim>::VtuWriter(const FEModel<dim> &fe_model,
                            const UnitSystem &unit_names,
                            const std::filesystem::path &output_directory)
    : model(fe_model)
    , units(unit_names)
    , directory(output_directory)
  {}

  template <int dim>
  void VtuWriter<dim>::write(const State &state)
  {
    const auto &space           = model.discretization();
    const MPI_Comm communicator = space.communicator();
    const unsigned int rank    = Utilities::MPI::this_mpi_process(communicator);
    const unsigned int n_ranks = Utilities::MPI::n_mpi_processes(communicator);

    const Fields<dim> fields(model, units);
    const DofVector dofs = model.all_dofs(state);
    DataOut<dim> data;
    data.attach_dof_handler(space.dofs());
    data.add_data_vector(dofs, fields);
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
        std::ostringstream pvd;
        DataOutBase::write_pvd_record(pvd, records);
        write_file_atomically(directory / "solution.pvd", pvd.str());
      }
  }

  template class VtuWriter<2>;
  template class VtuWriter<3>;
} // namespace rivlin
