"""Things that stand on a plant floor: slabs, frames, fences, conveyors, pallets."""
import math

from shapes import along, at, beam, bolt, box, cable, cyl, facing_front, facing_right, lathe, line, prism, rod, slab


def floor(sx, sy, joints=(), thickness=0.32):
    """The slab a scene stands on, its top at z = 0, with saw-cut joints."""
    slab(0, 0, -thickness, sx, sy, thickness, 0.25, "floor", bevel=0.05)
    slab(0, 0, -thickness - 0.1, sx - 0.3, sy - 0.3, 0.12, 0.2, "grey", bevel=0.02)
    for axis, offset in joints:
        if axis == "x":
            box(offset, 0, 0, 0.025, sy - 0.16, 0.004, "floor_edge", 0)
        else:
            box(0, offset, 0, sx - 0.16, 0.025, 0.004, "floor_edge", 0)


def floor_mark(x0, y0, x1, y1, width=0.09, mat="white"):
    """A painted line along an axis."""
    box((x0 + x1) / 2, (y0 + y1) / 2, 0.001, abs(x1 - x0) + width, abs(y1 - y0) + width, 0.005, mat, 0)


def floor_hatch(x, y, sx, sy, pitch=0.3):
    """A hatched keep-clear area: outline and diagonal stripes."""
    for y_edge in (y - sy / 2, y + sy / 2):
        floor_mark(x - sx / 2, y_edge, x + sx / 2, y_edge, 0.05)
    for x_edge in (x - sx / 2, x + sx / 2):
        box(x_edge, y, 0.001, 0.05, sy - 0.06, 0.005, "white", 0)
    count = int((sx + sy) / pitch)
    for i in range(1, count):
        d = i * pitch
        a = (x - sx / 2 + max(0, d - sy), y - sy / 2 + min(d, sy))
        b = (x - sx / 2 + min(d, sx), y - sy / 2 + max(0, d - sx))
        if math.dist(a, b) > 0.2:
            beam((*a, 0.0), (*b, 0.0), 0.05, 0.005, "white", 0)


def foot(x, y, z=0.0, height=0.18):
    """A levelling foot whose stem ends at z + height."""
    cyl(x, y, z, 0.11, 0.04, "dark")
    cyl(x, y, z + 0.03, 0.035, height - 0.03, "steel")
    cyl(x, y, z + height - 0.06, 0.06, 0.03, "steel", n=6)


def profile(p, q, size=0.14, mat="steel"):
    """A slotted aluminium profile from p to q."""
    half, slot, depth = size / 2, size * 0.1, size * 0.22
    side = [(-half, -half), (-slot, -half), (-slot, -half + depth), (slot, -half + depth), (slot, -half)]
    points = [(x * c - y * s, x * s + y * c) for c, s in ((1, 0), (0, 1), (-1, 0), (0, -1)) for x, y in side]
    with along(p, q) as length:
        prism(0, 0, 0, points, length, mat, bevel=0)


def fence(x0, y0, x1, y1, height=2.0, panels=3, first_post=True):
    """Safety fence between two points: posts on bolted plates and welded-mesh panels."""
    length = math.dist((x0, y0), (x1, y1))
    turn = math.degrees(math.atan2(y1 - y0, x1 - x0))
    with at(x0, y0, rz=turn):
        pitch = length / panels
        for i in range(0 if first_post else 1, panels + 1):
            fence_post(i * pitch, 0, height)
        for i in range(panels):
            a, b = i * pitch + 0.12, (i + 1) * pitch - 0.12
            low, high = 0.22, height - 0.06
            for z in (low, high):
                beam((a, 0, z), (b, 0, z), 0.045, 0.045, "graphite")
            for x in (a, b):
                beam((x, 0, low), (x, 0, high), 0.045, 0.045, "graphite")
            _mesh_panel(a, b, low, high)


def _mesh_panel(a, b, low, high):
    wires = round((b - a) / 0.11)
    for k in range(1, wires):
        x = a + (b - a) * k / wires
        rod((x, 0, low), (x, 0, high), 0.009, "graphite", n=6)
    for k in range(1, 5):
        z = low + (high - low) * k / 5
        rod((a, 0, z), (b, 0, z), 0.01, "graphite", n=6)


