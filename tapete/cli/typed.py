"""What people type at a table: bets by any of their names, decisions, outcomes, in one line each."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tapete.cli.common import place_of, whole
from tapete.table.actions import Bet, Call, Chance, Decision
from tapete.table.banked import call_word, decision_word
from tapete.table.cards import is_card
from tapete.table.errors import BadRecord
from tapete.table.terms import DECISIONS, FIGURES, VERBS, term
from tapete.table.words import N_, plain

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from tapete.table.actions import Place
    from tapete.table.round import Offer

_CARDS = ("card", "cards")
_DECISIONS = {
    "quitar": "take-down",
    "take": "take-down",
    "carta": "hit",
    "pedir": "hit",
    "plantarse": "stand",
    "doblar": "double",
    "separar": "split",
    "abrir": "split",
    "seguro": "insurance",
    "rendirse": "surrender",
    "retiro": "surrender",
    "retirarse": "surrender",
    "guerra": "war",
    "no voy": "fold",
    "voy": "play",
    "comprar": "buy",
    "descartar": "discard",
    "pasar": "check",
    "ver": "call",
}

_WITH_AMOUNT = ("raise", "lower")
_LAID = ("bet", "put", "apuesto", "pongo", "juego")
_ON = ("on", "onto", "to", "at", "in", "over", "a", "al", "en", "sobre")
_CHIPS = ("chip", "chips", "ficha", "fichas")
_AROUND = ("the", "el", "la", "los", "las", "of", "de", "del", "for", "por", "with", "con", "and", "y")
_KINDS = ("between", "entre", "number", "numbers", "numero", "numeros", "box", "casilla")
_FILLING = frozenset((*_ON, *_AROUND, *_KINDS))
"""What people say around a bet and what tells nothing of it, unless it is part of a name."""
_MOST_WORDS = 12
_COUNTED = {"zero": "0", "cero": "0", "first": "1", "second": "2", "third": "3"}


@dataclass(frozen=True, slots=True)
class Names:
    """The bets of a game by every name that people may type: ids, the document's names, the trade's words.

    >>> from tapete.games import game_data
    >>> names = Names.of(game_data("cl-2023/ruleta-francesa"))
    >>> names.bet("medio pleno 1-2 50", "ana")
    Bet(player='ana', bet='medio-pleno', on=(1, 2), stake=50)
    >>> names.bet("Red 100", "ana")
    Bet(player='ana', bet='rojo', on=(), stake=100)
    """

    ids: dict[str, str]
    example: str = "caballo 1-2 50"
    figures: dict[str, tuple[str, str]] = field(default_factory=dict)
    alone: dict[Place, tuple[str, Place]] = field(default_factory=dict)

    @classmethod
    def of(cls, facts: dict[str, Any], example: str = example, offers: Iterable[Offer] = ()) -> Names:
        """The names of a game's bets; where two bets share one, the first keeps it.

        A place that is a word, such as a figure of dice, is known by it too, in the language in use.
        """
        bets = facts["bets"].items()
        named = [(alias, name) for name, bet in bets for alias in (name, *bet["names"])]
        ids: dict[str, str] = {}
        for alias, name in (*named, *((bet["trade"], name) for name, bet in bets)):
            ids.setdefault(plain(alias), name)
        figures: dict[str, tuple[str, str]] = {}
        offers = list(offers)
        for offer in offers:
            for word in (place[0] for place in offer.places if len(place) == 1):
                if word in FIGURES:
                    figures |= dict.fromkeys((plain(str(word)), plain(spoken(word))), (offer.word, str(word)))
        return cls(ids, example, figures, _alone(facts["bets"], offers))

    def split(self, words: list[str]) -> tuple[str, list[str]]:
        """A bet's id and the words that tell its place; an unknown name is left for the round to refuse."""
        found = self._found(words)
        while found is None and len(words) > 1 and plain(words[0]) in _FILLING:
            words = words[1:]
            found = self._found(words)
        return found or (words[0], words[1:])

    def _found(self, words: list[str]) -> tuple[str, list[str]] | None:
        """The bet that words begin with, or end with as in ``first dozen``; or a figure's."""
        for length in range(min(len(words), _MOST_WORDS), 0, -1):
            found = self.ids.get(plain(" ".join(words[:length])))
            if found is not None:
                return found, words[length:]
        if words and plain(words[0]) in self.figures:
            return self.figures[plain(words[0])][0], words
        for start in range(max(1, len(words) - _MOST_WORDS), len(words) if words and whole(words[0]) is None else 0):
            found = self.ids.get(plain(" ".join(words[start:])))
            if found is not None:
                return found, words[:start]
        return None

    def _place(self, words: list[str]) -> Place:
        told = (word for word in words if plain(word) not in _FILLING)
        return place_of(
            [self.figures[plain(w)][1] if plain(w) in self.figures else _COUNTED.get(plain(w), w) for w in told]
        )

    def _stake(self, words: list[str]) -> tuple[int | None, list[str]]:
        """The stake and what it is laid on: it stands last, or first as people say it."""
        words = [word for word in words if plain(word) not in _CHIPS]
        if len(words) > 2 and plain(words[0]) in _LAID and whole(words[1]) is not None:
            words = words[1:]
        if len(words) < 2:
            return None, words
        first, last = whole(words[0]), whole(words[-1])
        if first is not None and (last is None or self._said_first(words)):
            return first, words[1:]
        return last, words[:-1]

    def _said_first(self, words: list[str]) -> bool:
        """Of two numbers around a bet, whether the first is the stake."""
        if plain(words[1]) in _ON:
            return True
        return whole(words[1]) is None and self._found(words[1:]) is not None and self._found(words[:-1]) is None

    def bet(self, written: str, player: str) -> Bet:
        """A bet typed as its name, its place if it has one, and its stake, or as people say it: ``100 on red``.

        >>> names = Names({"rojo": "rojo", "red": "rojo", "caballo": "caballo"}, alone={(17,): ("pleno", (17,))})
        >>> names.bet("100 on red", "ana"), names.bet("5 al 17", "ana")
        (Bet(player='ana', bet='rojo', on=(), stake=100), Bet(player='ana', bet='pleno', on=(17,), stake=5))
        >>> names.bet("10 al caballo 1-2", "ana") == names.bet("caballo 1-2 10", "ana")
        True
        """
        stake, words = self._stake(written.split())
        if not words or stake is None:
            raise BadRecord(
                N_("A bet is typed as its name, its place and its stake, e.g. {example}; this is: {written}."),
                example=self.example,
                written=written,
            )
        name, on = self._alone(words) or self._named(words)
        return Bet(player, name, on, stake)

    def _named(self, words: list[str]) -> tuple[str, Place]:
        name, place = self.split(words)
        return name, self._place(place)

    def _alone(self, words: list[str]) -> tuple[str, Place] | None:
        """A place told without its bet; of two mere numbers nobody knows which is the stake."""
        told = any(plain(word) in _FILLING for word in words) and self.split(words)[0] not in self.ids.values()
        return self.alone.get(self._place(words)) if told else None

    def place(self, words: list[str]) -> Place:
        """A bet and its place as a decision names them."""
        if not words:
            return ()
        name, on = self._named(words)
        return (name, *on)


