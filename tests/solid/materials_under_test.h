// SPDX-License-Identifier: Apache-2.0
// Every law with every volumetric law, and deformations to try them at.
#pragma once

#include <rivlin/solid/law_description.h>
#include <rivlin/solid/material.h>
#include <rivlin/solid/point_response.h>

#include <Eigen/Geometry>

#include <random>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace rivlin
{
  using NamedMaterial = std::pair<std::string, Material>;

  /// An example of each law; one that has none does not compile.
  inline NeoHooke example_of(const NeoHooke *)
  {
    return {0.5};
  }

  inline MooneyRivlin example_of(const MooneyRivlin *)
  {
    return {0.4, 0.1};
  }

  inline Gent example_of(const Gent *)
  {
    return {0.9, 15.};
  }

  inline Polynomial example_of(const Polynomial *)
  {
    return {{{1, 0, 0.4},
             {0, 1, 0.1},
             {2, 0, -0.03},
             {1, 1, 0.02},
             {0, 2, 0.01},
             {3, 0, 0.004}}};
  }

  inline Ogden example_of(const Ogden *)
  {
    return {{{0.7, 1.7}, {0.2, -2.3}, {0.05, 5.}}};
  }

  inline SaintVenantKirchhoff example_of(const SaintVenantKirchhoff *)
  {
    return {1.5, 1.};
  }

  inline Hooke example_of(const Hooke *)
  {
    return {1.5, 1.};
  }

  template <class... Laws>
  std::vector<std::pair<std::string, IsochoricLaw>>
  examples_of(const std::variant<Laws...> *)
  {
    return {{Laws::name, example_of(static_cast<const Laws *>(nullptr))}...};
  }

  template <class Law>
  void add_tables(const Law &law, LawConstants &constants)
  {
    for_each_constant(Law::constants, [&](const auto &constant) {
      if constexpr (requires { constant.columns; })
        for (const auto &term : law.*constant.member)
          {
            auto &row = constants.tables[constant.names.name].emplace_back();
            for_each_constant(constant.columns, [&](const auto &column) {
              row.push_back(term.*column.member);
            });
          }
    });
  }

  /// The tables of all laws with the terms of their examples; numbers have
  /// defaults.
  template <class... Laws>
  LawConstants example_tables(const std::variant<Laws...> *)
  {
    LawConstants constants;
    (add_tables(example_of(static_cast<const Laws *>(nullptr)), constants),
     ...);
    return constants;
  }

  /// Bulk modulus 5: of the size of the shear modulus, so that a mistake in
  /// either part shows in the sum.
  inline std::vector<NamedMaterial> rubbers_under_test()
  {
    const std::vector<std::pair<std::string, IsochoricLaw>> isochoric =
      examples_of(static_cast<const IsochoricLaw *>(nullptr));
    const std::vector<std::pair<std::string, VolumetricKind>> volumetric = {
      {"quadratic", VolumetricKind::quadratic},
      {"logarithmic", VolumetricKind::logarithmic},
      {"Ogden volume", VolumetricKind::ogden}};
    std::vector<NamedMaterial> all;
    for (const auto &[iso_name, iso] : isochoric)
      for (const auto &[vol_name, kind] : volumetric)
        all.push_back(
          {iso_name + ", " + vol_name, {Rubber{iso, {kind, 0.2, 1.5}}, 1.}});
    return all;
  }

  template <class... Others>
  void add_others(const std::variant<Rubber, Others...> *,
                  std::vector<NamedMaterial> &all)
  {
    (all.push_back(
       {Others::name, {example_of(static_cast<const Others *>(nullptr)), 1.}}),
     ...);
  }

  inline std::vector<NamedMaterial> materials_under_test()
  {
    std::vector<NamedMaterial> all = rubbers_under_test();
    add_others(static_cast<const MaterialLaw *>(nullptr), all);
    return all;
  }

  inline Matrix3 random_matrix(std::mt19937 &random, double size)
  {
    std::uniform_real_distribution<double> uniform(-size, size);
    Matrix3 M;
    for (int c = 0; c < 9; ++c)
      M(c / 3, c % 3) = uniform(random);
    return M;
  }

  inline Matrix3 random_rotation(std::mt19937 &random)
  {
    std::normal_distribution<double> normal;
    Eigen::Quaterniond q(normal(random),
                         normal(random),
                         normal(random),
                         normal(random));
    return q.normalized().toRotationMatrix();
  }

  /// Q1 diag(stretches) Q2 with random rotations.
  inline Matrix3 rotated_stretch(std::mt19937 &random, const Vector3 &stretches)
  {
    const Matrix3 Q1 = random_rotation(random), Q2 = random_rotation(random);
    return Q1 * stretches.asDiagonal() * Q2;
  }

  /// Moderate, large, coincident and nearly coincident stretches, and F = I.
  inline std::vector<std::pair<std::string, Matrix3>> deformations_under_test()
  {
    std::mt19937 random(20240607);
    std::vector<std::pair<std::string, Matrix3>> all;
    all.push_back({"identity", Matrix3::Identity()});
    all.push_back({"rotation", random_rotation(random)});
    for (int k = 0; k < 5; ++k)
      all.push_back(
        {"moderate", Matrix3::Identity() + random_matrix(random, 0.25)});
    all.push_back({"large", rotated_stretch(random, {3.0, 0.5, 0.8})});
    all.push_back({"compressed", rotated_stretch(random, {0.4, 0.7, 1.1})});
    all.push_back({"two equal", rotated_stretch(random, {1.4, 0.8, 0.8})});
    all.push_back({"two equal, aligned", Vector3(1.4, 0.8, 0.8).asDiagonal()});
    all.push_back({"three equal", rotated_stretch(random, {1.1, 1.1, 1.1})});
    for (const double gap : {1e-4, 1e-8, 1e-12})
      all.push_back({"nearly equal " + std::to_string(gap),
                     rotated_stretch(random, {1.2, 0.9, 0.9 * (1 + gap)})});
    all.push_back(
      {"nearly identity", Matrix3::Identity() + random_matrix(random, 1e-7)});
    return all;
  }
} // namespace rivlin
