// SPDX-License-Identifier: Apache-2.0
// The .rom file: a reduced model in a container file, as doc/formats.md
// describes it byte by byte.
#pragma once

#include <rivlin/base/container_file.h>
#include <rivlin/online/reduced_model_data.h>

#include <filesystem>
#include <string>
#include <string_view>

namespace rivlin
{
  /// The newest version of the format. A model is written in the oldest version
  /// that has all its parts, so that older programs refuse what they would take
  /// for a model without: 2 for contacts; 3 for prescribed displacements, loads
  /// and springs on the rubber, volumetric laws that are not quadratic, and a
  /// start that is not the undeformed body.
  constexpr int rom_format_version = 3;

  /// Tangents and second derivatives of tables and the full basis are rounded
  /// to single precision, everything else is kept bit by bit.
  Container rom_container(const ReducedModelData &data);

  /// The reverse. Throws Error if an entry is missing, of a wrong type or
  /// shape, or if the parts do not fit each other.
  ReducedModelData reduced_model(const Container &container);

  /// Without the full basis, which only pictures need.
  ReducedModelData stripped(ReducedModelData data);

  /// Throws Error, and does nothing worse, for any bytes that are not a
  /// complete, undamaged reduced model of a known version.
  ReducedModelData parse_rom(std::string_view bytes, const std::string &name);

  /// The file is complete or absent. Throws Error if the data do not fit each
  /// other: what was written can be read.
  void write_rom(const std::filesystem::path &file,
                 const ReducedModelData &data);
  ReducedModelData read_rom(const std::filesystem::path &file);
} // namespace rivlin
