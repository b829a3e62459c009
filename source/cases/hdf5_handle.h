// SPDX-License-Identifier: Apache-2.0
// HDF5's identifiers as objects that close themselves, and its errors as ours.
#pragma once

#include <rivlin/base/error.h>

#include <hdf5.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace rivlin
{
  /// Keeps HDF5 from printing its stack of errors.
  class QuietHdf5
  {
  public:
    QuietHdf5()
    {
      H5Eget_auto2(H5E_DEFAULT, &function, &data);
      H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    }
    ~QuietHdf5()
    {
      H5Eset_auto2(H5E_DEFAULT, function, data);
    }
    QuietHdf5(const QuietHdf5 &)            = delete;
    QuietHdf5 &operator=(const QuietHdf5 &) = delete;

  private:
    H5E_auto2_t function = nullptr;
    void *data           = nullptr;
  };

  class Hdf5Handle
  {
  public:
    /// Throws Error with `what` if the identifier is none.
    Hdf5Handle(const hid_t identifier,
               herr_t (*close_function)(hid_t),
               const std::string &what)
      : id(identifier)
      , close(close_function)
    {
      if (id < 0)
        throw Error(what);
    }
    ~Hdf5Handle()
    {
      close_now();
    }
    Hdf5Handle(const Hdf5Handle &)            = delete;
    Hdf5Handle &operator=(const Hdf5Handle &) = delete;

    operator hid_t() const
    {
      return id;
    }

    /// Close before the end; negative if that failed. Files are written then.
    herr_t close_now()
    {
      return id < 0 ? 0 : close(std::exchange(id, -1));
    }

  private:
    hid_t id;
    herr_t (*close)(hid_t);
  };

  /// The whole number that a data set holds; throws Error with `what` if it
  /// holds anything else.
  inline std::int64_t read_single_number(const Hdf5Handle &data,
                                         const std::string &what)
  {
    const QuietHdf5 quiet;
    const Hdf5Handle space(H5Dget_space(data), H5Sclose, what);
    const Hdf5Handle type(H5Dget_type(data), H5Tclose, what);
    std::int64_t number = 0;
    if (H5Sget_simple_extent_npoints(space) != 1 ||
        H5Tget_class(type) != H5T_INTEGER ||
        H5Dread(
          data, H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, &number) < 0)
      throw Error(what);
    return number;
  }
} // namespace rivlin
