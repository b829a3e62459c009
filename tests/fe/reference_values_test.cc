// SPDX-License-Identifier: Apache-2.0
// Values without a closed form, from independent high-resolution runs;
// doc/theory/verification.md, section "Reference values".
#include "static_solution.h"

#include <rivlin/solid/sleeve.h>

#include <gtest/gtest.h>

namespace rivlin
{
  namespace
  {
    using dealii::Point;
    using dealii::Tensor;

    /// The outer surface held, the inner one driven to `pose` at t = 1. In 2D
    /// half a ring, cut along x.
    template <int dim>
    ModelDefinition<dim> bushing(const double inverse_bulk_modulus,
                                 const SleevePose &pose)
    {
      ModelDefinition<dim> definition;
      definition.materials["rubber"] = reference_rubber(inverse_bulk_modulus);
      Support<dim> inner             = fixed<dim>("inner");
      inner.displacement = [pose](const Point<dim> &X, const double t, int) {
        const SleevePose now{t * pose.translation, t * pose.rotation_vector};
        Vector3 place = Vector3::Zero();
        for (int i = 0; i < dim; ++i)
          place[i] = X[i];
        const Vector3 u = sleeve_displacement(now, Vector3::Zero(), place);
        Tensor<1, dim> result;
        for (int i = 0; i < dim; ++i)
          result[i] = u[i];
        return result;
      };
      definition.supports = {inner, fixed<dim>("outer")};
      return definition;
    }
  } // namespace

  TEST(ReferenceValues, NonlinearRadialForceInPlaneStrain)
  {
    // N per mm at u = 3 mm: independent high-resolution runs.
    const std::vector<std::pair<double, double>> cases = {{30, 132.67445},
                                                          {3e5, 196.66727}};
    MeshParameters mesh;
    mesh.sector_angle             = 180;
    mesh.elements_radial          = 16;
    mesh.elements_circumferential = 48;
    for (const auto &[kappa, force] : cases)
      {
        SleevePose pose;
        pose.translation[0]           = 3;
        ModelDefinition<2> definition = bushing<2>(1 / kappa, pose);
        for (const char *set : {"start", "end"})
          {
            Support<2> cut = fixed<2>(set);
            cut.components = {false, true};
            definition.supports.push_back(cut);
          }
        const auto solution = solve_statically(
          make_mesh<2>(mesh, MPI_COMM_WORLD), definition, 3, 1e-9);
        const double found = 2 * solution.reactions[0].force[0];
        std::cout << "radial force at 3 mm, kappa = " << kappa << ": " << found
                  << " N/mm, reference " << force << "\n";
        EXPECT_NEAR(found, force, 5e-4 * force);
      }
  }

  TEST(ReferenceValues, CooksMembrane)
  {
    MeshParameters mesh;
    mesh.shape    = MeshShape::cook;
    mesh.elements = {24, 24, 1};
    ModelDefinition<2> definition;
    definition.materials["rubber"] = {
      Rubber{NeoHooke{80.194 / 2}, {VolumetricKind::quadratic, 1 / 400889.8}},
      1e-9};
    definition.supports = {fixed<2>("left")};
    definition.actions  = {
       Traction<2>{"right",
                   [](const Point<2> &, const Tensor<1, 2> &, const double t) {
                    return Tensor<1, 2>({0., t * 100. / 16});
                  }}};
    const auto solution =
      solve_statically(make_mesh<2>(mesh, MPI_COMM_WORLD), definition, 2, 1e-9);
    const double u =
      solution.model->displacement_at(Point<2>(48, 60), solution.state)[1];
    std::cout << "Cook's membrane u_y(48,60) = " << u << ", reference 6.932\n";
    EXPECT_NEAR(u, 6.932, 1e-3 * 6.932);
    EXPECT_NEAR(solution.reactions[0].force[1], -100, 1e-6);
  }

  // One Newton step of a load so small that the response is linear: rubber with
  // free ends, 40 mm long.
  TEST(ReferenceValuesSlow, StiffnessOfTheBushingInSpace)
  {
    constexpr double small = 1e-6;
    const auto stiffness   = [&](const int component,
                               const MeshParameters &mesh) {
      SleevePose pose;
      (component < 3 ? pose.translation : pose.rotation_vector)[component % 3] =
        small;
      const auto solution = solve_statically(make_mesh<3>(mesh, MPI_COMM_WORLD),
                                             bushing<3>(0, pose),
                                             1,
                                             1e-9);
      const Reaction &inner = solution.reactions[0];
      return (component < 3 ? inner.force : inner.moment)[component % 3] /
             small;
    };
    MeshParameters coarse;
    coarse.elements_radial          = 4;
    coarse.elements_circumferential = 20;
    coarse.elements_axial           = 6;
    coarse.grading_radial           = 2;
    coarse.grading_axial            = 3;
    MeshParameters fine             = coarse;
    fine.elements_radial            = 6;
    fine.elements_circumferential   = 24;
    fine.elements_axial             = 10;
    fine.grading_radial             = 3;
    fine.grading_axial              = 6;
    // Independent high-resolution runs; the closed form for torsion.
    const std::vector<std::tuple<std::string, int, double>> cases = {
      {"axial [N/mm]", 2, 251.69},
      {"radial [N/mm]", 0, 1135.3},
      {"conical [N mm/rad]", 3, 140090},
      {"torsion [N mm/rad]", 5, 59839.86}};
    for (const auto &[name, component, value] : cases)
      {
        const double first  = stiffness(component, coarse);
        const double second = stiffness(component, fine);
        std::cout << name << " 4 x 20 x 6: " << first
                  << ", 6 x 24 x 10: " << second << ", reference " << value
                  << "\n";
        EXPECT_NEAR(first, value, 5e-3 * value) << name;
        EXPECT_NEAR(second, value, 2e-3 * value) << name;
      }
  }
} // namespace rivlin
