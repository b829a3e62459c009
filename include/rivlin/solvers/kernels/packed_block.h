// SPDX-License-Identifier: Apache-2.0
// A block of a subassembled matrix in low precision, for preconditioners.
#pragma once

#include <rivlin/solvers/kernels/subassembled_product.h>

#include <vector>

namespace rivlin
{
  /// A product with a large matrix costs what it takes to read the matrix. A
  /// preconditioner is content with low precision and with one block, and a
  /// copy can be in the order in which it is read.
  class PackedBlock
  {
  public:
    enum class Between
    {
      displacements,              ///< K
      displacements_and_pressures ///< B and B^T
    };

    enum class Precision
    {
      half, ///< 11 bits; single where the processor does not have it
      single
    };

    /// `is_pressure`: of each local unknown.
    PackedBlock(const SubassembledProduct &product,
                std::vector<char> is_pressure,
                Between block,
                Precision precision);

    /// Copy the block out of the values of the matrix.
    void update(const std::vector<double> &values);
    /// Copy D A D, where D is diagonal; all local entries have to be set. Half
    /// precision has a small range: A should be of size 1 then.
    void update(const std::vector<double> &values,
                const DistributedVector<float> &D);

    /// y = A x. Ghosts of x are set on the way.
    void multiply(const DistributedVector<float> &x,
                  DistributedVector<float> &y,
                  InstructionSet instructions = best_instruction_set()) const;

    /// Of a local unknown.
    bool is_pressure(const unsigned int i) const
    {
      return pressures[i];
    }

  private:
    /// Whether rows of this unknown have columns of pressures in the block.
    bool wants_pressures(const unsigned int row) const
    {
      return !has_triangles && !pressures[row];
    }
    template <typename Scale>
    void pack(const std::vector<double> &values, const Scale &scale);

    const SubassembledProduct *product;
    std::vector<char> pressures;
    RowGroups row_groups;
    std::vector<int>
      first_row;        ///< of each group, among the rows of the product
    bool has_triangles; ///< of the groups' own rows
    Precision precision;
    std::vector<float> packed;              ///< in single precision
    std::vector<std::uint16_t> packed_half; ///< or in half
  };
} // namespace rivlin
