// SPDX-License-Identifier: Apache-2.0
// Reads snapshots.h5 as any HDF5 program would: every attribute and data set.
// Usage: read_snapshots FILE. Prints JSON; exit code 1 if HDF5 refuses.
#include <hdf5.h>

#include <nlohmann/json.hpp>

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

namespace
{
  using Json = nlohmann::ordered_json;

  hid_t check(const hid_t status, const std::string &what)
  {
    if (status < 0)
      {
        std::cerr << what << " failed\n";
        std::exit(1);
      }
    return status;
  }

  std::string read_attribute(const hid_t object, const char *name)
  {
    const hid_t attribute =
      check(H5Aopen(object, name, H5P_DEFAULT), "opening an attribute");
    const hid_t type = H5Aget_type(attribute);
    std::string text(H5Tget_size(type), '\0');
    check(H5Aread(attribute, type, text.data()), "reading an attribute");
    H5Tclose(type);
    H5Aclose(attribute);
    return text.c_str();
  }

  Json read_attributes(const hid_t object)
  {
    Json attributes = Json::object();
    H5Aiterate2(
      object,
      H5_INDEX_NAME,
      H5_ITER_INC,
      nullptr,
      [](const hid_t owner, const char *name, const H5A_info_t *, void *out) {
        (*static_cast<Json *>(out))[name] = read_attribute(owner, name);
        return herr_t(0);
      },
      &attributes);
    return attributes;
  }

  Json read_set(const hid_t file, const char *name)
  {
    const hid_t set   = check(H5Dopen2(file, name, H5P_DEFAULT), "opening");
    const hid_t space = H5Dget_space(set);
    const hid_t type  = H5Dget_type(set);
    std::vector<hsize_t> extents(H5Sget_simple_extent_ndims(space));
    if (!extents.empty())
      H5Sget_simple_extent_dims(space, extents.data(), nullptr);
    std::size_t n = 1;
    for (const hsize_t extent : extents)
      n *= extent;
    Json result = {{"shape", extents}, {"attributes", read_attributes(set)}};
    if (H5Tget_class(type) == H5T_INTEGER)
      {
        std::int64_t number = 0;
        check(H5Dread(
                set, H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, &number),
              "reading a number");
        result["values"] = number;
      }
    else
      {
        std::vector<double> values(n);
        if (n > 0)
          check(H5Dread(set,
                        H5T_NATIVE_DOUBLE,
                        H5S_ALL,
                        H5S_ALL,
                        H5P_DEFAULT,
                        values.data()),
                "reading numbers");
        result["values"] = values;
      }
    H5Tclose(type);
    H5Sclose(space);
    H5Dclose(set);
    return result;
  }
} // namespace

int
main(int argc, char **argv)
{
  if (argc != 2)
    return 2;
  const hid_t file =
    check(H5Fopen(argv[1], H5F_ACC_RDONLY, H5P_DEFAULT), "opening the file");
  Json result = {{"attributes", read_attributes(file)},
                 {"sets", Json::object()}};
  H5G_info_t group;
  H5Gget_info(file, &group);
  for (hsize_t i = 0; i < group.nlinks; ++i)
    {
      char name[256];
      check(H5Lget_name_by_idx(file,
                               ".",
                               H5_INDEX_NAME,
                               H5_ITER_INC,
                               i,
                               name,
                               sizeof name,
                               H5P_DEFAULT),
            "listing");
      result["sets"][name] = read_set(file, name);
    }
  H5Fclose(file);
  std::cout << result.dump() << "\n";
  return 0;
}
