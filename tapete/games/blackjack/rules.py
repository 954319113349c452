"""The rules of Black Jack in all its forms: what the bank must do, what players may do, what each result pays.

``BlackjackGame`` is what the YAML file holds. Its methods answer the questions that the round, the exact odds and the
simulation all ask: does the bank draw, may this hand be doubled or split, what does this hand win against that bank.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field, model_validator

from tapete.catalogue.model import Bet, Cite, Fact, Game, Idle, Odds, Ruling, Slug, Strict, Text
from tapete.catalogue.shoe import ShoeFacts
from tapete.games.blackjack.hands import LIMIT, Group, Suits, group_of, in_sequence, is_pair, points_of, suits_are
from tapete.table.errors import Mistake
from tapete.table.money import Rounding
from tapete.table.names import Names
from tapete.table.words import N_

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tapete.table.cards import Card

Count = Annotated[int, Field(ge=1)]
Effect = Literal[
    "burn",
    "burn-after-play",
    "burn-bank",
    "refused-card",
    "stuck",
    "reorder",
    "plays",
    "void-hand",
    "shoe-ends",
    "late-bet",
    "no-bet",
    "over-maximum",
    "under-minimum",
    "sanction",
    "exclude",
    "note",
]


class BlackjackShoe(ShoeFacts):
    """``runs_out``: what becomes of a play for which the shoe has no cards left.

    Every bet still undecided is void, or naturals are paid and the rest is void, or the discards are shuffled and the
    play goes on.
    """

    runs_out: Literal["void", "naturals", "reshuffle"] = "void"


class Others(Strict):
    """Bets on somebody else's box: how many bets it takes in all, and whether they follow a split or a double."""

    per_box: Count
    follow: bool = True
    text: Text
    cite: Cite


class Positions(Strict):
    """Several boxes for one player, chosen when the shoe begins and only given up after.

    ``minimum``: by the number of further boxes, the least on each of them, in table minimums, or the table's maximum.
    """

    minimum: dict[str, Count | Literal["maximum"]]
    text: Text
    cite: Cite


class Boxes(Strict):
    """The boxes of the cloth and who may bet on them.

    ``per_player``: the boxes of one player in a play (None: any that are free). ``adjoining``: they must lie side by
    side. ``start``: the hands needed to begin, of which the house chooses one. ``positions`` and ``others``: see there.
    """

    number: Count
    per_player: Count | None = None
    adjoining: bool = False
    start: Annotated[tuple[Count, ...], Field(min_length=1)] = (1,)
    positions: Positions | None = None
    others: Others | None = None
    text: Text
    cite: Cite


class Bank(Strict):
    """How the bank draws.

    It takes cards up to ``stands`` points, and with a soft hand of exactly so many as ``soft`` says. ``hands``: it
    plays so many one after the other, each against its own bet of every player; they grow from one ``shared`` first
    card or have their ``own``. ``compulsory``: so many of those bets must be made. ``stops``: at its total, or earlier
    ``when-decided``, because only naturals, or only insurances, are left against it. ``drawn``: with nobody left a hand
    may still be drawn out ``always``, or only where somebody bet against it.
    """

    stands: Annotated[int, Field(ge=12, le=LIMIT)] = 17
    soft: Literal["stands", "draws"] = "stands"
    hands: Count = 1
    first_card: Literal["shared", "own"] = "shared"
    compulsory: Count = 1
    stops: Literal["at-total", "when-decided"] = "at-total"
    drawn: Literal["always", "if-bet"] = "always"
    text: Text
    cite: Cite


class Natural(Strict):
    """Twenty-one with the first two cards: what it is called, what it pays and when.

    ``waits``: the bank's first cards against which it is not paid at once. ``both``: the bank has one too.
    ``against_21``: the bank has 21 with more cards. ``bank_against_21``: the bank's natural against 21 that is none.
    """

    name: str = "Black Jack"
    pays: Odds
    waits: tuple[Group, ...] = ("ace", "ten")
    both: Literal["push", "lose"] = "push"
    against_21: Literal["win", "push"] = "win"
    bank_against_21: Literal["lose", "push"] = "lose"
    text: Text
    cite: Cite
    pays_cite: Cite | None = None


class EvenMoney(Strict):
    """A natural against such a first card of the bank may be paid at once, and the hand is over.

    ``until``: before anybody's third card, or as long as the bank has not taken its second one.
    """

    against: Annotated[tuple[Group, ...], Field(min_length=1)]
    pays: Odds
    until: Literal["third-card", "bank-card"] = "bank-card"
    text: Text
    cite: Cite


