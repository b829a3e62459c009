// SPDX-License-Identifier: Apache-2.0
// An FMU as a host sees it: unpacked, loaded by dlopen, driven through the
// functions of the standard, against the C interface.
#include <rivlin/export/fmu_file.h>

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>
#include <rivlin/dynamics/rotation.h>
#include <rivlin/export/fmi2.h>
#include <rivlin/export/fmi3.h>
#include <rivlin/export/fmu_resources.h>
#include <rivlin/online/rivlin.h>
#include <rivlin/online/rom_file.h>

#include "example_fmu.h"
#include "fmu_host.h"
#include "temporary_folder.h"

#include <cstdlib>
#include <limits>
#include <thread>

using namespace rivlin;

namespace
{
  constexpr double h = 0.01;

  void log_to(fmi2ComponentEnvironment environment,
              fmi2String,
              fmi2Status,
              fmi2String,
              fmi2String text,
              ...)
  {
    *static_cast<std::string *>(environment) += std::string(text) + "\n";
  }

  /// The functions of FMI 2 that the tests call.
  struct Fmi2
  {
    explicit Fmi2(const std::string &file)
      : library(file)
    {}

    fmu_host::Library library;
    template <class Function>
    Function operator()(Function, const char *name) const
    {
      return library.find<Function>(name);
    }
  };

#define RIVLIN_CALL(function) fmi(&function, #function)

  class FmuFile : public TemporaryFolder
  {
  protected:
    FmuFile()
    {
      write_rom(folder / "model.rom", example_model());
      what.model = folder / "model.rom";
      what.file  = folder / "a bushing.fmu";
      what.kit   = build_folder() / "lib/rivlin/fmu";
    }

    /// Into a folder with blanks, percent signs and umlauts.
    std::filesystem::path unpacked()
    {
      report                            = export_fmu(what);
      const std::filesystem::path place = folder /
                                          "50% B\xC3\xBC"
                                          "chse";
      std::filesystem::create_directories(place);
      EXPECT_EQ(std::system(("cd '" + place.string() +
                             "' && cmake -E tar xf '" + what.file.string() +
                             "'")
                              .c_str()),
                0);
      return place;
    }

    static std::string token(const std::filesystem::path &place)
    {
      const std::string xml   = read(place / "modelDescription.xml");
      const std::size_t begin = xml.find('{');
      return xml.substr(begin, xml.find('}') + 1 - begin);
    }

    FmuExport what;
    FmuReport report;
    std::string log;
  };

  class Fmi2File : public FmuFile
  {
  protected:
    Fmi2File()
      : place(unpacked())
      , fmi((place / "binaries/linux64/a_bushing.so").string())
      , callbacks{log_to, std::calloc, std::free, nullptr, &log}
    {}

    fmi2Component make(const char *guid = nullptr)
    {
      const std::string own = token(place);
      return RIVLIN_CALL(fmi2Instantiate)("unit",
                                          fmi2CoSimulation,
                                          guid ? guid : own.c_str(),
                                          (place / "resources").c_str(),
                                          &callbacks,
                                          0,
                                          0);
    }

    fmi2Component started(const bool inertia)
    {
      const fmi2Component c = make();
      EXPECT_NE(c, nullptr) << log;
      const fmi2ValueReference reference = fmu_reference(FmuOption::inertia);
      const fmi2Boolean value            = inertia;
      EXPECT_EQ(RIVLIN_CALL(fmi2SetBoolean)(c, &reference, 1, &value), fmi2OK);
      EXPECT_EQ(RIVLIN_CALL(fmi2SetupExperiment)(c, 0, 0, 0, 0, 0), fmi2OK);
      EXPECT_EQ(RIVLIN_CALL(fmi2EnterInitializationMode)(c), fmi2OK);
      EXPECT_EQ(RIVLIN_CALL(fmi2ExitInitializationMode)(c), fmi2OK) << log;
      return c;
    }

