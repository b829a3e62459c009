// SPDX-License-Identifier: Apache-2.0
// zlib, which deal.II brings along; here and not in base/, so that the core
// needs no library for pictures.
#include <rivlin/fe/compressed_encoding.h>

#include <zlib.h>

#include <cassert>

namespace rivlin
{
  namespace
  {
    std::string deflated(const std::string_view bytes)
    {
      // Of the fields of a 3D bushing, level 9 would save another 2 % and take
      // twice the time.
      constexpr int level = 4;
      uLongf size         = compressBound(bytes.size());
      std::string stream(size, '\0');
      [[maybe_unused]] const int status =
        compress2(reinterpret_cast<Bytef *>(stream.data()),
                  &size,
                  reinterpret_cast<const Bytef *>(bytes.data()),
                  bytes.size(),
                  level);
      assert(status == Z_OK);
      stream.resize(size);
      return stream;
    }
  } // namespace

  VtuEncoding compressed_encoding()
  {
    return {false, deflated};
  }
} // namespace rivlin
