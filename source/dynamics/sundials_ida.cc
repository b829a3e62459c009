// SPDX-License-Identifier: Apache-2.0
// IDA with a condensed direct linear solver (Hindmarsh et al., ACM TOMS 2005).
#include <rivlin/dynamics/sundials_ida.h>

#include <rivlin/base/error.h>
#include <rivlin/base/text.h>

#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>

#include <algorithm>

namespace rivlin
{
  namespace
  {
    Eigen::Map<Vector> values(N_Vector x)
    {
      return {NV_DATA_S(x), NV_LENGTH_S(x)};
    }

    // IDA wants a matrix object for its Jacobian callback; ours is the tangent,
    // so the matrix is an empty shell.
    SUNMatrix_ID matrix_id(SUNMatrix)
    {
      return SUNMATRIX_CUSTOM;
    }
    int matrix_zero(SUNMatrix)
    {
      return 0;
    }
    void matrix_destroy(SUNMatrix matrix)
    {
      SUNMatFreeEmpty(matrix);
    }

    SUNLinearSolver_Type solver_type(SUNLinearSolver)
    {
      return SUNLINEARSOLVER_DIRECT;
    }
    int solver_setup(SUNLinearSolver, SUNMatrix)
    {
      return 0; // the Jacobian callback has factorized
    }
    int solver_free(SUNLinearSolver solver)
    {
      SUNLinSolFreeEmpty(solver);
      return 0;
    }
  } // namespace

  struct SundialsIda::Solver
  {
    Solver(const MechanicalSystem &mechanical_system,
           const SundialsIdaOptions &ida_options);
    ~Solver();
    Solver(const Solver &)            = delete;
    Solver &operator=(const Solver &) = delete;

    void split(double t, N_Vector y, N_Vector y_dot);
    static int
    residual(double t, N_Vector y, N_Vector y_dot, N_Vector result, void *self);
    static int jacobian(double t,
                        double c_j,
                        N_Vector y,
                        N_Vector y_dot,
                        N_Vector r,
                        SUNMatrix J,
                        void *self,
                        N_Vector,
                        N_Vector,
                        N_Vector);
    static int
    solve(SUNLinearSolver S, SUNMatrix A, N_Vector x, N_Vector b, double);
    const StepReport &step(State &state, double h);

    const MechanicalSystem &system;
    SundialsIdaOptions options;
    ConstraintLevel level;
    std::unique_ptr<Tangent> tangent;
    ConsistencySolver consistency;
    Counters count;
    StepReport report;
    std::string last_problem;
    int n, m;
    double c_j = 0;
    State trial;
    Blocks blocks, rhs, product;
    Vector row;
    SUNContext context     = nullptr;
    void *ida              = nullptr;
    N_Vector y             = nullptr;
    N_Vector y_dot         = nullptr;
    N_Vector differential  = nullptr;
    SUNMatrix matrix       = nullptr;
    SUNLinearSolver linear = nullptr;
    long n_steps           = 0;
    int order              = 0;
  };

