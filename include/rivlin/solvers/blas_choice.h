// SPDX-License-Identifier: Apache-2.0
// Makes OpenBLAS use the instructions the processor has, and one thread.
#pragma once

#include <string>

namespace rivlin
{
  /// To be called first in main, before MPI and any product of matrices.
  ///
  /// Kernels: Debian 12's OpenBLAS does not know processors newer than itself
  /// and treats them as a Prescott of 2004: matrix products take three to four
  /// times as long. If that is so, start the program anew with the environment
  /// variable OPENBLAS_CORETYPE set to the best kind the processor's
  /// instructions allow, unless the user has set it.
  ///
  /// Threads: one, unless the user asks for more by OPENBLAS_NUM_THREADS,
  /// GOTO_NUM_THREADS or OMP_NUM_THREADS (in OpenBLAS' order). Left alone,
  /// OpenBLAS takes all cores, which the ranks of MPI and other programs want
  /// too, and waits for them at every product (doc/performance.md).
  void choose_blas(char **argv);

  /// Lets OpenBLAS take its working memory now. It would at its first product
  /// of matrices, and where there is no memory left it tries for ever: the run
  /// hangs. Throws std::bad_alloc if there is not enough.
  void reserve_blas_memory();

  /// One line for the log, such as
  /// "BLAS: OpenBLAS 0.3.21, SkylakeX kernels, 1 thread".
  /// A number of threads that the environment asks for names its variable.
  std::string describe_blas();
} // namespace rivlin
