"""Scenes whose subject is a machine in a line."""
import math

from parts import screens
from parts.desk import monitor
from parts.panel import door, emergency_stop, enclosure, fan_grille, hmi, push_button
from parts.process import bottle, gauge, pipe, transmitter
from parts.structure import belt_conveyor, cable_tray, floor, foot, profile, stack_light, tote
from shapes import at, beam, bolt, box, cable, cyl, facing_front, facing_right, lathe, line, ring, rod, slab, text


def bottling_line():
    """solutionsCard1: bottles are filled, capped and leave in crates."""
    floor(10.4, 6.0, joints=(("x", -1.8), ("x", 1.8), ("y", 0.9)))
    with at(-5.1, -0.6):
        belt_conveyor(10.1, width=0.66, height=1.15, legs=5)
    pitch, first = 0.5, -4.75
    for k in range(20):
        x = first + k * pitch
        level = 0 if k < 6 else min(1, (k - 5) / 6) if k < 12 else 1
        if x > 4.7:
            break
        bottle(x, -0.6, 1.15, level, cap=x > 2.35, scale=1.75)
    _filler(-0.3)
    _capper(2.2)
    _line_cabinet()
    _photo_eye(-3.3)
    _photo_eye(3.75)
    _crates()


def _filler(x):
    """The filling head: six nozzles on a bar that moves down, fed by a bowl above."""
    with at(x, 0.45):
        box(0, 0.35, 0.18, 3.5, 1.1, 1.5, "light", 0.04)
        for dx in (-1.6, 1.6):
            for dy in (-0.1, 0.8):
                foot(dx, dy)
        with facing_front(0, -0.2, 0):
            for k in range(3):
                slab(-1.12 + k * 1.12, 0.8, 0, 0.98, 0.9, 0.02, 0.05, "mid", 0.006)
                box(-0.76 + k * 1.12, 0.8, 0.02, 0.05, 0.22, 0.03, "graphite", 0.01)
        for dx in (-1.6, 1.6):
            rod((dx, -0.05, 1.68), (dx, -0.05, 4.15), 0.075, "steel")
            box(dx, -0.05, 1.68, 0.28, 0.28, 0.08, "dark")
        box(0, -0.05, 4.1, 3.6, 0.4, 0.16, "mid")
        box(0, -0.5, 3.02, 3.4, 0.3, 0.2, "orange", 0.03)
        for dx in (-1.6, 1.6):
            box(dx, -0.2, 2.98, 0.3, 0.5, 0.28, "graphite", 0.03)
        box(0, -0.25, 3.26, 0.4, 0.3, 0.3, "graphite")
        rod((0, -0.1, 3.4), (0, -0.1, 4.1), 0.06, "steel")
        for k in range(6):
            nx = -1.25 + k * 0.5
            cyl(nx, -1.05 + 0.55, 2.86, 0.07, 0.17, "dark")
            cyl(nx, -0.5, 2.62, 0.045, 0.26, "steel")
            lathe(nx, -0.5, 2.5, [(0.02, 0), (0.05, 0.05), (0.05, 0.13)], "grey", n=16)
            cyl(nx, -0.5, 3.22, 0.075, 0.14, "grey")
            line([(nx, -0.5, 3.36), (nx, -0.5, 3.8), (nx * 0.8, 0.35, 4.05), (nx * 0.8, 0.35, 4.4)], 0.035, "grey", 0.3)
        with at(0, 0.35, 4.26, ry=90):
            lathe(
                0,
                0,
                -1.35,
                [
                    (0, 0),
                    (0.2, 0.03),
                    (0.38, 0.12),
                    (0.48, 0.28),
                    (0.5, 0.4),
                    (0.5, 2.3),
                    (0.48, 2.42),
                    (0.38, 2.58),
                    (0.2, 2.67),
                    (0, 2.7),
                ],
                "light",
                n=48,
            )
            for z in (-0.95, 0, 0.95):
                ring(0, 0, z, 0.5, 0.018, "steel", n=48)
        transmitter(0.6, 0.35, 4.74, stem=0.22, drop=4.3)
        gauge(-0.6, 0.35, 4.74, stem=0.16, r=0.16)
        pipe([(-1.3, 0.35, 4.26), (-2.2, 0.35, 4.26), (-2.2, 0.35, 0.1)], 0.11, "mid", flanges=((1, 0.3), (1, 0.7)))


