"""The play itself: one card each, the comparison, what tied players decide, and the wars that follow."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tapete.games.war.betting import ON_BETS, BettingRound
from tapete.games.war.hands import AT_WAR, OVER, TIED, Hand
from tapete.games.war.rules import ANSWERS
from tapete.table import money
from tapete.table.actions import Decision, whole_number
from tapete.table.banked import NO_MORE_BETS, OPEN, decision_word
from tapete.table.cards import UNSEEN
from tapete.table.dealt import BURN
from tapete.table.errors import BadRecord, Refused
from tapete.table.round import Position
from tapete.table.terms import DECISIONS, term
from tapete.table.words import N_, Sentence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tapete.games.war.rules import Cloth, Group, Spot, Verdict, WarGame, WarRuling
    from tapete.table.actions import Bet, Call
    from tapete.table.cards import Card
    from tapete.table.money import Money

DEAL, WAR = "deal", "war"
BANK, BONUS = "banca", "bono"
_OTHER_WORDS = {"guerra": "war", "ir-a-la-guerra": "war", "play": "war", "rendirse": "surrender", "fold": "surrender"}
_MORE_ON_A_TIE = ("raise", "double")


class PlayRound(BettingRound):
    """A play from its first card to its last chip.

    ``hands`` are in the order of the deal. After a play its cards stay to be seen until somebody bets again.
    """

    def __init__(self, game: WarGame, cloth: Cloth, table: dict[str, Any] | None = None) -> None:
        super().__init__(game, cloth, table)
        self.hands: list[Hand] = []
        self.bank: Card | None = None
        self._lines_before = 0
        self._dealt_to: dict[int, str] = {}
        self._war_burned = False
        self._burn_names: list[Card] = []
        self._burn_called = not self._fresh
        self._late_burn: WarRuling | None = None

    def _shoe_call_offers(self) -> list[str]:
        words = super()._shoe_call_offers()
        return [*words, BURN] if self._burn_is_due() else words

    def _bet(self, action: Bet) -> None:
        name = self.cloth.names.find(action.bet)
        more = name == self.cloth.main and self._is_tied(action.player)
        if self.phase == WAR and (name == self.cloth.raised or more):
            self._go_to_war(Decision(action.player, "war", action.on, details=(("stake", action.stake),)))
        else:
            super()._bet(action)

    def _is_tied(self, player: str) -> bool:
        """Whether a player must choose: another stake on such a hand is the one that goes to war."""
        return any(hand.player == player and hand.state == TIED for hand in self.hands)

    def _place(self, player: str, spot: Spot, stake: Money, excess: Money = 0) -> None:
        self.hands, self.bank = [], None
        super()._place(player, spot, stake, excess)

    def _why_no_card(self) -> Refused | None:
        if self.phase == OPEN:
            return self._why_no_deal()
        undecided = [hand for hand in self._at_stake() if hand.state == TIED]
        if not undecided:
            return None
        words = N_("{player} must decide first: {choices}.")
        choices = [term(DECISIONS, word) for word in ANSWERS]
        return Refused(words, cite=self.rules.tied.cite, player=undecided[0].player, choices=choices)

    def _at_stake(self) -> list[Hand]:
        """The hands that the next card of a war concerns: the first one left, or all where the bank draws once."""
        if self.phase != WAR:
            return []
        live = [hand for hand in self.hands if hand.state != OVER]
        return live if self.rules.war.bank_card == "shared" else live[:1]

    def _receive(self, drawn: Card) -> None:
        if self.phase == OPEN:
            self._begin_deal()
        if self.phase == DEAL:
            self._deal_card(drawn)
        else:
            self._war_card(drawn)

    def _begin_deal(self) -> None:
        self.phase = DEAL
        self._lines_before = len(self.lines)
        self._dealt_to = dict(self.boxes)
        self.hands = [Hand(box, player) for box, player in sorted(self.boxes.items())]
        self.bank = None
        self._last_bet |= dict.fromkeys(self.boxes.values(), self.pase)
        self._sit(self.boxes)
        self._say("call", Sentence(N_("No more bets.")), call=NO_MORE_BETS, cite=self._cite_of_call())

    def _deal_card(self, drawn: Card) -> None:
        """From the bank's left to its right, and last to the bank."""
        hand = next((hand for hand in self.hands if hand.card is None), None)
        if hand is None:
            self.bank = drawn
            self._say_card(BANK, drawn)
            self._compare()
        else:
            hand.card = drawn
            self._say_card(hand.player, drawn, hand.box)
            self._look_at_shoe()

    def _say_card(self, to: str, drawn: Card, box: int | None = None) -> None:
        words = N_("{card} to the bank: {points}.") if to == BANK else N_("{card} to {who}: {points}.")
        points = self.rules.value(drawn)
        more: dict[str, Any] = {} if box is None else {"on": (box,)}
        said = Sentence(words, card=drawn, who=to, points=points)
        self._say("card", said, card=str(drawn), to=to, points=points, **more)

    def _compare(self) -> None:
        """The first cards against the bank's: every bet is decided, or left to its player."""
        assert self.bank is not None
        decided: list[tuple[Verdict, Position, Sentence]] = []
        for hand in self.hands:
            assert hand.card is not None
            hand.state = OVER
            ahead = self.rules.value(hand.card) - self.rules.value(self.bank)
            why = Sentence(N_("{card} against {bank}."), card=hand.card, bank=self.bank)
            for position in self._stakes_of(hand):
                group: Group = self.rules.bets[position.bet].group
                verdict = self.rules.verdict(group, ahead, (hand.player, self.cloth.tie) in self._stakes)
                if verdict == "choose":
                    hand.state = TIED
                else:
                    decided.append((verdict, position, why))
        if self.rules.settling.order == "losers-first":
            decided.sort(key=lambda one: one[0] != "lose")
        for verdict, position, why in decided:
            self._decided(position, verdict, why)
        self.phase = WAR
        self._war_burned = False
        self._say_ties()
        self._go_on()

    def _stakes_of(self, hand: Hand) -> list[Position]:
        return [self._stakes[hand.player, bet] for bet in self.rules.bets if (hand.player, bet) in self._stakes]

    def _decided(self, position: Position, verdict: Verdict, why: Sentence, cite: str | None = None) -> None:
        """Write the line of a bet that won, lost or drew, and take it off the table."""
        bet = self.rules.bets[position.bet]
        cite = cite or (self.rules.tied.cite if verdict == "push" else bet.pays_cite or bet.cite)
        back = self.rules.returned(bet.group, verdict, position.stake, self.house.rounding)
        self._write_off(position, verdict, back, cite, why)

    def _write_off(self, position: Position, result: str, back: Money, cite: str, why: Sentence) -> None:
        """A stake leaves the table for what comes back of it; what did not play comes back besides."""
        self._lift(position)
        whole = position.stake + position.excess
        self._settle(position, whole, result, back + position.excess, self._cited(cite, position), why)

    def _say_ties(self) -> None:
        for hand in self.hands:
            if hand.state == TIED:
                said = Sentence(N_("{player} ties with the bank: war or surrender."), player=hand.player)
                self._say("tie", said, cite=self.rules.tied.cite, player=hand.player)

    def _go_on(self) -> None:
        """On to the next war, or to the end of the play when every hand is over."""
        if all(hand.state == OVER for hand in self.hands):
            self._finish()
        else:
            self._look_at_shoe()

    def _finish(self) -> None:
        if self._late_burn is not None:
            self._burn_late(self._late_burn)
        self._end_of_play()

    def _decide(self, action: Decision) -> None:
        action = replace(action, do=self._word(action))
        if action.do in ON_BETS:
            self._change_stake(action)
        elif action.do == "war":
            self._go_to_war(action)
        elif action.do == "surrender":
            self._surrender(action)
        else:
            raise self._nothing_to_decide(action)

    def _word(self, action: Decision) -> str:
        """A decision's id, whatever way it was written; more on a tied hand is what goes to war."""
        do = action.do if action.do in DECISIONS else decision_word(action.do)
        if do in _MORE_ON_A_TIE and self._is_tied(action.player):
            return "war"
        return _OTHER_WORDS.get(do, do)

    def _tied(self, action: Decision) -> Hand:
        """The hand about which a player decides."""
        hand = next((hand for hand in self.hands if hand.player == action.player and hand.state == TIED), None)
        if self.phase != WAR or hand is None:
            raise Refused(
                N_("{player} has nothing to choose: war and surrender are for a tie without a bet on {tie}.")
                if self.rules.tied.with_tie_bet == "push"
                else N_("{player} has nothing to choose: war and surrender are for a tie."),
                cite=self.rules.tied.cite,
                player=action.player,
                tie=self.cloth.tie,
            )
        if action.on not in ((), (hand.box,), (self.cloth.main,), (self.cloth.raised,)):
            raise Refused(
                N_("The hand of {player} is on box {box}."),
                cite=self.rules.boxes.cite,
                player=action.player,
                box=hand.box,
            )
        return hand

    def _go_to_war(self, action: Decision) -> None:
        hand = self._tied(action)
        first = self._stakes[hand.player, self.cloth.main]
        self._verify_raise(action, first)
        hand.state = AT_WAR
        spot = self._on_box(self.cloth.raised, hand.box, first.on)
        raised = Position(hand.player, spot.bet, spot.on, first.stake, spot)
        self._stakes[hand.player, spot.bet] = raised
        self._stake(raised)
        said = Sentence(
            N_("{player} goes to war with {stake} more."), player=hand.player, stake=money.shown(first.stake)
        )
        self._say("war", said, cite=self.rules.war.cite, player=hand.player, stake=first.stake)
        self._go_on()

    def _verify_raise(self, action: Decision, first: Position) -> None:
        """The raise equals the first stake, whether it is written or not, in ``to`` as itself or as the whole."""
        details = dict(action.details)
        written = details.pop("stake", None)
        self._no_details(tuple(details.items()), "do", ("player", "on", "to", "stake"))
        raised: Money | None = None if written is None else whole_number(written, "stake")
        if action.to is not None:
            if raised is not None:
                raise BadRecord(N_("Say what is put down in stake or in to, not in both."))
            raised = first.stake if action.to == first.stake else action.to - first.stake
        if raised not in (None, first.stake):
            raise Refused(
                N_("Going to war takes another stake of {stake}, equal to the first; {raised} is not."),
                cite=self.rules.war.cite,
                stake=money.shown(first.stake),
                raised=money.shown(raised or 0),
            )

    def _surrender(self, action: Decision) -> None:
        hand, rule = self._tied(action), self.rules.surrender
        self._no_details(action.details, "do", ("player", "on"))
        if action.to is not None:
            raise BadRecord(N_("The field {field} has no meaning here."), field="to")
        position = self._stakes[hand.player, self.cloth.main]
        back = self.rules.surrendered(position.stake, self.house.rounding)
        self._write_off(position, "half", back, rule.cite, Sentence(N_("The hand is given up for part of its stake.")))
        hand.state = OVER
        self._go_on()

    def _draw_all(self, drawn: tuple[Card, ...]) -> None:
        if self._only_burned(drawn):
            self._burn_for_war(drawn)
            return
        faces, self._burn_names = self._apart(drawn)
        try:
            super()._draw_all(faces)
        finally:
            self._burn_names = []

    def _only_burned(self, drawn: tuple[Card, ...]) -> bool:
        """Whether a list tells what is burned before a card and nothing else: unseen, or more than can be face up."""
        if len(drawn) != self.rules.war.burn or not self._burn_is_due() or self._why_no_card() is not None:
            return False
        return set(drawn) == {UNSEEN} or len(drawn) > self._faces_due()

    def _apart(self, drawn: tuple[Card, ...]) -> tuple[tuple[Card, ...], list[Card]]:
        """The cards of a list that are dealt face up, and those that it says were burned before them.

        The burned cards may be written: then unseen ones are among them, or there are more cards than the wars that are
        due can take face up.
        """
        burn = self.rules.war.burn
        if not self._burn_is_due() or len(drawn) % (burn + 1) or self._why_no_card() is not None:
            return drawn, []
        if UNSEEN not in drawn and len(drawn) <= self._faces_due():
            return drawn, []
        self.shoe.verify([one for one in drawn if one is not UNSEEN], self.rules.shoe.cite)
        burned = [one for place, one in enumerate(drawn) if place % (burn + 1) != burn]
        return drawn[burn :: burn + 1], burned

    def _faces_due(self) -> int:
        """How many cards can be dealt face up before somebody must decide."""
        if self.rules.war.bank_card == "shared":
            return 1 + sum(hand.war_card is None for hand in self._at_stake())
        faces = 0
        for hand in self.hands:
            if hand.state == TIED:
                break
            faces += 0 if hand.state == OVER else 1 if hand.war_card is not None else 2
        return faces

    def _burn_is_due(self) -> bool:
        """Whether cards must be burned before the next one."""
        at_war = any(hand.state == AT_WAR for hand in self._at_stake())
        return at_war and not self._war_burned and self.rules.war.burn > 0

    def _draw(self, one: Card) -> None:
        if self._burn_is_due():
            number = self.rules.war.burn
            named, self._burn_names = self._burn_names[:number], self._burn_names[number:]
            self._burn_for_war(tuple(named))
        super()._draw(one)

    def _burn_for_war(self, named: tuple[Card, ...]) -> None:
        number = self.rules.war.burn
        self._burn_cards(named, number)
        self._war_burned = True
        said = Sentence(N_("Burned before the card: {number}."), number=number)
        cards = tuple(map(str, named)) or None
        self._say("burn", said, cite=self.rules.war.cite, number=number, cards=cards)

    def _shoe_call(self, word: str, action: Call) -> None:
        if word == BURN and self.phase == WAR:
            self._call_war_burn(action)
            return
        super()._shoe_call(word, action)
        self._burn_called |= word == BURN

    def _call_war_burn(self, action: Call) -> None:
        number, cite = self.rules.war.burn, self.rules.war.cite
        named = self._detail_cards(dict(action.details), "call", ("call", "card", "cards"))
        if not self._burn_is_due() or self._why_no_card() is not None:
            raise Refused(N_("No card is burned now."), cite=cite)
        if named and len(named) != number:
            words = N_("{number} cards are burned before each card of a war, not {written}.")
            raise Refused(words, cite=cite, number=number, written=len(named))
        self._burn_for_war(named)

    def _war_card(self, drawn: Card) -> None:
        self._war_burned = False
        fighting = [hand for hand in self._at_stake() if hand.state == AT_WAR]
        hand = next((hand for hand in fighting if hand.war_card is None), None)
        if hand is not None:
            hand.war_card = drawn
            self._say_card(hand.player, drawn, hand.box)
            self._look_at_shoe()
            return
        self._say_card(BANK, drawn)
        for hand in fighting:
            hand.bank_card = drawn
            self._settle_war(hand, drawn)
        self._go_on()

    def _settle_war(self, hand: Hand, bank: Card) -> None:
        """Both stakes win, a tie included, which brings a bonus besides; or both lose."""
        rule = self.rules.war
        assert hand.war_card is not None
        ahead = self.rules.value(hand.war_card) - self.rules.value(bank)
        verdict = self.rules.verdict("raise", ahead)
        why = Sentence(N_("War: {card} against {bank}."), card=hand.war_card, bank=bank)
        first = self._stakes[hand.player, self.cloth.main]
        for position in self._stakes_of(hand):
            self._decided(position, verdict, why, rule.cite)
        if ahead == 0:
            bonus = self.rules.bonus(first.stake, self.house.rounding)
            self._award(hand.player, BONUS, first.on, bonus, rule.cite, why)
        hand.state = OVER

    def _show_cut_card(self) -> None:
        """Between two plays the cards are shuffled at once; a play under way is finished first."""
        super()._show_cut_card()
        if self.phase == OPEN and self.closed is None:
            self._shuffle()

    def _shuffle(self) -> None:
        super()._shuffle()
        self._burn_called = False

    def _lying_cards(self) -> Iterator[Card]:
        for hand in self.hands:
            if hand.state != OVER:
                yield from hand.cards
        if self.bank is not None:
            yield self.bank

    def _look_at_shoe(self) -> None:
        """Where the next card is missing, what the document says is done at once."""
        needed = 1 + (self.rules.war.burn if self._burn_is_due() else 0)
        if self.shoe.left >= needed or self._why_no_card() is not None:
            return
        if self.phase == OPEN:
            self._shuffle()
            return
        found = "seen" if self.cut_card_seen else "missing"
        name, ruling = next((n, r) for n, r in self.rules.irregular.items() if r.separator == found)
        self._end_shoe(ruling)
        self._say_ruling(name, ruling)

    def _burn_late(self, ruling: WarRuling) -> None:
        self._late_burn = None
        number = ruling.number or 0
        self._burn_cards((), number)
        said = Sentence(N_("Burned at the end of the first play: {number}."), number=number)
        self._say("burn", said, cite=ruling.cite, number=number)

    def _void(self, cite: str) -> None:
        """What is not decided in this play goes back."""
        for hand in self.hands:
            for position in self._stakes_of(hand):
                self._give_back(position, "void", cite)
            hand.state = OVER

    def _end_shoe(self, ruling: WarRuling) -> None:
        """The shoe has not the cards that the play needs: it is void, or waits for the new shoe."""
        if ruling.bets == "stand":
            self._reshuffle_discards()
            self.cut_card_seen = self._burned = False
            return
        self._void(ruling.cite)
        self.shoe.pass_over(self.shoe.left)
        self._finish()
