// SPDX-License-Identifier: Apache-2.0
// What a run of the full model writes, each behind the interface of sinks.
#pragma once

#include <rivlin/cases/checkpointer.h>
#include <rivlin/cases/history.h>
#include <rivlin/cases/run_log.h>
#include <rivlin/cases/snapshot_writer.h>
#include <rivlin/dynamics/run_sink.h>
#include <rivlin/fe/vtu_writer.h>

#include <functional>
#include <memory>
#include <vector>

namespace rivlin
{
  /// A sink that a checkpoint asks where it stands.
  class CaseSink : public RunSink
  {
  public:
    virtual void save(RunRecord &) const
    {}
  };

  /// What the sinks of one run share. All must outlive them.
  template <int dim>
  struct RunContext
  {
    const CaseModel<dim> &built;
    const CaseParameters &parameters;
    const CanonicalOrder &order;
    const std::filesystem::path &directory;
    /// Where the run stands: `before` it was resumed; its totals go on.
    RunRecord &record;
    Timer &timer;
    RunLog &log;
  };

  /// Counts steps into the totals of the record. The first of the sinks, since
  /// others ask how many steps there were.
  template <int dim>
  class StepCounter final : public CaseSink
  {
  public:
    explicit StepCounter(const RunContext<dim> &context);
    void step(const State &, const StepReport &report) override;
    void refuse(const State &, const StepReport &) override;

  private:
    RunContext<dim> context;
  };

  /// history.csv. A run that is resumed goes on from `state`.
  template <int dim>
  class HistorySink final : public CaseSink
  {
  public:
    HistorySink(const RunContext<dim> &context, const State *resumed);
    void start(const State &state) override;
    void step(const State &state, const StepReport &) override;
    void output(const State &state) override;
    void finish(const State &, const IntegrationReport &) override;
    void save(RunRecord &record) const override;
    /// Largest |J - 1| of the last row.
    double last_J_error() const
    {
      return history->last_J_error();
    }

  private:
    RunContext<dim> context;
    std::unique_ptr<History<dim>> history;
  };

  /// Warns where the volume of rubber is far from what its pressure asks for:
  /// when a row of the history shows it first, and at the end. Comes after the
  /// history, which knows whether there is anything to look for.
  template <int dim>
  class VolumeWatch final : public CaseSink
  {
  public:
    VolumeWatch(const RunContext<dim> &context,
                const HistorySink<dim> &history);
    void step(const State &state, const StepReport &) override;
    void output(const State &state) override;
    void finish(const State &state, const IntegrationReport &) override;

    /// What was told, for the summary.
    const std::vector<std::string> &warnings() const
    {
      return told;
    }

  private:
    void look(const State &state);

    RunContext<dim> context;
    const HistorySink<dim> &history;
    std::vector<std::string> told;
    double time_told = 0;
  };

  /// Files for ParaView.
  template <int dim>
  class PictureSink final : public CaseSink
  {
  public:
    explicit PictureSink(const RunContext<dim> &context);
    /// Go on behind the pictures of the record; later ones are removed.
    void resume();
    void start(const State &state) override;
    void step(const State &state, const StepReport &) override;
    void output(const State &state) override;
    void finish(const State &state, const IntegrationReport &report) override;
    void save(RunRecord &record) const override;

  private:
    void write(const State &state);

    RunContext<dim> context;
    VtuWriter<dim> vtu;
  };

  /// snapshots.h5, if the case asks for it.
  template <int dim>
  class SnapshotSink final : public CaseSink
  {
  public:
    explicit SnapshotSink(const RunContext<dim> &context);
    void output(const State &state) override;
    void complete(const State &state) override;
    void finish(const State &, const IntegrationReport &) override;
    void save(RunRecord &record) const override;

  private:
    RunContext<dim> context;
    std::unique_ptr<SnapshotWriter<dim>> snapshots; ///< null: none
  };

  /// Screen and run.log.
  template <int dim>
  class LogSink final : public CaseSink
  {
  public:
    explicit LogSink(const RunContext<dim> &context);
    void step(const State &state, const StepReport &report) override;
    void refuse(const State &state, const StepReport &report) override;
    void complete(const State &) override;

  private:
    void tell_notices();

    RunContext<dim> context;
    std::vector<double> borders; ///< of load steps
  };

  /// restart/, if the case or a signal asks for it. `record` tells where the
  /// run stands.
  template <int dim>
  class CheckpointSink final : public CaseSink
  {
  public:
    CheckpointSink(const RunContext<dim> &context,
                   CheckpointFolder folder,
                   std::function<RunRecord()> record);
    void complete(const State &state) override;
    void finish(const State &state, const IntegrationReport &report) override;

  private:
    RunContext<dim> context;
    Checkpointer<dim> checkpointer;
    std::function<RunRecord()> record;
  };
} // namespace rivlin
