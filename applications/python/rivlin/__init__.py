# SPDX-License-Identifier: Apache-2.0
"""Rivlin in Python: run reduced models, read what runs and trainings wrote, plot it.

    import rivlin
    model = rivlin.Model("bushing.rom")               # run: start, set_pose, advance, reaction, tangent, ...
    history = rivlin.read_history("output/bushing")   # history["inner force x [N]"] is an array

Needs numpy; h5py for read_snapshots and matplotlib for plots, where they are used. doc/python.md has the whole story."""
from ._library import version
from .containers import Container, Rom, container_bytes, parse_container, read_container, read_rom
from .errors import Error, InternalError, MissingPart, NotConverged, WrongInput
from .history import History, name_and_unit, parse_history, read_history
from .model import Model, Motion, Sleeve, Tangent, Trust
from .plots import plot_comparison, plot_history
from .reports import read_comparison, read_report, read_summary, read_training
from .snapshots import Snapshots, read_snapshots

__all__ = ["Container", "Error", "History", "InternalError", "MissingPart", "Model", "Motion", "NotConverged", "Rom", "Sleeve",
           "Snapshots", "Tangent", "Trust", "WrongInput", "container_bytes", "name_and_unit", "parse_container", "parse_history",
           "plot_comparison", "plot_history", "read_comparison", "read_container", "read_history", "read_report", "read_rom", "read_snapshots",
           "read_summary", "read_training", "version"]
