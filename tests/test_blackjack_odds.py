"""The odds of Black Jack: sums, published figures, side bets counted by hand, charts, files, and the commands."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tapete.games import library, rules, table
from tapete.games.blackjack.counts import DOUBLE, HIT, full_shoe, hand_of
from tapete.games.blackjack.hands import points_of
from tapete.games.blackjack.laws import Laws
from tapete.games.blackjack.plans import Followed
from tapete.games.blackjack.prices import Prices
from tapete.games.blackjack.rules import best
from tapete.games.blackjack.solver import Solver
from tapete.games.blackjack.tables import read_tables
from tapete.games.blackjack.terms import Terms
from tapete.lab.contract import odds_of
from tapete.lab.report import report
from tapete.lab.study import Study
from tapete.table.actions import Bet
from tapete.table.cards import CARDS
from tapete.table.errors import BadRecord, Refused
from tests.test_lab import Page, tapete

F = Fraction
GAMES = sorted(name for name, data in library().games.items() if data["family"] == "blackjack")
CLASSIC = "bo-2025/black-jack/clasico"
PAIRS = "bo-2025/black-jack/perfect-pairs"
TRIPLE = "pv-1996/black-jack/triple-black-jack"
CANAL = "cl-2023/black-jack/canal-21"


@pytest.fixture(scope="module")
def classic() -> Any:
    return odds_of(table(CLASSIC))


@pytest.mark.parametrize("name", GAMES)
def test_results_outlooks_and_joints_agree(name: str) -> None:
    opened = table(name)
    odds: Any = odds_of(opened)
    for row in odds.bets():
        for outlook in row.outlooks:
            assert sum(r.probability for r in outlook.results) == 1
            assert sum(r.probability * r.net for r in outlook.results) == outlook.expected
            assert outlook.cost == row.best.expected - outlook.expected >= 0
    if odds.game.bank is None:
        return
    main = odds.game.named("main")
    spots = range(1, odds.game.bank.compulsory + 1)
    opened.play([Bet("ana", main, (spot,) if odds.game.bank.hands > 1 else (), 10) for spot in spots])
    laid: Any = odds_of(opened)
    row = next(row for row in odds.bets() if row.bet == main)
    for policy in laid.policies:
        joint = laid.joint(policy)
        assert float(joint.expected) == pytest.approx(10 * len(spots) * float(row.under(policy).expected), abs=1e-10)
        if len(spots) == 1:
            assert joint.deviation == pytest.approx(10 * float(row.under(policy).variance) ** 0.5)


def test_the_law_of_the_hand_has_the_mean_of_the_solver(classic: Any) -> None:
    row = classic.bets()[0]
    assert float(row.under("best").expected) == pytest.approx(classic.solver.expected, abs=1e-12)
    assert float(row.under("totals").expected) == pytest.approx(classic.solver.by_totals.expected, abs=1e-12)


def test_perfect_pairs_counted_by_hand() -> None:
    row = next(row for row in odds_of(table(PAIRS)).bets() if row.bet == "perfect-pairs")
    assert {r.net: r.probability for r in row.best.results} == {
        25: F(5, 311),
        15: F(6, 311),
        5: F(12, 311),
        -1: F(288, 311),
    }
    assert row.edge == F(13, 311)


def test_insurance_by_the_cards_seen(classic: Any) -> None:
    assert next(row for row in classic.bets() if row.bet == "seguro").edge == 1 - 3 * F(96, 311)
    chances = [aside.chance for aside in classic.asides() if aside.what == "seguro"]
    assert chances == [96 / 309, 95 / 309, 94 / 309]
    (even,) = (aside for aside in classic.asides() if aside.what == "even-money")
    assert even.otherwise == pytest.approx(1.5 * (1 - 95 / 309))
    assert not even.better


def test_the_chart_is_the_published_one(classic: Any) -> None:
    """European rules without a hole card, surrender against ten: 8-8 and 14 to 16 give up against a ten."""
    hard, soft, pairs = ({label: "".join(codes) for label, codes in chart.rows} for chart in classic.charts())
    assert hard["16"] == "SSSSSHHRRH"
    assert hard["14"] == "SSSSSHHHRH"
    assert hard["12"] == "HHSSSHHHHH"
    assert hard["11"] == "DDDDDDDDHH"
    assert hard["9"] == "HDDDDHHHHH"
    assert soft["A,7"] == "SSSSSSSHHH"
    assert pairs["8,8"] == "PPPPPPPP--"
    assert pairs["A,A"] == "PPPPPPPPP-"
    assert pairs["9,9"] == "PPPPP-PP--"


def test_worths_of_decisions(classic: Any) -> None:
    worths = classic.worths("10,6", "9")
    assert worths.best == "surrender"
    assert worths.cost("hit") == pytest.approx(0.00455, abs=1e-4)
    assert worths.cost("double") is None
    assert classic.worths("8h 8s", "K").decisions[0][0] == "surrender"
    for hand in ("10", "10,9,8", "1,x", ""):
        with pytest.raises(Refused):
            classic.worths(hand, "9")


def naturals(pays: F) -> F:
    """What naturals bring from six decks, counted by hand: a push against another, even money against an ace."""
    total = F(0)
    for first in range(1, 11):
        of_first = 96 if first == 10 else 24
        aces, tens = 24 - (first == 1), 96 - (first == 10)
        dealt = F(of_first, 312) * 2 * F(aces, 311) * F(tens, 310)
        helps = tens - 1 if first == 1 else aces - 1 if first == 10 else 0
        waiting = pays * (1 - F(helps, 309))
        total += dealt * (max(waiting, F(1)) if first == 1 else waiting)
    return total


def test_rules_cost_what_is_known_of_them(classic: Any) -> None:
    """Published for six decks: soft 17 about 0.2 %. What 6 to 5 costs is counted: only naturals are paid otherwise."""
    costs = {effect.what.template: effect.change for effect in classic.rule_costs()}
    assert costs["The bank draws with a soft 17"] == pytest.approx(-0.0020, abs=3e-4)
    assert costs["Black Jack pays 6 to 5"] == pytest.approx(-float(naturals(F(3, 2)) - naturals(F(6, 5))), abs=1e-12)
    assert costs["No surrender"] < -0.001
    assert costs["No doubling after a split"] < 0 < costs["Doubling with any two cards"]
    assert costs["One deck"] > costs["Two decks"] > 0 > costs["Eight decks"]
    assert "Six decks" not in costs


def test_removed_cards(classic: Any) -> None:
    change = {effect.what: effect.change for effect in classic.removals()}
    assert change["5"] > change["4"] > change["3"] > 0 > change["10"] > change["A"]
    shoe = classic.solver.shoe
    knowing = sum(change[name] * n for name, n in zip(change, shoe, strict=True)) / shoe.sum()
    assert 0 < knowing < 1e-5, "an unseen card changes nothing, and knowing it helps a little"


def test_without_a_hand_to_play_no_rule_has_a_cost() -> None:
    odds: Any = odds_of(table("lr-2012/blackjack/menor-mayor-13"))
    for asked in (odds.rule_costs, odds.removals):
        with pytest.raises(Refused, match="nobody decides anything about a hand"):
            asked()


def test_canal_has_a_tie_that_is_worth_breaking() -> None:
    odds: Any = odds_of(table(CANAL))
    assert {row.bet: row for row in odds.bets()}["desempate"].edge < 0


def test_bonuses_are_part_of_the_figures() -> None:
    odds: Any = odds_of(table(CANAL))
    (row,) = (row for row in odds.bets() if row.bet == odds.game.named("main"))
    for policy, followed in (("best", odds.solver.expected), ("totals", odds.solver.by_totals.expected)):
        assert float(row.under(policy).expected) == pytest.approx(followed, abs=1e-12)
    worth = sum(float(pays) * number for pays, number in odds.bonuses().values())
    assert odds.solver.expected - odds._with_prizes(None, "best") == pytest.approx(worth, abs=1e-12)
    assert any("Bonuses are part" in note.template for note in odds.notes())


def test_bonuses_counted_over_every_three_cards() -> None:
    """Without splits: each order of three cards, and how likely the plan asks for the third."""
    opened = table(CANAL, changes={"split": None})
    odds: Any = odds_of(opened)
    shoe, plan = [int(n) for n in odds.solver.shoe], odds.solver.best
    expected = dict.fromkeys(odds.bonuses(), 0.0)
    named = {id(win): name for name, win in odds.game.bonus.wins.items()}
    for trio in product(CARDS, repeat=3):
        values = [points_of(one) for one in trio]
        win = best(odds.game.bonus.wins.values(), trio) if sum(values) <= 21 else None
        if win is None:
            continue
        row = odds.solver.index[hand_of(values[:2])]
        left = [n - values.count(rank + 1) for rank, n in enumerate(shoe)]
        draws = sum(n for rank, n in enumerate(left) if plan.actions[rank][row] in (HIT, DOUBLE)) / sum(left)
        ways = 1
        for place, one in enumerate(trio):
            ways *= odds.decks - trio[:place].count(one)
        expected[named[id(win)]] += ways / (208 * 207 * 206) * draws
    assert {name: number for name, (_, number) in odds.bonuses().items()} == pytest.approx(expected, abs=1e-12)


def test_a_strategy_goes_into_a_file_and_back(classic: Any, tmp_path: Path) -> None:
    file = tmp_path / "chart.yaml"
    file.write_text(classic.strategy(), encoding="utf-8")
    tables = read_tables(str(file))
    assert tables == classic.tables
    found = Followed(classic.solver, tables.plan(classic.solver)).expected
    assert found == pytest.approx(classic.solver.by_totals.expected, abs=1e-14)
    worse = file.read_text(encoding="utf-8").replace('16:    " S', '16:    " H')
    file.write_text(worse, encoding="utf-8")
    changed = classic.followed(str(file)).expected
    # Followed card by card in a program of its own, from the chart alone: 0.00129413, where the hands of a split pair
    # know of each other only how many they are.
    assert classic.solver.by_totals.expected - changed == pytest.approx(0.00129413, abs=2e-7)
    assert changed < found


@pytest.mark.parametrize(
    ("before", "after", "sentence"),
    [('"A":', '"X":', "no pair"), (" H  D  D", " H  X  D", "ten codes"), (" H  D  D", " D  D", "ten codes")],
)
def test_a_broken_file_says_where(classic: Any, tmp_path: Path, before: str, after: str, sentence: str) -> None:
    file = tmp_path / "chart.yaml"
    file.write_text(classic.strategy().replace(before, after), encoding="utf-8")
    with pytest.raises(BadRecord, match=sentence):
        read_tables(str(file))


def test_a_house_that_rounds_down_takes_more() -> None:
    opened = table(CLASSIC, {"rounding": "down"})
    even, odd = (odds_of(opened).bets(stake)[0] for stake in (100, 5))
    assert odd.edge > even.edge
    results = {(r.how, r.net) for r in odd.best.results}
    assert ("win", F(7, 5)) in results, "3 to 2 on five chips is seven"
    assert ("half", F(-3, 5)) not in results, "two chips back are no longer worth taking"


def test_what_rounding_costs_is_counted_by_hand() -> None:
    """Five chips, rounded down: a natural wins seven, and no hand is as bad as losing three of five for sure."""
    game: Any = rules(CLASSIC)
    worst = odds_of(table(CLASSIC)).worths("10,6", "10")  # type: ignore[attr-defined]
    assert dict(worst.decisions)["hit"] == pytest.approx(-0.5708172663, abs=1e-9), (
        "by brute force, a program of its own"
    )
    five, exact = Prices(game, 5, "down"), Prices(game)
    with_it, without, whole = (
        Solver(Terms.of(game, surrender, prices), full_shoe(6)).expected
        for surrender, prices in ((True, five), (False, five), (False, exact))
    )
    assert with_it == without
    assert whole - without == pytest.approx(float(naturals(F(3, 2)) - naturals(F(7, 5))), abs=1e-12)


def test_first_cards_of_their_own_are_refused() -> None:
    opened = table("bo-2025/black-jack/challenge-21", {"readings": {"primera-carta-de-cada-mano": "carta-propia"}})
    with pytest.raises(Exception, match="not worked out"):
        odds_of(opened)


def test_report_has_the_charts() -> None:
    page = Page(report(Study(CLASSIC)))
    assert page.charts >= 4
    assert not page.fetches
    assert "Strategy by totals" in page.words


def test_commands(tmp_path: Path) -> None:
    told = json.loads(tapete("odds", CLASSIC, "--hand", "10,6", "--against", "9", "--json").stdout)
    assert told["hand"]["best"] == "surrender"
    assert told["charts"][0]["rows"]["16"][0] == "S"
    assert tapete("odds", CLASSIC, "--hand", "10,6").returncode == 2
    assert "decides" in tapete("odds", "pv-1996/boule", "--rule-costs").stderr
    shown = tapete("odds", CLASSIC, "--strategy-out", str(tmp_path / "s.yaml"))
    assert "Hard hands" in shown.stdout
    assert (tmp_path / "s.yaml").exists()


def test_a_side_bet_on_three_cards_beside_a_hand() -> None:
    opened = table(TRIPLE, {"minimum": 10})
    opened.play([Bet("ana", "apuesta", (1,), 10), Bet("ana", "acumulada", (1,), 5)])
    odds: Any = odds_of(opened)
    rows = {row.bet: row for row in odds.bets()}
    joint = odds.joint()
    apart = 10 * rows["apuesta"].under("best").expected + 5 * rows["acumulada"].under("best").expected
    assert float(joint.expected) == pytest.approx(float(apart), abs=1e-9)
    alone = 100 * rows["apuesta"].under("best").variance + 25 * rows["acumulada"].under("best").variance
    assert float(joint.variance) != pytest.approx(float(alone), rel=1e-6), "they depend on the same cards"


def test_a_third_card_follows_what_the_plan_asks_for(classic: Any) -> None:
    """The law by third card adds up to the law of the hand, and a hand that stands has none."""
    laws = Laws(classic.followed("best"), Prices(classic.game))
    for values, first in (((10, 6), 8), ((5, 6), 5), ((10, 9), 9), ((2, 3), 0)):
        hand = hand_of(values)
        parts = laws.by_third(hand, first)
        together: dict[Any, float] = {}
        for law in parts.values():
            for key, chance in law.items():
                together[key] = together.get(key, 0.0) + chance
        assert together == pytest.approx(dict(laws.of_deal(hand, first)), abs=1e-12)
        asks = int(classic.solver.best.actions[first][laws.solver.index[hand]]) in (HIT, DOUBLE)
        assert sum(parts[None].values()) == pytest.approx(0.0 if asks else 1.0, abs=1e-12)


PV = "pv-1996/black-jack"
THIRTEEN = "lr-2012/blackjack/menor-mayor-13"


@pytest.mark.parametrize(
    ("name", "settings", "bets"),
    [
        (PV, {}, [Bet("ana", "apuesta", (1,), 10), Bet("eva", "apuesta", (1,), 20), Bet("sol", "apuesta", (2,), 10)]),
        (
            TRIPLE,
            {},
            [Bet("ana", "apuesta", (1,), 10), Bet("ana", "apuesta", (3,), 20), Bet("eva", "apuesta", (1,), 5)],
        ),
        (
            TRIPLE,
            {"minimum": 10, "pots": {"acumulada": 90_000}},
            [Bet("ana", "apuesta", (1,), 10), Bet("ana", "apuesta", (2,), 10), Bet("ana", "acumulada", (), 5)],
        ),
        (CLASSIC, {"side-bets": [THIRTEEN]}, [Bet("ana", "apuesta", (1,), 10), Bet("eva", "menor", (2,), 5)]),
    ],
    ids=str,
)
def test_stakes_together_bring_what_they_bring_apart(name: str, settings: Any, bets: list[Bet]) -> None:
    """Whoever has them, on the same box or on several, against one hand of the bank or more."""
    opened = table(name, settings)
    opened.play(bets)
    odds: Any = odds_of(opened)
    rows = {stake: {row.bet: row for row in odds.bets(stake)} for stake in {bet.stake for bet in bets}}
    for policy in odds.policies:
        apart = sum(
            bet.stake * float((row.under(policy) if len(row.outlooks) > 1 else row.best).expected)
            for bet in bets
            for row in (rows[bet.stake][bet.bet],)
        )
        assert float(odds.joint(policy).expected) == pytest.approx(apart, abs=1e-9)


def test_two_players_on_one_box_win_and_lose_together() -> None:
    """Two stakes on a hand are one stake as far as chance goes, each rounded by itself."""

    def joint(*bets: Bet) -> Any:
        opened = table(PV)
        opened.play(bets)
        return odds_of(opened).joint("totals")

    two = joint(Bet("ana", "apuesta", (1,), 10), Bet("eva", "apuesta", (1,), 20))
    one = joint(Bet("ana", "apuesta", (1,), 30))
    assert two.net == one.net


def test_a_game_without_hands_has_no_strategy() -> None:
    odds: Any = odds_of(table(THIRTEEN))
    for asked in (odds.strategy, lambda: odds.worths("10,6", "9")):
        with pytest.raises(Refused, match="nobody decides"):
            asked()


def test_what_a_missing_card_does_to_a_side_bet_is_counted_by_hand() -> None:
    """A five less of 312 cards: every pair of those left, one after the other, by its sum with aces as one."""
    row = next(row for row in odds_of(table(THIRTEEN)).bets() if row.bet == "menor")
    left = [min(rank, 10) for rank in range(1, 14) for _ in range(24 - (rank == 5))]
    below = sum(left[a] + left[b] < 13 for a, b in product(range(311), repeat=2) if a != b)
    (removal,) = (removal for removal in row.removals if "5" in removal.cards)
    assert removal.edge == 1 - 2 * F(below, 311 * 310)
    assert removal.change == removal.edge - row.edge > 0
    (pairs,) = next(row for row in odds_of(table(PAIRS)).bets() if row.bet == "perfect-pairs").removals
    assert (len(pairs.cards), pairs.change) == (13, 0), "from a full shoe one card less does nothing to pairs"
