// SPDX-License-Identifier: Apache-2.0
// Screen and run.log.
#include <rivlin/cases/run_log.h>

#include <deal.II/base/mpi.h>

#include <iostream>
#include <unistd.h>

namespace rivlin
{
  RunLog::RunLog(const std::filesystem::path &path,
                 const bool is_quiet,
                 const double end_time,
                 MPI_Comm communicator,
                 const bool append)
    : speaks(dealii::Utilities::MPI::this_mpi_process(communicator) == 0)
    , quiet(is_quiet)
    , style(progress_style(STDOUT_FILENO))
  {
    if (!speaks)
      return;
    file.open(path, append ? std::ios::app : std::ios::trunc);
    if (!quiet && style == ProgressStyle::terminal)
      terminal = std::make_unique<ProgressLine>(
        std::cout, style, 0., end_time, terminal_width(STDOUT_FILENO));
  }

  void RunLog::line(const std::string &text)
  {
    if (!speaks)
      return;
    file << text << std::endl;
    if (terminal)
      terminal->print(text);
    else if (!quiet)
      std::cout << text << std::endl;
  }

  void RunLog::step(const std::string &text, const Progress &progress)
  {
    if (!speaks)
      return;
    file << text << std::endl;
    if (terminal)
      terminal->update(progress);
    else if (!quiet)
      std::cout << text << std::endl;
  }
} // namespace rivlin
