// SPDX-License-Identifier: Apache-2.0
// Rodrigues' formula, R - I = s(z) W + c(z) W^2 with W the matrix of w x and
// z = w.w: s = sin(sqrt z)/sqrt z and c = (1 - cos(sqrt z))/z are smooth in z,
// so that time derivatives exist at the zero rotation too.
#include <rivlin/solid/sleeve.h>

#include <rivlin/base/taylor.h>

#include <cassert>
#include <cmath>
#include <utility>

namespace rivlin
{
  namespace
  {
    /// s and c above.
    template <int N>
    std::pair<Taylor<N>, Taylor<N>> rodrigues_coefficients(const Taylor<N> &z)
    {
      if (z.value() > 1)
        {
          const Taylor<N> angle     = sqrt(z);
          const auto [sine, cosine] = sin_cos(angle);
          return {sine / angle, (1. - cosine) / z};
        }
      // Alternating series of z^k/(2k+1)! and z^k/(2k+2)!; with z <= 1 the
      // first term left out is 1/25! < 1e-25, also after three derivatives.
      Taylor<N> s(1.), c(1.);
      for (int k = 11; k >= 1; --k)
        {
          s = 1. - s * z / Taylor<N>(2. * k * (2 * k + 1));
          c = 1. - c * z / Taylor<N>((2. * k + 1) * (2 * k + 2));
        }
      return {s, 0.5 * c};
    }

    /// R - I with its derivatives; w the rotation vector with its derivatives.
    template <int N>
    std::array<std::array<Taylor<N>, 3>, 3>
    rodrigues(const std::array<Taylor<N>, 3> &w)
    {
      const Taylor<N> z       = w[0] * w[0] + w[1] * w[1] + w[2] * w[2];
      const auto coefficients = rodrigues_coefficients(z);
      const Taylor<N> &s      = coefficients.first;
      const Taylor<N> &c      = coefficients.second;
      std::array<std::array<Taylor<N>, 3>, 3> R;
      for (int i = 0; i < 3; ++i)
        {
          const int j = (i + 1) % 3, k = (i + 2) % 3;
          // W^2 = w w^T - z I, its diagonal without cancellation.
          R[i][i] = -c * (w[j] * w[j] + w[k] * w[k]);
          R[i][j] = c * w[i] * w[j] - s * w[k];
          R[j][i] = c * w[i] * w[j] + s * w[k];
        }
      return R;
    }
  } // namespace

  Matrix3 rotation_minus_identity(const Vector3 &rotation_vector)
  {
    const auto series = rodrigues<0>(
      {rotation_vector[0], rotation_vector[1], rotation_vector[2]});
    Matrix3 R;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        R(i, j) = series[i][j].value();
    return R;
  }

  Vector3 sleeve_displacement(const SleevePose &pose,
                              const Vector3 &centre,
                              const Vector3 &X)
  {
    return pose.translation +
           rotation_minus_identity(pose.rotation_vector) * (X - centre);
  }

  SleeveMotion::SleeveMotion(const std::array<SleevePose, 4> &pose,
                             const Vector3 &centre_in)
    : centre(centre_in)
  {
    std::array<Taylor<3>, 3> w;
    for (int i = 0; i < 3; ++i)
      w[i] = Taylor<3>::from_derivatives({pose[0].rotation_vector[i],
                                          pose[1].rotation_vector[i],
                                          pose[2].rotation_vector[i],
                                          pose[3].rotation_vector[i]});
    const auto R = rodrigues(w);
    for (int order = 0; order < 4; ++order)
      {
        translations[order] = pose[order].translation;
        for (int i = 0; i < 3; ++i)
          for (int j = 0; j < 3; ++j)
            rotations[order](i, j) = R[i][j].derivative(order);
      }
  }

  Vector3 SleeveMotion::displacement(const Vector3 &X, int order) const
  {
    assert(order >= 0 && order < 4);
    return translations[order] + rotations[order] * (X - centre);
  }

  const Vector3 &SleeveMotion::translation(const int order) const
  {
    return translations[order];
  }

  const Matrix3 &SleeveMotion::rotation(const int order) const
  {
    return rotations[order];
  }
} // namespace rivlin
