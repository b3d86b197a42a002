"""Scenes laid out on a desk or beside a case."""

from parts import screens
from parts.desk import (
    badge,
    cable_coil,
    calibrator,
    caliper,
    crimper,
    hard_hat,
    laptop,
    mug,
    multimeter,
    notebook,
    pencil,
    pliers,
    probe,
    scale_rule,
    screwdriver,
)
from parts.panel import breaker, contactor, rail, relay, terminals
from parts.robot import cobot, parallel_gripper
from shapes import at, bolt, box, cable, cyl, facing_front, lathe, line, rod, slab, text


def drawing_desk():
    """projectsCard: a drawing board with an electrical diagram, and the parts it describes."""
    _table(7.4, 5.9)
    with at(-0.75, -0.85, 0.12, rx=17):
        _drawing_board(5.2, 3.6)
    for side in (-1, 1):
        rod((-0.75 + side * 2.2, 2.35, 0), (-0.75 + side * 2.2, 2.5, 0.95), 0.06, "steel")
    with at(2.85, 1.45, rz=90):
        _rail_sample()
    screwdriver(1.2, -1.5, 0, turn=-14, length=1.5)
    screwdriver(1.1, -1.95, 0, turn=-14, mat="graphite", length=1.35)
    with at(-2.2, -2.15, scale=1.35):
        caliper(0, 0, 0, turn=4)
    with at(3.0, -1.1, scale=1.2):
        multimeter(0, 0, 0, turn=14)
    with at(0.0, -2.2, scale=1.0):
        _ferrules(0.05, 0)
    mug(-3.2, 2.4, 0)


def _drawing_board(w, h):
    """The tilted board, its lower edge on the local x axis."""
    box(0, h / 2, 0, w + 0.3, h + 0.26, 0.12, "wood", 0.03)
    box(0, h / 2, 0.12, w, h, 0.008, "paper", 0)
    with at(0, h / 2, 0.128):
        screens.schematic(w - 0.1, h - 0.1)
    for cx in (-1, 1):
        for cy in (-1, 1):
            with at(cx * (w / 2 - 0.06), h / 2 + cy * (h / 2 - 0.06), 0.13, rz=45 * cx * cy):
                box(0, 0, 0, 0.4, 0.14, 0.006, "mid", 0)
    box(0, -0.1, 0.06, w, 0.12, 0.16, "dark", 0.02)
    scale_rule(-1.0, 0.16, 0.13, length=2.6)
    pencil(-0.35, 0.62, 0.13, turn=24)
    for side in (-1, 1):
        box(side * (w / 2 + 0.11), h / 2, 0.12, 0.05, h, 0.03, "grey", 0.01)
    box(0, h * 0.02 + h - 0.16, 0.13, w + 0.2, 0.14, 0.05, "light", 0.012)


def _table(sx, sy):
    """A thick table top: the desk scenes' floor."""
    slab(0, 0, -0.22, sx, sy, 0.22, 0.2, "floor", bevel=0.04)
    slab(0, 0, -0.34, sx - 0.3, sy - 0.3, 0.14, 0.15, "grey", bevel=0.02)


def _rail_sample():
    """A length of DIN rail with the devices of the diagram, lying on the table."""
    with at(scale=1.15):
        rail(0, 0, 2.0)
        breaker(-0.7, 0, poles=3)
        contactor(-0.18, 0)
        relay(0.22, 0, led=True)
        relay(0.49, 0)
        terminals(0.66, 0, 3, accents=(1,))


