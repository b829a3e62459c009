// SPDX-License-Identifier: Apache-2.0
// Loops over the cells that fill the matrices of a body.
#include <rivlin/offline/body_matrices.h>

#include <rivlin/base/error.h>

#include "cell_assembler.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <optional>

namespace rivlin
{
  namespace
  {
    const double *jacobians_of(const DiscreteBody &body, int cell)
    {
      return body.inverse_jacobians.data() + static_cast<std::size_t>(cell) *
                                               body.basis.n_points *
                                               body.dim() * body.dim();
    }

    const double *weights_of(const DiscreteBody &body, int cell)
    {
      return body.weights.data() +
             static_cast<std::size_t>(cell) * body.basis.n_points;
    }

    const Material &material_of(const DiscreteBody &body, int cell)
    {
      return body.materials[body.cell_material[cell]];
    }

    /// [node][node] -> [node, i][node, i] with the identity in i.
    void widen(const std::vector<double> &scalar,
               int n_nodes,
               int dim,
               std::vector<double> &wide)
    {
      const int n = n_nodes * dim;
      wide.assign(static_cast<std::size_t>(n) * n, 0.);
      for (int a = 0; a < n_nodes; ++a)
        for (int b = 0; b < n_nodes; ++b)
          for (int i = 0; i < dim; ++i)
            wide[(a * dim + i) * n + b * dim + i] = scalar[a * n_nodes + b];
    }

    /// The cells' tangents at the undeformed state with other materials.
    template <typename Action>
    void for_rest_stiffness(const DiscreteBody &body,
                            const std::vector<Material> &materials,
                            const Action &action)
    {
      const ElementKernel kernel(body.basis);
      ElementWorkspace workspace;
      ElementResult result;
      const std::vector<double> zero(body.basis.n_nodes * body.dim() +
                                       body.basis.n_pressure_nodes,
                                     0.);
      for (int cell = 0; cell < body.n_cells(); ++cell)
        {
          kernel.evaluate(materials[body.cell_material[cell]],
                          jacobians_of(body, cell),
                          weights_of(body, cell),
                          zero.data(),
                          zero.data(),
                          Need::residual_and_tangent,
                          workspace,
                          result);
          action(cell, result.stiffness);
        }
    }

    template <typename Factor>
    SparseMatrix pressure_matrix(const DiscreteBody &body, const Factor &factor)
    {
      const CellUnknowns unknowns = pressures_of(body);
      CellAssembler assembler(unknowns, unknowns, body.n_cells());
      const int n = body.basis.n_pressure_nodes;
      std::vector<double> block(static_cast<std::size_t>(n) * n);
      for (int cell = 0; cell < body.n_cells(); ++cell)
        {
          const Material &material = material_of(body, cell);
          if (!has_pressure(material))
            continue;
          std::fill(block.begin(), block.end(), 0.);
          for (int q = 0; q < body.basis.n_points; ++q)
            {
              const double *l    = body.basis.pressure_values.data() + q * n;
              const double scale = factor(material) * weights_of(body, cell)[q];
              for (int a = 0; a < n; ++a)
                for (int b = 0; b < n; ++b)
                  block[a * n + b] += scale * l[a] * l[b];
            }
          assembler.add(cell, block);
        }
      return assembler.take();
    }
  } // namespace



  SparseMatrix mass_matrix(const DiscreteBody &body)
  {
    const CellUnknowns unknowns = displacements_of(body);
    CellAssembler assembler(unknowns, unknowns, body.n_cells());
    const ElementKernel kernel(body.basis);
    std::vector<double> scalar, block;
    for (int cell = 0; cell < body.n_cells(); ++cell)
      {
        kernel.mass(material_of(body, cell).density,
                    weights_of(body, cell),
                    scalar);
        widen(scalar, body.basis.n_nodes, body.dim(), block);
        assembler.add(cell, block);
      }
    return assembler.take();
  }



  SparseMatrix rest_stiffness(const DiscreteBody &body)
  {
    const CellUnknowns unknowns = displacements_of(body);
    CellAssembler assembler(unknowns, unknowns, body.n_cells());
    for_rest_stiffness(body,
                       body.materials,
                       [&](int cell, const std::vector<double> &block) {
                         assembler.add(cell, block);
                       });
    return assembler.take();
  }



