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
  /// Files of every version of the format, with all parts that it has.
  std::vector<Container> seeds()
  {
    std::vector<Container> result;
    for (int force = 0; force < 5; ++force)
      result.push_back(rom_container(small_data(force)));
    for (const int dim : {2, 3})
      result.push_back(rom_container(small_loaded_data(dim)));
    return result;
  }

  /// Whatever was accepted can be used: each part on its own, and all of them
  /// in a step, which may find no equilibrium.
  void use(const ReducedModelData &data)
  {
    ForceEvaluation result;
    const Vector r = Vector::Constant(data.n_coordinates(), 1e-3);
    evaluate(data.force, r, Need::residual_and_tangent, result);
    Vector c(data.n_pressures());
    evaluate(data.volume, r, c);
    ContactEvaluation touched;
    evaluate(data.contacts, r, Need::residual_and_tangent, touched);
    Vector force   = Vector::Zero(r.size());
    Matrix tangent = Matrix::Zero(r.size(), r.size());
    LoadScratch scratch;
    for (const ReducedLoad &load : data.loads)
      {
        add_force(load, 2, r, scratch, force);
        add_tangent(load, 2, r, tangent);
      }
    PressureResponse given_up;
    evaluate(data.pressure_points,
             Vector::Constant(data.n_pressures(), 1e-3),
             true,
             given_up);
    // Equilibria of models with wild numbers take long to be given up.
    static int n_used = 0;
    if (n_used++ % 10 != 0)
      return;
    OnlineOptions options;
    options.max_halvings = 1;
    try
      {
        OnlineModel model(data, options);
        model.start(0);
        model.advance(1e-3);
        model.restore(model.save());
      }
    catch (const ComputationFailed &error)
      {
        EXPECT_GT(std::string(error.what()).size(), 20u);
      }
  }

  /// Mutants of the bytes, and of the content under a correct checksum.
  void fuzz(const int n_mutants)
  {
    std::mt19937 random(1);
    const auto below = [&](const std::size_t n) { return random() % n; };
    const std::vector<Container> originals = seeds();
    std::vector<std::string> bytes;
    for (const Container &original : originals)
      bytes.push_back(container_bytes(original));
    int n_refused = 0;
    for (int i = 0; i < n_mutants; ++i)
      {
        const std::size_t which = below(originals.size());
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
    for (const Container &seed_of_mutants : seeds())
      files.push_back(unpacked(container_bytes(seed_of_mutants)));
    const std::vector<std::string> words = {"\"shape\":[0]",
                                            "\\\"n_points\\\":0",
                                            "\\\"springs\\\":true",
                                            "\\\"start\\\":{",
                                            "\\\"contacts\\\":[",
                                            "\\\"loads\\\":[]",
                                            "\\\"prescribed\\\":[]",
                                            "rivlin reduced model 3",
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

  /// States of a model with a driven and a free sleeve, and of one with all
  /// that may act on the rubber.
  void survive_states(const int n, const std::uint64_t seed)
  {
    SyntheticOptions options;
    options.dim          = 2;
    options.n_sleeves    = 2;
    options.n_modes      = 3;
    options.size         = 0.3;
    ReducedModelData two = synthetic_data(options);
    two.sleeves[1].body  = free_sleeve(2).body;
    for (const ReducedModelData &data : {two, started_data(2)})
      {
        OnlineModel model(data);
        model.start(0);
        const std::string saved = model.save();
        expect_both(survive(Mutator({unpacked(saved)},
                                    {"memory velocity x\\n",
                                     "points cell 1 2 x\\n",
                                     "loads",
                                     "\"shape\":[0]"},
                                    seed),
                            n / 2,
                            [&](const std::string &text) {
                              model.restore(packed(text));
                              model.advance(1e-3);
                            }),
                    0.002);
        EXPECT_NO_THROW(model.restore(saved));
      }
  }
} // namespace

// A part that comes to the format and not to the seeds would not be damaged.
TEST(RomFuzz, SeedsHaveAllParts)
{
  std::set<std::string> formats, parts;
  for (const Container &seed : seeds())
    {
      EXPECT_NO_THROW(use(parse_rom(container_bytes(seed), "seed")));
      formats.insert(seed.text("format"));
      // A name of its own: items() does not keep what it walks over alive.
      const nlohmann::json model = nlohmann::json::parse(seed.text("model"));
      for (const auto &entry : model.items())
        parts.insert(entry.key());
    }
  EXPECT_EQ(formats,
            (std::set<std::string>{"rivlin reduced model 1",
                                   "rivlin reduced model 2",
                                   "rivlin reduced model 3"}));
  EXPECT_EQ(rom_format_version, 3);
  for (const char *part : {"contacts",
                           "full",
                           "loads",
                           "prescribed",
                           "pressure_points",
                           "springs",
                           "start"})
    EXPECT_TRUE(parts.contains(part)) << part;
}

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
