// SPDX-License-Identifier: Apache-2.0
// Drives an FMU of either version by a smooth motion and prints its outputs:
//   fmu_host LIBRARY RESOURCES TOKEN 2|3 STEPS INERTIA
// One line per step, all digits. The same source is compiled for Windows.
#include <rivlin/export/fmi2.h>
#include <rivlin/export/fmi3.h>

#include "fmu_host.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

namespace
{
  constexpr int n_inputs = 12, n_outputs = 12;
  constexpr double h = 0.01;

  void log_of_fmi2(fmi2ComponentEnvironment,
                   fmi2String,
                   fmi2Status,
                   fmi2String,
                   fmi2String message,
                   ...)
  {
    std::fprintf(stderr, "%s\n", message);
  }

  void log_of_fmi3(fmi3InstanceEnvironment,
                   fmi3Status,
                   fmi3String,
                   fmi3String message)
  {
    std::fprintf(stderr, "%s\n", message);
  }

  void require(const int status, const char *what)
  {
    if (status == 0)
      return;
    std::fprintf(stderr, "%s: status %d\n", what, status);
    std::exit(1);
  }

  /// An instance of either version.
  struct Unit
  {
    std::function<void(unsigned int, bool)> set_boolean;
    std::function<void(const unsigned int *, const double *)> set;
    std::function<void(const unsigned int *, double *)> get;
    std::function<void()> initialize;
    std::function<void(double)> step;
    std::function<void()> finish;
  };

  Unit unit_of_fmi2(const fmu_host::Library &library,
                    const char *resources,
                    const char *token)
  {
    static const fmi2CallbackFunctions callbacks = {
      log_of_fmi2, std::calloc, std::free, nullptr, nullptr};
    const auto instantiate =
      library.find<decltype(&fmi2Instantiate)>("fmi2Instantiate");
    fmi2Component c =
      instantiate("unit", fmi2CoSimulation, token, resources, &callbacks, 0, 0);
    require(c == nullptr, "fmi2Instantiate");
    Unit unit;
    unit.set_boolean = [  =,
                        f = library.find<decltype(&fmi2SetBoolean)>(
                          "fmi2SetBoolean")](unsigned int reference,
                                             bool value) {
      const fmi2Boolean number = value;
      require(f(c, &reference, 1, &number), "fmi2SetBoolean");
    };
    unit.set = [=, f = library.find<decltype(&fmi2SetReal)>("fmi2SetReal")](
                 const unsigned int *references, const double *values) {
      require(f(c, references, n_inputs, values), "fmi2SetReal");
    };
    unit.get = [=, f = library.find<decltype(&fmi2GetReal)>("fmi2GetReal")](
                 const unsigned int *references, double *values) {
      require(f(c, references, n_outputs, values), "fmi2GetReal");
    };
    unit.initialize =
      [=,
       setup =
         library.find<decltype(&fmi2SetupExperiment)>("fmi2SetupExperiment"),
       enter = library.find<decltype(&fmi2EnterInitializationMode)>(
         "fmi2EnterInitializationMode"),
       leave = library.find<decltype(&fmi2ExitInitializationMode)>(
         "fmi2ExitInitializationMode")]() {
        require(setup(c, 0, 0, 0, 0, 0), "fmi2SetupExperiment");
        require(enter(c), "fmi2EnterInitializationMode");
        require(leave(c), "fmi2ExitInitializationMode");
      };
    unit.step = [=, f = library.find<decltype(&fmi2DoStep)>("fmi2DoStep")](
                  const double time) {
      require(f(c, time, h, 1), "fmi2DoStep");
    };
    unit.finish =
      [          =,
       terminate = library.find<decltype(&fmi2Terminate)>("fmi2Terminate"),
       free_it =
         library.find<decltype(&fmi2FreeInstance)>("fmi2FreeInstance")]() {
        require(terminate(c), "fmi2Terminate");
        free_it(c);
      };
    return unit;
  }

