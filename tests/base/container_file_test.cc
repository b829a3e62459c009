// SPDX-License-Identifier: Apache-2.0
// Container files: exact reading back, and no bytes that do harm.
#include <rivlin/base/container_file.h>

#include <rivlin/base/checksum.h>
#include <rivlin/base/error.h>

#include <temporary_folder.h>

#include <gtest/gtest.h>

#include <sys/stat.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

namespace
{
  using namespace rivlin;

  Container example()
  {
    Container container;
    container.metadata = {{"format", "test 1"},
                          {"text", "two\nlines, \"quotes\" and \xC3\xA9"}};
    container.arrays["q"] =
      ContainerArray::row(std::vector<double>{0.1, -0., 5e-324, 1. / 3});
    container.arrays["empty"]  = ContainerArray::row(std::vector<double>());
    container.arrays["matrix"] = {{2, 3},
                                  std::vector<float>{1, 2, 3, 4, 5, 6.5f}};
    container.arrays["count"]  = {{}, std::vector<std::int64_t>{-7}};
    container.arrays["short"] =
      ContainerArray::row(std::vector<std::int32_t>{1, -1, 1 << 30});
    container.arrays["bytes"] =
      ContainerArray::row(std::vector<std::uint8_t>{0, 255, 3});
    return container;
  }

  /// Equal bit by bit.
  bool same(const Container &a, const Container &b)
  {
    if (a.metadata != b.metadata || a.arrays.size() != b.arrays.size())
      return false;
    for (const auto &[name, array] : a.arrays)
      {
        const auto other = b.arrays.find(name);
        if (other == b.arrays.end() || other->second.shape != array.shape ||
            other->second.values.index() != array.values.index())
          return false;
        const bool equal = std::visit(
          [&](const auto &values) {
            using Values     = std::decay_t<decltype(values)>;
            const auto &more = std::get<Values>(other->second.values);
            return values.size() == more.size() &&
                   (values.empty() ||
                    std::memcmp(values.data(),
                                more.data(),
                                values.size() * sizeof(values[0])) == 0);
          },
          array.values);
        if (!equal)
          return false;
      }
    return true;
  }

  std::string refusal(const std::string &bytes,
                      const NotFinite not_finite = NotFinite::allow)
  {
    return message_of<Error>(
      [&] { parse_container(bytes, "some file", not_finite); });
  }

  /// A file with this header text and data; `length` replaces the true length
  /// of the header.
  std::string raw(const std::string &header,
                  const std::string &data,
                  std::uint64_t length = 0)
  {
    if (length == 0)
      length = header.size();
    std::string bytes(8, '\0');
    std::memcpy(bytes.data(), &length, 8);
    return bytes + header + data;
  }

  /// The same with the right checksum: `header` is compact, its keys sorted,
  /// and its metadata is {"m":"x"}.
  std::string signed_raw(std::string header, const std::string &data)
  {
    const std::string metadata = R"("__metadata__":{"m":"x"})";
    const std::string crc      = hex_text(crc64(header + data));
    header.replace(header.find(metadata),
                   metadata.size(),
                   R"("__metadata__":{"crc64":")" + crc + R"(","m":"x"})");
    return raw(header, data);
  }

  std::string one_array(const std::string &description)
  {
    return R"({"__metadata__":{"m":"x"},"q":)" + description + "}";
  }

  class ContainerFile : public TemporaryFolder
  {};

  TEST(Crc64, HasThePublishedCheckValue)
  {
    // CRC-64/XZ of "123456789": catalogue of parametrised CRC algorithms.
    EXPECT_EQ(hex_text(crc64("123456789")), "995dc9bbdf1939fa");
    Crc64 pieces;
    pieces.add("1234");
    pieces.add("");
    pieces.add("56789");
    EXPECT_EQ(pieces.value(), crc64("123456789"));
  }

  TEST_F(ContainerFile, ReadsBackExactly)
  {
    write_container(folder / "a", example());
    EXPECT_TRUE(
      same(read_container(folder / "a", NotFinite::refuse), example()));
    EXPECT_FALSE(std::filesystem::exists(folder / "a.part"));
  }

