"""Robots and what they hold."""
import math

from shapes import at, bolt, box, cable, cyl, lathe, prism, ring, rod, slab

from parts.structure import carton


def _capsule(r0, r1, length):
    """The outline around two circles `length` apart along +y."""
    lean = math.asin((r0 - r1) / length)
    low = [math.pi - lean + (math.pi + 2 * lean) * k / 12 for k in range(13)]
    high = [lean + (math.pi - 2 * lean) * k / 12 for k in range(13)]
    return [(round(r0 * math.cos(a), 4), round(r0 * math.sin(a), 4)) for a in low] + [
        (round(r1 * math.cos(a), 4), round(length + r1 * math.sin(a), 4)) for a in high
    ]


def _link(length, r0, r1, width, mat, pocket=True):
    """A cast arm standing along local z, pivoting about local y at both ends."""
    with at(0, width / 2, 0, rx=90):
        prism(0, 0, 0, _capsule(r0, r1, length), width, mat, bevel=0.035, smooth=True)
    if pocket:
        for side in (-1, 1):
            with at(0, side * (width / 2 - 0.004), length * 0.2, rx=90 * -side):
                slab(
                    0,
                    side * -1 * length * 0.3,
                    0,
                    min(r0, r1) * 0.9,
                    length * 0.42,
                    0.012,
                    min(r0, r1) * 0.4,
                    "orange_deep" if mat == "orange" else "mid",
                    0.004,
                )


def _joint(r, width, mat="graphite", bolts=8):
    """A pivot drum across local y, with a bolt circle on both caps."""
    with at(0, width / 2, 0, rx=90):
        cyl(0, 0, 0, r, width, mat, bevel=0.02)
    for side in (-1, 1):
        with at(0, side * width / 2, 0, rx=90 * -side):
            cyl(0, 0, 0, r * 0.62, 0.02, "dark")
            for k in range(bolts):
                a = 2 * math.pi * k / bolts
                bolt(r * 0.8 * math.cos(a), r * 0.8 * math.sin(a), 0, r * 0.06)


def _servo(x, y, z, side, r=0.13, length=0.34):
    """A motor sticking out along local y."""
    with at(x, y, z, rx=90 * -side):
        cyl(0, 0, 0, r, length, "graphite")
        box(0, 0, length * 0.55, r * 2.05, r * 2.05, 0.05, "graphite", 0.02)
        cyl(0, 0, length, r * 0.8, 0.05, "ink")
        box(0, -r, length * 0.72, 0.09, 0.08, 0.09, "ink")


def robot_arm(x, y, z=0.0, turn=0, lean=12, reach=8, tool=None):
    """A four-axis palletiser. `lean` tips the lower arm forward, `reach` the upper arm
    below the horizontal; `tool` draws, in a frame hanging from the flange, what it holds."""
    lower, upper = 1.55, 1.75
    with at(x, y, z):
        _robot_base()
        with at(0, 0, 0.42, rz=turn):
            _turret()
            with at(0.22, 0, 0.5):
                _joint(0.33, 0.62)
                with at(ry=lean):
                    _link(lower, 0.27, 0.22, 0.4, "orange")
                    _dress_lower(lower)
                elbow = (lower * math.sin(math.radians(lean)), lower * math.cos(math.radians(lean)))
                with at(elbow[0], 0, elbow[1]):
                    _joint(0.26, 0.56)
                    _servo(-0.02, -0.26, 0.0, -1)
                    with at(ry=90 + reach):
                        _link(upper, 0.23, 0.15, 0.3, "orange")
                        with at(ry=180):
                            _link(0.42, 0.22, 0.17, 0.34, "orange", pocket=False)
                        _dress_upper(upper)
                    wrist = (upper * math.cos(math.radians(reach)), -upper * math.sin(math.radians(reach)))
                    with at(wrist[0], 0, wrist[1]):
                        _joint(0.15, 0.4, bolts=6)
                        _wrist(tool, turn)


def _robot_base():
    box(0, 0, 0, 1.15, 1.15, 0.05, "dark")
    for dx in (-0.48, 0.48):
        for dy in (-0.48, 0.48):
            bolt(dx, dy, 0.05, 0.045)
    lathe(
        0, 0, 0.05, [(0.5, 0), (0.5, 0.05), (0.42, 0.09), (0.4, 0.26), (0.44, 0.3), (0.44, 0.36), (0, 0.36)], "graphite"
    )
    for k in range(16):
        a = 2 * math.pi * k / 16
        bolt(0.46 * math.cos(a), 0.46 * math.sin(a), 0.1, 0.016)
    box(-0.42, 0, 0.1, 0.2, 0.3, 0.2, "ink")


