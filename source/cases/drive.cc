// SPDX-License-Identifier: Apache-2.0
// Channels of sleeves, prescribed surfaces, loads and gravity.
#include <rivlin/cases/drive.h>

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>
#include <rivlin/base/unit_system.h>
#include <rivlin/cases/case_loads.h>
#include <rivlin/cases/rigid_body.h>
#include <rivlin/online/sleeve_channels.h>

#include <algorithm>
#include <cctype>

namespace rivlin
{
  namespace
  {
    constexpr std::array<const char *, 3> axis_names = {"x", "y", "z"};

    bool is_zero(const Channel &channel)
    {
      return channel.text() == "0";
    }

    /// Throws Error for a channel of a direction that does not read it.
    void refuse_unused(const Channel &channel,
                       const bool used,
                       const std::string &key,
                       const std::string &reason)
    {
      if (!used && !is_zero(channel))
        throw Error("\"" + key + "\" is given, but " + reason + ". Remove it.");
    }

    /// Reads the channels of one sleeve.
    class SleeveReader
    {
    public:
      SleeveReader(const std::string &the_name,
                   const SupportParameters &the_support,
                   const CaseParameters &the_parameters,
                   CaseChannels &the_channels)
        : name(the_name)
        , section("Supports/" + the_name)
        , support(the_support)
        , parameters(the_parameters)
        , units(unit_system(the_parameters.unit_system))
        , channels(the_channels)
        , is_free(the_support.type == SupportType::free)
      {
        if (is_free)
          sleeve.body = make_rigid_body(support, parameters, section);
      }

      Sleeve read()
      {
        for (int i = 0; i < parameters.dimension; ++i)
          read_translation(i);
        for (int i = parameters.dimension == 2 ? 2 : 0; i < 3; ++i)
          read_rotation(i);
        sleeve.motion = [pose = pose](const double t, const int order) {
          return pose.motion(t, order);
        };
        if (is_free)
          sleeve.load = [force = force, moment = moment](const double t,
                                                         const int order) {
            SleeveLoad load;
            for (int i = 0; i < 3; ++i)
              {
                load.force[i]  = force[i].evaluate(t, order).derivative(order);
                load.moment[i] = moment[i].evaluate(t, order).derivative(order);
              }
            return load;
          };
        return sleeve;
      }

    private:
      void read_translation(const int i)
      {
        const std::string axis = std::string(" ") + axis_names[i];
        const bool is_unknown  = sleeve.body.free_translation[i];
        refuse_unused(support.translation[i],
                      !is_unknown,
                      section + "/Translation" + axis,
                      "this direction of the sleeve is free");
        if (!is_unknown)
          pose.translation[i] =
            motion("Translation" + axis, support.translation[i], units.length);
        if (!is_free)
          return;
        const bool is_used = is_unknown || support.load_axes == LoadAxes::body;
        refuse_unused(support.force[i],
                      is_used,
                      section + "/Force" + axis,
                      "this direction of the sleeve is driven");
        if (is_used)
          force[i] = load("Force" + axis, support.force[i], units.force);
      }

      void read_rotation(const int i)
      {
        const RigidSleeveProperties &body = sleeve.body;
        const std::string axis            = std::string(" ") + axis_names[i];
        const bool turns =
          body.rotation == RotationFreedom::free ||
          (body.rotation == RotationFreedom::about_axis && body.axis == i);
        // A rotation about one axis leaves the other angles at zero.
        const bool is_prescribed = body.rotation == RotationFreedom::none;
        refuse_unused(support.rotation[i],
                      is_prescribed,
                      section + "/Rotation" + axis,
                      "the sleeve rotates freely");
        if (is_prescribed)
          pose.rotation[i] =
            motion("Rotation" + axis, support.rotation[i], "rad");
        if (!is_free)
          return;
        refuse_unused(support.moment[i],
                      turns,
                      section + "/Moment" + axis,
                      "this direction of the sleeve is driven");
        if (turns)
          moment[i] = load("Moment" + axis, support.moment[i], units.moment);
      }

      Channel motion(const std::string &quantity,
                     const Channel &channel,
                     const std::string &unit)
      {
        return channels.read(section + "/" + quantity,
                             channel,
                             with_unit(name + " " + lower(quantity), unit),
                             ChannelKind::motion);
      }

      /// "force" and "moment" alone are those between sleeve and rubber.
      Channel load(const std::string &quantity,
                   const Channel &channel,
                   const std::string &unit)
      {
        return channels.read(section + "/" + quantity,
                             channel,
                             with_unit(name + " applied " + lower(quantity),
                                       unit),
                             ChannelKind::load);
      }

