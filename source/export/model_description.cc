// SPDX-License-Identifier: Apache-2.0
// Elements and attributes in the order of the schemas.
#include <rivlin/export/model_description.h>

#include <rivlin/base/number_text.h>
#include <rivlin/base/version.h>

#include <algorithm>

namespace rivlin
{
  namespace
  {
    std::string xml_text(const std::string &text)
    {
      std::string result;
      for (const char c : text)
        switch (c)
          {
            case '&':
              result += "&amp;";
              break;
            case '<':
              result += "&lt;";
              break;
            case '>':
              result += "&gt;";
              break;
            case '"':
              result += "&quot;";
              break;
            default:
              result += static_cast<unsigned char>(c) < 32 ? ' ' : c;
          }
      return result;
    }

    /// An element in the making: name, attributes, what is inside.
    class Xml
    {
    public:
      explicit Xml(std::string element_name)
        : name(std::move(element_name))
      {}

      Xml &with(const std::string &attribute, const std::string &value)
      {
        attributes += " " + attribute + "=\"" + xml_text(value) + "\"";
        return *this;
      }
      Xml &with(const std::string &attribute, const char *value)
      {
        return with(attribute, std::string(value));
      }
      Xml &with(const std::string &attribute, const bool value)
      {
        return with(attribute, value ? "true" : "false");
      }
      Xml &add(const Xml &child)
      {
        inside += child.text("  ");
        return *this;
      }
      std::string text(const std::string &indentation = "") const
      {
        std::string result = "<" + name + attributes;
        result +=
          inside.empty() ? "/>\n" : ">\n" + inside + "</" + name + ">\n";
        if (indentation.empty())
          return result;
        std::string indented;
        for (std::size_t at = 0; at < result.size();)
          {
            const std::size_t end = result.find('\n', at) + 1;
            indented += indentation + result.substr(at, end - at);
            at = end;
          }
        return indented;
      }

    private:
      std::string name, attributes, inside;
    };

    const std::string xml_head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

    std::string causality_text(const FmuCausality causality)
    {
      constexpr std::array<const char *, 4> texts = {"independent",
                                                     "parameter",
                                                     "input",
                                                     "output"};
      return texts[static_cast<int>(causality)];
    }

    std::string variability_text(const FmuVariability variability)
    {
      constexpr std::array<const char *, 4> texts = {"fixed",
                                                     "tunable",
                                                     "discrete",
                                                     "continuous"};
      return texts[static_cast<int>(variability)];
    }

    bool has_start(const FmuVariable &variable)
    {
      return variable.causality == FmuCausality::input ||
             variable.causality == FmuCausality::parameter;
    }

    std::string start_text(const FmuVariable &variable)
    {
      return variable.is_boolean ? (variable.start != 0 ? "true" : "false")
                                 : number_text(variable.start);
    }

    /// "exact", "calculated" or, for inputs and time, none.
    std::string initial_text(const FmuVariable &variable)
    {
      return variable.causality == FmuCausality::parameter ? "exact"
             : variable.causality == FmuCausality::output  ? "calculated"
                                                           : "";
    }

    Xml units()
    {
      Xml all("UnitDefinitions");
      for (const FmuUnit &unit : fmu_units())
        {
          Xml base("BaseUnit");
          for (const auto &[name, exponent] :
               {std::pair<const char *, int>{"kg", unit.kg},
                {"m", unit.m},
                {"s", unit.s},
                {"rad", unit.rad}})
            if (exponent != 0)
              base.with(name, number_text(exponent));
          all.add(Xml("Unit").with("name", unit.name).add(base));
        }
      return all;
    }

    Xml log_categories()
    {
      Xml all("LogCategories");
      for (const auto &[name, text] :
           {std::pair{"logEvents", "what happens"},
            {"logStatusWarning", "the trained range is left"},
            {"logStatusDiscard", "a step that found no solution"},
            {"logStatusError", "what the host did wrong"}})
        all.add(Xml("Category").with("name", name).with("description", text));
      return all;
    }

    Xml co_simulation(const FmuDescription &fmu)
    {
      const bool derivatives = fmu.setup.drive == FmuDrive::displacement;
      Xml element("CoSimulation");
      element.with("modelIdentifier", fmu.identifier)
        .with("canHandleVariableCommunicationStepSize", true)
        .with("needsExecutionTool", false)
        .with("canBeInstantiatedOnlyOncePerProcess", false);
      if (fmu.fmi == 3)
        return element.with("canGetAndSetFMUState", true)
          .with("canSerializeFMUState", true)
          .with("providesDirectionalDerivatives", derivatives)
          .with("providesAdjointDerivatives", false)
          .with("hasEventMode", false)
          .with("providesIntermediateUpdate", false)
          .with("canReturnEarlyAfterIntermediateUpdate", false);
      element.with("canInterpolateInputs", false)
        .with("maxOutputDerivativeOrder", "0")
        .with("canRunAsynchronuously", false)
        .with("canNotUseMemoryManagementFunctions", true)
        .with("canGetAndSetFMUstate", true)
        .with("canSerializeFMUstate", true)
        .with("providesDirectionalDerivative", derivatives);
      if (!fmu.source_files.empty())
        {
          Xml files("SourceFiles");
          for (const std::string &file : fmu.source_files)
            files.add(Xml("File").with("name", file));
          element.add(files);
        }
      return element;
    }

