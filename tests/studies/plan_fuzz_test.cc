// SPDX-License-Identifier: Apache-2.0
// Damaged training plans give a plan or an Error, nothing else; the sanitizers
// watch.
#include <rivlin/base/whole_file.h>
#include <rivlin/studies/training_plan.h>

#include <mutation.h>
#include <temporary_folder.h>
#include <test_paths.h>

namespace
{
  using namespace rivlin;

  class PlanFuzz : public TemporaryFolder
  {
  protected:
    void survive_plans(const int n, const std::uint64_t seed)
    {
      std::vector<std::string> files;
      std::set<std::string> words = {"subsection Signals\n  subsection a\n",
                                     "end\n",
                                     "set "};
      for (const auto &entry : std::filesystem::directory_iterator(
             source_folder() / "parameter_files"))
        {
          const std::string name = entry.path().filename().string();
          std::filesystem::copy(entry.path(), folder / name);
          if (!name.ends_with("_train.prm"))
            continue;
          files.push_back(read_whole_file(entry.path()));
          std::istringstream lines(files.back());
          for (std::string line; std::getline(lines, line);)
            if (line.find("set ") != std::string::npos)
              words.insert(line + "\n");
        }
      std::sort(files.begin(), files.end());
      const std::string path = (folder / "plan.prm").string();
      expect_both(survive(Mutator(files, {words.begin(), words.end()}, seed),
                          n,
                          [&](const std::string &bytes) {
                            write(path, without_zeros(bytes));
                            read_plan(path, {});
                          }));
    }
  };

  TEST_F(PlanFuzz, ShippedPlans)
  {
    survive_plans(1500, 1);
  }

  using PlanFuzzLong = PlanFuzz;

  TEST_F(PlanFuzzLong, ShippedPlans)
  {
    survive_plans(100000, 2);
  }
} // namespace
