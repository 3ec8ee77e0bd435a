"""Pictures as SVG: prices over time, crawls by the hour. Pure; shapes carry words for who does not see them.

Words around a picture are text of the page and not of the picture: they keep their size on a phone, and no line runs
through them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

WIDTH, HEIGHT, EDGE = 720, 160, 4
"""In the picture's own units; the page stretches it. EDGE: so much stays free above and below."""


@dataclass(frozen=True, slots=True)
class Point:
    """A price at a time (UTC milliseconds). `price` is how it reads; `text` tells when and whether in stock too."""

    at: int
    value: int
    price: str
    text: str
    in_stock: bool


def prices(points: Sequence[Point], *, now_ms: int, begin: str, end: str) -> Markup:
    """The last price holds until the next one is seen; dashed while the product was not in stock. Oldest first.

    `begin` and `end` are written under the two ends of time, the highest and the lowest price beside their heights.
    Empty without a point.
    """
    if not points:
        return Markup("")
    first, last = points[0].at, max(now_ms, points[-1].at + 1)
    low, high = min(p.value for p in points), max(p.value for p in points)

    def x(at: int) -> float:
        return WIDTH * (at - first) / max(1, last - first)

    def y(value: int) -> float:
        share = (value - low) / (high - low) if high > low else 0.5
        return round(EDGE + (HEIGHT - 2 * EDGE) * (1 - share), 1)

    lines = []
    for number, point in enumerate(points):
        until = points[number + 1].at if number + 1 < len(points) else last
        kind = "line" if point.in_stock else "line out"
        path = f"M{x(point.at):.1f} {y(point.value)}H{x(until):.1f}"
        if number + 1 < len(points) and points[number + 1].value != point.value:
            path += f"V{y(points[number + 1].value)}"
        lines.append(Markup('<path class="{}" d="{}"><title>{}</title></path>').format(kind, path, point.text))
    highest, lowest = (next(p for p in points if p.value == value) for value in (high, low))
    said = f"{len(points)} prices, from {points[0].text} to {points[-1].text}; "
    said += f"highest {highest.text}, lowest {lowest.text}"
    beside = [highest.price, lowest.price] if high > low else [highest.price]
    grid = [_level(y(value)) for value in sorted({high, low})]
    return _picture(said, [*grid, *lines], beside, (begin, end))


@dataclass(frozen=True, slots=True)
class Bar:
    """What ended well and what did not within one hour."""

    label: str
    good: int
    bad: int


def hours(
    bars: Sequence[Bar], *, good: str = "recorded", bad: str = "not", what: str = "crawls, by the hour"
) -> Markup:
    """A bar for each hour (or day), the oldest first; what did not end well stands on top. `good` and `bad` say what
    was counted. The greatest count is written beside."""
    most = max((bar.good + bar.bad for bar in bars), default=0)
    if not most:
        return Markup("")
    step = WIDTH / len(bars)
    room = HEIGHT - 2 * EDGE
    shapes = [_level(EDGE), _level(EDGE + room)]
    for number, bar in enumerate(bars):
        lower, upper = room * bar.good / most, room * bar.bad / most
        left = number * step
        for kind, height, under in (("good", lower, 0.0), ("bad", upper, lower)):
            if height:
                shapes.append(
                    Markup('<rect class="{}" x="{}" y="{}" width="{}" height="{}"><title>{}</title></rect>').format(
                        kind,
                        round(left + 1, 1),
                        round(EDGE + room - under - height, 1),
                        round(step - 2, 1),
                        round(height, 1),
                        f"{bar.label}: {bar.good} {good}, {bar.bad} {bad}",
                    )
                )
    well, ill = sum(bar.good for bar in bars), sum(bar.bad for bar in bars)
    said = f"{what}: {well} {good}, {ill} {bad}"
    return _picture(said, shapes, [f"{most:,}", "0"], (bars[0].label, bars[-1].label))


SMALL_WIDTH, SMALL_HEIGHT = 140, 32


def small(bars: Sequence[Bar], said: str, *, good: str = "recorded", bad: str = "not") -> Markup:
    """Bars for a table's cell, without words beneath; `said` is what the picture is for who does not see it."""
    most = max((bar.good + bar.bad for bar in bars), default=0)
    if not most:
        return Markup("")
    step = SMALL_WIDTH / len(bars)
    shapes = []
    for number, bar in enumerate(bars):
        lower = SMALL_HEIGHT * bar.good / most
        for kind, value, under in (("good", bar.good, 0.0), ("bad", bar.bad, lower)):
            if value:
                height = max(1.0, SMALL_HEIGHT * value / most)
                title = (
                    f"{bar.label}: {bar.good} {good}, {bar.bad} {bad}" if bar.good else f"{bar.label}: {bar.bad} {bad}"
                )
                shapes.append(
                    Markup('<rect class="{}" x="{}" y="{}" width="{}" height="{}"><title>{}</title></rect>').format(
                        kind,
                        round(number * step, 1),
                        round(max(0.0, SMALL_HEIGHT - under - height), 1),
                        round(max(1.0, step - 1), 1),
                        round(height, 1),
                        title,
                    )
                )
    return Markup('<svg class="chart small" viewBox="0 0 {} {}" role="img" aria-label="{}">{}</svg>').format(
        SMALL_WIDTH, SMALL_HEIGHT, said, Markup("").join(shapes)
    )


def _level(y: float) -> Markup:
    return Markup('<path class="level" d="M0 {}H{}"/>').format(y, WIDTH)


def _picture(said: str, parts: Sequence[Markup], beside: Sequence[str], ends: tuple[str, str]) -> Markup:
    """`beside` is written at the left, from the top to the bottom (one alone in the middle), `ends` beneath."""
    return Markup(
        '<div class="plot"><div class="beside{}">{}</div>'
        '<svg class="chart" viewBox="0 0 {} {}" preserveAspectRatio="none" role="img" aria-label="{}">{}</svg>'
        '<div class="beneath"><span>{}</span><span>{}</span></div></div>'
    ).format(
        " alone" if len(beside) == 1 else "",
        Markup("").join(Markup("<span>{}</span>").format(one) for one in beside),
        WIDTH,
        HEIGHT,
        said,
        Markup("").join(parts),
        *ends,
    )
