"""What each way of ending brings, exactly: for a stake alone or doubled, against every end of the bank's hand.

The bank ends in one of its *classes*: a total from the one it stands on up to 21, passed, or a natural. A *kind* is
what then becomes of a stake: usually one net, and several where a tie is broken by two further cards.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from tapete.games.blackjack.hands import LIMIT
from tapete.table import money
from tapete.table.cards import RANKS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tapete.games.blackjack.rules import BlackjackGame
    from tapete.table.money import Rounding

RESULT_OF_SIGN = {1: "win", 0: "push", -1: "lose"}


@dataclass(frozen=True, slots=True)
class Kind:
    """What becomes of a stake: each net for a unit first staked, with its probability."""

    nets: tuple[tuple[Fraction, Fraction], ...]
    how: str

    @property
    def mean(self) -> Fraction:
        """What it brings on average."""
        return sum((net * chance for net, chance in self.nets), Fraction(0))


def _kind(net: Fraction, how: str | None = None) -> Kind:
    return Kind(((net, Fraction(1)),), how or RESULT_OF_SIGN[(net > 0) - (net < 0)])


class Prices:
    """The prices of a game, for a unit of any stake or for one very stake and the house's rounding.

    >>> from tapete.games import rules
    >>> prices = Prices(rules("bo-2025/black-jack/clasico"))
    >>> prices.natural()[0].mean, prices.gives_up.mean
    (Fraction(3, 2), Fraction(-1, 2))
    >>> Prices(rules("bo-2025/black-jack/clasico"), 5, "down").natural()[0].mean
    Fraction(7, 5)
    """

    def __init__(self, game: BlackjackGame, stake: int | None = None, rounding: Rounding = "exact") -> None:
        assert game.bank is not None
        self.game = game
        self._stake = 1 if stake is None else stake
        self._rounding: Rounding = "exact" if stake is None else rounding
        totals = [(total, False) for total in range(game.bank.stands, LIMIT + 1)]
        self.classes = (*totals, (LIMIT + 1, False), (LIMIT, True))

    def against(self, total: int, doubled: bool = False) -> list[Kind]:
        """What a hand of so many points brings against each class of the bank."""
        times = 2 if doubled else 1
        kinds = []
        for points, natural in self.classes:
            result, odds = self.game.outcome(total, False, points, natural)
            tied = self.game.named("tie-break") is not None and natural and total == LIMIT
            kinds.append(self._tie(times) if tied else _kind(self._net(result, odds, times)))
        return kinds

    def natural(self) -> list[Kind]:
        """What the player's natural brings against each class of the bank."""
        kinds = []
        for points, natural in self.classes:
            result, odds = self.game.outcome(LIMIT, True, points, natural)
            tied = self.game.named("tie-break") is not None and natural
            kinds.append(self._tie(1) if tied else _kind(self._net(result, odds, 1)))
        return kinds

    def broken_tie(self, doubled: bool = False) -> tuple[Fraction, Fraction, Fraction] | None:
        """What a tie that is broken brings, lost, won or with equal cards; None where none is broken."""
        if self.game.named("tie-break") is None:
            return None
        kind = self._tie(2 if doubled else 1)
        if kind.how != "tie-break":
            return None
        (won, _), (shared, _), (lost, _) = kind.nets
        return lost, won, shared

    def passed(self, doubled: bool = False) -> Kind:
        """More than 21."""
        return _kind(Fraction(-2 if doubled else -1))

    @cached_property
    def even_money(self) -> Kind | None:
        """A natural that is paid at once."""
        rule = self.game.even_money
        return None if rule is None else _kind(self._net("win", rule.pays, 1))

    @cached_property
    def gives_up(self) -> Kind | None:
        """A hand that is given up for part of its stake."""
        rule = self.game.surrender
        if rule is None:
            return None
        back = money.over(self._stake * rule.returns.numerator, rule.returns.denominator, self._rounding)
        return _kind(Fraction(back) / self._stake - 1, "half")

    def bonus(self, pays: Fraction) -> Fraction:
        """What a bonus brings for a unit first staked."""
        return Fraction(money.over(self._stake * pays.numerator, pays.denominator, self._rounding)) / self._stake

    def _net(self, result: str, odds: Fraction, times: int) -> Fraction:
        if result != "win":
            return odds * times
        gain = money.over(times * self._stake * odds.numerator, odds.denominator, self._rounding)
        return Fraction(gain) / self._stake

    def _tie(self, times: int) -> Kind:
        """Another stake and one card each, where that is worth more than the tie.

        Which cards the hands hold is left out of account: the two cards come from a shoe without the bank's.
        """
        bet = self.game.bets[self.game.named("tie-break") or ""]
        assert bet.tie_break is not None and bet.pays is not None
        added = 1 if bet.tie_break.stake == "original" else times
        equal = equal_ranks(self.game.shoe.decks)
        won, shared = (
            self._net("win", odds, times) + self._net("win", odds, added)
            for odds in (bet.pays, bet.tie_break.pays_equal)
        )
        rest = (1 - equal) / 2
        kind = Kind(((won, rest), (shared, equal), (Fraction(-times - added), rest)), "tie-break")
        return kind if kind.mean > 0 else _kind(Fraction(0))


