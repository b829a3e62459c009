// SPDX-License-Identifier: Apache-2.0
// The coefficients of the Rosenbrock methods, with where they come from.
#include <rivlin/dynamics/rosenbrock_method.h>

#include <rivlin/base/error.h>
#include <rivlin/base/nearest_name.h>

#include <cassert>
#include <cmath>

namespace rivlin
{
  namespace
  {
    /// Becker (2012), Example 4.2.3: stiffly accurate, gamma a root of x^2 - 2
    /// x + 1/2. Embedded weights with R-hat(infinity) = 0 would be b itself;
    /// half way between b and the first stage bounds it by |1 - 1/gamma| / 2.
    RosenbrockMethod ro2(const std::string &name, const double gamma)
    {
      return {.name                = name,
              .order               = 2,
              .embedded_order      = 1,
              .index_1_order       = 2,
              .scholz_order        = 0,
              .is_stiffly_accurate = true,
              .gamma               = gamma,
              .alpha               = {{}, {1}},
              .Gamma               = {{}, {-gamma}},
              .b                   = {1 - gamma, gamma},
              .b_hat               = {1 - gamma / 2, gamma / 2}};
    }

    /// Verwer et al., SIAM J. Sci. Comput. 20 (1999) 1456.
    RosenbrockMethod ros2(const std::string &name, const double gamma)
    {
      return {.name                = name,
              .order               = 2,
              .embedded_order      = 1,
              .index_1_order       = 2,
              .scholz_order        = 0,
              .is_stiffly_accurate = false,
              .gamma               = gamma,
              .alpha               = {{}, {1}},
              .Gamma               = {{}, {-2 * gamma}},
              .b                   = {0.5, 0.5},
              .b_hat               = {1, 0}};
    }

