// SPDX-License-Identifier: Apache-2.0
// Reading containers: every number in the header is a claim to be checked.
#include <rivlin/base/checksum.h>
#include <rivlin/base/container_file.h>
#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>

#include "container_layout.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <new>
#include <set>

namespace rivlin
{
  namespace
  {
    using container_layout::Json;

    struct Claim
    {
      std::string name;
      std::size_t type;
      std::vector<std::size_t> shape;
      std::size_t begin;
      std::size_t end;
    };

    class Reader
    {
    public:
      Reader(const std::string_view file_bytes, const std::string &file_name)
        : bytes(file_bytes)
        , name(file_name)
      {}

      Container read(const NotFinite not_finite) const
      {
        std::uint64_t length = 0;
        if (bytes.size() < sizeof length)
          fail("it has only " + number_text(bytes.size()) + " bytes");
        std::memcpy(&length, bytes.data(), sizeof length);
        if (length > bytes.size() - sizeof length ||
            length > container_layout::largest_header)
          fail("its header claims " + number_text(length) +
               " bytes, the file has " + number_text(bytes.size()));
        const std::string_view data = bytes.substr(sizeof length + length);
        Json header = parse_header(bytes.substr(sizeof length, length));

        Container container;
        container.file = name;
        read_metadata(header, container);
        std::vector<Claim> claims;
        for (const auto &[array, entry] : header.items())
          if (array != "__metadata__")
            claims.push_back(read_claim(array, entry));
        check_offsets(claims, data.size());
        check_checksum(header, data, container);
        for (const Claim &claim : claims)
          container.arrays[claim.name] = copy(claim, data, not_finite);
        return container;
      }

    private:
      [[noreturn]] void fail(const std::string &reason) const
      {
        throw Error("\"" + name + "\" cannot be read: " + reason +
                    ". It is damaged or no container file.");
      }

      /// The header is an object of objects of arrays, so 3 levels; repeated
      /// names would hide one another.
      Json parse_header(const std::string_view text) const
      {
        if (text.empty() || text.front() != '{')
          fail("its header is not a JSON object");
        std::vector<std::set<std::string>> keys(4);
        std::string problem;
        const auto watch =
          [&](const int depth, const Json::parse_event_t event, Json &value) {
            const bool opens = event == Json::parse_event_t::object_start ||
                               event == Json::parse_event_t::array_start;
            if (opens && depth > 2)
              problem = "its header is nested too deeply";
            else if (event == Json::parse_event_t::object_start)
              keys[depth + 1].clear();
            else if (event == Json::parse_event_t::key && depth < 4 &&
                     !keys[depth].insert(value.get<std::string>()).second)
              problem = "the name \"" + value.get<std::string>() +
                        "\" appears twice in its header";
            // Throwing here is the only way to stop the parser.
            if (!problem.empty())
              fail(problem);
            return true;
          };
        Json header = Json::parse(text.begin(), text.end(), watch, false);
        if (!header.is_object())
          fail("its header is not a JSON object");
        return header;
      }

      void read_metadata(const Json &header, Container &container) const
      {
        const auto metadata = header.find("__metadata__");
        if (metadata == header.end() || !metadata->is_object())
          fail("its header has no \"__metadata__\"");
        for (const auto &[key, text] : metadata->items())
          {
            if (!text.is_string())
              fail("the entry \"" + key + "\" of its header is not a text");
            container.metadata[key] = text.get<std::string>();
          }
      }

      std::size_t size_of(const Json &number, const std::string &what) const
      {
        if (!number.is_number_unsigned())
          fail(what + " is not a whole number");
        return number.get<std::size_t>();
      }

