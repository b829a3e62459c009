// SPDX-License-Identifier: Apache-2.0
// The functions of FMI 2.0.
#include <rivlin/export/fmi2.h>

#include "fmu_instance.h"

using namespace rivlin;

namespace
{
  fmi2Status fmi2_status(const FmuStatus status)
  {
    return static_cast<fmi2Status>(status);
  }

  /// The host's logger takes a format: percent signs are doubled.
  FmuLog log_of_fmi2(const fmi2CallbackFunctions &functions,
                     const std::string &name)
  {
    if (functions.logger == nullptr)
      return nullptr;
    return
      [logger      = functions.logger,
       environment = functions.componentEnvironment,
       name](const FmuStatus status, const char *category, const char *text) {
        std::string format;
        for (; *text != 0; ++text)
          format.append(*text == '%' ? 2 : 1, *text);
        logger(environment,
               name.c_str(),
               fmi2_status(status),
               category,
               format.c_str());
      };
  }
} // namespace

const char *
fmi2GetTypesPlatform(void)
{
  return "default";
}

const char *
fmi2GetVersion(void)
{
  return "2.0";
}

fmi2Status
fmi2SetDebugLogging(fmi2Component component,
                    fmi2Boolean logging_on,
                    size_t n_categories,
                    const fmi2String categories[])
{
  return fmi2_status(
    call_fmu(component, "fmi2SetDebugLogging", [&](FmuInstance &instance) {
      instance.set_logging(logging_on != 0, n_categories, categories);
    }));
}

fmi2Component
fmi2Instantiate(fmi2String instance_name,
                fmi2Type type,
                fmi2String guid,
                fmi2String resource_location,
                const fmi2CallbackFunctions *functions,
                fmi2Boolean,
                fmi2Boolean logging_on)
{
  try
    {
      const FmuLog log =
        functions == nullptr
          ? FmuLog()
          : log_of_fmi2(*functions,
                        instance_name != nullptr ? instance_name : "");
      if (type != fmi2CoSimulation)
        {
          if (log)
            log(
              FmuStatus::error,
              fmu_log_categories[3],
              "fmi2Instantiate: this FMU is for co-simulation, not for model exchange.");
          return nullptr;
        }
      return new_fmu_instance(
        "fmi2Instantiate", guid, resource_location, logging_on != 0, log);
    }
  catch (...)
    {
      return nullptr;
    }
}

void
fmi2FreeInstance(fmi2Component component)
{
  delete static_cast<FmuInstance *>(component);
}

fmi2Status
fmi2SetupExperiment(fmi2Component component,
                    fmi2Boolean tolerance_defined,
                    fmi2Real,
                    fmi2Real start_time,
                    fmi2Boolean,
                    fmi2Real)
{
  return fmi2_status(
    call_fmu(component, "fmi2SetupExperiment", [&](FmuInstance &instance) {
      instance.unit.set_start_time(start_time);
      if (tolerance_defined != 0)
        instance.tell(
          FmuStatus::ok,
          "The tolerance of the host is not used: every step is solved to 1e-9.");
    }));
}

fmi2Status
fmi2EnterInitializationMode(fmi2Component component)
{
  return fmi2_status(call_fmu(component,
                              "fmi2EnterInitializationMode",
                              [](FmuInstance &instance) {
                                instance.unit.enter_initialization();
                              }));
}

fmi2Status
fmi2ExitInitializationMode(fmi2Component component)
{
  return fmi2_status(
    exit_initialization(component, "fmi2ExitInitializationMode"));
}

fmi2Status
fmi2Terminate(fmi2Component component)
{
  return fmi2_status(
    call_fmu(component, "fmi2Terminate", [](FmuInstance &instance) {
      instance.unit.terminate();
    }));
}

fmi2Status
fmi2Reset(fmi2Component component)
{
  return fmi2_status(
    call_fmu(component, "fmi2Reset", [](FmuInstance &instance) {
      instance.unit.reset();
    }));
}

fmi2Status
fmi2GetReal(fmi2Component component,
            const fmi2ValueReference references[],
            size_t n_references,
            fmi2Real values[])
{
  return fmi2_status(
    get_values(component, "fmi2GetReal", references, n_references, values));
}

fmi2Status
fmi2GetBoolean(fmi2Component component,
               const fmi2ValueReference references[],
               size_t n_references,
               fmi2Boolean values[])
{
  return fmi2_status(get_booleans(
    component, "fmi2GetBoolean", references, n_references, values));
}

fmi2Status
fmi2GetInteger(fmi2Component component,
               const fmi2ValueReference[],
               size_t n_references,
               fmi2Integer[])
{
  return fmi2_status(refuse_values(component, n_references, "fmi2GetInteger"));
}

fmi2Status
fmi2GetString(fmi2Component component,
              const fmi2ValueReference[],
              size_t n_references,
              fmi2String[])
{
  return fmi2_status(refuse_values(component, n_references, "fmi2GetString"));
}

fmi2Status
fmi2SetReal(fmi2Component component,
            const fmi2ValueReference references[],
            size_t n_references,
            const fmi2Real values[])
{
  return fmi2_status(
    set_values(component, "fmi2SetReal", references, n_references, values));
}