class Split(Strict):
    """Two cards of the same value as two hands.

    ``same``: value means points, or the symbol. ``times``: how often (None: without limit). ``aces``: how many cards
    each split ace gets, and whether a new pair of them is split again. ``order``: each hand is dealt and played out in
    turn, or all get their second card at once, or the document leaves it ``open``.
    """

    same: Literal["points", "symbol"] = "points"
    times: Count | None = None
    ace_cards: Count | None = 1
    aces_again: bool = False
    order: Literal["in-turn", "at-once", "open"] = "open"
    text: Text
    cite: Cite


class Double(Strict):
    """One more card for one more stake.

    ``totals``: the points of the first two cards that allow it (None: any below 21). ``ace``: with an ace ``either``
    count may give that total, or only the ``best``; or it counts ``one``, then and after the card. ``amount``: equal to
    the stake, or from the table's minimum up to it.
    """

    totals: tuple[int, ...] | None = None
    ace: Literal["either", "best", "one"] = "either"
    pair_of_aces: bool = True
    after_split: bool = True
    amount: Literal["equal", "up-to-equal"] = "equal"
    text: Text
    cite: Cite


class Surrender(Strict):
    """Giving up a hand for part of its stake.

    ``barred``: the bank's first cards against which it is not possible. ``window``: from the deal until the hand's own
    first draw, only in its own turn, until anybody's third card, or until the hand is over. ``covers``: the hand, or
    all hands of the player. ``optional``: the house may leave it out.
    """

    returns: Odds
    barred: tuple[Group, ...] = ()
    window: Literal["before-own-draw", "own-turn", "before-third-card", "any-time"] = "own-turn"
    after_split: bool = False
    covers: Literal["hand", "player"] = "hand"
    optional: bool = False
    text: Text
    cite: Cite


class Combination(Strict):
    """A combination of so many cards that wins a side bet or a bonus, and what it pays.

    ``alike``: all of one rank; ``rank``: of this one. ``below`` and ``above``: their sum, aces as one. ``pot``: what a
    pot holds, where that is more.
    """

    names: tuple[str, ...] = ()
    cards: Annotated[int, Field(ge=1, le=5)]
    alike: bool = False
    rank: str | None = None
    suits: Suits | None = None
    sequence: bool = False
    ace_high: bool = False
    below: int | None = None
    above: int | None = None
    pays: Odds
    pot: bool = False
    cite: Cite

    def fits(self, cards: Sequence[Card]) -> bool:
        """Whether these cards, as many as it asks for, are the combination."""
        sum_of = sum(map(points_of, cards))
        return (
            len(cards) == self.cards
            and (not self.alike or len({one.number for one in cards}) == 1)
            and (self.rank is None or all(one.rank == self.rank for one in cards))
            and (self.suits is None or suits_are(cards, self.suits))
            and (not self.sequence or in_sequence(cards, self.ace_high))
            and (self.below is None or sum_of < self.below)
            and (self.above is None or sum_of > self.above)
        )


class Bonus(Strict):
    """Prizes for combinations, paid on the original stake whatever becomes of it, one for each hand.

    ``looks_at``: the ``first`` cards of the hand, at once; the ``whole`` hand when it is over; or ``any`` of its cards
    then.
    """

    wins: dict[Slug, Combination]
    looks_at: Literal["first", "whole", "any"] = "first"
    text: Text
    cite: Cite


class Insurance(Strict):
    """Against which first cards of the bank, up to which part of the stake, and until when.

    ``pays_against``: what it pays where that is not the same for every first card.
    """

    against: Annotated[tuple[Group, ...], Field(min_length=1)]
    most: Odds
    until: Literal["third-card", "bank-card"] = "third-card"
    pays_against: dict[Group, Odds] = {}


class TieBreak(Strict):
    """One card each after a tie at 21 with the bank's natural; ``pays_equal``: what equal cards pay.

    ``stake``: equal to the original stake of the hand, or to the whole that lies on it.
    """

    pays_equal: Odds
    stake: Literal["original", "whole"] = "original"


