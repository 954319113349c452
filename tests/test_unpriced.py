"""Where a document does not price its bets: what can come and be settled is offered, and nothing is drawn."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.games import rules, table
from tapete.table.actions import Bet, Chance, Decision
from tapete.table.chance import Stream
from tapete.table.errors import Refused
from tapete.table.round import CHANCE, Offer

FRAGMENT = "bo-earlier/ruleta-francesa"


def wheel(opened: Any) -> Offer:
    (offer,) = [offer for offer in opened.legal(CHANCE) if offer.verb == "ball"]
    return offer


def test_an_empty_cloth_leaves_every_number_to_chance() -> None:
    offer = wheel(table(FRAGMENT))
    assert offer.outcomes == tuple(range(37)) and offer.unsettled == ()
    assert Stream(bytes(32)).draw(offer).value in range(37)


def test_a_bet_without_a_price_can_lose_and_is_not_drawn_for() -> None:
    opened = table(FRAGMENT)
    opened.apply(Bet("ana", "rojo", (), 10))
    offer = wheel(opened)
    red = set(rules(FRAGMENT).wheel.colours["rojo"])  # type: ignore[attr-defined]
    assert set(offer.unsettled) == red and set(offer.outcomes) == set(range(37)) - red
    assert len(offer.weights) == len(offer.outcomes)
    assert offer.as_json()["unsettled"] == list(offer.unsettled)
    with pytest.raises(Refused, match="Nothing can be drawn"):
        Stream(bytes(32)).draw(offer)
    for outcome in offer.unsettled:
        with pytest.raises(Refused):
            opened.apply(Chance("ball", outcome))
    opened.apply(Chance("ball", 2))
    assert opened.settlement().lines[0].result == "lose"


def test_a_bet_in_prison_needs_no_price() -> None:
    opened = table(FRAGMENT)
    opened.play([Bet("ana", "rojo", (), 10), Chance("ball", 0), Decision("ana", "prison")])
    assert wheel(opened).unsettled == ()
    opened.apply(Chance("ball", 1))
    assert opened.settlement().lines[0].result == "free"


def test_borrowed_payments_leave_nothing_unsettled() -> None:
    opened = table(FRAGMENT, {"payments": "bo-2025"})
    opened.apply(Bet("ana", "rojo", (), 10))
    assert wheel(opened).unsettled == ()


def test_when_everything_would_win_without_a_price_the_wheel_waits() -> None:
    opened = table(FRAGMENT)
    opened.play([Bet("ana", "rojo", (), 10), Bet("ana", "negro", (), 10), Bet("ana", "pleno", (0,), 10)])
    assert not [offer for offer in opened.legal() if offer.verb == "ball"]
    assert "no-va-mas" not in [offer.word for offer in opened.legal()]
    opened.apply(Decision("ana", "take-down", ("negro",)))
    assert wheel(opened).outcomes
