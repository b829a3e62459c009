// SPDX-License-Identifier: Apache-2.0
// Damaged files in large numbers: one engine for the readers of all formats.
//   RIVLIN_FUZZ_FACTOR=10   ten times as many mutants
//   RIVLIN_FUZZ_SEED=7      other mutants
//   RIVLIN_FUZZ_KEEP=DIR    each mutant is written to DIR before it is read, so
//                           that the one that ended the process is there
#pragma once

#include <rivlin/base/error.h>

#include <gtest/gtest.h>

#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <random>
#include <string>
#include <vector>

namespace rivlin
{
  /// Changes of bytes, numbers, words and lines. The i-th mutant of a seed does
  /// not depend on the others.
  class Mutator
  {
  public:
    /// `format_words`: keywords of the format, and pieces that hurt.
    Mutator(std::vector<std::string> originals,
            const std::vector<std::string> &format_words,
            const std::uint64_t first_seed)
      : corpus(std::move(originals))
      , words(format_words)
      , seed(first_seed)
    {}

    std::string mutant(const std::uint64_t number)
    {
      random.seed(seed * 0x9E3779B97F4A7C15u + number);
      std::string bytes = corpus[number % corpus.size()];
      for (std::size_t k = 1 + below(4); k > 0; --k)
        change(bytes);
      return bytes;
    }

  private:
    std::size_t below(const std::size_t n)
    {
      return n == 0 ? 0 : random() % n;
    }

    template <typename List>
    const auto &any(const List &list)
    {
      return list[below(std::size(list))];
    }

    const std::string &word()
    {
      static const std::vector<std::string> general = {"0",
                                                       "-1",
                                                       "1",
                                                       "1e308",
                                                       "-1e-320",
                                                       "nan",
                                                       "inf",
                                                       "2147483647",
                                                       "2147483648",
                                                       "4294967296",
                                                       "18446744073709551615",
                                                       "99999999999999999999",
                                                       "0x7f",
                                                       "1e5",
                                                       ",",
                                                       "\n",
                                                       " ",
                                                       "\"",
                                                       "(",
                                                       ")",
                                                       "[",
                                                       "{",
                                                       "#",
                                                       "=",
                                                       "/",
                                                       "\\",
                                                       "\xEF\xBB\xBF",
                                                       "\xC3\xBC",
                                                       std::string(1, '\0')};
      return words.empty() || below(2) ? any(general) : any(words);
    }

    std::size_t line_start(const std::string &bytes, const std::size_t place)
    {
      const auto start =
        place == 0 ? std::string::npos : bytes.rfind('\n', place - 1);
      return start == std::string::npos ? 0 : start + 1;
    }

    void change(std::string &bytes)
    {
      if (bytes.empty())
        bytes = word();
      // Beginnings and places with text are where decisions are made.
      std::size_t place = below(bytes.size());
      if (below(3) == 0)
        place = below(std::min<std::size_t>(bytes.size(), 400));
      if (below(2))
        while (place > 0 && bytes[place] == '\0')
          --place;
      const std::size_t other = below(bytes.size());
      const std::size_t size  = below(3) ? 1 + below(8) : below(2000);
      switch (below(14))
        {
          case 0:
            bytes[place] = static_cast<char>(below(256));
            break;
          case 1:
            bytes[place] = static_cast<char>(bytes[place] ^ 1 << below(8));
            break;
          case 2:
            bytes[place] = any(std::string("0123456789.-+eE,;:()[]{}*$ \n\"#"));
            break;
          case 3:
            bytes.erase(place, size);
            break;
          case 4:
            bytes.insert(place, bytes.substr(other, size));
            break;
          case 5:
            bytes.replace(place, size, bytes.substr(other, size));
            break;
          case 6:
            bytes.insert(place, word());
            break;
          case 7:
            bytes.insert(line_start(bytes, place), word() + "\n");
            break;
          case 8:
            change_number(bytes, place);
            break;
          case 9:
            change_line(bytes, place);
            break;
          case 10:
            bytes.resize(place);
            break;
          case 11: // a binary number, of 4 or 8 bytes, often aligned
            overwrite_number(bytes, below(2) ? place : place / 8 * 8);
            break;
          case 12: // the rest comes from another file
            {
              const std::string &donor = any(corpus);
              bytes.resize(place);
              bytes += donor.substr(below(donor.size()));
            }
            break;
          default: // deep or long
            {
              const std::string piece =
                below(2) ? word() : bytes.substr(other, 1 + below(20));
              std::string many;
              for (std::size_t k = below(2) ? below(40) : below(3000); k > 0;
                   --k)
                many += piece;
              bytes.insert(place, many);
            }
        }
    }

    void change_number(std::string &bytes, const std::size_t place)
    {
      constexpr auto digits = "0123456789";
      const auto begin      = bytes.find_first_of(digits, place);
      if (begin == std::string::npos)
        return;
      const auto end =
        std::min(bytes.find_first_not_of(digits, begin), bytes.size());
      static const std::array<std::string, 12> edges = {"0",
                                                        "1",
                                                        "2",
                                                        "-1",
                                                        "255",
                                                        "65536",
                                                        "2147483648",
                                                        "4294967295",
                                                        "99999999999999999999",
                                                        "1e308",
                                                        "nan",
                                                        "0.5"};
      bytes.replace(begin, end - begin, any(edges));
    }

