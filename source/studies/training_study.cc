// SPDX-License-Identifier: Apache-2.0
// The order of a training; its steps are in files of their own.
#include <rivlin/studies/training_study.h>

#include <rivlin/base/atomic_file.h>
#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>
#include <rivlin/base/output_lock.h>
#include <rivlin/base/provenance.h>
#include <rivlin/offline/lifting.h>
#include <rivlin/online/rom_file.h>
#include <rivlin/studies/candidate_meter.h>
#include <rivlin/studies/excitation.h>
#include <rivlin/studies/full_runs.h>
#include <rivlin/studies/model_training.h>
#include <rivlin/studies/output_directory.h>
#include <rivlin/studies/plan_check.h>
#include <rivlin/studies/report_text.h>
#include <rivlin/studies/supported.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <optional>

namespace rivlin
{
  namespace
  {
    namespace fs = std::filesystem;

    /// A model and what was found out about it.
    struct Trained
    {
      TrainingReport report;
      std::shared_ptr<ReducedModelData> model;
    };

    /// Prescribed displacements that any of the runs makes use of.
    std::vector<std::string> channels_of(const TrainingSignals &signals)
    {
      std::vector<std::string> names;
      for (const TrainingSignal *signal : all_of(signals))
        for (const std::string &name :
             used_channels(case_sleeves(signal->parameters)))
          if (std::find(names.begin(), names.end(), name) == names.end())
            names.push_back(name);
      return names;
    }

    class Training
    {
    public:
      Training(const TrainingPlan &the_plan,
               const TrainingOptions &the_options,
               FullRuns &the_runs)
        : plan(the_plan)
        , options(the_options)
        , runs(the_runs)
        , signals(make_signals(plan, options.output))
        // The model is built before anything runs: what is wrong is said first.
        , full(load_full_case(signals.training.front().parameters,
                              channels_of(signals)))
        , unused(plan.unused)
      {
        if (plan.contact_tolerance_is_given && full.body.contacts.empty())
          unused.push_back({"Force/Contact tolerance",
                            "the case of the plan has no contacts"});
        check_plan(plan, signals, full);
        check_target();
        make_output_directory(options.output);
        lock.emplace(options.output, options.force);
        if (!lock->notice().empty())
          say("note: " + lock->notice());
      }

      TrainingReport run();

    private:
      void say(const std::string &text) const
      {
        if (options.say)
          options.say(text);
      }
      void check_target() const;
      bool chooses_pressures() const
      {
        return plan.basis.n_pressures == 0 && full.body.n_pressures > 0 &&
               !plan.basis.supremizers;
      }
      /// Signals by which pressures are chosen: a few of those trained on if
      /// there is no selection.
      std::vector<const TrainingSignal *> judged() const;
      /// Bases of the sizes that the plan gives or wishes for.
      TrainedBases choose_bases(TrainingReport &report, ForceOptions &force);
      void describe_bases(const TrainedBases &trained,
                          TrainingReport &report) const;
      /// Trains everything on the signals so far.
      Trained train_and_measure();
      void add_greedy_signals(Trained &best);
      void write(Trained &trained) const;
      /// Where the selection does not go as far as the training.
      void warn_of_training_signals(const TrainingReport &report) const;
      fs::path model_file() const
      {
        return options.output / (fs::path(plan.path).stem().string() + ".rom");
      }

      const TrainingPlan &plan;
      const TrainingOptions &options;
      FullRuns &runs;
      TrainingSignals signals;
      const FullCase full;
      std::vector<UnusedParameter> unused;
      StageClock clock;
      std::optional<OutputLock> lock;
    };

    void Training::check_target() const
    {
      if (!plan.target.is_given())
        return;
      for (const TrainingSignal &signal : signals.selection)
        {
          const CaseSleeves sleeves = case_sleeves(signal.parameters);
          for (std::size_t s = 0; s < sleeves.sleeves.size(); ++s)
            {
              const RigidSleeveProperties &body = sleeves.sleeves[s].body;
              const bool is_free =
                body.free_translation != std::array<bool, 3>{} ||
                body.rotation != RotationFreedom::none;
              if ((is_free ? plan.target.pose : plan.target.reaction) > 0)
                continue;
              throw Error("The sleeve \"" + sleeves.names[s] +
                          "\" of the signal \"" + signal.name + "\" is " +
                          (is_free ? "free" : "driven") + ". Give \"Target/" +
                          (is_free ? "Pose error\": its reaction is its load"
                                   : "Reaction error\": its pose is given") +
                          " and says nothing.");
            }
        }
    }

    std::vector<const TrainingSignal *> Training::judged() const
    {
      std::vector<const TrainingSignal *> result;
      for (const TrainingSignal &signal : signals.selection)
        result.push_back(&signal);
      const std::size_t n = std::min<std::size_t>(signals.training.size(), 3);
      for (std::size_t k = 0; signals.selection.empty() && k < n; ++k)
        result.push_back(
          &signals.training[(k + 1) * signals.training.size() / n - 1]);
      return result;
    }

