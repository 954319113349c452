"""The table of Black Jack in the terminal: the bank's hands, then every hand with its cards, points and state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapete.games.blackjack.boxes import ASKED, DUE, GONE, PASSED, STANDS
from tapete.table.canvas import Canvas
from tapete.table.words import N_
from tapete.table.words import translate as _

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.text import Text

    from tapete.games.blackjack.round import BlackjackRound
    from tapete.table.cards import Card

    Row = tuple[str, Sequence[Card], int, str]

_STATES = {
    ASKED: N_("must decide"),
    DUE: N_("gets a card"),
    STANDS: N_("stands"),
    PASSED: N_("has passed 21"),
    GONE: N_("is over"),
}
_CARD = 4
_NAMED = 24


def typed(round: BlackjackRound) -> Text:
    """The hands on show, in the order in which they are played, under those of the bank.

    >>> from tapete.games import table
    >>> from tapete.table.actions import Bet, Chance
    >>> round = table("bo-2025/black-jack/clasico")
    >>> _ = round.play([Bet("ana", "apuesta", (), 10), Chance("cards", ("10h", "7d", "8c"))])
    >>> print("\\n".join(line.rstrip() for line in typed(round).plain.splitlines()))
    Cards in the shoe: 308
    The bank  7♦      7
    1 ana     10♥ 8♣  18  must decide
    """
    rows = list(_rows(round))
    names = max((len(row[0]) for row in rows), default=0)
    wide = max((len(row[1]) for row in rows), default=0) * _CARD
    states = max((len(row[3]) for row in rows), default=0)
    left = _("Cards in the shoe: {number}").format(number=round.shoe.left)
    sheet = Canvas(max(len(left), names + wide + states + 7), len(rows))
    sheet.write((0, 0), left, start=True)
    for y, (name, held, points, state) in enumerate(rows, start=1):
        sheet.write((0, y), name, start=True)
        sheet.cards((names + 2, y), held, start=True)
        sheet.write((names + wide + 2, y), str(points), "bold", start=True)
        sheet.write((names + wide + 6, y), state, start=True)
    return sheet.text()


def _rows(round: BlackjackRound) -> Iterator[Row]:
    """Who has which cards, what they count, and how the hand stands."""
    if not round.on_show:
        return
    several = len(round.bank) > 1
    for number, bank in enumerate(round.bank, start=1):
        if bank.cards:
            yield f"{_('The bank')} {number}" if several else _("The bank"), bank.cards, bank.score[0], ""
    for hand in round.hands:
        name = f"{'-'.join(map(str, hand.place))} {hand.owner}"
        state = _(_STATES[hand.state]) if hand.state in _STATES else ""
        yield name if len(name) <= _NAMED else f"{name[: _NAMED - 1]}…", hand.cards, hand.points, state
