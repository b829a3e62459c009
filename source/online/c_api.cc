// SPDX-License-Identifier: Apache-2.0
// The border to C: no exception crosses it.
#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>
#include <rivlin/base/version.h>
#include <rivlin/online/online_model.h>
#include <rivlin/online/rivlin.h>
#include <rivlin/online/rom_file.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <string>

using namespace rivlin;

struct rivlin_model
{
  rivlin_model(ReducedModelData data, const OnlineOptions &options)
    : online(std::move(data), options)
  {}

  OnlineModel online;
  std::string error;
};

namespace
{
  /// The status of what the action throws, with its message.
  template <class Action>
  rivlin_status guard(const Action &action, std::string &error) noexcept
  {
    // The texts themselves may not find memory; then the status must do.
    const auto tell = [&](const char *text) {
      try
        {
          error = text;
        }
      catch (...)
        {}
    };
    try
      {
        return action();
      }
    catch (const Error &e)
      {
        tell(e.what());
        return RIVLIN_WRONG_INPUT;
      }
    catch (const ComputationFailed &e)
      {
        tell(e.what());
        return RIVLIN_NOT_CONVERGED;
      }
    catch (const std::exception &e)
      {
        tell(e.what());
        return RIVLIN_INTERNAL;
      }
    catch (...)
      {
        tell("unknown error");
        return RIVLIN_INTERNAL;
      }
  }

  template <class Action>
  rivlin_status call(rivlin_model *model, const Action &action) noexcept
  {
    if (model == nullptr)
      return RIVLIN_WRONG_INPUT;
    return guard(
      [&]() {
        action(model->online);
        return RIVLIN_OK;
      },
      model->error);
  }

  void require(const void *pointer, const char *name)
  {
    if (pointer == nullptr)
      throw Error(std::string("The argument \"") + name +
                  "\" is a null pointer.");
  }

  OnlineModel::Vector6 six(const double *numbers)
  {
    return Eigen::Map<const OnlineModel::Vector6>(numbers);
  }

  void copy(const OnlineModel::Vector6 &from, double *to)
  {
    std::copy(from.begin(), from.end(), to);
  }

  void copy(const Matrix &from, double *to)
  {
    for (Eigen::Index i = 0; i < from.rows(); ++i)
      for (Eigen::Index j = 0; j < from.cols(); ++j)
        to[i * from.cols() + j] = from(i, j);
  }

  template <class Read>
  rivlin_status open(const Read &read,
                     const rivlin_options *options,
                     rivlin_model **model,
                     char *error,
                     const size_t error_size) noexcept
  {
    std::string text;
    const rivlin_status status = guard(
      [&]() {
        require(model, "model");
        *model = nullptr;
        OnlineOptions online;
        if (options != nullptr)
          {
            online.quasi_static    = options->quasi_static != 0;
            online.spectral_radius = options->spectral_radius;
            online.tolerance       = options->tolerance;
            online.max_halvings    = options->max_halvings;
            online.drive_all       = options->drive_all != 0;
            online.gravity = Eigen::Map<const Vector3>(options->gravity);
          }
        *model = new rivlin_model(read(), online);
        return RIVLIN_OK;
      },
      text);
    if (error != nullptr && error_size > 0)
      {
        const size_t n = std::min(text.size(), error_size - 1);
        std::memcpy(error, text.data(), n);
        error[n] = 0;
      }
    return status;
  }
} // namespace

const char *
rivlin_version(void)
{
  return rivlin::version().data();
}

void
rivlin_default_options(rivlin_options *options)
{
  if (options == nullptr)
    return;
  const OnlineOptions defaults;
  options->quasi_static    = defaults.quasi_static;
  options->spectral_radius = defaults.spectral_radius;
  options->tolerance       = defaults.tolerance;
  options->max_halvings    = defaults.max_halvings;
  options->drive_all       = defaults.drive_all;
  for (int i = 0; i < 3; ++i)
    options->gravity[i] = defaults.gravity[i];
}

rivlin_status
rivlin_open(const char *file,
            const rivlin_options *options,
            rivlin_model **model,
            char *error,
            size_t error_size)
{
  return open(
    [&]() {
      require(file, "file");
      return read_rom(file);
    },
    options,
    model,
    error,
    error_size);
}

rivlin_status
rivlin_open_bytes(const void *bytes,
                  size_t n_bytes,
                  const rivlin_options *options,
                  rivlin_model **model,
                  char *error,
                  size_t error_size)
{
  return open(
    [&]() {
      require(bytes, "bytes");
      return parse_rom({static_cast<const char *>(bytes), n_bytes},
                       "reduced model in memory");
    },
    options,
    model,
    error,
    error_size);
}

