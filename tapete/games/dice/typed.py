"""A dice game's cloth in the terminal: the drawn boxes in the measure of characters, the dice as they fell above."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapete.games.dice.felt import face_name, price_text, span_text
from tapete.games.dice.layout import Measure, Tableau
from tapete.games.dice.rules import total
from tapete.table.board import label
from tapete.table.canvas import WON, Canvas, chips_of
from tapete.table.dice import faces
from tapete.table.words import translate as _

if TYPE_CHECKING:
    from rich.text import Text

    from tapete.games.dice.layout import Area
    from tapete.games.dice.round import DiceRound
    from tapete.games.dice.rules import Face, Throw
    from tapete.table.svg import Box

_TYPED = Measure(75, {"face": 3, "span": 3, "totals": 3, "alike": 3}, 19)
_RED, _BLACK = "bold #fdfbf3 on #b5212d", "bold #fdfbf3 on #1c1c20"
_FACES = {
    "corona": ("", "bold #1b1b1e on #d9a521"),
    "ancla": ("", "bold #fdfbf3 on #1c3f74"),
    "pique": ("♠ ", _BLACK),
    "corazon": ("♥ ", _RED),
    "rombo": ("♦ ", _RED),
    "trebol": ("♣ ", _BLACK),
}


def typed(round: DiceRound) -> Text:
    """The cloth with its chips and the last throw.

    >>> from tapete.games import table
    >>> print(typed(table("cl-2023/corona-y-ancla")).plain.splitlines()[1])
    │          CROWN         │          ANCHOR        │         ♠ SPADE        │
    """
    from rich.text import Text

    tableau = Tableau(round.cloth, 0, 0, _TYPED)
    last = round.throws[-1] if round.throws else None
    sheet = Canvas(_TYPED.wide, tableau.height)
    for area in tableau.areas:
        _type_box(sheet, round, area, last)
    if tableau.notice is not None:
        _type_notice(sheet, round, tableau.notice, last)
    lying = chips_of(round)
    for area in tableau.areas:
        key = area.spot.bet, area.spot.on
        sheet.chips((area.box.middle[0] - 1, area.box.y + 2), lying.get(key, ()))
    return Text("\n").join([*([Text(thrown(last), style="bold")] if last else []), sheet.text()])


def thrown(throw: Throw) -> str:
    """A throw as people read it.

    >>> thrown((5, 5, 2)), thrown(("corona", "ancla", "ancla"))
    ('⚄⚄⚁ 12', 'Crown · Anchor · Anchor')
    """
    numbers = [face for face in throw if isinstance(face, int)]
    return f"{faces(numbers)} {sum(numbers)}" if numbers else " · ".join(face_name(face) for face in throw)


def _type_box(sheet: Canvas, round: DiceRound, area: Area, last: Throw | None) -> None:
    box, bet = area.box, round.rules.bets[area.spot.bet]
    sheet.outline(box)
    x = box.middle[0]
    won = WON if last is not None and last in area.spot.returns else ""
    if area.spot.on:
        _type_face(sheet, box, area.spot.on[0], last)
        return
    covered = span_text(bet)
    said = "  ".join(part for part in (label(bet).upper(), covered, price_text(bet).replace(" ", "")) if part)
    sheet.write((x, box.y + 1), said, f"bold {won}")


def _type_face(sheet: Canvas, box: Box, face: Face, last: Throw | None) -> None:
    sign, style = _FACES.get(str(face), ("", "bold"))
    times = last.count(face) if last else 0
    said = f" {sign}{face_name(face).upper()} " + (f"×{times} " if times else "")
    sheet.write((box.middle[0], box.y + 1), said, style)


def _type_notice(sheet: Canvas, round: DiceRound, box: Box, last: Throw | None) -> None:
    assert round.rules.all_lose is not None
    totals = round.rules.all_lose.totals
    sheet.outline(box)
    style = "bold #ff8a7d" + (f" {WON}" if last is not None and total(last) in totals else "")
    sheet.write((box.middle[0], box.y + 1), " · ".join(map(str, totals)), style)
    sheet.write((box.middle[0], box.y + 2), _("everybody loses"))
