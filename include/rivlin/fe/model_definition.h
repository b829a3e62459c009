// SPDX-License-Identifier: Apache-2.0
// What a finite element model consists of besides its mesh.
#pragma once

#include <rivlin/fe/discretization.h>
#include <rivlin/fe/linear_solver.h>
#include <rivlin/solid/material.h>

#include <deal.II/base/point.h>
#include <deal.II/base/tensor.h>

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace rivlin
{
  template <int dim>
  constexpr std::array<bool, dim> all_components()
  {
    std::array<bool, dim> all{};
    all.fill(true);
    return all;
  }

  /// A part of the boundary whose displacement is prescribed: fixed, driven as
  /// a rigid sleeve, or any field. Components that are not listed stay free.
  template <int dim>
  struct Support
  {
    using Field =
      std::function<dealii::Tensor<1, dim>(const dealii::Point<dim> &X,
                                           double t)>;

    std::string set;
    Field displacement; ///< empty: fixed
    std::array<bool, dim> components = all_components<dim>();
    /// Reaction moments are about this point; without it about the centre of
    /// the set (Mesh::centre). It moves with `translation` (empty: at rest).
    std::optional<dealii::Point<dim>> centre;
    std::function<dealii::Tensor<1, dim>(double t)> translation;
  };

  /// Dead load: force per reference area, by place, outer normal and time.
  template <int dim>
  struct Traction
  {
    std::string set;
    std::function<dealii::Tensor<1, dim>(const dealii::Point<dim> &X,
                                         const dealii::Tensor<1, dim> &normal,
                                         double t)>
      traction;
  };

  /// Pressure that stays normal to the deformed surface; positive pushes
  /// against it.
  struct FollowerPressure
  {
    std::string set;
    std::function<double(double t)> pressure;
  };

  template <int dim>
  struct ModelDefinition
  {
    ElementChoice element;
    double thickness = 1;                      ///< in 2D (plane strain)
    std::map<std::string, Material> materials; ///< by region of the mesh
    std::vector<Support<dim>> supports;
    std::vector<Traction<dim>> tractions;
    std::vector<FollowerPressure> pressures;
    /// Force per reference volume; empty: none.
    std::function<dealii::Tensor<1, dim>(const dealii::Point<dim> &X, double t)>
      body_force;
    LinearSolverKind solver = LinearSolverKind::mumps;
  };
} // namespace rivlin
