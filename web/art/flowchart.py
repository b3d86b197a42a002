"""Writes web/public/imagens/howItWorksFlowchart*.svg: how a company and a professional meet, in two lanes.

The wide file shows two rows, the narrow one two columns for phones; howItWorksFlowchart.svg is the wide one.
Usage: python3 web/art/flowchart.py
"""
import pathlib
from xml.sax.saxutils import escape

TARGET = pathlib.Path(__file__).resolve().parent.parent / "web" / "public" / "imagens"

LANES = (
    (
        "Empresa",
        (
            ("Publica", "o projeto"),
            ("Recebe", "propostas"),
            ("Colabora", "e gerencia"),
            ("Aprova e libera", "o pagamento"),
        ),
    ),
    ("Profissional", (("Cria", "o perfil"), ("Encontra", "projetos"), ("Envia", "propostas"), ("Entrega", "e recebe"))),
)
# What passes between the lanes, from step index to step index: (from lane, from step, to lane, to step, word).
EXCHANGES = ((0, 0, 1, 1, "projeto"), (1, 2, 0, 1, "proposta"), (0, 3, 1, 3, "pagamento"))
DESCRIPTION = "; ".join(f"{lane}: " + ", depois ".join(" ".join(step) for step in steps) for lane, steps in LANES) + "."

STYLE = """
    .card { fill: #ffffff; stroke: #8a949b; stroke-width: 1.5 }
    .last { stroke: #c9500e; stroke-width: 2 }
    .lane { fill: #59646c } .laneText { fill: #ffffff }
    .text { fill: #1d252c } .number { fill: #59646c }
    .flow { stroke: #77828a; stroke-width: 2; fill: none } .tip { fill: #77828a }
    .pass { stroke: #d95d1c; stroke-width: 2; stroke-dasharray: 5 5; fill: none } .passTip { fill: #d95d1c }
    .word { fill: #a84009 } .pill { fill: #ffffff; stroke: #c9500e }
    text { font-family: "IBM Plex Sans", system-ui, "Segoe UI", Roboto, sans-serif }
    .mono { font-family: "IBM Plex Mono", ui-monospace, Menlo, Consolas, monospace }
    @media (prefers-color-scheme: dark) {
      .card { fill: #1d242c; stroke: #6b7781 } .last { stroke: #ff8a45 }
      .lane { fill: #46515a } .text { fill: #f1f0ec } .number { fill: #a9b4bc }
      .flow { stroke: #a9b4bc } .tip { fill: #a9b4bc }
      .pass { stroke: #ff8a45 } .passTip { fill: #ff8a45 } .word { fill: #ff9d63 } .pill { fill: #1d242c; stroke: #ff8a45 }
    }"""


class Sheet:
    """Collects shapes and gives the SVG document."""

    def __init__(self, width, height):
        self.width, self.height, self.parts = width, height, []

    def rect(self, x, y, w, h, kind, radius=6):
        self.parts.append(f'<rect x="{x}" y="{y}" width="{w}" height="{h}" rx="{radius}" class="{kind}"/>')

    def text(self, x, y, words, size, kind, weight=400, anchor="start"):
        self.parts.append(
            f'<text x="{x}" y="{y}" font-size="{size}" font-weight="{weight}" text-anchor="{anchor}" '
            f'class="{kind}">{escape(words)}</text>'
        )

    def arrow(self, points, kind, tip):
        """A line through the points with a solid head on the last one."""
        (x0, y0), (x1, y1) = points[-2:]
        dx, dy = (x1 > x0) - (x1 < x0), (y1 > y0) - (y1 < y0)
        end = (x1 - dx * 8, y1 - dy * 8)
        path = "M" + " L".join(f"{x} {y}" for x, y in [*points[:-1], end])
        self.parts.append(f'<path d="{path}" class="{kind}"/>')
        a, b = (x1 - dx * 10 - dy * 5, y1 - dy * 10 - dx * 5), (x1 - dx * 10 + dy * 5, y1 - dy * 10 + dx * 5)
        self.parts.append(f'<path d="M{x1} {y1} L{a[0]} {a[1]} L{b[0]} {b[1]} Z" class="{tip}"/>')

    def word_on_line(self, x, y, words, size):
        """The word on its own surface, so that it reads whatever the page behind is."""
        width = round(len(words) * size * 0.6 + 18, 1)
        self.rect(x - width / 2, y - size * 0.9, width, size * 1.8, "pill", 4)
        self.text(x, y + size * 0.34, words, size, "word mono", 500, "middle")

    def document(self):
        body = "\n  ".join(self.parts)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" width="{self.width}" '
            f'height="{self.height}" role="img" aria-labelledby="title desc">\n'
            f'  <title id="title">Como funciona</title>\n  <desc id="desc">{escape(DESCRIPTION)}</desc>\n'
            f"  <style>{STYLE}\n  </style>\n  {body}\n</svg>\n"
        )


