// SPDX-License-Identifier: Apache-2.0
// What an exception means to the user, and exceptions as values that can be
// sent from one process to another.
#pragma once

#include <exception>
#include <string>

namespace rivlin
{
  struct Failure
  {
    int exit_code = 0; ///< of the program; 0: no failure
    std::string message;
  };

  /// Memory that ran out is a computation that failed (exit code 1); what
  /// nobody expected is a defect of the program (3).
  Failure failure_of(const std::exception_ptr &exception);

  /// The exception that has this failure.
  [[noreturn]] void throw_failure(const Failure &failure);
} // namespace rivlin
