// SPDX-License-Identifier: Apache-2.0
// Small cases in which every parameter of the reference changes something.
#pragma once

#include <rivlin/base/number_text.h>
#include <rivlin/solid/law_description.h>

#include "solid/materials_under_test.h"
#include "test_paths.h"

#include <map>
#include <string>
#include <vector>

namespace rivlin
{
  using Settings = std::vector<std::string>;

  /// A small case; only parameters that begin with `sections` are walked.
  struct Base
  {
    std::string name;
    Settings settings;
    Settings sections = {""};
  };

  inline const Settings ring = {"Mesh/Elements radial=1",
                                "Mesh/Elements circumferential=6",
                                "Material/Bulk modulus=50",
                                "Material/Density=1e-4",
                                "Supports/inner/Type=driven",
                                "Supports/outer/Type=fixed",
                                "Time/End time=0.2",
                                "Output/VTU=none"};

  inline Settings operator+(Settings a, const Settings &b)
  {
    a.insert(a.end(), b.begin(), b.end());
    return a;
  }

  /// The law with the terms of its example.
  inline Settings law_settings(const std::string &section,
                               const LawDescription &law)
  {
    static const LawConstants examples =
      example_tables(static_cast<const IsochoricLaw *>(nullptr));
    Settings settings = {section + "/Law=" + law.name};
    for (const ConstantDescription &constant : law.constants)
      if (constant.is_table())
        {
          std::string text;
          for (const auto &row : examples.tables.at(constant.name))
            {
              text += text.empty() ? "" : "; ";
              for (const double number : row)
                text += number_text(number) + " ";
            }
          settings.push_back(section + "/" + constant.name + "=" + text);
        }
    return settings;
  }

  /// Rubber everywhere, in a region of its own too, once for each law.
  inline void add_rubber_laws(const Settings &ring_of_two,
                              std::vector<Base> &bases)
  {
    for (const LawDescription &law : law_descriptions())
      if (law.is_rubber)
        bases.push_back(
          {law.name,
           ring_of_two + law_settings("Material", law) +
             law_settings("Material/inner steel", law) +
             Settings{"Material/Volumetric law=Ogden",
                      "Material/inner steel/Volumetric law=Ogden"},
           {"Material"}});
  }

