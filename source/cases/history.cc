// SPDX-License-Identifier: Apache-2.0
// Columns and rows of history.csv.
#include <rivlin/cases/history.h>

#include <rivlin/base/error.h>
#include <rivlin/spaces/first_rank.h>

#include <deal.II/base/mpi.h>

namespace rivlin
{
  namespace
  {
    constexpr std::array<const char *, 3> axis_names = {"x", "y", "z"};

    /// Which components of force and moment exist in this dimension.
    template <int dim>
    constexpr int first_moment = dim == 2 ? 2 : 0;
  } // namespace

  template <int dim>
  std::vector<std::string>
  History<dim>::column_titles(const UnitSystem &units) const
  {
    std::vector<std::string> titles = {"time [s]"};
    for (const NamedChannel &channel : model.drive.channels)
      titles.push_back(channel.name);
    for (const std::string &name : model.support_names)
      {
        for (int i = 0; i < dim; ++i)
          titles.push_back(
            with_unit(name + " force " + axis_names[i], units.force));
        for (int i = first_moment<dim>; i < 3; ++i)
          titles.push_back(
            with_unit(name + " moment " + axis_names[i], units.moment));
      }
    for (int k = 0; k < model.model->sleeves().n_free(); ++k)
      {
        const unsigned int support = model.model->sleeves().support(k);
        const std::string &name    = model.support_names[support];
        const auto &body           = model.model->sleeves().body(k);
        for (int i = 0; i < dim; ++i)
          if (body.properties().free_translation[i])
            titles.push_back(
              with_unit(name + " translation " + axis_names[i], units.length));
        for (int i = first_moment<dim>; i < 3; ++i)
          if (body.n_angles() > 0)
            titles.push_back(
              with_unit(name + " rotation " + axis_names[i], "rad"));
      }
    for (const auto &action : model.model->actions())
      for (const std::string &title : action->column_titles(units))
        titles.push_back(title);
    for (const char *energy : {"kinetic energy",
                               "strain energy",
                               "external work",
                               "dissipated energy"})
      titles.push_back(with_unit(energy, units.energy));
    const auto probe_titles = model.probes->titles(units);
    titles.insert(titles.end(), probe_titles.begin(), probe_titles.end());
    titles.push_back("max abs(J-1) [-]");
    return titles;
  }

  template <int dim>
  History<dim>::History(const CaseModel<dim> &case_model,
                        const UnitSystem &units,
                        const std::filesystem::path &directory)
    : model(case_model)
    , force_n(model.model->discretization().make_vector())
    , dofs_n(model.model->all_dofs(model.model->initial_state()))
  {
    keep_carried(model.model->initial_state());
    on_first_rank(force_n.get_mpi_communicator(), [&] {
      file = std::make_unique<CsvHistory>(directory / "history.csv",
                                          column_titles(units));
    });
  }

  template <int dim>
  History<dim>::History(const CaseModel<dim> &case_model,
                        const UnitSystem &units,
                        const std::filesystem::path &directory,
                        const HistoryRecord &record,
                        const State &state)
    : model(case_model)
    , dofs_n(model.model->all_dofs(state))
    , external_work(record.sums.at(0))
    , dissipated_energy(record.sums.at(1))
  {
    for (std::size_t k = 2; k + 2 < record.sums.size(); k += 3)
      powers.push_back(
        {record.sums[k], record.sums[k + 1], record.sums[k + 2]});
    if (const Evaluation failure = model.model->internal_force(state, force_n);
        !failure.valid)
      throw ComputationFailed(failure.reason);
    keep_carried(state);
    on_first_rank(dofs_n.get_mpi_communicator(), [&] {
      file = std::make_unique<CsvHistory>(directory / "history.csv",
                                          column_titles(units),
                                          record.position);
    });
  }

  template <int dim>
  void History<dim>::accumulate_work(const State &state)
  {
    if (model.model->is_dynamic())
      accumulate_power(state);
    else
      accumulate_static_work(state);
  }

  template <int dim>
  void History<dim>::accumulate_power(const State &state)
  {
    last_time               = state.time;
    last_seen               = model.model->observe(state);
    const Observation &seen = last_seen;
    powers.insert(powers.begin(),
                  {state.time, seen.external_power, seen.dissipation_power});
    if (powers.size() == 1)
      return;
    const double h = powers[0].time - powers[1].time;
    // Integral over the last step of the parabola through three points; of the
    // straight line in the first step.
    std::array<double, 3> weights = {h / 2, h / 2, 0.};
    if (powers.size() > 2)
      {
        const double g = powers[1].time - powers[2].time;
        const double c = h * h * h / (6 * g * (h + g));
        weights        = {h / 2 - c * g / h, h / 2 + c * (h + g) / h, -c};
      }
    for (std::size_t k = 0; k < std::min<std::size_t>(powers.size(), 3); ++k)
      {
        external_work += weights[k] * powers[k].external;
        dissipated_energy += weights[k] * powers[k].dissipation;
      }
    if (powers.size() > 2)
      powers.pop_back();
  }

