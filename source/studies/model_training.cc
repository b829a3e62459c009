// SPDX-License-Identifier: Apache-2.0
// The steps of a training that follow the runs of the full model.
#include <rivlin/studies/model_training.h>

#include <rivlin/base/interruption.h>
#include <rivlin/offline/cycle_work.h>
#include <rivlin/offline/lifting.h>
#include <rivlin/offline/pressure_training.h>
#include <rivlin/offline/reduced_response.h>
#include <rivlin/offline/trained_range.h>
#include <rivlin/online/rom_file.h>

#include <sys/resource.h>

#include <algorithm>
#include <ctime>
#include <limits>
#include <optional>
#include <tuple>

namespace rivlin
{
  double StageClock::now()
  {
    // With the processes of --jobs, which count when they have ended.
    double seconds = 0;
    for (const int who : {RUSAGE_SELF, RUSAGE_CHILDREN})
      {
        rusage usage;
        getrusage(who, &usage);
        for (const timeval &part : {usage.ru_utime, usage.ru_stime})
          seconds += static_cast<double>(part.tv_sec) +
                     1e-6 * static_cast<double>(part.tv_usec);
      }
    return seconds;
  }

  namespace
  {
    /// Of the part of volumes that is not linear in the pressure, which is
    /// small itself unless the rubber is a foam.
    constexpr double pressure_tolerance = 1e-3;

    /// The states that train forces are only some of the snapshots; how far
    /// sleeves went is known of all.
    void set_pose_range(const FullCase &full,
                        const std::vector<const SnapshotSource *> &sources,
                        TrainedBases &trained)
    {
      const auto n_sleeves =
        static_cast<Eigen::Index>(full.sleeves.sleeves.size());
      trained.lowest_pose = trained.highest_pose = Matrix::Zero(6, n_sleeves);
      for (int k = 0; trained.start.is_given() && k < n_sleeves; ++k)
        trained.lowest_pose.col(k) = trained.highest_pose.col(k) =
          pose_of(trained.start.r, full.body.dim(), k);
      for (const SnapshotSource *source : sources)
        {
          Matrix pose(source->n_rows(SnapshotField::pose), 1);
          for (int i = 0; i < source->n_snapshots(); ++i)
            {
              source->read(SnapshotField::pose, i, pose);
              const Vector rho = sleeve_coordinates(full.body, pose);
              for (int k = 0; k < n_sleeves; ++k)
                {
                  const auto at = pose_of(rho, full.body.dim(), k);
                  trained.lowest_pose.col(k) =
                    trained.lowest_pose.col(k).cwiseMin(at);
                  trained.highest_pose.col(k) =
                    trained.highest_pose.col(k).cwiseMax(at);
                }
            }
        }
    }

    /// The state in which the runs begin, from the first snapshot of a run:
    /// that of the border of its load steps.
    BodyStart body_start(const FullCase &full, const SnapshotSource &source)
    {
      BodyStart start;
      start.lifted = lifted_coordinates(full.body, source, 0, 1);
      start.u = lifting_modes(full.body, LiftingKind::surface) * start.lifted;
      Matrix q(source.n_rows(SnapshotField::displacement), 1);
      source.read(SnapshotField::displacement, 0, q);
      for (std::size_t k = 0; k < full.body.free_displacements.size(); ++k)
        start.u[full.body.free_displacements[k]] =
          q(static_cast<Eigen::Index>(k), 0);
      Matrix p(full.body.n_pressures, 1);
      if (p.rows() > 0)
        source.read(SnapshotField::pressure, 0, p);
      start.p = p;
      return start;
    }

    /// What acts on the body at the start.
    void set_start_inputs(const FullCase &full,
                          const TrainingSignal &signal,
                          const ReducedModelData &data,
                          ReducedStart &start)
    {
      const CaseSleeves sleeves = case_sleeves(signal.parameters);
      const HeldInputs held     = held_at(signal.begin,
                                      sleeves.sleeves,
                                      sleeves.gravity,
                                      inputs_of_model(data, sleeves));
      start.sleeve_loads =
        Matrix::Zero(6, static_cast<Eigen::Index>(full.sleeves.sleeves.size()));
      for (std::size_t s = 0; s < held.sleeves.size(); ++s)
        start.sleeve_loads.col(static_cast<Eigen::Index>(s))
          << held.sleeves[s].force,
          held.sleeves[s].moment;
      start.loads   = held.loads;
      start.gravity = held.gravity;
    }
  } // namespace

