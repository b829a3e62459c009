// SPDX-License-Identifier: Apache-2.0
// Two blocks of rubber, one pressed on the other.
#pragma once

#include "pressing.h"
#include "two_blocks.h"

#include <rivlin/fe/body_contact.h>

namespace rivlin
{
  template <int dim>
  dealii::Point<dim> at(const double x, const double y, const double z)
  {
    dealii::Point<dim> point;
    const std::array<double, 3> all = {x, y, z};
    for (int i = 0; i < dim; ++i)
      point[i] = all[i];
    return point;
  }

  inline std::vector<unsigned int>
  cells(const int dim, const unsigned int x, const unsigned int y)
  {
    std::vector<unsigned int> result = {x, y, x};
    result.resize(dim);
    return result;
  }

  inline BodyContact slit(const ContactLaw &law,
                          const ContactPoints points = ContactPoints::gauss)
  {
    return {"slit", {{{"lower y1"}, {"upper y0"}}}, law, points};
  }

  /// Two blocks of edge 1, one pressed on the other by `amount` in y, their
  /// sides free; meshes with n and m cells along the interface.
  template <int dim>
  StaticSolution<dim> press_blocks(const unsigned int n,
                                   const unsigned int m,
                                   const double amount,
                                   const BodyContact &contact,
                                   const int n_steps)
  {
    ModelDefinition<dim> definition;
    definition.materials["rubber"] = reference_rubber(0);
    for (const std::string block : {"lower ", "upper "})
      {
        definition.supports.push_back(one_component<dim>(block + "x0", 0, 0));
        if (dim == 3)
          definition.supports.push_back(one_component<dim>(block + "z0", 2, 0));
      }
    definition.supports.push_back(one_component<dim>("lower y0", 1, 0));
    definition.supports.push_back(one_component<dim>("upper y1", 1, -amount));
    add_body_contact(contact, definition);
    return solve_statically<dim>(
      two_blocks<dim>(
        {BlockOfTwo<dim>{at<dim>(0, 0, 0), at<dim>(1, 1, 1), cells(dim, n, n)},
         BlockOfTwo<dim>{
           at<dim>(0, 1, 0), at<dim>(1, 2, 1), cells(dim, m, m)}}),
      definition,
      n_steps,
      1e-12);
  }
} // namespace rivlin