      static std::string lower(std::string quantity)
      {
        quantity[0] = static_cast<char>(std::tolower(quantity[0]));
        return quantity;
      }

      const std::string &name;
      std::string section;
      const SupportParameters &support;
      const CaseParameters &parameters;
      const UnitSystem &units;
      CaseChannels &channels;
      bool is_free;
      Sleeve sleeve;
      SleeveChannels pose;
      std::array<Channel, 3> force, moment;
    };

    /// Components and radius of a surface, as their channels say.
    void read_prescribed(const SupportParameters &support,
                         const CaseParameters &parameters,
                         CaseChannels &channels,
                         DriveSupport &result)
    {
      const std::string section = "Supports/" + result.name;
      const std::string unit    = unit_system(parameters.unit_system).length;
      if (parameters.given.count(section + "/Components") == 0)
        throw Error("\"" + section +
                    "\" is prescribed, but \"Components\" is missing. Name "
                    "the components that shall move as their channels say, "
                    "e.g. \"x\"; the others stay free.");
      for (int i = 0; i < parameters.dimension; ++i)
        {
          const std::string key = section + "/Displacement " + axis_names[i];
          refuse_unused(support.displacement[i],
                        support.components[i],
                        key,
                        "\"Components\" leaves this component free");
          if (support.components[i])
            result.displacement[i] = channels.read(
              key,
              support.displacement[i],
              with_unit(result.name + " displacement " + axis_names[i], unit),
              ChannelKind::motion);
        }
      const std::string key = section + "/Radial displacement";
      if (is_zero(support.radial_displacement) && !channels.is_in_steps(key))
        return;
      if (!support.components[0] || !support.components[1])
        throw Error("\"" + key + "\" needs the components x and y, but \"" +
                    section + "/Components\" is \"" +
                    components().print(support.components) + "\".");
      result.radial_displacement =
        channels.read(key,
                      support.radial_displacement,
                      with_unit(result.name + " radial displacement", unit),
                      ChannelKind::motion);
    }

    DriveSupport read_support(const std::string &name,
                              const SupportParameters &support,
                              const CaseParameters &parameters,
                              CaseChannels &channels)
    {
      DriveSupport result;
      result.name = name;
      result.type = support.type;
      switch (support.type)
        {
          case SupportType::fixed:
            break;
          case SupportType::prescribed:
            read_prescribed(support, parameters, channels, result);
            break;
          case SupportType::driven:
          case SupportType::free:
            result.sleeve =
              SleeveReader(name, support, parameters, channels).read();
            break;
        }
      return result;
    }

    Drive::Gravity read_gravity(const CaseParameters &parameters,
                                CaseChannels &channels)
    {
      const UnitSystem &units = unit_system(parameters.unit_system);
      std::array<Channel, 3> acceleration;
      bool any = false;
      for (int i = 0; i < parameters.dimension; ++i)
        {
          const std::string key =
            std::string("Gravity/Acceleration ") + axis_names[i];
          if (is_zero(parameters.gravity[i]) && !channels.is_in_steps(key))
            continue;
          any = true;
          acceleration[i] =
            channels.read(key,
                          parameters.gravity[i],
                          with_unit(std::string("gravity ") + axis_names[i],
                                    units.length + "/s^2"),
                          ChannelKind::load);
        }
      if (!any)
        return {};
      return [acceleration](const double t, const int order) {
        Vector3 g;
        for (int i = 0; i < 3; ++i)
          g[i] = acceleration[i].evaluate(t, order).derivative(order);
        return g;
      };
    }
  } // namespace

  Drive make_drive(const CaseParameters &parameters)
  {
    if (parameters.time.end_time <= 0 || parameters.time.step_size <= 0)
      throw Error(
        "Section \"Time\": \"End time\" and \"Step size\" must be "
        "positive; they are " +
        number_text(parameters.time.end_time) + " and " +
        number_text(parameters.time.step_size) + ".");
    Drive drive;
    drive.inertia = !parameters.time.is_static();
    CaseChannels channels(parameters);
    for (const auto &[name, support] : parameters.supports)
      drive.supports.push_back(
        read_support(name, support, parameters, channels));
    for (const auto &[name, load] : parameters.loads)
      drive.loads.emplace_back(name,
                               read_load(name, load, parameters, channels));
    drive.gravity = read_gravity(parameters, channels);
    channels.refuse_unread();
    channels.refuse_sudden_start(drive.inertia);
    drive.channels = channels.named();
    drive.notices  = channels.notices();
    drive.times    = make_case_plan(parameters);
    return drive;
  }
} // namespace rivlin
