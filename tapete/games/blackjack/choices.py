"""What a hand may do by its cards alone: take a card, be doubled, be split."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapete.games.blackjack.hands import LIMIT, is_pair
from tapete.table.errors import Refused
from tapete.table.words import N_

if TYPE_CHECKING:
    from tapete.games.blackjack.boxes import Hand
    from tapete.games.blackjack.rules import BlackjackGame


def why_no_hit(rules: BlackjackGame, hand: Hand) -> Refused | None:
    """Why a hand may take no further card; None when it may."""
    rule = rules.split
    if hand.split_ace and rule is not None and rule.ace_cards is not None and len(hand.cards) > rule.ace_cards:
        return Refused(N_("A split ace gets {number} card, not more."), cite=rule.cite, number=rule.ace_cards)
    return None


def why_no_double(rules: BlackjackGame, hand: Hand) -> Refused | None:
    """Why a hand may not be doubled; None when it may."""
    rule = rules.double
    if rule is None:
        return Refused(N_("There is no doubling in this game."), cite=rules.cite)
    if rules.may_double(hand.cards, hand.split):
        return why_no_hit(rules, hand)
    if len(hand.cards) > 2:
        return Refused(N_("A hand is doubled with its first two cards."), cite=rule.cite)
    if hand.aces == 2 and not rule.pair_of_aces:
        return Refused(N_("A pair of aces cannot be doubled."), cite=rule.cite)
    if rule.totals is not None:
        totals = " / ".join(map(str, rule.totals))
        said = N_("A hand of {points} cannot be doubled: only {totals} can.")
        return Refused(said, cite=rule.cite, points=hand.points, totals=totals)
    return Refused(N_("A hand of {points} cannot be doubled."), cite=rule.cite, points=hand.points)


def why_no_split(rules: BlackjackGame, hand: Hand) -> Refused | None:
    """Why a hand may not be split; None when it may."""
    rule = rules.split
    if rule is None:
        return Refused(N_("There is no splitting in this game."), cite=rules.cite)
    if rules.may_split(hand.cards, hand.box.splits, hand.split_ace):
        return None
    cards = " ".join(map(str, hand.cards))
    if not is_pair(hand.cards, rule.same):
        return Refused(N_("{cards} is not a pair: it cannot be split."), cite=rule.cite, cards=cards)
    if hand.split_ace and not rule.aces_again:
        return Refused(N_("Split aces are not split again."), cite=rule.cite)
    assert rule.times is not None
    said = N_("A hand is split {times} times at most, into {hands} hands.")
    return Refused(said, cite=rule.cite, times=rule.times, hands=rule.times + 1)


def why_over(rules: BlackjackGame, hand: Hand, do: str) -> Refused | None:
    """Why a hand that takes no more cards cannot do this; None where nothing but its end is the reason.

    >>> from tapete.games import table
    >>> from tapete.table.actions import Bet, Chance, Decision
    >>> round = table("bo-2025/black-jack/clasico")
    >>> _ = round.play([Bet("ana", "apuesta", (), 100), Chance("cards", ("6h", "9h", "5c")), Decision("ana", "double")])
    >>> _ = round.apply(Chance("card", "2d"))
    >>> str(why_over(round.rules, round.hands[0], "hit"))
    'A doubled hand gets a single card.'
    """
    if hand.last_card and rules.double is not None:
        return Refused(N_("A doubled hand gets a single card."), cite=rules.double.cite)
    if hand.over:
        return Refused(N_("{points} passes 21: the hand is lost."), cite=rules.cite, points=hand.points)
    if do == "split":
        return why_no_split(rules, hand)
    if hand.points == LIMIT:
        return Refused(N_("With 21 points no further card is taken."), cite=_cite_of_points(rules))
    return why_no_hit(rules, hand)


def _cite_of_points(rules: BlackjackGame) -> str:
    """Where it is written how hands are counted: beside the twenty-one of two cards."""
    return rules.natural.cite if rules.natural is not None else rules.cite
