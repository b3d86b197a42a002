"""Process plant: vessels, piping, pumps, valves, instruments, bottles."""
import math

from shapes import along, at, ball, bolt, box, cyl, facing_front, lathe, line, ring, rod, text


def flange(r, z=0.0, mat="steel", bolts=8):
    """A flange pair across local z at height z, for a pipe of radius r."""
    big, t = r * 1.9, max(0.03, r * 0.35)
    cyl(0, 0, z - t - 0.006, big, t, mat)
    cyl(0, 0, z + 0.006, big, t, mat)
    cyl(0, 0, z - 0.008, big * 0.8, 0.016, "dark", bevel=0)
    for k in range(bolts):
        a = 2 * math.pi * (k + 0.5) / bolts
        x, y = big * 0.76 * math.cos(a), big * 0.76 * math.sin(a)
        cyl(x, y, z - t - 0.006 - r * 0.22, r * 0.16, 2 * t + 0.012 + r * 0.44, "grey", bevel=0, n=6)


def pipe(points, r, mat="light", flanges=(), bend=None):
    """A pipe through the points with long-radius bends; `flanges` are (segment, fraction) places."""
    line(points, r, mat, bend=bend or r * 2.6, steps=8)
    for segment, fraction in flanges:
        p, q = points[segment], points[segment + 1]
        with along(p, q) as length:
            flange(r, length * fraction)


def vessel(x, y, z, r, h, legs=4, leg=0.9, mat="light"):
    """An upright vessel with dished ends, weld seams, manway, level glass and legs; z is the floor."""
    dish = [
        (round(r * math.sin(math.radians(a)), 4), round(-r * 0.42 * math.cos(math.radians(a)), 4))
        for a in range(0, 91, 9)
    ]
    bottom = z + leg
    shell = [(p, q + r * 0.42) for p, q in dish] + [(r, r * 0.42 + h)]
    top = [(p, r * 0.42 + h - q) for p, q in reversed(dish)]
    lathe(x, y, bottom, shell + top[1:], mat, n=72)
    for k, seam in enumerate((0.0, 0.36, 0.7, 1.0)):
        ring(x, y, bottom + r * 0.42 + h * seam, r, 0.014 if 0 < k < 3 else 0.028, "steel", n=72)
    for k in range(legs):
        a = 2 * math.pi * (k + 0.5) / legs
        lx, ly = x + r * 0.86 * math.cos(a), y + r * 0.86 * math.sin(a)
        rod((lx, ly, z + 0.02), (lx, ly, bottom + r * 0.5), 0.07, "steel")
        box(lx, ly, z, 0.26, 0.26, 0.025, "grey")
        bolt(lx + 0.08, ly - 0.08, z + 0.025, 0.018)
        box(lx, ly, bottom + r * 0.36, 0.16, 0.16, 0.28, "steel")
    roof = bottom + r * 0.84 + h
    with at(x + r * 0.25, y - r * 0.3, roof - r * 0.1):
        cyl(0, 0, -0.1, r * 0.26, 0.18, "steel")
        cyl(0, 0, 0.08, r * 0.32, 0.05, "light")
        cyl(0, 0, 0.13, r * 0.32, 0.04, "steel")
        for k in range(10):
            a = 2 * math.pi * k / 10
            bolt(r * 0.28 * math.cos(a), r * 0.28 * math.sin(a), 0.17, 0.018)
        line([(-0.1, 0, 0.16), (-0.1, 0, 0.26), (0.1, 0, 0.26), (0.1, 0, 0.16)], 0.014, "dark", 0.04)
    return roof


def level_glass(x, y, z, h, level=0.6):
    """A sight glass on a vessel wall seen from the front at (x, y)."""
    for zz in (z, z + h):
        rod((x, y + 0.2, zz), (x, y - 0.06, zz), 0.035, "steel")
        box(x, y - 0.1, zz - 0.06, 0.13, 0.13, 0.12, "grey")
    box(x, y - 0.1, z, 0.13, 0.1, h, "graphite")
    box(x, y - 0.155, z + 0.12, 0.05, 0.012, h - 0.24, "paper", 0)
    box(x, y - 0.162, z + 0.12, 0.05, 0.012, (h - 0.24) * level, "orange", 0)


