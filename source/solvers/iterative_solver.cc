// SPDX-License-Identifier: Apache-2.0
// FGMRES (Saad, SIAM J. Sci. Comput. 1993) with a block triangular
// preconditioner (Benzi, Golub and Liesen, Acta Numerica 2005, section 10;
// May and Moresi, Phys. Earth Planet. Inter. 2008).
#include <rivlin/base/text.h>
#include <rivlin/solvers/displacement_multigrid.h>
#include <rivlin/solvers/linear_solver.h>
#include <rivlin/solvers/pressure_schur.h>

#include <deal.II/base/mpi.h>
#include <deal.II/lac/solver_control.h>
#include <deal.II/lac/solver_gmres.h>

#include <algorithm>
#include <cmath>

namespace rivlin
{
  namespace
  {
    /// Of solutions that are results: the error of a direct solver is about
    /// 1e-12 (condition 1e4 of the scaled matrix times roundoff).
    constexpr double result_tolerance = 1e-10;
    constexpr int basis_size          = 100; ///< of FGMRES, then it restarts

    class IterativeSolver final : public LinearSolver
    {
    public:
      template <int dim>
      IterativeSolver(const LinearSolverOptions &solver_options,
                      const SubassembledMatrix &matrix,
                      const Discretization<dim> &discretization,
                      const Unknowns &unknowns,
                      const std::vector<const Material *> &materials,
                      LinearSolverRecord &solver_record)
        : options(solver_options)
        , record(solver_record)
        , product(*matrix.pattern,
                  unknowns.owned_numbers(),
                  discretization.communicator())
        , is_pressure(find_pressures(discretization, unknowns, product))
        , multigrid(discretization, unknowns, product, is_pressure)
        , scale(product.make_vector())
        , rest(product.make_vector())
        , displacement(product.make_vector())
        , pressure(product.make_vector())
      {
        if (dealii::Utilities::MPI::sum(unknowns.n_lambda(),
                                        discretization.communicator()) > 0)
          schur = std::make_unique<PressureSchur>(
            discretization, unknowns, materials, product, is_pressure);
      }

      Evaluation factorize(const SubassembledMatrix &matrix,
                           const Dominance dominance) override
      {
        values                   = &matrix.values;
        const DofVector diagonal = product.diagonal(*values);
        double smallest          = 1;
        for (int i = 0; i < product.n_owned(); ++i)
          {
            const double entry     = std::abs(diagonal.local_element(i));
            scale.local_element(i) = 1 / std::sqrt(entry);
          }
        if (schur)
          {
            schur->update(*values, diagonal, dominance == Dominance::mass);
            for (std::size_t k = 0; k < schur->pressures().size(); ++k)
              scale.local_element(schur->pressures()[k]) =
                1 / std::sqrt(schur->diagonal_entry(static_cast<int>(k)));
          }
        for (int i = 0; i < product.n_owned(); ++i)
          if (!std::isfinite(scale.local_element(i)))
            smallest = 0;
        if (dealii::Utilities::MPI::min(smallest,
                                        scale.get_mpi_communicator()) == 0)
          return {false,
                  "The diagonal of the matrix has a zero: is a part not "
                  "supported?"};
        try
          {
            multigrid.update(*values, diagonal);
          }
        catch (const std::exception &error)
          {
            return {false,
                    "Trilinos ML could not set up the multigrid cycle: " +
                      std::string(error.what()) + "."};
          }
        return {};
      }

