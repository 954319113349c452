"""Where the croupier keys in what chance brought: a key for each outcome, or a choice for each die."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tapete.table.words import translate as _
from tapete.web import told
from tapete.web.html import Html, h

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tapete.table.round import Offer

_SUITS = "shdc"


def keypad(offer: Offer, facts: dict[str, Any]) -> Html:
    """Keys for everything that chance can bring: one press, or a choice for each die."""
    first = offer.outcomes[0]
    if isinstance(first, tuple):
        positions = [list(dict.fromkeys(outcome[n] for outcome in offer.outcomes)) for n in range(len(first))]
        choosers = (_faces(offer.verb, n, values) for n, values in enumerate(positions))
        return h(
            "form", choosers, h("button", _("Key it in"), class_="button main"), data_say="key", class_="stack keying"
        )
    cards = offer.verb in ("card", "cards")
    keys = (
        h(
            "button",
            told.card_words(outcome),
            class_=f"button small {_card_colour(outcome) if cards else told.colour_of(outcome, facts)}",
            style=_card_place(outcome, offer.outcomes) if cards else None,
            data_say="key",
            data_value=str(outcome),
        )
        for outcome in offer.outcomes
    )
    return h("div", h("div", keys, class_="cards" if cards else "keys"), class_="scroll")


def _card_colour(card: Any) -> str:
    return "red" if str(card)[-1:] in "hd" else ""


def _card_place(card: Any, cards: Sequence[Any]) -> str | None:
    """Where a card stands on the keypad: a row for its suit, a column for its rank.

    >>> _card_place("Kd", ("As", "Ah", "Ks", "Kd"))
    'grid-area:3/2'
    """
    rank, suit = str(card)[:-1], str(card)[-1:]
    if suit not in _SUITS:
        return None
    ranks = list(dict.fromkeys(str(other)[:-1] for other in cards))
    return f"grid-area:{_SUITS.index(suit) + 1}/{ranks.index(rank) + 1}"


def _faces(verb: str, number: int, values: list[Any]) -> Html:
    """Everything that one die can show; the first lies there until another is chosen."""
    name = f"{told.verb_words(verb)} {number + 1}"
    faces = (
        h(
            "label",
            h(
                "input",
                type="radio",
                name=f"n{number}",
                value=value,
                checked=n == 0,
                aria_label=told.card_words(value),
            ),
            told.token(verb, value, {}, f"face-{number}-{n}"),
        )
        for n, value in enumerate(values)
    )
    return h("div", faces, class_="faces", role="radiogroup", aria_label=name)


def as_outcome(written: Any, offer: Offer, position: int) -> Any:
    """A field of the form as the outcome that it stands for; as it was written where it stands for none."""
    return next((o[position] for o in offer.outcomes if str(o[position]) == str(written)), written)
