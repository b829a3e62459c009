// SPDX-License-Identifier: Apache-2.0
// What contact costs beside the cells: search, residual and tangent of the
// contacts against residual and tangent of all cells, in one run. First rubber
// on rubber, on the mesh of bushing_3d_voids.prm with lower voids, the inner
// sides of both before the outer ones and then pressed on them; then that case
// itself, the inner sides before the rigid sleeve and on it.
//
// Usage: body_contact_cost [PARAMETER_FILES]
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

  constexpr double inner_radius = 22;

  /// Moves what is inside the voids outwards by their height but for the gap,
  /// in all directions, and what is outside not at all.
  DofVector closed_voids(const Discretization<3> &space,
                         const double outer_radius,
                         const double gap)
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

  /// One Newton iteration after the other at two states in turn, as an action
  /// that remembers its last state sees them.
  void measure_at(const std::string &what,
                  const FEModel<3> &model,
                  const State &state,
                  const double outer_radius,
                  const double gap)
  {
    constexpr int repetitions = 40;
    const auto &space         = model.discretization();
    std::array<BodyState, 2> bodies{model.body_at(state), model.body_at(state)};
    for (int k = 0; k < 2; ++k)
      bodies[k].displacement =
        closed_voids(space, outer_radius, gap + 1e-9 * k);

    CellEvaluator<3> evaluate(model);
    CoupledDofs coupled;
    const auto couple = [&](const BodyState &body) {
      coupled.clear();
      for (const auto &action : model.actions())
        for (auto &group : action->coupled_dofs(body))
          coupled.push_back(std::move(group));
    };
    couple(bodies[0]);
    const AssemblyMap map(space, model.unknowns(), coupled);
    SubassembledMatrix matrix = map.make_matrix();
    DofVector residual        = space.make_vector();
    double cell_forces = 1e300, cell_tangents = 1e300, forces = 1e300,
           pattern = 1e300, tangents = 1e300, sum = 1e300;
    int n_blocks = 0;
    for (int r = 0; r < repetitions; ++r)
      {
        const BodyState &body =
          bodies[(r + 1) % 2]; // never that of the last time
        const auto lower = [](double &smallest, const auto &work) {
          const StopWatch watch;
          work();
          const double seconds = watch.elapsed().cpu;
          smallest             = std::min(smallest, seconds);
          return seconds;
        };
        lower(cell_forces, [&] {
          for (int c = 0; c < space.n_cells(); ++c)
            {
              const ElementResult &cell =
                evaluate(c, body.displacement, Need::residual);
              const auto dofs = space.cell_dofs(c);
              for (std::size_t k = 0; k < cell.force.size(); ++k)
                residual.local_element(dofs[k]) += cell.force[k];
            }
        });
        lower(cell_tangents, [&] {
          for (int c = 0; c < space.n_cells(); ++c)
            map.add(c,
                    evaluate(c, body.displacement, Need::residual_and_tangent),
                    matrix);
        });
        double all = lower(forces, [&] {
          for (const auto &action : model.actions())
            require(action->add_residual(body, residual));
        });
        all += lower(pattern, [&] { couple(body); });
        all += lower(tangents, [&] {
          AddedBlocks blocks(map, matrix);
          for (const auto &action : model.actions())
            action->add_tangent(body, blocks);
          n_blocks = blocks.n;
        });
        sum = std::min(sum, all);
      }
    std::cout << nlohmann::ordered_json(
                   {{"contact", what},
                    {"cells", space.n_cells()},
                    {"blocks", n_blocks},
                    {"gap [mm]", gap},
                    {"forces of the cells [s]", cell_forces},
                    {"tangent of the cells [s]", cell_tangents},
                    {"search and forces [s]", forces},
                    {"pattern [s]", pattern},
                    {"tangent [s]", tangents},
                    {"ratio", sum / (cell_forces + cell_tangents)}})
                   .dump(2)
              << "\n";
  }

  void measure_body()
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
    for (const double gap : {0.5, 0.2, -5e-3})
      measure_at(
        "rubber on rubber", *built.model, built.initial_state, 26, gap);
  }

  void measure_rigid(const std::string &folder)
  {
    const CaseParameters parameters =
      read_case(folder + "/bushing_3d_voids.prm", {});
    const CaseModel<3> built = build_case<3>(parameters, MPI_COMM_WORLD);
    for (const double gap : {0.5, -5e-3})
      measure_at(
        "rubber on a rigid sleeve", *built.model, built.initial_state, 30, gap);
  }
} // namespace

int
main(int argc, char **argv)
{
  rivlin::choose_blas(argv);
  dealii::Utilities::MPI::MPI_InitFinalize mpi(argc, argv, 1);
  try
    {
      measure_body();
      measure_rigid(argc > 1 ? argv[1] : "parameter_files");
    }
  catch (const std::exception &error)
    {
      std::cerr << error.what() << "\n";
      return 1;
    }
}
