// SPDX-License-Identifier: Apache-2.0
// Reduced models in files: what is written comes back, and no bytes do harm.
#include <rivlin/online/rom_file.h>

#include <rivlin/base/error.h>
#include <rivlin/online/reduced_model.h>

#include <temporary_folder.h>
#include <test_paths.h>

#include "small_rom.h"
#include "solid/materials_under_test.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>

using namespace rivlin;

namespace
{
  using RomFile = TemporaryFolder;

  ReducedModelData back(const ReducedModelData &data)
  {
    return parse_rom(container_bytes(rom_container(data)), "test.rom");
  }

  void expect_refused(const std::string &bytes, const std::string &why)
  {
    try
      {
        parse_rom(bytes, "bad.rom");
        FAIL() << "accepted, but: " << why;
      }
    catch (const Error &error)
      {
        EXPECT_NE(std::string(error.what()).find(why), std::string::npos)
          << error.what();
      }
  }
} // namespace

TEST_F(RomFile, EverythingComesBack)
{
  for (int force = 0; force < 5; ++force)
    {
      const ReducedModelData data = small_data(force);
      const ReducedModelData read = back(data);
      EXPECT_EQ(read.dim, data.dim);
      EXPECT_EQ(read.unit_system, data.unit_system);
      EXPECT_EQ(read.notes, data.notes);
      EXPECT_EQ(read.body, data.body);
      EXPECT_EQ(read.capabilities, data.capabilities);
      EXPECT_EQ(read.mass, data.mass);
      EXPECT_EQ(read.damping, data.damping);
      EXPECT_EQ(read.rest_velocity, data.rest_velocity);
      if (const auto *points = std::get_if<PointForce>(&data.force))
        {
          EXPECT_EQ(std::get<PointForce>(read.force).test, points->test);
          EXPECT_EQ(std::get<PointForce>(read.force).linear, points->linear);
        }
      EXPECT_EQ(read.gravity, data.gravity);
      EXPECT_EQ(read.compliance, data.compliance);
      EXPECT_EQ(read.volume.cubic, data.volume.cubic);
      EXPECT_EQ(read.range.whitening, data.range.whitening);
      EXPECT_EQ(read.range.lowest_pose, data.range.lowest_pose);
      EXPECT_EQ(read.sleeves[0].name, data.sleeves[0].name);
      EXPECT_EQ(read.sleeves[0].centre, data.sleeves[0].centre);
      EXPECT_EQ(read.sleeves[0].body.inertia, data.sleeves[0].body.inertia);
      EXPECT_EQ(read.sleeves[0].body.rotation, data.sleeves[0].body.rotation);
      EXPECT_EQ(read.sleeves[0].body.damping, data.sleeves[0].body.damping);
      EXPECT_EQ(read.full.cells, data.full.cells);
      EXPECT_EQ(read.full.displacement_modes, data.full.displacement_modes);
      EXPECT_EQ(describe(read.force), describe(data.force));
      EXPECT_EQ(describe(read.second_force), describe(data.second_force));
      // The answers are the same; tangents of tables in single precision.
      const Vector r = Vector::LinSpaced(data.n_coordinates(), -0.01, 0.02);
      ForceEvaluation a, b;
      evaluate(data.force, r, Need::residual_and_tangent, a);
      evaluate(read.force, r, Need::residual_and_tangent, b);
      const double tolerance = force < 2 ? 0 : 1e-6;
      EXPECT_LE((a.force - b.force).norm(), tolerance * a.force.norm());
      EXPECT_LE((a.tangent - b.tangent).norm(), tolerance * a.tangent.norm());
      // A second time nothing changes any more.
      EXPECT_EQ(container_bytes(rom_container(read)),
                container_bytes(rom_container(back(read))));
    }
}

TEST_F(RomFile, MaterialsComeBack)
{
  const ReducedModelData data = small_data(0);
  const auto &before          = std::get<PointForce>(data.force).materials;
  const ReducedModelData read = back(data);
  const auto &after           = std::get<PointForce>(read.force).materials;
  ASSERT_EQ(before.size(), after.size());
  const Matrix3 F =
    Matrix3::Identity() +
    0.1 * (Matrix3() << 1, 2, 0, 0, -1, 1, 0.5, 0, 1).finished();
  EXPECT_GT(before.size(), materials_under_test().size());
  for (std::size_t k = 0; k < before.size(); ++k)
    {
      SCOPED_TRACE(describe(before[k]));
      EXPECT_EQ(describe(before[k]), describe(after[k]));
      EXPECT_EQ(evaluate_point(before[k], F, 0.1, Need::residual).P,
                evaluate_point(after[k], F, 0.1, Need::residual).P);
      EXPECT_EQ(before[k].density, after[k].density);
      EXPECT_EQ(before[k].mass_damping, after[k].mass_damping);
      EXPECT_EQ(before[k].stiffness_damping, after[k].stiffness_damping);
    }
}

