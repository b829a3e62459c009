// SPDX-License-Identifier: Apache-2.0
// What the standard has and this FMU has not: model exchange, scheduled
// execution, events, clocks, arrays, other types. The log says so.
#include <rivlin/export/fmi3.h>

#include "fmu_instance.h"

using namespace rivlin;

namespace
{
  fmi3Status refuse_fmi3(fmi3Instance instance, const char *function) noexcept
  {
    return static_cast<fmi3Status>(refuse(instance, function));
  }

  fmi3Status none_of_type(fmi3Instance instance,
                          const std::size_t n,
                          const char *function) noexcept
  {
    return static_cast<fmi3Status>(refuse_values(instance, n, function));
  }
} // namespace

fmi3Status
fmi3EnterEventMode(fmi3Instance instance)
{
  return refuse_fmi3(instance, "fmi3EnterEventMode");
}

fmi3Status
fmi3GetFloat32(fmi3Instance instance,
               const fmi3ValueReference[],
               size_t n_references,
               fmi3Float32[],
               size_t)
{
  return none_of_type(instance, n_references, "fmi3GetFloat32");
}

fmi3Status
fmi3GetInt8(fmi3Instance instance,
            const fmi3ValueReference[],
            size_t n_references,
            fmi3Int8[],
            size_t)
{
  return none_of_type(instance, n_references, "fmi3GetInt8");
}

fmi3Status
fmi3GetUInt8(fmi3Instance instance,
             const fmi3ValueReference[],
             size_t n_references,
             fmi3UInt8[],
             size_t)
{
  return none_of_type(instance, n_references, "fmi3GetUInt8");
}

fmi3Status
fmi3GetInt16(fmi3Instance instance,
             const fmi3ValueReference[],
             size_t n_references,
             fmi3Int16[],
             size_t)
{
  return none_of_type(instance, n_references, "fmi3GetInt16");
}

fmi3Status
fmi3GetUInt16(fmi3Instance instance,
              const fmi3ValueReference[],
              size_t n_references,
              fmi3UInt16[],
              size_t)
{
  return none_of_type(instance, n_references, "fmi3GetUInt16");
}

fmi3Status
fmi3GetInt32(fmi3Instance instance,
             const fmi3ValueReference[],
             size_t n_references,
             fmi3Int32[],
             size_t)
{
  return none_of_type(instance, n_references, "fmi3GetInt32");
}

fmi3Status
fmi3GetUInt32(fmi3Instance instance,
              const fmi3ValueReference[],
              size_t n_references,
              fmi3UInt32[],
              size_t)
{
  return none_of_type(instance, n_references, "fmi3GetUInt32");
}

fmi3Status
fmi3GetInt64(fmi3Instance instance,
             const fmi3ValueReference[],
             size_t n_references,
             fmi3Int64[],
             size_t)
{
  return none_of_type(instance, n_references, "fmi3GetInt64");
}

fmi3Status
fmi3GetUInt64(fmi3Instance instance,
              const fmi3ValueReference[],
              size_t n_references,
              fmi3UInt64[],
              size_t)
{
  return none_of_type(instance, n_references, "fmi3GetUInt64");
}

fmi3Status
fmi3GetString(fmi3Instance instance,
              const fmi3ValueReference[],
              size_t n_references,
              fmi3String[],
              size_t)
{
  return none_of_type(instance, n_references, "fmi3GetString");
}

fmi3Status
fmi3GetBinary(fmi3Instance instance,
              const fmi3ValueReference[],
              size_t n_references,
              size_t[],
              fmi3Binary[],
              size_t)
{
  return none_of_type(instance, n_references, "fmi3GetBinary");
}

fmi3Status
fmi3GetClock(fmi3Instance instance,
             const fmi3ValueReference[],
             size_t n_references,
             fmi3Clock[])
{
  return none_of_type(instance, n_references, "fmi3GetClock");
}

fmi3Status
fmi3SetFloat32(fmi3Instance instance,
               const fmi3ValueReference[],
               size_t n_references,
               const fmi3Float32[],
               size_t)
{
  return none_of_type(instance, n_references, "fmi3SetFloat32");
}

fmi3Status
fmi3SetInt8(fmi3Instance instance,
            const fmi3ValueReference[],
            size_t n_references,
            const fmi3Int8[],
            size_t)
{
  return none_of_type(instance, n_references, "fmi3SetInt8");
}

fmi3Status
fmi3SetUInt8(fmi3Instance instance,
             const fmi3ValueReference[],
             size_t n_references,
             const fmi3UInt8[],
             size_t)
{
  return none_of_type(instance, n_references, "fmi3SetUInt8");
}

