"""Draws the pictures of the research pages as SVG.

Every picture has a background of its own and two sets of colours, so that it can be read on a light
and on a dark page. The colours are those of Okabe and Ito, which most colour-blind readers can tell
apart; shapes differ, too.
"""

from __future__ import annotations

from xml.sax.saxutils import escape

LIGHT = {"back": "#ffffff", "ink": "#1a1a1a", "soft": "#5f5f5f", "grid": "#dedede"}
LIGHT |= {
    "one": "#0072b2",
    "two": "#c04a00",
    "three": "#00795a",
    "four": "#8f4a7d",
    "five": "#7a6a00",
}
DARK = {"back": "#16181c", "ink": "#f0f0f0", "soft": "#b4b4b4", "grid": "#3a3d42"}
DARK |= {
    "one": "#56b4e9",
    "two": "#f0883e",
    "three": "#2fc79a",
    "four": "#dc9ac6",
    "five": "#e6d74a",
}
SERIES = ["one", "two", "three", "four", "five"]
WIDTH = 680


def style() -> str:
    def rules(colours: dict[str, str]) -> str:
        named = "".join(
            f".{name}{{fill:{colours[name]};stroke:{colours[name]}}}"
            f".hollow.{name}{{fill:{colours['back']}}}.line.{name}{{fill:none}}"
            for name in SERIES
        )
        back, ink, soft, grid = (colours[name] for name in ("back", "ink", "soft", "grid"))
        return (
            f".back{{fill:{back}}}.rule{{stroke:{grid}}}.axis{{stroke:{soft}}}{named}"
            f"text{{fill:{ink};stroke:none}}.soft{{fill:{soft}}}.on{{fill:{back}}}"
        )

    text = (
        "text{font:13px Helvetica,Arial,'Liberation Sans',sans-serif}.soft{font-size:11.5px}"
        ".end{text-anchor:end}.mid{text-anchor:middle}.b{font-weight:bold}"
        ".mark{stroke-width:1.6}.line{stroke-width:1.8}.perfect{stroke-width:1.2;stroke-dasharray:5 4}"
    )
    return f"{text}{rules(LIGHT)}@media (prefers-color-scheme:dark){{{rules(DARK)}}}"


def svg(title: str, height: float, parts: list[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height:.0f}" '
        f'viewBox="0 0 {WIDTH} {height:.0f}" role="img">'
        f"<title>{escape(title)}</title><style>{style()}</style>"
        f'<rect class="back" width="{WIDTH}" height="{height:.0f}"/>{"".join(parts)}</svg>\n'
    )


