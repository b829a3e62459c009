// SPDX-License-Identifier: Apache-2.0
// Mass, inertia, springs and free directions of a sleeve.
#include <rivlin/cases/rigid_body.h>

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>

#include <algorithm>
#include <numbers>

namespace rivlin
{
  namespace
  {
    /// `"Supports/inner/Ring" is "1, 2": `
    std::string quoted(const std::string &key, const std::string &text)
    {
      return "\"" + key + "\" is \"" + text + "\": ";
    }

    std::string quoted(const std::string &key,
                       const std::vector<double> &numbers)
    {
      return quoted(key, number_list().print(numbers));
    }

    Matrix3 make_inertia(const std::vector<double> &n,
                         const int dim,
                         const std::string &key)
    {
      Matrix3 inertia = Matrix3::Zero();
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
        throw Error(quoted(key, n) + "it needs " +
                    (dim == 2 ? "one number (zz)."
                              : "three numbers (xx, yy, zz) or six (xx, yy, "
                                "zz, xy, xz, yz)."));
      return inertia;
    }

    /// Stiffnesses or viscosities of the six directions.
    std::array<double, 6> make_six(const std::vector<double> &n,
                                   const int dim,
                                   const std::string &key)
    {
      std::array<double, 6> values{};
      if (n.empty())
        return values;
      const std::vector<int> indices = dim == 2
                                         ? std::vector<int>{0, 1, 5}
                                         : std::vector<int>{0, 1, 2, 3, 4, 5};
      if (n.size() != indices.size())
        throw Error(quoted(key, n) + "it needs " + number_text(indices.size()) +
                    " numbers, it has " + number_text(n.size()) + ".");
      for (std::size_t k = 0; k < n.size(); ++k)
        {
          if (n[k] < 0)
            throw Error(quoted(key, n) + "values must not be negative.");
          values[indices[k]] = n[k];
        }
      return values;
    }

    /// A ring of inner radius a, outer radius b and length l about the z axis.
    void set_ring(const SupportParameters &support,
                  const CaseParameters &parameters,
                  const std::string &key,
                  RigidSleeveProperties &body)
    {
      std::vector<double> n = support.ring;
      const bool is_plane   = parameters.dimension == 2;
      if (is_plane && n.size() == 2)
        n.push_back(parameters.thickness);
      else if (n.size() != 3 || is_plane)
        throw Error(quoted(key, support.ring) + "it needs " +
                    (is_plane ? "two numbers, inner and outer radius."
                              : "three numbers, inner radius, outer radius "
                                "and length."));
      const double a = n[0], b = n[1], l = n[2];
      if (!(a >= 0) || !(b > a) || !(l > 0))
        throw Error(quoted(key, support.ring) +
                    "it needs 0 <= inner < outer radius and a positive "
                    "length.");
      body.mass = support.ring_density * std::numbers::pi * (b * b - a * a) * l;
      body.inertia(2, 2) = body.mass * (a * a + b * b) / 2;
      body.inertia(0, 0) = body.inertia(1, 1) =
        body.mass * (3 * (a * a + b * b) + l * l) / 12;
    }

    void set_free_directions(const SupportParameters &support,
                             const CaseParameters &parameters,
                             const std::string &key,
                             RigidSleeveProperties &body)
    {
      std::array<bool, 6> free = support.free_directions;
      const std::string text   = directions().print(free);
      if (parameters.dimension == 2)
        for (const int i : {2, 3, 4})
          {
            // The default names all six; in 2D only three of them exist.
            if (free[i] && parameters.given.count(key) > 0)
              throw Error(quoted(key, text) + "\"" +
                          std::array{"x", "y", "z", "rx", "ry", "rz"}[i] +
                          "\" does not exist in 2D. Use x, y and rz.");
            free[i] = false;
          }
      if (std::find(free.begin(), free.end(), true) == free.end())
        throw Error("\"" + key +
                    "\" is empty. Name directions, or use the type "
                    "\"driven\".");
      std::copy_n(free.begin(), 3, body.free_translation.begin());
      const auto n_rotations = std::count(free.begin() + 3, free.end(), true);
      if (n_rotations == 3)
        body.rotation = RotationFreedom::free;
      else if (n_rotations == 1)
        {
          body.rotation = RotationFreedom::about_axis;
          body.axis     = static_cast<int>(
            std::find(free.begin() + 3, free.end(), true) - free.begin() - 3);
        }
      else if (n_rotations == 2)
        throw Error(quoted(key, text) +
                    "two free rotations have no meaning for large "
                    "angles. Free one or three.");
    }
  } // namespace

  RigidSleeveProperties make_rigid_body(const SupportParameters &support,
                                        const CaseParameters &parameters,
                                        const std::string &section)
  {
    const int dim = parameters.dimension;
    RigidSleeveProperties body;
    set_free_directions(support,
                        parameters,
                        section + "/Free directions",
                        body);
    body.mass = support.mass;
    if (!support.inertia.empty())
      body.inertia = make_inertia(support.inertia, dim, section + "/Inertia");
    if (!support.ring.empty())
      set_ring(support, parameters, section + "/Ring", body);
    body.stiffness = make_six(support.springs, dim, section + "/Springs");
    body.damping   = make_six(support.dampers, dim, section + "/Dampers");
    body.force_in_body_axes = body.moment_in_body_axes =
      support.load_axes == LoadAxes::body;
    return body;
  }
} // namespace rivlin
