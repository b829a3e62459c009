// SPDX-License-Identifier: Apache-2.0
// Translation of a case into a model; the one place where text becomes physics.
#include <rivlin/fe/case_model.h>

#include <rivlin/base/error.h>
#include <rivlin/base/unit_system.h>
#include <rivlin/solid/sleeve.h>

#include <cmath>
#include <filesystem>
#include <sstream>

namespace rivlin
{
  using dealii::Point;
  using dealii::Tensor;

  namespace
  {
    /// Numbers separated by commas or blanks; Error if there is anything else.
    std::vector<double> parse_numbers(const std::string &text,
                                      const std::string &what)
    {
      std::string spaced = text;
      for (char &c : spaced)
        if (c == ',')
          c = ' ';
      std::istringstream words(spaced);
      std::vector<double> numbers;
      for (std::string word; words >> word;)
        {
          std::size_t used = 0;
          double value     = 0;
          try
            {
              value = std::stod(word, &used);
            }
          catch (const std::exception &)
            {
              used = 0;
            }
          if (used != word.size() || !std::isfinite(value))
            throw Error(what + " is \"" + text + "\": \"" + word +
                        "\" is not a finite number.");
          numbers.push_back(value);
        }
      return numbers;
    }

    /// "a b; c d" as rows of n numbers.
    std::vector<std::vector<double>> parse_rows(const std::string &text,
                                                const std::size_t n,
                                                const std::string &what)
    {
      std::vector<std::vector<double>> rows;
      std::istringstream parts(text);
      for (std::string part; std::getline(parts, part, ';');)
        {
          rows.push_back(parse_numbers(part, what));
          if (rows.back().size() != n)
            throw Error(what + " is \"" + text + "\": the term \"" + part +
                        "\" has " + std::to_string(rows.back().size()) +
                        " numbers instead of " + std::to_string(n) + ".");
        }
      if (rows.empty())
        throw Error(what + " is empty. Give at least one term.");
      return rows;
    }

    double parse_inverse_bulk_modulus(const std::string &text,
                                      const std::string &what)
    {
      if (text == "infinity" || text == "inf" || text == "Infinity")
        return 0;
      const std::vector<double> numbers = parse_numbers(text, what);
      if (numbers.size() != 1 || !(numbers[0] > 0))
        throw Error(what + " is \"" + text +
                    "\". Give a positive number or \"infinity\".");
      return 1 / numbers[0];
    }

    template <int dim>
    Point<dim> parse_point(const std::string &text, const std::string &what)
    {
      const std::vector<double> numbers = parse_numbers(text, what);
      if (numbers.size() != dim)
        throw Error(what + " is \"" + text + "\": it needs " +
                    std::to_string(dim) + " numbers in " + std::to_string(dim) +
                    "D, it has " + std::to_string(numbers.size()) + ".");
      Point<dim> point;
      for (int d = 0; d < dim; ++d)
        point[d] = numbers[d];
      return point;
    }

    Channel make_channel(const std::string &text,
                         const CaseParameters &parameters,
                         const std::string &what)
    {
      try
        {
          Channel channel(text,
                          std::filesystem::path(parameters.path).parent_path());
          channel.check_range(0, parameters.time.end_time);
          return channel;
        }
      catch (const Error &error)
        {
          throw Error(what + ": " + error.what());
        }
    }

    template <int dim>
    std::array<bool, dim> parse_components(const std::string &text,
                                           const std::string &what)
    {
      std::array<bool, dim> components{};
      const std::string names = "xyz";
      if (text.empty() || text.find_first_not_of(names) != std::string::npos)
        throw Error(what + " is \"" + text +
                    "\". Name the held components by their letters, e.g. "
                    "\"xy\".");
      for (int d = 0; d < dim; ++d)
        components[d] = text.find(names[d]) != std::string::npos;
      return components;
    }

    constexpr std::array<const char *, 3> axis_names = {"x", "y", "z"};

    /// Channels of a sleeve: which of the six exist in this dimension.
    template <int dim>
    struct SleeveChannels
    {
      std::array<Channel, 3> translation;
      std::array<Channel, 3> rotation;

      SleevePose pose(const double t) const
      {
        SleevePose result;
        for (int i = 0; i < 3; ++i)
          {
            result.translation[i]     = translation[i].value(t);
            result.rotation_vector[i] = rotation[i].value(t);
          }
        return result;
      }
    };

