// SPDX-License-Identifier: Apache-2.0
// Points are located and sets collected once; values are asked for often.
#include <rivlin/fe/probes.h>

#include <rivlin/base/error.h>
#include <rivlin/base/nearest_name.h>
#include <rivlin/fe/gauss_point_fields.h>
#include <rivlin/solid/stress_measures.h>

#include <deal.II/base/mpi.h>
#include <deal.II/base/quadrature_lib.h>
#include <deal.II/fe/fe_dgq.h>
#include <deal.II/fe/fe_values.h>

#include <algorithm>
#include <map>
#include <limits>

namespace rivlin
{
  using namespace dealii;

  namespace
  {
    constexpr std::array<const char *, 3> axes = {"x", "y", "z"};

    /// Entries of a symmetric stress in the order of the columns.
    template <int dim>
    const std::vector<std::pair<int, int>> &stress_entries()
    {
      static const std::vector<std::pair<int, int>> entries =
        dim == 2
          ? std::vector<std::pair<int, int>>{{0, 0}, {1, 1}, {2, 2}, {0, 1}}
          : std::vector<std::pair<int, int>>{
              {0, 0}, {1, 1}, {2, 2}, {0, 1}, {1, 2}, {0, 2}};
      return entries;
    }

    bool is_nodal(const ProbeQuantity quantity)
    {
      return quantity == ProbeQuantity::displacement ||
             quantity == ProbeQuantity::velocity;
    }

    using Fields = Eigen::Matrix<double, 1, n_gauss_point_fields>;

    Matrix3 stress_of(const Fields &fields)
    {
      return Eigen::Map<const Matrix3>(fields.data());
    }
  } // namespace

  template <int dim>
  bool Probes<dim>::Probe::needs_gauss_points() const
  {
    return !std::all_of(definition.quantities.begin(),
                        definition.quantities.end(),
                        is_nodal);
  }

  template <int dim>
  Probes<dim>::Probes(const FEModel<dim> &fe_model,
                      std::vector<ProbeDefinition<dim>> definitions)
    : model(fe_model)
  {
    const auto &space = model.discretization();
    const FE_DGQ<dim> linear(1);
    for (ProbeDefinition<dim> &definition : definitions)
      {
        Probe probe;
        probe.definition = std::move(definition);
        for (const ProbeQuantity quantity : probe.definition.quantities)
          if (quantity == ProbeQuantity::velocity)
            {
              if (!model.is_dynamic())
                throw Error("Probe \"" + probe.definition.name +
                            "\": there are no velocities in statics. Choose "
                            "another integrator or leave \"velocity\" out.");
              has_rates = true;
            }
        if (probe.definition.point)
          {
            probe.place = space.locate(*probe.definition.point);
            if (probe.place.cell >= 0)
              {
                Eigen::RowVectorXd shape(linear.n_dofs_per_cell());
                for (int k = 0; k < shape.size(); ++k)
                  shape[k] = linear.shape_value(k, probe.place.reference);
                probe.fit = shape * linear_fit(space);
              }
          }
        else
          place_set(probe);
        probes.push_back(std::move(probe));
      }
  }

