// SPDX-License-Identifier: Apache-2.0
// One table type for all file formats.
#include <rivlin/dynamics/time_table.h>

#include <rivlin/base/error.h>
#include <rivlin/base/nearest_name.h>
#include <rivlin/base/whole_file.h>
#include <rivlin/dynamics/csv_file.h>
#include <rivlin/dynamics/rpc_file.h>

#include <cctype>

namespace rivlin
{
  namespace
  {
    bool is_rpc_file(const std::filesystem::path &file)
    {
      std::string extension = file.extension().string();
      for (char &c : extension)
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      return extension == ".rsp" || extension == ".drv" ||
             extension == ".tim" || extension == ".rpc";
    }
  } // namespace

  std::string TimeTable::Column::title() const
  {
    return unit.empty() ? name : name + " [" + unit + "]";
  }

  const TimeTable::Column &TimeTable::column(const std::string_view title) const
  {
    std::vector<std::string> titles;
    for (const Column &candidate : columns)
      {
        if (candidate.name == title || candidate.title() == title)
          return candidate;
        titles.push_back(candidate.title());
      }
    throw Error('"' + file.string() + "\" has no column \"" +
                std::string(title) + "\"." + did_you_mean(title, titles));
  }

  TimeTable read_time_table(const std::filesystem::path &file)
  {
    const std::string content = read_whole_file(file);
    return is_rpc_file(file) ? parse_rpc_file(content, file)
                             : parse_csv_file(content, file);
  }
} // namespace rivlin