def equal_ranks(decks: int) -> Fraction:
    """How likely two cards have the same rank, when an ace and a ten have left the shoe.

    >>> equal_ranks(1)
    Fraction(72, 1225)
    """
    counts = [4 * decks] * (len(RANKS) - 2) + [4 * decks - 1] * 2
    cards = sum(counts)
    return Fraction(sum(n * (n - 1) for n in counts), cards * (cards - 1))


class _Pool(Prices):
    """The prices of several stakes on one hand together, for a unit of their sum."""

    def __init__(self, game: BlackjackGame, stakes: Sequence[int], rounding: Rounding) -> None:
        super().__init__(game)
        self._shares = [(Prices(game, stake, rounding), Fraction(stake, sum(stakes))) for stake in stakes]

    def _together(self, kinds: Sequence[Kind]) -> Kind:
        """What becomes of all of them: the same, so their nets add up one by one."""
        rows = zip(*(kind.nets for kind in kinds), strict=True)
        parts = [part for _, part in self._shares]
        nets = tuple(
            (sum((net * part for (net, _), part in zip(row, parts, strict=True)), Fraction(0)), row[0][1])
            for row in rows
        )
        return Kind(nets, kinds[0].how)

    def against(self, total: int, doubled: bool = False) -> list[Kind]:
        """What a hand of so many points brings against each class of the bank."""
        found = [prices.against(total, doubled) for prices, _ in self._shares]
        return [self._together(kinds) for kinds in zip(*found, strict=True)]

    def natural(self) -> list[Kind]:
        """What the player's natural brings against each class of the bank."""
        found = [prices.natural() for prices, _ in self._shares]
        return [self._together(kinds) for kinds in zip(*found, strict=True)]

    @cached_property
    def even_money(self) -> Kind | None:
        """A natural that is paid at once."""
        kinds = [prices.even_money for prices, _ in self._shares]
        return self._together([kind for kind in kinds if kind is not None]) if None not in kinds else None

    @cached_property
    def gives_up(self) -> Kind | None:
        """A hand that is given up for part of its stake."""
        kinds = [prices.gives_up for prices, _ in self._shares]
        return self._together([kind for kind in kinds if kind is not None]) if None not in kinds else None

    def bonus(self, pays: Fraction) -> Fraction:
        """What a bonus brings for a unit first staked."""
        return sum((prices.bonus(pays) * part for prices, part in self._shares), Fraction(0))


def pooled(game: BlackjackGame, stakes: Sequence[int], rounding: Rounding) -> Prices:
    """The prices of everybody's stakes on one hand, each rounded by itself, for a unit of their sum.

    >>> from tapete.games import rules
    >>> pooled(rules("bo-2025/black-jack/clasico"), (5, 5), "down").natural()[0].mean
    Fraction(7, 5)
    """
    return Prices(game, stakes[0], rounding) if len(stakes) == 1 else _Pool(game, stakes, rounding)
