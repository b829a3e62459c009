// SPDX-License-Identifier: Apache-2.0
// Products with groups of rows for all vector instructions, and with packed
// blocks of a matrix.
#include "static_solution.h"

#include <rivlin/solvers/kernels/packed_block.h>
#include <rivlin/solvers/pressure_schur.h>

#include <gtest/gtest.h>

#include <cmath>

namespace
{
  using namespace rivlin;

  /// Rows of all sizes, runs of all lengths, gaps.
  struct Example
  {
    RowGroups rows;
    unsigned int n = 0;
    /// Row, column and position in both orders of the values.
    struct Entry
    {
      unsigned int row, column;
      std::size_t row_by_row, packed;
    };
    std::vector<Entry> entries;
    std::size_t n_row_by_row = 0, n_packed = 0;
  };

  template <typename Number>
  Example make_example()
  {
    Example example;
    example.n        = 300;
    unsigned int row = 0;
    for (unsigned int g = 0; g < 40; ++g)
      {
        const unsigned int n_rows = 1 + g % most_rows;
        std::vector<unsigned int> own;
        for (unsigned int r = 0; r < n_rows; ++r)
          own.push_back(row++);
        example.rows.add_group(own.data(), n_rows);
        std::vector<unsigned int> columns;
        for (unsigned int c = row + g % 3; c < example.n;
             c += (c * 7 + g) % 11 < 8 ? 1 : 5)
          if (c % 64 < g + 3)
            columns.push_back(c);
        for (const unsigned int c : columns)
          example.rows.add_column<Number>(c);
        const unsigned int n_columns = n_rows + columns.size();
        const RowGroup &group        = example.rows.groups.back();
        EXPECT_EQ(group.n_columns, n_columns);
        for (unsigned int r = 0; r < n_rows; ++r)
          {
            for (unsigned int c = r; c < n_rows; ++c)
              example.entries.push_back({own[r],
                                         own[c],
                                         example.n_row_by_row + (c - r),
                                         example.n_packed + c - r});
            for (unsigned int k = 0; k < columns.size(); ++k)
              example.entries.push_back(
                {own[r], columns[k], example.n_row_by_row + n_rows - r + k, 0});
            example.n_row_by_row += n_columns - r;
            example.n_packed += n_rows - r;
          }
        std::size_t k = 0;
        for (std::size_t u = group.first_run; u < example.rows.runs.size(); ++u)
          {
            const ColumnRun run = example.rows.runs[u];
            EXPECT_LE(run.n, longest_run<Number>);
            for (unsigned int j = 0; j < run.n; ++j, ++k)
              {
                EXPECT_EQ(run.first + j, columns[k]);
                for (unsigned int r = 0; r < n_rows; ++r)
                  for (auto &entry : example.entries)
                    if (entry.row == own[r] && entry.column == columns[k])
                      entry.packed = example.n_packed + r * run.n + j;
              }
            example.n_packed += n_rows * run.n;
          }
        EXPECT_EQ(k, columns.size());
      }
    return example;
  }

  template <typename Number, typename Multiply>
  void expect_products(const Example &example,
                       const bool is_packed,
                       const Multiply &multiply)
  {
    std::vector<Number> values(is_packed ? example.n_packed
                                         : example.n_row_by_row);
    std::vector<Number> x(example.n);
    std::vector<double> expected(example.n, 1.);
    for (unsigned int i = 0; i < example.n; ++i)
      x[i] = static_cast<Number>(std::sin(3. * i + 1));
    for (const Example::Entry &entry : example.entries)
      {
        const Number value =
          static_cast<Number>(std::cos(1.7 * entry.row + 0.3 * entry.column));
        values[is_packed ? entry.packed : entry.row_by_row] = value;
        expected[entry.row] += double(value) * x[entry.column];
        if (entry.row != entry.column)
          expected[entry.column] += double(value) * x[entry.row];
      }
    for (const InstructionSet instructions : {InstructionSet::baseline,
                                              InstructionSet::avx2,
                                              InstructionSet::avx512})
      if (is_supported(instructions))
        {
          std::vector<Number> y(example.n, 1);
          multiply(values.data(), x.data(), y.data(), instructions);
          // At most 300 products of numbers below 1.
          const double tolerance = 300 * std::numeric_limits<Number>::epsilon();
          for (unsigned int i = 0; i < example.n; ++i)
            ASSERT_NEAR(y[i], expected[i], tolerance)
              << "row " << i << ", instructions " << int(instructions);
        }
  }

  TEST(RowGroups, ProductsAreThoseOfTheDenseMatrix)
  {
    const Example doubles = make_example<double>();
    expect_products<double>(
      doubles,
      false,
      [&](const auto *values, const auto *in, auto *out, InstructionSet) {
        multiply_row_by_row(doubles.rows, values, in, out);
      });
    const Example floats = make_example<float>();
    expect_products<float>(floats, true, [&](auto... arguments) {
      multiply_packed(floats.rows, arguments...);
    });
  }

  /// Rounding to half precision is exact for multiples of 1/1024 below 2.
  TEST(RowGroups, ProductsInHalfPrecision)
  {
    if (!has_half_precision())
      GTEST_SKIP() << "no instructions for half precision";
    const Example example = make_example<float>();
    std::vector<float> values(example.n_packed), x(example.n);
    for (std::size_t k = 0; k < values.size(); ++k)
      values[k] =
        static_cast<float>(static_cast<int>(k * 37 % 4095) - 2047) / 1024;
    for (unsigned int i = 0; i < example.n; ++i)
      x[i] = static_cast<float>(std::sin(3. * i + 1));
    std::vector<std::uint16_t> halves(values.size() + half_padding);
    round_to_half(values.data(), values.size(), halves.data());
    for (const InstructionSet instructions :
         {InstructionSet::avx2, InstructionSet::avx512})
      if (is_supported(instructions))
        {
          std::vector<float> y(example.n, 1), expected(y);
          multiply_packed(example.rows,
                          values.data(),
                          x.data(),
                          expected.data(),
                          instructions);
          multiply_packed(
            example.rows, halves.data(), x.data(), y.data(), instructions);
          for (unsigned int i = 0; i < example.n; ++i)
            ASSERT_EQ(y[i], expected[i]) << "row " << i;
        }
    const float third = 1.f / 3;
    std::uint16_t half;
    round_to_half(&third, 1, &half);
    EXPECT_EQ(half, 0x3555);
  }