  SparseMatrix damping_matrix(const DiscreteBody &body)
  {
    const CellUnknowns unknowns = displacements_of(body);
    CellAssembler assembler(unknowns, unknowns, body.n_cells());
    const ElementKernel kernel(body.basis);
    std::vector<double> scalar, block;
    for_rest_stiffness(body,
                       body.materials,
                       [&](int cell, const std::vector<double> &stiffness) {
                         const Material &material = material_of(body, cell);
                         kernel.mass(material.density,
                                     weights_of(body, cell),
                                     scalar);
                         widen(scalar, body.basis.n_nodes, body.dim(), block);
                         for (std::size_t k = 0; k < block.size(); ++k)
                           block[k] = material.mass_damping * block[k] +
                                      material.stiffness_damping * stiffness[k];
                         assembler.add(cell, block);
                       });
    return assembler.take();
  }



  SparseMatrix elastic_stiffness(const DiscreteBody &body, double poisson_ratio)
  {
    std::vector<Material> materials = body.materials;
    for (Material &material : materials)
      material.law =
        hooke(2 * initial_shear_modulus(material) * (1 + poisson_ratio),
              poisson_ratio);
    const CellUnknowns unknowns = displacements_of(body);
    CellAssembler assembler(unknowns, unknowns, body.n_cells());
    for_rest_stiffness(body,
                       materials,
                       [&](int cell, const std::vector<double> &block) {
                         assembler.add(cell, block);
                       });
    return assembler.take();
  }



  SparseMatrix pressure_mass(const DiscreteBody &body)
  {
    return pressure_matrix(body, [](const Material &) { return 1.; });
  }



  SparseMatrix pressure_compliance(const DiscreteBody &body)
  {
    return pressure_matrix(body, [](const Material &material) {
      return volumetric_law(material)->inverse_bulk_modulus;
    });
  }



  BodyResponse evaluate_body(const DiscreteBody &body,
                             const Vector &u,
                             const Vector &p,
                             Need need)
  {
    assert(u.size() == body.n_displacements());
    assert(p.size() == body.n_pressures);
    const bool with_residual         = need != Need::energy,
               with_tangent          = need == Need::residual_and_tangent;
    const CellUnknowns displacements = displacements_of(body),
                       pressures     = pressures_of(body);
    std::optional<CellAssembler> stiffness, coupling, compliance;
    if (with_tangent)
      {
        stiffness.emplace(displacements, displacements, body.n_cells());
        coupling.emplace(pressures, displacements, body.n_cells());
        compliance.emplace(pressures, pressures, body.n_cells());
      }
    BodyResponse response;
    response.min_J = std::numeric_limits<double>::infinity();
    if (with_residual)
      {
        response.force  = Vector::Zero(body.n_displacements());
        response.volume = Vector::Zero(body.n_pressures);
      }
    const ElementKernel kernel(body.basis);
    ElementWorkspace workspace;
    ElementResult result;
    const int dim = body.dim(), n_nodes = body.basis.n_nodes,
              n_local = body.basis.n_pressure_nodes;
    std::vector<double> u_cell(n_nodes * dim), p_cell(n_local);
    for (int cell = 0; cell < body.n_cells(); ++cell)
      {
        const int *nodes          = body.cell_nodes.data() + cell * n_nodes;
        const int *pressure_nodes = body.cell_pressures.data() + cell * n_local;
        for (int k = 0; k < n_nodes * dim; ++k)
          u_cell[k] = u[nodes[k / dim] * dim + k % dim];
        for (int a = 0; a < n_local; ++a)
          p_cell[a] = pressure_nodes[a] >= 0 ? p[pressure_nodes[a]] : 0.;
        kernel.evaluate(material_of(body, cell),
                        jacobians_of(body, cell),
                        weights_of(body, cell),
                        u_cell.data(),
                        p_cell.data(),
                        need,
                        workspace,
                        result);
        response.min_J = std::min(response.min_J, result.min_J);
        response.energy += result.energy;
        if (!result.valid)
          {
            response.valid = false;
            return response;
          }
        if (with_residual)
          {
            for (int k = 0; k < n_nodes * dim; ++k)
              response.force[nodes[k / dim] * dim + k % dim] += result.force[k];
            for (int a = 0; a < n_local; ++a)
              if (pressure_nodes[a] >= 0)
                response.volume[pressure_nodes[a]] += result.volume[a];
          }
        if (with_tangent)
          {
            stiffness->add(cell, result.stiffness);
            if (n_local > 0)
              {
                coupling->add(cell, result.coupling);
                compliance->add(cell, result.compliance);
              }
          }
      }
    if (with_tangent)
      {
        response.stiffness  = stiffness->take();
        response.coupling   = coupling->take();
        response.compliance = compliance->take();
      }
    return response;
  }



