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
  } // namespace

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
        contact.law = {given.method, given.distance, given.pressure};
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
                      "Name the set of the other side by \"Against\".");
        contacts.push_back({name,
                            {{given.sets, given.against}},
                            {given.method, given.distance, given.pressure}});
      }
    return contacts;
  }

  template std::vector<Contact> make_contacts(const CaseParameters &,
                                              const Mesh<2> &);
  template std::vector<Contact> make_contacts(const CaseParameters &,
                                              const Mesh<3> &);
} // namespace rivlin
