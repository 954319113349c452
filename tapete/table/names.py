"""Names: a bet answers to its id and to every name that its document gives it, and its places to their numbers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tapete.table.errors import Mistake, Refused
from tapete.table.words import N_, plain

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from tapete.table.actions import Place

_SOME = 8
_ALL = 12
_OR = re.compile(r"\s[oóu]\s", re.IGNORECASE)
_ENDING = re.compile(r"(?:es|e|(?<=[aiou])s)\b")


def stem(word: str) -> str:
    """A name without what number adds to its words: the documents write a bet in the singular and in the plural.

    >>> stem("Dobles columnas") == stem("doble columna"), stem("transversales") == stem("Transversal")
    (True, True)
    >>> stem("pass") == stem("pase")
    False
    """
    return _ENDING.sub("", plain(word))


class Names:
    """The bets of a game, found by id or by any name, accents and capitals aside, in the singular or the plural.

    >>> names = Names("Craps", "3.1", {"pass-line": ["Línea de pase", "Win"], "field": ["Campo"]})
    >>> names.find("linea de PASE"), names.find("field"), names.find("campos"), names.find("Línea de pase o Win")
    ('pass-line', 'field', 'field', 'pass-line')
    """

    def __init__(self, game: str, cite: str, names: Mapping[str, Iterable[str]]) -> None:
        self.game = game
        self.cite = cite
        self.ids = tuple(names)
        self._found = {name: name for name in names} | {plain(name): name for name in names}
        for name, given in names.items():
            for alias in given:
                if self._found.setdefault(plain(alias), name) != name:
                    raise Mistake(
                        N_("{alias} is a name of two bets, {other} and {name}"),
                        alias=alias,
                        other=self._found[plain(alias)],
                        name=name,
                    )
        self._stems: dict[str, set[str]] = {}
        for word, name in self._found.items():
            self._stems.setdefault(stem(word), set()).add(name)

    def known(self, word: object) -> str | None:
        """A bet's id from its id or any of its names; None for anything else.

        >>> Names("Craps", "3.1", {"field": ["Campo"]}).known(6) is None
        True
        """
        if not isinstance(word, str):
            return None
        return self._found.get(word) or self._found.get(plain(word)) or self._in_another_number(word) or self._all(word)

    def find(self, word: str) -> str:
        """A bet's id from its id or any of its names, or a refusal that says which bets there are."""
        found = self.known(word)
        if found is None:
            raise Refused(
                N_("{game} has no bet {bet}; it has: {known}."),
                cite=self.cite,
                game=self.game,
                bet=word,
                known=list(self.ids),
            )
        return found

    def _in_another_number(self, word: str) -> str | None:
        """The one bet that a word names in the singular or plural; none where it could be two."""
        found = self._stems.get(stem(word), set())
        return next(iter(found)) if len(found) == 1 else None

    def _all(self, word: str) -> str | None:
        """The bet whose names are given one after another, as the head of its row: ``Pleno o Número Completo``."""
        parts = _OR.split(word)
        found = {self.known(part) for part in parts} if len(parts) > 1 else set()
        return next(iter(found)) if len(found) == 1 else None


def place_shown(on: Place) -> str:
    """A place as people write it.

    >>> place_shown((1, 2)), place_shown(())
    ('1-2', '·')
    """
    return "-".join(str(item) for item in on) or "·"


def no_such_place(bet: str, cite: str, on: Place, places: Collection[Place]) -> Refused:
    """What is said of a place that the cloth does not have: which places a bet has."""
    shown = [place_shown(place) for place in places]
    if shown == [place_shown(())]:
        return Refused(
            N_("{bet} has a single place on the cloth: it takes no numbers, and got {on}."),
            cite=cite,
            bet=bet,
            on=place_shown(on),
        )
    if not on:
        return Refused(
            N_("{bet} needs its place, in the field on; for example {example}."),
            cite=cite,
            bet=bet,
            example=shown[0] if shown else "-",
        )
    return Refused(
        N_("The cloth has no {bet} on {on}; it has {number} of them: {some}."),
        cite=cite,
        bet=bet,
        on=place_shown(on),
        number=len(shown),
        some=", ".join(shown if len(shown) <= _ALL else [*shown[:_SOME], "…"]),
    )
