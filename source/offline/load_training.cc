// SPDX-License-Identifier: Apache-2.0
// Sums over the points of surfaces.
#include <rivlin/offline/load_training.h>

#include <utility>

namespace rivlin
{
  namespace
  {
    /// Values and gradients of all modes at a point of a surface.
    struct ModesAtPoint
    {
      Matrix values;    ///< dim x N
      Matrix gradients; ///< (i, J) as i * dim + J; N columns

      ModesAtPoint(const BodySurface &surface,
                   const int point,
                   const int dim,
                   const Matrix &modes)
        : values(Matrix::Zero(dim, modes.cols()))
        , gradients(Matrix::Zero(dim * dim, modes.cols()))
      {
        for (int a = 0; a < surface.n_nodes; ++a)
          {
            const int k = point * surface.n_nodes + a;
            for (int i = 0; i < dim; ++i)
              {
                const auto row = modes.row(surface.nodes[k] * dim + i);
                values.row(i) += surface.shape[k] * row;
                for (int J = 0; J < dim; ++J)
                  gradients.row(i * dim + J) +=
                    surface.gradients[k * dim + J] * row;
              }
          }
      }
    };

    void add_springs(const DiscreteBody &body,
                     const BodyLoad &load,
                     const Matrix &modes,
                     ReducedModelData &data)
    {
      const int dim = body.dim();
      for (int q = 0; q < load.surface.n_points(); ++q)
        {
          const ModesAtPoint at(load.surface, q, dim, modes);
          for (int i = 0; i < dim; ++i)
            {
              const auto u   = at.values.row(i);
              const double w = load.surface.weights[q];
              data.stiffness.noalias() +=
                (w * load.stiffness[i]) * u.transpose() * u;
              data.damping.noalias() +=
                (w * load.viscosity[i]) * u.transpose() * u;
            }
        }
    }

    void add_traction(const DiscreteBody &body,
                      const BodyLoad &load,
                      const Matrix &modes,
                      ReducedModelData &data)
    {
      for (int i = 0; i < body.dim(); ++i)
        {
          ReducedLoad result;
          result.name     = load.name + " traction " + "xyz"[i];
          result.constant = Vector::Zero(modes.cols());
          for (int q = 0; q < load.surface.n_points(); ++q)
            result.constant += load.surface.weights[q] *
                               ModesAtPoint(load.surface, q, body.dim(), modes)
                                 .values.row(i)
                                 .transpose();
          data.loads.push_back(std::move(result));
        }
    }

    /// cof(F) N for F = I + sum r_k G_k. Of two gradients in 3D its part
    /// quadratic in them is (A : B) with cof(A + B) = cof A + cof B + mixed.
    Vector3 mixed_cofactor(const Matrix3 &A, const Matrix3 &B, const Vector3 &N)
    {
      Matrix3 cofactor;
      for (int i = 0; i < 3; ++i)
        for (int J = 0; J < 3; ++J)
          {
            const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
            const int J1 = (J + 1) % 3, J2 = (J + 2) % 3;
            cofactor(i, J) = A(i1, J1) * B(i2, J2) + B(i1, J1) * A(i2, J2) -
                             A(i1, J2) * B(i2, J1) - B(i1, J2) * A(i2, J1);
          }
      return cofactor * N;
    }

    /// Plane bodies have F_33 = 1: their cofactor is linear in the
    /// displacement.
    Matrix3 gradient_of(const ModesAtPoint &at, const int dim, const int k)
    {
      Matrix3 G = Matrix3::Zero();
      for (int i = 0; i < dim; ++i)
        for (int J = 0; J < dim; ++J)
          G(i, J) = at.gradients(i * dim + J, k);
      return G;
    }

    /// -int U^T cof(I + G) N, sorted by powers of r.
    void add_pressure(const DiscreteBody &body,
                      const BodyLoad &load,
                      const Matrix &modes,
                      ReducedModelData &data)
    {
      const int dim = body.dim(), n = static_cast<int>(modes.cols());
      ReducedLoad result;
      result.name     = load.name + " pressure";
      result.constant = Vector::Zero(n);
      result.linear   = Matrix::Zero(n, n);
      Matrix directions(dim, dim == 3 ? n * (n + 1) / 2 : 0);
      result.quadratic = Matrix::Zero(dim == 3 ? n : 0, directions.cols());
      for (int q = 0; q < load.surface.n_points(); ++q)
        {
          const ModesAtPoint at(load.surface, q, dim, modes);
          const double w = load.surface.weights[q];
          Vector3 N      = Vector3::Zero();
          for (int J = 0; J < dim; ++J)
            N[J] = load.surface.normals[q * dim + J];
          result.constant -= w * at.values.transpose() * N.head(dim);
          std::vector<Matrix3> G;
          Matrix linear(dim, n);
          for (int k = 0; k < n; ++k)
            {
              G.push_back(gradient_of(at, dim, k));
              // Mixed with the identity: what is linear in G.
              linear.col(k) =
                mixed_cofactor(Matrix3::Identity(), G.back(), N).head(dim);
            }
          result.linear.noalias() -= w * at.values.transpose() * linear;
          if (dim < 3)
            continue;
          int column = 0;
          for (int k = 0; k < n; ++k)
            for (int l = 0; l <= k; ++l)
              directions.col(column++) =
                (k == l ? 0.5 : 1.) * mixed_cofactor(G[k], G[l], N);
          result.quadratic.noalias() -= w * at.values.transpose() * directions;
        }
      data.loads.push_back(std::move(result));
    }
  } // namespace

  void project_loads(const DiscreteBody &body,
                     const Matrix &modes,
                     ReducedModelData &data)
  {
    data.loads.clear();
    data.stiffness = {};
    for (const BodyLoad &load : body.loads)
      switch (load.kind)
        {
          case BodyLoadKind::springs:
            if (data.stiffness.size() == 0)
              data.stiffness = Matrix::Zero(modes.cols(), modes.cols());
            add_springs(body, load, modes, data);
            break;
          case BodyLoadKind::traction:
            add_traction(body, load, modes, data);
            break;
          case BodyLoadKind::pressure:
            add_pressure(body, load, modes, data);
            break;
        }
    data.capabilities.springs               = data.stiffness.size() > 0;
    data.capabilities.body_loads            = !data.loads.empty();
    data.capabilities.prescribed_components = !data.prescribed.empty();
  }
} // namespace rivlin
