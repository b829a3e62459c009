// SPDX-License-Identifier: Apache-2.0
// All that a load of a case needs: names, declaration, channels, action.
#include <rivlin/cases/case_loads.h>

#include <rivlin/base/number_text.h>
#include <rivlin/base/unit_system.h>
#include <rivlin/cases/parameter_declarations.h>
#include <rivlin/fe/boundary_springs.h>
#include <rivlin/fe/follower_pressure.h>
#include <rivlin/fe/traction.h>

#include <algorithm>

namespace rivlin
{
  using dealii::Point;
  using dealii::Tensor;

  const Names<LoadType> &load_type_names()
  {
    static const Names<LoadType> names = {{"traction", LoadType::traction},
                                          {"pressure", LoadType::pressure},
                                          {"springs", LoadType::springs}};
    return names;
  }

  namespace
  {
    const std::array<std::string, 3> axis = {"x", "y", "z"};

    template <int dim>
    BoundarySpring<dim> make_springs(const LoadParameters &load)
    {
      BoundarySpring<dim> spring;
      spring.set = load.set;
      std::copy_n(load.stiffness.begin(), dim, spring.stiffness.begin());
      std::copy_n(load.viscosity.begin(), dim, spring.viscosity.begin());
      return spring;
    }

    FollowerPressure make_pressure(const LoadParameters &load)
    {
      const auto at = [channel = load.pressure](const int order) {
        return [channel, order](const double t) {
          return channel.evaluate(t, order).derivative(order);
        };
      };
      return {load.set, at(0), at(1)};
    }

    template <int dim>
    Traction<dim> make_traction(const LoadParameters &load)
    {
      const auto at = [traction = load.traction](const int order) {
        return
          [traction,
           order](const Point<dim> &, const Tensor<1, dim> &, const double t) {
            Tensor<1, dim> value;
            for (int i = 0; i < dim; ++i)
              value[i] = traction[i].evaluate(t, order).derivative(order);
            return value;
          };
      };
      return {load.set, at(0), at(1)};
    }
  } // namespace

  void declare_load(Schema &schema,
                    LoadParameters &load,
                    const CaseParameters &values)
  {
    const auto whom = [&load, &values] {
      std::string text =
        "a load of type \"" + name_of(load_type_names(), load.type) + "\"";
      if (load.type == LoadType::springs)
        text += " in " + number_text(values.dimension) + "D" +
                (values.time.is_static() ? " statics" : "");
      return text;
    };
    const auto type = [&load, whom](const LoadType wanted) {
      return [&load, whom, wanted]() -> std::string {
        return load.type == wanted ? "" : whom();
      };
    };
    const auto exists = [&values, whom](const int i) {
      return [&values, whom, i]() -> std::string {
        return i < values.dimension ? "" : whom();
      };
    };
    const auto moves = [&values, whom]() -> std::string {
      return values.time.is_static() ? whom() : "";
    };
    const ValueType<Channel> channel = channel_in(directory_of(values));
    schema
      .add("Set",
           load.set,
           any_text(),
           "",
           "Boundary set of the mesh; without it the name of this section.")
      .with_role(Role::body);
    schema
      .add(
        "Type",
        load.type,
        one_of(load_type_names()),
        "",
        "traction: force per undeformed area in fixed directions; pressure: normal to the deformed surface, positive against it; springs: to the ground, they oppose displacement and velocity.")
      .chooses()
      .with_role(Role::body);
    for (int i = 0; i < 3; ++i)
      schema
        .add("Traction " + axis[i],
             load.traction[i],
             channel,
             "stress",
             "Traction: component " + axis[i] + ", a channel.")
        .needs(type(LoadType::traction))
        .needs(exists(i));
    schema
      .add("Pressure", load.pressure, channel, "stress", "Pressure, a channel.")
      .needs(type(LoadType::pressure));
    for (int i = 0; i < 3; ++i)
      schema
        .add("Stiffness " + axis[i],
             load.stiffness[i],
             number(0),
             "stress/length",
             "Springs: force " + axis[i] +
               " per displacement and undeformed area.")
        .with_role(Role::body)
        .needs(type(LoadType::springs))
        .needs(exists(i));
    for (int i = 0; i < 3; ++i)
      schema
        .add("Viscosity " + axis[i],
             load.viscosity[i],
             number(0),
             "stress s/length",
             "Springs in dynamics: force " + axis[i] +
               " per velocity and undeformed area.")
        .with_role(Role::body)
        .needs(type(LoadType::springs))
        .needs(exists(i))
        .needs(moves);
  }

  LoadParameters read_load(const std::string &name,
                           const LoadParameters &load,
                           const CaseParameters &parameters,
                           CaseChannels &channels)
  {
    const std::string unit    = unit_system(parameters.unit_system).stress;
    const std::string section = "Loads/" + name;
    LoadParameters result     = load;
    switch (load.type)
      {
        case LoadType::springs:
          break;
        case LoadType::pressure:
          result.pressure = channels.read(section + "/Pressure",
                                          load.pressure,
                                          with_unit(name + " pressure", unit),
                                          ChannelKind::load);
          break;
        case LoadType::traction:
          for (int i = 0; i < parameters.dimension; ++i)
            result.traction[i] =
              channels.read(section + "/Traction " + axis[i],
                            load.traction[i],
                            with_unit(name + " traction " + axis[i], unit),
                            ChannelKind::load);
          break;
      }
    return result;
  }

  template <int dim>
  ActionDefinition<dim> make_load(const LoadParameters &load)
  {
    switch (load.type)
      {
        case LoadType::springs:
          return make_springs<dim>(load);
        case LoadType::pressure:
          return make_pressure(load);
        case LoadType::traction:
          return make_traction<dim>(load);
      }
    return {};
  }

  template ActionDefinition<2> make_load(const LoadParameters &);
  template ActionDefinition<3> make_load(const LoadParameters &);
} // namespace rivlin
