// SPDX-License-Identifier: Apache-2.0
// A V-cycle of nodes, vertices and Trilinos ML with exchangeable smoothers.
#include "solver_contenders.h"

#include <rivlin/base/error.h>

#include <deal.II/base/subscriptor.h>
#include <deal.II/lac/diagonal_matrix.h>
#include <deal.II/lac/dynamic_sparsity_pattern.h>
#include <deal.II/lac/precondition.h>

#include <Teuchos_ParameterList.hpp>

#include <cmath>

namespace rivlin
{
  namespace
  {
    using TrilinosMatrix = dealii::TrilinosWrappers::SparseMatrix;
    using Precision      = PackedBlock::Precision;

    constexpr int degree          = 3;
    constexpr double node_range   = 15;
    constexpr double vertex_range = 20;
    constexpr int lanczos_steps   = 12;
    /// deal.II multiplies the largest Ritz value by 1.2, Rivlin by 1.05.
    constexpr double less_safety = 1.05 / 1.2;

    /// deal.II's smoother on the interval of Rivlin's.
    template <typename Matrix, typename Vector>
    class DealiiChebyshev
    {
    public:
      void update(const Matrix &matrix, const Vector &inverse_diagonal)
      {
        using Method = dealii::
          PreconditionChebyshev<Matrix, Vector, dealii::DiagonalMatrix<Vector>>;
        typename Method::AdditionalData data(degree, node_range, lanczos_steps);
        data.preconditioner =
          std::make_shared<dealii::DiagonalMatrix<Vector>>(inverse_diagonal);
        method.initialize(matrix, data);
        data.max_eigenvalue =
          less_safety *
          method.estimate_eigenvalues(inverse_diagonal).max_eigenvalue_estimate;
        data.eig_cg_n_iterations = 0;
        method.initialize(matrix, data);
      }
      void smooth(const Vector &b, const bool from_zero, Vector &x) const
      {
        if (from_zero)
          method.vmult(x, b);
        else
          method.step(x, b);
      }

    private:
      dealii::
        PreconditionChebyshev<Matrix, Vector, dealii::DiagonalMatrix<Vector>>
          method;
    };

    /// How the products of a smoother are made.
    struct Kind
    {
      Precision precision         = Precision::half;
      InstructionSet instructions = best_instruction_set();
    };

    /// D^-1/2 K D^-1/2, D the diagonal of K.
    class ScaledBlock : public dealii::Subscriptor
    {
    public:
      ScaledBlock(const LinearSystem &system, const Kind &kind)
        : block(system.product,
                system.is_pressure,
                PackedBlock::Between::displacements,
                kind.precision)
        , instructions(kind.instructions)
        , n(system.product.n_owned())
      {}
      void vmult(DistributedVector<float> &y,
                 const DistributedVector<float> &x) const
      {
        block.multiply(x, y, instructions);
      }
      dealii::types::global_dof_index m() const
      {
        return n;
      }
      float el(unsigned int, unsigned int) const
      {
        return 1;
      }
      PackedBlock block;

    private:
      InstructionSet instructions;
      int n;
    };

    /// ChebyshevSmoother with products of any kind.
    class PackedNodes
    {
    public:
      PackedNodes(const LinearSystem &linear_system, const Kind &kind)
        : system(linear_system)
        , matrix(system, kind)
        , root(system.product.make_vector<float>())
        , inverse_root(root)
        , ones(root)
        , f(root)
        , u(root)
        , r(root)
      {}
      void fill()
      {}
      void update()
      {
        for (int i = 0; i < system.product.n_owned(); ++i)
          if (!system.is_pressure[i])
            {
              const double entry =
                std::sqrt(std::abs(system.diagonal.local_element(i)));
              root.local_element(i)         = static_cast<float>(entry);
              inverse_root.local_element(i) = static_cast<float>(1 / entry);
              ones.local_element(i)         = 1;
            }
        matrix.block.update(system.matrix.values, inverse_root);
        smoother.update(matrix, ones);
      }
      void smooth(const DofVector &b, const bool from_zero, DofVector &x)
      {
        const int n = system.product.n_owned();
        for (int i = 0; i < n; ++i)
          f.local_element(i) = static_cast<float>(b.local_element(i)) *
                               inverse_root.local_element(i);
        if (!from_zero)
          for (int i = 0; i < n; ++i)
            u.local_element(i) =
              static_cast<float>(x.local_element(i)) * root.local_element(i);
        smoother.smooth(f, from_zero, u);
        for (int i = 0; i < n; ++i)
          x.local_element(i) =
            u.local_element(i) * inverse_root.local_element(i);
      }
      const DistributedVector<float> &residual(const DofVector &,
                                               const DofVector &)
      {
        matrix.vmult(r, u);
        for (int i = 0; i < system.product.n_owned(); ++i)
          r.local_element(i) =
            (f.local_element(i) - r.local_element(i)) * root.local_element(i);
        return r;
      }

