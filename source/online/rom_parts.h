// SPDX-License-Identifier: Apache-2.0
// Arrays and descriptions of one part of a reduced model in its container.
#pragma once

#include <rivlin/base/container_file.h>
#include <rivlin/base/types.h>

#include "rom_json.h"

#include <string>
#include <vector>

namespace rivlin
{
  /// Writes arrays, whose names get the prefix, and fills a description.
  class RomWriter
  {
  public:
    RomWriter(Container &container, std::string prefix);

    void put(const char *name, const Matrix &matrix);
    void put_single(const char *name, const Matrix &matrix); ///< as F32
    void put(const char *name, const std::vector<int> &numbers);

    nlohmann::json description = nlohmann::json::object();

  private:
    Container &file;
    std::string prefix;
  };

  /// Reads them back; throws Error for what is missing or of another shape.
  class RomReader
  {
  public:
    RomReader(const Container &container,
              std::string prefix,
              const RomObject &description,
              int dim);

    Matrix matrix(const char *name) const; ///< of F64 or F32
    Vector column(const char *name) const;
    std::vector<int> integers(const char *name) const;
    [[noreturn]] void fail(const std::string &what) const;

    RomObject description;
    int dim; ///< of the model

  private:
    const ContainerArray &find(const char *name, std::size_t n_indices) const;

    const Container &file;
    std::string prefix;
  };
} // namespace rivlin
