"""Craps settled twice: by the round, from the catalogue's files, and by rules written here by hand from the documents.

The two share nothing but the names of the bets, so a wrong price or a wrong throw in a file cannot hide in both.
"""

from __future__ import annotations

import random
from collections import defaultdict
from fractions import Fraction
from typing import Any

import pytest

from tapete.games import table
from tapete.table.actions import Action, Bet, Chance

POINTS = (4, 5, 6, 8, 9, 10)
TRUE_ODDS = {
    4: Fraction(2),
    5: Fraction(3, 2),
    6: Fraction(6, 5),
    8: Fraction(6, 5),
    9: Fraction(3, 2),
    10: Fraction(2),
}
RIGHT = {4: "9/5", 5: "7/5", 6: "7/6", 8: "7/6", 9: "7/5", 10: "9/5"}
WRONG = {4: "5/11", 5: "5/8", 6: "4/5", 8: "4/5", 9: "5/8", 10: "5/11"}
ONE_THROW: dict[str, tuple[tuple[int, ...], int]] = {
    "juego-de-11": ((11,), 15),
    "under-7": ((2, 3, 4, 5, 6), 1),
    "over-7": ((8, 9, 10, 11, 12), 1),
    "any-craps": ((2, 3, 12), 7),
    "craps-2": ((2,), 30),
    "craps-3": ((3,), 15),
    "craps-12": ((12,), 30),
    "horn-bet": ((2, 3, 11, 12), 4),
    "horm": ((2, 3, 11, 12), 4),
}
LINE = {
    "pass-line": "pass",
    "win": "pass",
    "come": "pass",
    "dont-pass": "dont",
    "dont-win": "dont",
    "dont-come": "dont",
}
BOLIVIA = {"seven": 5, "hard": {4: 8, 6: 10, 8: 10, 10: 8}, "lines": ("pass-line", "dont-pass"), "horn": "horn-bet"}
CHILE = BOLIVIA | {"seven": 4, "hard": {4: 7, 6: 9, 8: 9, 10: 7}, "off": True}
BASQUE = CHILE | {"lines": ("win", "dont-win"), "horn": "horm", "off": False}
GAMES: dict[str, dict[str, Any]] = {
    "bo-2025/craps": BOLIVIA,
    "bo-2025/craps/mini-craps": BOLIVIA,
    "bo-earlier/craps": BOLIVIA,
    "bo-earlier/craps/mini-craps": BOLIVIA,
    "cl-2023/craps": CHILE,
    "cl-2023/craps/mini-craps": CHILE,
    "pv-1996/craps": BASQUE,
}
Key = tuple[str, str, int | None]
Fate = Fraction | int | None


def line(kind: str, number: int | None, total: int) -> Fate:
    """What comes back for each chip; None leaves the bet where it is, unless it is to go to the total."""
    if number is None:
        wins, loses = ((7, 11), (2, 3, 12)) if kind == "pass" else ((2, 3), (7, 11))
        return 2 if total in wins else 0 if total in loses else 1 if total == 12 else None
    wins, loses = ((number,), (7,)) if kind == "pass" else ((7,), (number,))
    return 2 if total in wins else 0 if total in loses else None


def fate(rules: dict[str, Any], bet: str, number: int | None, throw: tuple[int, int], point: int | None) -> Fate:
    """What comes back for each chip of a bet on a throw; None while it waits."""
    total = sum(throw)
    if bet in LINE:
        return line(LINE[bet], number, total)
    if bet in ONE_THROW or bet == "juego-de-7":
        wins, pays = ((7,), rules["seven"]) if bet == "juego-de-7" else ONE_THROW[bet]
        return 1 + pays if total in wins else 0
    if bet == "field":
        return 3 if total in (2, 12) else 2 if total in (3, 4, 9, 10, 11) else 0
    if bet.startswith("big-"):
        return 2 if total == int(bet[4:]) else 0 if total == 7 else None
    if bet.startswith("hard-"):
        double = int(bet[5:])
        if rules.get("off") and point is None:
            return None
        return (
            1 + rules["hard"][double]
            if (total, throw[0]) == (double, throw[1])
            else 0
            if total in (7, double)
            else None
        )
    assert number is not None
    against = bet == "wrong-bet" or "dont" in bet
    prices = {"right-bet": RIGHT, "wrong-bet": WRONG}.get(bet)
    pays = Fraction(prices[number]) if prices else 1 / TRUE_ODDS[number] if against else TRUE_ODDS[number]
    wins, loses = (7, number) if against else (number, 7)
    return 1 + pays if total == wins else 0 if total == loses else None


