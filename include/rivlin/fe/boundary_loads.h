// SPDX-License-Identifier: Apache-2.0
// Dead tractions, follower pressure and body force: their part of the residual
// and of the tangent.
#pragma once

#include <rivlin/fe/model_definition.h>
#include <rivlin/solvers/subassembled_matrix.h>

#include <vector>

namespace rivlin
{
  template <int dim>
  class BoundaryLoads
  {
  public:
    BoundaryLoads(const Mesh<dim> &mesh,
                  const Discretization<dim> &discretization,
                  const ModelDefinition<dim> &definition);

    /// Subtract the loads at time t on the configuration `dofs` (ghosts
    /// updated) from the residual; the caller sums over the ranks.
    void
    add_residual(double t, const DofVector &dofs, DofVector &residual) const;

    /// The same with the time derivatives of the loads at fixed configuration.
    /// Only if has_rates().
    void add_residual_rate(double t,
                           const DofVector &dofs,
                           DofVector &residual) const;

    /// Whether all loads know their time derivative.
    bool has_rates() const;

    /// Add the symmetric part of the load stiffness of the follower pressure.
    /// The other part cancels between elements; what is left of it lives at the
    /// edge of the loaded surface and vanishes where that is held or where the
    /// surface is closed.
    void add_tangent(double t,
                     const DofVector &dofs,
                     const AssemblyMap &map,
                     SubassembledMatrix &matrix) const;

    /// y += K x and y_transposed += K^T x with the whole load stiffness K; x
    /// with ghosts, the caller sums over the ranks.
    void apply_stiffness(double t,
                         const DofVector &dofs,
                         const DofVector &x,
                         DofVector &y,
                         DofVector &y_transposed) const;

    bool has_pressure() const
    {
      return !pressures.empty();
    }

  private:
    /// Shape functions and geometry at the quadrature points of a loaded face
    /// or, for the body force, of a cell.
    struct Patch
    {
      int cell;
      std::vector<double> shape;    ///< [point][node]
      std::vector<double> gradient; ///< [point][node][direction]
      std::vector<dealii::Point<dim>> X;
      std::vector<dealii::Tensor<1, dim>> normal;
      std::vector<double> weight;
    };
    struct TractionPatches
    {
      Traction<dim> load;
      std::vector<Patch> patches;
    };
    struct PressurePatches
    {
      FollowerPressure load;
      std::vector<Patch> patches;
    };

    void
    add(double t, bool rates, const DofVector &dofs, DofVector &residual) const;

    std::vector<Patch> face_patches(const Mesh<dim> &mesh,
                                    const std::string &set,
                                    bool gradients) const;
    std::vector<Patch> cell_patches() const;
    dealii::Tensor<2, dim> deformation_gradient(const Patch &patch,
                                                int q,
                                                const DofVector &dofs) const;

    const Discretization<dim> *discretization;
    int n_nodes;
    std::vector<TractionPatches> tractions;
    std::vector<PressurePatches> pressures;
    decltype(ModelDefinition<dim>::body_force) body_force;
    std::vector<Patch> body;
  };
} // namespace rivlin
