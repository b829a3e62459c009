// SPDX-License-Identifier: Apache-2.0
// Proper orthogonal decomposition of snapshots that are read in blocks.
#pragma once

#include <rivlin/offline/orthonormalize.h>
#include <rivlin/offline/snapshot_source.h>

#include <functional>
#include <vector>

namespace rivlin
{
  enum class PodMethod
  {
    /// Eigenvalues of the correlation matrix X^T W X, the only thing kept.
    /// Reads the snapshots once per block and once more. Singular values below
    /// sqrt(N roundoff) of the largest, about 3e-7, are lost and refused.
    snapshots,
    /// Singular value decomposition with all snapshots in memory.
    svd,
    /// Random range finder (Halko, Martinsson, Tropp, SIAM Review 53, 2011,
    /// Algorithms 4.4 and 5.1): two passes and one more per power iteration;
    /// only a sketch of rank_limit columns is kept.
    randomized
  };

  /// How many modes: a number, or the fewest whose ratio
  ///   sum_{i<=k} sigma_i^e / sum_i sigma_i^e >= ratio,
  /// e = 1 as in thesis Section 6.3, e = 2 for the energy.
  struct PodSize
  {
    enum class By
    {
      count,
      sum,
      sum_of_squares
    };
    By by        = By::count;
    int count    = 0;
    double ratio = 0.999;
  };

  /// Changes a block of snapshots first, first + 1, ... of a source, for
  /// instance subtracts Psi rho. Keeps its size.
  using SnapshotPreprocess =
    std::function<void(const SnapshotSource &, int first, Matrix &block)>;

  struct PodOptions
  {
    PodMethod method = PodMethod::snapshots;
    PodSize size;
    /// Snapshots read at a time; up to three such blocks are in memory.
    int block_size = 64;
    // Of the randomized method:
    int rank_limit       = 0; ///< 0: count + 10, or 200 if the size is a ratio
    int power_iterations = 1;
    unsigned seed        = 1;
    /// Applied to each block after reading, if it is there.
    SnapshotPreprocess preprocess;
  };

  /// X ~ modes diag(singular_values) V^T with modes^T W modes = I.
  struct Pod
  {
    Matrix modes;
    /// All that the method knows, falling: one per snapshot (at most one per
    /// row), or the rank_limit first of the randomized one.
    Vector singular_values;
    double sum_of_squares = 0; ///< of all singular values: |X|^2
    int n_snapshots       = 0;
    /// sqrt(sum_{i>k} sigma_i^2 / sum_i sigma_i^2): the part of the snapshots
    /// that the modes miss (Schmidt-Eckart-Young-Mirsky).
    double relative_error = 0;
  };

  /// POD of one field of all sources in order. Errors: no snapshots, sources of
  /// different size, numbers that are not finite, and fewer independent
  /// snapshots than modes asked for (the message says how many there are).
  Pod compute_pod(const std::vector<const SnapshotSource *> &sources,
                  SnapshotField field,
                  const PodOptions &options,
                  const InnerProduct &product = {});

  /// The number of modes by PodSize. `tail` is the sum of sigma^e that is not
  /// listed. At most as many as listed; -1 if they do not reach the ratio.
  int pod_size(const Vector &singular_values, const PodSize &size, double tail);
} // namespace rivlin
