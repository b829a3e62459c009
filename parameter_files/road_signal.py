#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Makes road_signal.csv: forces and moments on the inner sleeve of a bushing.

The bushing carries a control arm of a wheel suspension; its axis z points along
the vehicle, x upwards, y to the side. A quarter car drives at constant speed on
a random road of ISO 8608 class C: a sum of cosines with random phases and the
amplitudes sqrt(2 G df) of the road's spectrum (Dodds and Robson, J. Sound Vib.
31, 1973, 175-183) goes through the transfer functions of the car.
  force x    dynamic wheel load
  force y    cornering, and the wheel load of another road profile
  force z    braking, and the wheel load of another road profile
  moment x   braking, and the wheel load of another road profile
  moment y   cornering, and the wheel load of another road profile
  moment z   travel of the suspension, which twists the bushing; on the long ride
             also roll and pitch of the body
The load begins at zero with zero slope. Each component is scaled to a peak for
a bushing of shear modulus 1 MPa, see PEAKS: with --bushing tube one of radii 10
and 25 mm and length 40 mm; with --bushing voids that of thesis_7_3.prm, on a ride
of 4 s that also meets potholes, whose first second has an event of each kind.
Units: mm, t, s, N. The numbers are the same on every run (fixed seed); another
--seed makes another ride of the same kind, with its events at other times."""
import argparse
import pathlib

import numpy

DURATIONS, RATE = {"tube": 2.0, "voids": 4.0}, 500.0  # s, Hz
LOWEST, HIGHEST = 0.5, 40.0  # Hz
SPACINGS = {"tube": 0.25, "voids": 0.125}  # Hz: periods of 4 s and 8 s
SPEED = 20e3  # mm/s
# Class C of ISO 8608: G(n) = ROUGHNESS (n / n0)^-2 with n0 = 0.1 per metre.
ROUGHNESS, N0 = 256e3, 1e-4  # mm^3, 1/mm
# Quarter car: masses t, stiffnesses N/mm, damping N s/mm.
BODY, WHEEL, SPRING, DAMPER, TYRE = 0.4, 0.04, 20.0, 1.5, 200.0

# Largest absolute value of each component; beside it the bushing's linear
# stiffness and the static displacement that the peak would give.
PEAKS = {
    "tube": {
        "force x [N]": 2400.0,  # 1135 N/mm: 2.1 mm
        "force y [N]": 2000.0,  # 1135 N/mm: 1.8 mm; together with x up to 2.5 mm
        "force z [N]": 650.0,  # 252 N/mm: 2.6 mm
        "moment x [N mm]": 5000.0,  # 1.4e5 N mm/rad: 2.0 degrees
        "moment y [N mm]": 4000.0,  # 1.4e5 N mm/rad: 1.6 degrees
        "moment z [N mm]": 9500.0,  # 6e4 N mm/rad: 9.1 degrees
    },
    "voids": {
        "force x [N]": 2500.0,  # 176 N/mm until the voids close at 6 mm, 1056 N
        "force y [N]": 1500.0,  # 760 N/mm: 2.0 mm
        "force z [N]": 500.0,  # 147 N/mm: 3.4 mm
        "moment x [N mm]": 5000.0,  # 1.7e5 N mm/rad: 1.7 degrees
        "moment y [N mm]": 2000.0,  # 4.5e4 N mm/rad: 2.5 degrees
        "moment z [N mm]": 8000.0,  # 7.3e4 N mm/rad: 6.3 degrees
    },
}


def step(t, begin, end):
    """From 0 to 1 with three continuous derivatives, as ramp() in formulas."""
    s = numpy.clip((t - begin) / (end - begin), 0, 1)
    return s**4 * (35 - 84 * s + 70 * s**2 - 20 * s**3)


def pulse(t, begin, full, release, end):
    return step(t, begin, full) - step(t, release, end)


def quarter_car(frequency):
    """Complex amplitudes of wheel load [N] and suspension travel [mm] per mm of road."""
    omega = 2 * numpy.pi * frequency
    strut = SPRING + 1j * omega * DAMPER
    # Body: -omega^2 BODY b = strut (w - b); wheel: -omega^2 WHEEL w = strut (b - w) + TYRE (1 - w).
    body_per_wheel = strut / (strut - omega**2 * BODY)
    wheel = TYRE / (TYRE + strut * (1 - body_per_wheel) - omega**2 * WHEEL)
    return TYRE * (1 - wheel), wheel * (1 - body_per_wheel)


def road_response(t, transfer, random, spacing):
    """The car's answer at times t to a road profile of its own."""
    frequency = numpy.arange(LOWEST, HIGHEST + spacing / 2, spacing)
    spectrum = ROUGHNESS * N0**2 * SPEED / frequency**2  # mm^2/Hz: n = f / SPEED
    amplitude = numpy.sqrt(2 * spectrum * spacing) * transfer(frequency)
    phase = random.uniform(0, 2 * numpy.pi, frequency.size)
    angle = 2 * numpy.pi * numpy.outer(t, frequency) + phase
    return (amplitude * numpy.exp(1j * angle)).real.sum(axis=1)


