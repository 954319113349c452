"""The words of records and catalogue files as people read them: results, states, decisions, colours, figures of dice.

Data keeps one word whoever reads it (``rojo``, ``take-down``); here it is said in the language in use, when it is read.
A word that is not known, such as a player's own, is said as it stands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tapete.table.words import N_, Sentence, language, plain

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tapete.table.actions import Place

RESULTS = {
    "win": N_("wins"),
    "lose": N_("loses"),
    "push": N_("draws"),
    "half": N_("half back"),
    "free": N_("freed"),
    "void": N_("void"),
    "taken-down": N_("taken back"),
}
STATES = {
    "prison": N_("in prison"),
    "waiting": N_("must decide"),
    "point": N_("waits for its number"),
    "off": N_("does not play now"),
    "on": N_("plays with its marker"),
}
DECISIONS = {
    "half": N_("half"),
    "prison": N_("prison"),
    "raise": N_("raise"),
    "lower": N_("lower"),
    "take-down": N_("take down"),
    "turn-on": N_("turn on"),
    "leave": N_("leave"),
    "refuse": N_("refuse"),
    "choose-dice": N_("choose dice"),
    "hit": N_("hit"),
    "stand": N_("stand"),
    "double": N_("double"),
    "split": N_("split"),
    "insurance": N_("insurance"),
    "even-money": N_("even money"),
    "surrender": N_("surrender"),
    "tie-break": N_("tie break"),
    "decline": N_("decline"),
    "burn": N_("burn"),
    "war": N_("war"),
    "chips": N_("chips"),
}
COLOURS = {
    "rojo": N_("red"),
    "negro": N_("black"),
    "verde": N_("green"),
    "amarillo": N_("yellow"),
    "azul": N_("blue"),
    "blanco": N_("white"),
    "naranja": N_("orange"),
    "morado": N_("purple"),
    "rosa": N_("pink"),
    "marron": N_("brown"),
    "gris": N_("grey"),
    "celeste": N_("light blue"),
    "sin-color": N_("no colour"),
}
FIGURES = {
    "corona": N_("crown"),
    "ancla": N_("anchor"),
    "pique": N_("spade"),
    "corazon": N_("heart"),
    "rombo": N_("diamond"),
    "trebol": N_("club"),
}
VERBS = {"ball": N_("ball"), "number": N_("number"), "dice": N_("dice"), "card": N_("card"), "cards": N_("cards")}
WHO = {"croupier": N_("croupier"), "chance": N_("chance"), "banca": N_("the bank")}


def term(words: Mapping[str, str], word: Any) -> Sentence:
    """A word of the data, said when it is read.

    >>> str(term(COLOURS, "verde")), str(term(COLOURS, "turquesa"))
    ('green', 'turquesa')
    """
    known = words.get(plain(str(word)).replace(" ", "-"))
    return Sentence("{word}", word=word) if known is None else Sentence(known)


def game_name(game: Mapping[str, Any]) -> str:
    """What a game is called in the language in use: the document's first name for it, or its English one."""
    return str(game["names"][0] if language() == "es" else game["english"])


def bet_name(bet: Mapping[str, Any]) -> str:
    """What a bet is called in the language in use: the document's first name for it, or the trade's English word."""
    return str(bet["names"][0] if language() == "es" else bet["trade"])


def bet_shown(name: str, bets: Mapping[str, Any], on: Place = ()) -> str:
    """A bet and its place as they are typed, with the bet's name where that is another word.

    >>> bets = {"caballo": {"names": ["Caballo"], "trade": "split"}, "field": {"names": ["Campo"], "trade": "field"}}
    >>> bet_shown("caballo", bets, (1, 2)), bet_shown("field", bets)
    ('caballo 1-2 (split)', 'field')
    """
    typed = f"{name} {'-'.join(map(str, on))}" if on else name
    called = bet_name(bets[name]) if name in bets else name
    return typed if plain(called) == plain(name) else f"{typed} ({called})"