def _ferrules(x, y):
    """A sorted tray of ferrules."""
    with at(x, y):
        slab(0, 0, 0, 1.5, 0.85, 0.05, 0.06, "dark", 0.015)
        for i in range(4):
            for j in range(2):
                cx, cy = -0.54 + i * 0.36, -0.2 + j * 0.4
                slab(cx, cy, 0.05, 0.32, 0.36, 0.04, 0.04, "graphite", 0.008)
                slab(cx, cy, 0.09, 0.27, 0.31, 0.004, 0.03, "ink", 0)
                for k in range(9):
                    with at(
                        cx - 0.09 + (k % 3) * 0.085,
                        cy - 0.09 + (k // 3) * 0.085,
                        0.1,
                        rz=(k * 47 + i * 31) % 180,
                        ry=90,
                    ):
                        cyl(
                            0,
                            0,
                            -0.05,
                            0.022,
                            0.06,
                            "orange" if (i, j) == (1, 1) else ("light", "mid", "grey")[(i + j) % 3],
                            n=8,
                        )
                        cyl(0, 0, 0.01, 0.012, 0.06, "steel", n=8)


def field_kit():
    """servicesCard: the commissioning case, open: calibrator, multimeter, tools, and the notebook beside it."""
    _table(8.2, 6.2)
    with at(-1.25, 0.7):
        _case(4.9, 3.3)
    with at(2.6, 0.75):
        laptop(0, 0, 0, w=2.5, content=screens.ladder)
    with at(2.6, -1.85):
        notebook(0.35, 0.0, 0, turn=10, w=1.35, h=1.7, drawing=lambda w, h: screens.ladder(w, h, rungs=6, dark=False))
        pencil(-0.8, -0.5, 0, turn=84)
    lead = ((1.42, 0.3), (1.42, -0.75), (0.95, -1.35), (-0.3, -1.7), (-1.5, -1.55), (-2.4, -1.75))
    cable([(x, y, 0.045) for x, y in lead], 0.045, "orange")
    box(-2.6, -1.78, 0.0, 0.46, 0.24, 0.14, "graphite", 0.03)
    box(-2.92, -1.79, 0.03, 0.22, 0.16, 0.07, "steel", 0.01)
    cable_coil(0.55, -2.3, 0, r=0.55, thick=0.05)
    with at(-3.3, -2.5, scale=1.4):
        probe(0, 0, 0, turn=6, mat="ink")
    with at(-1.7, -2.55, scale=1.4):
        probe(0, 0, 0, turn=10, mat="orange")


def _case(w, d):
    """A hard case with foam cut-outs; its lid stands open behind."""
    slab(0, 0, 0, w, d, 0.62, 0.22, "graphite", 0.05)
    slab(0, 0, 0.6, w - 0.16, d - 0.16, 0.06, 0.16, "dark", 0.02)
    slab(0, 0, 0.62, w - 0.34, d - 0.34, 0.06, 0.12, "ink", 0.01)
    for x in (-1.5, 1.5):
        with facing_front(x, -d / 2, 0.45):
            slab(0, 0, 0, 0.5, 0.34, 0.07, 0.05, "dark", 0.015)
            box(0, -0.02, 0.07, 0.3, 0.12, 0.04, "orange", 0.012)
    with facing_front(0, -d / 2, 0.3):
        line([(-0.5, 0.06, 0.02), (-0.5, 0.06, 0.24), (0.5, 0.06, 0.24), (0.5, 0.06, 0.02)], 0.06, "ink", 0.12)
    for x in (-w / 2 + 0.28, w / 2 - 0.28):
        for k in range(3):
            box(x - 0.08 + k * 0.08, -d / 2, 0.06, 0.03, 0.04, 0.5, "dark", 0.008)
    top = 0.66
    with at(z=top, scale=1.24):
        calibrator(-1.33, -0.3)
        multimeter(-0.4, -0.34)
        crimper(1.05, 0.85, turn=180, z=0)
        pliers(1.45, 0.34, turn=180, z=0)
        for k in range(3):
            screwdriver(0.12, -0.12 - k * 0.28, 0.0, mat=("orange", "grey", "light")[k], length=(1.5, 1.3, 1.15)[k])
        slab(-1.0, 0.82, 0, 1.6, 0.5, 0.02, 0.05, "graphite", 0.005)
        for k in range(6):
            box(
                -1.62 + k * 0.25,
                0.82,
                0.02,
                0.2,
                0.38,
                0.12,
                ("mid", "mid", "orange", "mid", "light", "light")[k],
                0.02,
            )
            box(-1.62 + k * 0.25, 0.82, 0.14, 0.12, 0.2, 0.02, "dark", 0.006)
        cable_coil(1.52, -0.8, 0.0, r=0.27, thick=0.035, turns=3, mat="grey")
    with at(0, d / 2 + 0.02, 0.6, rx=-14):
        _lid(w)


def _lid(w):
    h = 2.5
    with facing_front(0, 0, 0):
        slab(0, h / 2, -0.45, w, h, 0.45, 0.22, "graphite", 0.05)
        slab(0, h / 2, 0.0, w - 0.3, h - 0.3, 0.02, 0.14, "ink", 0.01)
        for i in range(11):
            for j in range(5):
                with at(-w / 2 + 0.5 + i * (w - 1) / 10, 0.42 + j * 0.42, 0.02):
                    lathe(0, 0, 0, [(0.14, 0), (0.05, 0.07), (0, 0.08)], "graphite", n=12)
        slab(-1.1, 1.2, 0.07, 1.5, 1.7, 0.05, 0.06, "dark", 0.015)
        slab(-1.1, 1.34, 0.1, 1.3, 1.6, 0.03, 0.03, "paper", 0.006)
        with at(-1.1, 1.42, 0.131):
            screens.schematic(1.2, 1.3)
        slab(1.1, 1.3, 0.08, 1.5, 0.6, 0.02, 0.06, "light", 0.006)
        text("NR-10 · NR-12", 1.1, 1.38, 0.102, 0.15, "ink")
        box(1.1, 1.18, 0.1, 1.1, 0.04, 0.004, "orange", 0)
    for x in (-1.6, 1.6):
        rod((x - 0.15, 0, 0.0), (x + 0.15, 0, 0.0), 0.07, "steel")


def safety_desk():
    """findProfessionalCard: the professional's things: helmet, badge, ladder program, and a cobot to programme."""
    _table(7.6, 5.8)
    with at(-2.0, 1.3):
        slab(0, 0, 0, 1.5, 1.5, 0.12, 0.08, "dark", 0.03)
        for dx in (-0.6, 0.6):
            for dy in (-0.6, 0.6):
                bolt(dx, dy, 0.12, 0.05)
        with at(z=0.12):
            cobot(0, 0, turn=8, shoulder=-12, elbow=88, wrist=92, scale=1.4, tool=_cobot_gripper)
    with at(1.75, 0.45):
        laptop(0, 0, 0, w=2.8, content=screens.ladder)
    hard_hat(-1.9, -1.35, 0, turn=-20, scale=1.25)
    with at(0.35, -1.75, scale=1.2):
        badge(0, 0, 0, turn=-14)
    loop = (
        (0.5, -1.08),
        (0.8, -0.85),
        (0.62, -0.45),
        (-0.1, -0.38),
        (-0.62, -0.75),
        (-0.5, -1.15),
        (0.0, -1.0),
        (0.45, -1.06),
    )
    cable([(x, y, 0.035) for x, y in loop], 0.03, "orange")
    with at(2.45, -1.75):
        notebook(0, 0, 0, turn=10, w=1.35, h=1.7, drawing=_ladder_sketch)
        pencil(0.95, -0.5, 0.0, turn=80)
    mug(3.4, 2.3, 0)
    with at(0.9, 2.4):
        for k, (w, mat) in enumerate(((1.7, "grey"), (1.5, "light"), (1.6, "dark"))):
            slab(0.03 * k, 0, k * 0.17, w, 0.8, 0.16, 0.03, mat, 0.02)
            box(0.03 * k, -0.4, k * 0.17 + 0.05, w * 0.5, 0.012, 0.05, "white" if k != 1 else "grey", 0)


def _cobot_gripper():
    with at(scale=0.42):
        parallel_gripper(opening=0.5)


def _ladder_sketch(w, h):
    screens.ladder(w, h, rungs=6, dark=False)
