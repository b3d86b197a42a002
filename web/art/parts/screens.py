"""What displays show. Each draws on the local xy plane, centred, in a w × h rectangle."""
import itertools
import math

from shapes import at, box, cyl, prism, text

STEP = 0.002  # layers of a drawing lie this far apart so that none hides another
_lifts = itertools.cycle([k * STEP / 8 for k in range(7)])


def _back(w, h, mat="screen"):
    box(0, 0, 0, w, h, STEP, mat, 0)


def _stroke(points, width, mat, z=2 * STEP):
    """Segments through the points; those that cross differ in height, since shared planes speckle."""
    for (x0, y0), (x1, y1) in zip(points, points[1:]):
        length = math.hypot(x1 - x0, y1 - y0)
        with at((x0 + x1) / 2, (y0 + y1) / 2, z, rz=math.degrees(math.atan2(y1 - y0, x1 - x0))):
            box(0, 0, next(_lifts), length + width * 0.8, width, STEP, mat, 0)


def _header(w, h, title):
    bar = h * 0.11
    box(0, h / 2 - bar / 2, STEP, w, bar, STEP, "screen_soft", 0)
    text(title, -w / 2 + w * 0.03, h / 2 - bar / 2, 2 * STEP, bar * 0.62, "screen_text", align="LEFT", depth=0.001)
    for k in range(3):
        box(
            w / 2 - w * 0.05 - k * w * 0.05,
            h / 2 - bar / 2,
            2 * STEP,
            w * 0.03,
            bar * 0.45,
            STEP,
            "screen_green" if k == 0 else "screen_line",
            0,
        )
    return bar


def trends(w, h, title="TENDÊNCIAS", lines=3):
    """Stacked trend plots on a grid; the live one is orange."""
    _back(w, h)
    bar = _header(w, h, title)
    left, right, top, bottom = -w * 0.45, w * 0.34, h / 2 - bar - h * 0.05, -h * 0.43
    for k in range(7):
        y = bottom + (top - bottom) * k / 6
        _stroke([(left, y), (right, y)], w * 0.0025, "screen_soft", STEP)
    for k in range(9):
        x = left + (right - left) * k / 8
        _stroke([(x, bottom), (x, top)], w * 0.0025, "screen_soft", STEP)
    span = top - bottom
    for n, (mat, width) in enumerate((("screen_line", 0.006), ("screen_text", 0.006), ("screen_orange", 0.01))[:lines]):
        points = []
        for k in range(41):
            t = k / 40
            wave = (
                0.18
                + 0.27 * n
                + 0.09 * math.sin(t * 7 + n * 2)
                + 0.035 * math.sin(t * 23 + n)
                + (0.16 / (1 + math.exp(-(t - 0.55) * 26)) if n == 2 else 0)
            )
            points.append((left + (right - left) * t, bottom + span * min(0.98, wave)))
        _stroke(points, w * width, mat, (2 + n) * STEP)
    for n in range(4):
        y = top - span * (n + 0.5) / 4
        box(w * 0.42, y, STEP, w * 0.12, span / 4.8, STEP, "screen_soft", 0)
        text(
            ("72.4", "3.18", "48.0", "101")[n],
            w * 0.42,
            y + span * 0.01,
            2 * STEP,
            h * 0.07,
            "screen_orange" if n == 0 else "screen_text",
            depth=0.001,
        )


def process_overview(w, h, title="LINHA 2"):
    """A mimic: tanks, pump, valve and pipes, with levels as bars."""
    _back(w, h)
    bar = _header(w, h, title)
    mid = -bar / 2
    for n, (x, level) in enumerate(((-0.34, 0.7), (0.02, 0.45), (0.36, 0.85))):
        tw, th, y = w * 0.15, h * 0.36, mid + h * 0.1
        box(x * w, y, STEP, tw, th, STEP, "screen_line", 0)
        box(x * w, y, 2 * STEP, tw * 0.9, th * 0.93, STEP, "screen_soft", 0)
        box(
            x * w,
            y - th * 0.465 + th * 0.465 * level,
            3 * STEP,
            tw * 0.9,
            th * 0.93 * level,
            STEP,
            "screen_orange" if n == 1 else "screen_line",
            0,
        )
        text(("TQ-01", "TQ-02", "TQ-03")[n], x * w, y + th * 0.62, 2 * STEP, h * 0.06, "screen_text", depth=0.001)
    pipe = mid - h * 0.22
    for points in ([(-0.34, 0), (-0.34, 1), (0.02, 1), (0.02, 0)], [(0.02, 1), (0.36, 1), (0.36, 0)]):
        _stroke([(x * w, pipe if k else mid - h * 0.08) for x, k in points], w * 0.014, "screen_text")
    cyl(-w * 0.16, pipe, 3 * STEP, h * 0.065, STEP, "screen_green", bevel=0, n=28)
    prism(
        -w * 0.16, pipe, 4 * STEP, [(-h * 0.025, -h * 0.035), (h * 0.04, 0), (-h * 0.025, h * 0.035)], STEP, "screen", 0
    )
    for side in (-1, 1):
        s = h * 0.05
        points = [(0, 0), (side * s, -s * 0.8), (side * s, s * 0.8)]
        prism(w * 0.2, pipe, 3 * STEP, points if side > 0 else points[::-1], STEP, "screen_orange", 0)
    for k in range(4):
        x = -w * 0.36 + k * w * 0.24
        box(x, -h * 0.41, STEP, w * 0.2, h * 0.1, STEP, "screen_soft", 0)
        text(
            ("62 %", "4.1 bar", "31 °C", "12 m³"[:5])[k], x, -h * 0.41, 2 * STEP, h * 0.055, "screen_text", depth=0.001
        )


