// SPDX-License-Identifier: Apache-2.0
// Sweeps, pairs and rays of a Sobol sequence.
#include <rivlin/studies/excitation.h>

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>

#include <deal.II/base/utilities.h>

#include <boost/random/sobol.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <sstream>

namespace rivlin
{
  namespace
  {
    /// Directions of the section "Excitation" and their amplitudes.
    std::vector<std::pair<std::string, double>>
    parse_amplitudes(const std::string &text)
    {
      static const std::map<std::string, std::string> keys = {
        {"x", "Translation x"},
        {"y", "Translation y"},
        {"z", "Translation z"},
        {"rx", "Rotation x"},
        {"ry", "Rotation y"},
        {"rz", "Rotation z"}};
      std::vector<std::pair<std::string, double>> result;
      for (const std::string &entry :
           dealii::Utilities::split_string_list(text))
        {
          std::istringstream words(entry);
          std::string direction, rest;
          double amplitude = 0;
          if (!(words >> direction >> amplitude) || words >> rest ||
              keys.count(direction) == 0 || !(amplitude > 0))
            throw Error("\"Excitation/Amplitudes\" has \"" + entry +
                        "\". Write a direction (x, y, z, rx, ry, rz) and a "
                        "positive number: \"x 6, rz 0.2\".");
          for (const auto &[key, other] : result)
            if (key == keys.at(direction))
              throw Error("\"Excitation/Amplitudes\" has the direction " +
                          direction + " twice. Give it one amplitude.");
          result.push_back({keys.at(direction), amplitude});
        }
      if (result.empty())
        throw Error(
          "\"Excitation/Amplitudes\" is empty. Write directions and "
          "how far they go: \"x 6, rz 0.2\".");
      return result;
    }

    SignalParameters
    along(const ExcitationParameters &excitation,
          const std::vector<std::pair<std::string, double>> &amplitudes,
          const std::vector<double> &direction)
    {
      SignalParameters signal;
      for (std::size_t i = 0; i < amplitudes.size(); ++i)
        if (direction[i] != 0)
          {
            const auto offset = excitation.offsets.find(amplitudes[i].first);
            signal.settings +=
              (signal.settings.empty() ? "" : "; ") +
              (excitation.step.empty() ? ""
                                       : "Steps/" + excitation.step + "/") +
              "Supports/" + excitation.sleeve + "/" + amplitudes[i].first +
              "=" +
              (offset == excitation.offsets.end() || offset->second == 0
                 ? ""
                 : number_text(offset->second) + "+") +
              number_text(direction[i] * amplitudes[i].second) + "*(" +
              excitation.profile + ")";
          }
      return signal;
    }
  } // namespace

  std::vector<std::string> split_settings(const std::string &settings)
  {
    std::vector<std::string> list =
      dealii::Utilities::split_string_list(settings, ';');
    return list;
  }

  NamedSignal sobol_ray(const ExcitationParameters &excitation, const int k)
  {
    const auto amplitudes = parse_amplitudes(excitation.amplitudes);
    const std::size_t n   = amplitudes.size();
    // Points of the cube [-1, 1]^n, drawn to the unit sphere: the amplitudes
    // make an ellipsoid of it. Sobol points come in opposite pairs, which
    // would be one motion if the profile swings both ways: they are shifted
    // (Cranley and Patterson, SIAM J. Numer. Anal. 1976).
    boost::random::sobol generator(n);
    generator.discard(static_cast<std::uint64_t>(n) * (k + 1));
    std::vector<double> direction(n);
    double norm = 0, shift = 0;
    for (double &component : direction)
      {
        shift += std::numbers::phi;
        const double point = static_cast<double>(generator()) /
                               static_cast<double>(generator.max()) +
                             shift;
        component = 2 * (point - std::floor(point)) - 1;
        norm += component * component;
      }
    for (double &component : direction)
      component /= std::sqrt(std::max(norm, 1e-30));
    return {"ray " + number_text(k + 1),
            along(excitation, amplitudes, direction)};
  }

  std::vector<NamedSignal> greedy_rays(const TrainingPlan &plan)
  {
    if (!(plan.greedy_tolerance > 0))
      return {};
    const auto &kinds = plan.excitation.kinds;
    const bool has_rays =
      std::find(kinds.begin(), kinds.end(), ExcitationKind::rays) !=
      kinds.end();
    const int first = has_rays ? plan.excitation.n_rays : 0;
    std::vector<NamedSignal> rays;
    for (int round = 0; round < plan.greedy_rounds; ++round)
      rays.push_back(sobol_ray(plan.excitation, first + round));
    return rays;
  }

  std::vector<NamedSignal>
  generated_signals(const ExcitationParameters &excitation)
  {
    std::vector<NamedSignal> result;
    if (excitation.kinds.empty())
      return result;
    const auto amplitudes = parse_amplitudes(excitation.amplitudes);
    const std::size_t n   = amplitudes.size();
    for (const ExcitationKind kind : excitation.kinds)
      if (kind == ExcitationKind::sweeps)
        for (std::size_t i = 0; i < n; ++i)
          {
            std::vector<double> direction(n, 0.);
            direction[i] = 1;
            result.push_back({"sweep " + number_text(i + 1),
                              along(excitation, amplitudes, direction)});
          }
      else if (kind == ExcitationKind::pairs)
        {
          for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < i; ++j)
              for (const double sign : {1., -1.})
                {
                  std::vector<double> direction(n, 0.);
                  direction[i] = std::numbers::sqrt2 / 2;
                  direction[j] = sign * std::numbers::sqrt2 / 2;
                  result.push_back({"pair " + number_text(j + 1) +
                                      (sign > 0 ? " + " : " - ") +
                                      number_text(i + 1),
                                    along(excitation, amplitudes, direction)});
                }
        }
      else
        for (int k = 0; k < excitation.n_rays; ++k)
          result.push_back(sobol_ray(excitation, k));
    return result;
  }

  std::vector<NamedSignal> take_selection(std::vector<NamedSignal> &signals)
  {
    const auto numbers_of = [&](const std::string &kind) {
      std::vector<std::size_t> numbers;
      for (std::size_t i = 0; i < signals.size(); ++i)
        if (signals[i].first.rfind(kind, 0) == 0)
          numbers.push_back(i);
      return numbers;
    };
    std::vector<std::size_t> kind = numbers_of("ray ");
    if (kind.size() < 2)
      kind = numbers_of("pair ");
    if (kind.size() < 2)
      throw Error(
        "\"Target\" and \"Greedy\" choose by signals that are not trained on. "
        "Name some in the section \"Selection\", or let \"Excitation\" make "
        "pairs or Sobol rays, of which some are then held back.");
    // A quarter of the rays, or as few pairs; the last are chosen first.
    const std::size_t n =
      std::max<std::size_t>(1, std::min<std::size_t>(4, kind.size() / 4));
    std::vector<NamedSignal> selection;
    for (std::size_t k = 0; k < n; ++k)
      {
        const std::size_t i = kind[kind.size() - 1 - k * kind.size() / n];
        selection.push_back(signals[i]);
        signals.erase(signals.begin() + static_cast<std::ptrdiff_t>(i));
      }
    return selection;
  }
} // namespace rivlin