    fmi2Status step(const fmi2Component c, const int i)
    {
      const BushingFrame::Motion motion = example_motion(i * h);
      std::array<fmi2ValueReference, 12> references;
      std::array<double, 12> numbers;
      for (int k = 0; k < 6; ++k)
        {
          references[k]     = fmu_reference(FmuRole::pose, k);
          references[6 + k] = fmu_reference(FmuRole::velocity, k);
          numbers[k]        = motion.pose[k];
          numbers[6 + k]    = motion.velocity[k];
        }
      EXPECT_EQ(RIVLIN_CALL(
                  fmi2SetReal)(c, references.data(), 12, numbers.data()),
                fmi2OK);
      return RIVLIN_CALL(fmi2DoStep)(c, i * h, h, 1);
    }

    Vector6 load(const fmi2Component c)
    {
      Vector6 numbers;
      std::array<fmi2ValueReference, 6> references;
      for (int k = 0; k < 6; ++k)
        references[k] = fmu_reference(FmuRole::inner_load, k);
      EXPECT_EQ(RIVLIN_CALL(
                  fmi2GetReal)(c, references.data(), 6, numbers.data()),
                fmi2OK);
      return numbers;
    }

    std::filesystem::path place;
    Fmi2 fmi;
    fmi2CallbackFunctions callbacks;
  };
} // namespace

TEST_F(Fmi2File, IsTheCInterfaceInSI)
{
  for (const bool inertia : {false, true})
    {
      const fmi2Component c = started(inertia);
      rivlin_options options;
      rivlin_default_options(&options);
      options.quasi_static = !inertia;
      options.drive_all    = 1;
      rivlin_model *model  = nullptr;
      ASSERT_EQ(rivlin_open(what.model.c_str(), &options, &model, nullptr, 0),
                RIVLIN_OK);
      rivlin_start(model, 0);
      for (int i = 0; i < 50; ++i)
        {
          ASSERT_EQ(step(c, i), fmi2OK) << log;
          const BushingFrame::Motion now = example_motion(i * h);
          const Vector3 psi              = now.pose.tail<3>(),
                        omega            = now.velocity.tail<3>(),
                        later =
                          psi + h * (rotation_tangent_inverse(-psi) * omega);
          Vector6 pose, rate, reaction;
          pose << 1000 * (now.pose.head<3>() + h * now.velocity.head<3>()),
            later;
          rate << 1000 * now.velocity.head<3>(),
            rotation_tangent_inverse(-later) * omega;
          rivlin_set_pose(model, 0, pose.data(), rate.data());
          ASSERT_EQ(rivlin_advance(model, h), RIVLIN_OK);
          rivlin_get_reaction(model, 0, reaction.data());
          reaction.tail<3>() /= 1000;
          EXPECT_LT((load(c) + reaction).norm(), 1e-12 * reaction.norm()) << i;
        }
      rivlin_close(model);
      EXPECT_EQ(RIVLIN_CALL(fmi2Terminate)(c), fmi2OK);
      RIVLIN_CALL(fmi2FreeInstance)(c);
    }
  EXPECT_EQ(log, "");
}

TEST_F(Fmi2File, RollsBackAndSerializesBitForBit)
{
  const fmi2Component c = started(true), other = make();
  for (int i = 0; i < 5; ++i)
    step(c, i);
  fmi2FMUstate saved = nullptr, copy = nullptr;
  ASSERT_EQ(RIVLIN_CALL(fmi2GetFMUstate)(c, &saved), fmi2OK);
  size_t size = 0;
  ASSERT_EQ(RIVLIN_CALL(fmi2SerializedFMUstateSize)(c, saved, &size), fmi2OK);
  std::vector<char> bytes(size);
  ASSERT_EQ(RIVLIN_CALL(fmi2SerializeFMUstate)(c, saved, bytes.data(), size),
            fmi2OK);
  EXPECT_EQ(RIVLIN_CALL(fmi2SerializeFMUstate)(c, saved, bytes.data(), 3),
            fmi2Error);
  for (int i = 5; i < 10; ++i)
    step(c, i);
  const Vector6 first = load(c);
  ASSERT_EQ(RIVLIN_CALL(fmi2SetFMUstate)(c, saved), fmi2OK);
  ASSERT_EQ(RIVLIN_CALL(
              fmi2DeSerializeFMUstate)(other, bytes.data(), size, &copy),
            fmi2OK);
  ASSERT_EQ(RIVLIN_CALL(fmi2SetFMUstate)(other, copy), fmi2OK);
  for (int i = 5; i < 10; ++i)
    {
      ASSERT_EQ(step(c, i), fmi2OK);
      ASSERT_EQ(step(other, i), fmi2OK) << log;
    }
  EXPECT_EQ(load(c), first);
  EXPECT_EQ(load(other), first);
  EXPECT_EQ(RIVLIN_CALL(fmi2FreeFMUstate)(c, &saved), fmi2OK);
  EXPECT_EQ(saved, nullptr);
  RIVLIN_CALL(fmi2FreeFMUstate)(other, &copy);
  RIVLIN_CALL(fmi2FreeInstance)(c);
  RIVLIN_CALL(fmi2FreeInstance)(other);
}

