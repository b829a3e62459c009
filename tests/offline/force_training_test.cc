// SPDX-License-Identifier: Apache-2.0
// Every force model by its name: errors, what is stored, what is refused.
#include <rivlin/offline/force_training.h>

#include <rivlin/base/error.h>
#include <rivlin/online/rom_file.h>

#include "offline/trained_ring.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>

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

    bool is_condensed(const std::string &name)
    {
      return name.starts_with("condensed");
    }

    TEST(ForceTraining, NamesFindTheirModels)
    {
      const std::vector<std::string> names = force_model_names();
      EXPECT_EQ(names.size(), 10u);
      for (std::size_t i = 0; i < names.size(); ++i)
        EXPECT_EQ(force_model(names[i]), static_cast<ForceModel>(i));
      EXPECT_NE(message_of([] { force_model("cubatur"); }).find("\"cubature\""),
                std::string::npos);
    }

    TEST(ForceTraining, EveryModelMeetsItsTrainingStates)
    {
      for (const std::string &name : force_model_names())
        {
          SCOPED_TRACE(name);
          ReducedModelData data    = ring().projected;
          const ForceReport report = train_force(force_model(name),
                                                 ring().body,
                                                 ring().bases,
                                                 ring().states.r,
                                                 {},
                                                 data);
          EXPECT_NO_THROW(check(data));
          EXPECT_FALSE(report.description.empty());
          const bool is_table = report.n_states > 0;
          EXPECT_NE(is_table, report.n_points > 0);
          // Tables hold all states and are exact there; the cubature is trained
          // to 1e-3 of the rows; DEIM interpolates 60 forces by 14, which
          // leaves what their POD leaves, times its constant.
          const double bound = is_table || name == "Galerkin" ? 1e-10
                               : name == "cubature"           ? 1e-3
                                                              : 3e-2;
          EXPECT_LT(report.training_error, bound);
          if (is_table)
            {
              EXPECT_EQ(report.n_states, 60);
            }
          if (name == "cubature")
            {
              EXPECT_GT(report.training_error, 0);
              EXPECT_LT(report.n_points, ring().body.n_points());
            }
          EXPECT_EQ(report.n_cells > 0, name.ends_with("DEIM"));
          const bool second =
            std::get_if<PointForce>(&data.second_force)->n_points() > 0;
          EXPECT_EQ(second, name == "cubature");
          EXPECT_EQ(data.n_pressures(),
                    is_condensed(name) ? 0 : ring().projected.n_pressures());
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
      for (const std::string &name : force_model_names())
        {
          SCOPED_TRACE(name);
          const ReducedModelData data = own.with(force_model(name));
          write_rom(file, data);
          ReducedModelData read = read_rom(file);
          EXPECT_EQ(read.n_pressures(), data.n_pressures());
          EXPECT_EQ(read.full.cells, data.full.cells);
          EXPECT_EQ(describe(read.force), describe(data.force));
          ForceEvaluation before, after;
          evaluate(data.force, r, Need::residual_and_tangent, before);
          evaluate(read.force, r, Need::residual_and_tangent, after);
          // Tangents and second derivatives of tables are stored in single
          // precision (6e-8). The condensed stiffness is 2000 times that of the
          // shear, and the force is a small difference of K x.
          const double bound =
            is_condensed(name) ? 1e-4
            : name == "Galerkin" || name == "cubature" || name.ends_with("DEIM")
              ? 1e-15
              : 1e-6;
          EXPECT_LE((before.force - after.force).norm(),
                    bound * before.force.norm());
          EXPECT_LE((before.tangent - after.tangent).norm(),
                    std::min(bound, 1e-6) * before.tangent.norm());
        }
      std::filesystem::remove(file);
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
      const ReducedModelData tpwl = ring().with(ForceModel::tpwl, options);
      const auto &table           = std::get<TpwlForce>(tpwl.force);
      EXPECT_EQ(table.table.states.cols(), 20);
      EXPECT_EQ(table.n_nearest, 3);
      EXPECT_EQ(table.beta, 7);
      EXPECT_FALSE(table.exact_tangent);
      EXPECT_EQ(table.blend, TpwlForce::Blend::forces);
      EXPECT_GT(table.table.images.size(), 0) << "the table is prepared";
      EXPECT_EQ(std::get<TpwlForce>(
                  ring().with(ForceModel::energy_tpwl, options).force)
                  .blend,
                TpwlForce::Blend::energies);
      // At least one of the table's states is near, never more than it has.
      options.n_table_states = 2;
      EXPECT_EQ(std::get<TpwlForce>(
                  ring().with(ForceModel::tpwl, options).force)
                  .n_nearest,
                2);
      const ReducedModelData cubature =
        ring().with(ForceModel::cubature, options);
      EXPECT_EQ(std::get<PointForce>(cubature.second_force).n_points(), 0);
      // A coarser tolerance needs fewer points.
      options.cubature_tolerance = 3e-2;
      const ReducedModelData coarse =
        ring().with(ForceModel::cubature, options);
      EXPECT_LT(std::get<PointForce>(coarse.force).n_points(),
                std::get<PointForce>(cubature.force).n_points());
      // QDEIM chooses other rows, DEIM touches fewer cells with fewer modes.
      ReducedModelData data = ring().projected;
      const auto n_cells    = [&](const ForceModel model) {
        return train_force(model,
                           ring().body,
                           ring().bases,
                           ring().states.r,
                           options,
                           data)
          .n_cells;
      };
      const int twelve = n_cells(ForceModel::unassembled_deim);
      EXPECT_LE(twelve, 12);
      EXPECT_GT(std::get<PointForce>(data.force).linear.size(), 0);
      options.rows_per_mode = 1;
      options.exact_linear  = false;
      const int six         = n_cells(ForceModel::unassembled_deim);
      EXPECT_LE(six, 6);
      EXPECT_LT(six, twelve);
      EXPECT_EQ(std::get<PointForce>(data.force).linear.size(), 0);
      options.n_interpolation = 12;
      EXPECT_GT(n_cells(ForceModel::unassembled_deim), six);
    }

    TEST(ForceTraining, ASecondTrainingLeavesNothingOfTheFirst)
    {
      ReducedModelData data = ring().with(ForceModel::cubature);
      ASSERT_GT(std::get<PointForce>(data.second_force).n_points(), 0);
      train_force(ForceModel::condensed_tpwl,
                  ring().body,
                  ring().bases,
                  ring().states.r,
                  {},
                  data);
      EXPECT_EQ(std::get<PointForce>(data.second_force).n_points(), 0);
      EXPECT_NO_THROW(check(data));
    }

    TEST(ForceTraining, DisplacementFormIsTrainedToo)
    {
      const TrainedRing plain(false);
      EXPECT_EQ(plain.projected.n_pressures(), 0);
      for (const std::string &name : force_model_names())
        if (!is_condensed(name))
          {
            ReducedModelData data    = plain.projected;
            const ForceReport report = train_force(force_model(name),
                                                   plain.body,
                                                   plain.bases,
                                                   plain.states.r,
                                                   {},
                                                   data);
            EXPECT_LT(report.training_error, 3e-2) << name;
            EXPECT_NO_THROW(check(data)) << name;
          }
      EXPECT_NE(message_of([&] {
                  plain.with(ForceModel::condensed_tpwl);
                }).find("has none"),
                std::string::npos);
    }

    TEST(ForceTraining, InvertedStatesAreLeftOut)
    {
      Matrix states = ring().states.r;
      states.col(7) *= 1e3;
      ReducedModelData data    = ring().projected;
      const ForceReport report = train_force(
        ForceModel::lookup_1, ring().body, ring().bases, states, {}, data);
      EXPECT_EQ(report.n_states, 59);
      EXPECT_NE(message_of([&] {
                  train_force(ForceModel::lookup_1,
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
