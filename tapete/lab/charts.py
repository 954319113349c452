"""Charts as SVG whose colours come from the page around them, so that they suit a light page and a dark one."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tapete.lab import words
from tapete.table.svg import Svg, number
from tapete.table.tally import PARTS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from fractions import Fraction

    from tapete.lab.runner import Point
    from tapete.lab.sample import Sample
    from tapete.table.distribution import BetOdds, Joint
    from tapete.table.tally import Tally

WIDTH, HEIGHT = 860.0, 320.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 84.0, 18.0, 16.0, 44.0
_MOST_BARS, _FEW_BARS = 41, 12
_SIZE = 12.0


@dataclass(frozen=True, slots=True)
class Scale:
    """Values laid along a stretch of the picture."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)


@dataclass(frozen=True, slots=True)
class Bar:
    """The nets between two values: how likely they are, and how often they came."""

    label: str
    exact: float
    found: float | None


def ticks(low: float, high: float, wanted: int = 5) -> list[float]:
    """Round values between two bounds.

    >>> ticks(0, 0.52), ticks(-3, 12)
    ([0.0, 0.2, 0.4], [0, 5, 10])
    """
    rough = (high - low) / wanted
    power = 10 ** math.floor(math.log10(rough))
    step = next(step for step in (power, 2 * power, 5 * power, 10 * power) if step >= rough * 0.999)
    first = math.ceil(low / step - 1e-9)
    return [n * step for n in range(first, math.floor(high / step + 1e-9) + 1)]


def edges(rows: Iterable[BetOdds], title: str) -> str:
    """The house edge of every priced bet, as bars."""
    priced = [row for row in rows if row.priced]
    step, label = 22.0, 150.0
    picture = Svg(WIDTH, _TOP + step * len(priced) + 8, title)
    values = [float(row.outlook.edge) for row in priced]
    across = Scale(min(0.0, *values), max(1e-9, 0.0, *values), label, WIDTH - 96)
    for index, (row, value) in enumerate(zip(priced, values, strict=True)):
        y = _TOP + step * index
        left, right = sorted((across(0), across(value)))
        picture.text((label - 8, y + 8), words.bet(row), _SIZE, "currentColor", 400, "end")
        picture.add("rect", x=left, y=y, width=max(right - left, 1), height=step - 6, class_="exact")
        shown = f"{words.fraction(row.outlook.edge)} · {words.percentage(row.outlook.edge, 3)}"
        picture.text((right + 6, y + 8), shown, _SIZE - 1, "currentColor", 400, "start", class_="quiet")
    return str(picture)


def nets(joint: Joint, sample: Sample | None, title: str) -> str:
    """How likely each net of a round is, and how often it came."""
    bars = _bars(joint, sample)
    picture = Svg(WIDTH, HEIGHT, title)
    most = max(max(bar.exact, bar.found or 0) for bar in bars)
    up = Scale(0, most * 1.12, HEIGHT - _BOTTOM, _TOP)
    _levels(picture, up, lambda value: words.percentage(value, 0 if most > 0.05 else 2))
    room = (WIDTH - _LEFT - _RIGHT) / len(bars)
    wide = min(room * 0.7, 90.0)
    for index, bar in enumerate(bars):
        middle = _LEFT + room * (index + 0.5)
        told = f"{bar.label}: {words.percentage(bar.exact)}"
        told += "" if bar.found is None else f" / {words.percentage(bar.found)}"
        foot = up(0)
        picture.add(
            "rect",
            title=told,
            x=middle - wide / 2,
            y=up(bar.exact),
            width=wide,
            height=max(foot - up(bar.exact), 0.75),
            class_="exact",
        )
        if bar.found is not None:
            picture.add("circle", title=told, cx=middle, cy=up(bar.found), r=min(4.5, room * 0.3), class_="found")
        if len(bars) <= _FEW_BARS:
            picture.text((middle, up(bar.exact) - 12), words.percentage(bar.exact, 2), _SIZE - 1, "currentColor", 400)
        if index % max(1, math.ceil(len(bars) * 62 / (WIDTH - _LEFT))) == 0:
            picture.text((middle, foot + 16), bar.label, _SIZE, "currentColor", 400)
    return str(picture)


