"""Scenes whose subject is a cabinet."""

import random

from parts.panel import (
    breaker,
    contactor,
    door,
    door_inside,
    drive,
    duct,
    emergency_stop,
    enclosure,
    fan_grille,
    hmi,
    plc,
    power_supply,
    push_button,
    rail,
    relay,
    selector,
    terminals,
    wires,
)
from parts import screens
from parts.desk import laptop
from parts.structure import cable_tray, floor, stack_light
from shapes import at, box, cable, cyl, facing_front, facing_right, line, prism, rod, slab, text


BAY_H, BAY_D = 4.9, 1.2


def open_panel():
    """landingHero2: a PLC panel open for commissioning beside its bay with the HMI on the door."""
    floor(9.0, 6.2, joints=(("x", -1.6), ("y", -1.0), ("x", 2.0)))
    with at(-0.75, 2.05):
        plate = enclosure(0, 0, 4.6, BAY_D, BAY_H)
        with facing_front(0, plate, 0.3):
            _plate(4.2, BAY_H - 0.3)
        with at(-2.3, -BAY_D / 2 - 0.05, 0.3, rz=-97):
            with at(0, 0.02, 0, rx=90):
                door(4.5, BAY_H)
            with at(4.5, 0.08, 0, rx=90, rz=180):
                door_inside(4.5, BAY_H)
                _door_papers()
        _hmi_bay()
    with at(-0.75, 0):
        cable_tray((-2.2, 2.35, BAY_H + 0.42), (4.7, 2.35, BAY_H + 0.42), width=0.6, cables=5)
        for x in (-1.6, 0.5, 2.6, 4.1):
            box(x, 2.35, BAY_H + 0.28, 0.08, 0.7, 0.15, "grey", 0.01)
    _trolley()


def _door_papers():
    """The single-line diagram and the warning plate fixed inside the door."""
    slab(1.75, 3.7, 0, 2.3, 1.55, 0.012, 0.04, "paper", 0)
    with at(1.75, 3.7, 0.014):
        screens.schematic(2.2, 1.45)
    for x in (0.66, 2.84):
        for y in (2.98, 4.42):
            cyl(x, y, 0.012, 0.03, 0.012, "grey")
    slab(3.55, 3.85, 0, 0.85, 0.62, 0.014, 0.03, "white", 0)
    prism(3.55, 3.68, 0.014, [(-0.24, 0), (0.24, 0), (0, 0.4)], 0.008, "orange", 0)
    prism(
        3.55,
        3.73,
        0.022,
        [(-0.02, 0.0), (0.045, 0.12), (0.0, 0.12), (0.03, 0.24), (-0.05, 0.09), (0.0, 0.09)],
        0.006,
        "ink",
        0,
    )
    text("400 V", 3.55, 3.32, 0.003, 0.17, "ink")
    line([(0.02, 0.6, 0.12), (0.3, 0.6, 0.12), (0.3, 4.3, 0.12), (0.6, 4.3, 0.12)], 0.05, "dark", 0.15)


def _plate(w, h):
    """The mounting plate, from the incoming supply at the top to the field terminals at the bottom."""
    for y in (4.32, 3.2, 1.98, 1.02, 0.2):
        duct(0, y, w - 0.5)
    for x in (-w / 2 + 0.14, w / 2 - 0.14):
        duct(x, h / 2, h - 0.3, upright=True)
    for y in (3.76, 2.58, 1.52, 0.62):
        rail(0, y, w - 0.62)
    left = -w / 2 + 0.36
    for k in range(3):
        breaker(left + 0.28 + k * 0.55, 3.76, poles=3)
    for k in range(5):
        breaker(left + 1.74 + k * 0.18, 3.76)
    power_supply(left + 3.05, 3.76, 0.76)
    wires(left + 0.12, 3.48, 15, 0.165, 0.24, mats=("ink", "dark", "grey"))
    plc(left + 0.02, 2.6, cards=9, accent=3)
    for k in range(3):
        contactor(left + 0.26 + k * 0.5, 1.52, h=0.68)
    wires(left + 0.12, 1.25, 12, 0.118, 0.2)
    for k in range(7):
        relay(left + 1.7 + k * 0.26, 1.52, led=k in (0, 3, 4))
    wires(left + 1.64, 1.26, 14, 0.13, 0.2, mats=("grey", "dark", "light"), z=0.32)
    terminals(left + 0.1, 0.62, 38, accents=(18, 19))
    wires(left + 0.14, 0.42, 38, 0.085, 0.2, mats=("dark", "grey", "ink", "light"), z=0.3, r=0.012)
    wires(left + 0.14, 0.82, 38, 0.085, -0.2, mats=("grey", "light"), z=0.3, r=0.011)


