// SPDX-License-Identifier: Apache-2.0
// Small VTU files.
#pragma once

#include <rivlin/base/vtu_file.h>

namespace rivlin
{
  /// Bytes compressed by zlib: half the size of bare ones.
  VtuEncoding compressed_encoding();
} // namespace rivlin
