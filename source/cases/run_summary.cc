// SPDX-License-Identifier: Apache-2.0
// Counts, seconds and memory of a run.
#include <rivlin/cases/run_summary.h>

#include <rivlin/base/provenance.h>
#include <rivlin/base/version.h>
#include <rivlin/cases/load_steps.h>

#include <nlohmann/json.hpp>

namespace rivlin
{
  namespace mpi = dealii::Utilities::MPI;

  template <int dim>
  RunTotals add_work(const RunTotals &before,
                     const Counters &counters,
                     const FEModel<dim> &model,
                     const Timer &timer)
  {
    const MPI_Comm communicator = model.discretization().communicator();
    RunTotals totals            = before;
    for (long Counters::*count : {&Counters::residuals,
                                  &Counters::tangents,
                                  &Counters::factorizations,
                                  &Counters::solves,
                                  &Counters::newton_iterations,
                                  &Counters::line_search_trials})
      totals.counters.*count += counters.*count;
    totals.linear_iterations += model.solver_record().iterations;
    totals.linear_retries += model.solver_record().retries;
    const auto add_seconds = [&](const std::string &name, const Seconds &s) {
      totals.seconds[name].wall += mpi::max(s.wall, communicator);
      totals.seconds[name].cpu += mpi::sum(s.cpu, communicator);
    };
    for (const char *name :
         {"analysis", "residual", "assembly", "factorization", "solve"})
      add_seconds(name, model.timer().seconds(name));
    add_seconds("output", timer.seconds("output"));
    add_seconds("total", timer.total());
    return totals;
  }

  template <int dim>
  nlohmann::ordered_json make_summary(const CaseParameters &parameters,
                                      const CaseModel<dim> &built,
                                      const IntegrationReport &report,
                                      const RunTotals &totals)
  {
    const FEModel<dim> &model   = *built.model;
    const MPI_Comm communicator = model.discretization().communicator();
    const Provenance origin     = provenance();
    nlohmann::ordered_json summary;
    summary["version"]    = version();
    summary["date"]       = origin.date;
    summary["compiler"]   = origin.compiler;
    summary["build type"] = origin.build_type;
    summary["case"] =
      std::filesystem::path(parameters.path).filename().string();
    summary["dimension"]   = dim;
    summary["unit system"] = parameters.unit_system;
    summary["cells"]       = model.mesh().triangulation.n_global_active_cells();
    if (!model.mesh().checksum.empty())
      summary["mesh file"] = model.mesh().checksum;
    const int n_pressures = mpi::sum(model.n_multipliers(), communicator);
    summary["unknowns"]   = {{"total", model.n_unknowns()},
                             {"displacements", model.n_unknowns() - n_pressures},
                             {"pressures", n_pressures}};
    summary["ranks"]      = mpi::n_mpi_processes(communicator);
    summary["integrator"] = name_of(parameters.time.integrator);
    summary["steps"]      = {{"accepted", totals.accepted},
                             {"rejected", totals.rejected},
                             {"smallest", totals.smallest_step},
                             {"largest", totals.largest_step}};
    const std::vector<double> borders = load_step_borders(parameters.steps);
    for (std::size_t k = 0; k < parameters.steps.size(); ++k)
      summary["load steps"].push_back({{"name", parameters.steps[k].first},
                                       {"begin [s]", borders[k]},
                                       {"end [s]", borders[k + 1]}});
    summary["resumptions"]           = totals.resumptions;
    summary["Newton iterations"]     = totals.counters.newton_iterations;
    summary["line search trials"]    = totals.counters.line_search_trials;
    summary["tangents assembled"]    = totals.counters.tangents;
    summary["factorizations"]        = totals.counters.factorizations;
    summary["residual evaluations"]  = totals.counters.residuals;
    summary["solves"]                = totals.counters.solves;
    summary["linear solver"]         = to_string(model.solver_options().kind);
    summary["linear iterations"]     = totals.linear_iterations;
    summary["linear solver retries"] = totals.linear_retries;
    for (const auto &[name, seconds] : totals.seconds)
      summary["seconds"][name] = {{"wall", seconds.wall}, {"cpu", seconds.cpu}};
    const double megabytes = peak_memory() / 1048576.;
    summary["peak memory"] = {
      {"sum over ranks [MiB]", mpi::sum(megabytes, communicator)},
      {"largest rank [MiB]", mpi::max(megabytes, communicator)}};
    for (const UnusedParameter &unused : built.unused)
      summary["unused parameters"][unused.key] = unused.reason;
    for (const ParameterText &text : parameters.texts)
      summary["parameters"][text.key] = text.text;
    summary["end time [s]"] = report.time;
    summary["finished"]     = report.finished;
    summary["ended"]        = report.finished ? "finished" : report.reason;
    return summary;
  }

  template RunTotals add_work(const RunTotals &,
                              const Counters &,
                              const FEModel<2> &,
                              const Timer &);
  template RunTotals add_work(const RunTotals &,
                              const Counters &,
                              const FEModel<3> &,
                              const Timer &);
  template nlohmann::ordered_json make_summary(const CaseParameters &,
                                               const CaseModel<2> &,
                                               const IntegrationReport &,
                                               const RunTotals &);
  template nlohmann::ordered_json make_summary(const CaseParameters &,
                                               const CaseModel<3> &,
                                               const IntegrationReport &,
                                               const RunTotals &);
} // namespace rivlin
