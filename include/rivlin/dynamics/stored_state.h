// SPDX-License-Identifier: Apache-2.0
// States in container files, each vector with what it is.
#pragma once

#include <rivlin/base/container_file.h>
#include <rivlin/dynamics/state.h>

namespace rivlin
{
  /// The names and kinds of State::memory and State::points as a text, one line
  /// each. Throws std::logic_error for a name that cannot be a line.
  std::string layout_text(const State &state);

  /// A state with the memory and the points of such a text, without values.
  /// Throws Error for a text that is none.
  State parse_layout(std::string_view text);

  /// Put a whole state into a container: its times as array "time", the vectors
  /// "q", "v", "a" and "lambda", the others by their names ("memory: NAME",
  /// "points: NAME") and their kinds as text "layout".
  void put_state(const State &state, Container &container);

  /// The reverse. Throws Error if something is missing or in excess.
  State get_state(const Container &container);
} // namespace rivlin
