// SPDX-License-Identifier: Apache-2.0
// What hosts give as the place of the resources.
#include <rivlin/export/fmu_resources.h>

#include <rivlin/base/error.h>

#include "temporary_folder.h"

using namespace rivlin;

namespace
{
  std::string posix(const char *location)
  {
    return resource_folders(location, PathStyle::posix).front();
  }
  std::string windows(const char *location)
  {
    return resource_folders(location, PathStyle::windows).front();
  }
  using FmuResources = TemporaryFolder;
} // namespace

TEST_F(FmuResources, UrisAreDecodedOnce)
{
  EXPECT_EQ(posix("file:///tmp/a%20b/resources"), "/tmp/a b/resources");
  EXPECT_EQ(posix("file:/tmp/x/resources/"), "/tmp/x/resources");
  EXPECT_EQ(posix("FILE://LocalHost/tmp/x"), "/tmp/x");
  EXPECT_EQ(posix("file:///tmp/100%25/%C3%BC"), "/tmp/100%/\xC3\xBC");
  EXPECT_EQ(posix("file:///tmp/a%2520b"), "/tmp/a%20b");
  EXPECT_EQ(posix("file:///tmp/50% off"), "/tmp/50% off");
  EXPECT_EQ(posix("file:///tmp/5%"), "/tmp/5%");
}

TEST_F(FmuResources, PathsStayAsTheyAre)
{
  EXPECT_EQ(posix("/tmp/a%20b/resources/"), "/tmp/a%20b/resources");
  EXPECT_EQ(posix("relative/resources"), "relative/resources");
  EXPECT_EQ(windows("C:\\FMU s\\resources\\"), "C:\\FMU s\\resources");
  EXPECT_EQ(windows("C:/x/resources"), "C:\\x\\resources");
  EXPECT_EQ(windows("\\\\server\\share\\x"), "\\\\server\\share\\x");
}

TEST_F(FmuResources, DriveLettersAndServersOfUris)
{
  EXPECT_EQ(windows("file:///C:/a%20b"), "C:\\a b");
  EXPECT_EQ(windows("file:/C:/x"), "C:\\x");
  EXPECT_EQ(windows("file://localhost/c:/x"), "c:\\x");
  EXPECT_EQ(windows("file://C:/x"), "C:\\x");
  EXPECT_EQ(windows("file://server/share/x"), "\\\\server\\share\\x");
  EXPECT_EQ(windows("file:////server/share/x"), "\\\\server\\share\\x");
}

TEST_F(FmuResources, OtherPlacesAreRefused)
{
  for (const char *none : {static_cast<const char *>(nullptr), ""})
    EXPECT_NE(message_of<Error>([&]() {
                posix(none);
              }).find("gave no resource location"),
              std::string::npos);
  EXPECT_NE(message_of<Error>([&]() {
              posix("https://x.org/y");
            }).find("is not a folder of this machine"),
            std::string::npos);
  EXPECT_NE(message_of<Error>([&]() {
              read_fmu_model("file:///nowhere/at%20all");
            }).find("\"/nowhere/at all/bushing.rom\""),
            std::string::npos);
}

// A folder that is called "a%20b" by a host that does not encode it.
TEST_F(FmuResources, FoldersWithPercentSignsAreFound)
{
  for (const char *name : {"a%20b", "50% \xC3\xBC", "plain"})
    {
      const std::filesystem::path place = folder / name;
      std::filesystem::create_directories(place);
      write(place / fmu_model_file, name);
      EXPECT_EQ(read_fmu_model(place.c_str()), name);
      EXPECT_EQ(read_fmu_model(("file://" + place.string()).c_str()), name);
    }
}