fmi3Status
fmi3SetInt16(fmi3Instance instance,
             const fmi3ValueReference[],
             size_t n_references,
             const fmi3Int16[],
             size_t)
{
  return none_of_type(instance, n_references, "fmi3SetInt16");
}

fmi3Status
fmi3SetUInt16(fmi3Instance instance,
              const fmi3ValueReference[],
              size_t n_references,
              const fmi3UInt16[],
              size_t)
{
  return none_of_type(instance, n_references, "fmi3SetUInt16");
}

fmi3Status
fmi3SetInt32(fmi3Instance instance,
             const fmi3ValueReference[],
             size_t n_references,
             const fmi3Int32[],
             size_t)
{
  return none_of_type(instance, n_references, "fmi3SetInt32");
}

fmi3Status
fmi3SetUInt32(fmi3Instance instance,
              const fmi3ValueReference[],
              size_t n_references,
              const fmi3UInt32[],
              size_t)
{
  return none_of_type(instance, n_references, "fmi3SetUInt32");
}

fmi3Status
fmi3SetInt64(fmi3Instance instance,
             const fmi3ValueReference[],
             size_t n_references,
             const fmi3Int64[],
             size_t)
{
  return none_of_type(instance, n_references, "fmi3SetInt64");
}

fmi3Status
fmi3SetUInt64(fmi3Instance instance,
              const fmi3ValueReference[],
              size_t n_references,
              const fmi3UInt64[],
              size_t)
{
  return none_of_type(instance, n_references, "fmi3SetUInt64");
}

fmi3Status
fmi3SetString(fmi3Instance instance,
              const fmi3ValueReference[],
              size_t n_references,
              const fmi3String[],
              size_t)
{
  return none_of_type(instance, n_references, "fmi3SetString");
}

fmi3Status
fmi3SetBinary(fmi3Instance instance,
              const fmi3ValueReference[],
              size_t n_references,
              const size_t[],
              const fmi3Binary[],
              size_t)
{
  return none_of_type(instance, n_references, "fmi3SetBinary");
}

fmi3Status
fmi3SetClock(fmi3Instance instance,
             const fmi3ValueReference[],
             size_t n_references,
             const fmi3Clock[])
{
  return none_of_type(instance, n_references, "fmi3SetClock");
}

fmi3Status
fmi3GetNumberOfVariableDependencies(fmi3Instance instance,
                                    fmi3ValueReference,
                                    size_t *)
{
  return refuse_fmi3(instance, "fmi3GetNumberOfVariableDependencies");
}

fmi3Status
fmi3GetVariableDependencies(fmi3Instance instance,
                            fmi3ValueReference,
                            size_t[],
                            fmi3ValueReference[],
                            size_t[],
                            fmi3DependencyKind[],
                            size_t)
{
  return refuse_fmi3(instance, "fmi3GetVariableDependencies");
}

fmi3Status
fmi3GetAdjointDerivative(fmi3Instance instance,
                         const fmi3ValueReference[],
                         size_t,
                         const fmi3ValueReference[],
                         size_t,
                         const fmi3Float64[],
                         size_t,
                         fmi3Float64[],
                         size_t)
{
  return refuse_fmi3(instance, "fmi3GetAdjointDerivative");
}

fmi3Status
fmi3EnterConfigurationMode(fmi3Instance instance)
{
  return refuse_fmi3(instance, "fmi3EnterConfigurationMode");
}

fmi3Status
fmi3ExitConfigurationMode(fmi3Instance instance)
{
  return refuse_fmi3(instance, "fmi3ExitConfigurationMode");
}

fmi3Status
fmi3GetIntervalDecimal(fmi3Instance instance,
                       const fmi3ValueReference[],
                       size_t,
                       fmi3Float64[],
                       fmi3IntervalQualifier[])
{
  return refuse_fmi3(instance, "fmi3GetIntervalDecimal");
}

fmi3Status
fmi3GetIntervalFraction(fmi3Instance instance,
                        const fmi3ValueReference[],
                        size_t,
                        fmi3UInt64[],
                        fmi3UInt64[],
                        fmi3IntervalQualifier[])
{
  return refuse_fmi3(instance, "fmi3GetIntervalFraction");
}

fmi3Status
fmi3GetShiftDecimal(fmi3Instance instance,
                    const fmi3ValueReference[],
                    size_t,
                    fmi3Float64[])
{
  return refuse_fmi3(instance, "fmi3GetShiftDecimal");
}

