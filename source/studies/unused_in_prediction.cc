// SPDX-License-Identifier: Apache-2.0
// By names of sections: a test walks over the schema and finds those that are
// missing here.
#include <rivlin/studies/unused_in_prediction.h>

#include <rivlin/studies/prediction_study.h>

#include <set>

namespace rivlin
{
  namespace
  {
    /// Empty if a prediction uses the parameter.
    std::string why_unused(const std::string &key,
                           const CaseParameters &parameters,
                           const PredictionOptions &options)
    {
      static const std::set<std::string> of_large_systems = {
        "Solver/Linear solver",
        "Solver/Linear tolerance",
        "Solver/Maximum linear iterations"};
      if (key.starts_with("Probes/"))
        return "reduced models have no probes; run the full model for them";
      if (key.starts_with("Snapshots/"))
        return "predictions write no snapshots";
      if (key.starts_with("Checkpoint/"))
        return "predictions write no checkpoints";
      if (key == "Solver/Memory limit")
        return "the memory of reduced models is that of their file";
      const MethodFamily method = family(parameters.time.integrator);
      if (key == "Solver/Tangent" &&
          (method == MethodFamily::statics ||
           method == MethodFamily::generalized_alpha))
        return "reduced models keep their tangent over the steps while it "
               "serves";
      if (of_large_systems.count(key) > 0)
        return "the small systems of reduced models are always solved directly";
      const Pictures written =
        options.pictures ? Pictures::all : Pictures::none;
      if (key == "Output/VTU" && parameters.output.vtu != written)
        return options.pictures ? "--vtu writes pictures at all output times"
                                : "predictions write pictures with --vtu";
      if ((key == "Output/Interval" || key == "Output/Times") &&
          !options.compared.empty())
        return "with --compare the output times are those of the run";
      return "";
    }
  } // namespace

  std::vector<UnusedParameter>
  unused_in_prediction(const CaseParameters &parameters,
                       const PredictionOptions &options)
  {
    std::vector<UnusedParameter> unused = parameters.unused;
    std::set<std::string> known;
    for (const UnusedParameter &one : unused)
      known.insert(one.key);
    for (const std::string &key : parameters.given)
      if (const std::string why = why_unused(key, parameters, options);
          !why.empty() && known.count(key) == 0)
        unused.push_back({key, why});
    return unused;
  }
} // namespace rivlin
