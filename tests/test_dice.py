"""Dice games that one throw decides: what their files may not say, and how often each place wins."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tapete.games import rules, table
from tapete.table.actions import Bet, Chance, Decision
from tapete.table.errors import BadCatalogue, Refused

CORONA, CHUCK = "cl-2023/corona-y-ancla", "cl-2023/chuck-a-luck"


@pytest.mark.parametrize(
    ("game", "path", "value", "why"),
    [
        (CHUCK, "bets.low.covers.totals", [3, 19], "no throw adds up to 19"),
        (CHUCK, "bets.low.covers.alike", True, "one of totals, alike and face"),
        (CHUCK, "bets.low.pays", None, "has one price"),
        (CHUCK, "all_lose.totals", [2], "no throw adds up to 2"),
        (CHUCK, "dice.faces", [1, 2, 3, 4, 5, 5], "a face stands twice"),
        (CHUCK, "dice.kept", 2, "fewer dice than are thrown"),
        (CORONA, "dice.aliases", {"estrella": "sol"}, "unknown faces: estrella"),
        (CORONA, "bets.figura.pays_on_dice", {"1": 1, "2": 2}, "a price for each of 1, 2, 3 dice"),
        (CORONA, "bets.figura.pays", 1, "by the number of dice"),
        (CORONA, "bets.figura.covers", {"totals": [3]}, "has one price"),
        (CORONA, "dice.thrown", 2, "a price for each of 1, 2 dice"),
    ],
)
def test_a_file_that_makes_no_sense_is_refused(game: str, path: str, value: Any, why: str) -> None:
    with pytest.raises(BadCatalogue, match=why):
        rules(game, {path: value})


def test_totals_mean_nothing_to_dice_with_figures() -> None:
    with pytest.raises(BadCatalogue, match="no throw adds up to 7"):
        rules(CORONA, {"bets.figura.covers": {"totals": [7]}, "bets.figura.pays_on_dice": {}, "bets.figura.pays": 1})


@pytest.mark.parametrize(
    ("game", "bet", "on", "ways", "edge"),
    [
        (CORONA, "figura", ("ancla",), 91, Fraction(17, 216)),
        (CHUCK, "low", (), 81, Fraction(1, 4)),
        (CHUCK, "high", (), 81, Fraction(1, 4)),
        (CHUCK, "field", (), 104, Fraction(1, 27)),
        (CHUCK, "any-treble", (), 6, Fraction(5, 36)),
    ],
)
def test_how_often_a_place_wins_and_what_it_costs(game: str, bet: str, on: Any, ways: int, edge: Fraction) -> None:
    cloth: Any = table(game).cloth  # type: ignore[attr-defined]
    returns = cloth.places[bet][on].returns
    assert len(cloth.throws) == 216
    assert len(returns) == ways
    assert 1 - sum(returns.values(), Fraction(0)) / 216 == edge


def test_everybody_loses_even_where_a_changed_bet_would_win() -> None:
    opened = table(CHUCK, changes={"bets.low.covers.totals": [9, 10]})
    settlement = opened.play([Bet("ana", "low", (), 10), Chance("dice", (4, 3, 3))])
    (line,) = settlement.lines
    assert (line.result, line.cite) == ("lose", "IV.3.6")


def test_a_part_of_a_chip_is_rounded_as_the_table_states() -> None:
    half = {"bets.low.pays": "1/2"}
    for rounding, back in (("exact", Fraction(15, 2)), ("down", 7), ("up", 8)):
        opened = table(CHUCK, {"rounding": rounding}, half)
        assert opened.play([Bet("ana", "low", (), 5), Chance("dice", (1, 2, 3))]).players["ana"].returned == back


def test_a_bet_without_a_gain_draws() -> None:
    opened = table(CHUCK, changes={"bets.low.pays": 0})
    (line,) = opened.play([Bet("ana", "low", (), 5), Chance("dice", (1, 2, 3))]).lines
    assert (line.result, line.returned) == ("push", 5)


def test_what_is_offered_narrows_with_what_lies_there() -> None:
    opened = table(CORONA, {"minimum": 10, "maximum": 100})
    opened.play([Bet("ana", "figura", ("ancla",), 95)])
    offers = [o for o in opened.legal("ana") if o.verb == "bet"]
    assert {(o.places, o.minimum, o.maximum) for o in offers} == {
        ((("ancla",),), 1, 5),
        ((("corona",), ("pique",), ("corazon",), ("rombo",), ("trebol",)), 10, 100),
    }
    assert {o.word for o in opened.legal("ana") if o.verb == "do"} == {"raise", "lower", "take-down"}


def test_a_decision_takes_no_field_that_it_does_not_need() -> None:
    opened = table(CHUCK)
    opened.play([Bet("ana", "low", (), 20)])
    with pytest.raises(Refused, match="no meaning here"):
        opened.apply(Decision("ana", "take-down", ("low",), 10))
    with pytest.raises(Refused, match="unknown field colour; this decision takes: do, player, on, to"):
        opened.apply(Decision("ana", "raise", ("low",), 30, (("colour", "rojo"),)))
