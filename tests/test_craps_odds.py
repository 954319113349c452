"""The exact odds of craps: published figures where a document pays as the standard game does, and the round itself."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from itertools import islice, product
from math import prod
from random import Random
from typing import Any

import pytest

from tapete.games import library, table
from tapete.games.craps.chain import CELLS, next_point
from tapete.games.craps.odds import CrapsOdds, odds
from tapete.games.craps.rules import THROWS, TOTALS
from tapete.lab.contract import odds_of
from tapete.table.actions import Bet, Chance, Decision
from tapete.table.errors import Refused
from tests.playing import craps_variants, lay_bets, somebody_throws

F = Fraction
GAMES = sorted(name for name, data in library().games.items() if data["family"] == "craps")
LINES = {"pass line": F(7, 495), "come": F(7, 495), "don't pass": F(3, 220), "don't come": F(3, 220)}
RANDOM_TABLES = 12


@lru_cache
def rows(name: str) -> dict[tuple[str, Any], Any]:
    """Every row of a game by the trade's word for the bet and its numbers."""
    opened = table(name)
    trades = {bet: facts.trade for bet, facts in opened.rules.bets.items()}
    return {(trades[row.bet], row.alike): row for row in odds_of(opened).bets()}


@pytest.mark.parametrize("name", GAMES)
def test_lines_are_as_published(name: str) -> None:
    for trade, edge in LINES.items():
        best = rows(name)[trade, ()].best
        assert best.edge == edge
        assert best.draws == F(557, 165)
        assert best.edge_per_draw == edge / F(557, 165)
    dont_pass = rows(name)["don't pass", ()].best
    assert dont_pass.edge_decided == F(27, 1925)
    assert {r.how: r.probability for r in dont_pass.results} == {
        "win": F(949, 1980),
        "push": F(1, 36),
        "lose": F(244, 495),
    }
    assert rows(name)["pass line", ()].best.variance == 1 - F(7, 495) ** 2


@pytest.mark.parametrize("name", GAMES)
def test_odds_bets_are_fair(name: str) -> None:
    found = [row for (trade, _), row in rows(name).items() if trade.endswith(" odds")]
    assert found
    for row in found:
        assert row.edge == 0
        assert dict.fromkeys(row.alike, row.best.draws) == {
            (number,): F(36, 6 + TOTALS.count(number)) for (number,) in row.alike
        }


@pytest.mark.parametrize("name", GAMES)
def test_place_bets_are_as_published(name: str) -> None:
    win = {on: row.edge for (trade, on), row in rows(name).items() if trade == "place to win"}
    lose = {on: row.edge for (trade, on), row in rows(name).items() if trade == "place to lose"}
    pairs = (((4,), (10,)), ((5,), (9,)), ((6,), (8,)))
    assert win == dict(zip(pairs, (F(1, 15), F(1, 25), F(1, 66)), strict=True))
    assert lose == dict(zip(pairs, (F(1, 33), F(1, 40), F(1, 55)), strict=True))


@pytest.mark.parametrize("name", GAMES)
def test_one_throw_bets_cost_what_their_price_makes_them_cost(name: str) -> None:
    ways = {"any seven": 6, "yo eleven": 2, "any craps": 4, "craps 2": 1, "craps 3": 2, "craps 12": 1, "horn": 6}
    for trade, number in ways.items():
        row = rows(name)[trade, ()]
        assert row.best.edge == 1 - F(number, 36) * (1 + row.pays)
        assert row.best.draws == 1
        assert row.covered == number
    assert rows(name)["field", ()].edge == F(1, 18)
    assert rows(name)["field", ()].prices == (1, 2)


@pytest.mark.parametrize("name", GAMES)
def test_hard_ways_cost_what_their_price_makes_them_cost(name: str) -> None:
    for number, decided in ((4, 9), (6, 11), (8, 11), (10, 9)):
        row = rows(name)[f"hard {number}", ()]
        assert row.best.edge == 1 - F(1, decided) * (1 + row.pays)
        playing = row.outlooks[-1]
        assert playing.draws == F(36, decided)
        assert playing.edge == row.best.edge


