// SPDX-License-Identifier: Apache-2.0
// rivlin export: reduced models into other programs.
#include "arguments.h"
#include "commands.h"

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>
#include <rivlin/base/text.h>
#include <rivlin/export/fmu_file.h>

#include <deal.II/base/mpi.h>

#include <iostream>

namespace rivlin
{
  namespace
  {
    /// Beside the program, in the build folder and where it is installed.
    std::filesystem::path kit_of_program()
    {
      return std::filesystem::read_symlink("/proc/self/exe")
               .parent_path()
               .parent_path() /
             "lib" / "rivlin" / "fmu";
    }

    void run_export(const std::vector<std::string> &words)
    {
      Arguments arguments =
        parse_arguments(words, {"--fmu", "--fmi", "--drive", "--angles"}, {});
      const auto given = [&](const std::string &option,
                             const std::string &otherwise) {
        const std::vector<std::string> &values = arguments.values[option];
        return values.empty() ? otherwise : values.back();
      };
      FmuExport what;
      what.model = single_file(arguments, "MODEL.rom");
      what.file  = given("--fmu", "");
      if (what.file.empty())
        throw Error("What to export is missing. Add --fmu FILE.fmu.");
      if (what.file.extension() != ".fmu")
        throw Error("An FMU has the ending .fmu; \"" + what.file.string() +
                    "\" has not, and hosts would not open it.");
      const auto version = to_integer(given("--fmi", "2"));
      if (!version || (*version != 2 && *version != 3))
        throw Error("--fmi is the version of the standard, 2 or 3, not " +
                    in_quotes(given("--fmi", "")) + ".");
      what.fmi    = static_cast<int>(*version);
      what.drive  = fmu_drive_of(given("--drive", "displacement"));
      what.angles = fmu_angles_of(given("--angles", "vector"));
      what.kit    = kit_of_program();
      if (dealii::Utilities::MPI::this_mpi_process(MPI_COMM_WORLD) != 0)
        return;
      const FmuReport report = export_fmu(what);
      for (const std::string &note : report.notes)
        std::cerr << "rivlin: note: " << note << "\n";
      std::cout << "Wrote " << what.file.string() << ": FMI " << what.fmi
                << " co-simulation, driven by " << fmu_drive_text(what.drive)
                << ", for " << joined(report.platforms) << ", "
                << fixed_text(report.n_bytes / 1e6, 2) << " MB\n";
    }
  } // namespace

  Command export_command()
  {
    return {"export",
            "export MODEL.rom --fmu FILE.fmu [--fmi 2|3] [--drive "
            "displacement|force] [--angles vector|cardan]",
            "a reduced model for multibody programs",
            "Writes an FMU for co-simulation with everything inside: the "
            "model, libraries for\nLinux and Windows, sources and licences. "
            "Displacement: pose and velocity of the\ninner sleeve relative to "
            "the outer one in, force and moment on both sleeves out;\nforce: "
            "the reverse, for models whose sleeve was free in the training. "
            "SI units.\nRotations are rotation vectors or Cardan angles "
            "(R = Rx Ry Rz). doc/fmu.md lists\nnames, signs and parameters.",
            run_export,
            false};
  }
} // namespace rivlin
