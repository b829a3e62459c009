// SPDX-License-Identifier: Apache-2.0
// Locations of FMI 2 are URIs, those of FMI 3 paths; hosts mix them up.
#include <rivlin/export/fmu_resources.h>

#include <rivlin/base/error.h>
#include <rivlin/base/text.h>

#include <algorithm>
#include <cstdio>
#include <memory>

#ifdef _WIN32
// Without windows.h and its macros.
extern "C" __declspec(dllimport) int __stdcall MultiByteToWideChar(
  unsigned int code_page,
  unsigned long flags,
  const char *text,
  int n_bytes,
  wchar_t *wide,
  int n_wide);
#endif

namespace rivlin
{
  namespace
  {
    int hex_digit(const char c)
    {
      return c >= '0' && c <= '9'   ? c - '0'
             : c >= 'a' && c <= 'f' ? c - 'a' + 10
             : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                    : -1;
    }

    /// Percent signs that no two digits follow stay.
    std::string percent_decoded(const std::string &text)
    {
      std::string result;
      for (std::size_t i = 0; i < text.size(); ++i)
        {
          const int high =
            text[i] == '%' && i + 2 < text.size() ? hex_digit(text[i + 1]) : -1;
          const int low = high >= 0 ? hex_digit(text[i + 2]) : -1;
          if (low < 0)
            {
              result += text[i];
              continue;
            }
          result += static_cast<char>(16 * high + low);
          i += 2;
        }
      return result;
    }

    bool has_drive_letter(const std::string_view text)
    {
      return text.size() >= 2 && text[1] == ':' &&
             ((text[0] >= 'a' && text[0] <= 'z') ||
              (text[0] >= 'A' && text[0] <= 'Z'));
    }

    /// The path of a URI behind "file:", not decoded.
    std::string path_of_uri(std::string rest, const PathStyle style)
    {
      std::string host;
      if (rest.starts_with("//"))
        {
          const std::size_t end = std::min(rest.find('/', 2), rest.size());
          host                  = rest.substr(2, end - 2);
          rest.erase(0, end);
          // file:////server/share
          if (host.empty() && rest.starts_with("//"))
            return rest;
          if (lower_case(host) == "localhost")
            host.clear();
          // "file://C:/folder", with one slash too few.
          if (style == PathStyle::windows && has_drive_letter(host))
            return host + rest;
          if (!host.empty())
            return "//" + host + rest;
        }
      if (style == PathStyle::windows && rest.size() > 2 && rest[0] == '/' &&
          has_drive_letter(std::string_view(rest).substr(1)))
        rest.erase(0, 1);
      return rest;
    }

    std::string for_system(std::string path, const PathStyle style)
    {
      if (style == PathStyle::windows)
        std::replace(path.begin(), path.end(), '/', '\\');
      while (path.size() > 1 && (path.back() == '/' || path.back() == '\\') &&
             !(path.size() == 3 && path[1] == ':'))
        path.pop_back();
      return path;
    }

    struct CloseFile
    {
      void operator()(std::FILE *file) const
      {
        std::fclose(file);
      }
    };
    using ResourceFile = std::unique_ptr<std::FILE, CloseFile>;

#ifdef _WIN32
    constexpr PathStyle own_style = PathStyle::windows;

    ResourceFile open_resource(const std::string &path)
    {
      constexpr unsigned int utf8 = 65001;
      const int n = MultiByteToWideChar(utf8, 0, path.c_str(), -1, nullptr, 0);
      std::wstring wide(n > 0 ? n : 1, L'\0');
      MultiByteToWideChar(utf8, 0, path.c_str(), -1, wide.data(), n);
      return ResourceFile(_wfopen(wide.c_str(), L"rb"));
    }
#else
    constexpr PathStyle own_style = PathStyle::posix;

    ResourceFile open_resource(const std::string &path)
    {
      return ResourceFile(std::fopen(path.c_str(), "rb"));
    }
#endif

    std::string all_bytes(std::FILE *file, const std::string &path)
    {
      std::string bytes;
      std::string block(1 << 16, '\0');
      while (const std::size_t n =
               std::fread(block.data(), 1, block.size(), file))
        bytes.append(block, 0, n);
      if (std::ferror(file))
        throw Error("\"" + path + "\" cannot be read to its end.");
      return bytes;
    }
  } // namespace

  std::vector<std::string> resource_folders(const char *location,
                                            const PathStyle style)
  {
    if (location == nullptr || *location == 0)
      throw Error(
        "The host gave no resource location, so that the model in the FMU "
        "cannot be found. Give the folder \"resources\" of the unpacked FMU.");
    const std::string text  = location;
    const std::size_t colon = text.find(':');
    const bool is_uri       = lower_case(text.substr(0, 5)) == "file:";
    const bool has_scheme   = !is_uri && colon != std::string::npos &&
                            colon > 1 && text.compare(colon, 3, "://") == 0;
    if (has_scheme)
      throw Error("The resource location " + in_quotes(text, 200) +
                  " is not a folder of this machine. Unpack the FMU into a "
                  "folder.");
    if (!is_uri)
      {
        std::vector<std::string> folders = {for_system(text, style)};
        if (const std::string decoded = percent_decoded(text); decoded != text)
          folders.push_back(for_system(decoded, style));
        return folders;
      }
    const std::string path           = path_of_uri(text.substr(5), style);
    std::vector<std::string> folders = {
      for_system(percent_decoded(path), style)};
    if (const std::string raw = for_system(path, style); raw != folders[0])
      folders.push_back(raw);
    return folders;
  }

  std::string read_fmu_model(const char *location)
  {
    std::string tried;
    for (const std::string &folder : resource_folders(location, own_style))
      {
        const std::string path =
          folder + (own_style == PathStyle::windows ? '\\' : '/') +
          fmu_model_file;
        if (const ResourceFile file = open_resource(path))
          return all_bytes(file.get(), path);
        tried += (tried.empty() ? "" : ", ") + in_quotes(path);
      }
    throw Error("The model of the FMU cannot be opened: " + tried +
                ". Unpack the whole FMU and give its folder \"resources\".");
  }
} // namespace rivlin