def settling(trace: Sequence[Point], exact: float, reach: float, title: str) -> str:
    """How the mean of the rounds settled down on the exact one; ``reach`` is the interval in standard errors."""
    picture = Svg(WIDTH, HEIGHT, title)
    # The first stations are wild; the picture is drawn for what comes after them, and they leave it.
    widest = max(reach * trace[min(3, len(trace) - 1)].error, *(abs(p.mean - exact) for p in trace[3:])) * 1.15
    up = Scale(exact - widest, exact + widest, HEIGHT - _BOTTOM, _TOP)
    across = Scale(0, trace[-1].rounds, _LEFT, WIDTH - _RIGHT)
    _levels(picture, up, lambda value: words.decimal(value, max(0, 2 - math.floor(math.log10(widest)))))
    _counts(picture, across)

    def point(rounds: int, value: float) -> str:
        bounded = min(max(value, up.low), up.high)
        return f"{number(across(rounds))},{number(up(bounded))}"

    over = [point(p.rounds, p.mean + reach * p.error) for p in trace]
    under = [point(p.rounds, p.mean - reach * p.error) for p in reversed(trace)]
    picture.add("polygon", points=" ".join(over + under), class_="band")
    picture.add("polyline", points=" ".join(point(p.rounds, p.mean) for p in trace), class_="mean")
    picture.add("line", x1=_LEFT, x2=WIDTH - _RIGHT, y1=up(exact), y2=up(exact), class_="true")
    return str(picture)


def bands(tally: Tally, title: str) -> str:
    """How much players had as the session went on: the median, and within what most of them lay."""
    picture = Svg(WIDTH, HEIGHT, title)
    rows = [(0, (float(tally.bankroll),) * len(PARTS))]
    rows += [(mark, tally.quantiles(number)) for number, mark in enumerate(tally.marks)]
    up = Scale(0, max(max(held) for _, held in rows) * 1.08, HEIGHT - _BOTTOM, _TOP)
    across = Scale(0, tally.marks[-1], _LEFT, WIDTH - _RIGHT)
    _levels(picture, up, lambda value: words.decimal(value, 0))
    _counts(picture, across)
    picture.text(((_LEFT + WIDTH) / 2, HEIGHT - 8), words.unit(tally.unit), _SIZE, "currentColor", 400)
    for low in range(len(PARTS) // 2):
        upper = [f"{number(across(mark))},{number(up(held[-1 - low]))}" for mark, held in rows]
        lower = [f"{number(across(mark))},{number(up(held[low]))}" for mark, held in reversed(rows)]
        picture.add("polygon", points=" ".join(upper + lower), class_="band")
    median = (f"{number(across(mark))},{number(up(held[len(PARTS) // 2]))}" for mark, held in rows)
    picture.add("polyline", points=" ".join(median), class_="mean")
    start = up(tally.bankroll)
    picture.add("line", x1=_LEFT, x2=WIDTH - _RIGHT, y1=start, y2=start, class_="true")
    return str(picture)


def _counts(picture: Svg, across: Scale) -> None:
    """Round numbers along the foot; one that stands at the very end is written before it."""
    for tick in ticks(across.low, across.high):
        at, told = across(tick), words.whole(round(tick))
        anchor = "end" if at + len(told) * _SIZE / 3 > WIDTH else "middle"
        picture.text((at, HEIGHT - _BOTTOM + 16), told, _SIZE, "currentColor", 400, anchor)


def _levels(picture: Svg, up: Scale, shown: Callable[[float], str]) -> None:
    for tick in ticks(up.low, up.high):
        picture.add("line", x1=_LEFT, x2=WIDTH - _RIGHT, y1=up(tick), y2=up(tick), class_="level")
        picture.text((_LEFT - 8, up(tick)), shown(tick), _SIZE, "currentColor", 400, "end")


def _bars(joint: Joint, sample: Sample | None) -> list[Bar]:
    """One bar for each net, or for each stretch of them where they are many."""
    chances = joint.net.chances
    found = dict(sample.nets) if sample is not None else {}
    rounds = sample.rounds if sample is not None else 0

    def share(values: Iterable[Fraction]) -> float | None:
        return sum(found.get(value, 0) for value in values) / rounds if rounds else None

    visible = [(net, chance) for net, chance in chances if chance > 1e-6]
    if len(visible) <= _MOST_BARS:
        return [Bar(words.amount(net), float(chance), share([net])) for net, chance in visible]
    low, high = chances[0][0], chances[-1][0]
    step = (high - low) / _MOST_BARS
    bars = []
    for index in range(_MOST_BARS):
        start = low + step * index
        end = high if index == _MOST_BARS - 1 else start + step
        inside = [(n, c) for n, c in chances if start <= n and (n < end or n == end == high)]
        seen = [n for n in found if start <= n and (n < end or n == end == high)]
        middle = words.decimal(float(start + step / 2), 0)
        bars.append(Bar(middle, float(sum(c for _, c in inside)), share(seen)))
    return bars