// Programs that know no contact must not take such a model for one without.
TEST_F(RomFile, ContactsComeBackInVersion2)
{
  for (int force = 0; force < 3; ++force)
    {
      const ReducedModelData data = small_data(force);
      const ReducedModelData read = back(data);
      ASSERT_EQ(read.contacts.size(), force < 2 ? 4u : 0u);
      EXPECT_EQ(rom_container(data).metadata.at("format"),
                std::string("rivlin reduced model ") + (force < 2 ? "2" : "1"));
      EXPECT_EQ(read.range.contact_pressures, data.range.contact_pressures);
      const Vector r = Vector::LinSpaced(data.n_coordinates(), -0.01, 0.02);
      ContactEvaluation a, b;
      evaluate(data.contacts, r, Need::residual_and_tangent, a);
      evaluate(read.contacts, r, Need::residual_and_tangent, b);
      EXPECT_EQ(a.energy > 0, force < 2);
      EXPECT_EQ(a.energy, b.energy);
      EXPECT_EQ(a.tangent, b.tangent);
      for (std::size_t c = 0; c < read.contacts.size(); ++c)
        {
          EXPECT_EQ(read.contacts[c].name, data.contacts[c].name);
          EXPECT_EQ(read.contacts[c].carrier, data.contacts[c].carrier);
          EXPECT_EQ(read.contacts[c].touched, data.contacts[c].touched);
        }
    }
}

// Written by version 0.1 from synthetic_data() with these options; its force is
// the one that version 0.1 printed for r.
TEST_F(RomFile, FilesOfVersion01AreRead)
{
  const ReducedModelData read =
    read_rom(source_folder() / "tests/online/version_0_1.rom");
  SyntheticOptions options;
  options.dim                 = 2;
  options.n_modes             = 2;
  options.n_points            = 5;
  const ReducedModelData data = synthetic_data(options);
  EXPECT_EQ(read.mass, data.mass);
  EXPECT_EQ(read.notes.at("training"), "{\"signals\": 3}");
  ForceEvaluation result;
  evaluate(read.force,
           Vector::LinSpaced(read.n_coordinates(), -0.01, 0.02),
           Need::residual,
           result);
  const std::vector<double> force = {-0.0015019151963386762,
                                     -0.00083681406705645193,
                                     0.0013685302969825537,
                                     -0.0015786530144422488,
                                     0.001126254567399795,
                                     -0.0012138665269923452,
                                     0.0015191015811068665,
                                     0.0031183558515816036};
  ASSERT_EQ(result.force.size(), 8);
  for (int i = 0; i < 8; ++i)
    EXPECT_NEAR(result.force[i], force[i], 1e-15);
  // It does not say what it can and of which body it is.
  EXPECT_EQ(read.capabilities, Capabilities());
  EXPECT_FALSE(read.capabilities.contacts);
  EXPECT_TRUE(read.capabilities.gravity);
  EXPECT_TRUE(read.body.empty());
}

TEST_F(RomFile, FilesAreSmallAndStripped)
{
  SyntheticOptions options;
  options.n_modes       = 40;
  options.n_pressures   = 10;
  options.n_points      = 200;
  ReducedModelData data = synthetic_data(options);
  write_rom(folder / "cubature.rom", data);
  EXPECT_LT(std::filesystem::file_size(folder / "cubature.rom"), 1e6);
  TpwlForce tpwl;
  tpwl.table = small_table(46, 241, true);
  data.force = tpwl;
  write_rom(folder / "tpwl.rom", data);
  EXPECT_LT(std::filesystem::file_size(folder / "tpwl.rom"), 5e6);
  EXPECT_EQ(read_rom(folder / "tpwl.rom").mass, data.mass);
  EXPECT_THROW(read_rom(folder / "none.rom"), Error);

  EXPECT_EQ(back(stripped(small_data(0))).full.dim, 0);
}

TEST_F(RomFile, RefusesDamagedFiles)
{
  const std::string good = container_bytes(rom_container(small_data(0)));
  EXPECT_NO_THROW(parse_rom(good, "good.rom"));
  expect_refused(good.substr(0, good.size() / 2), "bad.rom");
  std::string bad = good;
  bad[good.size() - 20] ^= 1;
  expect_refused(bad, "checksum");
  bad                        = good;
  const std::uint64_t length = std::uint64_t(1) << 60;
  std::memcpy(bad.data(), &length, sizeof length);
  expect_refused(bad, "header claims");

  const auto change = [](const auto &action) {
    Container container = rom_container(small_data(0));
    action(container);
    return container_bytes(container);
  };
  expect_refused(change([](Container &c) {
                   c.metadata["format"] = "rivlin reduced model 4";
                 }),
                 "newer version");
  expect_refused(change([](Container &c) {
                   c.metadata["format"] = "rivlin checkpoint 1";
                 }),
                 "format");
  expect_refused(change([](Container &c) { c.arrays.erase("mass"); }),
                 "no array \"mass\"");
  expect_refused(change([](Container &c) {
                   c.arrays["damping"] = {{2, 2}, std::vector<double>(4, 1.)};
                 }),
                 "damping");
  expect_refused(
    change([](Container &c) {
      c.arrays["gravity"] = {{0, std::size_t(1) << 60}, std::vector<double>()};
    }),
    "gravity");
  const auto replace = [&](const std::string &old, const std::string &text) {
    return change([&](Container &c) {
      std::string &model = c.metadata["model"];
      model.replace(model.find(old), old.size(), text);
    });
  };
  expect_refused(replace("\"contacts\":true", "\"contacts\":7"),
                 "no true or false for \"contacts\"");
  expect_refused(replace("\"Dimension\":\"3\"", "\"Dimension\":3"),
                 "no text \"Dimension\"");
  expect_refused(replace("\"kind\":\"plane\"", "\"kind\":\"torus\""),
                 "rigid surface \"torus\"");
  expect_refused(replace("\"method\":\"penalty\"", "\"method\":\"glue\""),
                 "contact law \"glue\"");
  expect_refused(change(
                   [](Container &c) { c.arrays.erase("contact 1 modes"); }),
                 "no array \"contact 1 modes\"");
  expect_refused(change([](Container &c) { c.metadata["model"] = "[1"; }),
                 "not a JSON object");
}
