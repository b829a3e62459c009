// SPDX-License-Identifier: Apache-2.0
// Energy, gradient and Hessian of contact in the coordinates r.
#include <rivlin/online/reduced_contact.h>

#include <rivlin/base/error.h>
#include <rivlin/base/text.h>
#include <rivlin/solid/point_batch.h>
#include <rivlin/solid/row_product.h>

#include "force_parts.h"

#include <algorithm>

namespace rivlin
{
  namespace
  {
    /// Parts of the scratch memory.
    struct ContactScratch
    {
      ContactScratch(const ReducedContact &contact, AlignedVector &memory)
      {
        const std::size_t n = contact.n_points(), dim = contact.dim();
        const int n_columns = contact.n_coordinates();
        const std::size_t size_of_product =
          congruence_scratch_size(static_cast<int>(dim), n_columns);
        memory.resize(std::max(memory.size(),
                               size_of_product + n_columns +
                                 n * dim * (1 + dim + n_columns)));
        product = memory.data(); // first: it starts at a cache line
        row     = product + size_of_product;
        x       = row + n_columns;
        blocks  = x + n * dim;
        columns = blocks + n * dim * dim;
      }

      double *product;
      double *row;     ///< N
      double *x;       ///< displacements of the points
      double *blocks;  ///< of touching points, dim x dim
      double *columns; ///< dy/dr of touching points, dim x N
    };

    std::size_t number_of_points(const std::vector<ReducedContact> &contacts)
    {
      std::size_t n = 0;
      for (const ReducedContact &contact : contacts)
        n += contact.n_points();
      return n;
    }

    /// d2W/dy2 per unit of area.
    Matrix3 second_derivative(const ContactTouch &at)
    {
      return at.response.stiffness * at.gap.normal * at.gap.normal.transpose() -
             at.response.pressure * at.gap.curvature;
    }

    /// A contact at r. Derivatives of its points with respect to r follow from
    ///   dy = R^T dz + dA^T z,  dz = dx - dt,  n . d2y = 2 (dA n) . dz.
    class ContactAt
    {
    public:
      ContactAt(const ReducedContact &the_contact,
                const int number_of_contact,
                const Vector &r,
                AlignedVector &memory)
        : contact(the_contact)
        , number(number_of_contact)
        , farthest(reach(contact.law))
        , frame(contact, r.data())
        , dim(contact.dim())
        , n_columns(contact.n_coordinates())
        , scratch(contact, memory)
      {
        multiply_rows(static_cast<int>(contact.modes.rows()),
                      n_columns,
                      contact.modes.data(),
                      r.data(),
                      scratch.x);
      }

      void
      add(const Need need, ContactEvaluation &result, ContactObservation &seen)
      {
        for (int point = 0; point < contact.n_points(); ++point)
          add_point(point, need, result, seen);
        if (n_touching > 0)
          add_congruence(n_touching,
                         dim,
                         n_columns,
                         scratch.blocks,
                         scratch.columns,
                         scratch.product,
                         result.tangent.data());
      }

    private:
      void add_point(int point,
                     Need need,
                     ContactEvaluation &result,
                     ContactObservation &seen);
      void add_tangent(int point, const ContactTouch &at, Matrix &tangent);
      /// dy/dr of a point.
      void keep_columns(int point, const Vector3 &z);

      const ReducedContact &contact;
      int number;
      double farthest; ///< gap from which on nothing happens
      ContactFrame frame;
      int dim;
      int n_columns;
      ContactScratch scratch;
      int n_touching = 0; ///< points whose tangent is kept
    };

    void ContactAt::add_point(const int point,
                              const Need need,
                              ContactEvaluation &result,
                              ContactObservation &seen)
    {
      Vector3 x = Vector3::Zero();
      for (int i = 0; i < dim; ++i)
        x[i] = contact.points(i, point) + scratch.x[point * dim + i];
      const double distance =
        gap_value(contact.surface, frame.place(contact, x));
      seen.smallest_gap = std::min(seen.smallest_gap, distance);
      if (distance >= farthest)
        return;
      const ContactTouch at = touch(contact, frame, x);
      const double p        = at.response.pressure;
      if (p == 0)
        return;
      const double w = contact.weights[point];
      seen.force -= w * at.pull;
      seen.area += w;
      seen.largest_pressure = std::max(seen.largest_pressure, p);
      seen.untrained        = seen.untrained || contact.touched[point] == 0;
      result.energy += w * at.response.energy;
      result.touching.push_back({number, point, at});
      if (need != Need::energy)
        add_force(contact, frame, point, at, result.force);
      if (need == Need::residual_and_tangent)
        add_tangent(point, at, result.tangent);
    }