      Claim read_claim(const std::string &array, const Json &entry) const
      {
        const std::string what = "array \"" + array + "\"";
        if (!entry.is_object() || entry.size() != 3 ||
            !entry.contains("dtype") || !entry["dtype"].is_string() ||
            !entry.contains("shape") || !entry["shape"].is_array() ||
            !entry.contains("data_offsets") ||
            !entry["data_offsets"].is_array() ||
            entry["data_offsets"].size() != 2)
          fail(what + " is not described by dtype, shape and two offsets");
        Claim claim;
        claim.name             = array;
        const std::string type = entry["dtype"].get<std::string>();
        claim.type             = 0;
        while (claim.type < container_layout::types.size() &&
               type != container_layout::types[claim.type].name)
          ++claim.type;
        if (claim.type == container_layout::types.size())
          fail(what + " has the unknown type \"" + type + "\"");
        std::size_t size = container_layout::types[claim.type].size;
        for (const Json &number : entry["shape"])
          {
            const std::size_t extent = size_of(number, "a size of " + what);
            claim.shape.push_back(extent);
            if (extent > 0 && size > bytes.size() / extent)
              fail(what + " is larger than the file");
            size *= extent;
          }
        claim.begin = size_of(entry["data_offsets"][0], "an offset of " + what);
        claim.end   = size_of(entry["data_offsets"][1], "an offset of " + what);
        if (claim.end < claim.begin || claim.end - claim.begin != size)
          fail("the offsets of " + what + " do not fit its shape");
        return claim;
      }

      /// The arrays cover the data without gap and overlap.
      void check_offsets(std::vector<Claim> &claims,
                         const std::size_t size) const
      {
        std::sort(claims.begin(),
                  claims.end(),
                  [](const Claim &a, const Claim &b) {
                    return std::pair(a.begin, a.end) <
                           std::pair(b.begin, b.end);
                  });
        std::size_t end = 0;
        for (const Claim &claim : claims)
          {
            if (claim.begin != end)
              fail("array \"" + claim.name + "\" begins at byte " +
                   number_text(claim.begin) + " of the data instead of " +
                   number_text(end));
            end = claim.end;
          }
        if (end != size)
          fail("its arrays take " + number_text(end) + " bytes, there are " +
               number_text(size));
      }

      void check_checksum(Json &header,
                          const std::string_view data,
                          Container &container) const
      {
        const auto stored =
          container.metadata.find(container_layout::checksum_key);
        if (stored == container.metadata.end())
          fail("it has no checksum");
        header["__metadata__"].erase(container_layout::checksum_key);
        Crc64 checksum;
        checksum.add(container_layout::text(header));
        checksum.add(data);
        if (stored->second != hex_text(checksum.value()))
          fail("its checksum is " + hex_text(checksum.value()) +
               ", it should be " + stored->second);
        container.metadata.erase(stored);
      }

      template <typename Number>
      ContainerArray::Values copy_values(const Claim &claim,
                                         const std::string_view data,
                                         const NotFinite not_finite) const
      {
        std::vector<Number> values((claim.end - claim.begin) / sizeof(Number));
        if (!values.empty())
          std::memcpy(values.data(),
                      data.data() + claim.begin,
                      claim.end - claim.begin);
        if constexpr (std::is_floating_point_v<Number>)
          if (not_finite == NotFinite::refuse &&
              !std::all_of(values.begin(), values.end(), [](const Number x) {
                return std::isfinite(x);
              }))
            fail("array \"" + claim.name +
                 "\" has numbers that are not finite");
        return values;
      }

      ContainerArray copy(const Claim &claim,
                          const std::string_view data,
                          const NotFinite not_finite) const
      {
        switch (claim.type)
          {
            case 0:
              return {claim.shape,
                      copy_values<double>(claim, data, not_finite)};
            case 1:
              return {claim.shape, copy_values<float>(claim, data, not_finite)};
            case 2:
              return {claim.shape,
                      copy_values<std::int64_t>(claim, data, not_finite)};
            case 3:
              return {claim.shape,
                      copy_values<std::int32_t>(claim, data, not_finite)};
            default:
              return {claim.shape,
                      copy_values<std::uint8_t>(claim, data, not_finite)};
          }
      }

      std::string_view bytes;
      const std::string &name;
    };
  } // namespace

  Container parse_container(const std::string_view bytes,
                            const std::string &name,
                            const NotFinite not_finite)
  {
    return Reader(bytes, name).read(not_finite);
  }
} // namespace rivlin
