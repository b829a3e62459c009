// SPDX-License-Identifier: Apache-2.0
// Small reduced models with random modes: mechanics without a mesh.
#pragma once

#include <rivlin/online/reduced_model_data.h>
#include <rivlin/solid/sleeve.h>

#include <cmath>
#include <random>

namespace rivlin
{
  class RandomNumbers
  {
  public:
    explicit RandomNumbers(const unsigned int seed)
      : engine(seed)
    {}

    double operator()(const double size = 1)
    {
      return size * std::uniform_real_distribution<double>(-1, 1)(engine);
    }

    Matrix matrix(const Eigen::Index rows,
                  const Eigen::Index columns,
                  const double size = 1)
    {
      return Matrix::NullaryExpr(rows, columns, [&]() {
        return (*this)(size);
      });
    }

    Vector vector(const Eigen::Index n, const double size = 1)
    {
      return matrix(n, 1, size);
    }

  private:
    std::mt19937 engine;
  };

  inline PointForce random_points(const int dim,
                                  const int n_points,
                                  const int n,
                                  const bool isochoric,
                                  RandomNumbers &random)
  {
    PointForce force;
    force.dim       = dim;
    force.isochoric = isochoric;
    force.materials.resize(2);
    Rubber rubber;
    rubber.isochoric                       = MooneyRivlin{0.4, 0.1};
    rubber.volumetric.inverse_bulk_modulus = isochoric ? 0 : 0.1;
    force.materials[0].law                 = rubber;
    force.materials[1].law                 = saint_venant_kirchhoff(5, 0.3);
    // A run of steel in the middle: points change their material.
    for (int q = 0; q < n_points; ++q)
      force.material_of_point.push_back(q == n_points / 2 ? 1 : 0);
    force.gradients = random.matrix(n_points * dim * dim, n, 0.5);
    force.weights =
      (random.vector(n_points).array().abs() + 0.2).matrix() / n_points;
    return force;
  }

  /// c_i = sum_q w_q l_iq (det F_q - 1), by polarization of the invariants of
  /// D = F - I.
  inline VolumePolynomial polynomial_of(const PointForce &points,
                                        const Matrix &pressure_values)
  {
    const int dim = points.dim, n = static_cast<int>(points.gradients.cols()),
              n_points      = points.n_points();
    const Eigen::Index rows = pressure_values.rows();
    VolumePolynomial volume;
    volume.linear    = Matrix::Zero(rows, n);
    volume.quadratic = Matrix::Zero(rows, n * (n + 1) / 2);
    if (dim == 3)
      volume.cubic = Matrix::Zero(rows, n * (n + 1) * (n + 2) / 6);
    for (int q = 0; q < n_points; ++q)
      {
        const Vector l = points.weights[q] * pressure_values.col(q);
        const auto D   = [&](const int k) {
          Matrix mode(dim, dim);
          for (int i = 0; i < dim; ++i)
            for (int J = 0; J < dim; ++J)
              mode(i, J) = points.gradients((q * dim + i) * dim + J, k);
          return mode;
        };
        for (int k = 0; k < n; ++k)
          {
            const Matrix A  = D(k);
            const double tA = A.trace();
            volume.linear.col(k) += tA * l;
            for (int j = 0; j <= k; ++j)
              {
                const Matrix B  = D(j);
                const double tB = B.trace(), tAB = (A * B).trace();
                volume.quadratic.col(k * (k + 1) / 2 + j) +=
                  (k == j ? 0.5 : 1.) * (tA * tB - tAB) * l;
                for (int m = 0; dim == 3 && m <= j; ++m)
                  {
                    const Matrix C     = D(m);
                    const double tC    = C.trace();
                    const double count = k == j && j == m   ? 1
                                         : k == j || j == m ? 3
                                                            : 6;
                    const double value = tA * tB * tC - tA * (B * C).trace() -
                                         tB * (A * C).trace() - tC * tAB +
                                         (A * B * C).trace() +
                                         (A * C * B).trace();
                    volume.cubic.col(k * (k + 1) * (k + 2) / 6 +
                                     j * (j + 1) / 2 + m) +=
                      count / 6 * value * l;
                  }
              }
          }
      }
    return volume;
  }

  inline Matrix random_positive(const int n, RandomNumbers &random)
  {
    const Matrix A = random.matrix(n, n);
    return A * A.transpose() / n + 0.3 * Matrix::Identity(n, n);
  }

