// SPDX-License-Identifier: Apache-2.0
// Every force model by its name: errors, what is stored, what is refused.
#include <rivlin/offline/force_training.h>

#include <rivlin/base/error.h>
#include <rivlin/online/rom_file.h>

#include "offline/trained_ring.h"
#include "online/allocation_counter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>

namespace rivlin
{
  namespace
  {
    const TrainedRing &ring()
    {
      static const TrainedRing the_ring;
      return the_ring;
    }

    std::string message_of(const std::function<void()> &action)
    {
      try
        {
          action();
        }
      catch (const Error &error)
        {
          return error.what();
        }
      return "no error";
    }

    /// What is known of a model on this ring, whose 60 training states are
    /// equilibria.
    struct Expected
    {
      double training_error; ///< bound
      double file_error;     ///< bound of what a file changes in the force
      int n_states;          ///< stored; 0: it has points
    };

    // Tables hold all states and are exact there; the cubature is trained to
    // 1e-3 of the rows; DEIM interpolates 60 forces by 14, which leaves what
    // their POD leaves, times its constant. In files tangents and second
    // derivatives of tables have single precision (6e-8). The condensed
    // stiffness is 2000 times that of the shear, and the force is a small
    // difference of K x.
    const std::map<std::string, Expected> expected_of = {
      {"Galerkin", {1e-10, 1e-15, 0}},
      {"cubature", {1e-3, 1e-15, 0}},
      {"lookup 1", {1e-10, 1e-6, 60}},
      {"lookup 2", {1e-10, 1e-6, 60}},
      {"TPWL", {1e-10, 1e-6, 60}},
      {"energy TPWL", {1e-10, 1e-6, 60}},
      {"condensed lookup 1", {1e-10, 1e-4, 60}},
      {"condensed TPWL", {1e-10, 1e-4, 60}},
      {"DEIM", {3e-2, 1e-15, 0}},
      {"unassembled DEIM", {3e-2, 1e-15, 0}}};

    TEST(ForceTraining, NamesFindTheirModels)
    {
      const std::vector<std::string> names = force_model_names();
      EXPECT_EQ(names.size(), expected_of.size());
      for (std::size_t i = 0; i < names.size(); ++i)
        EXPECT_EQ(&force_model(names[i]), &force_models()[i]);
      EXPECT_NE(message_of([] { force_model("cubatur"); }).find("\"cubature\""),
                std::string::npos);
    }

    TEST(ForceTraining, EveryModelMeetsItsTrainingStates)
    {
      for (const ForceModel &model : force_models())
        {
          const std::string &name = model.name;
          SCOPED_TRACE(name);
          const Expected &expected = expected_of.at(name);
          ReducedModelData data    = ring().projected;
          const ForceReport report = train_force(
            model, ring().body, ring().bases, ring().states.r, {}, data);
          EXPECT_NO_THROW(check(data));
          EXPECT_FALSE(report.description.empty());
          EXPECT_LT(report.training_error, expected.training_error);
          EXPECT_EQ(report.n_states, expected.n_states);
          EXPECT_EQ(report.n_points > 0, expected.n_states == 0);
          if (name == "cubature")
            {
              EXPECT_GT(report.training_error, 0);
              EXPECT_LT(report.n_points, ring().body.n_points());
            }
          EXPECT_EQ(report.n_cells > 0, name.ends_with("DEIM"));
          EXPECT_EQ(is_empty(data.second_force), name != "cubature");
          EXPECT_EQ(data.n_pressures(),
                    model.is_condensed ? 0 : ring().projected.n_pressures());
        }
    }

    TEST(ForceTraining, EveryModelSurvivesItsFile)
    {
      const std::filesystem::path file =
        std::filesystem::path(::testing::TempDir()) / "force_training.rom";
      TrainedRing own    = ring();
      own.body.vtk_order = {0, 2, 8, 6, 1, 5, 7, 3, 4};
      own.body.node_of_pressure.assign(own.body.n_pressures, 0);
      own.projected = project_model(own.body, own.bases, {{}}, true);
      Vector r      = own.states.r.col(3);
      r += 0.1 * own.states.r.col(5);
      for (const ForceModel &model : force_models())
        {
          SCOPED_TRACE(model.name);
          const ReducedModelData data = own.with(model);
          write_rom(file, data);
          ReducedModelData read = read_rom(file);
          EXPECT_EQ(read.n_pressures(), data.n_pressures());
          EXPECT_EQ(read.full.cells, data.full.cells);
          EXPECT_EQ(describe(read.force), describe(data.force));
          ForceEvaluation before, after;
          evaluate(data.force, r, Need::residual_and_tangent, before);
          evaluate(read.force, r, Need::residual_and_tangent, after);
          const double bound = expected_of.at(model.name).file_error;
          EXPECT_LE((before.force - after.force).norm(),
                    bound * before.force.norm());
          EXPECT_LE((before.tangent - after.tangent).norm(),
                    std::min(bound, 1e-6) * before.tangent.norm());
        }
      std::filesystem::remove(file);
    }

