// SPDX-License-Identifier: Apache-2.0
// The container by HDF5, the rows by POSIX.
#include <rivlin/cases/snapshot_file.h>

#include <rivlin/base/error.h>
#include <rivlin/base/number_text.h>

#include "hdf5_handle.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <system_error>

namespace rivlin
{
  // Rows are written as they are in memory.
  static_assert(std::endian::native == std::endian::little);

  namespace
  {
    const std::string count_name = "count";

    std::size_t product(const std::vector<std::size_t> &shape)
    {
      return std::accumulate(shape.begin(),
                             shape.end(),
                             std::size_t(1),
                             std::multiplies<>());
    }

    [[noreturn]] void fail(const std::filesystem::path &file,
                           const std::string &what)
    {
      throw Error("Snapshots \"" + file.string() + "\": " + what);
    }

    [[noreturn]] void fail_system(const std::filesystem::path &file,
                                  const std::string &what)
    {
      fail(file,
           what + ": " +
             std::error_code(errno, std::generic_category()).message() +
             ". Check the rights of the folder and its free space.");
    }

    void check(const herr_t status,
               const std::filesystem::path &file,
               const std::string &what)
    {
      if (status >= 0)
        return;
      // HDF5 says only that it failed; the system said why.
      if (errno != 0)
        fail_system(file, what + " failed");
      fail(file, what + " failed. Check the free space of the folder.");
    }

    void write_text(const hid_t object,
                    const std::string &name,
                    const std::string &text,
                    const std::filesystem::path &file)
    {
      const std::string what = "Writing \"" + name + "\" failed.";
      const Hdf5Handle type(H5Tcopy(H5T_C_S1), H5Tclose, what);
      H5Tset_size(type, std::max<std::size_t>(text.size(), 1));
      H5Tset_cset(type, H5T_CSET_UTF8);
      const Hdf5Handle space(H5Screate(H5S_SCALAR), H5Sclose, what);
      // Attributes are limited to 64 kB; longer texts are data sets.
      const std::string padded = text.empty() ? std::string(1, '\0') : text;
      if (text.size() < 60000)
        {
          const Hdf5Handle attribute(
            H5Acreate2(
              object, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT),
            H5Aclose,
            what);
          check(H5Awrite(attribute, type, padded.data()), file, what);
        }
      else
        {
          const Hdf5Handle set(H5Dcreate2(object,
                                          name.c_str(),
                                          type,
                                          space,
                                          H5P_DEFAULT,
                                          H5P_DEFAULT,
                                          H5P_DEFAULT),
                               H5Dclose,
                               what);
          check(
            H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, padded.data()),
            file,
            what);
        }
    }

    /// A contiguous data set whose place in the file is fixed from the start.
    /// `fill`: the value of all entries; null: whatever the disk gives, which
    /// costs no time.
    class DataSet
    {
    public:
      DataSet(const hid_t parent,
              const std::string &name,
              const hid_t type,
              const std::vector<std::size_t> &shape,
              const double *fill)
        : what("Making the data set \"" + name + "\" failed.")
        , properties(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, what)
        , space(make_space(shape), H5Sclose, what)
        , set(make_set(parent, name, type, fill), H5Dclose, what)
      {}

      hid_t id() const
      {
        return set;
      }

      std::uint64_t place(const std::filesystem::path &file) const
      {
        const haddr_t offset = H5Dget_offset(set);
        if (offset == HADDR_UNDEF)
          fail(file, what);
        return offset;
      }

    private:
      static hid_t make_space(const std::vector<std::size_t> &shape)
      {
        const std::vector<hsize_t> extents(shape.begin(), shape.end());
        return shape.empty()
                 ? H5Screate(H5S_SCALAR)
                 : H5Screate_simple(extents.size(), extents.data(), nullptr);
      }

      hid_t make_set(const hid_t parent,
                     const std::string &name,
                     const hid_t type,
                     const double *fill) const
      {
        H5Pset_layout(properties, H5D_CONTIGUOUS);
        H5Pset_alloc_time(properties, H5D_ALLOC_TIME_EARLY);
        H5Pset_fill_time(properties,
                         fill ? H5D_FILL_TIME_ALLOC : H5D_FILL_TIME_NEVER);
        if (fill)
          H5Pset_fill_value(properties, H5T_NATIVE_DOUBLE, fill);
        return H5Dcreate2(parent,
                          name.c_str(),
                          type,
                          space,
                          H5P_DEFAULT,
                          properties,
                          H5P_DEFAULT);
      }

      std::string what;
      Hdf5Handle properties;
      Hdf5Handle space;
      Hdf5Handle set;
    };

