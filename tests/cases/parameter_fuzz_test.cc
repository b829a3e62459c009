// SPDX-License-Identifier: Apache-2.0
// Damaged parameter files give a case or an Error, nothing else; the sanitizers
// watch.
#include <rivlin/base/whole_file.h>
#include <rivlin/cases/drive.h>
#include <rivlin/spaces/mesh_counts.h>

#include <mutation.h>
#include <temporary_folder.h>
#include <test_paths.h>

namespace
{
  using namespace rivlin;

  class ParameterFuzz : public TemporaryFolder
  {
  protected:
    /// All shipped cases; everything but the mesh is made of a mutant.
    void survive_cases(const int n, const std::uint64_t seed)
    {
      std::vector<std::string> files;
      std::set<std::string> words = {"subsection Mesh\n",
                                     "subsection Loads\n  subsection a\n",
                                     "end\n",
                                     "set ",
                                     "set Dimension = 3\n",
                                     "table(\"road_signal.csv\", \"x\")"};
      for (const auto &entry : std::filesystem::directory_iterator(
             source_folder() / "parameter_files"))
        {
          const std::string name = entry.path().filename().string();
          if (entry.path().extension() == ".csv")
            std::filesystem::copy(entry.path(), folder / name);
          if (entry.path().extension() != ".prm" ||
              name.ends_with("_train.prm"))
            continue;
          files.push_back(read_whole_file(entry.path()));
          std::istringstream lines(files.back());
          for (std::string line; std::getline(lines, line);)
            if (line.find("set ") != std::string::npos)
              words.insert(line + "\n");
        }
      // The folder is not read in the same order everywhere.
      std::sort(files.begin(), files.end());
      const std::string path = (folder / "case.prm").string();
      expect_both(
        survive(Mutator(files, {words.begin(), words.end()}, seed),
                n,
                [&](const std::string &bytes) {
                  write(path, without_zeros(bytes));
                  const CaseParameters parameters = read_case(path, {});
                  make_drive(parameters);
                  if (parameters.mesh.shape != MeshShape::file)
                    generated_counts(parameters.mesh, parameters.dimension);
                }));
    }
  };

  TEST_F(ParameterFuzz, ShippedCases)
  {
    survive_cases(1500, 1);
  }

  // Each entry holds its path: 100,000 levels took 160 GB.
  TEST_F(ParameterFuzz, SectionsAreNotNestedWithoutBound)
  {
    const std::string path = (folder / "case.prm").string();
    std::string text;
    for (int i = 0; i < 100000; ++i)
      text += "subsection a\n";
    write(path, text);
    EXPECT_EQ(message_of<Error>([&] { read_case(path, {}); }),
              "Section \"a\" lies more than 16 sections deep (" + path +
                ", line 17). Sections have at most three levels; is an "
                "\"end\" missing?");
  }

  using ParameterFuzzLong = ParameterFuzz;

  TEST_F(ParameterFuzzLong, ShippedCases)
  {
    survive_cases(100000, 2);
  }
} // namespace
