// SPDX-License-Identifier: Apache-2.0
// Nodes are numbered as cells meet them; unknowns find their node through it.
#include <rivlin/fe/body_extraction.h>

#include <rivlin/base/error.h>
#include <rivlin/base/vtk_cell.h>
#include <rivlin/fe/prescribed_field.h>
#include <rivlin/fe/surface_patch.h>

#include <deal.II/dofs/dof_tools.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace rivlin
{
  using namespace dealii;

  namespace
  {
    template <int dim>
    std::vector<int> vtk_order(const FiniteElement<dim> &element)
    {
      std::vector<int> order;
      if (element.degree > 2)
        return order;
      for (const auto &place : lagrange_places(dim, element.degree))
        {
          Point<dim> X;
          for (int d = 0; d < dim; ++d)
            X[d] = 1. * place[d] / element.degree;
          for (unsigned int a = 0; a < element.n_dofs_per_cell(); ++a)
            if (element.unit_support_point(a).distance(X) < 1e-12)
              order.push_back(static_cast<int>(a));
        }
      return order;
    }

    /// Nodes, materials and geometry of the cells. Returns over local degrees
    /// of freedom the number of the displacement, node * dim + i, plus one so
    /// that zero means unseen.
    template <int dim>
    DofVector add_cells(const FEModel<dim> &model, DiscreteBody &body)
    {
      const Discretization<dim> &space = model.discretization();
      const int n_points               = body.basis.n_points;
      DofVector label                  = space.make_vector();
      std::map<const Material *, int> material_numbers;
      for (int c = 0; c < space.n_cells(); ++c)
        {
          const auto dofs = space.cell_dofs(c);
          for (int a = 0; a < body.basis.n_nodes; ++a)
            {
              double &first = label.local_element(dofs[a * dim]);
              if (first == 0)
                {
                  for (int i = 0; i < dim; ++i)
                    label.local_element(dofs[a * dim + i]) =
                      body.n_nodes * dim + i + 1;
                  ++body.n_nodes;
                }
              body.cell_nodes.push_back(static_cast<int>(first - 1) / dim);
            }
          const Material &material = model.material_of_cell(c);
          const auto [entry, is_new] =
            material_numbers.insert({&material, material_numbers.size()});
          if (is_new)
            body.materials.push_back(material);
          body.cell_material.push_back(entry->second);
          const double *jacobians = space.inverse_jacobians(c);
          body.inverse_jacobians.insert(body.inverse_jacobians.end(),
                                        jacobians,
                                        jacobians + n_points * dim * dim);
          body.weights.insert(body.weights.end(),
                              space.weights(c),
                              space.weights(c) + n_points);
        }
      return label;
    }

    /// Pressures are numbered as in the snapshots; steel has none.
    template <int dim>
    void add_pressures(const FEModel<dim> &model,
                       const CanonicalOrder &order,
                       DiscreteBody &body)
    {
      const Discretization<dim> &space = model.discretization();
      const Unknowns &unknowns         = model.unknowns();
      const int n_nodes                = body.basis.n_nodes;
      Vector place                     = Vector::LinSpaced(unknowns.n_lambda(),
                                       0,
                                       std::max(0, unknowns.n_lambda() - 1));
      body.n_pressures                 = unknowns.n_lambda();
      DofVector label                  = space.make_vector();
      unknowns.scatter(Vector::Zero(unknowns.n_q()),
                       order.scatter(CanonicalOrder::Block::pressure, place) +
                         Vector::Ones(unknowns.n_lambda()),
                       label);
      body.node_of_pressure.assign(body.n_pressures, -1);
      for (int c = 0; c < space.n_cells(); ++c)
        for (int m = 0; m < body.basis.n_pressure_nodes; ++m)
          {
            const bool exists = has_pressure(model.material_of_cell(c));
            const int number  = exists
                                  ? static_cast<int>(label.local_element(
                                     space.cell_dofs(c)[n_nodes * dim + m])) -
                                     1
                                  : -1;
            body.cell_pressures.push_back(number);
            if (number >= 0 && space.node_of_pressure()[m] >= 0)
              body.node_of_pressure[number] =
                body.cell_nodes[c * n_nodes + space.node_of_pressure()[m]];
          }
    }

    template <int dim>
    void add_coordinates(const FEModel<dim> &model,
                         const DofVector &label,
                         DiscreteBody &body)
    {
      const Discretization<dim> &space = model.discretization();
      body.coordinates.resize(body.n_displacements());
      std::map<types::global_dof_index, Point<dim>> points;
      DoFTools::map_dofs_to_support_points(space.mapping(),
                                           space.dofs(),
                                           points);
      for (const auto &[dof, X] : points)
        {
          const unsigned int i = space.local_index(dof);
          if (model.unknowns().is_displacement(i))
            {
              const int number = static_cast<int>(label.local_element(i)) - 1;
              body.coordinates[number] = X[number % dim];
            }
        }
    }

    /// Nodes of contacts are known by a cell that has them.
    template <int dim>
    void add_contacts(const FEModel<dim> &model, DiscreteBody &body)
    {
      for (const auto &action : model.actions())
        {
          std::optional<RigidContact> contact = action->rigid_contact();
          if (!contact && action->acts_suddenly())
            throw Error("The model has " + describe(*action) +
                        ". Reduced models know contact with rigid surfaces "
                        "without friction only: leave it out, or run the full "
                        "model.");
          if (!contact)
            continue;
          if (contact->carrier >= 0 &&
              !body.supports[contact->carrier].channels.empty())
            throw Error(
              "The contact \"" + contact->name + "\" is carried by \"" +
              body.supports[contact->carrier].name +
              "\", which prescribes displacements. Reduced models know "
              "contacts on sleeves and on what is fixed: leave it out, or run "
              "the full model.");
          for (int &node : contact->nodes)
            node = body.cell_nodes[node];
          body.contacts.push_back(std::move(*contact));
        }
    }

    template <int dim>
    BodySupport make_support(const FEModel<dim> &model,
                             const unsigned int s,
                             const std::string &name,
                             const DofVector &label)
    {
      const Discretization<dim> &space = model.discretization();
      const Support<dim> &support      = model.motion().supports()[s];
      if (support.displacement &&
          support.displacement.template target<PrescribedField<dim>>() ==
            nullptr)
        throw Error("The support \"" + name +
                    "\" prescribes a field of displacements. Reduced models "
                    "know sleeves, fixed surfaces, and components and radii by "
                    "channels only.");
      BodySupport result;
      result.name      = name;
      result.is_sleeve = support.sleeve.has_value();
      for (int d = 0; d < dim; ++d)
        result.centre[d] = model.motion().centre(s)[d];
      DofVector mark = space.make_vector();
      model.motion().set_field(s, {Vector3::Ones(), Matrix3::Zero()}, mark);
      for (unsigned int i = 0; i < space.n_owned_dofs(); ++i)
        if (mark.local_element(i) != 0)
          result.displacements.push_back(
            static_cast<int>(label.local_element(i)) - 1);
      std::sort(result.displacements.begin(), result.displacements.end());
      return result;
    }

    /// Fields of the channels of PrescribedField where they are one.
    template <int dim>
    void add_channels(const std::array<bool, dim> &components,
                      const std::vector<double> &coordinates,
                      BodySupport &support)
    {
      const auto add = [&](const std::string &name, const auto &value) {
        PrescribedDisplacements channel{support.name + " " + name, {}};
        for (const int unknown : support.displacements)
          channel.values.push_back(
            value(&coordinates[unknown / dim * dim], unknown % dim));
        support.channels.push_back(std::move(channel));
      };
      for (int i = 0; i < dim; ++i)
        if (components[i])
          add(std::string("displacement ") + "xyz"[i],
              [i](const double *, const int component) {
                return component == i ? 1. : 0.;
              });
      if (components[0] && components[1])
        add("radial displacement",
            [&support](const double *X, const int component) {
              const std::array<double, 2> arm = {X[0] - support.centre[0],
                                                 X[1] - support.centre[1]};
              const double r                  = std::hypot(arm[0], arm[1]);
              // On the axis there is no radial direction; a case that asks
              // for it is refused when its model is made.
              return component < 2 && r > 0 ? arm[component] / r : 0.;
            });
    }

    template <int dim>
    BodySurface make_surface(const FEModel<dim> &model,
                             const std::string &set,
                             const DiscreteBody &body)
    {
      BodySurface surface;
      for (const SurfacePatch<dim> &patch :
           surface_patches(model.mesh(), model.discretization(), set, true))
        {
          surface.n_nodes = static_cast<int>(patch.nodes.size());
          for (std::size_t q = 0; q < patch.weight.size(); ++q)
            {
              surface.weights.push_back(patch.weight[q]);
              for (int J = 0; J < dim; ++J)
                surface.normals.push_back(patch.normal[q][J]);
              for (std::size_t a = 0; a < patch.nodes.size(); ++a)
                {
                  surface.nodes.push_back(
                    body.cell_nodes[patch.cell * body.basis.n_nodes +
                                    patch.nodes[a]]);
                  surface.shape.push_back(
                    patch.shape[q * patch.nodes.size() + a]);
                  const Tensor<1, dim> gradient =
                    shape_gradient(patch, q, patch.nodes[a]);
                  for (int J = 0; J < dim; ++J)
                    surface.gradients.push_back(gradient[J]);
                }
            }
        }
      return surface;
    }
  } // namespace

  template <int dim>
  DiscreteBody extract_body(const FEModel<dim> &model,
                            const CanonicalOrder &order,
                            const std::vector<std::string> &support_names,
                            const std::vector<LoadOnSet> &loads)
  {
    const Discretization<dim> &space = model.discretization();
    if (Utilities::MPI::n_mpi_processes(space.communicator()) > 1)
      throw Error(
        "Reduced models are trained by one process. Run without "
        "mpirun; the snapshots may come from several ranks.");
    for (const Material *material : model.cell_materials())
      if (!material->viscosity.is_elastic())
        throw Error(
          "Reduced models are elastic: they do not know the Prony "
          "series of a material. Train without \"Prony series\".");
    DiscreteBody body;
    body.basis            = space.kernel().basis();
    const DofVector label = add_cells(model, body);
    add_pressures(model, order, body);
    Blocks labels;
    model.unknowns().gather(label, labels);
    const Vector free =
      order.gather(CanonicalOrder::Block::displacement, labels.q);
    for (const double number : free)
      body.free_displacements.push_back(static_cast<int>(number) - 1);
    add_coordinates(model, label, body);
    for (unsigned int s = 0; s < model.motion().supports().size(); ++s)
      {
        const Support<dim> &support = model.motion().supports()[s];
        body.supports.push_back(
          make_support(model, s, support_names.at(s), label));
        if (support.displacement)
          add_channels<dim>(support.components,
                            body.coordinates,
                            body.supports.back());
      }
    for (const LoadOnSet &given : loads)
      {
        body.loads.push_back(given.load);
        body.loads.back().surface = make_surface(model, given.set, body);
      }
    add_contacts(model, body);
    body.vtk_order = vtk_order(space.element().base_element(0));
    check(body);
    return body;
  }

  template DiscreteBody extract_body(const FEModel<2> &,
                                     const CanonicalOrder &,
                                     const std::vector<std::string> &,
                                     const std::vector<LoadOnSet> &);
  template DiscreteBody extract_body(const FEModel<3> &,
                                     const CanonicalOrder &,
                                     const std::vector<std::string> &,
                                     const std::vector<LoadOnSet> &);
} // namespace rivlin
