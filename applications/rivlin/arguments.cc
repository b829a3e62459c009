// SPDX-License-Identifier: Apache-2.0
// Command line of a subcommand.
#include "arguments.h"

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>
#include <rivlin/base/nearest_name.h>

#include <algorithm>

namespace rivlin
{
  Arguments parse_arguments(const std::vector<std::string> &arguments,
                            const std::vector<std::string> &with_value,
                            const std::vector<std::string> &flags)
  {
    const auto is_in = [](const std::vector<std::string> &list,
                          const std::string &word) {
      return std::find(list.begin(), list.end(), word) != list.end();
    };
    Arguments result;
    for (std::size_t i = 0; i < arguments.size(); ++i)
      {
        const std::string &word = arguments[i];
        if (is_in(with_value, word))
          {
            const std::string value =
              i + 1 < arguments.size() ? arguments[i + 1] : "";
            if (value.empty() || value.starts_with("--"))
              throw Error("The option " + word + " needs a value" +
                          (value.empty()
                             ? "."
                             : "; after it stands the option \"" + value +
                                 "\". A file of that name is \"./" + value +
                                 "\"."));
            std::vector<std::string> &values = result.values[word];
            if (!values.empty() && word != "--set")
              throw Error("The option " + word + " is given twice, with \"" +
                          values[0] + "\" and \"" + value +
                          "\". Remove one of them.");
            values.push_back(value);
            ++i;
          }
        else if (is_in(flags, word))
          result.flags.insert(word);
        else if (word.rfind("--", 0) == 0)
          {
            std::vector<std::string> known = with_value;
            known.insert(known.end(), flags.begin(), flags.end());
            throw Error("Unknown option \"" + word + "\"." +
                        did_you_mean(word, known));
          }
        else
          result.positional.push_back(word);
      }
    return result;
  }

  std::string single_file(const Arguments &arguments, const std::string &what)
  {
    if (arguments.positional.size() != 1)
      throw Error("Give one " + what + "; there are " +
                  number_text(arguments.positional.size()) + ".");
    return arguments.positional[0];
  }
} // namespace rivlin
