// SPDX-License-Identifier: Apache-2.0
// With a_k, b_k of all nodes (b = 0 for those of the point), p and phi'' times
// w, and M = phi'' n n^T - p Q, the block of the nodes k, l is
//   a_k (a_l M - p (G b_l) n^T) + n (p g b_k^T D b_l n - p a_l G b_k)^T.
// The first factor in brackets is the same for all k: a row that all nodes
// share. The second term is there for nodes of the face alone. Rows are summed
// over the points in registers, compiled for three instruction sets.
#include <rivlin/solid/gap_stiffness.h>

#include "small_products.h"

namespace rivlin
{
  namespace
  {
    struct GapTask
    {
      int n_point, n_face, n_points, stride;
      const double *a, *normal, *factors, *shared, *basis;
      double *own, *block;
    };

    template <int width, int dim>
    [[gnu::always_inline]] inline void sum_rows(const GapTask &t)
    {
      constexpr int n_rows = 2 + dim;
      for (int q = 0; q < t.n_points; ++q)
        for (int k = 0; k < t.n_face; ++k)
          {
            const double *factors = t.factors + (q * t.n_face + k) * n_rows;
            const int first       = (t.n_point + k) * dim / width * width;
            for (int c = first; c < t.stride; c += width)
              {
                const double *row = t.basis + q * n_rows * t.stride + c;
                Lanes<width> sum  = factors[0] * load<width>(row);
#pragma GCC unroll 5
                for (int i = 1; i < n_rows; ++i)
                  sum += factors[i] * load<width>(row + i * t.stride);
                store<width>(t.own + (q * t.n_face + k) * t.stride + c, sum);
              }
          }
      const int n_nodes = t.n_point + t.n_face;
      for (int k = 0; k < n_nodes; ++k)
        for (int c = k * dim / width * width; c < t.stride; c += width)
          {
            Lanes<width> sum[dim];
#pragma GCC unroll 3
            for (int i = 0; i < dim; ++i)
              sum[i] = Lanes<width>{};
            for (int q = 0; q < t.n_points; ++q)
              {
                const double a       = t.a[q * n_nodes + k];
                const double *shared = t.shared + q * dim * t.stride + c;
#pragma GCC unroll 3
                for (int i = 0; i < dim; ++i)
                  sum[i] += a * load<width>(shared + i * t.stride);
              }
            if (k >= t.n_point)
              for (int q = 0; q < t.n_points; ++q)
                {
                  const Lanes<width> own = load<width>(
                    t.own + (q * t.n_face + k - t.n_point) * t.stride + c);
#pragma GCC unroll 3
                  for (int i = 0; i < dim; ++i)
                    sum[i] += t.normal[q * dim + i] * own;
                }
#pragma GCC unroll 3
            for (int i = 0; i < dim; ++i)
              store<width>(t.block + (k * dim + i) * t.stride + c, sum[i]);
          }
    }

    void sum_baseline(const int dim, const GapTask &task)
    {
      dim == 2 ? sum_rows<2, 2>(task) : sum_rows<2, 3>(task);
    }

#ifdef __x86_64__
    [[gnu::target("avx2,fma")]] void sum_avx2(const int dim,
                                              const GapTask &task)
    {
      dim == 2 ? sum_rows<4, 2>(task) : sum_rows<4, 3>(task);
    }

    [[gnu::target("avx512f,avx512dq,avx512vl,avx2,fma")]] void
    sum_avx512(const int dim, const GapTask &task)
    {
      dim == 2 ? sum_rows<8, 2>(task) : sum_rows<8, 3>(task);
    }
#endif
  } // namespace

  GapStiffness::GapStiffness(const FaceShape &shape,
                             const InstructionSet instructions)
    : dim(shape.dim())
    , n_face(shape.n_nodes())
    , instruction_set(instructions)
  {}

