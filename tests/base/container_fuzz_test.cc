// SPDX-License-Identifier: Apache-2.0
// Damaged containers, with and without a right checksum, are refused or give
// arrays of the shapes that they name; the sanitizers watch.
#include <rivlin/base/container_file.h>

#include <mutation.h>
#include <signed_container.h>

#include <functional>
#include <numeric>

namespace
{
  using namespace rivlin;

  void expect_complete(const Container &container)
  {
    for (const auto &[name, array] : container.arrays)
      ASSERT_EQ(std::accumulate(array.shape.begin(),
                                array.shape.end(),
                                std::size_t(1),
                                std::multiplies<>()),
                std::visit([](const auto &values) { return values.size(); },
                           array.values))
        << name;
  }

  void survive_containers(const int n, const std::uint64_t seed)
  {
    Container small;
    small.metadata = {{"format", "test 1"}, {"record", R"({"a": [1, 2]})"}};
    small.arrays["q"] =
      ContainerArray::row(std::vector<double>{0.1, -0., 5e-324, 1. / 3});
    small.arrays["matrix"] = {{2, 3}, std::vector<float>{1, 2, 3, 4, 5, 6.5f}};
    small.arrays["count"]  = {{}, std::vector<std::int64_t>{-7}};
    small.arrays["bytes"] =
      ContainerArray::row(std::vector<std::uint8_t>{0, 255, 3});
    const std::string bytes              = container_bytes(small);
    const std::vector<std::string> words = {"\"dtype\":\"F32\"",
                                            "\"shape\":[0,2305843009213693952]",
                                            "\"data_offsets\":[0,8]",
                                            "\"__metadata__\":{}",
                                            "[[[[",
                                            "{\"a\":"};
    // Nearly no damage passes the checksum.
    const FuzzCounts raw =
      survive(Mutator({bytes}, words, seed), n / 4, [](const std::string &b) {
        expect_complete(parse_container(b, "mutant", NotFinite::allow));
      });
    EXPECT_GT(raw.refused, 9 * raw.accepted);
    expect_both(survive(Mutator({unpacked(bytes)}, words, seed + 1),
                        n - n / 4,
                        [](const std::string &text) {
                          expect_complete(parse_container(packed(text),
                                                          "mutant",
                                                          NotFinite::allow));
                        }));
  }

  TEST(ContainerFuzz, WithAndWithoutRightChecksum)
  {
    survive_containers(4000, 1);
  }
  TEST(ContainerFuzzLong, WithAndWithoutRightChecksum)
  {
    survive_containers(200000, 2);
  }
} // namespace
