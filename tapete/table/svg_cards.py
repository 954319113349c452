"""Playing cards as SVG: faces with a corner that can be read when cards overlap, backs, and hands of them.

Nothing but letters and numbers is typed, so a picture looks the same whatever fonts there are.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from tapete.table import svg
from tapete.table.cards import JOKER, UNSEEN
from tapete.table.figures import BLACK, RED, draw_figure
from tapete.table.svg import GOLD, INK, Box, Svg

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tapete.table.cards import Card
    from tapete.table.svg import Point

RATIO = 0.7
FACE, BACK, JESTER = "#fdfbf3", "#274b8f", "#74409c"
_EDGE = "#8b8878"
_SUITS = {"s": "pique", "h": "corazon", "d": "rombo", "c": "trebol"}


def ink(card: Card) -> str:
    """The colour in which a card is printed."""
    return RED if card.red else BLACK


def draw_card(picture: Svg, card: Card, at: Point, height: float, title: str | None = None, lit: bool = False) -> None:
    """A card around a point, its back where nobody has seen it; ``lit`` puts a light around it.

    >>> from tapete.table.cards import card
    >>> picture = Svg(100, 100, "A card")
    >>> draw_card(picture, card("Kh"), (50, 50), 80)
    >>> 'class="card"' in str(picture), ">K</text>" in str(picture)
    (True, True)
    """
    x, y = at
    width = height * RATIO
    box = Box(x - width / 2, y - height / 2, width, height)
    with picture.group(title=title or str(card), class_="card"):
        shadow = Box(box.x + height * 0.02, box.y + height * 0.03, width, height)
        picture.rect(shadow, "#000", fill_opacity=0.3, rx=height * 0.08)
        stroke, width = (GOLD, height * 0.05) if lit else (_EDGE, 1)
        picture.rect(box, FACE, rx=height * 0.08, stroke=stroke, stroke_width=width)
        if card is UNSEEN:
            _draw_back(picture, box.within(height * 0.05), height)
        else:
            _draw_face(picture, card, box, height)


def _draw_face(picture: Svg, card: Card, box: Box, height: float) -> None:
    if card is JOKER:
        _draw_star(picture, box.middle, height * 0.3)
        return
    corner = box.x + height * 0.15, box.y + height * 0.18
    picture.text(corner, card.rank, height * (0.3 if len(card.rank) == 1 else 0.25), ink(card), 700)
    _draw_suit(picture, card, (corner[0], corner[1] + height * 0.25), height * 0.19)
    _draw_suit(picture, card, (box.x + box.w * 0.62, box.y + box.h * 0.66), height * 0.42)


def _draw_suit(picture: Svg, card: Card, at: Point, size: float) -> None:
    draw_figure(picture, Box(at[0] - size / 2, at[1] - size / 2, size, size), _SUITS[card.suit])


def _draw_star(picture: Svg, at: Point, radius: float) -> None:
    corners = (svg.polar(at, radius * (0.42 if step % 2 else 1), step / 10) for step in range(10))
    points = " ".join(f"{svg.number(x)},{svg.number(y)}" for x, y in corners)
    picture.add("polygon", points=points, fill=JESTER)


def _draw_back(picture: Svg, box: Box, height: float) -> None:
    picture.rect(box, BACK, rx=height * 0.05)
    x, y = box.middle
    for part in (0.44, 0.3, 0.16):
        points = ((x, y - box.h * part), (x + box.w * part, y), (x, y + box.h * part), (x - box.w * part, y))
        corners = " ".join(f"{svg.number(px)},{svg.number(py)}" for px, py in points)
        picture.add(
            "polygon", points=corners, fill="none", stroke=FACE, stroke_opacity=0.65, stroke_width=height * 0.02
        )


@contextmanager
def dealt(picture: Svg, name: str, at: Point, shoe: Point) -> Iterator[None]:
    """A card that has come from the shoe to a point; ``name`` is the card's place at the table."""
    with picture.moving("deal", name, (shoe[0] - at[0], shoe[1] - at[1])):
        yield


def draw_hand(
    picture: Svg, cards: Sequence[Card], at: Point, height: float, step: float, name: str, shoe: Point
) -> None:
    """Cards that overlap, from left to right around a point; ``step`` is how much of each one stays to be seen.

    Each came from the ``shoe``; ``name`` is whose they are, so that a page can let each one come once.
    """
    width = height * RATIO
    first = at[0] - width * step * (len(cards) - 1) / 2
    for place, card in enumerate(cards):
        here = (first + place * width * step, at[1])
        with dealt(picture, f"{name}-{place}-{card}", here, shoe):
            draw_card(picture, card, here, height)


def draw_shoe(picture: Svg, at: Point, height: float, part: float, title: str) -> None:
    """The shoe, from its full length down to nothing as it empties; ``part`` of its cards are left."""
    x, y = at
    length = height * 2
    with picture.group(title=title, class_="shoe"):
        picture.rect(Box(x - length / 2, y - height / 2, length, height), INK, fill_opacity=0.75, rx=height * 0.14)
        inner = Box(x - length / 2 + height * 0.12, y - height * 0.36, (length - height * 0.24) * part, height * 0.72)
        picture.rect(inner, BACK, rx=height * 0.06)
        for line in range(1, 6):
            place = inner.x + inner.w * line / 6
            picture.add(
                "line",
                x1=place,
                y1=inner.y,
                x2=place,
                y2=inner.y + inner.h,
                stroke=FACE,
                stroke_opacity=0.35,
                stroke_width=1,
            )
