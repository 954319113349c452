"""Exact money and exact odds."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tapete.table import money
from tapete.table.money import as_json, chips, odds, odds_shown, rounded, shown

AMOUNTS = st.integers(-(10**12), 10**12) | st.fractions(-(10**9), 10**9, max_denominator=10**4)


@given(AMOUNTS)
def test_an_amount_is_whole_whenever_it_can_be(amount: money.Money) -> None:
    assert chips(amount) == amount
    assert isinstance(chips(amount), int) == (Fraction(amount).denominator == 1)


@given(AMOUNTS)
def test_rounding_brackets_the_amount(amount: money.Money) -> None:
    down, up, nearest = (rounded(amount, how) for how in ("down", "up", "nearest"))
    assert all(isinstance(result, int) for result in (down, up, nearest))
    assert down <= amount <= up
    assert up - down == (Fraction(amount).denominator != 1)
    assert nearest in (down, up) and abs(nearest - amount) <= Fraction(1, 2)
    assert rounded(amount, "exact") == amount


@pytest.mark.parametrize(("half", "nearest"), [(1, 1), (3, 2), (-1, 0), (-3, -1)])
def test_an_exact_half_rounds_up(half: int, nearest: int) -> None:
    assert rounded(Fraction(half, 2), "nearest") == nearest


@given(AMOUNTS)
def test_what_is_shown_is_the_amount(amount: money.Money) -> None:
    assert Fraction(shown(chips(amount))) == amount


@given(AMOUNTS)
def test_json_keeps_the_amount_exactly(amount: money.Money) -> None:
    read = json.loads(json.dumps(as_json(chips(amount))))
    assert Fraction(str(read)) == amount
    assert isinstance(read, int) == (Fraction(amount).denominator == 1)


@pytest.mark.parametrize(
    ("amount", "json_value"),
    [
        (7, 7),
        (10**29, 10**29),
        (Fraction(5, 2), 2.5),
        (Fraction(1, 8), 0.125),
        (Fraction(1, 3), "1/3"),
        (Fraction(10**17 + 1, 2), "100000000000000001/2"),
        (Fraction(1, 2**60), "1/1152921504606846976"),
    ],
)
def test_json(amount: money.Money, json_value: object) -> None:
    assert as_json(amount) == json_value and type(as_json(amount)) is type(json_value)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (35, Fraction(35)),
        ("35", Fraction(35)),
        ("1/2", Fraction(1, 2)),
        ("3:2", Fraction(3, 2)),
        ("3 : 2", Fraction(3, 2)),
        ("3 to 2", Fraction(3, 2)),
        ("3 a 2", Fraction(3, 2)),
        (0, Fraction(0)),
        (Fraction(7, 5), Fraction(7, 5)),
    ],
)
def test_odds_as_documents_write_them(written: object, read: Fraction) -> None:
    assert odds(written) == read


@pytest.mark.parametrize(
    "written", [-1, "-1/2", 0.5, 1.0, True, "half", "", "1/0", "1/2/3", None, [1], "0.5", "1e3", "1:", "9" * 5000]
)
def test_what_is_no_odds(written: object) -> None:
    with pytest.raises(ValueError, match="odds"):
        odds(written)


@given(st.fractions(0, 1000, max_denominator=100))
def test_odds_come_back_as_they_are_shown(value: Fraction) -> None:
    assert odds(odds_shown(value)) == value
