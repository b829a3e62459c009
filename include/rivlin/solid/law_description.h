// SPDX-License-Identifier: Apache-2.0
// The material laws as a table for parsers and reference pages, made from the
// laws themselves.
#pragma once

#include <rivlin/solid/material.h>

#include <map>
#include <string>
#include <vector>

namespace rivlin
{
  /// Constants by the names of parameter files. Tables are lists of rows.
  struct LawConstants
  {
    using Rows = std::vector<std::vector<double>>;

    std::map<std::string, double> numbers;
    std::map<std::string, Rows> tables;
  };

  /// A constant that users can give. With columns it is a table, whose rows
  /// have a number for each of them; there is no default of a table.
  struct ConstantDescription
  {
    std::string name;      ///< "C10"
    std::string dimension; ///< "stress"; empty: a pure number
    std::string text;
    double default_value = 0;
    NumberRange range;
    std::vector<std::string> columns;

    bool is_table() const
    {
      return !columns.empty();
    }
  };

  struct LawDescription
  {
    std::string name;       ///< "Mooney-Rivlin"
    std::string energy;     ///< formula of W, of its isochoric part if rubber
    bool is_rubber = false; ///< it has a volumetric law beside it
    std::vector<ConstantDescription> constants;
    /// Constants that are not given take their defaults. Throws Error for
    /// missing tables and rows that do not fit; ranges are left to check().
    /// `volume` counts for rubber only.
    MaterialLaw (*make)(const LawConstants &constants,
                        const VolumetricLaw &volume);
  };

  struct VolumetricDescription
  {
    std::string name;   ///< "quadratic"
    std::string energy; ///< formula of W_vol/kappa, b the exponent
    VolumetricKind kind = VolumetricKind::quadratic;
    std::vector<ConstantDescription> constants;

    /// An infinite "Bulk modulus" makes incompressible rubber.
    VolumetricLaw make(const LawConstants &constants) const;
  };

  const std::vector<LawDescription> &law_descriptions();
  const std::vector<VolumetricDescription> &volumetric_descriptions();

  /// Throws Error with the nearest name if it is unknown.
  const LawDescription &law_description(const std::string &name);
  const VolumetricDescription &volumetric_description(const std::string &name);

  /// A constant and the laws that read it; several laws may share a name if
  /// they describe it alike.
  struct SharedConstant
  {
    ConstantDescription constant;
    std::vector<std::string> laws;            ///< names of laws
    std::vector<std::string> volumetric_laws; ///< names of volumetric laws
  };

  /// All constants that a section Material may have, each once, in the order of
  /// the laws.
  std::vector<SharedConstant> shared_constants();
} // namespace rivlin
