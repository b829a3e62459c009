// SPDX-License-Identifier: Apache-2.0
// Sections Supports/<set>.
#include <rivlin/cases/parameter_declarations.h>

namespace rivlin
{
  namespace
  {
    const Names<LoadAxes> &load_axes_names()
    {
      static const Names<LoadAxes> names = {{"inertial", LoadAxes::inertial},
                                            {"body", LoadAxes::body}};
      return names;
    }

    /// Which parameters a support of its type uses.
    class SupportRules
    {
    public:
      SupportRules(const SupportParameters &the_support,
                   const CaseParameters &the_values)
        : support(the_support)
        , values(the_values)
      {}

      /// Holds for supports of these types.
      std::function<std::string()>
      types(const std::vector<SupportType> &allowed) const
      {
        return [*this, allowed]() -> std::string {
          return std::find(allowed.begin(), allowed.end(), support.type) !=
                     allowed.end()
                   ? ""
                   : kind();
        };
      }

      /// Holds for translations of this axis in 2D and 3D.
      std::function<std::string()> translation(const int axis) const
      {
        return [*this, axis]() -> std::string {
          return values.dimension == 3 || axis < 2 ? "" : kind() + " in 2D";
        };
      }

      /// The same for rotations.
      std::function<std::string()> rotation(const int axis) const
      {
        return [*this, axis]() -> std::string {
          return values.dimension == 3 || axis == 2 ? "" : kind() + " in 2D";
        };
      }

      std::function<std::string()> ring(const bool wanted) const
      {
        return [*this, wanted]() -> std::string {
          if (support.ring.empty() != wanted)
            return "";
          return kind() + (wanted ? " without \"Ring\"" : " with \"Ring\"");
        };
      }

    private:
      std::string kind() const
      {
        switch (support.type)
          {
            case SupportType::fixed:
              return "a fixed support";
            case SupportType::prescribed:
              return "a support of type \"prescribed\"";
            case SupportType::driven:
              return "a driven sleeve";
            case SupportType::free:
              return "a free sleeve";
          }
        return "";
      }

      const SupportParameters &support;
      const CaseParameters &values;
    };

    void declare_motion(Schema &schema,
                        SupportParameters &support,
                        const CaseParameters &values)
    {
      const SupportRules rules(support, values);
      const ValueType<Channel> channel = channel_in(directory_of(values));
      const auto sleeves =
        rules.types({SupportType::driven, SupportType::free});
      const auto prescribed = rules.types({SupportType::prescribed});
      const std::array<std::string, 3> axis = {"x", "y", "z"};
      for (int i = 0; i < 3; ++i)
        schema
          .add(
            "Translation " + axis[i],
            support.translation[i],
            channel,
            "length",
            "Driven, and directions of a free sleeve that are not free: translation " +
              axis[i] +
              " of the centre, a channel: formula in t, table(\"file.csv\", \"column\"), or a combination.")
          .needs(sleeves)
          .needs(rules.translation(i));
      for (int i = 0; i < 3; ++i)
        schema
          .add("Rotation " + axis[i],
               support.rotation[i],
               channel,
               "rad",
               "Driven, and free without rotation: component " + axis[i] +
                 " of the rotation vector, a channel; exact at any angle.")
          .needs(sleeves)
          .needs(rules.rotation(i));
      for (int i = 0; i < 3; ++i)
        schema
          .add("Displacement " + axis[i],
               support.displacement[i],
               channel,
               "length",
               "Prescribed: displacement " + axis[i] +
                 " of all nodes, a channel.")
          .needs(prescribed)
          .needs(rules.translation(i));
      schema
        .add(
          "Radial displacement",
          support.radial_displacement,
          channel,
          "length",
          "Prescribed: displacement of all nodes away from the z axis through Centre (give that if a set from a file does not go all around), a channel, added to those of x and y; negative calibrates an outer sleeve.")
        .needs(prescribed);
    }

