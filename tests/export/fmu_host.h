// SPDX-License-Identifier: Apache-2.0
// A host of FMUs as small as it can be: it loads the library and finds the
// functions of the standard by their names.
#pragma once

#include <stdexcept>
#include <string>

#ifdef _WIN32
#  define WIN32_LEAN_AND_MEAN
#  include <windows.h>
#else
#  include <dlfcn.h>
#endif

namespace fmu_host
{
  class Library
  {
  public:
    explicit Library(const std::string &file)
    {
#ifdef _WIN32
      handle = reinterpret_cast<void *>(LoadLibraryA(file.c_str()));
      if (handle == nullptr)
        throw std::runtime_error(file + " cannot be loaded");
#else
      handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
      if (handle == nullptr)
        throw std::runtime_error(dlerror());
#endif
    }

    /// `find<decltype(&fmi2DoStep)>("fmi2DoStep")`
    template <class Function>
    Function find(const char *name) const
    {
#ifdef _WIN32
      void *const found = reinterpret_cast<void *>(
        GetProcAddress(reinterpret_cast<HMODULE>(handle), name));
#else
      void *const found = dlsym(handle, name);
#endif
      if (found == nullptr)
        throw std::runtime_error(std::string(name) + " is missing");
      return reinterpret_cast<Function>(found);
    }

  private:
    void *handle = nullptr;
  };
} // namespace fmu_host