  SundialsIda::Solver::Solver(const MechanicalSystem &mechanical_system,
                              const SundialsIdaOptions &ida_options)
    : system(mechanical_system)
    , options(ida_options)
    , level(system.constraint_kind() == ConstraintKind::rigid
              ? ConstraintLevel::acceleration
              : ConstraintLevel::position)
    , tangent(system.make_tangent())
    , consistency(system, options.consistency)
    , n(system.n_velocities())
    , m(system.n_multipliers())
  {
    if (system.is_distributed())
      throw Error(
        "IDA runs on one process; this system is distributed. Use one "
        "process or another integrator.");
    require_flat(system, "IDA");
    if (!system.initial_points().empty())
      throw Error(
        "IDA takes many steps of its own before one is accepted; variables at "
        "points (viscosity, friction) would stand still over all of them. Use "
        "another integrator.");
    if (!(options.tolerances.absolute > 0) ||
        !(options.tolerances.relative >= 0) || options.max_order < 1 ||
        options.max_order > 5)
      throw Error(message("IDA needs an absolute tolerance > 0 (is ",
                          options.tolerances.absolute,
                          "), a relative one >= 0 (is ",
                          options.tolerances.relative,
                          ") and an order from 1 to 5 (is ",
                          options.max_order,
                          ")."));
    if (SUNContext_Create(nullptr, &context) != 0)
      throw Error("SUNDIALS cannot be started.");
    y            = N_VNew_Serial(2 * n + m, context);
    y_dot        = N_VClone(y);
    differential = N_VClone(y);
    values(differential).setOnes();
    values(differential).tail(m).setZero();
    values(y).setZero();
    values(y_dot).setZero();

    matrix               = SUNMatNewEmpty(context);
    matrix->ops->getid   = matrix_id;
    matrix->ops->zero    = matrix_zero;
    matrix->ops->destroy = matrix_destroy;
    linear               = SUNLinSolNewEmpty(context);
    linear->content      = this;
    linear->ops->gettype = solver_type;
    linear->ops->setup   = solver_setup;
    linear->ops->solve   = solve;
    linear->ops->free    = solver_free;

    ida = IDACreate(context);
    if (IDAInit(ida, residual, 0., y, y_dot) != IDA_SUCCESS ||
        IDASStolerances(ida,
                        options.tolerances.relative,
                        options.tolerances.absolute) != IDA_SUCCESS ||
        IDASetUserData(ida, this) != IDA_SUCCESS ||
        IDASetId(ida, differential) != IDA_SUCCESS ||
        IDASetSuppressAlg(ida, options.suppress_multipliers) != IDA_SUCCESS ||
        IDASetMaxOrd(ida, options.max_order) != IDA_SUCCESS ||
        IDASetMaxNumSteps(ida, options.max_steps) != IDA_SUCCESS ||
        IDASetLinearSolver(ida, linear, matrix) != IDA_SUCCESS ||
        IDASetJacFn(ida, jacobian) != IDA_SUCCESS)
      throw Error("SUNDIALS IDA refuses its settings.");
    // Messages go into our reports, not to the screen.
    IDASetErrHandlerFn(
      ida,
      [](int, const char *, const char *, char *text, void *self) {
        static_cast<Solver *>(self)->last_problem = text;
      },
      this);
  }

  SundialsIda::Solver::~Solver()
  {
    IDAFree(&ida);
    SUNLinSolFree(linear);
    SUNMatDestroy(matrix);
    N_VDestroy(differential);
    N_VDestroy(y_dot);
    N_VDestroy(y);
    SUNContext_Free(&context);
  }

  void SundialsIda::Solver::split(const double t, N_Vector x, N_Vector x_dot)
  {
    trial.time   = t;
    trial.q      = values(x).head(n);
    trial.v      = values(x).segment(n, n);
    trial.lambda = values(x).tail(m);
    trial.a      = values(x_dot).segment(n, n);
  }

  int SundialsIda::Solver::residual(
    const double t, N_Vector x, N_Vector x_dot, N_Vector result, void *self)
  {
    Solver &s = *static_cast<Solver *>(self);
    s.split(t, x, x_dot);
    ++s.count.residuals;
    const Evaluation evaluation = s.system.residual(s.trial, s.level, s.blocks);
    if (!evaluation.valid)
      {
        s.last_problem = evaluation.reason;
        return 1; // recoverable: IDA shortens its step
      }
    values(result).head(s.n)         = values(x_dot).head(s.n) - s.trial.v;
    values(result).segment(s.n, s.n) = s.blocks.q;
    values(result).tail(s.m)         = s.blocks.lambda;
    return 0;
  }

  int SundialsIda::Solver::jacobian(const double t,
                                    const double c_j,
                                    N_Vector x,
                                    N_Vector x_dot,
                                    N_Vector,
                                    SUNMatrix,
                                    void *self,
                                    N_Vector,
                                    N_Vector,
                                    N_Vector)
  {
    Solver &s = *static_cast<Solver *>(self);
    s.split(t, x, x_dot);
    s.c_j = c_j;
    ++s.count.tangents;
    ++s.count.factorizations;
    const Evaluation evaluation =
      s.tangent->linearize(s.trial,
                           s.level,
                           {1, c_j, c_j * c_j, 1 / (c_j * c_j)});
    if (!evaluation.valid)
      s.last_problem = evaluation.reason;
    return evaluation.valid ? 0 : 1;
  }

