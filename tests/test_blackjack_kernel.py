"""The compiled simulation of Black Jack: card for card and chip for chip the round, and on average the solver."""

from __future__ import annotations

import json
import math
import pickle
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
import pytest

from tapete.__main__ import main
from tapete.games import table
from tapete.games.blackjack.hands import points_of, total
from tapete.games.blackjack.kernel import CODES, Kernel, shipped
from tapete.games.blackjack.laws import Laws
from tapete.games.blackjack.odds import BlackjackOdds, odds
from tapete.games.blackjack.prices import Prices
from tapete.games.blackjack.tables import Tables, read_tables
from tapete.lab.contract import kernel_of
from tapete.lab.runner import simulate
from tapete.lab.sample import Sample
from tapete.table.actions import Bet, Chance, Decision
from tapete.table.errors import Refused

BO, CL, PV = "bo-2025/black-jack/clasico", "cl-2023/black-jack/clasico", "pv-1996/black-jack"
MAIN = Bet("ana", "apuesta", (), 10)
PAIRS = Bet("ana", "perfect-pairs", (), 3)
# Each shoe of six decks lasts some 48 hands: as many hands are more than two hundred shoes.
SHOES = 10_000
SPLITS_ALL = "\n".join(
    [
        "title: {es: Abre todo, en: Splits everything}",
        "hard:",
        *(f'  {points}: "{" ".join([code] * 10)}"' for points, code in ((8, "H"), (9, "D"), (12, "Rs"), (14, "H"))),
        "soft:",
        *(f'  {points}: "{" ".join([code] * 10)}"' for points, code in ((13, "D"), (15, "Ds"), (18, "H"))),
        "pairs:",
        *(f'  "{rank}": "{" ".join(["P"] * 10)}"' for rank in ("A", *range(2, 11))),
    ]
)


def opened(game: str, settings: dict[str, Any] | None = None, *bets: Bet, **changes: Any) -> Any:
    """A table with stakes on it."""
    round: Any = table(game, settings or {}, changes)
    round.play(bets or (MAIN,))
    return round


class Player:
    """Somebody at the round who reads codes from tables and asks the round what is allowed; knows no machine."""

    def __init__(self, round: Any, tables: Tables, even_money: bool) -> None:
        self.round, self.tables, self.even_money = round, tables, even_money

    def code(self, hand: Any, offers: set[str]) -> str:
        first, (points, soft) = points_of(self.round.bank[0].first) - 1, total(hand.cards)
        if "split" in offers and self.tables.pairs.get(points_of(hand.cards[0]) - 1, ("-",) * 10)[first] == "P":
            return "split"
        code = (self.tables.soft if soft else self.tables.hard).get(points, ("S",) * 10)[first]
        if code[0] == "D" and "double" in offers:
            return "double"
        if code[0] == "R" and "surrender" in offers:
            return "surrender"
        return "stand" if code in ("S", "Ds", "Rs") or "hit" not in offers else "hit"

    def play(self, bets: tuple[Bet, ...], cards: Any) -> Fraction:
        """One hand with these cards, all of them and no more; returns what it brought."""
        round, coming = self.round, list(cards)
        account = round.accounts.get("ana")
        before = Fraction(account.returned) - account.staked if account else Fraction(0)
        for bet in bets:
            round.apply(bet)
        while round.standing:
            natural = self.even_money and len(coming) == 0 and round.hands[0].natural
            if natural and "even-money" in {offer.word for offer in round.legal("ana")}:
                round.apply(Decision("ana", "even-money"))
            elif round._why_no_card() is None:
                assert coming, "the round asks for cards that the simulation did not draw"
                round.apply(Chance("card", str(coming.pop(0))))
            else:
                hand = round.hands[round.at]
                offers = {offer.word for offer in round.legal("ana") if offer.verb == "do"}
                round.apply(Decision("ana", self.code(hand, offers)))
        assert not coming, "the simulation drew cards that the round does not ask for"
        account = round.accounts["ana"]
        return Fraction(account.returned) - account.staked - before


@lru_cache(maxsize=4)
def solved(game: str, settings: str, bets: tuple[Bet, ...], changes: str) -> BlackjackOdds:
    """The odds of a table, which take seconds to work out."""
    return odds(opened(game, json.loads(settings), *bets, **json.loads(changes)))


def known_of(game: str, settings: dict[str, Any], bets: tuple[Bet, ...], changes: dict[str, Any]) -> BlackjackOdds:
    return solved(game, json.dumps(settings), bets, json.dumps(changes))