def alarms(w, h, title="ALARMES"):
    """A list of events; two rows are lit, the rest acknowledged."""
    _back(w, h)
    bar = _header(w, h, title)
    rows = 9
    pitch = (h - bar) * 0.94 / rows
    for k in range(rows):
        y = h / 2 - bar - pitch * (k + 0.7)
        box(0, y, STEP, w * 0.94, pitch * 0.78, STEP, "screen_soft" if k % 2 == 0 else "screen", 0)
        mark = {0: "screen_orange", 2: "screen_amber"}.get(k, "screen_green" if k in (4, 7) else "screen_line")
        box(-w * 0.44, y, 2 * STEP, w * 0.03, pitch * 0.45, STEP, mark, 0)
        for x, length in ((-0.33, 0.12), (-0.08, 0.26 + 0.06 * ((k * 3) % 4)), (0.36, 0.13)):
            box(
                x * w + (length * w / 2 if x == -0.08 else 0) - (0.1 * w if x == -0.08 else 0),
                y,
                2 * STEP,
                length * w,
                pitch * 0.2,
                STEP,
                "screen_text" if k in (0, 2) else "screen_line",
                0,
            )


def ladder(w, h, rungs=5, title="OB1  Ladder", dark=True):
    """A ladder program: rails, contacts, coils; the active rung is orange."""
    _back(w, h, "screen" if dark else "paper")
    ink, soft = ("screen_text", "screen_line") if dark else ("dark", "grey")
    bar = _header(w, h, title) if dark else h * 0.02
    top, bottom = h / 2 - bar - h * 0.06, -h * 0.45
    for x in (-0.43, 0.43):
        _stroke([(x * w, top + h * 0.02), (x * w, bottom)], w * 0.011, ink)
    pitch = (top - bottom) / rungs
    for k in range(rungs):
        y = top - pitch * (k + 0.45)
        mat = ("screen_orange" if dark else "orange") if k == 1 else soft
        _rung(w, y, pitch, mat, k)


def _rung(w, y, pitch, mat, index):
    stroke, gap, tall = w * 0.008, w * 0.022, pitch * 0.26
    contacts = (-0.26, -0.06) if index % 2 == 0 else (-0.26, -0.06, 0.12)
    x = -0.43 * w
    for c in contacts:
        _stroke([(x, y), (c * w - gap, y)], stroke, mat)
        for side in (-1, 1):
            _stroke([(c * w + side * gap, y - tall), (c * w + side * gap, y + tall)], stroke, mat)
        if index == 2 and c == -0.06:
            _stroke([(c * w - gap, y - tall), (c * w + gap, y + tall)], stroke, mat)
        x = c * w + gap
    coil, r = 0.31 * w, min(pitch * 0.26, w * 0.035)
    _stroke([(x, y), (coil - r, y)], stroke, mat)
    arc = [(coil + r * math.cos(a), y + r * math.sin(a)) for a in [math.radians(d) for d in range(0, 361, 30)]]
    _stroke(arc, stroke, mat)
    _stroke([(coil + r, y), (0.43 * w, y)], stroke, mat)


def inspection(w, h, title="CÂMERA 1"):
    """A machine-vision result: the part, its measured circle, and the verdict."""
    _back(w, h)
    bar = _header(w, h, title)
    cx, cy, r = -w * 0.14, -bar / 2, h * 0.27
    box(cx, cy, STEP, w * 0.62, h - bar - h * 0.1, STEP, "screen_soft", 0)
    cyl(cx, cy, 2 * STEP, r, STEP, "screen_line", bevel=0, n=6)
    cyl(cx, cy, 3 * STEP, r * 0.5, STEP, "screen_soft", bevel=0, n=32)
    circle = [
        (cx + r * 0.56 * math.cos(math.radians(a)), cy + r * 0.56 * math.sin(math.radians(a)))
        for a in range(0, 361, 15)
    ]
    _stroke(circle, w * 0.008, "screen_orange", 4 * STEP)
    d, s = r * 1.2, r * 0.4
    for sx in (-1, 1):
        for sy in (-1, 1):
            _stroke(
                [(cx + sx * (d - s), cy + sy * d), (cx + sx * d, cy + sy * d), (cx + sx * d, cy + sy * (d - s))],
                w * 0.009,
                "screen_orange",
                4 * STEP,
            )
    for k in range(4):
        y = h * 0.24 - k * h * 0.17
        box(w * 0.34, y, STEP, w * 0.24, h * 0.12, STEP, "screen_green" if k == 0 else "screen_soft", 0)
        text(
            ("OK", "Ø 24.02", "0.11 mm", "98.7 %")[k],
            w * 0.34,
            y,
            2 * STEP,
            h * 0.07 if k else h * 0.09,
            "screen" if k == 0 else "screen_text",
            depth=0.001,
        )


