// SPDX-License-Identifier: Apache-2.0
// Several multigrid cycles at work at the same time.
#include "static_solution.h"

#include <rivlin/fe/cell_evaluator.h>
#include <rivlin/solvers/displacement_multigrid.h>
#include <rivlin/solvers/pressure_schur.h>

#include <gtest/gtest.h>

#include <cmath>

namespace
{
  using namespace rivlin;

  /// The stiffness of a ring and a cycle for it.
  class Ring
  {
  public:
    Ring(const int radial, const int around, const int axial)
      : model(make_model(radial, around, axial))
      , map(model->discretization(), model->unknowns())
      , matrix(map.make_matrix())
      , product(*matrix.pattern,
                model->unknowns().owned_numbers(),
                MPI_COMM_WORLD)
      , cycle(model->discretization(),
              model->unknowns(),
              product,
              find_pressures(model->discretization(),
                             model->unknowns(),
                             product))
    {
      CellEvaluator<3> evaluate_cell(*model);
      const DofVector dofs = model->all_dofs(model->initial_state());
      for (int c = 0; c < model->discretization().n_cells(); ++c)
        map.add(c, evaluate_cell(c, dofs, Need::residual_and_tangent), matrix);
      cycle.update(matrix.values, product.diagonal(matrix.values));
    }

    DofVector solve()
    {
      DofVector b = product.make_vector(), x = product.make_vector();
      for (int i = 0; i < product.n_owned(); ++i)
        b.local_element(i) = std::sin(1. + model->unknowns().first() + i);
      cycle.solve(b, x);
      return x;
    }

  private:
    static std::unique_ptr<FEModel<3>>
    make_model(const int radial, const int around, const int axial)
    {
      MeshParameters ring;
      ring.inner_radius             = 10;
      ring.outer_radius             = 25;
      ring.length                   = 40;
      ring.elements_radial          = radial;
      ring.elements_circumferential = around;
      ring.elements_axial           = axial;
      ModelDefinition<3> definition;
      definition.materials["rubber"] = reference_rubber(1. / 30);
      definition.supports            = {fixed<3>("inner"), fixed<3>("outer")};
      return std::make_unique<FEModel<3>>(make_mesh<3>(ring, MPI_COMM_WORLD),
                                          definition);
    }

    std::unique_ptr<FEModel<3>> model;
    AssemblyMap map;
    SubassembledMatrix matrix;
    SubassembledProduct product;
    DisplacementMultigrid cycle;
  };

  void expect_equal(DofVector a, const DofVector &b)
  {
    EXPECT_GT(b.l2_norm(), 0);
    a -= b;
    EXPECT_LT(a.l2_norm(), 1e-14 * b.l2_norm());
  }

  /// Each gives in turns with others what it gives alone, and is not confused
  /// by those that come or go. The smallest ring has so few vertices that
  /// Trilinos ML has one level only and does not smooth.
  TEST(DisplacementMultigrid, WorksBesideOthers)
  {
    const auto alone = [](const int radial, const int around, const int axial) {
      Ring ring(radial, around, axial);
      return ring.solve();
    };
    const DofVector large = alone(3, 12, 4), other = alone(3, 10, 5),
                    small = alone(2, 8, 2);

    Ring first(3, 12, 4);
    auto second = std::make_unique<Ring>(3, 10, 5);
    Ring third(2, 8, 2);
    for (int turn = 0; turn < 2; ++turn)
      {
        expect_equal(first.solve(), large);
        expect_equal(second->solve(), other);
        expect_equal(third.solve(), small);
      }
    second.reset();
    expect_equal(first.solve(), large);
    expect_equal(third.solve(), small);
  }
} // namespace
