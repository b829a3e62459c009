// SPDX-License-Identifier: Apache-2.0
// rivlin predict and rivlin info: reduced models at work.
#include "arguments.h"
#include "commands.h"

#include <rivlin/base/atomic_file.h>
#include <rivlin/base/csv_history.h>
#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>
#include <rivlin/base/provenance.h>
#include <rivlin/dynamics/time_table.h>
#include <rivlin/online/rom_file.h>
#include <rivlin/studies/reduced_case.h>
#include <rivlin/studies/reduced_pictures.h>
#include <rivlin/studies/supported.h>

#include <nlohmann/json.hpp>

#include <cmath>
#include <iomanip>
#include <iostream>
#include <sstream>

namespace rivlin
{
  namespace
  {
    using Json   = nlohmann::ordered_json;
    namespace fs = std::filesystem;

    Json number(const double value)
    {
      return std::isfinite(value) ? Json(value) : Json();
    }

    std::vector<double> run_times(const fs::path &folder)
    {
      return read_time_table(folder / "history.csv").times;
    }

    /// What training.json told of the force model in the file, if it is there.
    Json trained_model(const ReducedModelData &data)
    {
      const auto note = data.notes.find("training");
      return note == data.notes.end()
               ? Json()
               : Json::parse(note->second).at("models").at(0);
    }

    /// Fields are compared if the case has the body of the model, the file its
    /// fields and the run its snapshots.
    RunErrors compare(const Prediction &prediction,
                      const ReducedModelData &data,
                      const fs::path &run,
                      const CaseParameters &parameters,
                      const fs::path &excitation)
    {
      const FullBasis &fields = data.full;
      if (excitation.extension() == ".prm" && fields.dim > 0 &&
          fs::exists(run / "snapshots.h5"))
        if (const FullCase full = load_full_case(parameters);
            full.body.n_displacements() == fields.displacement_modes.rows() &&
            full.body.n_pressures == fields.pressure_modes.rows())
          {
            ReducedBases bases;
            bases.modes     = fields.displacement_modes;
            bases.pressures = fields.pressure_modes;
            const RunSnapshots snapshots(run, full.identity);
            return compare_with_run(
              prediction, data, run, &full.body, &bases, &snapshots);
          }
      return compare_with_run(prediction, data, run, nullptr, nullptr, nullptr);
    }

    std::string percent(const Json &value)
    {
      std::ostringstream text;
      if (value.is_number())
        text << std::setprecision(3) << 100 * value.get<double>() << " %";
      else
        text << "-";
      return text.str();
    }

