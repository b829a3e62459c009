// SPDX-License-Identifier: Apache-2.0
// CPU seconds of the iterative solution with Rivlin's smoothers and products
// and with those of deal.II and Trilinos, and of single products. Contenders
// take turns in one process, so that all of them meet the same neighbours.
#include "deformed_problem.h"
#include "solver_contenders.h"

#include <rivlin/base/timer.h>
#include <rivlin/cases/case_model.h>
#include <rivlin/fe/cell_evaluator.h>
#include <rivlin/solvers/pressure_schur.h>

#include <deal.II/lac/dynamic_sparsity_pattern.h>
#include <deal.II/lac/solver_gmres.h>
#include <deal.II/lac/sparse_matrix.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <functional>
#include <iostream>

namespace
{
  using namespace rivlin;
  using Json      = nlohmann::ordered_json;
  using Precision = PackedBlock::Precision;

  struct Options
  {
    std::string case_file;
    std::vector<std::string> overrides;
    std::vector<std::string> contenders; ///< empty: all
    int repetitions = 5;
    std::string output; ///< JSON; empty: standard output
  };

  Options parse(const std::vector<std::string> &words)
  {
    Options options;
    for (std::size_t i = 0; i < words.size(); ++i)
      {
        const auto value = [&] {
          if (i + 1 == words.size())
            throw Error("The option " + words[i] + " needs a value.");
          return words[++i];
        };
        if (words[i] == "--set")
          options.overrides.push_back(value());
        else if (words[i] == "--contender")
          options.contenders.push_back(value());
        else if (words[i] == "--repetitions")
          options.repetitions = std::stoi(value());
        else if (words[i] == "--output")
          options.output = value();
        else if (options.case_file.empty() && words[i].rfind("--", 0) != 0)
          options.case_file = words[i];
        else
          throw Error("Unknown argument \"" + words[i] + "\".");
      }
    if (options.contenders.empty())
      options.contenders = contender_names();
    if (options.case_file.empty() || options.repetitions < 1)
      throw Error(
        "smoother_speed CASE.prm [--set S/K=value]... "
        "[--contender NAME]... [--repetitions N] [--output FILE]");
    return options;
  }

  /// The tangent of a state.
  LinearSystem make_system(const FEModel<3> &model, const State &state)
  {
    const auto &space = model.discretization();
    const AssemblyMap map(space, model.unknowns());
    SubassembledMatrix matrix = map.make_matrix();
    CellEvaluator<3> evaluate_cell(model);
    const DofVector dofs = model.all_dofs(state);
    for (int c = 0; c < space.n_cells(); ++c)
      map.add(c, evaluate_cell(c, dofs, Need::residual_and_tangent), matrix);
    const SubassembledProduct product(*matrix.pattern,
                                      model.unknowns().owned_numbers(),
                                      space.communicator());
    return {space,
            model.unknowns(),
            matrix,
            product,
            find_pressures(space, model.unknowns(), product),
            product.diagonal(matrix.values)};
  }

  /// FGMRES with the preconditioner of the library (iterative_solver.cc) around
  /// a contender.
  class OuterSolver
  {
  public:
    OuterSolver(const LinearSystem &system,
                PressureSchur &pressure_schur,
                Contender &solver)
      : contender(solver)
      , schur(pressure_schur)
      , scale(system.product.make_vector())
      , rest(scale)
      , displacement(scale)
      , pressure(scale)
    {
      for (int i = 0; i < system.product.n_owned(); ++i)
        scale.local_element(i) =
          1 / std::sqrt(std::abs(system.diagonal.local_element(i)));
      for (std::size_t k = 0; k < schur.pressures().size(); ++k)
        scale.local_element(schur.pressures()[k]) =
          1 / std::sqrt(schur.diagonal_entry(static_cast<int>(k)));
    }

    /// Returns the number of iterations.
    int solve(const Vector &rhs, Vector &x)
    {
      DofVector b(scale), y(scale);
      y = 0.;
      for (Eigen::Index i = 0; i < rhs.size(); ++i)
        b.local_element(i) = rhs[i] * scale.local_element(i);
      dealii::SolverControl control(300, 1e-6 * b.l2_norm());
      dealii::SolverFGMRES<DofVector> fgmres(
        control, dealii::SolverFGMRES<DofVector>::AdditionalData(100));
      fgmres.solve(Product{*this}, y, b, Preconditioner{*this});
      x.resize(rhs.size());
      for (Eigen::Index i = 0; i < rhs.size(); ++i)
        x[i] = y.local_element(i) * scale.local_element(i);
      return static_cast<int>(control.last_step());
    }

