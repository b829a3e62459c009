// SPDX-License-Identifier: Apache-2.0
// The columns of contacts in history.csv; gaps to begin with.
#include "contact_base.h"

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>

namespace rivlin
{
  void require_gap(const std::string &name,
                   const ContactLaw &law,
                   const double gap,
                   const double smallest,
                   const std::string &what_is_wrong)
  {
    const bool is_barrier = law.method == ContactMethod::barrier;
    if (gap < (is_barrier ? law.distance : smallest))
      throw Error("Contact \"" + name +
                  "\": the smallest gap of the undeformed body is " +
                  number_text(gap, 6) +
                  (is_barrier
                     ? ", less than the distance " + number_text(law.distance) +
                         " from which the barrier acts. Give a smaller "
                         "distance or choose the penalty."
                     : ": " + what_is_wrong));
  }

  template <int dim>
  std::vector<std::string>
  ContactBase<dim>::column_titles(const UnitSystem &units) const
  {
    std::vector<std::string> titles;
    if (has_force())
      for (int i = 0; i < dim; ++i)
        titles.push_back(
          with_unit(name() + " contact force " + "xyz"[i], units.force));
    titles.push_back(with_unit(name() + " smallest gap", units.length));
    titles.push_back(with_unit(name() + " contact area", units.length + "^2"));
    titles.push_back(
      with_unit(name() + " largest contact pressure", units.stress));
    if (has_friction())
      titles.push_back(with_unit(name() + " friction work", units.energy));
    return titles;
  }

  template <int dim>
  std::vector<double> ContactBase<dim>::columns(const BodyState &at) const
  {
    const ContactState state = observe(at);
    std::vector<double> values;
    if (has_force())
      values.assign(state.force.data(), state.force.data() + dim);
    values.insert(values.end(),
                  {state.smallest_gap, state.area, state.largest_pressure});
    if (has_friction())
      values.push_back(state.friction_work);
    return values;
  }

  template class ContactBase<2>;
  template class ContactBase<3>;
} // namespace rivlin
