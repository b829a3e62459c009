// SPDX-License-Identifier: Apache-2.0
// Tables and CSV files of the verification studies.
#include <rivlin/benchmarks/verification.h>

#include <rivlin/base/atomic_file.h>
#include <rivlin/base/error.h>
#include <rivlin/base/text.h>
#include <rivlin/benchmarks/beam_study.h>

#include <cmath>
#include <filesystem>
#include <ostream>
#include <sstream>
#include <system_error>

namespace rivlin
{
  namespace
  {
    void make_directory(const std::filesystem::path &directory)
    {
      std::error_code reason;
      std::filesystem::create_directories(directory, reason);
      if (reason)
        throw Error("The output directory \"" + directory.string() +
                    "\" cannot be made (" + reason.message() +
                    "). Choose another one with --output.");
    }

    std::string number(const double value)
    {
      return std::isnan(value) ? "" : number_text(value, 6);
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
            out << "  h " << scientific_text(h, 3);
            for (; i < rows.size() && same_table(rows[i]) &&
                   rows[i].step_size == h;
                 ++i)
              {
                const VerificationRow &row = rows[i];
                if (!row.note.empty())
                  out << "  refused: " << row.note;
                else
                  out << "  " << row.quantity << " "
                      << scientific_text(row.error, 2) << " ("
                      << (std::isnan(row.observed_order)
                            ? std::string(" -- ")
                            : fixed_text(row.observed_order, 2))
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
      out << csv_cell(row.problem) << ',' << csv_cell(row.method) << ','
          << csv_cell(row.options) << ',' << number(row.step_size) << ','
          << csv_cell(row.quantity) << ',' << number(row.error) << ','
          << (std::isfinite(row.observed_order)
                ? fixed_text(row.observed_order, 3)
                : std::string())
          << '\n';
  }

  void write_trajectories_csv(const std::vector<TrajectoryRow> &rows,
                              std::ostream &out)
  {
    out << "figure,series,time [s],quantity,value\n";
    for (const TrajectoryRow &row : rows)
      out << csv_cell(row.figure) << ',' << csv_cell(row.series) << ','
          << number_text(row.time, 9) << ',' << csv_cell(row.quantity) << ','
          << number_text(row.value, 9) << '\n';
  }

  void run_verification(const std::vector<std::string> &names,
                        const std::string &directory,
                        std::ostream &out)
  {
    std::vector<Study> studies;
    for (const std::string &name : names.empty() ? verification_names() : names)
      studies.push_back(find_study(name));
    if (!directory.empty())
      make_directory(directory); // before all the work
    std::vector<VerificationRow> rows;
    for (const Study study : studies)
      {
        const std::vector<VerificationRow> more = verify(study);
        print_tables(more, out);
        out.flush();
        append(rows, more);
      }
    if (directory.empty())
      return;
    const auto write = [&](const std::string &name, const auto &writer) {
      std::ostringstream text;
      writer(text);
      write_file_atomically(std::filesystem::path(directory) / name,
                            text.str());
    };
    write("verify.csv",
          [&](std::ostream &file) { write_verification_csv(rows, file); });
    std::vector<TrajectoryRow> runs;
    for (const Study study : studies)
      {
        const std::vector<TrajectoryRow> more = trajectories(study);
        runs.insert(runs.end(), more.begin(), more.end());
        if (study == Study::right_angle_cantilever)
          write_cantilever_motion(directory);
        if (study == Study::four_bar)
          write_four_bar_motion(directory);
      }
    write("trajectories.csv",
          [&](std::ostream &file) { write_trajectories_csv(runs, file); });
  }
} // namespace rivlin