fmi2Status
fmi2SetBoolean(fmi2Component component,
               const fmi2ValueReference references[],
               size_t n_references,
               const fmi2Boolean values[])
{
  return fmi2_status(set_booleans(
    component, "fmi2SetBoolean", references, n_references, values));
}

fmi2Status
fmi2SetInteger(fmi2Component component,
               const fmi2ValueReference[],
               size_t n_references,
               const fmi2Integer[])
{
  return fmi2_status(refuse_values(component, n_references, "fmi2SetInteger"));
}

fmi2Status
fmi2SetString(fmi2Component component,
              const fmi2ValueReference[],
              size_t n_references,
              const fmi2String[])
{
  return fmi2_status(refuse_values(component, n_references, "fmi2SetString"));
}

fmi2Status
fmi2GetFMUstate(fmi2Component component, fmi2FMUstate *state)
{
  return fmi2_status(get_state(component, "fmi2GetFMUstate", state));
}

fmi2Status
fmi2SetFMUstate(fmi2Component component, fmi2FMUstate state)
{
  return fmi2_status(set_state(component, "fmi2SetFMUstate", state));
}

fmi2Status
fmi2FreeFMUstate(fmi2Component component, fmi2FMUstate *state)
{
  return fmi2_status(free_state(component, "fmi2FreeFMUstate", state));
}

fmi2Status
fmi2SerializedFMUstateSize(fmi2Component component,
                           fmi2FMUstate state,
                           size_t *size)
{
  return fmi2_status(
    state_size(component, "fmi2SerializedFMUstateSize", state, size));
}

fmi2Status
fmi2SerializeFMUstate(fmi2Component component,
                      fmi2FMUstate state,
                      fmi2Byte bytes[],
                      size_t size)
{
  return fmi2_status(
    serialize_state(component, "fmi2SerializeFMUstate", state, bytes, size));
}

fmi2Status
fmi2DeSerializeFMUstate(fmi2Component component,
                        const fmi2Byte bytes[],
                        size_t size,
                        fmi2FMUstate *state)
{
  return fmi2_status(deserialize_state(
    component, "fmi2DeSerializeFMUstate", bytes, size, state));
}

fmi2Status
fmi2GetDirectionalDerivative(fmi2Component component,
                             const fmi2ValueReference unknowns[],
                             size_t n_unknowns,
                             const fmi2ValueReference knowns[],
                             size_t n_knowns,
                             const fmi2Real seed[],
                             fmi2Real sensitivity[])
{
  return fmi2_status(get_derivative(component,
                                    "fmi2GetDirectionalDerivative",
                                    {unknowns, n_unknowns},
                                    {knowns, n_knowns},
                                    seed,
                                    sensitivity));
}

fmi2Status
fmi2SetRealInputDerivatives(fmi2Component component,
                            const fmi2ValueReference[],
                            size_t,
                            const fmi2Integer[],
                            const fmi2Real[])
{
  return fmi2_status(refuse(component, "fmi2SetRealInputDerivatives"));
}

fmi2Status
fmi2GetRealOutputDerivatives(fmi2Component component,
                             const fmi2ValueReference[],
                             size_t,
                             const fmi2Integer[],
                             fmi2Real[])
{
  return fmi2_status(refuse(component, "fmi2GetRealOutputDerivatives"));
}

fmi2Status
fmi2DoStep(fmi2Component component, fmi2Real time, fmi2Real step, fmi2Boolean)
{
  return fmi2_status(do_step(component, "fmi2DoStep", time, step));
}

fmi2Status
fmi2CancelStep(fmi2Component component)
{
  return fmi2_status(refuse(component, "fmi2CancelStep"));
}

fmi2Status
fmi2GetStatus(fmi2Component component, fmi2StatusKind, fmi2Status *)
{
  return fmi2_status(refuse(component, "fmi2GetStatus"));
}

/// After a discarded step: the instance is where it was before it.
fmi2Status
fmi2GetRealStatus(fmi2Component component, fmi2StatusKind kind, fmi2Real *value)
{
  if (kind != fmi2LastSuccessfulTime)
    return fmi2_status(refuse(component, "fmi2GetRealStatus"));
  return fmi2_status(
    call_fmu(component, "fmi2GetRealStatus", [&](FmuInstance &instance) {
      require_pointer(value, "value");
      *value = instance.unit.time();
    }));
}

fmi2Status
fmi2GetIntegerStatus(fmi2Component component, fmi2StatusKind, fmi2Integer *)
{
  return fmi2_status(refuse(component, "fmi2GetIntegerStatus"));
}

fmi2Status
fmi2GetBooleanStatus(fmi2Component component,
                     fmi2StatusKind kind,
                     fmi2Boolean *value)
{
  if (kind != fmi2Terminated)
    return fmi2_status(refuse(component, "fmi2GetBooleanStatus"));
  return fmi2_status(
    call_fmu(component, "fmi2GetBooleanStatus", [&](FmuInstance &) {
      require_pointer(value, "value");
      *value = 0;
    }));
}

fmi2Status
fmi2GetStringStatus(fmi2Component component, fmi2StatusKind, fmi2String *)
{
  return fmi2_status(refuse(component, "fmi2GetStringStatus"));
}