    private:
      const LinearSystem &system;
      ScaledBlock matrix;
      DistributedVector<float> root, inverse_root, ones, f, u, r;
      DealiiChebyshev<ScaledBlock, DistributedVector<float>> smoother;
    };

    /// deal.II's smoother with products of Epetra.
    class TrilinosNodes
    {
    public:
      explicit TrilinosNodes(const LinearSystem &linear_system)
        : system(linear_system)
        , inverse_diagonal(system.product.make_vector())
        , r(inverse_diagonal)
      {
        make_trilinos_matrix(system, true, matrix);
      }
      void fill()
      {
        fill_trilinos_matrix(system, true, matrix);
      }
      void update()
      {
        for (int i = 0; i < system.product.n_owned(); ++i)
          inverse_diagonal.local_element(i) =
            system.is_pressure[i] ? 0. : 1 / system.diagonal.local_element(i);
        smoother.update(matrix, inverse_diagonal);
      }
      void smooth(const DofVector &b, const bool from_zero, DofVector &x)
      {
        smoother.smooth(b, from_zero, x);
      }
      const DofVector &residual(const DofVector &b, const DofVector &x)
      {
        matrix.vmult(r, x);
        r.sadd(-1, 1, b);
        return r;
      }

    private:
      const LinearSystem &system;
      TrilinosMatrix matrix;
      DofVector inverse_diagonal, r;
      DealiiChebyshev<TrilinosMatrix, DofVector> smoother;
    };

    /// DisplacementMultigrid with another smoother on the nodes.
    template <typename Nodes>
    class Cycle
    {
    public:
      template <typename... Arguments>
      explicit Cycle(const LinearSystem &linear_system,
                     const Arguments... arguments)
        : system(linear_system)
        , nodes(system, arguments...)
        , vertices(system.discretization, system.unknowns, system.product)
        , right_hand_side(system.product.make_vector())
        , coarse_residual(vertices.make_vector())
        , coarse_solution(vertices.make_vector())
      {
        vertices.make_matrix(coarse_matrix);
      }
      void fill()
      {
        nodes.fill();
      }
      void set_up()
      {
        nodes.update();
        vertices.galerkin(system.matrix.values, coarse_matrix);
        std::vector<double> near_null_space;
        for (const std::vector<double> &mode : vertices.rigid_modes())
          near_null_space.insert(near_null_space.end(),
                                 mode.begin(),
                                 mode.end());
        Teuchos::ParameterList list;
        list.set("PDE equations", vertices.n_components());
        list.set("null space: type", "pre-computed");
        list.set("null space: dimension",
                 static_cast<int>(vertices.rigid_modes().size()));
        list.set("null space: vectors", near_null_space.data());
        list.set("aggregation: type", "Uncoupled");
        list.set("aggregation: threshold", 0.003);
        list.set("smoother: type", "Chebyshev");
        list.set("smoother: sweeps", 2);
        list.set("smoother: sweeps (level 0)", degree);
        list.set("smoother: Chebyshev alpha", vertex_range);
        list.set("coarse: type", "Amesos-KLU");
        list.set("prec type", "MGV");
        list.set("cycle applications", 1);
        list.set("initialize random seed", true);
        list.set("ML output", 0);
        coarse_cycle.initialize(coarse_matrix, list);
      }
      void solve(const DofVector &b, DofVector &x)
      {
        const double size = b.linfty_norm();
        for (int i = 0; i < system.product.n_owned(); ++i)
          right_hand_side.local_element(i) =
            system.is_pressure[i] ? 0. : b.local_element(i) / size;
        nodes.smooth(right_hand_side, true, x);
        vertices.restrict_residual(nodes.residual(right_hand_side, x),
                                   coarse_residual);
        coarse_cycle.vmult(coarse_solution, coarse_residual);
        vertices.add_prolongation(coarse_solution, x);
        nodes.smooth(right_hand_side, false, x);
        x *= size;
      }

    private:
      const LinearSystem &system;
      Nodes nodes;
      VertexSpace vertices;
      TrilinosMatrix coarse_matrix;
      dealii::TrilinosWrappers::PreconditionAMG coarse_cycle;
      DofVector right_hand_side, coarse_residual, coarse_solution;
    };