def _capper(x):
    """A capping turret with its cap chute."""
    with at(x, 0.2):
        box(0, 0.5, 0.18, 1.1, 1.0, 1.5, "light", 0.04)
        for dx in (-0.42, 0.42):
            foot(dx, 0.15)
        rod((0, 0.35, 1.68), (0, 0.35, 4.0), 0.14, "mid")
        box(0, -0.2, 3.5, 0.62, 1.4, 0.34, "mid", 0.05)
        cyl(0, -0.8, 3.84, 0.2, 0.3, "graphite")
        cyl(0, -0.8, 3.1, 0.17, 0.42, "orange", bevel=0.03)
        cyl(0, -0.8, 2.72, 0.06, 0.4, "steel")
        lathe(0, -0.8, 2.58, [(0.11, 0), (0.13, 0.05), (0.13, 0.16), (0.06, 0.2)], "dark", n=24)
        lathe(
            0,
            0.5,
            4.0,
            [(0.15, 0), (0.2, 0.02), (0.55, 0.3), (0.6, 0.34), (0.6, 0.6), (0.57, 0.6), (0.55, 0.36), (0, 0.3)],
            "steel",
            n=48,
        )
        for k in range(26):
            a, r = k * 2.4, 0.09 + 0.014 * k
            with at(r * math.cos(a), 0.5 + r * math.sin(a), 4.42 + 0.03 * (k % 3), rx=20 * (k % 4), ry=15 * (k % 3)):
                cyl(0, 0, 0, 0.1, 0.09, "white", n=18)
        for side in (-1, 1):
            line(
                [(side * 0.12 - 0.3, 0.2, 4.2), (side * 0.12 - 0.34, -0.3, 3.3), (side * 0.12 - 0.3, -0.75, 2.62)],
                0.022,
                "steel",
                0.3,
            )


def _line_cabinet():
    with at(-3.9, 1.95):
        enclosure(0, 0, 1.7, 1.0, 3.1, plinth=0.2)
        with facing_front(-0.85, -0.57, 0.2):
            door(1.7, 3.1)
            hmi(0.8, 2.3, 1.15, 0.82, content=screens.trends)
            for k, mat in enumerate(("led_green", "mid")):
                push_button(0.45 + k * 0.36, 1.45, mat)
            emergency_stop(1.12, 1.48, 0.1)
            fan_grille(0.75, 0.55, 0.6)
        stack_light(0.5, -0.1, 3.3, pole=0.25)
    cable_tray((-3.0, 2.5, 0.02), (3.4, 2.5, 0.02), width=0.4, cables=3)


def _photo_eye(x):
    for side in (-1, 1):
        y = -0.6 + side * 0.52
        box(x, y, 0.95, 0.06, 0.05, 0.75, "mid")
        box(x, y - side * 0.03, 1.55, 0.13, 0.1, 0.22, "ink", 0.02)
        box(x, y, 1.765, 0.04, 0.04, 0.02, "led_amber", 0)
    rod((x, -1.07, 1.66), (x, -0.13, 1.66), 0.01, "screen_orange", n=6)


def _crates():
    """Filled crates waiting on a low trolley in front of the line's end."""
    with at(2.9, -2.15):
        slab(0, 0, 0.14, 3.0, 1.3, 0.08, 0.06, "dark", 0.02)
        for dx in (-1.3, 1.3):
            for dy in (-0.5, 0.5):
                cyl(dx, dy, 0, 0.09, 0.14, "ink")
        for n in range(2):
            with at(-0.73 + n * 1.46, 0, 0.22):
                tote(0, 0, 1.32, 1.1, 0.55, "mid")
                for i in range(4):
                    for j in range(3):
                        if (n, i) == (1, 3) and j < 2:
                            continue
                        bottle(-0.46 + i * 0.31, -0.33 + j * 0.33, 0.06, 1, cap=True, scale=1.1, label=False)