    std::vector<RosenbrockMethod> make_methods()
    {
      return {
        // Becker (2012), Example 4.1.3; without an embedded method of its own.
        {.name                = "linear implicit Euler",
         .order               = 1,
         .embedded_order      = 0,
         .index_1_order       = 1,
         .scholz_order        = 0,
         .is_stiffly_accurate = false,
         .gamma               = 1,
         .alpha               = {{}},
         .Gamma               = {{}},
         .b                   = {1},
         .b_hat               = {0}},
        ro2("RO2", 1 + std::sqrt(0.5)),
        ro2("RO2-small", 1 - std::sqrt(0.5)),
        // After Scholz, BIT 29 (1989) 1. With two stages the conditions xi_2 =
        // zeta_2 = 0 for all h / eps say b^T B^k (alpha^2 - 2 B^2 1) = 0 for
        // all k, so b is a left eigenvector of B = gamma I, order 2 gives gamma
        // = 1/2 and b_2 alpha_2^2 = 1/2; alpha_2 = 1 is our choice. Every
        // b_hat with sum 1 is of order 2, too; the difference is of order 3.
        {.name                = "RO2P",
         .order               = 2,
         .embedded_order      = 2,
         .index_1_order       = 2,
         .scholz_order        = 2,
         .is_stiffly_accurate = false,
         .gamma               = 0.5,
         .alpha               = {{}, {1}},
         .Gamma               = {{}, {-1}},
         .b                   = {0.5, 0.5},
         .b_hat               = {1, 0}},
        ros2("ROS2", 1 + std::sqrt(0.5)),
        ros2("ROS2-small", 1 - std::sqrt(0.5)),
        // Lang and Verwer, BIT 41 (2001) 731.
        {.name                = "ROS3P",
         .order               = 3,
         .embedded_order      = 2,
         .index_1_order       = 3,
         .scholz_order        = 2,
         .is_stiffly_accurate = false,
         .gamma               = 0.7886751345948129,
         .alpha               = {{}, {1}, {1, 0}},
         .Gamma = {{}, {-1}, {-0.7886751345948129, -1.0773502691896257}},
         .b     = {0.6666666666666666, 0, 0.3333333333333333},
         .b_hat = {0.3333333333333333, 0.3333333333333333, 0.3333333333333333}},
        // Lang and Teleaga, IEEE Trans. Magn. 44 (2008) 900.
        {.name                = "ROS3PL",
         .order               = 3,
         .embedded_order      = 2,
         .index_1_order       = 3,
         .scholz_order        = 2,
         .is_stiffly_accurate = true,
         .gamma               = 0.435866521508459,
         .alpha               = {{}, {0.5}, {0.5, 0.5}, {0.5, 0.5, 0}},
         .Gamma               = {{},
                                 {-0.5},
                                 {-0.85097400486061, 0.526135655864656},
                                 {-0.3333333333333333,
                                  0.16666666666666666,
                                  -0.26919985484179226}},
         .b                   = {0.16666666666666666,
                                 0.6666666666666666,
                                 -0.26919985484179226,
                                 0.435866521508459},
         .b_hat               = {0.5,
                                 0.35206357511123687,
                                 -0.17403160872870652,
                                 0.32196803361747023}},
        // Sandu et al., Atmos. Environ. 31 (1997) 3459.
        {.name                = "RODAS3",
         .order               = 3,
         .embedded_order      = 2,
         .index_1_order       = 3,
         .scholz_order        = 0,
         .is_stiffly_accurate = true,
         .gamma               = 0.5,
         .alpha               = {{}, {0}, {1, 0}, {0.75, -0.25, 0.5}},
         .Gamma               = {{},
                                 {1},
                                 {-0.25, -0.25},
                                 {0.08333333333333333,
                                  0.08333333333333333,
                                  -0.6666666666666666}},
         .b                   = {0.8333333333333334,
                                 -0.16666666666666666,
                                 -0.16666666666666666,
                                 0.5},
         .b_hat               = {0.75, -0.25, 0.5, 0}},
        // Roche, Numer. Math. 52 (1988) 45; b_hat from its two conditions.
        {.name                = "ROWDA3",
         .order               = 3,
         .embedded_order      = 2,
         .index_1_order       = 3,
         .scholz_order        = 0,
         .is_stiffly_accurate = false,
         .gamma               = 0.435866521508459,
         .alpha               = {{}, {0.7}, {0.7, 0}},
         .Gamma = {{}, {0.1685887625570998}, {4.943922277836421, 1}},
         .b = {0.3197278911564624, 0.7714777906171382, -0.09120568177360061},
         .b_hat = {0.9261635871240909, 0.0738364128759091, 0}},
        // Lubich and Roche, Computing 43 (1990) 325.
        {.name                = "ROWDAIND2",
         .order               = 3,
         .embedded_order      = 2,
         .index_1_order       = 3,
         .scholz_order        = 0,
         .is_stiffly_accurate = true,
         .gamma               = 0.3,
         .alpha               = {{}, {0.5}, {0.28, 0.72}, {0.28, 0.72, 0}},
         .Gamma               = {{},
                                 {-0.1121794871794876},
                                 {2.54, -3.84},
                                 {0.38666666666666666, -0.72, 0.03333333333333333}},
         .b = {0.6666666666666666, 0, 0.03333333333333333, 0.3},
         .b_hat =
           {0.4799002800355166, 0.5176203811215082, 0.002479338842975209, 0}},
        // Hairer and Wanner, Solving ODE II (1996), Section VI.4.
        {.name                = "RODAS4",
         .order               = 4,
         .embedded_order      = 3,
         .index_1_order       = 4,
         .scholz_order        = 0,
         .is_stiffly_accurate = true,
         .gamma               = 0.25,
         .alpha               = {{},
                                 {0.386},
                                 {0.14607470752541754, 0.06392529247458242},
                                 {-0.3308115036677256,
                                  0.7111510251682841,
                                  0.2496604784994421},
                                 {-4.552557186318006,
                                  1.7101813632413232,
                                  4.014347332103154,
                                  -0.17197150902647043},
                                 {2.4286337654669765,
                                  -0.38274873376478036,
                                  -1.8557203309295724,
                                  0.5598352992273747,
                                  0.25}},
         .Gamma               = {{},
                                 {-0.3543},
                                 {-0.13360250526817513, -0.012897494731824697},
                                 {1.5268491730064588,
                                  -0.5336562887504543,
                                  -1.279392884256004},
                                 {6.981190951784982,
                                  -2.0929300970061036,
                                  -5.870067663032726,
                                  0.7318068082538451},
                                 {-2.0801894941809262,
                                  0.5957623556766797,
                                  1.7016177982672547,
                                  -0.08851451983587913,
                                  -0.37867613992712806}},
         .b                   = {0.34844427128605027,
                                 0.21301362191189932,
                                 -0.15410253266231777,
                                 0.47132077939149564,
                                 -0.12867613992712845,
                                 0.25},
         .b_hat               = {2.4286337654669765,
                                 -0.38274873376478036,
                                 -1.8557203309295724,
                                 0.5598352992273747,
                                 0.25,
                                 0}},
        // Steinebach, Preprint 1772, TH Darmstadt (1995).
        {.name                = "RODAS4P",
         .order               = 4,
         .embedded_order      = 3,
         .index_1_order       = 4,
         .scholz_order        = 3,
         .is_stiffly_accurate = true,
         .gamma               = 0.25,
         .alpha               = {{},
                                 {0.75},
                                 {0.08612040081415512, 0.12387959918584482},
                                 {0.7749345355073253,
                                  0.14926515495087023,
                                  -0.29419969045819755},
                                 {5.308746682646152,
                                  1.3308921400372729,
                                  -5.374137811655578,
                                  -0.2655010110278526},
                                 {-1.7644376487744946,
                                  -0.4747565572063053,
                                  2.36969184691581,
                                  0.6195023590649843,
                                  0.25}},
         .Gamma               = {{},
                                 {-0.75},
                                 {-0.13551240081415555, -0.13799159918584503},
                                 {-1.2569840048950827,
                                  -0.25014471050642645,
                                  1.2209287154015087},
                                 {-7.073184331420647,
                                  -1.8056486972435781,
                                  7.7438296585713875,
                                  0.8850033700928369},
                                 {1.6840692779853796,
                                  0.4182659436138584,
                                  -1.8814062168730161,
                                  -0.11378614758336542,
                                  -0.35714285714285715}},
         .b                   = {-0.08036837078911496,
                                 -0.05649061359244689,
                                 0.4882856300427938,
                                 0.5057162114816189,
                                 -0.10714285714285714,
                                 0.25},
         .b_hat               = {-1.7644376487744946,
                                 -0.4747565572063053,
                                 2.36969184691581,
                                 0.6195023590649843,
                                 0.25,
                                 0}}};
    }
  } // namespace

  int RosenbrockMethod::n_stages() const
  {
    return static_cast<int>(b.size());
  }

  const std::vector<RosenbrockMethod> &rosenbrock_methods()
  {
    static const std::vector<RosenbrockMethod> methods = make_methods();
    return methods;
  }

  const RosenbrockMethod &rosenbrock_method(const IntegrationMethod method)
  {
    const auto i =
      static_cast<std::size_t>(method) -
      static_cast<std::size_t>(IntegrationMethod::linear_implicit_euler);
    assert(i < rosenbrock_methods().size());
    return rosenbrock_methods()[i];
  }

  const RosenbrockMethod &rosenbrock_method(const std::string_view name)
  {
    std::vector<std::string> names;
    for (const RosenbrockMethod &method : rosenbrock_methods())
      {
        if (method.name == name)
          return method;
        names.push_back(method.name);
      }
    throw Error(unknown_name("Rosenbrock method", name, names));
  }
} // namespace rivlin
