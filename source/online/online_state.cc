// SPDX-License-Identifier: Apache-2.0
// The state of an online model as bytes.
#include <rivlin/base/checksum.h>
#include <rivlin/base/container_file.h>
#include <rivlin/base/error.h>
#include <rivlin/base/text.h>

#include "online_implementation.h"

namespace rivlin
{
  namespace
  {
    const std::string format = "rivlin online state 1";

    std::string identity(const ReducedModelData &data)
    {
      Crc64 sum;
      for (const Matrix *part : {&data.mass, &data.damping, &data.compliance})
        sum.add({reinterpret_cast<const char *>(part->data()),
                 part->size() * sizeof(double)});
      return hex_text(sum.value());
    }

    void put(Container &container, const std::string &name, const Vector &x)
    {
      container.arrays[name] =
        ContainerArray::row(std::vector<double>(x.data(), x.data() + x.size()));
    }

    Vector get(const Container &container,
               const std::string &name,
               const Eigen::Index size)
    {
      const std::vector<double> &numbers = container.numbers(name);
      if (static_cast<Eigen::Index>(numbers.size()) != size)
        throw Error(message("The state has ",
                            numbers.size(),
                            " numbers \"",
                            name,
                            "\", the model ",
                            size,
                            ". Restore states of the same model."));
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
    container.arrays["time"] =
      ContainerArray::row(std::vector<double>{I.state.time, I.state.next_step});
    put(container, "q", I.state.q);
    put(container, "v", I.state.v);
    put(container, "a", I.state.a);
    put(container, "lambda", I.state.lambda);
    for (std::size_t i = 0; i < I.state.memory.size(); ++i)
      put(container, message("memory ", i), I.state.memory[i]);
    put(container, "last q", I.last_q);
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
    if (container.text("format") != format ||
        container.text("identity") != identity(*I.data))
      throw Error(
        "The state belongs to another reduced model or version. "
        "Restore states of the same model.");
    const int n = I.model.n_velocities();
    State state;
    const Vector time = get(container, "time", 2);
    state.time        = time[0];
    state.next_step   = time[1];
    state.q           = get(container, "q", I.model.n_positions());
    state.v           = get(container, "v", n);
    state.a           = get(container, "a", n);
    state.lambda      = get(container, "lambda", I.model.n_multipliers());
    if (!I.options.quasi_static)
      state.memory = {get(container, "memory 0", n),
                      get(container, "memory 1", 2)};
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
        I.seen = seen;
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
