"""A wheel game's cloth in the terminal: boule's as it is drawn, other games as a row of boxes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapete.games.wheels import turning
from tapete.games.wheels.felt import boule_boxes, is_boule, pays_text
from tapete.table import svg
from tapete.table.board import label
from tapete.table.canvas import WON, Canvas, chips_of, type_chips
from tapete.table.felt import SpotBox
from tapete.table.svg import Box

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.text import Text

    from tapete.games.wheels.round import WheelRound
    from tapete.games.wheels.rules import Outcome, Spot, WheelBet
    from tapete.table.board import Key

_WORDS = {"red": "bold #f8f2e1 on #b5212d", "black": "bold #f8f2e1 on #1c1c20"}
_ACROSS, _DOWN = 12.0, 31.0
_WIDE, _HIGH, _MOST = 11, 4, 7


def typed(round: WheelRound) -> Text:
    """The cloth with its chips and the last outcome marked.

    >>> from tapete.games import table
    >>> print(typed(table("cl-2023/big-six")).plain.splitlines()[1].rstrip())
    │     1    │     2    │     5    │     10   │     20   │    40 A  │    40 B  │
    """
    spots = [spot for places in round.cloth.places.values() for spot in places.values()]
    boxes = dict(_boule(round)) if is_boule(round.cloth) else dict(_in_rows(spots))
    sheet = Canvas(max(b.x + b.w for b in boxes.values()), max(b.y + b.h for b in boxes.values()))
    last = round.spins[-1] if round.spins else None
    for spot in spots:
        _type_box(sheet, round, spot, boxes[spot.bet, spot.on], last in spot.returns)
    places = [SpotBox(bet, on, _chips_in(box, bool(on)), "") for (bet, on), box in boxes.items()]
    type_chips(sheet, places, chips_of(round))
    return sheet.text()


def _boule(round: WheelRound) -> Iterable[tuple[Key, Box]]:
    for key, box in boule_boxes(round.cloth, 0, 0):
        yield key, Box(box.x / _ACROSS, box.y / _DOWN, box.w / _ACROSS, box.h / _DOWN)


def _in_rows(spots: list[Spot]) -> Iterable[tuple[Key, Box]]:
    for index, spot in enumerate(spots):
        row, place = divmod(index, _MOST)
        yield (spot.bet, spot.on), Box(place * _WIDE, row * _HIGH, _WIDE, _HIGH)


def _chips_in(box: Box, number: bool) -> tuple[float, float]:
    x, y = box.middle
    return (x + 1, y) if number else (x, box.y + box.h - 1)


def _type_box(sheet: Canvas, round: WheelRound, spot: Spot, box: Box, won: bool) -> None:
    sheet.outline(box)
    bet = round.rules.bets[spot.bet]
    x, y = box.middle
    mark = WON if won else ""
    if spot.on:
        sheet.paint(box, painted(round, spot.on[0]))
        sheet.write((x - 1, y), str(spot.on[0]), mark)
    elif is_boule(round.cloth):
        sheet.write((x, box.y + 1), label(bet).upper(), word_style(bet, won))
    else:
        outcome = next(iter(spot.returns))
        text = turning.value_text(outcome) if len(spot.returns) == 1 else label(bet)
        sheet.paint(Box(box.x, box.y, box.w, 2), painted(round, outcome))
        sheet.write((x, box.y + 1), text, mark)
        sheet.write((x, box.y + 2), pays_text(spot))


def word_style(bet: WheelBet, won: bool) -> str:
    """The style of an even chance's name: red and black in their colours."""
    return f"{_WORDS.get(bet.trade, 'bold')} {WON if won else ''}".strip()


def painted(round: WheelRound, outcome: Outcome) -> str:
    """The style of an outcome's box."""
    colour = turning.colour_of(round.rules.wheel, outcome)
    return f"bold {svg.contrast(colour)} on {colour}"