  template <int dim>
  void History<dim>::keep_carried(const State &state)
  {
    const BodyState at = model.model->body_at_rest(state, 0);
    carried_n          = model.model->carried_forces(at);
    motions_n          = at.placement.motions;
  }

  template <int dim>
  void History<dim>::accumulate_static_work(const State &state)
  {
    DofVector force;
    if (const Evaluation failure = model.model->internal_force(state, force);
        !failure.valid)
      throw ComputationFailed(failure.reason);
    const DofVector dofs = model.model->all_dofs(state);
    double work          = 0;
    // Pressure rows hold volumes, not forces; their increments do no work.
    for (unsigned int i = 0; i < force.locally_owned_size(); ++i)
      if (model.model->unknowns().is_displacement(i))
        work += (force.local_element(i) + force_n.local_element(i)) / 2 *
                (dofs.local_element(i) - dofs_n.local_element(i));
    external_work +=
      dealii::Utilities::MPI::sum(work, force.get_mpi_communicator());
    const std::vector<SurfaceForce> carried = carried_n;
    const std::vector<RigidMotion> motions  = motions_n;
    keep_carried(state);
    for (std::size_t s = 0; s < motions.size(); ++s)
      external_work +=
        0.5 * (carried[s].force + carried_n[s].force)
                .dot(motions_n[s].translation[0] - motions[s].translation[0]) +
        0.5 * (carried[s].first_moments + carried_n[s].first_moments)
                .cwiseProduct(motions_n[s].rotation[0] - motions[s].rotation[0])
                .sum();
    force_n = force;
    dofs_n  = dofs;
  }

  template <int dim>
  void History<dim>::append(const State &state)
  {
    const bool is_known = model.model->is_dynamic() && last_time == state.time;
    const Observation seen = is_known ? last_seen : model.model->observe(state);
    std::vector<double> row = {state.time};
    for (const NamedChannel &channel : model.drive.channels)
      row.push_back(channel.channel.value(state.time));
    for (const Reaction &reaction : seen.reactions)
      {
        for (int i = 0; i < dim; ++i)
          row.push_back(reaction.force[i]);
        for (int i = first_moment<dim>; i < 3; ++i)
          row.push_back(reaction.moment[i]);
      }
    for (int k = 0; k < model.model->sleeves().n_free(); ++k)
      {
        const unsigned int support = model.model->sleeves().support(k);
        const auto &body           = model.model->sleeves().body(k);
        const RigidMotion &motion  = seen.motions[support];
        for (int i = 0; i < dim; ++i)
          if (body.properties().free_translation[i])
            row.push_back(motion.translation[0][i]);
        const Vector3 angles = seen.rotation_vectors[k];
        for (int i = first_moment<dim>; i < 3; ++i)
          if (body.n_angles() > 0)
            row.push_back(angles[i]);
      }
    row.insert(row.end(),
               seen.action_columns.begin(),
               seen.action_columns.end());
    row.insert(row.end(),
               {seen.kinetic_energy,
                seen.strain_energy,
                external_work,
                dissipated_energy + seen.dissipated_energy});
    const std::vector<double> probe_values = model.probes->values(state);
    row.insert(row.end(), probe_values.begin(), probe_values.end());
    row.push_back(seen.max_J_error);
    max_J_error = seen.max_J_error;
    on_first_rank(force_n.get_mpi_communicator(), [&] { file->append(row); });
  }

  template <int dim>
  void History<dim>::write()
  {
    on_first_rank(force_n.get_mpi_communicator(), [&] { file->write(); });
  }

  template <int dim>
  HistoryRecord History<dim>::save()
  {
    HistoryRecord record;
    on_first_rank(force_n.get_mpi_communicator(), [&] {
      file->write();
      record.position = file->position();
    });
    record.sums = {external_work, dissipated_energy};
    for (const Power &power : powers)
      record.sums.insert(record.sums.end(),
                         {power.time, power.external, power.dissipation});
    return record;
  }

  template class History<2>;
  template class History<3>;
} // namespace rivlin
