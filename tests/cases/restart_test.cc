// SPDX-License-Identifier: Apache-2.0
// What restart files rest upon: identity of cases, checkpoints, snapshot files.
#include "small_model.h"

#include <rivlin/base/container_file.h>
#include <rivlin/base/error.h>
#include <rivlin/cases/case_identity.h>
#include <rivlin/cases/checkpoint.h>
#include <rivlin/cases/snapshot_file.h>
#include <rivlin/cases/snapshot_reader.h>

#include <temporary_folder.h>

#include <gtest/gtest.h>
#include <hdf5.h>

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <random>

namespace rivlin
{
  namespace
  {
    TEST(CaseIdentity, ReadsBackAndIsComparedWithTolerance)
    {
      CaseModel<2> model;
      model.model          = small_model();
      model.drive.channels = {{"push [mm]", Channel("3*t")}};
      CaseIdentity identity =
        identify(model, {{"Time/End time", "1", Role::drive, false}});
      identify_channels(model.drive.channels, 0.7, identity);
      const CaseIdentity back = parse_identity(identity_text(identity));
      EXPECT_TRUE(compare_models(identity, back).empty());
      EXPECT_EQ(back.parameters, identity.parameters);
      EXPECT_EQ(back.vertices, identity.vertices);
      EXPECT_EQ(back.values, identity.values);
      EXPECT_EQ(back.tables, std::vector<std::string>{""});
      EXPECT_THROW(parse_identity("{}"), Error);
      EXPECT_THROW(parse_identity("no JSON"), Error);

      CaseIdentity other = identity;
      other.vertices[1] += 1e-12;
      other.values[0][32] *= 1 + 1e-12;
      EXPECT_TRUE(compare_models(identity, other).empty());
      const auto difference = [&](const auto &change) {
        CaseIdentity changed = identity;
        change(changed);
        const auto found = compare_models(identity, changed);
        return found.size() == 1 ? found[0] : "";
      };
      EXPECT_EQ(difference([](CaseIdentity &x) { x.pressures += 1; }),
                "there are 22 unknown pressures, there were 21");
      EXPECT_EQ(difference([](CaseIdentity &x) { x.vertices[2] += 1e-3; }),
                "the vertices of the mesh have moved");
      EXPECT_EQ(difference([](CaseIdentity &x) { x.sets[0] ^= 1; }),
                "the cells of the mesh have other regions or boundary sets");
      EXPECT_EQ(difference([](CaseIdentity &x) { x.values[0][32] = 2.5; }),
                "push [mm] at t = 0.7 is 2.5, it was 2.0999999999999996");
    }

    TEST(CaseIdentity, TellsMeshesApart)
    {
      const auto identity = [](const double outer_radius) {
        CaseModel<2> model;
        model.model = small_model(outer_radius);
        return identify(model, {});
      };
      EXPECT_TRUE(compare_models(identity(25), identity(25)).empty());
      EXPECT_EQ(compare_models(identity(25), identity(25 * (1 + 1e-6))),
                std::vector<std::string>{
                  "the vertices of the mesh have moved"});
    }

    TEST(CaseIdentity, SomeParametersMayChange)
    {
      const ParameterChanges changes =
        compare({{"Material/C10", "0.4"},
                 {"Material/C01", "0.1"},
                 {"Time/End time", "1"},
                 {"Output/VTU", "all", Role::output, false},
                 {"Loads/a/Pressure", "1"}},
                {{"Material/C10", "0.40"},
                 {"Material/C01", "0.2"},
                 {"Time/End time", "2", Role::drive, false},
                 {"Output/VTU", "none", Role::output, false},
                 {"Loads/b/Pressure", "1"}});
      EXPECT_EQ(
        changes.harmless,
        (std::vector<std::string>{"\"Output/VTU\" is \"none\", it was \"all\"",
                                  "\"Time/End time\" is \"2\", it was \"1\""}));
      EXPECT_EQ(changes.harmful,
                (std::vector<std::string>{
                  "\"Loads/a/Pressure\" is gone, it was \"1\"",
                  "\"Loads/b/Pressure\" is new, with \"1\"",
                  "\"Material/C01\" is \"0.2\", it was \"0.1\""}));
      EXPECT_NO_THROW(refuse_differences({}, "restart"));
      const std::string message = message_of<Error>(
        [&] { refuse_differences(changes.harmful, "restart"); });
      EXPECT_NE(message.find("\"Material/C01\" is \"0.2\""), std::string::npos);
    }

