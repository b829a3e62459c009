// SPDX-License-Identifier: Apache-2.0
// Texts of a contact -> rigid surface, law and carrier.
#include <rivlin/cases/case_contacts.h>

#include <rivlin/base/error.h>
#include <rivlin/base/nearest_name.h>
#include <rivlin/base/number_text.h>

#include <deal.II/base/mpi.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace rivlin
{
  namespace
  {
    Vector3 make_vector(const int dim,
                        const std::vector<double> &numbers,
                        const Vector3 &otherwise,
                        const std::string &key)
    {
      if (numbers.empty())
        return otherwise;
      if (static_cast<int>(numbers.size()) != dim)
        throw Error("\"" + key + "\" is \"" + number_list().print(numbers) +
                    "\": it needs " + number_text(dim) + " numbers in " +
                    number_text(dim) + "D, it has " +
                    number_text(numbers.size()) + ".");
      Vector3 vector = Vector3::Zero();
      std::copy(numbers.begin(), numbers.end(), vector.data());
      return vector;
    }

    /// Radius of the cylinder about the given axis that most of a boundary set
    /// lies on. The side of a void has rounded ends, which leave it towards the
    /// rubber: of the vertices the one farthest from the rubber counts.
    template <int dim>
    double radius_of(const std::string &set,
                     const Cylinder &cylinder,
                     const Mesh<dim> &mesh,
                     const std::string &what)
    {
      const auto id = mesh.boundary_id(set);
      std::vector<double> distances;
      for (const auto &cell : mesh.triangulation.active_cell_iterators())
        if (cell->is_locally_owned())
          for (const unsigned int f : cell->face_indices())
            if (cell->face(f)->at_boundary() &&
                cell->face(f)->boundary_id() == id)
              for (const unsigned int v : cell->face(f)->vertex_indices())
                {
                  Vector3 x = Vector3::Zero();
                  for (int i = 0; i < dim; ++i)
                    x[i] = cell->face(f)->vertex(v)[i];
                  distances.push_back(
                    (x - cylinder.point).cross(cylinder.axis).norm());
                }
      const MPI_Comm communicator = mesh.triangulation.get_communicator();
      const auto [low, high] =
        std::minmax_element(distances.begin(), distances.end());
      const double nearest =
        dealii::Utilities::MPI::min(distances.empty()
                                      ? std::numeric_limits<double>::max()
                                      : *low,
                                    communicator);
      const double farthest =
        dealii::Utilities::MPI::max(distances.empty() ? 0. : *high,
                                    communicator);
      const double radius = cylinder.rubber_inside ? farthest : nearest;
      const double n_on   = static_cast<double>(
        std::count_if(distances.begin(), distances.end(), [&](const double r) {
          return std::abs(r - radius) <= 1e-6 * radius;
        }));
      const double part =
        dealii::Utilities::MPI::sum(n_on, communicator) /
        dealii::Utilities::MPI::sum(static_cast<double>(distances.size()),
                                    communicator);
      if (!(part >= 0.5))
        throw Error(what + ": the set \"" + set +
                    "\" is no cylinder about the given axis, its distances "
                    "are " +
                    number_text(nearest) + " to " + number_text(farthest) +
                    ". Correct \"Point\" and \"Direction\", or give "
                    "\"Radius\".");
      return radius;
    }

    template <int dim>
    RigidSurface make_surface(const ContactParameters &contact,
                              const Mesh<dim> &mesh,
                              const std::string &section)
    {
      const Vector3 point =
        make_vector(dim, contact.point, Vector3::Zero(), section + "/Point");
      const bool is_plane = contact.surface == ContactSurface::plane;
      const Vector3 direction =
        make_vector(dim,
                    contact.direction,
                    dim == 2 && is_plane ? Vector3::UnitY() : Vector3::UnitZ(),
                    section + "/Direction");
      if (!(direction.norm() > 0))
        throw Error("\"" + section +
                    "/Direction\" is zero. Give the components of a "
                    "direction.");
      if (is_plane)
        return Plane{point, direction.normalized()};
      if (contact.surface == ContactSurface::revolution)
        {
          std::vector<ProfilePoint> points;
          for (const std::vector<double> &row : contact.profile)
            points.push_back({row[0], row[1]});
          return Revolution{point,
                            direction.normalized(),
                            rounded_profile(points,
                                            contact.corner_radius,
                                            "The profile of \"" + section +
                                              "\""),
                            !contact.rubber_inside};
        }
      Cylinder cylinder{point,
                        direction.normalized(),
                        contact.radius,
                        contact.rubber_inside};
      if ((contact.radius > 0) == !contact.through.empty())
        throw Error("\"" + section +
                    "\": a cylinder needs either \"Radius\" or "
                    "\"Through\".");
      if (!contact.through.empty())
        cylinder.radius = radius_of(contact.through,
                                    cylinder,
                                    mesh,
                                    "\"" + section + "/Through\"");
      return cylinder;
    }
    /// The largest of the displacements that a driven support gives to points
    /// at a distance `arm` from its centre, seen at 201 times.
    double largest_motion(const DriveSupport &support,
                          const double end_time,
                          const double arm)
    {
      double largest = 0;
      for (int k = 0; k <= 200; ++k)
        {
          const double t = end_time * k / 200;
          double now     = 0;
          if (support.sleeve && support.sleeve->motion)
            {
              const RigidMotion motion = support.sleeve->motion(t, 0);
              now =
                motion.translation[0].norm() + motion.rotation[0].norm() * arm;
            }
          for (const Channel &channel : support.displacement)
            now += std::abs(channel.value(t));
          if (support.radial_displacement)
            now += std::abs(support.radial_displacement->value(t));
          largest = std::max(largest, now);
        }
      return largest;
    }
  } // namespace

  const Names<ContactSurface> &contact_surface_names()
  {
    static const Names<ContactSurface> names = {
      {"plane", ContactSurface::plane},
      {"cylinder", ContactSurface::cylinder},
      {"revolution", ContactSurface::revolution},
      {"body", ContactSurface::body}};
    return names;
  }

  template <int dim>
  std::vector<Contact> make_contacts(const CaseParameters &parameters,
                                     const Mesh<dim> &mesh)
  {
    std::vector<Contact> contacts;
    for (const auto &[name, given] : parameters.contacts)
      {
        if (given.surface == ContactSurface::body)
          continue;
        const std::string section = "Contacts/" + name;
        Contact &contact          = contacts.emplace_back();
        contact.name              = name;
        contact.sets              = given.sets;
        contact.surface           = make_surface(given, mesh, section);
        contact.law      = {given.method, given.distance, given.pressure};
        contact.friction = {given.friction, given.elastic_slip, 0};
        if (given.carrier.empty())
          continue;
        std::vector<std::string> names;
        for (const auto &[support, unused] : parameters.supports)
          names.push_back(support);
        const auto found = std::find(names.begin(), names.end(), given.carrier);
        if (found == names.end())
          throw Error("\"" + section + "/Carried by\": there is no support \"" +
                      given.carrier + "\"." +
                      did_you_mean(given.carrier, names));
        contact.carrier = static_cast<unsigned int>(found - names.begin());
      }
    return contacts;
  }

  std::vector<BodyContact> make_body_contacts(const CaseParameters &parameters)
  {
    std::vector<BodyContact> contacts;
    for (const auto &[name, given] : parameters.contacts)
      {
        if (given.surface != ContactSurface::body)
          continue;
        if (given.against.empty())
          throw Error("\"Contacts/" + name +
                      "\": the rubber touches itself (\"Surface = body\"). "
                      "Name the set of the other side by \"Against\", or the "
                      "same sets if they may touch themselves.");
        contacts.push_back({name,
                            {{given.sets, given.against}},
                            {given.method, given.distance, given.pressure}});
      }
    return contacts;
  }

  template <int dim>
  std::vector<std::string> unreachable_contacts(const FEModel<dim> &model,
                                                const Drive &drive)
  {
    const double size = model.size_of_part();
    std::vector<std::string> notices;
    for (const auto &action : model.actions())
      {
        const double gap = action->distance_to_act();
        if (gap <= size)
          continue;
        // Rotations move what is far from their centre.
        double moved = 0;
        for (const DriveSupport &support : drive.supports)
          moved +=
            largest_motion(support, drive.times.plan.end_time, size + gap);
        if (gap > size + moved)
          notices.push_back(
            "the " + action->kind() + " is " + number_text(gap, 4) +
            " away from the rubber, more than the size of the part (" +
            number_text(size, 4) + ") and all driven motions (" +
            number_text(moved, 4) +
            ") together: nothing is likely to touch it. Check its place.");
      }
    return notices;
  }

  template std::vector<std::string> unreachable_contacts(const FEModel<2> &,
                                                         const Drive &);
  template std::vector<std::string> unreachable_contacts(const FEModel<3> &,
                                                         const Drive &);
  template std::vector<Contact> make_contacts(const CaseParameters &,
                                              const Mesh<2> &);
  template std::vector<Contact> make_contacts(const CaseParameters &,
                                              const Mesh<3> &);
} // namespace rivlin
