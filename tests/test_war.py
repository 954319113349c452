"""War: the round against a plain telling of the rules, its mathematics and simulation, its table drawn and played."""

from __future__ import annotations

import itertools
import math
import pickle
from collections import Counter
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import numpy as np
import pytest

from tapete.games import library, table
from tapete.games.war.felt import spots
from tapete.games.war.odds import Stakes, WarOdds
from tapete.lab.contract import kernel_of, odds_of
from tapete.table import philox
from tapete.table.actions import Bet, Call, Chance, Decision, Irregular
from tapete.table.cards import CARDS, RANKS, card
from tapete.table.errors import Refused
from tapete.table.png import png
from tapete.table.record import Record, read_records
from tapete.table.words import speaking
from tests.terminal import tapete

if TYPE_CHECKING:
    from collections.abc import Iterator

F = Fraction
GAME = "cl-2023/war"
SVG = "{http://www.w3.org/2000/svg}"
THREE = {rank: 1 + (number > 4) + (number > 9) for number, rank in enumerate(RANKS)}
COARSE = {"values.of": {rank: THREE[rank] for rank in RANKS}}


def variants() -> Iterator[dict[str, str]]:
    """The game as it stands, and once for each option of a reading that changes something."""
    yield {}
    for name, reading in library().game(GAME)["readings"].items():
        yield from ({name: option} for option, facts in reading["options"].items() if facts.get("set"))


def opened(changes: dict[str, Any] | None = None, **settings: Any) -> Any:
    return table(GAME, settings, changes)


def rows(changes: dict[str, Any] | None = None, **settings: Any) -> dict[str, Any]:
    return {row.bet: row for row in odds_of(opened(changes, **settings)).bets()}


def played(round: Any, *actions: Any) -> Any:
    round.play(actions)
    return round


def net(round: Any, player: str = "ana") -> Fraction:
    account = round.accounts[player]
    return F(account.returned) - F(account.staked)


