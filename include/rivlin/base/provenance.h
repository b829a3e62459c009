// SPDX-License-Identifier: Apache-2.0
// Where a result file comes from.
#pragma once

#include <string>

namespace rivlin
{
  /// What a result file says about its origin. It names no machine, user or
  /// folder, so that files can be passed on.
  struct Provenance
  {
    std::string program;    ///< "rivlin"
    std::string version;    ///< major.minor.patch
    std::string date;       ///< now, in UTC: 2025-01-31T12:00:00Z
    std::string compiler;   ///< name and version
    std::string build_type; ///< Release, Debug, ...
  };

  Provenance provenance();
} // namespace rivlin
