// SPDX-License-Identifier: Apache-2.0
// Begin from a checkpoint, and write new ones.
#include <rivlin/cases/checkpointer.h>

#include <rivlin/base/error.h>
#include <rivlin/base/interruption.h>
#include <rivlin/base/number_text.h>
#include <rivlin/spaces/first_rank.h>

#include <deal.II/base/mpi.h>

namespace rivlin
{
  namespace mpi = dealii::Utilities::MPI;

  StartingPoint find_starting_point(const CaseParameters &parameters,
                                    CheckpointFolder &folder,
                                    MPI_Comm communicator)
  {
    StartingPoint start;
    start.checkpoint = folder.read(start.notices, communicator);
    if (!start.checkpoint)
      {
        start.notices.push_back("no checkpoint in " + folder.path().string() +
                                ": the run starts from the beginning");
        return start;
      }
    const Checkpoint &checkpoint = *start.checkpoint;
    const ParameterChanges changes =
      compare(checkpoint.identity.parameters, parameters.texts);
    refuse_differences(changes.harmful, folder.path().string());
    const double time = checkpoint.whole.time;
    if (parameters.time.end_time < time)
      throw Error("The checkpoint in \"" + folder.path().string() +
                  "\" is at t = " + number_text(time) +
                  ", later than the end of the run, " +
                  number_text(parameters.time.end_time) +
                  ". Choose a later end, or start from the beginning without "
                  "--resume.");
    start.notices.push_back("resumed from " + folder.path().string() +
                            " at t = " + number_text(time) + " after " +
                            number_text(checkpoint.record.totals.accepted) +
                            " steps");
    for (const std::string &change : changes.harmless)
      start.notices.push_back("changed: " + change);
    return start;
  }

  template <int dim>
  State resumed_state(const Checkpoint &checkpoint,
                      const CaseModel<dim> &model,
                      const CaseParameters &parameters,
                      const CanonicalOrder &order,
                      const CheckpointFolder &folder)
  {
    CaseIdentity now = identify(model, parameters.texts);
    identify_channels(model.drive.channels, checkpoint.identity.time, now);
    refuse_differences(compare_models(checkpoint.identity, now),
                       folder.path().string());
    const State expected = model.model->initial_state();
    on_first_rank(order.communicator(), [&] {
      const int n_q = order.own_size(CanonicalOrder::Block::displacement);
      const MoreUnknowns more = {static_cast<int>(expected.q.size()) - n_q,
                                 static_cast<int>(expected.v.size()) - n_q};
      if (const std::string text = wrong_size(order, more, checkpoint.whole);
          !text.empty())
        throw Error("The checkpoint in \"" + folder.path().string() +
                    "\" has vectors of other sizes than this case: " + text +
                    ". Start from the beginning without --resume.");
    });
    return scatter_state(order, checkpoint.whole);
  }

  template <int dim>
  Checkpointer<dim>::Checkpointer(const CaseModel<dim> &case_model,
                                  const CaseParameters &case_parameters,
                                  const CanonicalOrder &canonical_order,
                                  CheckpointFolder checkpoint_folder)
    : model(case_model)
    , parameters(case_parameters)
    , order(canonical_order)
    , folder(std::move(checkpoint_folder))
  {
    on_first_rank(order.communicator(), [&] {
      is_on = parameters.checkpoint.interval > 0 ||
              parameters.checkpoint.steps > 0 || !folder.is_empty();
    });
    is_on = mpi::broadcast(order.communicator(), is_on, 0);
  }

  template <int dim>
  bool Checkpointer<dim>::is_due(const long n_steps) const
  {
    if (parameters.checkpoint.steps > 0 &&
        n_steps % parameters.checkpoint.steps == 0)
      return true;
    // One clock decides for all.
    return parameters.checkpoint.interval > 0 &&
           mpi::broadcast(order.communicator(),
                          since_last.elapsed().wall >=
                            parameters.checkpoint.interval,
                          0);
  }

  template <int dim>
  void Checkpointer<dim>::write(const State &state, const RunRecord &record)
  {
    if (!identity)
      identity = identify(model, parameters.texts);
    Checkpoint checkpoint;
    checkpoint.identity = *identity;
    identify_channels(model.drive.channels, state.time, checkpoint.identity);
    checkpoint.record = record;
    checkpoint.whole  = gather_state(order, state);
    on_first_rank(order.communicator(), [&] { folder.write(checkpoint); });
    since_last = StopWatch();
    last       = state.time;
    is_on      = true;
  }

  template <int dim>
  bool Checkpointer<dim>::step(const State &state,
                               const long n_steps,
                               const std::function<RunRecord()> &record)
  {
    const bool is_wished_for =
      mpi::max(take_checkpoint_wish() ? 1 : 0, order.communicator()) > 0;
    if (is_wished_for || is_due(n_steps))
      write(state, record());
    return is_wished_for;
  }

  template <int dim>
  void Checkpointer<dim>::finish(const State &state,
                                 const bool interrupted,
                                 const std::function<RunRecord()> &record)
  {
    if ((is_on || interrupted) && state.time != last)
      write(state, record());
  }

  template State resumed_state(const Checkpoint &,
                               const CaseModel<2> &,
                               const CaseParameters &,
                               const CanonicalOrder &,
                               const CheckpointFolder &);
  template State resumed_state(const Checkpoint &,
                               const CaseModel<3> &,
                               const CaseParameters &,
                               const CanonicalOrder &,
                               const CheckpointFolder &);
  template class Checkpointer<2>;
  template class Checkpointer<3>;
} // namespace rivlin