TEST_F(Fmi2File, HostsThatDoWrongGetAnErrorAndALine)
{
  EXPECT_EQ(make("{wrong}"), nullptr);
  EXPECT_NE(log.find("of different FMUs"), std::string::npos);
  EXPECT_EQ(RIVLIN_CALL(fmi2Instantiate)("unit",
                                         fmi2CoSimulation,
                                         token(place).c_str(),
                                         nullptr,
                                         &callbacks,
                                         0,
                                         0),
            nullptr);
  EXPECT_NE(log.find("no resource location"), std::string::npos);
  EXPECT_EQ(RIVLIN_CALL(fmi2DoStep)(nullptr, 0, h, 1), fmi2Error);
  const fmi2Component c = make();
  log.clear();
  EXPECT_EQ(RIVLIN_CALL(fmi2DoStep)(c, 0, h, 1), fmi2Error);
  EXPECT_NE(log.find("fmi2DoStep: "), std::string::npos);
  log.clear();
  EXPECT_EQ(RIVLIN_CALL(fmi2CancelStep)(c), fmi2Error);
  EXPECT_NE(log.find("does not support"), std::string::npos);
  const fmi2ValueReference reference = fmu_reference(FmuRole::pose, 0);
  const double bad                   = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(RIVLIN_CALL(fmi2SetReal)(c, &reference, 1, &bad), fmi2Error);
  EXPECT_EQ(RIVLIN_CALL(fmi2SetReal)(c, &reference, 1, nullptr), fmi2Error);
  EXPECT_EQ(RIVLIN_CALL(fmi2GetInteger)(c, nullptr, 0, nullptr), fmi2OK);
  int number = 0;
  EXPECT_EQ(RIVLIN_CALL(fmi2GetInteger)(c, &reference, 1, &number), fmi2Error);
  double time = -1;
  EXPECT_EQ(RIVLIN_CALL(fmi2GetRealStatus)(c, fmi2LastSuccessfulTime, &time),
            fmi2OK);
  EXPECT_EQ(time, 0);
  RIVLIN_CALL(fmi2FreeInstance)(c);
}

// A pose that no rubber survives: the step is discarded, the instance stays.
TEST_F(Fmi2File, StepsThatFailAreDiscarded)
{
  const fmi2Component c = started(false);
  ASSERT_EQ(step(c, 0), fmi2OK);
  const Vector6 before               = load(c);
  const fmi2ValueReference reference = fmu_reference(FmuRole::pose, 0);
  const double far                   = 1;
  ASSERT_EQ(RIVLIN_CALL(fmi2SetReal)(c, &reference, 1, &far), fmi2OK);
  log.clear();
  EXPECT_EQ(RIVLIN_CALL(fmi2DoStep)(c, h, h, 1), fmi2Discard);
  EXPECT_NE(log.find("was refused after"), std::string::npos) << log;
  double time = -1;
  RIVLIN_CALL(fmi2GetRealStatus)(c, fmi2LastSuccessfulTime, &time);
  EXPECT_EQ(time, h);
  EXPECT_EQ(load(c), before);
  EXPECT_EQ(step(c, 1), fmi2OK) << log;
  RIVLIN_CALL(fmi2FreeInstance)(c);
}

