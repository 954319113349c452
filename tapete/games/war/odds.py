"""The exact mathematics of War, from the same rules that the round plays by.

All that counts is how many cards of each value nobody has seen. Any order of them is as likely as any other, so neither
burned cards nor those of other players change what a player may expect, and the two cards that are compared are two
cards drawn from all that are unseen. The figures are those of the next play: the first from a full shoe, or one after
the cards that the round has seen.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from tapete.games.war.hands import TIED
from tapete.games.war.rules import ANSWERS
from tapete.table.advice import Advice, Option
from tapete.table.cards import DECK, RANKS, SUITS
from tapete.table.distribution import BetOdds, Dilemma, Distribution, Ending, Joint, Outlook, Removal, Result
from tapete.table.errors import Refused
from tapete.table.words import N_

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from tapete.games.war.round import WarRound
    from tapete.games.war.rules import Group, WarGame
    from tapete.table.distribution import Length
    from tapete.table.money import Money, Rounding

BEST = "best"
WAR, SURRENDER = ANSWERS
# Three cards: with more, a war can still be fought after any tie.
_LEAST_PAIRS = 3 * 2


@dataclass(frozen=True)
class Unseen:
    """How many cards of each value nobody has seen.

    >>> Unseen({2: 24, 3: 24}).ahead, Unseen({2: 24, 3: 24}).tie(2)
    (Fraction(12, 47), Fraction(23, 94))
    """

    counts: Mapping[int, int]

    @property
    def pairs(self) -> int:
        """In how many ways two cards can come, one after the other."""
        number = sum(self.counts.values())
        return number * (number - 1)

    def tie(self, value: int) -> Fraction:
        """How likely two cards are both of this value."""
        number = self.counts[value]
        return Fraction(number * (number - 1), self.pairs)

    @property
    def ties(self) -> dict[int, Fraction]:
        """How likely two cards tie, by the value at which they do."""
        return {value: chance for value in self.counts if (chance := self.tie(value))}

    @property
    def ahead(self) -> Fraction:
        """How likely the first of two cards is the higher one: as likely as the second."""
        return (1 - sum(self.ties.values(), Fraction(0))) / 2

    def without(self, value: int, number: int = 1) -> Unseen:
        """The same after cards of a value have been seen."""
        return Unseen({**self.counts, value: self.counts[value] - number})


@dataclass(frozen=True, slots=True)
class Stakes:
    """What one player has on the table: the first stake, a bet on the tie perhaps, and how the house rounds."""

    main: Money
    tie: Money | None = None
    rounding: Rounding = "exact"

    @property
    def whole(self) -> Fraction:
        """Everything that was put down before the cards."""
        return Fraction(self.main) + Fraction(self.tie or 0)


Course = tuple[Fraction, str]
# The words of each way in which a player's stakes can end.
RESULTS = {
    "win": "win",
    "lose": "lose",
    "push": "push",
    "surrender": "half",
    "war-win": "win",
    "war-lose": "lose",
    "war-tie": "win",
}


class WarOdds:
    """The odds of a table: of every bet, of the choice after a tie, and of the stakes that lie on it.

    Edges are told for each unit of the first stake; what goes to war besides is set against what comes back.

    >>> from tapete.games import table
    >>> war, tie = WarOdds(table("cl-2023/war")).bets()[:2]
    >>> war.edge, tie.edge
    (Fraction(-81489, 4965115), Fraction(58, 311))
    """

    policies: tuple[str, ...] = (BEST, *ANSWERS)

    def __init__(self, round: WarRound) -> None:
        self.game: WarGame = round.rules
        self.bounds = round.house.bounds
        self.rounding: Rounding = round.house.rounding
        self.standing = tuple(round.standing)
        self.unseen = unseen(self.game, round.shoe.counts)
        if self.unseen.pairs <= _LEAST_PAIRS:
            raise Refused(N_("The shoe holds too few cards for a play."), cite=self.game.shoe.cite)

    def bets(self, stake: int | None = None) -> tuple[BetOdds, ...]:
        """The odds of every bet.

        Without a stake they are those of any stake that divides without a rest; with one, those of that very stake at
        this table and its rounding. The raise is looked at once its player is at war.
        """
        return tuple(self._row(name, bet.group, stake) for name, bet in self.game.bets.items())

    def joint(self, policy: str = BEST) -> Joint:
        """What one play of the stakes on the table brings."""
        stakes = self.stakes()
        endings = self.endings(stakes)
        courses = [(chance, endings[how]) for chance, how in self.courses(stakes, policy)]
        net = Distribution.of((ending.net, chance) for chance, ending in courses)
        draws = sum((chance * ending.draws for chance, ending in courses), Fraction(0))
        return Joint(stakes.whole, net.mean, net.variance, draws, net)

    def lengths(self) -> tuple[Length, ...]:
        """Nothing goes on beyond a play."""
        return ()

    def stakes(self) -> Stakes:
        """The stakes on the table; a refusal where there are none, or those of several players."""
        if not self.standing:
            raise Refused(N_("No bet lies on the table."), cite=self.game.cite)
        if len({position.player for position in self.standing}) > 1:
            raise Refused(N_("The stakes of one player are worked out, not those of several."), cite=self.game.cite)
        lying = {position.bet: position.stake for position in self.standing}
        return Stakes(lying[self.game.named("main")], lying.get(self.game.named("tie")), self.rounding)

    def endings(self, stakes: Stakes) -> dict[str, Ending]:
        """What each way of ending brings; a raise counts against what comes back, so that every stake is the first.

        >>> from tapete.games import table
        >>> WarOdds(table("cl-2023/war")).endings(Stakes(100))["war-tie"].net
        Fraction(300, 1)
        """
        main, back = Fraction(stakes.main), self._back
        tie = Fraction(0) if stakes.tie is None else back("tie", "win", stakes.tie, stakes)
        fought = back("main", "win", stakes.main, stakes) + back("raise", "win", stakes.main, stakes) - main + tie
        bonus = Fraction(self.game.bonus(stakes.main, stakes.rounding))
        returned = {
            "win": (2, back("main", "win", stakes.main, stakes)),
            "lose": (2, Fraction(0)),
            "push": (2, main + tie),
            "surrender": (2, Fraction(self.game.surrendered(stakes.main, stakes.rounding)) + tie),
            "war-win": (4, fought),
            "war-lose": (4, tie - main),
            "war-tie": (4, fought + bonus),
        }
        return {how: Ending(draws, stakes.whole, amount) for how, (draws, amount) in returned.items()}

    def worth(self, value: int, stakes: Stakes, unseen: Unseen | None = None) -> dict[str, Fraction]:
        """What each answer to a tie at a value brings, the stakes taken off.

        >>> from tapete.games import table
        >>> WarOdds(table("cl-2023/war")).worth(14, Stakes(1))["surrender"]
        Fraction(-1, 2)
        """
        endings = self.endings(stakes)
        return {
            answer: sum(
                (chance * endings[how].net for chance, how in _after_tie(value, answer, unseen or self.unseen)),
                Fraction(0),
            )
            for answer in ANSWERS
        }

    def answer(self, value: int, stakes: Stakes, policy: str = BEST, unseen: Unseen | None = None) -> str:
        """What a way of playing answers to a tie at a value."""
        if policy not in self.policies:
            raise ValueError(f"{policy!r} is not one of {self.policies}")
        if policy != BEST:
            return policy
        worth = self.worth(value, stakes, unseen)
        return max(ANSWERS, key=worth.__getitem__)

    def courses(self, stakes: Stakes, policy: str = BEST, unseen: Unseen | None = None) -> Iterator[Course]:
        """Every way in which a player's stakes can end in one play, with its probability."""
        unseen = unseen or self.unseen
        yield unseen.ahead, "win"
        yield unseen.ahead, "lose"
        settled = self.game.verdict("main", 0, stakes.tie is not None)
        for value, tied in unseen.ties.items():
            if settled != "choose":
                yield tied, settled
                continue
            for chance, how in _after_tie(value, self.answer(value, stakes, policy, unseen), unseen):
                yield tied * chance, how

    def _back(self, group: Group, verdict: str, stake: Money, stakes: Stakes) -> Fraction:
        return Fraction(self.game.returned(group, verdict, stake, stakes.rounding))  # type: ignore[arg-type]

    def _row(self, name: str, group: Group, stake: int | None) -> BetOdds:
        refused = self._refusal(name, stake)
        stakes = Stakes(1) if stake is None or refused else Stakes(stake, rounding=self.rounding)
        outlooks = self._outlooks(group, stakes, self.unseen)
        wins = outlooks[0].chance_of("win") if group != "main" else self.unseen.ahead
        bet = self.game.bets[name]
        return BetOdds(
            name,
            bet.names,
            group,
            1,
            (),
            wins.numerator,
            wins.denominator,
            bet.pays,
            bet.cite,
            bet.pays_cite or bet.cite,
            outlooks,
            refused=refused,
            dilemmas=self._dilemmas(stakes) if group == "main" else (),
            removals=self._removals(group, stakes, outlooks[0].edge),
        )

    def _refusal(self, name: str, stake: int | None) -> str | None:
        if stake is None or name not in self.bounds:
            return None
        try:
            self.bounds[name].check(name, stake)
        except Refused as refusal:
            return str(refusal)
        return None

    def _outlooks(self, group: Group, stakes: Stakes, unseen: Unseen) -> tuple[Outlook, ...]:
        """The best way of playing first, the others with what they cost; one where the bet leaves no choice."""
        if group != "main":
            return (_outlook(BEST, self._alone(group, stakes, unseen)),)
        answers = {self.answer(value, stakes, BEST, unseen) for value in unseen.ties}
        policies = ANSWERS if len(answers) < 2 else self.policies
        net = {how: ending.net / Fraction(stakes.main) for how, ending in self.endings(stakes).items()}
        found = []
        for policy in policies:
            courses = self.courses(stakes, policy, unseen)
            found.append(_outlook(policy, (Result(RESULTS[how], net[how], chance) for chance, how in courses)))
        found.sort(key=lambda outlook: -outlook.expected)
        return tuple(replace(outlook, cost=found[0].expected - outlook.expected) for outlook in found)

    def _alone(self, group: Group, stakes: Stakes, unseen: Unseen) -> Iterator[Result]:
        """What becomes of the bet on the tie, or of the raise once its player is at war."""
        gain = self._back(group, "win", stakes.main, stakes) / Fraction(stakes.main) - 1
        tied = sum(unseen.ties.values(), Fraction(0))
        lost = 1 - tied
        if group == "raise":
            lost = sum((unseen.without(v, 2).ahead * chance / tied for v, chance in unseen.ties.items()), Fraction(0))
        yield Result("win", gain, 1 - lost)
        yield Result("lose", Fraction(-1), lost)

    def _dilemmas(self, stakes: Stakes) -> tuple[Dilemma, ...]:
        """What each answer to a tie is worth, the values at which it is worth the same together."""
        alike: dict[tuple[tuple[str, Fraction], ...], list[str]] = {}
        for value in self.unseen.ties:
            worth = {word: net / Fraction(stakes.main) for word, net in self.worth(value, stakes).items()}
            ordered = tuple(sorted(worth.items(), key=lambda one: -one[1]))
            alike.setdefault(ordered, []).extend(self._ranks(value))
        return tuple(Dilemma("tie", worth, () if len(alike) == 1 else tuple(ranks)) for worth, ranks in alike.items())

    def _ranks(self, value: int) -> list[str]:
        return [rank for rank in RANKS if self.game.values.of[rank] == value]

    def _removals(self, group: Group, stakes: Stakes, before: Fraction) -> tuple[Removal, ...]:
        """What a card less in the shoe, or two that tied, do to the edge; the ranks together with which it is the same.

        From a full shoe one card less does nothing: all ranks are alike, and on average nothing changes.
        """
        found = []
        for missing in (1, 2):
            alike: dict[Fraction, list[str]] = {}
            for value, number in self.unseen.counts.items():
                left = self.unseen.without(value, missing)
                if number >= missing and left.ties and left.pairs > _LEAST_PAIRS:
                    cards = [" ".join([rank] * missing) for rank in self._ranks(value)]
                    alike.setdefault(self._outlooks(group, stakes, left)[0].edge, []).extend(cards)
            found += [Removal(tuple(cards), edge, edge - before) for edge, cards in alike.items()]
        return tuple(found)