  template <int dim>
  void Probes<dim>::place_set(Probe &probe) const
  {
    const auto &space     = model.discretization();
    const auto &mesh      = model.mesh();
    const auto &fe        = space.element().base_element(0);
    const std::string set = probe.definition.set;
    const auto region     = mesh.material_sets.find(set);
    const bool is_region  = region != mesh.material_sets.end();
    if (!is_region && mesh.boundary_sets.count(set) == 0)
      {
        std::vector<std::string> names;
        for (const auto &[name, id] : mesh.material_sets)
          names.push_back(name);
        for (const auto &[name, id] : mesh.boundary_sets)
          names.push_back(name);
        throw Error("Probe \"" + probe.definition.name +
                    "\": there is no set \"" + set + "\"." +
                    did_you_mean(set, names));
      }
    const types::boundary_id boundary =
      is_region ? numbers::invalid_boundary_id : mesh.boundary_id(set);
    const QGauss<dim> cell_quadrature(fe.degree + 1);
    const QGauss<dim - 1> face_quadrature(fe.degree + 1);
    FEValues<dim> cell_values(space.mapping(),
                              fe,
                              cell_quadrature,
                              update_values | update_JxW_values);
    FEFaceValues<dim> face_values(space.mapping(),
                                  fe,
                                  face_quadrature,
                                  update_values | update_JxW_values);
    std::map<unsigned int, double> weight_of; // by the dof of component 0
    std::map<unsigned int, std::array<unsigned int, dim>> dofs_of;
    double measure       = 0;
    const auto integrate = [&](const auto &values, const int c) {
      for (unsigned int q = 0; q < values.n_quadrature_points; ++q)
        {
          measure += values.JxW(q);
          for (unsigned int a = 0; a < fe.n_dofs_per_cell(); ++a)
            {
              const auto dofs = space.cell_dofs(c);
              weight_of[dofs[a * dim]] +=
                values.shape_value(a, q) * values.JxW(q);
              for (int i = 0; i < dim; ++i)
                dofs_of[dofs[a * dim]][i] = dofs[a * dim + i];
            }
        }
    };
    for (int c = 0; c < space.n_cells(); ++c)
      {
        const typename Triangulation<dim>::active_cell_iterator cell(
          space.cell(c));
        bool belongs = is_region && cell->material_id() == region->second;
        if (belongs)
          {
            cell_values.reinit(cell);
            integrate(cell_values, c);
          }
        if (!is_region)
          for (unsigned int f = 0; f < cell->n_faces(); ++f)
            if (cell->face(f)->at_boundary() &&
                cell->face(f)->boundary_id() == boundary)
              {
                belongs = true;
                face_values.reinit(cell, f);
                integrate(face_values, c);
              }
        if (belongs)
          {
            probe.cells.push_back(c);
            for (int q = 0; q < space.kernel().basis().n_points; ++q)
              probe.volume += space.weights(c)[q];
          }
      }
    measure      = Utilities::MPI::sum(measure, space.communicator());
    probe.volume = Utilities::MPI::sum(probe.volume, space.communicator());
    if (measure == 0)
      throw Error("Probe \"" + probe.definition.name + "\": the set \"" + set +
                  "\" is empty. Choose another one.");
    for (const auto &[dof, weight] : weight_of)
      probe.nodes.push_back({dofs_of[dof], weight / measure});
  }

  template <int dim>
  std::vector<std::string> Probes<dim>::titles(const UnitSystem &units) const
  {
    std::vector<std::string> result;
    for (const Probe &probe : probes)
      {
        const bool is_point = probe.definition.point.has_value();
        const auto add = [&](const std::string &what, const std::string &unit) {
          result.push_back(with_unit(probe.definition.name + " " + what, unit));
        };
        const auto add_range = [&](const std::string &what,
                                   const std::string &unit) {
          if (is_point)
            add(what, unit);
          else
            for (const char *end : {"min ", "max "})
              add(end + what, unit);
        };
        const std::string mean = is_point ? "" : "mean ";
        const std::string top  = is_point ? "" : "max ";
        for (const ProbeQuantity quantity : probe.definition.quantities)
          switch (quantity)
            {
              case ProbeQuantity::displacement:
                for (int i = 0; i < dim; ++i)
                  add(mean + "displacement " + axes[i], units.length);
                break;
              case ProbeQuantity::velocity:
                for (int i = 0; i < dim; ++i)
                  add(mean + "velocity " + axes[i], units.length + "/s");
                break;
              case ProbeQuantity::stress:
                for (const auto &[i, j] : stress_entries<dim>())
                  add(mean + "Cauchy stress " + axes[i] + axes[j],
                      units.stress);
                break;
              case ProbeQuantity::von_mises:
                add(top + "von Mises", units.stress);
                break;
              case ProbeQuantity::pressure:
                add_range("pressure", units.stress);
                break;
              case ProbeQuantity::principal_stretch:
                add(top + "principal stretch", "-");
                break;
              case ProbeQuantity::volume_ratio:
                add_range("J", "-");
            }
      }
    return result;
  }

  template <int dim>
  std::vector<double> Probes<dim>::values(const State &state) const
  {
    std::vector<double> row;
    if (probes.empty())
      return row;
    const BodyState at    = model.body_at_rest(state, 0);
    const DofVector rates = has_rates ? model.rate_dofs(state, 1) : DofVector();
    for (const Probe &probe : probes)
      if (probe.definition.point)
        add_at_point(probe, at, rates, row);
      else
        add_over_set(probe, at, rates, row);
    return row;
  }

