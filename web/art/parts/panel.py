"""Electrical panels. Wall parts are drawn in a wall frame: x right, y up, z out of the plate."""

from shapes import at, box, cable, cyl, lathe, line, ring, rod, slab, text

from parts import screens

RAIL_DEPTH = 0.09


def enclosure(x, y, w, d, h, z=0.0, mat="light", plinth=0.3, back="white"):
    """A floor-standing enclosure open to the front; gives the y of its mounting plate's face."""
    t = 0.06
    box(x, y, z, w - 0.08, d - 0.08, plinth, "graphite")
    base = z + plinth
    box(x, y, base, w, d, t, mat)
    box(x, y, base + h - t, w, d, t, mat)
    for side in (-1, 1):
        box(x + side * (w / 2 - t / 2), y, base + t, t, d, h - 2 * t, mat)
        box(x + side * (w / 2 - 0.09), y - d / 2 + 0.03, base + 0.02, 0.12, 0.05, h - 0.04, mat, 0.01)
        for dy in (-1, 1):
            ring_x, ring_y = x + side * (w / 2 - 0.2), y + dy * (d / 2 - 0.2)
            cyl(ring_x, ring_y, base + h, 0.06, 0.03, "steel")
            with at(ring_x, ring_y, base + h + 0.11, rx=90):
                ring(0, 0, 0, 0.075, 0.02, "steel", n=24)
    box(x, y - d / 2 + 0.03, base + h - 0.14, w - 0.3, 0.05, 0.1, mat, 0.01)
    box(x, y - d / 2 + 0.03, base + 0.04, w - 0.3, 0.05, 0.1, mat, 0.01)
    box(x, y + d / 2 - t / 2, base + t, w - 2 * t, t, h - 2 * t, mat)
    box(x, y + d / 2 - 0.17, base + 0.14, w - 0.3, 0.04, h - 0.28, back)
    return y + d / 2 - 0.19


def door(w, h, mat="light"):
    """A door in a wall frame whose outer face is +z: hinge at x = 0, sheet from x = 0 to w, y = 0 to h."""
    slab(w / 2, h / 2, -0.06, w, h, 0.06, 0.03, mat, 0.012)
    for y in (0.15, 0.5, 0.85):
        cyl_y = h * y
        with at(-0.01, cyl_y - 0.12, -0.03, rx=-90):
            cyl(0, 0, 0, 0.035, 0.24, "steel")
    box(w - 0.14, h / 2 - 0.17, 0.0, 0.1, 0.36, 0.03, "graphite")
    box(w - 0.14, h / 2 - 0.12, 0.03, 0.06, 0.26, 0.04, "ink")


def door_inside(w, h):
    """What is seen of an open door: stiffeners, gasket, document pocket, earth braid."""
    for x in (0.1, w - 0.1):
        box(x, h / 2, 0, 0.07, h - 0.24, 0.05, "mid")
    for y in (0.1, h - 0.1, h * 0.52):
        box(w / 2, y, 0, w - 0.24, 0.07, 0.05, "mid")
    for y0, y1 in ((0.04, h - 0.04),):
        for x in (0.04, w - 0.04):
            box(x, (y0 + y1) / 2, 0, 0.03, y1 - y0, 0.02, "ink", 0)
        for y in (y0, y1):
            box(w / 2, y, 0, w - 0.05, 0.03, 0.02, "ink", 0)
    box(w / 2, h * 0.26, 0, w * 0.62, h * 0.26, 0.09, "mid", 0.012)
    box(w / 2, h * 0.29, 0.03, w * 0.54, h * 0.26, 0.03, "paper", 0.004)
    for k in range(4):
        rod((0.1, h * (0.2 + 0.2 * k), 0.055), (0.1, h * (0.2 + 0.2 * k), 0.065), 0.02, "grey")


def rail(x, y, w):
    """A DIN rail centred on (x, y), its face at z = RAIL_DEPTH."""
    box(x, y, 0.0, w, 0.2, RAIL_DEPTH - 0.03, "steel", 0.006)
    for side in (-1, 1):
        box(x, y + side * 0.13, RAIL_DEPTH - 0.03, w, 0.07, 0.02, "steel", 0.004)
    for k in range(int(w / 0.25)):
        slab(x - w / 2 + 0.15 + k * 0.25, y, RAIL_DEPTH - 0.03, 0.11, 0.05, 0.002, 0.024, "dark", 0)


