// SPDX-License-Identifier: Apache-2.0
// Stands before the C library (LD_PRELOAD) and lets the n-th operation on files
// below a folder fail, or the n-th allocation of the program itself. Settings
// come from the environment:
//   RIVLIN_FAULT_BELOW       folder whose files count
//   RIVLIN_FAULT_KINDS       of "write fsync rename open"; all if empty
//   RIVLIN_FAULT_CALL        number of the operation that fails, from 1; 0:
//   none RIVLIN_FAULT_ERROR       its errno RIVLIN_FAULT_LASTS       1: all
//   later ones fail as well, as on a full disk RIVLIN_FAULT_RANK        the
//   rank that fails; all if empty RIVLIN_FAULT_ALLOCATION  number of the
//   allocation that fails, from 1 RIVLIN_FAULT_COUNTS      file for "rank
//   operations allocations" at the end
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

namespace
{
  const char *text(const char *name)
  {
    const char *value = getenv(name);
    return value ? value : "";
  }

  const char *rank()
  {
    const char *value = getenv("OMPI_COMM_WORLD_RANK");
    return value ? value : "0";
  }

  /// Where the code of the program itself lies; libraries have other places.
  struct ProgramText
  {
    std::uintptr_t begin = 0, end = 0;

    ProgramText()
    {
      // The first object is the program.
      dl_iterate_phdr(
        [](dl_phdr_info *object, std::size_t, void *data) {
          auto *range = static_cast<ProgramText *>(data);
          for (int i = 0; i < object->dlpi_phnum; ++i)
            if (object->dlpi_phdr[i].p_type == PT_LOAD &&
                (object->dlpi_phdr[i].p_flags & PF_X))
              {
                range->begin = object->dlpi_addr + object->dlpi_phdr[i].p_vaddr;
                range->end   = range->begin + object->dlpi_phdr[i].p_memsz;
              }
          return 1;
        },
        this);
    }
  };

  struct Settings
  {
    const char *below = text("RIVLIN_FAULT_BELOW");
    const char *kinds = text("RIVLIN_FAULT_KINDS");
    long call         = atol(text("RIVLIN_FAULT_CALL"));
    int error         = atoi(text("RIVLIN_FAULT_ERROR"));
    bool lasts        = *text("RIVLIN_FAULT_LASTS") == '1';
    bool is_our_rank  = *text("RIVLIN_FAULT_RANK") == '\0' ||
                       strcmp(text("RIVLIN_FAULT_RANK"), rank()) == 0;
    long allocation         = atol(text("RIVLIN_FAULT_ALLOCATION"));
    const char *counts      = text("RIVLIN_FAULT_COUNTS");
    bool counts_allocations = allocation > 0 || *counts != '\0';
    ProgramText program;
  };

  const Settings &settings()
  {
    static const Settings values;
    return values;
  }

  std::atomic<long> n_operations{0}, n_allocations{0};

  /// Whether this operation on a file of that name is the one.
  bool fails(const char *kind, const char *name)
  {
    const Settings &s = settings();
    if (*s.below == '\0' || !s.is_our_rank ||
        strncmp(name, s.below, strlen(s.below)) != 0 ||
        (*s.kinds != '\0' && strstr(s.kinds, kind) == nullptr))
      return false;
    const long number = ++n_operations;
    if (s.call == 0 || number < s.call || (number > s.call && !s.lasts))
      return false;
    errno = s.error;
    return true;
  }