def schematic(w, h, ink="dark", accent="orange"):
    """A power and control diagram in the IEC manner on a framed sheet."""

    def stroke(points, mat=ink, width=0.0075):
        _stroke([(x * w, y * h) for x, y in points], w * width, mat)

    for x0, y0, x1, y1 in ((-0.48, -0.47, 0.48, 0.47),):
        stroke([(x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0)], ink, 0.006)
    for k in range(1, 8):
        x = -0.48 + 0.96 * k / 8
        stroke([(x, 0.47), (x, 0.42)], ink, 0.005)
        text(str(k), (x - 0.06) * w, 0.445 * h, STEP, h * 0.045, ink, depth=0.001)
    for n, y in enumerate((0.38, 0.355, 0.33)):
        stroke([(-0.43, y), (0.02, y)])
        text(f"L{n + 1}", -0.462 * w, y * h, STEP, h * 0.036, ink, depth=0.001)
    for n in range(3):
        x = -0.36 + n * 0.06
        stroke([(x, 0.38 - 0.025 * n), (x, 0.24)])
        stroke([(x - 0.022, 0.22), (x, 0.15)])
        stroke([(x, 0.15), (x, 0.06)])
        stroke([(x - 0.022, 0.05), (x, -0.02)], accent)
        stroke([(x, -0.02), (x, -0.2)])
    stroke([(-0.39, 0.1), (-0.21, 0.1)], ink, 0.005)
    _circle(-0.3 * w, -0.27 * h, h * 0.085, w * 0.007, accent)
    text("M", -0.3 * w, -0.262 * h, STEP, h * 0.07, accent, depth=0.001)
    text("3~", -0.3 * w, -0.31 * h, STEP, h * 0.045, accent, depth=0.001)
    _input_card(w, h, stroke, ink)
    _control_circuit(w, h, stroke, ink, accent)
    for x0, y0, x1, y1 in ((0.12, -0.47, 0.48, -0.36), (0.12, -0.415, 0.48, -0.36), (0.3, -0.47, 0.48, -0.36)):
        stroke([(x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0)], ink, 0.006)
    text("PRJ-0142", 0.21 * w, -0.388 * h, STEP, h * 0.045, ink, depth=0.001)
    text("FL. 03", 0.39 * w, -0.388 * h, STEP, h * 0.045, ink, depth=0.001)
    text("Partida M1", 0.21 * w, -0.443 * h, STEP, h * 0.04, ink, depth=0.001)
    text("REV. B", 0.39 * w, -0.443 * h, STEP, h * 0.04, ink, depth=0.001)


def _input_card(w, h, stroke, ink):
    """The controller's input card between the power and the control circuit."""
    stroke([(-0.12, 0.2), (-0.01, 0.2), (-0.01, -0.22), (-0.12, -0.22), (-0.12, 0.2)])
    text("A1", -0.065 * w, 0.24 * h, STEP, h * 0.05, ink, depth=0.001)
    for k in range(6):
        y = 0.15 - k * 0.064
        stroke([(-0.17, y), (-0.12, y)])
        text(f"I{k}", -0.065 * w, y * h, STEP, h * 0.036, ink, depth=0.001)


def _control_circuit(w, h, stroke, ink, accent):
    stroke([(0.06, 0.34), (0.46, 0.34)])
    stroke([(0.06, -0.3), (0.46, -0.3)])
    for n, x in enumerate((0.12, 0.22, 0.32, 0.42)):
        y = 0.34
        for k in range(2 + n % 2):
            low = y - 0.09
            stroke([(x, y), (x, low)])
            stroke([(x - 0.018, low - 0.01), (x, low - 0.07)])
            y = low - 0.07
        stroke([(x, y), (x, -0.15)])
        mat = accent if n == 0 else ink
        stroke([(x - 0.025, -0.15), (x + 0.025, -0.15), (x + 0.025, -0.2), (x - 0.025, -0.2), (x - 0.025, -0.15)], mat)
        stroke([(x, -0.2), (x, -0.3)])
        text(f"K{n + 1}", (x + 0.045) * w, -0.175 * h, STEP, h * 0.055, mat, depth=0.001)
    stroke([(0.12, 0.19), (0.17, 0.19), (0.17, 0.02), (0.12, 0.02)])


def _circle(x, y, r, width, mat):
    _stroke(
        [(x + r * math.cos(math.radians(a)), y + r * math.sin(math.radians(a))) for a in range(0, 361, 15)], width, mat
    )
