// SPDX-License-Identifier: Apache-2.0
// Searches over sizes; measuring is the caller's.
#include <rivlin/studies/size_choice.h>

#include <algorithm>
#include <cmath>

namespace rivlin
{
  namespace
  {
    // A third more modes at a time; two of these steps about double the cost.
    constexpr double growth    = 1.35;
    constexpr int fewest_modes = 6;
    // Each step leaves out about a fifth of the points.
    constexpr double coarsening        = 2;
    constexpr double coarsest_cubature = 0.1;

    /// From few to as many as modes; beyond that a body locks.
    std::vector<int> pressure_ladder(const int n_modes, const int most)
    {
      std::vector<int> ladder;
      for (const double part :
           {0.1, 0.15, 0.2, 0.25, 0.32, 0.4, 0.5, 0.62, 0.8})
        {
          const int m =
            std::clamp(static_cast<int>(std::lround(part * n_modes)),
                       1,
                       std::max(1, most));
          if (ladder.empty() || ladder.back() != m)
            ladder.push_back(m);
        }
      return ladder;
    }

    class Search
    {
    public:
      Search(const SizeLimits &the_limits,
             const MeasureModes &the_least,
             const MeasureSizes &the_measure)
        : limits(the_limits)
        , least(the_least)
        , measure(the_measure)
      {}

      SizeChoice run();

    private:
      /// Measured once.
      Candidate at(const ModelSizes &sizes)
      {
        for (const Candidate &known : choice.tried)
          if (known.sizes == sizes)
            return known;
        choice.tried.push_back(measure(sizes));
        return choice.tried.back();
      }

      /// The fewest pressures that meet the wish with n modes, or what comes
      /// nearest.
      Candidate with_modes(const int n)
      {
        if (limits.pressures == 0)
          return at({n, 0, limits.finest_cubature});
        const std::vector<int> ladder = pressure_ladder(n, limits.pressures);
        const int n_rungs             = static_cast<int>(ladder.size());
        const auto at_rung            = [&](const int k) {
          return at({n, ladder[k], limits.finest_cubature});
        };
        const int start = std::clamp(first_rung, 0, n_rungs - 1);
        Candidate best  = at_rung(start);
        if (best.meets())
          {
            for (int k = start - 1; k >= 0; --k)
              {
                const Candidate fewer = at_rung(k);
                if (!fewer.meets())
                  break;
                best = fewer;
              }
            return best;
          }
        // Past the best number of pressures the error grows: locking.
        first_rung = start;
        for (int k = start + 1, worse = 0; k < n_rungs && worse < 3; ++k)
          {
            const Candidate found = at_rung(k);
            if (found.meets())
              return found;
            worse = found.over_wish < best.over_wish ? 0 : worse + 1;
            if (worse == 0)
              {
                best       = found;
                first_rung = k;
              }
          }
        first_rung = std::max(0, first_rung - 1);
        return best;
      }

      bool is_hopeless(const int n)
      {
        return least(n) > 1;
      }

      const SizeLimits limits;
      const MeasureModes &least;
      const MeasureSizes &measure;
      SizeChoice choice;
      /// Of the ladder of pressures: one below the best of the modes before.
      int first_rung = 0;
    };

    SizeChoice Search::run()
    {
      int failed = 0; // the largest number of modes that is too small
      Candidate found;
      Candidate nearest;
      for (int n = std::min(fewest_modes, limits.modes);;)
        {
          if (!is_hopeless(n) || n == limits.modes)
            {
              const Candidate candidate = with_modes(n);
              if (candidate.meets())
                {
                  found = candidate;
                  break;
                }
              if (candidate.over_wish < nearest.over_wish)
                nearest = candidate;
            }
          failed = n;
          if (n == limits.modes)
            break;
          n = std::min(static_cast<int>(std::ceil(growth * n)), limits.modes);
        }
      if (!found.meets())
        {
          choice.best = nearest;
          return choice;
        }
      // Somewhere between what failed and what met the wish.
      if (const int middle = (failed + found.sizes.modes) / 2;
          middle > failed && found.sizes.modes - failed > 2 &&
          !is_hopeless(middle))
        if (const Candidate candidate = with_modes(middle); candidate.meets())
          found = candidate;
      for (double tolerance = coarsening * found.sizes.cubature_tolerance;
           tolerance <= coarsest_cubature;
           tolerance *= coarsening)
        {
          const Candidate candidate =
            at({found.sizes.modes, found.sizes.pressures, tolerance});
          if (!candidate.meets())
            break;
          found = candidate;
        }
      // What was tried on the way may be cheaper still.
      choice.best = found;
      for (const Candidate &candidate : choice.tried)
        if (candidate.meets() && candidate.operations < choice.best.operations)
          choice.best = candidate;
      return choice;
    }
  } // namespace

  double operation_count(const int dim,
                         const int n_coordinates,
                         const int n_pressures,
                         const int n_points)
  {
    const double N = n_coordinates, m = n_pressures, points = n_points;
    const double gradients = dim * dim;
    // A symmetric tangent: half of the products of N rows at each point.
    const double force =
      points * (gradients * N * N / 2 + gradients * gradients * N);
    const double volume =
      dim == 3 ? m * N * N * N / 6 + 3 * m * N * N : 3 * m * N * N / 2;
    return force + volume + std::pow(N + m, 3) / 3;
  }

  SizeChoice choose_sizes(const SizeLimits &limits,
                          const MeasureModes &least,
                          const MeasureSizes &measure)
  {
    return Search(limits, least, measure).run();
  }

  SizeChoice choose_pressures(const ModelSizes &sizes,
                              const int most,
                              const MeasureSizes &measure)
  {
    SizeChoice choice;
    double smallest = std::numeric_limits<double>::infinity();
    for (const int m : pressure_ladder(sizes.modes, most))
      {
        choice.tried.push_back(
          measure({sizes.modes, m, sizes.cubature_tolerance}));
        if (const double error = choice.tried.back().displacement;
            error < smallest)
          smallest = error;
      }
    choice.best = choice.tried.front();
    for (const Candidate &candidate : choice.tried)
      if (candidate.displacement <= 1.1 * smallest)
        {
          choice.best = candidate;
          break;
        }
    return choice;
  }
} // namespace rivlin
