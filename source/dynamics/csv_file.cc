// SPDX-License-Identifier: Apache-2.0
// A small CSV reader whose main concern is to say what is wrong and where.
#include <rivlin/dynamics/csv_file.h>

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>
#include <rivlin/base/text.h>
#include <rivlin/base/text_file.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace rivlin
{
  namespace
  {
    /// Where in the file the reader is; begins its messages.
    struct Place
    {
      const std::filesystem::path &file;
      int line;

      [[noreturn]] void fail(const std::string &what) const
      {
        throw Error(in_quotes(file.string()) + ", line " + number_text(line) +
                    ": " + what);
      }

      [[noreturn]] void fail(const std::size_t column,
                             const std::string &title,
                             const std::string &what) const
      {
        fail("column " + number_text(column + 1) +
             (title.empty() ? "" : " (" + title + ")") + ": " + what);
      }
    };

    /// The cells of one line without surrounding blanks and quotes; a comment
    /// is dropped. Empty if nothing but a comment stands in the line.
    std::vector<std::string> split(const std::string_view line,
                                   const Place &place)
    {
      std::vector<std::string> cells;
      std::string cell;
      bool in_quotes = false, was_quoted = false;
      const auto finish_cell = [&]() {
        cells.emplace_back(trimmed(cell));
        cell.clear();
        was_quoted = false;
      };
      for (std::size_t i = 0; i < line.size(); ++i)
        {
          const char c = line[i];
          if (in_quotes)
            {
              if (c != '"')
                cell += c;
              else if (i + 1 < line.size() && line[i + 1] == '"')
                cell += line[++i]; // a doubled quote stands for one
              else
                in_quotes = false;
            }
          else if (c == '"' && !was_quoted && trimmed(cell).empty())
            {
              in_quotes = was_quoted = true;
              cell.clear();
            }
          else if (c == '#')
            break;
          else if (c == ',')
            finish_cell();
          else if (!was_quoted)
            cell += c;
          else if (c != ' ' && c != '\t' && c != '\r')
            place.fail(cells.size(),
                       "",
                       "there is text after the closing quote. Put the whole "
                       "cell in quotes.");
        }
      if (in_quotes)
        place.fail(cells.size(),
                   "",
                   "a quote is opened and not closed. Close it in the same "
                   "line.");
      if (!cells.empty() || was_quoted || !trimmed(cell).empty())
        finish_cell();
      return cells;
    }

    TimeTable::Column parse_title(const std::string &cell)
    {
      const auto open = cell.rfind('[');
      if (open == std::string::npos || cell.back() != ']')
        return {cell, "", {}};
      const std::string_view text = cell;
      return {std::string(trimmed(text.substr(0, open))),
              std::string(
                trimmed(text.substr(open + 1, text.size() - open - 2))),
              {}};
    }

    void read_header(const std::vector<std::string> &cells,
                     const Place &place,
                     TimeTable &table)
    {
      if (to_double(cells[0]))
        place.fail(
          "the header line is missing, the file begins with the "
          "number " +
          cells[0] + ". Begin it with names and units: \"time [s], ...\".");
      if (cells.size() == 1 && cells[0].find(';') != std::string::npos)
        place.fail(
          "the header has semicolons and no commas. Separate the "
          "cells by commas and write decimal points.");
      // Far more than any measurement has; so many are another kind of file,
      // such as rows that were written as columns.
      constexpr std::size_t most = 10000;
      if (cells.size() > most)
        place.fail("there are " + number_text(cells.size()) +
                   " columns; at most " + number_text(most) +
                   " are read. Write one row per time.");
      std::set<std::string> names;
      for (const std::string &cell : cells)
        {
          TimeTable::Column column = parse_title(cell);
          if (column.name.empty())
            place.fail(
              table.columns.size(),
              "",
              "the name is missing. Write a name with its unit, such as "
              "\"force x [N]\".");
          if (!names.insert(column.name).second)
            place.fail(table.columns.size(),
                       column.title(),
                       "an earlier column has the same name. Rename one of "
                       "them.");
          table.columns.push_back(std::move(column));
        }
    }

    double parse_number(const std::string &cell,
                        const std::size_t column,
                        const std::string &title,
                        const Place &place)
    {
      if (cell.empty())
        place.fail(column, title, "the cell is empty. Fill the gap.");
      const std::optional<double> number = to_double(cell);
      if (!number)
        place.fail(column,
                   title,
                   in_quotes(cell) +
                     " is not a number. Write it like -1.25e-3.");
      if (!std::isfinite(*number))
        place.fail(column,
                   title,
                   in_quotes(cell) +
                     " is not a finite number. Replace it by a value.");
      return *number;
    }

    void read_row(const std::vector<std::string> &cells,
                  const Place &place,
                  TimeTable &table)
    {
      const std::size_t n = table.columns.size();
      if (cells.size() != n)
        place.fail("there are " + number_text(cells.size()) +
                   " cells, the header has " + number_text(n) +
                   ". Fill the gap or correct the header.");
      for (std::size_t j = 0; j < n; ++j)
        table.columns[j].values.push_back(
          parse_number(cells[j], j, table.columns[j].title(), place));
    }

    /// The next line of the text, without its end; takes it from the text.
    std::string_view take_line(std::string_view &text)
    {
      const auto end              = text.find('\n');
      const std::string_view line = text.substr(0, end);
      text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
      return line;
    }

    /// All columns; `line_numbers` gets the line of each row.
    TimeTable parse_columns(std::string_view text,
                            const std::filesystem::path &file,
                            std::vector<int> &line_numbers)
    {
      TimeTable table;
      table.file = file;
      for (int number = 1; !text.empty(); ++number)
        {
          const Place place{file, number};
          const std::vector<std::string> cells = split(take_line(text), place);
          if (cells.empty())
            continue;
          if (table.columns.empty())
            read_header(cells, place, table);
          else
            {
              read_row(cells, place, table);
              line_numbers.push_back(number);
            }
        }
      if (table.columns.empty())
        throw Error(in_quotes(file.string()) +
                    " is empty. Begin it with a header line of names and "
                    "units: \"time [s], ...\".");
      return table;
    }
  } // namespace

  TimeTable parse_csv_file(const std::string_view content,
                           const std::filesystem::path &file)
  {
    const std::string_view text =
      text_of(content,
              file,
              "Write a CSV file; an RPC III time history must have the "
              "extension .rsp, .drv, .tim or .rpc.");
    std::vector<int> line_numbers;
    TimeTable table = parse_columns(text, file, line_numbers);
    if (table.columns.size() < 2)
      throw Error(in_quotes(file.string()) +
                  " has one column only. It needs \"time [s]\" and at least "
                  "one more.");
    const auto time_column =
      std::find_if(table.columns.begin(),
                   table.columns.end(),
                   [](const TimeTable::Column &column) {
                     return column.name == "time" &&
                            (column.unit == "s" || column.unit.empty());
                   });
    if (time_column == table.columns.end())
      {
        std::string titles;
        constexpr std::size_t longest = 20; // list
        for (std::size_t j = 0; j < std::min(table.columns.size(), longest);
             ++j)
          titles += (j > 0 ? ", " : "") + in_quotes(table.columns[j].title());
        if (table.columns.size() > longest)
          titles +=
            " and " + number_text(table.columns.size() - longest) + " others";
        throw Error(in_quotes(file.string()) +
                    " has no column \"time [s]\", only " + titles +
                    ". Give the time in seconds and this name to its column.");
      }
    table.times = std::move(time_column->values);
    table.columns.erase(time_column);
    const std::vector<double> &time = table.times;
    if (time.size() < 2)
      throw Error(in_quotes(file.string()) + " has " +
                  number_text(time.size()) +
                  " rows of numbers. At least two are needed.");
    for (std::size_t i = 1; i < time.size(); ++i)
      if (!(time[i] > time[i - 1]))
        {
          const Place place{file, line_numbers[i]};
          place.fail("the time " + number_text(time[i]) +
                     " s does not come after the time " +
                     number_text(time[i - 1]) +
                     " s of the row before. Sort the rows and remove "
                     "repetitions.");
        }
    return table;
  }
} // namespace rivlin
