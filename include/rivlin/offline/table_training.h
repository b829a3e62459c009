// SPDX-License-Identifier: Apache-2.0
// Tables of forces and tangents for lookup and TPWL (thesis, section 6.5).
#pragma once

#include <rivlin/offline/reduced_response.h>
#include <rivlin/online/reduced_force.h>
#include <rivlin/online/volume_polynomial.h>

#include <vector>

namespace rivlin
{
  struct StateChoice
  {
    int max_count = 0; ///< 0: no limit
    /// Stop when every state is closer than this to a chosen one.
    double distance = 0;
  };

  /// Columns of `states` that cover them: first the one nearest to r = 0, then
  /// each time the one farthest from all chosen ones, in the lengths of
  /// metric * (r_a - r_b). In the order of choice, so that a part of the list
  /// is a smaller table. Repeated states are chosen once.
  std::vector<int> choose_states(const Matrix &states,
                                 const Matrix &metric,
                                 const StateChoice &choice);

  /// Exact projected energies, forces and tangents of the states; of the
  /// isochoric part in a mixed body. `metric`: of distances, for instance the
  /// root of energy_metric(), in which the distance is an average difference
  /// of strain times the root of the stiffness, whatever the scaling of the
  /// modes. The error of a Taylor series grows with strains and not with
  /// displacements, therefore it is preferred to the root of the mass matrix.
  /// Error if a state inverts a point.
  ForceTable train_table(const DiscreteBody &body,
                         const Matrix &modes,
                         const Matrix &states,
                         const Matrix &metric);

  /// Adds the volume to a table of the isochoric part by eliminating the
  /// pressures, C p = c(r): energy + c.p/2, f + B^T p,
  /// K + sum p_i d2c_i/dr2 + B^T C^-1 B. This is how the thesis tabulates a
  /// mixed model; kept as comparison, because a linear piece then has to follow
  /// the nearly incompressible part. Error if C is singular.
  ForceTable condense(const ForceTable &isochoric,
                      const VolumePolynomial &volume,
                      const Matrix &compliance);

  /// d2f/dr2 at the states by central differences of the exact tangent along
  /// each coordinate, made symmetric in all three indices; relative error about
  /// 1e-7. Layout of LookupForce::second. Costs 2 N tangents per state.
  Matrix second_by_differences(const DiscreteBody &body,
                               const Matrix &modes,
                               const Matrix &states);

  /// d2f/dr2 from the tangents of the `n_neighbours` nearest states of the
  /// table (Remark 6.5.3): exact differences along the directions to them, zero
  /// along directions that are orthogonal to these in the metric.
  Matrix second_from_neighbours(const ForceTable &table, int n_neighbours);
} // namespace rivlin