def duct(x, y, length, upright=False, width=0.22, depth=0.34):
    """A slotted cable duct with its lid on, centred on (x, y)."""
    with at(x, y, 0, rz=90 if upright else 0):
        box(0, 0, 0, length, width, depth - 0.05, "mid", 0.006)
        box(0, 0, depth - 0.05, length, width + 0.03, 0.05, "light", 0.012)
        for k in range(int(length / 0.085)):
            px = -length / 2 + 0.06 + k * 0.085
            for side in (-1, 1):
                box(px, side * width / 2, 0.09, 0.032, 0.012, depth - 0.16, "dark", 0)


def module(x, y, w, h, depth, mat="light", led=None, name=None, face="mid"):
    """A rail-mounted module with a stepped front, vents and terminals."""
    z = RAIL_DEPTH - 0.02
    box(x, y, z, w, h, depth * 0.72, mat, 0.012)
    box(x, y, z + depth * 0.7, w, h * 0.58, depth * 0.3, mat, 0.012)
    front = z + depth
    box(x, y + h * 0.04, front, w * 0.72, h * 0.3, 0.008, face, 0)
    pins = max(2, int(w / 0.07))
    for k in range(pins):
        px = x - w / 2 + (k + 0.5) * w / pins
        for side in (-1, 1):
            cyl(px, y + side * h * 0.4, z + depth * 0.72, 0.02, 0.008, "dark", bevel=0, n=10)
            box(px, y + side * h * 0.4, z + depth * 0.728, 0.026, 0.006, 0.003, "light", 0)
    if led:
        for k, colour in enumerate(led):
            box(x - w * 0.25 + k * 0.06, y + h * 0.24, front, 0.03, 0.03, 0.012, colour, 0.004)
    if name:
        text(name, x, y - h * 0.2, front + 0.002, min(0.09, w * 0.3), "ink")


def breaker(x, y, poles=1, on=True):
    """A miniature circuit breaker."""
    w = 0.17 * poles
    module(x, y, w, 0.72, 0.42, face="light")
    z = RAIL_DEPTH - 0.02 + 0.42
    for k in range(poles):
        px = x - w / 2 + 0.085 + k * 0.17
        box(px, y, z, 0.11, 0.2, 0.012, "mid", 0.004)
    box(x, y + (0.05 if on else -0.05), z, w - 0.05, 0.06, 0.07, "ink", 0.012)
    text("C10", x, y + 0.15, z + 0.014, 0.045, "dark")
    for k in range(1, poles):
        box(x - w / 2 + k * 0.17, y, RAIL_DEPTH, 0.008, 0.7, 0.38, "dark", 0)


def power_supply(x, y, w=0.62):
    """A 24 V supply with its vents and terminal blocks."""
    h, depth, z = 1.05, 0.62, RAIL_DEPTH - 0.02
    box(x, y, z, w, h, depth, "mid", 0.02)
    box(x, y, z + depth, w - 0.08, h - 0.34, 0.012, "light", 0.004)
    for k in range(9):
        box(x, y - 0.28 + k * 0.045, z + depth + 0.01, w * 0.6, 0.014, 0.006, "grey", 0)
    text("24 V  20 A", x, y + 0.2, z + depth + 0.014, 0.075, "ink")
    box(x - w * 0.3, y + 0.3, z + depth + 0.01, 0.05, 0.05, 0.012, "led_green", 0.004)
    for side in (-1, 1):
        box(x, y + side * (h / 2 - 0.08), z + depth, w - 0.12, 0.12, 0.07, "graphite", 0.012)
        for k in range(5):
            cyl(
                x - w / 2 + 0.14 + k * (w - 0.28) / 4,
                y + side * (h / 2 - 0.08),
                z + depth + 0.07,
                0.026,
                0.006,
                "steel",
                bevel=0,
            )


def plc(x, y, cards=7, accent=0):
    """A controller and `cards` I/O cards, growing right from x; `accent` marks that card's label strip."""
    z = RAIL_DEPTH - 0.02
    box(x + 0.3, y, z, 0.58, 1.15, 0.62, "graphite", 0.02)
    box(x + 0.3, y + 0.2, z + 0.62, 0.44, 0.52, 0.014, "dark", 0.004)
    box(x + 0.3, y + 0.27, z + 0.63, 0.36, 0.24, 0.008, "screen", 0)
    for k in range(3):
        box(x + 0.24, y + 0.34 - k * 0.06, z + 0.638, (0.2, 0.14, 0.18)[k], 0.018, 0.003, "screen_text", 0)
    for k, mat in enumerate(("led_green", "led_green", "led_amber")):
        box(x + 0.14 + k * 0.09, y + 0.05, z + 0.634, 0.04, 0.03, 0.008, mat, 0)
    for k in range(2):
        box(x + 0.2 + k * 0.2, y - 0.3, z + 0.6, 0.16, 0.16, 0.03, "ink", 0.006)
        box(x + 0.2 + k * 0.2, y - 0.3, z + 0.63, 0.1, 0.1, 0.03, "mid", 0.006)
        cable(
            [
                (x + 0.2 + k * 0.2, y - 0.3, z + 0.66),
                (x + 0.2 + k * 0.2, y - 0.36, z + 0.74),
                (x + 0.2 + k * 0.2, y - 0.62, z + 0.5),
                (x + 0.2 + k * 0.2, y - 0.75, z + 0.2),
            ],
            0.026,
            "orange" if k == 0 else "grey",
        )
    text("CPU", x + 0.3, y - 0.08, z + 0.626, 0.09, "light")
    for k in range(cards):
        _io_card(x + 0.62 + k * 0.3, y, z, k, accent == k + 1)