  TEST_F(ContainerFile, HasTheSafetensorsLayout)
  {
    Container container;
    container.metadata["m"] = "x";
    container.arrays["b"]   = ContainerArray::row(std::vector<std::uint8_t>{9});
    container.arrays["q"]   = ContainerArray::row(std::vector<double>{1, 2});
    const std::string bytes = container_bytes(container);
    std::uint64_t length    = 0;
    std::memcpy(&length, bytes.data(), 8);
    EXPECT_EQ(length % 8, 0u);
    // Wide numbers come first, so that they are aligned.
    const std::string plain =
      R"({"__metadata__":{"m":"x"},"b":{"data_offsets":[16,17],"dtype":"U8","shape":[1]},"q":{"data_offsets":[0,16],"dtype":"F64","shape":[2]}})";
    const std::string data = bytes.substr(8 + length);
    EXPECT_EQ(data.size(), 17u);
    EXPECT_EQ(data[16], 9);
    std::string expected = signed_raw(plain, data);
    // Spaces fill the header up to a multiple of 8 bytes.
    const std::size_t n_spaces = 8 + length + data.size() - expected.size();
    EXPECT_LT(n_spaces, 8u);
    expected.insert(expected.size() - data.size(), n_spaces, ' ');
    std::memcpy(expected.data(), &length, 8);
    EXPECT_EQ(bytes, expected);
  }

  TEST_F(ContainerFile, ReplacesBytesThatAreNoText)
  {
    Container container;
    container.metadata["name"] = "caf\xE9"; // Latin-1
    const Container back =
      parse_container(container_bytes(container), "x", NotFinite::refuse);
    EXPECT_EQ(back.text("name"), "caf\xEF\xBF\xBD");
  }

  TEST_F(ContainerFile, NotFiniteNumbersAreForTheCallerToAllow)
  {
    for (const double x : {std::numeric_limits<double>::quiet_NaN(),
                           -std::numeric_limits<double>::infinity()})
      {
        Container container;
        container.arrays["q"] = ContainerArray::row(std::vector<double>{0, x});
        const std::string bytes = container_bytes(container);
        EXPECT_NE(refusal(bytes, NotFinite::refuse).find("not finite"),
                  std::string::npos);
        EXPECT_TRUE(
          same(parse_container(bytes, "x", NotFinite::allow), container));
      }
  }

  TEST_F(ContainerFile, MissingEntriesAreNamed)
  {
    const Container container = example();
    EXPECT_EQ(container.text("format"), "test 1");
    EXPECT_EQ(container.numbers("q").size(), 4u);
    EXPECT_NE(message_of<Error>([&] { container.text("age"); }).find("\"age\""),
              std::string::npos);
    for (const char *name : {"nothing", "matrix", "count"})
      EXPECT_NE(message_of<Error>([&] { container.numbers(name); }).find(name),
                std::string::npos);
  }

  // Opening a pipe would wait for its other end.
  TEST_F(ContainerFile, RefusesPipesAndDevices)
  {
    ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
    for (const std::filesystem::path &file :
         {folder / "pipe", std::filesystem::path("/dev/zero")})
      EXPECT_NE(message_of<Error>([&] {
                  read_container(file, NotFinite::allow);
                }).find("cannot be opened"),
                std::string::npos);
  }

  TEST_F(ContainerFile, RefusesWhatIsNoContainer)
  {
    const std::vector<std::pair<std::string, std::string>> cases = {
      {"", "0 bytes"},
      {"1234567", "7 bytes"},
      {raw("{}", "", std::uint64_t(1) << 60), "1152921504606846976"},
      {raw("{}", "", ~std::uint64_t(0)), "18446744073709551615"},
      {raw("{}", "", 3), "claims 3 bytes"},
      {raw("[]", ""), "not a JSON object"},
      {raw("{", ""), "not a JSON object"},
      {raw("{}", ""), "__metadata__"},
      {raw(R"({"__metadata__":3})", ""), "__metadata__"},
      {raw(R"({"__metadata__":{"m":3}})", ""), "not a text"},
      {raw(R"({"__metadata__":{"m":"x"}})", ""), "no checksum"},
      {raw(R"({"__metadata__":{"m":"x","m":"y"}})", ""), "appears twice"},
      {raw(R"({"q":1,"q":2})", ""), "appears twice"},
      {raw("{\"q\":" + std::string(100000, '['), ""), "nested"}};
    for (const auto &[bytes, reason] : cases)
      EXPECT_NE(refusal(bytes).find(reason), std::string::npos)
        << refusal(bytes);
    EXPECT_NE(message_of<Error>([&] {
                read_container(folder / "missing", NotFinite::allow);
              }).find("cannot be opened"),
              std::string::npos);
    EXPECT_NE(message_of<Error>([&] {
                read_container(folder, NotFinite::allow);
              }).find("cannot be"),
              std::string::npos);
  }

