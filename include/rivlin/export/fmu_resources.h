// SPDX-License-Identifier: Apache-2.0
// Where a host unpacked the FMU: its resource location as text to bytes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rivlin
{
  /// The name of the model in resources/.
  inline constexpr const char *fmu_model_file = "bushing.rom";

  enum class PathStyle
  {
    posix,
    windows
  };

  /// Folders that a location may mean, the most likely first: URIs (file:/,
  /// file:///, file://localhost/, file://server/share) are decoded once, plain
  /// paths stay as they are. Hosts that forget to encode a percent sign are
  /// understood by the later ones. Throws Error for null, empty and other
  /// schemes.
  std::vector<std::string> resource_folders(const char *location,
                                            PathStyle style);

  /// The bytes of the model. Throws Error that names what was tried.
  std::string read_fmu_model(const char *location);
} // namespace rivlin
