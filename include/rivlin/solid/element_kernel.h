// SPDX-License-Identifier: Apache-2.0
// Forces and tangent of one cell, mixed or displacement form, in 2D (plane
// strain) and 3D. Knows arrays only: no mesh, no degrees of freedom.
#pragma once

#include <rivlin/solid/aligned_vector.h>
#include <rivlin/solid/material.h>
#include <rivlin/solid/point_response.h>

#include <vector>

namespace rivlin
{
  /// The instructions a kernel is compiled for; all give the same numbers up to
  /// roundoff.
  enum class InstructionSet
  {
    baseline,
    avx2,
    avx512
  };

  /// Whether this build and this processor have the instruction set.
  bool is_supported(InstructionSet instructions);

  /// The widest supported one.
  InstructionSet best_instruction_set();

  /// What is the same for all cells of a mesh: shape functions at the
  /// quadrature points of the reference cell.
  struct ElementBasis
  {
    int dim              = 3;
    int n_nodes          = 0;
    int n_pressure_nodes = 0; ///< 0: displacement form
    int n_points         = 0;
    /// [point][node], for mass().
    std::vector<double> values;
    /// [point][reference direction][node].
    std::vector<double> reference_gradients;
    /// [point][pressure node].
    std::vector<double> pressure_values;
  };

  /// Scratch memory; one per thread, sized at first use.
  struct ElementWorkspace
  {
    AlignedVector buffer;
  };

  /// One cell's part of the mixed functional
  ///   Pi(u,p) = int W_iso(F) + p (J - 1) - U*(p)
  /// (displacement form: int W(F)), its gradient and its Hessian
  /// [[K, B^T], [B, -C]]. Displacement unknowns are numbered node * dim + i;
  /// matrices are stored by rows. Reused between cells.
  struct ElementResult
  {
    std::vector<double> force;      ///< r_u = int P : grad N
    std::vector<double> stiffness;  ///< K, both triangles
    std::vector<double> volume;     ///< r_p = int psi (J - Jhat(p))
    std::vector<double> coupling;   ///< B [pressure node][displacement unknown]
    std::vector<double> compliance; ///< C = int Jhat' psi psi
    double energy      = 0;         ///< Pi
    double min_J       = 1;         ///< smallest J at the points
    double max_J_error = 0;         ///< largest |J - 1| at the points
    /// False if a point is invalid (see PointResponse). Then the energy is
    /// infinite, the arrays mean nothing and points after it were not visited.
    bool valid = true;
  };

  /// Constant after construction: threads share one kernel.
  class ElementKernel
  {
  public:
    /// Error if the arrays of the basis do not have the sizes that the counts
    /// ask for, or if the processor does not have the instructions.
    explicit ElementKernel(
      ElementBasis basis, InstructionSet instructions = best_instruction_set());

    const ElementBasis &basis() const;

    /// All that `need` asks for at displacements u [node * dim + i] and
    /// pressures p [pressure node] (not read in the displacement form). Per
    /// point: inverse_jacobians d xi_r / d X_J [point][r][J] and weights
    /// (quadrature weight times the Jacobian determinant). In a mixed mesh a
    /// material without pressure uses the displacement form; volume, coupling
    /// and compliance are zero then. Error if incompressible rubber meets the
    /// displacement form. Rubber with a history has its stresses, tangent and
    /// energy; null: elastic.
    void evaluate(const Material &material,
                  const double *inverse_jacobians,
                  const double *weights,
                  const double *u,
                  const double *p,
                  Need need,
                  ElementWorkspace &workspace,
                  ElementResult &result,
                  const StressHistory *history = nullptr) const;

    /// Consistent mass int density N_a N_b, the same for each displacement
    /// component: [node][node].
    void mass(double density,
              const double *weights,
              std::vector<double> &matrix) const;

  private:
    ElementBasis element_basis;
    InstructionSet instruction_set;
    /// The basis padded with zeros to full registers.
    AlignedVector gradients_by_point;       ///< [point][direction][node]
    AlignedVector gradients_by_node;        ///< [direction][node][point]
    AlignedVector pressure_values_by_point; ///< [point][pressure node]
    AlignedVector pressure_values_by_node;  ///< [pressure node][point]
  };
} // namespace rivlin
