"""The simulation of whole Black Jack tables: card for card and chip for chip the round, and on average the solver."""

from __future__ import annotations

import pickle
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from tapete.games import table
from tapete.games.blackjack.betting import DEAL
from tapete.games.blackjack.kernel import Kernel
from tapete.games.blackjack.laws import Laws
from tapete.games.blackjack.odds import odds
from tapete.games.blackjack.play import TIE
from tapete.games.blackjack.prices import Prices
from tapete.games.blackjack.several import Several
from tapete.games.blackjack.tables import read_tables
from tapete.lab.contract import kernel_of
from tapete.lab.runner import simulate
from tapete.lab.sample import Sample
from tapete.table.actions import Bet, Chance, Decision
from tapete.table.banked import OPEN
from tapete.table.errors import NotPlayable, Refused
from tests.test_blackjack_kernel import SPLITS_ALL, Player

BO, CL, PV = "bo-2025/black-jack/clasico", "cl-2023/black-jack/clasico", "pv-1996/black-jack"
CANAL, TRIPLE = "cl-2023/black-jack/canal-21", "pv-1996/black-jack/triple-black-jack"
THIRTEEN = "lr-2012/blackjack/menor-mayor-13"
ONE = (Bet("ana", "apuesta", (), 10),)
TWO = (Bet("ana", "apuesta", (1,), 10), Bet("ana", "apuesta", (2,), 15))
FULL = tuple(Bet(name, "apuesta", (box,), 8 + 2 * box) for box, name in enumerate("abcdefg", start=1))
SHORT = {"shoe.cut": {"least": 1, "most": 104}}


class Crowd(Player):
    """Everybody at the round, reading codes from the same tables; who has what to say early says it."""

    def play(self, bets: tuple[Bet, ...], cards: Any) -> Fraction:
        round, coming = self.round, list(cards)
        before = self.won()
        for bet in bets:
            round.apply(bet)
        while round.standing:
            early = self.early() if round.phase not in (OPEN, DEAL, TIE) and not round._third_card else None
            if early is not None:
                round.apply(early)
            elif round.phase == TIE and not round.ties[0].breaking:
                round.apply(Decision(round.ties[0].owner, "tie-break"))
            elif round._why_no_card() is None:
                assert coming, "the round asks for cards that the simulation did not draw"
                round.apply(Chance("card", str(coming.pop(0))))
            else:
                hand = round.hands[round.at]
                offers = {offer.word for offer in round.legal(hand.owner) if offer.places == ((),)}
                round.apply(Decision(hand.owner, self.code(hand, offers)))
        assert not coming, "the simulation drew cards that the round does not ask for"
        return self.won() - before

    def won(self) -> Fraction:
        accounts = self.round.accounts.values()
        return sum((Fraction(account.returned) - account.staked for account in accounts), Fraction(0))

    def early(self) -> Decision | None:
        """Even money, and a surrender that is not possible later."""
        round = self.round
        for hand in round.hands:
            offers = [offer for offer in round.legal(hand.owner) if offer.verb == "do" and offer.who == hand.owner]
            for offer in offers:
                if offer.word == "even-money" and offer.places == (hand.place,) and self.pays_now(round.bank[0].first):
                    return Decision(hand.owner, "even-money", hand.place)
            rule = round.rules.surrender
            if rule is not None and rule.window == "before-third-card" and round._why_no_surrender(hand) is None:
                words = {offer.word for offer in offers} | {"double", "hit"}
                pair = round.rules.may_split(hand.cards)
                if self.code(hand, words | ({"split"} if pair else set())) == "surrender":
                    return Decision(hand.owner, "surrender", hand.place)
        return None

    def pays_now(self, first: Any) -> bool:
        return bool(self.even_money[0 if first.number == 1 else 9])  # type: ignore[index]


def opened(game: str, settings: Any, bets: tuple[Bet, ...], changes: Any) -> Any:
    round: Any = table(game, settings, changes)
    round.play(bets)
    return round


