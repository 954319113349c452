"""What people mean by the words they search with: those that say nothing, those that say the same, and slips."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

from tapete.table.words import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

_SLIP = 0.7
_SAYS_NOTHING = (
    "a an and at do does for from has in is it of on or somebody someone the their to what when with",
    "al ante con cuando de del el en es esta ha hay la las le lo los o para por que se si su un una uno y",
)
_SAYS_THE_SAME = (
    "late tarde tardia despues after",
    "out outside off leaves jumps bounces escapes fuera sale salta bota",
    "exposed uncovered shown face up turned descubierta boca arriba vista",
    "mistake error wrong equivoca equivocado mal incorrecto badly",
    "floor ground suelo cae",
    "broken breaks damaged roto rompe dañado",
    "over above exceeds maximum limit excede supera sobre encima maximo limite",
    "under below minimum inferior debajo bajo minimo",
    "object thing chip objeto ficha cosa",
    "wheel cylinder rueda cilindro plato disco",
    "stuck pegadas juntas",
    "few fewer short menos corta",
    "lost missing perdido falta",
    "leave leaves quit abandona marcha",
    "dealer croupier crupier",
    "die dice dado dados",
    "ball bola",
    "card cards carta cartas naipe",
    "bet bets stake apuesta apuestas postura",
    "shoe sabot mazo",
    "announced verbal palabra voz anuncia announces",
    "tip propina",
    "kind goods watch jewel especie bienes reloj joya",
    "ancillary service waiter conexos servicios camarero mesero",
    "dispute disagreement complaint disputa discrepancia desacuerdo reclamacion",
)
_EMPTY = frozenset(word for line in _SAYS_NOTHING for word in line.split())
_GROUPS = tuple(tuple(plain(word) for word in line.split()) for line in _SAYS_THE_SAME)


def telling(words: str) -> list[str]:
    """The words that tell something; all of them where none does.

    >>> telling("la bola sale del cilindro"), telling("the")
    (['bola', 'sale', 'cilindro'], ['the'])
    """
    said = plain(words).split()
    return [word for word in said if word not in _EMPTY] or said


def stem(word: str) -> str:
    """The beginning that a word shares with its plural and its other endings.

    >>> stem("cartas"), stem("die")
    ('cart', 'die')
    """
    return word if len(word) < 5 else word[: max(4, len(word) - 2)]


def likewise(word: str) -> set[str]:
    """Other words that say the same.

    >>> "tardia" in likewise("late"), likewise("boule")
    (True, set())
    """
    return {other for group in _GROUPS if word in group for other in group if other != word}


def nearest(word: str, known: Sequence[str]) -> str:
    """The known word that a slip of the key was meant to be; the word itself where none is like it.

    >>> nearest("ruletta", ["francesa", "ruleta"]), nearest("xyz", ["ruleta"])
    ('ruleta', 'xyz')
    """
    return next(iter(difflib.get_close_matches(word, known, n=1, cutoff=_SLIP)), word)