  RunSnapshots snapshots_of(const FullCase &full, const TrainingSignal &signal)
  {
    return {signal.folder,
            full.identity,
            in_order(case_sleeves(signal.parameters).prescribed,
                     prescribed_channels(full.body)),
            signal.begin};
  }

  void set_start(const TrainedBases &trained, ReducedModelData &data)
  {
    if (!trained.start.is_given())
      return;
    data.start = trained.start;
    std::vector<RigidSleeveProperties> bodies;
    std::vector<Sleeve> sleeves(data.sleeves.size());
    const HeldInputs held = inputs_at_start(data);
    for (std::size_t s = 0; s < sleeves.size(); ++s)
      {
        bodies.push_back(data.sleeves[s].body);
        sleeves[s].body = bodies[s];
        sleeves[s].motion =
          [inputs = SleeveInputs{0, 0, held.sleeves[s], held.sleeves[s]}](
            const double t, int) { return inputs.motion(t); };
      }
    const auto shared = std::make_shared<const ReducedModelData>(data);
    const State found = equilibrium(shared, bodies, held);
    data.start.r =
      ReducedModel(shared, sleeves, {}, false).coordinates(found, 0);
    data.start.p = found.lambda;
  }

  TrainedBases train_on_runs(const FullCase &full,
                             const std::vector<TrainingSignal> &signals,
                             const BasisOptions &basis,
                             const TrainingPlan &plan,
                             StageClock &clock)
  {
    TrainedBases trained;
    std::vector<RunSnapshots> snapshots;
    for (const TrainingSignal &signal : signals)
      {
        snapshots.push_back(snapshots_of(full, signal));
        trained.n_snapshots += snapshots.back().n_snapshots();
      }
    std::vector<const SnapshotSource *> sources;
    for (const RunSnapshots &run : snapshots)
      sources.push_back(&run);
    std::optional<BodyStart> start;
    if (!plan.begin_step.empty())
      start = body_start(full, *sources.front());
    trained.bases = clock("bases", [&] {
      const ReducedBases all =
        train_bases(full.body, sources, basis, start ? &*start : nullptr);
      const int n_modes     = static_cast<int>(all.modes.cols()) - all.n_lifted;
      const int n_pressures = static_cast<int>(all.pressures.cols());
      return plan.target.is_given() && n_modes > plan.target.most_modes
               ? leading(all,
                         plan.target.most_modes,
                         std::min(n_pressures, plan.target.most_modes))
               : all;
    });
    if (start)
      {
        trained.start.step = plan.begin_step;
        std::tie(trained.start.r, trained.start.p) =
          project_start(full.body, trained.bases, *start);
      }
    set_pose_range(full, sources, trained);
    trained.contact_states = contact_states(full.body, sources);
    std::vector<RigidSleeveProperties> bodies;
    for (const Sleeve &sleeve : full.sleeves.sleeves)
      bodies.push_back(sleeve.body);
    clock("projection", [&] {
      trained.states = project_snapshots(full.body,
                                         trained.bases,
                                         sources,
                                         plan.n_training_states);
      trained.projected =
        project_model(full.body, trained.bases, bodies, plan.keep_full);
      trained.projected.pressure_points =
        train_pressure_points(full.body,
                              trained.bases.pressures,
                              trained.states.p,
                              pressure_tolerance);
      trained.projected.capabilities.nonlinear_volume =
        trained.projected.pressure_points.n_points() > 0;
      trained.projected.unit_system = full.unit_system;
      trained.projected.thickness   = full.thickness;
    });
    if (start)
      set_start_inputs(full, signals.front(), trained.projected, trained.start);
    return trained;
  }

