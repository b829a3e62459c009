// SPDX-License-Identifier: Apache-2.0
// Whether the parts of a reduced model fit each other.
#include <rivlin/online/reduced_model_data.h>

#include <rivlin/base/error.h>
#include <rivlin/base/text.h>

#include "force_parts.h"

#include <cmath>

namespace rivlin
{
  namespace
  {
    void require_symmetric(const Matrix &matrix, const std::string &name)
    {
      const double size = matrix.size() > 0 ? matrix.cwiseAbs().maxCoeff() : 0;
      const double error =
        matrix.size() > 0 ? (matrix - matrix.transpose()).cwiseAbs().maxCoeff()
                          : 0;
      if (error > 1e-9 * size)
        throw Error(message("The matrix \"",
                            name,
                            "\" of the reduced model is not symmetric: "
                            "difference ",
                            error,
                            " of ",
                            size,
                            "."));
    }

    void check_range(const TrainedRange &range,
                     const int n,
                     const int n_sleeves,
                     const std::size_t n_contacts)
    {
      if (range.contact_pressures.size() > 0)
        require_matrix(range.contact_pressures,
                       static_cast<Eigen::Index>(n_contacts),
                       1,
                       "range contact pressures");
      if (range.whitening.size() > 0)
        {
          require_matrix(range.mean, n, 1, "range mean");
          require_matrix(range.whitening,
                         range.whitening.rows(),
                         n,
                         "range whitening");
        }
      if (range.lowest_pose.size() > 0 || range.highest_pose.size() > 0)
        {
          require_matrix(range.lowest_pose, 6, n_sleeves, "range lowest pose");
          require_matrix(range.highest_pose,
                         6,
                         n_sleeves,
                         "range highest pose");
        }
      if (!std::isfinite(range.largest_distance) ||
          !std::isfinite(range.smallest_J))
        throw Error("The trained range of the reduced model is not finite.");
    }

    void check_full(const FullBasis &full, const int n, const int n_pressures)
    {
      if (full.dim == 0)
        return;
      if (full.dim != 2 && full.dim != 3)
        throw Error(
          message("The full basis of the reduced model has the "
                  "dimension ",
                  full.dim,
                  "."));
      const Eigen::Index n_nodes =
        static_cast<Eigen::Index>(full.coordinates.size()) / full.dim;
      require_matrix(full.displacement_modes,
                     n_nodes * full.dim,
                     n,
                     "full displacement modes");
      require_matrix(full.pressure_modes,
                     static_cast<Eigen::Index>(full.node_of_pressure.size()),
                     n_pressures,
                     "full pressure modes");
      if (full.nodes_per_cell < 1 ||
          full.cells.size() % full.nodes_per_cell != 0 || full.degree < 1)
        throw Error(message("The full basis of the reduced model has ",
                            full.cells.size(),
                            " nodes of cells with ",
                            full.nodes_per_cell,
                            " nodes each."));
      const auto check_nodes = [&](const std::vector<int> &nodes) {
        for (const int node : nodes)
          if (node < 0 || node >= n_nodes)
            throw Error(
              message("The full basis of the reduced model names the "
                      "node ",
                      node,
                      " of ",
                      n_nodes,
                      "."));
      };
      check_nodes(full.cells);
      check_nodes(full.node_of_pressure);
    }

    void check_start(const ReducedModelData &data)
    {
      const ReducedStart &start = data.start;
      if (!start.is_given())
        return;
      require_matrix(start.r, data.n_coordinates(), 1, "start r");
      require_matrix(start.p, data.n_pressures(), 1, "start p");
      require_matrix(start.sleeve_loads,
                     6,
                     static_cast<Eigen::Index>(data.sleeves.size()),
                     "start sleeve loads");
      require_matrix(start.loads,
                     static_cast<Eigen::Index>(data.loads.size()),
                     1,
                     "start loads");
      require_matrix(start.gravity, 3, 1, "start gravity");
    }
  } // namespace

  void check(const ReducedModelData &data)
  {
    if (data.dim != 2 && data.dim != 3)
      throw Error(message("The reduced model has the dimension ",
                          data.dim,
                          ", but only 2 and 3 exist."));
    const int n = data.n_coordinates(), m = data.n_pressures();
    if (data.n_modes() < 1)
      throw Error(message("The reduced model has ",
                          n,
                          " coordinates, of which its supports take ",
                          data.n_lifted(),
                          ": there is no mode left."));
    require_matrix(data.mass, n, n, "mass");
    require_matrix(data.damping, n, n, "damping");
    require_matrix(data.gravity, n, data.dim, "gravity");
    require_matrix(data.rest_velocity,
                   data.n_modes(),
                   data.n_lifted(),
                   "rest velocity");
    if (data.stiffness.size() > 0)
      {
        require_matrix(data.stiffness, n, n, "stiffness");
        require_symmetric(data.stiffness, "stiffness");
      }
    for (const ReducedLoad &load : data.loads)
      check(load, n);
    require_symmetric(data.mass, "mass");
    check_in_model(data.force, n, data.dim, m > 0, "force");
    if (is_empty(data.force))
      throw Error("The force of the reduced model has no points.");
    if (!is_empty(data.second_force))
      check_in_model(data.second_force, n, data.dim, m > 0, "second force");
    if (m > 0)
      {
        check(data.volume);
        if (data.volume.n_coordinates() != n ||
            (data.volume.cubic.size() == 0) != (data.dim == 2))
          throw Error(message("The volume polynomial has ",
                              data.volume.n_coordinates(),
                              " coordinates and ",
                              data.volume.cubic.size(),
                              " cubic terms; a model with ",
                              n,
                              " coordinates in ",
                              data.dim,
                              " dimensions needs others."));
      }
    require_matrix(data.compliance, m, m, "compliance");
    require_symmetric(data.compliance, "compliance");
    check(data.pressure_points, m);
    check_start(data);
    const int n_sleeves = static_cast<int>(data.sleeves.size());
    check_range(data.range, n, n_sleeves, data.contacts.size());
    for (const ReducedContact &contact : data.contacts)
      check(contact, data.dim, n, n_sleeves);
    check_full(data.full, n, m);
    if (!(data.length_scale > 0) || !(data.stress_scale > 0) ||
        !std::isfinite(data.length_scale) || !std::isfinite(data.stress_scale))
      throw Error(
        message("The scales of the reduced model must be positive, "
                "but are ",
                data.length_scale,
                " (length) and ",
                data.stress_scale,
                " (stress)."));
  }
} // namespace rivlin