    // Next to a state, where weights of TPWL change within d_1/beta = 0.004 of
    // the size of a state. Fourth order with h = 1e-5 of it: (h beta/d_1)^4 =
    // 4e-11 of truncation and 1e-16/1e-5 of roundoff, times 2000 if condensed.
    TEST(ForceTraining, EveryModelHasItsTangentAndAllocatesNothing)
    {
      const Matrix &states = ring().states.r;
      const Vector r = states.col(3) + 0.1 * states.col(5), d = states.col(11);
      for (const ForceModel &model : force_models())
        {
          SCOPED_TRACE(model.name);
          const ReducedForce force = ring().with(model).force;
          ForceEvaluation at, near;
          evaluate(force, r, Need::residual_and_tangent, at);
          ASSERT_TRUE(at.valid);
          const auto derivative = [&](const auto &value) {
            const double h      = 1e-5;
            const auto value_at = [&](const double s) {
              evaluate(force, r + s * d, Need::residual, near);
              return value();
            };
            auto sum = value_at(h);
            sum -= value_at(-h);
            sum *= 8;
            sum -= value_at(2 * h);
            sum += value_at(-2 * h);
            sum /= 12 * h;
            return sum;
          };
          const Vector df = derivative([&] { return near.force; });
          EXPECT_LT((at.tangent * d - df).norm(), 1e-6 * df.norm());
          if (at.energy != 0) // otherwise it has none
            {
              const double dW = derivative([&] { return near.energy; });
              EXPECT_NEAR(at.force.dot(d),
                          dW,
                          1e-6 * at.force.norm() * d.norm());
            }
          const Vector other = 0.9 * r;
          EXPECT_EQ(allocations_of([&]() {
                      evaluate(force, other, Need::residual_and_tangent, at);
                    }),
                    0);
        }
    }

    TEST(ForceTraining, OptionsReachTheModels)
    {
      ForceOptions options;
      options.n_table_states      = 20;
      options.n_nearest           = 3;
      options.beta                = 7;
      options.exact_tangent       = false;
      options.n_interpolation     = 6;
      options.second_cubature     = false;
      const ReducedModelData tpwl = ring().with(force_model("TPWL"), options);
      const auto &table           = std::get<TpwlForce>(tpwl.force);
      EXPECT_EQ(table.table.states.cols(), 20);
      EXPECT_EQ(table.n_nearest, 3);
      EXPECT_EQ(table.beta, 7);
      EXPECT_FALSE(table.exact_tangent);
      EXPECT_EQ(table.blend, TpwlForce::Blend::forces);
      EXPECT_GT(table.table.images.size(), 0) << "the table is prepared";
      EXPECT_EQ(std::get<TpwlForce>(
                  ring().with(force_model("energy TPWL"), options).force)
                  .blend,
                TpwlForce::Blend::energies);
      // At least one of the table's states is near, never more than it has.
      options.n_table_states = 2;
      EXPECT_EQ(std::get<TpwlForce>(
                  ring().with(force_model("TPWL"), options).force)
                  .n_nearest,
                2);
      const ReducedModelData cubature =
        ring().with(force_model("cubature"), options);
      EXPECT_EQ(n_points(cubature.second_force), 0);
      // A coarser tolerance needs fewer points.
      options.cubature_tolerance = 3e-2;
      const ReducedModelData coarse =
        ring().with(force_model("cubature"), options);
      EXPECT_LT(std::get<PointForce>(coarse.force).n_points(),
                std::get<PointForce>(cubature.force).n_points());
      // QDEIM chooses other rows, DEIM touches fewer cells with fewer modes.
      ReducedModelData data = ring().projected;
      const auto n_cells    = [&](const ForceModel &model) {
        return train_force(model,
                           ring().body,
                           ring().bases,
                           ring().states.r,
                           options,
                           data)
          .n_cells;
      };
      const int twelve = n_cells(force_model("unassembled DEIM"));
      EXPECT_LE(twelve, 12);
      EXPECT_GT(std::get<PointForce>(data.force).linear.size(), 0);
      options.rows_per_mode = 1;
      options.exact_linear  = false;
      const int six         = n_cells(force_model("unassembled DEIM"));
      EXPECT_LE(six, 6);
      EXPECT_LT(six, twelve);
      EXPECT_EQ(std::get<PointForce>(data.force).linear.size(), 0);
      options.n_interpolation = 12;
      EXPECT_GT(n_cells(force_model("unassembled DEIM")), six);
    }

