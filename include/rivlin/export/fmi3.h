/* SPDX-License-Identifier: Apache-2.0 */
/* The Functional Mock-up Interface 3.0 as this project declares it: the names,
   types and numbers of the standard. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
/* Libraries show these functions, whatever else they hide. */
#if defined(__GNUC__) && !defined(_WIN32)
#  pragma GCC visibility push(default)
#endif

typedef void *fmi3Instance;
typedef void *fmi3InstanceEnvironment;
typedef void *fmi3FMUState;
typedef uint32_t fmi3ValueReference;
typedef float fmi3Float32;
typedef double fmi3Float64;
typedef int8_t fmi3Int8;
typedef uint8_t fmi3UInt8;
typedef int16_t fmi3Int16;
typedef uint16_t fmi3UInt16;
typedef int32_t fmi3Int32;
typedef uint32_t fmi3UInt32;
typedef int64_t fmi3Int64;
typedef uint64_t fmi3UInt64;
typedef bool fmi3Boolean;
typedef char fmi3Char;
typedef const fmi3Char *fmi3String;
typedef uint8_t fmi3Byte;
typedef const fmi3Byte *fmi3Binary;
typedef bool fmi3Clock;

typedef enum fmi3Status
{
  fmi3OK,
  fmi3Warning,
  fmi3Discard,
  fmi3Error,
  fmi3Fatal
} fmi3Status;

typedef enum fmi3DependencyKind
{
  fmi3Independent,
  fmi3Constant,
  fmi3Fixed,
  fmi3Tunable,
  fmi3Discrete,
  fmi3Dependent
} fmi3DependencyKind;

typedef enum fmi3IntervalQualifier
{
  fmi3IntervalNotYetKnown,
  fmi3IntervalUnchanged,
  fmi3IntervalChanged
} fmi3IntervalQualifier;

typedef void (*fmi3LogMessageCallback)(fmi3InstanceEnvironment environment,
                                       fmi3Status status,
                                       fmi3String category,
                                       fmi3String message);
typedef void (*fmi3ClockUpdateCallback)(fmi3InstanceEnvironment environment);
typedef void (*fmi3IntermediateUpdateCallback)(
  fmi3InstanceEnvironment environment,
  fmi3Float64 time,
  fmi3Boolean set_requested,
  fmi3Boolean get_allowed,
  fmi3Boolean step_finished,
  fmi3Boolean can_return_early,
  fmi3Boolean *early_return_requested,
  fmi3Float64 *early_return_time);
typedef void (*fmi3LockPreemptionCallback)(void);
typedef void (*fmi3UnlockPreemptionCallback)(void);

const char *fmi3GetVersion(void);
fmi3Status fmi3SetDebugLogging(fmi3Instance instance,
                               fmi3Boolean logging_on,
                               size_t n_categories,
                               const fmi3String categories[]);
fmi3Instance fmi3InstantiateModelExchange(fmi3String instance_name,
                                          fmi3String token,
                                          fmi3String resource_path,
                                          fmi3Boolean visible,
                                          fmi3Boolean logging_on,
                                          fmi3InstanceEnvironment environment,
                                          fmi3LogMessageCallback log_message);
fmi3Instance
fmi3InstantiateCoSimulation(fmi3String instance_name,
                            fmi3String token,
                            fmi3String resource_path,
                            fmi3Boolean visible,
                            fmi3Boolean logging_on,
                            fmi3Boolean event_mode_used,
                            fmi3Boolean early_return_allowed,
                            const fmi3ValueReference intermediate_variables[],
                            size_t n_intermediate_variables,
                            fmi3InstanceEnvironment environment,
                            fmi3LogMessageCallback log_message,
                            fmi3IntermediateUpdateCallback intermediate_update);
fmi3Instance fmi3InstantiateScheduledExecution(
  fmi3String instance_name,
  fmi3String token,
  fmi3String resource_path,
  fmi3Boolean visible,
  fmi3Boolean logging_on,
  fmi3InstanceEnvironment environment,
  fmi3LogMessageCallback log_message,
  fmi3ClockUpdateCallback clock_update,
  fmi3LockPreemptionCallback lock_preemption,
  fmi3UnlockPreemptionCallback unlock_preemption);
