// SPDX-License-Identifier: Apache-2.0
// det(F + s G) = det F + s cof F : G + s^2 (cof G : F in 3D, det G in 2D) + ...
#include <rivlin/fe/volume_constraint.h>

#include <deal.II/base/tensor.h>

namespace rivlin
{
  using dealii::Tensor;

  namespace
  {
    template <int dim>
    Tensor<2, dim> cofactor(const Tensor<2, dim> &F)
    {
      Tensor<2, dim> C;
      if constexpr (dim == 2)
        {
          C[0][0] = F[1][1];
          C[1][1] = F[0][0];
          C[0][1] = -F[1][0];
          C[1][0] = -F[0][1];
        }
      else
        for (int i = 0; i < 3; ++i)
          for (int j = 0; j < 3; ++j)
            {
              const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
              const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
              C[i][j] = F[i1][j1] * F[i2][j2] - F[i1][j2] * F[i2][j1];
            }
      return C;
    }

    /// Integrate value(grad u, grad v) against the pressure functions.
    template <int dim, typename Value>
    void integrate(const Discretization<dim> &space,
                   const std::vector<const Material *> &materials,
                   const DofVector &u,
                   const DofVector &v,
                   DofVector &result,
                   const Value &value)
    {
      const ElementBasis &basis = space.kernel().basis();
      for (int c = 0; c < space.n_cells(); ++c)
        {
          if (!has_pressure(*materials[c]))
            continue;
          const auto dofs     = space.cell_dofs(c);
          const double *xi_X  = space.inverse_jacobians(c);
          const double *weigh = space.weights(c);
          for (int q = 0; q < basis.n_points; ++q)
            {
              Tensor<2, dim> reference_u, reference_v;
              for (int r = 0; r < dim; ++r)
                for (int a = 0; a < basis.n_nodes; ++a)
                  {
                    const double slope =
                      basis
                        .reference_gradients[(q * dim + r) * basis.n_nodes + a];
                    for (int i = 0; i < dim; ++i)
                      {
                        reference_u[i][r] +=
                          slope * u.local_element(dofs[a * dim + i]);
                        reference_v[i][r] +=
                          slope * v.local_element(dofs[a * dim + i]);
                      }
                  }
              Tensor<2, dim> map;
              for (int r = 0; r < dim; ++r)
                for (int J = 0; J < dim; ++J)
                  map[r][J] = xi_X[(q * dim + r) * dim + J];
              const double at_point =
                weigh[q] * value(reference_u * map, reference_v * map);
              for (int m = 0; m < basis.n_pressure_nodes; ++m)
                result.local_element(dofs[basis.n_nodes * dim + m]) +=
                  at_point *
                  basis.pressure_values[q * basis.n_pressure_nodes + m];
            }
        }
    }
  } // namespace

  template <int dim>
  void add_volume_rate(const Discretization<dim> &discretization,
                       const std::vector<const Material *> &materials,
                       const DofVector &u,
                       const DofVector &v,
                       DofVector &result)
  {
    integrate<dim>(discretization,
                   materials,
                   u,
                   v,
                   result,
                   [](Tensor<2, dim> F, const Tensor<2, dim> &G) {
                     for (int i = 0; i < dim; ++i)
                       F[i][i] += 1;
                     return scalar_product(cofactor(F), G);
                   });
  }

  template <int dim>
  void add_volume_curvature(const Discretization<dim> &discretization,
                            const std::vector<const Material *> &materials,
                            const DofVector &u,
                            const DofVector &v,
                            DofVector &result)
  {
    integrate<dim>(discretization,
                   materials,
                   u,
                   v,
                   result,
                   [](Tensor<2, dim> F, const Tensor<2, dim> &G) {
                     for (int i = 0; i < dim; ++i)
                       F[i][i] += 1;
                     if constexpr (dim == 2)
                       return 2 * determinant(G);
                     else
                       return 2 * scalar_product(cofactor(G), F);
                   });
  }

  template void add_volume_rate(const Discretization<2> &,
                                const std::vector<const Material *> &,
                                const DofVector &,
                                const DofVector &,
                                DofVector &);
  template void add_volume_rate(const Discretization<3> &,
                                const std::vector<const Material *> &,
                                const DofVector &,
                                const DofVector &,
                                DofVector &);
  template void add_volume_curvature(const Discretization<2> &,
                                     const std::vector<const Material *> &,
                                     const DofVector &,
                                     const DofVector &,
                                     DofVector &);
  template void add_volume_curvature(const Discretization<3> &,
                                     const std::vector<const Material *> &,
                                     const DofVector &,
                                     const DofVector &,
                                     DofVector &);
} // namespace rivlin