    void run_predict(const std::vector<std::string> &words)
    {
      Arguments arguments =
        parse_arguments(words,
                        {"--excitation", "--set", "--output", "--compare"},
                        {"--quiet", "--vtu"});
      const fs::path file = single_file(arguments, "MODEL.rom");
      if (arguments.values["--excitation"].empty())
        throw Error(
          "What drives the model is missing. Add --excitation "
          "CASE.prm or --excitation FILE.csv.");
      const bool says = arguments.flags.count("--quiet") == 0;
      const auto data =
        std::make_shared<const ReducedModelData>(read_rom(file));
      const fs::path excitation = arguments.values["--excitation"].back();
      const fs::path output =
        arguments.values["--output"].empty()
          ? fs::path("output") / (file.stem().string() + "_prediction")
          : fs::path(arguments.values["--output"].back());
      const bool compares = !arguments.values["--compare"].empty();
      const bool draws    = arguments.flags.count("--vtu") > 0;
      if (draws && data->full.dim == 0)
        throw Error(file.string() +
                    " has no fields (\"Basis/Keep fields\"): pictures cannot "
                    "be made. Leave --vtu out or train again.");

      CaseParameters parameters;
      CaseSleeves sleeves;
      const ModelScope scope = model_scope(*data, file);
      std::vector<std::string> notices;
      if (excitation.extension() == ".prm")
        {
          parameters =
            read_case(excitation.string(), arguments.values["--set"]);
          notices = require_supported(case_applicant(parameters), scope);
          sleeves = case_sleeves(parameters);
        }
      else
        sleeves = table_sleeves(*data,
                                excitation,
                                arguments.values["--set"],
                                parameters);
      std::vector<double> times;
      if (compares)
        {
          const fs::path run = arguments.values["--compare"].back();
          times              = run_times(run);
          require_full_run(run);
          for (const std::string &notice :
               require_supported(run_applicant(run), scope))
            notices.push_back(notice);
          if (const double end = parameters.time.end_time;
              std::abs(times.back() - end) > 1e-9 * end)
            throw Error("The run in \"" + run.string() + "\" ends at " +
                        number_text(times.back()) + " s, the prediction at " +
                        number_text(end) +
                        " s. Compare runs of the same signal, or set "
                        "\"Time/End time\".");
        }
      for (const std::string &notice : notices)
        std::cerr << "rivlin: warning: " << notice << "\n";
      const Prediction prediction =
        predict_case(data, parameters, sleeves, times);

      make_output_directory(output);
      const UnitSystem &units = unit_system(data->unit_system);
      {
        CsvHistory history(output / "history.csv",
                           prediction_titles(*data, units));
        for (std::size_t k = 0; k < prediction.times.size(); ++k)
          history.append(prediction_row(*data, prediction, k));
        history.write();
      }
      if (draws)
        write_pictures(*data, prediction, units, output);
      const Provenance origin = provenance();
      Json summary;
      summary["version"]              = origin.version;
      summary["date"]                 = origin.date;
      summary["model"]                = file.filename().string();
      summary["excitation"]           = excitation.filename().string();
      summary["force model"]          = describe(data->force);
      summary["unknowns"]             = {{"modes", data->n_modes()},
                                         {"pressures", data->n_pressures()}};
      const IntegrationReport &report = prediction.report;
      summary["steps"]                = {{"accepted", report.accepted},
                                         {"rejected", report.rejected}};
      summary["Newton iterations"]    = report.counters.newton_iterations;
      summary["cpu seconds"]          = prediction.cpu_seconds;
      summary["real-time factor"] =
        number(report.time / prediction.cpu_seconds);
      summary["left trained range at [s]"] =
        prediction.left_range_at < 0 ? Json() : Json(prediction.left_range_at);
      summary["end time [s]"] = report.time;
      summary["finished"]     = report.finished;
      summary["ended"]        = report.finished ? "finished" : report.reason;
      write_file_atomically(output / "summary.json", summary.dump(2) + "\n");
      if (compares)
        {
          const fs::path other = arguments.values["--compare"].back();
          const RunErrors errors =
            compare(prediction, *data, other, parameters, excitation);
          Json comparison;
          comparison["run"]    = other.filename().string();
          comparison["sizes"]  = summary["unknowns"];
          comparison["errors"] = {{"displacement", number(errors.displacement)},
                                  {"velocity", number(errors.velocity)},
                                  {"pressure", number(errors.pressure)},
                                  {"reaction", number(errors.reaction)}};
          comparison["seconds"]               = errors.seconds;
          comparison["seconds of full model"] = errors.full_seconds;
          comparison["speed-up per step"] =
            number((errors.full_seconds / errors.full_steps) /
                   (errors.seconds / errors.steps));
          comparison["real-time factor"] =
            number(errors.duration / errors.seconds);
          if (const Json model = trained_model(*data); !model.is_null())
            comparison["spurious work per cycle"] =
              model.at("spurious work per cycle");
          write_file_atomically(output / "comparison.json",
                                comparison.dump(2) + "\n");
          if (says)
            std::cout << "Reaction error " << 100 * errors.reaction
                      << " %, speed-up per step "
                      << (errors.full_seconds / errors.full_steps) /
                           (errors.seconds / errors.steps)
                      << "\n";
        }
      if (prediction.left_range_at >= 0)
        std::cerr
          << "rivlin: warning: the model leaves its trained range at t = "
          << prediction.left_range_at
          << " s (column \"inside trained range\" of history.csv).\n";
      if (says)
        std::cout << report.accepted << " steps in " << prediction.cpu_seconds
                  << " s CPU: " << report.time / prediction.cpu_seconds
                  << " times real time. Wrote " << output.string() << "\n";
      if (!report.finished)
        throw ComputationFailed(report.reason);
    }