void fmi3FreeInstance(fmi3Instance instance);
fmi3Status fmi3EnterInitializationMode(fmi3Instance instance,
                                       fmi3Boolean tolerance_defined,
                                       fmi3Float64 tolerance,
                                       fmi3Float64 start_time,
                                       fmi3Boolean stop_time_defined,
                                       fmi3Float64 stop_time);
fmi3Status fmi3ExitInitializationMode(fmi3Instance instance);
fmi3Status fmi3EnterEventMode(fmi3Instance instance);
fmi3Status fmi3Terminate(fmi3Instance instance);
fmi3Status fmi3Reset(fmi3Instance instance);
fmi3Status fmi3GetFloat32(fmi3Instance instance,
                          const fmi3ValueReference references[],
                          size_t n_references,
                          fmi3Float32 values[],
                          size_t n_values);
fmi3Status fmi3GetFloat64(fmi3Instance instance,
                          const fmi3ValueReference references[],
                          size_t n_references,
                          fmi3Float64 values[],
                          size_t n_values);
fmi3Status fmi3GetInt8(fmi3Instance instance,
                       const fmi3ValueReference references[],
                       size_t n_references,
                       fmi3Int8 values[],
                       size_t n_values);
fmi3Status fmi3GetUInt8(fmi3Instance instance,
                        const fmi3ValueReference references[],
                        size_t n_references,
                        fmi3UInt8 values[],
                        size_t n_values);
fmi3Status fmi3GetInt16(fmi3Instance instance,
                        const fmi3ValueReference references[],
                        size_t n_references,
                        fmi3Int16 values[],
                        size_t n_values);
fmi3Status fmi3GetUInt16(fmi3Instance instance,
                         const fmi3ValueReference references[],
                         size_t n_references,
                         fmi3UInt16 values[],
                         size_t n_values);
fmi3Status fmi3GetInt32(fmi3Instance instance,
                        const fmi3ValueReference references[],
                        size_t n_references,
                        fmi3Int32 values[],
                        size_t n_values);
fmi3Status fmi3GetUInt32(fmi3Instance instance,
                         const fmi3ValueReference references[],
                         size_t n_references,
                         fmi3UInt32 values[],
                         size_t n_values);
fmi3Status fmi3GetInt64(fmi3Instance instance,
                        const fmi3ValueReference references[],
                        size_t n_references,
                        fmi3Int64 values[],
                        size_t n_values);
fmi3Status fmi3GetUInt64(fmi3Instance instance,
                         const fmi3ValueReference references[],
                         size_t n_references,
                         fmi3UInt64 values[],
                         size_t n_values);
fmi3Status fmi3GetBoolean(fmi3Instance instance,
                          const fmi3ValueReference references[],
                          size_t n_references,
                          fmi3Boolean values[],
                          size_t n_values);
fmi3Status fmi3GetString(fmi3Instance instance,
                         const fmi3ValueReference references[],
                         size_t n_references,
                         fmi3String values[],
                         size_t n_values);
fmi3Status fmi3GetBinary(fmi3Instance instance,
                         const fmi3ValueReference references[],
                         size_t n_references,
                         size_t sizes[],
                         fmi3Binary values[],
                         size_t n_values);
fmi3Status fmi3GetClock(fmi3Instance instance,
                        const fmi3ValueReference references[],
                        size_t n_references,
                        fmi3Clock values[]);
fmi3Status fmi3SetFloat32(fmi3Instance instance,
                          const fmi3ValueReference references[],
                          size_t n_references,
                          const fmi3Float32 values[],
                          size_t n_values);
fmi3Status fmi3SetFloat64(fmi3Instance instance,
                          const fmi3ValueReference references[],
                          size_t n_references,
                          const fmi3Float64 values[],
                          size_t n_values);
fmi3Status fmi3SetInt8(fmi3Instance instance,
                       const fmi3ValueReference references[],
                       size_t n_references,
                       const fmi3Int8 values[],
                       size_t n_values);
fmi3Status fmi3SetUInt8(fmi3Instance instance,
                        const fmi3ValueReference references[],
                        size_t n_references,
                        const fmi3UInt8 values[],
                        size_t n_values);
fmi3Status fmi3SetInt16(fmi3Instance instance,
                        const fmi3ValueReference references[],
                        size_t n_references,
                        const fmi3Int16 values[],
                        size_t n_values);
