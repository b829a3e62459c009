// SPDX-License-Identifier: Apache-2.0
// Uses the core: evaluates a channel.
#include <rivlin/base/version.h>
#include <rivlin/dynamics/channel.h>

#include <cmath>
#include <iostream>

int
main()
{
  const rivlin::Channel channel("3*t^2");
  std::cout << "rivlin " << rivlin::version() << ": "
            << channel.evaluate(2).derivative(1) << '\n';
  return std::abs(channel.evaluate(2).derivative(1) - 12) < 1e-12 ? 0 : 1;
}