    void add_value(Xml &element, const FmuVariable &variable)
    {
      if (!variable.unit.empty())
        element.with("unit", variable.unit);
      if (variable.min > 0)
        element.with("min", number_text(variable.min));
      if (has_start(variable))
        element.with("start", start_text(variable));
    }

    Xml variable_element(const FmuVariable &variable, const int fmi)
    {
      const char *type = variable.is_boolean ? "Boolean"
                         : fmi == 3          ? "Float64"
                                             : "Real";
      Xml element(fmi == 3 ? type : "ScalarVariable");
      element.with("name", variable.name)
        .with("valueReference", number_text(variable.reference()))
        .with("description", variable.description)
        .with("causality", causality_text(variable.causality))
        .with("variability", variability_text(variable.variability));
      if (const std::string initial = initial_text(variable); !initial.empty())
        element.with("initial", initial);
      if (fmi == 3)
        {
          add_value(element, variable);
          return element;
        }
      Xml value(type);
      add_value(value, variable);
      return element.add(value);
    }

    /// By index in FMI 2, by reference in FMI 3.
    Xml structure(const FmuDescription &fmu)
    {
      Xml all("ModelStructure"), outputs("Outputs"),
        unknowns("InitialUnknowns");
      std::vector<Xml> later;
      for (std::size_t i = 0; i < fmu.variables.size(); ++i)
        {
          const FmuVariable &variable = fmu.variables[i];
          if (variable.causality != FmuCausality::output)
            continue;
          if (fmu.fmi == 2)
            {
              const Xml unknown =
                Xml("Unknown").with("index", number_text(i + 1));
              outputs.add(unknown);
              unknowns.add(unknown);
              continue;
            }
          const std::string reference = number_text(variable.reference());
          all.add(Xml("Output").with("valueReference", reference));
          later.push_back(
            Xml("InitialUnknown").with("valueReference", reference));
        }
      if (fmu.fmi == 2)
        return all.add(outputs).add(unknowns);
      for (const Xml &unknown : later)
        all.add(unknown);
      return all;
    }
  } // namespace

  std::string model_description(const FmuDescription &fmu)
  {
    Xml root("fmiModelDescription");
    root.with("fmiVersion", fmu.fmi == 3 ? "3.0" : "2.0")
      .with("modelName", fmu.model_name)
      .with(fmu.fmi == 3 ? "instantiationToken" : "guid", fmu.setup.token)
      .with("description", fmu.description)
      .with("copyright", fmu.copyright)
      .with("license", "Apache-2.0; documentation/licenses")
      .with("generationTool", "Rivlin " + std::string(version()))
      .with("variableNamingConvention", "flat");
    Xml variables("ModelVariables");
    for (const FmuVariable &variable : fmu.variables)
      variables.add(variable_element(variable, fmu.fmi));
    root.add(co_simulation(fmu))
      .add(units())
      .add(log_categories())
      .add(Xml("DefaultExperiment")
             .with("startTime", "0")
             .with("stopTime", "1")
             .with("stepSize", "0.001"))
      .add(variables)
      .add(structure(fmu));
    return xml_head + root.text();
  }

  std::string terminals_and_icons(const FmuDescription &fmu)
  {
    Xml inner("Terminal"), outer("Terminal");
    inner.with("name", "inner_sleeve")
      .with("matchingRule", "bus")
      .with("description",
            "motion of the inner sleeve relative to the outer one, and force "
            "and moment of the bushing on it");
    outer.with("name", "outer_sleeve")
      .with("matchingRule", "bus")
      .with("description",
            "force and moment of the bushing on the outer sleeve");
    for (const FmuVariable &variable : fmu.variables)
      {
        const Xml member = Xml("TerminalMemberVariable")
                             .with("variableName", variable.name)
                             .with("memberName", variable.name)
                             .with("variableKind", "signal");
        switch (variable.role)
          {
            case FmuRole::pose:
            case FmuRole::velocity:
            case FmuRole::applied_load:
            case FmuRole::inner_load:
              inner.add(member);
              break;
            case FmuRole::outer_load:
              outer.add(member);
              break;
            default:
              break;
          }
      }
    return xml_head + Xml("fmiTerminalsAndIcons")
                        .with("fmiVersion", "3.0")
                        .add(Xml("Terminals").add(inner).add(outer))
                        .text();
  }

  std::string build_description(const FmuDescription &fmu)
  {
    Xml files("SourceFileSet");
    files.with("language", "C++20");
    for (const std::string &file : fmu.source_files)
      files.add(Xml("SourceFile").with("name", file));
    files.add(Xml("IncludeDirectory").with("name", "include"));
    files.add(Xml("IncludeDirectory").with("name", "source"));
    return xml_head + Xml("fmiBuildDescription")
                        .with("fmiVersion", "3.0")
                        .add(Xml("BuildConfiguration")
                               .with("modelIdentifier", fmu.identifier)
                               .add(files))
                        .text();
  }
} // namespace rivlin
