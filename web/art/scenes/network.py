"""The scene of a plant network cabinet."""

from parts.panel import door, door_inside, enclosure, fan_grille
from parts import screens
from parts.desk import laptop
from parts.network import patch_cables, patch_panel, rack_rails, rack_unit, switch, ups
from parts.structure import cable_tray, floor
from shapes import at, bolt, box, cable, cyl, facing_front, facing_right, line, ring, slab, text


RACK_H, RACK_D = 4.7, 2.0


def network_cabinet():
    """solutionsCard4: a plant network cabinet, its switches patched, a laptop on the console port."""
    floor(8.6, 6.2, joints=(("x", 1.2), ("y", -0.8)))
    with at(-0.9, 1.75):
        enclosure(0, 0, 3.0, RACK_D, RACK_H, plinth=0.2, mat="dark", back="graphite")
        with at(-1.5, -RACK_D / 2 - 0.05, 0.2, rz=-98):
            with at(0, 0.02, 0, rx=90):
                door(3.0, RACK_H, mat="dark")
            with at(3.0, 0.08, 0, rx=90, rz=180):
                _vented(3.0, RACK_H)
        with facing_front(0, -RACK_D / 2 + 0.25, 0.2):
            rack_rails(2.66, RACK_H - 0.2)
            _rack()
        for dx in (-0.6, 0.6):
            _roof_fan(dx, 0, RACK_H + 0.2)
        _server_bay()
        for k in range(4):
            line(
                [(-1.0 + k * 0.14, 0.75, RACK_H + 0.5), (-1.0 + k * 0.14, 0.75, RACK_H + 0.2)],
                0.045,
                ("ink", "dark", "orange", "ink")[k],
            )
        cable_tray((-1.9, 0.75, RACK_H + 0.5), (4.6, 0.75, RACK_H + 0.5), width=0.5, cables=4)
        for x in (-1.3, 0.8, 2.4, 4.2):
            box(x, 0.75, RACK_H + 0.2, 0.08, 0.6, 0.3, "graphite", 0.01)
    _console_cart()
    _cable_drum(-2.5, -2.1)


def _roof_fan(x, y, z):
    cyl(x, y, z, 0.42, 0.08, "graphite")
    for r in (0.14, 0.24, 0.34):
        ring(x, y, z + 0.09, r, 0.014, "steel")


def _server_bay():
    """The closed neighbour with a perforated door showing its machines' lights."""
    with at(3.0, 0):
        enclosure(0, 0, 2.7, RACK_D, RACK_H, plinth=0.2, mat="dark", back="graphite")
        with facing_front(-1.35, -RACK_D / 2 - 0.07, 0.2):
            door(2.7, RACK_H, mat="dark")
            slab(1.25, RACK_H / 2, 0, 1.9, RACK_H - 0.6, 0.012, 0.05, "ink", 0)
            for k in range(13):
                y = 0.55 + k * 0.28
                box(1.25, y, 0.012, 1.76, 0.21, 0.012, "graphite", 0.003)
                for n in range(10):
                    box(0.62 + n * 0.1, y - 0.03, 0.024, 0.06, 0.08, 0.004, "ink", 0)
                for n in range(3):
                    lit = "led_amber" if (k, n) in ((4, 1), (9, 2)) else "led_green" if (k * 3 + n) % 4 else "dark"
                    box(1.8 + n * 0.08, y, 0.024, 0.035, 0.045, 0.008, lit, 0)
            box(1.25, RACK_H - 0.16, 0, 0.9, 0.16, 0.012, "light", 0.003)
            text("RACK 02", 1.25, RACK_H - 0.16, 0.013, 0.12, "ink")
        with facing_right(1.35, 0, 0.2):
            fan_grille(0, RACK_H - 0.8, 0.8)
            for k in range(3):
                box(0, 0.6 + k * 1.0, 0, 1.6, 0.04, 0.012, "graphite", 0)
        for dx in (-0.5, 0.5):
            _roof_fan(dx, 0, RACK_H + 0.2)


def _vented(w, h):
    door_inside(w, h)
    for k in range(16):
        for side in (0.27, 0.5, 0.73):
            slab(w * side, h * 0.56 + k * 0.14, 0, w * 0.18, 0.06, 0.008, 0.025, "ink", 0)


def _rack():
    """Units from the top down."""
    patch_panel(0, 4.25)
    switch(0, 3.8, accent=True)
    patch_panel(0, 3.35)
    switch(0, 2.9)
    rack_unit(0, 2.36, 0.5, "mid")
    with at(0, 2.36, 0.07):
        box(-0.6, 0, 0, 0.9, 0.3, 0.01, "ink", 0.004)
        text("FIREWALL", 0.5, 0.08, 0.002, 0.13, "ink")
        for k in range(6):
            box(-0.95 + k * 0.14, 0.02, 0.01, 0.1, 0.1, 0.01, "dark", 0)
            box(-0.95 + k * 0.14, 0.1, 0.01, 0.04, 0.025, 0.01, "led_green" if k != 4 else "led_amber", 0)
        for k in range(3):
            cyl(0.3 + k * 0.14, -0.1, 0, 0.03, 0.02, "led_green" if k == 0 else "dark")
    rack_unit(0, 1.72, 0.62, "graphite")
    for row in range(2):
        for col in range(8):
            slab(-0.95 + col * 0.27, 1.87 - row * 0.28, 0.07, 0.23, 0.2, 0.03, 0.02, "dark", 0.006)
            box(
                -1.02 + col * 0.27,
                1.81 - row * 0.28,
                0.1,
                0.03,
                0.03,
                0.008,
                "led_green" if (row * 3 + col) % 5 else "led_amber",
                0,
            )
    ups(0, 0.72)
    patch_cables(((4.23, 3.77), (3.33, 2.87)))


def _console_cart():
    with at(2.3, -1.55):
        slab(0, 0, 1.5, 1.9, 1.4, 0.07, 0.06, "light", 0.015)
        for dx in (-0.8, 0.8):
            box(dx, 0, 0.1, 0.08, 0.9, 0.06, "dark")
            box(dx, 0, 0.1, 0.08, 0.08, 1.4, "dark")
            for dy in (-0.42, 0.42):
                cyl(dx, dy, 0, 0.08, 0.1, "ink")
        box(0, 0, 0.7, 1.6, 0.06, 0.08, "dark")
        laptop(0.05, -0.05, 1.57, w=1.65, content=screens.alarms)
    cable(
        [
            (1.5, -1.3, 1.56),
            (0.95, -0.9, 0.7),
            (0.5, -0.3, 0.05),
            (-0.1, 0.2, 0.05),
            (-0.15, 0.75, 0.9),
            (-0.2, 0.85, 2.2),
            (-0.35, 0.92, 2.6),
        ],
        0.035,
        "orange",
    )


def _cable_drum(x, y):
    """A drum of cable standing on its flanges, its end running to the cabinet."""
    with at(x, y, 0.72, rx=90):
        for z in (-0.46, 0.38):
            cyl(0, 0, z, 0.72, 0.08, "wood", n=48)
            cyl(0, 0, z - 0.005, 0.16, 0.09, "dark")
            for k in range(6):
                with at(rz=60 * k):
                    bolt(0.5, 0, z + 0.08, 0.03)
        for k in range(9):
            ring(0, 0, -0.34 + k * 0.085, 0.5 + 0.012 * (k % 2), 0.045, "ink" if k != 5 else "orange", n=48)
        cyl(0, 0, -0.4, 0.47, 0.78, "ink")