def pump(x, y, z=0.0, turn=0, pipe_r=0.13):
    """A centrifugal pump and its motor on a base plate along local x; suction at -x, discharge up.

    The suction flange is at local (-0.62, 0, 0.55), the discharge flange at (-0.18, 0, 1.05).
    """
    with at(x, y, z, rz=turn):
        box(0.45, 0, 0, 2.1, 0.72, 0.1, "dark")
        for dx in (-0.5, 0.45, 1.4):
            for dy in (-0.28, 0.28):
                bolt(dx, dy, 0.1, 0.03)
        axis = 0.55
        with at(-0.18, 0, axis, ry=90):
            cyl(0, 0, -0.16, 0.38, 0.32, "grey", bevel=0.07)
            cyl(0, 0, -0.2, 0.29, 0.08, "steel")
            cyl(0, 0, -0.44, pipe_r, 0.3, "grey")
            flange(pipe_r, -0.44)
            cyl(0, 0, 0.14, 0.24, 0.2, "grey")
            for k in range(10):
                a = 2 * math.pi * k / 10
                with at(0, 0, -0.16, rx=180):
                    bolt(0.33 * math.cos(a), 0.33 * math.sin(a), 0, 0.022)
        cyl(-0.18, 0, axis + 0.2, pipe_r, 0.3, "grey")
        with at(-0.18, 0, 0):
            flange(pipe_r, axis + 0.5)
        for dy in (-0.2, 0.2):
            box(-0.12, dy, 0.1, 0.2, 0.12, 0.22, "grey")
        box(0.36, 0, 0.1, 0.34, 0.42, 0.26, "dark")
        with at(0.2, 0, axis, ry=90):
            cyl(0, 0, 0, 0.26, 0.32, "orange", bevel=0.03)
        _motor(0.56, axis)


def _motor(x, axis):
    with at(x, 0, axis, ry=90):
        cyl(0, 0, 0, 0.31, 0.08, "graphite")
        cyl(0, 0, 0.08, 0.27, 0.7, "dark")
        for k in range(28):
            with at(rz=k * 360 / 28):
                box(0.28, 0, 0.12, 0.08, 0.014, 0.62, "dark", 0)
        cyl(0, 0, 0.78, 0.31, 0.06, "graphite")
        cyl(0, 0, 0.84, 0.3, 0.2, "dark", bevel=0.05)
    box(x + 0.4, 0, axis + 0.26, 0.32, 0.3, 0.18, "graphite")
    for dx in (0.2, 0.62):
        for dy in (-0.22, 0.22):
            box(x + dx, dy, 0.1, 0.14, 0.12, 0.22, "dark")
    line(
        [(x + 0.4, -0.14, axis + 0.34), (x + 0.4, -0.34, axis + 0.34), (x + 0.4, -0.4, 0.05), (x + 0.9, -0.4, 0.05)],
        0.028,
        "ink",
        0.12,
    )


def control_valve(x, y, z, axis="x", r=0.13):
    """A globe valve with a diaphragm actuator; the pipe's centre at (x, y, z)."""
    with at(x, y, z, rz=0 if axis == "x" else 90):
        with at(ry=90):
            for side in (-1, 1):
                flange(r, side * 0.34)
            cyl(0, 0, -0.34, r * 1.15, 0.68, "grey")
        ball(0, 0, 0, r * 1.75, "grey")
        cyl(0, 0, r, r * 1.1, 0.26, "grey")
        with at(0, 0, 0.44):
            cyl(0, 0, -0.05, r * 1.7, 0.05, "steel")
            for k in range(6):
                a = 2 * math.pi * k / 6
                bolt(r * 1.35 * math.cos(a), r * 1.35 * math.sin(a), 0, 0.02)
        for side in (-1, 1):
            rod((0, side * 0.13, 0.44), (0, side * 0.13, 0.95), 0.035, "graphite")
        rod((0, 0, 0.42), (0, 0, 1.0), 0.03, "steel")
        box(0, 0, 0.66, 0.12, 0.07, 0.05, "dark")
        box(0, -0.15, 0.56, 0.05, 0.012, 0.3, "white", 0)
        lathe(
            0,
            0,
            0.93,
            [
                (0.12, 0),
                (0.2, 0.03),
                (0.42, 0.14),
                (0.47, 0.16),
                (0.47, 0.19),
                (0.47, 0.22),
                (0.42, 0.24),
                (0.34, 0.33),
                (0.14, 0.4),
                (0.12, 0.47),
                (0, 0.47),
            ],
            "orange",
            n=48,
        )
        for k in range(14):
            a = 2 * math.pi * k / 14
            bolt(0.445 * math.cos(a), 0.445 * math.sin(a), 0.93 + 0.22, 0.016)
        box(0.24, 0, 0.56, 0.24, 0.26, 0.3, "graphite", 0.03)
        with facing_front(0.24, -0.13, 0.72):
            cyl(0, 0, 0, 0.06, 0.02, "paper")
        line([(0.24, 0.1, 0.86), (0.24, 0.1, 1.2), (0.36, 0.1, 1.26)], 0.013, "steel", 0.08)


