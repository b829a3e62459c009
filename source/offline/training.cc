// SPDX-License-Identifier: Apache-2.0
// Bases, states and projected matrices in the order in which they depend on
// each other.
#include <rivlin/offline/training.h>

#include <rivlin/base/error.h>
#include <rivlin/offline/eigenmodes.h>
#include <rivlin/offline/inf_sup.h>
#include <rivlin/offline/load_training.h>
#include <rivlin/offline/volume_training.h>

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>

namespace rivlin
{
  namespace
  {
    double total_mass(const DiscreteBody &body)
    {
      double mass = 0;
      for (int c = 0; c < body.n_cells(); ++c)
        for (int q = 0; q < body.basis.n_points; ++q)
          mass += body.weights[c * body.basis.n_points + q] *
                  body.materials[body.cell_material[c]].density;
      return mass;
    }

    bool is_incompressible(const DiscreteBody &body)
    {
      return std::all_of(
        body.materials.begin(),
        body.materials.end(),
        [](const Material &material) {
          return !has_pressure(material) ||
                 volumetric_law(material)->inverse_bulk_modulus == 0;
        });
    }

    /// Largest distance of a node from the middle of all.
    double size_of(const DiscreteBody &body)
    {
      const int dim = body.dim();
      const Eigen::Map<const Matrix> X(body.coordinates.data(),
                                       dim,
                                       body.n_nodes);
      const Vector middle = X.rowwise().mean();
      return (X.colwise() - middle).colwise().norm().maxCoeff();
    }

    /// Zero in the rows that supports prescribe.
    Matrix free_rows(const DiscreteBody &body, const Matrix &columns)
    {
      Matrix result = Matrix::Zero(columns.rows(), columns.cols());
      for (const int row : body.free_displacements)
        result.row(row) = columns.row(row);
      return result;
    }

    /// A choice of pressures that keeps this part of the inf-sup value of one
    /// mode is not close to locking; the error falls with their number.
    constexpr double stable_fraction = 0.8;

    Matrix join(const std::vector<Matrix> &parts)
    {
      Eigen::Index n = 0;
      for (const Matrix &part : parts)
        n += part.cols();
      Matrix all(parts.front().rows(), n);
      n = 0;
      for (const Matrix &part : parts)
        {
          all.middleCols(n, part.cols()) = part;
          n += part.cols();
        }
      return all;
    }

    /// Part of the snapshots that the first k modes miss.
    double missed(const Pod &pod, const int k)
    {
      const double kept = pod.singular_values.head(k).squaredNorm();
      return std::sqrt(std::max(0., 1 - kept / pod.sum_of_squares));
    }

    double softest_shear_modulus(const DiscreteBody &body)
    {
      double softest = initial_shear_modulus(body.materials.front());
      for (const Material &material : body.materials)
        softest = std::min(softest, initial_shear_modulus(material));
      return softest;
    }

    /// The pressure modes of the bases, that of a start in front. `modes` are
    /// those of the displacements so far.
    void set_pressures(const DiscreteBody &body,
                       const std::vector<const SnapshotSource *> &sources,
                       const BasisOptions &options,
                       const ConstraintMatrices &constraint,
                       const Matrix &modes,
                       const BodyStart *start,
                       ReducedBases &bases)
    {
      if (options.n_pressures == -1)
        {
          bases.pressures = all_pressures(body);
          return;
        }
      PodOptions pressure;
      pressure.method     = options.method;
      pressure.size.count = options.n_pressures;
      if (options.n_pressures <= 0)
        pressure.size = {PodSize::By::sum_of_squares, 0, 1 - 1e-10};
      if (start != nullptr && start->p.norm() > 0)
        {
          bases.n_start_pressures = 1;
          pressure.size.count     = std::max(1, options.n_pressures - 1);
          pressure.preprocess =
            [start](const SnapshotSource &, int, Matrix &block) {
              block.colwise() -= start->p;
            };
        }
      Pod found = pressure_basis(body, sources, pressure);
      if (bases.n_start_pressures > 0)
        {
          const SparseMatrix L2 = pressure_mass(body);
          found.modes =
            join_bases({Matrix(start->p), found.modes}, InnerProduct(L2));
        }
      const int count =
        options.n_pressures > 0 ? options.n_pressures
        : options.n_pressures == 0
          ? stable_pressure_count(constraint,
                                  modes,
                                  found.modes,
                                  stable_fraction)
          : static_cast<int>(std::min(found.modes.cols(), modes.cols()));
      bases.pressures                = found.modes.leftCols(count);
      bases.pressure_singular_values = found.singular_values;
      bases.pressure_error = missed(found, count - bases.n_start_pressures);
    }
  } // namespace

