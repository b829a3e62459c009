// SPDX-License-Identifier: Apache-2.0
// Prescribed components and radial displacement.
#include <rivlin/fe/prescribed_field.h>

#include <rivlin/base/error.h>
#include <rivlin/spaces/point_text.h>

#include <cmath>

namespace rivlin
{
  template <int dim>
  dealii::Tensor<1, dim> PrescribedField<dim>::operator()(
    const dealii::Point<dim> &X, const double t, const int order) const
  {
    dealii::Tensor<1, dim> u;
    for (int i = 0; i < dim; ++i)
      u[i] = displacement[i].evaluate(t, order).derivative(order);
    if (!radial.depends_on_time() && radial.value(t) == 0)
      return u;
    const double x = X[0] - centre[0], y = X[1] - centre[1];
    const double r = std::hypot(x, y);
    // An axis through a node is a mistake, whatever the rounding errors.
    if (!(r > 1e-9 * (1 + std::abs(X[0]) + std::abs(X[1]))))
      {
        throw Error("The node at X = " + point_text(X) +
                    " lies on the axis of a radial displacement and has no "
                    "radial direction. Check \"Centre\" and \"Set\".");
      }
    const double value = radial.evaluate(t, order).derivative(order);
    u[0] += value * x / r;
    u[1] += value * y / r;
    return u;
  }

  template class PrescribedField<2>;
  template class PrescribedField<3>;
} // namespace rivlin
