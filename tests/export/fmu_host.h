// SPDX-License-Identifier: Apache-2.0
// A host of FMUs as small as it can be: it loads the library and finds the
// functions of the standard by their names.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#ifdef _WIN32
#  define WIN32_LEAN_AND_MEAN
#  include <windows.h>

#  include <shellapi.h>
#else
#  include <dlfcn.h>
#endif

namespace fmu_host
{
#ifdef _WIN32
  inline std::string utf8(const wchar_t *text)
  {
    const int n =
      WideCharToMultiByte(CP_UTF8, 0, text, -1, nullptr, 0, nullptr, nullptr);
    std::string result(static_cast<std::size_t>(n), ' ');
    WideCharToMultiByte(
      CP_UTF8, 0, text, -1, result.data(), n, nullptr, nullptr);
    result.pop_back(); // the zero at the end
    return result;
  }

  inline std::wstring wide(const std::string &text)
  {
    const int n = MultiByteToWideChar(CP_UTF8, 0, text.c_str(), -1, nullptr, 0);
    std::wstring result(static_cast<std::size_t>(n), L' ');
    MultiByteToWideChar(CP_UTF8, 0, text.c_str(), -1, result.data(), n);
    return result;
  }
#endif

  /// Texts of the standard are UTF-8, arguments of main() on Windows are not.
  inline std::vector<std::string> arguments_in_utf8(const int n,
                                                    char **arguments)
  {
#ifdef _WIN32
    (void)arguments;
    int n_wide            = 0;
    wchar_t **const texts = CommandLineToArgvW(GetCommandLineW(), &n_wide);
    if (texts == nullptr || n_wide != n)
      throw std::runtime_error("the command line cannot be read");
    std::vector<std::string> result;
    for (int i = 0; i < n; ++i)
      result.push_back(utf8(texts[i]));
    LocalFree(texts);
    return result;
#else
    return {arguments, arguments + n};
#endif
  }

  class Library
  {
  public:
    explicit Library(const std::string &file)
    {
#ifdef _WIN32
      handle = reinterpret_cast<void *>(LoadLibraryW(wide(file).c_str()));
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
