// SPDX-License-Identifier: Apache-2.0
// History, pictures, snapshots, log and checkpoints of a run.
#include <rivlin/cases/case_sinks.h>

#include <rivlin/base/number_text.h>
#include <rivlin/base/unit_system.h>
#include <rivlin/cases/load_steps.h>
#include <rivlin/cases/run_text.h>
#include <rivlin/fe/volume_error.h>

#include <algorithm>
#include <sstream>

namespace rivlin
{
  namespace
  {
    /// |J - Jhat(p)| above which a run warns. Stretches are wrong by a third of
    /// it at least.
    constexpr double largest_volume_error = 0.1;

    bool is_among(const std::vector<double> &times, const double time)
    {
      return std::binary_search(times.begin(), times.end(), time);
    }

    /// Without output times every step is one.
    template <int dim>
    bool writes_every_step(const RunContext<dim> &context)
    {
      return context.built.drive.times.outputs.empty();
    }

    template <int dim>
    bool is_output_time(const RunContext<dim> &context, const State &state)
    {
      return is_among(context.built.drive.times.outputs, state.time);
    }
  } // namespace

  template <int dim>
  StepCounter<dim>::StepCounter(const RunContext<dim> &run_context)
    : context(run_context)
  {}

  template <int dim>
  void StepCounter<dim>::step(const State &, const StepReport &report)
  {
    RunTotals &totals = context.record.totals;
    ++totals.accepted;
    totals.smallest_step = std::min(totals.smallest_step, report.step_size);
    totals.largest_step  = std::max(totals.largest_step, report.step_size);
  }

  template <int dim>
  void StepCounter<dim>::refuse(const State &, const StepReport &)
  {
    ++context.record.totals.rejected;
  }

  template <int dim>
  HistorySink<dim>::HistorySink(const RunContext<dim> &run_context,
                                const State *resumed)
    : context(run_context)
  {
    const UnitSystem &units = unit_system(context.parameters.unit_system);
    if (resumed != nullptr)
      history = std::make_unique<History<dim>>(context.built,
                                               units,
                                               context.directory,
                                               context.record.history,
                                               *resumed);
    else
      history =
        std::make_unique<History<dim>>(context.built, units, context.directory);
  }

  template <int dim>
  void HistorySink<dim>::start(const State &state)
  {
    const auto section = context.timer.section("output");
    // Consistent accelerations exist only after the integrator's start.
    if (context.built.model->is_dynamic())
      history->accumulate_work(state);
    if (writes_every_step(context))
      history->append(state);
  }

  template <int dim>
  void HistorySink<dim>::step(const State &state, const StepReport &)
  {
    const auto section = context.timer.section("output");
    history->accumulate_work(state);
    if (writes_every_step(context))
      history->append(state);
  }

  template <int dim>
  void HistorySink<dim>::output(const State &state)
  {
    const auto section = context.timer.section("output");
    if (is_output_time(context, state))
      history->append(state);
  }

  template <int dim>
  void HistorySink<dim>::finish(const State &, const IntegrationReport &)
  {
    const auto section = context.timer.section("output");
    history->write();
  }

  template <int dim>
  void HistorySink<dim>::save(RunRecord &record) const
  {
    record.history = history->save();
  }

  template <int dim>
  VolumeWatch<dim>::VolumeWatch(const RunContext<dim> &run_context,
                                const HistorySink<dim> &history_sink)
    : context(run_context)
    , history(history_sink)
  {}

  template <int dim>
  void VolumeWatch<dim>::look(const State &state)
  {
    if (!(history.last_J_error() > largest_volume_error))
      return;
    const VolumeError<dim> error =
      volume_error(*context.built.model, state, largest_volume_error);
    if (!(error.size() > largest_volume_error))
      return;
    time_told = state.time;
    told.push_back("At t = " + number_text(state.time, 6) + " " +
                   describe(error, largest_volume_error));
    context.log.line("warning: " + told.back());
  }

  template <int dim>
  void VolumeWatch<dim>::step(const State &state, const StepReport &)
  {
    if (told.empty() && writes_every_step(context))
      look(state);
  }

  template <int dim>
  void VolumeWatch<dim>::output(const State &state)
  {
    if (told.empty() && is_output_time(context, state))
      look(state);
  }

  template <int dim>
  void VolumeWatch<dim>::finish(const State &state, const IntegrationReport &)
  {
    if (told.empty() || time_told != state.time)
      look(state);
  }

  template <int dim>
  PictureSink<dim>::PictureSink(const RunContext<dim> &run_context)
    : context(run_context)
    , vtu(*context.built.model,
          unit_system(context.parameters.unit_system),
          context.directory)
  {}

  template <int dim>
  void PictureSink<dim>::resume()
  {
    vtu.resume(context.record.pictures);
  }

  template <int dim>
  void PictureSink<dim>::write(const State &state)
  {
    const auto section = context.timer.section("output");
    if (context.parameters.output.vtu == Pictures::all)
      vtu.write(state);
  }

  template <int dim>
  void PictureSink<dim>::start(const State &state)
  {
    if (writes_every_step(context))
      write(state);
  }