fmi3Status
fmi3GetShiftFraction(fmi3Instance instance,
                     const fmi3ValueReference[],
                     size_t,
                     fmi3UInt64[],
                     fmi3UInt64[])
{
  return refuse_fmi3(instance, "fmi3GetShiftFraction");
}

fmi3Status
fmi3SetIntervalDecimal(fmi3Instance instance,
                       const fmi3ValueReference[],
                       size_t,
                       const fmi3Float64[])
{
  return refuse_fmi3(instance, "fmi3SetIntervalDecimal");
}

fmi3Status
fmi3SetIntervalFraction(fmi3Instance instance,
                        const fmi3ValueReference[],
                        size_t,
                        const fmi3UInt64[],
                        const fmi3UInt64[])
{
  return refuse_fmi3(instance, "fmi3SetIntervalFraction");
}

fmi3Status
fmi3SetShiftDecimal(fmi3Instance instance,
                    const fmi3ValueReference[],
                    size_t,
                    const fmi3Float64[])
{
  return refuse_fmi3(instance, "fmi3SetShiftDecimal");
}

fmi3Status
fmi3SetShiftFraction(fmi3Instance instance,
                     const fmi3ValueReference[],
                     size_t,
                     const fmi3UInt64[],
                     const fmi3UInt64[])
{
  return refuse_fmi3(instance, "fmi3SetShiftFraction");
}

fmi3Status
fmi3EvaluateDiscreteStates(fmi3Instance instance)
{
  return refuse_fmi3(instance, "fmi3EvaluateDiscreteStates");
}

fmi3Status
fmi3UpdateDiscreteStates(fmi3Instance instance,
                         fmi3Boolean *,
                         fmi3Boolean *,
                         fmi3Boolean *,
                         fmi3Boolean *,
                         fmi3Boolean *,
                         fmi3Float64 *)
{
  return refuse_fmi3(instance, "fmi3UpdateDiscreteStates");
}

fmi3Status
fmi3EnterContinuousTimeMode(fmi3Instance instance)
{
  return refuse_fmi3(instance, "fmi3EnterContinuousTimeMode");
}

fmi3Status
fmi3CompletedIntegratorStep(fmi3Instance instance,
                            fmi3Boolean,
                            fmi3Boolean *,
                            fmi3Boolean *)
{
  return refuse_fmi3(instance, "fmi3CompletedIntegratorStep");
}

fmi3Status
fmi3SetTime(fmi3Instance instance, fmi3Float64)
{
  return refuse_fmi3(instance, "fmi3SetTime");
}

fmi3Status
fmi3SetContinuousStates(fmi3Instance instance, const fmi3Float64[], size_t)
{
  return refuse_fmi3(instance, "fmi3SetContinuousStates");
}

fmi3Status
fmi3GetContinuousStateDerivatives(fmi3Instance instance, fmi3Float64[], size_t)
{
  return refuse_fmi3(instance, "fmi3GetContinuousStateDerivatives");
}

fmi3Status
fmi3GetEventIndicators(fmi3Instance instance, fmi3Float64[], size_t)
{
  return refuse_fmi3(instance, "fmi3GetEventIndicators");
}

fmi3Status
fmi3GetContinuousStates(fmi3Instance instance, fmi3Float64[], size_t)
{
  return refuse_fmi3(instance, "fmi3GetContinuousStates");
}

fmi3Status
fmi3GetNominalsOfContinuousStates(fmi3Instance instance, fmi3Float64[], size_t)
{
  return refuse_fmi3(instance, "fmi3GetNominalsOfContinuousStates");
}

fmi3Status
fmi3GetNumberOfEventIndicators(fmi3Instance instance, size_t *)
{
  return refuse_fmi3(instance, "fmi3GetNumberOfEventIndicators");
}

fmi3Status
fmi3GetNumberOfContinuousStates(fmi3Instance instance, size_t *)
{
  return refuse_fmi3(instance, "fmi3GetNumberOfContinuousStates");
}

fmi3Status
fmi3EnterStepMode(fmi3Instance instance)
{
  return refuse_fmi3(instance, "fmi3EnterStepMode");
}

fmi3Status
fmi3GetOutputDerivatives(fmi3Instance instance,
                         const fmi3ValueReference[],
                         size_t,
                         const fmi3Int32[],
                         fmi3Float64[],
                         size_t)
{
  return refuse_fmi3(instance, "fmi3GetOutputDerivatives");
}

fmi3Status
fmi3ActivateModelPartition(fmi3Instance instance,
                           fmi3ValueReference,
                           fmi3Float64)
{
  return refuse_fmi3(instance, "fmi3ActivateModelPartition");
}
