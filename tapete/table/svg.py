"""Drawing a table: a small SVG builder, the colours of the trade, and chips.

Everything that reaches the picture passes through ``Svg.add``, which escapes it: a player may be called ``<script>``.
Colours stand on the shapes themselves, so a picture looks the same on a light page and on a dark one.
"""

from __future__ import annotations

import math
import re
from contextlib import contextmanager
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape
from zlib import crc32

from tapete.table import money

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from tapete.table.money import Money

Value = str | int | float
Point = tuple[float, float]

FONT = "'Open Sans', 'Segoe UI', 'Helvetica Neue', Arial, sans-serif"
GOLD, IVORY, INK, LINE = "#e3c36f", "#f8f2e1", "#1b1b1e", "#efe6c9"
ON, OFF = "ON", "OFF"
PAINTS = {
    "rojo": "#b5212d",
    "negro": "#1c1c20",
    "verde": "#0f7d4e",
    "amarillo": "#e2b21c",
    "azul": "#2263b8",
    "blanco": "#f1ede2",
    "naranja": "#dd7a1c",
    "morado": "#74409c",
    "rosa": "#d4568f",
    "marron": "#6d4a2c",
    "gris": "#8d959d",
    "celeste": "#3aa6d0",
}
PALETTE = (
    "#2a6fdb",
    "#e0871b",
    "#8e44ad",
    "#d9303e",
    "#14a5b8",
    "#dc4f96",
    "#7a4d2a",
    "#f0c52e",
    "#3a3f48",
    "#8fbe2c",
    "#9aa5b1",
    "#c9b6f2",
    "#ff7d66",
    "#63d2b4",
)
_ILLEGAL = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_DIGIT = 0.58


def clean(text: str) -> str:
    """The text without the characters that no XML may hold.

    >>> clean("ana\\x00")
    'ana\\ufffd'
    """
    return _ILLEGAL.sub("\ufffd", text)


def number(value: Value) -> str:
    """A measure as short as it can be written.

    >>> number(2.50), number(3.0), number("50%")
    ('2.5', '3', '50%')
    """
    if isinstance(value, float):
        return f"{value:.2f}".rstrip("0").rstrip(".").replace("-0", "0") if abs(value) < 0.005 else _short(value)
    return str(value)


