// SPDX-License-Identifier: Apache-2.0
// Matrices as arrays whose last index runs fastest.
#include "rom_parts.h"

#include <rivlin/base/text.h>

#include <type_traits>
#include <utility>

namespace rivlin
{
  namespace
  {
    constexpr std::size_t largest_extent = 100'000'000;

    template <class Number>
    ContainerArray array_of(const Matrix &matrix)
    {
      std::vector<Number> values;
      values.reserve(matrix.size());
      for (Eigen::Index i = 0; i < matrix.rows(); ++i)
        for (Eigen::Index j = 0; j < matrix.cols(); ++j)
          values.push_back(static_cast<Number>(matrix(i, j)));
      return {{static_cast<std::size_t>(matrix.rows()),
               static_cast<std::size_t>(matrix.cols())},
              std::move(values)};
    }
  } // namespace

  RomWriter::RomWriter(Container &container, std::string the_prefix)
    : file(container)
    , prefix(std::move(the_prefix))
  {}

  void RomWriter::put(const char *name, const Matrix &matrix)
  {
    file.arrays[prefix + name] = array_of<double>(matrix);
  }

  void RomWriter::put_single(const char *name, const Matrix &matrix)
  {
    file.arrays[prefix + name] = array_of<float>(matrix);
  }

  void RomWriter::put(const char *name, const std::vector<int> &numbers)
  {
    file.arrays[prefix + name] = ContainerArray::row(
      std::vector<std::int32_t>(numbers.begin(), numbers.end()));
  }

  RomReader::RomReader(const Container &container,
                       std::string the_prefix,
                       const RomObject &the_description,
                       const int dimension)
    : description(the_description)
    , dim(dimension)
    , file(container)
    , prefix(std::move(the_prefix))
  {}

  void RomReader::fail(const std::string &what) const
  {
    throw Error("\"" + file.file + "\" is no reduced model: " + what +
                ". It is damaged or was not written by Rivlin.");
  }

  const ContainerArray &RomReader::find(const char *name,
                                        const std::size_t n) const
  {
    const std::string whole = prefix + name;
    const auto found        = file.arrays.find(whole);
    if (found == file.arrays.end())
      fail("it has no array \"" + whole + "\"");
    if (found->second.shape.size() != n)
      fail(message("array \"",
                   whole,
                   "\" has ",
                   found->second.shape.size(),
                   " indices instead of ",
                   n));
    // Nothing times very much is nothing, but loops would still run.
    for (const std::size_t extent : found->second.shape)
      if (extent > largest_extent)
        fail(
          message("array \"", whole, "\" claims ", extent, " rows or columns"));
    return found->second;
  }

  Matrix RomReader::matrix(const char *name) const
  {
    const ContainerArray &array = find(name, 2);
    return std::visit(
      [&]<class Number>(const std::vector<Number> &values) -> Matrix {
        if constexpr (std::is_floating_point_v<Number>)
          return Eigen::Map<const Eigen::Matrix<Number,
                                                Eigen::Dynamic,
                                                Eigen::Dynamic,
                                                Eigen::RowMajor>>(
                   values.data(), array.shape[0], array.shape[1])
            .template cast<double>();
        else
          fail("array \"" + prefix + name + "\" has no floating point numbers");
      },
      array.values);
  }

  Vector RomReader::column(const char *name) const
  {
    const Matrix whole = matrix(name);
    if (whole.cols() != 1)
      fail("array \"" + prefix + name + "\" is not one column");
    return whole.col(0);
  }

  std::vector<int> RomReader::integers(const char *name) const
  {
    return std::visit(
      [&]<class Number>(const std::vector<Number> &values) -> std::vector<int> {
        if constexpr (std::is_same_v<Number, std::int32_t>)
          return {values.begin(), values.end()};
        else
          fail("array \"" + prefix + name + "\" has no integers of 32 bits");
      },
      find(name, 1).values);
  }
} // namespace rivlin
