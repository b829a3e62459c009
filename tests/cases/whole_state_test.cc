// SPDX-License-Identifier: Apache-2.0
// States of all ranks as one, in an order that does not depend on the ranks.
#include <rivlin/cases/whole_state.h>

#include <rivlin/base/container_file.h>
#include <rivlin/dynamics/stored_state.h>

#include "small_model.h"

#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <stdexcept>

namespace rivlin
{
  namespace
  {
    using Block = CanonicalOrder::Block;

    TEST(CanonicalOrder, IsAPermutationThatKeepsTheTail)
    {
      const auto model           = small_model();
      const CanonicalOrder order = order_of(*model);
      const int n                = model->unknowns().n_q();
      EXPECT_EQ(order.size(Block::displacement), n);
      EXPECT_EQ(order.size(Block::pressure), model->unknowns().n_lambda());
      const Vector own   = counted(n + 7, 0);
      const Vector whole = order.gather(Block::displacement, own);
      EXPECT_FALSE(same_bits(whole, own))
        << "the order of this rank is another one";
      EXPECT_EQ(std::set<double>(whole.begin(), whole.end() - 7).size(),
                std::size_t(n));
      EXPECT_TRUE(same_bits(whole.tail(7), own.tail(7)));
      EXPECT_TRUE(same_bits(order.scatter(Block::displacement, whole), own));
      EXPECT_THROW(order.gather(Block::displacement, own.head(n - 1)),
                   std::logic_error);
      EXPECT_THROW(order.scatter(Block::pressure, own.head(1)),
                   std::logic_error);
    }

    /// A state with memory and points of every kind; a free sleeve has 7
    /// coordinates and 6 velocities.
    State state_of_all_kinds(const CanonicalOrder &order)
    {
      const int n   = order.own_size(Block::displacement),
                m   = order.own_size(Block::pressure);
      const auto at = [&](const std::string &name,
                          const PointKind kind,
                          const int n_points,
                          const int n_components,
                          const int n_places) {
        const int size = n_places * n_points * n_components;
        return PointVariables{
          name, kind, n_points, n_components, counted(size, n_places)};
      };
      State own;
      own.time       = 0.25;
      own.point_time = 0.2;
      own.next_step  = 1. / 3;
      own.q          = counted(n + 7, 0.1);
      own.v          = counted(n + 6, 0.2);
      own.a          = counted(n + 6, 0.3);
      own.lambda     = counted(m, 0.4);
      own.memory     = {{"rate", MemoryKind::velocity, counted(n + 6, 0.5)},
                        {"place", MemoryKind::position, counted(n + 7, 0.6)},
                        {"level", MemoryKind::multiplier, counted(m, 0.7)},
                        {"last step", MemoryKind::numbers, counted(2, 0.8)},
                        {"nothing", MemoryKind::numbers, Vector()},
                        // As long as v: the kind counts, not the size.
                        {"long list", MemoryKind::numbers, counted(n + 6, 0.9)}};
      own.points     = {
            at("stress", PointKind::cell, 9, 4, order.own_size(Block::cell)),
            at("slip", PointKind::face, 3, 1, order.own_size(Block::face)),
            at("sampled stress", PointKind::sampled, 5, 2, 1)};
      return own;
    }

    TEST(WholeState, VectorsOfAllKindsReadBack)
    {
      const auto model           = small_model();
      const CanonicalOrder order = order_of(*model);
      const State own            = state_of_all_kinds(order);
      const State whole          = gather_state(order, own);
      // The numbers of the unknowns of this rank are others than those of the
      // model; numbers that are no unknowns stay.
      EXPECT_FALSE(same_bits(whole.memory[0].values, own.memory[0].values));
      EXPECT_FALSE(same_bits(whole.memory[2].values, own.memory[2].values));
      EXPECT_TRUE(same_bits(whole.memory[5].values, own.memory[5].values));
      EXPECT_TRUE(same_bits(whole.points[2].values, own.points[2].values));
      EXPECT_TRUE(same_bits(scatter_state(order, whole), own));
    }

    TEST(WholeState, VectorsOfAnotherSizeAreNamed)
    {
      const auto model           = small_model();
      const CanonicalOrder order = order_of(*model);
      const State whole       = gather_state(order, state_of_all_kinds(order));
      const MoreUnknowns more = {7, 6};
      EXPECT_EQ(wrong_size(order, more, whole), "");
      const auto shortened = [&](const auto &vector_of) {
        State state = whole;
        Vector &x   = vector_of(state);
        x           = Vector(x.head(x.size() - 1));
        return wrong_size(order, more, state);
      };
      EXPECT_EQ(shortened([](State &x) -> Vector & { return x.lambda; }),
                "\"lambda\" has 20 numbers instead of 21");
      for (const int i : {0, 1, 2})
        EXPECT_NE(shortened([&](State &x) -> Vector & {
                    return x.memory[i].values;
                  }).find('"' + whole.memory[i].name + '"'),
                  std::string::npos);
      for (const int i : {0, 1, 2})
        EXPECT_NE(shortened([&](State &x) -> Vector & {
                    return x.points[i].values;
                  }).find('"' + whole.points[i].name + '"'),
                  std::string::npos);
    }