def hand_valve(x, y, z, axis="x", r=0.13):
    """A ball valve with its lever."""
    with at(x, y, z, rz=0 if axis == "x" else 90):
        with at(ry=90):
            for side in (-1, 1):
                flange(r, side * 0.22, bolts=6)
            cyl(0, 0, -0.2, r * 1.3, 0.4, "grey")
        cyl(0, 0, r, 0.05, 0.22, "steel")
        box(0.17, 0, r + 0.2, 0.44, 0.07, 0.03, "dark")
        box(0.34, 0, r + 0.19, 0.2, 0.09, 0.05, "graphite", 0.02)


def hand_wheel_valve(x, y, z, axis="x", r=0.13):
    """A gate valve with a hand wheel."""
    with at(x, y, z, rz=0 if axis == "x" else 90):
        with at(ry=90):
            for side in (-1, 1):
                flange(r, side * 0.24, bolts=6)
            cyl(0, 0, -0.24, r * 1.15, 0.48, "grey")
        box(0, 0, 0, r * 2.2, r * 1.8, r * 1.9, "grey", 0.04)
        cyl(0, 0, r * 1.7, r * 0.7, 0.16, "grey")
        cyl(0, 0, r * 1.7 + 0.1, 0.03, 0.34, "steel")
        top = r * 1.7 + 0.4
        ring(0, 0, top, 0.19, 0.024, "graphite", n=32)
        for k in range(3):
            with at(0, 0, top, rz=60 * k):
                rod((-0.19, 0, 0), (0.19, 0, 0), 0.015, "graphite", n=8)


def transmitter(x, y, z, turn=0, stem=0.3, tag=None, drop=None):
    """A two-compartment transmitter head on a stem rising from (x, y, z); `drop` sends its cable to that z."""
    with at(x, y, z, rz=turn):
        cyl(0, 0, 0, 0.06, stem, "steel")
        cyl(0, 0, 0.0, 0.1, 0.07, "steel", n=6)
        cyl(0, 0, stem - 0.06, 0.1, 0.12, "light")
        with at(0, 0, stem + 0.19, rx=90):
            cyl(0, 0, -0.24, 0.19, 0.48, "light", bevel=0.03)
            for side in (-1, 1):
                cyl(0, 0, side * 0.2 - 0.05, 0.205, 0.1, "mid", bevel=0.02)
            cyl(0, 0, 0.25, 0.15, 0.012, "ink", bevel=0)
            box(0, 0.02, 0.262, 0.19, 0.11, 0.004, "screen", 0)
            text("4.12", 0, 0.02, 0.267, 0.075, "screen_orange")
            box(0, -0.08, 0.262, 0.1, 0.012, 0.003, "screen_line", 0)
        rod((0.1, 0, stem + 0.19), (0.3, 0, stem + 0.19), 0.045, "grey", n=12)
        end = -z + 0.05 if drop is None else drop - z
        line([(0.3, 0, stem + 0.19), (0.42, 0, stem + 0.19), (0.42, 0, end), (0.5, 0.1, end)], 0.022, "ink", 0.12)
        if tag:
            with facing_front(0, -0.06, stem * 0.45):
                box(0, 0, 0, 0.34, 0.12, 0.012, "white", 0.004)
                text(tag, 0, 0, 0.013, 0.085, "ink")


def gauge(x, y, z, stem=0.2, r=0.17, turn=0):
    """A dial pressure gauge facing the front."""
    with at(x, y, z, rz=turn):
        cyl(0, 0, 0, 0.035, stem, "steel")
        cyl(0, 0, stem * 0.3, 0.06, 0.06, "steel", n=6)
        with at(0, 0.05, stem + r, rx=90):
            cyl(0, 0, 0, r, 0.13, "graphite")
            cyl(0, 0, 0.125, r * 0.86, 0.012, "paper", bevel=0)
            for k in range(11):
                with at(rz=-135 + k * 27):
                    box(0, r * 0.7, 0.137, 0.012, r * 0.18, 0.003, "ink", 0)
            with at(rz=-50):
                box(0, r * 0.26, 0.14, 0.022, r * 0.72, 0.006, "orange", 0)
            cyl(0, 0, 0.137, r * 0.13, 0.02, "ink")