def _hmi_bay():
    with at(3.6, 0):
        enclosure(0, 0, 2.56, BAY_D, BAY_H)
        with facing_front(-1.28, -BAY_D / 2 - 0.07, 0.3):
            door(2.56, BAY_H)
            hmi(1.22, 3.35, 2.0, 1.45)
            for k, mat in enumerate(("led_green", "mid", "led_amber")):
                push_button(0.46 + k * 0.42, 2.15, mat)
            selector(1.72, 2.15)
            emergency_stop(1.1, 1.5, 0.18)
            fan_grille(1.1, 0.65, 0.8)
            box(1.22, 4.42, 0, 1.2, 0.28, 0.012, "white", 0.004)
            text("QCP-01", 1.22, 4.42, 0.014, 0.22, "ink", font="ibm-plex-mono-latin-600-normal")
        with facing_right(1.28, 0, 0.3):
            fan_grille(0, 3.9, 0.8)
            fan_grille(0, 0.8, 0.8)
        stack_light(0.85, -0.35, BAY_H + 0.3, pole=0.25)


def _trolley():
    """The programmer's trolley, plugged into the controller."""
    with at(2.2, -1.5):
        for z in (0.45, 1.3):
            slab(0, 0, z, 2.1, 1.45, 0.06, 0.06, "mid", 0.015)
        for dx in (-0.95, 0.95):
            for dy in (-0.62, 0.62):
                rod((dx, dy, 0.16), (dx, dy, 1.32), 0.04, "steel")
                cyl(dx, dy, 0.02, 0.09, 0.14, "ink")
        laptop(0.1, -0.05, 1.36, w=1.65, content=screens.ladder)
        box(-0.4, 0.1, 0.51, 0.8, 0.9, 0.4, "graphite", 0.04)
        box(-0.4, 0.1, 0.91, 0.4, 0.1, 0.08, "dark", 0.02)
        box(0.55, 0, 0.51, 0.5, 0.7, 0.1, "paper", 0.01)
    cable(
        [
            (1.5, -1.2, 1.38),
            (1.05, -1.0, 0.9),
            (0.5, -0.6, 0.05),
            (-0.9, -0.1, 0.05),
            (-1.9, 0.6, 0.1),
            (-2.3, 1.3, 0.9),
            (-2.3, 1.75, 2.0),
            (-2.22, 1.8, 2.5),
        ],
        0.035,
        "orange",
    )


def retrofit():
    """solutionsCard6: the same machine's panel before and after: relays and a tangle, then a PLC and ducts."""
    floor(8.8, 5.2, joints=(("x", 0),))
    with at(-2.2, 0.5):
        plate = enclosure(0, 0, 3.7, 1.05, 4.65, mat="grey", back="mid")
        with facing_front(0, plate, 0.3):
            with at(y=0.1, scale=0.98):
                _old_plate()
    with at(2.2, 1.65):
        plate = enclosure(0, 0, 3.7, 1.05, 4.65, mat="light")
        with facing_front(0, plate, 0.3):
            with at(y=-0.12, scale=1.0):
                _new_plate()
        with facing_right(1.85, 0, 0.3):
            fan_grille(0, 3.7, 0.7)
            fan_grille(0, 0.7, 0.7)
        stack_light(1.4, -0.2, 4.95, pole=0.2)
    with at(-0.15, -1.35, 0.004, scale=1.1):
        for k in range(3):
            prism(
                -0.85 + k * 0.62,
                0,
                0,
                [(-0.18, -0.5), (0.12, -0.5), (0.5, 0), (0.12, 0.5), (-0.18, 0.5), (0.2, 0)],
                0.05,
                "orange" if k == 2 else "mid" if k == 1 else "floor_edge",
                0.01,
            )
    _scrap()
    _new_hmi()


