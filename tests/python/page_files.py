# SPDX-License-Identifier: Apache-2.0
"""Files of the names that doc/python.md uses, small ones."""
import json

import numpy

from spring_model import spring_model


def history_text(scale):
    time = numpy.linspace(0, 0.1, 11)
    rows = "".join(f"{t:.9g},{scale * numpy.sin(20 * t):.9g},{scale * 40 * numpy.sin(20 * t):.9g}\n" for t in time)
    return "time [s],inner translation x [mm],inner force x [N]\n" + rows


def write_page_files(folder):
    (folder / "bushing.rom").write_bytes(spring_model())
    for name, scale in (("run", 1), ("prediction", 0.99), ("training", 1)):
        (folder / "output" / name).mkdir(parents=True)
        (folder / "output" / name / "history.csv").write_text(history_text(scale))
    (folder / "output/run/summary.json").write_text(json.dumps({"steps": 10}))
    (folder / "output/prediction/comparison.json").write_text(json.dumps({"errors": {"reaction": 0.01}}))
    (folder / "output/training/training.json").write_text(json.dumps({"singular values": {"displacement": [2, 1, 0.5]}}))
