"""The table of War in the terminal: the bank's card, and a column for each box with its cards and its chips."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapete.table.board import label
from tapete.table.canvas import Canvas
from tapete.table.svg import Box

if TYPE_CHECKING:
    from rich.text import Text

    from tapete.games.war.round import WarRound

_WIDE, _ROWS = 13, 6


def typed(round: WarRound) -> Text:
    """The cloth with cards and chips, the first box at the right as the croupier deals.

    >>> from tapete.games import table
    >>> from tapete.table.actions import Bet, Chance
    >>> war = table("cl-2023/war")
    >>> _ = war.play([Bet("ana", "war", (6,), 10), Chance("cards", ("Kh", "9c"))])
    >>> print("\\n".join(line[:27].rstrip() for line in typed(war).plain.splitlines()[1:5]))
    ┌────────────┬────────────┬
    │     ana    │      5     │
    │      K♥    │            │
    │            │            │
    """
    boxes = round.cloth.boxes
    sheet = Canvas(_WIDE * len(boxes), _ROWS + 1)
    if round.bank is not None:
        sheet.cards((_WIDE * len(boxes) / 2, 0), (round.bank,))
    players = round.seated()
    for box in boxes:
        column = Box(_WIDE * (len(boxes) - box), 1, _WIDE, _ROWS)
        sheet.outline(column)
        sheet.write((column.middle[0], 2), _short(players.get(box, str(box))))
        _type_hand(sheet, round, box, column.middle[0])
        _type_chips(sheet, round, players.get(box), column)
    return sheet.text()


def _short(name: str) -> str:
    return name if len(name) < _WIDE - 1 else f"{name[: _WIDE - 3]}…"


def _type_hand(sheet: Canvas, round: WarRound, box: int, x: float) -> None:
    hand = next((hand for hand in round.hands if hand.box == box), None)
    if hand is None:
        return
    sheet.cards((x, 3), hand.cards[:1])
    war = [one for one in (hand.war_card, hand.bank_card) if one is not None]
    if war:
        sheet.cards((x, 4), war)


def _type_chips(sheet: Canvas, round: WarRound, player: str | None, column: Box) -> None:
    lying = [position for position in round.standing if position.player == player]
    for row, position in enumerate(lying[:2]):
        sheet.write((column.x + 1, 5 + row), _short(label(round.rules.bets[position.bet])), start=True)
        sheet.chips((column.x + _WIDE - 2, 5 + row), [round.colours()[position.player]])
