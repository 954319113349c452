"""What turns, drawn: the cylinder of roulette, the upright wheel, the plate of boule, each with its last outcome.

Where a document does not give the order of the cells the picture invents none: the cylinder keeps its pockets
unnumbered, and the upright wheel spreads its cells evenly and says so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapete.table import svg
from tapete.table.svg import GOLD, INK, IVORY, Box, Point, Svg, polar, sector
from tapete.table.words import translate as _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tapete.games.wheels.rules import Outcome, Wheel

NO_COLOUR = "#2f8a63"
_VALUE_PAINTS = ("#1d5fa8", "#b98a14", "#8c2f7b", "#1f8a5b", "#b5452d", "#1c1c20", "#6a1f2b", "#4b5563")


def colour_of(wheel: Wheel, outcome: Outcome) -> str:
    """The paint of an outcome: its colour on the wheel, or one of its own where the document gives none."""
    if not wheel.colours:
        return _VALUE_PAINTS[wheel.outcomes.index(outcome) % len(_VALUE_PAINTS)]
    named = wheel.colour(outcome)
    return svg.PAINTS.get(named, NO_COLOUR)


def spread(outcomes: Sequence[Outcome], weights: Sequence[int]) -> list[Outcome]:
    """The cells in a round, each outcome as often as its weight, never beside itself where that is possible.

    >>> "".join(spread("abc", (3, 2, 1)))
    'bacaba'
    >>> ring = spread(range(7), (24, 15, 7, 4, 2, 1, 1))
    >>> any(ring[i - 1] == ring[i] for i in range(54))
    False
    """
    share = dict(zip(outcomes, weights, strict=True))
    for first in outcomes:
        ring = _spread_from(first, share)
        if all(ring[index - 1] != outcome for index, outcome in enumerate(ring)):
            break
    return ring


def _spread_from(first: Outcome, share: dict[Outcome, int]) -> list[Outcome]:
    """Each next cell goes to the outcome that lags most behind its share."""
    size = sum(share.values())
    used = dict.fromkeys(share, 0)
    ring: list[Outcome] = []
    for index in range(size):
        free = [o for o in share if used[o] < share[o] and o not in ring[-1:]] or [
            o for o in share if used[o] < share[o]
        ]
        chosen = max(free, key=lambda o: share[o] * (index + 1) / size - used[o]) if ring else first
        ring.append(chosen)
        used[chosen] += 1
    return ring


def cylinder(picture: Svg, centre: Point, radius: float, wheel: Wheel, last: Outcome | None) -> None:
    """Roulette's cylinder seen from above, with the ball in its last pocket."""
    pockets = wheel.order or _unordered(wheel)
    size = len(pockets)
    with picture.group(title=_cylinder_title(wheel), class_="wheel", data_first="wheel"):
        _bowl(picture, centre, radius)
        with picture.moving("spin", way=centre):
            for index, outcome in enumerate(pockets):
                _pocket(picture, centre, radius, (index - 0.5) / size, (index + 0.5) / size, colour_of(wheel, outcome))
                if wheel.order:
                    _rim_text(picture, centre, radius * 0.74, index / size, str(outcome), radius * 0.082)
            _turret(picture, centre, radius)
        if last is not None:
            if wheel.order:
                with picture.moving("run", way=centre):
                    _ball(picture, polar(centre, radius * 0.57, pockets.index(last) / size), radius * 0.045)
            _hub(picture, centre, radius * 0.2, str(last), colour_of(wheel, last))


def _cylinder_title(wheel: Wheel) -> str:
    if wheel.order:
        return _("The wheel")
    return _("The wheel; the document does not give the order of its numbers")


def _unordered(wheel: Wheel) -> list[Outcome]:
    """Pockets of every colour, spread evenly: only their colours are shown."""
    groups = [[o for o in wheel.outcomes if wheel.colour(o) == colour] for colour in (*wheel.colours, wheel.neutral)]
    groups = [group for group in groups if group]
    ring = spread(range(len(groups)), [len(group) for group in groups])
    return [groups[int(index)][0] for index in ring]


def _bowl(picture: Svg, centre: Point, radius: float) -> None:
    x, y = centre
    picture.add("circle", cx=x + 3, cy=y + 6, r=radius, fill="#000", fill_opacity=0.35)
    picture.add("circle", cx=x, cy=y, r=radius, fill="url(#tapete-wood)", stroke="#2c170a", stroke_width=2)
    picture.add("circle", cx=x, cy=y, r=radius * 0.9, fill="#2a160b", stroke=GOLD, stroke_width=1.5)
    for index in range(8):
        spot = polar(centre, radius * 0.86, (index + 0.5) / 8)
        picture.add(
            "rect",
            x=spot[0] - radius * 0.012,
            y=spot[1] - radius * 0.035,
            width=radius * 0.024,
            height=radius * 0.07,
            fill=GOLD,
            transform=f"rotate({svg.number(360 * (index + 0.5) / 8)} {svg.number(spot[0])} {svg.number(spot[1])})",
        )