def vision_station():
    """solutionsCard5: parts pass under a camera and its ring light; the bad one is pushed out."""
    floor(8.9, 6.0, joints=(("x", -1.5), ("x", 1.5), ("y", 1.0)))
    with at(-4.3, -0.5):
        belt_conveyor(8.6, width=1.25, height=1.15, legs=4, rails=False)
    for k in range(7):
        bad = k == 5
        _part(-3.15 + k * 1.05, -0.72 if bad else -0.5, 1.15, bad)
    _gantry()
    _pusher(2.1)
    with at(2.1, -2.0):
        tote(0, 0, 1.3, 1.0, 0.75, "dark")
        _part(-0.2, 0.1, 0.25, bad=True)
        with at(0.25, -0.1, 0.4, rx=30):
            _part(0, 0, 0, bad=True)
    _vision_desk()
    _encoder()


def _part(x, y, z, bad):
    """A machined hub; a bad one has lost a bolt hole and wears the accent."""
    with at(x, y, z):
        mat = "orange" if bad else "light"
        cyl(0, 0, 0, 0.36, 0.1, mat, bevel=0.015)
        cyl(0, 0, 0.1, 0.22, 0.16, mat, bevel=0.015)
        cyl(0, 0, 0.26, 0.12, 0.004, "ink", bevel=0)
        for k in range(6):
            if bad and k == 5:
                continue
            a = 2 * math.pi * k / 6
            cyl(0.29 * math.cos(a), 0.29 * math.sin(a), 0.1, 0.04, 0.004, "ink", bevel=0, n=14)


def _gantry():
    """The camera's cantilever of slotted profile, with the camera, its lens and the ring light."""
    s = 0.2
    for x in (-0.75, 0.75):
        profile((x, 0.65, 0.05), (x, 0.65, 4.3), s)
        profile((x, 0.55, 4.2), (x, -0.75, 4.2), s)
        beam((x, 0.58, 3.55), (x, -0.02, 4.12), 0.1, 0.1, "mid")
        box(x, 0.65, 0, 0.4, 0.4, 0.05, "dark")
        box(x, -0.77, 4.1, 0.2, 0.03, 0.2, "graphite", 0.006)
        for dx in (-0.14, 0.14):
            for dy in (-0.14, 0.14):
                bolt(x + dx, 0.65 + dy, 0.05, 0.022)
    for z in (0.5, 2.2, 4.2):
        profile((-0.65, 0.65, z), (0.65, 0.65, z), s)
    profile((-0.65, -0.5, 4.2), (0.65, -0.5, 4.2), s)
    box(0, -0.5, 3.3, 0.18, 0.1, 1.0, "dark")
    with at(0, -0.64, 2.95):
        box(0, -0.1, 0.1, 0.46, 0.5, 0.75, "graphite", 0.04)
        for k in range(6):
            box(0, -0.36, 0.28 + k * 0.08, 0.36, 0.03, 0.03, "dark", 0.006)
        box(0, -0.1, 0.85, 0.36, 0.4, 0.06, "orange", 0.02)
        with facing_right(0.23, -0.1, 0.5):
            box(0, 0, 0, 0.3, 0.2, 0.008, "light", 0.004)
            text("2448×2048", 0, 0, 0.009, 0.05, "ink")
        cyl(0, -0.02, -0.1, 0.18, 0.22, "ink")
        cyl(0, -0.02, -0.28, 0.2, 0.18, "dark")
        ring(0, -0.02, -0.2, 0.2, 0.016, "grey", n=32)
        cyl(0.1, -0.1, 0.9, 0.05, 0.1, "steel")
        cable([(0.1, -0.1, 1.0), (0.12, -0.05, 1.35), (0.4, 0.3, 1.4), (0.75, 1.1, 1.42)], 0.03, "ink")
    with at(0, -0.62, 2.3):
        lathe(
            0,
            0,
            0,
            [
                (0.36, 0.0),
                (0.58, 0.0),
                (0.62, 0.03),
                (0.62, 0.15),
                (0.58, 0.18),
                (0.36, 0.18),
                (0.33, 0.15),
                (0.33, 0.03),
                (0.36, 0),
            ],
            "graphite",
            n=56,
        )
        for k in range(18):
            a = 2 * math.pi * k / 18
            cyl(0.46 * math.cos(a), 0.46 * math.sin(a), -0.02, 0.05, 0.03, "lamp", bevel=0, n=12)
        ring(0, 0, 0.09, 0.615, 0.035, "lamp", n=56)
        for side in (-1, 1):
            rod((side * 0.5, 0, 0.18), (side * 0.5, 0, 1.85), 0.025, "steel")
    _cone()
    for side in (-1, 1):
        y = -0.5 + side * 0.85
        box(-0.5, y, 0.9, 0.06, 0.05, 0.6, "mid")
        box(-0.5, y - side * 0.03, 1.36, 0.13, 0.1, 0.22, "ink", 0.02)
    rod((-0.5, -1.3, 1.46), (-0.5, 0.3, 1.46), 0.01, "screen_orange", n=6)


