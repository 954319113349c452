"""What each decision at a Black Jack table is worth to its player, from the cards that nobody has seen.

Every card that has been seen since the shoe was filled is away, the hand's own cards and the bank's first among them. A
bonus or a side bet that hangs on the hand's third card counts. Left out: that a further split of this hand takes one
from those that another hand of the same pair may still need, and bonuses that look at more than the first three cards.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from tapete.games.blackjack.boxes import ASKED
from tapete.games.blackjack.counts import ACTIONS, RANKS, hand_of
from tapete.games.blackjack.hands import LIMIT, points_of
from tapete.games.blackjack.house import SURRENDER
from tapete.games.blackjack.play import PLAY, TIE
from tapete.games.blackjack.prices import Prices
from tapete.games.blackjack.solver import Solver
from tapete.games.blackjack.terms import Terms
from tapete.table import money
from tapete.table.advice import DECLINE, Advice, Option
from tapete.table.cards import CARDS, DECK

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tapete.games.blackjack.boxes import Hand
    from tapete.games.blackjack.counts import Counts
    from tapete.games.blackjack.round import BlackjackRound
    from tapete.games.blackjack.rules import BlackjackGame
    from tapete.table.cards import Card
    from tapete.table.money import Money, Rounding
    from tapete.table.round import Position

DRAWING = ("hit", "double", "split")
TIE_BREAK, INSURANCE, EVEN_MONEY = "tie-break", "insurance", "even-money"


def advise(round: BlackjackRound) -> tuple[Advice, ...]:
    """The hand in turn, or a tie that may be broken; then insurance and even money.

    >>> from tapete.games import table
    >>> from tapete.table.actions import Bet, Chance
    >>> opened = table("bo-2025/black-jack/clasico")
    >>> _ = opened.play([Bet("ana", "apuesta", (), 100), Chance("cards", ("10h", "9h", "6c"))])
    >>> (told,) = advise(opened)
    >>> told.about, [(option.word, f"{option.worth:.2f}") for option in told.options]
    ('10h 6c / 9h', [('surrender', '-50.00'), ('hit', '-50.45'), ('stand', '-54.25')])
    """
    return tuple(_advice(round))


def _advice(round: BlackjackRound) -> Iterator[Advice]:
    if round.phase == TIE and not round.ties[0].breaking:
        yield _tie(round, round.ties[0])
        return
    if round.phase == PLAY and round.due is None and round.hands[round.at].state == ASKED:
        yield _in_turn(round, round.hands[round.at])
    for player in dict.fromkeys(position.player for position in round.standing):
        for position in round._insurable_stakes(player):
            yield _insured(round, player, position)
        for hand in round._even_money_hands(player):
            yield _paid_now(round, player, hand)


def _unseen(round: BlackjackRound) -> Counts:
    """The cards that nobody has seen, by value."""
    counts = [0] * RANKS
    for one, number in zip(CARDS, round.shoe.counts[:DECK], strict=True):
        counts[points_of(one) - 1] += number
    return tuple(counts)


def _seen_by(round: BlackjackRound, hand: Hand) -> str:
    first = round.bank[0].first
    return f"{' '.join(map(str, hand.cards))} / {first}"


def _first(round: BlackjackRound) -> int:
    first = round.bank[0].first
    assert first is not None
    return points_of(first) - 1


def _mine(hand: Hand, player: str) -> list[Position]:
    return [position for position in hand.stakes if position.player == player]


@lru_cache(maxsize=16)
def _solved(
    game_key: int, surrender: bool, split: bool, stake: Money | None, rounding: Rounding, shoe: Counts, prizes: bool
) -> Solver:
    game = _GAMES[game_key]
    prices = Prices(game, None if stake is None else int(stake), rounding)
    terms = Terms.of(game, surrender, prices)
    if split and not terms.gives_up_split:
        terms = Terms.of(game, False, prices)
    return Solver(terms if prizes else replace(terms, prizes=None), shoe)


# Rules are frozen but cannot be hashed: a solver is remembered by which rules it is for, and they are kept as long.
_GAMES: dict[int, BlackjackGame] = {}


def _solver(round: BlackjackRound, hand: Hand, stake: Money, prizes: bool = False) -> Solver:
    """The analysis of a hand: its cards and the bank's first, with all that nobody has seen.

    ``prizes``: with the bonuses of hands yet to come; what the next card of this one brings is counted by its suit.
    """
    game, first = round.rules, _first(round)
    own = hand_of([points_of(one) for one in hand.cards])
    shoe = tuple(n + m + (r == first) for r, (n, m) in enumerate(zip(_unseen(round), own, strict=True)))
    optional = game.surrender is not None and game.surrender.optional
    surrender = not optional or SURRENDER in round.house.options
    _GAMES[id(game)] = game
    exact = round.house.rounding == "exact" or not isinstance(stake, int)
    return _solved(id(game), surrender, hand.split, None if exact else stake, round.house.rounding, shoe, prizes)


def _worths(round: BlackjackRound, hand: Hand, position: Position) -> dict[str, float]:
    """What each decision brings to one stake, in chips, whether or not it may be taken."""
    stake = position.spot.original
    solver, first = _solver(round, hand, stake), _first(round)
    against = solver.against(first)
    held = hand_of([points_of(one) for one in hand.cards])
    worth = against.worth(held, splits=False)
    found = {word: value for word in ACTIONS if (value := getattr(worth, word)) is not None}
    if len(hand.cards) == 2:
        if round.rules.may_double(hand.cards, hand.split):
            found["double"] = float(against.double[solver.index[held]])
        if round.rules.may_split(hand.cards, hand.box.splits, hand.split_ace):
            found["split"] = against.split_again(
                points_of(hand.cards[0]) - 1, _alike(round, hand), _splits(round, hand)
            )
    return {word: float(stake) * value for word, value in found.items()}


def _splits(round: BlackjackRound, hand: Hand) -> int | None:
    """How often the pair may still be split, this time included; None: without limit."""
    rule = round.rules.split
    return None if rule is None or rule.times is None else rule.times - hand.box.splits


def _alike(round: BlackjackRound, hand: Hand) -> int:
    """The unseen cards that make a further pair with a card of this one."""
    rule, one = round.rules.split, hand.cards[0]
    by_points = rule is None or rule.same == "points"
    return sum(
        number
        for other, number in zip(CARDS, round.shoe.counts[:DECK], strict=True)
        if (points_of(other) == points_of(one) if by_points else other.number == one.number)
    )


def _in_turn(round: BlackjackRound, hand: Hand) -> Advice:
    offered = [offer.word for offer in round.legal(hand.owner) if offer.who == hand.owner and offer.places == ((),)]
    stakes = _mine(hand, hand.owner) or hand.stakes
    total: dict[str, float] = defaultdict(float)
    for position in stakes:
        for word, worth in _worths(round, hand, position).items():
            total[word] += worth
    if SURRENDER in offered and SURRENDER in total:
        total[SURRENDER] += _others_given_up(round, hand)
    options = []
    for word in (word for word in ACTIONS if word in offered and word in total):
        beside = _beside(round, hand, word)
        if word == "double":
            options.append(_double(round, hand, total[word], beside))
        else:
            options.append(Option(word, total[word] + beside, names=_names(round, word)))
    return Advice(hand.owner, tuple(options), _seen_by(round, hand), hand.place)


def _names(round: BlackjackRound, word: str) -> tuple[str, ...]:
    return ("retiro",) if word == SURRENDER else ()


def _double(round: BlackjackRound, hand: Hand, worth: float, beside: float) -> Option:
    """A double for less is worth less in proportion: the card is the same."""
    lying = hand.stakes[0].stake
    most = round.double_span(hand)[1]
    return Option("double", worth + beside, most=most, lying=lying, without=worth / 2 + beside)


def _others_given_up(round: BlackjackRound, hand: Hand) -> float:
    """What giving up the player's other hands brings besides, where the document gives up all of them at once."""
    rule = round.rules.surrender
    if rule is None or rule.covers != "player":
        return 0.0
    difference = 0.0
    for other in round._surrenderable(hand.owner):
        for position in _mine(other, hand.owner) if other is not hand else ():
            worths = _worths(round, other, position)
            difference += worths[SURRENDER] - max(worths.values())
    return difference


