// SPDX-License-Identifier: Apache-2.0
// What a finite element model consists of besides its mesh.
#pragma once

#include <rivlin/dynamics/rigid_sleeve.h>
#include <rivlin/spaces/discretization.h>
#include <rivlin/solvers/linear_solver.h>
#include <rivlin/solid/contact_law.h>
#include <rivlin/solid/material.h>
#include <rivlin/solid/rigid_surface.h>

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

  /// A part of the boundary whose displacement is prescribed: fixed, a rigid
  /// sleeve, or any field. Components that are not listed stay free; a sleeve
  /// has all.
  template <int dim>
  struct Support
  {
    /// Its time derivative of the given order; statics asks for order 0 only,
    /// dynamics for orders up to 3.
    using Field = std::function<
      dealii::Tensor<1, dim>(const dealii::Point<dim> &X, double t, int order)>;

    std::string set;
    Field displacement; ///< empty: fixed
    std::optional<Sleeve> sleeve;
    std::array<bool, dim> components = all_components<dim>();
    /// Sleeves rotate about this point, reaction moments are about it; without
    /// it the centre of the set (Mesh::centre). It moves with a sleeve.
    std::optional<dealii::Point<dim>> centre;
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
    /// Its time derivative; empty: unknown, taken by differences.
    decltype(traction) rate = {};
  };

  /// Pressure that stays normal to the deformed surface; positive pushes
  /// against it.
  struct FollowerPressure
  {
    std::string set;
    std::function<double(double t)> pressure;
    decltype(pressure) rate = {};
  };

  /// Frictionless contact of boundary sets with a rigid surface, which is given
  /// in the undeformed body.
  struct Contact
  {
    std::string name; ///< for messages
    std::vector<std::string> sets;
    RigidSurface surface;
    /// A distance or pressure of 0 is chosen by the size and the shear modulus
    /// of the part.
    ContactLaw law = {ContactMethod::penalty, 0, 0};
    /// Number of the support that carries the surface; none: the ground.
    std::optional<unsigned int> carrier = {};
  };

  /// Springs and dampers between a surface and the ground: tractions -k_i u_i
  /// and -c_i v_i per reference area, in fixed directions.
  template <int dim>
  struct BoundarySpring
  {
    std::string set;
    std::array<double, dim> stiffness{}; ///< [stress/length]
    std::array<double, dim> viscosity{}; ///< [stress s/length]
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
    std::vector<Contact> contacts;
    std::vector<BoundarySpring<dim>> springs;
    /// Force per reference volume; empty: none.
    std::function<dealii::Tensor<1, dim>(const dealii::Point<dim> &X, double t)>
      body_force;
    /// Acceleration of gravity, order 1 its rate; empty: none.
    std::function<dealii::Tensor<1, dim>(double t, int order)> gravity;
    /// Without it mass and damping do not enter: statics.
    bool inertia = false;
    LinearSolverOptions solver;
  };
} // namespace rivlin
