// SPDX-License-Identifier: Apache-2.0
// A kind of surface has three lines here: its name, and its numbers in both
// directions.
#include "rom_contact.h"

#include <type_traits>

namespace rivlin
{
  namespace
  {
    using Json = nlohmann::json;

    /// Lines and arcs of a profile; a user's has a few dozen.
    constexpr int largest_profile = 100000;

    Json list_of(const Vector3 &vector)
    {
      return {vector[0], vector[1], vector[2]};
    }

    Vector3 vector_of(const RomObject &object, const char *key)
    {
      const std::vector<double> numbers = object.numbers(key, 3);
      return {numbers[0], numbers[1], numbers[2]};
    }

    template <class Shape>
    constexpr const char *shape_name = nullptr;
    template <>
    constexpr const char *shape_name<Plane> = "plane";
    template <>
    constexpr const char *shape_name<Cylinder> = "cylinder";
    template <>
    constexpr const char *shape_name<Revolution> = "revolution";

    Json shape_json(const Plane &plane)
    {
      return {{"point", list_of(plane.point)},
              {"normal", list_of(plane.normal)}};
    }

    void read_shape(const RomObject &object, Plane &plane)
    {
      plane = {vector_of(object, "point"), vector_of(object, "normal")};
    }

    Json shape_json(const Cylinder &cylinder)
    {
      return {{"point", list_of(cylinder.point)},
              {"axis", list_of(cylinder.axis)},
              {"radius", cylinder.radius},
              {"rubber_inside", cylinder.rubber_inside}};
    }

    void read_shape(const RomObject &object, Cylinder &cylinder)
    {
      cylinder = {vector_of(object, "point"),
                  vector_of(object, "axis"),
                  object.number("radius"),
                  object.truth("rubber_inside")};
    }

    /// Of the pieces one after the other: from, to, direction and centre by
    /// their axial and radial coordinates, and the radius.
    constexpr std::size_t n_piece_numbers = 9;

    Json shape_json(const Revolution &revolution)
    {
      Json pieces = Json::array();
      for (const ProfilePiece &piece : revolution.profile)
        {
          for (const ProfilePoint &point :
               {piece.from, piece.to, piece.direction, piece.centre})
            {
              pieces.push_back(point.axial);
              pieces.push_back(point.radial);
            }
          pieces.push_back(piece.radius);
        }
      return {{"point", list_of(revolution.point)},
              {"axis", list_of(revolution.axis)},
              {"n_pieces", revolution.profile.size()},
              {"pieces", pieces},
              {"rubber_left", revolution.rubber_left}};
    }

    void read_shape(const RomObject &object, Revolution &revolution)
    {
      revolution.point       = vector_of(object, "point");
      revolution.axis        = vector_of(object, "axis");
      revolution.rubber_left = object.truth("rubber_left");
      const auto n           = static_cast<std::size_t>(
        object.integer("n_pieces", 1, largest_profile));
      const std::vector<double> numbers =
        object.numbers("pieces", n * n_piece_numbers);
      for (std::size_t k = 0; k < n; ++k)
        {
          const double *at    = &numbers[k * n_piece_numbers];
          ProfilePiece &piece = revolution.profile.emplace_back();
          piece               = {{at[0], at[1]},
                                 {at[2], at[3]},
                                 {at[4], at[5]},
                                 {at[6], at[7]},
                                 at[8],
                                 k == 0,
                                 k + 1 == n};
        }
    }

    Json surface_json(const RigidSurface &surface)
    {
      return std::visit(
        []<class Shape>(const Shape &shape) {
          Json json    = shape_json(shape);
          json["kind"] = shape_name<Shape>;
          return json;
        },
        surface);
    }

    template <class... Shapes>
    void read_surface(const RomObject &object, std::variant<Shapes...> &surface)
    {
      const std::string kind = object.text("kind");
      const auto take        = [&]<class Shape>(const Shape &) {
        if (kind != shape_name<Shape>)
          return false;
        read_shape(object, surface.template emplace<Shape>());
        return true;
      };
      if (!(take(Shapes{}) || ...))
        object.fail_unknown("rigid surface", kind);
    }

    const char *method_name(const ContactMethod method)
    {
      return method == ContactMethod::penalty ? "penalty" : "barrier";
    }

    ContactLaw law_of(const RomObject &object)
    {
      const std::string name = object.text("method");
      for (const ContactMethod method :
           {ContactMethod::penalty, ContactMethod::barrier})
        if (name == method_name(method))
          return {method, object.number("distance"), object.number("pressure")};
      object.fail_unknown("contact law", name);
    }
  } // namespace

  void write_contact(const ReducedContact &contact, RomWriter &file)
  {
    file.description = {{"name", contact.name},
                        {"surface", surface_json(contact.surface)},
                        {"law",
                         {{"method", method_name(contact.law.method)},
                          {"distance", contact.law.distance},
                          {"pressure", contact.law.pressure}}},
                        {"carrier", contact.carrier},
                        {"sleeve", contact.sleeve},
                        {"centre", list_of(contact.centre)}};
    file.put("points", contact.points);
    file.put("modes", contact.modes);
    file.put("weights", contact.weights);
    file.put("touched", contact.touched);
  }

  ReducedContact read_contact(const RomReader &file)
  {
    const RomObject &object = file.description;
    ReducedContact contact;
    contact.name = object.text("name");
    read_surface(object.object("surface"), contact.surface);
    contact.law     = law_of(object.object("law"));
    contact.carrier = object.text("carrier");
    contact.sleeve  = object.integer("sleeve", -1, 1000000);
    contact.centre  = vector_of(object, "centre");
    contact.points  = file.matrix("points");
    contact.modes   = file.matrix("modes");
    contact.weights = file.column("weights");
    contact.touched = file.integers("touched");
    return contact;
  }
} // namespace rivlin
