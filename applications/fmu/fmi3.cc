// SPDX-License-Identifier: Apache-2.0
// The functions of FMI 3.0 that a bushing has.
#include <rivlin/export/fmi3.h>

#include "fmu_instance.h"

using namespace rivlin;

namespace
{
  fmi3Status fmi3_status(const FmuStatus status)
  {
    return static_cast<fmi3Status>(status);
  }

  FmuLog log_of_fmi3(const fmi3LogMessageCallback log_message,
                     fmi3InstanceEnvironment environment)
  {
    if (log_message == nullptr)
      return nullptr;
    return [=](const FmuStatus status, const char *category, const char *text) {
      log_message(environment, fmi3_status(status), category, text);
    };
  }

  /// Null, after a line of the log.
  fmi3Instance refuse_instance(const fmi3LogMessageCallback log_message,
                               fmi3InstanceEnvironment environment,
                               const char *text) noexcept
  {
    if (log_message != nullptr)
      log_message(environment, fmi3Error, fmu_log_categories[3], text);
    return nullptr;
  }

  void require_as_many(const std::size_t n_references,
                       const std::size_t n_values)
  {
    if (n_references != n_values)
      throw Error(
        "all variables are scalars, but the numbers of references and values differ.");
  }
} // namespace

const char *
fmi3GetVersion(void)
{
  return "3.0";
}

fmi3Status
fmi3SetDebugLogging(fmi3Instance instance,
                    fmi3Boolean logging_on,
                    size_t n_categories,
                    const fmi3String categories[])
{
  return fmi3_status(
    call_fmu(instance, "fmi3SetDebugLogging", [&](FmuInstance &own) {
      own.set_logging(logging_on, n_categories, categories);
    }));
}

fmi3Instance
fmi3InstantiateModelExchange(fmi3String,
                             fmi3String,
                             fmi3String,
                             fmi3Boolean,
                             fmi3Boolean,
                             fmi3InstanceEnvironment environment,
                             fmi3LogMessageCallback log_message)
{
  return refuse_instance(
    log_message,
    environment,
    "fmi3InstantiateModelExchange: this FMU is for co-simulation.");
}

fmi3Instance
fmi3InstantiateCoSimulation(fmi3String,
                            fmi3String token,
                            fmi3String resource_path,
                            fmi3Boolean,
                            fmi3Boolean logging_on,
                            fmi3Boolean event_mode_used,
                            fmi3Boolean,
                            const fmi3ValueReference[],
                            size_t n_intermediate_variables,
                            fmi3InstanceEnvironment environment,
                            fmi3LogMessageCallback log_message,
                            fmi3IntermediateUpdateCallback)
{
  if (event_mode_used || n_intermediate_variables > 0)
    return refuse_instance(
      log_message,
      environment,
      "fmi3InstantiateCoSimulation: this FMU has no event mode and no intermediate updates, as modelDescription.xml says.");
  try
    {
      return new_fmu_instance("fmi3InstantiateCoSimulation",
                              token,
                              resource_path,
                              logging_on,
                              log_of_fmi3(log_message, environment));
    }
  catch (...)
    {
      return nullptr;
    }
}

fmi3Instance
fmi3InstantiateScheduledExecution(fmi3String,
                                  fmi3String,
                                  fmi3String,
                                  fmi3Boolean,
                                  fmi3Boolean,
                                  fmi3InstanceEnvironment environment,
                                  fmi3LogMessageCallback log_message,
                                  fmi3ClockUpdateCallback,
                                  fmi3LockPreemptionCallback,
                                  fmi3UnlockPreemptionCallback)
{
  return refuse_instance(
    log_message,
    environment,
    "fmi3InstantiateScheduledExecution: this FMU is for co-simulation.");
}

void
fmi3FreeInstance(fmi3Instance instance)
{
  delete static_cast<FmuInstance *>(instance);
}

fmi3Status
fmi3EnterInitializationMode(fmi3Instance instance,
                            fmi3Boolean tolerance_defined,
                            fmi3Float64,
                            fmi3Float64 start_time,
                            fmi3Boolean,
                            fmi3Float64)
{
  return fmi3_status(
    call_fmu(instance, "fmi3EnterInitializationMode", [&](FmuInstance &own) {
      own.unit.set_start_time(start_time);
      own.unit.enter_initialization();
      if (tolerance_defined)
        own.tell(
          FmuStatus::ok,
          "The tolerance of the host is not used: every step is solved to 1e-9.");
    }));
}

fmi3Status
fmi3ExitInitializationMode(fmi3Instance instance)
{
  return fmi3_status(
    exit_initialization(instance, "fmi3ExitInitializationMode"));
}

fmi3Status
fmi3Terminate(fmi3Instance instance)
{
  return fmi3_status(call_fmu(instance, "fmi3Terminate", [](FmuInstance &own) {
    own.unit.terminate();
  }));
}

fmi3Status
fmi3Reset(fmi3Instance instance)
{
  return fmi3_status(call_fmu(instance, "fmi3Reset", [](FmuInstance &own) {
    own.unit.reset();
  }));
}