  template <int dim>
  void Probes<dim>::add_at_point(const Probe &probe,
                                 const BodyState &at,
                                 const DofVector &rates,
                                 std::vector<double> &row) const
  {
    const auto &space = model.discretization();
    std::vector<double> own;
    Fields fields = Fields::Zero();
    if (probe.place.cell >= 0 && probe.needs_gauss_points())
      {
        GaussPointFields at_points;
        evaluate_gauss_points(model, probe.place.cell, at, at_points);
        fields = probe.fit * at_points;
      }
    const Matrix3 stress = stress_of(fields);
    for (const ProbeQuantity quantity : probe.definition.quantities)
      switch (quantity)
        {
          case ProbeQuantity::displacement:
          case ProbeQuantity::velocity:
            {
              const auto u =
                space.interpolate_displacement(probe.place,
                                               quantity ==
                                                   ProbeQuantity::displacement
                                                 ? at.displacement
                                                 : rates);
              for (int i = 0; i < dim; ++i)
                own.push_back(u[i]);
              break;
            }
          case ProbeQuantity::stress:
            for (const auto &[i, j] : stress_entries<dim>())
              own.push_back(stress(i, j));
            break;
          case ProbeQuantity::von_mises:
            own.push_back(von_mises_stress(stress));
            break;
          case ProbeQuantity::pressure:
            own.push_back(stress.trace() / 3);
            break;
          case ProbeQuantity::principal_stretch:
            own.push_back(fields[stretch_field]);
            break;
          case ProbeQuantity::volume_ratio:
            own.push_back(fields[volume_field]);
        }
    own =
      Utilities::MPI::broadcast(space.communicator(), own, probe.place.rank);
    row.insert(row.end(), own.begin(), own.end());
  }

  template <int dim>
  std::vector<double> Probes<dim>::mean(const Probe &probe,
                                        const DofVector &dofs) const
  {
    std::vector<double> sum(dim, 0.);
    for (const auto &[indices, weight] : probe.nodes)
      for (int i = 0; i < dim; ++i)
        sum[i] += weight * dofs.local_element(indices[i]);
    for (double &component : sum)
      component =
        Utilities::MPI::sum(component, model.discretization().communicator());
    return sum;
  }

  template <int dim>
  void Probes<dim>::add_over_set(const Probe &probe,
                                 const BodyState &at,
                                 const DofVector &rates,
                                 std::vector<double> &row) const
  {
    const auto &space           = model.discretization();
    const MPI_Comm communicator = space.communicator();
    constexpr double infinity   = std::numeric_limits<double>::infinity();
    Matrix3 stress              = Matrix3::Zero();
    double von_mises = 0, stretch = 0;
    double lowest_pressure = infinity, highest_pressure = -infinity;
    double lowest_J = infinity, highest_J = -infinity;
    if (probe.needs_gauss_points())
      {
        GaussPointFields at_points;
        for (const int c : probe.cells)
          {
            evaluate_gauss_points(model, c, at, at_points);
            for (int q = 0; q < at_points.rows(); ++q)
              {
                const Fields fields = at_points.row(q);
                const Matrix3 here  = stress_of(fields);
                stress += space.weights(c)[q] / probe.volume * here;
                von_mises        = std::max(von_mises, von_mises_stress(here));
                stretch          = std::max(stretch, fields[stretch_field]);
                lowest_pressure  = std::min(lowest_pressure, here.trace() / 3);
                highest_pressure = std::max(highest_pressure, here.trace() / 3);
                lowest_J         = std::min(lowest_J, fields[volume_field]);
                highest_J        = std::max(highest_J, fields[volume_field]);
              }
          }
      }
    const auto add_range = [&](const double low, const double high) {
      row.push_back(Utilities::MPI::min(low, communicator));
      row.push_back(Utilities::MPI::max(high, communicator));
    };
    for (const ProbeQuantity quantity : probe.definition.quantities)
      switch (quantity)
        {
          case ProbeQuantity::displacement:
          case ProbeQuantity::velocity:
            for (const double component :
                 mean(probe,
                      quantity == ProbeQuantity::displacement ? at.displacement
                                                              : rates))
              row.push_back(component);
            break;
          case ProbeQuantity::stress:
            for (const auto &[i, j] : stress_entries<dim>())
              row.push_back(Utilities::MPI::sum(stress(i, j), communicator));
            break;
          case ProbeQuantity::von_mises:
            row.push_back(Utilities::MPI::max(von_mises, communicator));
            break;
          case ProbeQuantity::pressure:
            add_range(lowest_pressure, highest_pressure);
            break;
          case ProbeQuantity::principal_stretch:
            row.push_back(Utilities::MPI::max(stretch, communicator));
            break;
          case ProbeQuantity::volume_ratio:
            add_range(lowest_J, highest_J);
        }
  }

  template class Probes<2>;
  template class Probes<3>;
} // namespace rivlin
