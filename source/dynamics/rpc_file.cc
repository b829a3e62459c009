// SPDX-License-Identifier: Apache-2.0
// Reader of RPC III time histories. The format: header blocks of 512 bytes with
// four records each, a record is a keyword of 32 and a value of 96 bytes, both
// text that ends with a zero byte; then the data in groups, each with
// PTS_PER_GROUP points of the first channel, as many of the second, and so on.
// After the summary of MTS's "RPC III file formats" at
// https://pypi.org/project/rpc3-file; doc/formats.md says what is read.
#include <rivlin/dynamics/rpc_file.h>

#include <rivlin/base/text.h>
#include <rivlin/dynamics/rpc_header.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <utility>

namespace rivlin
{
  namespace
  {
    /// How the numbers lie in the file.
    struct Layout
    {
      bool is_float             = false;
      bool is_big_endian        = false;
      std::size_t n_channels    = 0;
      std::size_t pts_per_group = 0;
      std::size_t n_points      = 0; ///< of each channel, without padding

      std::size_t number_size() const
      {
        return is_float ? 4 : 2;
      }
    };

    /// The layout; fails unless it fits the `n_bytes` of data.
    Layout read_layout(const RpcHeader &header, const std::size_t n_bytes)
    {
      const std::string format = header.text("FORMAT");
      // BINARY is what programs for PCs write: little-endian IEEE numbers.
      header.check_choice("FORMAT",
                          format,
                          {"BINARY",
                           "BINARY_IEEE_LITTLE_END",
                           "BINARY_IEEE_BIG_END"},
                          "Convert the file to one of them, or to CSV.");
      header.check_choice("FILE_TYPE",
                          header.text("FILE_TYPE"),
                          {"TIME_HISTORY"},
                          "Give the signal against time; spectra, matrices and "
                          "counts are no excitation.");
      header.check_choice("TIME_TYPE",
                          header.text("TIME_TYPE", "RESPONSE"),
                          {"DRIVE", "RESPONSE", "MULT_DRIVE", "MULT_RESP"},
                          "Give the signal at equidistant times.");
      const std::string type = header.text("DATA_TYPE", "SHORT_INTEGER");
      header.check_choice("DATA_TYPE",
                          type,
                          {"SHORT_INTEGER", "FLOATING_POINT"},
                          "Convert the file to one of them, or to CSV.");
      header.check_choice("HALF_FRAMES",
                          header.text("HALF_FRAMES", "0"),
                          {"0"},
                          "Write the file without half frames at its ends.");

      Layout layout;
      layout.is_float                 = type == "FLOATING_POINT";
      layout.is_big_endian            = format == "BINARY_IEEE_BIG_END";
      layout.n_channels               = header.count("CHANNELS");
      layout.pts_per_group            = header.count("PTS_PER_GROUP");
      const std::size_t pts_per_frame = header.count("PTS_PER_FRAME");
      const std::size_t n_frames      = header.count("FRAMES");
      if (layout.pts_per_group % pts_per_frame != 0)
        header.fail("PTS_PER_GROUP = " + number_text(layout.pts_per_group) +
                    " is not a multiple of PTS_PER_FRAME = " +
                    number_text(pts_per_frame) +
                    ". The header is damaged: copy or write the file again.");
      const std::size_t frames_per_group = layout.pts_per_group / pts_per_frame;
      const std::size_t n_groups =
        n_frames / frames_per_group + (n_frames % frames_per_group != 0);

      // Divisions instead of products, which could overflow.
      const std::size_t n_numbers = n_bytes / layout.number_size();
      if (layout.pts_per_group > n_numbers / layout.n_channels / n_groups)
        header.fail("it should have " + number_text(n_groups) + " groups of " +
                    number_text(layout.pts_per_group) + " points in " +
                    number_text(layout.n_channels) + " channels with " +
                    number_text(layout.number_size()) +
                    " bytes each, but has " + number_text(n_bytes) +
                    " bytes of data only. It is truncated: copy it again.");
      const std::size_t expected = layout.number_size() * layout.n_channels *
                                   layout.pts_per_group * n_groups;
      if (n_bytes - expected >= RpcHeader::block_size)
        header.fail("it has " + number_text(n_bytes) +
                    " bytes of data, its header counts " +
                    number_text(expected) +
                    ". The header is damaged or incomplete: copy or write "
                    "the file again.");

      // SAMPLES is no keyword of MTS, but it is the only way to tell the
      // points from the filling of the last frame.
      layout.n_points = n_frames * pts_per_frame;
      if (!header.text("SAMPLES", "").empty())
        {
          const std::size_t n_samples = header.count("SAMPLES");
          if (n_samples > layout.n_points)
            header.fail("SAMPLES = " + number_text(n_samples) +
                        " are more than the " + number_text(layout.n_points) +
                        " points of the frames. Remove or correct this "
                        "keyword.");
          layout.n_points = n_samples;
        }
      if (layout.n_points < 2)
        header.fail("it has one point in time only. At least two are needed.");
      return layout;
    }

