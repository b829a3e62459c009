// SPDX-License-Identifier: Apache-2.0
// What acts on the body, where it starts and where it is looked at: sections
// Loads, Contacts, Gravity, Initial, Probes.
#include <rivlin/cases/parameter_declarations.h>

#include <rivlin/cases/case_contacts.h>
#include <rivlin/cases/case_loads.h>

#include <rivlin/base/number_text.h>

namespace rivlin
{
  namespace
  {
    const std::array<std::string, 3> axis = {"x", "y", "z"};

    const Names<ProbeQuantity> &quantity_names()
    {
      static const Names<ProbeQuantity> names = {
        {"displacement", ProbeQuantity::displacement},
        {"velocity", ProbeQuantity::velocity},
        {"stress", ProbeQuantity::stress},
        {"von Mises", ProbeQuantity::von_mises},
        {"pressure", ProbeQuantity::pressure},
        {"principal stretch", ProbeQuantity::principal_stretch},
        {"J", ProbeQuantity::volume_ratio}};
      return names;
    }

    /// How the surface pushes and rubs.
    template <typename Condition>
    void declare_contact_law(Schema &schema,
                             ContactParameters &contact,
                             const Condition &rigid)
    {
      schema.add(
        "Method",
        contact.method,
        one_of<ContactMethod>({{"penalty", ContactMethod::penalty},
                               {"barrier", ContactMethod::barrier}}),
        "",
        "penalty: acts on penetration, which stays below Distance; barrier: acts below Distance, never penetrates.");
      schema.add(
        "Distance",
        contact.distance,
        number(0),
        "length",
        "Bound of the penetration or of the gap at which the rubber stops; 0: 1e-4 of the size of the part, with body 5e-4.");
      schema.add(
        "Pressure",
        contact.pressure,
        number(0),
        "stress",
        "Scale of contact pressures: the stiffness is Pressure/Distance, and the bound holds up to 7 times this pressure (penalty), 23 times (barrier); 0: ten shear moduli.");
      schema
        .add("Friction coefficient",
             contact.friction,
             number(0),
             "",
             "Coulomb friction between rubber and a rigid surface; 0: none.")
        .needs(rigid);
      schema
        .add(
          "Elastic slip",
          contact.elastic_slip,
          number(0),
          "length",
          "Friction: how far the rubber moves along the surface before it slips at the contact pressure Pressure, in proportion at others; 0: Distance.")
        .needs([&contact, rigid]() -> std::string {
          if (std::string whom = rigid(); !whom.empty())
            return whom;
          return contact.friction > 0 ? "" : "a contact without friction";
        });
    }

    /// Cylinders and surfaces of revolution; `whom` describes the contact.
    template <typename Whom>
    void declare_round_surface(Schema &schema,
                               ContactParameters &contact,
                               const Whom &whom)
    {
      const auto cylinder = [&contact, whom]() -> std::string {
        return contact.surface == ContactSurface::cylinder ? "" : whom();
      };
      const auto round = [&contact, whom]() -> std::string {
        return contact.surface == ContactSurface::cylinder ||
                   contact.surface == ContactSurface::revolution
                 ? ""
                 : whom();
      };
      const auto revolution = [&contact, whom]() -> std::string {
        return contact.surface == ContactSurface::revolution ? "" : whom();
      };
      schema
        .add("Radius",
             contact.radius,
             number(0),
             "length",
             "Cylinder: its radius.")
        .needs(cylinder);
      schema
        .add(
          "Through",
          contact.through,
          any_text(),
          "",
          "Cylinder, instead of Radius: boundary set that lies on it but for rounded ends, such as the opposite side of a void, which thereby becomes a rigid stop.")
        .needs(cylinder);
      schema
        .add(
          "Rubber",
          contact.rubber_inside,
          one_of<bool>({{"inside", true}, {"outside", false}}),
          "",
          "Cylinder: on which side the rubber is. Revolution: outside is the left of the profile as it is walked through, axial to the right and radial upwards; inside the right.")
        .needs(round);
      schema
        .add(
          "Profile",
          contact.profile,
          number_rows(2),
          "length",
          "Revolution: points of the profile, \"axial, radial; axial, radial; ...\", at least three; before the first and behind the last one it goes on straight.")
        .needs(revolution);
      schema
        .add(
          "Corner radius",
          contact.corner_radius,
          number(0),
          "length",
          "Revolution: radius by which all corners of the profile are rounded; larger than Distance.")
        .needs(revolution);
    }