def fence_post(x, y, height=2.0, mat="dark"):
    """A square post on a plate held by four bolts."""
    box(x, y, 0, 0.24, 0.24, 0.025, mat)
    box(x, y, 0.02, 0.1, 0.1, height, mat)
    box(x, y, height + 0.02, 0.115, 0.115, 0.03, "graphite")
    for dx in (-0.085, 0.085):
        for dy in (-0.085, 0.085):
            bolt(x + dx, y + dy, 0.025, 0.016)


def light_curtain(x, y, height=1.5, turn=0, beams_to=None):
    """One column of a light curtain; `beams_to` draws its beams that far along local x."""
    with at(x, y, rz=turn):
        box(0, 0, 0, 0.32, 0.32, 0.03, "dark")
        for dx in (-0.12, 0.12):
            for dy in (-0.12, 0.12):
                bolt(dx, dy, 0.03, 0.02)
        box(0, 0, 0.03, 0.17, 0.2, height, "graphite")
        box(0.075, 0, 0.16, 0.03, 0.11, height - 0.26, "orange", 0.004)
        box(0, 0, height + 0.03, 0.19, 0.22, 0.05, "ink")
        box(0.0, -0.101, height - 0.1, 0.06, 0.012, 0.03, "led_green", 0)
        line([(0, 0.1, height - 0.05), (0, 0.2, height - 0.05), (0, 0.2, 0.02), (0, 0.7, 0.02)], 0.016, "ink")
        if beams_to:
            for k in range(7):
                z = 0.28 + (height - 0.5) * k / 6
                rod((0.09, 0, z), (beams_to - 0.09, 0, z), 0.006, "screen_orange", n=6)


def stack_light(x, y, z, lit="green", pole=0.3):
    """A signal tower; one segment is lit."""
    cyl(x, y, z, 0.075, 0.04, "ink")
    cyl(x, y, z + 0.03, 0.028, pole, "steel")
    cyl(x, y, z + pole, 0.075, 0.06, "ink")
    for i, (name, off) in enumerate((("green", "mid"), ("amber", "mid"), ("red", "grey"))):
        mat = f"led_{name}" if name == lit else off
        cyl(x, y, z + pole + 0.06 + i * 0.13, 0.07, 0.11, mat, bevel=0.012)
        cyl(x, y, z + pole + 0.17 + i * 0.13, 0.072, 0.02, "ink", bevel=0.004)
    lathe(x, y, z + pole + 0.45, [(0.072, 0), (0.065, 0.025), (0.0, 0.04)], "ink", n=20)


def pallet(x, y, sx=1.9, sy=1.5):
    """A wooden pallet, its deck at z = 0.26."""
    for k in range(3):
        yy = y + (k - 1) * (sy / 2 - 0.08)
        box(x, yy, 0, sx, 0.16, 0.035, "carton_dark")
        for j in range(3):
            box(x + (j - 1) * (sx / 2 - 0.12), yy, 0.035, 0.22, 0.16, 0.13, "wood")
        box(x, yy, 0.165, sx, 0.16, 0.035, "carton_dark")
    boards = 7
    for k in range(boards):
        xx = x - sx / 2 + 0.1 + k * (sx - 0.2) / (boards - 1)
        box(xx, y, 0.2, 0.19, sy, 0.045, "wood")
        for dy in (-1, 0, 1):
            cyl(xx - 0.04, y + dy * (sy / 2 - 0.08), 0.245, 0.012, 0.004, "dark", bevel=0, n=8)


PALLET_TOP = 0.245


def carton(x, y, z, sx=0.62, sy=0.48, sz=0.42, turn=0, label=True):
    """A taped carton with a shipping label on two faces."""
    with at(x, y, z, rz=turn):
        box(0, 0, 0, sx, sy, sz, "carton", 0.014)
        box(0, 0, sz - 0.001, sx + 0.002, 0.07, 0.004, "carton_dark", 0)
        for side in (-1, 1):
            box(side * (sx / 2), 0, sz - 0.11, 0.004, 0.07, 0.11, "carton_dark", 0)
        if label:
            _label(sx, sy, sz)


