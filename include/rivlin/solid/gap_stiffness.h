// SPDX-License-Identifier: Apache-2.0
// The stiffness of the contact of some points with a deformed face, between all
// nodes that take part; doc/theory/body_contact.md.
#pragma once

#include <rivlin/solid/contact_law.h>
#include <rivlin/solid/element_kernel.h>
#include <rivlin/solid/face_distance.h>

namespace rivlin
{
  /// The sum of w (phi'' grad g grad g^T - p grad^2 g), see FaceGap, over
  /// points that are made of the same nodes. Rows and columns are node * dim +
  /// component, first of the nodes of the points, then of those of the face.
  class GapStiffness
  {
  public:
    explicit GapStiffness(const FaceShape &shape,
                          InstructionSet instructions = best_instruction_set());

    /// Forget all points; those to come have this number of nodes.
    void begin(int n_nodes_of_points);

    /// `point`: the shape functions of its nodes; `values`: those of the face
    /// at the foot.
    void add(std::span<const double> point,
             const FaceValues &values,
             const FaceGap &gap,
             const ContactResponse &response,
             double weight);

    /// The upper triangle, by rows of length stride(); what stands below the
    /// blocks of the nodes on the diagonal means nothing.
    const double *sum();

    int stride() const
    {
      return row_length;
    }

  private:
    /// Numbers that begin where a register can be loaded at once.
    struct alignas(64) Register
    {
      std::array<double, 8> numbers = {};
    };
    class Rows
    {
    public:
      void resize(const std::size_t n_numbers)
      {
        registers.resize((n_numbers + 7) / 8);
      }
      void clear()
      {
        registers.clear();
      }
      double *data()
      {
        return registers.empty() ? nullptr : registers[0].numbers.data();
      }

    private:
      std::vector<Register> registers;
    };

    template <int dim>
    void add_point(std::span<const double> point,
                   const FaceValues &values,
                   const FaceGap &gap,
                   const ContactResponse &response,
                   double weight);

    int dim;
    int n_face;
    InstructionSet instruction_set;
    int n_point    = 0;
    int row_length = 0;
    int n_points   = 0;
    // Per point; rows are those of the sum.
    std::vector<double> a; ///< of all nodes
    std::vector<double> normal;
    std::vector<double> factors; ///< per node of the face: 2 + dim numbers
    Rows shared;                 ///< dim rows
    Rows basis;                  ///< 2 + dim rows, which factors multiply
    Rows own;                    ///< their sums, per node of the face
    Rows block;
  };
} // namespace rivlin