    /// A line goes, comes again, or comes from elsewhere.
    void change_line(std::string &bytes, const std::size_t place)
    {
      const auto whole = [&](const std::size_t at) {
        const std::size_t begin = line_start(bytes, at);
        const std::size_t end = std::min(bytes.find('\n', begin), bytes.size());
        return std::pair(begin, std::min(end + 1, bytes.size()) - begin);
      };
      const auto [begin, length] = whole(place);
      const auto [from, n]       = whole(below(bytes.size()));
      const std::string donor    = bytes.substr(from, n);
      switch (below(3))
        {
          case 0:
            bytes.erase(begin, length);
            break;
          case 1:
            bytes.insert(begin, bytes.substr(begin, length));
            break;
          default:
            bytes.insert(begin, donor);
        }
    }

    void overwrite_number(std::string &bytes, const std::size_t place)
    {
      static const std::array<std::uint64_t, 10> edges = {0,
                                                          1,
                                                          0x7FFFFFFF,
                                                          0x80000000,
                                                          0xFFFFFFFF,
                                                          0x100000000,
                                                          0x7FFFFFFFFFFFFFFF,
                                                          0x8000000000000000,
                                                          0xFFFFFFFFFFFFFFFF,
                                                          0x7FF0000000000000};
      const std::uint64_t value                        = any(edges);
      std::memcpy(bytes.data() + place,
                  &value,
                  std::min(bytes.size() - place,
                           below(2) ? sizeof value : sizeof value / 2));
    }

    std::vector<std::string> corpus;
    std::vector<std::string> words;
    std::uint64_t seed;
    std::mt19937_64 random;
  };

  /// Memory that this process may have until the end of the block: what it has
  /// and half a gigabyte. The address sanitizer needs terabytes of addresses;
  /// there ASAN_OPTIONS=max_allocation_size_mb is the limit.
  class MemoryLimit
  {
  public:
    MemoryLimit()
    {
      getrlimit(RLIMIT_AS, &before);
#ifndef __SANITIZE_ADDRESS__
      std::size_t n_pages = 0;
      std::ifstream("/proc/self/statm") >> n_pages;
      rlimit limit   = before;
      limit.rlim_cur = n_pages * 4096 + (std::size_t(1) << 29);
      setrlimit(RLIMIT_AS, &limit);
#endif
    }
    ~MemoryLimit()
    {
      setrlimit(RLIMIT_AS, &before);
    }
    MemoryLimit(const MemoryLimit &)            = delete;
    MemoryLimit &operator=(const MemoryLimit &) = delete;

  private:
    rlimit before{};
  };

  /// For formats that are text: messages would end at the first zero byte.
  inline std::string without_zeros(std::string bytes)
  {
    std::replace(bytes.begin(), bytes.end(), '\0', '?');
    return bytes;
  }

  struct FuzzCounts
  {
    int accepted = 0;
    int refused  = 0;
  };

  inline std::uint64_t fuzz_setting(const char *name, const std::uint64_t usual)
  {
    const char *text = std::getenv(name);
    return text ? std::strtoull(text, nullptr, 10) : usual;
  }

  /// `read(bytes)` accepts a mutant or throws Error with a message, and nothing
  /// else: no other exception, no crash, no memory beyond the limit, no minute
  /// of computing.
  template <typename Read>
  FuzzCounts survive(Mutator mutator, const int n_usual, const Read &read)
  {
    const MemoryLimit limit;
    const std::uint64_t n     = n_usual * fuzz_setting("RIVLIN_FUZZ_FACTOR", 1);
    const std::uint64_t first = fuzz_setting("RIVLIN_FUZZ_SEED", 0) << 32;
    const char *keep          = std::getenv("RIVLIN_FUZZ_KEEP");
    FuzzCounts counts;
    for (std::uint64_t i = first; i < first + n && !testing::Test::HasFailure();
         ++i)
      {
        const std::string bytes = mutator.mutant(i);
        if (keep)
          std::ofstream(std::string(keep) + "/mutant", std::ios::binary)
            << bytes;
        const std::clock_t begin = std::clock();
        try
          {
            read(bytes);
            ++counts.accepted;
          }
        catch (const Error &error)
          {
            ++counts.refused;
            EXPECT_GT(std::string(error.what()).size(), 20u) << "mutant " << i;
          }
        catch (const std::exception &error)
          {
            ADD_FAILURE() << "mutant " << i << ": " << error.what();
          }
        // Far above what any mutant takes, on any machine and under sanitizers.
        EXPECT_LT((std::clock() - begin) / CLOCKS_PER_SEC, 60)
          << "mutant " << i;
      }
    return counts;
  }

  /// Both ways must have been gone, else the test tests nothing.
  inline void expect_both(const FuzzCounts &counts, const double least = 0.02)
  {
    const double n = counts.accepted + counts.refused;
    EXPECT_GT(counts.accepted, least * n);
    EXPECT_GT(counts.refused, least * n);
  }
} // namespace rivlin
