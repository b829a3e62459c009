// SPDX-License-Identifier: Apache-2.0
// What the log says.
#include <rivlin/cases/run_text.h>

#include <rivlin/cases/load_steps.h>

#include <sstream>

namespace rivlin
{
  namespace mpi = dealii::Utilities::MPI;

  template <int dim>
  std::string describe_model(const FEModel<dim> &model)
  {
    const auto &space = model.discretization();
    std::ostringstream text;
    const MPI_Comm communicator = space.communicator();
    const int n_pressures       = mpi::sum(model.n_multipliers(), communicator);
    text << dim << "D, " << model.mesh().triangulation.n_global_active_cells()
         << " cells, " << space.element().get_name() << ", "
         << model.n_unknowns() << " unknowns ("
         << model.n_unknowns() - n_pressures << " displacements, "
         << n_pressures << " pressures), " << mpi::n_mpi_processes(communicator)
         << " rank" << (mpi::n_mpi_processes(communicator) > 1 ? "s" : "")
         << ", " << to_string(model.solver_options().kind);
    return text.str();
  }

  std::string
  describe_step(const State &state, const StepReport &report, const double end)
  {
    std::ostringstream text;
    text.precision(5);
    text << "t = " << state.time << "  h = " << report.step_size << "  "
         << static_cast<int>(100 * state.time / end) << " %  Newton "
         << report.newton_iterations << ": ";
    text.precision(2);
    text << std::scientific;
    for (const NewtonIteration &iteration : report.iterations)
      {
        text << " " << iteration.increment_norm;
        if (iteration.damping < 1)
          text << std::defaultfloat << " (damped " << iteration.damping << ")"
               << std::scientific;
      }
    text << "  residual " << report.residual_norm;
    return text.str();
  }

  std::string describe_load(const std::vector<NamedChannel> &channels,
                            const double time)
  {
    std::ostringstream text;
    for (const NamedChannel &channel : channels)
      if (channel.channel.depends_on_time())
        text << (text.str().empty() ? "" : ", ") << channel.name << " = "
             << channel.channel.value(time);
    return text.str();
  }

  std::string describe_load_step(const CaseParameters &parameters,
                                 const std::size_t k)
  {
    const std::vector<double> borders = load_step_borders(parameters.steps);
    std::ostringstream text;
    text << "load step " << k + 1 << " of " << parameters.steps.size() << ", "
         << parameters.steps[k].first << ": t = " << borders[k] << " to "
         << borders[k + 1] << " s";
    return text.str();
  }

  template std::string describe_model(const FEModel<2> &);
  template std::string describe_model(const FEModel<3> &);
} // namespace rivlin
