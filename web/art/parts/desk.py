"""What lies on an engineer's desk and in the technician's case. Flat things lie in the local xy plane."""
import math

from shapes import at, ball, beam, box, cyl, facing_front, lathe, line, prism, ring, rod, slab, text

from parts import screens


def monitor(w=1.9, h=1.15, content=screens.trends, stand=0.55):
    """A monitor facing front, its foot at the origin; `content(w, h)` draws the picture."""
    slab(0, 0.1, 0, 0.7, 0.46, 0.03, 0.1, "graphite", 0.01)
    box(0, 0.16, 0.03, 0.12, 0.06, stand + h * 0.5, "dark")
    with facing_front(0, 0, stand + h / 2, tilt=-4):
        slab(0, 0, -0.06, w, h, 0.06, 0.04, "graphite", 0.012)
        slab(0, 0, -0.14, w * 0.5, h * 0.5, 0.08, 0.05, "dark", 0.02)
        box(0, 0.012, 0.0, w - 0.07, h - 0.1, 0.004, "ink", 0)
        with at(0, 0.012, 0.004):
            content(w - 0.09, h - 0.12)
        cyl(w / 2 - 0.06, -h / 2 + 0.02, 0, 0.01, 0.006, "led_green", bevel=0, n=8)


def keyboard(x, y, z, turn=0, w=1.15):
    with at(x, y, z, rz=turn):
        slab(0, 0, 0, w, 0.42, 0.04, 0.03, "graphite", 0.008)
        pitch = (w - 0.06) / 15
        for row in range(5):
            for col in range(15):
                if row == 0 and 4 <= col <= 8:
                    continue
                box(
                    -w / 2 + 0.03 + (col + 0.5) * pitch,
                    -0.155 + row * 0.077,
                    0.038,
                    pitch * 0.84,
                    0.062,
                    0.022,
                    "orange" if (row, col) == (4, 0) else "mid" if col in (0, 13, 14) else "light",
                    0.006,
                )
        box(-w / 2 + 0.03 + 6.5 * pitch, -0.155, 0.038, pitch * 4.84, 0.062, 0.022, "light", 0.006)


def mouse(x, y, z, turn=0):
    with at(x, y, z, rz=turn):
        lathe_outline = [(0.0, 0.0), (0.09, 0.0), (0.1, 0.02), (0.09, 0.055), (0.05, 0.08), (0, 0.085)]
        lathe(0, 0, 0, lathe_outline, "light", n=28)
        box(0, 0.03, 0.074, 0.016, 0.05, 0.02, "dark", 0.005)


def mug(x, y, z, mat="white"):
    lathe(
        x,
        y,
        z,
        [(0, 0), (0.11, 0), (0.125, 0.02), (0.13, 0.28), (0.12, 0.285), (0.113, 0.27), (0.11, 0.2), (0, 0.2)],
        mat,
    )
    cyl(x, y, z + 0.19, 0.112, 0.02, "ink", bevel=0)
    with at(x + 0.13, y, z + 0.14, rx=90):
        ring(0, 0, 0, 0.075, 0.02, mat, n=24)


def chair(x, y, turn=0):
    """An operator's chair; local -y is where it looks from."""
    with at(x, y, rz=turn):
        for k in range(5):
            a = math.radians(90 + 72 * k)
            rod((0, 0, 0.16), (0.42 * math.cos(a), 0.42 * math.sin(a), 0.1), 0.035, "graphite")
            ball(0.42 * math.cos(a), 0.42 * math.sin(a), 0.06, 0.055, "ink")
        cyl(0, 0, 0.14, 0.06, 0.5, "dark")
        slab(0, 0, 0.62, 0.82, 0.78, 0.13, 0.14, "dark", 0.05)
        box(0, -0.36, 0.66, 0.1, 0.05, 0.5, "graphite")
        with facing_front(0, -0.36, 1.32):
            slab(0, 0, -0.05, 0.76, 0.9, 0.1, 0.14, "dark", 0.04)
            slab(0, -0.08, 0.05, 0.5, 0.4, 0.012, 0.1, "grey", 0.004)
        for side in (-1, 1):
            box(side * 0.44, -0.05, 0.68, 0.05, 0.07, 0.24, "graphite")
            slab(side * 0.44, 0.02, 0.9, 0.09, 0.44, 0.05, 0.04, "graphite", 0.015)