  int SundialsIda::Solver::solve(
    SUNLinearSolver S, SUNMatrix, N_Vector x, N_Vector b, double)
  {
    // c_j x_q - x_v = b_q, so x_v = c_j x_q - b_q and
    // (K + c_j D + c_j^2 M) x_q + B^T x_lambda = b_v + (D + c_j M) b_q.
    Solver &s = *static_cast<Solver *>(S->content);
    ++s.count.solves;
    s.row = values(b).head(s.n);
    s.tangent->apply(1, s.c_j, s.row, s.product);
    s.rhs.q      = values(b).segment(s.n, s.n) + s.product.q;
    s.rhs.lambda = values(b).tail(s.m) + s.product.lambda;
    if (!s.tangent->solve(s.rhs, s.blocks).valid)
      return 1;
    values(x).head(s.n)         = s.blocks.q;
    values(x).segment(s.n, s.n) = s.c_j * s.blocks.q - s.row;
    values(x).tail(s.m)         = s.blocks.lambda;
    return 0;
  }

  const StepReport &SundialsIda::Solver::step(State &state, const double h)
  {
    report.reset(state.time, h);
    last_problem.clear();
    values(y) << state.q, state.v, state.lambda;
    values(y_dot) << state.v, state.a, Vector::Zero(m);
    const double end = state.time + h;
    double reached   = state.time;
    long before = 0, after = 0;
    int flag = IDAReInit(ida, state.time, y, y_dot);
    if (flag == IDA_SUCCESS)
      flag = IDASetStopTime(ida, end);
    IDAGetNumNonlinSolvIters(ida, &before);
    order = 0;
    while (flag >= 0 && reached < end)
      {
        flag = IDASolve(ida, end, &reached, y, y_dot, IDA_ONE_STEP);
        int current_order = 0;
        IDAGetLastOrder(ida, &current_order);
        order = std::max(order, current_order);
        IDAGetNumSteps(ida, &n_steps);
        if (n_steps > options.max_steps)
          flag = IDA_TOO_MUCH_WORK;
      }
    IDAGetNumNonlinSolvIters(ida, &after);
    report.newton_iterations = static_cast<int>(after - before);
    count.newton_iterations += after - before;
    if (flag < 0)
      {
        report.reason = message("IDA stopped at t = ",
                                reached,
                                " with flag ",
                                flag,
                                " after ",
                                n_steps,
                                " steps: ",
                                last_problem,
                                " Loosen the tolerances or shorten the "
                                "interval.");
        return report;
      }
    split(end, y, y_dot);
    // q and v carry the accuracy; a and lambda follow from the equations.
    Evaluation evaluation = consistency.project(trial, count);
    if (evaluation.valid)
      evaluation = consistency.accelerations(trial, count);
    if (!evaluation.valid)
      {
        report.reason = message("The state reached by IDA is invalid: ",
                                evaluation.reason,
                                ". Shorten the interval.");
        return report;
      }
    copy_motion(trial, state);
    report.accepted = true;
    return report;
  }

  SundialsIda::SundialsIda(const MechanicalSystem &system,
                           const SundialsIdaOptions &options)
    : TimeIntegrator(system)
    , solver(std::make_unique<Solver>(system, options))
  {}

  SundialsIda::~SundialsIda() = default;

  std::string_view SundialsIda::name() const
  {
    return "IDA";
  }

  void SundialsIda::prepare(State &state)
  {
    solver->consistency.start(state, solver->count);
  }

  const StepReport &SundialsIda::attempt(State &state, const double h)
  {
    return solver->step(state, h);
  }

  const Counters &SundialsIda::counters() const
  {
    return solver->count;
  }

  long SundialsIda::internal_steps() const
  {
    return solver->n_steps;
  }

  int SundialsIda::highest_order() const
  {
    return solver->order;
  }
} // namespace rivlin
