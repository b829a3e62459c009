// SPDX-License-Identifier: Apache-2.0
// One pass over the deck that knows what is open.
#include "abaqus_structure.h"

#include "text_place.h"

#include <rivlin/base/nearest_name.h>

#include <map>

namespace rivlin
{
  namespace
  {
    bool belongs_to_mesh(const std::string &keyword)
    {
      return keyword == "NODE" || keyword == "ELEMENT" || keyword == "NSET" ||
             keyword == "ELSET" || keyword == "SURFACE" ||
             keyword == "SOLIDSECTION";
    }
  } // namespace

  AbaqusStructure find_structure(const InpDeck &deck)
  {
    AbaqusStructure structure;
    std::map<std::string, Blocks> parts;
    Blocks flat;
    Blocks *part             = nullptr;
    const InpBlock *assembly = nullptr;
    const InpBlock *opened   = nullptr;
    bool is_in_instance      = false;
    const auto not_inside    = [&](const InpBlock &block) {
      if (opened)
        deck.fail(block,
                  block.written + " stands inside of " + opened->written +
                    " of " + deck.place(*opened) +
                    ". End that first; a line may be missing.");
    };
    for (const InpBlock &block : deck.blocks)
      {
        if (block.keyword == "PART")
          {
            not_inside(block);
            structure.has_parts = true;
            part                = &parts[upper_case(block.value("NAME"))];
            opened              = &block;
          }
        else if (block.keyword == "ASSEMBLY")
          {
            not_inside(block);
            structure.has_parts = true;
            assembly = opened = &block;
          }
        else if (block.keyword == "INSTANCE")
          {
            if (!assembly || is_in_instance)
              deck.fail(block,
                        "*INSTANCE stands outside of *ASSEMBLY or inside of "
                        "another instance. A line may be missing.");
            const std::string part_name = block.value("PART");
            const auto found            = parts.find(upper_case(part_name));
            if (found == parts.end())
              {
                std::vector<std::string> names;
                for (const auto &[name, content] : parts)
                  names.push_back(name);
                deck.fail(block,
                          "there is no part " + excerpt(part_name) +
                            " before this line." +
                            did_you_mean(part_name, names) +
                            " Correct PART=; instances from other files are "
                            "not supported.");
              }
            structure.instances.push_back(
              {block.value("NAME"), &block, found->second});
            is_in_instance = true;
          }
        else if (block.keyword == "ENDPART")
          {
            part   = nullptr;
            opened = assembly;
          }
        else if (block.keyword == "ENDINSTANCE")
          is_in_instance = false;
        else if (block.keyword == "ENDASSEMBLY")
          {
            if (is_in_instance)
              deck.fail(block,
                        "the last *INSTANCE is not ended. Add *END INSTANCE.");
            assembly = opened = nullptr;
          }
        else if (is_in_instance)
          structure.instances.back().content.push_back(&block);
        else if (part)
          part->push_back(&block);
        else if (assembly)
          structure.assembly.push_back(&block);
        else
          flat.push_back(&block);
      }
    if (opened)
      deck.fail(*opened,
                opened->written +
                  " is not ended. The file may be truncated; write it "
                  "again.");
    if (!structure.has_parts)
      structure.instances.push_back({"", nullptr, flat});
    else
      for (const InpBlock *block : flat)
        if (belongs_to_mesh(block->keyword))
          deck.fail(*block,
                    block->written +
                      " stands outside of parts and assembly. Move it there.");
    return structure;
  }
} // namespace rivlin