  void GapStiffness::begin(const int n_nodes_of_points)
  {
    n_points = 0;
    a.clear();
    if (n_nodes_of_points == n_point)
      return;
    // Padding stays zero.
    n_point    = n_nodes_of_points;
    row_length = padded(dim * (n_point + n_face));
    normal.clear();
    for (Rows *all : {&shared, &basis, &own, &block})
      all->clear();
  }

  void GapStiffness::add(const std::span<const double> point,
                         const FaceValues &values,
                         const FaceGap &gap,
                         const ContactResponse &response,
                         const double weight)
  {
    ++n_points;
    const std::size_t n = n_points;
    if (n * dim > normal.size())
      {
        shared.resize(n * dim * row_length);
        normal.resize(n * dim);
        factors.resize(n * n_face * (2 + dim));
        basis.resize(n * (2 + dim) * row_length);
        own.resize(n * n_face * row_length);
      }
    a.insert(a.end(), point.begin(), point.end());
    for (int l = 0; l < n_face; ++l)
      a.push_back(-values.value[l]);
    dim == 2 ? add_point<2>(point, values, gap, response, weight)
             : add_point<3>(point, values, gap, response, weight);
  }

  template <int dimension>
  void GapStiffness::add_point(const std::span<const double> point,
                               const FaceValues &values,
                               const FaceGap &gap,
                               const ContactResponse &response,
                               const double weight)
  {
    constexpr int n_rows = 2 + dimension;
    const int q          = n_points - 1;
    const double p       = weight * response.pressure;
    Matrix3 M;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        M(i, j) =
          weight * response.stiffness * gap.n[i] * gap.n[j] - p * gap.Q(i, j);
    for (int i = 0; i < dimension; ++i)
      normal[q * dimension + i] = gap.n[i];
    double *to_shared = shared.data() + std::size_t(q) * dimension * row_length;
    for (int l = 0; l < n_point; ++l)
      for (int i = 0; i < dimension; ++i)
        for (int j = 0; j < dimension; ++j)
          to_shared[i * row_length + l * dimension + j] = point[l] * M(i, j);
    double *to_basis = basis.data() + std::size_t(q) * n_rows * row_length;
    for (int l = 0; l < n_face; ++l)
      {
        const double N    = values.value[l];
        const double b[2] = {-values.first[0][l],
                             dimension == 3 ? -values.first[1][l] : 0.};
        double *factor    = &factors[(q * n_face + l) * n_rows];
        const int column  = (n_point + l) * dimension;
        for (int i = 0; i < 2; ++i)
          {
            factor[i] =
              p * gap.value * (gap.D(i, 0) * b[0] + gap.D(i, 1) * b[1]);
            for (int j = 0; j < dimension; ++j)
              to_basis[i * row_length + column + j] = b[i] * gap.n[j];
          }
        for (int i = 0; i < dimension; ++i)
          {
            const double slope = p * (gap.G(i, 0) * b[0] + gap.G(i, 1) * b[1]);
            factor[2 + i]      = slope;
            to_basis[(2 + i) * row_length + column + i] = N;
            for (int j = 0; j < dimension; ++j)
              to_shared[i * row_length + column + j] =
                -N * M(i, j) - slope * gap.n[j];
          }
      }
  }

  const double *GapStiffness::sum()
  {
    block.resize(std::size_t(dim) * (n_point + n_face) * row_length);
    const GapTask task{n_point,
                       n_face,
                       n_points,
                       row_length,
                       a.data(),
                       normal.data(),
                       factors.data(),
                       shared.data(),
                       basis.data(),
                       own.data(),
                       block.data()};
    switch (instruction_set)
      {
#ifdef __x86_64__
        case InstructionSet::avx512:
          sum_avx512(dim, task);
          break;
        case InstructionSet::avx2:
          sum_avx2(dim, task);
          break;
#endif
        default:
          sum_baseline(dim, task);
      }
    return block.data();
  }
} // namespace rivlin
