// SPDX-License-Identifier: Apache-2.0
// The list of what works.
#include "commands.h"

namespace rivlin
{
  std::vector<Command> all_commands()
  {
    return {simulate_command(),
            check_command(),
            parameters_command(),
            mesh_command(),
            train_command(),
            predict_command(),
            info_command(),
            export_command(),
            verify_command()};
  }
} // namespace rivlin
