"""Black Jack and War settled twice: by the round, from the catalogue's files, and by rules written here by hand.

The two share nothing but the names of the bets. The hand-written table also knows what a hand may not do, and tries it.
"""

from __future__ import annotations

import random
from collections import defaultdict
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import pytest

from tapete.games import table
from tapete.table.actions import Action, Bet, Chance, Decision
from tapete.table.errors import Refused

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
TENS = ("10", "J", "Q", "K")
RED = "hd"
BOLIVIA: dict[str, Any] = {
    "decks": 6,
    "natural": Fraction(3, 2),
    "insured": {"A": 2},
    "spots": (1,),
    "canal": False,
    "stops": False,
}
CHILE = BOLIVIA | {"stops": True}
THREE = {"decks": 8, "spots": (1, 2, 3)}
CANAL = CHILE | {"decks": 4, "natural": 1, "insured": {"A": 2, "10": 10}, "canal": True, "stops": False}
GAMES: dict[str, dict[str, Any]] = {
    "bo-2025/black-jack/clasico": BOLIVIA,
    "bo-2025/black-jack/perfect-pairs": BOLIVIA | {"pairs": True},
    "bo-2025/black-jack/challenge-21": BOLIVIA | THREE,
    "cl-2023/black-jack/clasico": CHILE,
    "cl-2023/black-jack/perfect-pairs": CHILE | {"pairs": True},
    "cl-2023/black-jack/challenge-21": CHILE | THREE,
    "cl-2023/black-jack/canal-21": CANAL,
}


def rank(card: str) -> str:
    return card[:-1]


def group(card: str) -> str:
    return "10" if rank(card) in TENS else rank(card)


def worth(card: str) -> int:
    return {"A": 1, "10": 10}.get(group(card)) or int(group(card))


def count(cards: list[str]) -> tuple[int, bool]:
    """Points, and whether an ace counts eleven in them."""
    low = sum(map(worth, cards))
    return (low + 10, True) if low <= 11 and any(rank(card) == "A" for card in cards) else (low, False)


def height(card: str) -> int:
    """The order of single cards, the ace above the king."""
    return (RANKS.index(rank(card)) - 1) % 13


def two_card_21(cards: list[str]) -> bool:
    return len(cards) == 2 and count(cards)[0] == 21


def pair_pays(first: str, second: str) -> int | None:
    """Perfect Pairs: one suit 25, one colour 15, red and black 5."""
    if rank(first) != rank(second):
        return None
    return 25 if first[-1] == second[-1] else 15 if (first[-1] in RED) == (second[-1] in RED) else 5


def bonus(cards: list[str]) -> int:
    """Canal 21: three of a kind, three sevens, three of a suit in sequence; nothing above 21."""
    if len(cards) != 3 or count(cards)[0] > 21:
        return 0
    one_suit = len({card[-1] for card in cards}) == 1
    if len(set(map(rank, cards))) == 1:
        return 3 if rank(cards[0]) != "7" else 20 if one_suit else 5
    places = sorted(RANKS.index(rank(card)) for card in cards)
    return 3 if one_suit and places == list(range(places[0], places[0] + 3)) else 0


@dataclass(eq=False)
class Hand:
    player: str
    stakes: dict[int, int]
    cards: list[str] = field(default_factory=list)
    doubled: dict[int, int] = field(default_factory=dict)
    split: bool = False
    live: bool = True

    @property
    def points(self) -> int:
        return count(self.cards)[0]

    @property
    def natural(self) -> bool:
        return not self.split and two_card_21(self.cards)

    @property
    def of_aces(self) -> bool:
        return self.split and rank(self.cards[0]) == "A"

    def lying(self, spot: int) -> int:
        return self.stakes[spot] + self.doubled.get(spot, 0)


