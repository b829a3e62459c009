// SPDX-License-Identifier: Apache-2.0
// Products by the kernels of the iterative solver.
#include <rivlin/solvers/matrix_product.h>

#include <rivlin/solvers/kernels/subassembled_product.h>

#include <algorithm>

namespace rivlin
{
  MatrixProduct::MatrixProduct(const SubassembledMatrix &matrix,
                               const Unknowns &unknowns,
                               MPI_Comm communicator)
    : product(std::make_unique<SubassembledProduct>(*matrix.pattern,
                                                    unknowns.owned_numbers(),
                                                    communicator))
  {}

  MatrixProduct::~MatrixProduct() = default;

  void MatrixProduct::multiply(const SubassembledMatrix &matrix,
                               const Vector &x,
                               Vector &y) const
  {
    DofVector in = product->make_vector(), out = product->make_vector();
    std::copy_n(x.data(), x.size(), in.begin());
    product->multiply(matrix.values, in, out);
    y = Eigen::Map<const Vector>(out.begin(), product->n_owned());
  }
} // namespace rivlin
