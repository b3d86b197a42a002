"""A 19-inch rack's equipment, in a wall frame whose z = 0 is the rack's front plane."""
import random

from shapes import at, bolt, box, cable, cyl, slab, text

PORTS = 24
PORT_PITCH = 0.083
_FIRST = -0.98


def rack_rails(w, h):
    for side in (-1, 1):
        box(side * w / 2, h / 2, -0.06, 0.14, h, 0.06, "steel", 0.006)
        for k in range(int(h / 0.15)):
            box(side * w / 2, 0.1 + k * 0.15, 0.0, 0.05, 0.05, 0.003, "ink", 0)


def rack_unit(x, y, h, mat):
    """A front plate with ears and the body behind it."""
    box(x, y, 0, 2.56, h, 0.06, mat, 0.012)
    box(x, y, -1.2, 2.3, h - 0.02, 1.2, "dark", 0)
    for side in (-1, 1):
        for dy in (-1, 1):
            with at(x + side * 1.23, y + dy * (h / 2 - 0.06), 0.06):
                bolt(0, 0, 0, 0.018)


def port_x(k):
    return _FIRST + k * PORT_PITCH + (k // 6) * 0.03


def patch_panel(x, y):
    rack_unit(x, y, 0.28, "graphite")
    for k in range(PORTS):
        box(port_x(k), y - 0.02, 0.06, 0.066, 0.09, 0.012, "ink", 0)
        box(port_x(k), y + 0.07, 0.06, 0.06, 0.03, 0.004, "light", 0)


def switch(x, y, accent=False):
    rack_unit(x, y, 0.28, "light")
    box(0, y - 0.02, 0.055, 2.1, 0.17, 0.012, "graphite", 0)
    for k in range(PORTS):
        box(port_x(k), y - 0.03, 0.065, 0.064, 0.09, 0.008, "ink", 0)
        box(port_x(k), y + 0.045, 0.066, 0.026, 0.018, 0.008, "led_amber" if k % 7 == 3 else "led_green", 0)
    for k in range(4):
        box(1.1, y + 0.08 - k * 0.05, 0.06, 0.1, 0.03, 0.006, "orange" if accent and k == 0 else "grey", 0)


def patch_cables(pairs):
    """Patch cords for each (panel height, switch height) pair; a few are the orange ring."""
    rng = random.Random(3)
    for top, bottom in pairs:
        for k in range(PORTS):
            if k in (5, 11, 19):
                continue
            x0, x1 = port_x(k), port_x((k + rng.choice((-2, -1, 0, 0, 1, 2))) % PORTS)
            mat = "orange" if k in (2, 14) else ("mid", "grey", "light", "dark")[k % 4]
            out = 0.3 + rng.uniform(0, 0.14)
            cable(
                [
                    (x0, top, 0.06),
                    (x0, top - 0.02, 0.17),
                    ((x0 + x1) / 2, (top + bottom) / 2 - 0.05, out),
                    (x1, bottom + 0.02, 0.17),
                    (x1, bottom, 0.06),
                ],
                0.017,
                mat,
            )
            for x, y in ((x0, top), (x1, bottom)):
                box(x, y, 0.06, 0.05, 0.06, 0.1, mat, 0.01)
    bottom = pairs[0][1]
    for k in range(5):
        side = 1.2 + 0.02 * k
        cable(
            [
                (port_x(23 - k), bottom, 0.16),
                (side - 0.06, bottom - 0.15, 0.32),
                (side, bottom - 0.6, 0.2 + 0.03 * k),
                (side, bottom - 1.2, 0.18 + 0.03 * k),
                (0.8, bottom - 1.42, 0.2),
                (-0.3 - k * 0.14, bottom - 1.42, 0.12),
            ],
            0.017,
            "orange" if k == 0 else "grey",
        )


def ups(x, y):
    rack_unit(x, y, 1.1, "graphite")
    slab(x, y + 0.2, 0.06, 1.0, 0.42, 0.02, 0.04, "dark", 0.006)
    box(x, y + 0.2, 0.08, 0.6, 0.28, 0.006, "screen", 0)
    text("UPS 98 %", x, y + 0.2, 0.087, 0.12, "screen_text")
    cyl(x + 0.75, y + 0.2, 0.06, 0.09, 0.03, "mid")
    cyl(x + 0.75, y + 0.2, 0.09, 0.05, 0.01, "led_green", bevel=0)
    for k in range(7):
        box(x, y - 0.14 - k * 0.05, 0.06, 2.1, 0.022, 0.006, "ink", 0)