    void describe(const DataSet &set,
                  const std::string &meaning,
                  const std::string &unit,
                  const std::filesystem::path &file)
    {
      write_text(set.id(), "meaning", meaning, file);
      write_text(set.id(), "unit", unit, file);
    }
  } // namespace

  std::size_t SnapshotColumn::size() const
  {
    return product(shape);
  }

  SnapshotFile::Places SnapshotFile::create(const std::filesystem::path &name,
                                            const std::size_t rows) const
  {
    const QuietHdf5 quiet;
    const std::string what = "Snapshots \"" + name.string() +
                             "\" cannot be made. Check the rights of the "
                             "folder.";
    const Hdf5Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, what);
    // The count must not lie across two pages of memory: a kill in between
    // would leave half of it.
    H5Pset_alignment(access, 1, 8);
    // The structures of HDF5 1.8 have checksums, the older ones that it takes
    // by default have not: it crashes on some of them if they are damaged.
    H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_V18);
    errno = 0;
    const hid_t made =
      H5Fcreate(name.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access);
    if (made < 0 && errno != 0)
      fail_system(name, "it cannot be made");
    Hdf5Handle h5(made, H5Fclose, what);
    for (const auto &[key, text] : layout.texts)
      write_text(h5, key, text, name);
    for (const SnapshotConstant &constant : layout.constants)
      {
        const DataSet set(
          h5, constant.name, H5T_IEEE_F64LE, constant.shape, nullptr);
        describe(set, constant.meaning, constant.unit, name);
        if (!constant.values.empty())
          check(H5Dwrite(set.id(),
                         H5T_NATIVE_DOUBLE,
                         H5S_ALL,
                         H5S_ALL,
                         H5P_DEFAULT,
                         constant.values.data()),
                name,
                "Writing \"" + constant.name + "\"");
      }
    Places result;
    const double zero = 0;
    {
      const DataSet number(h5, count_name, H5T_STD_I64LE, {}, &zero);
      describe(number,
               "number of valid snapshots: rows 0 to count - 1",
               "-",
               name);
      result.count = number.place(name);
    }
    if (result.count % sizeof(std::int64_t) != 0)
      throw std::logic_error("The count of the snapshots is not aligned.");
    for (const SnapshotColumn &column : layout.columns)
      {
        std::vector<std::size_t> shape = {rows};
        shape.insert(shape.end(), column.shape.begin(), column.shape.end());
        // Numbers (the time) of rows that are not there shall not look like
        // one; large rows stay holes in the file.
        const double nothing = std::numeric_limits<double>::quiet_NaN();
        const bool is_empty  = product(shape) == 0;
        const DataSet set(h5,
                          column.name,
                          H5T_IEEE_F64LE,
                          shape,
                          column.shape.empty() ? &nothing : nullptr);
        describe(set, column.meaning, column.unit, name);
        result.columns.push_back(is_empty ? 0 : set.place(name));
      }
    errno = 0;
    check(H5Fflush(h5, H5F_SCOPE_LOCAL), name, "Writing");
    // The last of it is written when nothing of the file is open any more.
    check(h5.close_now(), name, "Closing");
    return result;
  }

  void SnapshotFile::write_at(const int target,
                              const void *data,
                              std::size_t n,
                              std::uint64_t place) const
  {
    const char *bytes = static_cast<const char *>(data);
    while (n > 0)
      {
        const ssize_t done =
          pwrite(target, bytes, n, static_cast<off_t>(place));
        if (done < 0 && errno == EINTR)
          continue;
        if (done <= 0)
          fail_system(file,
                      number_text(n) +
                        " bytes of a snapshot cannot be written");
        bytes += done;
        place += static_cast<std::uint64_t>(done);
        n -= static_cast<std::size_t>(done);
      }
  }

  void SnapshotFile::open()
  {
    descriptor = ::open(file.c_str(), O_RDWR);
    if (descriptor < 0)
      fail_system(file, "it cannot be opened");
  }

  void SnapshotFile::set_count(const std::size_t n)
  {
    const std::int64_t number = static_cast<std::int64_t>(n);
    write_at(descriptor, &number, sizeof number, places.count);
    count = n;
  }

  void SnapshotFile::replace(const std::size_t rows)
  {
    const std::filesystem::path part = file.string() + ".part";
    try
      {
        copy_to(part, rows);
      }
    catch (...)
      {
        // Others may need the room, if that is what was missing.
        std::error_code ignored;
        std::filesystem::remove(part, ignored);
        throw;
      }
  }

  void SnapshotFile::copy_to(const std::filesystem::path &part,
                             const std::size_t rows)
  {
    const Places next = create(part, rows);
    const int target  = ::open(part.c_str(), O_RDWR);
    if (target < 0)
      fail_system(file, "its larger copy cannot be opened");
    std::vector<char> buffer;
    for (std::size_t c = 0; c < layout.columns.size(); ++c)
      {
        const std::size_t n_bytes =
          layout.columns[c].size() * sizeof(double) * count;
        for (std::size_t begin = 0; begin < n_bytes; begin += buffer.size())
          {
            buffer.resize(std::min<std::size_t>(n_bytes - begin, 1 << 22));
            const ssize_t n =
              pread(descriptor,
                    buffer.data(),
                    buffer.size(),
                    static_cast<off_t>(places.columns[c] + begin));
            if (n != static_cast<ssize_t>(buffer.size()))
              {
                close(target);
                fail(file, "it is shorter than its snapshots.");
              }
            write_at(target,
                     buffer.data(),
                     buffer.size(),
                     next.columns[c] + begin);
          }
      }
    const std::int64_t number = static_cast<std::int64_t>(count);
    write_at(target, &number, sizeof number, next.count);
    const bool safe = fsync(target) == 0 || errno == EINVAL;
    close(target);
    if (!safe)
      fail_system(file, "its larger copy cannot be brought to the disk");
    std::filesystem::rename(part, file);
    if (descriptor >= 0)
      close(descriptor);
    places   = next;
    capacity = rows;
    open();
  }

  SnapshotFile::SnapshotFile(std::filesystem::path name,
                             SnapshotLayout file_layout,
                             const std::size_t rows)
    : file(std::move(name))
    , layout(std::move(file_layout))
    , growth(std::max<std::size_t>(rows, 1))
  {
    replace(growth);
  }

  SnapshotFile::SnapshotFile(std::filesystem::path name,
                             SnapshotLayout file_layout,
                             const std::size_t rows,
                             const std::size_t n_kept)
    : file(std::move(name))
    , layout(std::move(file_layout))
    , growth(std::max<std::size_t>(rows, 1))
  {
    const QuietHdf5 quiet;
    const std::string other =
      "Snapshots \"" + file.string() +
      "\" cannot be continued: they are not those of the interrupted run. "
      "Bring the file back, or start from the beginning without --resume.";
    {
      const Hdf5Handle h5(H5Fopen(file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT),
                          H5Fclose,
                          other);
      const Hdf5Handle counter(H5Dopen2(h5, count_name.c_str(), H5P_DEFAULT),
                               H5Dclose,
                               other);
      places.count              = H5Dget_offset(counter);
      const std::int64_t number = read_single_number(counter, other);
      for (const SnapshotColumn &column : layout.columns)
        {
          const Hdf5Handle set(H5Dopen2(h5, column.name.c_str(), H5P_DEFAULT),
                               H5Dclose,
                               other);
          const Hdf5Handle space(H5Dget_space(set), H5Sclose, other);
          const Hdf5Handle type(H5Dget_type(set), H5Tclose, other);
          std::vector<hsize_t> extents(
            std::max(H5Sget_simple_extent_ndims(space), 1));
          H5Sget_simple_extent_dims(space, extents.data(), nullptr);
          if (extents.size() != column.shape.size() + 1 ||
              !std::equal(column.shape.begin(),
                          column.shape.end(),
                          extents.begin() + 1) ||
              H5Tequal(type, H5T_IEEE_F64LE) <= 0)
            throw Error(other);
          if (!places.columns.empty() && extents[0] != capacity)
            throw Error(other);
          capacity             = extents[0];
          const haddr_t offset = H5Dget_offset(set);
          if (offset == HADDR_UNDEF && column.size() * capacity > 0)
            throw Error(other);
          places.columns.push_back(offset == HADDR_UNDEF ? 0 : offset);
        }
      // More than there is room for would be filled up below.
      if (places.count == HADDR_UNDEF ||
          number > static_cast<std::int64_t>(capacity))
        throw Error(other);
      if (number < 0 || static_cast<std::size_t>(number) < n_kept)
        throw Error(
          "Snapshots \"" + file.string() + "\" has " + number_text(number) +
          " snapshots, the interrupted run had written " + number_text(n_kept) +
          ". Bring the file back, or start from the beginning "
          "without --resume.");
      count = static_cast<std::size_t>(number);
    }
    open();
    const std::size_t n_before = count;
    set_count(n_kept);
    const double nothing = std::numeric_limits<double>::quiet_NaN();
    for (std::size_t c = 0; c < layout.columns.size(); ++c)
      if (layout.columns[c].shape.empty())
        for (std::size_t i = n_kept; i < n_before; ++i)
          write_at(descriptor,
                   &nothing,
                   sizeof nothing,
                   places.columns[c] + i * sizeof nothing);
  }

  SnapshotFile::~SnapshotFile()
  {
    if (descriptor >= 0)
      close(descriptor);
  }

  void SnapshotFile::append(const std::vector<std::span<const double>> &row)
  {
    if (row.size() != layout.columns.size())
      throw std::logic_error("A snapshot has the wrong number of columns.");
    if (count == capacity)
      replace(capacity + std::max(capacity, growth));
    for (std::size_t c = 0; c < row.size(); ++c)
      {
        if (row[c].size() != layout.columns[c].size())
          throw std::logic_error("A snapshot of \"" + layout.columns[c].name +
                                 "\" has the wrong size.");
        write_at(descriptor,
                 row[c].data(),
                 row[c].size_bytes(),
                 places.columns[c] + count * row[c].size_bytes());
      }
    set_count(count + 1);
  }

  void SnapshotFile::synchronize()
  {
    if (fsync(descriptor) != 0 && errno != EINVAL)
      fail_system(file, "it cannot be brought to the disk");
  }

  void SnapshotFile::trim()
  {
    if (count < capacity)
      replace(std::max<std::size_t>(count, 1));
  }

  void start_hdf5_without_cleanup()
  {
    H5dont_atexit();
    H5open();
  }
} // namespace rivlin