def _pocket(picture: Svg, centre: Point, radius: float, start: float, end: float, colour: str) -> None:
    edge = {"stroke": GOLD, "stroke_width": 0.8, "stroke_opacity": 0.8}
    picture.add("path", d=sector(centre, radius * 0.65, radius * 0.82, start, end), fill=colour, **edge)  # type: ignore[arg-type]
    picture.add("path", d=sector(centre, radius * 0.49, radius * 0.65, start, end), fill=colour, **edge)  # type: ignore[arg-type]
    picture.add("path", d=sector(centre, radius * 0.49, radius * 0.65, start, end), fill="#000", fill_opacity=0.35)


def _rim_text(
    picture: Svg, centre: Point, radius: float, turn: float, text: str, size: float, fill: str = IVORY
) -> None:
    at = polar(centre, radius, turn)
    turned = f"rotate({svg.number(360 * turn)} {svg.number(at[0])} {svg.number(at[1])})"
    picture.text(at, text, size, fill, 700, transform=turned)


def _turret(picture: Svg, centre: Point, radius: float) -> None:
    x, y = centre
    picture.add("circle", cx=x, cy=y, r=radius * 0.49, fill="url(#tapete-wood)", stroke=GOLD, stroke_width=1.5)
    picture.add(
        "circle", cx=x, cy=y, r=radius * 0.4, fill="none", stroke="#2c170a", stroke_opacity=0.5, stroke_width=1.5
    )
    for index in range(4):
        tip = polar(centre, radius * 0.33, index / 4 + 0.125)
        for colour, width in (("#5e3a17", 0.055), (GOLD, 0.03)):
            picture.add(
                "line",
                x1=x,
                y1=y,
                x2=tip[0],
                y2=tip[1],
                stroke=colour,
                stroke_width=radius * width,
                stroke_linecap="round",
            )
        picture.add("circle", cx=tip[0], cy=tip[1], r=radius * 0.035, fill="url(#tapete-bronze)", stroke="#5e3a17")
    picture.add("circle", cx=x, cy=y, r=radius * 0.16, fill="url(#tapete-bronze)", stroke="#5e3a17", stroke_width=1.5)
    picture.add("circle", cx=x, cy=y, r=radius * 0.07, fill=GOLD, stroke="#5e3a17", stroke_width=1)


def _hub(picture: Svg, centre: Point, radius: float, text: str, colour: str) -> None:
    x, y = centre
    with picture.moving("show"):
        picture.add("circle", cx=x, cy=y, r=radius, fill=colour, stroke=GOLD, stroke_width=radius * 0.1, class_="last")
        picture.text(centre, text, svg.fitting(text, radius * 1.5, radius * 1.05), svg.contrast(colour), 700)


def _ball(picture: Svg, at: Point, radius: float) -> None:
    picture.add("circle", cx=at[0] + 1, cy=at[1] + 2, r=radius, fill="#000", fill_opacity=0.5)
    picture.add("circle", cx=at[0], cy=at[1], r=radius, fill="url(#tapete-ball)", class_="ball")


def upright(picture: Svg, centre: Point, radius: float, wheel: Wheel, last: Outcome | None) -> None:
    """A vertical wheel with its stop, the last outcome's cell under it."""
    weights = [wheel.weight(o) for o in wheel.outcomes]
    ring = list(wheel.order) if wheel.order else spread(wheel.outcomes, weights)
    size = len(ring)
    shift = ring.index(last) if last is not None else 0
    title = _("The wheel") if wheel.order else _("The wheel; the document does not give the order of its cells")
    with picture.group(title=title, class_="wheel", data_first="wheel"):
        x, y = centre
        picture.add("circle", cx=x + 3, cy=y + 6, r=radius, fill="#000", fill_opacity=0.35)
        picture.add("circle", cx=x, cy=y, r=radius, fill="url(#tapete-wood)", stroke="#2c170a", stroke_width=2)
        with picture.moving("spin", way=centre):
            for index, outcome in enumerate(ring):
                _cell(picture, centre, radius, (index - shift) / size, 0.5 / size, outcome, colour_of(wheel, outcome))
        picture.add("circle", cx=x, cy=y, r=radius * 0.34, fill="url(#tapete-wood)", stroke=GOLD, stroke_width=2)
        picture.add("circle", cx=x, cy=y, r=radius * 0.24, fill="url(#tapete-bronze)", stroke="#5e3a17")
        if last is not None:
            _hub(picture, centre, radius * 0.22, value_text(last), colour_of(wheel, last))
    _stop(picture, (centre[0], centre[1] - radius), radius)