class TestTwice:
    """The rules told once more, plainly, and the round held to them."""

    @staticmethod
    def told(cards: list[str], stake: int, tie: int, answer: str) -> Fraction:
        value = [(RANKS.index(card(one).rank) + 12) % 13 for one in cards]
        if value[0] != value[1]:
            return F(stake if value[0] > value[1] else -stake) - tie
        if tie:
            return F(10 * tie)
        if answer == "surrender":
            return -F(stake, 2)
        return F(-2 * stake if value[2] < value[3] else 2 * stake + (stake if value[2] == value[3] else 0))

    def test_random_plays(self) -> None:
        random = Random(8)
        shoe = [str(one) for one in CARDS] * 6
        seen: Counter[str] = Counter()
        for number in range(3000):
            cards = random.sample(shoe, 4)
            if number % 2:
                cards[1] = random.choice([one for one in shoe if card(one).rank == card(cards[0]).rank])
                if number % 4 == 1:
                    cards[3] = random.choice([one for one in shoe if card(one).rank == card(cards[2]).rank])
            stake, tie = random.randint(1, 500), random.choice((0, 0, random.randint(1, 50)))
            answer = random.choice(("war", "surrender"))
            round = played(opened(), Bet("ana", "war", (), stake))
            if tie:
                played(round, Bet("ana", "tie", (), tie))
            played(round, Chance("cards", tuple(cards[:2])))
            if round.turn() == ("ana",):
                played(round, Decision("ana", answer))
                if answer == "war":
                    played(round, Chance("cards", tuple(cards[2:])))
            assert not round.standing
            assert net(round) == self.told(cards, stake, tie, answer), cards
            seen[round.lines[-1].result] += 1
        assert min(seen[how] for how in ("win", "lose", "half")) > 100

    def test_random_tables_with_many_ties_and_short_shoes(self) -> None:
        """Whatever is offered is accepted, the books balance, and the record replays; here ties and ends are common."""
        random = Random(3)
        happened: Counter[str] = Counter()
        for number in range(150):
            readings = random.choice(list(variants()))
            settings = {"readings": readings, "left": random.randint(1, 120)} if number % 3 else {"readings": readings}
            round = table(GAME, settings, COARSE)
            for _ in range(60):
                if round.closed is not None:
                    break
                self._step(round, random)
                settlement = round.settlement()
                assert settlement.balances() and all(line.cite for line in settlement.lines)
            text = Record(GAME, settings, tuple(round.actions)).as_text()
            (record,) = read_records(text)
            again = table(GAME, settings, COARSE)
            again.play(record.actions)  # type: ignore[union-attr]
            assert again.settlement().as_json() == round.settlement().as_json()
            happened.update(event.kind for event in round.events)
        assert min(happened[kind] for kind in ("tie", "war", "shuffle", "cut-card", "irregular", "closed")) > 5

    @staticmethod
    def _step(round: Any, random: Random) -> None:
        if random.random() < 0.06:
            name = random.choice(
                [n for n, r in round.rules.irregular.items() if r.effect not in ("sanction", "no-bet")]
            )
            action = Irregular(name, "ana" if name == "jugador-sin-carta" else None)
            before = str(round), round.settlement().as_json(), round.legal(), round.turn()
            try:
                round.apply(action)
            except Refused:
                assert (str(round), round.settlement().as_json(), round.legal(), round.turn()) == before
            return
        who = random.choice([*round.turn(), "chance"]) or random.choice(("ana", "luis", "eva", "tomás"))
        offers = [
            o for o in round.legal(who) if o.who == who or (o.verb == "bet" and who not in ("chance", "croupier"))
        ]
        offers = [o for o in offers if o.verb != "call" or random.random() < 0.2]
        if not offers:
            return
        offer = random.choice(offers)
        if offer.verb == "card":
            round.apply(Chance("card", random.choice(offer.outcomes)))
        elif offer.verb == "call":
            round.apply(Call(offer.word))
        elif offer.verb == "bet":
            round.apply(Bet(who, offer.word, random.choice(offer.places), int(offer.minimum)))
        else:
            to = None if offer.minimum is None else int(offer.minimum)
            round.apply(Decision(who, offer.word, random.choice(offer.places), to))


class TestShoe:
    def left(self, *actions: Any, **settings: Any) -> int:
        return int(played(opened(**settings), *actions).shoe.left)

    def test_every_card_is_counted(self) -> None:
        bet, deal = Bet("ana", "war", (), 10), Chance("cards", ("8d", "8c"))
        assert self.left() == 312
        assert self.left(bet, deal) == 312 - 1 - 2
        assert self.left(bet, deal, Decision("ana", "war")) == 309
        assert self.left(bet, deal, Decision("ana", "war"), Chance("card", "Kd")) == 309 - 4
        assert self.left(bet, deal, Decision("ana", "war"), Chance("cards", ("Kd", "9c"))) == 309 - 8

    def test_a_forgotten_burn(self) -> None:
        bet, deal = Bet("ana", "war", (), 10), Chance("cards", ("8d", "9c"))
        forgot = Irregular("quema-olvidada")
        assert self.left(forgot, bet, deal) == 312 - 2 - 5
        assert self.left(bet, Chance("card", "8d"), forgot) == 312 - 1
        assert self.left(bet, Chance("card", "8d"), forgot, Chance("card", "9c")) == 312 - 2 - 5
        assert self.left(forgot, bet, deal, readings={"quema-inicial": "siempre-una"}) == 312 - 2 - 1
        assert self.left(bet, deal, readings={"quema-inicial": "siempre-cinco"}) == 312 - 5 - 2

    def test_burned_cards_that_are_named_are_gone(self) -> None:
        round = played(opened(), Bet("ana", "war", (), 10), Chance("cards", ("8d", "8c")), Decision("ana", "war"))
        played(round, Chance("cards", ("As", "As", "As", "2c", "As", "As", "As", "3c")))
        assert round.shoe.counts[card("As").index] == 0
        with pytest.raises(Refused, match="no longer holds"):
            played(round, Bet("ana", "war", (), 10), Chance("cards", ("As", "2c")))

    def test_a_list_that_names_more_burned_cards_than_there_are_changes_nothing(self) -> None:
        round = played(opened(), Bet("ana", "war", (), 10), Chance("cards", ("8d", "8c")), Decision("ana", "war"))
        before = str(round), round.legal()
        with pytest.raises(Refused, match="no longer holds"):
            round.apply(Chance("cards", ("As", "As", "As", "As", "As", "As", "As", "3c")))
        assert (str(round), round.legal()) == before

    def test_the_table_offers_the_cards_that_nobody_has_seen(self) -> None:
        round = played(opened(), Bet("ana", "war", (), 10), Chance("card", "8d"))
        (offer,) = round.legal("chance")
        assert sum(offer.weights) == 311
        assert dict(zip(offer.outcomes, offer.weights, strict=True))["8d"] == 5

    def test_with_a_machine_every_play_begins_with_all_cards(self) -> None:
        round = opened(machine=True)
        for _ in range(20):
            played(round, Bet("ana", "war", (), 10), Chance("cards", ("8d", "9c")))
            assert round.shoe.left == 312
        assert not [event for event in round.events if event.kind in ("shuffle", "cut-card")]


