// SPDX-License-Identifier: Apache-2.0
// Signals as numbers, and sizes against what the runs will give.
#include <rivlin/studies/plan_check.h>

#include <rivlin/base/error.h>
#include <rivlin/base/text.h>
#include <rivlin/base/whole_file.h>
#include <rivlin/offline/pressure_training.h>
#include <rivlin/studies/comparison.h>
#include <rivlin/studies/run_snapshots.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <tuple>

namespace rivlin
{
  namespace
  {
    /// Below this, in the units of a case, nothing moves: lengths, angles,
    /// forces, moments, accelerations.
    constexpr double nothing = 1e-9;

    /// What drives a run at one time: translations, rotations, forces, moments,
    /// gravity, each of all sleeves; prescribed displacements; loads.
    using DriveValues = std::array<Vector, 7>;

    Vector values_of(const std::vector<CaseChannel> &channels, const double t)
    {
      Vector values(static_cast<Eigen::Index>(channels.size()));
      for (std::size_t i = 0; i < channels.size(); ++i)
        values[static_cast<Eigen::Index>(i)] = channels[i].value(t, 0);
      return values;
    }

    DriveValues values_at(const CaseSleeves &drive, const double t)
    {
      const auto n = static_cast<Eigen::Index>(drive.sleeves.size());
      DriveValues values{Vector::Zero(3 * n),
                         Vector::Zero(9 * n),
                         Vector::Zero(3 * n),
                         Vector::Zero(3 * n),
                         Vector::Zero(3),
                         values_of(drive.prescribed, t),
                         values_of(drive.loads, t)};
      for (Eigen::Index s = 0; s < n; ++s)
        {
          const Sleeve &sleeve = drive.sleeves[s];
          if (sleeve.motion)
            {
              const RigidMotion motion    = sleeve.motion(t, 0);
              values[0].segment<3>(3 * s) = motion.translation[0];
              values[1].segment<9>(9 * s) = motion.rotation[0].reshaped();
            }
          if (sleeve.load)
            {
              const SleeveLoad load       = sleeve.load(t, 0);
              values[2].segment<3>(3 * s) = load.force;
              values[3].segment<3>(3 * s) = load.moment;
            }
        }
      if (drive.gravity)
        values[4] = drive.gravity(t, 0);
      return values;
    }

    double largest(const Vector &values)
    {
      return values.size() > 0 ? values.cwiseAbs().maxCoeff() : 0;
    }

    /// Whether all that drives a run stays what it is at `begin`, zero at t =
    /// 0, at each of its steps, or at many times if they are more.
    bool is_at_rest(const CaseSleeves &drive, const double begin)
    {
      DriveValues start = values_at(drive, begin);
      if (begin == 0)
        for (Vector &values : start)
          values.setZero();
      const IntegrationPlan &plan = drive.times.plan;
      const int n_samples         = static_cast<int>(
        std::clamp(plan.end_time / plan.initial_step, 200., 5000.));
      for (int k = 0; k <= n_samples; ++k)
        {
          const DriveValues now =
            values_at(drive, begin + (plan.end_time - begin) * k / n_samples);
          for (std::size_t i = 0; i < now.size(); ++i)
            if (largest(now[i] - start[i]) > nothing)
              return false;
        }
      return true;
    }

    bool is_same_body(const RigidSleeveProperties &a,
                      const RigidSleeveProperties &b)
    {
      return a.free_translation == b.free_translation &&
             a.rotation == b.rotation && a.axis == b.axis && a.mass == b.mass &&
             a.inertia == b.inertia && a.stiffness == b.stiffness &&
             a.damping == b.damping &&
             a.force_in_body_axes == b.force_in_body_axes &&
             a.moment_in_body_axes == b.moment_in_body_axes;
    }

    /// Whether all that drives `a` is the begin of `b` or all of it.
    bool
    is_part_of(const CaseSleeves &a, const CaseSleeves &b, const double begin)
    {
      constexpr double tolerance = 1e-3;
      constexpr int n_samples    = 400;
      const double end_of_b      = b.times.plan.end_time;
      if (a.names != b.names || a.inertia != b.inertia ||
          a.times.plan.end_time > end_of_b * (1 + tolerance))
        return false;
      for (std::size_t s = 0; s < a.sleeves.size(); ++s)
        if (!is_same_body(a.sleeves[s].body, b.sleeves[s].body))
          return false;
      const double end = std::min(a.times.plan.end_time, end_of_b);
      // The loads before the begin are the same for all; sizes are of what
      // changes since.
      const DriveValues start = values_at(a, begin);
      std::array<double, std::tuple_size_v<DriveValues>> size{}, difference{};
      for (int k = 0; k <= n_samples; ++k)
        {
          const double t      = begin + (end - begin) * k / n_samples;
          const DriveValues x = values_at(a, t), y = values_at(b, t);
          for (std::size_t i = 0; i < size.size(); ++i)
            {
              if (x[i].size() != y[i].size())
                return false; // one has a channel that the other has not
              size[i] =
                std::max(size[i],
                         largest(begin > 0 ? Vector(x[i] - start[i]) : x[i]));
              difference[i] = std::max(difference[i], largest(x[i] - y[i]));
            }
        }
      for (std::size_t i = 0; i < size.size(); ++i)
        if (difference[i] > std::max(tolerance * size[i], nothing))
          return false;
      return true;
    }