  template <int dim>
  void PictureSink<dim>::step(const State &state, const StepReport &)
  {
    if (writes_every_step(context))
      write(state);
  }

  template <int dim>
  void PictureSink<dim>::output(const State &state)
  {
    if (is_output_time(context, state))
      write(state);
  }

  template <int dim>
  void PictureSink<dim>::finish(const State &state,
                                const IntegrationReport &report)
  {
    const auto section = context.timer.section("output");
    // A run that will be continued is not at its end.
    if (context.parameters.output.vtu == Pictures::last && !report.interrupted)
      vtu.write(state);
  }

  template <int dim>
  void PictureSink<dim>::save(RunRecord &record) const
  {
    record.pictures = vtu.written();
  }

  template <int dim>
  SnapshotSink<dim>::SnapshotSink(const RunContext<dim> &run_context)
    : context(run_context)
  {
    const std::vector<double> &times = context.built.drive.times.snapshots;
    if (!times.empty())
      snapshots =
        std::make_unique<SnapshotWriter<dim>>(context.built,
                                              context.order,
                                              context.parameters,
                                              context.directory,
                                              times.size(),
                                              context.record.n_snapshots);
  }

  template <int dim>
  void SnapshotSink<dim>::complete(const State &state)
  {
    // Not before: what fails here must not take the row of the history.
    const int every = context.parameters.snapshots.steps;
    if (snapshots && every > 0 && context.record.totals.accepted % every == 0)
      snapshots->write(state);
  }

  template <int dim>
  void SnapshotSink<dim>::output(const State &state)
  {
    if (snapshots && is_among(context.built.drive.times.snapshots, state.time))
      snapshots->write(state);
  }

  template <int dim>
  void SnapshotSink<dim>::finish(const State &, const IntegrationReport &)
  {
    const auto section = context.timer.section("output");
    if (snapshots)
      snapshots->finish();
  }

  template <int dim>
  void SnapshotSink<dim>::save(RunRecord &record) const
  {
    if (snapshots)
      {
        // A checkpoint counts on what is on the disk.
        snapshots->synchronize();
        record.n_snapshots = snapshots->n_written();
      }
    else
      record.n_snapshots = context.record.n_snapshots;
  }

  template <int dim>
  LogSink<dim>::LogSink(const RunContext<dim> &run_context)
    : context(run_context)
    , borders(load_step_borders(context.parameters.steps))
  {}

  template <int dim>
  void LogSink<dim>::tell_notices()
  {
    LinearSolverRecord &record = context.built.model->solver_record();
    for (const std::string &notice : record.notices)
      context.log.line("linear solver: " + notice);
    record.notices.clear();
  }

  template <int dim>
  void LogSink<dim>::step(const State &state, const StepReport &report)
  {
    tell_notices();
    const double end = context.built.drive.times.plan.end_time;
    context.log.step(describe_step(state, report, end),
                     {state.time,
                      report.step_size,
                      report.newton_iterations,
                      static_cast<int>(context.record.totals.rejected)});
    if (report.downhill)
      context.log.line(
        "note: the equilibrium at t = " + number_text(state.time, 6) +
        " was found downhill in the energy after two refused steps; it may be "
        "the end of a jump.");
    if (state.time < end && is_among(borders, state.time))
      context.log.line(describe_load_step(context.parameters,
                                          load_step_at(borders, state.time)));
  }

  template <int dim>
  void LogSink<dim>::complete(const State &)
  {
    context.log.confirm();
  }

  template <int dim>
  void LogSink<dim>::refuse(const State &state, const StepReport &report)
  {
    tell_notices();
    std::ostringstream text;
    text << "step refused at t = " << state.time << ", h = " << report.step_size
         << ": " << report.reason;
    context.log.line(text.str());
  }

  template <int dim>
  CheckpointSink<dim>::CheckpointSink(const RunContext<dim> &run_context,
                                      CheckpointFolder folder,
                                      std::function<RunRecord()> run_record)
    : context(run_context)
    , checkpointer(context.built,
                   context.parameters,
                   context.order,
                   std::move(folder))
    , record(std::move(run_record))
  {}

  template <int dim>
  void CheckpointSink<dim>::complete(const State &state)
  {
    const auto section = context.timer.section("output");
    if (checkpointer.step(state, context.record.totals.accepted, record))
      context.log.line("checkpoint at t = " + number_text(state.time) +
                       ", asked for by SIGUSR1");
  }

  template <int dim>
  void CheckpointSink<dim>::finish(const State &state,
                                   const IntegrationReport &report)
  {
    const auto section = context.timer.section("output");
    // Without a step there is nothing to go on from but the start.
    if (report.accepted > 0)
      checkpointer.finish(state, report.interrupted, record);
  }

  template class StepCounter<2>;
  template class StepCounter<3>;
  template class HistorySink<2>;
  template class HistorySink<3>;
  template class VolumeWatch<2>;
  template class VolumeWatch<3>;
  template class PictureSink<2>;
  template class PictureSink<3>;
  template class SnapshotSink<2>;
  template class SnapshotSink<3>;
  template class LogSink<2>;
  template class LogSink<3>;
  template class CheckpointSink<2>;
  template class CheckpointSink<3>;
} // namespace rivlin
