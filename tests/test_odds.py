"""The exact odds: published figures where the rules are the published ones, and always the round's own settlements."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from tapete.games import library, table
from tapete.lab.contract import odds_of
from tapete.table.actions import Bet, Chance
from tapete.table.errors import BadCatalogue, Refused
from tests.playing import lay_bets, play_out, priced, returned, variants

F = Fraction
ROULETTES = [n for n, g in library().games.items() if g["family"] == "roulette"]


def rows(name: str, **more: Any) -> dict[str, Any]:
    return {row.bet: row for row in odds_of(table(name, **more)).bets()}


def test_one_zero_is_1_in_37() -> None:
    for name in ROULETTES:
        if "doble-cero" in name:
            continue
        for bet, row in rows(name).items():
            assert not row.priced or row.edge == (F(1, 74) if row.group == "simple" else F(1, 37)), (name, bet)


@pytest.mark.parametrize("name", [n for n in ROULETTES if "doble-cero" in n])
def test_double_zero_is_1_in_19_and_its_five_number_line_3_in_38(name: str) -> None:
    for bet, row in rows(name).items():
        expected = F(3, 38) if bet == "linea-especial" else F(1, 38) if row.group == "simple" else F(1, 19)
        assert row.edge == expected, bet


def test_boule_is_1_in_9() -> None:
    assert {row.edge for row in rows("pv-1996/boule").values()} == {F(1, 9)}


def test_crown_and_anchor_is_17_in_216() -> None:
    row = rows("cl-2023/corona-y-ancla")["figura"]
    assert row.edge == F(17, 216)
    assert {r.net: r.probability for r in row.best.results} == {
        3: F(1, 216),
        2: F(15, 216),
        1: F(75, 216),
        -1: F(125, 216),
    }
    assert (row.places, row.prices) == (6, (1, 2, 3))


def test_chuck_a_luck() -> None:
    """Triples are not taken out of low, high and field; with 10 and 11 everybody loses."""
    edges = {bet: row.edge for bet, row in rows("cl-2023/chuck-a-luck").items()}
    assert edges == {"low": F(1, 4), "high": F(1, 4), "field": F(1, 27), "any-treble": F(5, 36)}


def test_big_six() -> None:
    edges = {bet: row.edge for bet, row in rows("cl-2023/big-six").items()}
    assert edges == {
        "valor-1": F(1, 9),
        "valor-2": F(1, 6),
        "valor-5": F(2, 9),
        "valor-10": F(5, 27),
        "valor-20": F(2, 9),
        "valor-40-a": F(13, 54),
        "valor-40-b": F(13, 54),
    }


def test_prison_costs_what_each_document_makes_it_cost() -> None:
    lost = rows("cl-2023/ruleta-francesa")["rojo"]
    halved = rows("pv-1996/ruleta-francesa")["rojo"]
    assert [(o.policy, o.edge, o.cost) for o in lost.outlooks] == [
        ("half", F(1, 74), 0),
        ("prison", F(1, 37) * F(19, 37), F(1, 37) * F(19, 37) - F(1, 74)),
    ]
    assert [(o.policy, o.edge, o.cost) for o in halved.outlooks] == [
        ("half", F(1, 74), 0),
        ("prison", F(1, 73), F(1, 73) - F(1, 74)),
    ]
    (choice,) = halved.choices
    assert (choice.half, choice.prison, choice.best, choice.onward) == (F(1, 2), F(73, 148), "half", True)


def test_a_changed_payout_changes_the_edge() -> None:
    assert rows("cl-2023/ruleta-francesa", changes={"bets.pleno.pays": 36})["pleno"].edge == 0
    assert rows("cl-2023/ruleta-francesa", changes={"bets.pleno.pays": 34})["pleno"].edge == F(2, 37)


def test_a_reading_changes_the_edge() -> None:
    name = "cl-2023/ruleta-americana/un-cero"
    letter = {"readings": {"rojo-32": "ninguno"}}
    assert rows(name, settings=letter)["rojo"].edge == 1 - (17 * 2 + F(1, 2)) / 37
    assert rows(name, settings=letter)["negro"].edge == F(1, 74)


def test_single_number_in_full() -> None:
    best = rows("cl-2023/ruleta-francesa")["pleno"].best
    assert [(r.how, r.net, r.probability) for r in best.results] == [("win", 35, F(1, 37)), ("lose", -1, F(36, 37))]
    assert best.variance == F(1, 37) * 35**2 + F(36, 37) - F(1, 37) ** 2


def test_a_house_that_rounds_down_makes_prison_the_better_answer_for_one_chip() -> None:
    settings = {"rounding": "down"}
    row = {r.bet: r for r in odds_of(table("cl-2023/ruleta-francesa", settings)).bets(stake=1)}["rojo"]
    assert [o.policy for o in row.outlooks] == ["prison", "half"]
    assert row.under("half").edge == F(1, 37)
    assert row.choices[0].best == "prison"


def test_below_the_minimum_the_stake_must_stay() -> None:
    opened = table("pv-1996/ruleta-francesa", {"minimum": 5, "maximum": 250})
    row = {r.bet: r for r in odds_of(opened).bets(stake=20)}["rojo"]
    assert [(c.zero, c.held, c.half is None, c.onward) for c in row.choices] == [
        (1, 1, False, False),
        (2, F(1, 2), False, False),
        (3, F(1, 4), False, False),
        (4, F(1, 8), True, True),
    ]


def test_best_may_be_neither_pure_way() -> None:
    """Rounding down, half of five chips is two, and half of the two then left is a whole one: wait once, then take."""
    opened = table("pv-1996/ruleta-francesa", {"rounding": "down"})
    row = {r.bet: r for r in odds_of(opened).bets(stake=5)}["rojo"]
    assert [choice.best for choice in row.choices] == ["prison", "half", "prison"]
    assert [outlook.policy for outlook in row.outlooks] == ["best", "prison", "half"]


def test_stakes_outside_the_limits_are_named() -> None:
    opened = table("pv-1996/ruleta-francesa", {"minimum": 5, "maximum": 250})
    row = {r.bet: r for r in odds_of(opened).bets(stake=300)}["pleno"]
    assert row.refused is not None
    assert "250" in row.refused
    assert row.edge == F(1, 37)


def test_bets_without_a_price_say_so() -> None:
    opened = table("cl-2023/ruleta-francesa", changes={"bets.pleno.pays": None})
    row = {r.bet: r for r in odds_of(opened).bets()}["pleno"]
    assert not row.priced
    assert row.as_json()["priced"] is False
    opened.play([Bet("ana", "pleno", (1,), 5)])
    with pytest.raises(Refused, match="does not say what"):
        odds_of(opened).joint()


def test_a_policy_that_the_game_does_not_have_is_refused() -> None:
    opened = table("cl-2023/ruleta-americana/un-cero")
    opened.play([Bet("ana", "rojo", (), 5)])
    with pytest.raises(ValueError, match="prison"):
        odds_of(opened).joint("prison")


@pytest.mark.parametrize(
    ("path", "value"),
    [("zero.numbers", [99]), ("bets.rojo.covers.numbers", [40]), ("bets.calle.covers.zero", [[0, 1, 77]])],
)
def test_numbers_that_the_wheel_does_not_have_are_a_mistake(path: str, value: Any) -> None:
    with pytest.raises(BadCatalogue, match="the wheel does not have"):
        table("cl-2023/ruleta-francesa", changes={path: value})


def test_a_round_that_never_ends_is_refused() -> None:
    numbers = list(range(37))
    opened = table("pv-1996/ruleta-francesa", changes={"zero.numbers": numbers})
    opened.play([Bet("ana", "rojo", (), 5)])
    with pytest.raises(Refused, match="never end"):
        odds_of(opened).joint("prison")


@pytest.mark.parametrize(("name", "readings"), list(variants()), ids=str)
def test_every_outcome_brings_what_the_round_pays(name: str, readings: dict[str, str]) -> None:
    """The stages of the mathematics against the state machine: each outcome, and each after one and two zeros."""
    random = Random(name)
    for rounding, minimum in (("exact", None), ("down", 2), ("up", 3), ("nearest", 1)):
        settings: dict[str, Any] = {"rounding": rounding, "readings": readings}
        if minimum is not None:
            settings["minimum"] = minimum
        opened = table(name, settings)
        bets = one_of_each(opened, random)
        opened.play(bets)
        odds = odds_of(opened)
        for policy in odds.policies:
            compare(name, settings, bets, odds, policy)


def one_of_each(opened: Any, random: Random) -> list[Bet]:
    chosen = {}
    for spot in priced(opened):
        chosen.setdefault((spot.bet, odds_of(opened)._behaviour(spot)), []).append(spot)
    bets = []
    for spots in chosen.values():
        spot = random.choice(spots)
        bounds = opened.house.bounds[spot.bet]
        least = -(-int(bounds.minimum) // bounds.step)
        bets.append(Bet("ana", spot.bet, spot.on, bounds.step * (least + random.randint(0, 20))))
    return bets


def compare(name: str, settings: dict[str, Any], bets: list[Bet], odds: Any, policy: str) -> None:
    course = odds.course(policy)
    zeros = [o for o in course.chances if o in course.stages[0].on][:1]
    for depth in range(3 if zeros else 1):
        before = zeros * depth
        if depth and not (depth < len(course.stages) or course.onward):
            break
        so_far = sum((course.stage(d).returns[zeros[0]] for d in range(depth)), F(0))
        for outcome in course.chances:
            opened = play_out(name, settings, bets, [*before, outcome], policy)
            back = sum(returned(opened).values())
            stage = course.stage(depth)
            assert back == so_far + stage.returns[outcome], (before, outcome)
            goes_on = outcome in stage.on and (depth + 1 < len(course.stages) or course.onward is not None)
            assert bool(opened.standing) == goes_on, (before, outcome)


@pytest.mark.parametrize(("name", "readings"), list(variants()), ids=str)
def test_results_outlooks_and_joints_agree(name: str, readings: dict[str, str]) -> None:
    random = Random(name)
    for stake, settings in ((None, {}), (7, {"rounding": "down"}), (24, {"minimum": 3, "rounding": "up"})):
        opened = table(name, {**settings, "readings": readings})
        for row in odds_of(opened).bets(stake):
            for outlook in row.outlooks:
                assert sum(r.probability for r in outlook.results) == 1
                assert sum(r.probability * r.net for r in outlook.results) == outlook.expected
                assert outlook.cost == row.best.expected - outlook.expected >= 0
        lay_bets(opened, random, 12)
        for policy in odds_of(opened).policies:
            joint = odds_of(opened).joint(policy)
            assert joint.net.mean == joint.expected
            assert joint.tail < F(1, 10**12)
            if not joint.tail:
                assert joint.net.variance == joint.variance
            else:
                assert float(joint.net.variance) == pytest.approx(float(joint.variance))


def test_the_value_of_each_choice_is_what_the_round_brings() -> None:
    """Taking the half and going on, each against every further outcome played at the table."""
    for name, stake, settings in (
        ("pv-1996/ruleta-francesa", 40, {"minimum": 10, "maximum": 500}),
        ("cl-2023/ruleta-francesa", 40, {}),
    ):
        opened = table(name, settings)
        row = {r.bet: r for r in odds_of(opened).bets(stake)}["rojo"]
        assert row.choices[0].half == F(1, 2)
        assert row.choices[0].prison == going_on(name, settings, stake, [0], 6) / stake


def going_on(name: str, settings: dict[str, Any], stake: int, zeros: list[int], depth: int) -> Fraction:
    """The value of prison by playing every next outcome; what lies deeper than anybody will look is the fixed point."""
    total = F(0)
    for outcome in range(37):
        opened = play_out(name, settings, [Bet("ana", "rojo", (), stake)], zeros, "prison")
        opened.apply(Chance("ball", outcome))
        if not opened.standing:
            total += sum(returned(opened).values())
            continue
        (position,) = opened.standing
        half = F(position.stake) / 2 if position.waits else F(0)
        deeper = [*zeros, outcome]
        prison = going_on(name, settings, stake, deeper, depth - 1) if depth else position.stake * F(36, 73)
        total += max(half, prison)
    return total / 37


@pytest.mark.parametrize("name", ["pv-1996/ruleta-francesa", "cl-2023/craps"])
def test_odds_need_no_compiler(name: str) -> None:
    code = (
        "import sys; from tapete.games import table; from tapete.lab.contract import odds_of;"
        f"odds_of(table('{name}')).bets(); assert not {{'numba', 'numpy'}} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