    void declare_free_sleeve(Schema &schema,
                             SupportParameters &support,
                             const CaseParameters &values)
    {
      const SupportRules rules(support, values);
      const ValueType<Channel> channel      = channel_in(directory_of(values));
      const auto free                       = rules.types({SupportType::free});
      const std::array<std::string, 3> axis = {"x", "y", "z"};
      schema
        .add(
          "Free directions",
          support.free_directions,
          directions(),
          "",
          "Free: translations x y z and rotations rx ry rz that are unknowns; no rotation, one of them (about a fixed axis) or all three. In 2D x y rz.")
        .needs(free);
      schema
        .add("Mass",
             support.mass,
             number(0),
             "mass",
             "Free: mass of the sleeve; needed in dynamics.")
        .needs(free)
        .needs(rules.ring(false));
      schema
        .add(
          "Inertia",
          support.inertia,
          number_list(),
          "mass length^2",
          "Free: moments of inertia about the centre, \"xx, yy, zz\" or \"xx, yy, zz, xy, xz, yz\"; in 2D \"zz\".")
        .needs(free)
        .needs(rules.ring(false));
      schema
        .add(
          "Ring",
          support.ring,
          number_list(),
          "length",
          "Free, instead of Mass and Inertia: a ring about the z axis, \"inner radius, outer radius, length\"; in 2D its length is the thickness of the model.")
        .needs(free);
      schema
        .add("Ring density",
             support.ring_density,
             number(0),
             "mass/length^3",
             "Free: mass per volume of the ring.")
        .needs(free)
        .needs(rules.ring(true));
      for (int i = 0; i < 3; ++i)
        schema
          .add("Force " + axis[i],
               support.force[i],
               channel,
               "force",
               "Free: force " + axis[i] + " at the centre, a channel.")
          .needs(free)
          .needs(rules.translation(i));
      for (int i = 0; i < 3; ++i)
        schema
          .add("Moment " + axis[i],
               support.moment[i],
               channel,
               "force length",
               "Free: moment " + axis[i] + ", a channel.")
          .needs(free)
          .needs(rules.rotation(i));
      schema
        .add(
          "Load axes",
          support.load_axes,
          one_of(load_axes_names()),
          "",
          "Free: axes of force and moment, inertial or turning with the body.")
        .needs(free);
      schema
        .add(
          "Springs",
          support.springs,
          number_list(),
          "force/length, force length",
          "Free: stiffnesses to the ground, \"x, y, z, rx, ry, rz\"; in 2D \"x, y, rz\".")
        .needs(free);
      schema
        .add("Dampers",
             support.dampers,
             number_list(),
             "force s/length, force length s",
             "Free: viscosities to the ground in the same order.")
        .needs(free)
        .tells_unless(only_in_dynamics(values));
    }
  } // namespace

  const Names<SupportType> &support_type_names()
  {
    static const Names<SupportType> names = {{"fixed", SupportType::fixed},
                                             {"driven", SupportType::driven},
                                             {"free", SupportType::free},
                                             {"prescribed",
                                              SupportType::prescribed}};
    return names;
  }

  void declare_supports(Schema &schema, CaseParameters &values)
  {
    for (auto &[name, support] : values.supports)
      {
        const SupportRules rules(support, values);
        schema.section("Supports/" + name, Role::drive);
        schema
          .add("Set",
               support.set,
               any_text(),
               "",
               "Boundary set of the mesh; without it the name of this section.")
          .with_role(Role::body);
        schema
          .add(
            "Type",
            support.type,
            one_of(support_type_names()),
            "",
            "fixed: the components below do not move; driven: rigid sleeve whose pose is given by six channels; free: rigid sleeve that forces move; prescribed: the components below move as their channels say, each node alike.")
          .chooses();
        schema
          .add(
            "Components",
            support.components,
            components(),
            "",
            "Fixed, prescribed: which displacement components are held or moved, e.g. \"xy\"; a symmetry plane x = 0 is \"x\". Prescribed ones must be named.")
          .needs(rules.types({SupportType::fixed, SupportType::prescribed}));
        declare_motion(schema, support, values);
        schema
          .add(
            "Centre",
            support.centre,
            number_list(),
            "length",
            "Point of the sleeve that Translation moves, Rotation turns about and moments refer to, the centre of mass of a free sleeve, \"x, y, z\"; without it the middle of the set.")
          .with_role(Role::body);
        declare_free_sleeve(schema, support, values);
      }
  }
} // namespace rivlin