  ReducedBases train_bases(const DiscreteBody &body,
                           const std::vector<const SnapshotSource *> &sources,
                           const BasisOptions &options,
                           const BodyStart *start)
  {
    ReducedBases bases;
    const Matrix lifting = lifting_modes(body, options.lifting);
    bases.n_lifted       = static_cast<int>(lifting.cols());

    DisplacementBasisOptions displacement;
    displacement.pod.method       = options.method;
    displacement.pod.size         = options.modes;
    displacement.product          = options.product;
    displacement.mass_orthonormal = false;
    displacement.velocity_time    = options.velocity_time;
    std::vector<Matrix> parts;
    if (start != nullptr)
      {
        displacement.offset =
          free_rows(body, start->u - lifting * start->lifted);
        if (displacement.offset.norm() > 1e-12 * start->u.norm())
          {
            bases.n_start_modes = 1;
            parts.push_back(displacement.offset);
            if (options.modes.by == PodSize::By::count)
              displacement.pod.size.count =
                std::max(1, options.modes.count - 1);
          }
      }
    const DisplacementBasis pod =
      displacement_basis(body, lifting, sources, displacement);
    bases.displacement_singular_values = pod.singular_values;
    bases.displacement_error           = pod.relative_error;
    // With one mode alone the start takes its place.
    parts.push_back(
      options.modes.by == PodSize::By::count
        ? Matrix(pod.modes.leftCols(options.modes.count - bases.n_start_modes))
        : pod.modes);
    if (options.n_eigenmodes > 0)
      parts.push_back(
        fixed_interface_modes(
          body,
          start ? start->u : Vector(Vector::Zero(body.n_displacements())),
          start ? start->p : Vector(Vector::Zero(body.n_pressures)),
          options.n_eigenmodes)
          .modes);

    if (body.n_pressures > 0)
      {
        const ConstraintMatrices constraint =
          constraint_matrices(body, Vector::Zero(body.n_displacements()));
        set_pressures(
          body, sources, options, constraint, join(parts), start, bases);
        // Incompressible rubber between closed sleeves: the level of the
        // pressure is not determined, so it may not be an unknown.
        if (is_incompressible(body))
          if (const Matrix unseen = unseen_pressures(constraint);
              unseen.cols() > 0)
            {
              const InnerProduct product(constraint.pressure_mass);
              const Matrix level = orthonormalize(unseen, product).Q;
              bases.pressures =
                orthonormalize(bases.pressures -
                                 level * product.gram(level, bases.pressures),
                               product,
                               1e-8)
                  .Q;
              if (bases.pressures.cols() == 0)
                throw Error(
                  "The pressures of the snapshots are constant in "
                  "space, but incompressible rubber between closed "
                  "sleeves does not determine that constant. Take "
                  "snapshots with larger deformations.");
            }
        if (options.supremizers)
          parts.push_back(supremizers(constraint,
                                      SpdSolver(constraint.energy),
                                      bases.pressures,
                                      body.n_displacements()));
        const Matrix V = mass_orthonormal(body, parts);
        bases.inf_sup  = inf_sup(constraint, V, bases.pressures).value;
        bases.inf_sup_of_one =
          inf_sup(constraint, V, bases.pressures.leftCols(1)).value;
      }
    const Matrix V =
      mass_orthonormal(body, parts) * std::sqrt(total_mass(body));
    bases.modes.resize(body.n_displacements(), lifting.cols() + V.cols());
    bases.modes << lifting, V;
    return bases;
  }

  ReducedBases
  leading(const ReducedBases &bases, const int n_modes, const int n_pressures)
  {
    const auto missed_by = [](const Vector &singular_values,
                              const double known,
                              const Eigen::Index n_all,
                              const int n) {
      return n == n_all || singular_values.size() < n
               ? known
               : std::sqrt(std::max(0.,
                                    1 - singular_values.head(n).squaredNorm() /
                                          singular_values.squaredNorm()));
    };
    ReducedBases result = bases;
    result.displacement_error =
      missed_by(bases.displacement_singular_values,
                bases.displacement_error,
                bases.modes.cols() - bases.n_lifted - bases.n_start_modes,
                n_modes - bases.n_start_modes);
    result.pressure_error =
      missed_by(bases.pressure_singular_values,
                bases.pressure_error,
                bases.pressures.cols() - bases.n_start_pressures,
                n_pressures - bases.n_start_pressures);
    result.modes     = bases.modes.leftCols(bases.n_lifted + n_modes);
    result.pressures = bases.pressures.leftCols(n_pressures);
    return result;
  }

