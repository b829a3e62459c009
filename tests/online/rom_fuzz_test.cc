// SPDX-License-Identifier: Apache-2.0
// No bytes of a reduced model or of a saved state do harm: they are refused, or
// can be used; the sanitizers watch.
#include <rivlin/online/online_model.h>
#include <rivlin/online/reduced_model.h>

#include "small_rom.h"

#include <mutation.h>
#include <signed_container.h>

#include <random>

using namespace rivlin;

namespace
{
  /// Whatever was accepted can be used.
  void use(const ReducedModelData &data)
  {
    ForceEvaluation result;
    const Vector r = Vector::Constant(data.n_coordinates(), 1e-3);
    evaluate(data.force, r, Need::residual_and_tangent, result);
    Vector c(data.n_pressures());
    evaluate(data.volume, r, c);
  }

  /// Mutants of the bytes, and of the content under a correct checksum.
  void fuzz(const int n_mutants)
  {
    std::mt19937 random(1);
    const auto below = [&](const std::size_t n) { return random() % n; };
    std::vector<Container> originals;
    std::vector<std::string> bytes;
    for (int force = 0; force < 5; ++force)
      {
        originals.push_back(rom_container(small_data(force)));
        bytes.push_back(container_bytes(originals.back()));
      }
    int n_refused = 0;
    for (int i = 0; i < n_mutants; ++i)
      {
        const std::size_t which = below(5);
        std::string mutant      = bytes[which];
        if (i % 2 == 0)
          switch (below(4))
            {
              case 0: // a bit, half of them in the header
                mutant[below(below(2) ? mutant.size() : 2000)] ^=
                  static_cast<char>(1 << below(8));
                break;
              case 1:
                mutant.resize(below(mutant.size()));
                break;
              case 2: // the length of the header
                mutant[below(8)] = static_cast<char>(below(256));
                break;
              default:
                mutant.insert(below(mutant.size()), 1 + below(9), '7');
            }
        else
          {
            Container container = originals[which];
            auto array          = container.arrays.begin();
            std::advance(array, below(container.arrays.size()));
            std::vector<std::size_t> &shape = array->second.shape;
            std::string &model              = container.metadata["model"];
            switch (below(7))
              {
                case 0:
                  container.arrays.erase(array);
                  break;
                case 1: // other shapes of the same number of values
                  if (shape.size() == 2)
                    std::swap(shape[0], shape[1]);
                  else
                    shape.push_back(1);
                  break;
                case 2: // empty
                  shape                = {0, std::size_t(1) << below(60)};
                  array->second.values = std::vector<double>();
                  break;
                case 3: // an array under another name
                  {
                    auto other = container.arrays.begin();
                    std::advance(other, below(container.arrays.size()));
                    std::swap(array->second, other->second);
                  }
                  break;
                case 4: // wild numbers
                  std::visit(
                    [&](auto &values) {
                      using Number =
                        typename std::decay_t<decltype(values)>::value_type;
                      if (!values.empty())
                        values[below(values.size())] =
                          static_cast<Number>(below(2) ? -1e9 : 12345);
                    },
                    array->second.values);
                  break;
                default: // the description
                  {
                    const char letters[] = "0123456789[]{},:\"-e.";
                    for (std::size_t k = 0; k <= below(3); ++k)
                      model[below(model.size())] =
                        letters[below(sizeof letters - 1)];
                  }
              }
            mutant = container_bytes(container);
          }
        try
          {
            use(parse_rom(mutant, "mutant"));
          }
        catch (const Error &)
          {
            ++n_refused;
          }
      }
    // Changed numbers are a model, too; nearly everything else is refused.
    EXPECT_GT(n_refused, n_mutants * 7 / 10);
    EXPECT_LT(n_refused, n_mutants);
  }


  /// The same by the common engine: text and numbers of the header.
  void survive_files(const int n, const std::uint64_t seed)
  {
    std::vector<std::string> files;
    for (int force = 0; force < 5; ++force)
      files.push_back(
        unpacked(container_bytes(rom_container(small_data(force)))));
    const std::vector<std::string> words = {"\"shape\":[0]",
                                            "\\\"n_points\\\":0",
                                            "\"F64\"",
                                            "\"I32\"",
                                            "null",
                                            "true",
                                            "[[[["};
    expect_both(survive(Mutator(files, words, seed),
                        n,
                        [](const std::string &text) {
                          use(parse_rom(packed(text), "mutant"));
                        }),
                0.002);
  }

  void survive_states(const int n, const std::uint64_t seed)
  {
    SyntheticOptions options;
    options.dim           = 2;
    options.n_sleeves     = 2;
    options.n_modes       = 3;
    options.size          = 0.3;
    ReducedModelData data = synthetic_data(options);
    data.sleeves[1].body  = free_sleeve(2).body;
    OnlineModel model(data);
    model.start(0);
    const std::string saved = model.save();
    expect_both(
      survive(Mutator({unpacked(saved)},
                      {"memory velocity x\\n", "points cell 1 2 x\\n"},
                      seed),
              n,
              [&](const std::string &text) { model.restore(packed(text)); }),
      0.002);
    EXPECT_NO_THROW(model.restore(saved));
  }
} // namespace

TEST(RomFuzz, MutantsDoNoHarm)
{
  fuzz(4000);
}

TEST(RomFuzz, Files)
{
  survive_files(2000, 1);
}

TEST(RomFuzz, SavedStates)
{
  survive_states(2000, 2);
}

TEST(RomFuzzLong, MutantsDoNoHarm)
{
  fuzz(100000);
}

TEST(RomFuzzLong, Files)
{
  survive_files(100000, 3);
}

TEST(RomFuzzLong, SavedStates)
{
  survive_states(50000, 4);
}
