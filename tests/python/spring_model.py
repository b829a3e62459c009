# SPDX-License-Identifier: Apache-2.0
"""Reduced models whose answers are known in closed form, as the bytes of a .rom file.

Each sleeve hangs on springs: energy k |x|^2 / 2 + c |R - I|^2 / 2, mass m and damping d of its translations. In x a second spring
s follows the first one, by a modal coordinate between them. Then a sleeve at rest feels

    F_x = x k s / (k + s),  F_y = k y,  F_z = k z,    and about a fixed axis  M = 2 c sin(angle),

because |R - I|^2 = 4 (1 - cos(angle)). Poses were trained up to 1."""
import json

import numpy

import rivlin

K, S, C, M, D = 100.0, 50.0, 30.0, 2e-3, 0.5


def spring_model(names=("inner",), scales=(1.0,), is_free=False):
    """The scale of a sleeve is the factor of its springs."""
    n_sleeves = len(names)
    n_modes, n_rho = n_sleeves, 12 * n_sleeves
    n = n_rho + n_modes
    stiffness, mass, damping = (numpy.zeros((n, n)) for _ in range(3))
    for i, scale in enumerate(scales):
        x, turn, mode = numpy.arange(12 * i, 12 * i + 3), numpy.arange(12 * i + 3, 12 * i + 12), n_rho + i
        stiffness[x, x] = scale * K
        stiffness[turn, turn] = scale * C
        stiffness[mode, mode] = scale * (K + S)
        stiffness[x[0], mode] = stiffness[mode, x[0]] = -scale * K
        mass[x, x] = mass[mode, mode] = M
        damping[x, x] = D
    tangent = stiffness[numpy.tril_indices(n)].reshape(-1, 1).astype(numpy.float32)
    empty = numpy.zeros((0, 0))
    arrays = {
        "mass": mass, "damping": damping, "rest velocity": numpy.zeros((n_modes, n_rho)), "gravity": numpy.zeros((n, 3)),
        "compliance": empty, "volume linear": numpy.zeros((0, n)), "volume quadratic": numpy.zeros((0, n * (n + 1) // 2)),
        "volume cubic": numpy.zeros((0, n * (n + 1) * (n + 2) // 6)), "range mean": numpy.zeros((0, 1)), "range whitening": empty,
        "range lowest pose": numpy.full((6, n_sleeves), -1.0), "range highest pose": numpy.full((6, n_sleeves), 1.0),
        "force states": numpy.zeros((n, 1)), "force forces": numpy.zeros((n, 1)), "force energies": numpy.zeros((1, 1)),
        "force metric": empty, "force tangents": tangent}
    sleeve = {"centre": [0, 0, 0], "free_translation": [int(is_free)] * 3, "rotation": "free" if is_free else "none", "axis": 2,
              "mass": float(is_free), "inertia": (numpy.eye(3) * is_free).ravel().tolist(), "stiffness": [0] * 6, "damping": [0] * 6,
              "force_in_body_axes": False, "moment_in_body_axes": False}
    model = {"dimension": 3, "unit_system": "mm-t-s", "thickness": 1, "length_scale": 1, "stress_scale": 1,
             "sleeves": [{"name": name, **sleeve} for name in names], "range": {"largest_distance": 1, "smallest_J": 0},
             "force": {"kind": "lookup", "order": 1, "symmetric": True}, "second_force": {"kind": "none"}}
    metadata = {"format": "rivlin reduced model 1", "program": "test", "model": json.dumps(model), "note: origin": "springs"}
    return rivlin.container_bytes(metadata, arrays)