def wheel_load(frequency):
    return quarter_car(frequency)[0]


def travel(frequency):
    return quarter_car(frequency)[1]


def potholes(t, times):
    """The wheel falls and hits the far edge, 60 ms; alternately the axle of the other side."""
    signs = numpy.resize([1.0, -1.0], len(times))
    return sum((sign * (1.2 * pulse(t, begin + 0.02, begin + 0.035, begin + 0.04, begin + 0.06)
                        - 0.5 * pulse(t, begin, begin + 0.012, begin + 0.015, begin + 0.027))
                for sign, begin in zip(signs, times)), numpy.zeros_like(t))


def events(t, bushing, random):
    """Braking, cornering and potholes over time; their times depend on the seed."""
    if bushing == "tube":
        return pulse(t, 0.35, 0.6, 0.95, 1.2), pulse(t, 1.0, 1.4, 1.7, 2.0), numpy.zeros_like(t)
    late = random.uniform(-0.1, 0.1, 8)  # the first second keeps one of each kind
    braking = pulse(t, 0.2, 0.4, 0.5, 0.7) + 0.9 * pulse(t, 1.9 + late[0], 2.1 + late[0], 2.5 + late[1], 2.7 + late[1])
    cornering = (pulse(t, 0.25, 0.4, 0.45, 0.6) - pulse(t, 0.6, 0.75, 0.8, 0.95)
                 + 0.8 * pulse(t, 1.2 + late[2], 1.4 + late[2], 1.6 + late[3], 1.8 + late[3])
                 - 0.9 * pulse(t, 2.8 + late[4], 3.0 + late[4], 3.4 + late[5], 3.6 + late[5]))
    holes = potholes(t, [0.44, 0.84, 1.5 + late[6], 2.3 + late[7], 2.62 + late[6], 3.25 + late[7]])
    return braking, cornering, holes


def make_signal(bushing="tube", seed=8608):
    """Times and a dictionary of components."""
    random = numpy.random.RandomState(seed)
    t = numpy.arange(round(DURATIONS[bushing] * RATE) + 1) / RATE
    braking, cornering, holes = events(t, bushing, random)

    def road(share, transfer=wheel_load):
        response = road_response(t, transfer, random, SPACINGS[bushing])
        return share * response / numpy.abs(response).max()

    components = [
        road(1.0) + 1.5 * holes,
        cornering + road(0.35),
        -braking + road(0.35) - 0.3 * holes,
        braking + road(0.4),
        -cornering + road(0.5),
        road(1.0, travel),
    ]
    if bushing == "voids":  # the body rolls and pitches
        components[5] = 0.5 * components[5] + 0.8 * cornering - 0.5 * braking
    start = step(t, 0, 0.25)
    signal = {}
    for (title, peak), component in zip(PEAKS[bushing].items(), components):
        component = start * component
        signal[title] = peak * component / numpy.abs(component).max()
    return t, signal