    template <int dim>
    Support<dim> make_support(const std::string &name,
                              const SupportParameters &support,
                              const CaseParameters &parameters,
                              const Mesh<dim> &mesh,
                              std::vector<NamedChannel> &channels)
    {
      const std::string section = "\"Supports/" + name;
      Support<dim> result;
      result.set = support.set;
      result.centre =
        support.centre.empty()
          ? mesh.centre(support.set)
          : parse_point<dim>(support.centre, section + "/Centre\"");
      if (support.type == "fixed")
        {
          result.components = parse_components<dim>(support.components,
                                                    section + "/Components\"");
          return result;
        }
      const UnitSystem &units = unit_system(parameters.unit_system);
      SleeveChannels<dim> sleeve;
      const auto read = [&](const std::string &quantity,
                            const std::string &text,
                            const std::string &unit,
                            Channel &channel) {
        channel =
          make_channel(text, parameters, section + "/" + quantity + "\"");
        std::string lower = quantity;
        lower[0]          = static_cast<char>(std::tolower(lower[0]));
        channels.push_back({with_unit(name + " " + lower, unit), channel});
      };
      for (int i = 0; i < dim; ++i)
        read(std::string("Translation ") + axis_names[i],
             support.translation[i],
             units.length,
             sleeve.translation[i]);
      for (int i = dim == 2 ? 2 : 0; i < 3; ++i)
        read(std::string("Rotation ") + axis_names[i],
             support.rotation[i],
             "rad",
             sleeve.rotation[i]);
      const Point<dim> centre = *result.centre;
      result.displacement     = [sleeve, centre](const Point<dim> &X,
                                             const double t) {
        Vector3 place = Vector3::Zero(), pole = Vector3::Zero();
        for (int d = 0; d < dim; ++d)
          {
            place[d] = X[d];
            pole[d]  = centre[d];
          }
        const Vector3 u = sleeve_displacement(sleeve.pose(t), pole, place);
        Tensor<1, dim> result_u;
        for (int d = 0; d < dim; ++d)
          result_u[d] = u[d];
        return result_u;
      };
      result.translation = [sleeve](const double t) {
        Tensor<1, dim> x;
        for (int d = 0; d < dim; ++d)
          x[d] = sleeve.translation[d].value(t);
        return x;
      };
      return result;
    }

    template <int dim>
    void add_load(const std::string &name,
                  const LoadParameters &load,
                  const CaseParameters &parameters,
                  ModelDefinition<dim> &definition,
                  std::vector<NamedChannel> &channels)
    {
      const UnitSystem &units   = unit_system(parameters.unit_system);
      const std::string section = "\"Loads/" + name;
      if (load.type == "pressure")
        {
          const Channel channel =
            make_channel(load.pressure, parameters, section + "/Pressure\"");
          channels.push_back(
            {with_unit(name + " pressure", units.stress), channel});
          definition.pressures.push_back(
            {load.set, [channel](const double t) { return channel.value(t); }});
          return;
        }
      std::array<Channel, dim> traction;
      for (int i = 0; i < dim; ++i)
        {
          const std::string key = std::string("raction ") + axis_names[i];
          traction[i]           = make_channel(load.traction[i],
                                     parameters,
                                     section + "/T" + key + "\"");
          channels.push_back(
            {with_unit(name + " t" + key, units.stress), traction[i]});
        }
      definition.tractions.push_back({load.set,
                                      [traction](const Point<dim> &,
                                                 const Tensor<1, dim> &,
                                                 const double t) {
                                        Tensor<1, dim> value;
                                        for (int i = 0; i < dim; ++i)
                                          value[i] = traction[i].value(t);
                                        return value;
                                      }});
    }
  } // namespace