  TEST_F(ContainerFile, RefusesClaimsThatDoNotFit)
  {
    // All with a right checksum, so that only the claim is at fault.
    const std::string data(16, 'a');
    const std::vector<std::pair<std::string, std::string>> cases = {
      {R"({"data_offsets":[0,16],"dtype":"F16","shape":[8]})", "unknown type"},
      {R"({"data_offsets":[0,16],"dtype":"F64","shape":[3]})", "do not fit"},
      {R"({"data_offsets":[16,0],"dtype":"F64","shape":[2]})", "do not fit"},
      {R"({"data_offsets":[8,24],"dtype":"F64","shape":[2]})", "begins at"},
      {R"({"data_offsets":[0,8],"dtype":"F64","shape":[1]})", "take 8 bytes"},
      {R"({"data_offsets":[0,24],"dtype":"F64","shape":[3]})", "take 24 bytes"},
      {R"({"data_offsets":[0,16],"dtype":"F64","shape":[-2]})", "whole number"},
      {R"({"data_offsets":[0,16],"dtype":"F64","shape":[2.0]})",
       "whole number"},
      {R"({"data_offsets":[0,16.0],"dtype":"F64","shape":[2]})",
       "whole number"},
      {R"({"data_offsets":[0,16],"dtype":"F64","shape":[4294967296,4294967296]})",
       "larger than the file"},
      {R"({"data_offsets":[0,16],"dtype":"F64","shape":[9223372036854775807]})",
       "larger than the file"},
      {R"({"data_offsets":[0,16],"dtype":"F64"})", "not described"},
      {R"({"data_offsets":[0],"dtype":"F64","shape":[2]})", "not described"},
      {R"([0,16])", "not described"}};
    for (const auto &[description, reason] : cases)
      EXPECT_NE(refusal(signed_raw(one_array(description), data)).find(reason),
                std::string::npos)
        << refusal(signed_raw(one_array(description), data));
    EXPECT_EQ(refusal(signed_raw(
                one_array(
                  R"({"data_offsets":[0,16],"dtype":"F64","shape":[2]})"),
                data)),
              "nothing was thrown");
    EXPECT_NE(
      refusal(
        signed_raw(
          R"({"__metadata__":{"m":"x"},"p":{"data_offsets":[0,16],"dtype":"F64","shape":[2]},"q":{"data_offsets":[8,16],"dtype":"F64","shape":[1]}})",
          data))
        .find("begins at"),
      std::string::npos);
  }

  TEST_F(ContainerFile, NoDamageGoesUnnoticed)
  {
    // A mutated file is refused, or (a space in the padding became another kind
    // of blank) it still says the same.
    const Container original = example();
    const std::string bytes  = container_bytes(original);
    std::uint64_t n_header   = 0;
    std::memcpy(&n_header, bytes.data(), 8);
    std::mt19937 random(20240229);
    const auto below = [&](const std::size_t n) {
      return std::uniform_int_distribution<std::size_t>(0, n - 1)(random);
    };
    int n_refused = 0;
    for (int i = 0; i < 5000; ++i)
      {
        std::string mutant = bytes;
        switch (below(5))
          {
            case 0: // a bit
              mutant[below(mutant.size())] ^= static_cast<char>(1 << below(8));
              break;
            case 1: // truncation
              mutant.resize(below(mutant.size()));
              break;
            case 2: // a piece copied over another
              {
                const std::size_t n = 1 + below(16);
                mutant.replace(below(mutant.size() - n),
                               n,
                               bytes.substr(below(bytes.size() - n), n));
              }
              break;
            case 3: // bytes inserted
              mutant.insert(below(mutant.size()),
                            std::string(1 + below(8),
                                        static_cast<char>(below(256))));
              break;
            default: // digits and brackets of the header
              {
                const char letters[] = "0123456789[]{},:\"-e.";
                for (std::size_t k = 0; k <= below(4); ++k)
                  mutant[8 + below(n_header)] =
                    letters[below(sizeof letters - 1)];
              }
          }
        try
          {
            const Container back =
              parse_container(mutant, "mutant", NotFinite::allow);
            EXPECT_TRUE(same(back, original)) << "mutant " << i;
          }
        catch (const Error &)
          {
            ++n_refused;
          }
      }
    EXPECT_GT(n_refused, 4800);
  }
} // namespace