void
rivlin_close(rivlin_model *model)
{
  delete model;
}

const char *
rivlin_last_error(const rivlin_model *model)
{
  return model != nullptr ? model->error.c_str()
                          : "the model is a null pointer";
}

const char *
rivlin_unit_system(const rivlin_model *model)
{
  return model != nullptr ? model->online.data().unit_system.c_str() : "";
}

int
rivlin_n_sleeves(const rivlin_model *model)
{
  return model != nullptr ? model->online.n_sleeves() : 0;
}

const char *
rivlin_sleeve_name(const rivlin_model *model, int sleeve)
{
  if (sleeve < 0 || sleeve >= rivlin_n_sleeves(model))
    return nullptr;
  return model->online.name(sleeve).c_str();
}

int
rivlin_sleeve_is_driven(const rivlin_model *model, int sleeve)
{
  if (sleeve < 0 || sleeve >= rivlin_n_sleeves(model))
    return 0;
  return model->online.is_driven(sleeve) ? 1 : 0;
}

rivlin_status
rivlin_set_pose(rivlin_model *model,
                int sleeve,
                const double pose[6],
                const double *velocity)
{
  return call(model, [&](OnlineModel &online) {
    require(pose, "pose");
    if (velocity == nullptr)
      return online.set_pose(sleeve, six(pose));
    const OnlineModel::Vector6 rate = six(velocity);
    online.set_pose(sleeve, six(pose), &rate);
  });
}

rivlin_status
rivlin_set_load(rivlin_model *model,
                int sleeve,
                const double force[3],
                const double moment[3])
{
  return call(model, [&](OnlineModel &online) {
    require(force, "force");
    require(moment, "moment");
    online.set_load(sleeve,
                    Eigen::Map<const Vector3>(force),
                    Eigen::Map<const Vector3>(moment));
  });
}

rivlin_status
rivlin_start(rivlin_model *model, double time)
{
  return call(model, [&](OnlineModel &online) { online.start(time); });
}

rivlin_status
rivlin_advance(rivlin_model *model, double h)
{
  return call(model, [&](OnlineModel &online) {
    if (const AdvanceReport &report = online.advance(h); !report.accepted)
      throw ComputationFailed(report.reason);
  });
}

rivlin_status
rivlin_get_time(rivlin_model *model, double *time)
{
  return call(model, [&](OnlineModel &online) {
    require(time, "time");
    *time = online.time();
  });
}

rivlin_status
rivlin_get_reaction(rivlin_model *model, int sleeve, double reaction[6])
{
  return call(model, [&](OnlineModel &online) {
    require(reaction, "reaction");
    copy(online.reaction(sleeve), reaction);
  });
}

rivlin_status
rivlin_get_pose(rivlin_model *model,
                int sleeve,
                double pose[6],
                double *velocity)
{
  return call(model, [&](OnlineModel &online) {
    require(pose, "pose");
    copy(online.pose(sleeve), pose);
    if (velocity != nullptr)
      copy(online.velocity(sleeve), velocity);
  });
}

rivlin_status
rivlin_get_trust(rivlin_model *model, rivlin_trust *trust)
{
  return call(model, [&](OnlineModel &online) {
    require(trust, "trust");
    const Trust &now       = online.trust();
    trust->min_J           = now.min_J;
    trust->distance        = now.distance;
    trust->second_cubature = now.second_cubature;
    trust->inside          = now.inside ? 1 : 0;
  });
}

rivlin_status
rivlin_get_tangent(rivlin_model *model, double *by_input, double *by_velocity)
{
  return call(model, [&](OnlineModel &online) {
    require(by_input, "by_input");
    const OnlineTangent tangent = online.tangent();
    copy(tangent.by_input, by_input);
    if (by_velocity != nullptr)
      copy(tangent.by_velocity, by_velocity);
  });
}

rivlin_status
rivlin_save_state(rivlin_model *model, void *bytes, size_t *n_bytes)
{
  return call(model, [&](OnlineModel &online) {
    require(n_bytes, "n_bytes");
    const std::string state = online.save();
    if (bytes != nullptr)
      {
        if (*n_bytes < state.size())
          throw Error("The state has " + number_text(state.size()) +
                      " bytes, but there is room for " + number_text(*n_bytes) +
                      ".");
        std::memcpy(bytes, state.data(), state.size());
      }
    *n_bytes = state.size();
  });
}

rivlin_status
rivlin_restore_state(rivlin_model *model, const void *bytes, size_t n_bytes)
{
  return call(model, [&](OnlineModel &online) {
    require(bytes, "bytes");
    online.restore({static_cast<const char *>(bytes), n_bytes});
  });
}
