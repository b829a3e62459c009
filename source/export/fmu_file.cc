// SPDX-License-Identifier: Apache-2.0
// Puts model, description, libraries, sources and licences together.
#include <rivlin/export/fmu_file.h>

#include <rivlin/base/atomic_file.h>
#include <rivlin/base/checksum.h>
#include <rivlin/base/error.h>
#include <rivlin/base/text.h>
#include <rivlin/base/version.h>
#include <rivlin/base/whole_file.h>
#include <rivlin/export/fmu_resources.h>
#include <rivlin/export/model_description.h>
#include <rivlin/export/zip_file.h>
#include <rivlin/online/rom_file.h>

#include <algorithm>

namespace rivlin
{
  namespace
  {
    namespace fs = std::filesystem;

    struct FmuPlatform
    {
      const char *folder; ///< of the kit and of FMI 3
      const char *folder_of_fmi2;
      const char *suffix;
      const char *compiler; ///< where it is missing
    };

    constexpr std::array<FmuPlatform, 2> platforms = {
      {{"x86_64-linux", "linux64", ".so", "g++"},
       {"x86_64-windows",
        "win64",
        ".dll",
        "g++-mingw-w64-x86-64-posix (Debian's name of the cross-compiler)"}}};

    const std::string main_source = "rivlin_fmu.cc";

    std::string hex_part(const std::string &text, const char *salt)
    {
      Crc64 sum;
      sum.add(salt);
      sum.add(text);
      return hex_text(sum.value());
    }

    /// The same for the same model and setup.
    std::string token_of(const ReducedModelData &data, const FmuExport &what)
    {
      const std::string text =
        container_bytes(rom_container(data)) + fmu_drive_text(what.drive) +
        fmu_angles_text(what.angles) + number_text(what.fmi);
      const std::string a = hex_part(text, "a"), b = hex_part(text, "b");
      return "{" + a.substr(0, 8) + "-" + a.substr(8, 4) + "-" +
             a.substr(12, 4) + "-" + b.substr(0, 4) + "-" + b.substr(4, 12) +
             "}";
    }

    /// All files below a folder, sorted, with names relative to it.
    std::vector<std::pair<std::string, fs::path>>
    files_below(const fs::path &folder)
    {
      std::vector<std::pair<std::string, fs::path>> files;
      std::error_code ignored;
      for (const auto &entry :
           fs::recursive_directory_iterator(folder, ignored))
        if (entry.is_regular_file())
          files.emplace_back(
            entry.path().lexically_relative(folder).generic_string(),
            entry.path());
      std::sort(files.begin(), files.end());
      return files;
    }

    void add_libraries(const FmuExport &what,
                       const std::string &identifier,
                       ZipFile &zip,
                       FmuReport &report)
    {
      for (const FmuPlatform &platform : platforms)
        {
          const std::string name =
            what.fmi == 3 ? platform.folder : platform.folder_of_fmi2;
          const fs::path library =
            what.kit / platform.folder /
            (std::string("rivlin_fmu") + platform.suffix);
          if (!fs::is_regular_file(library))
            {
              report.missing.push_back(name);
              report.notes.push_back(
                "The FMU has no library for " + name +
                ": this Rivlin was built without " + platform.compiler +
                ". Hosts on that platform cannot load it; its sources/ are "
                "inside.");
              continue;
            }
          report.platforms.push_back(name);
          zip.add("binaries/" + name + "/" + identifier + platform.suffix,
                  read_whole_file(library));
        }
      if (report.platforms.empty())
        throw Error("There is no library for FMUs in \"" + what.kit.string() +
                    "\". Build or install Rivlin completely: the target "
                    "\"rivlin-fmu\" makes it.");
    }

    void add_held(const ReducedModelData &data, FmuReport &report)
    {
      std::vector<std::string> held = data.prescribed;
      for (const ReducedLoad &load : data.loads)
        held.push_back(load.name);
      if (!held.empty())
        report.notes.push_back(
          "The FMU holds these at the values of the "
          "model's start: " +
          joined(held) + ".");
    }

    std::string index_page(const FmuDescription &fmu)
    {
      return "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>" +
             fmu.identifier +
             "</title></head><body>\n<p>A reduced model of a rubber bushing, "
             "made by Rivlin " +
             std::string(version()) +
             ".</p>\n<p>Pose: inner sleeve relative to the outer one, in the "
             "axes of the outer sleeve at its undeformed centre, z the axis of "
             "the bushing. Forces and moments are those of the bushing on the "
             "sleeves, in the same axes; moments on the inner sleeve are about "
             "its moved centre. SI units. modelDescription.xml describes each "
             "variable; the licences are in licenses/.</p>\n</body></html>\n";
    }
  } // namespace

  std::string fmu_identifier(const fs::path &file)
  {
    std::string name = file.stem().string();
    for (char &c : name)
      if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
            (c >= '0' && c <= '9')))
        c = '_';
    if (name.empty() || (name[0] >= '0' && name[0] <= '9') || name[0] == '_')
      name = "fmu_" + name;
    return name.substr(0, 50);
  }

  FmuReport export_fmu(const FmuExport &what)
  {
    if (what.fmi != 2 && what.fmi != 3)
      throw Error(
        message("FMUs are made for FMI 2 and 3, not for ", what.fmi, "."));
    ReducedModelData data = stripped(read_rom(what.model));
    require_drivable(data, what.drive);

    FmuDescription fmu;
    fmu.fmi        = what.fmi;
    fmu.model_name = what.file.stem().string();
    fmu.identifier = fmu_identifier(what.file);
    fmu.description =
      "Rubber bushing, reduced finite element model, driven "
      "by " +
      fmu_drive_text(what.drive);
    fmu.copyright =
      "The model belongs to who trained it; the runtime is "
      "Rivlin's";
    fmu.setup.drive  = what.drive;
    fmu.setup.angles = what.angles;
    fmu.setup.token  = token_of(data, what);
    fmu.variables    = fmu_variables(fmu.setup, data);
    write_setup(fmu.setup, data);

    FmuReport report;
    ZipFile zip;
    const auto sources = files_below(what.kit / "sources");
    if (!sources.empty())
      fmu.source_files = {main_source};
    zip.add("modelDescription.xml", model_description(fmu));
    if (what.fmi == 3)
      zip.add("terminalsAndIcons/terminalsAndIcons.xml",
              terminals_and_icons(fmu));
    add_libraries(what, fmu.identifier, zip, report);
    zip.add(std::string("resources/") + fmu_model_file,
            container_bytes(rom_container(data)));
    zip.add("documentation/index.html", index_page(fmu));
    for (const auto &[name, path] : files_below(what.kit / "licenses"))
      zip.add("documentation/licenses/" + name, read_whole_file(path));
    for (const auto &[name, path] : sources)
      zip.add("sources/" + name, read_whole_file(path));
    if (what.fmi == 3 && !sources.empty())
      zip.add("sources/buildDescription.xml", build_description(fmu));
    add_held(data, report);

    const std::string bytes = zip.bytes();
    write_file_atomically(what.file, bytes);
    report.n_bytes = bytes.size();
    return report;
  }
} // namespace rivlin
