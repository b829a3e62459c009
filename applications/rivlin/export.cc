// SPDX-License-Identifier: Apache-2.0
// rivlin export: reduced models into other programs.
#include "arguments.h"
#include "commands.h"

#include <rivlin/base/atomic_file.h>
#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>
#include <rivlin/base/text.h>
#include <rivlin/dynamics/rotation.h>
#include <rivlin/dynamics/time_table.h>
#include <rivlin/export/fmu_file.h>
#include <rivlin/export/property_files.h>
#include <rivlin/online/rom_file.h>
#include <rivlin/studies/table_drive.h>

#include <deal.II/base/mpi.h>

#include <cmath>
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

    /// What was given, with its rules.
    class ExportWords
    {
    public:
      explicit ExportWords(const std::vector<std::string> &words)
        : arguments(parse_arguments(words,
                                    {"--fmu",
                                     "--fmi",
                                     "--drive",
                                     "--angles",
                                     "--bus",
                                     "--gbs",
                                     "--frequency",
                                     "--excitation"},
                                    {"--loss-angles"}))
        , model(single_file(arguments, "MODEL.rom"))
      {
        if (!has("--fmu") && !has("--bus") && !has("--gbs"))
          throw Error(
            "What to export is missing. Add --fmu FILE.fmu, --bus "
            "FILE.bus or --gbs FILE.gbs.");
        const bool has_curves = has("--bus") || has("--gbs");
        for (const char *option : {"--fmi", "--drive", "--angles"})
          require_use(option, has("--fmu"), "--fmu");
        for (const char *option : {"--frequency", "--excitation"})
          require_use(option, has_curves, "--bus or --gbs");
        require_use("--loss-angles", has("--bus"), "--bus");
        require_ending("--fmu", ".fmu", "An FMU");
        require_ending("--bus", ".bus", "A property file of Adams");
        require_ending("--gbs", ".gbs", "A property file of MotionView");
      }

      bool has(const std::string &option) const
      {
        return arguments.values.count(option) > 0 ||
               arguments.flags.count(option) > 0;
      }
      std::string given(const std::string &option,
                        const std::string &otherwise) const
      {
        return has(option) ? arguments.values.at(option).back() : otherwise;
      }

    private:
      void require_use(const std::string &option,
                       const bool is_used,
                       const std::string &by) const
      {
        if (has(option) && !is_used)
          throw Error(option + " belongs to " + by + ", which is not given.");
      }
      void require_ending(const std::string &option,
                          const std::string &ending,
                          const std::string &what) const
      {
        const std::filesystem::path file = given(option, "");
        if (has(option) && file.extension() != ending)
          throw Error(what + " has the ending " + ending + "; \"" +
                      file.string() +
                      "\" has not, and programs would not open it.");
      }

      Arguments arguments;

    public:
      std::filesystem::path model;
    };

    void tell(const std::vector<std::string> &notes)
    {
      for (const std::string &note : notes)
        std::cerr << "rivlin: note: " << note << "\n";
    }

    FmuExport fmu_of(const ExportWords &words)
    {
      FmuExport what;
      what.model         = words.model;
      what.file          = words.given("--fmu", "");
      const auto version = to_integer(words.given("--fmi", "2"));
      if (!version || (*version != 2 && *version != 3))
        throw Error("--fmi is the version of the standard, 2 or 3, not " +
                    in_quotes(words.given("--fmi", "")) + ".");
      what.fmi    = static_cast<int>(*version);
      what.drive  = fmu_drive_of(words.given("--drive", "displacement"));
      what.angles = fmu_angles_of(words.given("--angles", "vector"));
      what.kit    = kit_of_program();
      return what;
    }

    void write_fmu(const FmuExport &what)
    {
      const FmuReport report = export_fmu(what);
      tell(report.notes);
      std::cout << "Wrote " << what.file.string() << ": FMI " << what.fmi
                << " co-simulation, driven by " << fmu_drive_text(what.drive)
                << ", for " << joined(report.platforms) << ", "
                << fixed_text(report.n_bytes / 1e6, 2) << " MB\n";
    }

    /// Poses of the sleeve at times of a table, some 500 at most.
    std::vector<PropertyPose> table_poses(ReducedModelData data,
                                          const std::filesystem::path &file)
    {
      // Poses are asked for also where the sleeve was free.
      data.sleeves.at(0).body = {};
      CaseParameters parameters;
      const CaseSleeves drive =
        table_sleeves(data, file, {"Time/Integrator=statics"}, parameters);
      tell(drive.notices);
      const std::vector<double> times = read_time_table(file).times;
      const std::size_t stride        = 1 + times.size() / 500;
      std::vector<PropertyPose> poses;
      for (std::size_t k = 0; k < times.size(); k += stride)
        {
          const RigidMotion motion = drive.sleeves[0].motion(times[k], 0);
          PropertyPose pose;
          pose << motion.translation[0],
            rotation_logarithm(
              quaternion(Matrix3::Identity() + motion.rotation[0]));
          poses.push_back(pose);
        }
      return poses;
    }

    std::string percent(const double share)
    {
      return share < 0 ? "nothing there" : number_text(100 * share, 3) + " %";
    }

    void print_curves(const PropertyCurves &curves)
    {
      std::vector<std::vector<std::string>> rows = {
        {"direction",
         "from",
         "to",
         "static stiffness",
         "|K| at " + number_text(curves.frequency) + " Hz",
         "damping",
         "loss angle [deg]"}};
      for (int i = 0; i < 6; ++i)
        {
          const PropertyDirection &direction = curves.directions[i];
          const std::string unit             = i < 3 ? " mm" : " deg",
                            rate             = i < 3 ? " N/mm" : " N mm/deg",
                            viscous = i < 3 ? " N s/mm" : " N mm s/deg";
          rows.push_back(
            {std::string(i < 3 ? "" : "about ") + "xyz"[i % 3],
             number_text(direction.displacements.front(), 4) + unit,
             number_text(direction.displacements.back(), 4) + unit,
             number_text(direction.stiffness, 5) + rate,
             number_text(direction.dynamic_stiffness, 5) + rate,
             number_text(direction.damping, 4) + viscous,
             number_text(direction.loss_angle, 3)});
        }
      std::cout << text_table(rows);
    }

    void print_errors(const PropertyErrors &errors, const std::string &where)
    {
      std::cout << "Six curves that know nothing of each other miss "
                << percent(errors.force) << " of the forces and "
                << percent(errors.moment)
                << " of the moments of the model in equilibrium (root mean "
                   "square over "
                << errors.n_poses << " poses " << where << "), at most "
                << percent(errors.largest_force) << " and "
                << percent(errors.largest_moment) << " of the largest ones.\n";
    }

    void write_properties(const ExportWords &words)
    {
      const auto frequency = to_double(words.given("--frequency", "20"));
      if (!frequency || !(*frequency > 0) || !std::isfinite(*frequency))
        throw Error("--frequency is a positive number of Hz, not " +
                    in_quotes(words.given("--frequency", "")) + ".");
      const ReducedModelData data = stripped(read_rom(words.model));
      const PropertyCurves curves = property_curves(data, *frequency);
      const bool loss_angles      = words.has("--loss-angles");
      if (loss_angles && !curves.is_damped)
        throw Error(
          "The model has no damping and so no loss angles. Leave "
          "out --loss-angles, or train a model whose material has "
          "\"Mass damping\" or \"Stiffness damping\".");
      const std::string table = words.given("--excitation", "");
      const std::vector<PropertyPose> poses =
        table.empty() ? drawn_poses(data, 100) : table_poses(data, table);
      const PropertyErrors errors = property_errors(data, curves, poses);
      const std::string origin    = words.model.filename().string();
      tell(curves.notes);
      if (words.has("--bus"))
        {
          const std::string file = words.given("--bus", "");
          write_file_atomically(file,
                                bus_text(curves,
                                         loss_angles
                                           ? PropertyDamping::loss_angle
                                           : PropertyDamping::viscous,
                                         origin));
          std::cout << "Wrote " << file << ": six curves, "
                    << (loss_angles ? "loss angles" : "viscous damping")
                    << " at " << number_text(*frequency) << " Hz\n";
        }
      if (words.has("--gbs"))
        {
          const std::string file = words.given("--gbs", "");
          write_file_atomically(file, gbs_text(curves, origin));
          std::cout << "Wrote " << file << ": six splines, constant damping at "
                    << number_text(*frequency) << " Hz\n";
        }
      print_curves(curves);
      print_errors(errors,
                   table.empty()
                     ? "drawn from the trained range with a fixed seed"
                     : "of " + table);
    }

    void run_export(const std::vector<std::string> &words)
    {
      const ExportWords given(words);
      const FmuExport fmu = fmu_of(given);
      if (dealii::Utilities::MPI::this_mpi_process(MPI_COMM_WORLD) != 0)
        return;
      if (given.has("--fmu"))
        write_fmu(fmu);
      if (given.has("--bus") || given.has("--gbs"))
        write_properties(given);
    }
  } // namespace

  Command export_command()
  {
    return {"export",
            "export MODEL.rom [--fmu FILE.fmu [--fmi 2|3] [--drive "
            "displacement|force] [--angles vector|cardan]] [--bus FILE.bus "
            "[--loss-angles]] [--gbs FILE.gbs] [--frequency HZ] [--excitation "
            "FILE.csv]",
            "a reduced model for multibody programs",
            "--fmu: an FMU for co-simulation with everything inside: the "
            "model, libraries for\nLinux and Windows, sources and licences. "
            "Displacement: pose and velocity of the\ninner sleeve relative to "
            "the outer one in, force and moment on both sleeves out;\nforce: "
            "the reverse, for models whose sleeve was free in the training. "
            "SI units.\nRotations are rotation vectors or Cardan angles "
            "(R = Rx Ry Rz). doc/fmu.md lists\nnames, signs and "
            "parameters.\n--bus, --gbs: property files of Adams and Simpack, "
            "and of MotionView: static curves\nin six directions, damping at "
            "a frequency (20 Hz) as viscous coefficients or loss\nangles. "
            "What such uncoupled curves miss is printed, at poses drawn from "
            "the trained\nrange or at those of a table. "
            "doc/property_files.md.",
            run_export,
            false};
  }
} // namespace rivlin
