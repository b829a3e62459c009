// SPDX-License-Identifier: Apache-2.0
// The finite element model of a rubber part as a mechanical system.
#pragma once

#include <rivlin/base/timer.h>
#include <rivlin/dynamics/mechanical_system.h>
#include <rivlin/fe/boundary_loads.h>
#include <rivlin/fe/model_definition.h>
#include <rivlin/fe/prescribed_motion.h>
#include <rivlin/fe/unknowns.h>

#include <memory>
#include <vector>

namespace rivlin
{
  /// What history.csv tells about a state.
  struct Observation
  {
    std::vector<Reaction> reactions; ///< one per support
    double strain_energy = 0;
    double max_J_error   = 0; ///< max |J - 1| at Gauss points
    double min_J         = 0;
  };

  /// q: displacements that no support prescribes; lambda: pressures
  /// p = dW_vol/dJ (positive in tension) of the nearly incompressible cells.
  /// Statics in this version: mass and damping do not enter.
  template <int dim>
  class FEModel final : public MechanicalSystem
  {
  public:
    /// Throws Error for a definition that does not fit the mesh: unknown sets,
    /// regions without material, rigid body motions left free.
    FEModel(std::unique_ptr<Mesh<dim>> mesh,
            const ModelDefinition<dim> &definition);

    int n_velocities() const override
    {
      return unknowns_.n_q();
    }
    int n_multipliers() const override
    {
      return unknowns_.n_lambda();
    }
    ConstraintKind constraint_kind() const override;
    Evaluation residual(const State &state,
                        ConstraintLevel level,
                        Blocks &result) const override;
    Evaluation residual_change(const State &state,
                               double h,
                               Blocks &result) const override;
    std::unique_ptr<Tangent> make_tangent() const override;
    double increment_norm(const Blocks &increment) const override;
    double residual_norm(const Blocks &residual) const override;
    bool is_distributed() const override;

    /// The undeformed state at time 0.
    State initial_state() const;

    /// Displacements and pressures of a state, prescribed ones included, with
    /// ghosts.
    DofVector all_dofs(const State &state) const;

    /// Internal force minus loads, over all degrees of freedom: zero at the
    /// free ones in equilibrium, the reactions at the prescribed ones.
    Evaluation full_residual(const State &state, DofVector &result) const;

    /// Internal force alone, over all degrees of freedom (owned entries).
    Evaluation internal_force(const State &state, DofVector &result) const;

    Observation observe(const State &state) const;

    /// Displacement at a point of the undeformed body; throws Error if the
    /// point lies outside.
    dealii::Tensor<1, dim> displacement_at(const dealii::Point<dim> &X,
                                           const State &state) const;

    const Mesh<dim> &mesh() const
    {
      return *mesh_;
    }
    const Discretization<dim> &discretization() const
    {
      return discretization_;
    }
    const Unknowns &unknowns() const
    {
      return unknowns_;
    }
    const PrescribedMotion<dim> &motion() const
    {
      return motion_;
    }
    const BoundaryLoads<dim> &loads() const
    {
      return loads_;
    }
    const Material &material_of_cell(const int c) const
    {
      return *cell_material[c];
    }
    const Material &
    material_of_region(const dealii::types::material_id id) const
    {
      return material_by_id.at(id);
    }
    const std::string &region_name(dealii::types::material_id id) const;
    LinearSolverKind solver_kind() const
    {
      return definition.solver;
    }
    /// Unknowns over all ranks: displacements, pressures, and both.
    int n_unknowns() const
    {
      return unknowns_.n_global();
    }

    /// Seconds this rank spent in "analysis" (sparsity, ordering, symbolic
    /// factorization), "residual", "assembly" (of the tangent),
    /// "factorization" and "solve".
    Timer &timer() const
    {
      return *timer_;
    }

    /// Message of the first invalid cell over the ranks, valid if there is
    /// none: the same on all ranks. `bad_cell` is -1 or a local cell.
    Evaluation agree(int bad_cell, double J, double time) const;

  private:
    struct CellSums
    {
      double energy      = 0;
      double max_J_error = 0;
      double min_J       = 1;
    };
    Evaluation assemble(double time,
                        const DofVector &dofs,
                        DofVector &force,
                        CellSums *sums) const;
    std::vector<bool> find_eliminated() const;

    std::unique_ptr<Timer> timer_;
    std::unique_ptr<Mesh<dim>> mesh_;
    ModelDefinition<dim> definition;
    Discretization<dim> discretization_;
    std::map<dealii::types::material_id, Material> material_by_id;
    std::vector<const Material *> cell_material;
    PrescribedMotion<dim> motion_;
    Unknowns unknowns_;
    BoundaryLoads<dim> loads_;
    double length_scale;
    double stress_scale;
    std::array<double, 2> global_size; ///< numbers of q and lambda, all ranks
  };
} // namespace rivlin
