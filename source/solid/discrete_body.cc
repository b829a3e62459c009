// SPDX-License-Identifier: Apache-2.0
// Checks of the sizes, indices and numbers of a discretized body.
#include <rivlin/solid/discrete_body.h>

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>

#include <algorithm>
#include <cmath>

namespace rivlin
{
  namespace
  {
    [[noreturn]] void refuse(const std::string &what)
    {
      throw Error("The discretized body does not fit together: " + what +
                  ". Write it anew from the finite element model.");
    }

    void check_size(const std::string &name, std::size_t found, long expected)
    {
      if (expected < 0 || found != static_cast<std::size_t>(expected))
        refuse(name + " have " + number_text(found) + " entries instead of " +
               number_text(expected));
    }

    void check_range(const std::string &name,
                     const std::vector<int> &indices,
                     int first,
                     int end)
    {
      for (const int i : indices)
        if (i < first || i >= end)
          refuse(name + " name the index " + number_text(i) +
                 ", which is not in " + number_text(first) + " ... " +
                 number_text(end - 1));
    }

    void check_finite(const std::string &name,
                      const std::vector<double> &values)
    {
      if (!std::all_of(values.begin(), values.end(), [](double x) {
            return std::isfinite(x);
          }))
        refuse(name + " contain a number that is not finite");
    }

    /// All cells of a material with pressure have pressures and all pressures
    /// are used: the pressure mass matrix is regular.
    void check_pressures(const DiscreteBody &body)
    {
      const int n_local = body.basis.n_pressure_nodes;
      std::vector<bool> used(body.n_pressures, false);
      for (int cell = 0; cell < body.n_cells(); ++cell)
        {
          const Material &material = body.materials[body.cell_material[cell]];
          for (int a = 0; a < n_local; ++a)
            {
              const int i = body.cell_pressures[cell * n_local + a];
              if ((i >= 0) != has_pressure(material))
                refuse("cell " + number_text(cell) +
                       (i >= 0 ? " has a pressure that its material lacks"
                               : " lacks the pressure of its material"));
              if (i >= 0)
                used[i] = true;
            }
          if (n_local == 0 && is_incompressible(material))
            refuse("material " + number_text(body.cell_material[cell]) +
                   " is incompressible but the elements have no pressure");
        }
      const auto unused = std::find(used.begin(), used.end(), false);
      if (unused != used.end())
        refuse("pressure " + number_text(unused - used.begin()) +
               " belongs to no cell");
    }

    /// Each displacement unknown is free or prescribed by one support.
    void check_partition(const DiscreteBody &body)
    {
      const int n = body.n_displacements();
      std::vector<int> owners(n, 0);
      check_range("the free displacements", body.free_displacements, 0, n);
      for (const int i : body.free_displacements)
        ++owners[i];
      for (const BodySupport &support : body.supports)
        {
          check_range("the displacements of support '" + support.name + "'",
                      support.displacements,
                      0,
                      n);
          for (const int i : support.displacements)
            ++owners[i];
        }
      for (int i = 0; i < n; ++i)
        if (owners[i] != 1)
          refuse("displacement " + number_text(i) +
                 (owners[i] == 0 ? " is neither free nor of a support"
                                 : " is listed more than once"));
    }
  } // namespace



  void check(const DiscreteBody &body)
  {
    const ElementBasis &basis = body.basis;
    if (basis.dim != 2 && basis.dim != 3)
      refuse("the dimension is " + number_text(basis.dim));
    const ElementKernel kernel(basis); // refuses a basis that does not fit
    const long cells = body.n_cells(), dim = basis.dim;
    check_size("the coordinates", body.coordinates.size(), body.n_nodes * dim);
    check_size("the nodes of the cells",
               body.cell_nodes.size(),
               cells * basis.n_nodes);
    check_size("the pressures of the cells",
               body.cell_pressures.size(),
               cells * basis.n_pressure_nodes);
    check_size("the inverse Jacobians",
               body.inverse_jacobians.size(),
               cells * basis.n_points * dim * dim);
    check_size("the weights", body.weights.size(), cells * basis.n_points);
    check_range("the nodes of the cells", body.cell_nodes, 0, body.n_nodes);
    check_range("the pressures of the cells",
                body.cell_pressures,
                -1,
                body.n_pressures);
    check_range("the materials of the cells",
                body.cell_material,
                0,
                static_cast<int>(body.materials.size()));
    check_finite("the coordinates", body.coordinates);
    check_finite("the inverse Jacobians", body.inverse_jacobians);
    check_finite("the weights", body.weights);
    for (const double weight : body.weights)
      if (!(weight > 0))
        refuse("a quadrature weight is " + number_text(weight, 6));
    for (const Material &material : body.materials)
      check(material);
    check_pressures(body);
    check_partition(body);
    for (const RigidContact &contact : body.contacts)
      {
        check_size("the areas of the contact \"" + contact.name + "\"",
                   contact.weights.size(),
                   static_cast<long>(contact.nodes.size()));
        check_range("the nodes of the contact \"" + contact.name + "\"",
                    contact.nodes,
                    0,
                    body.n_nodes);
        check_range("the carrier of the contact \"" + contact.name + "\"",
                    {contact.carrier},
                    -1,
                    static_cast<int>(body.supports.size()));
        check(contact.law);
        check(contact.surface);
      }
  }
} // namespace rivlin
