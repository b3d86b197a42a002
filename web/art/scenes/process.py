"""The scene of an instrumented process skid."""
from parts.panel import emergency_stop, hmi, push_button
from parts.process import (
    control_valve,
    flange,
    flow_meter,
    gauge,
    hand_valve,
    hand_wheel_valve,
    junction_box,
    level_glass,
    pipe,
    pump,
    skid_frame,
    transmitter,
    vessel,
)
from parts.structure import cable_tray, floor
from shapes import at, box, facing_front, line, ring, rod


def process_skid():
    """solutionsCard3: a dosing skid with its vessel, pump, control valve and transmitters."""
    floor(9.0, 5.6, joints=(("x", -1.6), ("x", 1.6), ("y", -1.5)))
    with at(0, 0.1):
        top = skid_frame(8.2, 4.6)
        with at(z=top):
            roof = vessel(-2.5, 0.75, 0, 1.2, 1.9, leg=0.95)
            level_glass(-2.5, -0.47, 1.65, 1.35, 0.6)
            transmitter(-2.95, 1.1, roof - 0.16, stem=0.3, tag="LT-101", drop=roof - 0.3)
            _suction()
            _discharge()
            junction_box(3.4, 1.75, 1.5)
            rod((3.4, 1.9, 0), (3.4, 1.9, 2.2), 0.05, "steel")
            box(3.4, 1.9, 0, 0.24, 0.24, 0.03, "grey")
            _dosing()
            _handrail()
            cable_tray((-1.2, 1.95, 0.62), (3.6, 1.95, 0.62), width=0.32)
            for x in (-0.9, 1.0, 2.9):
                rod((x, 1.95, 0), (x, 1.95, 0.64), 0.04, "steel")
            _control_box()


def _suction():
    pipe(
        [(-2.5, 0.75, 0.98), (-2.5, 0.75, 0.55), (-2.5, -0.95, 0.55), (-0.44, -0.95, 0.55)],
        0.14,
        "light",
        flanges=((2, 0.28),),
    )
    hand_valve(-1.25, -0.95, 0.55, r=0.14)
    with at(-2.5, 0.75, 0.86):
        flange(0.14)
    pump(0.35, -0.95, 0)
    gauge(-0.75, -0.95, 0.68, stem=0.22, r=0.16)


def _discharge():
    x, y = 0.17, -0.95
    high = 2.35
    pipe(
        [(x, y, 1.05), (x, y, high), (x, 0.55, high), (3.5, 0.55, high), (3.5, 0.55, 3.4), (3.5, 1.5, 3.4)],
        0.13,
        "light",
        flanges=((0, 0.32), (2, 0.94), (3, 0.5)),
    )
    hand_wheel_valve_upright(x, y, 1.72)
    flow_meter(1.05, 0.55, high)
    control_valve(2.35, 0.55, high)
    transmitter(x, 0.1, high + 0.12, stem=0.26, tag="PT-104", drop=high - 0.3)
    pipe(
        [(3.5, 0.55, high), (3.5, 0.55, 0.5), (3.5, -0.9, 0.5), (3.5, -1.75, 0.5)],
        0.1,
        "mid",
        flanges=((0, 0.5), (2, 0.7)),
    )
    hand_valve(3.5, -1.1, 0.5, axis="y", r=0.1)
    for px in (0.62, 1.75, 2.95):
        rod((px, 0.55, 0), (px, 0.55, high - 0.14), 0.05, "steel")
        box(px, 0.55, 0, 0.26, 0.26, 0.03, "grey")
        box(px, 0.55, high - 0.2, 0.16, 0.34, 0.06, "steel")
        with at(px, 0.55, high, ry=90):
            ring(0, 0, 0, 0.145, 0.02, "steel", n=28)
    transmitter(2.95, -0.05, 0.0, stem=1.25, tag="TT-107", drop=0.1)
    for flange_at in ((3.5, 1.5, 3.4), (3.5, -1.72, 0.5)):
        with at(*flange_at, rx=90):
            flange(0.12)
    pipe(
        [(-2.5, 0.9, 3.7), (-2.5, 0.9, 4.2), (-1.0, 0.9, 4.2), (-1.0, 1.6, 4.2), (-1.0, 1.6, 0.3)],
        0.1,
        "mid",
        flanges=((1, 0.5), (3, 0.35), (3, 0.75)),
    )


def hand_wheel_valve_upright(x, y, z):
    """A gate valve on a riser, its wheel towards the viewer's right."""
    with at(x, y, z, ry=90):
        hand_wheel_valve(0, 0, 0, r=0.13)


def _dosing():
    """A small dosing tank and the line that feeds the suction."""
    vessel(-3.35, -1.35, 0, 0.5, 0.75, legs=3, leg=0.45, mat="mid")
    pipe(
        [(-3.35, -1.35, 0.4), (-3.35, -1.35, 0.25), (-1.9, -1.6, 0.25), (-1.9, -0.95, 0.25), (-1.9, -0.95, 0.5)],
        0.05,
        "steel",
        bend=0.15,
    )
    hand_valve(-2.55, -1.49, 0.25, r=0.055)
    gauge(-3.35, -1.35, 1.62, stem=0.16, r=0.13)


def _handrail():
    """The rail along the skid's back and left."""
    corners = [(-3.98, -0.4), (-3.98, 2.18), (1.6, 2.18)]
    for z in (0.6, 1.15):
        line([(x, y, z) for x, y in corners], 0.035, "mid", 0.25)
    for x, y in ((-3.98, -0.4), (-3.98, 0.9), (-3.7, 2.18), (-2.4, 2.18), (-1.1, 2.18), (0.25, 2.18), (1.6, 2.18)):
        rod((x, y, 0), (x, y, 1.15), 0.035, "mid")
        box(x, y, 0, 0.16, 0.16, 0.02, "grey")


def _control_box():
    with at(2.75, -1.75):
        for dx in (-0.35, 0.35):
            rod((dx, 0.1, 0), (dx, 0.1, 1.5), 0.04, "steel")
        box(0, 0, 1.0, 1.05, 0.3, 1.05, "light", 0.03)
        with facing_front(0, -0.15, 1.0):
            hmi(0, 0.68, 0.8, 0.58)
            push_button(-0.3, 0.2, "led_green")
            push_button(0.0, 0.2, "mid")
            emergency_stop(0.3, 0.22, 0.08)
