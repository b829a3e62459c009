// SPDX-License-Identifier: Apache-2.0
// Damaged checkpoints and snapshots are refused or can be used; the sanitizers
// watch.
#include <rivlin/cases/checkpoint.h>
#include <rivlin/cases/snapshot_file.h>
#include <rivlin/cases/snapshot_reader.h>

#include <mutation.h>
#include <signed_container.h>
#include <temporary_folder.h>

#include <hdf5.h>

namespace
{
  using namespace rivlin;

  class RestartFuzz : public TemporaryFolder
  {
  protected:
    static Checkpoint checkpoint()
    {
      Checkpoint result;
      result.identity.parameters            = {{"Material/C10", "0.4"}};
      result.record.totals.accepted         = 12;
      result.record.totals.seconds["total"] = {1.5, 2.5};
      result.record.history                 = {{77, ~std::uint64_t(0)}, {0.1}};
      result.record.pictures                = {{0.1, "solution_0000.vtu"}};
      result.record.n_snapshots             = 3;
      State &state                          = result.whole;
      state.time                            = 0.3;
      state.next_step                       = 0.1;
      state.q = state.v = state.a = Vector::Ones(3);
      state.lambda                = Vector::Ones(2);
      state.memory = {{"last step", MemoryKind::numbers, Vector::Ones(2)}};
      state.points = {{"stress", PointKind::cell, 2, 3, Vector::Ones(12)}};
      return result;
    }

    /// Through the checksum, half of them.
    static void survive_checkpoints(const int n, const std::uint64_t seed)
    {
      const std::string bytes = container_bytes(to_container(checkpoint()));
      const std::vector<std::string> words = {"memory numbers last step\\n",
                                              "points cell 1 1 x\\n",
                                              "\\\"accepted\\\":",
                                              "\"shape\":[0]",
                                              "rivlin checkpoint 2"};
      EXPECT_NO_THROW(from_container(parse_container(packed(unpacked(bytes)),
                                                     "undamaged",
                                                     NotFinite::refuse)));
      const FuzzCounts raw =
        survive(Mutator({bytes}, words, seed), n / 4, [](const std::string &b) {
          from_container(parse_container(b, "mutant", NotFinite::refuse));
        });
      EXPECT_GT(raw.refused, 9 * raw.accepted);
      expect_both(survive(Mutator({unpacked(bytes)}, words, seed + 1),
                          n - n / 4,
                          [](const std::string &text) {
                            from_container(parse_container(packed(text),
                                                           "mutant",
                                                           NotFinite::refuse));
                          }),
                  0.005);
    }

    static SnapshotLayout layout()
    {
      SnapshotLayout result;
      result.columns   = {{"time", {}, "time", "s"},
                          {"q", {3}, "displacements", "mm"},
                          {"none", {0}, "nothing", "-"},
                          {"sleeves", {2, 2}, "poses", "-"}};
      result.constants = {{"q_directions", {3}, {0, 1, 2}, "directions", "-"}};
      result.texts     = {{"format", "rivlin snapshots 1"},
                          {"identity", "{}"},
                          {"unit system", "mm-t-s"}};
      return result;
    }

    /// Everything that training asks of a file, and what a continued run does.
    void use_snapshots(const std::filesystem::path &file) const
    {
      const SnapshotReader reader(file);
      for (const char *name : {"q", "none", "sleeves"})
        {
          Matrix columns(reader.n_rows(name), reader.n_snapshots());
          reader.read(name, 0, columns);
        }
      reader.n_displacements();
      SnapshotFile continued(file, layout(), 2, 2);
      const double time = 7;
      const std::vector<double> q(3), pose(4);
      for (int i = 0; i < 3; ++i)
        continued.append({{&time, 1}, q, {}, pose});
    }