def same_as_the_round(game: str, settings: dict[str, Any], bets: tuple[Bet, ...], policy: str, **more: Any) -> None:
    """Hand for hand through whole shoes: cards, chips, and the hand with which each shoe ends."""
    changes = more.get("changes", {})
    known = known_of(game, settings, bets, changes)
    tables = known.tables if policy == "totals" else read_tables(policy)
    kernel = Kernel(known, policy)
    stake = int(next(bet.stake for bet in bets if bet.bet == "apuesta"))
    laws = Laws(known.followed(policy), Prices(known.game, stake, known.house.rounding))
    player = Player(table(game, settings, changes), tables, laws.takes_even_money(0))
    round: Any = player.round
    shoes = 0
    for cards, over, net in kernel.plays(more.get("seed", 11), 3, more.get("hands", SHOES)):
        shoe = round.first_pase_of_shoe
        assert player.play(bets, cards) == net, f"{' '.join(map(str, cards))} {round}"
        assert over == (round.first_pase_of_shoe != shoe or round.shoe_house.machine)
        shoes += over
    assert shoes >= more.get("hands", SHOES) // 80


@pytest.mark.parametrize("game", [BO, CL, PV])
def test_kernel_and_round_agree_chip_for_chip(game: str) -> None:
    """Over two hundred whole shoes, played by totals."""
    same_as_the_round(game, {}, (MAIN,), "totals")


@pytest.mark.parametrize(
    ("game", "settings", "bets", "changes"),
    [
        ("bo-2025/black-jack/perfect-pairs", {"rounding": "down"}, (Bet("ana", "apuesta", (), 15), PAIRS), {}),
        ("cl-2023/black-jack/perfect-pairs", {"cut": 104}, (MAIN, PAIRS), {}),
        (PV, {}, (MAIN, Bet("ana", "parejas", (), 7)), {}),
        ("bo-2025/black-jack/challenge-21", {}, tuple(Bet("ana", "apuesta", (n,), 10) for n in (1, 2)), {}),
        ("cl-2023/black-jack/challenge-21", {}, tuple(Bet("ana", "apuesta", (n,), 5 + n) for n in (1, 2, 3)), {}),
        (BO, {"machine": True}, (MAIN,), {}),
        (CL, {"rounding": "up"}, (Bet("ana", "apuesta", (), 7),), {"bank.soft": "draws"}),
        (CL, {}, (MAIN,), {"split.same": "symbol", "split.aces_again": True, "split.order": "at-once"}),
        (PV, {"options": []}, (MAIN,), {"natural.against_21": "push", "bank.stops": "when-decided"}),
        (PV, {}, (MAIN,), {"double.ace": "either", "double.pair_of_aces": True, "split.ace_cards": 2}),
    ],
    ids=str,
)
def test_other_tables_agree_chip_for_chip(game: str, settings: Any, bets: Any, changes: Any) -> None:
    """Side bets, rounding, a machine, and rules that no document has, each for forty shoes."""
    same_as_the_round(game, settings, bets, "totals", changes=changes, hands=1_500)


@pytest.mark.parametrize("game", [BO, CL])
def test_strange_strategies_agree_chip_for_chip(game: str, tmp_path: Any) -> None:
    """Every pair is split and soft hands are doubled: hands of a kind that good play never sees."""
    path = tmp_path / "all.yaml"
    path.write_text(SPLITS_ALL.replace('"Rs', '"S').replace(" Rs", " S"), encoding="utf-8")
    same_as_the_round(game, {}, (MAIN,), str(path), hands=3_000)


def test_even_money_is_taken_where_it_is_worth_more() -> None:
    """With Black Jack at 6 to 5, to be paid at par against an ace is better than to wait."""
    changes = {"natural.pays": "6/5"}
    same_as_the_round(CL, {}, (MAIN,), "totals", changes=changes, hands=3_000)


@pytest.mark.parametrize(
    ("game", "bets"), [(BO, (MAIN,)), ("cl-2023/black-jack/perfect-pairs", (MAIN, PAIRS)), (PV, (MAIN,))], ids=str
)
@pytest.mark.parametrize(("policy", "settings"), [("totals", {}), ("best", {}), ("totals", {"machine": True})], ids=str)
def test_simulation_agrees_with_the_solver(game: str, bets: Any, policy: str, settings: Any) -> None:
    """The mean of four million hands lies within the simulation's own interval of 99.9 % around the solver's."""
    known = known_of(game, settings, bets, {})
    joint, rounds = known.joint(policy), 4_000_000
    found = Kernel(known, policy)
    endings = list(found.endings(found.count(20, 5, rounds)))
    mean = sum((n * e.net for n, e in endings), Fraction(0)) / rounds
    square = sum((n * e.net**2 for n, e in endings), Fraction(0)) / rounds
    assert abs(mean - joint.expected) < 3.29 * math.sqrt((square - mean**2) / rounds)
    assert float(square - mean**2) == pytest.approx(float(joint.variance), rel=0.005)