class TestOdds:
    @pytest.mark.parametrize("decks", [6, 7, 8])
    def test_by_enumeration(self, decks: int) -> None:
        """Every order of ranks, counted card by card, without a formula."""
        weight: Counter[str] = Counter()
        for a, b in itertools.product(range(13), repeat=2):
            ways = 4 * decks * (4 * decks - (a == b))
            if a != b:
                weight["win" if a > b else "lose"] += ways * (52 * decks - 2) * (52 * decks - 3)
                continue
            for c, d in itertools.product(range(13), repeat=2):
                left = 4 * decks - 2 * (c == a)
                more = ways * left * (4 * decks - 2 * (d == a) - (c == d))
                weight["war-win" if c > d else "war-lose" if c < d else "war-tie"] += more
        whole = sum(weight.values())
        nets = {"win": 1, "lose": -1, "war-win": 2, "war-lose": -2, "war-tie": 3}
        row = rows(decks=decks)["war"]
        assert -row.edge == F(sum(nets[how] * ways for how, ways in weight.items()), whole)
        found = {result.net: result.probability for result in row.best.results}
        assert found == {F(nets[how]): F(ways, whole) for how, ways in weight.items()}
        tied = 4 * decks - 1
        assert rows(decks=decks)["tie"].edge == 1 - F(11 * tied, 52 * decks - 1)

    def test_published_figures(self) -> None:
        """The game as casinos elsewhere play it, only the raise being paid: with and without a bonus, and surrender."""
        only_raise = {"bets.apuesta-de-guerra.pays": 0, "war.bonus": 0}
        row = rows(only_raise)["war"]
        assert round(100 * float(row.under("war").edge), 2) == 2.88
        assert round(100 * float(row.under("surrender").edge), 2) == 3.70
        assert round(100 * float(rows({**only_raise, "war.bonus": 1})["war"].edge), 2) == 2.33
        assert round(100 * float(rows()["tie"].edge), 2) == 18.65

    def test_the_document_gives_the_player_the_edge(self) -> None:
        """Both bets are paid when a war is won, so that all of a tied war is the player's."""
        war = rows()["war"]
        assert war.edge == F(-81489, 4965115)
        assert [outlook.policy for outlook in war.outlooks] == ["war", "surrender"]
        assert war.under("surrender").edge == F(23, 622)
        assert war.outlooks[1].cost == F(23, 622) + F(81489, 4965115)

    def test_the_choice(self) -> None:
        (tie,) = rows()["war"].dilemmas
        assert (tie.best, dict(tie.worth)["surrender"]) == ("war", F(-1, 2))
        assert tie.cost == dict(tie.worth)["war"] + F(1, 2)
        assert F(23, 311) * tie.cost == rows()["war"].outlooks[1].cost
        (other,) = rows({"war.bonus": 0, "bets.apuesta-de-guerra.pays": 0, "surrender.returns": "9/10"})["war"].dilemmas
        assert other.best == "surrender"

    def test_the_best_answer_may_depend_on_the_tie(self) -> None:
        changes = {**COARSE, "surrender.returns": 2}
        odds: Any = odds_of(opened(changes))
        worth = {value: odds.worth(value, Stakes(1))["war"] for value in odds.unseen.ties}
        between = (min(worth.values()) + max(worth.values())) / 2 + 1
        changes["surrender.returns"] = f"{between.numerator}/{between.denominator}"
        row = rows(changes)["war"]
        assert row.best.policy == "best"
        assert {dilemma.best for dilemma in row.dilemmas} == {"war", "surrender"}
        assert sorted(rank for dilemma in row.dilemmas for rank in dilemma.given) == sorted(RANKS)
        assert row.outlooks[0].expected > row.outlooks[1].expected >= row.outlooks[2].expected

    @pytest.mark.parametrize("readings", list(variants()), ids=str)
    @pytest.mark.parametrize("policy", ["best", "war", "surrender"])
    def test_every_order_of_values_played_at_the_table(self, readings: dict[str, str], policy: str) -> None:
        """The expected net, by playing the round with every order of three values and weighing each by its cards."""
        random = Random(str(readings) + policy)
        settings = {"readings": readings, "rounding": random.choice(("exact", "up", "down"))}
        bets = [Bet("ana", "war", (), random.randint(1, 99)), Bet("ana", "tie", (), random.randint(1, 9))]
        for laid in (bets[:1], bets):
            odds: Any = odds_of(played(table(GAME, settings, COARSE), *laid))
            total = square = seen = F(0)
            for order in itertools.product((1, 2, 3), repeat=4):
                for weight, result, cards in self._plays(settings, laid, order, odds, policy):
                    total += weight * result
                    square += weight * result**2
                    seen += weight * cards
            joint = odds.joint(policy)
            assert (joint.expected, joint.variance) == (total, square - total**2)
            assert (joint.net.mean, joint.draws) == (total, seen)

    @staticmethod
    def _plays(
        settings: dict[str, Any], laid: list[Bet], order: tuple[int, ...], odds: Any, policy: str
    ) -> Iterator[tuple[Fraction, Fraction, int]]:
        """One order of values at the table: how likely it is, what it brings, how many cards it takes."""
        by_value = {value: [one for one in CARDS if THREE[one.rank] == value] for value in (1, 2, 3)}
        held = {value: 6 * len(cards) for value, cards in by_value.items()}
        weight, left = F(1), 312
        cards = [str(by_value[value][place]) for place, value in enumerate(order)]
        for value in order:
            weight *= F(held[value], left)
            held[value] -= 1
            left -= 1
        round: Any = played(table(GAME, settings, COARSE), *laid, Chance("cards", tuple(cards[:2])))
        seen = 2
        if round.turn() == ("ana",):
            stakes = odds.stakes()
            answer = odds.answer(order[0], stakes, policy)
            played(round, Decision("ana", answer))
            if answer == "war":
                played(round, Chance("cards", tuple(cards[2:])))
                seen = 4
        assert not round.standing
        yield weight, net(round), seen

    def test_cards_that_were_seen_count(self) -> None:
        round = opened()
        for _ in range(3):
            played(round, Bet("ana", "war", (), 10), Chance("cards", ("8d", "8c")), Decision("ana", "surrender"))
        eights = F(18 * 17 + 12 * 24 * 23, 306 * 305)
        tie = {row.bet: row for row in odds_of(round).bets()}["tie"]
        assert tie.best.chance_of("win") == eights
        shown: Any = odds_of(round)
        assert len(shown.bets()[0].dilemmas) == 2

    def test_what_missing_cards_do(self) -> None:
        for row in rows().values():
            alone, pair = row.removals
            assert (len(alone.cards), alone.change) == (13, 0)
            assert pair.change == pair.edge - row.edge != 0
        unseen = dict.fromkeys(range(13), 24)
        unseen[0] = 22
        ties = F(sum(n * (n - 1) for n in unseen.values()), 310 * 309)
        assert rows()["tie"].removals[1].edge == 1 - 11 * ties

    def test_a_stake_outside_the_limits_and_a_rounded_half(self) -> None:
        opened_table = opened(minimum=10, maximum=100, rounding="down")
        found = {row.bet: row for row in odds_of(opened_table).bets(stake=25)}
        assert [r.net for r in found["war"].under("surrender").results] == [1, F(12, 25) - 1, -1]
        assert "above the maximum" in (
            {row.bet: row for row in odds_of(opened_table).bets(stake=200)}["war"].refused or ""
        )

    def test_what_cannot_be_worked_out_says_so(self) -> None:
        with pytest.raises(Refused, match="No bet"):
            odds_of(opened()).joint()
        several = played(opened(), Bet("ana", "war", (), 10), Bet("luis", "war", (), 10))
        with pytest.raises(Refused, match="one player"):
            odds_of(several).joint()
        with pytest.raises(ValueError, match="hold"):
            odds_of(played(opened(), Bet("ana", "war", (), 10))).joint("hold")
        empty: Any = opened()
        empty.shoe.counts = [0] * 53
        with pytest.raises(Refused, match="too few cards"):
            WarOdds(empty)


