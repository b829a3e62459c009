// SPDX-License-Identifier: Apache-2.0
// What the FMU adds to a step: the same model, motion and steps through the C
// interface, through BushingUnit (the FMU without the border of the standard)
// and through the library of FMUs, loaded by dlopen; CPU time to instantiate;
// memory over many steps.
//   fmu_step MODEL.rom KIT_FOLDER [STEP N_STEPS N_ROUNDS]
#include <rivlin/base/error.h>
#include <rivlin/base/whole_file.h>
#include <rivlin/export/bushing_unit.h>
#include <rivlin/export/fmi2.h>
#include <rivlin/export/fmu_resources.h>
#include <rivlin/online/rivlin.h>
#include <rivlin/online/rom_file.h>

#include "export/fmu_host.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>

using namespace rivlin;

namespace
{
  constexpr int n_inputs = 12, n_outputs = 6;

  double cpu_seconds()
  {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
  }

  /// Translations of a millimetre, rotations of a twentieth; 2 Hz.
  std::array<double, n_inputs> inputs_at(const double t, const bool is_plane)
  {
    std::array<double, n_inputs> values{};
    for (int i = 0; i < 6; ++i)
      {
        if (is_plane && i >= 2 && i < 5)
          continue;
        const double size = i < 3 ? 1e-3 : 0.05, w = 4 * std::acos(-1.);
        values[i]     = size * (1 - std::cos(w * t)) / 2;
        values[6 + i] = size * w * std::sin(w * t) / 2;
      }
    return values;
  }

  long resident_kilobytes()
  {
    std::ifstream status("/proc/self/statm");
    long all = 0, resident = 0;
    status >> all >> resident;
    return resident * 4;
  }

  void require(const int status, const char *what)
  {
    if (status != 0)
      throw Error(std::string(what) + " failed");
  }

  void log_message(fmi2ComponentEnvironment,
                   fmi2String,
                   fmi2Status,
                   fmi2String,
                   fmi2String text,
                   ...)
  {
    std::fprintf(stderr, "%s\n", text);
  }

  /// Values by reference, steps; the model's directions alone.
  struct References
  {
    std::vector<unsigned int> inputs, outputs;
    std::vector<int> of_input;

    explicit References(const bool is_plane)
    {
      for (int i = 0; i < n_inputs; ++i)
        if (!is_plane || i % 6 < 2 || i % 6 == 5)
          {
            inputs.push_back(
              fmu_reference(i < 6 ? FmuRole::pose : FmuRole::velocity, i % 6));
            of_input.push_back(i);
            if (i < n_outputs)
              outputs.push_back(fmu_reference(FmuRole::inner_load, i));
          }
    }
    std::vector<double> values(const std::array<double, n_inputs> &all) const
    {
      std::vector<double> result;
      for (const int i : of_input)
        result.push_back(all[i]);
      return result;
    }
  };

  double seconds_of_c(const std::string &bytes,
                      const double h,
                      const int n_steps,
                      const bool is_plane)
  {
    rivlin_options options;
    rivlin_default_options(&options);
    options.drive_all   = 1;
    rivlin_model *model = nullptr;
    require(rivlin_open_bytes(
              bytes.data(), bytes.size(), &options, &model, nullptr, 0),
            "rivlin_open_bytes");
    const double scale =
      std::string(rivlin_unit_system(model)) == "mm-t-s" ? 1000 : 1;
    require(rivlin_start(model, 0), "rivlin_start");
    const double begin = cpu_seconds();
    for (int k = 0; k < n_steps; ++k)
      {
        const auto x = inputs_at(k * h, is_plane);
        double pose[6], rate[6], reaction[6];
        for (int i = 0; i < 6; ++i)
          {
            pose[i] = (x[i] + h * x[6 + i]) * (i < 3 ? scale : 1);
            rate[i] = x[6 + i] * (i < 3 ? scale : 1);
          }
        rivlin_set_pose(model, 0, pose, rate);
        require(rivlin_advance(model, h), "rivlin_advance");
        rivlin_get_reaction(model, 0, reaction);
      }
    const double seconds = cpu_seconds() - begin;
    rivlin_close(model);
    return seconds / n_steps;
  }

  double seconds_of_unit(BushingUnit &unit,
                         const double h,
                         const int n_steps,
                         const bool is_plane)
  {
    const References references(is_plane);
    const unsigned int inertia = fmu_reference(FmuOption::inertia);
    const double yes           = 1;
    unit.reset();
    unit.set({&inertia, 1}, true, {&yes, 1});
    unit.enter_initialization();
    unit.exit_initialization();
    std::vector<double> loads(references.outputs.size());
    const double begin = cpu_seconds();
    for (int k = 0; k < n_steps; ++k)
      {
        unit.set(references.inputs,
                 false,
                 references.values(inputs_at(k * h, is_plane)));
        unit.step(k * h, h);
        unit.get(references.outputs, false, loads);
      }
    return (cpu_seconds() - begin) / n_steps;
  }