class ByHand:
    """A craps table that keeps its own books while it writes the actions for the other one."""

    def __init__(self, rules: dict[str, Any], dice: random.Random) -> None:
        self.rules, self.dice = rules, dice
        self.lying: dict[Key, int] = {}
        self.staked: dict[str, int] = defaultdict(int)
        self.returned: dict[str, Fraction] = defaultdict(Fraction)
        self.point: int | None = None
        self.actions: list[Action] = []

    def bet(self, player: str, bet: str, number: int | None, stake: int, written: bool = False) -> None:
        self.actions.append(Bet(player, bet, (number,) if written else (), stake))
        self.staked[player] += stake
        self.lying[player, bet, number] = self.lying.get((player, bet, number), 0) + stake

    def bets(self) -> None:
        """Somebody must stand on a line before a come-out throw; what else is bet is anybody's."""
        lines, players = self.rules["lines"], ("ana", "luis", "eva")
        if self.point is None and not any(bet in lines for _, bet, _ in self.lying):
            self.bet(self.dice.choice(players), self.dice.choice(lines), None, 660)
        for _ in range(self.dice.randint(0, 4)):
            player, kind = self.dice.choice(players), self.dice.random()
            if kind < 0.2 and self.point is not None:
                self.bet(player, self.dice.choice(("come", "dont-come")), None, 660)
            elif kind < 0.4:
                self.odds(player)
            elif kind < 0.6:
                self.bet(player, self.dice.choice(("right-bet", "wrong-bet")), self.dice.choice(POINTS), 660, True)
            else:
                self.bet(player, self.any_time(), None, 20)

    def any_time(self) -> str:
        singles = [bet for bet in ONE_THROW if bet not in ("horn-bet", "horm")]
        hard = [f"hard-{number}" for number in self.rules["hard"]]
        return self.dice.choice(["field", "big-6", "big-8", "juego-de-7", self.rules["horn"], *singles, *hard])

    def odds(self, player: str) -> None:
        name = "asociada" if "win" in self.rules["lines"] else "gabela"
        boxes = ("come", "dont-come") if name == "asociada" else ()
        for owner, bet, number in list(self.lying):
            beside = f"{name}-{bet}"
            if owner == player and number and bet in (*self.rules["lines"], *boxes):
                if (player, beside, number) not in self.lying:
                    self.bet(player, beside, number, 660, bet in boxes)
                return

    def throw(self) -> None:
        faces = self.dice.randint(1, 6), self.dice.randint(1, 6)
        total, stays, moved = sum(faces), {}, []
        self.actions.append(Chance("dice", faces))
        for (player, bet, number), stake in self.lying.items():
            comes_back = fate(self.rules, bet, number, faces, self.point)
            if comes_back is not None:
                self.returned[player] += stake * comes_back
            elif bet in LINE and number is None:
                moved.append(((player, bet, total), stake))
            else:
                stays[player, bet, number] = stake
        for key, stake in moved:
            stays[key] = stays.get(key, 0) + stake
        self.lying = stays
        if self.point is None:
            self.point = total if total in POINTS else None
        elif total in (7, self.point):
            self.point = None


@pytest.mark.parametrize("game", GAMES)
def test_a_hundred_tables_come_out_alike(game: str) -> None:
    limits = {"minimum": 5, "maximum": 5000 if game.startswith("pv") else 100_000}
    for seed in range(100):
        dice = random.Random(seed)
        hand = ByHand(GAMES[game], dice)
        for _ in range(dice.randint(2, 14)):
            hand.bets()
            hand.throw()
        result = table(game, limits).play(hand.actions)
        accounts = {name: (account.staked, account.returned) for name, account in result.players.items()}
        assert accounts == {name: (hand.staked[name], hand.returned[name]) for name in hand.staked}, (
            seed,
            hand.actions,
        )
        standing = sorted((p.player, p.bet, p.stake) for p in result.standing)
        assert standing == sorted((player, bet, stake) for (player, bet, _), stake in hand.lying.items()), seed