TEST_F(Fmi2File, DamagedModelsAreRefused)
{
  const std::filesystem::path model = place / "resources" / fmu_model_file;
  const std::string bytes           = read(model);
  for (std::size_t i = 0; i < bytes.size(); i += bytes.size() / 60 + 1)
    {
      std::string damaged = bytes;
      damaged[i] ^= 4;
      write(model, damaged);
      EXPECT_EQ(make(), nullptr) << i;
    }
  write(model, bytes.substr(0, bytes.size() / 2));
  EXPECT_EQ(make(), nullptr);
  std::filesystem::remove(model);
  log.clear();
  EXPECT_EQ(make(), nullptr);
  EXPECT_NE(log.find("cannot be opened"), std::string::npos);
}

TEST_F(Fmi2File, InstancesInTwoThreadsDoNotMeet)
{
  std::array<fmi2Component, 2> all = {started(true), started(true)};
  std::array<std::thread, 2> threads;
  for (int k = 0; k < 2; ++k)
    threads[k] = std::thread([&, k]() {
      for (int i = 0; i < 20; ++i)
        step(all[k], i);
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(load(all[0]), load(all[1]));
  for (const fmi2Component c : all)
    RIVLIN_CALL(fmi2FreeInstance)(c);
}

TEST_F(FmuFile, SameInputMakesTheSameBytes)
{
  export_fmu(what);
  const std::string first = read(what.file);
  export_fmu(what);
  EXPECT_EQ(read(what.file), first);
  EXPECT_EQ(first.substr(0, 2), "PK");
  EXPECT_LT(first.size(), 6e6);
}

TEST_F(FmuFile, WhatCannotBeMadeIsRefused)
{
  what.drive = FmuDrive::force;
  EXPECT_NE(message_of<Error>([&]() {
              export_fmu(what);
            }).find("was free in 0 of 6 directions"),
            std::string::npos);
  what.drive = FmuDrive::displacement;
  what.fmi   = 1;
  EXPECT_THROW(export_fmu(what), Error);
  what.fmi = 2;
  what.kit = folder;
  EXPECT_NE(message_of<Error>([&]() {
              export_fmu(what);
            }).find("no library for FMUs"),
            std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(what.file));
}

TEST_F(FmuFile, MissingPlatformsAreTold)
{
  const std::filesystem::path kit = folder / "kit/x86_64-linux";
  std::filesystem::create_directories(kit);
  write(kit / "rivlin_fmu.so", "not a library");
  what.kit = folder / "kit";
  report   = export_fmu(what);
  EXPECT_EQ(report.platforms, std::vector<std::string>{"linux64"});
  EXPECT_EQ(report.missing, std::vector<std::string>{"win64"});
  EXPECT_NE(report.notes[0].find("mingw"), std::string::npos);
}

TEST(FmuIdentifier, IsANameOfC)
{
  EXPECT_EQ(fmu_identifier("x/my bushing-2.fmu"), "my_bushing_2");
  EXPECT_EQ(fmu_identifier("2d.fmu"), "fmu_2d");
  EXPECT_EQ(fmu_identifier(std::string(80, 'a') + ".fmu").size(), 50u);
}

// Read by check_fmu.py and run_hosts.py, which need files of all kinds.
TEST(ExampleFmus, AreWritten)
{
  const std::filesystem::path folder = build_folder() / "test_output/fmus";
  std::filesystem::create_directories(folder);
  FmuExport what;
  what.kit = build_folder() / "lib/rivlin/fmu";
  for (const int dim : {2, 3})
    for (const FmuDrive drive : {FmuDrive::displacement, FmuDrive::force})
      for (const int fmi : {2, 3})
        {
          const std::string name = fmu_drive_text(drive) + "_" +
                                   number_text(dim) + "d_fmi" +
                                   number_text(fmi);
          what.model = folder / (name + ".rom");
          what.file  = folder / (name + ".fmu");
          what.fmi   = fmi;
          what.drive = drive;
          write_rom(what.model, example_model(dim, drive == FmuDrive::force));
          const FmuReport report = export_fmu(what);
          EXPECT_FALSE(report.platforms.empty());
          EXPECT_EQ(std::filesystem::file_size(what.file), report.n_bytes);
        }
}
