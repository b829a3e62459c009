/* SPDX-License-Identifier: Apache-2.0 */
/* The co-simulation part of the Functional Mock-up Interface 2.0 as this
   project declares it: the names, types and numbers of the standard. */
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif
/* Libraries show these functions, whatever else they hide. */
#if defined(__GNUC__) && !defined(_WIN32)
#  pragma GCC visibility push(default)
#endif

typedef void *fmi2Component;
typedef void *fmi2ComponentEnvironment;
typedef void *fmi2FMUstate;
typedef unsigned int fmi2ValueReference;
typedef double fmi2Real;
typedef int fmi2Integer;
typedef int fmi2Boolean;
typedef char fmi2Char;
typedef const fmi2Char *fmi2String;
typedef char fmi2Byte;

typedef enum fmi2Status
{
  fmi2OK,
  fmi2Warning,
  fmi2Discard,
  fmi2Error,
  fmi2Fatal,
  fmi2Pending
} fmi2Status;

typedef enum fmi2Type
{
  fmi2ModelExchange,
  fmi2CoSimulation
} fmi2Type;

typedef enum fmi2StatusKind
{
  fmi2DoStepStatus,
  fmi2PendingStatus,
  fmi2LastSuccessfulTime,
  fmi2Terminated
} fmi2StatusKind;

typedef void (*fmi2CallbackLogger)(fmi2ComponentEnvironment environment,
                                   fmi2String instance_name,
                                   fmi2Status status,
                                   fmi2String category,
                                   fmi2String message,
                                   ...);
typedef void *(*fmi2CallbackAllocateMemory)(size_t n, size_t size);
typedef void (*fmi2CallbackFreeMemory)(void *memory);
typedef void (*fmi2StepFinished)(fmi2ComponentEnvironment environment,
                                 fmi2Status status);

typedef struct fmi2CallbackFunctions
{
  fmi2CallbackLogger logger;
  fmi2CallbackAllocateMemory allocateMemory;
  fmi2CallbackFreeMemory freeMemory;
  fmi2StepFinished stepFinished;
  fmi2ComponentEnvironment componentEnvironment;
} fmi2CallbackFunctions;

/* Inquiry, creation, logging. */
const char *fmi2GetTypesPlatform(void);
const char *fmi2GetVersion(void);
fmi2Status fmi2SetDebugLogging(fmi2Component component,
                               fmi2Boolean logging_on,
                               size_t n_categories,
                               const fmi2String categories[]);
fmi2Component fmi2Instantiate(fmi2String instance_name,
                              fmi2Type type,
                              fmi2String guid,
                              fmi2String resource_location,
                              const fmi2CallbackFunctions *functions,
                              fmi2Boolean visible,
                              fmi2Boolean logging_on);
void fmi2FreeInstance(fmi2Component component);

/* Initialization, end, start from the beginning. */
fmi2Status fmi2SetupExperiment(fmi2Component component,
                               fmi2Boolean tolerance_defined,
                               fmi2Real tolerance,
                               fmi2Real start_time,
                               fmi2Boolean stop_time_defined,
                               fmi2Real stop_time);
fmi2Status fmi2EnterInitializationMode(fmi2Component component);
fmi2Status fmi2ExitInitializationMode(fmi2Component component);
fmi2Status fmi2Terminate(fmi2Component component);
fmi2Status fmi2Reset(fmi2Component component);

/* Values. */
fmi2Status fmi2GetReal(fmi2Component component,
                       const fmi2ValueReference references[],
                       size_t n_references,
                       fmi2Real values[]);
fmi2Status fmi2GetInteger(fmi2Component component,
                          const fmi2ValueReference references[],
                          size_t n_references,
                          fmi2Integer values[]);
fmi2Status fmi2GetBoolean(fmi2Component component,
                          const fmi2ValueReference references[],
                          size_t n_references,
                          fmi2Boolean values[]);
fmi2Status fmi2GetString(fmi2Component component,
                         const fmi2ValueReference references[],
                         size_t n_references,
                         fmi2String values[]);
fmi2Status fmi2SetReal(fmi2Component component,
                       const fmi2ValueReference references[],
                       size_t n_references,
                       const fmi2Real values[]);
fmi2Status fmi2SetInteger(fmi2Component component,
                          const fmi2ValueReference references[],
                          size_t n_references,
                          const fmi2Integer values[]);
fmi2Status fmi2SetBoolean(fmi2Component component,
                          const fmi2ValueReference references[],
                          size_t n_references,
                          const fmi2Boolean values[]);
fmi2Status fmi2SetString(fmi2Component component,
                         const fmi2ValueReference references[],
                         size_t n_references,
                         const fmi2String values[]);

/* States. */
fmi2Status fmi2GetFMUstate(fmi2Component component, fmi2FMUstate *state);
fmi2Status fmi2SetFMUstate(fmi2Component component, fmi2FMUstate state);
fmi2Status fmi2FreeFMUstate(fmi2Component component, fmi2FMUstate *state);
fmi2Status fmi2SerializedFMUstateSize(fmi2Component component,
                                      fmi2FMUstate state,
                                      size_t *size);
fmi2Status fmi2SerializeFMUstate(fmi2Component component,
                                 fmi2FMUstate state,
                                 fmi2Byte bytes[],
                                 size_t size);
fmi2Status fmi2DeSerializeFMUstate(fmi2Component component,
                                   const fmi2Byte bytes[],
                                   size_t size,
                                   fmi2FMUstate *state);

/* Derivatives. */
fmi2Status fmi2GetDirectionalDerivative(fmi2Component component,
                                        const fmi2ValueReference unknowns[],
                                        size_t n_unknowns,
                                        const fmi2ValueReference knowns[],
                                        size_t n_knowns,
                                        const fmi2Real seed[],
                                        fmi2Real sensitivity[]);
fmi2Status fmi2SetRealInputDerivatives(fmi2Component component,
                                       const fmi2ValueReference references[],
                                       size_t n_references,
                                       const fmi2Integer orders[],
                                       const fmi2Real values[]);
fmi2Status fmi2GetRealOutputDerivatives(fmi2Component component,
                                        const fmi2ValueReference references[],
                                        size_t n_references,
                                        const fmi2Integer orders[],
                                        fmi2Real values[]);

/* Steps. */
fmi2Status fmi2DoStep(fmi2Component component,
                      fmi2Real time,
                      fmi2Real step,
                      fmi2Boolean no_return_to_before);
fmi2Status fmi2CancelStep(fmi2Component component);
fmi2Status
fmi2GetStatus(fmi2Component component, fmi2StatusKind kind, fmi2Status *value);
fmi2Status fmi2GetRealStatus(fmi2Component component,
                             fmi2StatusKind kind,
                             fmi2Real *value);
fmi2Status fmi2GetIntegerStatus(fmi2Component component,
                                fmi2StatusKind kind,
                                fmi2Integer *value);
fmi2Status fmi2GetBooleanStatus(fmi2Component component,
                                fmi2StatusKind kind,
                                fmi2Boolean *value);
fmi2Status fmi2GetStringStatus(fmi2Component component,
                               fmi2StatusKind kind,
                               fmi2String *value);

#if defined(__GNUC__) && !defined(_WIN32)
#  pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