  Material make_material(const MaterialParameters &parameters,
                         const std::string &section)
  {
    Material material;
    material.density = parameters.density;
    try
      {
        if (parameters.law == "Saint Venant-Kirchhoff")
          material.law = saint_venant_kirchhoff(parameters.young_modulus,
                                                parameters.poisson_ratio);
        else if (parameters.law == "Hooke")
          material.law =
            hooke(parameters.young_modulus, parameters.poisson_ratio);
        else
          {
            Rubber rubber;
            rubber.volumetric.inverse_bulk_modulus =
              parse_inverse_bulk_modulus(parameters.bulk_modulus,
                                         "\"Bulk modulus\"");
            rubber.volumetric.kind =
              parameters.volumetric_law == "quadratic"
                ? VolumetricKind::quadratic
              : parameters.volumetric_law == "logarithmic"
                ? VolumetricKind::logarithmic
                : VolumetricKind::ogden;
            rubber.volumetric.beta = parameters.exponent;
            if (parameters.law == "neo-Hooke")
              rubber.isochoric = NeoHooke{parameters.c10};
            else if (parameters.law == "Mooney-Rivlin")
              rubber.isochoric = MooneyRivlin{parameters.c10, parameters.c01};
            else if (parameters.law == "polynomial")
              {
                Polynomial law;
                for (const auto &row : parse_rows(parameters.polynomial,
                                                  3,
                                                  "\"Polynomial terms\""))
                  {
                    if (row[0] != std::floor(row[0]) ||
                        row[1] != std::floor(row[1]) || row[0] < 0 ||
                        row[1] < 0)
                      throw Error(
                        "\"Polynomial terms\" is \"" + parameters.polynomial +
                        "\": the powers i and j must be whole numbers, 0 or more.");
                    law.terms.push_back({static_cast<int>(row[0]),
                                         static_cast<int>(row[1]),
                                         row[2]});
                  }
                rubber.isochoric = law;
              }
            else
              {
                Ogden law;
                for (const auto &row :
                     parse_rows(parameters.ogden, 2, "\"Ogden terms\""))
                  law.terms.push_back({row[0], row[1]});
                rubber.isochoric = law;
              }
            material.law = rubber;
          }
        check(material);
      }
    catch (const Error &error)
      {
        throw Error("Section \"" + section + "\": " + error.what());
      }
    return material;
  }

  template <int dim>
  CaseModel<dim> build_case(const CaseParameters &parameters,
                            MPI_Comm communicator)
  {
    if (parameters.time.end_time <= 0 || parameters.time.step_size <= 0 ||
        parameters.time.minimum_step <= 0)
      throw Error(
        "Section \"Time\": \"End time\", \"Step size\" and \"Minimum "
        "step size\" must be positive; they are " +
        std::to_string(parameters.time.end_time) + ", " +
        std::to_string(parameters.time.step_size) + " and " +
        std::to_string(parameters.time.minimum_step) + ".");
    if (dim == 2 && !(parameters.thickness > 0))
      throw Error("\"Element/Thickness\" must be positive.");
    if (!(parameters.solver.newton_tolerance > 0))
      throw Error("\"Solver/Newton tolerance\" must be positive.");

    CaseModel<dim> result;
    ModelDefinition<dim> definition;
    definition.element = {parameters.degree, parameters.formulation == "mixed"};
    definition.thickness = parameters.thickness;
    definition.solver    = parameters.solver.linear_solver == "KLU"
                             ? LinearSolverKind::klu
                             : LinearSolverKind::mumps;
    definition.materials["rubber"] =
      make_material(parameters.material, "Material");
    for (const auto &[region, material] : parameters.regions)
      definition.materials[region] =
        make_material(material, "Material/" + region);

    auto mesh = make_mesh<dim>(parameters.mesh, communicator);
    for (const auto &[name, support] : parameters.supports)
      {
        definition.supports.push_back(
          make_support<dim>(name, support, parameters, *mesh, result.channels));
        result.support_names.push_back(name);
      }
    for (const auto &[name, load] : parameters.loads)
      add_load<dim>(name, load, parameters, definition, result.channels);
    // Statics starts from the undeformed, unloaded body.
    for (const NamedChannel &channel : result.channels)
      if (const double start = channel.channel.value(0);
          std::abs(start) > 1e-12)
        throw Error("The channel \"" + channel.name + "\" = " +
                    channel.channel.text() + " is " + std::to_string(start) +
                    " at t = 0, but a static run starts from the undeformed "
                    "body. Let it start at zero, for example with the factor "
                    "ramp(0, 1).");
    for (const auto &[name, probe] : parameters.probes)
      result.probes.push_back(
        {name, parse_point<dim>(probe.point, "\"Probes/" + name + "/Point\"")});
    result.model = std::make_unique<FEModel<dim>>(std::move(mesh), definition);
    for (const auto &[name, point] : result.probes)
      result.model->displacement_at(point, result.model->initial_state());
    return result;
  }

  template CaseModel<2> build_case(const CaseParameters &, MPI_Comm);
  template CaseModel<3> build_case(const CaseParameters &, MPI_Comm);
} // namespace rivlin