def _beside(round: BlackjackRound, hand: Hand, word: str) -> float:
    """The bonus and the side bets that hang on the next card of the hand."""
    unseen = [(one, number) for one, number in zip(CARDS, round.shoe.counts[:DECK], strict=True) if number]
    cards = sum(number for _, number in unseen)
    draws = word in DRAWING and cards > 0
    total = 0.0
    for one, number in unseen if draws else ():
        total += number / cards * (_bonus(round, hand, word, one) + _side_bets(round, hand, one))
    return total if draws else _side_bets(round, hand, None)


def _bonus(round: BlackjackRound, hand: Hand, word: str, drawn: Card) -> float:
    rule = round.rules.bonus
    if rule is None or rule.looks_at != "first" or word == "split" or hand.rewarded:
        return 0.0
    cards = [*hand.cards, drawn]
    win = round.rules.bonus_of(cards) if sum(map(points_of, cards)) <= LIMIT else None
    if win is None:
        return 0.0
    return sum(
        float(_over(round, position.spot.original * win.pays.numerator, win.pays.denominator))
        for position in _mine(hand, hand.owner)
    )


def _side_bets(round: BlackjackRound, hand: Hand, drawn: Card | None) -> float:
    """The net of the owner's side bets on the box that wait for a third card."""
    first = round._first.get(hand.box.number, [])
    seen: Sequence[Card] = [*first, *([drawn] if drawn is not None and len(first) < 3 else [])]
    total = 0.0
    for (player, name), position in hand.box.sides.items():
        if player == hand.owner:
            win = round.rules.bets[name].combination(seen)
            gain = None if win is None else _over(round, position.stake * win.pays.numerator, win.pays.denominator)
            pot = round._pot(name, win) if win is not None else 0
            total += float(-position.stake if gain is None else max(gain, pot))
    return total


