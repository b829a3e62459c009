// SPDX-License-Identifier: Apache-2.0
// Local headers, then the central directory (PKWARE's APPNOTE 6.3, 4.3).
#include <rivlin/export/zip_file.h>

#include <rivlin/base/error.h>

#include <zlib.h>

#include <cstdint>
#include <limits>

namespace rivlin
{
  namespace
  {
    void
    put_number(std::string &to, const std::uint64_t number, const int n_bytes)
    {
      for (int i = 0; i < n_bytes; ++i)
        to += static_cast<char>(number >> (8 * i) & 0xff);
    }

    /// A raw stream, without zlib's own header.
    std::string deflated(const std::string_view bytes)
    {
      z_stream stream = {};
      if (deflateInit2(&stream,
                       Z_BEST_COMPRESSION,
                       Z_DEFLATED,
                       -MAX_WBITS,
                       8,
                       Z_DEFAULT_STRATEGY) != Z_OK)
        throw std::bad_alloc();
      std::string result(deflateBound(&stream, bytes.size()), '\0');
      stream.next_in =
        reinterpret_cast<Bytef *>(const_cast<char *>(bytes.data()));
      stream.avail_in  = static_cast<uInt>(bytes.size());
      stream.next_out  = reinterpret_cast<Bytef *>(result.data());
      stream.avail_out = static_cast<uInt>(result.size());
      deflate(&stream, Z_FINISH);
      result.resize(stream.total_out);
      deflateEnd(&stream);
      return result;
    }

    constexpr std::uint64_t largest_archive =
      std::numeric_limits<std::uint32_t>::max();
  } // namespace

  void ZipFile::add(const std::string &name, const std::string_view bytes)
  {
    if (content.size() + bytes.size() + directory.size() + 1000 >
          largest_archive ||
        n_files == 65534)
      throw Error("The archive would be larger than 4 GB at \"" + name + "\".");
    const std::string shorter   = deflated(bytes);
    const bool stored           = shorter.size() >= bytes.size();
    const std::string_view data = stored ? bytes : std::string_view(shorter);
    const auto checksum         = crc32(0,
                                reinterpret_cast<const Bytef *>(bytes.data()),
                                static_cast<uInt>(bytes.size()));
    std::string common;
    put_number(common, 20, 2);      // version needed
    put_number(common, 1 << 11, 2); // names in UTF-8
    put_number(common, stored ? 0 : 8, 2);
    put_number(common, 0, 2);    // 00:00:00
    put_number(common, 0x21, 2); // 1980-01-01
    put_number(common, checksum, 4);
    put_number(common, data.size(), 4);
    put_number(common, bytes.size(), 4);
    put_number(common, name.size(), 2);
    put_number(common, 0, 2); // no extra field

    directory += "PK\x01\x02";
    put_number(directory, 3 << 8 | 20, 2); // made under Unix
    directory += common;
    put_number(directory, 0, 2 + 2 + 2); // comment, disk, kind
    put_number(directory, 0100644ul << 16, 4);
    put_number(directory, content.size(), 4);
    directory += name;

    content += "PK\x03\x04";
    content += common;
    content += name;
    content += data;
    ++n_files;
  }

  std::string ZipFile::bytes() const
  {
    std::string result = content + directory + "PK\x05\x06";
    put_number(result, 0, 2 + 2); // disks
    put_number(result, n_files, 2);
    put_number(result, n_files, 2);
    put_number(result, directory.size(), 4);
    put_number(result, content.size(), 4);
    put_number(result, 0, 2); // no comment
    return result;
  }
} // namespace rivlin
