// SPDX-License-Identifier: Apache-2.0
// Columns of snapshots.h5 and what goes into them.
#include <rivlin/cases/snapshot_writer.h>

#include <rivlin/base/provenance.h>
#include <rivlin/spaces/first_rank.h>

#include <deal.II/base/mpi.h>
#include <deal.II/dofs/dof_tools.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <map>

namespace rivlin
{
  namespace
  {
    namespace mpi = dealii::Utilities::MPI;
    using Block   = CanonicalOrder::Block;

    /// Room for more than that is made when it is needed.
    constexpr std::size_t most_bytes_ahead = std::size_t(1) << 30;

    std::vector<double> to_std(const Vector &x)
    {
      return {x.begin(), x.end()};
    }

    std::string json_text(const std::vector<std::string> &names)
    {
      return nlohmann::json(names).dump(
        -1, ' ', false, nlohmann::json::error_handler_t::replace);
    }

    /// Points of the undeformed body and directions of all unknowns, in
    /// canonical order, on rank 0.
    struct Places
    {
      std::vector<double> q_points;
      std::vector<double> q_directions;
      std::vector<double> lambda_points;
    };

    template <int dim>
    Places places_of_unknowns(const FEModel<dim> &model,
                              const CanonicalOrder &order)
    {
      const Discretization<dim> &space = model.discretization();
      std::map<dealii::types::global_dof_index, dealii::Point<dim>> points;
      dealii::DoFTools::map_dofs_to_support_points(space.mapping(),
                                                   space.dofs(),
                                                   points);
      std::array<DofVector, 4> fields; // x, y, z, direction
      for (DofVector &field : fields)
        field = space.make_vector();
      for (const auto &[dof, point] : points)
        if (const unsigned int i = space.local_index(dof);
            i < space.n_owned_dofs())
          for (int d = 0; d < dim; ++d)
            fields[d].local_element(i) = point[d];
      for (int c = 0; c < space.n_cells(); ++c)
        for (int k = 0; k < space.n_displacements_per_cell(); ++k)
          if (const unsigned int i = space.cell_dofs(c)[k];
              i < space.n_owned_dofs())
            fields[3].local_element(i) = k % dim;

      std::array<Vector, 4> q, lambda;
      for (int i = 0; i < 4; ++i)
        {
          Blocks blocks;
          model.unknowns().gather(fields[i], blocks);
          q[i]      = order.gather(Block::displacement, blocks.q);
          lambda[i] = order.gather(Block::pressure, blocks.lambda);
        }
      Places places;
      places.q_directions = to_std(q[3]);
      for (Eigen::Index j = 0; j < q[0].size(); ++j)
        for (int d = 0; d < 3; ++d)
          places.q_points.push_back(q[d][j]);
      for (Eigen::Index j = 0; j < lambda[0].size(); ++j)
        for (int d = 0; d < 3; ++d)
          places.lambda_points.push_back(lambda[d][j]);
      return places;
    }
  } // namespace

  template <int dim>
  std::vector<double>
  sleeve_poses(const FEModel<dim> &model, const State &state, const int order)
  {
    std::vector<double> poses;
    for (const RigidMotion &motion :
         model.sleeves().place(state, order).motions)
      {
        const Vector3 &x = motion.translation[order];
        poses.insert(poses.end(), x.begin(), x.end());
        for (int i = 0; i < 3; ++i)
          for (int j = 0; j < 3; ++j)
            poses.push_back(motion.rotation[order](i, j));
      }
    return poses;
  }

