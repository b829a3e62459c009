// SPDX-License-Identifier: Apache-2.0
// *MATERIAL blocks as suggestions for section Material.
#pragma once

#include "inp_deck.h"

#include <rivlin/mesh/plain_mesh.h>

#include <map>
#include <string>

namespace rivlin
{
  /// Suggestions by the name of the material in upper case; `region` is left
  /// empty. Laws that are not understood are told in `notices`.
  std::map<std::string, MaterialSuggestion>
  read_materials(const InpDeck &deck, std::vector<std::string> &notices);

  /// "Region ... : Mooney-Rivlin with C10 = ... is suggested".
  std::string suggestion_text(const MaterialSuggestion &suggestion);
} // namespace rivlin