def unseen(game: WarGame, counts: Iterable[int]) -> Unseen:
    """The cards that a shoe may hold, by their value."""
    found: dict[int, int] = {}
    for index, number in enumerate(list(counts)[:DECK]):
        value = game.values.of[RANKS[index // len(SUITS)]]
        found[value] = found.get(value, 0) + number
    return Unseen(found)


def _after_tie(value: int, answer: str, unseen: Unseen) -> list[Course]:
    """How a tie at a value ends, by the answer to it."""
    if answer == SURRENDER:
        return [(Fraction(1), SURRENDER)]
    left = unseen.without(value, 2)
    return [(left.ahead, "war-win"), (left.ahead, "war-lose"), (1 - 2 * left.ahead, "war-tie")]


def _outlook(policy: str, results: Iterable[Result]) -> Outlook:
    """Equal results together, the best for the player first."""
    chances: dict[tuple[str, Fraction], Fraction] = {}
    for result in results:
        key = result.how, result.net
        chances[key] = chances.get(key, Fraction(0)) + result.probability
    rows = sorted((Result(how, net, chance) for (how, net), chance in chances.items() if chance), key=lambda r: -r.net)
    mean = sum((row.net * row.probability for row in rows), Fraction(0))
    square = sum((row.net**2 * row.probability for row in rows), Fraction(0))
    return Outlook(policy, tuple(rows), mean, square - mean**2)


def odds(round: WarRound) -> WarOdds:
    """The odds of a table and of the stakes that lie on it."""
    return WarOdds(round)


def advise(round: WarRound) -> tuple[Advice, ...]:
    """What each answer to a tie is worth to whoever has to give it, from the cards that nobody has seen.

    >>> from tapete.games import table
    >>> from tapete.table.actions import Bet, Chance
    >>> opened = table("cl-2023/war")
    >>> _ = opened.play([Bet("ana", "war", (), 100), Chance("cards", ("8d", "8c"))])
    >>> [told.best.word for told in advise(opened)]
    ['war']
    """
    worked_out = WarOdds(round)
    found = []
    for hand in round.hands:
        if hand.state != TIED or hand.card is None:
            continue
        value = round.rules.value(hand.card)
        main = next(p for p in round.standing if p.player == hand.player and p.bet == round.cloth.main)
        before = worked_out.unseen.without(value, -2)
        worth = worked_out.worth(value, Stakes(main.stake, rounding=worked_out.rounding), before)
        options = tuple(Option(word, float(net)) for word, net in worth.items())
        found.append(Advice(hand.player, options, f"{hand.card} / {round.bank}"))
    return tuple(found)