def _alone(bets: Mapping[str, Any], offers: Iterable[Offer]) -> dict[Place, tuple[str, Place]]:
    """What is meant by a place without a bet: the bet on just that number, or the only one that has such a place."""
    taking: dict[Place, list[str]] = {}
    for offer in offers:
        for place in offer.places:
            if place:
                taking.setdefault(place, []).append(offer.word)
    found = {place: (names[0], place) for place, names in taking.items() if len(set(names)) == 1}
    for name, bet in bets.items():
        covers = bet.get("covers") or {}
        if covers.get("shape") == "number":
            found |= {place: (name, place) for place, names in taking.items() if name in names}
        elif len(covers.get("numbers") or ()) == 1:
            found[place_of([str(covers["numbers"][0])])] = name, ()
    return found


def read_decision(written: str, offers: Iterable[Offer], names: Names, player: str) -> Decision | None:
    """A decision typed as its word, the bet it is about and the new stake; None if it is none.

    One that is not offered is read as well, unless a bet is called so: the round says why it is not given.

    >>> from tapete.table.round import Offer
    >>> read_decision("mitad", [Offer("do", "half", "ana")], Names({}), "ana")
    Decision(player='ana', do='half', on=(), to=None, details=())
    >>> read_decision("refuse", [], Names({}), "ana").do
    'refuse'
    """
    offered: dict[str, list[Offer]] = {}
    for offer in offers:
        offered.setdefault(offer.word, []).append(offer)
    spoken = {plain(str(term(DECISIONS, word))): word for word in (*DECISIONS, *offered)}
    words = written.split()
    for length in (2, 1):
        said = plain(" ".join(words[:length])) if len(words) >= length else ""
        word = spoken.get(said) or _DECISIONS.get(said) or decision_word(said)
        if word in offered or (word in DECISIONS and said not in names.ids):
            return _decision(player, word, words[length:], offered.get(word, []), names)
    return None


