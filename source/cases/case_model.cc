// SPDX-License-Identifier: Apache-2.0
// Translation of a case into a model; the one place where text becomes physics.
#include <rivlin/cases/case_model.h>

#include <rivlin/base/error.h>
#include <rivlin/base/unit_system.h>
#include <rivlin/dynamics/place_field.h>
#include <rivlin/dynamics/rosenbrock_method.h>
#include <rivlin/cases/case_contacts.h>
#include <rivlin/cases/case_material.h>
#include <rivlin/cases/case_mesh.h>
#include <rivlin/cases/case_supports.h>
#include <rivlin/fe/initial_values.h>
#include <rivlin/cases/parameter_text.h>

#include <deal.II/base/utilities.h>

#include <algorithm>

namespace rivlin
{
  using dealii::Point;
  using dealii::Tensor;

  namespace
  {
    template <int dim>
    std::unique_ptr<Probes<dim>>
    make_probes(const Named<ProbeParameters> &parameters,
                const FEModel<dim> &model)
    {
      std::vector<ProbeDefinition<dim>> definitions;
      for (const auto &[name, probe] : parameters)
        {
          const std::string section = "\"Probes/" + name;
          ProbeDefinition<dim> definition;
          definition.name = name;
          definition.set  = probe.set;
          if (probe.set.empty() == probe.point.empty())
            throw Error(section + "\": give either \"Point\" or \"Set\".");
          if (probe.set.empty())
            definition.point =
              parse_point<dim>(probe.point, section + "/Point\"");
          for (const std::string &quantity :
               dealii::Utilities::split_string_list(probe.quantities))
            definition.quantities.push_back(probe_quantity(quantity));
          if (definition.quantities.empty())
            throw Error(section + "/Quantities\" is empty. Name at least one.");
          definitions.push_back(std::move(definition));
        }
      return std::make_unique<Probes<dim>>(model, std::move(definitions));
    }

    constexpr std::array<const char *, 3> axis_names = {"x", "y", "z"};

    template <int dim>
    void add_load(const std::string &name,
                  const LoadParameters &load,
                  const CaseParameters &parameters,
                  ModelDefinition<dim> &definition,
                  CaseChannels &channels)
    {
      const UnitSystem &units   = unit_system(parameters.unit_system);
      const std::string section = "Loads/" + name;
      if (load.type == "springs")
        {
          BoundarySpring<dim> spring;
          spring.set = load.set;
          std::copy_n(load.stiffness.begin(), dim, spring.stiffness.begin());
          std::copy_n(load.viscosity.begin(), dim, spring.viscosity.begin());
          definition.springs.push_back(spring);
          return;
        }
      if (load.type == "pressure")
        {
          const Channel channel =
            channels.read(section + "/Pressure",
                          load.pressure,
                          with_unit(name + " pressure", units.stress),
                          ChannelKind::load);
          definition.pressures.push_back(
            {load.set,
             [channel](const double t) { return channel.value(t); },
             [channel](const double t) {
               return channel.evaluate(t, 1).derivative(1);
             }});
          return;
        }
      std::array<Channel, dim> traction;
      for (int i = 0; i < dim; ++i)
        {
          const std::string key = std::string("raction ") + axis_names[i];
          traction[i] =
            channels.read(section + "/T" + key,
                          load.traction[i],
                          with_unit(name + " t" + key, units.stress),
                          ChannelKind::load);
        }
      const auto at = [traction](const int order) {
        return
          [traction,
           order](const Point<dim> &, const Tensor<1, dim> &, const double t) {
            Tensor<1, dim> value;
            for (int i = 0; i < dim; ++i)
              value[i] = traction[i].evaluate(t, order).derivative(order);
            return value;
          };
      };
      definition.tractions.push_back({load.set, at(0), at(1)});
    }

    template <int dim>
    void set_gravity(const CaseParameters &parameters,
                     ModelDefinition<dim> &definition,
                     CaseChannels &channels)
    {
      const UnitSystem &units = unit_system(parameters.unit_system);
      std::array<Channel, dim> acceleration;
      bool any = false;
      for (int i = 0; i < 3; ++i)
        {
          const std::string key =
            std::string("Gravity/Acceleration ") + axis_names[i];
          if (parameters.gravity[i] == "0" && !channels.is_in_steps(key))
            continue;
          if (i >= dim)
            throw Error("\"" + key +
                        "\" is given, but the model is plane. "
                        "Remove it.");
          any = true;
          acceleration[i] =
            channels.read(key,
                          parameters.gravity[i],
                          with_unit(std::string("gravity ") + axis_names[i],
                                    units.length + "/s^2"),
                          ChannelKind::load);
        }
      if (any)
        definition.gravity = [acceleration](const double t, const int order) {
          Tensor<1, dim> g;
          for (int i = 0; i < dim; ++i)
            g[i] = acceleration[i].evaluate(t, order).derivative(order);
          return g;
        };
    }