fmi3Status fmi3SetUInt16(fmi3Instance instance,
                         const fmi3ValueReference references[],
                         size_t n_references,
                         const fmi3UInt16 values[],
                         size_t n_values);
fmi3Status fmi3SetInt32(fmi3Instance instance,
                        const fmi3ValueReference references[],
                        size_t n_references,
                        const fmi3Int32 values[],
                        size_t n_values);
fmi3Status fmi3SetUInt32(fmi3Instance instance,
                         const fmi3ValueReference references[],
                         size_t n_references,
                         const fmi3UInt32 values[],
                         size_t n_values);
fmi3Status fmi3SetInt64(fmi3Instance instance,
                        const fmi3ValueReference references[],
                        size_t n_references,
                        const fmi3Int64 values[],
                        size_t n_values);
fmi3Status fmi3SetUInt64(fmi3Instance instance,
                         const fmi3ValueReference references[],
                         size_t n_references,
                         const fmi3UInt64 values[],
                         size_t n_values);
fmi3Status fmi3SetBoolean(fmi3Instance instance,
                          const fmi3ValueReference references[],
                          size_t n_references,
                          const fmi3Boolean values[],
                          size_t n_values);
fmi3Status fmi3SetString(fmi3Instance instance,
                         const fmi3ValueReference references[],
                         size_t n_references,
                         const fmi3String values[],
                         size_t n_values);
fmi3Status fmi3SetBinary(fmi3Instance instance,
                         const fmi3ValueReference references[],
                         size_t n_references,
                         const size_t sizes[],
                         const fmi3Binary values[],
                         size_t n_values);
fmi3Status fmi3SetClock(fmi3Instance instance,
                        const fmi3ValueReference references[],
                        size_t n_references,
                        const fmi3Clock values[]);
fmi3Status fmi3GetNumberOfVariableDependencies(fmi3Instance instance,
                                               fmi3ValueReference reference,
                                               size_t *n_dependencies);
fmi3Status fmi3GetVariableDependencies(fmi3Instance instance,
                                       fmi3ValueReference dependent,
                                       size_t elements_of_dependent[],
                                       fmi3ValueReference independents[],
                                       size_t elements_of_independents[],
                                       fmi3DependencyKind kinds[],
                                       size_t n_dependencies);
fmi3Status fmi3GetFMUState(fmi3Instance instance, fmi3FMUState *state);
fmi3Status fmi3SetFMUState(fmi3Instance instance, fmi3FMUState state);
fmi3Status fmi3FreeFMUState(fmi3Instance instance, fmi3FMUState *state);
fmi3Status fmi3SerializedFMUStateSize(fmi3Instance instance,
                                      fmi3FMUState state,
                                      size_t *size);
fmi3Status fmi3SerializeFMUState(fmi3Instance instance,
                                 fmi3FMUState state,
                                 fmi3Byte bytes[],
                                 size_t size);
fmi3Status fmi3DeserializeFMUState(fmi3Instance instance,
                                   const fmi3Byte bytes[],
                                   size_t size,
                                   fmi3FMUState *state);
fmi3Status fmi3GetDirectionalDerivative(fmi3Instance instance,
                                        const fmi3ValueReference unknowns[],
                                        size_t n_unknowns,
                                        const fmi3ValueReference knowns[],
                                        size_t n_knowns,
                                        const fmi3Float64 seed[],
                                        size_t n_seed,
                                        fmi3Float64 sensitivity[],
                                        size_t n_sensitivity);
fmi3Status fmi3GetAdjointDerivative(fmi3Instance instance,
                                    const fmi3ValueReference unknowns[],
                                    size_t n_unknowns,
                                    const fmi3ValueReference knowns[],
                                    size_t n_knowns,
                                    const fmi3Float64 seed[],
                                    size_t n_seed,
                                    fmi3Float64 sensitivity[],
                                    size_t n_sensitivity);
fmi3Status fmi3EnterConfigurationMode(fmi3Instance instance);
fmi3Status fmi3ExitConfigurationMode(fmi3Instance instance);
fmi3Status fmi3GetIntervalDecimal(fmi3Instance instance,
                                  const fmi3ValueReference references[],
                                  size_t n_references,
                                  fmi3Float64 intervals[],
                                  fmi3IntervalQualifier qualifiers[]);
