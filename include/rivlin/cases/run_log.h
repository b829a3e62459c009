// SPDX-License-Identifier: Apache-2.0
// What a run tells: on the screen and in run.log.
#pragma once

#include <rivlin/base/progress_line.h>

#include <exception>
#include <filesystem>
#include <fstream>
#include <memory>
#include <mpi.h>
#include <string>

namespace rivlin
{
  /// A terminal shows one progress line that does not scroll; a file (and
  /// run.log) gets a line per step. Only rank 0 speaks.
  class RunLog
  {
  public:
    /// `append`: go on with the file of an interrupted run.
    RunLog(const std::filesystem::path &file,
           bool quiet,
           double end_time,
           MPI_Comm communicator,
           bool append = false);

    /// A message that stays.
    void line(const std::string &text);

    /// An accepted step: the text for files, the numbers for a terminal.
    void step(const std::string &text, const Progress &progress);

    /// Throws Error on all ranks if run.log could not be written. Collective.
    void confirm() const;

  private:
    void write(const std::string &text);

    std::filesystem::path path;
    MPI_Comm communicator;
    bool speaks;
    bool quiet;
    ProgressStyle style;
    std::ofstream file;         ///< on rank 0
    std::exception_ptr problem; ///< of the first line that was not written
    std::unique_ptr<ProgressLine> terminal;
  };
} // namespace rivlin