    template <typename Number, typename Bits>
    double decode(const char *const bytes, const bool is_big_endian)
    {
      constexpr std::size_t n = sizeof(Bits);
      static_assert(sizeof(Number) == n);
      Bits bits = 0;
      for (std::size_t i = 0; i < n; ++i)
        bits = static_cast<Bits>(
          bits << 8 |
          static_cast<unsigned char>(bytes[is_big_endian ? i : n - 1 - i]));
      return std::bit_cast<Number>(bits);
    }

    /// The factor from the numbers in the file to the unit of channel `n`.
    double read_scale(const RpcHeader &header,
                      const Layout &layout,
                      const std::string &n)
    {
      const std::string keyword = "SCALE.CHAN_" + n;
      if (!layout.is_float)
        return header.number(keyword);
      if (header.text(keyword, "").empty())
        return 1;
      const double scale = header.number(keyword);
      if (scale != 1)
        header.fail(keyword + " = " + number_text(scale) +
                    " with DATA_TYPE = FLOATING_POINT is ambiguous, some "
                    "programs apply it and some do not. Write the numbers in "
                    "their unit with a scale of 1, and scale in the formula.");
      return 1;
    }

    std::vector<double> read_values(const std::string_view data,
                                    const RpcHeader &header,
                                    const Layout &layout,
                                    const std::size_t channel,
                                    const std::string &title)
    {
      const std::string n    = number_text(channel + 1);
      const double scale     = read_scale(header, layout, n);
      const std::size_t size = layout.number_size();
      std::vector<double> values(layout.n_points);
      for (std::size_t i = 0; i < values.size(); ++i)
        {
          const std::size_t group = i / layout.pts_per_group;
          const std::size_t place =
            (group * layout.n_channels + channel) * layout.pts_per_group +
            i % layout.pts_per_group;
          const char *const bytes = data.data() + size * place;
          const double number =
            layout.is_float
              ? decode<float, std::uint32_t>(bytes, layout.is_big_endian)
              : decode<std::int16_t, std::uint16_t>(bytes,
                                                    layout.is_big_endian);
          values[i] = scale * number;
          if (!std::isfinite(values[i]))
            header.fail("channel " + n + " (" + title + "), point " +
                        number_text(i + 1) + " is " + number_text(values[i]) +
                        ", not a finite number. Repair the signal.");
          if (scale == 0 && number != 0)
            header.fail("channel " + n + " (" + title + ") has SCALE.CHAN_" +
                        n +
                        " = 0 and numbers other than 0. Write the file again "
                        "with its scale.");
        }
      return values;
    }

    /// Names and units of several words may be quoted.
    std::string without_quotes(const std::string &text)
    {
      if (text.size() < 2 || text.front() != '"' || text.back() != '"')
        return text;
      return std::string(
        trimmed(std::string_view(text).substr(1, text.size() - 2)));
    }

    /// One name for each channel, all different.
    std::vector<std::string> read_names(const RpcHeader &header,
                                        const std::size_t n_channels)
    {
      std::vector<std::string> names;
      std::map<std::string, int> n_uses;
      for (std::size_t i = 0; i < n_channels; ++i)
        {
          const std::string number = number_text(i + 1);
          names.push_back(
            without_quotes(header.text("DESC.CHAN_" + number, "")));
          if (names.back().empty())
            names.back() = "channel " + number;
          ++n_uses[names.back()];
        }
      std::map<std::string, int> n_final_uses;
      for (std::size_t i = 0; i < n_channels; ++i)
        {
          if (n_uses[names[i]] > 1)
            names[i] += " (channel " + number_text(i + 1) + ")";
          if (++n_final_uses[names[i]] > 1)
            header.fail("two channels have the name \"" + names[i] +
                        "\". Rename one of them.");
        }
      return names;
    }
  } // namespace

  TimeTable parse_rpc_file(const std::string_view content,
                           const std::filesystem::path &file)
  {
    const RpcHeader header(content, file);
    const std::string_view data = content.substr(header.size());
    const Layout layout         = read_layout(header, data.size());
    const double step           = header.number("DELTA_T");
    if (!(step > 0) ||
        !std::isfinite(step * static_cast<double>(layout.n_points)))
      header.fail("DELTA_T = " + number_text(step) +
                  " s is not a time between two points. Correct it.");

    TimeTable table;
    table.file = file;
    for (std::size_t i = 0; i < layout.n_points; ++i)
      table.times.push_back(step * static_cast<double>(i));
    const std::vector<std::string> names =
      read_names(header, layout.n_channels);
    for (std::size_t i = 0; i < layout.n_channels; ++i)
      {
        TimeTable::Column column{
          names[i],
          without_quotes(header.text("UNITS.CHAN_" + number_text(i + 1), "")),
          {}};
        column.values = read_values(data, header, layout, i, column.title());
        table.columns.push_back(std::move(column));
      }
    return table;
  }
} // namespace rivlin