class ByHand:
    """A table that keeps its own books while it acts at the other one."""

    def __init__(self, game: str, seed: int) -> None:
        self.rules, self.chance = GAMES[game], random.Random(seed)
        self.opened = table(game, {"minimum": 10, "maximum": 1000})
        self.shoe = self.stacked()
        self.staked: dict[str, int] = defaultdict(int)
        self.returned: dict[str, Fraction] = defaultdict(Fraction)
        self.splits: dict[str, int] = {}
        self.asked_for_a_third = False
        self.bank: list[str] = []
        self.insured: dict[tuple[str, int], int] = {}

    def stacked(self) -> list[str]:
        """All the cards, in most shoes some ranks before the others: so that pairs, naturals and ties come often."""
        often = self.chance.choice(([], ["A", "10", "K"], ["A", "7", "8"], ["5", "6", "7"]))
        often, before = often + self.chance.sample(RANKS, 2), self.chance.choice((0, 0.6, 0.9))
        cards = [r + s for r in RANKS for s in "shdc"] * self.rules["decks"]
        return sorted(cards, key=lambda card: self.chance.random() + before * (rank(card) in often))

    def act(self, action: Action) -> None:
        self.opened.apply(action)

    def decide(self, player: str, do: str, on: tuple[Any, ...] = (), stake: int | None = None) -> None:
        self.act(Decision(player, do, on, None, () if stake is None else (("stake", stake),)))

    def refused(self, player: str, do: str) -> None:
        with pytest.raises(Refused):
            self.decide(player, do)

    def draw(self) -> str:
        card = self.shoe.pop()
        self.act(Chance("card", card))
        return card

    def stake(self, player: str, bet: str, amount: int) -> int:
        self.act(Bet(player, bet, (), amount))
        self.staked[player] += amount
        return amount

    def play(self, players: list[str]) -> None:
        """One play, from the bets to the last chip."""
        self.splits, self.insured, self.asked_for_a_third = dict.fromkeys(players, 0), {}, False
        hands, sides = [], {}
        for player in players:
            spots = self.rules["spots"][: self.chance.choice((2, 3))]
            hands.append(Hand(player, {spot: self.stake(player, "apuesta", self.amount()) for spot in spots}))
            if self.rules.get("pairs") and self.chance.random() < 0.7:
                sides[player] = self.stake(player, "perfect-pairs", self.chance.randint(1, 8))
        for hand in hands:
            hand.cards.append(self.draw())
        self.bank = [self.draw()]
        for hand in hands:
            hand.cards.append(self.draw())
        for hand in hands:
            pays = pair_pays(*hand.cards)
            if hand.player in sides and pays is not None:
                self.returned[hand.player] += sides[hand.player] * (1 + pays)
        self.offers(hands)
        self.finish([hand for first in hands for hand in self.turn(first)])

    def amount(self) -> int:
        return self.chance.randint(10, 100)

    def offers(self, hands: list[Hand]) -> None:
        """Insurance and even money, by the bank's first card."""
        shown = group(self.bank[0])
        for hand in hands:
            if shown not in self.rules["insured"]:
                self.refused(hand.player, "insurance")
            elif self.chance.random() < 0.5:
                spot = self.chance.choice(list(hand.stakes))
                most = hand.stakes[spot] // 2
                with pytest.raises(Refused):
                    self.decide(hand.player, "insurance", (spot,) if len(hand.stakes) > 1 else (), most + 1)
                part = self.chance.randint(1, most)
                self.decide(hand.player, "insurance", (spot,) if len(hand.stakes) > 1 else (), part)
                self.staked[hand.player] += part
                self.insured[hand.player, spot] = part
            even = shown in self.rules["insured"] and hand.natural
            if not even:
                self.refused(hand.player, "even-money")
            elif self.chance.random() < 0.3:
                self.decide(hand.player, "even-money")
                self.returned[hand.player] += 2 * sum(hand.stakes.values())
                hand.live = False

    def turn(self, hand: Hand) -> list[Hand]:
        """The hand is played to its end, and with it those that come from it."""
        while hand.live:
            if len(hand.cards) == 1:
                hand.cards.append(self.third())
            if hand.natural:
                if group(self.bank[0]) not in ("A", "10"):
                    self.pay(hand, self.rules["natural"])
                break
            if hand.points == 21 or (hand.of_aces and not self.may_split(hand)):
                break
            do = self.choice(hand)
            if do == "stand":
                self.decide(hand.player, "stand")
                break
            if do == "surrender":
                self.decide(hand.player, "surrender")
                self.pay(hand, Fraction(-1, 2))
            elif do == "split":
                return self.split(hand)
            elif not self.drawn(hand, do):
                break
        return [hand]

    def third(self) -> str:
        self.asked_for_a_third = True
        return self.draw()

    def choice(self, hand: Hand) -> str:
        """One of the decisions that the document gives to this hand; those that it denies are refused."""
        allowed = {
            "hit": not hand.of_aces,
            "stand": True,
            "double": self.may_double(hand),
            "split": self.may_split(hand),
            "surrender": self.may_surrender(hand),
        }
        for do, may in allowed.items():
            if not may:
                self.refused(hand.player, do)
        gives_up = allowed.pop("surrender") and self.chance.random() < 0.1
        return "surrender" if gives_up else self.chance.choice([do for do, may in allowed.items() if may])

    def may_double(self, hand: Hand) -> bool:
        if len(hand.cards) != 2 or hand.of_aces:
            return False
        low = sum(map(worth, hand.cards))
        counts = {low, low + 10} if "A" in map(rank, hand.cards) else {low}
        return bool(self.rules["canal"] or counts & {9, 10, 11})

    def may_split(self, hand: Hand) -> bool:
        if len(hand.cards) != 2 or group(hand.cards[0]) != group(hand.cards[1]):
            return False
        return bool(self.rules["canal"] or (self.splits[hand.player] < 3 and not hand.of_aces))

    def may_surrender(self, hand: Hand) -> bool:
        if self.rules["canal"]:
            return len(hand.cards) == 2
        return len(hand.cards) == 2 and not hand.split and group(self.bank[0]) != "A"

    def drawn(self, hand: Hand, do: str) -> bool:
        """A card for the hand; whether it goes on."""
        less = None
        if do == "double":
            less = self.chance.randint(10, hand.stakes[1]) if self.rules["canal"] else None
            hand.doubled = {spot: less or stake for spot, stake in hand.stakes.items()}
            self.staked[hand.player] += sum(hand.doubled.values())
        self.decide(hand.player, do, stake=less)
        hand.cards.append(self.third())
        if self.rules["canal"]:
            self.returned[hand.player] += hand.stakes[1] * bonus(hand.cards)
        if hand.points > 21:
            hand.live = False
        return hand.live and do == "hit"

    def split(self, hand: Hand) -> list[Hand]:
        self.splits[hand.player] += 1
        self.decide(hand.player, "split")
        self.staked[hand.player] += sum(hand.stakes.values())
        other = Hand(hand.player, dict(hand.stakes), [hand.cards.pop()], split=True)
        hand.split = True
        if not self.rules["canal"] and self.chance.random() < 0.5:  # the documents leave the order open
            hand.cards.append(self.third())
            other.cards.append(self.draw())
        return [*self.turn(hand), *self.turn(other)]

    def pay(self, hand: Hand, gain: Fraction | int) -> None:
        """All stakes of a hand come back with so much for each chip, and the hand is gone."""
        for spot in hand.stakes:
            self.returned[hand.player] += hand.lying(spot) * (1 + Fraction(gain))
        hand.live = False

    def finish(self, hands: list[Hand]) -> None:
        """The bank completes its hand against each spot, from its first card."""
        first = self.bank[0]
        for spot in self.rules["spots"]:
            self.bank = [first]
            live = [hand for hand in hands if hand.live and spot in hand.stakes]
            insured = {who: part for (who, at), part in self.insured.items() if at == spot}
            if live or insured:
                self.bank.append(self.draw())
            if two_card_21(self.bank):
                for who, part in insured.items():
                    self.returned[who] += part * (1 + self.rules["insured"][group(first)])
            while self.goes_on(live):
                self.bank.append(self.draw())
            for hand in live:
                if not self.ties(hand):
                    self.returned[hand.player] += hand.lying(spot) * (1 + self.gain(hand))
            self.break_ties([hand for hand in live if self.ties(hand)])

    def goes_on(self, live: list[Hand]) -> bool:
        """Whether the bank must draw: up to 17, soft 17 too at Canal 21, unless only naturals are left in Chile."""
        if not live or (self.rules["stops"] and all(hand.natural for hand in live)):
            return False
        points, soft = count(self.bank)
        return points < 17 or (self.rules["canal"] and soft and points == 17)

    def ties(self, hand: Hand) -> bool:
        """Whether a tie may be broken: 21 of any kind against the bank's natural, at Canal 21."""
        return bool(self.rules["canal"] and two_card_21(self.bank) and hand.points == 21)

    def gain(self, hand: Hand) -> Fraction:
        points = count(self.bank)[0]
        if hand.natural:
            return Fraction(0) if two_card_21(self.bank) else Fraction(self.rules["natural"])
        if points > 21 or hand.points > points:
            return Fraction(1)
        return Fraction(0 if hand.points == points and not two_card_21(self.bank) else -1)

    def breaks(self, hand: Hand) -> bool:
        if self.chance.random() < 0.4:
            self.decide(hand.player, "decline")
            self.returned[hand.player] += hand.lying(1)
            return False
        self.decide(hand.player, "tie-break")
        self.staked[hand.player] += hand.stakes[1]
        return True

    def break_ties(self, tied: list[Hand]) -> None:
        """One after the other; some tables ask everybody before the first card, in any order."""
        broken: list[Hand] = []
        if self.chance.random() < 0.5 and len({hand.player for hand in tied}) == len(tied):
            broken = [hand for hand in self.chance.sample(tied, len(tied)) if self.breaks(hand)]
            tied = [hand for hand in tied if hand in broken]
        for hand in tied:
            if hand not in broken and not self.breaks(hand):
                continue
            mine, banks = (height(self.draw()) for _ in range(2))
            pays = Fraction(1) if mine > banks else Fraction(3, 2) if mine == banks else Fraction(-1)
            self.returned[hand.player] += (hand.lying(1) + hand.stakes[1]) * (1 + pays)


