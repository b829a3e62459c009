// SPDX-License-Identifier: Apache-2.0
// What a finite element model consists of besides its mesh.
#pragma once

#include <rivlin/dynamics/rigid_sleeve.h>
#include <rivlin/fe/viscous_response.h>
#include <rivlin/spaces/discretization.h>
#include <rivlin/solvers/linear_solver.h>
#include <rivlin/solid/material.h>

#include <deal.II/base/point.h>
#include <deal.II/base/tensor.h>

#include <array>
#include <functional>
#include <map>
#include <memory>
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

  /// Whether unknowns move a support.
  template <int dim>
  bool is_free_sleeve(const Support<dim> &support)
  {
    return support.sleeve &&
           RigidSleeve(support.sleeve->body).n_velocities() > 0;
  }

  template <int dim>
  class BodyAction;
  template <int dim>
  struct BodyView;

  /// Builds one thing that acts on the body when the model is made: a Traction,
  /// FollowerPressure, BodyForce, BoundarySpring, Contact, or any other value
  /// that can be called like them.
  template <int dim>
  using ActionDefinition =
    std::function<std::unique_ptr<BodyAction<dim>>(const BodyView<dim> &body)>;

  template <int dim>
  struct ModelDefinition
  {
    ElementChoice element;
    double thickness = 1;                      ///< in 2D (plane strain)
    std::map<std::string, Material> materials; ///< by region of the mesh
    std::vector<Support<dim>> supports;
    std::vector<ActionDefinition<dim>> actions;
    /// Boundary sets whose displacements all ranks know: those of contacts of
    /// the body with itself (add_body_contact).
    std::vector<std::string> shared_sets;
    /// Acceleration of gravity, order 1 its rate; empty: none. It acts on the
    /// body and on free sleeves.
    std::function<dealii::Tensor<1, dim>(double t, int order)> gravity;
    /// Without it mass and damping do not enter: statics.
    bool inertia = false;
    LinearSolverOptions solver;
    /// Of statics; in dynamics always `rate`.
    ViscousResponse viscous_response = ViscousResponse::rate;
  };
} // namespace rivlin
