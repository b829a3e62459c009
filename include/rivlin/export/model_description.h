// SPDX-License-Identifier: Apache-2.0
// The XML files of an FMU.
#pragma once

#include <rivlin/export/fmu_variables.h>

#include <string>
#include <vector>

namespace rivlin
{
  struct FmuDescription
  {
    int fmi = 2; ///< version of the standard, 2 or 3
    std::string model_name;
    std::string identifier; ///< of the library: a name of C
    std::string description;
    FmuSetup setup;
    std::vector<FmuVariable> variables;
    std::vector<std::string> source_files; ///< that are compiled
    std::string copyright;
  };

  /// modelDescription.xml
  std::string model_description(const FmuDescription &fmu);
  /// terminalsAndIcons/terminalsAndIcons.xml of FMI 3: the two sleeves.
  std::string terminals_and_icons(const FmuDescription &fmu);
  /// sources/buildDescription.xml of FMI 3.
  std::string build_description(const FmuDescription &fmu);
} // namespace rivlin
