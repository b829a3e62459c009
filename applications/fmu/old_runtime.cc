// SPDX-License-Identifier: Apache-2.0
// The library for Linux shall load with glibc 2.28 and the C++ runtime of GCC
// 8, also where it was compiled by newer ones: what those would take from newer
// versions is defined here, or taken from the old version. All of it stays
// inside of the library. A test reads the versions that are left.
#include <rivlin/base/version.h>

std::string_view
rivlin::version()
{
  return RIVLIN_FMU_VERSION;
}

#if defined(__linux__) && defined(__x86_64__) && defined(__GLIBC__)
#  include <fmt/format.h>

#  include <charconv>
#  include <new>

namespace std
{
  // Of GCC 11.
  void __throw_bad_array_new_length()
  {
    throw bad_array_new_length();
  }

  // Of GCC 11; used for messages.
  to_chars_result to_chars(char *first, char *last, double number) noexcept
  {
    const auto text = fmt::format_to_n(first, last - first, "{}", number);
    return text.size > static_cast<size_t>(last - first)
             ? to_chars_result{last, errc::value_too_large}
             : to_chars_result{text.out, errc()};
  }
} // namespace std

extern "C" {
double old_exp(double);
double old_log(double);
double old_pow(double, double);
double old_hypot(double, double);
__asm__(".symver old_exp, exp@GLIBC_2.2.5");
__asm__(".symver old_log, log@GLIBC_2.2.5");
__asm__(".symver old_pow, pow@GLIBC_2.2.5");
__asm__(".symver old_hypot, hypot@GLIBC_2.2.5");

// The linker (--wrap) calls these instead of exp and so on.
double
__wrap_exp(double x)
{
  return old_exp(x);
}
double
__wrap_log(double x)
{
  return old_log(x);
}
double
__wrap_pow(double x, double y)
{
  return old_pow(x, y);
}
double
__wrap_hypot(double x, double y)
{
  return old_hypot(x, y);
}

// Counters of shared pointers are atomic, whatever the host does.
char __libc_single_threaded = 0;
}
#endif