  TrainedBases
  leading(const TrainedBases &trained, const int n_modes, const int n_pressures)
  {
    TrainedBases result;
    result.bases          = leading(trained.bases, n_modes, n_pressures);
    result.projected      = leading(trained.projected, n_modes, n_pressures);
    result.n_snapshots    = trained.n_snapshots;
    result.lowest_pose    = trained.lowest_pose;
    result.highest_pose   = trained.highest_pose;
    result.states.poses   = trained.states.poses;
    result.contact_states = trained.contact_states;
    result.states.r =
      trained.states.r.topRows(trained.bases.n_lifted + n_modes);
    result.states.p = trained.states.p.topRows(n_pressures);
    result.start    = trained.start;
    if (result.start.is_given())
      {
        result.start.r = trained.start.r.head(trained.bases.n_lifted + n_modes);
        result.start.p = trained.start.p.head(n_pressures);
      }
    return result;
  }

  int set_range(const FullCase &full, TrainedBases &trained)
  {
    const std::vector<int> usable =
      usable_states(full.body, trained.bases.modes, trained.states.r);
    trained.projected.range =
      train_range(full.body,
                  trained.bases.modes,
                  trained.states.r(Eigen::all, usable),
                  static_cast<int>(trained.projected.sleeves.size()));
    trained.projected.range.lowest_pose  = trained.lowest_pose;
    trained.projected.range.highest_pose = trained.highest_pose;
    return static_cast<int>(trained.states.r.cols()) -
           static_cast<int>(usable.size());
  }

  std::shared_ptr<ReducedModelData> train_model(const FullCase &full,
                                                const TrainedBases &trained,
                                                const std::string &name,
                                                const ForceOptions &options,
                                                const double contact_tolerance,
                                                ModelReport &report)
  {
    auto data          = std::make_shared<ReducedModelData>(trained.projected);
    const double start = static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
    const ForceReport found = train_force(force_model(name),
                                          full.body,
                                          trained.bases,
                                          trained.states.r,
                                          options,
                                          *data);
    report.contacts         = train_contacts(full.body,
                                     trained.bases.modes,
                                     trained.contact_states,
                                     contact_tolerance,
                                     *data);
    set_start(trained, *data);
    report.force_model = name;
    report.description = found.description;
    report.n_points    = found.n_points;
    report.n_states    = found.n_states;
    report.n_cells     = found.n_cells;
    report.force_error = found.training_error;
    report.training_seconds =
      static_cast<double>(std::clock()) / CLOCKS_PER_SEC - start;
    const CycleWork cycle = work_over_cycle(*data);
    report.cycle_work     = cycle.finished
                              ? cycle.spurious
                              : std::numeric_limits<double>::quiet_NaN();
    report.bytes = container_bytes(rom_container(stripped(*data))).size();
    return data;
  }

  SignalReport
  measure_on_signal(const std::shared_ptr<const ReducedModelData> &data,
                    const FullCase &full,
                    const ReducedBases &bases,
                    const TrainingSignal &signal,
                    TrainedRange *reached)
  {
    SignalReport report;
    report.signal             = signal.name;
    report.is_trained         = reached != nullptr;
    const CaseSleeves sleeves = case_sleeves(signal.parameters);
    const Prediction prediction =
      predict_case(data, signal.parameters, sleeves, snapshot_times(signal));
    stop_if_asked(training_goes_on);
    report.finished = prediction.report.finished;
    if (!report.finished)
      {
        report.ended = prediction.report.reason;
        return report;
      }
    const RunSnapshots snapshots = snapshots_of(full, signal);
    const FullFields fields{full.body, bases.modes, bases.pressures, snapshots};
    report.comparison    = compare_with_run(prediction,
                                         *data,
                                         sleeves_of_model(*data, sleeves),
                                         sleeves.gravity,
                                         signal.folder,
                                         &fields,
                                         inputs_of_model(*data, sleeves),
                                         signal.used_until);
    report.left_range_at = prediction.left_range_at;
    if (reached != nullptr)
      for (const Trust &trust : prediction.trust)
        {
          reached->largest_distance =
            std::max(reached->largest_distance, trust.distance);
          reached->smallest_J = std::min(reached->smallest_J, trust.min_J);
        }
    for (std::size_t c = 0; reached != nullptr && c < data->contacts.size();
         ++c)
      {
        const auto i     = static_cast<Eigen::Index>(c);
        double &pressure = reached->contact_pressures[i];
        // A contact that no state touched stays one.
        if (pressure > 0 && prediction.contacts.cols() > 0)
          pressure =
            std::max(pressure, prediction.contacts.row(6 * i + 5).maxCoeff());
      }
    return report;
  }
} // namespace rivlin
