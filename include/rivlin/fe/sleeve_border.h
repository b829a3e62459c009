// SPDX-License-Identifier: Apache-2.0
// The few unknowns of free sleeves as a border of the sparse tangent, solved by
// block elimination.
#pragma once

#include <rivlin/fe/fe_model.h>

#include <Eigen/LU>

#include <functional>
#include <vector>

namespace rivlin
{
  /// What multiplies position derivatives on a Lie group.
  enum class PositionOperator
  {
    increment, ///< tangent_operator() of the step's increment
    stage      ///< stage_operator() of a Rosenbrock method
  };

  /// [ A   C ] [x  ]   [r  ]
  /// [ R^T S ] [x_s] = [r_s]   with A the tangent between the unknowns of the
  /// mesh: one extra right-hand side per column of C. See doc/theory/sleeves.md
  /// for C, R and S.
  template <int dim>
  class SleeveBorder
  {
  public:
    explicit SleeveBorder(const FEModel<dim> &model);

    /// Number of unknowns of all free sleeves.
    int size() const
    {
      return n;
    }

    /// Assembly: begin, all cells, finish. `acceleration_level`: the lower left
    /// block is c_a B. `increment` is where the operator behind position
    /// derivatives is taken.
    void begin(const State &state,
               const SleevePlacement &placement,
               const TangentWeights &weights,
               bool acceleration_level,
               const Vector *increment,
               PositionOperator kind);
    void add_cell(int c, const ElementResult &cell);
    Evaluation finish(const BodyState &at);

    /// Columns A^-1 C and the Schur complement, which solve() uses until the
    /// next call, whatever is assembled meanwhile.
    Evaluation
    factorize(const std::function<Evaluation(const std::vector<Vector> &b,
                                             std::vector<Vector> &x)> &solve_A);

    /// Correct x = A^-1 r for the border; returns the part of x_s that this
    /// rank stores. `rhs_q` has r_s at its end.
    Vector solve(const Vector &rhs_q, Vector &x) const;

    /// Products with the border as it is assembled: y += C x_s, and the part
    /// of R^T x + S x_s that this rank stores, which is returned. `tail` has
    /// this rank's part of x_s.
    Vector multiply(const Vector &x, const Vector &tail, Vector &y) const;

    /// What the entries of the sleeves in a vector of velocities do to their
    /// surfaces: velocities, and accelerations by velocity.
    void set_velocity_fields(const Vector &x,
                             DofVector &velocity,
                             DofVector &bend) const;
    /// Append the sleeves' rows of (c_v D + c_a M) x; `product` has the forces
    /// on the mesh.
    void add_rows(double c_v,
                  double c_a,
                  const DofVector &product,
                  const Vector &x,
                  Vector &y) const;

  private:
    /// Columns and rows of what acts on the body.
    void add_actions(const BodyState &at);
    /// Of what free sleeves carry: columns, rows and the sleeves' own block;
    /// adds the carried forces to `surfaces`.
    void add_carried(const BodyState &at, std::vector<SurfaceForce> &surfaces);
    /// Call action(k, first column, body) for each free sleeve.
    template <typename Action>
    void for_bodies(const Action &action) const;

    const FEModel<dim> &model;
    int n;
    std::vector<bool> touches; ///< per cell: whether it has a node of a sleeve
    State state;
    SleevePlacement placement;
    TangentWeights weights;
    bool at_acceleration_level = false;
    std::vector<DofVector> moved; ///< c_q L T: displacement by each column
    std::vector<DofVector> virtual_moved; ///< L
    std::vector<DofVector> columns;       ///< C over all degrees of freedom
    std::vector<DofVector> rows;          ///< R over all degrees of freedom
    Matrix position_weights;              ///< c_q T
    Matrix own;                           ///< S
    std::vector<Vector> column_rows, row_rows;
    /// Of the last factorization: A^-1 C and R.
    std::vector<Vector> solved, factorized_rows;
    Eigen::PartialPivLU<Matrix> schur;
  };
} // namespace rivlin