def flow_meter(x, y, z, r=0.13):
    """A magnetic flow meter on a pipe along x, its head above."""
    with at(x, y, z):
        with at(ry=90):
            for side in (-1, 1):
                flange(r, side * 0.3)
            cyl(0, 0, -0.24, r * 1.75, 0.48, "mid", bevel=0.04)
        cyl(0, 0, r, 0.07, 0.3, "steel")
        box(0, 0, r + 0.28, 0.36, 0.3, 0.3, "light", 0.04)
        with facing_front(0, -0.15, r + 0.43):
            box(0, 0, 0, 0.28, 0.2, 0.012, "ink", 0.004)
            text("12.6", 0, 0.01, 0.014, 0.11, "screen_orange")
        rod((0.16, 0, r + 0.36), (0.28, 0, r + 0.36), 0.035, "grey", n=12)


def junction_box(x, y, z, w=0.7, h=0.55, d=0.25):
    """A field box facing front with glands below."""
    box(x, y, z, w, d, h, "light", 0.03)
    with facing_front(x, y - d / 2, z + h / 2):
        for dx in (-1, 1):
            for dy in (-1, 1):
                cyl(dx * (w / 2 - 0.06), dy * (h / 2 - 0.06), 0, 0.028, 0.012, "grey", n=12)
        box(0, h * 0.14, 0, w * 0.5, 0.12, 0.01, "white", 0.004)
        text("JB-01", 0, h * 0.14, 0.012, 0.09, "ink")
    for k in range(4):
        gx = x - w * 0.33 + k * w * 0.22
        cyl(gx, y, z - 0.08, 0.045, 0.08, "dark", n=8)


def bottle(x, y, z, level=0.0, cap=False, scale=1.0, label=True):
    """A clear bottle; `level` (0 to 1) of orange drink, with or without cap."""
    with at(x, y, z, scale=scale):
        outline = [
            (0.0, 0.004),
            (0.1, 0.0),
            (0.135, 0.02),
            (0.14, 0.06),
            (0.14, 0.2),
            (0.13, 0.23),
            (0.13, 0.36),
            (0.14, 0.39),
            (0.138, 0.46),
            (0.11, 0.55),
            (0.065, 0.64),
            (0.05, 0.68),
            (0.05, 0.74),
        ]
        top = 0.02 + 0.6 * level if level > 0 else 0
        full = [(r, h) for r, h in outline if h < top]
        empty = [(r, h) for r, h in outline if h >= top]
        if full:
            (r0, h0), (r1, h1) = full[-1], empty[0]
            edge = (r0 + (r1 - r0) * (top - h0) / (h1 - h0), top)
            lathe(0, 0, 0, [*full, edge, (0, top)], "orange", n=28)
            empty = [edge, *empty]
        lathe(0, 0, 0, empty, "clear", n=28)
        if label:
            lathe(0, 0, 0, [(0.1305, 0.232), (0.1335, 0.236), (0.1335, 0.355), (0.1305, 0.36)], "paper", n=28)
        ring(0, 0, 0.685, 0.055, 0.01, "light", n=20)
        if cap:
            cyl(0, 0, 0.69, 0.06, 0.08, "white", n=24)
            for k in range(12):
                a = 2 * math.pi * k / 12
                box(0.06 * math.cos(a), 0.06 * math.sin(a), 0.7, 0.008, 0.008, 0.06, "mid", 0)


def skid_frame(sx, sy, z=0.0, h=0.2):
    """A base of channel sections with lifting eyes and chequered decks."""
    for side in (-1, 1):
        box(0, side * (sy / 2 - 0.07), z, sx, 0.03, h, "dark")
        for zz in (z, z + h - 0.03):
            box(0, side * (sy / 2 - 0.1), zz, sx, 0.14, 0.03, "dark", 0.006)
        box(side * (sx / 2 - 0.07), 0, z, 0.14, sy - 0.1, h, "dark")
    for k in range(1, 5):
        box(-sx / 2 + k * sx / 5, 0, z + 0.02, 0.12, sy - 0.2, h - 0.05, "dark")
    box(0, 0, z + h - 0.05, sx - 0.2, sy - 0.22, 0.03, "grey", 0)
    for cx in (-1, 1):
        for cy in (-1, 1):
            x, y = cx * (sx / 2 - 0.25), cy * (sy / 2 + 0.0)
            with at(x, y, z + h * 0.5, rx=90):
                ring(0, 0, 0, 0.09, 0.03, "steel", n=20)
    return z + h
