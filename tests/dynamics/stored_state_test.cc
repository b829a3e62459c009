// SPDX-License-Identifier: Apache-2.0
// States in containers: every kind of vector, and what is no state.
#include <rivlin/dynamics/stored_state.h>

#include <rivlin/base/error.h>

#include "same_state.h"

#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>

using namespace rivlin;

namespace
{
  State example()
  {
    State state;
    state.time       = 0.3;
    state.point_time = 0.1 + 0.2; // another number
    state.next_step  = 1. / 3;
    state.q          = Vector{{1., -0., 1e-300}};
    state.v          = Vector{{4., 5.}};
    state.a          = Vector{{6., 7.}};
    state.memory = {{"rate of the last step", MemoryKind::velocity, state.v},
                    {"place", MemoryKind::position, state.q},
                    {"numbers", MemoryKind::numbers, Vector{{0.1}}},
                    {"none", MemoryKind::multiplier, Vector()}};
    state.points = {{"viscous stress 1", PointKind::cell, 1, 2, state.v},
                    {"slip", PointKind::face, 2, 1, Vector()},
                    {"place", PointKind::sampled, 3, 1, state.q}};
    return state;
  }

  Container stored()
  {
    Container container;
    put_state(example(), container);
    return container;
  }

  std::string refusal(const std::function<void()> &action)
  {
    try
      {
        action();
      }
    catch (const Error &error)
      {
        return error.what();
      }
    return {};
  }

  std::string refusal_of(const std::function<void(Container &)> &damage)
  {
    Container container = stored();
    damage(container);
    return refusal([&] { get_state(container); });
  }
} // namespace

TEST(StoredState, ReadsBackBitForBit)
{
  const Container back =
    parse_container(container_bytes(stored()), "state", NotFinite::refuse);
  EXPECT_TRUE(same_bits(get_state(back), example()));
  EXPECT_EQ(back.text("layout"),
            "memory velocity rate of the last step\n"
            "memory position place\n"
            "memory numbers numbers\n"
            "memory multiplier none\n"
            "points cell 1 2 viscous stress 1\n"
            "points face 2 1 slip\n"
            "points sampled 3 1 place\n");
  // The same vectors in another order are another state.
  State other = example();
  std::swap(other.memory[0], other.memory[1]);
  EXPECT_FALSE(same_bits(get_state(back), other));
}

TEST(StoredState, WhatIsMissingOrDamagedIsNamed)
{
  for (const std::string name :
       {"time", "q", "lambda", "memory: place", "points: slip"})
    EXPECT_NE(refusal_of([&](Container &x) {
                x.arrays.erase(name);
              }).find('"' + name + '"'),
              std::string::npos)
      << name;
  EXPECT_NE(refusal_of([](Container &x) {
              x.metadata.erase("layout");
            }).find("layout"),
            std::string::npos);
  for (const char *line : {"memory velocity",
                           "memory velocity ",
                           "memory like-v rate",
                           "points cell 2 slip",
                           "points cell 0 1 slip",
                           "points cell 1 x slip",
                           "points edge 1 1 slip",
                           "other cell 1 1 slip",
                           ""})
    EXPECT_NE(refusal_of([&](Container &x) {
                x.metadata["layout"] = std::string(line) + "\n";
              }),
              "")
      << line;
  EXPECT_EQ(refusal_of([](Container &x) {
              x.arrays["points: viscous stress 1"] =
                ContainerArray::row(std::vector<double>{1, 2, 3});
            }),
            "The stored state is damaged or of another version: it has 3 "
            "values at points \"viscous stress 1\", 2 each.");
  EXPECT_NE(refusal_of([](Container &x) {
              x.arrays["time"] = ContainerArray::row(std::vector<double>{1});
            }),
            "");
}

TEST(StoredState, NamesAreLines)
{
  State state = example();
  for (const char *name : {"", "two\nlines"})
    {
      state.memory[0].name = name;
      EXPECT_THROW(layout_text(state), std::logic_error);
    }
}

TEST(StoredState, KindsHaveNames)
{
  for (const MemoryKind kind : {MemoryKind::position,
                                MemoryKind::velocity,
                                MemoryKind::multiplier,
                                MemoryKind::numbers})
    EXPECT_EQ(memory_kind(name_of(kind)), kind);
  for (const PointKind kind :
       {PointKind::cell, PointKind::face, PointKind::sampled})
    EXPECT_EQ(point_kind(name_of(kind)), kind);
  EXPECT_EQ(refusal([] { memory_kind("like v"); }),
            "\"like v\" is no kind of memory of an integrator: the file is of "
            "another version.");
  EXPECT_NE(refusal([] { point_kind(""); }), "");
}
