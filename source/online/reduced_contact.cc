// SPDX-License-Identifier: Apache-2.0
// Energy, gradient and Hessian of contact in the coordinates r.
#include <rivlin/online/reduced_contact.h>

#include <rivlin/base/error.h>
#include <rivlin/base/text.h>
#include <rivlin/solid/point_batch.h>

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

    /// A contact at r. Derivatives of its points with respect to r follow from
    ///   dy = R^T dz + dA^T z,  dz = dx - dt,  n . d2y = 2 (dA n) . dz.
    class ContactAt
    {
    public:
      ContactAt(const ReducedContact &the_contact,
                const Vector &r,
                AlignedVector &memory)
        : contact(the_contact)
        , frame(contact, r.data())
        , dim(contact.dim())
        , n_columns(contact.n_coordinates())
        , scratch(contact, memory)
      {
        Eigen::Map<Vector>(scratch.x, contact.modes.rows()).noalias() =
          contact.modes * r;
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
      const ContactTouch at = touch(contact, frame, x);
      seen.smallest_gap     = std::min(seen.smallest_gap, at.gap.value);
      const double p        = at.response.pressure;
      if (p == 0)
        return;
      const double w = contact.weights[point];
      seen.force -= w * at.pull;
      seen.area += w;
      seen.largest_pressure = std::max(seen.largest_pressure, p);
      seen.untrained        = seen.untrained || contact.touched[point] == 0;
      result.energy += w * at.response.energy;
      if (need != Need::energy)
        add_force(contact, frame, point, at, result.force);
      if (need == Need::residual_and_tangent)
        add_tangent(point, at, result.tangent);
    }

    void ContactAt::add_tangent(const int point,
                                const ContactTouch &at,
                                Matrix &tangent)
    {
      const double w = contact.weights[point];
      double *block  = scratch.blocks + n_touching * dim * dim;
      for (int i = 0; i < dim; ++i)
        for (int j = 0; j < dim; ++j)
          block[i * dim + j] =
            w * (at.response.stiffness * at.gap.normal[i] * at.gap.normal[j] -
                 at.response.pressure * at.gap.curvature(i, j));
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

  ContactTouch touch(const ReducedContact &contact,
                     const ContactFrame &frame,
                     const Vector3 &x)
  {
    ContactTouch at;
    at.z             = x - contact.centre - frame.t;
    at.gap           = gap(contact.surface,
                 contact.sleeve >= 0
                             ? Vector3(contact.centre + frame.R.transpose() * at.z)
                             : x);
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
    for (std::size_t k = 0; k < contacts.size(); ++k)
      {
        result.seen[k] = {};
        ContactAt(contacts[k], r, result.scratch)
          .add(need, result, result.seen[k]);
      }
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
