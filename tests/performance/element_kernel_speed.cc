// SPDX-License-Identifier: Apache-2.0
// CPU time per Q2/Q1 hexahedron of the element kernel and of the plain loop, on
// the same cells and unknowns. Refuses to measure if the two disagree.
#include "plain_loop.h"

#include <rivlin/spaces/mesh_generator.h>

#include <deal.II/base/mpi.h>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <iostream>

namespace
{
  using namespace rivlin;

  constexpr MooneyRivlin law{0.4, 0.1};
  constexpr double bulk_modulus = 300;
  const Material material{
    Rubber{law, {VolumetricKind::quadratic, 1 / bulk_modulus, 9.}}, 1e-9};

  /// A bushing of 768 curved cells; displacements of a percent of an element.
  struct Cells
  {
    Cells()
    {
      mesh  = make_mesh<3>(MeshParameters(), MPI_COMM_WORLD);
      space = std::make_unique<Discretization<3>>(*mesh, ElementChoice(), 1.);
      dofs  = space->make_vector();
      for (unsigned int i = 0; i < dofs.locally_owned_size(); ++i)
        dofs.local_element(i) = 0.02 * std::sin(3. * i + 1);
      dofs.update_ghost_values();
    }

    void kernel_values(const int c, std::vector<double> &values) const
    {
      const auto indices = space->cell_dofs(c);
      values.resize(indices.size());
      for (std::size_t k = 0; k < indices.size(); ++k)
        values[k] = dofs.local_element(indices[k]);
    }

    void evaluate_kernel(const int c,
                         const std::vector<double> &values,
                         ElementWorkspace &workspace,
                         ElementResult &result) const
    {
      space->kernel().evaluate(material,
                               space->inverse_jacobians(c),
                               space->weights(c),
                               values.data(),
                               values.data() +
                                 space->n_displacements_per_cell(),
                               Need::residual_and_tangent,
                               workspace,
                               result);
    }

    std::unique_ptr<Mesh<3>> mesh;
    std::unique_ptr<Discretization<3>> space;
    DofVector dofs;
  };

  /// Largest difference of an entry relative to the largest entry of its block.
  class BlockComparison
  {
  public:
    void add(const double ours, const double plain)
    {
      size       = std::max(size, std::abs(plain));
      difference = std::max(difference, std::abs(ours - plain));
    }
    double error() const
    {
      return difference / size;
    }

  private:
    double size       = 0;
    double difference = 0;
  };

  double largest_disagreement(const Cells &cells)
  {
    const auto &space = *cells.space;
    const int nu      = space.n_displacements_per_cell();
    const int n       = space.n_dofs_per_cell();
    const auto &order = space.kernel_order();
    PlainLoop<3> plain(space, law, bulk_modulus);
    ElementWorkspace workspace;
    ElementResult result;
    std::vector<double> values;
    double worst = 0;
    for (int c = 0; c < space.n_cells(); ++c)
      {
        cells.kernel_values(c, values);
        cells.evaluate_kernel(c, values, workspace, result);
        plain.evaluate(space.cell(c), cells.dofs);
        if (!result.valid)
          return INFINITY;
        BlockComparison force, volume, stiffness, coupling, compliance;
        for (int k = 0; k < n; ++k)
          {
            const int i = order[k];
            if (i < nu)
              force.add(result.force[i], plain.residual()(k));
            else
              volume.add(result.volume[i - nu], plain.residual()(k));
            for (int l = 0; l < n; ++l)
              {
                const int j        = order[l];
                const double entry = plain.matrix()(k, l);
                if (i < nu && j < nu)
                  stiffness.add(result.stiffness[i * nu + j], entry);
                else if (i < nu)
                  coupling.add(result.coupling[(j - nu) * nu + i], entry);
                else if (j < nu)
                  coupling.add(result.coupling[(i - nu) * nu + j], entry);
                else
                  compliance.add(
                    -result.compliance[(i - nu) * (n - nu) + j - nu], entry);
              }
          }
        for (const auto &block :
             {force, volume, stiffness, coupling, compliance})
          worst = std::max(worst, block.error());
      }
    return worst;
  }

  void measure_plain_loop(benchmark::State &state, const Cells &cells)
  {
    PlainLoop<3> plain(*cells.space, law, bulk_modulus);
    int c = 0;
    for (auto _ : state)
      {
        plain.evaluate(cells.space->cell(c), cells.dofs);
        c = (c + 1) % cells.space->n_cells();
        benchmark::ClobberMemory();
      }
  }

  void measure_element_kernel(benchmark::State &state, const Cells &cells)
  {
    ElementWorkspace workspace;
    ElementResult result;
    std::vector<double> values;
    int c = 0;
    for (auto _ : state)
      {
        cells.kernel_values(c, values);
        cells.evaluate_kernel(c, values, workspace, result);
        c = (c + 1) % cells.space->n_cells();
        benchmark::ClobberMemory();
      }
  }
} // namespace

int
main(int argc, char **argv)
{
  const dealii::Utilities::MPI::MPI_InitFinalize mpi(argc, argv, 1);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv))
    return 1;
  const Cells cells;
  // 1e-10: both sum 27 points with some hundred roundings each; the difference
  // of J and 1 in the volume block loses three digits at these strains.
  const double disagreement = largest_disagreement(cells);
  std::cerr << "largest difference of a block: " << disagreement << std::endl;
  if (!(disagreement <= 1e-10))
    {
      std::cerr << "The plain loop and the element kernel disagree."
                << std::endl;
      return 1;
    }
  benchmark::AddCustomContext("largest difference of a block",
                              std::to_string(disagreement * 1e12) + "e-12");
  benchmark::RegisterBenchmark("plain_loop", [&](benchmark::State &state) {
    measure_plain_loop(state, cells);
  })->Unit(benchmark::kMicrosecond);
  benchmark::RegisterBenchmark("element_kernel", [&](benchmark::State &state) {
    measure_element_kernel(state, cells);
  })->Unit(benchmark::kMicrosecond);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
