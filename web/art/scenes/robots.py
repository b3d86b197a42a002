"""Scenes whose subject is a robot."""
import math

from parts.panel import door, emergency_stop, enclosure, fan_grille, hmi, selector
from parts.robot import parallel_gripper, robot_arm, vacuum_gripper
from parts.structure import (
    PALLET_TOP,
    cable_tray,
    carton,
    fence,
    floor,
    floor_hatch,
    floor_mark,
    light_curtain,
    pallet,
    pedestal,
    roller_conveyor,
    stack_light,
)
from shapes import at, box, cyl, facing_front, line, prism, ring, rod, slab, text

CARTON = (0.82, 0.63, 0.55)


def palletising_cell():
    """landingHero: a robot builds a pallet behind its fence and light curtain."""
    floor(10.0, 8.0, joints=(("x", -1.7), ("x", 1.7), ("y", 0)))
    fence(-4.75, 3.75, 4.75, 3.75, height=2.5, panels=5)
    fence(-4.75, 3.75, -4.75, -0.7, height=2.5, panels=3, first_post=False)
    with at(scale=1.5, x=-0.9, y=1.0):
        robot_arm(0, 0, turn=-9, lean=14, reach=3, tool=vacuum_gripper)
    _infeed()
    _pallets()
    _controller()
    light_curtain(4.55, -1.5, 1.9, turn=90, beams_to=3.7)
    light_curtain(4.55, 2.2, 1.9, turn=-90)
    floor_mark(4.2, -1.5, 4.2, 2.2)
    pedestal(1.2, -3.3, height=1.05)


def _infeed():
    with at(-4.95, -2.2):
        roller_conveyor(5.4, width=0.95, height=0.85, legs=4)
        for x in (0.55, 1.75, 2.9, 4.75):
            carton(x, 0, 0.85, *CARTON)
        box(5.4, 0, 0.72, 0.06, 1.0, 0.3, "dark")
        for x in (4.15,):
            for side in (-1, 1):
                box(x, side * 0.62, 0.85, 0.06, 0.05, 0.3, "dark")
                box(x, side * 0.58, 1.1, 0.09, 0.05, 0.14, "ink")
                box(x, side * 0.55, 1.21, 0.03, 0.03, 0.03, "led_amber", 0)
            rod((x, -0.55, 1.15), (x, 0.55, 1.15), 0.008, "screen_orange", n=6)
    cable_tray((-4.4, -1.25, 0.02), (-1.6, -1.25, 0.02), width=0.3)


def _pallets():
    with at(2.55, 0.45):
        pallet(0, 0, 2.3, 1.9)
        for layer in range(3):
            for i in range(2):
                for j in range(2):
                    if (layer, i) == (2, 1) or (layer, i, j) == (2, 0, 0):
                        continue
                    carton((i - 0.5) * 0.86, (j - 0.5) * 0.67, PALLET_TOP + layer * 0.55, *CARTON)
        floor_hatch(0, 0, 2.75, 2.35, pitch=0.34)
    for k in range(4):
        with at(3.2, -2.7, k * 0.245, rz=(0, 1.5, -1, 0.5)[k]):
            pallet(0, 0, 2.1, 1.6)


def _controller():
    """The robot's controller at the back fence, and the trunk that feeds the arm."""
    with at(3.4, 2.95):
        enclosure(0, 0, 1.3, 0.9, 1.8, plinth=0.12, mat="light")
        with facing_front(-0.65, -0.52, 0.12):
            door(1.3, 1.8)
            hmi(0.6, 1.28, 0.72, 0.52)
            fan_grille(0.42, 0.45, 0.5)
            selector(0.85, 0.6)
            emergency_stop(0.95, 1.0, 0.07)
        stack_light(0.4, 0.1, 1.95, pole=0.2)
    cable_tray((2.75, 3.3, 0.02), (-0.9, 3.3, 0.02), width=0.36)
    with at(-0.9, 3.3):
        cable_tray((0, 0, 0.02), (0, -1.3, 0.02), width=0.36)