def test_any_seven_at_each_documents_own_price() -> None:
    edges = {name: rows(name)["any seven", ()].edge for name in GAMES}
    assert {edge for name, edge in edges.items() if name.startswith("bo-2025")} == {F(0)}
    assert {edge for name, edge in edges.items() if name.startswith("cl-2023")} == {F(1, 6)}


def test_a_line_bet_once_its_point_is_known() -> None:
    for trade, sign in (("pass line", 1), ("don't pass", -1)):
        landings = rows("cl-2023/craps")[trade, ()].landings
        assert [(n.places, n.probability, n.outlook.edge, n.outlook.draws) for n in landings] == [
            ((4, 10), F(6, 36), sign * F(1, 3), 4),
            ((5, 9), F(8, 36), sign * F(1, 5), F(18, 5)),
            ((6, 8), F(10, 36), sign * F(1, 11), F(36, 11)),
        ]


def test_waiting_for_a_point_takes_longer_and_costs_no_more() -> None:
    row = rows("cl-2023/craps")["hard 6", ()]
    waiting, asked = row.outlooks
    assert (waiting.policy, asked.policy) == ("best", "turn-on")
    assert waiting.results == asked.results
    assert waiting.draws > asked.draws == F(36, 11)
    assert waiting.edge_per_draw < asked.edge_per_draw


def test_changes_and_readings_change_the_odds() -> None:
    def edge(bet: str, settings: dict[str, Any], **changes: Any) -> Fraction:
        found = odds_of(table("bo-2025/craps", settings, changes)).bets()
        return next(row.best.edge for row in found if row.bet == bet)

    assert edge("juego-de-7", {}, **{"bets.juego-de-7.pays": 4}) == F(1, 6)
    assert (
        edge("dont-pass", {}, **{"bets.dont-pass.play.open.draws": [], "bets.dont-pass.play.open.wins": [2, 3, 12]}) < 0
    )
    assert edge("dont-pass", {"readings": {"doce-nulo": "se-queda"}}) == F(27, 1925)
    # In its box it then wins with 7 and 11 too: better for the player than the pass line.
    assert edge("come", {"readings": {"come-en-su-casilla": "segun-la-tabla"}}) < 0


def test_a_stake_is_worked_out_with_its_rounding() -> None:
    opened = table("bo-2025/craps", {"rounding": "down"})
    found = {(row.bet, row.alike): row.best for row in odds_of(opened).bets(stake=5)}
    assert found["right-bet", ((6,), (8,))].edge == 1 - F(5, 11) * F(5 + 5, 5)
    assert found["pass-line", ()].edge == F(7, 495)


def test_stakes_outside_the_limits_are_named() -> None:
    opened = table("bo-2025/craps", {"minimum": 10, "maximum": 500})
    found = {row.bet: row for row in odds_of(opened).bets(stake=5)}
    assert "below the minimum of 10" in str(found["field"].refused)
    assert found["field"].edge == F(1, 18)


def test_a_bet_without_a_price_has_no_odds() -> None:
    opened = table("bo-2025/craps", {"readings": {"razon-contra-4-y-10": "sin-precio"}})
    found = {row.alike: row.priced for row in odds_of(opened).bets() if row.bet == "wrong-bet"}
    assert found == {((4,), (10,)): False, ((5,), (9,)): True, ((6,), (8,)): True}


