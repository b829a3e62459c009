// SPDX-License-Identifier: Apache-2.0
// Choice of the linear solver, and the retry with the direct one.
#include <rivlin/solvers/linear_solver.h>

#include <rivlin/base/number_text.h>
#include <rivlin/solvers/direct_solver_memory.h>

#include <deal.II/base/mpi.h>

#include <cmath>
#include <fstream>
#include <utility>

namespace rivlin
{
  namespace
  {
    std::string gigabytes(const double bytes)
    {
      return number_text(bytes / 1e9, 3) + " GB";
    }

    class RetryingSolver final : public LinearSolver
    {
    public:
      RetryingSolver(
        std::unique_ptr<LinearSolver> first_solver,
        std::function<std::unique_ptr<LinearSolver>()> direct_maker,
        MPI_Comm mpi_communicator,
        LinearSolverRecord &solver_record)
        : first(std::move(first_solver))
        , make_direct(std::move(direct_maker))
        , communicator(mpi_communicator)
        , record(solver_record)
      {}

      Evaluation factorize(const SubassembledMatrix &new_matrix,
                           const Dominance new_dominance) override
      {
        matrix                   = &new_matrix;
        dominance                = new_dominance;
        uses_direct              = false;
        const Evaluation outcome = first->factorize(new_matrix, new_dominance);
        return outcome.valid ? outcome : fall_back(outcome.reason);
      }

      Evaluation
      solve(const Vector &rhs, Vector &x, const Accuracy accuracy) override
      {
        if (!uses_direct)
          {
            const Evaluation outcome = first->solve(rhs, x, accuracy);
            if (outcome.valid)
              return outcome;
            if (Evaluation failure = fall_back(outcome.reason); !failure.valid)
              return failure;
          }
        return direct->solve(rhs, x, accuracy);
      }

    private:
      /// Factorize the matrix directly.
      Evaluation fall_back(const std::string &reason)
      {
        if (!direct)
          direct = make_direct();
        const double needed = direct->memory_estimate();
        const double free   = available_memory_per_rank(communicator);
        if (needed > free)
          return {false,
                  reason + " The direct solver would need " +
                    gigabytes(needed) + " per rank, " + gigabytes(free) +
                    " are free: use more memory or more machines."};
        if (Evaluation failure = direct->factorize(*matrix, dominance);
            !failure.valid)
          return {false, reason + " Retried directly: " + failure.reason};
        uses_direct = true;
        ++record.retries;
        record.notices.push_back(reason +
                                 " The system was solved directly instead.");
        return {};
      }

      std::unique_ptr<LinearSolver> first, direct;
      std::function<std::unique_ptr<LinearSolver>()> make_direct;
      MPI_Comm communicator;
      LinearSolverRecord &record;
      const SubassembledMatrix *matrix = nullptr;
      Dominance dominance              = Dominance::stiffness;
      bool uses_direct                 = false;
    };

    /// Unknowns in 3D from which on the iterative solver is faster, measured in
    /// doc/theory/linear_solvers.md: 30,000 with Newton's two corrections. The
    /// setup costs 0.4 corrections, a result to ten digits as much more than a
    /// correction as it has more digits than six. The ratio of a factorization
    /// (n^1.73) to an iterative solution (n^1.08) grows with n^0.65.
    double crossing(const Workload &workload)
    {
      const auto work = [](const double corrections, const double results) {
        return 0.4 + corrections + 10. / 6. * results;
      };
      return 30000 *
             std::pow(work(workload.corrections, workload.results) / work(2, 0),
                      1 / 0.65);
    }
  } // namespace

  std::unique_ptr<LinearSolver> make_retrying_solver(
    std::unique_ptr<LinearSolver> first,
    std::function<std::unique_ptr<LinearSolver>()> make_direct,
    MPI_Comm communicator,
    LinearSolverRecord &record)
  {
    return std::make_unique<RetryingSolver>(std::move(first),
                                            std::move(make_direct),
                                            communicator,
                                            record);
  }

  template <int dim>
  std::unique_ptr<LinearSolver>
  make_linear_solver(const LinearSolverOptions &options,
                     const SubassembledMatrix &matrix,
                     const Discretization<dim> &discretization,
                     const Unknowns &unknowns,
                     const std::vector<const Material *> &materials,
                     LinearSolverRecord &record)
  {
    const MPI_Comm communicator = discretization.communicator();
    const auto make_direct = [&, communicator](const LinearSolverKind kind) {
      return make_direct_solver(kind,
                                matrix,
                                unknowns,
                                kind == LinearSolverKind::mumps
                                  ? nested_dissection(discretization, unknowns)
                                  : std::vector<int>(),
                                communicator);
    };
    if (options.kind != LinearSolverKind::iterative)
      return make_direct(options.kind);
    return make_retrying_solver(
      make_iterative_solver(
        options, matrix, discretization, unknowns, materials, record),
      [make_direct] { return make_direct(LinearSolverKind::mumps); },
      communicator,
      record);
  }

  double direct_solver_memory(const int dim, const double n_unknowns)
  {
    return dim == 3 ? 330 * std::pow(n_unknowns, 4. / 3.)
                    : 140 * n_unknowns * std::log2(n_unknowns);
  }

  LinearSolverKind choose_linear_solver(const int dim,
                                        const int n_unknowns,
                                        const Workload &workload,
                                        MPI_Comm communicator)
  {
    // In 2D the direct solver was the faster one at every size measured.
    if (dim == 3 && n_unknowns >= crossing(workload))
      return LinearSolverKind::iterative;
    const double per_rank =
      direct_solver_memory(dim, n_unknowns) /
      dealii::Utilities::MPI::n_mpi_processes(communicator);
    return per_rank > available_memory_per_rank(communicator)
             ? LinearSolverKind::iterative
             : LinearSolverKind::mumps;
  }

  std::string to_string(const LinearSolverKind kind)
  {
    switch (kind)
      {
        case LinearSolverKind::mumps:
          return "MUMPS";
        case LinearSolverKind::klu:
          return "KLU";
        case LinearSolverKind::iterative:
          return "iterative";
        default:
          return "auto";
      }
  }

  double available_memory_per_rank(MPI_Comm communicator)
  {
    double kilobytes = 0;
    std::ifstream file("/proc/meminfo");
    for (std::string line; std::getline(file, line);)
      if (line.rfind("MemAvailable:", 0) == 0)
        kilobytes = std::stod(line.substr(13));
    // A system that does not tell is taken to have enough.
    const double bytes = kilobytes > 0 ? 1024 * kilobytes : 1e300;
    MPI_Comm machine;
    MPI_Comm_split_type(
      communicator, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
    const double share =
      bytes / dealii::Utilities::MPI::n_mpi_processes(machine);
    MPI_Comm_free(&machine);
    return dealii::Utilities::MPI::min(share, communicator);
  }

  template std::unique_ptr<LinearSolver>
  make_linear_solver(const LinearSolverOptions &,
                     const SubassembledMatrix &,
                     const Discretization<2> &,
                     const Unknowns &,
                     const std::vector<const Material *> &,
                     LinearSolverRecord &);
  template std::unique_ptr<LinearSolver>
  make_linear_solver(const LinearSolverOptions &,
                     const SubassembledMatrix &,
                     const Discretization<3> &,
                     const Unknowns &,
                     const std::vector<const Material *> &,
                     LinearSolverRecord &);
} // namespace rivlin
