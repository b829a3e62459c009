// SPDX-License-Identifier: Apache-2.0
// Predictions and what is written of them.
#include <rivlin/studies/prediction_study.h>

#include <rivlin/base/atomic_file.h>
#include <rivlin/base/csv_history.h>
#include <rivlin/base/error.h>
#include <rivlin/base/input_protection.h>
#include <rivlin/base/interruption.h>
#include <rivlin/base/number_text.h>
#include <rivlin/base/output_lock.h>
#include <rivlin/base/provenance.h>
#include <rivlin/dynamics/time_table.h>
#include <rivlin/online/rom_file.h>
#include <rivlin/studies/model_info.h>
#include <rivlin/studies/output_directory.h>
#include <rivlin/studies/reduced_case.h>
#include <rivlin/studies/reduced_pictures.h>
#include <rivlin/studies/report_text.h>
#include <rivlin/studies/run_snapshots.h>
#include <rivlin/studies/supported.h>
#include <rivlin/studies/table_drive.h>
#include <rivlin/studies/unused_in_prediction.h>

#include <nlohmann/json.hpp>

#include <cmath>
#include <sstream>

namespace rivlin
{
  namespace
  {
    using Json   = nlohmann::ordered_json;
    namespace fs = std::filesystem;

    /// Times of the rows of a run, which a prediction that is compared shares.
    std::vector<double> run_times(const fs::path &run, const double end)
    {
      const std::vector<double> times =
        read_time_table(run / "history.csv").times;
      if (std::abs(times.back() - end) > 1e-9 * end)
        throw Error("The run in \"" + run.string() + "\" ends at " +
                    number_text(times.back()) + " s, the prediction at " +
                    number_text(end) +
                    " s. Compare runs of the same signal, or set "
                    "\"Time/End time\".");
      require_full_run(run);
      return times;
    }

    /// A run of statics has no inertia forces, all others have.
    void require_same_inertia(const Applicant &run, const bool inertia)
    {
      const std::string statics(name_of(IntegrationMethod::statics));
      for (const ParameterText &one : run.texts)
        if (one.key == "Time/Integrator" && (one.text != statics) != inertia)
          throw Error(run.name + " is one of " +
                      (inertia ? "statics, the prediction one of dynamics"
                               : "dynamics, the prediction one of statics") +
                      " (\"Time/Integrator\" of the run is " + one.text +
                      "). Compare runs of the same kind.");
    }

    /// Fields are compared if the excitation is a case, the file has its fields
    /// and the run its snapshots.
    Comparison compare(const Prediction &prediction,
                       const ReducedModelData &data,
                       const CaseSleeves &sleeves,
                       const PredictionOptions &options,
                       const CaseParameters &parameters)
    {
      const auto compare_with = [&](const FullFields *fields) {
        return compare_with_run(prediction,
                                data,
                                sleeves_of_model(data, sleeves),
                                sleeves.gravity,
                                options.compared,
                                fields,
                                inputs_of_model(data, sleeves));
      };
      if (options.excitation.extension() != ".prm" || data.full.dim == 0 ||
          !fs::exists(options.compared / "snapshots.h5"))
        return compare_with(nullptr);
      const FullCase full = load_full_case(parameters, data.prescribed);
      const RunSnapshots snapshots(options.compared,
                                   full.identity,
                                   inputs_of_model(data, sleeves).prescribed,
                                   begin_of_model(data, parameters));
      const FullFields fields{full.body,
                              data.full.displacement_modes,
                              data.full.pressure_modes,
                              snapshots};
      return compare_with(&fields);
    }

    Json summary_json(const Prediction &prediction,
                      const ReducedModelData &data,
                      const PredictionOptions &options,
                      const std::vector<UnusedParameter> &all_unused)
    {
      const Provenance origin         = provenance();
      const IntegrationReport &report = prediction.report;
      Json json;
      json["version"]           = origin.version;
      json["date"]              = origin.date;
      json["model"]             = options.model.filename().string();
      json["excitation"]        = options.excitation.filename().string();
      json["force model"]       = describe(data.force);
      json["unknowns"]          = {{"modes", data.n_modes()},
                                   {"pressures", data.n_pressures()}};
      json["steps"]             = {{"accepted", report.accepted},
                                   {"rejected", report.rejected},
                                   {"rejected to stay in the trained range",
                                    prediction.n_kept_in_range}};
      json["Newton iterations"] = report.counters.newton_iterations;
      json["cpu seconds"]       = prediction.cpu_seconds;
      json["real-time factor"] =
        json_number((report.time - prediction.begin) / prediction.cpu_seconds);
      json["left trained range at [s]"] =
        prediction.left_range_at < 0 ? Json() : Json(prediction.left_range_at);
      for (const UnusedParameter &unused : all_unused)
        json["unused parameters"][unused.key] = unused.reason;
      if (!data.start.step.empty())
        json["begins with step"] = data.start.step;
      json["begin time [s]"] = prediction.begin;
      json["end time [s]"]   = report.time;
      json["finished"]       = report.finished;
      json["ended"]          = report.finished ? "finished" : report.reason;
      return json;
    }

