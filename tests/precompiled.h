// SPDX-License-Identifier: Apache-2.0
// Precompiled for the tests of the core: what nearly all of them include.
#include <Eigen/Dense>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <variant>
#include <vector>
