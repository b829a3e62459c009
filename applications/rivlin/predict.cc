// SPDX-License-Identifier: Apache-2.0
// rivlin predict and rivlin info: reduced models at work.
#include "arguments.h"
#include "commands.h"

#include <rivlin/base/error.h>
#include <rivlin/base/interruption.h>
#include <rivlin/online/rom_file.h>
#include <rivlin/studies/model_info.h>
#include <rivlin/studies/prediction_study.h>

#include <deal.II/base/mpi.h>

#include <iostream>

namespace rivlin
{
  namespace
  {
    void run_predict(const std::vector<std::string> &words)
    {
      Arguments arguments =
        parse_arguments(words,
                        {"--excitation", "--set", "--output", "--compare"},
                        {"--quiet", "--vtu", "--force"});
      const auto last = [&](const std::string &option) {
        const std::vector<std::string> &given = arguments.values[option];
        return given.empty() ? std::string() : given.back();
      };
      PredictionOptions options;
      options.model      = single_file(arguments, "MODEL.rom");
      options.excitation = last("--excitation");
      if (options.excitation.empty())
        throw Error(
          "What drives the model is missing. Add --excitation "
          "CASE.prm or --excitation FILE.csv.");
      options.settings = arguments.values["--set"];
      options.output   = last("--output").empty()
                           ? std::filesystem::path("output") /
                             (options.model.stem().string() + "_prediction")
                           : std::filesystem::path(last("--output"));
      options.compared = last("--compare");
      options.pictures = arguments.flags.count("--vtu") > 0;
      options.force    = arguments.flags.count("--force") > 0;
      // A reduced model needs one rank; others would write the same files.
      if (dealii::Utilities::MPI::this_mpi_process(MPI_COMM_WORLD) != 0)
        return;

      const PredictionReport report       = predict(options);
      const IntegrationReport &integrated = report.prediction.report;
      for (const std::string &warning : report.warnings)
        std::cerr << "rivlin: warning: " << warning << "\n";
      if (arguments.flags.count("--quiet") == 0)
        {
          for (const UnusedParameter &unused : report.unused)
            std::cout << "unused: \"" << unused.key << "\": " << unused.reason
                      << "\n";
          if (report.comparison)
            std::cout << comparison_text(*report.comparison) << "\n";
          std::cout << integrated.accepted << " steps in "
                    << report.prediction.cpu_seconds << " s CPU: "
                    << (integrated.time - report.prediction.begin) /
                         report.prediction.cpu_seconds
                    << " times real time. Wrote " << options.output.string()
                    << "\n";
        }
      if (integrated.interrupted)
        throw Interrupted(integrated.reason + " Results so far are in \"" +
                            options.output.string() + "\".",
                          stop_signal());
      if (!integrated.finished)
        throw ComputationFailed(integrated.reason);
    }

    void run_info(const std::vector<std::string> &words)
    {
      const std::filesystem::path file =
        single_file(parse_arguments(words, {}, {}), "MODEL.rom");
      std::cout << model_info(read_rom(file), file.filename().string());
    }
  } // namespace

  Command predict_command()
  {
    return {"predict",
            "predict MODEL.rom --excitation FILE.csv|CASE.prm [--set ...]... "
            "[--output DIR] [--compare RUN_DIR] [--vtu] [--force] [--quiet]",
            "run a reduced model",
            "A case gives sleeves, channels, integrator and steps; its mesh "
            "and material\nmust be those of the model. A table has a column "
            "\"time [s]\" and columns such as\n\"inner translation x [mm]\" "
            "or \"inner applied force x [N]\", which are converted from other "
            "units ([m], [deg]);\nother columns are refused. Settings of the "
            "section \"Time\" may be given with --set. --compare writes the "
            "differences to a run of the full\nmodel with the same output "
            "times into comparison.json; --vtu writes fields for ParaView.\n"
            "DIR is locked meanwhile (rivlin.lock); --force takes it whoever "
            "holds the lock.\nSIGINT (Ctrl-C) and SIGTERM end the run after "
            "the current step with what there is\n(exit code 130, 143).",
            run_predict,
            true,
            true};
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
