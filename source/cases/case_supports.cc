// SPDX-License-Identifier: Apache-2.0
// Sections Supports/<set> become supports; the mesh adds their centres.
#include <rivlin/cases/case_supports.h>

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>
#include <rivlin/fe/prescribed_field.h>

#include <algorithm>

namespace rivlin
{
  template <int dim>
  dealii::Point<dim> make_point(const std::vector<double> &numbers,
                                const std::string &key)
  {
    if (numbers.size() != dim)
      throw Error("\"" + key + "\" is \"" + number_list().print(numbers) +
                  "\": it needs " + number_text(dim) + " numbers in " +
                  number_text(dim) + "D, it has " +
                  number_text(numbers.size()) + ".");
    dealii::Point<dim> point;
    std::copy(numbers.begin(), numbers.end(), point.begin_raw());
    return point;
  }

  template <int dim>
  Support<dim> make_support(const std::string &name,
                            const SupportParameters &support,
                            const DriveSupport &drive,
                            const Mesh<dim> &mesh)
  {
    Support<dim> result;
    result.set = support.set;
    result.centre =
      support.centre.empty()
        ? mesh.centre(support.set)
        : make_point<dim>(support.centre, "Supports/" + name + "/Centre");
    result.sleeve = drive.sleeve;
    if (drive.sleeve)
      return result;
    std::copy_n(support.components.begin(), dim, result.components.begin());
    if (drive.type == SupportType::prescribed)
      {
        PrescribedField<dim> field;
        field.centre = *result.centre;
        std::copy_n(drive.displacement.begin(),
                    dim,
                    field.displacement.begin());
        if (drive.radial_displacement)
          field.radial = *drive.radial_displacement;
        result.displacement = field;
      }
    return result;
  }

  template dealii::Point<2> make_point(const std::vector<double> &,
                                       const std::string &);
  template dealii::Point<3> make_point(const std::vector<double> &,
                                       const std::string &);
  template Support<2> make_support(const std::string &,
                                   const SupportParameters &,
                                   const DriveSupport &,
                                   const Mesh<2> &);
  template Support<3> make_support(const std::string &,
                                   const SupportParameters &,
                                   const DriveSupport &,
                                   const Mesh<3> &);
} // namespace rivlin