    /// The formulas of three components as a field; empty if all are zero.
    template <int dim>
    typename InitialFields<dim>::Field
    make_field(const std::string &definitions,
               const std::array<std::string, 3> &components,
               const std::string &what)
    {
      if (std::all_of(components.begin(),
                      components.begin() + dim,
                      [](const std::string &text) { return text == "0"; }))
        return {};
      try
        {
          const PlaceField field(definitions,
                                 {components.begin(),
                                  components.begin() + dim});
          return [field, what](const Point<dim> &X) {
            std::array<double, dim> place;
            for (int d = 0; d < dim; ++d)
              place[d] = X[d];
            Tensor<1, dim> value;
            try
              {
                const std::vector<double> numbers = field.value(place);
                std::copy_n(numbers.begin(), dim, value.begin_raw());
              }
            catch (const Error &error)
              {
                throw Error(what + ": " + error.what());
              }
            return value;
          };
        }
      catch (const Error &error)
        {
          throw Error(what + ": " + error.what());
        }
    }

    LinearSolverOptions make_solver_options(const CaseParameters &parameters)
    {
      const SolverParameters &given = parameters.solver;
      LinearSolverOptions options;
      for (const LinearSolverKind kind : {LinearSolverKind::automatic,
                                          LinearSolverKind::mumps,
                                          LinearSolverKind::klu,
                                          LinearSolverKind::iterative})
        if (given.linear_solver == to_string(kind))
          options.kind = kind;
      if (given.linear_tolerance > 0)
        options.tolerance = given.linear_tolerance;
      else
        for (const RosenbrockMethod &method : rosenbrock_methods())
          if (parameters.time.integrator == method.name)
            options.tolerance = 1e-10;
      options.max_iterations = given.max_linear_iterations;
      return options;
    }
  } // namespace

  template <int dim>
  CaseModel<dim> build_case(const CaseParameters &parameters,
                            MPI_Comm communicator)
  {
    if (parameters.time.end_time <= 0 || parameters.time.step_size <= 0)
      throw Error(
        "Section \"Time\": \"End time\" and \"Step size\" must be "
        "positive; they are " +
        std::to_string(parameters.time.end_time) + " and " +
        std::to_string(parameters.time.step_size) + ".");
    if (dim == 2 && !(parameters.thickness > 0))
      throw Error("\"Element/Thickness\" must be positive.");
    if (!(parameters.solver.newton_tolerance > 0))
      throw Error("\"Solver/Newton tolerance\" must be positive.");

    CaseModel<dim> result;
    ModelDefinition<dim> definition;
    definition.element = {parameters.degree, parameters.formulation == "mixed"};
    definition.thickness = parameters.thickness;
    definition.inertia   = parameters.time.integrator != "statics";
    definition.solver    = make_solver_options(parameters);
    CaseMesh<dim> made   = make_case_mesh<dim>(parameters, communicator);
    auto mesh            = std::move(made.mesh);
    result.notices       = std::move(made.notices);
    for (const RegionMaterial &region : made.materials)
      definition.materials[region.region] =
        make_material(region.parameters, region.section);
    CaseChannels channels(parameters);
    for (const auto &[name, support] : parameters.supports)
      {
        definition.supports.push_back(
          make_support<dim>(name, support, parameters, *mesh, channels));
        result.support_names.push_back(name);
      }
    for (const auto &[name, load] : parameters.loads)
      add_load<dim>(name, load, parameters, definition, channels);
    definition.contacts = make_contacts(parameters, *mesh);
    for (const auto &[name, contact] : parameters.contacts)
      result.contact_names.push_back(name);
    set_gravity(parameters, definition, channels);
    channels.refuse_unread();
    channels.refuse_sudden_start(definition.inertia);
    result.channels = channels.named();
    result.model = std::make_unique<FEModel<dim>>(std::move(mesh), definition);
    result.initial_state = make_initial_state<dim>(
      *result.model,
      {make_field<dim>(parameters.initial.definitions,
                       parameters.initial.displacement,
                       "Section \"Initial\", displacement"),
       make_field<dim>(parameters.initial.definitions,
                       parameters.initial.velocity,
                       "Section \"Initial\", velocity"),
       parameters.initial.volume_waves == "none"});
    result.probes = make_probes<dim>(parameters.probes, *result.model);
    return result;
  }

  template CaseModel<2> build_case(const CaseParameters &, MPI_Comm);
  template CaseModel<3> build_case(const CaseParameters &, MPI_Comm);
} // namespace rivlin
