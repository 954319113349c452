"""Craps against a second, plain telling of its rules, and what the cases must cover besides."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from tapete.games import library, table
from tapete.games.craps.rules import THROWS
from tapete.table.actions import Bet, Chance, Decision
from tapete.table.errors import BadCatalogue, Refused
from tests.playing import lay_bets, somebody_throws
from tests.test_cases import cases, record_of

NUMBERS = (4, 5, 6, 8, 9, 10)
BOLIVIA = {"seven": 5, "hard": {4: 8, 6: 10, 8: 10, 10: 8}, "hard_waits": False}
CHILE = {"seven": 4, "hard": {4: 7, 6: 9, 8: 9, 10: 7}, "hard_waits": True}
BASQUE = {"seven": 4, "hard": {4: 7, 6: 9, 8: 9, 10: 7}, "hard_waits": False, "come_odds": True}
DOCUMENTS: dict[str, dict[str, Any]] = {
    "bo-2025/craps": BOLIVIA,
    "bo-earlier/craps": BOLIVIA,
    "cl-2023/craps": CHILE,
    "pv-1996/craps": BASQUE,
}
BASQUE_NAMES = {
    "pass-line": "win",
    "dont-pass": "dont-win",
    "horn-bet": "horm",
    "gabela-pass-line": "asociada-win",
    "gabela-dont-pass": "asociada-dont-win",
    "gabela-come": "asociada-come",
    "gabela-dont-come": "asociada-dont-come",
}
NAMES = {"pv-1996/craps": BASQUE_NAMES}
BY_NUMBER = ("right-bet", "wrong-bet", "gabela-come", "gabela-dont-come")
CRAPS = sorted(name for name, data in library().games.items() if data["family"] == "craps")
ONE_THROW = {
    "juego-de-11": ((11,), 15),
    "under-7": ((2, 3, 4, 5, 6), 1),
    "over-7": ((8, 9, 10, 11, 12), 1),
    "any-craps": ((2, 3, 12), 7),
    "craps-2": ((2,), 30),
    "craps-3": ((3,), 15),
    "craps-12": ((12,), 30),
    "horn-bet": ((2, 3, 11, 12), 4),
}
ODDS = {4: Fraction(2), 5: Fraction(3, 2), 6: Fraction(6, 5), 8: Fraction(6, 5), 9: Fraction(3, 2), 10: Fraction(2)}
RIGHT = {
    4: Fraction(9, 5),
    5: Fraction(7, 5),
    6: Fraction(7, 6),
    8: Fraction(7, 6),
    9: Fraction(7, 5),
    10: Fraction(9, 5),
}
WRONG = {
    4: Fraction(5, 11),
    5: Fraction(5, 8),
    6: Fraction(4, 5),
    8: Fraction(4, 5),
    9: Fraction(5, 8),
    10: Fraction(5, 11),
}


class PlainTable:
    """What one player wins and loses, told with ifs."""

    def __init__(self, prices: dict[str, Any]) -> None:
        self.prices = prices
        self.point: int | None = None
        self.bets: dict[tuple[str, int | None], int] = {}
        self.returned = Fraction(0)

    def throw(self, first: int, second: int) -> None:
        total = first + second
        left: dict[tuple[str, int | None], int] = {}
        for (bet, number), stake in self.bets.items():
            answer = self.answer(bet, number, total, first == second)
            if answer is None:
                left[bet, number] = stake
            elif isinstance(answer, str):
                left[bet, total] = stake
            else:
                self.returned += stake * answer
        self.bets = left
        if self.point is None:
            self.point = total if total in NUMBERS else None
        elif total in (self.point, 7):
            self.point = None

    def answer(self, bet: str, number: int | None, total: int, double: bool) -> Fraction | int | str | None:
        """What comes back for each chip; a word when the bet goes on to the total, nothing when it lies still."""
        if bet in ("pass-line", "come") and number is None:
            return 2 if total in (7, 11) else 0 if total in (2, 3, 12) else "moves"
        if bet in ("dont-pass", "dont-come") and number is None:
            return 2 if total in (2, 3) else 0 if total in (7, 11) else 1 if total == 12 else "moves"
        if bet in ("pass-line", "come", "gabela-pass-line", "gabela-come", "right-bet"):
            odds = RIGHT if bet == "right-bet" else ODDS if bet.startswith("gabela") else {}
            return 1 + odds.get(number or 0, Fraction(1)) if total == number else 0 if total == 7 else None
        if bet in ("dont-pass", "dont-come", "gabela-dont-pass", "gabela-dont-come", "wrong-bet"):
            against = 1 / ODDS[number or 4] if bet.startswith("gabela") else Fraction(1)
            price = WRONG[number or 4] if bet == "wrong-bet" else against
            return 1 + price if total == 7 else 0 if total == number else None
        if bet.startswith("big-"):
            return 2 if total == int(bet[4:]) else 0 if total == 7 else None
        if bet.startswith("hard-"):
            return self.hard(int(bet[5:]), total, double)
        if bet == "field":
            return 3 if total in (2, 12) else 2 if total in (3, 4, 9, 10, 11) else 0
        wins, pays_one = ((7,), self.prices["seven"]) if bet == "juego-de-7" else ONE_THROW[bet]
        return 1 + pays_one if total in wins else 0

    def hard(self, number: int, total: int, double: bool) -> int | None:
        if self.prices["hard_waits"] and self.point is None:
            return None
        if total == number:
            return int(1 + self.prices["hard"][number]) if double else 0
        return 0 if total == 7 else None


def random_bets(random: Random, plain: PlainTable) -> list[tuple[str, int | None]]:
    """Some bets that may be made now."""
    able: list[tuple[str, int | None]] = [("field", None), ("big-6", None), ("big-8", None), ("juego-de-7", None)]
    able += [(bet, None) for bet in ONE_THROW] + [(f"hard-{n}", None) for n in (4, 6, 8, 10)]
    able += [(bet, n) for bet in ("right-bet", "wrong-bet") for n in NUMBERS]
    lines = [("pass-line", None), ("dont-pass", None)]
    if plain.point is None:
        return [*random.sample(lines, k=random.randint(1, 2)), *random.sample(able, k=random.randint(0, 6))]
    able += [("come", None), ("dont-come", None)]
    able += [(f"gabela-{line}", plain.point) for line, _ in lines if (line, plain.point) in plain.bets]
    if "come_odds" in plain.prices:
        able += [(f"gabela-{bet}", n) for bet, n in plain.bets if bet in ("come", "dont-come") and n is not None]
    return random.sample(able, k=random.randint(0, 6))


@pytest.mark.parametrize("game", sorted(DOCUMENTS))
@pytest.mark.parametrize("seed", range(30))
def test_the_round_agrees_with_a_plain_telling(game: str, seed: int) -> None:
    random = Random(f"{game} {seed}")
    plain, opened, names = PlainTable(DOCUMENTS[game]), table(game), NAMES.get(game, {})
    for _ in range(60):
        for bet, number in random_bets(random, plain):
            if (bet, number) not in plain.bets:
                beside = plain.bets.get((bet.removeprefix("gabela-"), number), 200)
                stake = random.randint(1, beside)
                on = (number,) if bet in BY_NUMBER else ()
                opened.apply(Bet("ana", names.get(bet, bet), on, stake))
                plain.bets[bet, number] = stake
        throw = random.choice(THROWS)
        opened.apply(Chance("dice", throw))
        plain.throw(*throw)
        settlement = opened.settlement()
        assert settlement.balances()
        assert settlement.players["ana"].returned == plain.returned
        assert sorted((p.bet, p.stake) for p in settlement.standing) == sorted(
            (names.get(bet, bet), stake) for (bet, _), stake in plain.bets.items()
        )


@pytest.mark.parametrize("game", CRAPS)
def test_what_a_full_table_offers_it_takes(game: str) -> None:
    """Every decision on every bet, by the place that the offer gives, while many bets of a player lie there."""
    random = Random(game)
    opened = table(game, {"minimum": 5, "maximum": 500})
    taken: set[tuple[str, Any]] = set()
    for _ in range(25):
        lay_bets(opened, random, 8)
        for offer in opened.legal("ana"):
            if offer.verb == "do":
                place = random.choice(offer.places)
                opened.copied().apply(Decision("ana", offer.word, place, offer.minimum))
                taken.add((offer.word, place[:1]))
        somebody_throws(opened, random.choice(THROWS))
    assert {("raise", ("come",)), ("raise", ("dont-come",)), ("take-down", ("right-bet",))} <= taken


@pytest.mark.parametrize("game", CRAPS)
def test_every_price_has_a_case(game: str) -> None:
    """A price that depends on a number or on the winning throw is won once for each."""
    won: set[tuple[str, str, int]] = set()
    for _, case in cases():
        if case["game"] == game and "error" not in case["expect"]:
            won |= _won(case)
    for bet, facts in library().game(game)["bets"].items():
        for number in facts.get("pays_on_number") or {}:
            assert (bet, "number", int(number)) in won, f"{game}: no case in which {bet} wins on {number}"
        for total in facts.get("pays_on_throw") or {}:
            assert (bet, "total", int(total)) in won, f"{game}: no case in which {bet} wins with {total}"


def _won(case: dict[str, Any]) -> set[tuple[str, str, int]]:
    found: set[tuple[str, str, int]] = set()
    opened: Any = table(case["game"], case.get("table"))
    for action in record_of(case).actions:
        lying = {(p.player, p.bet, p.on): p.spot.number for p in opened.standing}
        before = len(opened.lines)
        opened.apply(action)
        for line in opened.lines[before:]:
            if line.result == "win":
                found.add((line.bet, "number", lying.get((line.player, line.bet, line.on)) or 0))
                found.add((line.bet, "total", sum(action.value)))
    return found


@pytest.mark.parametrize("game", CRAPS)
def test_a_bet_knows_all_its_throws(game: str) -> None:
    """Every way of lying on the cloth is decided by some throw and lost by some throw."""
    opened: Any = table(game)
    spots = [spot for places in opened.cloth.places.values() for spot in places.values()]
    spots += [spot for places in opened.cloth.beside.values() for spot in places.values()]
    for spot in spots:
        results = {verdict.result for verdict in spot.verdicts if verdict is not None}
        assert {"win", "lose"} <= results, (spot.bet, spot.number)


def test_a_name_belongs_to_one_bet() -> None:
    from tapete.table.names import Names

    with pytest.raises(ValueError, match="two bets"):
        Names("Craps", "1", {"pass-line": ["Win"], "field": ["win"]})
    with pytest.raises(Refused, match="has no bet"):
        Names("Craps", "1", {"field": ["Campo"]}).find("pleno")


@pytest.mark.parametrize("game", CRAPS)
def test_a_shared_name_is_no_bets_own(game: str) -> None:
    """A name that means several bets must not be the name of one of them, or it would never mean the others."""
    opened: Any = table(game)
    assert opened.cloth.together
    assert not [name for name in opened.cloth.together if opened.cloth.names.known(name)]


def test_a_shared_name_needs_its_bets() -> None:
    with pytest.raises(BadCatalogue, match="unknown bet craps-9"):
        table("bo-2025/craps", changes={"together.craps.bets": ["craps-2", "craps-9"]})