  inline std::vector<Base> bases()
  {
    const Settings block  = {"Mesh/Type=box",
                             "Mesh/Elements x=2",
                             "Mesh/Elements y=2",
                             "Supports/y0/Type=fixed",
                             "Material/Bulk modulus=50",
                             "Material/Density=1e-4",
                             "Time/End time=0.2",
                             "Output/VTU=none"};
    const Settings moved  = {"Supports/inner/Translation x=5*t",
                             "Supports/inner/Rotation z=0.3*t"};
    const Settings free   = {"Supports/inner/Type=free",
                             "Supports/inner/Ring=5, 10",
                             "Supports/inner/Force x=20*t",
                             "Supports/inner/Moment z=50*t",
                             "Time/Step size=0.05",
                             "Time/Integrator=generalized alpha"};
    const Settings solid  = {"Dimension=3",
                             "Mesh/Elements axial=1",
                             "Supports/inner/Translation z=2*t"};
    std::vector<Base> all = {
      {"statics", ring + moved},
      {"statics with gravity",
       ring + Settings{"Gravity/Acceleration x=1e4*t"},
       {"Material", "Gravity"}},
      {"free sleeve", ring + free},
      {"free sleeve with mass",
       ring + free +
         Settings{"Supports/inner/Ring=",
                  "Supports/inner/Mass=1e-3",
                  "Supports/inner/Inertia=1"},
       {"Supports/inner"}},
      {"wave",
       ring + Settings{"Time/Integrator=Newmark",
                       "Initial/Definitions=f = (x^2+y^2-100)*(x^2+y^2-625)",
                       "Initial/Velocity x=1e-4*f"},
       {"Initial", "Time", "Material/"}},
      {"ROS3P",
       ring + moved +
         Settings{"Time/Integrator=ROS3P", "Time/Step control=adaptive"},
       {"Time", "Solver"}},
      {"IDA",
       ring + moved +
         Settings{"Time/Integrator=IDA", "Supports/inner/Translation x=t^3"},
       {"Time", "Solver"}},
      {"HHT",
       ring + moved +
         Settings{"Time/Integrator=HHT", "Time/Step control=adaptive"},
       {"Time"}},
      {"iterative",
       ring + moved + solid + Settings{"Solver/Linear solver=iterative"},
       {"Solver"}},
      {"3D", ring + moved + solid},
      {"block",
       block + Settings{"Supports/y0/Components=y",
                        "Supports/x0/Type=prescribed",
                        "Supports/x0/Components=x",
                        "Supports/x0/Displacement x=0.2*t",
                        "Loads/y1/Type=pressure",
                        "Loads/y1/Pressure=-t",
                        "Loads/x1/Type=traction",
                        "Loads/x1/Traction x=0.1*t",
                        "Contacts/y1/Point=0, 1.001",
                        "Contacts/y1/Direction=0, -1",
                        "Probes/p/Point=0.5, 0.5"}},
      {"block that rubs",
       block + Settings{"Supports/y0/Components=y",
                        "Supports/x0/Type=prescribed",
                        "Supports/x0/Components=x",
                        "Supports/x0/Displacement x=0.2*t",
                        "Loads/y1/Type=pressure",
                        "Loads/y1/Pressure=-t",
                        "Contacts/y1/Point=0, 1.001",
                        "Contacts/y1/Direction=0, -1",
                        "Contacts/y1/Friction coefficient=0.3"},
       {"Contacts"}},
      {"block below a plate",
       block + Settings{"Dimension=3",
                        "Mesh/Elements z=1",
                        "Loads/y1/Type=pressure",
                        "Loads/y1/Pressure=-t",
                        "Contacts/y1/Surface=revolution",
                        "Contacts/y1/Direction=0, 1, 0",
                        "Contacts/y1/Profile=1.002, 0.1; 1.002, 0.5; 1.3, 0.9",
                        "Contacts/y1/Corner radius=0.05",
                        "Contacts/y1/Rubber=outside"},
       {"Contacts"}},
      {"block on springs",
       block + Settings{"Time/Integrator=generalized alpha",
                        "Loads/x1/Type=springs",
                        "Loads/x1/Stiffness x=1",
                        "Loads/x1/Viscosity x=1",
                        "Loads/y1/Type=traction",
                        "Loads/y1/Traction x=0.1*t"},
       {"Loads", "Time"}},
      {"block in a tube",
       block + Settings{"Loads/y1/Type=pressure",
                        "Loads/y1/Pressure=-t",
                        "Contacts/y1/Surface=cylinder",
                        "Contacts/y1/Point=0.5, 0",
                        "Contacts/y1/Radius=1.12"},
       {"Contacts"}},
      {"steps",
       ring + Settings{"Time/Integrator=generalized alpha"},
       {"Output", "Snapshots", "Checkpoint"}},
      {"steel",
       {"Mesh/Elements radial=1",
        "Mesh/Elements circumferential=6",
        "Mesh/Inner steel=1",
        "Material/Law=Hooke",
        "Material/inner steel/Law=Hooke",
        "Supports/inner/Type=driven",
        "Supports/inner/Translation x=5*t",
        "Supports/outer/Type=fixed",
        "Element/Formulation=displacement",
        "Time/End time=0.2",
        "Output/VTU=none"},
       {"Material", "Mesh"}},
      {"two rubbers",
       {"Mesh/Elements radial=1",
        "Mesh/Elements circumferential=6",
        "Mesh/Inner steel=1",
        "Material/inner steel/Law=Mooney-Rivlin",
        "Material/inner steel/Bulk modulus=50",
        "Material/inner steel/Density=1e-4",
        "Material/Bulk modulus=50",
        "Material/Density=1e-4",
        "Supports/inner/Type=driven",
        "Supports/inner/Translation x=5*t",
        "Supports/outer/Type=fixed",
        "Time/Integrator=generalized alpha",
        "Time/Step size=0.05",
        "Time/End time=0.1",
        "Output/VTU=none"},
       {"Material/inner steel"}},
      {"outer steel",
       ring + Settings{"Mesh/Outer steel=1", "Material/outer steel/Law=Hooke"},
       {"Mesh"}},
      {"graded",
       ring + solid +
         Settings{"Mesh/Elements radial=4", "Mesh/Elements axial=4"},
       {"Mesh/Grading"}},
      {"free sleeve in space",
       ring + Settings{"Dimension=3",
                       "Mesh/Elements axial=1",
                       "Supports/inner/Type=free",
                       "Supports/inner/Ring=5, 10, 40",
                       "Supports/inner/Ring density=2e-3",
                       "Supports/inner/Force x=20*t",
                       "Supports/inner/Free directions=x y z rx ry rz",
                       "Time/Step size=0.1",
                       "Time/Integrator=generalized alpha"},
       {"Supports/inner"}},
      {"pressed tube",
       ring + Settings{"Supports/inner/Type=prescribed",
                       "Supports/inner/Components=xy",
                       "Supports/inner/Displacement x=t"},
       {"Supports/inner"}},
      {"pressed in space",
       ring + Settings{"Dimension=3",
                       "Mesh/Elements axial=1",
                       "Supports/inner/Type=prescribed",
                       "Supports/inner/Components=xyz",
                       "Supports/inner/Displacement x=t"},
       {"Supports/inner"}},
      {"box in space",
       {"Mesh/Type=box",
        "Dimension=3",
        "Mesh/Elements x=1",
        "Mesh/Elements y=1",
        "Mesh/Elements z=1",
        "Supports/x0/Type=fixed",
        "Material/Bulk modulus=50",
        "Material/Density=1e-4",
        "Loads/x1/Type=traction",
        "Loads/x1/Traction x=0.1*t",
        "Time/Integrator=Newmark",
        "Time/Step size=0.05",
        "Time/End time=0.1",
        "Output/VTU=none"},
       {"Loads", "Initial"}},
      {"box on springs in space",
       {"Mesh/Type=box",
        "Dimension=3",
        "Mesh/Elements x=1",
        "Mesh/Elements y=1",
        "Mesh/Elements z=1",
        "Supports/x0/Type=fixed",
        "Material/Bulk modulus=50",
        "Material/Density=1e-4",
        "Gravity/Acceleration z=1e4*t",
        "Loads/x1/Type=springs",
        "Loads/x1/Stiffness x=1",
        "Time/Integrator=Newmark",
        "Time/Step size=0.05",
        "Time/End time=0.1",
        "Output/VTU=none"},
       {"Loads"}},
      {"a load of no kind", block + Settings{"Loads/load/Set=y1"}, {"Loads"}},
      {"stop in a void",
       {"Mesh/Voids=2",
        "Mesh/Void width=120",
        "Mesh/Void inner radius=16",
        "Mesh/Void outer radius=22",
        "Mesh/Elements radial=4",
        "Mesh/Elements circumferential=24",
        "Material/Bulk modulus=50",
        "Supports/inner/Type=driven",
        "Supports/inner/Translation x=10*t",
        "Supports/outer/Type=fixed",
        "Contacts/stop/Surface=cylinder",
        "Contacts/stop/Set=void 1 inner",
        "Contacts/stop/Through=void 1 outer",
        "Time/End time=0.5",
        "Output/VTU=none"},
       {"Contacts/stop/Through"}},
      {"void that closes",
       {"Mesh/Voids=2",
        "Mesh/Void width=120",
        "Mesh/Void inner radius=16",
        "Mesh/Void outer radius=18",
        "Mesh/Elements radial=4",
        "Mesh/Elements circumferential=24",
        "Material/Bulk modulus=50",
        "Supports/inner/Type=driven",
        "Supports/inner/Translation x=8*t",
        "Supports/outer/Type=fixed",
        "Contacts/slit/Surface=body",
        "Contacts/slit/Set=void 1 inner",
        "Contacts/slit/Against=void 1 outer",
        "Time/End time=0.4",
        "Output/VTU=none"},
       {"Contacts"}},
      {"block below a roller",
       block + Settings{"Loads/y1/Type=pressure",
                        "Loads/y1/Pressure=-t",
                        "Contacts/y1/Surface=cylinder",
                        "Contacts/y1/Rubber=outside",
                        "Contacts/y1/Point=0.5, 3.01",
                        "Contacts/y1/Radius=2"},
       {"Contacts"}},
      {"probe of a set",
       ring + moved +
         Settings{"Probes/p/Set=inner", "Time/Integrator=generalized alpha"},
       {"Probes"}},
      {"voids",
       ring + Settings{"Mesh/Voids=2",
                       "Mesh/Elements radial=4",
                       "Mesh/Elements circumferential=24"},
       {"Mesh"}},
      {"flanges",
       ring + solid +
         Settings{"Mesh/Flanges=both",
                  "Mesh/Free surface=groove",
                  "Mesh/Elements axial=4",
                  "Mesh/Elements radial=2"},
       {"Mesh"}},
      {"Cook",
       {"Mesh/Type=cook",
        "Dimension=3",
        "Supports/left/Type=fixed",
        "Mesh/Elements x=2",
        "Mesh/Elements y=2"},
       {"Mesh"}},
      {"solid box",
       {"Mesh/Type=box",
        "Dimension=3",
        "Supports/x0/Type=fixed",
        "Mesh/Elements x=1",
        "Mesh/Elements y=1"},
       {"Mesh"}},
      {"file",
       {"Mesh/Type=file",
        "Dimension=3",
        "Mesh/File=" + (source_folder() / "meshes/bushing_gmsh22.msh").string(),
        "Supports/inner/Type=fixed"},
       {"Mesh"}}};
    add_rubber_laws(ring + moved + Settings{"Mesh/Inner steel=1"}, all);
    return all;
  }