def _turret():
    cyl(0, 0, 0, 0.46, 0.14, "orange", bevel=0.03)
    for side in (-1, 1):
        with at(0, side * 0.3 + 0.06, 0, rx=90):
            prism(
                0,
                0,
                0,
                [(-0.34, 0.1), (0.45, 0.1), (0.52, 0.42), (0.42, 0.72), (0.08, 0.72), (-0.1, 0.5), (-0.34, 0.4)],
                0.12,
                "orange",
                bevel=0.03,
            )
    box(-0.16, 0, 0.12, 0.34, 0.5, 0.24, "graphite")
    _servo(0.22, -0.34, 0.5, -1, 0.15, 0.3)
    _servo(0.22, 0.34, 0.5, 1, 0.15, 0.3)


def _dress_lower(length):
    """The parallel rod behind the lower arm and the cable pack beside it."""
    rod((-0.36, 0.0, -0.05), (-0.36, 0.0, length + 0.04), 0.045, "graphite")
    for z in (-0.05, length + 0.04):
        with at(-0.36, 0.08, z, rx=90):
            cyl(0, 0, 0, 0.075, 0.16, "dark")
        box(-0.2, 0, z - 0.03, 0.34, 0.08, 0.08, "graphite")
    cable(
        [(-0.1, -0.28, -0.2), (-0.22, -0.3, 0.4), (-0.2, -0.3, length * 0.7), (-0.05, -0.32, length + 0.15)],
        0.045,
        "ink",
    )
    for z in (0.35, length * 0.72):
        box(-0.17, -0.24, z, 0.16, 0.14, 0.06, "graphite")


def _dress_upper(length):
    cable(
        [(-0.2, -0.22, 0.1), (-0.3, -0.18, 0.5), (-0.24, -0.15, length * 0.75), (-0.12, -0.12, length - 0.02)],
        0.04,
        "ink",
    )
    for z in (0.5, length * 0.72):
        box(-0.2, -0.12, z, 0.18, 0.12, 0.06, "graphite")
    rod((-0.26, 0.12, 0.0), (-0.22, 0.12, length), 0.03, "graphite")


def _wrist(tool, turn):
    box(0, 0, -0.16, 0.28, 0.3, 0.24, "graphite", 0.04)
    cyl(0, 0, -0.3, 0.13, 0.16, "orange", bevel=0.02)
    cyl(0, 0, -0.36, 0.16, 0.06, "steel")
    if tool:
        with at(0, 0, -0.36, rz=-turn):
            tool()


def vacuum_gripper(with_carton=True, sx=0.74, sy=0.56):
    """Hangs from the origin: plate, manifold, suction cups and the carton they hold."""
    cyl(0, 0, -0.06, 0.1, 0.06, "dark")
    box(0, 0, -0.12, sx, 0.14, 0.06, "mid")
    box(0, 0, -0.12, 0.14, sy, 0.06, "mid")
    box(0, 0, -0.17, sx + 0.02, sy + 0.02, 0.05, "orange")
    box(sx * 0.28, 0, -0.09, 0.16, 0.2, 0.08, "ink")
    for i in (-1, 0, 1):
        for j in (-1, 0, 1):
            x, y = i * sx * 0.38, j * sy * 0.36
            cyl(x, y, -0.24, 0.028, 0.08, "steel")
            for k in range(3):
                cyl(x, y, -0.28 + k * 0.022, 0.06 - 0.006 * k, 0.018, "ink", bevel=0.006)
    cable([(0.2, 0, -0.02), (0.3, 0.12, 0.08), (0.12, 0.16, 0.24), (0, 0.1, 0.3)], 0.024, "ink")
    if with_carton:
        carton(0, 0, -0.28 - 0.42)


def parallel_gripper(opening=0.5, scale=1.0):
    """Hangs from the origin: body, guide, two fingers `opening` apart; tips at z = -1.25 * scale."""
    with at(scale=scale):
        cyl(0, 0, -0.12, 0.3, 0.12, "steel")
        for k in range(8):
            a = 2 * math.pi * k / 8
            bolt(0.24 * math.cos(a), 0.24 * math.sin(a), -0.005, 0.03)
        box(0, 0, -0.5, 0.95, 0.42, 0.4, "graphite", 0.05)
        box(0, 0, -0.58, 1.3, 0.34, 0.1, "mid", 0.02)
        for k in range(4):
            bolt(-0.33 + k * 0.22, 0, -0.1, 0.028)
        with at(0.2, -0.21, -0.32, rx=90):
            cyl(0, 0, 0, 0.05, 0.06, "steel")
        box(-0.25, -0.215, -0.36, 0.3, 0.02, 0.12, "light", 0.004)
        box(-0.3, -0.23, -0.325, 0.04, 0.02, 0.04, "led_green", 0.004)
        box(-0.2, -0.23, -0.325, 0.04, 0.02, 0.04, "led_amber", 0.004)
        for side in (-1, 1):
            _finger(side, opening)