def _short(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


class Svg:
    """An SVG picture, written from back to front.

    >>> picture = Svg(20, 10, "A <table>")
    >>> picture.add("circle", cx=5, cy=5.50, r=2, stroke_width=1)
    >>> print(picture)
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10" role="img" font-family="...">
    <title>A &lt;table&gt;</title>
    <circle cx="5" cy="5.5" r="2" stroke-width="1"/>
    </svg>
    """

    def __init__(self, width: float, height: float, title: str) -> None:
        self.width, self.height = width, height
        self.draws = 0
        self._parts: list[str] = []
        self.add("title", title)

    def add(self, tag: str, text: str | None = None, title: str | None = None, **attributes: Value) -> None:
        """One shape; ``stroke_width`` is written ``stroke-width`` and ``class_`` is written ``class``."""
        inside = escape(clean(text)) if text is not None else ""
        if title is not None:
            inside = f"<title>{escape(clean(title))}</title>{inside}"
        end = f">{inside}</{tag}>" if inside else "/>"
        self._parts.append(f"<{tag}{_written(attributes)}{end}")

    @contextmanager
    def group(self, title: str | None = None, **attributes: Value) -> Iterator[None]:
        """Shapes that belong together."""
        self._parts.append(f"<g{_written(attributes)}>")
        if title is not None:
            self.add("title", title)
        yield
        self._parts.append("</g>")

    @contextmanager
    def moving(
        self, how: str, name: str | None = None, way: Point = (0, 0), title: str | None = None, **attributes: Value
    ) -> Iterator[None]:
        """Shapes that have come here: a page that shows movement lets each ``name`` arrive once.

        ``how`` is ``spin``, ``run``, ``roll``, ``deal``, ``drop`` or ``show``; ``way`` is the point that a wheel turns
        about, or from how far away a die or a card comes. Without a name it is what chance brought last, of which
        ``draws`` keeps count.

        >>> picture = Svg(20, 10, "A die")
        >>> with picture.moving("roll", way=(-4, 2)):
        ...     picture.add("rect", width=2, height=2)
        >>> 'data-moves="roll" data-name="roll-0" data-way="-4 2"' in str(picture)
        True
        """
        written = f"{number(way[0])} {number(way[1])}"
        moves: dict[str, Value] = {
            "data_moves": how,
            "data_name": name or f"{how}-{self.draws}",
            "data_way": written,
        }
        with self.group(title, **attributes, **moves):
            yield

    @contextmanager
    def definitions(self) -> Iterator[None]:
        """Colour runs that shapes refer to."""
        self._parts.append("<defs>")
        yield
        self._parts.append("</defs>")

    def shade(self, name: str, inner: str, outer: str, radius: str = "70%") -> None:
        """A round run of colour from the middle outwards."""
        self._parts.append(f"<radialGradient{_written({'id': name, 'cx': '50%', 'cy': '45%', 'r': radius})}>")
        self.add("stop", offset="0", stop_color=inner)
        self.add("stop", offset="1", stop_color=outer)
        self._parts.append("</radialGradient>")

    def rect(self, box: Box, fill: str = "none", **attributes: Value) -> None:
        """A box of the cloth."""
        self.add("rect", x=box.x, y=box.y, width=box.w, height=box.h, fill=fill, **attributes)  # type: ignore[arg-type]

    def text(
        self,
        at: Point,
        text: str,
        size: float,
        fill: str = IVORY,
        weight: int = 600,
        anchor: str = "middle",
        **attributes: Value,
    ) -> None:
        """A line of text whose capitals are centred on the point."""
        x, y = at
        self.add(
            "text",
            text,
            x=x,
            y=y + 0.36 * size,
            font_size=size,
            fill=fill,
            font_weight=weight,
            text_anchor=anchor,
            **attributes,  # type: ignore[arg-type]
        )

    def __str__(self) -> str:
        view = f"0 0 {number(self.width)} {number(self.height)}"
        head = _written({"xmlns": "http://www.w3.org/2000/svg", "viewBox": view, "role": "img", "font-family": FONT})
        return "\n".join([f"<svg{head}>", *self._parts, "</svg>"])


def _written(attributes: Mapping[str, Value]) -> str:
    pairs = ((k.rstrip("_").replace("_", "-"), number(v)) for k, v in attributes.items())
    return "".join(f' {k}="{escape(clean(v), _QUOTES)}"' for k, v in pairs)


_QUOTES = {'"': "&quot;", "\n": "&#10;", "\t": "&#9;", "\r": "&#13;"}


class Box:
    """A rectangle of the cloth.

    >>> Box(0, 0, 20, 10).middle
    (10.0, 5.0)
    """

    __slots__ = ("h", "w", "x", "y")

    def __init__(self, x: float, y: float, w: float, h: float) -> None:
        self.x, self.y, self.w, self.h = x, y, w, h

    @property
    def middle(self) -> Point:
        """Its centre."""
        return self.x + self.w / 2, self.y + self.h / 2

    def within(self, margin: float) -> Box:
        """The box without its margin."""
        return Box(self.x + margin, self.y + margin, self.w - 2 * margin, self.h - 2 * margin)


def fitting(text: str, width: float, size: float, least: float = 8) -> float:
    """The largest size up to ``size`` at which the text keeps within the width.

    >>> fitting("1000", 200, 20), round(fitting("1000", 20, 20), 1)
    (20, 8.6)
    """
    return max(least, min(size, width / (max(len(text), 1) * _DIGIT)))


def clipped(text: str, width: float, size: float) -> str:
    """The text, shortened where it would not fit.

    >>> clipped("Wolfeschlegelsteinhausen", 60, 12)
    'Wolfesc…'
    """
    most = max(1, int(width / (size * _DIGIT)))
    return text if len(text) <= most else text[: most - 1] + "…"


def wrapped(text: str, width: float, size: float) -> list[str]:
    """The text in lines that keep within the width, as far as its words allow.

    >>> wrapped("against the coming number", 90, 12)
    ['against the', 'coming', 'number']
    """
    most = max(1, int(width / (size * _DIGIT)))
    lines: list[str] = []
    for word in text.split():
        if lines and len(lines[-1]) + 1 + len(word) <= most:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def polar(centre: Point, radius: float, turn: float) -> Point:
    """The point of a circle after part of a turn, clockwise from the top.

    >>> [round(v, 6) for v in polar((5, 5), 10, 0.25)]
    [15.0, 5.0]
    """
    angle = 2 * math.pi * turn
    return centre[0] + radius * math.sin(angle), centre[1] - radius * math.cos(angle)


def sector(centre: Point, inner: float, outer: float, start: float, end: float) -> str:
    """The path of a piece of a ring, between two parts of a turn."""
    large = 1 if end - start > 0.5 else 0
    corners = (
        polar(centre, outer, start),
        polar(centre, outer, end),
        polar(centre, inner, end),
        polar(centre, inner, start),
    )
    a, b, c, d = (f"{number(x)} {number(y)}" for x, y in corners)
    return f"M{a}A{number(outer)} {number(outer)} 0 {large} 1 {b}L{c}A{number(inner)} {number(inner)} 0 {large} 0 {d}Z"


def paint(colour: str) -> str:
    """The paint of a colour that a document names; a word that is not known is grey.

    >>> paint("rojo")
    '#b5212d'
    """
    return PAINTS.get(colour.lower().replace("ó", "o"), PAINTS["gris"])


def contrast(colour: str) -> str:
    """Ink or ivory, whichever can be read on a colour.

    >>> contrast("#f0c52e"), contrast("#1c1c20")
    ('#1b1b1e', '#f8f2e1')
    """
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return INK if 299 * red + 587 * green + 114 * blue > 140_000 else IVORY


def player_colours(players: Iterable[str], chosen: Mapping[str, str] | None = None) -> dict[str, str]:
    """Each player's colour: the one chosen at the table, or one by the name that nobody before holds.

    >>> player_colours(["ana", "luis"], {"ana": "azul"})["ana"]
    '#2263b8'
    >>> len(set(player_colours(f"player {n}" for n in range(len(PALETTE))).values())) == len(PALETTE)
    True
    """
    colours = {name: PAINTS[word.lower()] for name, word in (chosen or {}).items() if word.lower() in PAINTS}
    for name in players:
        if name in colours:
            continue
        first = crc32(name.encode("utf-8", "surrogatepass")) % len(PALETTE)
        turned = PALETTE[first:] + PALETTE[:first]
        colours[name] = next((c for c in turned if c not in colours.values()), turned[0])
    return colours


def amount(value: Money) -> str:
    """A stake as short as a chip has room for; the whole figure stands in the chip's title.

    >>> amount(250), amount(12500), amount(3_000_000)
    ('250', '12.5k', '3M')
    """
    for unit, letter in ((1_000_000_000, "G"), (1_000_000, "M"), (1_000, "k")):
        if value >= 10 * unit or (value >= unit and unit > 1_000):
            return f"{_short(int(value * 10 // unit) / 10)}{letter}"
    return money.shown(value)


def chip(picture: Svg, at: Point, radius: float, colour: str, text: str = "") -> None:
    """A chip seen from above."""
    x, y = at
    picture.add("circle", cx=x + radius * 0.1, cy=y + radius * 0.16, r=radius, fill="#000", fill_opacity=0.35)
    picture.add(
        "circle", cx=x, cy=y, r=radius, fill=colour, stroke="#000", stroke_opacity=0.45, stroke_width=radius * 0.06
    )
    dash = 2 * math.pi * 0.86 * radius / 12
    picture.add(
        "circle",
        cx=x,
        cy=y,
        r=radius * 0.86,
        fill="none",
        stroke=contrast(colour),
        stroke_opacity=0.9,
        stroke_width=radius * 0.22,
        stroke_dasharray=f"{number(dash * 0.7)} {number(dash * 1.3)}",
    )
    ink = contrast(colour)
    picture.add(
        "circle", cx=x, cy=y, r=radius * 0.73, fill=colour, stroke=ink, stroke_opacity=0.6, stroke_width=radius * 0.05
    )
    if text:
        picture.text(at, text, fitting(text, radius * 1.38, radius * 0.84, radius * 0.34), ink, 700)


def bars(picture: Svg, at: Point, radius: float) -> None:
    """The bars of a prison over a chip."""
    x, y = at
    for step in (-0.52, 0.0, 0.52):
        half = radius * math.sqrt(1 - step * step) * 1.08
        for colour, width in ((IVORY, 0.3), (INK, 0.16)):
            picture.add(
                "line",
                x1=x + step * radius,
                y1=y - half,
                x2=x + step * radius,
                y2=y + half,
                stroke=colour,
                stroke_width=radius * width,
                stroke_linecap="round",
                stroke_opacity=0.85,
            )


def button(picture: Svg, at: Point, radius: float, text: str) -> None:
    """A marker of the table: white when what it lies on plays, black otherwise."""
    face, ink = (IVORY, INK) if text == ON else (INK, IVORY)
    x, y = at
    picture.add("circle", cx=x + radius * 0.08, cy=y + radius * 0.12, r=radius, fill="#000", fill_opacity=0.4)
    picture.add("circle", cx=x, cy=y, r=radius, fill=face, stroke=GOLD, stroke_width=radius * 0.12)
    picture.text(at, text, fitting(text, radius * 1.5, radius * 0.86, radius * 0.4), ink, 700)


def halo(picture: Svg, at: Point, radius: float) -> None:
    """The ring around a chip whose owner must decide."""
    x, y = at
    picture.add(
        "circle",
        cx=x,
        cy=y,
        r=radius * 1.28,
        fill=GOLD,
        fill_opacity=0.35,
        stroke=GOLD,
        stroke_width=radius * 0.16,
        stroke_dasharray=f"{number(radius * 0.4)} {number(radius * 0.27)}",
    )


def table(width: float, height: float, title: str) -> Svg:
    """A table: the wooden rail around the baize."""
    picture = Svg(width, height, title)
    with picture.definitions():
        picture.shade("tapete-baize", "#12744d", "#0a4a33")
        picture.shade("tapete-wood", "#8a5630", "#4a2814")
        picture.shade("tapete-bronze", "#c79a4e", "#5e3a17")
        picture.shade("tapete-ball", "#ffffff", "#b9b9c4", "55%")
    whole = Box(0, 0, width, height)
    picture.rect(whole.within(1), "url(#tapete-wood)", rx=34)
    picture.rect(whole.within(15), "none", rx=24, stroke="#2c170a", stroke_opacity=0.55, stroke_width=6)
    picture.rect(whole.within(17), "url(#tapete-baize)", rx=22, stroke=GOLD, stroke_opacity=0.55, stroke_width=1.5)
    return picture
