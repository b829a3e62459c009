// SPDX-License-Identifier: Apache-2.0
// The program: finds the subcommand, turns exceptions into exit codes.
#include "commands.h"

#include <rivlin/base/error.h>
#include <rivlin/base/nearest_name.h>
#include <rivlin/base/out_of_memory.h>
#include <rivlin/base/version.h>
#include <rivlin/solvers/blas_choice.h>

#include <deal.II/base/exceptions.h>
#include <deal.II/base/mpi.h>

#include <iostream>

namespace
{
  using rivlin::Command;

  void print_help(const std::vector<Command> &commands)
  {
    std::cout << "rivlin " << rivlin::version()
              << ": finite elements for rubber bushings\n\n";
    for (const Command &command : commands)
      std::cout << "  rivlin " << command.usage << "\n      " << command.purpose
                << "\n";
    std::cout
      << "\n  rivlin --version, rivlin --help, rivlin COMMAND --help\n"
         "  mpirun -np N rivlin simulate CASE.prm runs distributed.\n"
         "  --debug after a command adds the stack trace of an error.\n";
  }

  int run(const std::vector<std::string> &arguments)
  {
    const std::vector<Command> commands = rivlin::all_commands();
    if (arguments.empty())
      throw rivlin::Error("No command given. \"rivlin --help\" lists them.");
    const bool speaks =
      dealii::Utilities::MPI::this_mpi_process(MPI_COMM_WORLD) == 0;
    if (arguments[0] == "--help" || arguments[0] == "-h")
      {
        if (speaks)
          print_help(commands);
        return 0;
      }
    if (arguments[0] == "--version")
      {
        if (speaks)
          std::cout << "rivlin " << rivlin::version() << "\n";
        return 0;
      }
    std::vector<std::string> names;
    for (const Command &command : commands)
      {
        if (command.name == arguments[0])
          {
            const std::vector<std::string> rest(arguments.begin() + 1,
                                                arguments.end());
            for (const std::string &argument : rest)
              if (argument == "--help" || argument == "-h")
                {
                  std::cout << "rivlin " << command.usage << "\n\n"
                            << command.help << "\n";
                  return 0;
                }
            command.run(rest);
            return 0;
          }
        names.push_back(command.name);
      }
    throw rivlin::Error("Unknown command \"" + arguments[0] + "\"." +
                        rivlin::did_you_mean(arguments[0], names) +
                        " \"rivlin --help\" lists the commands.");
  }

  /// One message on standard error, by one rank.
  void complain(const std::string &message)
  {
    if (dealii::Utilities::MPI::this_mpi_process(MPI_COMM_WORLD) == 0)
      std::cerr << "rivlin: " << message << std::endl;
  }
} // namespace

int
main(int argc, char **argv)
{
  std::vector<std::string> arguments(argv + 1, argv + argc);
  for (const Command &command : rivlin::all_commands())
    if (!arguments.empty() && command.name == arguments[0] && command.computes)
      rivlin::choose_blas(argv);
  const auto debug = std::find(arguments.begin(), arguments.end(), "--debug");
  if (debug != arguments.end())
    arguments.erase(debug);
  else
    {
      dealii::deal_II_exceptions::suppress_stacktrace_in_exceptions();
      dealii::deal_II_exceptions::disable_abort_on_exception();
    }
  const dealii::Utilities::MPI::MPI_InitFinalize mpi(argc, argv, 1);
  // Errors of the user are the same on all ranks; a defect may hit one rank
  // alone, and then the others must not wait for it.
  try
    {
      return run(arguments);
    }
  catch (const rivlin::Error &error)
    {
      complain(error.what());
      return 2;
    }
  catch (const rivlin::ComputationFailed &error)
    {
      complain(error.what());
      return 1;
    }
  catch (const std::bad_alloc &error)
    {
      // On one rank perhaps; the others must not wait for it.
      const auto *known = dynamic_cast<const rivlin::OutOfMemory *>(&error);
      std::cerr << "rivlin: "
                << (known ? known->what()
                          : "Memory ran out. Make the model smaller, end other "
                            "programs, or use more machines.")
                << std::endl;
      if (dealii::Utilities::MPI::n_mpi_processes(MPI_COMM_WORLD) > 1)
        MPI_Abort(MPI_COMM_WORLD, 1);
      return 1;
    }
  catch (const std::exception &error)
    {
      std::cerr << "rivlin: a defect of the program: " << error.what()
                << std::endl;
      if (dealii::Utilities::MPI::n_mpi_processes(MPI_COMM_WORLD) > 1)
        MPI_Abort(MPI_COMM_WORLD, 3);
      return 3;
    }
}