def _label(sx, sy, sz):
    with facing_front(sx * 0.2, -sy / 2, sz * 0.42):
        box(0, 0, 0, 0.2, 0.15, 0.004, "paper", 0)
        for k in range(9):
            box(-0.075 + k * 0.018, 0.025, 0.004, (0.006, 0.011, 0.004)[k % 3], 0.06, 0.002, "ink", 0)
        for k in range(2):
            box(-0.02, -0.03 - k * 0.022, 0.004, 0.11 - k * 0.04, 0.009, 0.002, "grey", 0)
    with facing_right(sx / 2, -sy * 0.18, sz * 0.3):
        for k in (0, 1):
            prism(k * 0.09, 0, 0, [(-0.03, 0), (0.03, 0), (0, 0.05)], 0.004, "dark", 0)
            box(k * 0.09, -0.035, 0, 0.018, 0.06, 0.004, "dark", 0)


def roller_conveyor(length, width=0.8, height=0.75, legs=3, drive=True):
    """Along local x from 0; its rollers' top at `height`."""
    r = 0.05
    for side in (-1, 1):
        y = side * (width / 2 + 0.04)
        box(length / 2, y, height - 0.16, length, 0.06, 0.18, "mid")
        box(length / 2, y + side * 0.032, height - 0.085, length - 0.06, 0.006, 0.03, "grey", 0)
        for k in range(int(length / 0.6)):
            x = 0.3 + k * 0.6
            with at(x, y + side * 0.03, height - 0.025, rx=90 * -side):
                bolt(0, 0, 0, 0.018)
    count = round(length / 0.15)
    for k in range(count):
        x = (k + 0.5) * length / count
        rod((x, -width / 2 + 0.01, height - r), (x, width / 2 - 0.01, height - r), r, "steel", n=16)
    _conveyor_legs(length, width, height - 0.16, legs)
    if drive:
        _gear_motor(length * 0.5, -width / 2 - 0.08, height - 0.34)


def belt_conveyor(length, width=0.6, height=0.75, legs=2, rails=True, belt="graphite", drive=True):
    """Along local x from 0; the belt's top at `height`."""
    r = 0.085
    box(length / 2, 0, height - 2 * r, length - 2 * r, width, 2 * r, belt, 0.01)
    for x in (r, length - r):
        rod((x, -width / 2, height - r), (x, width / 2, height - r), r, belt, n=28)
    for side in (-1, 1):
        y = side * (width / 2 + 0.03)
        box(length / 2, y, height - 2 * r - 0.02, length - 0.06, 0.05, 2 * r, "light", 0.012)
        box(length / 2, y + side * 0.027, height - 0.115, length - 0.16, 0.006, 0.025, "grey", 0)
        for x in (r, length - r):
            with at(x, y + side * 0.02, height - r, rx=90 * -side):
                cyl(0, 0, 0, 0.06, 0.05, "dark")
                bolt(0, 0, 0.05, 0.022)
        if rails:
            _guide_rail(length, side * (width / 2 - 0.06), side, height)
    _conveyor_legs(length, width, height - 2 * r, legs)
    if drive:
        _gear_motor(length - 0.3, -width / 2 - 0.06, height - 0.33)


def _guide_rail(length, y, side, height):
    rod((0.1, y, height + 0.13), (length - 0.1, y, height + 0.13), 0.016, "steel", n=10)
    count = max(2, round(length / 0.8))
    for k in range(count):
        x = 0.25 + k * (length - 0.5) / (count - 1)
        line(
            [(x, y, height + 0.13), (x, y + side * 0.13, height + 0.13), (x, y + side * 0.13, height - 0.1)],
            0.013,
            "steel",
            0.04,
        )
        box(x, y + side * 0.13, height - 0.02, 0.06, 0.05, 0.07, "dark")


def _conveyor_legs(length, width, height, legs):
    for k in range(legs):
        x = 0.3 + k * (length - 0.6) / max(1, legs - 1)
        for side in (-1, 1):
            y = side * (width / 2 - 0.02)
            box(x, y, 0.16, 0.1, 0.1, height - 0.16, "mid")
            foot(x, y)
        box(x, 0, height * 0.45, 0.06, width - 0.1, 0.08, "mid")