fmi3Status fmi3GetIntervalFraction(fmi3Instance instance,
                                   const fmi3ValueReference references[],
                                   size_t n_references,
                                   fmi3UInt64 counters[],
                                   fmi3UInt64 resolutions[],
                                   fmi3IntervalQualifier qualifiers[]);
fmi3Status fmi3GetShiftDecimal(fmi3Instance instance,
                               const fmi3ValueReference references[],
                               size_t n_references,
                               fmi3Float64 shifts[]);
fmi3Status fmi3GetShiftFraction(fmi3Instance instance,
                                const fmi3ValueReference references[],
                                size_t n_references,
                                fmi3UInt64 counters[],
                                fmi3UInt64 resolutions[]);
fmi3Status fmi3SetIntervalDecimal(fmi3Instance instance,
                                  const fmi3ValueReference references[],
                                  size_t n_references,
                                  const fmi3Float64 intervals[]);
fmi3Status fmi3SetIntervalFraction(fmi3Instance instance,
                                   const fmi3ValueReference references[],
                                   size_t n_references,
                                   const fmi3UInt64 counters[],
                                   const fmi3UInt64 resolutions[]);
fmi3Status fmi3SetShiftDecimal(fmi3Instance instance,
                               const fmi3ValueReference references[],
                               size_t n_references,
                               const fmi3Float64 shifts[]);
fmi3Status fmi3SetShiftFraction(fmi3Instance instance,
                                const fmi3ValueReference references[],
                                size_t n_references,
                                const fmi3UInt64 counters[],
                                const fmi3UInt64 resolutions[]);
fmi3Status fmi3EvaluateDiscreteStates(fmi3Instance instance);
fmi3Status fmi3UpdateDiscreteStates(fmi3Instance instance,
                                    fmi3Boolean *discrete_states_need_update,
                                    fmi3Boolean *terminate_simulation,
                                    fmi3Boolean *nominals_changed,
                                    fmi3Boolean *values_changed,
                                    fmi3Boolean *next_event_time_defined,
                                    fmi3Float64 *next_event_time);
fmi3Status fmi3EnterContinuousTimeMode(fmi3Instance instance);
fmi3Status fmi3CompletedIntegratorStep(fmi3Instance instance,
                                       fmi3Boolean no_return_to_before,
                                       fmi3Boolean *enter_event_mode,
                                       fmi3Boolean *terminate_simulation);
fmi3Status fmi3SetTime(fmi3Instance instance, fmi3Float64 time);
fmi3Status fmi3SetContinuousStates(fmi3Instance instance,
                                   const fmi3Float64 states[],
                                   size_t n_states);
fmi3Status fmi3GetContinuousStateDerivatives(fmi3Instance instance,
                                             fmi3Float64 derivatives[],
                                             size_t n_states);
fmi3Status fmi3GetEventIndicators(fmi3Instance instance,
                                  fmi3Float64 indicators[],
                                  size_t n_indicators);
fmi3Status fmi3GetContinuousStates(fmi3Instance instance,
                                   fmi3Float64 states[],
                                   size_t n_states);
fmi3Status fmi3GetNominalsOfContinuousStates(fmi3Instance instance,
                                             fmi3Float64 nominals[],
                                             size_t n_states);
fmi3Status fmi3GetNumberOfEventIndicators(fmi3Instance instance,
                                          size_t *n_indicators);
fmi3Status fmi3GetNumberOfContinuousStates(fmi3Instance instance,
                                           size_t *n_states);
fmi3Status fmi3EnterStepMode(fmi3Instance instance);
fmi3Status fmi3GetOutputDerivatives(fmi3Instance instance,
                                    const fmi3ValueReference references[],
                                    size_t n_references,
                                    const fmi3Int32 orders[],
                                    fmi3Float64 values[],
                                    size_t n_values);
fmi3Status fmi3DoStep(fmi3Instance instance,
                      fmi3Float64 time,
                      fmi3Float64 step,
                      fmi3Boolean no_return_to_before,
                      fmi3Boolean *event_handling_needed,
                      fmi3Boolean *terminate_simulation,
                      fmi3Boolean *early_return,
                      fmi3Float64 *last_successful_time);
fmi3Status fmi3ActivateModelPartition(fmi3Instance instance,
                                      fmi3ValueReference clock,
                                      fmi3Float64 time);

#if defined(__GNUC__) && !defined(_WIN32)
#  pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