    /// What a signal is for; none may do the work of a later one.
    enum class Use
    {
      training,
      selection,
      validation
    };

    struct DrivenSignal
    {
      const TrainingSignal &signal;
      Use use;
      CaseSleeves drive;

      std::string text() const
      {
        return (use == Use::training    ? "training signal "
                : use == Use::selection ? "signal of the selection "
                                        : "held-out signal ") +
               in_quotes(signal.name);
      }
    };

    void refuse_shared_folders(const std::vector<DrivenSignal> &all)
    {
      std::map<std::string, const DrivenSignal *> owners;
      for (const DrivenSignal &one : all)
        {
          const std::string folder = one.signal.folder.filename().string();
          if (folder == "." || folder == ".." || folder.empty())
            throw Error("A signal is called " + in_quotes(one.signal.name) +
                        ", which cannot be the name of a folder. Give it "
                        "another name.");
          if (one.signal.is_given)
            continue;
          const auto [owner, is_new] = owners.insert({folder, &one});
          if (!is_new)
            throw Error("The " + owner->second->text() + " and the " +
                        one.text() + " would both run in the folder " +
                        in_quotes("runs/" + folder) +
                        ". Give one of them another name.");
        }
    }

    void refuse_same(const DrivenSignal &trained, const DrivenSignal &other)
    {
      if (other.use > trained.use &&
          is_part_of(other.drive, trained.drive, other.signal.begin))
        throw Error("The " + trained.text() + " is the " + other.text() +
                    " too. Measure on signals that are not used otherwise.");
    }

    /// Snapshots to train on, of runs to come and of those that are there.
    struct SnapshotCount
    {
      int n_runs      = 0;
      int n_snapshots = 0;
      int n_moving    = 0; ///< without the start at rest

      std::string text() const
      {
        return message(n_runs,
                       n_runs == 1 ? " training run gives "
                                   : " training runs give ",
                       n_snapshots,
                       " snapshots, ",
                       n_moving,
                       " without the start at rest");
      }
    };

    SnapshotCount count_snapshots(const TrainingSignals &signals)
    {
      SnapshotCount count;
      for (const TrainingSignal &signal : signals.training)
        {
          std::vector<double> times =
            signal.is_given ? snapshot_times(signal)
                            : make_case_plan(signal.parameters).snapshots;
          std::erase_if(times, [&signal](const double t) {
            return t < signal.begin * (1 - 1e-9);
          });
          ++count.n_runs;
          count.n_snapshots += static_cast<int>(times.size());
          count.n_moving +=
            static_cast<int>(times.size()) -
            static_cast<int>(!times.empty() && times.front() <= signal.begin);
        }
      return count;
    }

    void check_bases(const TrainingPlan &plan,
                     const FullCase &full,
                     const SnapshotCount &count)
    {
      const BasisOptions &basis = plan.basis;
      const int n_free = static_cast<int>(full.body.free_displacements.size());
      const std::string remedy = ". Lower it, shorten \"Snapshot interval\" (" +
                                 number_text(plan.snapshot_interval) +
                                 " s), or train on more signals.";
      const auto at_most = [&](const std::string &key,
                               const int wish,
                               const int most,
                               const std::string &why) {
        if (wish > most)
          throw Error(message(in_quotes(key), " is ", wish, ", but ", why));
      };
      if (basis.modes.by == PodSize::By::count)
        {
          // Velocities count as snapshots of their own, those at rest too.
          const int n_columns =
            count.n_moving + (basis.velocity_time > 0 ? count.n_snapshots : 0);
          at_most("Basis/Modes",
                  basis.modes.count,
                  n_columns,
                  "no more modes than snapshots can come out of them: " +
                    count.text() + remedy);
          at_most("Basis/Modes",
                  basis.modes.count,
                  n_free,
                  message("the model has ",
                          n_free,
                          " free displacements. Lower it."));
        }
      at_most("Basis/Eigenmodes",
              basis.n_eigenmodes,
              n_free,
              message("the model has ",
                      n_free,
                      " free displacements. Lower it."));
      const bool has_pressures = full.body.n_pressures > 0;
      if (!has_pressures && (basis.n_pressures != 0 || basis.supremizers))
        throw Error(in_quotes(basis.supremizers ? "Basis/Supremizers"
                                                : "Basis/Pressure modes") +
                    " is given, but the body of the case has no pressures "
                    "(\"Element/Formulation\" is displacement). Remove it.");
      at_most("Basis/Pressure modes",
              basis.n_pressures,
              count.n_moving,
              "no more pressures than snapshots can come out of them: " +
                count.text() + remedy);
      at_most("Basis/Pressure modes",
              basis.n_pressures,
              full.body.n_pressures,
              message("the model has ",
                      full.body.n_pressures,
                      " pressures. Lower it."));
    }

