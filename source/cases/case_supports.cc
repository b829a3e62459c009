// SPDX-License-Identifier: Apache-2.0
// Sections Supports/<set> become supports; the sleeves are most of it.
#include <rivlin/cases/case_supports.h>

#include <rivlin/base/error.h>
#include <rivlin/base/unit_system.h>
#include <rivlin/cases/parameter_text.h>
#include <rivlin/fe/prescribed_field.h>
#include <rivlin/online/sleeve_channels.h>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace rivlin
{
  namespace
  {
    template <int dim>
    std::array<bool, dim> parse_components(const std::string &text,
                                           const std::string &what)
    {
      std::array<bool, dim> components{};
      const std::string names = "xyz";
      if (text.empty() || text.find_first_not_of(names) != std::string::npos)
        throw Error(what + " is \"" + text +
                    "\". Name the held components by their letters, e.g. "
                    "\"xy\".");
      for (int d = 0; d < dim; ++d)
        components[d] = text.find(names[d]) != std::string::npos;
      return components;
    }

    constexpr std::array<const char *, 3> axis_names = {"x", "y", "z"};

    Matrix3 parse_inertia(const std::string &text,
                          const int dim,
                          const std::string &what)
    {
      const std::vector<double> n = parse_numbers(text, what);
      Matrix3 inertia             = Matrix3::Zero();
      if (dim == 2 && n.size() == 1)
        inertia(2, 2) = n[0];
      else if (dim == 3 && (n.size() == 3 || n.size() == 6))
        {
          for (int i = 0; i < 3; ++i)
            inertia(i, i) = n[i];
          if (n.size() == 6)
            {
              inertia(0, 1) = inertia(1, 0) = n[3];
              inertia(0, 2) = inertia(2, 0) = n[4];
              inertia(1, 2) = inertia(2, 1) = n[5];
            }
        }
      else
        throw Error(what + " is \"" + text + "\": it needs " +
                    (dim == 2 ? "one number (zz)."
                              : "three numbers (xx, yy, zz) or six (xx, yy, "
                                "zz, xy, xz, yz)."));
      return inertia;
    }

    std::array<double, 6>
    parse_six(const std::string &text, const int dim, const std::string &what)
    {
      std::array<double, 6> values{};
      if (text.empty())
        return values;
      const std::vector<double> n    = parse_numbers(text, what);
      const std::vector<int> indices = dim == 2
                                         ? std::vector<int>{0, 1, 5}
                                         : std::vector<int>{0, 1, 2, 3, 4, 5};
      if (n.size() != indices.size())
        throw Error(what + " is \"" + text + "\": it needs " +
                    std::to_string(indices.size()) + " numbers, it has " +
                    std::to_string(n.size()) + ".");
      for (std::size_t k = 0; k < n.size(); ++k)
        {
          if (n[k] < 0)
            throw Error(what + " is \"" + text +
                        "\": values must not be negative.");
          values[indices[k]] = n[k];
        }
      return values;
    }

    /// A ring of inner radius a, outer radius b and length l about the z axis.
    void set_ring(const SupportParameters &support,
                  const int dim,
                  const double thickness,
                  const std::string &what,
                  RigidSleeveProperties &body)
    {
      std::vector<double> n = parse_numbers(support.ring, what);
      if (dim == 2 && n.size() == 2)
        n.push_back(thickness);
      else if (n.size() != 3 || dim == 2)
        throw Error(what + " is \"" + support.ring + "\": it needs " +
                    (dim == 2 ? "two numbers, inner and outer radius."
                              : "three numbers, inner radius, outer radius "
                                "and length."));
      const double a = n[0], b = n[1], l = n[2];
      if (!(a >= 0) || !(b > a) || !(l > 0))
        throw Error(what + " is \"" + support.ring +
                    "\": it needs 0 <= inner < outer radius and a positive "
                    "length.");
      body.mass          = support.ring_density * M_PI * (b * b - a * a) * l;
      body.inertia(2, 2) = body.mass * (a * a + b * b) / 2;
      body.inertia(0, 0) = body.inertia(1, 1) =
        body.mass * (3 * (a * a + b * b) + l * l) / 12;
    }

    /// Which directions are free; those of the words "x y z rx ry rz".
    void set_free_directions(const std::string &text,
                             const int dim,
                             const std::string &what,
                             RigidSleeveProperties &body)
    {
      std::string spaced = text;
      std::replace(spaced.begin(), spaced.end(), ',', ' ');
      std::istringstream words(spaced);
      std::array<bool, 3> rotates{};
      bool any = false;
      for (std::string word; words >> word;)
        {
          any             = true;
          const bool turn = word.size() == 2 && word[0] == 'r';
          const auto axis = std::string("xyz").find(word.back());
          if (axis == std::string::npos || word.size() > (turn ? 2u : 1u))
            throw Error(what + " is \"" + text + "\": \"" + word +
                        "\" is none of x y z rx ry rz.");
          if (dim == 2 && (turn ? axis != 2 : axis == 2))
            {
              // The default names all six; in 2D only three of them exist.
              if (text == SupportParameters().free_directions)
                continue;
              throw Error(what + " is \"" + text + "\": \"" + word +
                          "\" does not exist in 2D. Use x, y and rz.");
            }
          (turn ? rotates : body.free_translation)[axis] = true;
        }
      if (!any)
        throw Error(what +
                    " is empty. Name directions, or use the type "
                    "\"driven\".");
      const auto n_rotations = std::count(rotates.begin(), rotates.end(), true);
      if (n_rotations == 3)
        body.rotation = RotationFreedom::free;
      else if (n_rotations == 1)
        {
          body.rotation = RotationFreedom::about_axis;
          body.axis     = rotates[0] ? 0 : rotates[1] ? 1 : 2;
        }
      else if (n_rotations == 2)
        throw Error(what + " is \"" + text +
                    "\": two free rotations have no meaning for large "
                    "angles. Free one or three.");
    }

    /// The rigid body of a free sleeve.
    RigidSleeveProperties make_body(const SupportParameters &support,
                                    const int dim,
                                    const double thickness,
                                    const std::string &section)
    {
      RigidSleeveProperties body;
      set_free_directions(support.free_directions,
                          dim,
                          section + "/Free directions\"",
                          body);
      body.mass = support.mass;
      if (!support.inertia.empty())
        body.inertia =
          parse_inertia(support.inertia, dim, section + "/Inertia\"");
      if (!support.ring.empty())
        set_ring(support, dim, thickness, section + "/Ring\"", body);
      body.stiffness = parse_six(support.springs, dim, section + "/Springs\"");
      body.damping   = parse_six(support.dampers, dim, section + "/Dampers\"");
      body.force_in_body_axes = body.moment_in_body_axes =
        support.load_axes == "body";
      return body;
    }

    /// Throws Error for a channel of a direction that does not read it.
    void refuse_unused(const std::string &text,
                       const bool used,
                       const std::string &what,
                       const std::string &reason)
    {
      if (!used && text != "0")
        throw Error(what + " is given, but " + reason + ". Remove it.");
    }

    /// Components and radius of a surface, as their channels say.
    template <int dim>
    void set_prescribed_field(const std::string &name,
                              const SupportParameters &support,
                              const CaseParameters &parameters,
                              CaseChannels &channels,
                              Support<dim> &result)
    {
      const std::string section = "Supports/" + name;
      const std::string unit    = unit_system(parameters.unit_system).length;
      if (parameters.given.count(section + "/Components") == 0)
        throw Error("\"" + section +
                    "\" is prescribed, but \"Components\" is missing. Name "
                    "the components that shall move as their channels say, "
                    "e.g. \"x\"; the others stay free.");
      PrescribedField<dim> field;
      field.centre = *result.centre;
      for (int i = 0; i < dim; ++i)
        {
          const std::string key = section + "/Displacement " + axis_names[i];
          refuse_unused(support.displacement[i],
                        result.components[i],
                        "\"" + key + "\"",
                        "\"Components\" leaves this component free");
          if (result.components[i])
            field.displacement[i] =
              channels.read(key,
                            support.displacement[i],
                            with_unit(name + " displacement " + axis_names[i],
                                      unit),
                            ChannelKind::motion);
        }
      const std::string key = section + "/Radial displacement";
      if (support.radial_displacement != "0" || channels.is_in_steps(key))
        {
          if (!result.components[0] || !result.components[1])
            throw Error("\"" + key + "\" needs the components x and y, but \"" +
                        section + "/Components\" is \"" + support.components +
                        "\".");
          field.radial =
            channels.read(key,
                          support.radial_displacement,
                          with_unit(name + " radial displacement", unit),
                          ChannelKind::motion);
        }
      result.displacement = field;
    }
  } // namespace

  template <int dim>
  Support<dim> make_support(const std::string &name,
                            const SupportParameters &support,
                            const CaseParameters &parameters,
                            const Mesh<dim> &mesh,
                            CaseChannels &channels)
  {
    const std::string section = "\"Supports/" + name;
    Support<dim> result;
    result.set    = support.set;
    result.centre = support.centre.empty()
                      ? mesh.centre(support.set)
                      : parse_point<dim>(support.centre, section + "/Centre\"");
    if (support.type == "fixed" || support.type == "prescribed")
      {
        result.components =
          parse_components<dim>(support.components, section + "/Components\"");
        if (support.type == "prescribed")
          set_prescribed_field(name, support, parameters, channels, result);
        return result;
      }
    const UnitSystem &units = unit_system(parameters.unit_system);
    Sleeve sleeve;
    const bool is_free = support.type == "free";
    if (is_free)
      sleeve.body = make_body(support, dim, parameters.thickness, section);
    const auto read = [&](const std::string &quantity,
                          const std::string &text,
                          const std::string &unit,
                          Channel &channel) {
      std::string lower = quantity;
      lower[0]          = static_cast<char>(std::tolower(lower[0]));
      // "force" and "moment" alone are those between sleeve and rubber.
      const bool is_load = lower[0] == 'f' || lower[0] == 'm';
      if (is_load)
        lower = "applied " + lower;
      channel =
        channels.read("Supports/" + name + "/" + quantity,
                      text,
                      with_unit(name + " " + lower, unit),
                      is_load ? ChannelKind::load : ChannelKind::motion);
    };
    SleeveChannels pose;
    std::array<Channel, 3> force, moment;
    const std::string follows = "this direction of the sleeve is free";
    const std::string driven  = "this direction of the sleeve is driven";
    for (int i = 0; i < dim; ++i)
      {
        const std::string axis = std::string(" ") + axis_names[i];
        const bool unknown     = sleeve.body.free_translation[i];
        refuse_unused(support.translation[i],
                      !unknown,
                      section + "/Translation" + axis + "\"",
                      follows);
        if (!unknown)
          read("Translation" + axis,
               support.translation[i],
               units.length,
               pose.translation[i]);
        if (!is_free)
          continue;
        const bool used = unknown || support.load_axes == "body";
        refuse_unused(support.force[i],
                      used,
                      section + "/Force" + axis + "\"",
                      driven);
        if (used)
          read("Force" + axis, support.force[i], units.force, force[i]);
      }
    const bool all_turn = sleeve.body.rotation == RotationFreedom::free;
    for (int i = dim == 2 ? 2 : 0; i < 3; ++i)
      {
        const std::string axis = std::string(" ") + axis_names[i];
        const bool turns =
          all_turn || (sleeve.body.rotation == RotationFreedom::about_axis &&
                       sleeve.body.axis == i);
        // A rotation about one axis leaves the other angles at zero.
        const bool prescribed = sleeve.body.rotation == RotationFreedom::none;
        refuse_unused(support.rotation[i],
                      prescribed,
                      section + "/Rotation" + axis + "\"",
                      "the sleeve rotates freely");
        if (prescribed)
          read("Rotation" + axis, support.rotation[i], "rad", pose.rotation[i]);
        if (!is_free)
          continue;
        refuse_unused(support.moment[i],
                      turns,
                      section + "/Moment" + axis + "\"",
                      driven);
        if (turns)
          read("Moment" + axis, support.moment[i], units.moment, moment[i]);
      }
    sleeve.motion = [pose](const double t, const int order) {
      return pose.motion(t, order);
    };
    if (is_free)
      sleeve.load = [force, moment](const double t, const int order) {
        SleeveLoad load;
        for (int i = 0; i < 3; ++i)
          {
            load.force[i]  = force[i].evaluate(t, order).derivative(order);
            load.moment[i] = moment[i].evaluate(t, order).derivative(order);
          }
        return load;
      };
    result.sleeve = sleeve;
    return result;
  }

  template Support<2> make_support(const std::string &,
                                   const SupportParameters &,
                                   const CaseParameters &,
                                   const Mesh<2> &,
                                   CaseChannels &);
  template Support<3> make_support(const std::string &,
                                   const SupportParameters &,
                                   const CaseParameters &,
                                   const Mesh<3> &,
                                   CaseChannels &);
} // namespace rivlin
