// SPDX-License-Identifier: Apache-2.0
// Which Abaqus element types and keywords are read, skipped or refused.
#pragma once

#include "element_layout.h"

#include <string>
#include <string_view>
#include <variant>

namespace rivlin
{
  /// Does not carry the continuum (springs, rigid faces, masses, ...).
  struct SkippedType
  {};

  /// Cannot be computed with; `reason` continues "Type C3D10: ...".
  struct RefusedType
  {
    std::string reason;
  };

  /// `type` in upper case.
  std::variant<ElementLayout, SkippedType, RefusedType>
  abaqus_type(std::string_view type);

  /// Why a keyword (upper case, no blanks) that the reader does not know must
  /// not be ignored; empty if it may be.
  std::string reason_to_refuse(const std::string &keyword);
} // namespace rivlin
