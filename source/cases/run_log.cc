// SPDX-License-Identifier: Apache-2.0
// Screen and run.log.
#include <rivlin/cases/run_log.h>

#include <rivlin/base/file_descriptor.h>
#include <rivlin/spaces/first_rank.h>

#include <deal.II/base/mpi.h>

#include <cerrno>
#include <iostream>
#include <unistd.h>

namespace rivlin
{
  RunLog::RunLog(const std::filesystem::path &log_file,
                 const bool is_quiet,
                 const double end_time,
                 MPI_Comm run_communicator,
                 const bool append)
    : path(log_file)
    , communicator(run_communicator)
    , speaks(dealii::Utilities::MPI::this_mpi_process(communicator) == 0)
    , quiet(is_quiet)
    , style(progress_style(STDOUT_FILENO))
  {
    on_first_rank(communicator, [&] {
      errno = 0;
      file.open(path, append ? std::ios::app : std::ios::trunc);
      if (!file)
        fail_to_write(path);
    });
    if (speaks && !quiet && style == ProgressStyle::terminal)
      terminal = std::make_unique<ProgressLine>(
        std::cout, style, 0., end_time, terminal_width(STDOUT_FILENO));
  }

  void RunLog::write(const std::string &text)
  {
    if (!speaks)
      return;
    errno = 0;
    file << text << std::endl;
    if (file)
      return;
    try
      {
        file.clear(); // there may be room again
        fail_to_write(path, text.size() + 1);
      }
    catch (...)
      {
        if (!problem)
          problem = std::current_exception();
      }
  }

  void RunLog::confirm() const
  {
    on_first_rank(communicator, [&] {
      if (problem)
        std::rethrow_exception(problem);
    });
  }

  void RunLog::line(const std::string &text)
  {
    // The screen first: it has no disk that could be full.
    if (terminal)
      terminal->print(text);
    else if (speaks && !quiet)
      std::cout << text << std::endl;
    write(text);
  }

  void RunLog::step(const std::string &text, const Progress &progress)
  {
    if (terminal)
      terminal->update(progress);
    else if (speaks && !quiet)
      std::cout << text << std::endl;
    write(text);
  }
} // namespace rivlin