    TEST(WholeState, AVectorThatIsNotOfItsKindIsADefect)
    {
      const auto model           = small_model();
      const CanonicalOrder order = order_of(*model);
      State own                  = model->initial_state();
      const Vector x             = Vector::Zero(own.q.size() - 1);
      own.memory                 = {{"rate", MemoryKind::velocity, x}};
      EXPECT_THROW(gather_state(order, own), std::logic_error);
      own.memory.clear();
      own.points = {{"stress", PointKind::cell, 9, 4, x}};
      EXPECT_THROW(gather_state(order, own), std::logic_error);
    }

    /// A number for each value at a point that knows nothing of ranks.
    double value_at(const FEModel<2> &model,
                    const BoundaryFace &place,
                    const int number_within)
    {
      const auto &cell = model.discretization().cell(place.cell);
      return 1e4 * static_cast<double>(cell->id().get_coarse_cell_id()) +
             100. * place.face + number_within;
    }

    PointVariables variables_of(const FEModel<2> &model, const PointKind kind)
    {
      std::vector<BoundaryFace> places;
      if (kind == PointKind::face)
        places = boundary_faces(model.discretization());
      else
        for (int c = 0; c < model.discretization().n_cells(); ++c)
          places.push_back({c, 0});
      PointVariables result;
      result.name         = kind == PointKind::face ? "slip" : "stress";
      result.kind         = kind;
      result.n_points     = kind == PointKind::face ? 3 : 9;
      result.n_components = 4;
      const int width     = result.n_points * result.n_components;
      result.values.resize(places.size() * width);
      for (std::size_t i = 0; i < places.size(); ++i)
        for (int k = 0; k < width; ++k)
          result.values[i * width + k] = value_at(model, places[i], k);
      return result;
    }

    /// Calls `work` on the first ranks with a communicator of their own.
    void on_ranks(const int n_ranks, const std::function<void(MPI_Comm)> &work)
    {
      int rank = 0;
      MPI_Comm_rank(MPI_COMM_WORLD, &rank);
      MPI_Comm part = MPI_COMM_NULL;
      MPI_Comm_split(MPI_COMM_WORLD,
                     rank < n_ranks ? 0 : MPI_UNDEFINED,
                     rank,
                     &part);
      if (part == MPI_COMM_NULL)
        return;
      work(part);
      MPI_Comm_free(&part);
    }

    // With as many ranks as the program was started with.
    TEST(WholeStateOnRanks, AStateIsReadByAnyNumberOfRanks)
    {
      int n_ranks = 1;
      MPI_Comm_size(MPI_COMM_WORLD, &n_ranks);
      const auto state_on = [](const FEModel<2> &model) {
        State state      = model.initial_state();
        state.time       = 0.5;
        state.point_time = 0.5;
        state.points     = {variables_of(model, PointKind::cell),
                            variables_of(model, PointKind::face)};
        return state;
      };
      std::string first_bytes;
      for (int n_writers = 1; n_writers <= n_ranks; ++n_writers)
        {
          Container container;
          on_ranks(n_writers, [&](MPI_Comm communicator) {
            const auto model = small_model(25, communicator);
            const State whole =
              gather_state(order_of(*model), state_on(*model));
            int rank = 0;
            MPI_Comm_rank(communicator, &rank);
            if (rank == 0)
              put_state(whole, container);
          });
          int rank = 0;
          MPI_Comm_rank(MPI_COMM_WORLD, &rank);
          if (rank == 0 && n_writers == 1)
            first_bytes = container_bytes(container);
          if (rank == 0)
            {
              EXPECT_EQ(container_bytes(container), first_bytes)
                << n_writers << " ranks";
            }
          for (int n_readers = 1; n_readers <= n_ranks; ++n_readers)
            on_ranks(n_readers, [&](MPI_Comm communicator) {
              SCOPED_TRACE(n_writers);
              SCOPED_TRACE(n_readers);
              const auto model  = small_model(25, communicator);
              const State whole = rank == 0 ? get_state(container) : State();
              EXPECT_TRUE(same_bits(scatter_state(order_of(*model), whole),
                                    state_on(*model)));
            });
        }
    }
  } // namespace
} // namespace rivlin
