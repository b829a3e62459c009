// SPDX-License-Identifier: Apache-2.0
#include <rivlin/base/error.h>
#include <rivlin/spaces/mesh_generator.h>

#include <gtest/gtest.h>

#include "spaces/bushing_features.h"
#include "temporary_folder.h"

#include <cmath>

using namespace rivlin;

TEST(MeshGenerator, RefusalsSayWhatIsWrong)
{
  const auto refused = [](const auto &change,
                          const std::vector<std::string> &parts) {
    MeshParameters parameters;
    change(parameters);
    const std::string message =
      message_of<Error>([&] { make_mesh<3>(parameters, MPI_COMM_SELF); });
    for (const std::string &part : parts)
      EXPECT_NE(message.find(part), std::string::npos)
        << part << " in: " << message;
  };
  refused([](auto &p) { p.inner_radius = 30; }, {"30"});
  refused([](auto &p) { p.outer_radius = NAN; }, {"nan"});
  refused([](auto &p) { p.inner_steel = 11; }, {"steel"});
  refused([](auto &p) { p.elements_axial = 0; }, {"axial"});
  refused([](auto &p) { p.grading_axial = 0.5; }, {"grading"});

  refused([](auto &p) { p.voids = -1; }, {"Voids", "-1"});
  refused(
    [](auto &p) {
      p              = two_voids();
      p.sector_angle = 90;
    },
    {"full ring", "90"});
  refused(
    [](auto &p) {
      p                 = two_voids();
      p.elements_radial = 4;
      p.grading_radial  = 2;
    },
    {"Grading radial", "voids", "more \"Elements radial\" than 4"});
  refused(
    [](auto &p) {
      p            = two_voids();
      p.void_width = 200;
    },
    {"overlap", "200"});

  const auto depth = [&](const FreeSurface free_surface,
                         const double length,
                         const double size,
                         const std::vector<std::string> &parts) {
    refused(
      [&](auto &p) {
        p.free_surface       = free_surface;
        p.free_surface_depth = size;
        p.length             = length;
      },
      parts);
  };
  depth(FreeSurface::groove, 40, 8, {"depth", "8", "7.5"});
  depth(FreeSurface::groove, 40, 0, {"depth", "0"});
  depth(FreeSurface::groove, 40, NAN, {"depth", "nan"});
  depth(FreeSurface::chamfer, 40, 15.5, {"depth", "15.5", "15"});
  depth(FreeSurface::chamfer, 10, 5, {"depth", "half the length"});

  const auto flange = [&](const auto &change,
                          const std::vector<std::string> &parts) {
    refused(
      [&](auto &p) {
        p = with_flanges(p, Flanges::both);
        change(p);
      },
      parts);
  };
  flange([](auto &p) { p.flange_radius = 25; }, {"Flange radius", "25"});
  flange([](auto &p) { p.outer_steel = 8; }, {"Flange radius", "33"});
  flange([](auto &p) { p.flange_thickness = 20; },
         {"Flange thickness", "20", "40"});
  flange([](auto &p) { p.flange_thickness = 0; }, {"Flange thickness", "0"});
  flange([](auto &p) { p.elements_axial = 2; }, {"Elements axial", "3"});
  flange([](auto &p) { p.elements_flange = 0; }, {"Elements flange"});
  flange([](auto &p) { p.grading_axial = 2; }, {"Grading axial", "flanges"});
  flange([](auto &p) { p.free_surface = FreeSurface::chamfer; },
         {"chamfer", "groove"});

  EXPECT_NE(message_of<Error>([] {
              make_mesh<2>(with_ends({}, FreeSurface::groove), MPI_COMM_SELF);
            }).find("2D"),
            std::string::npos);
  EXPECT_NE(message_of<Error>([] {
              make_mesh<2>(with_flanges({}, Flanges::top), MPI_COMM_SELF);
            }).find("2D"),
            std::string::npos);
}

TEST(MeshGenerator, UnknownSetNamesTheNearest)
{
  const auto mesh = make_mesh<2>({}, MPI_COMM_SELF);
  EXPECT_NE(message_of<Error>([&] {
              mesh->boundary_id("iner");
            }).find("\"inner\""),
            std::string::npos);
  EXPECT_NE(message_of<Error>([&] {
              mesh->material_id("ruber");
            }).find("\"rubber\""),
            std::string::npos);
}