fmi3Status
fmi3GetFloat64(fmi3Instance instance,
               const fmi3ValueReference references[],
               size_t n_references,
               fmi3Float64 values[],
               size_t n_values)
{
  const FmuStatus same =
    call_fmu(instance, "fmi3GetFloat64", [&](FmuInstance &) {
      require_as_many(n_references, n_values);
    });
  return fmi3_status(same != FmuStatus::ok ? same
                                           : get_values(instance,
                                                        "fmi3GetFloat64",
                                                        references,
                                                        n_references,
                                                        values));
}

fmi3Status
fmi3GetBoolean(fmi3Instance instance,
               const fmi3ValueReference references[],
               size_t n_references,
               fmi3Boolean values[],
               size_t n_values)
{
  const FmuStatus same =
    call_fmu(instance, "fmi3GetBoolean", [&](FmuInstance &) {
      require_as_many(n_references, n_values);
    });
  return fmi3_status(same != FmuStatus::ok ? same
                                           : get_booleans(instance,
                                                          "fmi3GetBoolean",
                                                          references,
                                                          n_references,
                                                          values));
}

fmi3Status
fmi3SetFloat64(fmi3Instance instance,
               const fmi3ValueReference references[],
               size_t n_references,
               const fmi3Float64 values[],
               size_t n_values)
{
  const FmuStatus same =
    call_fmu(instance, "fmi3SetFloat64", [&](FmuInstance &) {
      require_as_many(n_references, n_values);
    });
  return fmi3_status(same != FmuStatus::ok ? same
                                           : set_values(instance,
                                                        "fmi3SetFloat64",
                                                        references,
                                                        n_references,
                                                        values));
}

fmi3Status
fmi3SetBoolean(fmi3Instance instance,
               const fmi3ValueReference references[],
               size_t n_references,
               const fmi3Boolean values[],
               size_t n_values)
{
  const FmuStatus same =
    call_fmu(instance, "fmi3SetBoolean", [&](FmuInstance &) {
      require_as_many(n_references, n_values);
    });
  return fmi3_status(same != FmuStatus::ok ? same
                                           : set_booleans(instance,
                                                          "fmi3SetBoolean",
                                                          references,
                                                          n_references,
                                                          values));
}

fmi3Status
fmi3GetFMUState(fmi3Instance instance, fmi3FMUState *state)
{
  return fmi3_status(get_state(instance, "fmi3GetFMUState", state));
}

fmi3Status
fmi3SetFMUState(fmi3Instance instance, fmi3FMUState state)
{
  return fmi3_status(set_state(instance, "fmi3SetFMUState", state));
}

fmi3Status
fmi3FreeFMUState(fmi3Instance instance, fmi3FMUState *state)
{
  return fmi3_status(free_state(instance, "fmi3FreeFMUState", state));
}

fmi3Status
fmi3SerializedFMUStateSize(fmi3Instance instance,
                           fmi3FMUState state,
                           size_t *size)
{
  return fmi3_status(
    state_size(instance, "fmi3SerializedFMUStateSize", state, size));
}

fmi3Status
fmi3SerializeFMUState(fmi3Instance instance,
                      fmi3FMUState state,
                      fmi3Byte bytes[],
                      size_t size)
{
  return fmi3_status(
    serialize_state(instance, "fmi3SerializeFMUState", state, bytes, size));
}

fmi3Status
fmi3DeserializeFMUState(fmi3Instance instance,
                        const fmi3Byte bytes[],
                        size_t size,
                        fmi3FMUState *state)
{
  return fmi3_status(
    deserialize_state(instance, "fmi3DeserializeFMUState", bytes, size, state));
}

fmi3Status
fmi3GetDirectionalDerivative(fmi3Instance instance,
                             const fmi3ValueReference unknowns[],
                             size_t n_unknowns,
                             const fmi3ValueReference knowns[],
                             size_t n_knowns,
                             const fmi3Float64 seed[],
                             size_t n_seed,
                             fmi3Float64 sensitivity[],
                             size_t n_sensitivity)
{
  const FmuStatus same =
    call_fmu(instance, "fmi3GetDirectionalDerivative", [&](FmuInstance &) {
      require_as_many(n_unknowns, n_sensitivity);
      require_as_many(n_knowns, n_seed);
    });
  return fmi3_status(same != FmuStatus::ok
                       ? same
                       : get_derivative(instance,
                                        "fmi3GetDirectionalDerivative",
                                        {unknowns, n_unknowns},
                                        {knowns, n_knowns},
                                        seed,
                                        sensitivity));
}

fmi3Status
fmi3DoStep(fmi3Instance instance,
           fmi3Float64 time,
           fmi3Float64 step,
           fmi3Boolean,
           fmi3Boolean *event_handling_needed,
           fmi3Boolean *terminate_simulation,
           fmi3Boolean *early_return,
           fmi3Float64 *last_successful_time)
{
  const FmuStatus status = do_step(instance, "fmi3DoStep", time, step);
  for (fmi3Boolean *flag :
       {event_handling_needed, terminate_simulation, early_return})
    if (flag != nullptr)
      *flag = false;
  if (last_successful_time != nullptr && instance != nullptr)
    *last_successful_time = static_cast<FmuInstance *>(instance)->unit.time();
  return fmi3_status(status);
}
