// SPDX-License-Identifier: Apache-2.0
// One step of each integrator on the pendulum and on 250 dense unknowns.
#include <rivlin/benchmarks/pendulum.h>
#include <rivlin/dynamics/make_integrator.h>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <string>

using namespace rivlin;

namespace
{
  /// 200 masses, each tied to all others, with cubic springs, and 50 compliant
  /// constraints: full matrices, so that factorizations dominate.
  class DenseBlock final : public DenseSystem
  {
  public:
    DenseBlock()
      : K(Matrix::Constant(n, n, -1. / n))
      , B(Matrix::Zero(m, n))
    {
      K.diagonal().array() += 2;
      for (int i = 0; i < m; ++i)
        for (int j = 0; j < 4; ++j)
          B(i, 4 * i + j) = 1;
    }
    int n_velocities() const override
    {
      return n;
    }
    int n_multipliers() const override
    {
      return m;
    }
    ConstraintKind constraint_kind() const override
    {
      return ConstraintKind::compliant;
    }
    Evaluation mass(const Vector &, MatrixRef M) const override
    {
      M.setIdentity();
      return {};
    }
    Evaluation
    force(double, const Vector &q, const Vector &, Vector &g) const override
    {
      g.noalias() = K * q;
      g.array() += q.array().cube();
      return {};
    }
    Evaluation stiffness(const State &state, MatrixRef result) const override
    {
      result = K;
      result.diagonal().array() += 3 * state.q.array().square();
      return {};
    }
    Evaluation damping(const State &, MatrixRef D) const override
    {
      D.setZero();
      return {};
    }
    void constraint(double,
                    const Vector &q,
                    const Vector &lambda,
                    Vector &Phi) const override
    {
      Phi.noalias() = B * q;
      Phi -= 1e-3 * lambda;
    }
    void
    constraint_jacobian(double, const Vector &, MatrixRef result) const override
    {
      result = B;
    }
    void constraint_compliance(double,
                               const Vector &,
                               const Vector &,
                               MatrixRef C) const override
    {
      C.setZero();
      C.diagonal().setConstant(-1e-3);
    }
    TimeDependence time_dependence() const override
    {
      return TimeDependence::none;
    }

  private:
    static constexpr int n = 200, m = 50;
    Matrix K, B;
  };

  void run(benchmark::State &bench,
           const std::string &name,
           const MechanicalSystem &system,
           const State &start,
           const double h)
  {
    IntegratorOptions options;
    options.rosenbrock.rigid_level = ConstraintLevel::acceleration;
    options.radau5.adaptive        = false;
    const auto integrator          = make_integrator(name, system, options);
    State state                    = start;
    integrator->start(state);
    const State started   = state;
    const Counters before = integrator->counters();
    long steps            = 0;
    for (auto _ : bench)
      {
        if (!integrator->step(state, h).accepted)
          {
            bench.SkipWithError("refused");
            break;
          }
        // Back to the start now and then: the motion stays the same.
        if (++steps % 100 == 0)
          state = started;
      }
    const Counters &after       = integrator->counters();
    const double n              = static_cast<double>(std::max(steps, 1L));
    bench.counters["residuals"] = (after.residuals - before.residuals) / n;
    bench.counters["factorizations"] =
      (after.factorizations - before.factorizations) / n;
    bench.counters["solves"] = (after.solves - before.solves) / n;
  }
} // namespace

int
main(int argc, char **argv)
{
  const Benchmark small = pendulum();
  const DenseBlock block;
  State start;
  start.q = Vector::LinSpaced(200, -0.1, 0.1);
  start.v = Vector::Zero(200);
  for (const std::string &name : integrator_names())
    {
      if (name == "statics" || name == "IDA")
        continue;
      benchmark::RegisterBenchmark(
        ("pendulum/" + name).c_str(), [&, name](benchmark::State &bench) {
          run(bench, name, *small.system, small.start, 1e-3);
        });
      benchmark::RegisterBenchmark(("dense 250/" + name).c_str(),
                                   [&, name](benchmark::State &bench) {
                                     run(bench, name, block, start, 1e-2);
                                   });
    }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