    void ContactAt::add_tangent(const int point,
                                const ContactTouch &at,
                                Matrix &tangent)
    {
      const double w         = contact.weights[point];
      double *block          = scratch.blocks + n_touching * dim * dim;
      const Matrix3 in_frame = w * second_derivative(at);
      for (int i = 0; i < dim; ++i)
        for (int j = 0; j < dim; ++j)
          block[i * dim + j] = in_frame(i, j);
      keep_columns(point, at.z);
      ++n_touching;
      if (contact.sleeve < 0)
        return;
      Eigen::Map<Vector> dz(scratch.row, n_columns);
      for (int i = 0; i < dim; ++i)
        {
          dz = contact.modes.row(point * dim + i);
          dz[frame.first + i] -= 1;
          for (int J = 0; J < dim; ++J)
            {
              const int angle     = frame.first + dim + i * dim + J;
              const double factor = w * at.pull_in_frame[J];
              tangent.col(angle) += factor * dz;
              tangent.row(angle) += factor * dz.transpose();
            }
        }
    }

    void ContactAt::keep_columns(const int point, const Vector3 &z)
    {
      using Rows =
        Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
      Eigen::Map<Rows> Y(scratch.columns +
                           std::size_t(n_touching) * dim * n_columns,
                         dim,
                         n_columns);
      const auto own = contact.modes.middleRows(point * dim, dim);
      if (contact.sleeve < 0)
        {
          Y = own;
          return;
        }
      const Matrix3 &R = frame.R;
      for (int J = 0; J < dim; ++J)
        {
          Y.row(J) = R(0, J) * own.row(0);
          for (int i = 1; i < dim; ++i)
            Y.row(J) += R(i, J) * own.row(i);
          for (int i = 0; i < dim; ++i)
            {
              Y(J, frame.first + i) -= R(i, J);
              Y(J, frame.first + dim + i * dim + J) += z[i];
            }
        }
    }
  } // namespace

  ContactFrame::ContactFrame(const ReducedContact &contact, const double *rho)
  {
    if (contact.sleeve < 0)
      return;
    const int dim = contact.dim();
    first         = contact.sleeve * (dim + dim * dim);
    for (int i = 0; i < dim; ++i)
      {
        t[i] = rho[first + i];
        for (int J = 0; J < dim; ++J)
          R(i, J) += rho[first + dim + i * dim + J];
      }
  }

  Vector3 ContactFrame::place(const ReducedContact &contact,
                              const Vector3 &x) const
  {
    if (contact.sleeve < 0)
      return x;
    return contact.centre + R.transpose() * (x - contact.centre - t);
  }

  ContactTouch touch(const ReducedContact &contact,
                     const ContactFrame &frame,
                     const Vector3 &x)
  {
    ContactTouch at;
    at.R             = frame.R;
    at.z             = x - contact.centre - frame.t;
    at.gap           = gap(contact.surface, frame.place(contact, x));
    at.response      = respond(contact.law, at.gap.value);
    at.pull_in_frame = -at.response.pressure * at.gap.normal;
    at.pull          = frame.R * at.pull_in_frame;
    return at;
  }

  void add_force(const ReducedContact &contact,
                 const ContactFrame &frame,
                 const int point,
                 const ContactTouch &at,
                 Vector &force)
  {
    const int dim  = contact.dim();
    const double w = contact.weights[point];
    for (int i = 0; i < dim; ++i)
      force += w * at.pull[i] * contact.modes.row(point * dim + i).transpose();
    if (contact.sleeve < 0)
      return;
    for (int i = 0; i < dim; ++i)
      {
        force[frame.first + i] -= w * at.pull[i];
        for (int J = 0; J < dim; ++J)
          force[frame.first + dim + i * dim + J] +=
            w * at.pull_in_frame[J] * at.z[i];
      }
  }