def _decision(player: str, word: str, rest: list[str], offers: list[Offer], names: Names) -> Decision:
    """What follows the word: where the decision is taken, and the new stake where it has one."""
    amount = any(offer.minimum is not None for offer in offers) or (not offers and word in _WITH_AMOUNT)
    to = whole(rest[-1]) if amount and rest else None
    if to is not None:
        rest = rest[:-1]
    rest = [word for word in rest if plain(word) not in ("to", "a")]
    exact = place_of(rest)
    if any(exact in offer.places for offer in offers):
        return Decision(player, word, exact, to)
    return Decision(player, word, names.place(rest), to)


def read_call(written: str, known: Collection[str]) -> Call | None:
    """A call that the table knows, in any of its words; None if it is none.

    >>> read_call("Ya no va más", ["no-va-mas"])
    Call(call='no-va-mas', details=())
    """
    word = call_word(written)
    return Call(word) if word in known else None


def read_outcome(written: str, offer: Offer) -> Chance | None:
    """What the croupier keys in, with or without the verb; None if chance cannot bring it.

    >>> from tapete.table.round import Offer
    >>> wheel = Offer("ball", "ball", "chance", outcomes=(0, "00", 1))
    >>> read_outcome("ball 00", wheel), read_outcome("2", wheel)
    (Chance(verb='ball', value='00'), None)
    """
    if offer.verb == "card":
        return _read_cards(written.split())
    words = written.split()
    named = bool(words) and plain(words[0]) in (offer.verb, plain(str(term(VERBS, offer.verb))))
    known = {plain(said): outcome for outcome in offer.outcomes for said in (as_typed(outcome), as_spoken(outcome))}
    found = known.get(plain(" ".join(words[named:])))
    if found is None:
        return Chance(offer.verb, " ".join(words[1:])) if named and len(words) > 1 else None
    return Chance(offer.verb, found)


def _read_cards(words: list[str]) -> Chance | None:
    """Cards in the order in which they leave the shoe.

    >>> _read_cards(["cards", "8d", "10h"]), _read_cards(["Kc"]), _read_cards(["war", "10"])
    (Chance(verb='cards', value=('8d', '10h')), Chance(verb='card', value='Kc'), None)
    """
    named = bool(words) and plain(words[0]) in {plain(str(term(VERBS, verb))) for verb in _CARDS} | set(_CARDS)
    cards = words[1:] if named else words
    if not cards or not (named or all(map(is_card, cards))):
        return None
    return Chance("cards", tuple(cards)) if len(cards) > 1 else Chance("card", cards[0])


def without_verb(written: str) -> str:
    """What chance brought without the word for it, in the language in use.

    >>> without_verb("dice 4 3"), without_verb("4 3")
    ('4 3', '4 3')
    """
    word, _space, rest = written.partition(" ")
    verbs = {plain(said) for verb in VERBS for said in (verb, str(term(VERBS, verb)))}
    return rest if plain(word) in verbs else written


def only_cards(written: str) -> bool:
    """Whether somebody typed cards and nothing else.

    >>> only_cards("10h Kc"), only_cards("apuesta 10")
    (True, False)
    """
    return bool(written.split()) and all(map(is_card, written.split()))


def only_numbers(written: str, names: Names) -> bool:
    """Whether somebody typed numbers and nothing else, and no bet is called so.

    A bet's name with no stake behind it is none: the dice that a hard way is called by are the dice.

    >>> only_numbers("7 1", Names({})), only_numbers("24 5", Names({"24": "24"})), only_numbers("rojo 5", Names({}))
    (True, False, False)
    >>> only_numbers("3 3", Names({"3 3": "hard-6"})), only_numbers("3 3 20", Names({"3 3": "hard-6"}))
    (True, False)
    """
    words = written.replace("-", " ").split()
    if not words or any(whole(word) is None for word in words):
        return False
    name, stake = names.split(words)
    return not stake or name not in names.ids.values()


def spoken(figure: Any) -> str:
    """A figure of dice in the language in use.

    >>> spoken("ancla")
    'anchor'
    """
    return str(term(FIGURES, figure))


def as_spoken(outcome: Any) -> str:
    """What chance brought as people say it.

    >>> as_spoken(("ancla", "corona"))
    'anchor crown'
    """
    return " ".join(map(spoken, outcome)) if isinstance(outcome, (tuple, list)) else str(outcome)


def as_typed(outcome: Any) -> str:
    """What chance brought as people key it in.

    >>> as_typed((4, 3)), as_typed("00")
    ('4 3', '00')
    """
    return " ".join(map(str, outcome)) if isinstance(outcome, (tuple, list)) else str(outcome)