    void check_forces(const TrainingPlan &plan,
                      const FullCase &full,
                      const SnapshotCount &count)
    {
      std::vector<std::string> names = {plan.force_model};
      names.insert(names.end(), plan.compared.begin(), plan.compared.end());
      const int n_states = std::min(count.n_snapshots, plan.n_training_states);
      for (const std::string &name : names)
        {
          const ForceModel &model = force_model(name);
          if (model.is_condensed && full.body.n_pressures == 0)
            throw Error("The force model " + in_quotes(name) +
                        " eliminates pressures, but the body of the case has "
                        "none (\"Element/Formulation\" is displacement). "
                        "Choose \"TPWL\" or \"lookup 1\".");
          if (model.is_condensed && has_nonlinear_volume(full.body))
            throw Error("The force model " + in_quotes(name) +
                        " eliminates pressures by a constant compliance, but "
                        "the volumetric law of the case is not quadratic. "
                        "Choose \"TPWL\" or \"lookup 1\".");
          for (const ForceOption &option : force_options())
            if (option.member ==
                  ForceOptions::Member(&ForceOptions::n_interpolation) &&
                model.reads(option) && plan.force.n_interpolation > n_states)
              throw Error(
                message(in_quotes("Force/" + std::string(option.name)),
                        " is ",
                        plan.force.n_interpolation,
                        ", but only ",
                        n_states,
                        " states train the force model ",
                        in_quotes(name),
                        ": ",
                        count.text(),
                        ", \"Force/Training states\" is ",
                        plan.n_training_states,
                        ". Lower it, or train on more states."));
        }
    }

    /// What a training needs of a run beside its snapshots, which are checked
    /// with the model.
    void check_given_run(const TrainingSignal &signal,
                         const CaseIdentity &model)
    {
      if (const auto changes = changes_since(signal, model); !changes.empty())
        throw Error(
          "The run in \"" + signal.folder.string() +
          "\" is not what its parameters say now: " + joined(changes, "; ") +
          ". Undo the change of its files, or run it again.");
      require_full_run(signal.folder);
      if (!nlohmann::json::parse(
             read_whole_file(signal.folder / "summary.json"))
             .value("finished", false))
        throw Error("The run in \"" + signal.folder.string() +
                    "\" has not come to its end (see its summary.json). Finish "
                    "it with rivlin simulate --resume, or take another one.");
      require_rows(signal.folder, snapshot_times(signal));
    }
  } // namespace

  void check_signals(const TrainingSignals &signals)
  {
    std::vector<DrivenSignal> all;
    const auto add = [&](const TrainingSignal &signal, const Use use) {
      all.push_back({signal, use, case_sleeves(signal.parameters)});
    };
    for (const TrainingSignal &signal : signals.training)
      add(signal, Use::training);
    for (const TrainingSignal &signal : signals.rays)
      add(signal, Use::training);
    for (const TrainingSignal &signal : signals.selection)
      add(signal, Use::selection);
    add(signals.validation, Use::validation);
    refuse_shared_folders(all);
    for (const DrivenSignal &one : all)
      if (is_at_rest(one.drive, one.signal.begin))
        throw Error("The " + one.text() +
                    " moves nothing: motions, loads and gravity are zero "
                    "until its end at " +
                    number_text(one.drive.times.plan.end_time) +
                    " s. Nothing can be learned or measured on it; give it an "
                    "excitation.");
    for (const DrivenSignal &one : all)
      for (const DrivenSignal &other : all)
        refuse_same(one, other);
  }

  void find_used_parts(TrainingSignals &signals)
  {
    const auto find = [](const std::vector<TrainingSignal> &others,
                         TrainingSignal &signal) {
      const CaseSleeves drive = case_sleeves(signal.parameters);
      for (const TrainingSignal &other : others)
        if (const CaseSleeves used = case_sleeves(other.parameters);
            is_part_of(used, drive, other.begin))
          signal.used_until =
            std::max(signal.used_until, used.times.plan.end_time);
    };
    for (TrainingSignal &signal : signals.selection)
      find(signals.training, signal);
    find(signals.training, signals.validation);
    find(signals.selection, signals.validation);
  }

  void check_plan(const TrainingPlan &plan,
                  const TrainingSignals &signals,
                  const FullCase &full)
  {
    for (const TrainingSignal *signal : all_of(signals))
      if (signal->is_given)
        {
          const RunSnapshots of_this_model(signal->folder, full.identity);
          check_given_run(*signal, full.identity);
        }
    const SnapshotCount count = count_snapshots(signals);
    if (!plan.target.is_given())
      check_bases(plan, full, count);
    check_forces(plan, full, count);
  }
} // namespace rivlin
