// SPDX-License-Identifier: Apache-2.0
// The table of laws from the lists of their constants.
#include <rivlin/solid/law_description.h>

#include <rivlin/base/error.h>
#include <rivlin/base/nearest_name.h>
#include <rivlin/base/number_text.h>

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace rivlin
{
  namespace
  {
    template <class Constant>
    constexpr bool is_table = requires(const Constant &constant)
    {
      constant.columns;
    };

    template <class Constant>
    ConstantDescription describe_constant(const Constant &constant)
    {
      ConstantDescription result;
      result.name      = constant.names.name;
      result.dimension = constant.names.dimension;
      result.text      = constant.names.text;
      if constexpr (is_table<Constant>)
        for_each_constant(constant.columns, [&](const auto &column) {
          result.columns.push_back(column.key);
        });
      else
        {
          result.default_value = constant.default_value;
          result.range         = constant.range;
        }
      return result;
    }

    template <class Owner>
    std::vector<ConstantDescription> describe_constants()
    {
      std::vector<ConstantDescription> result;
      for_each_constant(Owner::constants, [&](const auto &constant) {
        result.push_back(describe_constant(constant));
      });
      return result;
    }

    [[noreturn]] void refuse_table(const char *name, const std::string &why)
    {
      throw Error("\"" + std::string(name) + "\" " + why);
    }

    /// Column number k of a row.
    template <class Term, class Number>
    Number cell(const LawColumn<Term, Number> &column,
                const char *table,
                const double value)
    {
      if constexpr (std::is_same_v<Number, int>)
        if (value != std::floor(value) || value < column.lowest ||
            value > column.highest)
          refuse_table(table,
                       "has " + number_text(value) + " for " + column.key +
                         ", which must be a whole number from " +
                         number_text(column.lowest) + " to " +
                         number_text(column.highest) + ".");
      return static_cast<Number>(value);
    }

    template <class Law, class Term, class... Numbers>
    void set(const LawTable<Law, Term, Numbers...> &table,
             const LawConstants &given,
             Law &law)
    {
      const char *name = table.names.name;
      const auto found = given.tables.find(name);
      if (found == given.tables.end() || found->second.empty())
        refuse_table(name, "is empty. Give at least one term.");
      for (const std::vector<double> &row : found->second)
        {
          if (row.size() != sizeof...(Numbers))
            refuse_table(name,
                         "has a term of " + number_text(row.size()) +
                           " numbers instead of " +
                           number_text(sizeof...(Numbers)) + ".");
          Term term;
          std::size_t k = 0;
          for_each_constant(table.columns, [&](const auto &column) {
            term.*column.member = cell(column, name, row[k++]);
          });
          (law.*table.member).push_back(term);
        }
    }

    template <class Law>
    void set(const LawNumber<Law> &number, const LawConstants &given, Law &law)
    {
      const auto found = given.numbers.find(number.names.name);
      law.*number.member =
        found == given.numbers.end() ? number.default_value : found->second;
    }

    template <class Owner>
    Owner from_constants(const LawConstants &given)
    {
      Owner result;
      for_each_constant(Owner::constants, [&](const auto &constant) {
        set(constant, given, result);
      });
      return result;
    }

    template <class Law>
    MaterialLaw make_rubber(const LawConstants &given,
                            const VolumetricLaw &volume)
    {
      return Rubber{from_constants<Law>(given), volume};
    }

    template <class Law>
    MaterialLaw make_elastic(const LawConstants &given, const VolumetricLaw &)
    {
      return Law::from(from_constants<typename Law::Given>(given));
    }

    /// One description per law of the variants; rubber stands for its isochoric
    /// laws.
    template <class... Isochoric, class... Others>
    std::vector<LawDescription>
    describe_laws(const std::variant<Isochoric...> *,
                  const std::variant<Rubber, Others...> *)
    {
      return {{Isochoric::name,
               Isochoric::energy,
               true,
               describe_constants<Isochoric>(),
               &make_rubber<Isochoric>}...,
              {Others::name,
               Others::energy,
               false,
               describe_constants<typename Others::Given>(),
               &make_elastic<Others>}...};
    }

    /// The constants of the volumetric laws as users give them.
    struct GivenVolume
    {
      double bulk_modulus = 0; ///< [stress]
      double exponent     = 0;

      static constexpr LawNumber<GivenVolume> bulk_modulus_constant = {
        &GivenVolume::bulk_modulus,
        {"Bulk modulus",
         "",
         "stress",
         "bulk modulus, or \"infinity\" for incompressible rubber"},
        2000,
        {.lowest          = 0,
         .without_ends    = true,
         .may_be_infinite = true,
         .requirement     = "positive"}};
      static constexpr LawNumber<GivenVolume> exponent_constant = {
        &GivenVolume::exponent,
        {"Volumetric exponent", "", "", "exponent b of the volumetric law"},
        9,
        NumberRange::positive()};
    };

    template <class Description>
    const Description &find(const std::vector<Description> &all,
                            const std::string &name,
                            const std::string &what)
    {
      std::vector<std::string> names;
      for (const Description &one : all)
        {
          if (one.name == name)
            return one;
          names.push_back(one.name);
        }
      throw Error("There is no " + what + " \"" + name + "\"." +
                  did_you_mean(name, names));
    }
  } // namespace

  VolumetricLaw VolumetricDescription::make(const LawConstants &given) const
  {
    GivenVolume values;
    set(GivenVolume::bulk_modulus_constant, given, values);
    set(GivenVolume::exponent_constant, given, values);
    return {kind, 1 / values.bulk_modulus, values.exponent};
  }

  const std::vector<LawDescription> &law_descriptions()
  {
    static const std::vector<LawDescription> all =
      describe_laws(static_cast<const IsochoricLaw *>(nullptr),
                    static_cast<const MaterialLaw *>(nullptr));
    return all;
  }

  const std::vector<VolumetricDescription> &volumetric_descriptions()
  {
    static const std::vector<VolumetricDescription> all = [] {
      std::vector<VolumetricDescription> result;
      for (const VolumetricKindNames &kind : volumetric_kinds())
        {
          result.push_back(
            {kind.name,
             kind.energy,
             kind.kind,
             {describe_constant(GivenVolume::bulk_modulus_constant)}});
          if (kind.uses_exponent)
            result.back().constants.push_back(
              describe_constant(GivenVolume::exponent_constant));
        }
      return result;
    }();
    return all;
  }

  const LawDescription &law_description(const std::string &name)
  {
    return find(law_descriptions(), name, "material law");
  }

  const VolumetricDescription &volumetric_description(const std::string &name)
  {
    return find(volumetric_descriptions(), name, "volumetric law");
  }

  std::vector<SharedConstant> shared_constants()
  {
    std::vector<SharedConstant> all;
    const auto entry = [&](const ConstantDescription &constant) -> auto &
    {
      for (SharedConstant &known : all)
        if (known.constant.name == constant.name)
          return known;
      all.push_back({constant, {}, {}});
      return all.back();
    };
    for (const LawDescription &law : law_descriptions())
      for (const ConstantDescription &constant : law.constants)
        entry(constant).laws.push_back(law.name);
    for (const VolumetricDescription &law : volumetric_descriptions())
      for (const ConstantDescription &constant : law.constants)
        entry(constant).volumetric_laws.push_back(law.name);
    return all;
  }
} // namespace rivlin