  private:
    struct Product
    {
      OuterSolver &solver;
      void vmult(DofVector &y, const DofVector &x) const
      {
        solver.rest = x;
        solver.rest.scale(solver.scale);
        solver.contender.multiply(solver.rest, y);
        y.scale(solver.scale);
      }
    };
    struct Preconditioner
    {
      OuterSolver &solver;
      void vmult(DofVector &y, const DofVector &x) const
      {
        for (unsigned int i = 0; i < x.locally_owned_size(); ++i)
          solver.rest.local_element(i) =
            x.local_element(i) / solver.scale.local_element(i);
        solver.schur.solve(solver.rest, solver.pressure);
        solver.schur.subtract_force(solver.pressure, solver.rest);
        solver.contender.cycle(solver.rest, solver.displacement);
        for (const unsigned int i : solver.schur.pressures())
          solver.displacement.local_element(i) =
            solver.pressure.local_element(i);
        for (unsigned int i = 0; i < x.locally_owned_size(); ++i)
          y.local_element(i) = solver.displacement.local_element(i) /
                               solver.scale.local_element(i);
      }
    };

    Contender &contender;
    PressureSchur &schur;
    DofVector scale, rest, displacement, pressure;
  };

  double median(std::vector<double> values)
  {
    std::sort(values.begin(), values.end());
    const std::size_t n = values.size();
    return (values[(n - 1) / 2] + values[n / 2]) / 2;
  }

  /// Seconds by repetition: the smallest, and the median of the ratios to
  /// those of the yardstick in the same repetition.
  Json summary(const std::vector<double> &seconds,
               const std::vector<double> &yardstick)
  {
    std::vector<double> ratios;
    for (std::size_t r = 0; r < seconds.size(); ++r)
      ratios.push_back(seconds[r] / yardstick[r]);
    return {{"smallest [CPU s]",
             *std::min_element(seconds.begin(), seconds.end())},
            {"median [CPU s]", median(seconds)},
            {"median of ratios", median(ratios)}};
  }

  template <typename Action>
  double cpu_seconds(const Action &action)
  {
    const StopWatch watch;
    action();
    return watch.elapsed().cpu;
  }

  Json measure_solutions(const LinearSystem &system,
                         PressureSchur &schur,
                         const Vector &rhs,
                         const std::vector<std::string> &names,
                         const int repetitions)
  {
    struct Run
    {
      std::unique_ptr<Contender> contender;
      std::unique_ptr<OuterSolver> solver;
      std::vector<double> fill, set_up, solve, iteration;
      int iterations = 0;
    };
    std::vector<Run> runs;
    for (const std::string &name : names)
      {
        runs.emplace_back().contender = make_contender(name, system);
        runs.back().solver =
          std::make_unique<OuterSolver>(system, schur, *runs.back().contender);
      }
    Vector reference, x;
    for (int r = 0; r < repetitions; ++r)
      for (Run &run : runs)
        {
          run.fill.push_back(cpu_seconds([&] { run.contender->fill(); }));
          run.set_up.push_back(cpu_seconds([&] { run.contender->set_up(); }));
          run.solve.push_back(
            cpu_seconds([&] { run.iterations = run.solver->solve(rhs, x); }));
          run.iteration.push_back(run.set_up.back() + 2 * run.solve.back());
          if (reference.size() == 0)
            reference = x;
          // 1e-4: tolerance 1e-6 times the condition of the scaled matrix.
          if (!((x - reference).norm() <= 1e-4 * reference.norm()))
            throw ComputationFailed("The solutions differ.");
        }
    Json result;
    for (std::size_t k = 0; k < runs.size(); ++k)
      result[names[k]] = {{"iterations", runs[k].iterations},
                          {"filling", median(runs[k].fill)},
                          {"setup", summary(runs[k].set_up, runs[0].set_up)},
                          {"solution", summary(runs[k].solve, runs[0].solve)},
                          {"setup and two solutions",
                           summary(runs[k].iteration, runs[0].iteration)}};
    return result;
  }

  struct Kernel
  {
    std::string name, yardstick;
    std::function<void()> multiply;
    std::vector<double> seconds = {}; ///< of one product
  };

  /// Both triangles of the block between displacements.
  void copy_block(const LinearSystem &system,
                  dealii::SparsityPattern &sparsity,
                  dealii::SparseMatrix<float> &matrix)
  {
    const TripletPattern &pattern = *system.matrix.pattern;
    const auto for_entries        = [&](const auto &action) {
      for (std::size_t k = 0; k < pattern.row.size(); ++k)
        if (const int i = pattern.row[k] - 1, j = pattern.column[k] - 1;
            !system.is_pressure[i] && !system.is_pressure[j])
          {
            action(i, j, system.matrix.values[k]);
            action(j, i, system.matrix.values[k]);
          }
    };
    dealii::DynamicSparsityPattern collected(system.product.n_owned());
    for_entries([&](const int i, const int j, double) { collected.add(i, j); });
    sparsity.copy_from(collected);
    matrix.reinit(sparsity);
    for_entries([&](const int i, const int j, const double value) {
      matrix.set(i, j, static_cast<float>(value));
    });
  }