class BlackjackBet(Bet):
    """A bet at a Black Jack table.

    ``least`` and ``most``: of the table's minimum. ``multiples``: the most as one of these times the table's minimum.
    ``wins``: the combinations of a side bet. ``alone``: it needs no bet on the hand; ``after_main``: such a bet must
    lie there already. ``optional``: the house may leave it out.
    """

    group: Literal["main", "insurance", "tie-break", "side"]
    least: Odds | None = None
    most: Odds | None = None
    multiples: tuple[Count, ...] = ()
    wins: dict[Slug, Combination] = {}
    insurance: Insurance | None = None
    tie_break: TieBreak | None = None
    alone: bool = False
    after_main: bool = False
    optional: bool = False

    @model_validator(mode="after")
    def _of_its_group(self) -> BlackjackBet:
        parts = {"insurance": self.insurance, "tie-break": self.tie_break, "side": self.wins}
        for group, part in parts.items():
            if bool(part) != (self.group == group):
                raise Mistake(
                    N_("what belongs to the group {group} stands in the group {other}"), group=group, other=self.group
                )
        return self

    def combination(self, cards: Sequence[Card]) -> Combination | None:
        """The best combination that a hand's first cards make."""
        return best(self.wins.values(), cards)


class Limits(Strict):
    """How the document fixes limits; ``multiples``: the maximum as one of these times the minimum.

    ``maximum_of``: the maximum holds for each bet, or for all bets on a box together.
    """

    text: Text
    multiples: tuple[Count, ...] = ()
    maximum_of: Literal["bet", "box"] = "bet"
    cite: Cite


class Closing(Strict):
    """How the end of the session is announced: ``most`` is the greatest number of last hands."""

    most: Count = 3
    text: Text
    cite: Cite


class LimitChange(Strict):
    """Limits may change during the session: the last shoe under the old ones is announced."""

    text: Text
    cite: Cite


class BlackjackRuling(Ruling):
    """An irregular play of Black Jack.

    ``hand_ends``: the hand may draw no more. ``bank_card``: what becomes of stuck cards when no player can choose: the
    first plays, or all are burned. ``pays``: what is paid when the shoe ends, ``naturals`` or nothing.
    """

    effect: Effect
    hand_ends: bool = False
    bank_card: Literal["first-plays", "all-burned"] = "first-plays"
    pays: Literal["naturals", "nothing"] = "nothing"