    void declare_contact(Schema &schema,
                         ContactParameters &contact,
                         const CaseParameters &values)
    {
      const auto whom = [&contact, &values] {
        return "a " + name_of(contact_surface_names(), contact.surface) +
               " in " + number_text(values.dimension) + "D";
      };
      const auto body = [&contact, whom]() -> std::string {
        return contact.surface == ContactSurface::body ? "" : whom();
      };
      const auto rigid = [&contact, whom]() -> std::string {
        return contact.surface == ContactSurface::body ? whom() : "";
      };
      const auto has_direction = [&contact, &values, whom]() -> std::string {
        return contact.surface == ContactSurface::plane ||
                   (contact.surface != ContactSurface::body &&
                    values.dimension == 3)
                 ? ""
                 : whom();
      };
      schema.add(
        "Set",
        contact.sets,
        name_list(),
        "",
        "Boundary set of the rubber that may touch the surface, or several, separated by commas; without it the name of this section.");
      schema.add(
        "Surface",
        contact.surface,
        one_of(contact_surface_names()),
        "",
        "Rigid surface: plane or cylinder (in 2D a line or a circle), or in 3D a surface of revolution given by its profile; body: the rubber itself, its sets Against.");
      schema
        .add(
          "Against",
          contact.against,
          name_list(),
          "",
          "Body: boundary set of the rubber on the other side, or several, separated by commas. The sides may be exchanged; the same sets as in Set may touch themselves.")
        .needs(body);
      schema
        .add(
          "Point",
          contact.point,
          number_list(),
          "length",
          "Point of the plane or of the axis of a round surface, from which axial coordinates of a profile count, \"x, y, z\"; without it the origin.")
        .needs(rigid);
      schema
        .add(
          "Direction",
          contact.direction,
          number_list(),
          "",
          "Normal of the plane, towards the rubber, or axis of a round surface, \"x, y, z\", of any length; without it y in 2D and z in 3D, the axis always z in 2D.")
        .needs(has_direction);
      declare_round_surface(schema, contact, whom);
      schema
        .add(
          "Carried by",
          contact.carrier,
          any_text(),
          "",
          "Fixed, driven or free support that the surface moves with and that feels its force; without it the surface is at rest.")
        .needs(rigid);
      declare_contact_law(schema, contact, rigid);
    }

    void declare_initial(Schema &schema, CaseParameters &values)
    {
      InitialParameters &initial = values.initial;
      const auto dynamics        = [&values]() -> std::string {
        return values.time.is_static()
                        ? "statics, which starts from the undeformed body,"
                        : "";
      };
      const auto is_given = [&values]() -> std::string {
        for (const std::string key : {"Displacement ", "Velocity "})
          for (int i = 0; i < values.dimension; ++i)
            if (values.given.count("Initial/" + key + axis[i]) > 0)
              return "";
        return "a start without initial displacement or velocity";
      };
      const auto exists = [&values](const int i) {
        return [&values, i]() -> std::string {
          return i < values.dimension ? "" : "a model in 2D";
        };
      };
      const auto mixed = [&values]() -> std::string {
        return values.formulation == Formulation::mixed
                 ? ""
                 : "the displacement formulation";
      };
      schema.section("Initial", Role::drive);
      schema
        .add(
          "Definitions",
          initial.definitions,
          any_text(),
          "",
          "Dynamics: abbreviations for the formulas of this section, \"name = formula\" separated by semicolons; each may use x, y, z and those before it.")
        .needs(dynamics)
        .needs(is_given);
      for (int i = 0; i < 3; ++i)
        schema
          .add(
            "Displacement " + axis[i],
            initial.displacement[i],
            any_text(),
            "length",
            "Dynamics: displacement " + axis[i] +
              " at t = 0, a formula in the place x, y, z; it must agree with the supports.")
          .needs(exists(i))
          .needs(dynamics);
      for (int i = 0; i < 3; ++i)
        schema
          .add(
            "Velocity " + axis[i],
            initial.velocity[i],
            any_text(),
            "length/s",
            "Dynamics: velocity " + axis[i] +
              " at t = 0, a formula in the place x, y, z; it must agree with the supports.")
          .needs(exists(i))
          .needs(dynamics);
      schema
        .add(
          "Volume waves",
          initial.without_volume_waves,
          one_of<bool>({{"as given", false}, {"none", true}}),
          "",
          "Dynamics, mixed, nearly incompressible: none moves the start to the nearest one without pressure waves, which the bulk modulus makes out of errors of interpolation; incompressible rubber never has any.")
        .needs(dynamics)
        .needs(is_given)
        .needs(mixed);
    }
  } // namespace

  void declare_actions(Schema &schema, CaseParameters &values)
  {
    for (auto &[name, load] : values.loads)
      {
        schema.section("Loads/" + name, Role::drive);
        declare_load(schema, load, values);
      }
    for (auto &[name, contact] : values.contacts)
      {
        schema.section("Contacts/" + name, Role::body);
        declare_contact(schema, contact, values);
      }
    schema.section("Gravity", Role::drive);
    for (int i = 0; i < 3; ++i)
      schema
        .add("Acceleration " + axis[i],
             values.gravity[i],
             channel_in(directory_of(values)),
             "length/s^2",
             "Acceleration of gravity " + axis[i] +
               " on rubber and free sleeves, a channel.")
        .needs([&values, i]() -> std::string {
          return i < values.dimension ? "" : "a plane model";
        });
    declare_initial(schema, values);
    for (auto &[name, probe] : values.probes)
      {
        schema.section("Probes/" + name, Role::output);
        schema.add(
          "Point",
          probe.point,
          number_list(),
          "length",
          "Point of the undeformed body, \"x, y, z\"; what \"Quantities\" names goes to history.csv.");
        schema.add(
          "Set",
          probe.set,
          any_text(),
          "",
          "Instead of a point: a region, or a part of the boundary with the cells next to it.");
        schema.add(
          "Quantities",
          probe.quantities,
          some_of(quantity_names()),
          "",
          "Stress is Cauchy's, pressure its mean, principal stretch the largest. Of a set: means of displacement, velocity (over the region or the boundary) and stress, the largest von Mises stress and stretch, the smallest and largest pressure and J at Gauss points.");
      }
  }
} // namespace rivlin
