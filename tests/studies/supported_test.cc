// SPDX-License-Identifier: Apache-2.0
// What reduced models refuse: each refusal names the parameter, both values and
// the remedy.
#include <rivlin/studies/supported.h>

#include <rivlin/base/error.h>

#include <temporary_folder.h>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace rivlin
{
  namespace
  {
    const std::vector<std::string> ring = {"Dimension=2",
                                           "Mesh/Elements radial=3",
                                           "Material/C10=0.4",
                                           "Supports/inner/Type=driven",
                                           "Supports/outer/Type=fixed",
                                           "Time/Integrator=generalized alpha"};

    ParameterTexts ring_with(const std::vector<std::string> &settings)
    {
      std::vector<std::string> all = ring;
      all.insert(all.end(), settings.begin(), settings.end());
      return read_case("", all).texts;
    }

    ModelScope ring_scope()
    {
      ModelScope scope       = texts_scope(ring_with({}), "the reduced model");
      scope.centres["inner"] = Vector3(0, 0, 0);
      return scope;
    }

    /// Whether the ring with these settings is refused, with all of these parts
    /// in the message.
    void expect_refused(const std::vector<std::string> &settings,
                        const std::vector<std::string> &parts,
                        const bool is_run = false)
    {
      const Applicant applicant{is_run ? "The run" : "The case",
                                ring_with(settings),
                                is_run};
      try
        {
          require_supported(applicant, ring_scope());
          ADD_FAILURE() << settings.front() << " is accepted";
        }
      catch (const Error &error)
        {
          for (const std::string &part : parts)
            EXPECT_NE(std::string(error.what()).find(part), std::string::npos)
              << part << " is not in: " << error.what();
        }
    }

    void expect_accepted(const std::vector<std::string> &settings)
    {
      const Applicant applicant{"The case", ring_with(settings)};
      EXPECT_TRUE(require_supported(applicant, ring_scope()).empty());
    }
  } // namespace

  TEST(Supported, WhatReducedModelsDoNotKnowIsRefused)
  {
    for (const bool is_run : {false, true})
      {
        const std::string remedy = is_run ? "runs without it" : "full model";
        expect_refused({"Contacts/stop/Set=inner"},
                       {"\"Contacts/stop\"", "no contact", remedy},
                       is_run);
        expect_refused(
          {"Contacts/stop/Set=inner", "Contacts/stop/Friction coefficient=0.2"},
          {"\"Contacts/stop/Friction coefficient\"", "no friction", remedy},
          is_run);
        expect_refused({"Contacts/slit/Surface=body",
                        "Contacts/slit/Set=inner",
                        "Contacts/slit/Against=outer"},
                       {"\"Contacts/slit\"", "no contact", remedy},
                       is_run);
        expect_refused({"Loads/outer/Type=pressure", "Loads/outer/Pressure=t"},
                       {"\"Loads/outer\"", "pressure", remedy},
                       is_run);
        expect_refused({"Loads/outer/Type=springs",
                        "Loads/outer/Stiffness x=1"},
                       {"\"Loads/outer\"", "springs", remedy},
                       is_run);
        expect_refused({"Supports/outer/Type=prescribed",
                        "Supports/outer/Components=x"},
                       {"\"Supports/outer/Type\" is prescribed",
                        "no prescribed components",
                        "fixed",
                        remedy},
                       is_run);
        expect_refused({"Initial/Velocity x=10"},
                       {"\"Initial/Velocity x\" = 10", "which is 0", remedy},
                       is_run);
      }
  }

  // A model with contact, and cases with the same, another or no stop.
  TEST(Supported, ContactsAreThoseOfTheModel)
  {
    const std::vector<std::string> stop = {"Contacts/stop/Set=inner",
                                           "Contacts/stop/Surface=cylinder",
                                           "Contacts/stop/Radius=30"};
    const ModelScope scope = texts_scope(ring_with(stop), "the reduced model");
    const auto message_of  = [&](std::vector<std::string> settings) {
      try
        {
          require_supported({"The case", ring_with(settings)}, scope);
          return std::string("accepted");
        }
      catch (const Error &error)
        {
          return std::string(error.what());
        }
    };
    EXPECT_EQ(message_of(stop), "accepted");
    EXPECT_NE(message_of({}).find("it has no section \"Contacts/stop\", the "
                                  "model has one"),
              std::string::npos)
      << message_of({});
    std::vector<std::string> other = stop;
    other.push_back("Contacts/stop/Radius=31");
    EXPECT_NE(message_of(other).find(
                "\"Contacts/stop/Radius\" is 31 instead of 30"),
              std::string::npos)
      << message_of(other);
    other = stop;
    other.push_back("Contacts/second/Set=outer");
    EXPECT_NE(message_of(other).find("a section \"Contacts/second\""),
              std::string::npos)
      << message_of(other);
    // What models may come to know, and what they may not.
    EXPECT_NO_THROW(require_known({"The case", ring_with(stop)}));
    EXPECT_THROW(require_known({"The case", ring_with(stop)}, Capabilities()),
                 Error);
  }

  TEST(Supported, AnotherBodyIsRefusedWithBothValues)
  {
    const std::string remedy = "train a model of this body";
    expect_refused({"Material/C10=0.5"},
                   {"\"Material/C10\" is 0.5 instead of 0.4", remedy});
    expect_refused({"Material/Density=2e-9"},
                   {"\"Material/Density\" is 2e-9 instead of", remedy});
    expect_refused({"Material/Stiffness damping=1e-4"},
                   {"\"Material/Stiffness damping\" is 1e-4 instead of 0",
                    remedy});
    expect_refused({"Mesh/Outer radius=26"},
                   {"\"Mesh/Outer radius\" is 26 instead of 25", remedy});
    expect_refused({"Mesh/Refinements=1"},
                   {"\"Mesh/Refinements\" is 1 instead of 0", remedy});
    expect_refused({"Element/Degree=1", "Element/Formulation=displacement"},
                   {"\"Element/Degree\" is 1 instead of 2",
                    "\"Element/Formulation\" is displacement instead of mixed",
                    remedy});
    expect_refused({"Element/Thickness=2"},
                   {"\"Element/Thickness\" is 2 instead of 1", remedy});
    expect_refused({"Unit system=m-kg-s"},
                   {"\"Unit system\" is m-kg-s instead of mm-t-s", remedy});
    expect_refused({"Dimension=3"}, {"dimension 3 instead of 2", remedy});
    expect_refused({"Supports/inner/Centre=1 0"},
                   {"\"Supports/inner/Centre\" is 1 0 instead of not given",
                    remedy});
    expect_refused({"Supports/inner/Set=outer"},
                   {"\"Supports/inner/Set\" is outer", remedy});
    expect_refused({"Supports/top/Type=fixed"},
                   {"\"Supports/top\"", "the model has none", remedy});
    expect_refused({"Supports/outer/Components=x"},
                   {"\"Supports/outer/Components\" is x instead of xy",
                    remedy});
    expect_refused({"Material/steel/Law=Hooke"},
                   {"\"Material/steel\"", "the model has none", remedy});
    expect_refused({"Supports/inner/Type=fixed", "Supports/outer/Type=driven"},
                   {"no sleeve \"inner\"", "is fixed", remedy});
    expect_refused({"Supports/outer/Type=driven"},
                   {"2 moving sleeves instead of 1",
                    "\"Supports/outer/Type\" is driven",
                    remedy});
    expect_refused({"Material/C10=0.5"}, {"Take a run of the same body"}, true);
  }

  TEST(Supported, AMissingSupportIsRefused)
  {
    const Applicant applicant{"The case",
                              read_case("",
                                        {"Dimension=2",
                                         "Mesh/Elements radial=3",
                                         "Material/C10=0.4",
                                         "Supports/inner/Type=driven"})
                                .texts};
    try
      {
        require_supported(applicant, ring_scope());
        ADD_FAILURE() << "accepted";
      }
    catch (const Error &error)
      {
        EXPECT_NE(std::string(error.what())
                    .find("no section \"Supports/outer\", the model has one"),
                  std::string::npos)
          << error.what();
      }
  }

  using SupportedRun = TemporaryFolder;

  TEST_F(SupportedRun, AnotherMeshFileIsToldByTheSummaryToo)
  {
    nlohmann::json summary;
    for (const ParameterText &one : ring_with({}))
      summary["parameters"][one.key] = one.text;
    summary["mesh file"] = "0123456789abcdef";
    write(folder / "summary.json", summary.dump());
    CaseIdentity identity;
    identity.parameters = ring_with({});
    identity.mesh_file  = "0123456789abcdef";
    ModelScope scope    = ring_scope();
    scope.body          = body_texts(identity);
    EXPECT_TRUE(require_supported(run_applicant(folder), scope).empty());
    identity.mesh_file        = "fedcba9876543210";
    scope.body                = body_texts(identity);
    const std::string message = message_of<Error>(
      [&] { require_supported(run_applicant(folder), scope); });
    for (const char *part : {"Mesh/File",
                             "0123456789abcdef instead of fedcba9876543210",
                             "Take a run of the same body"})
      EXPECT_NE(message.find(part), std::string::npos) << message;
  }

  TEST(Supported, WhatDrivesTheBodyAndHowItIsWrittenIsFree)
  {
    expect_accepted({"Material/C10=4e-1"});
    expect_accepted({"Supports/inner/Centre=0, 0.0"});
    expect_accepted({"Supports/outer/Components=xy"});
    expect_accepted({"Supports/inner/Translation x=2*t",
                     "Time/End time=3",
                     "Time/Integrator=BLieDF2",
                     "Gravity/Acceleration y=-9810",
                     "Output/Interval=0.1"});
    expect_accepted({"Supports/inner/Type=free", "Supports/inner/Mass=1"});
  }

  TEST(Supported, WhatCannotBeCheckedIsSaid)
  {
    const ModelScope scope = ring_scope();
    ModelScope old         = scope;
    old.body.clear();
    const auto of_model =
      require_supported({"The case \"a.prm\"", ring_with({})}, old);
    ASSERT_EQ(of_model.size(), 1u);
    EXPECT_NE(of_model[0].find("cannot be checked"), std::string::npos);
    const auto of_run =
      require_supported({"The run in \"b\"", {}, true}, scope);
    ASSERT_EQ(of_run.size(), 1u);
    EXPECT_NE(of_run[0].find("The run in \"b\" does not tell"),
              std::string::npos);
  }
} // namespace rivlin