    class Rivlin final : public Contender
    {
    public:
      explicit Rivlin(const LinearSystem &linear_system)
        : system(linear_system)
        , multigrid(system.discretization,
                    system.unknowns,
                    system.product,
                    system.is_pressure)
      {}
      void set_up() override
      {
        multigrid.update(system.matrix.values, system.diagonal);
      }
      void multiply(const DofVector &x, DofVector &y) override
      {
        system.product.multiply(system.matrix.values, x, y);
      }
      void cycle(const DofVector &b, DofVector &result) override
      {
        multigrid.solve(b, result);
      }

    private:
      const LinearSystem &system;
      DisplacementMultigrid multigrid;
    };

    template <typename Nodes>
    class Variant final : public Contender
    {
    public:
      template <typename... Arguments>
      explicit Variant(const bool trilinos_product,
                       const LinearSystem &linear_system,
                       const Arguments... arguments)
        : system(linear_system)
        , with_trilinos(trilinos_product)
        , multigrid(system, arguments...)
      {
        if (with_trilinos)
          make_trilinos_matrix(system, false, matrix);
      }
      void fill() override
      {
        multigrid.fill();
        if (with_trilinos)
          fill_trilinos_matrix(system, false, matrix);
      }
      void set_up() override
      {
        multigrid.set_up();
      }
      void multiply(const DofVector &x, DofVector &y) override
      {
        if (with_trilinos)
          matrix.vmult(y, x);
        else
          system.product.multiply(system.matrix.values, x, y);
      }
      void cycle(const DofVector &b, DofVector &result) override
      {
        multigrid.solve(b, result);
      }

    private:
      const LinearSystem &system;
      bool with_trilinos;
      TrilinosMatrix matrix;
      Cycle<Nodes> multigrid;
    };
  } // namespace

  std::vector<std::string> contender_names()
  {
    std::vector<std::string> names = {"Rivlin", "single precision"};
    if (is_supported(InstructionSet::avx2))
      names.push_back("AVX2");
    names.insert(names.end(), {"plain", "Epetra in FGMRES", "Epetra"});
    return names;
  }

  std::unique_ptr<Contender> make_contender(const std::string &name,
                                            const LinearSystem &system)
  {
    const Kind best;
    if (name == "Rivlin")
      return std::make_unique<Rivlin>(system);
    if (name == "single precision")
      return std::make_unique<Variant<PackedNodes>>(
        false, system, Kind{Precision::single, best.instructions});
    if (name == "AVX2")
      return std::make_unique<Variant<PackedNodes>>(
        false, system, Kind{Precision::half, InstructionSet::avx2});
    if (name == "plain")
      return std::make_unique<Variant<PackedNodes>>(
        false, system, Kind{Precision::single, InstructionSet::baseline});
    if (name == "Epetra in FGMRES")
      return std::make_unique<Variant<PackedNodes>>(true, system, best);
    if (name == "Epetra")
      return std::make_unique<Variant<TrilinosNodes>>(true, system);
    throw Error("There is no contender \"" + name + "\".");
  }

  void make_trilinos_matrix(const LinearSystem &system,
                            const bool displacements_only,
                            TrilinosMatrix &matrix)
  {
    const TripletPattern &pattern = *system.matrix.pattern;
    dealii::DynamicSparsityPattern sparsity(system.product.n_owned());
    for (std::size_t k = 0; k < pattern.row.size(); ++k)
      {
        const int i = pattern.row[k] - 1, j = pattern.column[k] - 1;
        if (i == j || !displacements_only ||
            (!system.is_pressure[i] && !system.is_pressure[j]))
          {
            sparsity.add(i, j);
            sparsity.add(j, i);
          }
      }
    matrix.reinit(system.unknowns.owned_numbers(),
                  sparsity,
                  system.discretization.communicator(),
                  true);
  }

  void fill_trilinos_matrix(const LinearSystem &system,
                            const bool displacements_only,
                            TrilinosMatrix &matrix)
  {
    matrix                        = 0;
    const TripletPattern &pattern = *system.matrix.pattern;
    for (std::size_t k = 0; k < pattern.row.size(); ++k)
      {
        const int i = pattern.row[k] - 1, j = pattern.column[k] - 1;
        double value = system.matrix.values[k];
        if (displacements_only && system.is_pressure[i] &&
            system.is_pressure[j])
          {
            if (i != j)
              continue;
            value = 1;
          }
        else if (displacements_only &&
                 system.is_pressure[i] != system.is_pressure[j])
          continue;
        matrix.add(i, j, value);
        if (i != j)
          matrix.add(j, i, value);
      }
    matrix.compress(dealii::VectorOperation::add);
  }
} // namespace rivlin
