// SPDX-License-Identifier: Apache-2.0
// The exceptions that reach main(), each with the exit code of the program.
#pragma once

#include <stdexcept>
#include <string>

namespace rivlin
{
  /// Something the user can repair: a parameter, a file, a mesh, a mismatch.
  /// The message says what happened, the numbers, and what to do. Exit code 2.
  class Error : public std::runtime_error
  {
  public:
    using std::runtime_error::runtime_error;
  };

  /// The computation failed although the input was acceptable: no convergence,
  /// step size below its minimum. Results so far are kept. Exit code 1.
  class ComputationFailed : public std::runtime_error
  {
  public:
    using std::runtime_error::runtime_error;
  };
} // namespace rivlin