def desk(sx, sy, z=1.05, legs="steel"):
    """A plain desk centred on the origin."""
    slab(0, 0, z - 0.07, sx, sy, 0.07, 0.04, "white", 0.015)
    for cx in (-1, 1):
        x = cx * (sx / 2 - 0.2)
        box(x, 0, 0, 0.1, sy - 0.2, 0.06, legs)
        box(x, 0, 0.06, 0.1, 0.12, z - 0.13, legs)
        box(x, 0, z - 0.12, 0.1, sy - 0.2, 0.05, legs)
    box(0, sy / 2 - 0.12, z - 0.45, sx - 0.5, 0.04, 0.36, "mid")


def laptop(x, y, z, turn=0, w=1.7, content=screens.ladder, lean=18):
    """An open laptop whose screen faces front."""
    d = w * 0.68
    with at(x, y, z, rz=turn):
        slab(0, 0, 0, w, d, 0.06, 0.06, "mid", 0.015)
        box(0, d * 0.12, 0.06, w * 0.88, d * 0.5, 0.004, "grey", 0)
        pitch = w * 0.86 / 14
        for row in range(5):
            for col in range(14):
                if row == 0 and 4 <= col <= 8:
                    continue
                box(
                    -w * 0.43 + (col + 0.5) * pitch,
                    -d * 0.06 + row * d * 0.092,
                    0.062,
                    pitch * 0.82,
                    d * 0.074,
                    0.014,
                    "graphite",
                    0.004,
                )
        box(-w * 0.43 + 6.5 * pitch, -d * 0.06, 0.062, pitch * 4.82, d * 0.074, 0.014, "graphite", 0.004)
        slab(0, -d * 0.32, 0.06, w * 0.34, d * 0.24, 0.004, 0.02, "light", 0)
        rod((-w * 0.4, d / 2 - 0.02, 0.06), (w * 0.4, d / 2 - 0.02, 0.06), 0.028, "dark")
        with facing_front(0, d / 2 - 0.01, 0.06, tilt=lean):
            h = w * 0.64
            slab(0, h / 2, -0.05, w, h, 0.045, 0.05, "mid", 0.012)
            box(0, h / 2, -0.008, w - 0.05, h - 0.05, 0.008, "ink", 0)
            with at(0, h / 2 + 0.015, 0.001):
                content(w - 0.12, h - 0.15)


def notebook(x, y, z, turn=0, w=0.95, h=1.25, drawing=None):
    """A spiral notebook, open flat to a page on which `drawing(w, h)` may draw."""
    with at(x, y, z, rz=turn):
        slab(0, 0, 0, w, h, 0.02, 0.04, "graphite", 0.006)
        for k in range(3):
            slab(0.012 * k, -0.004 * k, 0.02 + k * 0.014, w - 0.05, h - 0.06, 0.013, 0.02, "paper", 0.003)
        for k in range(15):
            px = -w / 2 + 0.08 + k * (w - 0.16) / 14
            with at(px, h / 2 - 0.03, 0.04, ry=90):
                ring(0, 0, 0, 0.04, 0.008, "dark", n=16)
        with at(0.02, -0.03, 0.063):
            if drawing:
                drawing(w - 0.16, h - 0.24)
            else:
                for k in range(12):
                    box(0, h * 0.36 - k * h * 0.065, 0, w * 0.8, 0.008, 0.002, "mid", 0)


