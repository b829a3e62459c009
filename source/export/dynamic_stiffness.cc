// SPDX-License-Identifier: Apache-2.0
// The linearized model over all of r, condensed in complex numbers.
#include <rivlin/export/dynamic_stiffness.h>

#include <rivlin/base/error.h>
#include <rivlin/dynamics/rotation.h>
#include <rivlin/online/reduced_start.h>

#include <Eigen/LU>

namespace rivlin
{
  namespace
  {
    using Complex       = std::complex<double>;
    using ComplexMatrix = Eigen::MatrixXcd;

    Vector3 axial_vector(const Matrix3 &m)
    {
      return {m(2, 1) - m(1, 2), m(0, 2) - m(2, 0), m(1, 0) - m(0, 1)};
    }

    void require_place(const Evaluation &evaluation)
    {
      if (!evaluation.valid)
        throw ComputationFailed("The stiffness of the reduced model: " +
                                evaluation.reason);
    }

    /// The model with its sleeve held where it begins.
    ReducedModel held_model(const std::shared_ptr<const ReducedModelData> &data,
                            const HeldInputs &start)
    {
      SleeveInputs inputs;
      inputs.begin = start.sleeves[0];
      Sleeve sleeve;
      sleeve.motion      = [inputs](double, int) { return inputs.motion(0); };
      const auto gravity = [g = start.gravity](double, const int order) {
        return order == 0 ? g : Vector3(Vector3::Zero());
      };
      return {data, {sleeve}, gravity, false};
    }
  } // namespace

  ComplexMatrix6
  dynamic_stiffness(const std::shared_ptr<const ReducedModelData> &data,
                    const double omega)
  {
    const HeldInputs start   = inputs_at_start(*data);
    const ReducedModel model = held_model(data, start);
    const State state = equilibrium(data, {RigidSleeveProperties()}, start);
    const ReducedKinematics &kinematics = model.kinematics();
    require_place(model.set_place(state));
    const Vector *rows_now = nullptr;
    require_place(model.all_rows(state, rows_now));
    const SurfaceForce now = kinematics.surface(*rows_now, 0);
    const Matrix3 R = Matrix3::Identity() + kinematics.motion(0).rotation[0];

    const int n = kinematics.n_coordinates(), m = model.n_multipliers(),
              n_modes = data->n_modes();
    Matrix K(n, n), B(m, n), C = Matrix::Zero(m, m);
    ReducedModel::Direction unit;
    for (Vector &part : unit)
      part = Vector::Zero(n);
    Vector rows(n), constraint(m);
    for (int j = 0; j < n; ++j)
      {
        unit[0][j] = 1;
        model.change_of_rows(unit, rows, constraint);
        unit[0][j] = 0;
        K.col(j)   = rows;
        B.col(j)   = constraint;
      }
    if (m > 0)
      model.constraint_compliance(0, state.q, state.lambda, C);

    Matrix driven = Matrix::Zero(n, 6);
    for (int i = 0; i < 3; ++i)
      {
        kinematics.write(Vector3::Unit(i),
                         Matrix3::Zero(),
                         0,
                         driven.col(i).data());
        kinematics.write(Vector3::Zero(),
                         skew(Vector3::Unit(i)) * R,
                         0,
                         driven.col(3 + i).data());
      }

    const ComplexMatrix A = (K - omega * omega * data->mass).cast<Complex>() +
                            Complex(0, omega) * data->damping.cast<Complex>();
    ComplexMatrix inner(n_modes + m, n_modes + m);
    inner << A.bottomRightCorner(n_modes, n_modes),
      B.rightCols(n_modes).transpose().cast<Complex>(),
      B.rightCols(n_modes).cast<Complex>(), C.cast<Complex>();
    ComplexMatrix given(n_modes + m, 6);
    given << A.bottomRows(n_modes) * driven, (B * driven).cast<Complex>();
    const Eigen::PartialPivLU<ComplexMatrix> factors(inner);
    const ComplexMatrix answer = -factors.solve(given);
    if (!answer.allFinite())
      throw ComputationFailed(
        "The stiffness of the reduced model is singular "
        "in the state where it begins.");
    ComplexMatrix moved = driven.cast<Complex>();
    moved.bottomRows(n_modes) += answer.topRows(n_modes);
    const ComplexMatrix forces =
      A * moved + B.transpose().cast<Complex>() * answer.bottomRows(m);

    ComplexMatrix6 result;
    const auto output = [&](const Vector &change) {
      const SurfaceForce of_rows = kinematics.surface(change, 0);
      Eigen::Matrix<double, 6, 1> six;
      six << of_rows.force, axial_vector(of_rows.first_moments * R.transpose());
      return six;
    };
    for (int j = 0; j < 6; ++j)
      {
        result.col(j).real() = output(forces.col(j).real());
        result.col(j).imag() = output(forces.col(j).imag());
        // The forces there are turn with the sleeve.
        const SurfaceForce turned = kinematics.surface(driven.col(j), 0);
        result.col(j).tail<3>().real() +=
          axial_vector(now.first_moments * turned.first_moments.transpose());
      }
    return result;
  }
} // namespace rivlin
