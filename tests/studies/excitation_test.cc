// SPDX-License-Identifier: Apache-2.0
// Signals out of amplitudes.
#include <rivlin/studies/excitation.h>

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <regex>
#include <set>

namespace rivlin
{
  namespace
  {
    ExcitationParameters
    three_directions(const std::vector<ExcitationKind> &kinds)
    {
      ExcitationParameters excitation;
      excitation.kinds      = kinds;
      excitation.amplitudes = "x 6, y 3, rz 0.2";
      excitation.profile    = "sin(t)";
      excitation.n_rays     = 5;
      return excitation;
    }

    /// Amplitudes of a signal in units of those of the excitation.
    double radius(const NamedSignal &signal)
    {
      const std::map<std::string, double> amplitudes = {{"Translation x", 6},
                                                        {"Translation y", 3},
                                                        {"Rotation z", 0.2}};
      double sum                                     = 0;
      for (const std::string &setting : split_settings(signal.second.settings))
        {
          const std::regex form(
            "Supports/inner/([A-Z][a-z]* [xyz])=([^*]*)\\*\\(sin\\(t\\)\\)");
          std::smatch match;
          EXPECT_TRUE(std::regex_match(setting, match, form)) << setting;
          sum += std::pow(std::stod(match[2]) / amplitudes.at(match[1]), 2);
        }
      return std::sqrt(sum);
    }
  } // namespace

  TEST(Excitation, AllSignalsReachTheEllipsoidOfTheAmplitudes)
  {
    const auto signals = generated_signals(three_directions(
      {ExcitationKind::sweeps, ExcitationKind::pairs, ExcitationKind::rays}));
    ASSERT_EQ(signals.size(), 3u + 6u + 5u);
    std::set<std::string> names;
    for (const NamedSignal &signal : signals)
      {
        EXPECT_NEAR(radius(signal), 1, 1e-12) << signal.first;
        names.insert(signal.first);
      }
    EXPECT_EQ(names.size(), signals.size());
    EXPECT_EQ(signals[0].second.settings,
              "Supports/inner/Translation x=6*(sin(t))");
    EXPECT_EQ(sobol_ray(three_directions({}), 4), signals.back());
  }

  TEST(Excitation, NoRayIsAnotherOne)
  {
    // The same motion, or the opposite one: both are one if the profile swings
    // both ways.
    const auto direction = [](const NamedSignal &signal) {
      std::vector<double> result;
      for (const std::string &setting : split_settings(signal.second.settings))
        result.push_back(std::stod(setting.substr(setting.find('=') + 1)));
      return result;
    };
    const std::map<std::string, std::string> all = {
      {"x 1, y 1", "two"}, {"x 1, y 1, z 1, rx 1, ry 1, rz 1", "six"}};
    for (const auto &[amplitudes, name] : all)
      {
        ExcitationParameters excitation = three_directions({});
        excitation.amplitudes           = amplitudes;
        std::vector<std::vector<double>> seen;
        for (int k = 0; k < 8; ++k)
          {
            seen.push_back(direction(sobol_ray(excitation, k)));
            for (int l = 0; l < k; ++l)
              {
                double cosine = 0;
                for (std::size_t i = 0; i < seen[k].size(); ++i)
                  cosine += seen[k][i] * seen[l][i];
                EXPECT_LT(std::abs(cosine), 0.9999) << name << k << " " << l;
              }
          }
      }
  }
} // namespace rivlin
