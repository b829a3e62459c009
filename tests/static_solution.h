// SPDX-License-Identifier: Apache-2.0
// What the tests of the static solver share: solve, measure, tabulate.
#pragma once

#include <rivlin/dynamics/integrate.h>
#include <rivlin/dynamics/statics.h>
#include <rivlin/fe/body_force.h>
#include <rivlin/fe/boundary_springs.h>
#include <rivlin/fe/contact.h>
#include <rivlin/fe/fe_model.h>
#include <rivlin/fe/follower_pressure.h>
#include <rivlin/fe/traction.h>
#include <rivlin/spaces/mesh_generator.h>

#include <deal.II/base/quadrature_lib.h>
#include <deal.II/fe/fe_values.h>
#include <deal.II/grid/grid_tools.h>

#include <cmath>
#include <functional>
#include <iomanip>
#include <iostream>
#include <memory>
#include <numbers>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace rivlin
{
  /// The rubber of the reference values: shear modulus 1 MPa.
  constexpr double c10 = 0.4, c01 = 0.1, mu = 1;

  inline Material
  reference_rubber(const double inverse_bulk_modulus,
                   const VolumetricKind kind = VolumetricKind::quadratic)
  {
    return {Rubber{MooneyRivlin{c10, c01}, {kind, inverse_bulk_modulus, 9}},
            1.1e-9};
  }

  /// A support that holds all components of a set.
  template <int dim>
  Support<dim> fixed(const std::string &set)
  {
    Support<dim> support;
    support.set = set;
    return support;
  }

  /// The columns of the first action, which is a contact.
  struct ContactColumns
  {
    Vector3 force = Vector3::Zero();
    double smallest_gap;
    double area;
    double largest_pressure;
  };
  inline ContactColumns contact_columns(const Observation &seen)
  {
    const std::vector<double> &columns = seen.action_columns;
    const std::size_t dim              = columns.size() - 3;
    ContactColumns result;
    for (std::size_t i = 0; i < dim; ++i)
      result.force[i] = columns[i];
    result.smallest_gap     = columns.at(dim);
    result.area             = columns.at(dim + 1);
    result.largest_pressure = columns.at(dim + 2);
    return result;
  }

  /// A unit cube of n cells along an edge whose inner vertices are moved by a
  /// smooth field: no cell is a parallelogram. The boundary stays regular.
  template <int dim>
  std::unique_ptr<Mesh<dim>> distorted_box(const int n, const double amplitude)
  {
    MeshParameters parameters;
    parameters.shape    = MeshShape::box;
    parameters.elements = {n, n, n};
    auto mesh           = make_mesh<dim>(parameters, MPI_COMM_WORLD);
    dealii::GridTools::transform(
      [&](const dealii::Point<dim> &X) {
        double bubble = amplitude;
        for (int d = 0; d < dim; ++d)
          bubble *= std::sin(std::numbers::pi * X[d]);
        dealii::Point<dim> x = X;
        for (int d = 0; d < dim; ++d)
          x[d] += (d % 2 == 0 ? bubble : -bubble);
        return x;
      },
      mesh->triangulation);
    return mesh;
  }

  template <int dim>
  struct StaticSolution
  {
    std::unique_ptr<FEModel<dim>> model;
    State state;
    std::vector<StepReport> steps;
    std::vector<State> states; ///< at the ends of the steps
    double strain_energy = 0;
    std::vector<Reaction> reactions; ///< one per support
  };

  /// Statics from t = 0 to 1 in at least `n_steps` steps. The last increment of
  /// each step is below `tolerance`, relative to the size of the part. A run
  /// that does not get to the end throws.
  template <int dim>
  StaticSolution<dim> solve_statically(std::unique_ptr<Mesh<dim>> mesh,
                                       const ModelDefinition<dim> &definition,
                                       const int n_steps,
                                       const double tolerance = 1e-11)
  {
    StaticSolution<dim> solution;
    solution.model =
      std::make_unique<FEModel<dim>>(std::move(mesh), definition);
    solution.state = solution.model->initial_state();
    StaticsOptions options;
    options.newton.tolerance      = tolerance;
    options.newton.full_steps     = solution.model->acts_suddenly();
    options.newton.descend_energy = options.newton.full_steps;
    if (options.newton.full_steps) // as cases do
      {
        options.newton.max_iterations *= 4;
        options.target_iterations = 10;
      }
    IntegrationPlan plan;
    plan.initial_step = 1. / n_steps;
    plan.maximum_step = 1. / n_steps;
    plan.minimum_step = 1e-4;
    Observer observer;
    observer.on_step = [&](const State &state, const StepReport &step) {
      solution.steps.push_back(step);
      solution.states.push_back(state);
    };
    Statics statics(*solution.model, options);
    const IntegrationReport report =
      integrate(statics, solution.state, plan, {observer});
    if (!report.finished)
      throw std::runtime_error(report.reason);
    const Observation seen = solution.model->observe(solution.state);
    solution.strain_energy = seen.strain_energy;
    solution.reactions     = seen.reactions;
    return solution;
  }

  struct FieldErrors
  {
    double u = 0;
    double p = 0;
  };

  /// L2 norms of the errors, by a Gauss formula with two points per direction
  /// more than the model uses. Without `exact_p` only u.
  template <int dim>
  FieldErrors l2_errors(
    const FEModel<dim> &model,
    const State &state,
    const std::function<dealii::Tensor<1, dim>(const dealii::Point<dim> &)>
      &exact_u,
    const std::function<double(const dealii::Point<dim> &)> &exact_p)
  {
    const Discretization<dim> &space = model.discretization();
    const auto &fe                   = space.element();
    const dealii::QGauss<dim> quadrature(fe.degree + 3);
    dealii::FEValues<dim> values(space.mapping(),
                                 fe.base_element(0),
                                 quadrature,
                                 dealii::update_values |
                                   dealii::update_quadrature_points |
                                   dealii::update_JxW_values);
    const DofVector dofs = model.all_dofs(state);
    const int n_u        = space.n_displacements_per_cell();
    FieldErrors squares;
    for (int c = 0; c < space.n_cells(); ++c)
      {
        values.reinit(typename dealii::Triangulation<dim>::active_cell_iterator(
          space.cell(c)));
        const auto index = space.cell_dofs(c);
        for (unsigned int q = 0; q < quadrature.size(); ++q)
          {
            const dealii::Point<dim> X     = values.quadrature_point(q);
            dealii::Tensor<1, dim> error_u = -exact_u(X);
            for (int k = 0; k < n_u; ++k)
              error_u[k % dim] +=
                dofs.local_element(index[k]) * values.shape_value(k / dim, q);
            squares.u += error_u.norm_square() * values.JxW(q);
            if (!exact_p)
              continue;
            double error_p = -exact_p(X);
            for (int m = 0; m < space.n_pressures_per_cell(); ++m)
              error_p += dofs.local_element(index[n_u + m]) *
                         fe.base_element(1).shape_value(m, quadrature.point(q));
            squares.p += error_p * error_p * values.JxW(q);
          }
      }
    return {std::sqrt(squares.u), std::sqrt(squares.p)};
  }

  /// Errors on a sequence of meshes and the orders between neighbours.
  class ConvergenceTable
  {
  public:
    ConvergenceTable(std::string table_title,
                     std::vector<std::string> column_names)
      : title(std::move(table_title))
      , columns(std::move(column_names))
    {}

    /// `n`: elements along an edge, or anything proportional to 1/h.
    void add(const double n, const std::vector<double> &errors)
    {
      rows.push_back({n, errors});
    }

    double error(const int column) const
    {
      return rows.back().second[column];
    }

    /// Order between row - 1 and row; by default of the finest two meshes.
    double order(const int column, const int row = -1) const
    {
      const std::size_t i = row < 0 ? rows.size() - 1 : row;
      return std::log(rows[i - 1].second[column] / rows[i].second[column]) /
             std::log(rows[i].first / rows[i - 1].first);
    }

    void print() const
    {
      std::cout << title << "\n" << std::setw(6) << "n";
      for (const std::string &column : columns)
        std::cout << std::setw(14) << column << std::setw(7) << "order";
      std::cout << "\n";
      for (std::size_t i = 0; i < rows.size(); ++i)
        {
          std::cout << std::setw(6) << rows[i].first;
          for (std::size_t j = 0; j < columns.size(); ++j)
            {
              std::cout << std::setw(14) << std::scientific
                        << std::setprecision(3) << rows[i].second[j]
                        << std::fixed << std::setprecision(2) << std::setw(7);
              if (i > 0)
                std::cout << order(j, i);
              else
                std::cout << "";
            }
          std::cout << std::defaultfloat << std::setprecision(6) << "\n";
        }
      std::cout << std::flush;
    }

  private:
    std::string title;
    std::vector<std::string> columns;
    std::vector<std::pair<double, std::vector<double>>> rows;
  };
} // namespace rivlin