def multimeter(x, y, z=0.0, turn=0):
    """A handheld multimeter lying on its back."""
    with at(x, y, z, rz=turn):
        slab(0, 0, 0, 0.66, 1.26, 0.2, 0.12, "orange", 0.05)
        slab(0, 0, 0.16, 0.56, 1.16, 0.07, 0.08, "graphite", 0.015)
        box(0, 0.34, 0.23, 0.46, 0.34, 0.012, "mid", 0.006)
        text("230.4", 0.02, 0.36, 0.244, 0.16, "ink", font="ibm-plex-mono-latin-600-normal")
        text("V~", 0.17, 0.24, 0.244, 0.06, "ink")
        for k in range(4):
            box(-0.165 + k * 0.11, 0.1, 0.23, 0.08, 0.05, 0.02, "mid", 0.008)
        cyl(0, -0.16, 0.23, 0.19, 0.02, "ink")
        cyl(0, -0.16, 0.25, 0.13, 0.06, "dark")
        with at(0, -0.16, 0.31, rz=30):
            box(0, 0.02, 0, 0.05, 0.2, 0.012, "white", 0.004)
        for k in range(11):
            a = math.radians(-30 + k * 24)
            box(0.225 * math.cos(a), -0.16 + 0.225 * math.sin(a), 0.231, 0.02, 0.02, 0.004, "light", 0)
        for k, mat in enumerate(("ink", "orange", "ink")):
            cyl(-0.16 + k * 0.16, -0.5, 0.22, 0.055, 0.02, "dark")
            cyl(-0.16 + k * 0.16, -0.5, 0.235, 0.03, 0.012, "ink")


def probe(x, y, z, turn=0, mat="ink"):
    """A test probe lying along local x, tip at +x."""
    with at(x, y, z + 0.05, rz=turn):
        rod((0, 0, 0), (0.5, 0, 0), 0.045, mat, n=14)
        rod((0.47, 0, 0), (0.52, 0, 0), 0.065, mat, n=14)
        rod((0.5, 0, 0), (0.62, 0, 0), 0.025, "light", n=10)
        rod((0.6, 0, 0), (0.76, 0, 0), 0.012, "steel", n=8)


def calibrator(x, y, z=0.0, turn=0):
    """A documenting process calibrator: screen, soft keys, keypad, jacks."""
    with at(x, y, z, rz=turn):
        slab(0, 0, 0, 0.98, 1.36, 0.24, 0.14, "graphite", 0.05)
        slab(0, 0.02, 0.22, 0.86, 1.2, 0.04, 0.1, "mid", 0.012)
        box(0, 0.32, 0.26, 0.72, 0.46, 0.012, "ink", 0.006)
        box(0, 0.32, 0.271, 0.66, 0.4, 0.004, "screen", 0)
        text("12.000", 0.02, 0.4, 0.276, 0.15, "screen_orange")
        text("mA", 0.24, 0.29, 0.276, 0.07, "screen_text")
        box(-0.14, 0.22, 0.275, 0.3, 0.03, 0.003, "screen_line", 0)
        for k in range(4):
            box(-0.27 + k * 0.18, 0.03, 0.26, 0.13, 0.06, 0.022, "dark", 0.01)
        for row in range(4):
            for col in range(4):
                box(
                    -0.27 + col * 0.18,
                    -0.09 - row * 0.105,
                    0.26,
                    0.12,
                    0.07,
                    0.024,
                    "orange" if (row, col) == (3, 3) else "light",
                    0.01,
                )
        for k in range(4):
            cyl(-0.3 + k * 0.2, -0.6, 0.24, 0.055, 0.03, ("ink", "orange", "ink", "grey")[k])


def screwdriver(x, y, z, turn=0, mat="orange", length=1.0):
    with at(x, y, z + 0.07, rz=turn):
        with at(ry=90):
            lathe(
                0,
                0,
                0,
                [(0, 0), (0.05, 0.0), (0.065, 0.03), (0.07, 0.18), (0.06, 0.3), (0.07, 0.36), (0.04, 0.42), (0, 0.42)],
                mat,
                n=20,
            )
            ring(0, 0, 0.1, 0.068, 0.008, "ink", n=20)
            cyl(0, 0, 0.42, 0.022, length - 0.42, "steel")
            box(0, 0, length - 0.02, 0.012, 0.05, 0.07, "steel", 0)