def gripper_blueprint():
    """portfolio-default: a gripper over a gear on a sheet drawn like a blueprint."""
    slab(0, 0, -0.28, 5.6, 4.6, 0.28, 0.22, "graphite", bevel=0.05)
    slab(0, 0, -0.4, 5.3, 4.3, 0.14, 0.2, "grey", bevel=0.02)
    for k in range(11):
        box(-2.5 + k * 0.5, 0, 0, 0.016 if k % 2 else 0.03, 4.4, 0.004, "dark", 0)
    for k in range(9):
        box(0, -2 + k * 0.5, 0, 5.4, 0.016 if k % 2 else 0.03, 0.004, "dark", 0)
    _blueprint_notes()
    with at(-0.15, 0.35, scale=1.3):
        _gear(0, 0, 0.03)
        with at(z=1.6):
            parallel_gripper(opening=0.84, scale=1.05)
            cyl(0, 0, 0, 0.22, 0.42, "light", bevel=0.03)
            ring(0, 0, 0.36, 0.225, 0.02, "graphite")
            with at(0, 0.34, 0.66, rx=90):
                cyl(0, 0, 0, 0.26, 0.68, "light", bevel=0.05)
                for z in (-0.03, 0.66):
                    cyl(0, 0, z, 0.2, 0.05, "orange", bevel=0.03)
            cyl(0, 0, 0.9, 0.2, 0.3, "light", bevel=0.03)
            cyl(0, 0, 1.18, 0.24, 0.06, "steel")
        line([(0.21, -0.22, 1.28), (0.21, -0.5, 1.28), (0.45, -0.5, 2.1), (0.1, 0.0, 2.72)], 0.035, "ink", 0.3)


def _blueprint_notes():
    for k in range(36):
        with at(-0.15, 0.35, 0.005, rz=k * 10):
            box(1.55, 0, 0, 0.025, 0.15, 0.004, "light", 0)
    for x in (-1.42, 1.12):
        box(x, -1.15, 0.005, 0.025, 1.1, 0.004, "light", 0)
    box(-0.15, -1.6, 0.005, 2.54, 0.025, 0.004, "light", 0)
    text("Ø 84 H7", -0.15, -1.84, 0.006, 0.26, "light")
    for side in (-1, 1):
        prism(
            -0.15 + side * 1.27,
            -1.6,
            0.005,
            [(0, 0), (-side * 0.18, 0.06), (-side * 0.18, -0.06)][::side],
            0.004,
            "light",
            0,
        )
    _title_block(1.9, -1.72)
    for x in (-2.65, 2.65):
        box(x, 0, 0.005, 0.02, 4.32, 0.004, "light", 0)
    for y in (-2.15, 2.15):
        box(0, y, 0.005, 5.32, 0.02, 0.004, "light", 0)


def _title_block(x, y):
    for dx in (-0.7, 0.7):
        box(x + dx, y, 0.005, 0.02, 0.8, 0.004, "light", 0)
    for dy in (-0.4, -0.13, 0.13, 0.4):
        box(x, y + dy, 0.005, 1.4, 0.02, 0.004, "light", 0)
    for k, words in enumerate(("PRJ-0142", "1:1  REV A", "FL. 01")):
        text(words, x, y + 0.265 - k * 0.265, 0.006, 0.17, "light")


def _gear(x, y, z):
    teeth, outer, root = 28, 0.98, 0.86
    points = []
    for k in range(teeth):
        for r, a in ((root, -0.34), (outer, -0.18), (outer, 0.18), (root, 0.34)):
            b = 2 * math.pi * (k + a * 0.9) / teeth
            points.append((round(r * math.cos(b), 4), round(r * math.sin(b), 4)))
    prism(x, y, z, points, 0.3, "light", bevel=0.012)
    cyl(x, y, z + 0.3, 0.62, 0.04, "mid")
    cyl(x, y, z + 0.3, 0.4, 0.32, "light", bevel=0.03)
    cyl(x, y, z + 0.625, 0.2, 0.004, "ink", bevel=0)
    box(x, y + 0.2, z + 0.625, 0.12, 0.1, 0.004, "ink", 0)
    for k in range(6):
        a = 2 * math.pi * k / 6
        cyl(x + 0.52 * math.cos(a), y + 0.52 * math.sin(a), z + 0.336, 0.055, 0.008, "dark", bevel=0)