    class RestartFiles : public TemporaryFolder
    {};

    Checkpoint example(const double time)
    {
      Checkpoint checkpoint;
      checkpoint.identity.parameters            = {{"Material/C10", "0.4"}};
      checkpoint.record.totals.accepted         = 12;
      checkpoint.record.totals.smallest_step    = 1e-3;
      checkpoint.record.totals.counters.solves  = 5;
      checkpoint.record.totals.seconds["total"] = {1.5, 2.5};
      checkpoint.record.history     = {{77, ~std::uint64_t(0)}, {0.1}};
      checkpoint.record.pictures    = {{0.1, "solution_0000.vtu"}};
      checkpoint.record.n_snapshots = 3;
      State &state                  = checkpoint.whole;
      state.time                    = time;
      state.next_step               = 0.1;
      state.q                       = counted(3, 1. / 3);
      state.v                       = counted(3, 0);
      state.a                       = counted(3, -0.);
      state.lambda                  = counted(2, 1e-300);
      state.memory = {{"last step", MemoryKind::numbers, counted(2, 5)}};
      state.points = {{"stress", PointKind::cell, 2, 3, counted(12, 0.7)}};
      return checkpoint;
    }

    TEST_F(RestartFiles, CheckpointsReadBackExactly)
    {
      CheckpointFolder checkpoints(folder);
      std::vector<std::string> notices;
      EXPECT_FALSE(checkpoints.read(notices, MPI_COMM_WORLD).has_value());
      for (const double time : {0.1, 0.2, 0.3})
        checkpoints.write(example(time));
      const auto back = checkpoints.read(notices, MPI_COMM_WORLD);
      EXPECT_TRUE(notices.empty());
      ASSERT_TRUE(back.has_value());
      const Checkpoint original = example(0.3);
      EXPECT_EQ(back->whole.time, 0.3);
      EXPECT_EQ(back->whole.next_step, 0.1);
      EXPECT_TRUE(same_bits(back->whole, original.whole));
      EXPECT_EQ(back->record.totals.accepted, 12);
      EXPECT_EQ(back->record.totals.smallest_step, 1e-3);
      EXPECT_EQ(back->record.totals.counters.solves, 5);
      EXPECT_EQ(back->record.totals.seconds.at("total").cpu, 2.5);
      EXPECT_EQ(back->record.history.position.size, 77u);
      EXPECT_EQ(back->record.history.position.checksum, ~std::uint64_t(0));
      EXPECT_EQ(back->record.history.sums, std::vector<double>{0.1});
      EXPECT_EQ(back->record.pictures, original.record.pictures);
      EXPECT_EQ(back->record.n_snapshots, 3);
      EXPECT_EQ(back->identity.parameters, original.identity.parameters);
    }

    TEST_F(RestartFiles, TwoReadableGenerationsAreKept)
    {
      CheckpointFolder checkpoints(folder);
      for (const double time : {0.1, 0.2, 0.3})
        checkpoints.write(example(time));
      const auto file = [&](const int number) {
        return folder / "restart" /
               ("checkpoint_00000" + std::to_string(number) + ".safetensors");
      };
      EXPECT_FALSE(std::filesystem::exists(file(1)));
      ASSERT_TRUE(std::filesystem::exists(file(2)));
      write(file(3), "damaged");
      write(folder / "restart" / "checkpoint_9.safetensors.part", "half");
      std::vector<std::string> notices;
      const auto back = checkpoints.read(notices, MPI_COMM_WORLD);
      ASSERT_EQ(notices.size(), 1u);
      EXPECT_EQ(back->whole.time, 0.2);
      // The damaged one must not take the place of a good one.
      checkpoints.write(example(0.4));
      EXPECT_TRUE(std::filesystem::exists(file(2)));
      notices.clear();
      EXPECT_EQ(checkpoints.read(notices, MPI_COMM_WORLD)->whole.time, 0.4);
      EXPECT_TRUE(notices.empty());
      write(file(2), "damaged");
      write(file(3), "damaged");
      EXPECT_NE(message_of<Error>([&] {
                  checkpoints.read(notices, MPI_COMM_WORLD);
                }).find("No checkpoint"),
                std::string::npos);
    }