class TestKernel:
    @staticmethod
    def words(seed: int, block: int) -> Iterator[int]:
        for first in itertools.count(step=256):
            yield from map(int, philox.words(np.uint64(seed), np.uint64(block), np.uint64(first), 256).ravel())

    def test_its_shoes_are_drawn_without_favour(self) -> None:
        """The same cards by the method's own words: a word that would favour some cards is thrown away."""
        kernel: Any = kernel_of(played(opened(), Bet("ana", "war", (), 10)))
        words = self.words(2**63 + 5, 2**40 + 1)
        pool: list[int] = []
        left = 0
        for cards, ended in kernel.draws(2**63 + 5, 2**40 + 1, 3000):
            if not left:
                pool, left = list(range(52)) * 6, 311
            for number, one in enumerate(cards):
                word = next(words)
                while word * len(pool) % 2**32 < 2**32 % len(pool):
                    word = next(words)
                place = word * len(pool) >> 32
                assert CARDS[pool[place]] is one
                pool[place] = pool[-1]
                pool.pop()
                left -= 1 if number < 2 else 4
            assert ended == (left <= 52)
            left = 0 if ended else left

    @pytest.mark.parametrize("readings", list(variants()), ids=str)
    @pytest.mark.parametrize("machine", [False, True])
    def test_it_agrees_with_the_round_chip_for_chip(self, readings: dict[str, str], machine: bool) -> None:
        """Whole shoes with the same cards for both: what each play brings, and when the cards are shuffled."""
        random = Random(f"{readings} {machine}")
        settings: dict[str, Any] = {"readings": readings, "rounding": random.choice(("exact", "up", "nearest", "down"))}
        settings |= {"machine": True} if machine else {}
        settings |= {"decks": random.choice((6, 8))}
        laid = [Bet("ana", "war", (), random.randint(1, 500)), Bet("ana", "tie", (), random.randint(1, 50))]
        for bets, policy in itertools.product((laid[:1], laid), ("best", "war", "surrender")):
            kernel: Any = kernel_of(played(table(GAME, settings), *bets), policy)
            self._compare(kernel, table(GAME, settings), bets, random.getrandbits(64), policy)

    @staticmethod
    def _compare(kernel: Any, round: Any, bets: list[Bet], seed: int, policy: str) -> None:
        found: Counter[tuple[int, Fraction]] = Counter()
        for cards, ended in kernel.draws(seed, 5, 250):
            before, shuffles = net(round) if round.accounts else F(0), _shuffles(round)
            played(round, *bets, Chance("cards", tuple(map(str, cards[:2]))))
            if round.turn() == ("ana",):
                played(round, Decision("ana", "war" if policy == "best" else policy))
            if len(cards) > 2:
                played(round, Chance("cards", tuple(map(str, cards[2:]))))
            assert not round.standing
            assert _shuffles(round) - shuffles == (ended and not round.house.shoe.machine)
            found[len(cards), net(round) - before] += 1
        counted: Counter[tuple[int, Fraction]] = Counter()
        for number, ending in kernel.endings(kernel.count(seed, 5, 250)):
            assert ending.staked == sum(bet.stake for bet in bets)
            counted[ending.draws, ending.net] += number
        assert counted == found

    @pytest.mark.parametrize("policy", ["best", "surrender"])
    @pytest.mark.parametrize("tie", [0, 10])
    def test_it_agrees_with_the_exact_odds(self, policy: str, tie: int) -> None:
        """Two million plays lie within the simulation's own interval of 99.9 %."""
        table_ = played(opened(), Bet("ana", "war", (), 100))
        if tie:
            played(table_, Bet("ana", "tie", (), tie))
        joint, kernel = odds_of(table_).joint(policy), kernel_of(table_, policy)
        plays = 2_000_000
        found = list(kernel.endings(kernel.count(20, 5, plays)))
        mean = sum((n * e.net for n, e in found), F(0)) / plays
        square = sum((n * e.net**2 for n, e in found), F(0)) / plays
        error = math.sqrt((square - mean**2) / plays)
        assert abs(mean - joint.expected) < 3.29 * error
        assert float(square - mean**2) == pytest.approx(float(joint.variance), rel=0.01)
        assert sum(n * e.draws for n, e in found) / plays == pytest.approx(float(joint.draws), rel=1e-3)

    def test_it_travels_and_blocks_differ(self) -> None:
        kernel: Any = kernel_of(played(opened(), Bet("ana", "war", (), 10)))
        there = pickle.loads(pickle.dumps(kernel))
        assert (there.count(1, 2, 10_000) == kernel.count(1, 2, 10_000)).all()
        assert there.endings(there.count(1, 2, 100)) == kernel.endings(kernel.count(1, 2, 100))
        starts = {tuple(kernel.draws(seed, block, 10)) for seed in range(5) for block in range(20)}
        assert len(starts) == 100


