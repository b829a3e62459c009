// SPDX-License-Identifier: Apache-2.0
// The state of an online model as bytes.
#include <rivlin/base/checksum.h>
#include <rivlin/base/container_file.h>
#include <rivlin/base/error.h>
#include <rivlin/base/text.h>
#include <rivlin/dynamics/stored_state.h>

#include "online_implementation.h"

namespace rivlin
{
  namespace
  {
    const std::string format = "rivlin online state 3";

    std::string identity(const ReducedModelData &data)
    {
      Crc64 sum;
      for (const Matrix *part : {&data.mass, &data.damping, &data.compliance})
        sum.add({reinterpret_cast<const char *>(part->data()),
                 part->size() * sizeof(double)});
      return hex_text(sum.value());
    }

    void require_size(const std::string &name,
                      const Eigen::Index found,
                      const Eigen::Index size)
    {
      if (found != size)
        throw Error(message("The state has ",
                            found,
                            " numbers \"",
                            name,
                            "\", the model ",
                            size,
                            ". Restore states of the same model."));
    }

    Vector get(const Container &container,
               const std::string &name,
               const Eigen::Index size)
    {
      const std::vector<double> &numbers = container.numbers(name);
      require_size(name, static_cast<Eigen::Index>(numbers.size()), size);
      return Eigen::Map<const Vector>(numbers.data(), size);
    }

    constexpr int n_numbers = 19; ///< of one SleeveInput

    void append(const SleeveInput &input, std::vector<double> &numbers)
    {
      numbers.insert(numbers.end(), input.pose.begin(), input.pose.end());
      numbers.insert(numbers.end(),
                     input.velocity.begin(),
                     input.velocity.end());
      numbers.push_back(input.has_velocity ? 1 : 0);
      numbers.insert(numbers.end(), input.force.begin(), input.force.end());
      numbers.insert(numbers.end(), input.moment.begin(), input.moment.end());
    }

    SleeveInput input_at(const double *numbers)
    {
      SleeveInput input;
      for (int i = 0; i < 6; ++i)
        {
          input.pose[i]     = numbers[i];
          input.velocity[i] = numbers[6 + i];
        }
      input.has_velocity = numbers[12] != 0;
      for (int i = 0; i < 3; ++i)
        {
          input.force[i]  = numbers[13 + i];
          input.moment[i] = numbers[16 + i];
        }
      return input;
    }
  } // namespace

  std::string OnlineModel::save() const
  {
    const Implementation &I = *implementation;
    I.require_start();
    Container container;
    container.metadata = {{"format", format}, {"identity", identity(*I.data)}};
    put_state(I.state, container);
    container.arrays["last q"] = ContainerArray::row(
      std::vector<double>(I.last_q.begin(), I.last_q.end()));
    std::vector<double> inputs;
    for (std::size_t s = 0; s < I.next.size(); ++s)
      {
        const SleeveInputs &input = (*I.inputs)[s];
        inputs.push_back(input.t);
        inputs.push_back(input.h);
        append(input.begin, inputs);
        append(input.end, inputs);
        append(I.next[s], inputs);
      }
    container.arrays["inputs"] = ContainerArray::row(inputs);
    return container_bytes(container);
  }

  void OnlineModel::restore(const std::string_view bytes)
  {
    Implementation &I = *implementation;
    const Container container =
      parse_container(bytes, "state of the online model", NotFinite::refuse);
    if (const std::string &found = container.text("format"); found != format)
      throw Error("The state has the format \"" + found + "\", not \"" +
                  format +
                  "\": it was saved by another version of Rivlin. Start the "
                  "model anew and save it with this version.");
    if (container.text("identity") != identity(*I.data))
      throw Error(
        "The state belongs to another reduced model. Restore states of the "
        "same model.");
    const State state = get_state(container);
    require_size("q", state.q.size(), I.model.n_positions());
    require_size("v", state.v.size(), I.model.n_velocities());
    require_size("a", state.a.size(), I.model.n_velocities());
    require_size("lambda", state.lambda.size(), I.model.n_multipliers());
    I.guard.require_own(state);
    const Vector last_q  = get(container, "last q", I.model.n_positions());
    const int per_sleeve = 2 + 3 * n_numbers;
    const Vector numbers =
      get(container, "inputs", per_sleeve * static_cast<int>(I.next.size()));

    I.saved_inputs = *I.inputs;
    for (std::size_t s = 0; s < I.next.size(); ++s)
      {
        const double *own = numbers.data() + s * per_sleeve;
        (*I.inputs)[s]    = {own[0],
                             own[1],
                             input_at(own + 2),
                             input_at(own + 2 + n_numbers)};
      }
    try
      {
        ReducedObservation seen;
        I.model.observe(state, seen);
        I.seen             = seen;
        I.sleeves_are_seen = I.all_is_seen = true;
      }
    catch (const ComputationFailed &failure)
      {
        *I.inputs = I.saved_inputs;
        throw Error(std::string("The state cannot be restored: ") +
                    failure.what());
      }
    for (std::size_t s = 0; s < I.next.size(); ++s)
      I.next[s] = input_at(numbers.data() + s * per_sleeve + 2 + 2 * n_numbers);
    I.state   = state;
    I.last_q  = last_q;
    I.started = true;
  }
} // namespace rivlin