def _finger(side, opening):
    x = side * (opening / 2 + 0.12)
    box(x, 0, -0.72, 0.3, 0.32, 0.16, "dark", 0.02)
    for dy in (-0.1, 0.1):
        with at(x + side * 0.15, dy, -0.64, ry=90 * side):
            bolt(0, 0, 0, 0.025)
    with at(x, 0.14, -1.25, rx=90):
        inner = -side * 0.12
        shape = [
            (inner, 0),
            (inner + side * 0.1, 0),
            (side * 0.14, 0.3),
            (side * 0.14, 0.54),
            (-side * 0.14, 0.54),
            (-side * 0.14, 0.42),
            (inner, 0.28),
        ]
        prism(0, 0, 0, shape if side > 0 else shape[::-1], 0.28, "orange", bevel=0.012)
    for k in range(5):
        box(side * (opening / 2 + 0.0), 0, -1.23 + k * 0.05, 0.02, 0.26, 0.025, "ink", 0.004)


def cobot(x, y, z=0.0, turn=0, shoulder=-20, elbow=95, wrist=15, tool=None, scale=1.0):
    """A six-axis collaborative arm: tubes between round joints with orange caps."""
    with at(x, y, z, rz=turn, scale=scale):
        cyl(0, 0, 0, 0.36, 0.05, "steel")
        for k in range(6):
            a = 2 * math.pi * k / 6
            bolt(0.31 * math.cos(a), 0.31 * math.sin(a), 0.05, 0.026)
        cyl(0, 0, 0.05, 0.27, 0.42, "light", bevel=0.05)
        ring(0, 0, 0.2, 0.268, 0.014, "graphite")
        with at(0, 0, 0.45):
            _cobot_joint(0.27, 0.0, -1)
            with at(0, -0.36, 0, ry=shoulder):
                _cobot_joint(0.25, 0.0, -1, cap=True)
                _tube(0.17, 0.1, 1.6)
                with at(0, 0, 1.6):
                    _cobot_joint(0.22, 0.0, -1, cap=True)
                    _cobot_forearm(elbow, wrist, tool)


def _cobot_forearm(elbow, wrist, tool):
    with at(0, 0.33, 0, ry=elbow):
        _cobot_joint(0.2, 0.0, 1, cap=True)
        _tube(0.14, 0.1, 1.3)
        with at(0, 0, 1.3):
            _cobot_joint(0.16, 0.0, -1, cap=True)
            with at(0, -0.27, 0, ry=wrist):
                _cobot_joint(0.15, 0.0, -1)
                with at(0, 0, 0.0):
                    cyl(0, 0, 0.06, 0.14, 0.22, "light", bevel=0.03)
                    with at(0, 0, 0.36, rx=90):
                        cyl(0, 0, -0.15, 0.15, 0.3, "light", bevel=0.03)
                        cyl(0, 0, -0.165, 0.11, 0.03, "orange", bevel=0.02)
                        cyl(0, 0, 0.14, 0.11, 0.03, "orange", bevel=0.02)
                    cyl(0, 0, 0.48, 0.13, 0.1, "light", bevel=0.02)
                    cyl(0, 0, 0.57, 0.14, 0.05, "steel")
                    if tool:
                        with at(0, 0, 0.62, rx=180):
                            tool()


def _cobot_joint(r, y, side, cap=False):
    """A drum across local y; its orange cap is on the far side from `side`."""
    with at(0, y + r * 0.75, 0, rx=90):
        cyl(0, 0, 0, r, r * 1.5, "light", bevel=r * 0.22)
    for s in (-1, 1):
        with at(0, y + s * r * 0.74, 0, rx=90 * -s):
            cyl(0, 0, 0, r * 0.8, 0.03, "orange" if cap else "mid", bevel=0.025)


def _tube(r, start, end):
    cyl(0, 0, start, r, end - start, "light", bevel=0.02)
    for z in (start + 0.16, end - 0.24):
        ring(0, 0, z, r, 0.012, "graphite", n=32)
