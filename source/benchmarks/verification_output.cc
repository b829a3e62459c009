// SPDX-License-Identifier: Apache-2.0
// Tables and CSV files of the verification studies.
#include <rivlin/benchmarks/verification.h>

#include <rivlin/base/error.h>
#include <rivlin/benchmarks/beam_study.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <ostream>

namespace rivlin
{
  namespace
  {
    std::string format(const char *pattern, const double value)
    {
      char text[64];
      std::snprintf(text, sizeof text, pattern, value);
      return text;
    }

    /// RFC 4180: fields with commas or quotes are quoted.
    std::string field(const std::string &text)
    {
      if (text.find_first_of(",\"\n") == std::string::npos)
        return text;
      std::string result = "\"";
      for (const char c : text)
        result.append(c == '"' ? "\"\"" : std::string(1, c));
      return result + "\"";
    }

    std::string number(const double value)
    {
      return std::isnan(value) ? "" : format("%.6g", value);
    }
  } // namespace

  void print_tables(const std::vector<VerificationRow> &rows, std::ostream &out)
  {
    for (std::size_t i = 0; i < rows.size();)
      {
        const VerificationRow &first = rows[i];
        out << first.problem << ": " << first.method;
        if (!first.options.empty())
          out << ", " << first.options;
        out << "\n";
        const auto same_table = [&](const VerificationRow &row) {
          return row.problem == first.problem && row.method == first.method &&
                 row.options == first.options;
        };
        for (; i < rows.size() && same_table(rows[i]);)
          {
            const double h = rows[i].step_size;
            out << "  h " << format("%-9.3e", h);
            for (; i < rows.size() && same_table(rows[i]) &&
                   rows[i].step_size == h;
                 ++i)
              {
                const VerificationRow &row = rows[i];
                if (row.quantity == "refused")
                  out << "  refused: " << row.note;
                else
                  out << "  " << row.quantity << " "
                      << format("%.2e", row.error) << " ("
                      << (std::isnan(row.observed_order)
                            ? std::string(" -- ")
                            : format("%4.2f", row.observed_order))
                      << ")";
              }
            out << "\n";
          }
        out << "\n";
      }
  }

  void write_verification_csv(const std::vector<VerificationRow> &rows,
                              std::ostream &out)
  {
    out << "problem,method,options,step size [s],quantity,error,observed "
           "order\n";
    for (const VerificationRow &row : rows)
      out << field(row.problem) << ',' << field(row.method) << ','
          << field(row.options) << ',' << number(row.step_size) << ','
          << field(row.quantity) << ',' << number(row.error) << ','
          << (std::isfinite(row.observed_order)
                ? format("%.3f", row.observed_order)
                : std::string())
          << '\n';
  }

  void write_trajectories_csv(const std::vector<TrajectoryRow> &rows,
                              std::ostream &out)
  {
    out << "figure,series,time [s],quantity,value\n";
    for (const TrajectoryRow &row : rows)
      out << field(row.figure) << ',' << field(row.series) << ','
          << format("%.9g", row.time) << ',' << field(row.quantity) << ','
          << format("%.9g", row.value) << '\n';
  }

  void run_verification(const std::vector<std::string> &names,
                        const std::string &directory,
                        std::ostream &out)
  {
    const std::vector<std::string> studies =
      names.empty() ? verification_names() : names;
    std::vector<VerificationRow> rows;
    for (const std::string &name : studies)
      {
        const std::vector<VerificationRow> more = verify(name);
        print_tables(more, out);
        out.flush();
        rows.insert(rows.end(), more.begin(), more.end());
      }
    if (directory.empty())
      return;
    std::filesystem::create_directories(directory);
    // Complete files only: write under another name, then rename.
    const auto write = [&](const std::string &name, const auto &writer) {
      const std::filesystem::path target =
        std::filesystem::path(directory) / name;
      const std::filesystem::path temporary = target.string() + ".tmp";
      {
        std::ofstream file(temporary);
        writer(file);
        if (!file)
          throw Error("Cannot write " + temporary.string() +
                      ". Choose a directory that can be written.");
      }
      std::filesystem::rename(temporary, target);
    };
    write("verify.csv",
          [&](std::ostream &file) { write_verification_csv(rows, file); });
    std::vector<TrajectoryRow> runs;
    for (const std::string &name : studies)
      {
        const std::vector<TrajectoryRow> more = trajectories(name);
        runs.insert(runs.end(), more.begin(), more.end());
        if (study_name(name) == "right-angle-cantilever")
          write_cantilever_motion(directory);
        if (study_name(name) == "four-bar")
          write_four_bar_motion(directory);
      }
    write("trajectories.csv",
          [&](std::ostream &file) { write_trajectories_csv(runs, file); });
  }
} // namespace rivlin