@pytest.mark.parametrize("game", GAMES)
def test_black_jack_is_settled_as_by_hand(game: str) -> None:
    for seed in range(200):
        here = ByHand(game, seed)
        players = ["ana", "luis", "zoe"][: 1 + seed % 3]
        for _ in range(2):
            here.play(players)
        _agree(here.opened.settlement(), here.staked, here.returned, f"{game} {seed}")


def _agree(settlement: Any, staked: dict[str, int], returned: dict[str, Fraction], where: str) -> None:
    books = {name: (account.staked, account.returned) for name, account in settlement.players.items()}
    assert books == {name: (staked[name], returned[name]) for name in staked}, where
    assert settlement.balances()
    assert not settlement.standing


def test_war_is_settled_as_by_hand() -> None:
    for seed in range(300):
        chance, opened = random.Random(seed), table("cl-2023/war", {"minimum": 10, "maximum": 1000})
        staked: dict[str, int] = defaultdict(int)
        returned: dict[str, Fraction] = defaultdict(Fraction)
        lying = {}
        for player in ("ana", "luis", "zoe")[: 1 + seed % 3]:
            lying[player] = chance.randint(10, 100), chance.choice((0, 20))
            for bet, stake in zip(("war", "tie"), lying[player], strict=True):
                if stake:
                    opened.apply(Bet(player, bet, (), stake))
                    staked[player] += stake
        cards = [chance.choice(RANKS[:4]) + chance.choice("shdc") for _ in range(len(lying) + 1)]
        opened.apply(Chance("cards", tuple(cards)))
        bank = height(cards[-1])
        for (player, (stake, tie)), card in zip(lying.items(), cards, strict=False):
            if height(card) != bank:
                returned[player] += 2 * stake if height(card) > bank else 0
            elif tie:
                returned[player] += 11 * tie + stake
        fighting = [p for (p, (_, tie)), c in zip(lying.items(), cards, strict=False) if height(c) == bank and not tie]
        for player in fighting:
            _fight(opened, chance, player, lying[player][0], staked, returned)
        _agree(opened.settlement(), staked, returned, f"war {seed}")


def _fight(
    opened: Any,
    chance: random.Random,
    player: str,
    stake: int,
    staked: dict[str, int],
    returned: dict[str, Fraction],
) -> None:
    """A tied hand without a bet on the tie: half comes back, or another stake and another card decide."""
    if chance.random() < 0.4:
        opened.apply(Decision(player, "surrender"))
        returned[player] += Fraction(stake, 2)
        return
    opened.apply(Decision(player, "war"))
    staked[player] += stake
    mine, banks = (chance.choice(RANKS[6:9]) + chance.choice("shdc") for _ in range(2))
    opened.apply(Chance("cards", (mine, banks)))
    ahead = height(mine) - height(banks)
    returned[player] += 4 * stake if ahead > 0 else 5 * stake if ahead == 0 else 0