    void run_info(const std::vector<std::string> &words)
    {
      const Arguments arguments   = parse_arguments(words, {}, {});
      const fs::path file         = single_file(arguments, "MODEL.rom");
      const ReducedModelData data = read_rom(file);
      const auto note             = [&](const std::string &name) {
        const auto found = data.notes.find(name);
        return found == data.notes.end() ? std::string("-") : found->second;
      };
      const UnitSystem &units = unit_system(data.unit_system);
      std::cout << file.filename().string() << ": reduced model of "
                << note("case") << "\n"
                << "  made by       " << note("program") << ", " << note("date")
                << "\n"
                << "  dimension     " << data.dim << ", units "
                << data.unit_system << "\n"
                << "  coordinates   " << data.n_rho() << " of sleeves, "
                << data.n_modes() << " modes, " << data.n_pressures()
                << " pressures\n"
                << "  force model   " << describe(data.force) << "\n"
                << "  fields        "
                << (data.full.dim > 0 ? "in the file" : "not in the file")
                << "\n";
      for (std::size_t s = 0; s < data.sleeves.size(); ++s)
        {
          std::cout << "  sleeve        " << data.sleeves[s].name
                    << ", trained from (";
          for (const Matrix *end :
               {&data.range.lowest_pose, &data.range.highest_pose})
            {
              for (int i = 0; i < 6; ++i)
                std::cout << (i ? ", " : "") << (*end)(i, s);
              std::cout << (end == &data.range.lowest_pose ? ") to (" : ") ");
            }
          std::cout << units.length << ", rad\n";
        }
      if (const std::string text = note("training"); text != "-")
        {
          const Json training  = Json::parse(text);
          const Json model     = trained_model(data);
          const Json &held_out = model.at("held out");
          std::cout << "  trained on    " << training.at("snapshots")
                    << " snapshots of " << training.at("signals").size()
                    << " runs\n";
          if (held_out.at("finished").get<bool>())
            {
              const Json &errors = held_out.at("errors");
              std::cout << "  held out      reaction "
                        << percent(errors.at("reaction")) << ", displacement "
                        << percent(errors.at("displacement")) << ", velocity "
                        << percent(errors.at("velocity")) << ", pressure "
                        << percent(errors.at("pressure"))
                        << "\n  speed         " << std::setprecision(3)
                        << held_out.at("speed-up per step").get<double>()
                        << " times that of the full model per step, "
                        << held_out.at("real-time factor").get<double>()
                        << " times real time\n";
            }
          else
            std::cout << "  held out      not finished: "
                      << held_out.at("ended").get<std::string>() << "\n";
          std::cout << "  cycle work    "
                    << percent(model.at("spurious work per cycle")) << "\n";
        }
    }
  } // namespace

  Command predict_command()
  {
    return {"predict",
            "predict MODEL.rom --excitation FILE.csv|CASE.prm [--set ...]... "
            "[--output DIR] [--compare RUN_DIR] [--vtu] [--quiet]",
            "run a reduced model",
            "A case gives sleeves, channels, integrator and steps; its mesh "
            "and material are\nthose of the model. A table has a column "
            "\"time [s]\" and columns such as\n\"inner translation x [mm]\" "
            "or \"inner applied force x [N]\"; settings of the section\n"
            "\"Time\" may be given with --set. --compare writes the "
            "differences to a run of the full\nmodel with the same output "
            "times into comparison.json; --vtu writes fields for ParaView.",
            run_predict};
  }

  Command info_command()
  {
    return {"info",
            "info MODEL.rom",
            "what a reduced model is, where it came from, what it was trained "
            "on",
            "Reads the file and says what it holds.",
            run_info,
            false};
  }
} // namespace rivlin
