// SPDX-License-Identifier: Apache-2.0
// POD of displacements and pressures, and ways to combine bases.
#include <rivlin/offline/reduced_basis.h>

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>
#include <rivlin/offline/lifting.h>

#include <cassert>

namespace rivlin
{
  SnapshotPreprocess subtract_lifting(const DiscreteBody &body,
                                      const Matrix &lifting)
  {
    return [&body, psi = gather_rows(lifting, body.free_displacements)](
             const SnapshotSource &source, int first, Matrix &block) {
      if (psi.cols() > 0)
        block -= psi * lifted_coordinates(body,
                                          source,
                                          first,
                                          static_cast<int>(block.cols()));
    };
  }



  namespace
  {
    /// Velocities times a time in the place of displacements.
    class ScaledVelocities final : public SnapshotSource
    {
    public:
      ScaledVelocities(const SnapshotSource &source, const double time)
        : moving(source)
        , scale(time)
      {}

      int n_snapshots() const override
      {
        return moving.n_snapshots();
      }
      int n_rows(const SnapshotField field) const override
      {
        return moving.n_rows(rate_of(field));
      }
      double time(const int snapshot) const override
      {
        return moving.time(snapshot);
      }
      std::string name() const override
      {
        return moving.name();
      }
      void read(const SnapshotField field,
                const int first,
                Eigen::Ref<Matrix> columns) const override
      {
        moving.read(rate_of(field), first, columns);
        columns *= scale;
      }

    private:
      static SnapshotField rate_of(const SnapshotField field)
      {
        return field == SnapshotField::displacement ? SnapshotField::velocity
               : field == SnapshotField::pose       ? SnapshotField::pose_rate
                                              : SnapshotField::prescribed_rate;
      }

      const SnapshotSource &moving;
      double scale;
    };
  } // namespace

  DisplacementBasis
  displacement_basis(const DiscreteBody &body,
                     const Matrix &lifting,
                     const std::vector<const SnapshotSource *> &sources,
                     const DisplacementBasisOptions &options)
  {
    assert(lifting.rows() == body.n_displacements());
    const std::vector<int> &free = body.free_displacements;
    for (const SnapshotSource *source : sources)
      if (source->n_rows(SnapshotField::displacement) !=
          static_cast<int>(free.size()))
        throw Error(
          "Snapshots '" + source->name() + "' have " +
          number_text(source->n_rows(SnapshotField::displacement)) +
          " displacements, but the body has " + number_text(free.size()) +
          " that no support prescribes. Use snapshots of the same model.");
    SparseMatrix weight;
    InnerProduct product;
    if (options.product != DisplacementProduct::euclidean)
      {
        if (options.product == DisplacementProduct::mass)
          weight = submatrix(mass_matrix(body), free, free);
        else
          {
            weight = submatrix(rest_stiffness(body), free, free);
            if (options.frequency != 0)
              weight += options.frequency * options.frequency *
                        submatrix(mass_matrix(body), free, free);
          }
        product = InnerProduct(weight);
      }
    PodOptions pod_options = options.pod;
    const Vector offset =
      options.offset.size() > 0 ? Vector(options.offset(free)) : Vector();
    pod_options.preprocess =
      [subtract = subtract_lifting(body, lifting),
       &offset,
       then = options.pod.preprocess](const SnapshotSource &source,
                                      int first,
                                      Matrix &block) {
        subtract(source, first, block);
        // A constant part has no velocity.
        if (offset.size() > 0 &&
            dynamic_cast<const ScaledVelocities *>(&source) == nullptr)
          block.colwise() -= offset;
        if (then)
          then(source, first, block);
      };
    std::vector<const SnapshotSource *> all = sources;
    std::vector<ScaledVelocities> velocities;
    if (options.velocity_time > 0)
      {
        for (const SnapshotSource *source : sources)
          velocities.emplace_back(*source, options.velocity_time);
        for (const ScaledVelocities &source : velocities)
          all.push_back(&source);
      }
    Pod pod =
      compute_pod(all, SnapshotField::displacement, pod_options, product);
    DisplacementBasis basis;
    basis.modes = scatter_rows(pod.modes, free, body.n_displacements());
    if (options.mass_orthonormal)
      basis.modes = mass_orthonormal(body, {basis.modes});
    basis.singular_values = std::move(pod.singular_values);
    basis.relative_error  = pod.relative_error;
    return basis;
  }



  Pod pressure_basis(const DiscreteBody &body,
                     const std::vector<const SnapshotSource *> &sources,
                     const PodOptions &options)
  {
    if (body.n_pressures == 0)
      throw Error(
        "The body has no pressures: it is in the displacement form. "
        "Train it without a pressure basis.");
    const SparseMatrix L2 = pressure_mass(body);
    return compute_pod(sources,
                       SnapshotField::pressure,
                       options,
                       InnerProduct(L2));
  }



  Matrix all_pressures(const DiscreteBody &body)
  {
    return Matrix::Identity(body.n_pressures, body.n_pressures);
  }



  Matrix join_bases(const std::vector<Matrix> &parts,
                    const InnerProduct &product,
                    double relative_tolerance)
  {
    Eigen::Index n_rows = 0, n_columns = 0;
    for (const Matrix &part : parts)
      {
        assert(n_rows == 0 || part.rows() == n_rows);
        n_rows = part.rows();
        n_columns += part.cols();
      }
    Matrix all(n_rows, n_columns);
    Eigen::Index first = 0;
    for (const Matrix &part : parts)
      {
        all.middleCols(first, part.cols()) = part;
        first += part.cols();
      }
    return orthonormalize(all, product, relative_tolerance).Q;
  }



  Matrix mass_orthonormal(const DiscreteBody &body,
                          const std::vector<Matrix> &parts)
  {
    for (const int material : body.cell_material)
      if (!(body.materials[material].density > 0))
        throw Error(
          "Part of the body has no mass, so that its modes cannot be "
          "made orthonormal in the mass. Give each material a "
          "density.");
    const SparseMatrix M = mass_matrix(body);
    return join_bases(parts, InnerProduct(M));
  }
} // namespace rivlin