    /// What is read must not be what is written, nor a run of the full model,
    /// whose snapshots would stay beside a history that is not theirs.
    void protect_inputs(const PredictionOptions &options)
    {
      std::error_code ignored;
      if (!options.compared.empty() &&
          fs::equivalent(options.compared, options.output, ignored))
        throw Error("The prediction would replace the run \"" +
                    options.compared.string() +
                    "\" that it is compared with. Choose another folder with "
                    "--output.");
      for (const char *name :
           {"history.csv", "summary.json", "comparison.json"})
        for (const fs::path &input : {options.model, options.excitation})
          refuse_to_replace(input, options.output / name);
      if (fs::exists(options.output / "run.log"))
        throw Error("The folder \"" + options.output.string() +
                    "\" has a run of the full model (run.log): a prediction "
                    "would replace its history.csv and summary.json. Choose "
                    "another folder with --output.");
    }

    void write_history(const Prediction &prediction,
                       const ReducedModelData &data,
                       const fs::path &folder)
    {
      CsvHistory history(folder / "history.csv",
                         prediction_titles(data,
                                           unit_system(data.unit_system)));
      for (std::size_t k = 0; k < prediction.times.size(); ++k)
        history.append(prediction_row(data, prediction, static_cast<int>(k)));
      history.write();
    }

    void write_comparison(const Comparison &comparison,
                          const ReducedModelData &data,
                          const PredictionOptions &options)
    {
      Json json;
      json["run"]   = options.compared.filename().string();
      json["sizes"] = {{"modes", data.n_modes()},
                       {"pressures", data.n_pressures()}};
      json.update(comparison_json(comparison, unit_system(data.unit_system)));
      if (const std::string model = trained_model_json(data); !model.empty())
        json["spurious work per cycle"] =
          Json::parse(model).at("spurious work per cycle");
      write_file_atomically(options.output / "comparison.json",
                            json.dump(2) + "\n");
    }
  } // namespace

  PredictionReport predict(const PredictionOptions &options)
  {
    const auto data =
      std::make_shared<const ReducedModelData>(read_rom(options.model));
    if (options.pictures && data->full.dim == 0)
      throw Error(options.model.string() +
                  " has no fields (\"Basis/Keep fields\"): pictures cannot "
                  "be made. Leave --vtu out or train again.");
    const ModelScope scope = model_scope(*data, options.model);
    PredictionReport report;
    CaseParameters parameters;
    CaseSleeves sleeves;
    if (options.excitation.extension() == ".prm")
      {
        parameters = read_case(options.excitation.string(), options.settings);
        report.warnings = require_supported(case_applicant(parameters), scope);
        sleeves         = case_sleeves(parameters);
      }
    else
      sleeves =
        table_sleeves(*data, options.excitation, options.settings, parameters);
    report.warnings.insert(report.warnings.end(),
                           sleeves.notices.begin(),
                           sleeves.notices.end());
    report.unused = unused_in_prediction(parameters, options);
    std::vector<double> times;
    const bool compares = !options.compared.empty();
    if (compares)
      {
        times = run_times(options.compared, parameters.time.end_time);
        const double begin = begin_of_model(*data, parameters);
        std::erase_if(times, [begin](const double t) { return t < begin; });
        const Applicant run = run_applicant(options.compared);
        for (const std::string &warning : require_supported(run, scope))
          report.warnings.push_back(warning);
        require_same_inertia(run, sleeves.inertia);
      }
    protect_inputs(options);
    std::optional<OutputLock> lock;
    if (fs::is_directory(options.output))
      lock.emplace(options.output, options.force);
    report.prediction = predict_case(data, parameters, sleeves, times);
    if (report.prediction.report.interrupted)
      report.prediction.report.reason =
        "Interrupted by " + signal_name(stop_signal()) +
        " at t = " + number_text(report.prediction.report.time, 12) + ".";

    make_output_directory(options.output);
    if (!lock)
      lock.emplace(options.output, options.force);
    if (!lock->notice().empty())
      report.warnings.push_back(lock->notice());
    write_history(report.prediction, *data, options.output);
    if (options.pictures)
      write_pictures(*data,
                     report.prediction,
                     unit_system(data->unit_system),
                     options.output);
    write_file_atomically(
      options.output / "summary.json",
      summary_json(report.prediction, *data, options, report.unused).dump(2) +
        "\n");
    if (compares && !report.prediction.report.interrupted)
      {
        report.comparison =
          compare(report.prediction, *data, sleeves, options, parameters);
        write_comparison(*report.comparison, *data, options);
      }
    if (report.prediction.left_range_at >= 0)
      {
        std::ostringstream text;
        text << "the model leaves its trained range at t = "
             << report.prediction.left_range_at
             << " s (column \"inside trained range\" of history.csv).";
        report.warnings.push_back(text.str());
      }
    return report;
  }
} // namespace rivlin