def _cone():
    """The camera's field of view: its outline on the belt."""
    for (x0, y0), (x1, y1) in zip(
        [(-0.5, -1.0), (0.5, -1.0), (0.5, 0.0), (-0.5, 0.0)], [(0.5, -1.0), (0.5, 0.0), (-0.5, 0.0), (-0.5, -1.0)]
    ):
        rod((x0, y0, 1.16), (x1, y1, 1.16), 0.014, "screen_orange", n=6)


def _pusher(x):
    """The pneumatic rejector."""
    with at(x, 0.75):
        box(0, 0, 0, 0.3, 0.3, 0.04, "dark")
        box(0, 0, 0.04, 0.16, 0.16, 1.1, "mid")
        box(0, 0.05, 1.14, 0.34, 0.5, 0.06, "dark")
        box(0, 0.1, 1.2, 0.3, 0.8, 0.26, "graphite", 0.03)
        with at(0, -0.3, 1.33, rx=90):
            cyl(0, 0, 0, 0.05, 0.68, "steel")
        box(0, -1.02, 1.18, 0.62, 0.07, 0.28, "orange", 0.02)
        for dy in (-0.15, 0.36):
            cyl(0.0, dy, 1.46, 0.04, 0.07, "steel")
        line([(0, -0.15, 1.5), (0, -0.15, 1.8), (0, 0.55, 1.8), (0, 0.75, 0.1), (-0.6, 1.2, 0.1)], 0.022, "grey", 0.2)
        line([(0, 0.36, 1.5), (0, 0.36, 1.7), (0, 0.62, 1.7), (0.08, 0.8, 0.1), (-0.6, 1.3, 0.1)], 0.022, "ink", 0.2)


def _vision_desk():
    """The controller cabinet with the result on a screen above."""
    with at(2.55, 2.15):
        enclosure(0, 0, 2.1, 1.0, 2.2, plinth=0.2)
        with facing_front(-1.05, -0.57, 0.2):
            door(2.1, 2.2)
            fan_grille(0.6, 0.6, 0.66)
            for k, mat in enumerate(("led_green", "mid", "led_amber")):
                push_button(0.5 + k * 0.4, 1.6, mat)
            emergency_stop(1.6, 0.8, 0.12)
        with at(0, -0.1, 2.4):
            monitor(2.3, 1.4, screens.inspection, stand=0.3)
        stack_light(0.85, 0.2, 2.4, pole=0.25)
    cable_tray((1.5, 2.3, 0.02), (-3.9, 2.3, 0.02), width=0.4)
    _totes(-3.3, 1.3)


def _totes(x, y):
    """Stacked totes of parts waiting for inspection."""
    for k in range(3):
        with at(x, y, 0.55 * k):
            tote(0, 0, 1.35, 1.05, 0.52, "mid")
    for i in range(3):
        for j in range(2):
            with at(x - 0.4 + i * 0.4, y - 0.22 + j * 0.44, 1.3, rx=12 * (i - 1), scale=0.55):
                _part(0, 0, 0, bad=False)


def _encoder():
    with at(-3.7, -1.25, 1.0, rx=90):
        cyl(0, 0, 0, 0.16, 0.2, "graphite")
        cyl(0, 0, 0.2, 0.12, 0.05, "dark")
    line([(-3.7, -1.42, 0.85), (-3.7, -1.42, 0.05), (-2.9, -1.42, 0.05)], 0.025, "ink", 0.12)