  bool fails(const char *kind, const int descriptor)
  {
    char link[64], name[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    const ssize_t n = readlink(link, name, sizeof name - 1);
    if (n <= 0)
      return false;
    name[n] = '\0';
    return fails(kind, name);
  }

  template <typename Function>
  Function next(Function, const char *name)
  {
    return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
  }

  struct Report
  {
    ~Report()
    {
      if (*settings().counts == '\0')
        return;
      char line[100];
      const int n    = snprintf(line,
                             sizeof line,
                             "%s %ld %ld\n",
                             rank(),
                             n_operations.load(),
                             n_allocations.load());
      const int file = static_cast<int>(syscall(SYS_openat,
                                                AT_FDCWD,
                                                settings().counts,
                                                O_WRONLY | O_CREAT | O_APPEND,
                                                0644));
      if (file >= 0)
        {
          syscall(SYS_write, file, line, n);
          syscall(SYS_close, file);
        }
    }
  } report;

  void *allocate(const std::size_t size, const void *caller)
  {
    const Settings &s = settings();
    if (s.counts_allocations && s.is_our_rank)
      {
        const auto place = reinterpret_cast<std::uintptr_t>(caller);
        if (place >= s.program.begin && place < s.program.end &&
            ++n_allocations == s.allocation)
          throw std::bad_alloc();
      }
    if (void *memory = malloc(size > 0 ? size : 1))
      return memory;
    throw std::bad_alloc();
  }

  mode_t mode_of(const int flags, va_list arguments)
  {
    return flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
  }
} // namespace

void *
operator new(const std::size_t size)
{
  return allocate(size, __builtin_return_address(0));
}

void *
operator new[](const std::size_t size)
{
  return allocate(size, __builtin_return_address(0));
}

extern "C" {
int
open(const char *name, int flags, ...)
{
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = mode_of(flags, arguments);
  va_end(arguments);
  static const auto real = next(&open, "open");
  return fails("open", name) ? -1 : real(name, flags, mode);
}

int
open64(const char *name, int flags, ...)
{
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = mode_of(flags, arguments);
  va_end(arguments);
  static const auto real = next(&open64, "open64");
  return fails("open", name) ? -1 : real(name, flags, mode);
}

FILE *
fopen(const char *name, const char *mode)
{
  static const auto real = next(&fopen, "fopen");
  return fails("open", name) ? nullptr : real(name, mode);
}

FILE *
fopen64(const char *name, const char *mode)
{
  static const auto real = next(&fopen64, "fopen64");
  return fails("open", name) ? nullptr : real(name, mode);
}

int
mkdir(const char *name, mode_t mode)
{
  static const auto real = next(&mkdir, "mkdir");
  return fails("open", name) ? -1 : real(name, mode);
}

ssize_t
write(int file, const void *data, size_t n)
{
  static const auto real = next(&write, "write");
  return fails("write", file) ? -1 : real(file, data, n);
}

ssize_t
writev(int file, const iovec *data, int n)
{
  static const auto real = next(&writev, "writev");
  return fails("write", file) ? -1 : real(file, data, n);
}

ssize_t
pwrite(int file, const void *data, size_t n, off_t place)
{
  static const auto real = next(&pwrite, "pwrite");
  return fails("write", file) ? -1 : real(file, data, n, place);
}

ssize_t
pwrite64(int file, const void *data, size_t n, off64_t place)
{
  static const auto real = next(&pwrite64, "pwrite64");
  return fails("write", file) ? -1 : real(file, data, n, place);
}

int
ftruncate(int file, off_t size)
{
  static const auto real = next(&ftruncate, "ftruncate");
  return fails("write", file) ? -1 : real(file, size);
}

int
ftruncate64(int file, off64_t size)
{
  static const auto real = next(&ftruncate64, "ftruncate64");
  return fails("write", file) ? -1 : real(file, size);
}

int
fsync(int file)
{
  static const auto real = next(&fsync, "fsync");
  return fails("fsync", file) ? -1 : real(file);
}

int
fdatasync(int file)
{
  static const auto real = next(&fdatasync, "fdatasync");
  return fails("fsync", file) ? -1 : real(file);
}

int
rename(const char *from, const char *to)
{
  static const auto real = next(&rename, "rename");
  return fails("rename", to) ? -1 : real(from, to);
}
}