    // Remark 6.5.3 of the thesis: exact differences to the neighbours, where
    // the second derivatives come from, so that the quadratic series about a
    // state meets the tangent of its nearest neighbour better than the linear.
    TEST(ForceTraining, SecondDerivativesFromNeighbours)
    {
      ForceOptions options;
      options.n_neighbours = 8;
      const ReducedModelData data =
                               ring().with(force_model("lookup 2"), options),
                             exact  = ring().with(force_model("lookup 2")),
                             linear = ring().with(force_model("lookup 1"));
      const auto &second            = std::get<LookupForce>(data.force).second;
      ASSERT_EQ(second.rows(),
                std::get<LookupForce>(exact.force).second.rows());
      EXPECT_GT((second - std::get<LookupForce>(exact.force).second).norm(), 0);
      // Between the states: of the three, exact differences know most.
      double error_of_linear = 0, error_of_both = 0, error_of_exact = 0;
      for (int s = 0; s + 1 < ring().states.r.cols(); s += 7)
        {
          const Matrix r =
            0.75 * ring().states.r.col(s) + 0.25 * ring().states.r.col(s + 1);
          const auto error = [&](const ReducedModelData &model) {
            return force_errors(ring().body, ring().bases.modes, r, model.force)
              .norm();
          };
          error_of_linear += error(linear);
          error_of_both += error(data);
          error_of_exact += error(exact);
        }
      EXPECT_LT(error_of_exact, error_of_both);
      EXPECT_LT(error_of_both, error_of_linear);
      options.n_neighbours = 60;
      EXPECT_NE(message_of([&] {
                  ring().with(force_model("lookup 2"), options);
                }).find("need more than as many states"),
                std::string::npos);
    }

    TEST(ForceTraining, EveryOptionIsDescribedAndRead)
    {
      for (const ForceModel &model : force_models())
        {
          EXPECT_FALSE(model.text.empty()) << model.name;
          for (const ForceOptions::Member &member : model.options)
            EXPECT_EQ(std::count_if(force_options().begin(),
                                    force_options().end(),
                                    [&](const ForceOption &option) {
                                      return option.member == member;
                                    }),
                      1)
              << model.name;
        }
      for (const ForceOption &option : force_options())
        {
          SCOPED_TRACE(option.name);
          EXPECT_FALSE(option.text.empty());
          EXPECT_TRUE(std::any_of(force_models().begin(),
                                  force_models().end(),
                                  [&](const ForceModel &model) {
                                    return model.reads(option);
                                  }));
          // Defaults are within their range.
          const ForceOptions defaults;
          std::visit(
            [&](const auto &member) {
              using Value = std::decay_t<decltype(defaults.*member)>;
              if constexpr (!std::is_same_v<Value, bool>)
                {
                  EXPECT_GE(defaults.*member, option.lowest);
                  EXPECT_LE(defaults.*member, option.highest);
                }
            },
            option.member);
        }
    }

    TEST(ForceTraining, ASecondTrainingLeavesNothingOfTheFirst)
    {
      ReducedModelData data = ring().with(force_model("cubature"));
      ASSERT_FALSE(is_empty(data.second_force));
      train_force(force_model("condensed TPWL"),
                  ring().body,
                  ring().bases,
                  ring().states.r,
                  {},
                  data);
      EXPECT_TRUE(is_empty(data.second_force));
      EXPECT_NO_THROW(check(data));
    }

    TEST(ForceTraining, DisplacementFormIsTrainedToo)
    {
      const TrainedRing plain(false);
      EXPECT_EQ(plain.projected.n_pressures(), 0);
      for (const ForceModel &model : force_models())
        if (!model.is_condensed)
          {
            ReducedModelData data    = plain.projected;
            const ForceReport report = train_force(
              model, plain.body, plain.bases, plain.states.r, {}, data);
            EXPECT_LT(report.training_error,
                      std::max(3e-2, expected_of.at(model.name).training_error))
              << model.name;
            EXPECT_NO_THROW(check(data)) << model.name;
          }
      EXPECT_NE(message_of([&] {
                  plain.with(force_model("condensed TPWL"));
                }).find("has none"),
                std::string::npos);
    }

    TEST(ForceTraining, InvertedStatesAreLeftOut)
    {
      Matrix states = ring().states.r;
      states.col(7) *= 1e3;
      ReducedModelData data    = ring().projected;
      const ForceReport report = train_force(
        force_model("lookup 1"), ring().body, ring().bases, states, {}, data);
      EXPECT_EQ(report.n_states, 59);
      EXPECT_NE(message_of([&] {
                  train_force(force_model("lookup 1"),
                              ring().body,
                              ring().bases,
                              states.col(7),
                              {},
                              data);
                }).find("invert"),
                std::string::npos);
    }
  } // namespace
} // namespace rivlin