@pytest.mark.parametrize(("name", "readings"), list(craps_variants()), ids=str)
def test_chain_and_round_agree_throw_for_throw(name: str, readings: dict[str, str]) -> None:
    """Random stakes, random dice: after every throw the same stakes lie there and the same chips have come back."""
    random = Random(f"{name} {readings}")
    for number in range(RANDOM_TABLES):
        rounding = ("exact", "down", "up", "nearest")[number % 4]
        opened: Any = table(name, {"rounding": rounding, "readings": readings})
        lay_bets(opened, random, random.randint(1, 20))
        if not opened.standing:
            continue
        for policy in odds_of(opened).policies:
            follow(opened, policy, random)
            opened = table(name, {"rounding": rounding, "readings": readings})
            lay_bets(opened, random, 20)


def follow(opened: Any, policy: str, random: Random) -> None:
    chain = CrapsOdds(opened).chain(policy)
    positions, lie, point, back = list(opened.standing), chain.start, None, 0
    while any(lie):
        if policy == "turn-on":
            ask_for_all(opened)
        index = random.randrange(CELLS)
        somebody_throws(opened, THROWS[index])
        lie, more, _ = chain.throw(lie, index, point is not None)
        point = next_point(opened.rules, point, TOTALS[index])
        back += more
        assert opened.point == point
        assert opened.accounts["ana"].returned == F(back, chain.scale)
        standing = {id(p): p.spot for p in opened.standing}
        assert [standing.get(id(p)) for p in positions] == list(lie)


def ask_for_all(opened: Any) -> None:
    for offer in opened.legal("ana"):
        if offer.word == "turn-on" and offer.who in ("", "ana"):
            opened.apply(Decision("ana", "turn-on", offer.places[0]))


@pytest.mark.parametrize(("name", "readings"), list(craps_variants()), ids=str)
def test_solved_chains_are_what_following_every_throw_gives(name: str, readings: dict[str, str]) -> None:
    """The same figures without linear algebra: probabilities carried from throw to throw until next to none is left."""
    opened: Any = table(name, {"readings": readings})
    lay_bets(opened, Random(name), 4)
    for policy in odds_of(opened).policies:
        joint = odds_of(opened).joint(policy)
        mean, throws = carried(CrapsOdds(opened).chain(policy))
        assert mean == pytest.approx(float(joint.expected), abs=1e-9)
        assert throws == pytest.approx(float(joint.draws), abs=1e-9)
        assert joint.net.mean == joint.expected


def carried(chain: Any) -> tuple[float, float]:
    pending: Counter[Any] = Counter({(chain.start, None): 1.0})
    mean, throws = -float(chain.staked()), 0.0
    while pending.total() > 1e-14:
        throws += pending.total()
        following: Counter[Any] = Counter()
        for (lie, point), chance in pending.items():
            for index, total in enumerate(TOTALS):
                after, back, _ = chain.throw(lie, index, point is not None)
                mean += chance / CELLS * back / chain.scale
                if any(after):
                    then = next_point(chain.game, point, total) if chain.watches(after) else None
                    following[after, then] += chance / CELLS
        pending = following
    return mean, throws


@pytest.mark.parametrize("name", GAMES)
def test_rows_are_sound(name: str) -> None:
    for stake, settings in ((None, {}), (7, {"rounding": "down"}), (24, {"rounding": "up"})):
        for row in odds_of(table(name, settings)).bets(stake):
            for outlook in row.outlooks:
                assert sum(r.probability for r in outlook.results) == 1
                assert sum(r.probability * r.net for r in outlook.results) == outlook.expected
                assert outlook.draws >= 1
            assert row.places == max(1, len(row.alike))
            if row.landings:
                decided = sum(v is not None and v.to is None for v in spot_of(name, row.bet).verdicts)
                stays = sum(v is None for v in spot_of(name, row.bet).verdicts)
                assert sum(n.probability for n in row.landings) == F(CELLS - decided - stays, CELLS)


def spot_of(name: str, bet: str) -> Any:
    return table(name).cloth.places[bet][()]


