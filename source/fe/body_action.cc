// SPDX-License-Identifier: Apache-2.0
// What actions have in common.
#include <rivlin/fe/body_action.h>

namespace rivlin
{
  template <int dim>
  ActionBalance BodyAction<dim>::balance(const BodyState &at) const
  {
    ActionBalance result;
    if (at.velocity.size() == 0)
      return result;
    DofVector force;
    force.reinit(at.displacement);
    // Powers are asked for at states whose residual is valid.
    if (!add_residual(at, force).valid)
      return result;
    const auto &layout = *force.get_partitioner();
    for (unsigned int i = 0;
         i < layout.locally_owned_size() + layout.n_ghost_indices();
         ++i)
      result.external_power -=
        force.local_element(i) * at.velocity.local_element(i);
    return result;
  }

  template <int dim>
  std::string describe(const BodyAction<dim> &action)
  {
    std::string text = action.kind();
    std::string link = " on \"";
    for (const std::string &set : action.sets())
      {
        text += link + set + "\"";
        link = ", \"";
      }
    return text;
  }

  template class BodyAction<2>;
  template class BodyAction<3>;
  template std::string describe(const BodyAction<2> &);
  template std::string describe(const BodyAction<3> &);
} // namespace rivlin