def same_as_the_round(
    game: str, settings: Any, bets: tuple[Bet, ...], changes: Any, hands: int, policy: str = "totals"
) -> int:
    """Play for play: cards, chips, and where each shoe ends. Returns how many shoes ended."""
    known = odds(opened(game, settings, bets, changes))
    simulation = Several(known, policy)
    tables, laws = None, [False] * 10
    if known.game.bank is not None:
        tables = known.tables if policy == "totals" else read_tables(policy)
        plan = Laws(known.followed(policy), Prices(known.game))
        laws = [plan.takes_even_money(first) for first in range(10)]
    crowd = Crowd(table(game, settings, changes), tables, laws)  # type: ignore[arg-type]
    round: Any = crowd.round
    shoes = 0
    for cards, over, net in simulation.plays(11, 3, hands):
        shoe = round.first_pase_of_shoe
        assert crowd.play(bets, cards) == net, f"{' '.join(map(str, cards))} {round}"
        assert over == (round.first_pase_of_shoe != shoe or round.shoe_house.machine)
        shoes += over
    return shoes


@pytest.mark.parametrize(
    ("game", "settings", "bets", "changes", "hands"),
    [
        (CANAL, {}, ONE, {}, 4_000),
        (CANAL, {"readings": {"cartas-del-bono": "mano-de-tres"}}, ONE, {}, 2_500),
        (CANAL, {"readings": {"cartas-del-bono": "tres-cualesquiera"}}, ONE, {}, 2_500),
        (CANAL, {"readings": {"apuesta-del-desempate": "todo-lo-apostado"}, "rounding": "down"}, ONE, {}, 2_500),
        (CANAL, {}, (*ONE, Bet("ana", "apuesta", (2,), 10), Bet("eva", "apuesta", (3,), 7)), {}, 2_000),
        (BO, {}, TWO, {}, 2_000),
        (CL, {"rounding": "down"}, FULL, {}, 500),
        (CL, {}, FULL, {"natural.pays": "6/5"}, 600),
        (PV, {}, FULL, {}, 500),
        (
            PV,
            {"minimum": 10, "pots": {"acumulada": 123_456}},
            (*TWO, Bet("eva", "apuesta", (2,), 20), Bet("ana", "acumulada", (1,), 5), Bet("eva", "parejas", (2,), 7)),
            {},
            2_500,
        ),
        (TRIPLE, {"minimum": 10}, tuple(Bet("ana", "apuesta", (n,), 10 + n) for n in (1, 3)), {}, 1_000),
        (
            TRIPLE,
            {"minimum": 10},
            (
                *(Bet("ana", "apuesta", (n,), 10) for n in (1, 2, 3)),
                Bet("eva", "apuesta", (2,), 25),
                Bet("ana", "acumulada", (), 5),
            ),
            {},
            1_500,
        ),
        (
            "bo-2025/black-jack/challenge-21",
            {},
            tuple(Bet(who, "apuesta", (n,), 10) for who in ("ana", "eva") for n in (1, 2)),
            {},
            1_000,
        ),
        (THIRTEEN, {}, (Bet("ana", "menor", (1,), 5), Bet("eva", "mayor", (2,), 7)), {}, 1_000),
        (BO, {"side-bets": [THIRTEEN]}, (*TWO, Bet("eva", "menor", (5,), 3)), {}, 1_000),
        (BO, {"machine": True}, TWO, {}, 300),
        (CL, {}, TWO, {"split.same": "symbol", "split.aces_again": True, "split.order": "at-once"}, 1_500),
        (BO, {"cut": 1}, FULL, SHORT, 500),
        (CL, {"cut": 1}, FULL, SHORT, 500),
        (PV, {"cut": 1, "readings": {"sabot-agotado": "barajar"}}, FULL, SHORT, 500),
        (CANAL, {"cut": 1}, ONE, {"shoe.cut": {"least": 1, "most": None}, "shoe.decks": 1}, 2_000),
    ],
    ids=str,
)
def test_simulation_and_round_agree_chip_for_chip(
    game: str, settings: Any, bets: tuple[Bet, ...], changes: Any, hands: int
) -> None:
    assert same_as_the_round(game, settings, bets, changes, hands) > 10


