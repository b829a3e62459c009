// SPDX-License-Identifier: Apache-2.0
// From the parameters of a case to a finite element model and its channels.
#pragma once

#include <rivlin/cases/drive.h>
#include <rivlin/cases/size_forecast.h>
#include <rivlin/fe/fe_model.h>
#include <rivlin/fe/probes.h>

#include <memory>
#include <string>
#include <vector>

namespace rivlin
{
  template <int dim>
  struct CaseModel
  {
    std::unique_ptr<FEModel<dim>> model;
    /// At t = 0; accelerations and pressures are the integrator's to find.
    State initial_state;
    Drive drive;
    std::vector<std::string> support_names; ///< one per support
    std::unique_ptr<Probes<dim>> probes;
    std::vector<std::string> notices; ///< what the user should know
    SizeForecast size;
    /// Given, but without effect: those of the parameters, and what only the
    /// model knows.
    std::vector<UnusedParameter> unused;
  };

  /// Throws Error for everything the user can repair.
  template <int dim>
  CaseModel<dim> build_case(const CaseParameters &parameters,
                            MPI_Comm communicator);
} // namespace rivlin