def pliers(x, y, z, turn=0, mat="dark"):
    """Side cutters lying flat along local x."""
    with at(x, y, z + 0.04, rz=turn):
        for side in (-1, 1):
            line([(0, side * 0.03, 0), (-0.25, side * 0.13, 0), (-0.75, side * 0.16, 0)], 0.045, mat, 0.2)
            prism(
                0, 0, -0.03, [(0, 0), (0.36, 0.0), (0.3, side * 0.07), (0.05, side * 0.1)][::side], 0.06, "steel", 0.006
            )
        cyl(0, 0, -0.04, 0.08, 0.09, "steel")


def crimper(x, y, z, turn=0):
    """A ferrule crimping tool lying flat along local x."""
    with at(x, y, z + 0.05, rz=turn):
        line([(0.1, 0.08, 0), (-0.3, 0.2, 0), (-0.85, 0.18, 0)], 0.055, "orange", 0.25)
        line([(0.1, -0.08, 0), (-0.3, -0.16, 0), (-0.85, -0.2, 0)], 0.055, "orange", 0.25)
        slab(0.16, 0, -0.04, 0.42, 0.36, 0.09, 0.09, "graphite", 0.015)
        slab(0.36, 0, -0.03, 0.2, 0.2, 0.07, 0.04, "steel", 0.01)
        for dx, dy in ((0.05, 0.1), (0.05, -0.1), (0.26, 0)):
            cyl(dx, dy, 0.05, 0.035, 0.02, "steel", n=12)


def pencil(x, y, z, turn=0):
    with at(x, y, z + 0.035, rz=turn):
        with at(ry=90):
            cyl(0, 0, 0, 0.034, 0.85, "orange", bevel=0, n=6)
            lathe(0, 0, 0.85, [(0.034, 0), (0.012, 0.09), (0, 0.12)], "carton", n=12)
            cyl(0, 0, -0.09, 0.034, 0.09, "steel", n=12)


def scale_rule(x, y, z, turn=0, length=1.8):
    with at(x, y, z, rz=turn):
        prism(
            0,
            0,
            0,
            [(-length / 2, -0.08), (length / 2, -0.08), (length / 2, 0.08), (-length / 2, 0.08)],
            0.03,
            "light",
            0.008,
        )
        for k in range(int(length / 0.04)):
            tall = 0.06 if k % 5 == 0 else 0.03
            box(-length / 2 + 0.03 + k * 0.04, -0.08 + tall / 2 + 0.006, 0.03, 0.006, tall, 0.002, "ink", 0)


def caliper(x, y, z, turn=0):
    """A digital calliper lying along local x."""
    with at(x, y, z, rz=turn):
        box(0.1, 0, 0, 1.7, 0.12, 0.03, "grey", 0.006)
        for side, depth in ((-1, 0.34), (1, 0.2)):
            prism(-0.7, 0, 0, [(0, 0), (0.1, 0), (0.06, side * depth), (0, side * depth)][::side], 0.035, "dark", 0.005)
            prism(
                -0.36, 0, 0, [(0, 0), (-0.1, 0), (-0.06, side * depth), (0, side * depth)][::-side], 0.04, "dark", 0.005
            )
        slab(-0.12, 0, 0.0, 0.56, 0.26, 0.07, 0.03, "graphite", 0.01)
        box(-0.12, 0.02, 0.07, 0.38, 0.13, 0.008, "mid", 0.003)
        text("24.02", -0.12, 0.02, 0.079, 0.1, "ink")
        for k in range(22):
            box(0.25 + k * 0.03, -0.035, 0.03, 0.005, 0.04 if k % 5 else 0.06, 0.002, "ink", 0)
        cyl(0.05, -0.15, 0.0, 0.05, 0.06, "steel")


