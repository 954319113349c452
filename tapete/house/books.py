"""The books of a table: where every chip is, entry by entry, so that each entry adds up to nothing.

Chips move between the players' hands, the cloth and the bank. What a player stakes goes from their hand to the cloth;
when a stake is decided it leaves the cloth, the player is handed what comes back, and the bank bears the difference.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from tapete.table.money import Money, chips

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tapete.table.round import Round

CLOTH, BANK = "cloth", "bank"
Postings = dict[str, Money]


@dataclass(frozen=True, slots=True)
class Stock:
    """Where the chips of a round are: each player's balance, and what lies on the cloth."""

    hands: Mapping[str, Money]
    cloth: Money

    @classmethod
    def of(cls, round: Round, decided: Money) -> Stock:
        """The chips of a round of whose stakes so much has been decided."""
        hands = {name: account.returned - account.staked for name, account in round.accounts.items()}
        return cls(hands, sum((account.staked for account in round.accounts.values()), 0) - decided)

    def to(self, later: Stock) -> Postings:
        """What moved from here to a later moment; it adds up to nothing.

        >>> Stock({}, 0).to(Stock({"ana": -50}, 50))
        {'player:ana': -50, 'cloth': 50}
        >>> Stock({"ana": -50}, 50).to(Stock({"ana": 850}, 0))
        {'player:ana': 900, 'cloth': -50, 'bank': -850}
        """
        names = dict.fromkeys((*self.hands, *later.hands))
        moved = {f"player:{name}": later.hands.get(name, 0) - self.hands.get(name, 0) for name in names}
        moved[CLOTH] = later.cloth - self.cloth
        moved[BANK] = -sum(moved.values(), 0)
        return {account: chips(amount) for account, amount in moved.items() if amount}


def lying(round: Round) -> Money:
    """What lies on the cloth, counted chip by chip."""
    return chips(sum((position.stake + position.excess for position in round.standing), 0))


def stakes(round: Round, start: int = 0) -> Money:
    """The stakes that have been decided, on the lines from one on."""
    return sum((line.stake for line in round.lines[start:]), 0)


def written(amount: Money) -> str:
    """An amount as it is kept.

    >>> written(50), written(Fraction(5, 2))
    ('50', '5/2')
    """
    return str(chips(amount))


def read(kept: str) -> Money:
    """An amount as it was kept.

    >>> read("5/2") * 2 == read("5")
    True
    """
    return chips(Fraction(kept)) if "/" in kept else int(kept)  # nearly all are whole, and read much quicker so


def balances(entries: Iterable[tuple[int, str, Money]]) -> tuple[Postings, list[int]]:
    """The balance of every account, and the numbers of the entries that do not add up to nothing.

    >>> balances([(1, "player:ana", -50), (1, "cloth", 50), (2, "cloth", -50)])
    ({'player:ana': -50, 'cloth': 0}, [2])
    """
    totals: Postings = {}
    sums: dict[int, Money] = {}
    for number, account, amount in entries:
        totals[account] = totals.get(account, 0) + amount
        sums[number] = sums.get(number, 0) + amount
    return {name: chips(total) for name, total in totals.items()}, [number for number, left in sums.items() if left]