  void set_inf_sup(const DiscreteBody &body, ReducedBases &bases)
  {
    if (bases.pressures.cols() == 0)
      return;
    const ConstraintMatrices constraint =
      constraint_matrices(body, Vector::Zero(body.n_displacements()));
    const Matrix V = bases.modes.rightCols(bases.modes.cols() - bases.n_lifted);
    bases.inf_sup  = inf_sup(constraint, V, bases.pressures).value;
    bases.inf_sup_of_one =
      inf_sup(constraint, V, bases.pressures.leftCols(1)).value;
  }

  std::pair<Vector, Vector> project_start(const DiscreteBody &body,
                                          const ReducedBases &bases,
                                          const BodyStart &start)
  {
    const Matrix V = bases.modes.rightCols(bases.modes.cols() - bases.n_lifted);
    const SparseMatrix M = mass_matrix(body), Mp = pressure_mass(body);
    const Matrix test = (M * V).transpose();
    const Vector left =
      start.u - bases.modes.leftCols(bases.n_lifted) * start.lifted;
    Vector r(bases.modes.cols()), p(bases.pressures.cols());
    r << start.lifted, (test * V).llt().solve(test * left);
    if (p.size() > 0)
      {
        const Matrix of_pressure = (Mp * bases.pressures).transpose();
        p = (of_pressure * bases.pressures).llt().solve(of_pressure * start.p);
      }
    return {r, p};
  }

  TrainingStates
  project_snapshots(const DiscreteBody &body,
                    const ReducedBases &bases,
                    const std::vector<const SnapshotSource *> &sources,
                    const int n_most)
  {
    int total = 0;
    for (const SnapshotSource *source : sources)
      total += source->n_snapshots();
    const int n_states = n_most > 0 ? std::min(n_most, total) : total;
    const int n_q      = static_cast<int>(bases.modes.cols()) - bases.n_lifted;
    const int n_free   = static_cast<int>(body.free_displacements.size());
    const Matrix Psi   = bases.modes.leftCols(bases.n_lifted);
    const Matrix V     = bases.modes.rightCols(n_q);
    const SparseMatrix M = mass_matrix(body);
    const Eigen::LLT<Matrix> gram(V.transpose() * (M * V));
    const Matrix test          = (M * V).transpose();
    const SparseMatrix Mp      = pressure_mass(body);
    const Matrix pressure_test = (Mp * bases.pressures).transpose();
    const Eigen::LLT<Matrix> pressure_gram(pressure_test * bases.pressures);

    TrainingStates states;
    states.r.resize(bases.modes.cols(), n_states);
    states.p.resize(bases.pressures.cols(), n_states);
    int seen = 0, kept = 0;
    for (const SnapshotSource *source : sources)
      for (int i = 0; i < source->n_snapshots(); ++i, ++seen)
        {
          if (static_cast<long>(seen) * n_states / total < kept)
            continue;
          Matrix pose(source->n_rows(SnapshotField::pose), 1);
          source->read(SnapshotField::pose, i, pose);
          Matrix q(source->n_rows(SnapshotField::displacement), 1);
          source->read(SnapshotField::displacement, i, q);
          const Vector rho = lifted_coordinates(body, *source, i, 1);
          // Behind the displacements stand coordinates of free sleeves.
          Vector u = Psi * rho;
          for (int k = 0; k < n_free; ++k)
            u[body.free_displacements[k]] = q(k, 0);
          states.r.col(kept) << rho, gram.solve(test * (u - Psi * rho));
          if (body.n_pressures > 0)
            {
              Matrix p(body.n_pressures, 1);
              source->read(SnapshotField::pressure, i, p);
              states.p.col(kept) = pressure_gram.solve(pressure_test * p);
            }
          if (states.poses.size() == 0)
            states.poses.resize(pose.rows(), n_states);
          states.poses.col(kept) = pose;
          ++kept;
        }
    return states;
  }

