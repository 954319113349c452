"""The play itself: the deal, whose turn it is, the bank's forced drawing, and the settlement of every stake."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from typing import TYPE_CHECKING, Any

from tapete.games.blackjack.betting import DEAL, BettingRound
from tapete.games.blackjack.boxes import ASKED, DUE, GONE, PASSED, STANDS, WAITS, BankHand, Hand
from tapete.games.blackjack.choices import why_no_hit, why_no_split
from tapete.games.blackjack.hands import LIMIT
from tapete.table import money
from tapete.table.banked import OPEN
from tapete.table.errors import Refused
from tapete.table.round import Position
from tapete.table.terms import DECISIONS, term
from tapete.table.words import N_, Sentence

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from fractions import Fraction

    from tapete.games.blackjack.rules import BlackjackGame, Cloth, Combination
    from tapete.table.actions import Place
    from tapete.table.cards import Card
    from tapete.table.money import Money

PLAY, BANK, TIE = "play", "bank", "tie-break"
BANK_NAME = "banca"


class PlayRound(BettingRound):
    """A play from its first card to its last chip.

    ``hands`` are in the order in which they are dealt and played, ``at`` is the one in turn and ``due`` the one that
    the next card goes to. ``bank`` holds the bank's hands and ``turned`` how many of them are settled. After a play its
    cards stay to be seen until somebody bets again.
    """

    def __init__(self, game: BlackjackGame, cloth: Cloth, table: dict[str, Any] | None = None) -> None:
        super().__init__(game, cloth, table)
        self.hands: list[Hand] = []
        self.bank: list[BankHand] = []
        self.at = 0
        self.due: Hand | None = None
        self.turned = 0
        self.insured: list[Position] = []
        self.ties: list[Hand] = []
        self._queue: list[Hand | BankHand] = []
        self._dealt = 0
        self._first: dict[int, list[Card]] = {}
        self._insurance_open = False
        self._third_card = False
        self._idle: BankHand | None = None
        self._bet_on: set[int] = set()
        self._lines_before = 0
        self._dealt_to: dict[int, str] = {}
        self._tie_cards: list[Card] = []

    @property
    def on_show(self) -> bool:
        """Whether the cards of a play lie there to be seen: until somebody bets again."""
        return bool(self.hands) and not (self.phase == OPEN and self.boxes)

    def _lying_cards(self) -> Iterable[Card]:
        for hand in self.hands:
            if hand.state not in (PASSED, GONE):
                yield from hand.cards
        for number, bank in enumerate(self.bank):
            yield from bank.cards if number == 0 or not self._shares_first() else bank.cards[1:]

    def _shares_first(self) -> bool:
        return self.rules.bank is not None and self.rules.bank.first_card == "shared"

    def _why_no_card(self) -> Refused | None:
        if self.phase == OPEN:
            return None if self._idle is not None and self.shoe.left else self._why_bank_done() or self._why_no_deal()
        if self.phase in (DEAL, BANK) or self.due is not None:
            return None
        if self.phase == TIE and self.ties[0].breaking:
            return None
        if self.phase == PLAY and self._in_list and self._sibling() is not None:
            return None
        hand = self.ties[0] if self.phase == TIE else self.hands[self.at]
        return Refused(
            N_("{player} must decide first: {choices}."),
            cite=self.rules.cite,
            player=hand.owner,
            choices=[term(DECISIONS, word) for word in self._choices(hand)],
        )

    def _why_bank_done(self) -> Refused | None:
        """Why no further card comes to a play that is over; None where another play may begin."""
        if self.rules.bank is None or self.boxes or not self.hands or not self.shoe.left:
            return None
        drawn = [bank for bank in self.bank if len(bank.cards) > 1]
        if not drawn:
            said = N_("The play is over: the bank takes no further card, and a new play needs bets.")
            return Refused(said, cite=self.rules.bank.cite)
        said = N_("The play is over: the bank has {points} and takes no further card; a new play needs bets.")
        return Refused(said, cite=self.rules.bank.cite, points=drawn[-1].score[0])

    @abstractmethod
    def _choices(self, hand: Hand) -> Iterator[str]:
        """What the owner of the hand in turn may decide."""

    @abstractmethod
    def _tie_card(self, drawn: Card) -> None:
        """A card for a tie that is being broken."""

    def _sibling(self) -> Hand | None:
        """A split hand that still has one card, where the croupier may complete all of them at once."""
        rule = self.rules.split
        if rule is None or rule.order != "open" or self.at >= len(self.hands):
            return None
        hand = self.hands[self.at]
        if hand.acted or not hand.split:
            return None
        return next((one for one in hand.box.hands if len(one.cards) == 1), None)

    def _receive(self, drawn: Card) -> None:
        if self.phase == OPEN:
            if self._idle is not None:
                self._idle_card(self._idle, drawn)
                return
            self._begin_deal()
        if self.phase == DEAL:
            self._deal_card(drawn)
        elif self.phase == PLAY:
            hand = self.due
            if hand is None:
                self._complete_sibling(drawn)
            else:
                self._card_to(hand, drawn)
        elif self.phase == BANK:
            self._bank_card(drawn)
        else:
            self._tie_card(drawn)
        self._when_shoe_is_empty()

    def _say_card(self, to: str, drawn: Card, points: int, on: Place = ()) -> None:
        words = N_("{card} to the bank: {points}.") if to == BANK_NAME else N_("{card} to {who}: {points}.")
        said = Sentence(words, card=drawn, who=to, points=points)
        more: dict[str, Any] = {"on": on} if on else {}
        self._say("card", said, card=str(drawn), to=to, points=points, **more)

    def _begin_deal(self) -> None:
        self._begin()
        self._lines_before = len(self.lines)
        self._idle = None
        self._bet_on = {spot for box in self.boxes.values() for _, spot in box.stakes}
        number = self.rules.bank.hands if self.rules.bank is not None else 0
        self.bank = [BankHand() for _ in range(number)]
        self.hands, self.insured, self.ties = [], [], []
        self.at = self.turned = self._dealt = 0
        self.due = None
        self._third_card = self._insurance_open = False
        self._first = {}
        self._dealt_to = {box.number: box.owner for box in self.boxes.values()}
        for number in sorted(self.boxes):
            box = self.boxes[number]
            hand = Hand(box, list(box.stakes.values()))
            box.hands.append(hand)
            self.hands.append(hand)
            self._first[number] = []
        own = self.rules.bank is not None and self.rules.bank.first_card == "own"
        self._queue = [*self.hands, *self.bank[:1], *self.hands, *(self.bank[1:] if own else ())]

    def _deal_card(self, drawn: Card) -> None:
        target = self._queue[self._dealt]
        self._dealt += 1
        target.take(drawn)
        if isinstance(target, Hand):
            self._first[target.box.number].append(drawn)
            self._say_card(target.owner, drawn, target.points, target.place)
        else:
            if self._shares_first():
                for bank in self.bank[1:]:
                    bank.take(drawn)
            self._say_card(BANK_NAME, drawn, target.score[0])
        if self._dealt == len(self._queue):
            self._all_dealt()

    def _may_be_left_out(self, hand: Hand) -> bool:
        """Whether the cards drawn so far are no more than the deal takes without this hand."""
        return self.phase == DEAL and self._dealt <= sum(target is not hand for target in self._queue)

    def _deal_without(self, left_out: Hand) -> None:
        """A hand was left out of the deal: whatever has been drawn went to the others, in their order."""
        drawn = list(self._drawn_so_far())
        self._queue = [target for target in self._queue if target is not left_out]
        if not left_out.cards:
            self._dealt = len(drawn)
            return
        for hand in self.hands:
            hand.put_back()
        for bank in self.bank:
            bank.put_back()
        self._first = {hand.box.number: [] for hand in self.hands}
        self._dealt = 0
        for one in drawn:
            self._deal_card(one)

    def _drawn_so_far(self) -> Iterator[Card]:
        """The cards of the deal under way, in the order in which they left the shoe."""
        seen: Counter[int] = Counter()
        for target in self._queue[: self._dealt]:
            yield target.cards[seen[id(target)]]
            seen[id(target)] += 1

    def _all_dealt(self) -> None:
        self.phase = PLAY
        for hand in reversed(self.hands):
            self._settle_sides(hand, over=self.rules.bank is None)
        if self.rules.bank is None:
            self._finish()
            return
        self._insurance_open = any(self._insurable(bank) for bank in self.bank)
        self._advance()

    def _insurable(self, bank: BankHand) -> bool:
        return bank.first is not None and self.rules.insurance_pays(bank.first) is not None

    def _settle_sides(self, hand: Hand, *, over: bool) -> None:
        """Side bets on the first cards of a box, as soon as no further card can change them."""
        for (_, name), position in list(hand.box.sides.items()):
            bet = self.rules.bets[name]
            if not over and max(win.cards for win in bet.wins.values()) > len(self._first[hand.box.number]):
                continue
            self._forget_side(position)
            win = bet.combination(self._first[hand.box.number])
            if win is None:
                self._settle(position, *self._lost(position), bet.cite)
            else:
                why = Sentence(N_("{name} pays {odds}."), name=_name(win, bet.wins), odds=money.odds_shown(win.pays))
                self._settle(position, *self._won(position, win.pays, self._pot(name, win)), win.cite, why)

    def _pot(self, name: str, win: Combination) -> int:
        return self.house.pots.get(name, 0) if win.pot else 0

    def _forget_side(self, position: Position) -> None:
        self.standing.remove(position)
        del position.spot.box.sides[position.player, position.bet]

    def _won(self, position: Position, pays: Fraction, pot: int = 0) -> tuple[Money, str, Money]:
        """Stake, result and what comes back of a bet that wins at these odds, or a pot where that is more."""
        gain = max(money.over(position.stake * pays.numerator, pays.denominator, self.house.rounding), pot)
        whole = position.stake + position.excess
        return whole, "win", whole + gain

    def _lost(self, position: Position) -> tuple[Money, str, Money]:
        return position.stake + position.excess, "lose", position.excess

    def _back(self, position: Position, result: str) -> tuple[Money, str, Money]:
        whole = position.stake + position.excess
        return whole, result, whole

    def _advance(self) -> None:
        """On to the next hand that needs a card or a decision; when there is none, to the bank."""
        self.due = None
        while self.at < len(self.hands):
            if self._has_turn(self.hands[self.at]):
                return
            self.at += 1
        self.phase = BANK
        self._bank_on()

    def _has_turn(self, hand: Hand) -> bool:
        if hand.state in (STANDS, PASSED, GONE):
            return False
        if not hand.stakes:
            self._end_hand(hand, GONE)
            return False
        short = self._short(hand)
        if short is not None:
            short.state, self.due = DUE, short
            return True
        if hand.natural:
            self._natural_in_turn(hand)
            return False
        if hand.last_card or hand.points == LIMIT or not self._anything_to_decide(hand):
            self._end_hand(hand, STANDS)
            return False
        hand.state = ASKED
        return True

    def _short(self, hand: Hand) -> Hand | None:
        """The split hand that must get its second card now."""
        if len(hand.cards) == 1:
            return hand
        if self.rules.split is not None and self.rules.split.order == "at-once":
            return next((one for one in hand.box.hands if len(one.cards) == 1), None)
        return None

    def _anything_to_decide(self, hand: Hand) -> bool:
        return why_no_hit(self.rules, hand) is None or why_no_split(self.rules, hand) is None

    def _natural_in_turn(self, hand: Hand) -> None:
        rule = self.rules.natural
        assert rule is not None
        if any(bank.shows(rule.waits) for bank in self.bank):
            self._end_hand(hand, STANDS)
            return
        for position in hand.stakes:
            self._pay_natural(position)
        hand.stakes = []
        self._end_hand(hand, GONE)

    def _pay_natural(self, position: Position) -> None:
        rule = self.rules.natural
        assert rule is not None
        self.standing.remove(position)
        why = Sentence(N_("{name} pays {odds}."), name=rule.name, odds=money.odds_shown(rule.pays))
        self._settle(position, *self._won(position, rule.pays), rule.pays_cite or rule.cite, why)

    def _end_hand(self, hand: Hand, state: str) -> None:
        """A hand that takes no more cards: what looks at its cards is settled."""
        hand.state = state
        if self.rules.bonus is not None and self.rules.bonus.looks_at != "first" and not hand.over:
            self._pay_bonus(hand)
        if hand.box.sides and all(one.state in (STANDS, PASSED, GONE) for one in hand.box.hands):
            self._settle_sides(hand, over=True)

    def _complete_sibling(self, drawn: Card) -> None:
        hand = self._sibling()
        assert hand is not None
        self._note_third_card()
        hand.take(drawn)
        self._say_card(hand.owner, drawn, hand.points, hand.place)

    def _note_third_card(self) -> None:
        self._third_card = True
        rule = self.rules.bets[self.cloth.insurance].insurance if self.cloth.insurance else None
        if rule is not None and rule.until == "third-card":
            self._insurance_open = False

    def _card_to(self, hand: Hand, drawn: Card) -> None:
        """A further card for a hand."""
        self._note_third_card()
        hand.take(drawn)
        hand.state = WAITS
        first = self._first[hand.box.number]
        if len(first) < 3:
            first.append(drawn)
        self._say_card(hand.owner, drawn, hand.points, hand.place)
        if hand.over:
            self._pass(hand)
        else:
            if self.rules.bonus is not None and self.rules.bonus.looks_at == "first":
                self._pay_bonus(hand)
            if hand.box.sides:
                self._settle_sides(hand, over=False)
        self._advance()

    def _pass(self, hand: Hand) -> None:
        """More than 21: the stakes are taken at once."""
        assert self.cloth.main is not None
        why = Sentence(N_("{points} passes 21."), points=hand.points)
        for position in hand.stakes:
            self.standing.remove(position)
            self._settle(position, *self._lost(position), self.rules.bets[self.cloth.main].cite, why)
        hand.stakes = []
        self._end_hand(hand, PASSED)

    def _pay_bonus(self, hand: Hand) -> None:
        assert self.rules.bonus is not None
        win = None if hand.rewarded else self.rules.bonus_of(hand.cards)
        if win is None:
            return
        hand.rewarded = True
        name = _name(win, self.rules.bonus.wins)
        why = Sentence(N_("{name} pays {odds}."), name=name, odds=money.odds_shown(win.pays))
        for position in hand.stakes:
            prize = position.spot.original * win.pays
            prize = money.over(prize.numerator, prize.denominator, self.house.rounding)
            self._award(position.player, name, position.on, prize, win.cite, why)

    def _bank_on(self) -> None:
        """Let the bank draw, settle and go on to its next hand, as far as no card is needed."""
        while self.turned < len(self.bank):
            bank = self.bank[self.turned]
            if self._bank_needs(bank, self.turned + 1):
                return
            self._settle_against(bank, self.turned + 1)
            if self.ties:
                self.phase = TIE
                return
            self.turned += 1
        self._finish()

    def _bank_needs(self, bank: BankHand, spot: int) -> bool:
        """Whether the bank must take a card for this of its hands."""
        live = [hand for hand in self.hands if hand.state == STANDS and _plays_on(hand, spot)]
        if len(bank.cards) == 1:
            return bool(live) or any(p.spot.spot == spot for p in self.insured)
        assert self.rules.bank is not None
        if not live or (self.rules.bank.stops == "when-decided" and all(hand.natural for hand in live)):
            return False
        return self.rules.bank_draws(*bank.score)

    def _bank_card(self, drawn: Card) -> None:
        bank = self.bank[self.turned]
        self._insurance_open = False
        bank.take(drawn)
        self._say_card(BANK_NAME, drawn, bank.score[0], (self.turned + 1,) if len(self.bank) > 1 else ())
        if len(bank.cards) == 2:
            self._settle_insurance(bank, self.turned + 1)
        self._bank_on()

    def _settle_insurance(self, bank: BankHand, spot: int) -> None:
        for position in [p for p in reversed(self.insured) if p.spot.spot == spot]:
            bet = self.rules.bets[position.bet]
            self.insured.remove(position)
            self.standing.remove(position)
            if bank.natural and bank.first is not None:
                pays = self.rules.insurance_pays(bank.first)
                assert pays is not None
                self._settle(position, *self._won(position, pays), bet.pays_cite or bet.cite)
            else:
                self._settle(position, *self._lost(position), bet.pays_cite or bet.cite)

    def _settle_against(self, bank: BankHand, spot: int) -> None:
        """Every stake against a finished hand of the bank, from the croupier's right to the left."""
        live = [hand for hand in self.hands if hand.state == STANDS and _plays_on(hand, spot)]
        if len(bank.cards) < 2 or not live:
            return
        points, _ = bank.score
        said = Sentence(N_("The bank has {points}."), points=points)
        assert self.rules.bank is not None
        natural = bank.natural
        self._say("bank", said, cite=self.rules.bank.cite, hand=spot, points=points, natural=int(natural))
        if natural and self.cloth.tie_break is not None:
            self.ties = [hand for hand in live if hand.points == LIMIT]
        for hand in reversed(live):
            if hand in self.ties:
                continue
            result, pays = self.rules.outcome(hand.points, hand.natural, points, natural)
            for position in [p for p in hand.stakes if p.spot.spot == spot]:
                hand.stakes.remove(position)
                self._decided(position, hand, bank, result, pays)

    def _decided(self, position: Position, hand: Hand, bank: BankHand, result: str, pays: Fraction) -> None:
        bet, natural = self.rules.bets[position.bet], self.rules.natural
        assert natural is not None
        if result == "win" and hand.natural:
            self._pay_natural(position)
            return
        self.standing.remove(position)
        taken = bank.natural and not hand.natural
        words = N_("{points} against the bank's {name}.") if taken else N_("{points} against {bank}.")
        why = Sentence(words, points=hand.points, bank=bank.score[0], name=natural.name)
        cite = natural.cite if hand.natural else bet.pays_cite or bet.cite
        if result == "win":
            self._settle(position, *self._won(position, pays), cite, why)
        elif result == "push":
            self._settle(position, *self._back(position, "push"), cite, why)
        else:
            self._settle(position, *self._lost(position), cite, why)

    def _finish(self) -> None:
        """The play is over; a bank that nobody played against may still be drawn out, but need not be."""
        self._idle = self._undrawn()
        self._end_of_play()
        if self.closed is not None or self._fresh:
            self._idle = None

    def _undrawn(self) -> BankHand | None:
        """The hand of the bank that may still be drawn out, where the document does not say that it stops."""
        for spot, bank in enumerate(self.bank, start=1):
            if bank.cards and self.rules.bank_draws(*bank.score) and not self._stopped(bank, spot):
                return bank
        return None

    def _stopped(self, bank: BankHand, spot: int) -> bool:
        """Whether a hand of the bank stops short: nobody bet on it, or all was decided by one card or by naturals."""
        rule, natural = self.rules.bank, self.rules.natural
        assert rule is not None and natural is not None
        if rule.drawn == "if-bet" and spot not in self._bet_on:
            return True
        if rule.stops == "at-total":
            return False
        return len(bank.cards) > 1 or (any(hand.natural for hand in self.hands) and not bank.shows(natural.waits))

    def _idle_card(self, bank: BankHand, drawn: Card) -> None:
        bank.take(drawn)
        self._say_card(BANK_NAME, drawn, bank.score[0])
        self._idle = bank if self.rules.bank_draws(*bank.score) else self._undrawn()

    def _put(self, player: str, name: str, number: int, spot: int, on: Place, stake: Money, excess: Money = 0) -> None:
        self._idle = None
        super()._put(player, name, number, spot, on, stake, excess)

    def _when_shoe_is_empty(self) -> None:
        """A card is needed and there is none: what the document says, or its reading, is done at once."""
        if self.shoe.left or self.phase == OPEN or self._why_no_card() is not None:
            return
        rule = self.rules.shoe
        if rule.runs_out == "reshuffle":
            self._reshuffle_discards()
        else:
            self._end_without_cards(rule.runs_out == "naturals", rule.cite)

    def _end_without_cards(self, pays_naturals: bool, cite: str) -> None:
        """The play cannot be finished: naturals are paid or not, every other stake goes back."""
        naturals = {id(p) for hand in self.hands if hand.natural for p in hand.stakes} if pays_naturals else set()
        for position in list(reversed(self.standing)):
            if id(position) in naturals:
                self._pay_natural(position)
            else:
                self.standing.remove(position)
                self._settle(position, *self._back(position, "void"), cite)
        said = Sentence(N_("The shoe has no cards left: the play ends here."))
        self._say("shoe-ends", said, cite=cite)
        self.due, self.ties, self.insured, self._tie_cards = None, [], [], []
        self.bank = [BankHand() for _ in self.bank]
        self.shoe.pass_over(self.shoe.left)
        self._finish()


def _plays_on(hand: Hand, spot: int) -> bool:
    return any(position.spot.spot == spot for position in hand.stakes)


def _name(win: Combination, wins: dict[str, Combination]) -> str:
    return next(name for name, one in wins.items() if one is win)
