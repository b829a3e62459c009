// SPDX-License-Identifier: Apache-2.0
// Interpolation of initial fields, and their agreement with the supports.
#include <rivlin/fe/initial_values.h>

#include <rivlin/base/error.h>
#include <rivlin/base/text.h>
#include <rivlin/dynamics/consistency.h>
#include <rivlin/spaces/point_text.h>

#include <deal.II/base/mpi.h>

#include <cmath>
#include <optional>

namespace rivlin
{
  using namespace dealii;

  namespace
  {
    /// Throws the message of the first rank that has one, on all ranks.
    void agree_on_error(const std::string &message, MPI_Comm communicator)
    {
      const int none = Utilities::MPI::n_mpi_processes(communicator);
      const int rank = Utilities::MPI::this_mpi_process(communicator);
      const int first =
        Utilities::MPI::min(message.empty() ? none : rank, communicator);
      if (first < none)
        throw Error(Utilities::MPI::broadcast(communicator, message, first));
    }

    /// Calls action(X, component, local dof) for the displacements of this
    /// rank's cells.
    template <int dim, typename Action>
    void for_displacements(const Discretization<dim> &space,
                           const Action &action)
    {
      const auto &fe = space.element();
      std::vector<types::global_dof_index> indices(fe.n_dofs_per_cell());
      for (int c = 0; c < space.n_cells(); ++c)
        {
          space.cell(c)->get_dof_indices(indices);
          for (unsigned int k = 0; k < indices.size(); ++k)
            if (const auto [component, a] = fe.system_to_component_index(k);
                component < dim)
              if (const unsigned int dof = space.local_index(indices[k]);
                  dof < space.n_owned_dofs())
                action(space.mapping().transform_unit_to_real_cell(
                         space.cell(c),
                         fe.base_element(0).unit_support_point(a)),
                       component,
                       dof);
        }
    }

    /// The field at the nodes of this rank. Throws Error on all ranks.
    template <int dim>
    DofVector interpolate(const FEModel<dim> &model,
                          const typename InitialFields<dim>::Field &field)
    {
      const Discretization<dim> &space = model.discretization();
      DofVector values                 = space.make_vector();
      std::string problem;
      try
        {
          for_displacements(space,
                            [&](const Point<dim> &X,
                                const int i,
                                const unsigned int dof) {
                              values.local_element(dof) = field(X)[i];
                            });
        }
      catch (const Error &error)
        {
          problem = error.what();
        }
      agree_on_error(problem, space.communicator());
      return values;
    }

    /// Throws Error if the values differ from those that supports prescribe.
    template <int dim>
    void check_supports(const FEModel<dim> &model,
                        const DofVector &values,
                        const DofVector &prescribed,
                        const std::string &quantity)
    {
      const Discretization<dim> &space = model.discretization();
      const std::vector<bool> &is_held = model.motion().is_prescribed();
      // Formulas carry their constants with six digits or more.
      const double tolerance =
        1e-6 * std::max(values.linfty_norm(), prescribed.linfty_norm());
      std::string problem;
      for_displacements(
        space, [&](const Point<dim> &X, const int i, const unsigned int dof) {
          const double given = values.local_element(dof),
                       held  = prescribed.local_element(dof);
          if (!problem.empty() || !is_held[dof] ||
              std::abs(given - held) <= tolerance)
            return;
          problem = message(
            "\"Initial/",
            quantity,
            ' ',
            "xyz"[i],
            "\" is ",
            given,
            " at X = ",
            point_text(X),
            ", where a support or sleeve prescribes ",
            held,
            " at t = 0. Change the formula or the support so that they agree "
            "there.");
        });
      agree_on_error(problem, space.communicator());
    }
  } // namespace

  template <int dim>
  State make_initial_state(const FEModel<dim> &model,
                           const InitialFields<dim> &fields)
  {
    State state   = model.initial_state();
    const int n_q = model.unknowns().n_q();
    Blocks blocks;
    if (fields.displacement)
      {
        const DofVector u    = interpolate(model, fields.displacement);
        const DofVector held = model.all_dofs(state);
        check_supports(model, u, held, "Displacement");
        model.unknowns().gather(u, blocks);
        state.q.head(n_q) = blocks.q;
      }
    if (fields.velocity)
      {
        const DofVector v    = interpolate(model, fields.velocity);
        const DofVector held = model.rate_dofs(state, 1);
        check_supports(model, v, held, "Velocity");
        model.unknowns().gather(v, blocks);
        state.v.head(n_q) = blocks.q;
      }
    if (fields.without_volume_waves)
      {
        Counters counters;
        if (const Evaluation evaluation =
              ConsistencySolver(model).remove_fast_oscillation(state, counters);
            !evaluation.valid)
          throw Error(
            "The initial displacement has no state without volume "
            "waves nearby: " +
            evaluation.reason +
            " Change the formulas, or \"Initial/Volume waves\" to "
            "\"as given\".");
      }
    model.accept_jump(state);
    return state;
  }

  template State make_initial_state(const FEModel<2> &,
                                    const InitialFields<2> &);
  template State make_initial_state(const FEModel<3> &,
                                    const InitialFields<3> &);
} // namespace rivlin