class BlackjackGame(Game):
    """A Black Jack file."""

    shoe: BlackjackShoe
    boxes: Boxes
    bank: Bank | None = None
    natural: Natural | None = None
    even_money: EvenMoney | None = None
    split: Split | None = None
    double: Double | None = None
    surrender: Surrender | None = None
    bonus: Bonus | None = None
    closing: Closing | None = None
    idle: Idle | None = None
    limit_change: LimitChange | None = None
    limits: Limits
    rounding: Rounding = "exact"
    bets: Mapping[str, BlackjackBet]
    calls: dict[Slug, Fact] = {}
    irregular: Mapping[Slug, BlackjackRuling] = {}
    shorthand: dict[str, str] = {}

    @model_validator(mode="after")
    def _fits_together(self) -> BlackjackGame:
        groups = [bet.group for bet in self.bets.values()]
        for group in ("main", "insurance", "tie-break"):
            if groups.count(group) > 1:
                raise Mistake(N_("only one bet can be of the group {group}"), group=group).at("bets")
        if ("main" in groups) != (self.bank is not None) or (self.bank is None) != (self.natural is None):
            raise Mistake(N_("a bet on a hand needs a bank to play against and the pay of a natural")).at("bets")
        main = self.named("main")
        if main is not None and self.bets[main].pays is None:
            raise Mistake(N_("the bet on a hand has no payment")).at("bets", main, "pays")
        if self.bank is None and not all(bet.alone for bet in self.bets.values()):
            raise Mistake(N_("without a bet on a hand every bet stands alone")).at("bets")
        if self.bank is not None and self.bank.compulsory > self.bank.hands:
            raise Mistake(N_("more bets are compulsory than the bank has hands")).at("bank", "compulsory")
        for setting, reading in self.shorthand.items():
            if reading not in self.readings:
                raise Mistake(
                    N_("the setting {setting} selects the unknown reading {reading}"), setting=setting, reading=reading
                ).at("shorthand", setting)
        return self

    def named(self, group: str) -> str | None:
        """The id of the bet of a group that has only one."""
        return next((name for name, bet in self.bets.items() if bet.group == group), None)

    def bank_draws(self, points: int, soft: bool) -> bool:
        """Whether the bank must take another card.

        >>> from tapete.games import rules
        >>> game = rules("bo-2025/black-jack/clasico")
        >>> game.bank_draws(16, False), game.bank_draws(17, True)
        (True, False)
        """
        assert self.bank is not None
        return points < self.bank.stands or (points == self.bank.stands and soft and self.bank.soft == "draws")

    def outcome(self, points: int, natural: bool, bank_points: int, bank_natural: bool) -> tuple[str, Fraction]:
        """``win``, ``push`` or ``lose`` and what a stake wins, for a hand that has not passed 21.

        A tie at 21 that the document lets the player break is a ``push`` here.

        >>> from tapete.games import rules
        >>> game = rules("bo-2025/black-jack/clasico")
        >>> game.outcome(21, True, 20, False), game.outcome(21, False, 21, True)
        (('win', Fraction(3, 2)), ('lose', Fraction(-1, 1)))
        """
        rule, even = self.natural, self.bets[self.named("main") or ""].pays
        assert rule is not None and even is not None
        result: str
        if natural and bank_natural:
            result = rule.both
        elif natural:
            result = rule.against_21 if bank_points == LIMIT else "win"
        elif bank_natural and points == LIMIT:
            result = rule.bank_against_21
        elif bank_points > LIMIT or points > bank_points:
            result = "win"
        else:
            result = "push" if points == bank_points else "lose"
        return result, {"win": rule.pays if natural else even, "push": Fraction(0), "lose": Fraction(-1)}[result]

    def may_double(self, cards: Sequence[Card], after_split: bool = False) -> bool:
        """Whether a hand of these cards may be doubled, where it is at all to play.

        >>> from tapete.games import rules
        >>> from tapete.table.cards import cards
        >>> game = rules("bo-2025/black-jack/clasico")
        >>> game.may_double(cards(("6h", "5c"))), game.may_double(cards(("7s", "5d")))
        (True, False)
        """
        rule = self.double
        if rule is None or len(cards) != 2 or (after_split and not rule.after_split):
            return False
        low = sum(map(points_of, cards))
        aces = sum(one.number == 1 for one in cards)
        if aces == 2 and not rule.pair_of_aces:
            return False
        if rule.totals is None:
            return not (aces and low + 10 == LIMIT)
        high = low + 10 if aces else low
        if high == LIMIT:
            return False
        counts = {"either": (low, high), "best": (high,), "one": (low,)}[rule.ace]
        return any(count in rule.totals for count in counts)

    def may_split(self, cards: Sequence[Card], splits: int = 0, split_aces: bool = False) -> bool:
        """Whether these cards may become two hands, after so many splits of the same box.

        >>> from tapete.games import rules
        >>> from tapete.table.cards import cards
        >>> game = rules("bo-2025/black-jack/clasico")
        >>> game.may_split(cards(("Ks", "10d"))), game.may_split(cards(("As", "Ah")), 1, split_aces=True)
        (True, False)
        """
        rule = self.split
        if rule is None or not is_pair(cards, rule.same) or (rule.times is not None and splits >= rule.times):
            return False
        return rule.aces_again or not split_aces

    def bonus_of(self, cards: Sequence[Card]) -> Combination | None:
        """The bonus that a hand's cards bring, by what the document looks at."""
        if self.bonus is None:
            return None
        wins = self.bonus.wins.values()
        if self.bonus.looks_at == "first":
            return best(wins, cards)
        if self.bonus.looks_at == "whole":
            return best((win for win in wins if win.cards == len(cards)), cards)
        found = [best(wins, some) for size in {win.cards for win in wins} for some in combinations(cards, size)]
        return max((win for win in found if win is not None), key=lambda win: win.pays, default=None)

    def insurance_pays(self, first: Card) -> Fraction | None:
        """What an insurance pays against this first card of the bank; None when there is none against it."""
        bet = self.bets.get(self.named("insurance") or "")
        group = group_of(first)
        if bet is None or bet.insurance is None or group is None or group not in bet.insurance.against:
            return None
        return bet.insurance.pays_against.get(group, bet.pays)


def best(wins: Iterable[Combination], cards: Sequence[Card]) -> Combination | None:
    """The combination that pays most of those that the first of these cards make."""
    fitting = [win for win in wins if len(cards) >= win.cards and win.fits(cards[: win.cards])]
    return max(fitting, key=lambda win: win.pays, default=None)


class Cloth:
    """The game ready to play: its bets by any name, and those of each group."""

    def __init__(self, game: BlackjackGame) -> None:
        self.game = game
        self.names = Names(game.names[0], game.cite, {name: bet.names for name, bet in game.bets.items()})
        self.main = game.named("main")
        self.insurance = game.named("insurance")
        self.tie_break = game.named("tie-break")
        self.sides = tuple(name for name, bet in game.bets.items() if bet.group == "side")