def _shuffles(round: Any) -> int:
    return sum(event.kind == "shuffle" for event in round.events)


class TestFelt:
    @staticmethod
    def drawn(round: Any) -> ElementTree.Element:
        return ElementTree.fromstring(round.svg())

    @staticmethod
    def classes(picture: ElementTree.Element, name: str) -> list[ElementTree.Element]:
        return [one for one in picture.iter() if one.get("class") == name]

    def fought(self) -> Any:
        round = opened(minimum=5, maximum=500)
        bets = [Bet(name, "war", (), 50) for name in ("ana", "luis", "eva", "tomás")]
        played(round, *bets, Bet("luis", "tie", (), 10), Chance("cards", ("8d", "9c", "8h", "3s", "8c")))
        return played(round, Decision("ana", "war"), Chance("cards", ("Qd", "Qc")))

    @pytest.mark.parametrize("language", ["es", "en"])
    def test_cards_and_chips_lie_where_they_were_put(self, language: str) -> None:
        with speaking(language):
            empty = self.drawn(opened())
            assert not self.classes(empty, "chip") and not self.classes(empty, "card")
            picture = self.drawn(self.fought())
            assert [one.findtext(f"{SVG}title") for one in self.classes(picture, "card")] == [
                "8c", "8d", "Qd", "Qc", "9c", "8h", "3s",
            ]  # fmt: skip
            assert len(self.classes(picture, "chip")) == 7
            assert len(self.classes(picture, "shoe")) == 1

    def test_who_must_choose_is_marked_and_the_bonus_is_told(self) -> None:
        with speaking("en"):
            text = " ".join("".join(one.itertext()) for one in self.drawn(self.fought()).iter(f"{SVG}text"))
        assert "War: 50 (must decide)" in text
        assert "Bonus: 0 › 50" in text

    def test_the_cards_stay_until_somebody_bets(self) -> None:
        round = played(opened(), Bet("ana", "war", (), 50), Chance("cards", ("8d", "9c")))
        assert len(self.classes(self.drawn(round), "card")) == 2
        played(round, Bet("ana", "war", (), 50))
        assert not self.classes(self.drawn(round), "card")

    def test_the_shared_card_of_the_bank_is_drawn_once(self) -> None:
        round = opened(readings={"varias-guerras": "carta-comun"})
        played(round, Bet("ana", "war", (), 5), Bet("luis", "war", (), 5), Chance("cards", ("8d", "8h", "8c")))
        played(round, Decision("ana", "war"), Decision("luis", "war"), Chance("cards", ("Qd", "Qc", "Ks")))
        assert len(self.classes(self.drawn(round), "card")) == 6

    def test_every_spot_is_titled_inside_the_picture_and_apart(self) -> None:
        picture = self.drawn(opened())
        _x, _y, width, height = map(float, (picture.get("viewBox") or "").split())
        found = spots(opened().cloth)
        assert {(spot.bet, spot.on) for spot in found} == {
            (bet, (box,)) for bet in ("war", "tie", "apuesta-de-guerra") for box in range(1, 7)
        }
        for spot in found:
            assert spot.radius < spot.at[0] < width - spot.radius and spot.radius < spot.at[1] < height - spot.radius
        for one, other in itertools.combinations(found, 2):
            assert math.dist(one.at, other.at) > one.radius + other.radius
        assert all(one.find(f"{SVG}title") is not None for one in self.classes(picture, "spot"))

    def test_the_first_box_is_at_the_croupiers_left(self) -> None:
        at = {spot.on[0]: spot.at[0] for spot in spots(opened().cloth) if spot.bet == "war"}
        assert sorted(at, key=at.__getitem__) == [6, 5, 4, 3, 2, 1]

    def test_a_hostile_name_is_only_text(self) -> None:
        round = played(opened(), Bet('<script>alert("1")</script>&\x00', "war", (), 5), Chance("cards", ("8d", "9c")))
        assert not list(self.drawn(round).iter(f"{SVG}script"))
        assert png(round.svg(), 200).startswith(b"\x89PNG")


