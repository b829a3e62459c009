// SPDX-License-Identifier: Apache-2.0
// Contacts of reduced models in files.
#pragma once

#include <rivlin/online/reduced_contact.h>

#include "rom_parts.h"

namespace rivlin
{
  /// Fills the description and puts the arrays.
  void write_contact(const ReducedContact &contact, RomWriter &file);
  /// Throws Error for what is missing or of another shape, and for a surface
  /// that this program does not know.
  ReducedContact read_contact(const RomReader &file);
} // namespace rivlin