  TEST(RowGroups, RunGoesOnOverAGapOfZeros)
  {
    RowGroups rows;
    const unsigned int own[] = {7};
    rows.add_group(own, 1);
    for (const unsigned int column : {10u, 12u, 16u, 27u, 26u})
      rows.add_column<float>(column, 2);
    // 27 is too far, 26 before it.
    ASSERT_EQ(rows.runs.size(), 4u);
    EXPECT_EQ(rows.runs[0].first, 10u);
    EXPECT_EQ(rows.runs[0].n, 3u);
    EXPECT_EQ(rows.runs[1].first, 16u);
    EXPECT_EQ(rows.runs[2].first, 27u);
    EXPECT_EQ(rows.runs[3].first, 26u);
    EXPECT_EQ(rows.groups[0].n_columns, 1u + 3 + 1 + 1 + 1);
  }

  /// K u and B^T p against the product with the whole matrix, on any number of
  /// ranks.
  TEST(PackedBlock, ProductsAreThoseOfTheBlock)
  {
    MeshParameters ring;
    ring.inner_radius             = 10;
    ring.outer_radius             = 25;
    ring.length                   = 40;
    ring.elements_radial          = 2;
    ring.elements_circumferential = 8;
    ring.elements_axial           = 3;
    ModelDefinition<3> definition;
    definition.materials["rubber"]    = reference_rubber(1. / 30);
    definition.supports               = {fixed<3>("inner"), fixed<3>("outer")};
    definition.supports[1].components = {{true, false, true}};
    const FEModel<3> model(make_mesh<3>(ring, MPI_COMM_WORLD), definition);
    const AssemblyMap map(model.discretization(), model.unknowns());
    SubassembledMatrix matrix = map.make_matrix();
    for (std::size_t k = 0; k < matrix.values.size(); ++k)
      matrix.values[k] =
        std::sin(matrix.pattern->row[k] * 1.7 + matrix.pattern->column[k]);
    const SubassembledProduct product(*matrix.pattern,
                                      model.unknowns().owned_numbers(),
                                      MPI_COMM_WORLD);
    const std::vector<char> is_pressure =
      find_pressures(model.discretization(), model.unknowns(), product);
    const auto expect_block = [&](const bool is_stiffness,
                                  const PackedBlock::Precision precision,
                                  const double tolerance) {
      PackedBlock block(product,
                        is_pressure,
                        is_stiffness
                          ? PackedBlock::Between::displacements
                          : PackedBlock::Between::displacements_and_pressures,
                        precision);
      block.update(matrix.values);
      DofVector x = product.make_vector(), expected = product.make_vector();
      auto x_single = product.make_vector<float>(), y = x_single;
      for (int i = 0; i < product.n_owned(); ++i)
        if (static_cast<bool>(is_pressure[i]) != is_stiffness)
          {
            x_single.local_element(i) =
              static_cast<float>(std::cos(1. + model.unknowns().first() + i));
            x.local_element(i) = x_single.local_element(i);
          }
      product.multiply(matrix.values, x, expected);
      block.multiply(x_single, y);
      double error = 0, size = 0;
      for (int i = 0; i < product.n_owned(); ++i)
        if (!is_pressure[i])
          {
            error = std::max(error,
                             std::abs(expected.local_element(i) -
                                      y.local_element(i)));
            size  = std::max(size, std::abs(expected.local_element(i)));
          }
        else
          {
            EXPECT_EQ(y.local_element(i), 0);
          }
      error = dealii::Utilities::MPI::max(error, MPI_COMM_WORLD);
      size  = dealii::Utilities::MPI::max(size, MPI_COMM_WORLD);
      EXPECT_GT(size, 1);
      EXPECT_LT(error, tolerance * size);
    };
    // Sums of up to 400 products, of which single precision keeps 24 bits and
    // half precision 11.
    expect_block(true, PackedBlock::Precision::single, 1e-5);
    expect_block(false, PackedBlock::Precision::single, 1e-5);
    expect_block(true, PackedBlock::Precision::half, 5e-3);

    // D A D x.
    PackedBlock block(product,
                      is_pressure,
                      PackedBlock::Between::displacements,
                      PackedBlock::Precision::single);
    auto D = product.make_vector<float>(), x = D, y = D, Dx = D, y_plain = D;
    for (int i = 0; i < product.n_owned(); ++i)
      if (!is_pressure[i])
        {
          const double phase  = model.unknowns().first() + i;
          D.local_element(i)  = static_cast<float>(2 + std::sin(phase));
          x.local_element(i)  = static_cast<float>(std::cos(phase));
          Dx.local_element(i) = D.local_element(i) * x.local_element(i);
        }
    block.update(matrix.values);
    block.multiply(Dx, y_plain);
    y_plain.scale(D);
    D.update_ghost_values();
    block.update(matrix.values, D);
    block.multiply(x, y);
    y -= y_plain;
    EXPECT_LT(y.linfty_norm(), 1e-5 * y_plain.linfty_norm());
  }
} // namespace
