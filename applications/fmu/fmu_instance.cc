// SPDX-License-Identifier: Apache-2.0
// What both versions of the standard share.
#include "fmu_instance.h"

#include <rivlin/base/text.h>
#include <rivlin/export/fmu_resources.h>
#include <rivlin/online/rom_file.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace rivlin
{
  namespace
  {
    BushingUnit unit_of_resources(const char *token, const char *location)
    {
      require_pointer(token, "guid or token");
      BushingUnit unit(parse_rom(read_fmu_model(location), "model of the FMU"));
      if (unit.setup().token != token)
        throw Error("The host gives the token " + in_quotes(token, 100) +
                    ", but the resources belong to " +
                    in_quotes(unit.setup().token, 100) +
                    ": binary, modelDescription.xml and resources are of "
                    "different FMUs. Unpack the FMU again.");
      return unit;
    }

    void warn_of_range(const FmuInstance &instance)
    {
      if (const std::string &text = instance.unit.range_warning();
          !text.empty())
        instance.tell(FmuStatus::warning, text);
    }
  } // namespace

  FmuInstance::FmuInstance(const char *token,
                           const char *resource_location,
                           FmuLog host_log)
    : unit(unit_of_resources(token, resource_location))
    , log(std::move(host_log))
  {}

  void FmuInstance::tell(const FmuStatus status,
                         const std::string &text) const noexcept
  {
    const std::size_t category =
      std::min(static_cast<std::size_t>(status), fmu_log_categories.size() - 1);
    if (!log || (status == FmuStatus::ok && !tells_events))
      return;
    try
      {
        log(status, fmu_log_categories[category], text.c_str());
      }
    catch (...)
      {}
  }

  void FmuInstance::set_logging(const bool on,
                                const std::size_t n,
                                const char *const *categories)
  {
    bool events = n == 0;
    for (std::size_t i = 0; i < n; ++i)
      {
        require_pointer(categories, "categories");
        require_pointer(categories[i], "category");
        const std::string category = categories[i];
        if (std::find(fmu_log_categories.begin(),
                      fmu_log_categories.end(),
                      category) == fmu_log_categories.end())
          throw Error("There is no log category " + in_quotes(category, 100) +
                      ". modelDescription.xml lists them.");
        events = events || category == fmu_log_categories[0];
      }
    tells_events = on && events;
  }

  void *new_fmu_instance(const char *function,
                         const char *token,
                         const char *resource_location,
                         const bool logging_on,
                         const FmuLog &log) noexcept
  {
    try
      {
        auto instance =
          std::make_unique<FmuInstance>(token, resource_location, log);
        instance->tells_events = logging_on;
        return instance.release();
      }
    catch (const std::exception &e)
      {
        try
          {
            if (log)
              log(FmuStatus::error,
                  fmu_log_categories[3],
                  (std::string(function) + ": " + e.what()).c_str());
          }
        catch (...)
          {}
      }
    catch (...)
      {}
    return nullptr;
  }

  FmuStatus refuse(void *component, const char *function) noexcept
  {
    return call_fmu(component, function, [](FmuInstance &) {
      throw Error(
        "this FMU does not support it, as modelDescription.xml says.");
    });
  }

  FmuStatus refuse_values(void *component,
                          const std::size_t n,
                          const char *function) noexcept
  {
    if (n == 0 && component != nullptr)
      return FmuStatus::ok;
    return call_fmu(component, function, [](FmuInstance &) {
      throw Error("no variable of this FMU has the type.");
    });
  }

  void require_pointer(const void *pointer, const char *name)
  {
    if (pointer == nullptr)
      throw Error(std::string("the host gives a null pointer (") + name + ").");
  }

  FmuStatus get_values(void *component,
                       const char *function,
                       const unsigned int *references,
                       const std::size_t n,
                       double *values) noexcept
  {
    return call_fmu(component, function, [&](FmuInstance &instance) {
      if (n == 0)
        return;
      require_pointer(references, "references");
      require_pointer(values, "values");
      instance.unit.get({references, n}, false, {values, n});
    });
  }

  FmuStatus set_values(void *component,
                       const char *function,
                       const unsigned int *references,
                       const std::size_t n,
                       const double *values) noexcept
  {
    return call_fmu(component, function, [&](FmuInstance &instance) {
      if (n == 0)
        return;
      require_pointer(references, "references");
      require_pointer(values, "values");
      instance.unit.set({references, n}, false, {values, n});
    });
  }

  FmuStatus do_step(void *component,
                    const char *function,
                    const double time,
                    const double h) noexcept
  {
    return call_fmu(component, function, [&](FmuInstance &instance) {
      instance.unit.step(time, h);
      warn_of_range(instance);
    });
  }

  FmuStatus exit_initialization(void *component, const char *function) noexcept
  {
    return call_fmu(component, function, [](FmuInstance &instance) {
      instance.unit.exit_initialization();
      warn_of_range(instance);
    });
  }

  FmuStatus
  get_state(void *component, const char *function, void **state) noexcept
  {
    return call_fmu(component, function, [&](FmuInstance &instance) {
      require_pointer(state, "state");
      std::string bytes = instance.unit.state();
      if (*state == nullptr)
        *state = new FmuState;
      static_cast<FmuState *>(*state)->bytes = std::move(bytes);
    });
  }

  FmuStatus
  set_state(void *component, const char *function, void *state) noexcept
  {
    return call_fmu(component, function, [&](FmuInstance &instance) {
      require_pointer(state, "state");
      instance.unit.set_state(static_cast<FmuState *>(state)->bytes);
    });
  }

  FmuStatus
  free_state(void *component, const char *function, void **state) noexcept
  {
    return call_fmu(component, function, [&](FmuInstance &) {
      if (state == nullptr)
        return;
      delete static_cast<FmuState *>(*state);
      *state = nullptr;
    });
  }

  FmuStatus state_size(void *component,
                       const char *function,
                       void *state,
                       std::size_t *size) noexcept
  {
    return call_fmu(component, function, [&](FmuInstance &) {
      require_pointer(state, "state");
      require_pointer(size, "size");
      *size = static_cast<FmuState *>(state)->bytes.size();
    });
  }

  FmuStatus serialize_state(void *component,
                            const char *function,
                            void *state,
                            void *bytes,
                            const std::size_t size) noexcept
  {
    return call_fmu(component, function, [&](FmuInstance &) {
      require_pointer(state, "state");
      require_pointer(bytes, "bytes");
      const std::string &own = static_cast<FmuState *>(state)->bytes;
      if (size < own.size())
        throw Error(message("the state has ",
                            own.size(),
                            " bytes, but there is room for ",
                            size,
                            "."));
      std::memcpy(bytes, own.data(), own.size());
    });
  }

  FmuStatus deserialize_state(void *component,
                              const char *function,
                              const void *bytes,
                              const std::size_t size,
                              void **state) noexcept
  {
    return call_fmu(component, function, [&](FmuInstance &) {
      require_pointer(bytes, "bytes");
      require_pointer(state, "state");
      // What they are is checked when the state is set.
      std::string own(static_cast<const char *>(bytes), size);
      if (*state == nullptr)
        *state = new FmuState;
      static_cast<FmuState *>(*state)->bytes = std::move(own);
    });
  }

  FmuStatus get_derivative(void *component,
                           const char *function,
                           const std::span<const unsigned int> unknowns,
                           const std::span<const unsigned int> knowns,
                           const double *seed,
                           double *sensitivity) noexcept
  {
    return call_fmu(component, function, [&](FmuInstance &instance) {
      require_pointer(unknowns.data(), "unknowns");
      require_pointer(knowns.data(), "knowns");
      require_pointer(seed, "seed");
      require_pointer(sensitivity, "sensitivity");
      instance.unit.derivative(unknowns,
                               knowns,
                               {seed, knowns.size()},
                               {sensitivity, unknowns.size()});
    });
  }
} // namespace rivlin
