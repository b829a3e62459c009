// SPDX-License-Identifier: Apache-2.0
// rivlin train: the training of reduced models from the command line.
#include "arguments.h"
#include "commands.h"

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>
#include <rivlin/studies/training_study.h>

#include <deal.II/base/mpi.h>

#include <iostream>

namespace rivlin
{
  namespace
  {
    int number_of_jobs(const std::vector<std::string> &given)
    {
      if (given.empty())
        return 1;
      const auto number = to_integer(given.back());
      if (!number || *number < 1 || *number > 1000)
        throw Error("--jobs " + given.back() +
                    ": give the number of full runs at once, 1 or more.");
      return static_cast<int>(*number);
    }

    void run_train(const std::vector<std::string> &words)
    {
      Arguments arguments    = parse_arguments(words,
                                            {"--set", "--output", "--jobs"},
                                            {"--quiet", "--strip", "--force"});
      const std::string path = single_file(arguments, "PLAN.prm");
      TrainingPlan plan      = read_plan(path, arguments.values["--set"]);
      if (arguments.flags.count("--strip") > 0)
        plan.keep_full = false;
      TrainingOptions options;
      options.output =
        arguments.values["--output"].empty()
          ? std::filesystem::path("output") / std::filesystem::path(path).stem()
          : std::filesystem::path(arguments.values["--output"].back());
      if (arguments.flags.count("--quiet") == 0)
        options.say = [](const std::string &text) {
          std::cout << text << std::endl;
        };
      options.n_jobs       = number_of_jobs(arguments.values["--jobs"]);
      options.communicator = MPI_COMM_WORLD;
      options.force        = arguments.flags.count("--force") > 0;
      train(plan, options);
    }
  } // namespace

  Command train_command()
  {
    return {
      "train",
      "train PLAN.prm [--set \"Section/Key=value\"]... [--output DIR] "
      "[--jobs N] [--strip] [--force] [--quiet]",
      "make a reduced model of a case",
      "Runs the full model on the training signals of the plan (finished "
      "runs are\nkept and used again), trains the reduced model, "
      "measures it on the held-out\nsignal and writes PLAN.rom and "
      "training.json into DIR (without --output:\noutput/<name of the "
      "plan>). --jobs runs N full models at "
      "once; under mpirun all ranks share each.\n--strip leaves out the full fields, which only pictures need.\n"
      "DIR is locked meanwhile (rivlin.lock); --force takes it whoever holds "
      "the lock.\nSIGINT (Ctrl-C) and SIGTERM end the training after the "
      "current step of its full runs\n(exit code 130, 143); the same command "
      "goes on. A second one ends it at once.\n"
      "\"rivlin parameters --plan\" lists what a plan can say.",
      run_train,
      true,
      true};
  }
} // namespace rivlin