  template <int dim>
  SnapshotLayout
  SnapshotWriter<dim>::make_layout(const CaseParameters &parameters) const
  {
    const FEModel<dim> &fe  = *model.model;
    const UnitSystem &units = unit_system(parameters.unit_system);
    const Places places     = places_of_unknowns(fe, order);
    CaseIdentity identity   = identify(model, parameters.texts);
    identify_channels(model.drive.channels, parameters.time.end_time, identity);
    const State state   = fe.initial_state();
    const std::size_t n = order.gather(Block::displacement, state.q).size();
    const std::size_t n_velocities =
      order.gather(Block::displacement, state.v).size();
    const std::size_t n_displacements = order.size(Block::displacement);
    const std::size_t n_pressures     = order.size(Block::pressure);
    std::vector<std::string> channels;
    for (const NamedChannel &channel : model.drive.channels)
      channels.push_back(channel.name);

    SnapshotLayout layout;
    layout.columns = {
      {"time", {}, "time", "s"},
      {"q",
       {n},
       "free displacements, then coordinates of free sleeves",
       units.length},
      {"v",
       {n_velocities},
       "rates of q; angular velocities in body axes",
       units.length + "/s"},
      {"a", {n_velocities}, "rates of v", units.length + "/s^2"},
      {"lambda",
       {n_pressures},
       "pressures p = dW_vol/dJ, positive in tension",
       units.stress},
      {"channels",
       {channels.size()},
       "driven channels, named in \"channels\"",
       "in the names"},
      {"sleeves",
       {model.support_names.size(), 12},
       "x and R - I (row by row) of the supports named in \"sleeves\"",
       units.length + ", -"},
      {"sleeve_rates",
       {model.support_names.size(), 12},
       "rates of \"sleeves\"; zero in statics",
       units.length + "/s, 1/s"}};
    layout.constants        = {{"q_points",
                                {n_displacements, 3},
                                places.q_points,
                                "point of the undeformed body of each displacement",
                                units.length},
                               {"q_directions",
                                {n_displacements},
                                places.q_directions,
                                "direction of each displacement: 0 x, 1 y, 2 z",
                                "-"},
                               {"lambda_points",
                                {n_pressures, 3},
                                places.lambda_points,
                                "point of the undeformed body of each pressure",
                                units.length}};
    const Provenance origin = provenance();
    layout.texts            = {
                 {"format", "rivlin snapshots 1"},
                 {"program", origin.program},
                 {"version", origin.version},
                 {"date", origin.date},
                 {"case", std::filesystem::path(parameters.path).filename().string()},
                 {"unit system", parameters.unit_system},
                 {"order",
                  "unknowns sorted by the smallest pair (cell, number within the "
                             "cell); it does not depend on the number of ranks"},
                 {"channels", json_text(channels)},
                 {"sleeves", json_text(model.support_names)},
                 {"identity", identity_text(identity)}};
    return layout;
  }

  template <int dim>
  SnapshotWriter<dim>::SnapshotWriter(const CaseModel<dim> &case_model,
                                      const CanonicalOrder &canonical_order,
                                      const CaseParameters &parameters,
                                      const std::filesystem::path &directory,
                                      const std::size_t n_expected,
                                      const std::size_t n_kept)
    : model(case_model)
    , order(canonical_order)
    , communicator(order.communicator())
    , is_dynamic(!parameters.time.is_static())
    , number(static_cast<long>(n_kept))
  {
    const SnapshotLayout layout = make_layout(parameters);
    std::size_t row_bytes       = sizeof(double);
    for (const SnapshotColumn &column : layout.columns)
      row_bytes += column.size() * sizeof(double);
    const std::size_t capacity =
      std::min(std::max<std::size_t>(n_expected, 1),
               std::max<std::size_t>(most_bytes_ahead / row_bytes, 16));
    const std::filesystem::path path = directory / "snapshots.h5";
    on_first_rank(communicator, [&] {
      file = n_kept > 0
               ? std::make_unique<SnapshotFile>(path, layout, capacity, n_kept)
               : std::make_unique<SnapshotFile>(path, layout, capacity);
    });
  }

  template <int dim>
  void SnapshotWriter<dim>::write(const State &state)
  {
    // Chosen by steps and by time at once: one is enough.
    if (state.time == last)
      return;
    last                = state.time;
    const Vector q      = order.gather(Block::displacement, state.q);
    const Vector v      = order.gather(Block::displacement, state.v);
    const Vector a      = order.gather(Block::displacement, state.a);
    const Vector lambda = order.gather(Block::pressure, state.lambda);
    const std::vector<double> poses = sleeve_poses(*model.model, state, 0);
    const std::vector<double> rates = is_dynamic
                                        ? sleeve_poses(*model.model, state, 1)
                                        : std::vector<double>(poses.size(), 0.);
    std::vector<double> channels;
    for (const NamedChannel &channel : model.drive.channels)
      channels.push_back(channel.channel.value(state.time));
    on_first_rank(communicator, [&] {
      const auto span = [](const auto &x) {
        return std::span<const double>(x.data(), x.size());
      };
      file->append({{&state.time, 1},
                    span(q),
                    span(v),
                    span(a),
                    span(lambda),
                    span(channels),
                    span(poses),
                    span(rates)});
    });
    ++number;
  }

  template <int dim>
  void SnapshotWriter<dim>::synchronize()
  {
    on_first_rank(communicator, [&] { file->synchronize(); });
  }

  template <int dim>
  void SnapshotWriter<dim>::finish()
  {
    on_first_rank(communicator, [&] { file->trim(); });
  }

  template std::vector<double>
  sleeve_poses(const FEModel<2> &, const State &, int);
  template std::vector<double>
  sleeve_poses(const FEModel<3> &, const State &, int);
  template class SnapshotWriter<2>;
  template class SnapshotWriter<3>;
} // namespace rivlin
