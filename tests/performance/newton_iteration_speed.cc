// SPDX-License-Identifier: Apache-2.0
// Seconds and memory of one Newton iteration of a case (assembly, factorization
// and solution) by Rivlin or, with --umfpack, by the plain loop and UMFPACK.
// One contender per process, because the peak of the memory is measured too.
#include "deformed_problem.h"
#include "plain_loop.h"

#include <rivlin/base/timer.h>
#include <rivlin/cases/case_model.h>
#include <rivlin/solvers/blas_choice.h>

#include <deal.II/base/mpi.h>
#include <deal.II/dofs/dof_tools.h>
#include <deal.II/lac/affine_constraints.h>
#include <deal.II/lac/dynamic_sparsity_pattern.h>
#include <deal.II/lac/sparse_direct.h>
#include <deal.II/lac/sparse_matrix.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>

namespace
{
  using namespace rivlin;
  namespace mpi = dealii::Utilities::MPI;
  using Json    = nlohmann::ordered_json;

  struct Options
  {
    std::string case_file;
    std::vector<std::string> overrides;
    bool umfpack    = false;
    int repetitions = 3;
    double load     = 0.02; ///< time of the deformed state
    std::string exchange;   ///< state and solution, from one run to the other
    std::string output;     ///< JSON; empty: standard output
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
        else if (words[i] == "--umfpack")
          options.umfpack = true;
        else if (words[i] == "--repetitions")
          options.repetitions = std::stoi(value());
        else if (words[i] == "--exchange")
          options.exchange = value();
        else if (words[i] == "--output")
          options.output = value();
        else if (options.case_file.empty() && words[i].rfind("--", 0) != 0)
          options.case_file = words[i];
        else
          throw Error("Unknown argument \"" + words[i] + "\".");
      }
    if (options.case_file.empty() || options.repetitions < 1)
      throw Error(
        "newton_iteration_speed CASE.prm [--set S/K=value]... "
        "[--umfpack] [--repetitions N] [--exchange FILE] "
        "[--output FILE]");
    return options;
  }

  /// All vectors of a problem, in the order of the exchange file.
  std::vector<Vector *> parts(Problem &problem)
  {
    return {&problem.state.q,
            &problem.state.lambda,
            &problem.rhs.q,
            &problem.rhs.lambda,
            &problem.solution.q,
            &problem.solution.lambda};
  }

  void write(const std::string &path, Problem problem)
  {
    std::ofstream file(path, std::ios::binary);
    for (const Vector *part : parts(problem))
      file.write(reinterpret_cast<const char *>(part->data()),
                 part->size() * sizeof(double));
    if (!file)
      throw Error("\"" + path + "\" cannot be written.");
  }

  Problem read(const std::string &path, const FEModel<3> &model)
  {
    Problem problem;
    std::ifstream file(path, std::ios::binary);
    bool displacements = true;
    for (Vector *part : parts(problem))
      {
        part->resize(displacements ? model.n_velocities()
                                   : model.n_multipliers());
        displacements = !displacements;
        file.read(reinterpret_cast<char *>(part->data()),
                  part->size() * sizeof(double));
      }
    if (!file)
      throw Error("\"" + path +
                  "\" cannot be read or is of another case. "
                  "Run without --umfpack first.");
    problem.state.v = problem.state.a = Vector::Zero(model.n_velocities());
    return problem;
  }

  /// CPU seconds of all ranks together, wall seconds of the slowest.
  Json to_json(const Seconds &seconds)
  {
    return {{"cpu", mpi::sum(seconds.cpu, MPI_COMM_WORLD)},
            {"wall", mpi::max(seconds.wall, MPI_COMM_WORLD)}};
  }

  Seconds operator-(const Seconds &a, const Seconds &b)
  {
    return {a.wall - b.wall, a.cpu - b.cpu};
  }

  /// The parts of an iteration by repetition.
  using Measurement = std::vector<std::pair<std::string, Seconds>>;

  Json to_json(const Measurement &measurement)
  {
    Json result;
    Seconds total;
    for (const auto &[name, seconds] : measurement)
      {
        result[name] = to_json(seconds);
        total.cpu += seconds.cpu;
        total.wall += seconds.wall;
      }
    result["total"] = to_json(total);
    return result;
  }

  std::vector<Json> measure_rivlin(const FEModel<3> &model,
                                   Tangent &tangent,
                                   const int repetitions,
                                   Problem &problem)
  {
    std::vector<Json> all;
    for (int r = 0; r < repetitions; ++r)
      {
        const std::vector<std::string> names = {"assembly",
                                                "factorization",
                                                "solve"};
        Measurement measurement;
        for (const std::string &name : names)
          measurement.emplace_back(name, model.timer().seconds(name));
        require(tangent.linearize(problem.state,
                                  ConstraintLevel::position,
                                  TangentWeights()));
        require(tangent.solve(problem.rhs, problem.solution));
        for (auto &[name, seconds] : measurement)
          seconds = model.timer().seconds(name) - seconds;
        all.push_back(to_json(measurement));
      }
    return all;
  }

  PlainLoop<3> make_plain_loop(const FEModel<3> &model)
  {
    const auto *rubber = std::get_if<Rubber>(&model.material_of_cell(0).law);
    if (!rubber || !std::holds_alternative<MooneyRivlin>(rubber->isochoric) ||
        rubber->volumetric.kind != VolumetricKind::quadratic ||
        model.n_multipliers() == 0)
      throw Error(
        "The plain loop knows Mooney-Rivlin rubber with the quadratic "
        "volumetric law in the mixed form.");
    return PlainLoop<3>(model.discretization(),
                        std::get<MooneyRivlin>(rubber->isochoric),
                        1 / rubber->volumetric.inverse_bulk_modulus);
  }

  /// Both triangles in a deal.II matrix, prescribed displacements condensed by
  /// AffineConstraints, UMFPACK with its defaults.
  std::vector<Json> measure_umfpack(const FEModel<3> &model,
                                    const int repetitions,
                                    Problem &problem)
  {
    const auto &space = model.discretization();
    dealii::AffineConstraints<double> constraints;
    for (unsigned int i = 0; i < space.n_owned_dofs(); ++i)
      if (model.motion().is_prescribed()[i])
        constraints.add_line(i);
    constraints.close();
    dealii::SparsityPattern sparsity;
    {
      dealii::DynamicSparsityPattern collected(space.n_owned_dofs());
      dealii::DoFTools::make_sparsity_pattern(space.dofs(),
                                              collected,
                                              constraints,
                                              false);
      sparsity.copy_from(collected);
    }
    dealii::SparseMatrix<double> matrix(sparsity);
    dealii::Vector<double> residual(space.n_owned_dofs()), x(residual);
    std::vector<dealii::types::global_dof_index> indices(
      space.n_dofs_per_cell());
    const DofVector dofs = model.all_dofs(problem.state);
    PlainLoop<3> plain   = make_plain_loop(model);
    std::vector<Json> all;
    for (int r = 0; r < repetitions; ++r)
      {
        Measurement measurement;
        StopWatch watch;
        matrix   = 0;
        residual = 0;
        for (int c = 0; c < space.n_cells(); ++c)
          {
            plain.evaluate(space.cell(c), dofs);
            space.cell(c)->get_dof_indices(indices);
            constraints.distribute_local_to_global(
              plain.matrix(), plain.residual(), indices, matrix, residual);
          }
        measurement.emplace_back("assembly", watch.elapsed());
        watch = StopWatch();
        dealii::SparseDirectUMFPACK solver;
        solver.factorize(matrix);
        measurement.emplace_back("factorization", watch.elapsed());
        DofVector rhs = space.make_vector();
        model.unknowns().scatter(problem.rhs.q, problem.rhs.lambda, rhs);
        for (unsigned int i = 0; i < x.size(); ++i)
          x(i) = rhs.local_element(i);
        watch = StopWatch();
        solver.solve(x);
        measurement.emplace_back("solve", watch.elapsed());
        all.push_back(to_json(measurement));
      }
    DofVector solution = space.make_vector();
    for (unsigned int i = 0; i < x.size(); ++i)
      solution.local_element(i) = x(i);
    model.unknowns().gather(solution, problem.solution);
    return all;
  }

  double relative_difference(const Vector &a, const Vector &b)
  {
    return (a - b).norm() / b.norm();
  }

  /// The smallest value over the repetitions, entry by entry of the parts: on a
  /// busy machine the others measure the neighbours.
  Json smallest(const std::vector<Json> &all)
  {
    Json result = all.front();
    for (const Json &repetition : all)
      for (const auto &[part, seconds] : repetition.items())
        for (const auto &[clock, value] : seconds.items())
          if (value < result[part][clock])
            result[part][clock] = value;
    return result;
  }

  std::string environment(const char *name)
  {
    const char *value = std::getenv(name);
    return value ? value : "not set";
  }

  int run(const Options &options)
  {
    const CaseParameters parameters =
      read_case(options.case_file, options.overrides);
    const CaseModel<3> built = build_case<3>(parameters, MPI_COMM_WORLD);
    const FEModel<3> &model  = *built.model;
    const int n_ranks        = mpi::n_mpi_processes(MPI_COMM_WORLD);
    if (n_ranks > 1 && (options.umfpack || !options.exchange.empty()))
      throw Error("UMFPACK and the exchange of solutions need one rank.");

    Json facts;
    facts["contender"] = options.umfpack ? "plain loop and UMFPACK" : "rivlin";
    facts["OPENBLAS_CORETYPE"]    = environment("OPENBLAS_CORETYPE");
    facts["OPENBLAS_NUM_THREADS"] = environment("OPENBLAS_NUM_THREADS");
    facts["ranks"]                = n_ranks;
    facts["unknowns"]             = model.n_unknowns();
    facts["cells"] = model.mesh().triangulation.n_global_active_cells();
    std::vector<Json> all;
    double difference = 0;
    if (options.umfpack)
      {
        Problem problem        = read(options.exchange, model);
        problem.state.time     = options.load;
        const Blocks reference = problem.solution;
        all = measure_umfpack(model, options.repetitions, problem);
        difference =
          std::max(relative_difference(problem.solution.q, reference.q),
                   relative_difference(problem.solution.lambda,
                                       reference.lambda));
        facts["relative difference of the solutions"] = difference;
      }
    else
      {
        const auto tangent = model.make_tangent();
        facts["analysis of the pattern"] =
          to_json(model.timer().seconds("analysis"));
        Problem problem   = deform(model, *tangent, options.load);
        const long before = model.solver_record().iterations;
        all = measure_rivlin(model, *tangent, options.repetitions, problem);
        facts["linear solver"] = to_string(model.solver_options().kind);
        facts["iterations per solve"] =
          double(model.solver_record().iterations - before) /
          options.repetitions;
        facts["retries"] = model.solver_record().retries;
        if (!options.exchange.empty())
          write(options.exchange, problem);
      }
    facts["seconds"]     = smallest(all);
    facts["repetitions"] = all;
    facts["peak memory of a rank [MiB]"] =
      mpi::max(peak_memory() / (1024. * 1024.), MPI_COMM_WORLD);
    facts["peak memory of all ranks [MiB]"] =
      mpi::sum(peak_memory() / (1024. * 1024.), MPI_COMM_WORLD);
    if (mpi::this_mpi_process(MPI_COMM_WORLD) == 0)
      {
        if (options.output.empty())
          std::cout << facts.dump(2) << std::endl;
        else if (!(std::ofstream(options.output) << facts.dump(2) << "\n"))
          throw Error("\"" + options.output + "\" cannot be written.");
      }
    // 1e-6: condition of the mixed matrix (1e8) times roundoff, with reserve.
    if (!(difference <= 1e-6))
      throw ComputationFailed("The solutions of the two solvers differ by " +
                              std::to_string(difference) + ".");
    return 0;
  }
} // namespace

int
main(int argc, char **argv)
{
  // As the program does: both contenders get the same BLAS.
  choose_blas(argv);
  const std::vector<std::string> words(argv + 1, argv + argc);
  const mpi::MPI_InitFinalize initialization(argc, argv, 1);
  try
    {
      return run(parse(words));
    }
  catch (const std::exception &error)
    {
      std::cerr << "newton_iteration_speed: " << error.what() << std::endl;
      return 1;
    }
}