  ReducedModelData
  project_model(const DiscreteBody &body,
                const ReducedBases &bases,
                const std::vector<RigidSleeveProperties> &sleeves,
                const bool keep_full)
  {
    ReducedModelData data;
    const int dim     = body.dim();
    data.dim          = dim;
    data.length_scale = size_of(body);
    data.stress_scale = softest_shear_modulus(body);
    for (const BodySupport &support : body.supports)
      if (support.is_sleeve)
        data.sleeves.push_back(
          {support.name, support.centre, sleeves.at(data.sleeves.size())});
    data.prescribed      = prescribed_channels(body);
    const SparseMatrix M = mass_matrix(body), D = damping_matrix(body);
    const Matrix &modes  = bases.modes;
    const auto symmetric = [](const Matrix &A) {
      return Matrix((A + A.transpose()) / 2);
    };
    data.mass      = symmetric(modes.transpose() * (M * modes));
    data.damping   = symmetric(modes.transpose() * (D * modes));
    Matrix uniform = Matrix::Zero(body.n_displacements(), dim);
    for (int node = 0; node < body.n_nodes; ++node)
      for (int i = 0; i < dim; ++i)
        uniform(node * dim + i, i) = 1;
    data.gravity = modes.transpose() * (M * uniform);
    project_loads(body, modes, data);
    // As the full model starts: velocities of all unknowns are zero.
    const Matrix Psi   = free_rows(body, modes.leftCols(bases.n_lifted));
    const Matrix V     = modes.rightCols(modes.cols() - bases.n_lifted);
    data.rest_velocity = data.mass.bottomRightCorner(V.cols(), V.cols())
                           .llt()
                           .solve(-V.transpose() * (M * Psi));
    if (bases.pressures.cols() > 0)
      {
        data.volume = train_volume(body, modes, bases.pressures);
        data.compliance =
          symmetric(bases.pressures.transpose() *
                    (pressure_compliance(body) * bases.pressures));
      }
    if (keep_full)
      {
        if (body.vtk_order.empty())
          throw Error(
            "The body does not know the order of its nodes for "
            "pictures. Leave the full basis out of the model.");
        data.full.dim                = dim;
        data.full.displacement_modes = modes;
        data.full.pressure_modes     = bases.pressures;
        data.full.coordinates        = body.coordinates;
        data.full.nodes_per_cell     = static_cast<int>(body.vtk_order.size());
        for (int c = 0; c < body.n_cells(); ++c)
          for (const int a : body.vtk_order)
            data.full.cells.push_back(
              body.cell_nodes[c * body.basis.n_nodes + a]);
        data.full.degree = body.vtk_order.size() == (1u << dim) ? 1 : 2;
        data.full.node_of_pressure = body.node_of_pressure;
      }
    return data;
  }

  ReducedModelData leading(const ReducedModelData &data,
                           const int n_modes,
                           const int n_pressures)
  {
    const Eigen::Index N = data.n_lifted() + n_modes, m = n_pressures;
    ReducedModelData result;
    result.dim         = data.dim;
    result.unit_system = data.unit_system;
    result.thickness   = data.thickness;
    result.sleeves     = data.sleeves;
    result.prescribed  = data.prescribed;
    if (data.stiffness.size() > 0)
      result.stiffness = data.stiffness.topLeftCorner(N, N);
    for (const ReducedLoad &load : data.loads)
      result.loads.push_back(leading(load, static_cast<int>(N)));
    result.mass          = data.mass.topLeftCorner(N, N);
    result.damping       = data.damping.topLeftCorner(N, N);
    result.gravity       = data.gravity.topRows(N);
    result.rest_velocity = data.rest_velocity.topRows(n_modes);
    // Sorted indices: those of the first coordinates come first.
    if (m > 0)
      {
        result.volume.linear = data.volume.linear.topLeftCorner(m, N);
        result.volume.quadratic =
          data.volume.quadratic.topLeftCorner(m, N * (N + 1) / 2);
        if (data.dim == 3)
          result.volume.cubic =
            data.volume.cubic.topLeftCorner(m, N * (N + 1) * (N + 2) / 6);
        result.compliance      = data.compliance.topLeftCorner(m, m);
        result.pressure_points = data.pressure_points;
        result.pressure_points.modes =
          Matrix(data.pressure_points.modes.leftCols(
            std::min<Eigen::Index>(m, data.pressure_points.modes.cols())));
      }
    result.full = data.full;
    if (data.full.dim > 0)
      {
        result.full.displacement_modes =
          data.full.displacement_modes.leftCols(N);
        result.full.pressure_modes = data.full.pressure_modes.leftCols(m);
      }
    result.capabilities = data.capabilities;
    result.body         = data.body;
    result.length_scale = data.length_scale;
    result.stress_scale = data.stress_scale;
    result.notes        = data.notes;
    return result;
  }
} // namespace rivlin
