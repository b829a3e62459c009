// SPDX-License-Identifier: Apache-2.0
// Constants of Prony series: conversions, temperature, refusals; and the cell
// kernel with a stress history.
#include <rivlin/solid/viscosity.h>

#include <rivlin/base/error.h>
#include <rivlin/solid/element_kernel.h>

#include "lagrange_element.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace
{
  using namespace rivlin;

  const std::vector<PronyTerm> two_terms = {{0.3, 0.2}, {0.4, 2.}};

  TEST(PronySeries, InstantaneousConstantsAreTheLawOfFastChanges)
  {
    const Viscosity v = prony_series(two_terms, LawModuli::instantaneous);
    EXPECT_NEAR(v.instantaneous(), 1, 1e-15);
    EXPECT_NEAR(v.long_term, 0.3, 1e-15);
    // The same rubber: G_0 = 2, G_i = 2 g_i.
    const std::vector<PronyTerm> moduli = {{0.6, 0.2}, {0.8, 2.}};
    const Viscosity same = prony_series(moduli, 2., LawModuli::instantaneous);
    EXPECT_NEAR(same.long_term, v.long_term, 1e-15);
    EXPECT_NEAR(same.terms[1].factor, v.terms[1].factor, 1e-15);
    // And with long-term constants: G_inf = 0.6.
    const Viscosity again = prony_series(moduli, 0.6, LawModuli::long_term);
    EXPECT_NEAR(again.instantaneous() * 0.6, 2, 1e-14);
  }

  TEST(PronySeries, TemperatureShiftsTimes)
  {
    EXPECT_NEAR(wlf_shift(17.44, 51.6, 30, 20),
                std::pow(10., -17.44 * 10 / 61.6),
                1e-15);
    EXPECT_NEAR(arrhenius_shift(50000, 60, 20),
                std::exp(50000 / 8.31446261815324 * (1 / 333.15 - 1 / 293.15)),
                1e-15);
    EXPECT_EQ(wlf_shift(17.44, 51.6, 20, 20), 1);
    EXPECT_EQ(arrhenius_shift(50000, 20, 20), 1);
    Viscosity v = prony_series(two_terms, LawModuli::long_term);
    scale_times(0.5, v);
    EXPECT_EQ(v.terms[1].time, 1.);
  }

  /// The message of the Error that is thrown.
  std::string refusal(const std::function<void()> &action)
  {
    try
      {
        action();
      }
    catch (const Error &error)
      {
        return error.what();
      }
    return "";
  }

  TEST(PronySeries, RefusesWhatIsNoPronySeries)
  {
    const auto relative = [](const std::vector<PronyTerm> &terms) {
      return refusal([&] { prony_series(terms, LawModuli::long_term); });
    };
    EXPECT_NE(relative({{0.4, 1.}, {0.6, 2.}}).find("sum to 1"),
              std::string::npos);
    EXPECT_NE(relative({{0.4, 0.}}).find("relaxation time 0"),
              std::string::npos);
    EXPECT_NE(relative({{0.4, -1.}}).find("relaxation time -1"),
              std::string::npos);
    EXPECT_NE(relative({{-0.4, 1.}}).find("relative modulus -0.4"),
              std::string::npos);
    EXPECT_NE(refusal([] {
                prony_series({{2., 1.}}, 1.5, LawModuli::instantaneous);
              }).find("instantaneous shear modulus of the law is 1.5"),
              std::string::npos);
    Material steel{saint_venant_kirchhoff(210000, 0.3), 7.8e-9};
    steel.viscosity = prony_series(two_terms, LawModuli::long_term);
    EXPECT_NE(refusal([&] { check(steel); }).find("belongs to rubber"),
              std::string::npos);
    EXPECT_NE(refusal([] {
                wlf_shift(17.44, 51.6, -40, 20);
              }).find("degrees below"),
              std::string::npos);
    EXPECT_NE(refusal([] {
                arrhenius_shift(1e4, -300, 20);
              }).find("absolute zero"),
              std::string::npos);
  }

  TEST(StressHistory, CellHasForceAndTangentOfItsPoints)
  {
    Material material{Rubber{MooneyRivlin{0.4, 0.1},
                             {VolumetricKind::quadratic, 0.2, 9.}},
                      1.};
    for (const int dim : {2, 3})
      for (const bool mixed : {false, true})
        {
          SCOPED_TRACE(std::to_string(dim) + (mixed ? " mixed" : ""));
          const LagrangeElement element(dim, 2, mixed, 0.1);
          const int n_points = element.basis.n_points, n = n_symmetric(dim);
          std::vector<double> stress(n_points * n), u(element.nodes.size()),
            p(element.basis.n_pressure_nodes, 0.1);
          for (std::size_t i = 0; i < stress.size(); ++i)
            stress[i] = 0.3 * std::sin(2. * i);
          for (std::size_t i = 0; i < u.size(); ++i)
            u[i] = 0.02 * std::sin(3. * i + 1);
          const StressHistory history{1.7, 1., stress.data()};
          ElementWorkspace workspace;
          const auto evaluate = [&](const InstructionSet instructions,
                                    const Need need) {
            ElementResult result;
            ElementKernel(element.basis, instructions)
              .evaluate(material,
                        element.inverse_jacobians.data(),
                        element.weights.data(),
                        u.data(),
                        p.data(),
                        need,
                        workspace,
                        result,
                        &history);
            return result;
          };
          const Need all            = Need::residual_and_tangent;
          const ElementResult plain = evaluate(InstructionSet::baseline, all);
          for (const InstructionSet instructions :
               {InstructionSet::avx2, InstructionSet::avx512})
            if (is_supported(instructions))
              {
                const ElementResult wide = evaluate(instructions, all);
                for (std::size_t i = 0; i < plain.force.size(); ++i)
                  EXPECT_NEAR(wide.force[i], plain.force[i], 1e-14);
                for (std::size_t i = 0; i < plain.stiffness.size(); ++i)
                  EXPECT_NEAR(wide.stiffness[i], plain.stiffness[i], 1e-13);
              }
          const std::size_t n_u = u.size();
          for (std::size_t k = 0; k < n_u; k += 5)
            {
              // Central differences: h^2 of the third derivative.
              const double h = 1e-4, before = u[k];
              u[k]                = before + h;
              const auto forward  = evaluate(InstructionSet::baseline, all);
              u[k]                = before - h;
              const auto backward = evaluate(InstructionSet::baseline, all);
              u[k]                = before;
              for (std::size_t i = 0; i < n_u; ++i)
                EXPECT_NEAR(plain.stiffness[i * n_u + k],
                            (forward.force[i] - backward.force[i]) / (2 * h),
                            1e-6);
            }
          // A rigid body at rest feels the history alone: int S : grad v.
          std::fill(u.begin(), u.end(), 0.);
          std::fill(p.begin(), p.end(), 0.);
          const ElementResult rest =
            evaluate(best_instruction_set(), Need::residual);
          double work = 0, expected = 0;
          for (std::size_t a = 0; a < n_u / dim; ++a)
            work += rest.force[a * dim] * element.nodes[a * dim + 1];
          for (int q = 0; q < n_points; ++q)
            expected += element.weights[q] * stress[q * n + 3]; // S_12
          EXPECT_NEAR(work, expected, 1e-14);
        }
  }

} // namespace
