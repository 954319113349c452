"""Roulette's cloth in the terminal: the drawn layout in the measure of characters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapete.games.roulette.felt import dozen_text
from tapete.games.roulette.layout import TYPED, Tableau
from tapete.games.wheels.felt import pays_text
from tapete.games.wheels.typed import painted, word_style
from tapete.table.board import label
from tapete.table.canvas import WON, Canvas, chips_of, type_chips

if TYPE_CHECKING:
    from rich.text import Text

    from tapete.games.roulette.round import RouletteRound
    from tapete.games.wheels.rules import Spot
    from tapete.table.svg import Box


def typed(round: RouletteRound) -> Text:
    """The cloth with its chips and the last number marked.

    >>> from tapete.games import table
    >>> print(typed(table("cl-2023/ruleta-americana/un-cero")).plain.splitlines()[1][-25:])
    │30  │33  │36  │2 : 1   │
    """
    tableau = Tableau(round.cloth, 0, 0, TYPED)
    sheet = Canvas(TYPED.length, tableau.height)
    last = round.spins[-1] if round.spins else None
    for (name, on), boxes in tableau.areas.items():
        spot = round.cloth.places[name][on]
        for box in boxes:
            _type_box(sheet, round, spot, box, last in spot.returns)
    type_chips(sheet, tableau.spots, chips_of(round))
    return sheet.text()


def _type_box(sheet: Canvas, round: RouletteRound, spot: Spot, box: Box, won: bool) -> None:
    bet = round.rules.bets[spot.bet]
    shape = bet.covers.shape
    if shape == "dozen" and box.h < TYPED.height:
        sheet.write((box.x + 1, box.middle[1]), dozen_text(spot), WON if won else "", start=True)
        return
    sheet.outline(box)
    if shape == "number":
        sheet.paint(box, painted(round, spot.on[0]))
        sheet.write((box.x + 1, box.middle[1]), str(spot.on[0]), WON if won else "", start=True)
    elif shape == "numbers":
        at = box.middle[0], box.y + 1
        sheet.write(at, label(bet).upper(), word_style(bet, won))
    else:
        text = dozen_text(spot) if shape == "dozen" else pays_text(spot) or str(spot.on[0])
        sheet.write((box.x + 1, box.middle[1]), text, WON if won else "", start=True)