  class LoadedFmu
  {
  public:
    LoadedFmu(const std::filesystem::path &kit,
              const std::filesystem::path &resources,
              const std::string &token)
      : library((kit / "x86_64-linux/rivlin_fmu.so").string())
    {
      static const fmi2CallbackFunctions callbacks = {
        log_message, std::calloc, std::free, nullptr, nullptr};
      const auto make =
        library.find<decltype(&fmi2Instantiate)>("fmi2Instantiate");
      const double begin     = cpu_seconds();
      c                      = make("unit",
               fmi2CoSimulation,
               token.c_str(),
               resources.c_str(),
               &callbacks,
               0,
               0);
      seconds_to_instantiate = cpu_seconds() - begin;
      if (c == nullptr)
        throw Error("fmi2Instantiate failed");
    }

    double seconds(const double h, const int n_steps, const bool is_plane) const
    {
      const References references(is_plane);
      const auto set  = library.find<decltype(&fmi2SetReal)>("fmi2SetReal");
      const auto get  = library.find<decltype(&fmi2GetReal)>("fmi2GetReal");
      const auto step = library.find<decltype(&fmi2DoStep)>("fmi2DoStep");
      const unsigned int inertia = fmu_reference(FmuOption::inertia);
      const fmi2Boolean yes      = 1;
      require(library.find<decltype(&fmi2Reset)>("fmi2Reset")(c), "fmi2Reset");
      library.find<decltype(&fmi2SetBoolean)>(
        "fmi2SetBoolean")(c, &inertia, 1, &yes);
      library.find<decltype(&fmi2EnterInitializationMode)>(
        "fmi2EnterInitializationMode")(c);
      require(library.find<decltype(&fmi2ExitInitializationMode)>(
                "fmi2ExitInitializationMode")(c),
              "fmi2ExitInitializationMode");
      std::vector<double> loads(references.outputs.size());
      const double begin = cpu_seconds();
      for (int k = 0; k < n_steps; ++k)
        {
          const auto values = references.values(inputs_at(k * h, is_plane));
          set(c, references.inputs.data(), values.size(), values.data());
          require(step(c, k * h, h, 1), "fmi2DoStep");
          get(c, references.outputs.data(), loads.size(), loads.data());
        }
      return (cpu_seconds() - begin) / n_steps;
    }

    double seconds_to_instantiate = 0;

  private:
    fmu_host::Library library;
    fmi2Component c = nullptr;
  };
} // namespace

int
main(int argc, char **argv)
{
  if (argc < 3)
    {
      std::fputs(
        "usage: fmu_step MODEL.rom KIT_FOLDER [STEP N_STEPS N_ROUNDS]\n",
        stderr);
      return 2;
    }
  try
    {
      const double h        = argc > 3 ? std::atof(argv[3]) : 1e-3;
      const int n_steps     = argc > 4 ? std::atoi(argv[4]) : 500;
      const int n_rounds    = argc > 5 ? std::atoi(argv[5]) : 5;
      ReducedModelData data = stripped(read_rom(argv[1]));
      const bool is_plane   = data.dim == 2;
      FmuSetup setup;
      setup.token = "{speed}";
      write_setup(setup, data);
      const std::filesystem::path resources =
        std::filesystem::temp_directory_path() / "rivlin_fmu_step";
      std::filesystem::create_directories(resources);
      write_rom(resources / fmu_model_file, data);
      const std::string bytes = read_whole_file(resources / fmu_model_file);
      BushingUnit unit(data);
      const LoadedFmu fmu(argv[2], resources, setup.token);
      std::printf("instantiate: %.2f ms\n", 1e3 * fmu.seconds_to_instantiate);
      // The rounds go over all three in turn; the fastest of each counts.
      double best[3] = {1e9, 1e9, 1e9};
      long memory    = 0;
      for (int round = 0; round < n_rounds; ++round)
        {
          best[0] =
            std::min(best[0], seconds_of_c(bytes, h, n_steps, is_plane));
          best[1] =
            std::min(best[1], seconds_of_unit(unit, h, n_steps, is_plane));
          best[2] = std::min(best[2], fmu.seconds(h, n_steps, is_plane));
          if (round == 0)
            memory = resident_kilobytes();
        }
      std::printf(
        "step through the C interface  %8.2f us\n"
        "step of an instance           %8.2f us\n"
        "step through the FMU          %8.2f us\n"
        "memory after the first round and at the end: %ld and %ld "
        "kB\n",
        1e6 * best[0],
        1e6 * best[1],
        1e6 * best[2],
        memory,
        resident_kilobytes());
      std::filesystem::remove_all(resources);
    }
  catch (const std::exception &error)
    {
      std::fprintf(stderr, "%s\n", error.what());
      return 1;
    }
  return 0;
}
