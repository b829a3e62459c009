// SPDX-License-Identifier: Apache-2.0
// Shape functions of faces: Lagrange polynomials and their powers.
#include <rivlin/solid/face_distance.h>

namespace rivlin
{
  FaceShape::FaceShape(const int dim, std::vector<double> one_dimensional)
    : space_dim(dim)
    , points(std::move(one_dimensional))
  {
    const std::size_t n = points.size();
    coefficients.resize(n * n);
    for (std::size_t a = 0; a < n; ++a)
      {
        double denominator = 1;
        std::vector<double> product(n, 0.); // of the factors xi - points_m
        product[0] = 1;
        for (std::size_t m = 0; m < n; ++m)
          if (m != a)
            {
              denominator *= points[a] - points[m];
              for (std::size_t i = n - 1; i > 0; --i)
                product[i] = product[i - 1] + (0.5 - points[m]) * product[i];
              product[0] *= 0.5 - points[m];
            }
        factors.push_back(1 / denominator);
        for (std::size_t i = 0; i < n; ++i)
          coefficients[i * n + a] = product[i] / denominator;
      }
    for (std::size_t b = 0; b < (dim == 3 ? n : 1); ++b)
      for (std::size_t a = 0; a < n; ++a)
        places.push_back({points[a], dim == 3 ? points[b] : 0.});
  }

  std::vector<int> FaceShape::side_nodes(const int side) const
  {
    const double at = side % 2;
    std::vector<int> nodes;
    for (int a = 0; a < n_nodes(); ++a)
      if (places[a][side / 2] == at)
        nodes.push_back(a);
    return nodes;
  }

  void FaceShape::evaluate(const std::array<double, 2> &xi,
                           FaceValues &values) const
  {
    const int n = static_cast<int>(points.size());
    // Products of the factors but one and but two give the derivatives.
    std::array<std::array<double, 5>, 2> L, dL, ddL;
    for (int k = 0; k < n_parameters(); ++k)
      for (int a = 0; a < n; ++a)
        {
          double product = 1, first = 0, second = 0;
          for (int m = 0; m < n; ++m)
            if (m != a)
              {
                const double factor = xi[k] - points[m];
                second              = second * factor + 2 * first;
                first               = first * factor + product;
                product *= factor;
              }
          L[k][a]   = product * factors[a];
          dL[k][a]  = first * factors[a];
          ddL[k][a] = second * factors[a];
        }
    if (n_parameters() == 1)
      for (int a = 0; a < n; ++a)
        {
          values.value[a]     = L[0][a];
          values.first[0][a]  = dL[0][a];
          values.second[0][a] = ddL[0][a];
        }
    else
      for (int b = 0, k = 0; b < n; ++b)
        for (int a = 0; a < n; ++a, ++k)
          {
            values.value[k]     = L[0][a] * L[1][b];
            values.first[0][k]  = dL[0][a] * L[1][b];
            values.first[1][k]  = L[0][a] * dL[1][b];
            values.second[0][k] = ddL[0][a] * L[1][b];
            values.second[1][k] = L[0][a] * ddL[1][b];
            values.second[2][k] = dL[0][a] * dL[1][b];
          }
  }

  void FaceShape::find_powers(const std::span<const Vector3> nodes,
                              const std::span<Vector3> powers) const
  {
    const int n       = n_per_direction();
    const int n_lines = n_nodes() / n;
    std::array<Vector3, FaceValues::most_nodes> lines;
    for (int b = 0; b < n_lines; ++b)
      for (int i = 0; i < n; ++i)
        {
          lines[b * n + i] = coefficients[i * n] * nodes[b * n];
          for (int a = 1; a < n; ++a)
            lines[b * n + i] += coefficients[i * n + a] * nodes[b * n + a];
        }
    for (int j = 0; j < n_lines; ++j)
      for (int i = 0; i < n; ++i)
        if (n_lines == 1)
          powers[i] = lines[i];
        else
          {
            powers[j * n + i] = coefficients[j * n] * lines[i];
            for (int b = 1; b < n; ++b)
              powers[j * n + i] += coefficients[j * n + b] * lines[b * n + i];
          }
  }
} // namespace rivlin
