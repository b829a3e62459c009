// SPDX-License-Identifier: Apache-2.0
// rivlin simulate and rivlin check.
#include "arguments.h"
#include "commands.h"

#include <rivlin/cases/simulation.h>

#include <iostream>

namespace rivlin
{
  namespace
  {
    const std::string set_help =
      "--set \"Section/Sub/Key=value\" replaces a parameter of the file; it may "
      "be repeated, and the\nlast value of a parameter counts.";

    void run_simulate(const std::vector<std::string> &words)
    {
      Arguments arguments    = parse_arguments(words,
                                            {"--set", "--output"},
                                            {"--quiet", "--resume", "--force"});
      const std::string path = single_file(arguments, "CASE.prm");
      const CaseParameters parameters =
        read_case(path, arguments.values["--set"]);
      RunOptions options;
      options.quiet  = arguments.flags.count("--quiet") > 0;
      options.resume = arguments.flags.count("--resume") > 0;
      options.force  = arguments.flags.count("--force") > 0;
      options.output_directory =
        arguments.values["--output"].empty()
          ? "output/" + std::filesystem::path(path).stem().string()
          : arguments.values["--output"].back();
      simulate(parameters, options, MPI_COMM_WORLD);
    }

    void run_check(const std::vector<std::string> &words)
    {
      Arguments arguments = parse_arguments(words, {"--set"}, {});
      describe(read_case(single_file(arguments, "CASE.prm"),
                         arguments.values["--set"]),
               std::cout,
               MPI_COMM_WORLD);
    }
  } // namespace

  Command simulate_command()
  {
    return {
      "simulate",
      "simulate CASE.prm [--set \"Section/Sub/Key=value\"]... [--output DIR] [--resume] [--force] [--quiet]",
      "run a case",
      "Runs the case and writes history.csv, solution.pvd, summary.json and "
      "run.log\ninto DIR (without --output: output/<name of the case>).\n" +
        set_help +
        "\n--resume goes on from the newest checkpoint in DIR/restart (see "
        "\"Checkpoint\" in\nthe parameters), or from the beginning if there "
        "is none.\nIt never deletes results."
        "\nDIR is locked while a run writes there (rivlin.lock); the lock of "
        "a process that is\ngone is replaced. --force takes DIR whoever "
        "holds the lock: for locks of other hosts."
        "\nSIGINT (Ctrl-C) and SIGTERM end the run after the current step, "
        "with a checkpoint\n(exit code 130, 143); a second one ends it at "
        "once. SIGUSR1 writes a checkpoint."
        "\nExit code: 0 done, 1 the computation failed (results so far are "
        "kept), 2 the\ninput is at fault, 3 a defect of the program.",
      run_simulate,
      true,
      true};
  }

  Command check_command()
  {
    return {"check",
            "check CASE.prm [--set \"Section/Sub/Key=value\"]...",
            "parse, build mesh and unknowns, say what would run",
            "Changes nothing. A model that would not fit into memory is "
            "refused with its size,\nhere and by simulate; --set "
            "\"Solver/Memory limit=GB\" overrides what is free.\n" +
              set_help,
            run_check};
  }
} // namespace rivlin
