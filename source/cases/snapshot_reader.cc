// SPDX-License-Identifier: Apache-2.0
// The file is opened for each block: a reader holds no resource of HDF5.
#include <rivlin/cases/snapshot_reader.h>

#include <rivlin/base/number_text.h>

#include "hdf5_handle.h"

#include <cmath>
#include <cstdint>
#include <limits>

namespace rivlin
{
  namespace
  {
    Hdf5Handle open_file(const std::filesystem::path &file)
    {
      const QuietHdf5 quiet;
      return {H5Fopen(file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT),
              H5Fclose,
              "The snapshots \"" + file.string() +
                "\" cannot be read: no such file, or not HDF5."};
    }

    Hdf5Handle open_data(const Hdf5Handle &opened,
                         const std::string &name,
                         const std::filesystem::path &file)
    {
      const QuietHdf5 quiet;
      return {H5Dopen2(opened, name.c_str(), H5P_DEFAULT),
              H5Dclose,
              "\"" + file.string() + "\" has no data set \"" + name +
                "\": it was not written by this version of rivlin simulate."};
    }

    [[noreturn]] void fail_damaged(const std::filesystem::path &file,
                                   const std::string &what)
    {
      throw Error("\"" + file.string() + "\": " + what +
                  ": the file is damaged.");
    }

    /// Of a data set of numbers that fits into the file: sizes are claims, and
    /// memory is taken for them.
    std::vector<hsize_t> shape_of(const Hdf5Handle &data,
                                  const std::string &name,
                                  const std::filesystem::path &file)
    {
      const QuietHdf5 quiet;
      const std::string what = "\"" + name + "\" has no sound shape";
      const Hdf5Handle space(H5Dget_space(data), H5Sclose, what);
      const int n_dimensions = H5Sget_simple_extent_ndims(space);
      if (n_dimensions < 0)
        fail_damaged(file, what);
      std::vector<hsize_t> shape(n_dimensions);
      H5Sget_simple_extent_dims(space, shape.data(), nullptr);
      double n_bytes = sizeof(double);
      for (const hsize_t extent : shape)
        {
          n_bytes *= static_cast<double>(extent);
          if (extent > std::numeric_limits<int>::max())
            fail_damaged(file, what);
        }
      // HDF5 reads beyond its buffers where room and shape do not agree.
      const Hdf5Handle type(H5Dget_type(data), H5Tclose, what);
      if (n_bytes > static_cast<double>(std::filesystem::file_size(file)) ||
          H5Tequal(type, H5T_IEEE_F64LE) <= 0 ||
          static_cast<double>(H5Dget_storage_size(data)) != n_bytes)
        fail_damaged(file, what);
      return shape;
    }

    std::string read_text(const Hdf5Handle &opened,
                          const std::string &name,
                          const std::filesystem::path &file)
    {
      const QuietHdf5 quiet;
      const Hdf5Handle attribute(H5Aopen(opened, name.c_str(), H5P_DEFAULT),
                                 H5Aclose,
                                 "\"" + file.string() +
                                   "\" has no attribute \"" + name +
                                   "\": it was not written by rivlin "
                                   "simulate.");
      const std::string what = "the attribute \"" + name + "\" is no text";
      const Hdf5Handle type(H5Aget_type(attribute), H5Tclose, what);
      const Hdf5Handle space(H5Aget_space(attribute), H5Sclose, what);
      if (H5Tget_class(type) != H5T_STRING ||
          H5Sget_simple_extent_npoints(space) != 1)
        fail_damaged(file, what);
      if (H5Tis_variable_str(type) > 0)
        {
          char *text = nullptr;
          if (H5Aread(attribute, type, &text) < 0)
            fail_damaged(file, what);
          const std::string result = text ? text : "";
          H5free_memory(text);
          return result;
        }
      const std::size_t size = H5Tget_size(type);
      if (size > std::filesystem::file_size(file))
        fail_damaged(file, what);
      std::string result(size, '\0');
      if (H5Aread(attribute, type, result.data()) < 0)
        fail_damaged(file, what);
      return result.substr(0, result.find('\0'));
    }
  } // namespace

