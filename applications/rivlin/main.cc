// SPDX-License-Identifier: Apache-2.0
// The program: finds the subcommand, turns exceptions into exit codes.
#include "commands.h"

#include <rivlin/base/error.h>
#include <rivlin/base/failure.h>
#include <rivlin/base/interruption.h>
#include <rivlin/base/nearest_name.h>
#include <rivlin/base/version.h>
#include <rivlin/cases/snapshot_file.h>
#include <rivlin/solvers/blas_choice.h>
#include <rivlin/spaces/common_end.h>

#include <deal.II/base/exceptions.h>
#include <deal.II/base/mpi.h>

#include <cstdlib>
#include <exception>
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

  void run(const std::vector<std::string> &arguments)
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
        return;
      }
    if (arguments[0] == "--version")
      {
        if (speaks)
          std::cout << "rivlin " << rivlin::version() << "\n";
        return;
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
                  return;
                }
            if (command.listens)
              rivlin::listen_to_signals(speaks);
            command.run(rest);
            return;
          }
        names.push_back(command.name);
      }
    throw rivlin::Error("Unknown command \"" + arguments[0] + "\"." +
                        rivlin::did_you_mean(arguments[0], names) +
                        " \"rivlin --help\" lists the commands.");
  }

  /// Where the language allows no other end, e.g. an exception leaves a
  /// destructor.
  [[noreturn]] void end_at_once()
  {
    rivlin::Failure failure = {3, "terminated"};
    if (const std::exception_ptr exception = std::current_exception())
      failure = rivlin::failure_of(exception);
    rivlin::print_failure(failure);
    int has_mpi = 0;
    MPI_Initialized(&has_mpi);
    if (has_mpi != 0)
      MPI_Abort(MPI_COMM_WORLD, failure.exit_code);
    std::_Exit(failure.exit_code);
  }

  void end_with_a_message(int, char **, char **)
  {
    std::set_terminate(end_at_once);
  }

  /// The loader calls it before the constants of any library are made (Trilinos
  /// makes many): memory that runs out there ends with its message too.
  [[gnu::section(".preinit_array"),
    gnu::used]] void (*const before_the_libraries)(int, char **, char **) =
    end_with_a_message;

  /// What went wrong; no failure: nothing.
  rivlin::Failure failure_in_run(const std::vector<std::string> &arguments)
  {
    try
      {
        run(arguments);
      }
    catch (...)
      {
        return rivlin::failure_of(std::current_exception());
      }
    return {};
  }
} // namespace

int
main(int argc, char **argv)
{
  std::vector<std::string> arguments(argv + 1, argv + argc);
  for (const Command &command : rivlin::all_commands())
    if (!arguments.empty() && command.name == arguments[0])
      {
        if (command.computes)
          {
            rivlin::choose_blas(argv);
            rivlin::start_hdf5_without_cleanup();
          }
        // MPI takes its time to start.
        if (command.listens)
          rivlin::listen_to_signals(false);
      }
  const auto debug = std::find(arguments.begin(), arguments.end(), "--debug");
  if (debug != arguments.end())
    arguments.erase(debug);
  else
    {
      dealii::deal_II_exceptions::suppress_stacktrace_in_exceptions();
      dealii::deal_II_exceptions::disable_abort_on_exception();
    }
  const dealii::Utilities::MPI::MPI_InitFinalize mpi(argc, argv, 1);
  const rivlin::CommonEnd common_end(MPI_COMM_WORLD);
  return common_end.finish(failure_in_run(arguments));
}
