// SPDX-License-Identifier: Apache-2.0
// Reduced models as files.
#include <rivlin/online/rom_file.h>

namespace rivlin
{
  void write_rom(const std::filesystem::path &file,
                 const ReducedModelData &data)
  {
    check(data);
    write_container(file, rom_container(data));
  }

  ReducedModelData read_rom(const std::filesystem::path &file)
  {
    return reduced_model(read_container(file, NotFinite::refuse));
  }
} // namespace rivlin
