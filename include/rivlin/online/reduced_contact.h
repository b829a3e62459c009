// SPDX-License-Identifier: Apache-2.0
// Contact of a reduced model with a rigid surface; doc/theory/contact.md.
#pragma once

#include <rivlin/base/types.h>
#include <rivlin/solid/aligned_vector.h>
#include <rivlin/solid/contact_law.h>
#include <rivlin/solid/point_response.h>
#include <rivlin/solid/rigid_surface.h>

#include <limits>
#include <string>
#include <vector>

namespace rivlin
{
  /// The energy sum_n w_n phi(gap(x_n)) over points of the surface of the body,
  /// x = X + modes r: all nodes with their areas, or few of them with trained
  /// weights. Gap and law are those of the full model. The surface is at rest
  /// or moves with a sleeve: y = C + R^T (x - C - t) is the point in the
  /// undeformed frame of the surface, with R = I + A and t, A of that sleeve in
  /// r, so that the energy is a function of r alone, whatever moves the sleeve.
  struct ReducedContact
  {
    std::string name;
    RigidSurface surface;
    ContactLaw law;
    std::string carrier; ///< name of a support; empty: the ground
    /// Number of the moving sleeve that is the carrier, and its centre; -1: the
    /// surface is at rest.
    int sleeve     = -1;
    Vector3 centre = Vector3::Zero();
    Matrix points; ///< X: dim x n_points
    /// Rows (point, i) as point * dim + i; N columns.
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>
      modes;
    Vector weights; ///< w, positive; thickness included in 2D
    /// Of each point: 1 if a training state touched there or nearly so.
    std::vector<int> touched;

    int dim() const
    {
      return static_cast<int>(points.rows());
    }
    int n_points() const
    {
      return static_cast<int>(points.cols());
    }
    int n_coordinates() const
    {
      return static_cast<int>(modes.cols());
    }
  };

  /// Where the surface of a contact stands at rho, the begin of r.
  struct ContactFrame
  {
    ContactFrame(const ReducedContact &contact, const double *rho);
    /// y of the point at x.
    Vector3 place(const ReducedContact &contact, const Vector3 &x) const;

    Matrix3 R = Matrix3::Identity();
    Vector3 t = Vector3::Zero();
    int first = 0; ///< coordinate of the carrying sleeve
  };

  /// A point at x, per unit of its area.
  struct ContactTouch
  {
    Gap gap; ///< in the frame of the surface
    ContactResponse response;
    Matrix3 R             = Matrix3::Identity(); ///< of the frame
    Vector3 z             = Vector3::Zero();     ///< x - C - t
    Vector3 pull          = Vector3::Zero();     ///< dW/dx = R dW/dy
    Vector3 pull_in_frame = Vector3::Zero();     ///< dW/dy
  };
  ContactTouch touch(const ReducedContact &contact,
                     const ContactFrame &frame,
                     const Vector3 &x);
  /// dW/dr of a point that touches, with its weight.
  void add_force(const ReducedContact &contact,
                 const ContactFrame &frame,
                 int point,
                 const ContactTouch &at,
                 Vector &force);

  /// What a contact does, as in history.csv of the full model; of the points
  /// that the model has.
  struct ContactObservation
  {
    Vector3 force           = Vector3::Zero(); ///< on the body
    double smallest_gap     = std::numeric_limits<double>::infinity();
    double area             = 0; ///< undeformed, under pressure
    double largest_pressure = 0; ///< per undeformed area
    bool untrained = false;      ///< pressure where no training state touched
  };

  /// A point under pressure, of all contacts.
  struct TouchingPoint
  {
    int contact = 0;
    int point   = 0;
    ContactTouch at;
  };

  /// Scratch memory and result; sized at first use, one per thread.
  struct ContactEvaluation
  {
    double energy = 0;
    Vector force;   ///< d energy/dr: rows of rho are parts of the reactions
    Matrix tangent; ///< d2 energy/dr2
    std::vector<ContactObservation> seen; ///< one per contact
    std::vector<TouchingPoint> touching;
    AlignedVector scratch;
  };

  /// The sum over all contacts at a finite r. No allocation after the first
  /// call with the same contacts. Without contacts the result stays as it is.
  void evaluate(const std::vector<ReducedContact> &contacts,
                const Vector &r,
                Need need,
                ContactEvaluation &result);

  /// The block of the tangent of all coordinates from `first` on, none of which
  /// belongs to a sleeve, by the points that `result` found under pressure,
  /// whatever it was evaluated for. K is dense, column by column.
  void tangent_from(const std::vector<ReducedContact> &contacts,
                    int first,
                    ContactEvaluation &result,
                    double *K);

  /// Throws Error naming what is wrong: shapes, numbers that are not finite,
  /// weights that are not positive, a sleeve that the model has not.
  void check(const ReducedContact &contact,
             int dim,
             int n_coordinates,
             int n_sleeves);
} // namespace rivlin
