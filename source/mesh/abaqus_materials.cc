// SPDX-License-Identifier: Apache-2.0
// *HYPERELASTIC: W = sum C_ij (I1bar - 3)^i (I2bar - 3)^j + sum (J - 1)^2i / Di
// (Abaqus Theory Guide, "Hyperelastic material behavior"); our volumetric
// energy begins with kappa/2 (J - 1)^2, hence kappa = 2 / D1.
#include "abaqus_materials.h"

#include "text_place.h"

#include <rivlin/base/number_text.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <set>
#include <utility>

namespace rivlin
{
  namespace
  {
    using Parameters = std::vector<std::pair<std::string, std::string>>;

    /// How the data line is read: that many constants, then D1, D2, ...
    struct Form
    {
      int n_constants;
      std::function<Parameters(const std::vector<double> &)> parameters;
    };

    Form named_constants(const std::string &law,
                         const std::vector<std::string> &names)
    {
      return {static_cast<int>(names.size()),
              [=](const std::vector<double> &numbers) {
                Parameters result = {{"Law", law}};
                for (std::size_t i = 0; i < names.size(); ++i)
                  result.emplace_back(names[i], number_text(numbers[i]));
                return result;
              }};
    }

    /// Terms "i j c_ij" for the powers of I1 and I2.
    Form polynomial(const std::vector<std::string> &powers)
    {
      return {
        static_cast<int>(powers.size()),
        [=](const std::vector<double> &numbers) {
          std::string terms;
          for (std::size_t i = 0; i < powers.size(); ++i)
            terms +=
              (i == 0 ? "" : "; ") + powers[i] + " " + number_text(numbers[i]);
          return Parameters{{"Law", "polynomial"}, {"Polynomial terms", terms}};
        }};
    }

    /// W = sum 2 mu/alpha^2 (...), the same in Abaqus and here.
    Form ogden(const int n_terms)
    {
      return {2 * n_terms, [=](const std::vector<double> &numbers) {
                std::string terms;
                for (int i = 0; i < n_terms; ++i)
                  terms += (i == 0 ? "" : "; ") + number_text(numbers[2 * i]) +
                           " " + number_text(numbers[2 * i + 1]);
                return Parameters{{"Law", "Ogden"}, {"Ogden terms", terms}};
              }};
    }

    std::optional<Form> form_of(const InpBlock &block)
    {
      if (block.has("TESTDATAINPUT"))
        return {};
      if (block.has("MOONEY-RIVLIN"))
        return named_constants("Mooney-Rivlin", {"C10", "C01"});
      if (block.has("NEOHOOKE"))
        return named_constants("neo-Hooke", {"C10"});
      if (block.has("YEOH"))
        return polynomial({"1 0", "2 0", "3 0"});
      const auto n = to_integer(block.has("N") ? block.value("N") : "1");
      if (!n || *n < 1 || *n > 3)
        return {};
      if (block.has("OGDEN"))
        return ogden(static_cast<int>(*n));
      if (block.has("REDUCEDPOLYNOMIAL"))
        {
          std::vector<std::string> powers = {"1 0", "2 0", "3 0"};
          powers.resize(static_cast<std::size_t>(*n));
          return polynomial(powers);
        }
      static const std::set<std::string> no_law = {"N", "MODULI", "POLYNOMIAL"};
      for (const auto &parameter : block.parameters)
        if (!no_law.contains(parameter.name))
          return {};
      if (*n == 1)
        return named_constants("Mooney-Rivlin", {"C10", "C01"});
      if (*n == 2)
        return polynomial({"1 0", "0 1", "2 0", "1 1", "0 2"});
      return {};
    }

    std::vector<double> first_line(const InpBlock &block, const InpDeck &deck)
    {
      std::vector<double> numbers;
      if (block.data.empty())
        deck.fail(block,
                  block.written +
                    " has no line of constants. Add it or remove the keyword.");
      for (const std::string_view field : split_fields(block.data[0].text))
        {
          const auto number =
            field.empty() ? std::optional(0.) : to_coordinate(field);
          if (!number)
            deck.fail(block.data[0],
                      excerpt(field) + " is not a number. Correct it.");
          numbers.push_back(*number);
        }
      return numbers;
    }