def _old_plate():
    """Rows of cube relays, open terminals, a drum of tangled wires."""
    rng = random.Random(7)
    for y in (4.1, 3.1, 2.1):
        box(0, y, 0.0, 3.0, 0.12, 0.07, "steel")
        for k in range(6):
            x = -1.25 + k * 0.5
            if (y, k) == (3.1, 4):
                continue
            box(x, y, 0.07, 0.38, 0.62, 0.2, "ink", 0.02)
            box(x, y + 0.05, 0.27, 0.3, 0.42, 0.3, "clear", 0.02)
            cyl(x, y - 0.02, 0.27, 0.09, 0.22, "carton_dark", bevel=0.01)
            box(x, y + 0.16, 0.27, 0.16, 0.05, 0.2, "dark")
    for k in range(26):
        px = -1.3 + k * 0.1
        box(px, 1.15, 0.03, 0.08, 0.36, 0.18, "carton_dark" if k % 3 else "grey", 0.008)
        cyl(px, 1.24, 0.21, 0.025, 0.02, "steel", n=8)
    box(0, 0.45, 0.03, 1.2, 0.55, 0.5, "dark", 0.02)
    for k in range(5):
        box(-0.45 + k * 0.22, 0.45, 0.53, 0.12, 0.42, 0.05, "grey", 0.01)
    mats = ("dark", "grey", "ink", "carton_dark", "mid")
    for k in range(46):
        x0, x1 = rng.uniform(-1.4, 1.4), rng.uniform(-1.4, 1.4)
        y0, y1 = rng.choice((4.4, 3.8, 3.4, 2.8, 2.4, 1.8)), rng.choice((3.4, 2.8, 1.8, 1.3, 0.7))
        sag = rng.uniform(0.1, 0.5)
        cable(
            [
                (x0, y0, 0.2),
                (x0 + rng.uniform(-0.2, 0.2), y0 - 0.16, 0.46 + sag * 0.3),
                ((x0 + x1) / 2 + rng.uniform(-0.3, 0.3), (y0 + y1) / 2 - sag, 0.55 + rng.uniform(0, 0.25)),
                (x1 + rng.uniform(-0.1, 0.1), y1 + 0.1, 0.4),
                (x1, y1, 0.2),
            ],
            rng.uniform(0.012, 0.022),
            mats[k % 5],
        )


def _new_plate():
    w = 3.1
    for y in (4.62, 3.3, 1.95, 0.62):
        duct(0, y, w - 0.5)
    for x in (-w / 2 + 0.14, w / 2 - 0.14):
        duct(x, 2.45, 4.4, upright=True)
    for y in (4.0, 2.65):
        rail(0, y, w - 0.62)
    plc(-1.18, 4.0, cards=5, accent=2)
    for k in range(3):
        breaker(-1.05 + k * 0.2, 2.65)
    power_supply(-0.18, 2.65, 0.6)
    for k in range(4):
        relay(0.34 + k * 0.26, 2.65, led=k < 2)
    wires(-1.1, 2.36, 20, 0.115, 0.26, mats=("grey", "dark", "light"), z=0.3)
    for k in range(2):
        drive(-0.78 + k * 0.92, 1.28, w=0.72, h=1.05, depth=0.55, reading=("48.2", "60.0")[k])
    rail(0.95, 1.28, 0.5)
    terminals(0.76, 1.28, 5, accents=(2,))


def _scrap():
    """What came out of the old panel: a crate with relays and cut wires."""
    with at(-2.9, -1.6, scale=1.15):
        for side in (-1, 1):
            box(side * 0.7, 0, 0, 0.05, 1.0, 0.5, "wood")
            box(0, side * 0.5, 0, 1.45, 0.05, 0.5, "wood")
            box(0, side * 0.53, 0.1, 1.4, 0.02, 0.12, "carton_dark")
            box(0, side * 0.53, 0.34, 1.4, 0.02, 0.12, "carton_dark")
        box(0, 0, 0.02, 1.4, 1.0, 0.2, "dark")
        for k in range(9):
            with at(-0.5 + (k % 3) * 0.5, -0.28 + (k // 3) * 0.28, 0.26 + 0.06 * (k % 2), rz=k * 37, rx=12 * (k % 3)):
                box(0, 0, 0, 0.3, 0.24, 0.22, "ink", 0.02)
                box(0, 0, 0.2, 0.24, 0.18, 0.16, "grey", 0.02)
        for k in range(6):
            cable(
                [
                    (-0.6 + k * 0.2, -0.4, 0.4),
                    (-0.5 + k * 0.22, -0.1, 0.62),
                    (-0.3 + k * 0.15, 0.3, 0.55),
                    (-0.2 + k * 0.2, 0.62, 0.3),
                ],
                0.022,
                ("dark", "grey", "carton_dark")[k % 3],
            )


def _new_hmi():
    """The new operator panel on its post."""
    with at(2.9, -1.2):
        box(0, 0, 0, 0.6, 0.5, 0.03, "dark")
        box(0, 0.05, 0.03, 0.16, 0.16, 1.4, "mid")
        with facing_front(0, -0.08, 1.72, tilt=20):
            slab(0, 0, -0.14, 1.6, 1.15, 0.14, 0.04, "light", 0.02)
            hmi(0, 0.04, 1.44, 0.98)