def _io_card(x, y, z, index, accent):
    cx = x + 0.14
    box(cx, y, z, 0.28, 1.15, 0.5, "light", 0.014)
    box(cx, y + 0.46, z + 0.5, 0.26, 0.2, 0.02, "orange" if accent else "mid", 0.004)
    text(
        ("DI", "DI", "DO", "DO", "AI", "AO", "RTD", "CNT")[index % 8],
        cx,
        y + 0.46,
        z + 0.523,
        0.09,
        "white" if accent else "ink",
    )
    for k in range(8):
        lit = (index * 5 + k * 3) % 7 < 3
        for side in (-1, 1):
            box(cx + side * 0.05, y + 0.31 - k * 0.028, z + 0.5, 0.03, 0.016, 0.008, "led_green" if lit else "grey", 0)
    box(cx, y - 0.26, z + 0.5, 0.24, 0.56, 0.09, "graphite", 0.012)
    for k in range(10):
        py = y - 0.03 - k * 0.052
        cyl(cx - 0.06, py, z + 0.59, 0.018, 0.006, "steel", bevel=0, n=8)
        box(cx + 0.05, py, z + 0.59, 0.05, 0.026, 0.006, "ink", 0)
        if k % 2 == 0:
            cable(
                [
                    (cx + 0.05, py, z + 0.58),
                    (cx + 0.08, py - 0.02, z + 0.66),
                    (cx + 0.1, y - 0.5, z + 0.62),
                    (cx + 0.06 - k * 0.012, y - 0.76, z + 0.2),
                ],
                0.011,
                ("dark", "grey", "light")[k % 3],
            )


