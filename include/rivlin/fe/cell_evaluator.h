// SPDX-License-Identifier: Apache-2.0
// One cell after the other through the element kernel, with its scratch memory.
#pragma once

#include <rivlin/fe/fe_model.h>

#include <optional>
#include <vector>

namespace rivlin
{
  /// Gathers a cell's displacements and pressures and calls the kernel. The
  /// result is valid until the next call.
  template <int dim>
  class CellEvaluator
  {
  public:
    /// With elastic stresses: where volumes are all that counts.
    explicit CellEvaluator(const FEModel<dim> &fe_model)
      : model(fe_model)
      , values(model.discretization().n_dofs_per_cell())
    {}

    /// With the stresses that the rubber has at a state, which outlives this.
    CellEvaluator(const FEModel<dim> &fe_model, const BodyState &at)
      : CellEvaluator(fe_model)
    {
      history.emplace(model.viscous_cells(), at);
    }

    /// Cell `c` at the degrees of freedom `dofs` (with ghosts).
    const ElementResult &
    operator()(const int c, const DofVector &dofs, const Need need)
    {
      const auto &space  = model.discretization();
      const auto indices = space.cell_dofs(c);
      for (std::size_t k = 0; k < indices.size(); ++k)
        values[k] = dofs.local_element(indices[k]);
      space.kernel().evaluate(model.material_of_cell(c),
                              space.inverse_jacobians(c),
                              space.weights(c),
                              values.data(),
                              values.data() + space.n_displacements_per_cell(),
                              need,
                              workspace,
                              result,
                              history ? (*history)(c) : nullptr);
      return result;
    }

  private:
    const FEModel<dim> &model;
    std::vector<double> values;
    std::optional<CellHistory<dim>> history;
    ElementWorkspace workspace;
    ElementResult result;
  };
} // namespace rivlin