    TEST_F(RestartFiles, ContainersOfAnotherKindAreNoCheckpoints)
    {
      Container container          = to_container(example(1));
      container.metadata["format"] = "rivlin checkpoint 999";
      EXPECT_NE(message_of<Error>([&] {
                  from_container(container);
                }).find("999"),
                std::string::npos);
      container                    = to_container(example(1));
      container.metadata["record"] = "{\"accepted\":\"many\"}";
      EXPECT_NE(message_of<Error>([&] {
                  from_container(container);
                }).find("another version"),
                std::string::npos);
      container = to_container(example(1));
      container.arrays.erase("memory: last step");
      EXPECT_NE(message_of<Error>([&] {
                  from_container(container);
                }).find("memory: last step"),
                std::string::npos);
    }

    TEST_F(RestartFiles, CheckpointsOfVersion0_1AreRefusedWithTheRemedy)
    {
      // The texts and the arrays that version 0.1 wrote.
      Container container;
      container.metadata = {
        {"format", "rivlin checkpoint 1"},
        {"program", "rivlin simulate"},
        {"version", "0.1.0"},
        {"date", "2025-01-31T12:00:00Z"},
        {"identity", to_container(example(1)).metadata["identity"]},
        {"record", to_container(example(1)).metadata["record"]},
        {"state",
         R"({"time":1.0,"next step":0.1,"ranks":1,"memory":["velocity"],)"
         R"("counts":[[]]})"}};
      for (const char *name : {"q", "v", "a", "lambda", "memory 0"})
        container.arrays[name] = ContainerArray::row(std::vector<double>(3));
      std::filesystem::create_directories(folder / "restart");
      write_container(folder / "restart" / "checkpoint_000001.safetensors",
                      container);
      std::vector<std::string> notices;
      const std::string text = message_of<Error>(
        [&] { CheckpointFolder(folder).read(notices, MPI_COMM_WORLD); });
      EXPECT_NE(text.find("\"rivlin checkpoint 1\", not"), std::string::npos)
        << text;
      EXPECT_NE(text.find("Continue the run with that version. Start from the "
                          "beginning without --resume."),
                std::string::npos)
        << text;
    }

    SnapshotLayout snapshot_layout()
    {
      SnapshotLayout layout;
      layout.columns   = {{"time", {}, "time", "s"},
                          {"q", {3}, "displacements", "mm"},
                          {"none", {0}, "nothing", "-"},
                          {"pose", {2, 2}, "poses", "-"}};
      layout.constants = {{"points", {2}, {1, 2}, "points", "mm"}};
      layout.texts = {{"format", "test"}, {"long", std::string(70000, 'x')}};
      return layout;
    }

    void append(SnapshotFile &file, const double time)
    {
      const std::vector<double> q    = {time, 2 * time, 3 * time};
      const std::vector<double> pose = {time + 1, time + 2, time + 3, time + 4};
      file.append({{&time, 1}, q, {}, pose});
    }

    TEST_F(RestartFiles, SnapshotsGrowAndAreCut)
    {
      const auto name = folder / "snapshots.h5";
      {
        SnapshotFile file(name, snapshot_layout(), 2);
        const auto size = std::filesystem::file_size(name);
        append(file, 0);
        append(file, 1);
        EXPECT_EQ(std::filesystem::file_size(name), size)
          << "there was room for two";
        for (const double time : {2., 3., 4.})
          append(file, time);
        EXPECT_EQ(file.size(), 5u);
        file.synchronize();
      }
      {
        SnapshotFile file(name, snapshot_layout(), 2, 3);
        EXPECT_EQ(file.size(), 3u);
        append(file, 10);
        file.trim();
        EXPECT_EQ(file.size(), 4u);
        append(file, 11);
        EXPECT_EQ(file.size(), 5u);
      }
      EXPECT_FALSE(std::filesystem::exists(folder / "snapshots.h5.part"));
      EXPECT_EQ(SnapshotFile(name, snapshot_layout(), 1, 5).size(), 5u);
      EXPECT_NE(message_of<Error>([&] {
                  SnapshotFile(name, snapshot_layout(), 1, 6);
                }).find("has 5 snapshots"),
                std::string::npos);
      SnapshotLayout other   = snapshot_layout();
      other.columns[1].shape = {4};
      EXPECT_NE(message_of<Error>([&] {
                  SnapshotFile(name, other, 1, 1);
                }).find("cannot be continued"),
                std::string::npos);
      write(name, "no HDF5");
      EXPECT_NE(message_of<Error>([&] {
                  SnapshotFile(name, snapshot_layout(), 1, 1);
                }).find("cannot be continued"),
                std::string::npos);
      EXPECT_NE(message_of<Error>([&] {
                  SnapshotFile(folder / "no" / "folder", snapshot_layout(), 1);
                }).find("cannot be made"),
                std::string::npos);
    }