def test_several_hands_of_the_bank_agree_with_the_solver() -> None:
    """The mean is exact whatever depends on what; the spread is the solver's estimate and is not asked for."""
    bets = tuple(Bet("ana", "apuesta", (n,), 10) for n in (1, 2, 3))
    known = known_of("bo-2025/black-jack/challenge-21", {}, bets, {})
    sample = Sample.of(Kernel(known, "totals").endings(Kernel(known, "totals").count(20, 5, 2_000_000)))
    assert abs(float(sample.mean) - 30 * known.followed("totals").expected) < 3.29 * sample.error


def test_the_same_seed_gives_the_same_hands_with_any_number_of_workers() -> None:
    kernel: Any = kernel_of(opened(BO), "totals")
    runs = [simulate(kernel, 300_000, 7, workers) for workers in (1, 2, 3)]
    runs.append(simulate(pickle.loads(pickle.dumps(kernel)), 300_000, 7, 2))
    assert all(np.array_equal(run.counts, runs[0].counts) for run in runs)
    assert not np.array_equal(simulate(kernel, 300_000, 8, 2).counts, runs[0].counts)
    assert runs[0].sample.rounds == 300_000


def test_every_card_is_as_likely_in_every_place() -> None:
    """The first cards of two million fresh shoes, each card against the number that it should come."""
    kernel: Any = kernel_of(opened(BO, {"machine": True}), "totals")
    numbers = np.zeros((256, 3), np.int64)
    for block in range(40):
        _, seen, _ = kernel._played(1, block, 5_000, 5_000)
        for place in range(3):
            numbers[:, place] += np.bincount(seen[:, place], minlength=256)
    expected = 40 * 5_000 / len(CODES)
    squares = ((numbers[list(CODES)] - expected) ** 2 / expected).sum(axis=0)
    assert (squares < 96).all(), "chi-square of 51 degrees of freedom: less likely than one in ten thousand"
    assert numbers.sum() == 40 * 5_000 * 3


def test_a_strategy_that_surrenders_where_nobody_may_is_refused(tmp_path: Any) -> None:
    path = tmp_path / "all.yaml"
    path.write_text(SPLITS_ALL, encoding="utf-8")
    with pytest.raises(Refused, match="against the bank's A"):
        kernel_of(opened(BO), str(path))


@pytest.mark.parametrize("game", [BO, CL, PV])
def test_the_strategy_that_comes_with_tapete_is_the_solvers(game: str) -> None:
    assert read_tables(str(shipped()["seis-barajas"])) == known_of(game, {}, (MAIN,), {}).tables


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """What a command answers: its status, what it prints and what it complains of."""
    with pytest.raises(SystemExit) as ended:
        main(["--lang", "en", *arguments])
    out, err = capsys.readouterr()
    assert isinstance(ended.value.code, int)
    return ended.value.code, out, " ".join(err.split())


def test_the_command_plays_a_strategy_from_a_file(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """The strategy that the solver writes, the one that comes with Tapete and the solver itself play the same hands."""
    path = tmp_path / "mine.yaml"
    assert told(capsys, "odds", CL, "--strategy-out", str(path))[0] == 0
    common = ["simulate", CL, "--rounds", "150k", "--seed", "7", "--json"]
    found = []
    for more in (
        ["--strategy", str(path)],
        ["--strategy", "seis-barajas"],
        ["--bet", "apuesta 10", "--policy", "totals"],
    ):
        status, out, _ = told(capsys, *common, *more)
        assert status == 0
        found.append(json.loads(out))
    assert found[0]["simulated"] == found[1]["simulated"] == found[2]["simulated"]
    assert found[0]["bets"] == [{"bet": "apuesta", "on": [], "stake": 10}]
    assert found[0]["strategy"] == str(path)


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (["--strategy", "seis-barajas", "--bankroll", "100"], "hands are played, not sessions"),
        (["--strategy", "seis-barajas", "--policy", "totals"], "not in both"),
        (["--strategy", "nowhere.yaml"], "seis-barajas"),
        (["--policy", "nowhere.yaml", "--bet", "apuesta 10"], "no way of playing"),
    ],
    ids=str,
)
def test_the_command_refuses_what_makes_no_sense(
    more: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, _, complaint = told(capsys, "simulate", BO, *more)
    assert status != 0
    assert sentence in complaint


def test_the_command_says_what_the_exact_figures_leave_out(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """An interval that is narrower than the mean is away: what the solver's figure is of stands below it."""
    common = ["simulate", PV, "--bet", "apuesta 10", "--rounds", "20k", "--seed", "7"]
    _, narrow, _ = told(capsys, *common, "--confidence", "0.5")
    _, wide, _ = told(capsys, *common, "--confidence", "0.999999")
    assert ("outside the interval" in narrow) == ("down to a cut card" in narrow)
    assert "outside the interval" not in wide
    _, machine, _ = told(capsys, *common, "--confidence", "0.5", "--table", "machine=true")
    assert "down to a cut card" not in machine
