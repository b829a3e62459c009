// SPDX-License-Identifier: Apache-2.0
// Writing containers, and the little that reading and writing share.
#include <rivlin/base/container_file.h>

#include <rivlin/base/checksum.h>
#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>

#include "container_layout.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <functional>
#include <limits>
#include <numeric>

namespace rivlin
{
  // The file is little-endian and the arrays are copied as they are.
  static_assert(std::endian::native == std::endian::little);
  static_assert(std::numeric_limits<double>::is_iec559 && sizeof(double) == 8);

  namespace
  {
    std::string_view bytes_of(const ContainerArray &array)
    {
      return std::visit(
        [](const auto &values) {
          return std::string_view(reinterpret_cast<const char *>(values.data()),
                                  values.size() * sizeof(values[0]));
        },
        array.values);
    }
  } // namespace

  std::string container_bytes(const Container &container)
  {
    using container_layout::Json;
    // Wide numbers first, so that every array is aligned to its own size.
    std::vector<const std::pair<const std::string, ContainerArray> *> order;
    for (const auto &named : container.arrays)
      order.push_back(&named);
    const auto width = [](const auto *named) {
      return container_layout::types[named->second.values.index()].size;
    };
    std::stable_sort(order.begin(),
                     order.end(),
                     [&](const auto *a, const auto *b) {
                       return width(a) > width(b);
                     });

    Json header            = Json::object();
    header["__metadata__"] = container.metadata;
    std::size_t offset     = 0;
    for (const auto *named : order)
      {
        const ContainerArray &array = named->second;
        assert(std::accumulate(array.shape.begin(),
                               array.shape.end(),
                               width(named),
                               std::multiplies<>()) == bytes_of(array).size());
        const std::size_t end = offset + bytes_of(array).size();
        header[named->first]  = {
           {"dtype", container_layout::types[array.values.index()].name},
           {"shape", array.shape},
           {"data_offsets", {offset, end}}};
        offset = end;
      }

    Crc64 checksum;
    checksum.add(container_layout::text(header));
    for (const auto *named : order)
      checksum.add(bytes_of(named->second));
    header["__metadata__"][container_layout::checksum_key] =
      hex_text(checksum.value());
    std::string head = container_layout::text(header);
    head.append((8 - head.size() % 8) % 8, ' ');
    if (head.size() > container_layout::largest_header)
      throw Error("The header of a container would take " +
                  number_text(head.size()) + " bytes; at most " +
                  number_text(container_layout::largest_header) +
                  " are allowed. Shorten the texts in it.");

    const std::uint64_t length = head.size();
    std::string bytes(sizeof length, '\0');
    std::memcpy(bytes.data(), &length, sizeof length);
    bytes.reserve(bytes.size() + head.size() + offset);
    bytes += head;
    for (const auto *named : order)
      bytes += bytes_of(named->second);
    return bytes;
  }

  const std::string &Container::text(const std::string &name) const
  {
    const auto found = metadata.find(name);
    if (found == metadata.end())
      throw Error("\"" + file + "\" has no entry \"" + name +
                  "\": it was written for another purpose or by another "
                  "version.");
    return found->second;
  }

  const std::vector<double> &Container::numbers(const std::string &name) const
  {
    const auto found = arrays.find(name);
    const auto *values =
      found == arrays.end() || found->second.shape.size() != 1
        ? nullptr
        : std::get_if<std::vector<double>>(&found->second.values);
    if (values == nullptr)
      throw Error("\"" + file + "\" has no row of numbers \"" + name +
                  "\": it was written for another purpose or by another "
                  "version.");
    return *values;
  }
} // namespace rivlin