def write_csv(file, t, signal):
    with open(file, "w", encoding="ascii", newline="\n") as stream:
        stream.write("# Synthetic road load, made by road_signal.py\n")
        stream.write(",".join(["time [s]", *signal]) + "\n")
        for row in zip(t, *signal.values()):
            # Rounded before, plus zero: no "-0.000".
            stream.write(",".join(f"{round(value, 3) + 0.0:.3f}" for value in row) + "\n")


def write_rpc(file, signal, as_float):
    """An RPC III time history; the last frame is filled with the last value."""
    frame = 256
    points = len(next(iter(signal.values())))
    frames = -(-points // frame)
    records = [
        ("FILE_TYPE", "TIME_HISTORY"), ("TIME_TYPE", "DRIVE"),
        ("DATA_TYPE", "FLOATING_POINT" if as_float else "SHORT_INTEGER"),
        ("CHANNELS", len(signal)), ("DELTA_T", f"{1 / RATE:.6E}"),
        ("PTS_PER_FRAME", frame), ("PTS_PER_GROUP", 2 * frame), ("FRAMES", frames),
        ("SAMPLES", points), ("HALF_FRAMES", 0), ("REPEATS", 1), ("INT_FULL_SCALE", 32752),
        ("PARTITIONS", 1), ("PART.CHAN_1", 1), ("PART.NCHAN_1", len(signal)),
    ]
    channels = []
    for n, (title, values) in enumerate(signal.items(), start=1):
        name, unit = title.rstrip("]").split(" [")
        scale = 1.0 if as_float else float(f"{numpy.abs(values).max() / 32752:.6E}")
        records += [
            (f"DESC.CHAN_{n}", name), (f"UNITS.CHAN_{n}", unit), (f"SCALE.CHAN_{n}", f"{scale:.6E}"),
            (f"LOWER_LIMIT.CHAN_{n}", f"{values.min():.6E}"), (f"UPPER_LIMIT.CHAN_{n}", f"{values.max():.6E}"),
            (f"MAP.CHAN_{n}", n),
        ]
        numbers = values if as_float else numpy.rint(values / scale)
        filling = -points % (2 * frame)
        channels.append(numpy.pad(numbers, (0, filling), mode="edge").astype("<f4" if as_float else "<i2"))
    blocks = -(-(len(records) + 3) // 4)
    records = [("FORMAT", "BINARY_IEEE_LITTLE_END"), ("NUM_HEADER_BLOCKS", blocks),
               ("NUM_PARAMS", len(records) + 3), *records]
    header = b"".join(keyword.encode().ljust(32, b"\0") + str(value).encode().ljust(96, b"\0")
                      for keyword, value in records)
    # Groups of frames, in each the channels one after the other.
    data = numpy.stack(channels).reshape(len(signal), -1, 2 * frame).swapaxes(0, 1)
    pathlib.Path(file).write_bytes(header.ljust(512 * blocks, b"\0") + data.tobytes())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bushing", choices=list(PEAKS), default="tube", help="whose loads (default: tube)")
    parser.add_argument("--seed", type=int, default=8608, help="of the random road and the times of events (default: 8608)")
    parser.add_argument("--csv", type=pathlib.Path,
                        help="CSV file to write (default: road_signal.csv or thesis_7_3.csv beside this program)")
    parser.add_argument("--rpc", type=pathlib.Path, help="also write the signal as an RPC III time history")
    parser.add_argument("--float", action="store_true", help="32-bit floats in the RPC III file, not 16-bit integers")
    arguments = parser.parse_args()
    if arguments.float and not arguments.rpc:
        parser.error("--float needs --rpc")
    t, signal = make_signal(arguments.bushing, arguments.seed)
    usual = {"tube": "road_signal.csv", "voids": "thesis_7_3.csv"}[arguments.bushing]
    write_csv(arguments.csv or pathlib.Path(__file__).with_name(usual), t, signal)
    if arguments.rpc:
        write_rpc(arguments.rpc, signal, arguments.float)


if __name__ == "__main__":
    main()