    void read_hyperelastic(const InpBlock &block,
                           const InpDeck &deck,
                           MaterialSuggestion &material,
                           std::vector<std::string> &notices)
    {
      const auto form = form_of(block);
      if (!form)
        {
          notices.push_back("Material " + excerpt(material.material) +
                            ": this form of *HYPERELASTIC (" +
                            deck.place(block) +
                            ") is not translated. Set the law in section "
                            "Material of the parameter file.");
          return;
        }
      std::vector<double> numbers = first_line(block, deck);
      const std::size_t n_c       = form->n_constants;
      if (numbers.size() < n_c)
        deck.fail(block.data[0],
                  "this form of *HYPERELASTIC has " + number_text(n_c) +
                    " constants and then D1, here stand " +
                    number_text(numbers.size()) + ". Correct the line.");
      for (auto &parameter : form->parameters(numbers))
        material.parameters.push_back(std::move(parameter));
      const double d1 = numbers.size() > n_c ? numbers[n_c] : 0;
      if (d1 < 0)
        deck.fail(block.data[0],
                  "D1 is " + number_text(d1) +
                    " and must not be negative. Correct it.");
      material.parameters.emplace_back("Bulk modulus",
                                       d1 > 0 && std::isfinite(2 / d1)
                                         ? number_text(2 / d1)
                                         : "infinity");
      material.parameters.emplace_back("Volumetric law", "quadratic");
      const bool has_more =
        std::any_of(numbers.begin() +
                      static_cast<long>(std::min(n_c + 1, numbers.size())),
                    numbers.end(),
                    [](const double d) { return d != 0; });
      if (has_more || block.data.size() > 1)
        notices.push_back("Material " + excerpt(material.material) + " (" +
                          deck.place(block) +
                          "): of the volumetric constants D1 alone is taken, "
                          "and of several lines the first.");
    }
  } // namespace

  std::map<std::string, MaterialSuggestion>
  read_materials(const InpDeck &deck, std::vector<std::string> &notices)
  {
    std::map<std::string, MaterialSuggestion> materials;
    MaterialSuggestion *current = nullptr;
    for (const InpBlock &block : deck.blocks)
      {
        if (block.keyword == "MATERIAL")
          {
            const std::string name = block.value("NAME");
            if (name.empty())
              deck.fail(block, "*MATERIAL without NAME=. Name the material.");
            current           = &materials[upper_case(name)];
            *current          = {};
            current->material = name;
          }
        else if (!current)
          continue;
        else if (block.keyword == "HYPERELASTIC")
          read_hyperelastic(block, deck, *current, notices);
        else if (block.keyword == "ELASTIC")
          {
            const auto numbers     = first_line(block, deck);
            const std::string type = upper_case(block.value("TYPE"));
            if (numbers.size() < 2 ||
                (!type.empty() && type != "ISOTROPIC" && type != "ISO"))
              continue;
            current->parameters.insert(
              current->parameters.end(),
              {{"Law", "Saint Venant-Kirchhoff"},
               {"Young's modulus", number_text(numbers[0])},
               {"Poisson's ratio", number_text(numbers[1])}});
          }
        else if (block.keyword == "DENSITY")
          {
            const auto numbers = first_line(block, deck);
            if (!numbers.empty())
              current->parameters.emplace_back("Density",
                                               number_text(numbers[0]));
          }
      }
    return materials;
  }

  std::string suggestion_text(const MaterialSuggestion &suggestion)
  {
    std::string text = "Region " + excerpt(suggestion.region) +
                       ": the file suggests material " +
                       excerpt(suggestion.material);
    std::string separator = ": ";
    for (const auto &[name, value] : suggestion.parameters)
      {
        text += separator + name + " = " + value;
        separator = ", ";
      }
    return text + ". The parameter file decides.";
  }
} // namespace rivlin
