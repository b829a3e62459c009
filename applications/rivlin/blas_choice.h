// SPDX-License-Identifier: Apache-2.0
// Makes OpenBLAS use the instructions the processor has.
#pragma once

namespace rivlin
{
  /// Debian 12's OpenBLAS does not know processors newer than itself and treats
  /// them as a Prescott of 2004: matrix products take three to four times as
  /// long. If that is so, start the program anew with the environment variable
  /// OPENBLAS_CORETYPE set to the best kind the processor's instructions allow.
  /// Returns if there is nothing to do or if the user has set the variable.
  void restart_with_fast_blas(char **argv);
} // namespace rivlin