def hard_hat(x, y, z, turn=0, scale=1.0, mat="orange"):
    """A safety helmet with brim, ribs, vents and harness slots; its peak points to local -y."""
    with at(x, y, z, rz=turn, scale=scale):
        dome = [
            (round(0.8 * math.cos(math.radians(a)), 4), round(0.1 + 0.78 * math.sin(math.radians(a)), 4))
            for a in range(0, 91, 6)
        ]
        lathe(0, 0, 0, [(0.72, 0.02), (0.82, 0.0), (0.86, 0.03), (0.84, 0.08)] + dome, mat, n=72)
        brim = [
            (
                round(0.9 * math.cos(math.radians(a)), 4),
                round((1.12 if math.sin(math.radians(a)) < 0 else 0.92) * math.sin(math.radians(a)), 4),
            )
            for a in range(0, 360, 6)
        ]
        prism(0, 0, 0.0, brim, 0.06, mat, 0.025, smooth=True)
        for offset, width in ((0, 0.16), (-0.3, 0.09), (0.3, 0.09)):
            _hat_rib(offset, width, mat)
        with facing_front(0, -0.79, 0.34, tilt=22):
            slab(0, 0, -0.03, 0.4, 0.22, 0.05, 0.05, "white", 0.012)
            box(0, 0.03, 0.02, 0.26, 0.025, 0.004, "orange_deep", 0)
            box(0, -0.03, 0.02, 0.18, 0.02, 0.004, "dark", 0)
        for side in (-1, 1):
            box(side * 0.8, 0, 0.1, 0.06, 0.26, 0.12, "graphite", 0.02)


def _hat_rib(offset, width, mat):
    """A moulded rib over the crown, `offset` from its middle."""
    r = math.sqrt(0.8**2 - offset**2)
    arc = [math.radians(a) for a in range(20, 161, 4)]
    outer = [((r + 0.045) * math.cos(a), 0.1 + (r + 0.045) * 0.975 * math.sin(a)) for a in arc]
    inner = [((r - 0.03) * math.cos(a), 0.1 + (r - 0.03) * 0.975 * math.sin(a)) for a in reversed(arc)]
    with at(offset - width / 2, rx=90, rz=90):
        prism(0, 0, 0, [(round(x, 4), round(y, 4)) for x, y in outer + inner], width, mat, bevel=0.02, smooth=True)


def badge(x, y, z, turn=0):
    """An identity card on a lanyard; the portrait is a plain silhouette."""
    with at(x, y, z, rz=turn):
        slab(0, 0, 0, 0.72, 1.02, 0.03, 0.06, "white", 0.008)
        slab(0, 0.34, 0.03, 0.66, 0.26, 0.004, 0.04, "orange", 0)
        slab(0, 0.46, 0.031, 0.2, 0.045, 0.012, 0.02, "ink", 0)
        slab(-0.14, -0.04, 0.03, 0.32, 0.38, 0.006, 0.03, "mid", 0)
        cyl(-0.14, 0.03, 0.036, 0.07, 0.004, "dark", bevel=0)
        prism(
            -0.14,
            -0.22,
            0.036,
            [(-0.12, 0), (0.12, 0), (0.1, 0.1), (0.05, 0.14), (-0.05, 0.14), (-0.1, 0.1)],
            0.004,
            "dark",
            0,
        )
        for k, w in enumerate((0.22, 0.16, 0.2)):
            box(0.08 + w / 2, 0.06 - k * 0.09, 0.03, w, 0.03, 0.004, "grey", 0)
        for k in range(16):
            box(-0.27 + k * 0.036, -0.38, 0.03, (0.01, 0.018, 0.006)[k % 3], 0.12, 0.004, "ink", 0)
        text("NR-10", 0.19, 0.345, 0.036, 0.11, "white")
        box(0, 0.54, 0.01, 0.14, 0.1, 0.03, "steel", 0.01)


def cable_coil(x, y, z, r=0.34, thick=0.032, turns=4, mat="ink"):
    """A tied coil of cable lying flat."""
    for k in range(turns):
        ring(
            x + 0.012 * (k % 2),
            y - 0.012 * (k // 2 % 2),
            z + thick + k * thick * 1.2,
            r - 0.02 * (k % 2),
            thick,
            mat,
            n=44,
        )
    for a in (30, 210):
        with at(x, y, z, rz=a):
            box(r, 0, 0, 0.16, 0.07, thick * (turns + 2) * 1.1, "orange" if a == 30 else "dark", 0.02)
