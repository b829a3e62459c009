// SPDX-License-Identifier: Apache-2.0
// Small harmonic motions of the sleeve about the state in which a reduced model
// begins: complex stiffness.
#pragma once

#include <rivlin/online/reduced_model_data.h>

#include <complex>
#include <memory>

namespace rivlin
{
  using ComplexMatrix6 = Eigen::Matrix<std::complex<double>, 6, 6>;

  /// Change of the reaction (force, moment) of the one sleeve with its pose
  /// (translation, turn about fixed axes), both proportional to exp(i omega t),
  /// in the units of the model: K - omega^2 M + i omega D with all modal
  /// coordinates and pressures condensed. For omega = 0 the static tangent.
  /// Throws ComputationFailed where there is none.
  ComplexMatrix6
  dynamic_stiffness(const std::shared_ptr<const ReducedModelData> &data,
                    double omega);
} // namespace rivlin
