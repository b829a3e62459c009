// SPDX-License-Identifier: Apache-2.0
// The body as plain arrays is the finite element model: same forces, same
// volumes, same mass.
#include <rivlin/fe/body_extraction.h>

#include <rivlin/cases/case_model.h>
#include <rivlin/offline/body_matrices.h>

#include <gtest/gtest.h>

namespace rivlin
{
  namespace
  {
    using Block = CanonicalOrder::Block;

    struct Extracted
    {
      State state;
      Blocks residual; ///< in the order of snapshots
      Vector u;        ///< of the body
      Vector p;
      DiscreteBody body;
    };

    /// A random small state of a case at a time when its sleeves have moved.
    template <int dim>
    Extracted extract(const std::vector<std::string> &settings)
    {
      const CaseParameters parameters = read_case("", settings);
      const CaseModel<dim> built = build_case<dim>(parameters, MPI_COMM_WORLD);
      const FEModel<dim> &model  = *built.model;
      const CanonicalOrder order(model.discretization(), model.unknowns());
      Extracted result;
      result.body  = extract_body(model, order, built.support_names);
      State &state = result.state;
      state        = built.initial_state;
      state.time   = 0.5;
      std::srand(1);
      state.q      = 0.02 * Vector::Random(state.q.size());
      state.lambda = 0.1 * Vector::Random(model.n_multipliers());
      if (model.is_dynamic())
        {
          state.v = Vector::Zero(model.n_velocities());
          state.a = Vector::Random(model.n_velocities());
        }
      Blocks own;
      EXPECT_TRUE(model.residual(state, ConstraintLevel::position, own).valid);
      result.residual.q      = order.gather(Block::displacement, own.q);
      result.residual.lambda = order.gather(Block::pressure, own.lambda);

      result.u           = Vector::Zero(result.body.n_displacements());
      const auto motions = model.sleeves().place(state, 0).motions;
      for (std::size_t s = 0; s < result.body.supports.size(); ++s)
        {
          const BodySupport &support = result.body.supports[s];
          for (const int i : support.displacements)
            {
              Vector3 X = Vector3::Zero();
              for (int d = 0; d < dim; ++d)
                X[d] = result.body.coordinates[i / dim * dim + d] -
                       support.centre[d];
              result.u[i] =
                support.is_sleeve ? motions[s].displacement(X, 0)[i % dim] : 0;
            }
        }
      const Vector q = order.gather(Block::displacement, state.q);
      for (std::size_t k = 0; k < result.body.free_displacements.size(); ++k)
        result.u[result.body.free_displacements[k]] = q[k];
      result.p = order.gather(Block::pressure, state.lambda);
      return result;
    }

    void expect_same_forces(const Extracted &both)
    {
      const BodyResponse response =
        evaluate_body(both.body, both.u, both.p, Need::residual);
      ASSERT_TRUE(response.valid);
      const double scale = both.residual.q.cwiseAbs().maxCoeff();
      for (std::size_t k = 0; k < both.body.free_displacements.size(); ++k)
        ASSERT_NEAR(response.force[both.body.free_displacements[k]],
                    both.residual.q[k],
                    1e-12 * scale);
      ASSERT_EQ(response.volume.size(), both.residual.lambda.size());
      EXPECT_LE((response.volume - both.residual.lambda).norm(),
                1e-12 * both.residual.lambda.norm());
    }

    const std::vector<std::string> ring = {"Mesh/Elements radial=3",
                                           "Mesh/Elements circumferential=8",
                                           "Supports/inner/Type=driven",
                                           "Supports/inner/Translation x=0.3*t",
                                           "Supports/inner/Rotation z=0.1*t",
                                           "Supports/outer/Type=fixed"};

    std::vector<std::string> with(std::vector<std::string> settings,
                                  const std::vector<std::string> &more)
    {
      settings.insert(settings.end(), more.begin(), more.end());
      return settings;
    }
  } // namespace

  TEST(BodyExtraction, HasTheForcesOfThePlaneModel)
  {
    expect_same_forces(extract<2>(ring));
  }

  TEST(BodyExtraction, HasTheForcesOfSteelAndRubber)
  {
    const Extracted both = extract<2>(with(ring,
                                           {"Mesh/Inner steel=1",
                                            "Material/inner steel/Law=Hooke",
                                            "Mesh/Elements steel=1"}));
    EXPECT_EQ(both.body.materials.size(), 2u);
    expect_same_forces(both);
  }

  TEST(BodyExtraction, HasTheForcesOfTheDisplacementForm)
  {
    expect_same_forces(extract<2>(with(ring,
                                       {"Element/Formulation=displacement",
                                        "Element/Degree=1",
                                        "Material/Bulk modulus=30"})));
  }

  TEST(BodyExtraction, HasTheForcesOfTheTube)
  {
    const Extracted both =
      extract<3>(with(ring,
                      {"Dimension=3",
                       "Mesh/Elements radial=2",
                       "Mesh/Elements axial=2",
                       "Supports/inner/Rotation x=0.05*t"}));
    expect_same_forces(both);
    EXPECT_EQ(both.body.vtk_order.size(), 27u);
  }

  // With M a the residual of dynamics is the body's: the sleeves stand still.
  TEST(BodyExtraction, HasTheMassOfTheModel)
  {
    Extracted both = extract<2>({"Mesh/Elements radial=3",
                                 "Mesh/Elements circumferential=8",
                                 "Supports/inner/Type=fixed",
                                 "Supports/outer/Type=fixed",
                                 "Time/Integrator=generalized alpha",
                                 "Material/Density=1"});
    Vector a       = Vector::Zero(both.body.n_displacements());
    // On one rank only the order of the unknowns differs from the snapshots'.
    const CaseParameters parameters =
      read_case("",
                {"Mesh/Elements radial=3",
                 "Mesh/Elements circumferential=8",
                 "Supports/inner/Type=fixed",
                 "Supports/outer/Type=fixed",
                 "Time/Integrator=generalized alpha",
                 "Material/Density=1"});
    const CaseModel<2> built = build_case<2>(parameters, MPI_COMM_WORLD);
    const CanonicalOrder order(built.model->discretization(),
                               built.model->unknowns());
    const Vector free = order.gather(Block::displacement, both.state.a);
    for (std::size_t k = 0; k < both.body.free_displacements.size(); ++k)
      a[both.body.free_displacements[k]] = free[k];
    const Vector force =
      evaluate_body(both.body, both.u, both.p, Need::residual).force +
      mass_matrix(both.body) * a;
    const double scale = both.residual.q.cwiseAbs().maxCoeff();
    for (std::size_t k = 0; k < both.body.free_displacements.size(); ++k)
      ASSERT_NEAR(force[both.body.free_displacements[k]],
                  both.residual.q[k],
                  1e-12 * scale);
  }
} // namespace rivlin
