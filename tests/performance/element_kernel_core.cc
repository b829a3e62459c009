// SPDX-License-Identifier: Apache-2.0
// CPU time of the element kernel per cell and of one point, by law and by
// instruction set. Machine-readable with --benchmark_format=json.
#include <rivlin/solid/element_kernel.h>

#include "../solid/lagrange_element.h"

#include <benchmark/benchmark.h>

#include <cmath>
#include <string>
#include <vector>

namespace
{
  using namespace rivlin;

  Material rubber(IsochoricLaw law,
                  VolumetricKind kind = VolumetricKind::quadratic)
  {
    return {Rubber{law, {kind, 1 / 300., 9.}}, 1e-9};
  }

  const Material mooney_rivlin = rubber(MooneyRivlin{0.4, 0.1});

  void measure_cell(benchmark::State &state,
                    int dim,
                    int degree,
                    bool mixed,
                    const Material &material,
                    Need need,
                    InstructionSet instructions,
                    int n_prony_terms = 0)
  {
    if (!is_supported(instructions))
      {
        state.SkipWithError("instruction set not supported here");
        return;
      }
    const LagrangeElement element(dim, degree, mixed, 0.1);
    const ElementKernel kernel(element.basis, instructions);
    std::vector<double> u(element.nodes.size()),
      p(element.basis.n_pressure_nodes);
    for (std::size_t i = 0; i < u.size(); ++i)
      u[i] = 0.02 * std::sin(3. * i + 1);
    for (std::size_t m = 0; m < p.size(); ++m)
      p[m] = 0.1 * std::cos(2. * m);
    ElementWorkspace workspace;
    ElementResult result;
    // With a Prony series the stress of the history is part of the work.
    Viscosity viscosity;
    for (int i = 0; i < n_prony_terms; ++i)
      viscosity.terms.push_back({0.1, std::pow(10., i)});
    const ViscousStep step(viscosity, 0.1);
    const int n_points = element.basis.n_points,
              n_kept   = n_viscous_variables(dim, n_prony_terms);
    std::vector<double> kept(n_points * n_kept), stress(n_points * 6);
    for (std::size_t i = 0; i < kept.size(); ++i)
      kept[i] = 0.1 * std::sin(2. * i);
    const StressHistory history{step.stress_factor(), 1., stress.data()};
    for (auto _ : state)
      {
        if (n_prony_terms > 0)
          step.history_stress(
            dim, n_points, kept.data(), n_kept, stress.data());
        kernel.evaluate(material,
                        element.inverse_jacobians.data(),
                        element.weights.data(),
                        u.data(),
                        p.data(),
                        need,
                        workspace,
                        result,
                        n_prony_terms > 0 ? &history : nullptr);
        benchmark::DoNotOptimize(result.force.data());
        benchmark::ClobberMemory();
      }
    if (!result.valid)
      state.SkipWithError("the cell is inverted");
    state.SetItemsProcessed(state.iterations());
  }

  void measure_point(benchmark::State &state, const Material &material)
  {
    Matrix3 F;
    F << 1.2, 0.1, 0.05, -0.1, 0.9, 0.2, 0.02, 0.1, 1.05;
    for (auto _ : state)
      {
        const PointResponse response =
          evaluate_point(material, F, 0.3, Need::residual_and_tangent);
        benchmark::DoNotOptimize(response.energy);
        F(0, 1) += 1e-12;
      }
  }

  void register_cell(const std::string &name,
                     int dim,
                     int degree,
                     bool mixed,
                     const Material &material,
                     Need need                   = Need::residual_and_tangent,
                     InstructionSet instructions = best_instruction_set(),
                     int n_prony_terms           = 0)
  {
    benchmark::RegisterBenchmark(name.c_str(),
                                 measure_cell,
                                 dim,
                                 degree,
                                 mixed,
                                 material,
                                 need,
                                 instructions,
                                 n_prony_terms)
      ->Unit(benchmark::kMicrosecond);
  }
} // namespace

int
main(int argc, char **argv)
{
  const Need all = Need::residual_and_tangent;
  register_cell("Hex27_8/MooneyRivlin", 3, 2, true, mooney_rivlin);
  register_cell(
    "Hex27_8/MooneyRivlin/residual", 3, 2, true, mooney_rivlin, Need::residual);
  register_cell(
    "Hex27_8/MooneyRivlin/energy", 3, 2, true, mooney_rivlin, Need::energy);
  const InstructionSet best = best_instruction_set();
  register_cell("Hex27_8/MooneyRivlin/3 Prony terms",
                3,
                2,
                true,
                mooney_rivlin,
                all,
                best,
                3);
  register_cell("Hex27_8/MooneyRivlin/residual, 3 Prony terms",
                3,
                2,
                true,
                mooney_rivlin,
                Need::residual,
                best,
                3);
  register_cell("Quad9_4/MooneyRivlin/3 Prony terms",
                2,
                2,
                true,
                mooney_rivlin,
                all,
                best,
                3);
  register_cell("Hex27_8/MooneyRivlin/avx2",
                3,
                2,
                true,
                mooney_rivlin,
                all,
                InstructionSet::avx2);
  register_cell("Hex27_8/MooneyRivlin/baseline",
                3,
                2,
                true,
                mooney_rivlin,
                all,
                InstructionSet::baseline);
  register_cell("Hex27_8/NeoHooke", 3, 2, true, rubber(NeoHooke{0.5}));
  register_cell("Hex27_8/Yeoh",
                3,
                2,
                true,
                rubber(Polynomial{{{1, 0, 0.5}, {2, 0, -0.05}, {3, 0, 0.01}}}));
  register_cell(
    "Hex27_8/Ogden", 3, 2, true, rubber(Ogden{{{0.8, 1.8}, {0.2, -2.2}}}));
  register_cell("Hex27_8/MooneyRivlin/ogden_volume",
                3,
                2,
                true,
                rubber(MooneyRivlin{0.4, 0.1}, VolumetricKind::ogden));
  register_cell("Hex27/SaintVenantKirchhoff",
                3,
                2,
                false,
                {saint_venant_kirchhoff(210000, 0.3), 7.8e-9});
  register_cell("Hex8/MooneyRivlin", 3, 1, false, mooney_rivlin);
  register_cell("Hex64_27/MooneyRivlin", 3, 3, true, mooney_rivlin);
  register_cell("Quad9_4/MooneyRivlin", 2, 2, true, mooney_rivlin);
  register_cell("Quad4/MooneyRivlin", 2, 1, false, mooney_rivlin);
  benchmark::RegisterBenchmark("Point/MooneyRivlin",
                               measure_point,
                               mooney_rivlin);
  benchmark::RegisterBenchmark("Point/Ogden",
                               measure_point,
                               rubber(Ogden{{{0.8, 1.8}, {0.2, -2.2}}}));
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv))
    return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