class TestPlay:
    def test_dealt_by_hand(self) -> None:
        lines = ["war 100", "luis: war 50", "cards 8d 8h", "8c", "guerra", "Qd Qc", "luis: surrender", "quit"]
        said = tapete("play", GAME, "--deal", typed="\n".join(lines) + "\n")
        assert said.code == 0 and not said.err
        assert "1  ana: war" in said.out and "8♦" in said.out
        assert "ana: staked 200, returned 500, on the table 0, net +300" in said.out
        assert "luis: staked 50, returned 25, on the table 0, net -25" in said.out

    def test_the_system_deals_until_somebody_must_decide(self) -> None:
        lines = ["war 1 10", *(["spin", "1", "spin", "repeat"] * 30), "balance", "quit"]
        said = tapete("play", GAME, typed="\n".join(lines) + "\n")
        assert said.code == 0 and not said.err
        assert "its seed was" in said.out and "ana: staked" in said.out

    def test_laboratory_and_pictures(self, tmp_path: Any) -> None:
        out = tapete("odds", GAME).out
        assert "58/311" in out and "surrender" in out
        assert tapete("simulate", GAME, "--bet", "war 10", "--rounds", "20000", "--seed", "3").code == 0
        assert tapete("odds", GAME, "--report", str(tmp_path / "war.html")).code == 0
        assert "Cards that have left the shoe" in (tmp_path / "war.html").read_text(encoding="utf-8")
        assert tapete("draw", GAME, "-o", str(tmp_path / "war.svg")).code == 0