  void evaluate(const std::vector<ReducedContact> &contacts,
                const Vector &r,
                const Need need,
                ContactEvaluation &result)
  {
    if (contacts.empty())
      return;
    const int n = contacts.front().n_coordinates();
    result.force.setZero(n);
    result.tangent.resize(n, n);
    if (need == Need::residual_and_tangent)
      result.tangent.setZero();
    result.energy = 0;
    result.seen.resize(contacts.size());
    const std::size_t n_points = number_of_points(contacts);
    result.touching.reserve(n_points);
    // For tangent_from(), too, which may come much later.
    const int dim = contacts.front().dim();
    result.scratch.resize(
      std::max(result.scratch.size(),
               congruence_scratch_size(dim, n) + n_points * dim * (dim + n)));
    result.touching.clear();
    for (std::size_t k = 0; k < contacts.size(); ++k)
      {
        result.seen[k] = {};
        ContactAt(contacts[k], static_cast<int>(k), r, result.scratch)
          .add(need, result, result.seen[k]);
      }
  }

  void tangent_from(const std::vector<ReducedContact> &contacts,
                    const int first,
                    ContactEvaluation &result,
                    double *K)
  {
    const int dim = contacts.front().dim(),
              N = contacts.front().n_coordinates(), n = N - first;
    const std::size_t n_rows          = dim * number_of_points(contacts);
    const std::size_t size_of_product = congruence_scratch_size(dim, n);
    result.scratch.resize(
      std::max(result.scratch.size(), size_of_product + n_rows * (dim + n)));
    double *blocks = result.scratch.data() + size_of_product,
           *rows   = blocks + n_rows * dim;
    int k          = 0;
    for (const TouchingPoint &touching : result.touching)
      {
        const ReducedContact &contact = contacts[touching.contact];
        const Matrix3 &R              = touching.at.R;
        const Matrix3 in_space        = contact.weights[touching.point] * R *
                                 second_derivative(touching.at) * R.transpose();
        for (int i = 0; i < dim; ++i, ++k)
          {
            for (int j = 0; j < dim; ++j)
              blocks[k * dim + j] = in_space(i, j);
            const double *modes = contact.modes.data() +
                                  (std::size_t(touching.point) * dim + i) * N;
            std::copy(modes + first, modes + N, rows + std::size_t(k) * n);
          }
      }
    std::fill(K, K + std::size_t(n) * n, 0.);
    add_congruence(static_cast<int>(result.touching.size()),
                   dim,
                   n,
                   blocks,
                   rows,
                   result.scratch.data(),
                   K);
  }

  void check(const ReducedContact &contact,
             const int dim,
             const int n_coordinates,
             const int n_sleeves)
  {
    const auto part = [&](const char *name) {
      return "contact " + contact.name + " " + name;
    };
    check(contact.law);
    check(contact.surface);
    const Eigen::Index n = contact.points.cols();
    require_matrix(contact.points, dim, n, part("points"));
    require_matrix(contact.modes, n * dim, n_coordinates, part("modes"));
    require_matrix(contact.weights, n, 1, part("weights"));
    if (n == 0 || !(contact.weights.minCoeff() > 0))
      throw Error(message("The contact ",
                          in_quotes(contact.name),
                          " of the reduced model has ",
                          n,
                          " points with positive weights, or one whose weight "
                          "is not positive. Train the model again."));
    if (static_cast<Eigen::Index>(contact.touched.size()) != n)
      throw Error(message("The contact ",
                          in_quotes(contact.name),
                          " of the reduced model knows of ",
                          contact.touched.size(),
                          " of its ",
                          n,
                          " points whether training touched them."));
    if (contact.sleeve < -1 || contact.sleeve >= n_sleeves ||
        !contact.centre.allFinite())
      throw Error(message("The contact ",
                          in_quotes(contact.name),
                          " of the reduced model is carried by the sleeve ",
                          contact.sleeve,
                          " of ",
                          n_sleeves,
                          "."));
  }
} // namespace rivlin
