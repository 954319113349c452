"""What the analysis takes from a game's file: payments as numbers, and what players may do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tapete.games.blackjack.counts import ACE, RANKS, TEN
from tapete.games.blackjack.hands import LIMIT
from tapete.games.blackjack.prices import Prices
from tapete.games.blackjack.thirds import bonus_shares

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tapete.games.blackjack.counts import Counts
    from tapete.games.blackjack.prices import Kind
    from tapete.games.blackjack.rules import BlackjackGame

NEVER = -1e9
MOST_SPLITS = 6


@dataclass(frozen=True)
class Terms:
    """What of a game's file the analysis uses.

    ``pays`` is what a unit wins by total (rows 0 to 21) and class of the bank, ``doubled`` the same for a unit of a
    doubled stake and ``natural`` for the player's natural. ``gives_up`` is what surrendering is worth, by first card of
    the bank; ``even_money`` likewise. ``prizes`` is what a bonus brings on average, by the values of the first two
    cards and of the third.
    """

    stands: int
    soft_draws: bool
    pays: NDArray[np.float64]
    doubled: NDArray[np.float64]
    natural: NDArray[np.float64]
    even_money: NDArray[np.float64]
    gives_up: NDArray[np.float64]
    gives_up_later: bool
    gives_up_split: bool
    may_double: Any
    double_low: bool
    splits: int
    same_symbol: bool
    ace_cards: int | None
    aces_again: bool
    prizes: NDArray[np.float64] | None = None

    @classmethod
    def of(
        cls, game: BlackjackGame, surrender: bool = True, prices: Prices | None = None, decks: int | None = None
    ) -> Terms:
        """The terms of a game; ``surrender``: whether the table has it."""
        bank = game.bank
        assert bank is not None
        prices = prices or Prices(game)
        even, rule = game.even_money, game.surrender if surrender else None
        paid_now = float(prices.even_money.mean) if prices.even_money else NEVER
        given_up = float(prices.gives_up.mean) if prices.gives_up else NEVER
        split = game.split
        times = 0 if split is None else MOST_SPLITS if split.times is None else min(split.times, MOST_SPLITS)
        return cls(
            stands=bank.stands,
            soft_draws=bank.soft == "draws",
            pays=_means([prices.against(total) for total in range(LIMIT + 1)]),
            doubled=_means([prices.against(total, doubled=True) for total in range(LIMIT + 1)]) / 2,
            natural=_means([prices.natural()])[0],
            even_money=np.array([paid_now if even and _group(r) in even.against else NEVER for r in range(RANKS)]),
            gives_up=np.array([given_up if rule and _group(r) not in rule.barred else NEVER for r in range(RANKS)]),
            gives_up_later=rule is not None and rule.window == "any-time",
            gives_up_split=rule is not None and rule.after_split,
            may_double=_doubling(game),
            double_low=game.double is not None and game.double.ace == "one",
            splits=times,
            same_symbol=split is not None and split.same == "symbol",
            ace_cards=split.ace_cards if split else None,
            aces_again=split.aces_again if split else False,
            prizes=_prizes(game, prices, decks or game.shoe.decks),
        )


def _prizes(game: BlackjackGame, prices: Prices, decks: int) -> NDArray[np.float64] | None:
    """What the bonus of a third card brings on average, by the values of the first two and of the third."""
    wins = game.bonus.wins if game.bonus else {}
    found = [float(prices.bonus(wins[name].pays)) * share for name, share in bonus_shares(game, decks).items()]
    return sum(found[1:], found[0]) if found else None


def _means(kinds: list[list[Kind]]) -> NDArray[np.float64]:
    return np.array([[float(kind.mean) for kind in row] for row in kinds])


def _group(rank: int) -> str | None:
    return "ace" if rank == ACE else "ten" if rank == TEN else None


def _doubling(game: BlackjackGame) -> Any:
    from tapete.table.cards import card

    names = ["A", *map(str, range(2, 11))]

    def may_double(hand: Counts, after_split: bool) -> bool:
        cards = [card(names[rank] + "s") for rank, number in enumerate(hand) for _ in range(number)]
        return len(cards) == 2 and game.may_double(cards, after_split)

    return may_double