def text(x: float, y: float, words: str, classes: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{classes}">{escape(words)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, classes: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{classes}"/>'


def mark(shape: int, x: float, y: float, classes: str) -> str:
    """A circle, square, triangle, diamond or inverted triangle."""
    classes = f"mark {classes}"
    if shape == 0:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" class="{classes}"/>'
    corners = {
        1: [(-3.6, -3.6), (3.6, -3.6), (3.6, 3.6), (-3.6, 3.6)],
        2: [(0, -4.8), (4.6, 3.6), (-4.6, 3.6)],
        3: [(0, -5), (5, 0), (0, 5), (-5, 0)],
        4: [(0, 4.8), (4.6, -3.6), (-4.6, -3.6)],
    }[shape]
    points = " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in corners)
    return f'<polygon points="{points}" class="{classes}"/>'


def key(x: float, y: float, entries: list[tuple[int, str, str]]) -> list[str]:
    """A legend on one line: shape, classes and words of each entry."""
    parts = []
    for shape, classes, words in entries:
        parts += [mark(shape, x + 5, y - 4, classes), text(x + 16, y, words)]
        x += 34 + 6.6 * len(words)
    return parts


class Axis:
    """Shares of games from left to right, with a rule for each tenth."""

    def __init__(self, left: float, most: float, step: float = 0.1):
        self.left, self.most, self.step = left, most, step

    def at(self, share: float) -> float:
        return self.left + (WIDTH - 30 - self.left) * share / self.most

    def draw(self, top: float, bottom: float, words: str) -> list[str]:
        parts = []
        for tick in range(round(self.most / self.step) + 1):
            x = self.at(tick * self.step)
            parts.append(line(x, top, x, bottom, "rule"))
            parts.append(text(x, bottom + 17, f"{100 * tick * self.step:.0f}", "soft mid"))
        parts.append(line(self.left, bottom, WIDTH - 30, bottom, "axis"))
        parts.append(text((self.left + WIDTH - 30) / 2, bottom + 36, words, "soft mid"))
        return parts


def interval(
    axis: Axis, y: float, rate: float, ci: list[float], shape: int, classes: str
) -> list[str]:
    """A mark for the share and a bar with ends for its interval."""
    low, high = (axis.at(value) for value in ci)
    name = classes.split()[-1]
    bar = [line(low, y, high, y, f"line {name}")]
    bar += [line(x, y - 3, x, y + 3, f"line {name}") for x in (low, high)]
    return [*bar, mark(shape, axis.at(rate), y, classes)]


def dots(
    title: str,
    rows: list[tuple[str, str]],
    series: list[tuple[str, dict, bool]],
    words: str,
    perfect: list[tuple[float, str]] | None = None,
) -> str:
    """Rows of names with the shares of each series: its name, shares by row, and whether it is hollow."""
    left = 26 + max(max(7.2 * len(name), 6.3 * len(source)) for name, source in rows)
    high = max(ci[1] for _, shares, _ in series for _, ci in shares.values())
    axis, top, row = Axis(left, min(1.0, -(-high // 0.1) * 0.1)), 52, 31
    bottom = top + row * len(rows) + 4
    parts = axis.draw(top, bottom, words)
    names = [SERIES[index] for index in range(len(series))]
    entries = [
        (index, f"{'hollow ' if hollow else ''}{name}", label)
        for index, ((label, _, hollow), name) in enumerate(zip(series, names, strict=True))
    ]
    parts += key(axis.left, 24, entries)
    for index, (share, name) in enumerate(perfect or []):
        parts.append(line(axis.at(share), top - 6, axis.at(share), bottom, f"perfect {name}"))
        end = "end soft" if index == 0 else "soft"
        parts.append(
            text(
                axis.at(share) + (-4 if index == 0 else 4),
                top - 4,
                f"perfect {100 * share:.1f}",
                end,
            )
        )
    for number, (name, source) in enumerate(rows):
        middle = top + row * number + row / 2 + 2
        parts.append(text(axis.left - 14, middle - 1 if source else middle + 4, name, "end"))
        if source:
            parts.append(text(axis.left - 14, middle + 12, source, "end soft"))
        for index, (_, shares, _) in enumerate(series):
            if name in shares:
                y = middle + 10 * (index - (len(series) - 1) / 2)
                parts += interval(axis, y, *shares[name], index, entries[index][1])
    return svg(title, bottom + 48, parts)


def curves(title: str, lines: dict[str, list[tuple[int, float]]], across: str, up: str) -> str:
    """Shares over a number, a line for each name."""
    left, right, top, bottom = 62, WIDTH - 30, 20, 330
    last = max(x for points in lines.values() for x, _ in points)

    def place(x: float, share: float) -> tuple[float, float]:
        return left + (right - left) * x / last, bottom - (bottom - top) * share

    parts = []
    for tick in range(0, 11, 2):
        y = place(0, tick / 10)[1]
        parts.append(line(left, y, right, y, "rule"))
        parts.append(text(left - 8, y + 4, f"{10 * tick}", "soft end"))
    for tick in range(0, last + 1, 3):
        parts.append(text(place(tick, 0)[0], bottom + 17, str(tick), "soft mid"))
    parts.append(line(left, bottom, right, bottom, "axis"))
    parts.append(text((left + right) / 2, bottom + 36, across, "soft mid"))
    middle = (top + bottom) / 2
    parts.append(f'<g transform="rotate(-90 18 {middle})">{text(18, middle, up, "soft mid")}</g>')
    high = 22 * len(lines) + 4
    box = f'x="{right - 126}" y="{bottom - 136}" width="126" height="{high}"'
    parts.append(f'<rect {box} class="back"/>')
    for index, (name, points) in enumerate(lines.items()):
        colour = SERIES[index]
        at = [place(*point) for point in points]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in at)
        parts.append(f'<polyline points="{path}" class="line {colour}"/>')
        parts += [mark(index, x, y, colour) for x, y in at]
        y = bottom - 120 + 22 * index
        parts += [
            line(right - 116, y, right - 84, y, f"line {colour}"),
            mark(index, right - 100, y, colour),
        ]
        parts.append(text(right - 76, y + 4, name))
    return svg(title, bottom + 48, parts)


def bars(title: str, rows: list[tuple[str, list[int]]], kinds: list[tuple[str, str, float]]) -> str:
    """Bars of counts, put end to end; a kind has a name, a colour and how strong that colour is."""
    left, top, row = 160, 52, 34
    right, most = WIDTH - 60, max(sum(counts) for _, counts in rows)
    parts, x = [], left
    for name, colour, strength in kinds:
        parts.append(
            f'<rect x="{x}" y="12" width="13" height="13" class="{colour}" fill-opacity="{strength}"/>'
        )
        parts.append(text(x + 20, 23, name))
        x += 42 + 6.6 * len(name)
    for number, (name, counts) in enumerate(rows):
        y, x = top + row * number, float(left)
        parts.append(text(left - 12, y + 16, name, "end"))
        for count, (_, colour, strength) in zip(counts, kinds, strict=True):
            wide = (right - left) * count / most
            if count:
                parts.append(
                    f'<rect x="{x:.1f}" y="{y}" width="{wide:.1f}" height="22" class="{colour}" '
                    f'fill-opacity="{strength}"/>'
                )
            if wide > 15:
                inside = "mid on" if strength == 1 else "mid"
                parts.append(text(x + wide / 2, y + 16, str(count), inside))
            x += wide
        parts.append(text(x + 8, y + 16, str(sum(counts)), "soft"))
    return svg(title, top + row * len(rows) + 6, parts)