  Unit unit_of_fmi3(const fmu_host::Library &library,
                    const char *resources,
                    const char *token)
  {
    const auto instantiate =
      library.find<decltype(&fmi3InstantiateCoSimulation)>(
        "fmi3InstantiateCoSimulation");
    fmi3Instance c = instantiate("unit",
                                 token,
                                 resources,
                                 false,
                                 false,
                                 false,
                                 false,
                                 nullptr,
                                 0,
                                 nullptr,
                                 log_of_fmi3,
                                 nullptr);
    require(c == nullptr, "fmi3InstantiateCoSimulation");
    Unit unit;
    unit.set_boolean = [  =,
                        f = library.find<decltype(&fmi3SetBoolean)>(
                          "fmi3SetBoolean")](unsigned int reference,
                                             bool value) {
      require(f(c, &reference, 1, &value, 1), "fmi3SetBoolean");
    };
    unit.set = [  =,
                f = library.find<decltype(&fmi3SetFloat64)>("fmi3SetFloat64")](
                 const unsigned int *references, const double *values) {
      require(f(c, references, n_inputs, values, n_inputs), "fmi3SetFloat64");
    };
    unit.get = [  =,
                f = library.find<decltype(&fmi3GetFloat64)>("fmi3GetFloat64")](
                 const unsigned int *references, double *values) {
      require(f(c, references, n_outputs, values, n_outputs), "fmi3GetFloat64");
    };
    unit.initialize =
      [      =,
       enter = library.find<decltype(&fmi3EnterInitializationMode)>(
         "fmi3EnterInitializationMode"),
       leave = library.find<decltype(&fmi3ExitInitializationMode)>(
         "fmi3ExitInitializationMode")]() {
        require(enter(c, false, 0, 0, false, 0), "fmi3EnterInitializationMode");
        require(leave(c), "fmi3ExitInitializationMode");
      };
    unit.step = [=, f = library.find<decltype(&fmi3DoStep)>("fmi3DoStep")](
                  const double time) {
      bool event = true, stop = true, early = true;
      double last = 0;
      require(f(c, time, h, true, &event, &stop, &early, &last), "fmi3DoStep");
      require(event || stop || early || std::abs(last - time - h) > 1e-12,
              "flags of fmi3DoStep");
    };
    unit.finish =
      [          =,
       terminate = library.find<decltype(&fmi3Terminate)>("fmi3Terminate"),
       free_it =
         library.find<decltype(&fmi3FreeInstance)>("fmi3FreeInstance")]() {
        require(terminate(c), "fmi3Terminate");
        free_it(c);
      };
    return unit;
  }
} // namespace

int
main(int n_arguments, char **given)
{
  if (n_arguments != 7)
    return 2;
  const std::vector<std::string> arguments =
    fmu_host::arguments_in_utf8(n_arguments, given);
  const fmu_host::Library library(arguments[1]);
  const Unit unit =
    arguments[4] == "3"
      ? unit_of_fmi3(library, arguments[2].c_str(), arguments[3].c_str())
      : unit_of_fmi2(library, arguments[2].c_str(), arguments[3].c_str());
  // The references of doc/fmu.md.
  unit.set_boolean(81, arguments[6] == "1");
  unit.initialize();
  std::array<unsigned int, n_inputs> inputs{};
  std::array<unsigned int, n_outputs> outputs{};
  for (unsigned int i = 0; i < 6; ++i)
    {
      inputs[i]      = 10 + i;
      inputs[6 + i]  = 20 + i;
      outputs[i]     = 40 + i;
      outputs[6 + i] = 50 + i;
    }
  const double sizes[6] = {1e-4, -0.5e-4, 0.8e-4, 0.1, -0.05, 0.15};
  const int n_steps     = std::stoi(arguments[5]);
  for (int step = 0; step < n_steps; ++step)
    {
      // Angular velocities to first order, which is all that is needed here.
      std::array<double, n_inputs> values{};
      for (int i = 0; i < 6; ++i)
        {
          values[i]     = sizes[i] * (1 - std::cos(2 * step * h));
          values[6 + i] = sizes[i] * 2 * std::sin(2 * step * h);
        }
      unit.set(inputs.data(), values.data());
      unit.step(step * h);
      std::array<double, n_outputs> loads{};
      unit.get(outputs.data(), loads.data());
      for (const double load : loads)
        std::printf("%.17g ", load);
      std::printf("\n");
    }
  unit.finish();
  return 0;
}