def _gear_motor(x, y, z):
    with at(x, y, z):
        box(0, -0.08, 0, 0.24, 0.2, 0.24, "dark", 0.03)
        with at(0, -0.18, 0.12, rx=90):
            cyl(0, 0, 0, 0.1, 0.34, "dark")
            for k in range(8):
                cyl(0, 0, 0.03 + k * 0.034, 0.115, 0.012, "dark", bevel=0)
            cyl(0, 0, 0.33, 0.1, 0.06, "graphite")
        box(0, -0.32, 0.2, 0.12, 0.14, 0.07, "graphite")


def cable_tray(p, q, width=0.35, cables=3):
    """A ladder tray between two points at one height, with cables lying in it."""
    length = math.dist(p, q)
    turn = math.degrees(math.atan2(q[1] - p[1], q[0] - p[0]))
    with at(*p, rz=turn):
        for side in (-1, 1):
            box(length / 2, side * width / 2, 0, length, 0.02, 0.1, "mid", 0.004)
        for k in range(int(length / 0.22) + 1):
            box(0.05 + k * 0.22, 0, 0.01, 0.05, width, 0.02, "mid", 0.004)
        for k in range(cables):
            y = (k - (cables - 1) / 2) * width / (cables + 1)
            wobble = [(j * length / 5, y + 0.018 * math.sin(j * 2.1 + k * 1.7), 0.05) for j in range(6)]
            cable(wobble, 0.02, ("ink", "dark", "ink", "grey")[k % 4])


def pedestal(x, y, height=1.0, turn=0):
    """An operator's pedestal: post, tilted box with a screen, buttons and a stop."""
    with at(x, y, rz=turn):
        box(0, 0, 0, 0.4, 0.34, 0.03, "dark")
        for dx in (-0.15, 0.15):
            for dy in (-0.12, 0.12):
                bolt(dx, dy, 0.03, 0.02)
        box(0, 0, 0.03, 0.14, 0.14, height, "mid")
        with facing_front(0, -0.12, height + 0.16, tilt=28):
            slab(0, 0.1, -0.14, 0.62, 0.62, 0.2, 0.04, "light", 0.02)
            box(0, 0.2, 0.06, 0.5, 0.34, 0.012, "ink", 0.005)
            box(0, 0.2, 0.07, 0.46, 0.3, 0.006, "screen", 0)
            for k in range(4):
                box(
                    -0.12,
                    0.29 - k * 0.055,
                    0.076,
                    0.16 - 0.03 * (k % 2),
                    0.018,
                    0.002,
                    "screen_orange" if k == 1 else "screen_line",
                    0,
                )
            for k in range(5):
                box(0.05 + k * 0.035, 0.12 + 0.02 * k, 0.076, 0.02, 0.05 + 0.04 * k, 0.002, "screen_text", 0)
            for k, mat in enumerate(("led_green", "mid", "mid")):
                cyl(-0.2 + k * 0.12, -0.07, 0.06, 0.036, 0.03, "dark")
                cyl(-0.2 + k * 0.12, -0.07, 0.085, 0.026, 0.02, mat)
            cyl(0.2, -0.08, 0.06, 0.06, 0.012, "light")
            lathe(
                0.2,
                -0.08,
                0.07,
                [(0.03, 0), (0.03, 0.02), (0.06, 0.03), (0.06, 0.045), (0.04, 0.058), (0, 0.062)],
                "orange",
                n=24,
            )


def tote(x, y, sx=0.8, sy=0.7, sz=0.5, mat="mid"):
    """An open-topped container."""
    t = 0.03
    box(x, y, 0.02, sx, sy, t, mat)
    for side in (-1, 1):
        box(x + side * (sx / 2 - t / 2), y, 0.02, t, sy, sz, mat, 0.008)
        box(x, y + side * (sy / 2 - t / 2), 0.02, sx - 2 * t, t, sz, mat, 0.008)
        box(x + side * sx / 2, y, sz - 0.05, 0.06, sy + 0.06, 0.06, "dark", 0.012)
        box(x, y + side * sy / 2, sz - 0.05, sx - 0.06, 0.06, 0.06, "dark", 0.012)
