// SPDX-License-Identifier: Apache-2.0
// MUMPS (LDL^T) and Amesos KLU behind one interface.
#include <rivlin/solvers/factor_solver.h>
#include <rivlin/solvers/linear_solver.h>

#include <rivlin/base/number_text.h>

#include <deal.II/base/index_set.h>
#include <deal.II/base/mpi.h>
#include <deal.II/lac/dynamic_sparsity_pattern.h>
#include <deal.II/lac/trilinos_solver.h>
#include <deal.II/lac/trilinos_sparse_matrix.h>
#include <deal.II/lac/trilinos_vector.h>

#include <dmumps_c.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace rivlin
{
  namespace
  {
    /// Entries of MUMPS' control arrays are named by their Fortran index.
    template <typename Number>
    Number &entry(Number *array, const int fortran_index)
    {
      return array[fortran_index - 1];
    }

    /// Operations of a factorization that take as long as one entry of the
    /// factors in a solution, which waits for the memory
    /// (doc/theory/linear_solvers.md).
    constexpr double operations_per_entry = 50;

    class Mumps final : public LinearSolver, public FactorSolver
    {
    public:
      Mumps(const SubassembledMatrix &matrix,
            const Unknowns &unknowns,
            const std::vector<int> &pivot_order,
            MPI_Comm mpi_communicator)
        : pattern(matrix.pattern)
        , ordering(pivot_order)
        , mumps(new DMUMPS_STRUC_C{})
        , communicator(mpi_communicator)
        , rank(dealii::Utilities::MPI::this_mpi_process(communicator))
        , counts(dealii::Utilities::MPI::all_gather(communicator,
                                                    unknowns.n_owned()))
      {
        int offset = 0;
        for (const int n : counts)
          {
            offsets.push_back(offset);
            offset += n;
          }
        mumps->comm_fortran = MPI_Comm_c2f(communicator);
        mumps->par          = 1;
        mumps->sym          = 2; // general symmetric: LDL^T with 2x2 pivots
        call(-1);
        for (const int output : {1, 2, 3, 4})
          entry(mumps->icntl, output) = output == 4 ? 0 : -1;
        entry(mumps->icntl, 18) = 3; // matrix distributed, duplicates are added
        entry(mumps->icntl, 28) = 1; // sequential analysis with ...
        entry(mumps->icntl, 7)  = 1; // ... the ordering given in perm_in
        entry(mumps->icntl, 14) = 20; // percent of memory in reserve
        entry(mumps->icntl, 24) = 1;  // find zero pivots instead of dividing
        mumps->n                = unknowns.n_global();
        mumps->nnz_loc          = static_cast<MUMPS_INT8>(pattern->row.size());
        // MUMPS' interface is not const-correct; it only reads these.
        mumps->irn_loc = const_cast<int *>(pattern->row.data());
        mumps->jcn_loc = const_cast<int *>(pattern->column.data());
        if (rank == 0)
          {
            for (int &position : ordering)
              ++position;
            mumps->perm_in = ordering.data();
          }
        call(1);
        analysis = outcome("analysis");
      }

      ~Mumps() override
      {
        call(-2);
      }
      Mumps(const Mumps &)            = delete;
      Mumps &operator=(const Mumps &) = delete;

      Evaluation factorize(const SubassembledMatrix &matrix,
                           const Dominance) override
      {
        if (!analysis.valid)
          return analysis;
        mumps->a_loc = const_cast<double *>(matrix.values.data());
        call(2);
        // -8, -9: the estimate of the analysis was too small; give more.
        for (int i = 0; i < 4 && (entry(mumps->infog, 1) == -9 ||
                                  entry(mumps->infog, 1) == -8);
             ++i)
          {
            entry(mumps->icntl, 14) *= 2;
            call(2);
          }
        if (Evaluation failure = outcome("factorization"); !failure.valid)
          return failure;
        if (const int n = entry(mumps->infog, 28); n > 0)
          return {false,
                  "The matrix is singular: " + number_text(n) +
                    " zero pivots among " + number_text(mumps->n) +
                    " unknowns. Is a rigid body motion left free, or a part "
                    "not supported?"};
        return {};
      }

      Evaluation solve(const Vector &rhs, Vector &x, const Accuracy) override
      {
        std::vector<Vector> solutions;
        Evaluation evaluation = solve_all({rhs}, solutions);
        x                     = std::move(solutions[0]);
        return evaluation;
      }

      Evaluation solve_all(const std::vector<Vector> &rhs,
                           std::vector<Vector> &x) override
      {
        const int n_rhs = static_cast<int>(rhs.size());
        Matrix all(rank == 0 ? mumps->n : 0, n_rhs);
        for (int j = 0; j < n_rhs; ++j)
          MPI_Gatherv(rhs[j].data(),
                      static_cast<int>(rhs[j].size()),
                      MPI_DOUBLE,
                      all.col(j).data(),
                      counts.data(),
                      offsets.data(),
                      MPI_DOUBLE,
                      0,
                      communicator);
        mumps->nrhs = n_rhs;
        mumps->lrhs = mumps->n;
        mumps->rhs  = all.data();
        call(3);
        mumps->rhs = nullptr;
        x.resize(rhs.size());
        if (Evaluation failure = outcome("solution"); !failure.valid)
          return failure;
        for (int j = 0; j < n_rhs; ++j)
          {
            x[j].resize(rhs[j].size());
            MPI_Scatterv(all.col(j).data(),
                         counts.data(),
                         offsets.data(),
                         MPI_DOUBLE,
                         x[j].data(),
                         static_cast<int>(x[j].size()),
                         MPI_DOUBLE,
                         0,
                         communicator);
          }
        return {};
      }

      double factorization_cost() const override
      {
        if (!analysis.valid)
          return 0;
        // RINFOG(1): operations of the factorization; INFOG(20): entries of
        // the factors, which each solution reads twice, negative in millions.
        const double operations = entry(mumps->rinfog, 1);
        double entries          = entry(mumps->infog, 20);
        if (entries < 0)
          entries *= -1e6;
        return operations / (operations_per_entry * entries);
      }

      double memory_estimate() const override
      {
        // INFOG(16): megabytes on the most loaded rank.
        return analysis.valid ? 1e6 * entry(mumps->infog, 16) : 0;
      }

    private:
      void call(const int job) const
      {
        mumps->job = job;
        dmumps_c(mumps.get());
      }

      Evaluation outcome(const std::string &phase) const
      {
        const int code = entry(mumps->infog, 1);
        if (code >= 0)
          return {};
        std::string meaning;
        if (code == -10 || code == -6)
          meaning = "the matrix is singular; is a rigid body motion left free?";
        else if (code == -13 || code == -19 || code == -9 || code == -8)
          meaning = "memory does not suffice; refine less or use more ranks.";
        else
          meaning = "see the MUMPS users' guide for this code.";
        return {false,
                "MUMPS failed in the " + phase + " with code " +
                  number_text(code) + " (" +
                  number_text(entry(mumps->infog, 2)) + "): " + meaning};
      }

      std::shared_ptr<const TripletPattern> pattern;
      std::vector<int> ordering;
      std::unique_ptr<DMUMPS_STRUC_C> mumps;
      MPI_Comm communicator;
      int rank;
      std::vector<int> counts;
      std::vector<int> offsets;
      Evaluation analysis;
    };

    class Klu final : public LinearSolver
    {
    public:
      Klu(const SubassembledMatrix &matrix,
          const Unknowns &unknowns,
          MPI_Comm communicator)
        : owned(unknowns.n_global())
        , solver(std::make_unique<dealii::TrilinosWrappers::SolverDirect>(
            control,
            dealii::TrilinosWrappers::SolverDirect::AdditionalData(
              false, "Amesos_Klu")))
      {
        owned.add_range(unknowns.first(),
                        unknowns.first() + unknowns.n_owned());
        dealii::DynamicSparsityPattern sparsity(unknowns.n_global());
        for (std::size_t k = 0; k < matrix.pattern->row.size(); ++k)
          {
            const int i = matrix.pattern->row[k] - 1;
            const int j = matrix.pattern->column[k] - 1;
            sparsity.add(i, j);
            sparsity.add(j, i);
          }
        full_matrix.reinit(owned, sparsity, communicator, true);
        rhs_vector.reinit(owned, communicator);
        solution_vector.reinit(owned, communicator);
      }

      Evaluation factorize(const SubassembledMatrix &matrix,
                           const Dominance) override
      {
        full_matrix = 0;
        for (std::size_t k = 0; k < matrix.values.size(); ++k)
          {
            const int i = matrix.pattern->row[k] - 1;
            const int j = matrix.pattern->column[k] - 1;
            full_matrix.add(i, j, matrix.values[k]);
            if (i != j)
              full_matrix.add(j, i, matrix.values[k]);
          }
        full_matrix.compress(dealii::VectorOperation::add);
        try
          {
            solver->initialize(full_matrix);
          }
        catch (const std::exception &)
          {
            return {false,
                    "KLU could not factorize the matrix of " +
                      number_text(owned.size()) +
                      " unknowns: singular, or out of memory. Is a rigid body "
                      "motion left free?"};
          }
        return {};
      }

      Evaluation solve(const Vector &rhs, Vector &x, const Accuracy) override
      {
        dealii::TrilinosWrappers::MPI::Vector b(rhs_vector), y(solution_vector);
        for (Eigen::Index i = 0; i < rhs.size(); ++i)
          b[owned.nth_index_in_set(i)] = rhs[i];
        b.compress(dealii::VectorOperation::insert);
        solver->solve(y, b);
        x.resize(rhs.size());
        for (Eigen::Index i = 0; i < rhs.size(); ++i)
          x[i] = y[owned.nth_index_in_set(i)];
        if (const double norm = y.l2_norm(); !std::isfinite(norm))
          return {false,
                  "KLU returned a solution that is not finite: the matrix is "
                  "singular. Is a rigid body motion left free?"};
        return {};
      }

    private:
      dealii::IndexSet owned;
      dealii::SolverControl control;
      dealii::TrilinosWrappers::SparseMatrix full_matrix;
      dealii::TrilinosWrappers::MPI::Vector rhs_vector;
      dealii::TrilinosWrappers::MPI::Vector solution_vector;
      std::unique_ptr<dealii::TrilinosWrappers::SolverDirect> solver;
    };
  } // namespace

  std::unique_ptr<LinearSolver>
  make_direct_solver(const LinearSolverKind kind,
                     const SubassembledMatrix &matrix,
                     const Unknowns &unknowns,
                     const std::vector<int> &ordering,
                     MPI_Comm communicator)
  {
    if (kind == LinearSolverKind::klu)
      return std::make_unique<Klu>(matrix, unknowns, communicator);
    return std::make_unique<Mumps>(matrix, unknowns, ordering, communicator);
  }
} // namespace rivlin