def _over(round: BlackjackRound, amount: Money, denominator: int) -> Money:
    return money.over(amount, denominator, round.house.rounding)


def _bank_natural(round: BlackjackRound) -> float:
    """How likely the bank's next card makes its natural."""
    unseen, first = _unseen(round), _first(round)
    helps = unseen[RANKS - 1] if first == 0 else unseen[0] if first == RANKS - 1 else 0
    return helps / sum(unseen)


def _insured(round: BlackjackRound, player: str, position: Position) -> Advice:
    name, first = round.cloth.insurance, round.bank[0].first
    assert name is not None and first is not None
    pays = round.rules.insurance_pays(first)
    assert pays is not None
    most, chance = round.insurance_most(position), _bank_natural(round)
    gain = float(_over(round, most * pays.numerator, pays.denominator))
    insured = Option(INSURANCE, chance * gain - (1 - chance) * most, most=most, names=(name,))
    place = round.insurance_place(position)
    return Advice(player, (insured, Option(DECLINE, 0.0)), f"{name} / {first}", place, optional=True)


def _paid_now(round: BlackjackRound, player: str, hand: Hand) -> Advice:
    """Even money against waiting for the bank's second card."""
    rule, natural = round.rules.even_money, round.rules.natural
    assert rule is not None and natural is not None
    chance = _bank_natural(round)
    both = _tie_worth(round, hand) if round.cloth.tie_break else 0.0
    now = waiting = 0.0
    for position in _mine(hand, player):
        stake = position.stake
        now += float(_over(round, stake * rule.pays.numerator, rule.pays.denominator))
        won = float(_over(round, stake * natural.pays.numerator, natural.pays.denominator))
        waiting += (1 - chance) * won - chance * float(stake if natural.both == "lose" else 0)
    waiting += chance * max(both, 0.0)
    options = (Option(EVEN_MONEY, now), Option(DECLINE, waiting, names=("stand",)))
    return Advice(player, options, _seen_by(round, hand), hand.place, optional=True)


def _tie_worth(round: BlackjackRound, hand: Hand) -> float:
    """What breaking a tie brings: two cards from all that nobody has seen, the higher wins."""
    bet = round.rules.bets[round.cloth.tie_break or ""]
    assert bet.tie_break is not None and bet.pays is not None
    ranks: Counter[int] = Counter()
    for one, number in zip(CARDS, round.shoe.counts[:DECK], strict=True):
        ranks[one.number] += number
    cards = sum(ranks.values())
    equal = sum(n * (n - 1) for n in ranks.values()) / (cards * (cards - 1))
    total = 0.0
    for position in _mine(hand, hand.owner):
        for stake in (position.stake, round.tie_stake(position)):
            won, shared = (
                float(_over(round, stake * odds.numerator, odds.denominator))
                for odds in (bet.pays, bet.tie_break.pays_equal)
            )
            total += (1 - equal) / 2 * (won - float(stake)) + equal * shared
    return total


def _tie(round: BlackjackRound, hand: Hand) -> Advice:
    name = round.cloth.tie_break
    assert name is not None
    options = (Option(TIE_BREAK, _tie_worth(round, hand), names=(name,)), Option(DECLINE, 0.0, names=("stand",)))
    return Advice(hand.owner, options, _seen_by(round, hand), hand.place)
