"""The mathematics of Black Jack: what the bet on a hand is worth when it is played well, and every bet beside it.

The bet on a hand is worked out from a full shoe in double precision and told to twelve decimals; side bets on the first
two cards are exact fractions.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tapete.games.blackjack import sides
from tapete.games.blackjack.counts import ACE, TEN, full_shoe, hand_of
from tapete.games.blackjack.house import SURRENDER
from tapete.games.blackjack.laws import NATURAL, Laws
from tapete.games.blackjack.plans import Followed
from tapete.games.blackjack.prices import Prices, equal_ranks
from tapete.games.blackjack.solver import Solver
from tapete.games.blackjack.tables import CODES, Tables, read_tables
from tapete.games.blackjack.terms import Terms
from tapete.games.blackjack.thirds import bonus_shares
from tapete.games.blackjack.together import net_of
from tapete.table import money
from tapete.table.decisions import Aside, Chart, Effect, Worths
from tapete.table.distribution import BetOdds, Distribution, Joint, Outlook, Removal, Result
from tapete.table.errors import NotPlayable, Refused
from tapete.table.words import N_, Sentence

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    import numpy as np
    from numpy.typing import NDArray

    from tapete.games.blackjack.round import BlackjackRound
    from tapete.games.blackjack.rules import BlackjackBet, BlackjackGame, Combination
    from tapete.table.distribution import Length

BEST, TOTALS = "best", "totals"
RANK_NAMES = ("A", *map(str, range(2, 11)))
WHOLE = 10**15
FILES = (".yaml", ".yml")
_WHAT_IFS: tuple[tuple[str, str, Any], ...] = (
    (N_("The bank draws with a soft 17"), "bank.soft", "draws"),
    (N_("The bank stands with a soft 17"), "bank.soft", "stands"),
    (N_("Black Jack pays 3 to 2"), "natural.pays", Fraction(3, 2)),
    (N_("Black Jack pays 6 to 5"), "natural.pays", Fraction(6, 5)),
    (N_("Black Jack pays 1 to 1"), "natural.pays", Fraction(1)),
    (N_("No surrender"), "surrender", None),
    (N_("Doubling with any two cards"), "double.totals", None),
    (N_("Doubling with 9, 10 and 11 only"), "double.totals", (9, 10, 11)),
    (N_("No doubling after a split"), "double.after_split", False),
    (N_("No doubling"), "double", None),
    (N_("A pair is split once"), "split.times", 1),
    (N_("A pair is split up to three times"), "split.times", 3),
    (N_("Split aces are split again"), "split.aces_again", True),
    (N_("No splitting"), "split", None),
    (N_("21 of more cards ties with the bank's Black Jack"), "natural.bank_against_21", "push"),
    (N_("One deck"), "shoe.decks", 1),
    (N_("Two decks"), "shoe.decks", 2),
    (N_("Four decks"), "shoe.decks", 4),
    (N_("Six decks"), "shoe.decks", 6),
    (N_("Eight decks"), "shoe.decks", 8),
)


class BlackjackOdds:
    """The odds of a table: of every bet of its document, of the stakes that lie on it, and of every decision.

    >>> from tapete.games import table
    >>> odds = BlackjackOdds(table("bo-2025/black-jack/clasico"))
    >>> round(float(odds.bets()[0].edge), 6)
    0.003595
    >>> odds.worths("10,6", "9").best
    'surrender'
    """

    def __init__(self, round: BlackjackRound) -> None:
        self.game = round.rules
        self.house = round.house
        self.decks = round.house.shoe.decks
        self.positions = tuple(round.standing)
        bank = self.game.bank
        if bank is not None and bank.hands > 1 and bank.first_card == "own":
            raise NotPlayable(
                N_("Hands of the bank with first cards of their own are not worked out: {game}."), game=self.game.name
            )

    @property
    def policies(self) -> tuple[str, ...]:
        """Looking at every card of the hand, or at its total only, as strategy charts do."""
        return (BEST,) if self.game.bank is None else (BEST, TOTALS)

    @cached_property
    def solver(self) -> Solver:
        """The analysis of a unit staked at this table."""
        return self._solver(self.game, self.decks)

    def _solver(self, game: BlackjackGame, decks: int, prices: Prices | None = None) -> Solver:
        optional = game.surrender is not None and game.surrender.optional
        surrender = not optional or SURRENDER in self.house.options
        return Solver(Terms.of(game, surrender, prices, decks), full_shoe(decks))

    @cached_property
    def _plans(self) -> dict[str, Followed]:
        return {BEST: Followed(self.solver, self.solver.best), TOTALS: self.solver.by_totals.followed}

    def followed(self, policy: str = BEST) -> Followed:
        """A way of playing, worked out."""
        if policy in self.policies:
            return self._plans[policy]
        if not policy.endswith(FILES):
            raise Refused(
                N_("{policy} is no way of playing here; there are: {known}."),
                cite=self.game.cite,
                policy=policy,
                known=list(self.policies),
            )
        return Followed(self.solver, read_tables(policy).plan(self.solver))

    def bets(self, stake: int | None = None) -> tuple[BetOdds, ...]:
        """The odds of every bet; with a stake, those of that very stake, its rounding and its limits."""
        found = {"main": self._main, "insurance": self._insurance, "tie-break": self._tie_break, "side": self._side}
        return tuple(found[bet.group](name, bet, stake) for name, bet in self.game.bets.items())

    def lengths(self) -> tuple[Length, ...]:
        """A hand lasts one round."""
        return ()

    def _row(self, name: str, stake: int | None, ways: tuple[int, int], **more: Any) -> BetOdds:
        bet = self.game.bets[name]
        refused = None
        if stake is not None and bet.group in ("main", "side"):
            try:
                self.house.bounds[name].check(name, stake)
            except Refused as refusal:
                refused = str(refusal)
        cites = (bet.cite, bet.pays_cite or bet.cite)
        pays = more.pop("pays", bet.pays)
        return BetOdds(name, bet.names, bet.group, 1, (), *ways, pays, *cites, refused=refused, **more)

    def _main(self, name: str, bet: BlackjackBet, stake: int | None) -> BetOdds:
        prices = Prices(self.game, stake, self.house.rounding)
        plans = self._plans if stake is None else self._at(prices)
        outlooks = [_outlook(policy, _results(Laws(one, prices).nets())) for policy, one in plans.items()]
        outlooks.sort(key=lambda outlook: -outlook.expected)
        best = outlooks[0].expected
        told = tuple(replace(outlook, cost=best - outlook.expected) for outlook in outlooks)
        return self._row(name, stake, (0, 0), outlooks=told)

    def _at(self, prices: Prices) -> dict[str, Followed]:
        """The ways of playing a stake that is rounded."""
        solver = self._solver(self.game, self.decks, prices)
        return {BEST: Followed(solver, solver.best), TOTALS: solver.by_totals.followed}

    def _insurance(self, name: str, bet: BlackjackBet, stake: int | None) -> BetOdds:
        """Insured without looking at the own cards, against the card that most often asks for it."""
        assert bet.insurance is not None
        group = bet.insurance.against[0]
        pays = bet.insurance.pays_against.get(group, bet.pays)
        left, cards = self._completing(group), sum(full_shoe(self.decks)) - 1
        results = [("win", self.gain(pays, stake), left), ("lose", Fraction(-1), cards - left)]
        offered = {bet.insurance.pays_against.get(one, bet.pays) for one in bet.insurance.against}
        prices = tuple(sorted(price for price in offered if price is not None))
        more: dict[str, Any] = {"pays": pays, "prices": prices if len(prices) > 1 else ()}
        return self._row(name, stake, (left, cards), outlooks=(_outlook(BEST, _counted(results)),), **more)

    def _completing(self, group: str) -> int:
        """The cards that make a natural of a first card."""
        return full_shoe(self.decks)[TEN if group == "ace" else ACE]

    def gain(self, pays: Fraction | None, stake: int | None) -> Fraction:
        assert pays is not None
        if stake is None:
            return pays
        return Fraction(money.over(stake * pays.numerator, pays.denominator, self.house.rounding)) / stake

    def prize(self, name: str, win: Combination, stake: int | None) -> Fraction:
        """What a combination wins for a unit of a side bet: its pay, or its pot where that holds more."""
        gain, pot = self.gain(win.pays, stake), self.house.pots.get(name, 0)
        return max(gain, Fraction(pot, stake)) if win.pot and stake is not None else gain

    def _tie_break(self, name: str, bet: BlackjackBet, stake: int | None) -> BetOdds:
        """The stake that is added to break a tie, by itself; the stake that it saves wins and loses with it."""
        assert bet.tie_break is not None
        equal = equal_ranks(self.decks)
        other = (1 - equal) / 2
        results = (
            Result("win", self.gain(bet.tie_break.pays_equal, stake), equal),
            Result("win", self.gain(bet.pays, stake), other),
            Result("lose", Fraction(-1), other),
        )
        more = {"prices": tuple(sorted({bet.pays or Fraction(1), bet.tie_break.pays_equal}))}
        return self._row(name, stake, (0, 0), outlooks=(_outlook(BEST, results),), **more)

    def _side(self, name: str, bet: BlackjackBet, stake: int | None) -> BetOdds:
        if sides.needs_third(bet.wins.values()):
            return self._drawn_side(name, bet, stake)
        ways = sides.ways(bet.wins, self.decks)
        lost, cells = ways[None], sum(ways.values())
        won = [("win", self.gain(pays, stake), number) for pays, number in ways.items() if pays is not None]
        prices = tuple(sorted({pays for pays in ways if pays is not None}))
        outlook = _outlook(BEST, _counted([*won, ("lose", Fraction(-1), lost)]))
        more: dict[str, Any] = {"pays": prices[0] if len(prices) == 1 else None}
        more["prices"] = prices if len(prices) > 1 else ()
        less = sides.without_one(bet.wins, self.decks, lambda odds: self.gain(odds, stake))
        more["removals"] = tuple(Removal(tuple(gone), -net, outlook.expected - net) for net, gone in less.items())
        return self._row(name, stake, (cells - lost, cells), outlooks=(outlook,), **more)

    def _drawn_side(self, name: str, bet: BlackjackBet, stake: int | None) -> BetOdds:
        """A side bet that looks at a third card, for somebody who plays the hand by its own strategy."""
        outlooks = []
        for policy in self.policies:
            chances = sides.first_cards(bet.wins, self.followed(policy), self.decks)
            law = {("win", self.prize(name, bet.wins[one], stake)): 0.0 for one in chances}
            for one, chance in chances.items():
                law["win", self.prize(name, bet.wins[one], stake)] += chance
            law["lose", Fraction(-1)] = 1 - sum(law.values())
            outlooks.append(_outlook(policy, _results(law)))
        outlooks.sort(key=lambda outlook: -outlook.expected)
        best = outlooks[0].expected
        told = tuple(replace(outlook, cost=best - outlook.expected) for outlook in outlooks)
        prices = tuple(sorted({win.pays for win in bet.wins.values()}))
        return self._row(name, stake, (0, 0), outlooks=told, prices=prices)

    def joint(self, policy: str = BEST) -> Joint:
        """What one round of all the stakes on the table brings: insurance and further stakes as the plan has them."""
        if not self.positions:
            raise Refused(N_("No bet lies on the table."), cite=self.game.cite)
        net = Distribution.of((value, chance) for (_, value), chance in _shares(net_of(self, policy)))
        staked = sum((Fraction(p.stake) for p in self.positions), Fraction(0))
        return Joint(staked, net.mean, net.variance, Fraction(1), net)

    @property
    def tables(self) -> Tables:
        """The strategy that looks at totals."""
        return Tables.of(self.solver)

    def charts(self) -> tuple[Chart, ...]:
        """The strategy by totals as the charts that players know: hard hands, soft hands, pairs."""
        return () if self.game.bank is None else self.tables.charts()

    def strategy(self) -> str:
        """The same as a file."""
        self._must_be_played()
        return self.tables.written(self.game.name)

    def _must_be_played(self) -> None:
        if self.game.bank is None:
            raise Refused(N_("In this game nobody decides anything about a hand."), cite=self.game.cite)

    def worths(self, hand: str, against: str) -> Worths:
        """What each decision on a hand is worth, the cards as people write them."""
        self._must_be_played()
        values = [rank_of(word) for word in hand.replace(",", " ").split()]
        first = rank_of(against)
        cards = hand_of([value + 1 for value in values])
        if len(values) < 2 or cards not in self.solver.index:
            raise Refused(N_("A hand is two or more cards of at most 21 points, such as 10,6: not {hand}."), hand=hand)
        worth = self.solver.worth(cards, first)
        told = [(do, value) for do in CODES.values() if (value := getattr(worth, do)) is not None]
        if cards == NATURAL:
            bank = self.solver.against(first).ends[self.solver.index[NATURAL]]
            told = [("stand", float(bank @ self.solver.terms.natural))]
            if self.solver.terms.even_money[first] > -1:
                told.append(("even-money", float(self.solver.terms.even_money[first])))
        shown = ",".join(RANK_NAMES[value] for value in values)
        return Worths(shown, RANK_NAMES[first], tuple(sorted(told, key=lambda pair: -pair[1])))

    def asides(self) -> tuple[Aside, ...]:
        """Insurance, by how many of the own cards would have helped the bank, and even money."""
        return () if self.game.bank is None else (*self._insured(), *self._paid_now())

    def _insured(self) -> Iterator[Aside]:
        name = self.game.named("insurance")
        bet = self.game.bets[name] if name else None
        if name is None or bet is None or bet.insurance is None:
            return
        for group in bet.insurance.against:
            pays = bet.insurance.pays_against.get(group, bet.pays)
            assert pays is not None
            cards = sum(full_shoe(self.decks)) - 3
            helpful = "10" if group == "ace" else "A"
            for own in range(3):
                chance = (self._completing(group) - own) / cards
                hand = ",".join([helpful] * own + ["x"] * (2 - own))
                yield Aside(name, hand, "A" if group == "ace" else "10", chance, chance * float(pays + 1) - 1)

    def _paid_now(self) -> Iterator[Aside]:
        for first in (ACE, TEN):
            even = float(self.solver.terms.even_money[first])
            if even > -1:
                bank = self.solver.against(first).ends[self.solver.index[NATURAL]]
                waiting = float(bank @ self.solver.terms.natural)
                yield Aside("even-money", "A,10", RANK_NAMES[first], float(bank[-1]), even, waiting)

    def bonuses(self, policy: str = BEST) -> dict[str, tuple[Fraction, float]]:
        """What each bonus pays, and how many of it come in a round, on the hands of split pairs too."""
        if self.game.bonus is None:
            return {}
        wins, alone = self.game.bonus.wins, self._with_prizes(None, policy)
        found = bonus_shares(self.game, self.decks)
        return {name: (wins[name].pays, self._with_prizes(share, policy) - alone) for name, share in found.items()}

    def _with_prizes(self, prizes: NDArray[np.float64] | None, policy: str) -> float:
        """What a way of playing would be worth if third cards brought these prizes; it stays as it is."""
        terms = replace(self.solver.terms, prizes=prizes)
        return Followed(Solver(terms, full_shoe(self.decks)), self.followed(policy).plan).expected

    def notes(self) -> tuple[Sentence, ...]:
        """What must be said of the figures."""
        return tuple(self._notes())

    def _notes(self) -> Iterator[Sentence]:
        bank = self.game.bank
        if bank is None:
            return
        yield Sentence(
            N_("From a full shoe of {decks} decks, other cards unseen; the mean is exact to ten decimals."),
            decks=self.decks,
        )
        if self.game.shoe.cut is not None and not self.house.shoe.machine:
            yield Sentence(
                N_("Hand after hand down to a cut card brings a few hundredths of a percent less than a full shoe.")
            )
        if self.game.split is not None:
            yield Sentence(
                N_("In the spread of the results the hands of a split pair are independent given the bank's hand.")
            )
        if any(sides.needs_third(bet.wins.values()) for bet in self.game.bets.values()):
            yield Sentence(
                N_("Together with a hand, a side bet on three cards follows its third card, except in a split pair.")
            )
        if self.game.split is not None and self.game.split.times is None:
            yield Sentence(N_("Splits without limit are worked out up to six."))
        if bank.hands > 1:
            yield Sentence(
                N_("Each of the bank's {hands} hands has the same chances: a unit on any of them is worth the same."),
                hands=bank.hands,
            )
        if self.game.named("tie-break"):
            yield Sentence(N_("A tie that may be broken is broken; its two cards ignore which cards the hand holds."))
        if self.game.double is not None and self.game.double.amount != "equal":
            yield Sentence(N_("A double is made with the whole stake."))
        if self.game.bonus is not None and self.solver.terms.prizes is None:
            yield Sentence(N_("Bonuses that look at other than the first three cards of a hand are not worked out."))
        elif self.game.bonus is not None:
            worth = self.solver.expected - self._with_prizes(None, BEST)
            yield Sentence(
                N_("Bonuses are part of the figures, on split hands too: {worth} %, decided without a look at suits."),
                worth=f"{100 * worth:.4f}",
            )

    def rule_costs(self) -> tuple[Effect, ...]:
        """What each rule is worth: the same game with one fact changed."""
        self._must_be_played()
        now = self.solver.expected
        return tuple(
            Effect(Sentence(label), found, found - now)
            for label, path, value in _WHAT_IFS
            if (changed := with_fact(self.game, path, value)) is not None
            for found in (self._solver(changed, changed.shoe.decks if path == "shoe.decks" else self.decks).expected,)
        )

    def removals(self) -> tuple[Effect, ...]:
        """What it does to a unit staked when one card of a rank has left the shoe."""
        self._must_be_played()
        shoe, now = full_shoe(self.decks), self.solver.expected
        found = []
        for rank, name in enumerate(RANK_NAMES):
            less = (*shoe[:rank], shoe[rank] - 1, *shoe[rank + 1 :])
            expected = Solver(self.solver.terms, less).expected
            found.append(Effect(name, expected, expected - now))
        return tuple(found)


def rank_of(word: str) -> int:
    """A card's rank among the ten values, by its name or by the card itself.

    >>> rank_of("A"), rank_of("Kh"), rank_of("10")
    (0, 9, 9)
    """
    plain = word.strip().upper()
    for name in (plain, plain[:-1]):
        if name in RANK_NAMES:
            return RANK_NAMES.index(name)
        if name in ("T", "J", "Q", "K"):
            return TEN
    raise Refused(N_("{value} is no card: write A, 2 … 10, J, Q or K."), value=repr(word))


def with_fact(game: BlackjackGame, path: str, value: Any) -> BlackjackGame | None:
    """The game with one fact changed; None where it has no such fact or has it so already."""
    part, _, name = path.partition(".")
    holder = getattr(game, part)
    if holder is None or (name and getattr(holder, name) == value):
        return None
    return game.model_copy(update={part: holder.model_copy(update={name: value}) if name else value})


def _counted(results: Iterable[tuple[str, Fraction, int]]) -> tuple[Result, ...]:
    listed = [result for result in results if result[2]]
    cells = sum(number for _, _, number in listed)
    found = (Result(how, net, Fraction(number, cells)) for how, net, number in listed)
    return tuple(sorted(found, key=lambda result: (-result.net, result.how)))


def _results(law: Mapping[tuple[str, Fraction], float]) -> tuple[Result, ...]:
    found = (Result(how, net, chance) for (how, net), chance in _shares(law))
    return tuple(sorted(found, key=lambda result: (-result.net, result.how)))


def _shares(law: Mapping[tuple[str, Fraction], float]) -> list[tuple[tuple[str, Fraction], Fraction]]:
    """Probabilities as fractions that add up to one; the likeliest takes what rounding leaves over."""
    parts = {key: round(chance * WHOLE) for key, chance in law.items()}
    likeliest = max(parts, key=lambda key: parts[key])
    parts[likeliest] += WHOLE - sum(parts.values())
    return [(key, Fraction(part, WHOLE)) for key, part in parts.items() if part > 0]


def _outlook(policy: str, results: tuple[Result, ...]) -> Outlook:
    mean = sum((result.net * result.probability for result in results), Fraction(0))
    square = sum((result.net**2 * result.probability for result in results), Fraction(0))
    return Outlook(policy, results, mean, square - mean**2)


def odds(round: BlackjackRound) -> BlackjackOdds:
    """The odds of a table and of the stakes that lie on it."""
    return BlackjackOdds(round)
