// SPDX-License-Identifier: Apache-2.0
// Bruls, Cardona and Arnold (2012), Section 7.3, Table 2 and eq. 86.
#include <rivlin/benchmarks/four_bar.h>

#include <cmath>
#include <numbers>

namespace rivlin
{
  namespace
  {
    BeamSection section(const double traction,
                        const double shear,
                        const double torsion,
                        const double flexion,
                        const double mass,
                        const double axial_inertia,
                        const double transverse_inertia)
    {
      return {Vector3(traction, shear, shear),
              Vector3(torsion, flexion, flexion),
              mass,
              Vector3(axial_inertia, transverse_inertia, transverse_inertia)};
    }
  } // namespace

  HingeAngle four_bar_drive(const double t)
  {
    const double t_s = 0.5, omega = -5, pi = std::numbers::pi;
    if (t >= t_s)
      return {omega * (t - t_s / 2), omega, 0};
    const double phase = 2 * pi * t / t_s, period = t_s / (2 * pi);
    return {omega / t_s * (t * t / 2 + period * period * (std::cos(phase) - 1)),
            omega / t_s * (t - period * std::sin(phase)),
            omega / t_s * (1 - std::cos(phase))};
  }

  FourBar::FourBar(const int elements_per_bar, const double misalignment)
  {
    const BeamSection section_AB =
      section(4e7, 2e6, 2.8e5, 2.4e6, 3.2, 2.4e-2, 1.2e-2);
    const BeamSection section_BC =
      section(4e6, 2e5, 2.8e4, 2.8e5, 1.6, 1.2e-2, 6e-3);
    const BeamSection section_CD =
      section(4e5, 2e5, 2.8e4, 2.4e4, 1.6, 1.2e-2, 6e-3);
    const Vector3 A(0, 0, 0), B(0, 0.12, 0), C(0.24, 0.12, 0), D(0.24, 0, 0);
    BeamModel model;
    const int ground_A = model.add_node(A, true);
    const int ground_D = model.add_node(D, true);
    const int AB_A     = model.add_node(A);
    b                  = model.add_node(B);
    const int BC_B = model.add_node(B), BC_C = model.add_node(C);
    c              = model.add_node(C);
    const int CD_D = model.add_node(D);
    model.add_bar(AB_A, b, elements_per_bar, section_AB);
    model.add_bar(BC_B, BC_C, elements_per_bar, section_BC);
    model.add_bar(c, CD_D, elements_per_bar, section_CD);
    const double angle = misalignment * std::numbers::pi / 180;
    const Vector3 z    = Vector3::UnitZ();
    const Vector3 tilted(std::sin(angle), 0, std::cos(angle));
    model.joints = {{ground_A, AB_A, JointKind::revolute, z, four_bar_drive},
                    {b, BC_B, JointKind::revolute, z, {}},
                    {BC_C, c, JointKind::revolute, tilted, {}},
                    {ground_D, CD_D, JointKind::revolute, z, {}}};
    drive        = 5;
    system       = std::make_shared<const BeamMechanism>(std::move(model));
  }

  Benchmark FourBar::benchmark(const double end_time) const
  {
    Benchmark result;
    result.name     = "four-bar mechanism";
    result.system   = system;
    result.start    = system->reference();
    result.end_time = end_time;
    result.source   = "Bruls, Cardona and Arnold (2012), Section 7.3";
    return result;
  }

  Vector3 FourBar::displacement(const Vector &q, const int node) const
  {
    return system->pose(q, node).position -
           system->pose(system->reference().q, node).position;
  }
} // namespace rivlin