@pytest.mark.parametrize("game", [PV, CANAL])
def test_who_splits_everything_agrees_chip_for_chip(game: str, tmp_path: Any) -> None:
    """Tens too, without limit: hands enough to use up a shoe."""
    path = tmp_path / "all.yaml"
    path.write_text(SPLITS_ALL.replace('"Rs', '"S').replace(" Rs", " S"), encoding="utf-8")
    assert same_as_the_round(game, {}, ONE, {}, 2_000, str(path)) > 10


@pytest.mark.parametrize(
    ("game", "settings", "bets", "policy"),
    [
        (CANAL, {}, ONE, "best"),
        (CANAL, {}, (*ONE, Bet("ana", "apuesta", (2,), 10)), "totals"),
        (BO, {}, TWO, "totals"),
        (PV, {"minimum": 10}, (*ONE, Bet("ana", "acumulada", (), 5)), "totals"),
        (TRIPLE, {"minimum": 10}, (*(Bet("ana", "apuesta", (n,), 10) for n in (1, 2, 3)),), "totals"),
        (TRIPLE, {"minimum": 10}, (Bet("ana", "apuesta", (2,), 10), Bet("ana", "acumulada", (), 5)), "best"),
        (THIRTEEN, {}, (Bet("ana", "menor", (), 5), Bet("ana", "mayor", (), 7)), "best"),
    ],
    ids=str,
)
def test_simulation_agrees_with_the_solver(game: str, settings: Any, bets: tuple[Bet, ...], policy: str) -> None:
    """The mean of two million plays lies within their own interval of 99.9 % around the solver's."""
    known = odds(opened(game, settings, bets, {}))
    simulation = Several(known, policy)
    sample = Sample.of(simulation.endings(simulation.count(20, 5, 2_000_000)))
    assert abs(float(sample.mean) - float(known.joint(policy).expected)) < 3.29 * sample.error


def test_what_is_simple_is_played_fast_and_the_rest_is_played_too() -> None:
    assert isinstance(kernel_of(opened(BO, {}, ONE, {}), "totals"), Kernel)
    assert isinstance(kernel_of(opened(BO, {}, TWO, {}), "totals"), Several)
    assert isinstance(kernel_of(opened(BO, {"cut": 20}, ONE, {"shoe.cut": {"least": 1}}), "totals"), Several)
    assert isinstance(kernel_of(opened(CANAL, {}, ONE, {}), "totals"), Several)


def test_the_same_seed_gives_the_same_plays_with_any_number_of_workers() -> None:
    kernel: Any = kernel_of(opened(BO, {}, TWO, {}), "totals")
    runs = [simulate(kernel, 200_000, 7, workers) for workers in (1, 3)]
    runs.append(simulate(pickle.loads(pickle.dumps(kernel)), 200_000, 7, 2))
    assert all(np.array_equal(run.counts, runs[0].counts) for run in runs)
    assert not np.array_equal(simulate(kernel, 200_000, 8, 2).counts, runs[0].counts)
    assert runs[0].sample.rounds == 200_000


@pytest.mark.parametrize(
    ("game", "settings", "bets", "sentence"),
    [
        (BO, {}, (), "No bet lies"),
        (BO, {"side-bets": [THIRTEEN]}, (Bet("ana", "menor", (1,), 5),), "without a bet on a hand"),
        (BO, {"readings": {"retiro-con-dos-manos": "todas"}}, TWO, "all given up at once"),
        (BO, {}, (Bet("ana", "apuesta", (1,), 1_000_003), Bet("ana", "apuesta", (2,), 1)), "too many different"),
    ],
    ids=str,
)
def test_what_is_not_simulated_says_so(game: str, settings: Any, bets: Any, sentence: str) -> None:
    with pytest.raises((NotPlayable, Refused), match=sentence):
        kernel_of(opened(game, settings, bets, {}), "totals")
