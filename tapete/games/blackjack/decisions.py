"""What players decide: cards, doubles, splits, insurance, even money, surrender, and the breaking of ties."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NoReturn

from tapete.games.blackjack.betting import NO_MORE_INSURANCE
from tapete.games.blackjack.boxes import ASKED, DUE, GONE, LETTERS, PASSED, STANDS, WAITS, Hand, Wager
from tapete.games.blackjack.choices import why_no_double, why_no_hit, why_no_split, why_over
from tapete.games.blackjack.hands import is_pair
from tapete.games.blackjack.house import SURRENDER
from tapete.games.blackjack.play import BANK, BANK_NAME, PLAY, TIE, PlayRound
from tapete.table import money
from tapete.table.actions import whole_number
from tapete.table.banked import OPEN
from tapete.table.errors import BadRecord, Refused
from tapete.table.limits import positive
from tapete.table.round import Position
from tapete.table.terms import DECISIONS, term
from tapete.table.words import N_, Sentence

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

    from tapete.games.blackjack.rules import EvenMoney
    from tapete.table.actions import Decision, Place
    from tapete.table.cards import Card
    from tapete.table.money import Money


class DecisionRound(PlayRound):
    """The decisions of a play, each verified before anything moves."""

    def _choices(self, hand: Hand) -> Iterator[str]:
        """What the owner of the hand in turn may decide."""
        if self.phase == TIE:
            yield from ("tie-break", "decline")
            return
        if why_no_hit(self.rules, hand) is None:
            yield "hit"
        yield "stand"
        if why_no_double(self.rules, hand) is None:
            yield "double"
        if why_no_split(self.rules, hand) is None:
            yield "split"
        if self._why_no_surrender(hand) is None:
            yield "surrender"

    def _asked(self, action: Decision) -> Hand:
        """The hand in turn, if the decision is its owner's and names no other."""
        if self.phase != PLAY or self.due is not None:
            self._must(self._why_ended(action))
            self._nothing_to_decide(action)
        hand = self.hands[self.at]
        if hand.owner != action.player:
            self._must(self._why_ended(action))
            raise Refused(
                N_("It is {other}'s turn, not {player}'s."),
                cite=self.rules.cite,
                other=hand.owner,
                player=action.player,
            )
        if not hand.answers_to(action.on):
            raise Refused(
                N_("The hand in turn is {place}, not {on}."),
                cite=self.rules.cite,
                place="-".join(map(str, hand.place)),
                on="-".join(map(str, action.on)),
            )
        return hand

    def _why_ended(self, action: Decision) -> Refused | None:
        """Why the last hand of a player to end may not do this any more; None where no rule is the reason."""
        if action.do not in ("hit", "double", "split") or not self.on_show:
            return None
        mine = [hand for hand in self.hands if hand.owner == action.player and hand.answers_to(action.on)]
        ended = [hand for hand in mine if hand.state in (STANDS, PASSED) and len(hand.cards) > 1]
        if action.do == "split" and self.rules.split is not None:
            same = self.rules.split.same
            ended = [hand for hand in ended if is_pair(hand.cards, same)] or ended
        return why_over(self.rules, ended[-1], action.do) if ended else None

    def _nothing_to_decide(self, action: Decision) -> NoReturn:
        raise Refused(
            N_("{player} has nothing to decide with {do} here."),
            cite=self.rules.cite,
            player=action.player,
            do=term(DECISIONS, action.do),
        )

    def _hit(self, action: Decision) -> None:
        hand = self._asked(action)
        self._must(why_no_hit(self.rules, hand))
        hand.acted, hand.state, self.due = True, DUE, hand

    def _must(self, refusal: Refused | None) -> None:
        if refusal is not None:
            raise refusal

    def _stand(self, action: Decision) -> None:
        if self.phase == TIE:
            self._decline(action)
        elif not self._stood_already(action):
            hand = self._asked(action)
            hand.acted = hand.said = True
            self._end_hand(hand, STANDS)
            self._advance()

    def _stood_already(self, action: Decision) -> bool:
        """Whether the player says to stand with a hand of which nothing is asked: a natural, 21, or its last card."""
        if self.phase not in (PLAY, BANK):
            return self._stood_with_paid_natural(action)
        if self._is_asked(action):
            return False
        for hand in self.hands:
            ended = hand.state == STANDS or hand.natural
            if ended and not hand.said and hand.owner == action.player and hand.answers_to(action.on):
                hand.said = True
                return True
        return False

    def _stood_with_paid_natural(self, action: Decision) -> bool:
        """Whether the play that has just ended did so with a natural of the player, about which nothing was asked."""
        if self.phase != OPEN or not self.on_show:
            return False
        for hand in self.hands:
            if hand.natural and not hand.said and hand.owner == action.player and hand.answers_to(action.on):
                hand.said = True
                return True
        return False

    def _is_asked(self, action: Decision) -> bool:
        """Whether the player is asked about a hand that the decision may mean."""
        hand = self.hands[self.at] if self.phase == PLAY and self.due is None else None
        return hand is not None and hand.owner == action.player and hand.answers_to(action.on)

    def _double(self, action: Decision) -> None:
        hand = self._asked(action)
        self._must(why_no_double(self.rules, hand))
        rule = self.rules.double
        assert rule is not None
        amount = None
        if rule.amount == "equal":
            self._verify_as_much_again(action, hand, rule.cite)
        else:
            amount = self._double_for_less(action, hand, rule.cite)
        for position in self._following(hand):
            more = position.spot.original
            self._add(position, more if amount is None or position.player != hand.owner else amount)
        if rule.ace == "one":
            hand.low = hand.aces
        hand.acted = hand.last_card = True
        hand.state, self.due = DUE, hand

    def _double_for_less(self, action: Decision, hand: Hand, cite: str) -> Money | None:
        """What a double adds where it may be less than the stake; None for all of it.

        ``to`` gives the whole that then lies there or, where it is less than what lies there, what is added.
        """
        lying = hand.stakes[0].stake
        amount = self._amount(action, 0 if action.to is not None and action.to < lying else lying)
        least, most = self.double_span(hand)
        if amount is not None and not least <= amount <= most:
            raise Refused(
                N_("A double adds from {least} to {most}, not {amount}."),
                cite=cite,
                least=money.shown(least),
                most=money.shown(most),
                amount=amount,
            )
        return amount

    def _verify_as_much_again(self, action: Decision, hand: Hand, cite: str) -> None:
        """As much again, where it is written, is that: of all the owner's stakes on the hand, or of each if alike.

        ``to`` may give the whole that then lies there, or what is added to it.
        """
        own = [p for p in hand.stakes if p.player == hand.owner]
        each = {(p.stake, p.spot.original) for p in own}
        needed = sum(p.spot.original for p in own)
        alike = each if len(each) == 1 else set()
        ways = [(sum(p.stake for p in own), needed), (0, needed), *alike, *((0, original) for _, original in alike)]
        written = [self._amount(action, lying) for lying, _ in ways]
        if not any(amount in (None, one) for amount, (_, one) in zip(written, ways, strict=True)):
            raise Refused(
                N_("{player} adds {needed}, as much again, not {amount}."),
                cite=cite,
                player=action.player,
                needed=money.shown(needed),
                amount=money.shown(written[0] or 0),
            )

    def double_span(self, hand: Hand) -> tuple[Money, Money]:
        """The least and the most that a double adds for the owner of a hand."""
        assert self.rules.double is not None
        stake = hand.stakes[0].spot.original
        least = stake if self.rules.double.amount == "equal" else min(self.house.minimum or 1, stake)
        return least, stake

    def _amount(self, action: Decision, lying: Money) -> Money | None:
        """What a decision puts down: ``stake``, or the new whole stake in ``to``."""
        details = dict(action.details)
        stake = details.pop("stake", None)
        self._no_details(tuple(details.items()), "do", ("player", "on", "to", "stake"))
        if stake is not None and action.to is not None:
            raise BadRecord(N_("Say what is put down in stake or in to, not in both."))
        if stake is not None:
            return whole_number(stake, "stake")
        return None if action.to is None else action.to - lying

    def _following(self, hand: Hand) -> list[Position]:
        """The stakes that a decision of the hand's owner adds to."""
        others = self.rules.boxes.others
        if others is not None and not others.follow:
            return [p for p in hand.stakes if p.player == hand.owner]
        return hand.stakes

    def _split(self, action: Decision) -> None:
        hand = self._asked(action)
        self._must(why_no_split(self.rules, hand))
        assert self.rules.split is not None
        self._verify_as_much_again(action, hand, self.rules.split.cite)
        box = hand.box
        box.splits += 1
        self._name_split(hand)
        new = Hand(box, [], split=True)
        new.take(hand.give_up())
        hand.split_ace = new.split_ace = bool(new.aces)
        hand.split, hand.state = True, WAITS
        box.hands.insert(box.hands.index(hand) + 1, new)
        self.hands.insert(self.at + 1, new)
        self._name_split(new)
        for position in list(self._following(hand)):
            wager: Wager = position.spot
            on = (*position.on[:-1], new.letter)
            added = Position(position.player, position.bet, on, wager.original, Wager(box, wager.spot, wager.original))
            self._stake(added)
            new.stakes.append(added)
        self._advance()

    def _name_split(self, hand: Hand) -> None:
        if hand.letter:
            return
        order = sum(bool(one.letter) for one in hand.box.hands)
        hand.letter = LETTERS[order] if order < len(LETTERS) else f"h{order + 1}"
        for position in hand.stakes:
            position.on = (*(position.on or (hand.box.number,)), hand.letter)

    def _even_money_hands(self, player: str) -> list[Hand]:
        """A player's hands that may be paid at once at even money."""
        rule = self.rules.even_money
        if rule is None or self.phase not in (PLAY, BANK) or not self.bank or len(self.bank[0].cards) != 1:
            return []
        if not any(bank.shows(rule.against) for bank in self.bank) or self._too_late_for_even_money(rule):
            return []
        return [
            hand
            for hand in self.hands
            if hand.natural and not hand.said and any(p.player == player for p in hand.stakes)
        ]

    def _too_late_for_even_money(self, rule: EvenMoney) -> bool:
        return rule.until == "third-card" and self._third_card

    def _even_money(self, action: Decision) -> None:
        rule = self.rules.even_money
        if rule is None:
            self._nothing_to_decide(action)
        self._plain(action)
        hands = [hand for hand in self._even_money_hands(action.player) if hand.answers_to(action.on)]
        if not hands and self._too_late_for_even_money(rule):
            raise Refused(N_("Even money is taken before the first third card."), cite=rule.cite)
        if not hands:
            raise Refused(
                N_("Even money is for {name} against such a first card of the bank: {cards}."),
                cite=rule.cite,
                name=self.rules.natural.name if self.rules.natural is not None else "21",
                cards=list(rule.against),
            )
        hand = self._only(hands, action)
        hand.said = True
        for position in [p for p in hand.stakes if p.player == action.player]:
            hand.stakes.remove(position)
            self.standing.remove(position)
            self._settle(position, *self._won(position, rule.pays), rule.cite, Sentence(N_("Paid at even money.")))
        if not hand.stakes:
            self._end_hand(hand, GONE)
        if self.phase == BANK:
            self._bank_on()

    def _plain(self, action: Decision) -> None:
        """Refuse an amount or further fields where a decision takes none."""
        if action.to is not None:
            raise BadRecord(N_("The field {field} has no meaning here."), field="to")
        self._no_details(action.details, "do", ("player", "on"))

    def _only(self, hands: list[Hand], action: Decision) -> Hand:
        if len(hands) > 1:
            raise Refused(
                N_("{player} has several hands; say which one in the field on: {hands}."),
                cite=self.rules.cite,
                player=action.player,
                hands=["-".join(map(str, hand.place)) for hand in hands],
            )
        return hands[0]

    def _insurable_stakes(self, player: str) -> list[Position]:
        """A player's stakes that may be insured now."""
        if not self._insurance_open:
            return []
        insured = {(p.player, p.spot.box.number, p.spot.spot) for p in self.insured}
        return [
            position
            for hand in self.hands
            if hand.state not in (PASSED, GONE) and hand.letter in ("", LETTERS[0])
            for position in hand.stakes
            if position.player == player
            and (player, hand.box.number, position.spot.spot) not in insured
            and self._insurable(self.bank[position.spot.spot - 1])
            and self.insurance_most(position) >= 1
        ]

    def insurance_most(self, position: Position) -> int:
        """The most that a stake may be insured for."""
        rule = self.rules.bets[self.cloth.insurance].insurance if self.cloth.insurance else None
        return 0 if rule is None else math.floor(position.spot.original * rule.most)

    def insurance_place(self, position: Position) -> Place:
        """How an insurance names what it insures: the bank's hand where there are several, otherwise the box."""
        box, spot = position.spot.box.number, position.spot.spot
        if self.spots == 1:
            return (box,)
        return (spot,) if self.rules.boxes.per_player == 1 else (box, spot)

    def _insure(self, player: str, on: Place, amount: Money | None) -> None:
        name = self.cloth.insurance
        if name is None:
            raise Refused(N_("There is no insurance in this game."), cite=self.rules.cite)
        bet = self.rules.bets[name]
        assert bet.insurance is not None
        offered = self._insurable_stakes(player)
        if not offered:
            raise self._why_no_insurance(name)
        wanted = self._meant(offered, on)
        if not wanted:
            raise Refused(
                N_("Say what {player} insures, in the field on: {places}."),
                cite=bet.cite,
                player=player,
                places=["-".join(map(str, self.insurance_place(p))) for p in offered],
            )
        stakes = [self._insurance_stake(insured, amount, len(wanted)) for insured in wanted]
        for insured, stake in zip(wanted, stakes, strict=True):
            wager: Wager = insured.spot
            position = Position(player, name, insured.on, stake, Wager(wager.box, wager.spot, stake))
            self._stake(position)
            self.insured.append(position)

    def _meant(self, offered: list[Position], on: Place) -> list[Position]:
        """The stakes that an insurance means: one, or several of the bank's hands where each has its own."""
        if len(on) > 1 and self.spots > 1 and self.rules.boxes.per_player == 1:
            meant = [p for p in offered if p.spot.spot in on]
            return meant if len(meant) == len(on) else []
        meant = [p for p in offered if self._lies_on(p, on)]
        return meant if len(meant) == 1 else []

    def _insurance_stake(self, insured: Position, amount: Money | None, parts: int) -> Money:
        """What goes on one insurance: the most that it takes, or its equal part of what is put down."""
        cite, most = self._cite_of_insurance(), self.insurance_most(insured)
        if amount is not None and amount % parts:
            raise Refused(
                N_("{amount} is not divided equally among {parts} insurances."), cite=cite, amount=amount, parts=parts
            )
        stake = most if amount is None else amount // parts
        positive(int(stake), cite)
        if stake > most:
            raise Refused(
                N_("An insurance goes up to {most}, not {stake}."), cite=cite, most=most, stake=money.shown(stake)
            )
        return stake

    def _why_no_insurance(self, name: str) -> Refused:
        bet = self.rules.bets[name]
        assert bet.insurance is not None
        if self.phase in (PLAY, BANK) and not any(self._insurable(bank) for bank in self.bank):
            return Refused(
                N_("Insurance is offered only when the bank's first card is: {cards}."),
                cite=bet.cite,
                cards=list(bet.insurance.against),
            )
        return Refused(N_("No insurance can be made now."), cite=bet.cite)

    def _close_insurance(self) -> None:
        if not self._insurance_open:
            raise Refused(N_("No insurance is open."), cite=self._cite_of_insurance())
        self._insurance_open = False
        said = Sentence(N_("No more insurance."))
        self._say("call", said, call=NO_MORE_INSURANCE, cite=self._cite_of_insurance())

    def _cite_of_insurance(self) -> str:
        return self.rules.bets[self.cloth.insurance].cite if self.cloth.insurance else self.rules.cite

    def _why_no_surrender(self, hand: Hand) -> Refused | None:
        rule = self.rules.surrender
        if rule is None or (rule.optional and SURRENDER not in self.house.options):
            return Refused(N_("There is no surrender at this table."), cite=rule.cite if rule else self.rules.cite)
        if any(bank.shows(rule.barred) for bank in self.bank):
            return Refused(
                N_("A hand cannot be surrendered against the bank's {card}."), cite=rule.cite, card=self.bank[0].first
            )
        if hand.natural or hand.state not in (WAITS, ASKED) or (hand.split and not rule.after_split):
            return Refused(N_("This hand cannot be surrendered."), cite=rule.cite)
        if rule.window != "any-time" and (len(hand.cards) != 2 or hand.acted):
            return Refused(N_("A hand is surrendered with its first two cards."), cite=rule.cite)
        if rule.window == "before-third-card" and self._third_card:
            return Refused(N_("After the first third card nobody surrenders any more."), cite=rule.cite)
        if hand.state != ASKED and (rule.window == "own-turn" or hand.split):
            return Refused(N_("A hand is surrendered in its own turn."), cite=rule.cite)
        return None

    def _surrenderable(self, player: str) -> list[Hand]:
        return [hand for hand in self.hands if hand.owner == player and self._why_no_surrender(hand) is None]

    def _surrender(self, action: Decision) -> None:
        if self.phase != PLAY:
            self._nothing_to_decide(action)
        self._plain(action)
        rule = self.rules.surrender
        mine = [hand for hand in self.hands if hand.owner == action.player and hand.answers_to(action.on)]
        if not mine:
            self._nothing_to_decide(action)
        free = [hand for hand in mine if self._why_no_surrender(hand) is None]
        if not free:
            current = [hand for hand in mine if hand.state == ASKED] or mine
            self._must(self._why_no_surrender(current[0]))
        assert rule is not None
        asked = [hand for hand in free if hand.state == ASKED]
        chosen = asked[:1] or [self._only(free, action)]
        if rule.covers == "player":
            chosen = self._surrenderable(action.player)
        for hand in chosen:
            self._give_up(hand, rule.returns, rule.cite)
        if self.due is None:
            self._advance()

    def _give_up(self, hand: Hand, returns: Fraction, cite: str) -> None:
        for position in hand.stakes:
            self.standing.remove(position)
            part = money.over(position.stake * returns.numerator, returns.denominator, self.house.rounding)
            whole = position.stake + position.excess
            why = Sentence(N_("The hand is given up for part of its stake."))
            self._settle(position, whole, "half", part + position.excess, cite, why)
        hand.stakes = []
        self._end_hand(hand, GONE)

    def _tied(self, player: str, on: Place) -> Hand:
        """The hand whose tie a player breaks or lets be; one who comes later may say so before the cards of others."""
        name = self.cloth.tie_break
        if name is None:
            raise Refused(N_("There is no tie-break in this game."), cite=self.rules.cite)
        waiting = (hand for hand in self.ties if hand.owner == player and not hand.breaking and hand.answers_to(on))
        hand = next(waiting, None)
        if hand is None:
            raise Refused(
                N_("{player} has no tie to break now."),
                cite=self.rules.bets[name].cite,
                player=player,
            )
        return hand

    def tie_stake(self, position: Position) -> Money:
        """What the player adds to break the tie of a stake."""
        assert self.cloth.tie_break is not None
        rule = self.rules.bets[self.cloth.tie_break].tie_break
        assert rule is not None
        return position.spot.original if rule.stake == "original" else position.stake

    def _decide_tie(self, action: Decision) -> None:
        """A tie is broken by a decision: ``to`` gives what is added, or the whole that then lies there."""
        hand = self._tied(action.player, action.on)
        needed, lying = self._tie_sums(hand)
        self._break_tie(hand, self._amount(action, lying if action.to == lying + needed else 0))

    def _tie_sums(self, hand: Hand) -> tuple[Money, Money]:
        """What breaking the tie of a hand adds, and what lies on it already."""
        return sum(self.tie_stake(p) for p in hand.stakes), sum(p.stake for p in hand.stakes)

    def _break_tie(self, hand: Hand, amount: Money | None) -> None:
        name, player = self.cloth.tie_break, hand.owner
        assert name is not None
        needed, _ = self._tie_sums(hand)
        if amount is not None and amount != needed:
            raise Refused(
                N_("To break the tie {player} adds {needed}, not {amount}."),
                cite=self.rules.bets[name].cite,
                player=player,
                needed=money.shown(needed),
                amount=money.shown(amount),
            )
        for position in hand.stakes:
            wager: Wager = position.spot
            stake = self.tie_stake(position)
            added = Position(player, name, position.on, stake, Wager(wager.box, wager.spot, stake))
            self._stake(added)
            hand.breaking.append(added)

    def _decline(self, action: Decision) -> None:
        """No to what is offered: a tie-break, even money, or insurance."""
        self._plain(action)
        if self.phase != TIE and (self._insurable_stakes(action.player) or self._even_money_hands(action.player)):
            self._stood_already(action)
            return
        if self.cloth.tie_break is None:
            self._nothing_to_decide(action)
        hand = self._tied(action.player, action.on)
        cite = self.rules.bets[self.cloth.tie_break].cite
        for position in hand.stakes:
            self.standing.remove(position)
            self._settle(position, *self._back(position, "push"), cite)
        self._untie(hand)

    def _tie_card(self, drawn: Card) -> None:
        """One card for the player, then one for the bank: the higher wins."""
        hand = self.ties[0]
        self._tie_cards.append(drawn)
        to = hand.owner if len(self._tie_cards) == 1 else BANK_NAME
        self._say_card(to, drawn, _rank(drawn), hand.place)
        if len(self._tie_cards) < 2:
            return
        name = self.cloth.tie_break
        assert name is not None
        bet = self.rules.bets[name]
        assert bet.tie_break is not None and bet.pays is not None
        mine, banks = map(_rank, self._tie_cards)
        why = Sentence(N_("{mine} against {bank}."), mine=self._tie_cards[0], bank=self._tie_cards[1])
        for position in (*hand.stakes, *hand.breaking):
            self.standing.remove(position)
            if mine < banks:
                settled = self._lost(position)
            else:
                settled = self._won(position, bet.pays if mine > banks else bet.tie_break.pays_equal)
            self._settle(position, *settled, bet.pays_cite or bet.cite, why)
        self._tie_cards = []
        self._untie(hand)

    def _untie(self, hand: Hand) -> None:
        hand.stakes, hand.breaking = [], []
        self.ties.remove(hand)
        if not self.ties:
            self.phase = BANK
            self.turned += 1
            self._bank_on()


def _rank(one: Card) -> int:
    """The order of single cards: the ace above the king."""
    return 14 if one.number == 1 else one.number