    void survive_snapshots(const int n, const std::uint64_t seed)
    {
      const auto file = folder / "snapshots.h5";
      {
        SnapshotFile made(file, layout(), 4);
        const std::vector<double> q(3), pose(4);
        for (const double time : {0., 1., 2.})
          made.append({{&time, 1}, q, {}, pose});
      }
      expect_both(survive(
        Mutator({read(file)}, {"TREE", "SNOD", "HEAP", "OHDR", "count"}, seed),
        n,
        [&](const std::string &bytes) {
          write(file, bytes);
          use_snapshots(file);
        }));
      // More would mean that refused files are kept open.
      EXPECT_LT(H5Fget_obj_count(static_cast<hid_t>(H5F_OBJ_ALL), H5F_OBJ_ALL),
                100);
    }
  };

  TEST_F(RestartFuzz, Checkpoints)
  {
    survive_checkpoints(2000, 1);
  }

  TEST_F(RestartFuzz, Snapshots)
  {
    survive_snapshots(1000, 2);
  }

  // HDF5 believes what has no checksum. Superblocks of version 2 and object
  // headers have one, and trees, nodes and heaps of the older kind are not
  // there.
  TEST_F(RestartFuzz, StructuresOfSnapshotsHaveChecksums)
  {
    const auto file = folder / "snapshots.h5";
    {
      SnapshotFile made(file, layout(), 4);
    }
    const std::string bytes = read(file);
    EXPECT_EQ(bytes.substr(0, 8), "\x89HDF\r\n\x1a\n");
    EXPECT_EQ(bytes[8], 2) << "version of the superblock";
    EXPECT_EQ(bytes.find("TREE"), std::string::npos);
    EXPECT_EQ(bytes.find("SNOD"), std::string::npos);
    EXPECT_EQ(bytes.find("HEAP"), std::string::npos);
    EXPECT_NE(bytes.find("OHDR"), std::string::npos);
  }

  // Found by damage: a count of many numbers was read into one, and one beyond
  // the room was filled up for ever.
  TEST_F(RestartFuzz, CountsOfSnapshotsAreOneNumberWithinTheRoom)
  {
    const auto file      = folder / "snapshots.h5";
    const auto set_count = [&](const hid_t space,
                               const std::vector<long long> &values) {
      {
        SnapshotFile made(file, layout(), 4);
      }
      const hid_t h5 = H5Fopen(file.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
      H5Ldelete(h5, "count", H5P_DEFAULT);
      const hid_t set = H5Dcreate2(h5,
                                   "count",
                                   H5T_STD_I64LE,
                                   space,
                                   H5P_DEFAULT,
                                   H5P_DEFAULT,
                                   H5P_DEFAULT);
      H5Dwrite(
        set, H5T_NATIVE_LLONG, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
      H5Dclose(set);
      H5Sclose(space);
      H5Fclose(h5);
    };
    const hsize_t many = 1000;
    set_count(H5Screate_simple(1, &many, nullptr),
              std::vector<long long>(many, 0));
    EXPECT_NE(message_of<Error>([&] {
                SnapshotReader reader(file);
              }).find("does not count its snapshots"),
              std::string::npos);
    EXPECT_NE(message_of<Error>([&] {
                SnapshotFile continued(file, layout(), 1, 0);
              }).find("cannot be continued"),
              std::string::npos);
    set_count(H5Screate(H5S_SCALAR), {1LL << 40});
    EXPECT_NE(message_of<Error>([&] {
                SnapshotReader reader(file);
              }).find("has room for fewer"),
              std::string::npos);
    EXPECT_NE(message_of<Error>([&] {
                SnapshotFile continued(file, layout(), 1, 0);
              }).find("cannot be continued"),
              std::string::npos);
  }

  using RestartFuzzLong = RestartFuzz;

  TEST_F(RestartFuzzLong, Checkpoints)
  {
    survive_checkpoints(100000, 3);
  }

  TEST_F(RestartFuzzLong, Snapshots)
  {
    survive_snapshots(100000, 5);
  }
} // namespace