    TrainedBases Training::choose_bases(TrainingReport &report,
                                        ForceOptions &force)
    {
      BasisOptions basis = plan.basis;
      const bool by_wish = plan.target.is_given();
      if (by_wish)
        basis.modes = {PodSize::By::sum_of_squares, 0, 1 - 1e-10};
      if (by_wish || chooses_pressures())
        basis.n_pressures = -2;
      TrainedBases trained =
        train_on_runs(full, signals.training, basis, plan, clock);
      say("Bases from " + number_text(trained.n_snapshots) + " snapshots of " +
          number_text(signals.training.size()) + " runs");
      if (!by_wish && !chooses_pressures())
        return trained;
      say(by_wish ? "Sizes by the errors on the selection"
                  : "Pressure modes by measured errors");
      CandidateMeter meter(full, trained, judged(), plan, clock, options.say);
      const auto measure = [&](const ModelSizes &sizes) {
        return meter.measure(sizes);
      };
      const double wished = std::max(plan.target.reaction, plan.target.pose);
      const SizeChoice choice =
        by_wish ? choose_sizes(
                    {trained.n_modes(),
                     full.body.n_pressures > 0 ? trained.n_pressures() : 0,
                     std::clamp(wished, 1e-6, 1e-2)},
                    [&](const int n) { return meter.missed_over_wish(n); },
                    measure)
                : choose_pressures({trained.n_modes(),
                                    0,
                                    plan.force.cubature_tolerance},
                                   trained.n_pressures(),
                                   measure);
      report.candidates        = choice.tried;
      report.chosen            = choice.best.sizes;
      report.target_is_met     = !by_wish || choice.best.meets();
      force.cubature_tolerance = report.chosen.cubature_tolerance;
      trained = leading(trained, report.chosen.modes, report.chosen.pressures);
      set_inf_sup(full.body, trained.bases);
      return trained;
    }

    void Training::describe_bases(const TrainedBases &trained,
                                  TrainingReport &report) const
    {
      const ReducedBases &bases = trained.bases;
      report.case_name          = fs::path(plan.case_file).filename().string();
      report.unit_system        = full.unit_system;
      report.n_displacements =
        static_cast<long>(full.body.free_displacements.size());
      report.n_pressures = full.body.n_pressures;
      report.n_snapshots = trained.n_snapshots;
      for (const TrainingSignal &signal : signals.training)
        report.signals.push_back(signal.name);
      for (const TrainingSignal &signal : signals.selection)
        report.selection.push_back(signal.name);
      report.selection_is_held_back       = plan.selection_is_held_back;
      report.target                       = plan.target;
      report.unused                       = unused;
      report.n_sleeve_coordinates         = n_rho(full.body);
      report.n_prescribed                 = trained.projected.n_prescribed();
      report.begin_step                   = plan.begin_step;
      report.n_modes                      = trained.n_modes();
      report.n_pressure_modes             = trained.n_pressures();
      report.inf_sup                      = bases.inf_sup;
      report.inf_sup_of_one               = bases.inf_sup_of_one;
      report.displacement_missed          = bases.displacement_error;
      report.pressure_missed              = bases.pressure_error;
      report.displacement_singular_values = bases.displacement_singular_values;
      report.pressure_singular_values     = bases.pressure_singular_values;
    }

    Trained Training::train_and_measure()
    {
      Trained result;
      TrainingReport &report = result.report;
      ForceOptions force     = plan.force;
      TrainedBases trained   = choose_bases(report, force);
      describe_bases(trained, report);
      report.n_inverted =
        clock("projection", [&] { return set_range(full, trained); });
      say(bases_text(report));
      std::vector<std::string> names = {plan.force_model};
      for (const std::string &name : plan.compared)
        if (name != plan.force_model)
          names.push_back(name);
      for (const std::string &name : names)
        {
          ModelReport &model = report.models.emplace_back();
          const auto data    = clock("force models", [&] {
            return train_model(
              full, trained, name, force, plan.contact_tolerance, model);
          });
          const auto measure = [&](const TrainingSignal &signal,
                                   TrainedRange *reached) {
            return measure_on_signal(
              data, full, trained.bases, signal, reached);
          };
          clock("validation", [&] {
            if (!result.model)
              {
                // The training signals tell how well the model knows what it
                // saw. On them it is within its range by definition; its
                // states are not quite the projected ones that the range came
                // from.
                TrainedRange reached = data->range;
                for (const TrainingSignal &signal : signals.training)
                  model.training.push_back(measure(signal, &reached));
                data->range = reached;
              }
            for (const TrainingSignal &signal : signals.selection)
              model.selection.push_back(measure(signal, nullptr));
            model.held_out = measure(signals.validation, nullptr);
          });
          if (!result.model)
            {
              result.model = data;
              say(models_table_head(model.held_out.comparison.headline_name()));
            }
          say(models_table_row(model));
          if (!model.contacts.empty())
            say(contacts_text(model, trained.n_snapshots));
        }
      if (const std::string text = untouched_text(report.models.front());
          !text.empty())
        say("WARNING: " + text);
      return result;
    }