  /// y = A x for the whole matrix, and y = K x for the block between
  /// displacements.
  Json measure_products(const LinearSystem &system, const int repetitions)
  {
    const auto &product = system.product;
    DofVector x         = product.make_vector(), y(x);
    auto u = product.make_vector<float>(), v = u;
    for (int i = 0; i < product.n_owned(); ++i)
      {
        x.local_element(i) = std::sin(1. + i);
        u.local_element(i) = static_cast<float>(std::sin(1. + i));
      }
    const std::vector<double> &values = system.matrix.values;
    dealii::TrilinosWrappers::SparseMatrix epetra[2];
    dealii::SparsityPattern sparsity;
    dealii::SparseMatrix<float> dealii_single;
    copy_block(system, sparsity, dealii_single);
    for (const bool displacements_only : {false, true})
      {
        make_trilinos_matrix(system,
                             displacements_only,
                             epetra[displacements_only]);
        fill_trilinos_matrix(system,
                             displacements_only,
                             epetra[displacements_only]);
      }
    auto scale = product.make_vector<float>();
    for (int i = 0; i < product.n_owned(); ++i)
      scale.local_element(i) = static_cast<float>(
        1 / std::sqrt(std::abs(system.diagonal.local_element(i))));
    const auto make_block = [&](const Precision precision) {
      auto block =
        std::make_unique<PackedBlock>(product,
                                      system.is_pressure,
                                      PackedBlock::Between::displacements,
                                      precision);
      block->update(values, scale);
      return block;
    };
    const auto half   = make_block(Precision::half);
    const auto single = make_block(Precision::single);

    const std::pair<std::string, InstructionSet> sets[] = {
      {"AVX-512", InstructionSet::avx512},
      {"AVX2", InstructionSet::avx2},
      {"plain", InstructionSet::baseline}};
    std::vector<Kernel> kernels;
    const std::string A = "whole matrix, double", K = "block, half, AVX-512";
    kernels.push_back({A, A, [&] { product.multiply(values, x, y); }});
    kernels.push_back(
      {"whole matrix, Epetra", A, [&] { epetra[0].vmult(y, x); }});
    for (const auto &[name, set] : sets)
      if (is_supported(set) && has_half_precision(set))
        kernels.push_back({"block, half, " + name, K, [&, set = set] {
                             half->multiply(u, v, set);
                           }});
    for (const auto &[name, set] : sets)
      if (is_supported(set))
        kernels.push_back({"block, single, " + name, K, [&, set = set] {
                             single->multiply(u, v, set);
                           }});
    kernels.push_back({"block, Epetra", K, [&] { epetra[1].vmult(y, x); }});
    kernels.push_back({"block, dealii::SparseMatrix<float>", K, [&] {
                         dealii_single.vmult(v, u);
                       }});
    for (int r = 0; r < repetitions; ++r)
      for (Kernel &kernel : kernels)
        {
          kernel.multiply();
          int n = 0;
          const StopWatch watch;
          do
            {
              kernel.multiply();
              ++n;
          } while (watch.elapsed().cpu < 0.05);
          kernel.seconds.push_back(watch.elapsed().cpu / n);
        }
    Json result;
    for (const Kernel &kernel : kernels)
      {
        const auto yardstick =
          std::find_if(kernels.begin(), kernels.end(), [&](const Kernel &k) {
            return k.name == kernel.yardstick;
          });
        result[kernel.name] =
          summary(kernel.seconds,
                  yardstick == kernels.end() ? kernel.seconds
                                             : yardstick->seconds);
      }
    return result;
  }

  int run(const Options &options)
  {
    const CaseParameters parameters =
      read_case(options.case_file, options.overrides);
    const CaseModel<3> built = build_case<3>(parameters, MPI_COMM_WORLD);
    const FEModel<3> &model  = *built.model;
    Problem problem;
    {
      const auto tangent = model.make_tangent();
      problem            = deform(model, *tangent, 0.02);
    }
    const LinearSystem system = make_system(model, problem.state);
    PressureSchur schur(system.discretization,
                        system.unknowns,
                        model.cell_materials(),
                        system.product,
                        system.is_pressure);
    schur.update(system.matrix.values, system.diagonal, false);
    Vector rhs;
    model.unknowns().to_rows(problem.rhs, rhs);

    Json facts;
    facts["unknowns"]    = model.n_unknowns();
    facts["entries"]     = system.matrix.values.size();
    facts["repetitions"] = options.repetitions;
    facts["products"]    = measure_products(system, options.repetitions);
    facts["solutions"]   = measure_solutions(
      system, schur, rhs, options.contenders, options.repetitions);
    if (options.output.empty())
      std::cout << facts.dump(2) << std::endl;
    else if (!(std::ofstream(options.output) << facts.dump(2) << "\n"))
      throw Error("\"" + options.output + "\" cannot be written.");
    return 0;
  }
} // namespace

int
main(int argc, char **argv)
{
  const std::vector<std::string> words(argv + 1, argv + argc);
  const dealii::Utilities::MPI::MPI_InitFinalize initialization(argc, argv, 1);
  try
    {
      return run(parse(words));
    }
  catch (const std::exception &error)
    {
      std::cerr << "smoother_speed: " << error.what() << std::endl;
      return 1;
    }
}