  struct SyntheticOptions
  {
    int dim           = 2;
    int n_modes       = 4;
    int n_pressures   = 2;
    int n_points      = 60;
    int n_sleeves     = 1;
    double compliance = 0.05; ///< 0: rigid constraints
    double size       = 0.4;  ///< of the gradients
  };

  /// Stable because the modes are fewer than the gradients at the points.
  inline ReducedModelData synthetic_data(const SyntheticOptions &options)
  {
    RandomNumbers random(20);
    ReducedModelData data;
    data.dim         = options.dim;
    data.unit_system = "mm-t-s";
    for (int s = 0; s < options.n_sleeves; ++s)
      data.sleeves.push_back({"sleeve " + std::to_string(s), {}, {}});
    const int n =
      options.n_sleeves * options.dim * (1 + options.dim) + options.n_modes;
    data.mass         = 0.01 * random_positive(n, random);
    data.damping      = 0.02 * random_positive(n, random);
    data.gravity      = 0.1 * random.matrix(n, options.dim);
    PointForce points = random_points(
      options.dim, options.n_points, n, options.n_pressures > 0, random);
    points.gradients *= options.size;
    if (options.n_pressures > 0)
      data.volume =
        polynomial_of(points,
                      random.matrix(options.n_pressures, options.n_points, 3));
    data.compliance =
      options.compliance *
      Matrix::Identity(options.n_pressures, options.n_pressures);
    PointForce second = points;
    second.weights *= 1.01;
    data.force                  = points;
    data.second_force           = second;
    data.range.mean             = Vector::Zero(n);
    data.range.whitening        = Matrix::Identity(n, n);
    data.range.largest_distance = 0.5;
    data.range.lowest_pose      = Matrix::Constant(6, options.n_sleeves, -0.3);
    data.range.highest_pose     = Matrix::Constant(6, options.n_sleeves, 0.3);
    data.rest_velocity          = random.matrix(data.n_modes(), data.n_rho());
    data.notes["origin"]        = "synthetic";
    return data;
  }

  inline RigidMotion motion_of(const std::array<SleevePose, 4> &pose)
  {
    const SleeveMotion sleeve(pose, Vector3::Zero());
    RigidMotion motion;
    for (int order = 0; order < 4; ++order)
      {
        motion.translation[order] = sleeve.translation(order);
        motion.rotation[order]    = sleeve.rotation(order);
      }
    return motion;
  }

  /// A motion in all directions of the dimension, all derivatives at hand.
  inline Sleeve driven_sleeve(const int dim, const double size = 0.1)
  {
    Sleeve sleeve;
    sleeve.motion = [dim, size](const double t, int) {
      std::array<SleevePose, 4> pose;
      for (int order = 0; order < 4; ++order)
        for (int i = 0; i < 3; ++i)
          {
            const double w     = 1 + 0.3 * i;
            const double value = size * std::pow(w, order) *
                                 std::sin(w * t + order * std::acos(0.));
            if (i < dim)
              pose[order].translation[i] = value;
            if (dim == 3 || i == 2)
              pose[order].rotation_vector[i] = 2 * value;
          }
      return motion_of(pose);
    };
    return sleeve;
  }

  /// Everything that the dimension allows is free, or translations alone.
  inline Sleeve free_sleeve(const int dim, const bool rotates = true)
  {
    Sleeve sleeve;
    if (!rotates)
      sleeve = driven_sleeve(dim);
    RigidSleeveProperties &body = sleeve.body;
    body.free_translation       = {true, true, dim == 3};
    if (rotates)
      body.rotation =
        dim == 2 ? RotationFreedom::about_axis : RotationFreedom::free;
    body.mass               = 0.3;
    body.inertia            = Vector3(0.1, 0.2, 0.25).asDiagonal();
    body.stiffness          = {1, 2, 1, 0.5, 0.5, 0.5};
    body.damping            = {0.1, 0.2, 0.1, 0.05, 0.05, 0.05};
    body.force_in_body_axes = true;
    sleeve.load             = [dim](const double t, const int order) {
      const double c = order == 0 ? std::sin(2 * t) : 2 * std::cos(2 * t);
      SleeveLoad load;
      load.force  = c * Vector3(0.1, -0.2, dim == 3 ? 0.1 : 0);
      load.moment = c * Vector3(dim == 3 ? 0.05 : 0, 0, 0.1);
      return load;
    };
    return sleeve;
  }
} // namespace rivlin