    void Training::write(Trained &trained) const
    {
      TrainingReport &report            = trained.report;
      report.cpu_seconds                = clock.seconds;
      const nlohmann::ordered_json json = report_json(report);
      const Provenance origin           = provenance();
      ReducedModelData &data            = *trained.model;
      data.notes["program"]             = origin.program + " " + origin.version;
      data.notes["date"]                = origin.date;
      data.notes["case"]                = report.case_name;
      data.notes["identity"]            = identity_text(full.identity);
      data.notes["training"]            = json.dump();
      data.body                         = body_texts(full.identity);
      data.body.merge(
        body_texts(case_applicant(signals.training.front().parameters).texts));
      write_rom(model_file(), data);
      write_file_atomically(options.output / "training.json",
                            json.dump(2) + "\n");
    }

    /// Rays are added until the error on the selection is small enough; the
    /// best model is kept, which need not be the last.
    void Training::add_greedy_signals(Trained &best)
    {
      const auto error = [](const Trained &trained) {
        return selection_error(trained.report.models.front());
      };
      const double wish = plan.greedy_tolerance;
      for (int round = 0; !(error(best) <= wish) && round < plan.greedy_rounds;
           ++round)
        {
          const TrainingSignal &ray = signals.rays[round];
          say("Error on the selection " + percent(error(best)) + " > " +
              percent(wish) + ": adding " + ray.name);
          signals.training.push_back(ray);
          clock("full runs", [&] { runs.provide({&ray}, full.identity); });
          Trained next = train_and_measure();
          if (error(next) < error(best) || std::isnan(error(best)))
            {
              best = std::move(next);
              write(best);
            }
          else
            say("Not better on the selection (" + percent(error(next)) +
                "): the model before is kept.");
        }
      if (!(error(best) <= wish))
        say("Stopped after " + number_text(plan.greedy_rounds) + " rounds at " +
            percent(error(best)) +
            ". Enlarge \"Basis/Modes\" or lower \"Force/Cubature tolerance\".");
    }

    void Training::warn_of_training_signals(const TrainingReport &report) const
    {
      const SignalReport *worst = worst_training_signal(report.models.front());
      const double wish = std::max(plan.target.reaction, plan.target.pose);
      if (!plan.target.is_given() || worst == nullptr)
        return;
      const double error = worst->finished
                             ? worst->comparison.headline().relative()
                             : std::numeric_limits<double>::infinity();
      if (!(error <= wish))
        say("WARNING: the error on the training signal \"" + worst->signal +
            "\" is " +
            (worst->finished ? percent(error)
                             : "not known (" + worst->ended + ")") +
            ", more than wished for. Sizes were chosen by \"Selection\": let "
            "its signals go as far as the training does.");
    }

    TrainingReport Training::run()
    {
      for (const UnusedParameter &one : unused)
        say("unused: \"" + one.key + "\": " + one.reason);
      if (plan.selection_is_held_back)
        {
          std::string names;
          for (const TrainingSignal &signal : signals.selection)
            names += (names.empty() ? "" : ", ") + signal.name;
          say("There is no section \"Selection\": " + names +
              " held back from training for it");
        }
      say("Runs of the full model");
      clock("full runs", [&] { runs.provide(all_of(signals), full.identity); });
      Trained best = train_and_measure();
      write(best);
      if (plan.greedy_tolerance > 0)
        add_greedy_signals(best);
      say("Wrote " + model_file().string() + " and " +
          (options.output / "training.json").string());
      warn_of_training_signals(best.report);
      if (!best.report.target_is_met)
        throw ComputationFailed(
          "No model meets the target on the selection; the nearest is written: "
          "error " +
          percent(selection_error(best.report.models.front())) + " with " +
          number_text(best.report.n_modes) +
          " modes. Train on more signals (\"Excitation/Rays\"), enlarge "
          "\"Target/Most modes\", or wish for less.");
      return best.report;
    }
  } // namespace

  TrainingReport train(const TrainingPlan &plan, const TrainingOptions &options)
  {
    namespace mpi = dealii::Utilities::MPI;
    if (options.n_jobs > 1 && mpi::n_mpi_processes(options.communicator) > 1)
      throw Error(
        "--jobs " + number_text(options.n_jobs) +
        " runs full models at once, each on one rank, but there are " +
        number_text(mpi::n_mpi_processes(options.communicator)) +
        " ranks. Give either mpirun or --jobs.");
    if (mpi::this_mpi_process(options.communicator) != 0)
      {
        help_with_full_runs(options.communicator);
        return {};
      }
    // First of all: the other ranks wait for it, and are let go by its end
    // whatever happens.
    FullRuns runs(plan.case_file,
                  options.n_jobs,
                  options.program,
                  options.communicator,
                  options.say,
                  options.force);
    return Training(plan, options, runs).run();
  }
} // namespace rivlin
