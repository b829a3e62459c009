// SPDX-License-Identifier: Apache-2.0
// Translation of a case into a model; the one place where text becomes physics.
#include <rivlin/cases/case_model.h>

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>
#include <rivlin/base/out_of_memory.h>
#include <rivlin/cases/case_contacts.h>
#include <rivlin/cases/case_material.h>
#include <rivlin/cases/case_integrator.h>
#include <rivlin/cases/case_loads.h>
#include <rivlin/cases/case_mesh.h>
#include <rivlin/cases/case_supports.h>
#include <rivlin/fe/initial_values.h>

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
          const std::string section = "Probes/" + name;
          ProbeDefinition<dim> definition;
          definition.name = name;
          definition.set  = probe.set;
          if (probe.set.empty() == probe.point.empty())
            throw Error("\"" + section +
                        "\": give either \"Point\" or \"Set\".");
          if (probe.set.empty())
            definition.point = make_point<dim>(probe.point, section + "/Point");
          definition.quantities = probe.quantities;
          if (definition.quantities.empty())
            throw Error("\"" + section +
                        "/Quantities\" is empty. Name at least one.");
          definitions.push_back(std::move(definition));
        }
      return std::make_unique<Probes<dim>>(model, std::move(definitions));
    }

    /// The field of initial values; empty if it is zero.
    template <int dim>
    typename InitialFields<dim>::Field
    make_field(const std::optional<PlaceField> &field, const std::string &what)
    {
      if (!field)
        return {};
      return [field = *field, what](const Point<dim> &X) {
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
            throw Error("Section \"Initial\", " + what + ": " + error.what());
          }
        return value;
      };
    }

    LinearSolverOptions make_solver_options(const CaseParameters &parameters)
    {
      const SolverParameters &given = parameters.solver;
      LinearSolverOptions options;
      options.kind = given.linear_solver;
      if (given.linear_tolerance > 0)
        options.tolerance = given.linear_tolerance;
      else if (family(parameters.time.integrator) == MethodFamily::rosenbrock)
        options.tolerance = 1e-10;
      options.max_iterations = given.max_linear_iterations;
      return options;
    }

    /// Everything but the mesh.
    template <int dim>
    ModelDefinition<dim>
    make_definition(const CaseParameters &parameters,
                    const Drive &drive,
                    const std::vector<RegionMaterial> &materials,
                    const Mesh<dim> &mesh)
    {
      ModelDefinition<dim> definition;
      definition.element   = {parameters.degree,
                              parameters.formulation == Formulation::mixed};
      definition.thickness = parameters.thickness;
      definition.inertia   = drive.inertia;
      definition.solver    = make_solver_options(parameters);
      for (const RegionMaterial &region : materials)
        definition.materials[region.region] =
          make_material(region.parameters, region.section);
      for (std::size_t s = 0; s < drive.supports.size(); ++s)
        definition.supports.push_back(
          make_support<dim>(parameters.supports[s].first,
                            parameters.supports[s].second,
                            drive.supports[s],
                            mesh));
      for (const auto &[name, load] : drive.loads)
        definition.actions.push_back(make_load<dim>(load));
      for (const Contact &contact : make_contacts(parameters, mesh))
        definition.actions.push_back(contact);
      for (const BodyContact &contact : make_body_contacts(parameters))
        add_body_contact(contact, definition);
      if (drive.gravity)
        definition.gravity = [gravity = drive.gravity](const double t,
                                                       const int order) {
          const Vector3 acceleration = gravity(t, order);
          Tensor<1, dim> g;
          for (int i = 0; i < dim; ++i)
            g[i] = acceleration[i];
          return g;
        };
      return definition;
    }

    /// Methods of Newmark's family do not damp the oscillations of sticking
    /// nodes, and each change of contact may feed them with energy.
    void add_friction_notices(const Named<ContactParameters> &contacts,
                              std::vector<std::string> &notices)
    {
      for (const auto &[name, contact] : contacts)
        if (contact.friction > 0)
          notices.push_back(
            "the contact \"" + name +
            "\" has friction: methods of Newmark's family may make energy "
            "where nodes chatter. Look at the energy balance, or choose "
            "BLieDF2.");
    }

    /// Parameters of the iterative solver where "auto" chose another one.
    void add_unused_of_solver(const CaseParameters &parameters,
                              const LinearSolverKind chosen,
                              std::vector<UnusedParameter> &unused)
    {
      if (parameters.solver.linear_solver != LinearSolverKind::automatic ||
          chosen == LinearSolverKind::iterative)
        return;
      for (const char *key :
           {"Solver/Linear tolerance", "Solver/Maximum linear iterations"})
        if (parameters.given.count(key) > 0)
          unused.push_back({key,
                            "the linear solver \"" + to_string(chosen) +
                              "\", which \"auto\" chose, does not use it"});
    }
  } // namespace

  template <int dim>
  CaseModel<dim> build_case(const CaseParameters &parameters,
                            MPI_Comm communicator)
  {
    if (dim == 2 && !(parameters.thickness > 0))
      throw Error("\"Element/Thickness\" must be positive.");
    if (!(parameters.solver.newton_tolerance > 0))
      throw Error("\"Solver/Newton tolerance\" must be positive.");

    CaseModel<dim> result;
    result.drive       = make_drive(parameters);
    CaseMesh<dim> made = with_memory_for("making the mesh", [&] {
      return make_case_mesh<dim>(parameters, communicator);
    });
    result.notices     = result.drive.notices;
    result.notices.insert(result.notices.end(),
                          made.notices.begin(),
                          made.notices.end());
    result.size = made.size;
    for (const auto &[name, support] : parameters.supports)
      result.support_names.push_back(name);
    const ModelDefinition<dim> definition = make_definition<dim>(parameters,
                                                                 result.drive,
                                                                 made.materials,
                                                                 *made.mesh);
    result.model                          = with_memory_for(
      "making a model of about " + number_text(result.size.unknowns, 3) +
        " unknowns",
      [&] {
        return std::make_unique<FEModel<dim>>(std::move(made.mesh), definition);
      });
    for (const std::string &notice :
         unreachable_contacts(*result.model, result.drive))
      result.notices.push_back(notice);
    if (family(parameters.time.integrator) == MethodFamily::generalized_alpha)
      add_friction_notices(parameters.contacts, result.notices);
    result.unused = parameters.unused;
    add_unused_of_solver(parameters,
                         result.model->solver_options().kind,
                         result.unused);
    result.initial_state = make_initial_state<dim>(
      *result.model,
      {make_field<dim>(parameters.initial.displacement_field, "displacement"),
       make_field<dim>(parameters.initial.velocity_field, "velocity"),
       parameters.initial.without_volume_waves});
    result.probes = make_probes<dim>(parameters.probes, *result.model);
    return result;
  }

  template CaseModel<2> build_case(const CaseParameters &, MPI_Comm);
  template CaseModel<3> build_case(const CaseParameters &, MPI_Comm);
} // namespace rivlin
