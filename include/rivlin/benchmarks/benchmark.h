// SPDX-License-Identifier: Apache-2.0
// A benchmark problem: a small system with a start and an end.
#pragma once

#include <rivlin/dynamics/dense_system.h>

#include <functional>
#include <memory>
#include <string>

namespace rivlin
{
  /// A problem of the verification tables.
  struct Benchmark
  {
    std::string name;
    std::shared_ptr<const DenseSystem> system;
    State start; ///< time, q and v; a and lambda are made consistent
    double end_time = 1;
    /// Solution at the end time: exact or a reference; empty members are not
    /// compared.
    State solution;
    std::string source; ///< where equations and solution come from
  };
} // namespace rivlin