  /// Values that bite, where another number would not show.
  inline const std::map<std::string, std::string> &telling_values()
  {
    static const std::map<std::string, std::string> values = {
      {"Time/Absolute tolerance", "1e-6"},
      {"Time/Relative tolerance", "1e-6"},
      {"Solver/Linear solver", "KLU"},
      {"Time/Starting values", "first differences"},
      {"Time/Maximum step size", "0.03"},
      {"Solver/Maximum Newton iterations", "1"},
      {"Solver/Newton tolerance", "0.1"},
      {"Solver/Linear tolerance", "0.1"},
      {"Solver/Maximum linear iterations", "1"},
      {"Checkpoint/Interval", "1e-9"},
      {"Checkpoint/Steps", "1"},
      {"Snapshots/Interval", "0.1"},
      {"Output/Times", "0.15"},
      {"Mesh/Sector angle", "90"},
      {"Mesh/Void width", "50"},
      {"Mesh/Void outer radius", "20"},
      {"Mesh/Refinements", "1"},
      {"Supports/*/Set", "y1"},
      {"Supports/*/Components", "x"},
      {"Supports/*/Centre", "1, 2"},
      {"Supports/*/Free directions", "x y"},
      {"Supports/*/Inertia", "2"},
      {"Supports/*/Ring", "6, 10"},
      {"Supports/*/Springs", "1, 2, 3"},
      {"Supports/*/Dampers", "1, 2, 3"},
      {"Loads/*/Set", "y1"},
      {"Contacts/*/Set", "x1"},
      {"Contacts/*/Point", "0.5, 1.002"},
      {"Contacts/*/Direction", "0.1, -1"},
      {"Contacts/*/Through", "outer"},
      {"Contacts/*/Profile", "1.003, 0.1; 1.003, 0.6; 1.3, 0.9"},
      {"Contacts/*/Carried by", "y0"},
      {"Contacts/*/Against", "void 1 outer, void 1 ends"},
      {"Probes/*/Point", "0.4, 0.4"},
      {"Probes/*/Set", "outer"},
      {"Initial/Definitions", "f = 1.1*(x^2+y^2-100)*(x^2+y^2-625)"}};
    return values;
  }
} // namespace rivlin
