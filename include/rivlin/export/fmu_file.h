// SPDX-License-Identifier: Apache-2.0
// A reduced model as an FMU: one file that a multibody program loads.
#pragma once

#include <rivlin/export/fmu_setup.h>

#include <filesystem>
#include <string>
#include <vector>

namespace rivlin
{
  struct FmuExport
  {
    std::filesystem::path model; ///< MODEL.rom
    std::filesystem::path file;  ///< FILE.fmu
    int fmi          = 2;        ///< version of the standard, 2 or 3
    FmuDrive drive   = FmuDrive::displacement;
    FmuAngles angles = FmuAngles::rotation_vector;
    /// What FMUs are made of: a folder per platform with the library, sources,
    /// licences. Rivlin builds and installs it (applications/fmu).
    std::filesystem::path kit;
  };

  struct FmuReport
  {
    std::vector<std::string> platforms; ///< whose libraries are inside
    std::vector<std::string> missing;   ///< whose are not
    std::vector<std::string> notes;     ///< what a user should know
    std::size_t n_bytes = 0;
  };

  /// Throws Error if the model does not fit the drive, the version is not
  /// known, no library is at hand, or the file cannot be written. Missing
  /// platforms are reported. The same input makes the same bytes.
  FmuReport export_fmu(const FmuExport &what);

  /// A name of C made of a file's: letters, digits, underscores; at most 50.
  std::string fmu_identifier(const std::filesystem::path &file);
} // namespace rivlin