    TEST_F(RestartFiles, SnapshotsOfVersion0_1AreReadLaterOnesRefused)
    {
      const auto write_one = [&](const std::string &format) {
        SnapshotLayout layout = snapshot_layout();
        layout.texts          = {{"format", format},
                                 {"version", "0.1.0"},
                                 {"identity", "{}"},
                                 {"unit system", "mm-t-s"}};
        SnapshotFile file(folder / "snapshots.h5", layout, 2);
        append(file, 0.5);
      };
      write_one("rivlin snapshots 1");
      const SnapshotReader reader(folder / "snapshots.h5");
      EXPECT_EQ(reader.n_snapshots(), 1);
      EXPECT_EQ(reader.time(0), 0.5);
      EXPECT_EQ(reader.n_rows("q"), 3);
      write_one("rivlin snapshots 2");
      const std::string text =
        message_of<Error>([&] { SnapshotReader(folder / "snapshots.h5"); });
      EXPECT_NE(text.find("has the format \"rivlin snapshots 2\"; this version "
                          "of Rivlin reads \"rivlin snapshots 1\". Make the "
                          "run again, or use the version that wrote it."),
                std::string::npos)
        << text;
    }

    /// What any HDF5 program sees: the valid rows of a data set.
    std::vector<double> valid_rows(const std::filesystem::path &name,
                                   const char *set_name,
                                   const std::size_t width)
    {
      std::int64_t count  = -1;
      const hid_t file    = H5Fopen(name.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
      const hid_t counter = H5Dopen2(file, "count", H5P_DEFAULT);
      const hid_t set     = H5Dopen2(file, set_name, H5P_DEFAULT);
      H5Dread(counter, H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, &count);
      std::vector<double> values(H5Dget_storage_size(set) / sizeof(double));
      const herr_t status = H5Dread(
        set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
      H5Dclose(set);
      H5Dclose(counter);
      H5Fclose(file);
      if (status < 0 || count < 0 ||
          values.size() < static_cast<std::size_t>(count) * width)
        throw std::runtime_error("The snapshots are not readable.");
      values.resize(count * width);
      return values;
    }

    TEST_F(RestartFiles, SnapshotsAreReadableAfterAKillAtAnyMoment)
    {
      const auto name = folder / "snapshots.h5";
      std::mt19937 random(7);
      std::size_t n_rows = 0, most_rows = 0;
      for (int i = 0; i < 40; ++i)
        {
          const pid_t child = fork();
          ASSERT_GE(child, 0);
          if (child == 0)
            try
              {
                // Little room: the file is replaced often.
                const bool is_new = i % 4 == 0 || n_rows == 0;
                auto file =
                  is_new ? SnapshotFile(name, snapshot_layout(), 1)
                         : SnapshotFile(name, snapshot_layout(), 1, n_rows / 2);
                while (true)
                  {
                    append(file, static_cast<double>(file.size()));
                    if (file.size() % 50 == 0)
                      file.trim();
                  }
              }
            catch (const std::exception &)
              {
                _exit(1);
              }
          usleep(std::uniform_int_distribution<int>(0, 50000)(random));
          kill(child, SIGKILL);
          int status = 0;
          waitpid(child, &status, 0);
          ASSERT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
          if (!std::filesystem::exists(name))
            continue;
          const std::vector<double> times = valid_rows(name, "time", 1);
          const std::vector<double> q     = valid_rows(name, "q", 3);
          ASSERT_EQ(q.size(), 3 * times.size());
          for (std::size_t k = 0; k < times.size(); ++k)
            {
              ASSERT_EQ(times[k], static_cast<double>(k));
              ASSERT_EQ(q[3 * k + 2], 3. * static_cast<double>(k));
            }
          n_rows    = times.size();
          most_rows = std::max(most_rows, n_rows);
        }
      EXPECT_GT(most_rows, 0u);
    }
  } // namespace
} // namespace rivlin