def wide():
    """Two rows of four cards."""
    sheet = Sheet(1104, 420)
    card_w, card_h, gap, left, rows = 220, 108, 40, 62, (8, 304)
    spot = {}
    for lane, (name, steps) in enumerate(LANES):
        y = rows[lane]
        sheet.rect(8, y, 38, card_h, "lane")
        middle = y + card_h / 2
        sheet.parts.append(
            f'<text transform="translate(32 {middle}) rotate(-90)" font-size="14" font-weight="600" '
            f'text-anchor="middle" class="laneText">{name}</text>'
        )
        for k, lines in enumerate(steps):
            x = left + k * (card_w + gap)
            spot[lane, k] = (x + card_w / 2, y)
            _card(sheet, x, y, card_w, card_h, lane, k, lines, 20)
            if k:
                sheet.arrow([(x - gap + 3, middle), (x - 3, middle)], "flow", "tip")
    for number, (a, i, b, j, word) in enumerate(EXCHANGES):
        (x0, y0), (x1, y1) = spot[a, i], spot[b, j]
        down = b > a
        start, end = (y0 + card_h + 3, y1 - 3) if down else (y0 - 3, y1 + card_h + 3)
        bend = (rows[0] + card_h + rows[1]) / 2 + (-24 if number == 0 else 24 if number == 1 else 0)
        x1 += -60 if number == 0 else 40 if number == 1 else 0
        points = [(x0, start), (x0, bend), (x1, bend), (x1, end)] if x0 != x1 else [(x0, start), (x1, end)]
        sheet.arrow(points, "pass", "passTip")
        sheet.word_on_line((x0 + x1) / 2, bend, word, 15)
    return sheet.document()


def narrow():
    """Two columns of four cards, 360 units wide; the gutter carries the exchanges without words."""
    sheet = Sheet(360, 588)
    card_w, card_h, pitch, top, columns = 162, 92, 132, 52, (4, 194)
    spot = {}
    for lane, (name, steps) in enumerate(LANES):
        x = columns[lane]
        sheet.rect(x, 4, card_w, 34, "lane")
        sheet.text(x + card_w / 2, 26, name, 15, "laneText", 600, "middle")
        for k, lines in enumerate(steps):
            y = top + k * pitch
            spot[lane, k] = (x, y)
            _card(sheet, x, y, card_w, card_h, lane, k, lines, 16)
            if k:
                centre = x + card_w / 2
                sheet.arrow([(centre, y - pitch + card_h + 3), (centre, y - 3)], "flow", "tip")
    for a, i, b, j, word in EXCHANGES:
        (xa, ya), (xb, yb) = spot[a, i], spot[b, j]
        start, end = (xa + card_w + 2, xb - 2) if b > a else (xa - 2, xb + card_w + 2)
        shift = 14 if a > b else -14
        y0, y1 = ya + card_h / 2 + shift, yb + card_h / 2 + shift
        middle = 185 if a > b else 175
        points = [(start, y0), (middle, y0), (middle, y1), (end, y1)] if y0 != y1 else [(start, y0), (end, y1)]
        sheet.arrow(points, "pass", "passTip")
    return sheet.document()


def _card(sheet, x, y, w, h, lane, k, lines, size):
    last = k == len(LANES[lane][1]) - 1
    sheet.rect(x, y, w, h, "card last" if last else "card")
    pad = size * 0.8
    sheet.text(x + pad, y + pad + 8, f"0{k + 1}", round(size * 0.72, 1), "number mono", 500)
    for n, line in enumerate(lines):
        sheet.text(x + pad, y + h - pad - (len(lines) - 1 - n) * size * 1.2, line, size, "text", 600 if n == 0 else 500)


def main():
    TARGET.mkdir(parents=True, exist_ok=True)
    for name, document in (("", wide()), ("-wide", wide()), ("-narrow", narrow())):
        (TARGET / f"howItWorksFlowchart{name}.svg").write_text(document, encoding="utf-8")


if __name__ == "__main__":
    main()