def test_bets_together_are_the_sum_of_the_bets() -> None:
    bets = [Bet("ana", "pass-line", (), 10), Bet("ana", "right-bet", (6,), 12), Bet("ana", "hard-8", (), 5)]
    opened = table("cl-2023/craps")
    opened.play([*bets, Bet("ana", "field", (), 5)])
    found = {(row.bet, row.alike): row.best for row in odds_of(opened).bets()}
    expected = 10 * found["pass-line", ()].expected + 12 * found["right-bet", ((6,), (8,))].expected
    expected += 5 * found["hard-8", ()].expected + 5 * found["field", ()].expected
    joint = odds_of(opened).joint()
    assert joint.expected == expected
    assert joint.staked == 32
    assert joint.edge == -expected / 32


def test_what_cannot_be_worked_out_is_refused() -> None:
    opened = table("bo-2025/craps")
    with pytest.raises(Refused, match="No bet lies"):
        odds_of(opened).joint()
    opened.play([Bet("ana", "pass-line", (), 5)])
    with pytest.raises(ValueError, match="is not one of"):
        odds_of(opened).joint("turn-on")
    endless = table("bo-2025/craps", changes={"bets.big-6.play.open": {"wins": [], "loses": []}})
    with pytest.raises(Refused, match="never end"):
        odds_of(endless).bets()


@pytest.mark.parametrize("name", GAMES)
def test_a_shooters_length(name: str) -> None:
    (length,) = odds_of(table(name)).lengths()
    assert length.mean == F(1671, 196)
    assert 1 / float(length.beyond(153)) == pytest.approx(5.59e9, rel=1e-3)
    survivals = list(islice(length.survivals(), 600))
    assert float(sum(survivals)) == pytest.approx(float(length.mean), abs=1e-12)
    square = sum((2 * n + 1) * left for n, left in enumerate(survivals))
    assert float(square - length.mean**2) == pytest.approx(float(length.variance), abs=1e-9)
    assert length.beyond(length.quantile(F(9, 10))) <= F(1, 10) < length.beyond(length.quantile(F(9, 10)) - 1)


@pytest.mark.parametrize("passes", ["point-missed", "bet-lost"])
@pytest.mark.parametrize("line", ["pass-line", "dont-pass"])
@pytest.mark.parametrize("draws", [[12], []])
def test_a_shooters_length_is_the_rounds(passes: str, line: str, draws: list[int]) -> None:
    """Every sequence of three throws at the table: how many shooters lose the dice with each of them."""
    changes = {"shooter.passes": passes, "bets.dont-pass.play.open.draws": draws}
    weighed: Counter[int] = Counter()
    for sequence in product(ONE_OF_EACH, repeat=3):
        weighed[turn(changes, line, sequence)] += prod(TOTALS.count(sum(throw)) for throw in sequence)
    opened = table("bo-2025/craps", changes=changes)
    length = next(n for n in odds_of(opened).lengths() if not n.given or line in n.given)
    assert {n: F(weighed[n], CELLS**3) for n in (1, 2, 3)} == {n: length.probability(n) for n in (1, 2, 3)}


ONE_OF_EACH = list({sum(throw): throw for throw in THROWS}.values())


def turn(changes: dict[str, Any], line: str, sequence: tuple[Any, ...]) -> int:
    """After how many of these throws the shooter loses the dice; 0 if none of them does it."""
    opened: Any = table("bo-2025/craps", {"seats": ["ana", "luis"]}, changes)
    for number, throw in enumerate(sequence, start=1):
        if opened.point is None and not opened.standing:
            opened.apply(Bet("ana", line, (), 5))
        opened.apply(Chance("dice", throw))
        if opened.ring.holder != "ana":
            return number
    return 0


def test_shooters_on_either_line_differ_where_losing_passes_the_dice() -> None:
    opened = table("bo-2025/craps", {"readings": {"cuando-pasan-los-dados": "apuesta-perdida"}})
    assert {length.given: length.mean for length in odds(opened).lengths()} == {
        ("pass-line",): F(1671, 196),
        ("dont-pass",): F(1671, 244),
    }
