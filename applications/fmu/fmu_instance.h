// SPDX-License-Identifier: Apache-2.0
// The border between a host and the C++ of an instance: no exception crosses
// it, each becomes a status and a line of the host's log.
#pragma once

#include <rivlin/base/error.h>
#include <rivlin/export/bushing_unit.h>

#include <array>
#include <exception>
#include <functional>
#include <string>

namespace rivlin
{
  /// The numbers of the standard, of 2.0 and 3.0 alike.
  enum class FmuStatus
  {
    ok,
    warning,
    discard,
    error,
    fatal
  };

  inline constexpr std::array<const char *, 4> fmu_log_categories = {
    "logEvents", "logStatusWarning", "logStatusDiscard", "logStatusError"};

  /// How a host hears of something.
  using FmuLog = std::function<
    void(FmuStatus status, const char *category, const char *text)>;

  struct FmuInstance
  {
    /// Reads the model from the resources. Throws Error if it cannot be read
    /// or the token is not its own.
    FmuInstance(const char *token, const char *resource_location, FmuLog log);

    /// Never throws; events only if the host wants them.
    void tell(FmuStatus status, const std::string &text) const noexcept;

    /// Throws Error for a category that does not exist. Without categories:
    /// all. Errors, discarded steps and warnings are always told.
    void set_logging(bool on, std::size_t n, const char *const *categories);

    BushingUnit unit;
    FmuLog log;
    bool tells_events = false;
  };

  /// A state in the memory of the host.
  struct FmuState
  {
    BushingUnit::StateBytes bytes;
  };

  /// What every function of the standard does.
  template <class Action>
  FmuStatus
  call_fmu(void *component, const char *function, const Action &action) noexcept
  {
    const auto *const given = static_cast<FmuInstance *>(component);
    if (given == nullptr)
      return FmuStatus::error;
    const auto fail = [&](const FmuStatus status, const char *text) noexcept {
      try
        {
          given->tell(status, std::string(function) + ": " + text);
        }
      catch (...)
        {}
      return status;
    };
    try
      {
        action(*static_cast<FmuInstance *>(component));
        return FmuStatus::ok;
      }
    catch (const ComputationFailed &e)
      {
        return fail(FmuStatus::discard, e.what());
      }
    catch (const std::exception &e)
      {
        return fail(FmuStatus::error, e.what());
      }
    catch (...)
      {
        return fail(FmuStatus::error, "unknown error");
      }
  }

  /// Null and a line of the log if it fails.
  void *new_fmu_instance(const char *function,
                         const char *token,
                         const char *resource_location,
                         bool logging_on,
                         const FmuLog &log) noexcept;

  /// An error: the function is not supported.
  FmuStatus refuse(void *component, const char *function) noexcept;
  /// The same for values of a type that no variable has; none of them is no
  /// error, since hosts ask for all types.
  FmuStatus
  refuse_values(void *component, std::size_t n, const char *function) noexcept;

  /// Throws Error for null where something is needed.
  void require_pointer(const void *pointer, const char *name);

  /// Values by reference; the number of values must be that of references.
  FmuStatus get_values(void *component,
                       const char *function,
                       const unsigned int *references,
                       std::size_t n,
                       double *values) noexcept;
  FmuStatus set_values(void *component,
                       const char *function,
                       const unsigned int *references,
                       std::size_t n,
                       const double *values) noexcept;
  template <class Boolean>
  FmuStatus get_booleans(void *component,
                         const char *function,
                         const unsigned int *references,
                         const std::size_t n,
                         Boolean *values) noexcept
  {
    return call_fmu(component, function, [&](FmuInstance &instance) {
      require_pointer(n == 0 ? &instance : static_cast<const void *>(values),
                      "values");
      std::vector<double> numbers(n);
      instance.unit.get({references, n}, true, numbers);
      for (std::size_t i = 0; i < n; ++i)
        values[i] = numbers[i] != 0;
    });
  }
  template <class Boolean>
  FmuStatus set_booleans(void *component,
                         const char *function,
                         const unsigned int *references,
                         const std::size_t n,
                         const Boolean *values) noexcept
  {
    return call_fmu(component, function, [&](FmuInstance &instance) {
      require_pointer(n == 0 ? &instance : static_cast<const void *>(values),
                      "values");
      std::vector<double> numbers(n);
      for (std::size_t i = 0; i < n; ++i)
        numbers[i] = values[i] != 0;
      instance.unit.set({references, n}, true, numbers);
    });
  }

  FmuStatus exit_initialization(void *component, const char *function) noexcept;

  FmuStatus do_step(void *component,
                    const char *function,
                    double time,
                    double h) noexcept;

  FmuStatus
  get_state(void *component, const char *function, void **state) noexcept;
  FmuStatus
  set_state(void *component, const char *function, void *state) noexcept;
  FmuStatus
  free_state(void *component, const char *function, void **state) noexcept;
  FmuStatus state_size(void *component,
                       const char *function,
                       void *state,
                       std::size_t *size) noexcept;
  FmuStatus serialize_state(void *component,
                            const char *function,
                            void *state,
                            void *bytes,
                            std::size_t size) noexcept;
  FmuStatus deserialize_state(void *component,
                              const char *function,
                              const void *bytes,
                              std::size_t size,
                              void **state) noexcept;
  FmuStatus get_derivative(void *component,
                           const char *function,
                           std::span<const unsigned int> unknowns,
                           std::span<const unsigned int> knowns,
                           const double *seed,
                           double *sensitivity) noexcept;
} // namespace rivlin