  SnapshotReader::SnapshotReader(std::filesystem::path name)
    : file(std::move(name))
  {
    const Hdf5Handle opened  = open_file(file);
    const std::string format = read_text(opened, "format", file);
    if (format != "rivlin snapshots 1")
      throw Error("\"" + file.string() + "\" has the format \"" + format +
                  "\"; this version of Rivlin reads \"rivlin snapshots 1\". "
                  "Make the run again, or use the version that wrote it.");
    identity_json = read_text(opened, "identity", file);
    units         = read_text(opened, "unit system", file);
    const std::int64_t count =
      read_single_number(open_data(opened, "count", file),
                         "\"" + file.string() +
                           "\" does not count its snapshots: it is damaged.");
    const Hdf5Handle data = open_data(opened, "time", file);
    const auto shape      = shape_of(data, "time", file);
    if (shape.size() != 1 || count < 0 ||
        static_cast<hsize_t>(count) > shape[0])
      throw Error("\"" + file.string() + "\" counts " + number_text(count) +
                  " snapshots but has room for fewer: it is damaged.");
    times.resize(shape[0]);
    const QuietHdf5 quiet;
    if (H5Dread(data,
                H5T_NATIVE_DOUBLE,
                H5S_ALL,
                H5S_ALL,
                H5P_DEFAULT,
                times.data()) < 0)
      fail_damaged(file, "\"time\" cannot be read");
    times.resize(count);
  }

  int SnapshotReader::n_rows(const std::string &name) const
  {
    const Hdf5Handle opened = open_file(file);
    const Hdf5Handle data   = open_data(opened, name, file);
    const auto shape        = shape_of(data, name, file);
    hsize_t n               = 1;
    for (std::size_t d = 1; d < shape.size(); ++d)
      n *= shape[d];
    return static_cast<int>(n);
  }

  int SnapshotReader::n_displacements() const
  {
    const Hdf5Handle opened = open_file(file);
    const auto shape =
      shape_of(open_data(opened, "q_directions", file), "q_directions", file);
    if (shape.empty())
      fail_damaged(file, "\"q_directions\" has no sound shape");
    return static_cast<int>(shape[0]);
  }

  void SnapshotReader::read(const std::string &name,
                            const int first,
                            Eigen::Ref<Matrix> columns) const
  {
    if (columns.size() == 0)
      return;
    const Hdf5Handle opened = open_file(file);
    const Hdf5Handle data   = open_data(opened, name, file);
    auto count              = shape_of(data, name, file);
    hsize_t n               = 1;
    for (std::size_t d = 1; d < count.size(); ++d)
      n *= count[d];
    if (count.empty() || first + columns.cols() > n_snapshots() ||
        static_cast<hsize_t>(first + columns.cols()) > count[0] ||
        static_cast<Eigen::Index>(n) != columns.rows())
      throw Error("\"" + file.string() + "\": \"" + name + "\" has " +
                  number_text(n) + " numbers in " + number_text(n_snapshots()) +
                  " snapshots; asked for " + number_text(columns.rows()) +
                  " up to snapshot " + number_text(first + columns.cols()) +
                  ".");
    std::vector<hsize_t> start(count.size(), 0);
    start[0] = first;
    count[0] = columns.cols();
    const Hdf5Handle from(H5Dget_space(data), H5Sclose, "no data space");
    H5Sselect_hyperslab(
      from, H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr);
    const Hdf5Handle to(H5Screate_simple(static_cast<int>(count.size()),
                                         count.data(),
                                         nullptr),
                        H5Sclose,
                        "no data space");
    const QuietHdf5 quiet;
    // A row of the file is a column here: the last index runs fastest.
    Matrix block(columns.rows(), columns.cols());
    if (H5Dread(data, H5T_NATIVE_DOUBLE, to, from, H5P_DEFAULT, block.data()) <
        0)
      throw Error("\"" + file.string() + "\": \"" + name +
                  "\" cannot be read: the file is damaged.");
    for (Eigen::Index j = 0; j < block.cols(); ++j)
      if (!block.col(j).allFinite())
        throw Error("\"" + file.string() + "\": \"" + name +
                    "\" has a number that is not finite at t = " +
                    number_text(times[first + j]) +
                    ". Run the case again; do not train on these snapshots.");
    columns = block;
  }
} // namespace rivlin