def terminals(x, y, count, pitch=0.085, accents=()):
    """A strip of feed-through terminals growing right from x, with markers and jumpers."""
    z = RAIL_DEPTH - 0.02
    for k in range(count):
        px = x + (k + 0.5) * pitch
        mat = "orange" if k in accents else ("mid", "light")[(k // 6) % 2]
        box(px, y, z, pitch - 0.008, 0.52, 0.3, mat, 0.006)
        box(px, y, z + 0.28, pitch - 0.008, 0.24, 0.08, mat, 0.006)
        for side in (-1, 1):
            cyl(px, y + side * 0.18, z + 0.3, 0.024, 0.006, "steel", bevel=0, n=10)
        box(px, y, z + 0.36, pitch - 0.02, 0.09, 0.004, "white", 0)
    for end in (x - 0.05, x + count * pitch + 0.05):
        box(end, y, z, 0.09, 0.6, 0.4, "graphite", 0.012)


def wires(x, y, count, pitch, drop, mats=("dark", "grey", "ink"), z=0.38, r=0.014, into=0.12):
    """Tidy conductors leaving a row at (x, y) and bending `drop` down (up if negative) into a duct."""
    sign = 1 if drop > 0 else -1
    for k in range(count):
        px = x + k * pitch
        line(
            [(px, y, z), (px, y - sign * 0.06, z + 0.07), (px, y - drop * 0.75, z + 0.05), (px, y - drop, into)],
            r,
            mats[k % len(mats)],
            bend=0.06,
            steps=4,
        )


def contactor(x, y, w=0.45, h=0.75, depth=0.55, mat="dark"):
    """A power contactor with its screw rows."""
    z = RAIL_DEPTH - 0.02
    box(x, y, z, w, h, depth * 0.7, mat, 0.02)
    box(x, y, z + depth * 0.7, w * 0.92, h * 0.56, depth * 0.3, "graphite" if mat == "dark" else "mid", 0.02)
    box(x, y, z + depth, w * 0.34, h * 0.2, 0.03, "light", 0.008)
    for k in range(3):
        px = x - w * 0.3 + k * w * 0.3
        for side in (-1, 1):
            box(px, y + side * h * 0.39, z + depth * 0.7, w * 0.22, h * 0.15, 0.03, "ink", 0.006)
            cyl(px, y + side * h * 0.39, z + depth * 0.7 + 0.03, 0.036, 0.01, "steel", bevel=0, n=10)


def relay(x, y, led=False):
    """A plug-in interface relay under a clear cover."""
    z = RAIL_DEPTH - 0.02
    box(x, y, z, 0.24, 0.68, 0.24, "graphite", 0.012)
    box(x, y + 0.06, z + 0.24, 0.2, 0.34, 0.2, "mid", 0.012)
    box(x, y + 0.06, z + 0.44, 0.16, 0.28, 0.03, "light", 0.006)
    box(x, y + 0.3, z + 0.24, 0.04, 0.04, 0.02, "led_green" if led else "grey", 0)
    for side in (-1, 1):
        cyl(x + side * 0.06, y - 0.26, z + 0.24, 0.03, 0.008, "steel", bevel=0, n=10)


def drive(x, y, w=0.85, h=1.7, depth=0.75, reading="48.2"):
    """A variable-speed drive with keypad and fan grille."""
    box(x, y, 0.04, w, h, depth, "mid", 0.03)
    box(x, y - h * 0.05, 0.04 + depth, w * 0.94, h * 0.8, 0.06, "light", 0.025)
    front = 0.1 + depth
    box(x, y + h * 0.16, front, w * 0.62, h * 0.32, 0.03, "graphite", 0.012)
    box(x, y + h * 0.23, front + 0.03, w * 0.5, h * 0.13, 0.006, "screen", 0)
    text(reading, x, y + h * 0.23, front + 0.036, 0.15, "screen_orange")
    for k in range(3):
        cyl(x - 0.15 + k * 0.15, y + h * 0.08, front + 0.03, 0.045, 0.012, ("mid", "mid", "led_green")[k])
    for k in range(7):
        box(x, y - h * 0.14 - k * 0.05, front, w * 0.6, 0.018, 0.005, "grey", 0)
    for k in range(6):
        box(x - w * 0.35 + k * w * 0.14, y + h / 2, 0.25, 0.03, 0.02, depth - 0.3, "dark", 0)


def push_button(x, y, mat="mid", lit=False):
    cyl(x, y, 0, 0.11, 0.03, "steel")
    cyl(x, y, 0.03, 0.08, 0.05, mat, bevel=0.02)
    box(x, y + 0.2, 0, 0.24, 0.09, 0.012, "white", 0.004)
    box(x, y + 0.2, 0.012, 0.15, 0.018, 0.003, "dark", 0)


def selector(x, y):
    cyl(x, y, 0, 0.11, 0.03, "steel")
    cyl(x, y, 0.03, 0.08, 0.03, "graphite")
    with at(x, y, 0.05, rz=35):
        box(0, 0, 0, 0.055, 0.18, 0.06, "ink", 0.015)
    box(x, y + 0.2, 0, 0.24, 0.09, 0.012, "white", 0.004)
    box(x, y + 0.2, 0.012, 0.13, 0.018, 0.003, "dark", 0)


def emergency_stop(x, y, r=0.15):
    cyl(x, y, 0, r * 1.35, 0.016, "white")
    cyl(x, y, 0.016, r * 0.7, 0.06, "dark")
    lathe(x, y, 0.07, [(r * 0.6, 0), (r, 0.03), (r, 0.07), (r * 0.8, 0.1), (0, 0.115)], "orange")


def hmi(x, y, w=1.5, h=1.05, content=screens.process_overview):
    """A touch panel on a wall; `content(w, h)` draws the screen."""
    slab(x, y, 0, w, h, 0.05, 0.04, "graphite", 0.012)
    box(x, y, 0.05, w - 0.14, h - 0.14, 0.008, "ink", 0)
    with at(x, y, 0.058):
        content(w - 0.18, h - 0.18)
    cyl(x + w / 2 - 0.035, y - h / 2 + 0.1, 0.05, 0.012, 0.006, "led_green", bevel=0)


def fan_grille(x, y, size=0.7):
    slab(x, y, 0, size, size, 0.04, 0.03, "mid", 0.01)
    count = int(size / 0.07) - 1
    for k in range(count):
        with at(x, y - size / 2 + 0.08 + k * (size - 0.12) / count, 0.04, rx=-25):
            box(0, 0, 0, size - 0.12, 0.045, 0.012, "grey", 0)
