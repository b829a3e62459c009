// SPDX-License-Identifier: Apache-2.0
// What an FMU is beside its reduced model: chosen at export, kept in the notes
// of the model in resources/, read when the FMU is instantiated.
#pragma once

#include <rivlin/online/reduced_model_data.h>

#include <string>

namespace rivlin
{
  enum class FmuDrive
  {
    displacement, ///< pose and velocity in, force and moment out
    force         ///< force and moment in, pose and velocity out
  };

  enum class FmuAngles
  {
    rotation_vector, ///< axis times angle
    cardan           ///< R = R_x(rx) R_y(ry) R_z(rz)
  };

  struct FmuSetup
  {
    FmuDrive drive   = FmuDrive::displacement;
    FmuAngles angles = FmuAngles::rotation_vector;
    /// The guid (FMI 2) or instantiation token (FMI 3).
    std::string token;
  };

  /// "displacement", "force"; throws Error for another text.
  std::string fmu_drive_text(FmuDrive drive);
  FmuDrive fmu_drive_of(const std::string &text);

  /// "vector", "cardan"; throws Error for another text.
  std::string fmu_angles_text(FmuAngles angles);
  FmuAngles fmu_angles_of(const std::string &text);

  /// Throws Error, with what to do, if the model cannot be driven this way: it
  /// has not exactly one moving sleeve, or the sleeve shall take forces and is
  /// not free in all directions.
  void require_drivable(const ReducedModelData &data, FmuDrive drive);

  void write_setup(const FmuSetup &setup, ReducedModelData &data);
  /// Throws Error if the notes of the model have none.
  FmuSetup read_setup(const ReducedModelData &data);
} // namespace rivlin
