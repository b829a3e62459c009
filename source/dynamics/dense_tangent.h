// SPDX-License-Identifier: Apache-2.0
// Tangents of dense systems: one matrix and its LU factorization.
#pragma once

#include <rivlin/dynamics/dense_system.h>
#include <rivlin/dynamics/kept_tangent.h>
#include <rivlin/dynamics/stage_tangent.h>

#include <Eigen/LU>

#include <array>

namespace rivlin
{
  class DenseTangent final : public KeptTangent, public StageTangent
  {
  public:
    explicit DenseTangent(const DenseSystem &system);

    Evaluation linearize(const State &state,
                         ConstraintLevel level,
                         const TangentWeights &weights,
                         const Vector *increment) override;
    Evaluation linearize_stage(const State &state,
                               ConstraintLevel level,
                               const TangentWeights &weights,
                               const Vector &turn) override;
    Evaluation solve(const Blocks &rhs, Blocks &x) const override;
    void
    apply(double c_v, double c_a, const Vector &x, Blocks &y) const override;

    int n_numbers() const override;
    void store(Vector &numbers) const override;
    void load(const Vector &numbers) override;
    bool fits(const TangentWeights &weights) const override;
    Evaluation update_sudden_forces(const State &state,
                                    const Vector *increment) override;
    bool learn(const Blocks &x, const Blocks &missed, Blocks &next) override;
    bool has_sudden_forces() const override
    {
      return sudden_now;
    }
    bool sudden_forces(const State &state, Vector &force) const override;
    void
    subtract_sudden(double s, const Vector &x, Vector &result) const override;
    double sudden_work(const Vector &x) const override;

  private:
    /// Position derivatives are multiplied by T if with_T.
    Evaluation assemble(const State &state,
                        ConstraintLevel level,
                        const TangentWeights &weights,
                        bool with_T);
    void multiply_by_T(Matrix &A);
    /// The rows of the constraint and its forces.
    void set_constraint(const State &state,
                        ConstraintLevel level,
                        const TangentWeights &weights,
                        bool with_T);
    /// Of `matrix`, the pivots checked.
    Evaluation factorize();

    const DenseSystem &system;
    ConfigurationSpace space;
    bool is_flat;
    Matrix K, D, M, B, G, C, by_q, by_v, by_a, T, product, matrix;
    Matrix smooth;           ///< `matrix` without the sudden forces
    Matrix sudden;           ///< their stiffness
    bool sudden_now = false; ///< whether it is in the factorization
    TangentWeights kept;     ///< of the matrix
    bool is_there      = false;
    bool is_factorized = false;
    Eigen::PartialPivLU<Matrix> lu;
    /// Corrections since the factorization: J + u v^T with J w = u has the
    /// inverse (1 - w v^T/(1 + v.w)) J^-1.
    struct Correction
    {
      Vector v;
      Blocks w;
      double factor = 0; ///< 1/(1 + v.w)
    };
    std::array<Correction, 8> corrections;
    int n_corrections = 0;
    mutable Vector rhs_and_x;
  };
} // namespace rivlin
