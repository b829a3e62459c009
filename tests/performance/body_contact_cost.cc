// SPDX-License-Identifier: Apache-2.0
// What contact of the rubber with itself costs beside the cells: search,
// residual and tangent of the contacts against residual and tangent of all
// cells, in one run. The mesh is that of bushing_3d_voids.prm with closed
// voids, the inner sides of both pressed on the outer ones.
#include "deformed_problem.h"

#include <rivlin/base/timer.h>
#include <rivlin/cases/case_model.h>
#include <rivlin/fe/cell_evaluator.h>
#include <rivlin/solvers/blas_choice.h>

#include <deal.II/base/mpi.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <iostream>

namespace
{
  using namespace rivlin;

  constexpr double inner_radius = 22, outer_radius = 26;

  /// Moves what is inside the voids outwards by their height but for the gap,
  /// in all directions, and what is outside not at all.
  DofVector closed_voids(const Discretization<3> &space, const double gap)
  {
    DofVector u = space.make_vector();
    for (int c = 0; c < space.n_cells(); ++c)
      for (int a = 0; a < space.n_displacements_per_cell() / 3; ++a)
        {
          const dealii::Point<3> X =
            space.mapping().transform_unit_to_real_cell(
              space.cell(c),
              space.element().base_element(0).unit_support_point(a));
          const double r = std::hypot(X[0], X[1]);
          const double part =
            std::clamp((outer_radius - r) / (outer_radius - inner_radius),
                       0.,
                       1.);
          const double push = (outer_radius - inner_radius - gap) * part;
          for (int i = 0; i < 2; ++i)
            u.local_element(space.cell_dofs(c)[3 * a + i]) = push * X[i] / r;
        }
    u.update_ghost_values();
    return u;
  }

  /// Adds blocks to a matrix and counts them.
  class AddedBlocks final : public TangentBlocks
  {
  public:
    AddedBlocks(const AssemblyMap &assembly_map, SubassembledMatrix &to_matrix)
      : map(assembly_map)
      , matrix(to_matrix)
    {}
    void add(const TangentBlock &block) override
    {
      ++n;
      map.add_dof_block(block.dofs, 1, block.values, matrix);
    }
    int n = 0;

  private:
    const AssemblyMap &map;
    SubassembledMatrix &matrix;
  };

  template <typename Work>
  double smallest_seconds(const int repetitions, const Work &work)
  {
    double smallest = 1e300;
    for (int r = 0; r < repetitions; ++r)
      {
        const StopWatch watch;
        work();
        smallest = std::min(smallest, watch.elapsed().cpu);
      }
    return smallest;
  }

  void measure_at(const FEModel<3> &model,
                  const State &state,
                  const double gap,
                  const int repetitions)
  {
    const auto &space = model.discretization();
    BodyState body    = model.body_at(state);
    body.displacement = closed_voids(space, gap);

    CellEvaluator<3> evaluate(model);
    CoupledDofs coupled;
    for (const auto &action : model.actions())
      for (auto &group : action->coupled_dofs(body))
        coupled.push_back(std::move(group));
    const AssemblyMap map(space, model.unknowns(), coupled);
    SubassembledMatrix matrix = map.make_matrix();
    const double cells        = smallest_seconds(repetitions, [&] {
      for (int c = 0; c < space.n_cells(); ++c)
        map.add(c,
                evaluate(c, body.displacement, Need::residual_and_tangent),
                matrix);
    });
    const double cell_forces  = smallest_seconds(repetitions, [&] {
      for (int c = 0; c < space.n_cells(); ++c)
        evaluate(c, body.displacement, Need::residual);
    });
    const double search       = smallest_seconds(repetitions, [&] {
      for (const auto &action : model.actions())
        coupled = action->coupled_dofs(body);
    });
    DofVector residual        = space.make_vector();
    const double forces       = smallest_seconds(repetitions, [&] {
      for (const auto &action : model.actions())
        require(action->add_residual(body, residual));
    });
    int n_blocks              = 0;
    const double tangent      = smallest_seconds(repetitions, [&] {
      AddedBlocks blocks(map, matrix);
      for (const auto &action : model.actions())
        action->add_tangent(body, blocks);
      n_blocks = blocks.n;
    });
    std::cout << nlohmann::ordered_json(
                   {{"cells", space.n_cells()},
                    {"pairs of faces", n_blocks},
                    {"gap [mm]", gap},
                    {"forces of the cells [s]", cell_forces},
                    {"tangent of the cells [s]", cells},
                    {"search [s]", search},
                    {"search and forces [s]", forces},
                    {"search and tangent [s]", tangent},
                    {"ratio",
                     (search + forces + tangent) / (cell_forces + cells)}})
                   .dump(2)
              << "\n";
  }

  void measure(const int repetitions)
  {
    std::vector<std::string> settings = {"Dimension=3",
                                         "Mesh/Inner radius=12",
                                         "Mesh/Outer radius=30",
                                         "Mesh/Length=50",
                                         "Mesh/Elements radial=5",
                                         "Mesh/Elements circumferential=28",
                                         "Mesh/Elements axial=5",
                                         "Mesh/Voids=2",
                                         "Mesh/Void width=120",
                                         "Mesh/Void inner radius=22",
                                         "Mesh/Void outer radius=26",
                                         "Material/Bulk modulus=2000",
                                         "Supports/inner/Type=fixed",
                                         "Supports/outer/Type=fixed"};
    for (const std::string number : {"1", "2"})
      settings.insert(
        settings.end(),
        {"Contacts/slit " + number + "/Surface=body",
         "Contacts/slit " + number + "/Set=void " + number + " inner",
         "Contacts/slit " + number + "/Against=void " + number + " outer"});
    const CaseParameters parameters = read_case("", settings);
    const CaseModel<3> built        = build_case<3>(parameters, MPI_COMM_WORLD);
    for (const double gap : {0.5, -5e-3})
      measure_at(*built.model, built.initial_state, gap, repetitions);
  }
} // namespace

int
main(int argc, char **argv)
{
  rivlin::choose_blas(argv);
  dealii::Utilities::MPI::MPI_InitFinalize mpi(argc, argv, 1);
  try
    {
      measure(7);
    }
  catch (const std::exception &error)
    {
      std::cerr << error.what() << "\n";
      return 1;
    }
}
