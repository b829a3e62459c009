// SPDX-License-Identifier: Apache-2.0
// What contacts with rigid surfaces and of the rubber with itself have in
// common: what they are called and what they report.
#pragma once

#include <rivlin/fe/body_action.h>
#include <rivlin/solid/contact_law.h>

#include <limits>

namespace rivlin
{
  /// What a contact does, on all ranks.
  struct ContactState
  {
    Vector3 force           = Vector3::Zero(); ///< on the body, or on one side
    double smallest_gap     = std::numeric_limits<double>::infinity();
    double area             = 0; ///< undeformed, under pressure
    double largest_pressure = 0; ///< per undeformed area
    double friction_work    = 0; ///< dissipated
  };

  /// Throws Error if the gap of the undeformed body is smaller than what the
  /// law allows: the distance of a barrier, which acts before surfaces touch,
  /// or `smallest` for the penalty, with a text that tells what is wrong.
  void require_gap(const std::string &name,
                   const ContactLaw &law,
                   double gap,
                   double smallest,
                   const std::string &what_is_wrong);

  template <int dim>
  class ContactBase : public BodyAction<dim>
  {
  public:
    std::string kind() const final
    {
      return "contact \"" + name() + "\"";
    }
    bool stores_energy() const final
    {
      return true;
    }
    bool acts_suddenly() const final
    {
      return true;
    }
    std::vector<std::string> column_titles(const UnitSystem &units) const final;
    std::vector<double> columns(const BodyState &at) const final;
    std::string picture_field(const UnitSystem &units) const final
    {
      return with_unit("contact pressure", units.stress);
    }

  protected:
    virtual const std::string &name() const = 0;
    /// Whether there is a force to report.
    virtual bool has_force() const
    {
      return true;
    }
    virtual bool has_friction() const
    {
      return false;
    }
    /// The same on all ranks. Collective.
    virtual ContactState observe(const BodyState &at) const = 0;
  };
} // namespace rivlin
