"""The cloth of craps in the terminal: one end above, the centre below, the dice and the shooter over both."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapete.games.craps.felt import price_text
from tapete.games.craps.layout import Centre, barred, number_word, pair_of, role, totals
from tapete.table import svg
from tapete.table.board import label
from tapete.table.canvas import WON, Canvas, chips_of
from tapete.table.dice import faces
from tapete.table.money import odds_shown
from tapete.table.svg import Box
from tapete.table.words import language
from tapete.table.words import translate as _

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.text import Text

    from tapete.games.craps.layout import Role
    from tapete.games.craps.round import CrapsRound
    from tapete.games.craps.rules import CrapsBet
    from tapete.table.actions import Place

_FIRST, _BOX, _DOWN = 13, 11, 4
_BIG, _ODDS = 11, 48
_NAME, _FIELD, _BUTTON = "bold", "bold #e3c36f", "bold #1b1b1e on #f8f2e1"


def typed(round: CrapsRound) -> Text:
    """The cloth with its chips, the marker on the point and the last throw.

    >>> from tapete.games import table
    >>> print(typed(table("cl-2023/craps")).plain.splitlines()[3])
    │ DON'T COME │    4     │    5     │   SIX    │    8     │   NINE   │    10    │
    """
    from rich.text import Text

    sheet = _Sheet(round)
    sheet.draw()
    return Text("\n").join([Text(heading(round), style="bold"), sheet.text()])


def heading(round: CrapsRound) -> str:
    """The last throw, the point and who throws.

    >>> from tapete.games import table
    >>> from tapete.table.actions import Bet, Chance
    >>> opened = table("cl-2023/craps")
    >>> _ = opened.play([Bet("ana", "pass-line", (), 10), Chance("dice", (4, 2))])
    >>> heading(opened)
    '⚃⚁ 6  ·  point 6  ·  ana throws'
    """
    said = [f"{faces(round.throws[-1])} {sum(round.throws[-1])}"] if round.throws else []
    said.append(_("point {point}").format(point=round.point) if round.point else _("come-out"))
    if round.ring.holder is not None:
        said.append(_("{player} throws").format(player=round.ring.holder))
    return "  ·  ".join(said)


class _Sheet(Canvas):
    """One end of the table and the centre, in characters."""

    def __init__(self, round: CrapsRound) -> None:
        self.round, self.bets = round, round.rules.bets
        self.numbers = round.rules.point.numbers
        self.across = _FIRST + _BOX * len(self.numbers)
        self.lying = chips_of(round)
        self.last = round.throws[-1] if round.throws else None
        super().__init__(self.across, _DOWN + 8 + 3 * len(self._centre_rows()))

    def draw(self) -> None:
        """Everything, from the numbers down to the centre."""
        self._draw_numbers()
        self._draw_come()
        self._draw_field()
        self._draw_lines()
        self._draw_centre()

    def _of(self, kind: Role) -> list[str]:
        return [name for name, bet in self.bets.items() if role(bet) == kind]

    def _beside(self, kind: Role) -> list[str]:
        return [other for name in self._of(kind) for other in self.round.cloth.companions[name]]

    def _wins(self, name: str) -> bool:
        opens = self.bets[name].play.open
        return self.last is not None and opens is not None and opens.result(self.last) == "win"

    def _pile(self, name: str, on: Place, at: tuple[float, float]) -> None:
        if (name, on) in self.lying:
            self.chips(at, self.lying[name, on])

    def _draw_numbers(self) -> None:
        first = Box(0, 0, _FIRST, _DOWN)
        self.outline(first)
        for name in self._of("dont-come"):
            self.write((first.middle[0] - 0.5, 2), short(self.bets[name], _FIRST - 1).upper(), _NAME)
            self.write((2, 3), _bar(self.bets[name]), start=True)
            self._pile(name, (), (_FIRST - 4, 1))
        if self.round.point is None:
            self.write((2, 1), f" {svg.OFF} ", "bold #f8f2e1 on #1b1b1e", start=True)
        for place, number in enumerate(self.numbers):
            self._draw_number(number, Box(_FIRST + place * _BOX, 0, _BOX, _DOWN))

    def _draw_number(self, number: int, box: Box) -> None:
        self.outline(box)
        fell = self.last is not None and sum(self.last) == number
        self.write((box.middle[0] - 0.5, 2), number_word(number), f"{_FIELD} {WON if fell else ''}")
        if self.round.point == number:
            self.write((box.x + 1, 2), svg.ON, _BUTTON, start=True)
        against = [*self._of("dont-come"), *self._beside("dont-come"), *self._of("wrong")]
        with_it = [*self._of("come"), *self._beside("come"), *self._of("right")]
        self._piles(against, number, (box.x + 1, 1))
        self._piles(with_it, number, (box.x + 1, 3))

    def _piles(self, names: Iterable[str], number: int, at: tuple[float, float]) -> None:
        """The bets on a number side by side, each with the first letter of its name before its chips."""
        piles = [
            (label(self.bets[n])[0].upper(), self.lying[n, (number,)]) for n in names if (n, (number,)) in self.lying
        ]
        room = (_BOX - 1) // max(len(piles), 1) - 1
        x, y = at
        for letter, colours in piles:
            self.write((x, y), letter, "dim", start=True)
            x = self.few_chips((x + 1, y), colours, room)

    def _draw_come(self) -> None:
        box = Box(0, _DOWN, self.across, 2)
        self.outline(box)
        for name in self._of("come"):
            self.write((2, _DOWN + 1), label(self.bets[name]).upper(), "bold #ff8a7d", start=True)
            self._pile(name, (), (self.across / 2, _DOWN + 1))

    def _draw_field(self) -> None:
        top, left = _DOWN + 2, 0
        for name in self._of("big"):
            self.outline(Box(left, top, _BIG, 2))
            self.write((left + 1, top + 1), short(self.bets[name], _BIG - 2), self._style(name), start=True)
            self._pile(name, (), (left + _BIG - 3, top + 1))
            left += _BIG
        self.outline(Box(left, top, self.across - left, 2))
        for name in self._of("field"):
            bet = self.bets[name]
            numbers = " ".join(_with_price(bet, total) for total in totals(bet))
            said = f"{label(bet).upper()}  {numbers}"
            self.write((left + 2, top + 1), said, self._style(name, _FIELD), start=True)
            self._pile(name, (), (min(left + len(said) + 5, self.across - 3), top + 1))

    def _draw_lines(self) -> None:
        for kind, top in (("dont-pass", _DOWN + 4), ("pass", _DOWN + 6)):
            self.outline(Box(0, top, _ODDS, 2))
            self.outline(Box(_ODDS, top, self.across - _ODDS, 2))
            for name in self._of(kind):  # type: ignore[arg-type]
                said = label(self.bets[name]).upper() + (f"  {_bar(self.bets[name])}" if kind == "dont-pass" else "")
                self.write((2, top + 1), said, _NAME, start=True)
                self._pile(name, (), (len(said) + 5, top + 1))
            for name in self._beside(kind):  # type: ignore[arg-type]
                text = short(self.bets[name], self.across - _ODDS - 6)
                self.write((_ODDS + 2, top + 1), text, start=True)
                self._pile(name, (), (_ODDS + len(text) + 4, top + 1))

    def _centre_rows(self) -> list[list[str]]:
        """The low rows of the centre side by side, and so the others: two rows as wide as the end."""
        rows = Centre(self.round.cloth).rows()
        low = [name for kind, names in rows if kind == "low" for name in names]
        rest = [name for kind, names in rows if kind != "low" for name in names]
        return [row for row in (low, rest) if row]

    def _draw_centre(self) -> None:
        top = float(_DOWN + 8)
        for row in self._centre_rows():
            each = self.across / len(row)
            for place, name in enumerate(row):
                box = Box(place * each, top, each, 3)
                self.outline(box)
                left, right = int(box.x + 0.5), int(box.x + box.w + 0.5)
                bet, room = self.bets[name], right - left - 1
                self.write((left + 1, top + 1), short(bet, room), self._style(name), start=True)
                self.write((left + 1, top + 2), price_text(bet).replace(" ", ""), "dim", start=True)
                self._pile(name, (), (right - 3, top + 2))
            top += 3

    def _style(self, name: str, style: str = _NAME) -> str:
        return f"{style} {WON}" if self._wins(name) else style


def short(bet: CrapsBet, room: int) -> str:
    """The first of a bet's names that has room, or its dice; the beginning of the first name where nothing has.

    >>> from tapete.games import rules
    >>> from tapete.table.words import speaking
    >>> with speaking("es"):
    ...     short(rules("cl-2023/craps").bets["dont-come"], 12)
    "Don't Come"
    """
    names = [*(bet.names if language() == "es" else ()), label(bet)]
    pair = pair_of(bet)
    if pair is not None:
        names.append(f"{faces(pair)} {sum(pair)}")
    return next((name for name in names if len(name) <= room), names[0][:room])


def _with_price(bet: CrapsBet, total: int) -> str:
    more = bet.pays_on_throw.get(str(total))
    return str(total) if more is None else f"{total}({odds_shown(more).replace(' ', '')})"


def _bar(bet: CrapsBet) -> str:
    return " ".join([_("bar"), *map(str, barred(bet))]) if barred(bet) else ""
