// SPDX-License-Identifier: Apache-2.0
// Products of a subassembled matrix with plain vectors.
#pragma once

#include <rivlin/solvers/subassembled_matrix.h>
#include <rivlin/spaces/unknowns.h>

#include <memory>
#include <mpi.h>

namespace rivlin
{
  class SubassembledProduct;

  class MatrixProduct
  {
  public:
    /// For all matrices with the pattern of this one.
    MatrixProduct(const SubassembledMatrix &matrix,
                  const Unknowns &unknowns,
                  MPI_Comm communicator);
    ~MatrixProduct();

    /// y = A x over the owned unknowns, in the order of the linear system.
    void multiply(const SubassembledMatrix &matrix,
                  const Vector &x,
                  Vector &y) const;

  private:
    std::unique_ptr<SubassembledProduct> product;
  };
} // namespace rivlin