      Evaluation
      solve(const Vector &rhs, Vector &x, const Accuracy accuracy) override
      {
        DofVector b = product.make_vector(), y = product.make_vector();
        for (int i = 0; i < product.n_owned(); ++i)
          b.local_element(i) = rhs[i] * scale.local_element(i);
        x              = Vector::Zero(rhs.size());
        const double s = b.l2_norm();
        if (s == 0)
          return {};
        const double tolerance =
          accuracy == Accuracy::result
            ? std::min(options.tolerance, result_tolerance)
            : options.tolerance;
        dealii::SolverControl control(options.max_iterations, tolerance * s);
        // deal.II looks at the residual from the second vector of a basis on:
        // with one vector it would never stop.
        dealii::SolverFGMRES<DofVector> fgmres(
          control,
          dealii::SolverFGMRES<DofVector>::AdditionalData(
            std::clamp(options.max_iterations, 2, basis_size)));
        bool converged = true;
        try
          {
            fgmres.solve(ScaledMatrix{*this}, y, b, ScaledCycle{*this});
          }
        catch (const dealii::SolverControl::NoConvergence &)
          {
            converged = false;
          }
        record.iterations += control.last_step();
        if (!converged)
          {
            return {false,
                    message("FGMRES stopped after ",
                            control.last_step(),
                            " iterations with the residual ",
                            control.last_value() / s,
                            " relative to the right-hand side (tolerance ",
                            tolerance,
                            ").")};
          }
        for (int i = 0; i < product.n_owned(); ++i)
          x[i] = y.local_element(i) * scale.local_element(i);
        return {};
      }

    private:
      /// D A D with D^-2 the diagonal of (K, S): residuals of forces and of
      /// volumes become comparable, whatever the units and materials.
      struct ScaledMatrix
      {
        IterativeSolver &solver;

        void vmult(DofVector &y, const DofVector &x) const
        {
          solver.rest = x;
          solver.rest.scale(solver.scale);
          solver.product.multiply(*solver.values, solver.rest, y);
          y.scale(solver.scale);
        }
      };

      struct ScaledCycle
      {
        IterativeSolver &solver;

        void vmult(DofVector &y, const DofVector &x) const
        {
          for (unsigned int i = 0; i < x.locally_owned_size(); ++i)
            solver.rest.local_element(i) =
              x.local_element(i) / solver.scale.local_element(i);
          solver.precondition();
          for (unsigned int i = 0; i < x.locally_owned_size(); ++i)
            y.local_element(i) = solver.displacement.local_element(i) /
                                 solver.scale.local_element(i);
        }
      };

      /// (u, p) = [K B^T; 0 -S]^-1 (f, g); (f, g) stands in `rest`, the result
      /// in `displacement`.
      void precondition()
      {
        if (!schur)
          {
            multigrid.solve(rest, displacement);
            return;
          }
        schur->solve(rest, pressure);
        schur->subtract_force(pressure, rest);
        multigrid.solve(rest, displacement);
        for (const unsigned int i : schur->pressures())
          displacement.local_element(i) = pressure.local_element(i);
      }

      LinearSolverOptions options;
      LinearSolverRecord &record;
      SubassembledProduct product;
      std::vector<char> is_pressure; ///< per local unknown
      DisplacementMultigrid multigrid;
      std::unique_ptr<PressureSchur> schur; ///< null without pressures
      const std::vector<double> *values = nullptr;
      DofVector scale, rest, displacement, pressure;
    };
  } // namespace

  template <int dim>
  std::unique_ptr<LinearSolver>
  make_iterative_solver(const LinearSolverOptions &options,
                        const SubassembledMatrix &matrix,
                        const Discretization<dim> &discretization,
                        const Unknowns &unknowns,
                        const std::vector<const Material *> &materials,
                        LinearSolverRecord &record)
  {
    return std::make_unique<IterativeSolver>(
      options, matrix, discretization, unknowns, materials, record);
  }

  template std::unique_ptr<LinearSolver>
  make_iterative_solver(const LinearSolverOptions &,
                        const SubassembledMatrix &,
                        const Discretization<2> &,
                        const Unknowns &,
                        const std::vector<const Material *> &,
                        LinearSolverRecord &);
  template std::unique_ptr<LinearSolver>
  make_iterative_solver(const LinearSolverOptions &,
                        const SubassembledMatrix &,
                        const Discretization<3> &,
                        const Unknowns &,
                        const std::vector<const Material *> &,
                        LinearSolverRecord &);
} // namespace rivlin