  SparseMatrix coupling(const DiscreteBody &body, const Vector &u)
  {
    assert(u.size() == body.n_displacements());
    CellAssembler assembler(pressures_of(body),
                            displacements_of(body),
                            body.n_cells());
    const int dim = body.dim(), n_nodes = body.basis.n_nodes,
              n_local = body.basis.n_pressure_nodes;
    std::vector<double> block(static_cast<std::size_t>(n_local) * n_nodes *
                              dim);
    Matrix gradients(n_nodes, dim); // dN_a/dX_J
    for (int cell = 0; n_local > 0 && cell < body.n_cells(); ++cell)
      {
        if (!has_pressure(material_of(body, cell)))
          continue;
        const int *nodes = body.cell_nodes.data() + cell * n_nodes;
        std::fill(block.begin(), block.end(), 0.);
        for (int q = 0; q < body.basis.n_points; ++q)
          {
            const double *reference =
              body.basis.reference_gradients.data() + q * dim * n_nodes;
            const double *inverse = jacobians_of(body, cell) + q * dim * dim;
            gradients.setZero();
            Matrix3 F = Matrix3::Identity();
            for (int a = 0; a < n_nodes; ++a)
              for (int J = 0; J < dim; ++J)
                {
                  for (int r = 0; r < dim; ++r)
                    gradients(a, J) +=
                      reference[r * n_nodes + a] * inverse[r * dim + J];
                  for (int i = 0; i < dim; ++i)
                    F(i, J) += u[nodes[a] * dim + i] * gradients(a, J);
                }
            // dJ/dF: entry (i, J) is the cofactor, cyclic in both indices.
            Matrix3 cofactor;
            for (int i = 0; i < 3; ++i)
              for (int J = 0; J < 3; ++J)
                {
                  const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
                  const int J1 = (J + 1) % 3, J2 = (J + 2) % 3;
                  cofactor(i, J) =
                    F(i1, J1) * F(i2, J2) - F(i1, J2) * F(i2, J1);
                }
            const double *l = body.basis.pressure_values.data() + q * n_local;
            for (int b = 0; b < n_nodes; ++b)
              for (int i = 0; i < dim; ++i)
                {
                  double divergence = 0;
                  for (int J = 0; J < dim; ++J)
                    divergence += cofactor(i, J) * gradients(b, J);
                  for (int a = 0; a < n_local; ++a)
                    block[(a * n_nodes + b) * dim + i] +=
                      weights_of(body, cell)[q] * l[a] * divergence;
                }
          }
        assembler.add(cell, block);
      }
    return assembler.take();
  }



  SparseMatrix submatrix(const SparseMatrix &matrix,
                         const std::vector<int> &rows,
                         const std::vector<int> &columns)
  {
    std::vector<int> place(matrix.rows(), -1);
    for (std::size_t i = 0; i < rows.size(); ++i)
      place[rows[i]] = static_cast<int>(i);
    SparseMatrix part(static_cast<Eigen::Index>(rows.size()),
                      static_cast<Eigen::Index>(columns.size()));
    std::vector<std::pair<int, double>> entries;
    for (std::size_t j = 0; j < columns.size(); ++j)
      {
        entries.clear();
        for (SparseMatrix::InnerIterator it(matrix, columns[j]); it; ++it)
          if (place[it.row()] >= 0)
            entries.emplace_back(place[it.row()], it.value());
        std::sort(entries.begin(), entries.end());
        part.startVec(static_cast<Eigen::Index>(j));
        for (const auto &[row, value] : entries)
          part.insertBack(row, static_cast<Eigen::Index>(j)) = value;
      }
    part.finalize();
    return part;
  }



  Matrix
  scatter_rows(const Matrix &values, const std::vector<int> &rows, int n_rows)
  {
    assert(values.rows() == static_cast<Eigen::Index>(rows.size()));
    Matrix all = Matrix::Zero(n_rows, values.cols());
    for (std::size_t i = 0; i < rows.size(); ++i)
      all.row(rows[i]) = values.row(static_cast<Eigen::Index>(i));
    return all;
  }



  Matrix gather_rows(const Matrix &values, const std::vector<int> &rows)
  {
    Matrix part(static_cast<Eigen::Index>(rows.size()), values.cols());
    for (std::size_t i = 0; i < rows.size(); ++i)
      part.row(static_cast<Eigen::Index>(i)) = values.row(rows[i]);
    return part;
  }
} // namespace rivlin
