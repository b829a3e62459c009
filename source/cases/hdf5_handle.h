// SPDX-License-Identifier: Apache-2.0
// HDF5's identifiers as objects that close themselves, and its errors as ours.
#pragma once

#include <rivlin/base/error.h>

#include <hdf5.h>

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
      close(id);
    }
    Hdf5Handle(const Hdf5Handle &)            = delete;
    Hdf5Handle &operator=(const Hdf5Handle &) = delete;

    operator hid_t() const
    {
      return id;
    }

  private:
    hid_t id;
    herr_t (*close)(hid_t);
  };
} // namespace rivlin
