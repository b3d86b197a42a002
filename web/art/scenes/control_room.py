"""The scene of a SCADA operator's desk."""

from parts import screens
from parts.desk import chair, desk, keyboard, monitor, mouse, mug, notebook, pencil
from parts.structure import floor
from shapes import at, ball, box, cyl, facing_front, facing_right, lathe, slab, text


def scada_desk():
    """solutionsCard2: the operator's corner of a control room: three screens, one live trend."""
    floor(6.8, 6.8, joints=(("x", 0.6), ("y", -0.6)))
    top = 1.2
    slab(-2.65, 2.35, top - 0.07, 1.0, 1.6, 0.069, 0.04, "white", 0.015)
    with at(0.55, 2.35):
        desk(5.4, 1.6, top)
    with at(-2.35, -0.55, rz=90):
        desk(4.2, 1.6, top)
    with at(z=top):
        with at(-1.95, 1.95, rz=45):
            monitor(2.35, 1.45, screens.process_overview, stand=0.35)
        with at(0.75, 2.55, rz=6):
            monitor(2.35, 1.45, screens.trends, stand=0.35)
        with at(-2.55, -0.75, rz=84):
            monitor(2.35, 1.45, screens.alarms, stand=0.35)
        keyboard(0.5, 1.82, 0, w=1.4)
        mouse(1.5, 1.85, 0)
        keyboard(-1.84, -0.9, 0, turn=90, w=1.3)
        mouse(-1.85, -0.05, 0, turn=90)
        mug(2.05, 1.95, 0)
        with at(2.65, 2.4):
            _desk_phone(0, 0)
        notebook(-2.25, -2.1, 0, turn=78, w=0.75, h=0.95)
        pencil(-1.95, -2.4, 0.06, turn=100)
        _radio(-1.85, 0.75, 0)
    for k, x in enumerate((2.55,)):
        box(x, 2.4, 0.05, 0.5, 1.2, 0.95, "graphite", 0.03)
        with facing_front(x, 1.8, 0.05):
            for n in range(7):
                box(0, 0.14 + n * 0.07, 0, 0.34, 0.022, 0.008, "dark", 0)
            cyl(0, 0.8, 0, 0.05, 0.012, "led_green", bevel=0)
    _drawers(-2.35, -2.0)
    with at(0.35, -0.35, scale=1.22):
        chair(0, 0, turn=150)
    lathe(2.9, 0.9, 0, [(0, 0), (0.22, 0), (0.28, 0.6), (0.26, 0.6), (0.2, 0.05), (0, 0.05)], "grey")
    for k, (dx, dy) in enumerate(((0, 0), (0.09, 0.08), (-0.1, 0.04))):
        ball(2.9 + dx, 0.9 + dy, 0.42 + 0.05 * k, 0.11, "paper")
    slab(1.6, -1.7, 0, 0.7, 0.7, 0.012, 0.06, "mid", 0.003)
    slab(1.6, -1.7, 0.012, 0.56, 0.56, 0.004, 0.04, "grey", 0)
    _partition()


def _drawers(x, y):
    """A pedestal of drawers whose fronts face right."""
    box(x, y, 0.08, 1.1, 0.9, 0.95, "mid", 0.02)
    with facing_right(x + 0.55, y, 0.08):
        for k in range(3):
            slab(0, 0.17 + k * 0.31, 0, 0.82, 0.28, 0.03, 0.02, "light", 0.006)
            box(0, 0.22 + k * 0.31, 0.03, 0.3, 0.03, 0.03, "dark", 0.008)
    for dx in (-0.45, 0.45):
        for dy in (-0.35, 0.35):
            cyl(x + dx, y + dy, 0, 0.06, 0.08, "ink")


def _desk_phone(x, y):
    with at(x, y, 0):
        slab(0, 0, 0, 0.7, 0.6, 0.1, 0.05, "graphite", 0.02)
        slab(-0.22, 0, 0.1, 0.18, 0.58, 0.09, 0.07, "ink", 0.03)
        for row in range(4):
            for col in range(3):
                box(0.02 + col * 0.11, -0.2 + row * 0.09, 0.1, 0.08, 0.06, 0.02, "light", 0.006)
        box(0.13, 0.21, 0.1, 0.32, 0.1, 0.012, "screen", 0)


def _radio(x, y, z):
    with at(x, y, z):
        slab(0, 0, 0, 0.34, 0.3, 0.08, 0.05, "ink", 0.01)
        slab(0, 0, 0.08, 0.22, 0.14, 0.5, 0.03, "graphite", 0.02)
        cyl(-0.07, 0, 0.58, 0.025, 0.42, "ink")
        cyl(0.05, 0, 0.58, 0.03, 0.06, "orange")
        with facing_front(0, -0.07, 0.42):
            box(0, 0, 0, 0.15, 0.1, 0.006, "screen_line", 0)
            for k in range(4):
                box(0, -0.12 - k * 0.035, 0, 0.13, 0.014, 0.004, "ink", 0)


def _partition():
    """Low partitions behind the desks; one carries the plant's status strip."""
    h = 3.3
    box(0, 3.26, 0, 6.52, 0.12, h, "mid", 0.03)
    box(-3.26, -0.06, 0, 0.12, 6.52, h, "mid", 0.03)
    for k in range(1, 4):
        box(-3.2 + k * 1.6, 3.197, 0.05, 0.025, 0.01, h - 0.1, "grey", 0)
        box(-3.197, 3.2 - k * 1.6, 0.05, 0.01, 0.025, h - 0.1, "grey", 0)
    with facing_front(1.05, 3.2, 2.86):
        slab(0, 0, 0, 4.1, 0.56, 0.08, 0.05, "graphite", 0.015)
        box(0, 0, 0.08, 3.96, 0.44, 0.006, "screen", 0)
        for k, (name, lit) in enumerate(
            (("L1", "screen_green"), ("L2", "screen_orange"), ("L3", "screen_green"), ("UTIL", "screen_line"))
        ):
            x = -1.48 + k * 0.985
            box(x, 0, 0.086, 0.9, 0.34, 0.004, "screen_soft", 0)
            box(x - 0.33, 0, 0.09, 0.09, 0.2, 0.004, lit, 0)
            text(name, x + 0.1, 0, 0.091, 0.22, "screen_text")
    with facing_right(-3.2, -1.0, 2.75):
        slab(0, 0, 0, 1.5, 0.7, 0.04, 0.03, "white", 0.01)
        for k in range(4):
            box(
                -0.05 - 0.05 * (k % 2),
                0.2 - k * 0.13,
                0.04,
                1.1 - 0.1 * (k % 2),
                0.03,
                0.004,
                "orange" if k == 0 else "mid",
                0,
            )