def _cell(picture: Svg, centre: Point, radius: float, turn: float, half: float, outcome: Outcome, colour: str) -> None:
    """A cell of an upright wheel, with the peg at its start."""
    outline = sector(centre, radius * 0.34, radius * 0.9, turn - half, turn + half)
    picture.add("path", d=outline, fill=colour, stroke=GOLD, stroke_width=0.8)
    _cell_text(picture, centre, radius, turn, value_text(outcome), svg.contrast(colour))
    peg = polar(centre, radius * 0.945, turn - half)
    picture.add("circle", cx=peg[0], cy=peg[1], r=radius * 0.014, fill=GOLD)


def value_text(outcome: Outcome) -> str:
    """An outcome as the wheel and the cloth show it.

    >>> value_text("joker"), value_text("40-a")
    ('Joker', '40 A')
    """
    text = str(outcome)
    head, _dash, tail = text.partition("-")
    return f"{head} {tail.upper()}" if tail else text.capitalize()


def _cell_text(picture: Svg, centre: Point, radius: float, turn: float, text: str, fill: str) -> None:
    """Written towards the middle, as such wheels are read at their stop."""
    at = polar(centre, radius * 0.72, turn)
    size = svg.fitting(text, radius * 0.3, radius * 0.085, radius * 0.05)
    turned = f"rotate({svg.number(360 * turn - 90)} {svg.number(at[0])} {svg.number(at[1])})"
    picture.text(at, text, size, fill, 700, transform=turned)


def _stop(picture: Svg, at: Point, radius: float) -> None:
    x, y = at
    half, tip = radius * 0.05, radius * 0.13
    points = f"{svg.number(x - half)},{svg.number(y - half)} {svg.number(x + half)},{svg.number(y - half)} "
    points += f"{svg.number(x)},{svg.number(y + tip)}"
    picture.add("polygon", points=points, fill=IVORY, stroke=INK, stroke_width=1.5, stroke_linejoin="round")


def plate(picture: Svg, centre: Point, radius: float, wheel: Wheel, last: Outcome | None) -> None:
    """Boule's plate in its square frame: two rows of holes around the boss."""
    x, y = centre
    ring = list(wheel.order or wheel.outcomes)
    size = len(ring)
    with picture.group(title=_("The plate"), class_="wheel", data_first="wheel"):
        frame = Box(x - radius, y - radius, 2 * radius, 2 * radius)
        picture.rect(frame, "url(#tapete-wood)", rx=18, stroke="#2c170a", stroke_width=2)
        picture.rect(frame.within(8), "none", rx=12, stroke=GOLD, stroke_opacity=0.6, stroke_width=1.2)
        picture.add("circle", cx=x, cy=y, r=radius * 0.9, fill="#0d5a3d", stroke=GOLD, stroke_width=2)
        picture.add(
            "circle", cx=x, cy=y, r=radius * 0.9, fill="none", stroke="#000", stroke_opacity=0.25, stroke_width=8
        )
        for row, (reach, turned) in enumerate(((0.68, 0.0), (0.44, 0.5))):
            for index, outcome in enumerate(ring):
                at = polar(centre, radius * reach, (index + turned) / size)
                _hole(picture, at, radius * (0.13 - 0.02 * row), str(outcome), colour_of(wheel, outcome))
        picture.add("circle", cx=x, cy=y, r=radius * 0.24, fill="url(#tapete-bronze)", stroke="#5e3a17", stroke_width=2)
        picture.add("circle", cx=x, cy=y, r=radius * 0.1, fill=GOLD, stroke="#5e3a17", stroke_width=1)
        if last is not None:
            hole = polar(centre, radius * 0.68, ring.index(last) / size)
            with picture.moving("run", way=centre):
                _ball(picture, (hole[0] + radius * 0.07, hole[1] - radius * 0.07), radius * 0.07)
            _hub(picture, centre, radius * 0.2, str(last), colour_of(wheel, last))


def _hole(picture: Svg, at: Point, radius: float, text: str, colour: str) -> None:
    picture.add("circle", cx=at[0], cy=at[1], r=radius, fill=colour, stroke=GOLD, stroke_width=1.5)
    picture.text(at, text, radius * 1.05, svg.contrast(colour), 700)
