# SPDX-License-Identifier: Apache-2.0
"""A small case and its training plan; shared by the tests of reduced models."""
import json

CASE = """# Ring of rubber, 3 x 16 elements: seconds of training.
set Dimension = 2
subsection Mesh
  set Inner radius             = 10
  set Outer radius             = 25
  set Elements radial          = 3
  set Elements circumferential = 16
end
subsection Material
  set Law          = Mooney-Rivlin
  set C10          = 0.4
  set C01          = 0.1
  set Bulk modulus = 2000
end
subsection Supports
  subsection inner
    set Type = driven
  end
  subsection outer
    set Type = fixed
  end
end
subsection Time
  set Integrator = generalized alpha
  set End time   = 0.2
  set Step size  = 5e-3
end
subsection Output
  set VTU = none
end
"""

PLAN = """
set Case              = case.prm
set Snapshot interval = 5e-3
subsection Excitation
  set Kinds      = sweeps, pairs
  set Amplitudes = x 4, y 4, rz 0.3
  set Profile    = sin(10*pi*t)^3
end
subsection Basis
  set Modes = 20
end
subsection Validation
  set Settings = SIGNAL
end
"""
N_RUNS = 10  # three sweeps, six pairs, the held-out signal

# A held-out signal: three motions at once, which no training signal has.
SIGNAL = ["Supports/inner/Translation x=2.5*sin(20*pi*t)*ramp(0, 0.1)", "Supports/inner/Translation y=2*sin(15*pi*t)*ramp(0, 0.1)",
          "Supports/inner/Rotation z=0.12*sin(25*pi*t)*ramp(0, 0.1)"]
ROWS = "Output/Interval=5e-3"


def write(folder, case=CASE, plan=PLAN, signal=SIGNAL):
    """case.prm and plan.prm in a new folder; the plan."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "case.prm").write_text(case)
    (folder / "plan.prm").write_text(plan.replace("SIGNAL", "; ".join(signal)))
    return folder / "plan.prm"


def overrides(*settings):
    """As arguments of the program."""
    return [word for setting in settings for word in ("--set", setting)]


def report(folder):
    return json.loads((folder / "training.json").read_text())
