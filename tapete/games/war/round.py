"""The round of War: the contract of every table, and the irregular plays that the document rules on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapete.games.war.hands import TIED
from tapete.games.war.play import WAR, PlayRound
from tapete.games.war.rules import ANSWERS
from tapete.table import money
from tapete.table.banked import ABOUT_A_BET, OPEN, SANCTION
from tapete.table.cards import UNSEEN
from tapete.table.errors import BadRecord, Refused
from tapete.table.round import CHANCE, CROUPIER, Offer
from tapete.table.words import N_

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Self

    from tapete.games.war.rules import WarRuling
    from tapete.table.actions import Irregular
    from tapete.table.cards import Card
    from tapete.table.round import Line


class WarRound(PlayRound):
    """A table of War.

    >>> from tapete.games import table
    >>> from tapete.table.actions import Bet, Chance, Decision
    >>> round = table("cl-2023/war")
    >>> _ = round.play([Bet("ana", "war", (), 100), Chance("cards", ("8d", "8c"))])
    >>> round.turn(), [offer.word for offer in round.legal("ana") if offer.verb == "do"]
    (('ana',), ['war', 'surrender'])
    >>> _ = round.play([Decision("ana", "war"), Chance("cards", ("Qh", "9s"))])
    >>> [(line.bet, line.stake, line.result, line.returned) for line in round.settlement().lines]
    [('war', 100, 'win', 200), ('apuesta-de-guerra', 100, 'win', 200)]
    """

    def _again(self) -> Self:
        return type(self)(self.rules, self.cloth, self._settings)

    def __str__(self) -> str:
        rows = [f"{self.game} · {self.phase} · {self.bank or '-'} · {self.shoe.left}"]
        for hand in self.hands:
            against = f" / {hand.bank_card}" if hand.bank_card is not None else ""
            held = " ".join(map(str, hand.cards)) or "-"
            rows.append(f"  {hand.box} {hand.player}: {held}{against} {hand.state}")
        rows += [f"  {p.player}: {p.bet} {money.shown(p.stake + p.excess)}" for p in self.standing]
        return "\n".join(rows)

    def svg(self) -> str:
        """The felt with what lies on it."""
        from tapete.games.war.felt import felt

        return felt(self)

    def seated(self) -> dict[int, str]:
        """Who sits at which box: by the table's seats, by the play on show, or by a stake that lies there."""
        playing = self._dealt_to if self.hands else {}
        return dict(enumerate(self.house.seats, start=1)) | playing | self.boxes

    def decided(self) -> tuple[Line, ...]:
        """The lines of the play whose cards are on show."""
        return tuple(self.lines[self._lines_before :]) if self.hands else ()

    def turn(self) -> tuple[str, ...]:
        """Everybody while bets are open; then the shoe, and whoever must choose between war and surrender."""
        if self.closed is not None:
            return ()
        card = (CHANCE,) if self._why_no_card() is None else ()
        if self.phase == OPEN:
            return ("", CROUPIER, *card)
        return (*card, *(hand.player for hand in self.hands if hand.state == TIED))

    def legal(self, who: str | None = None) -> tuple[Offer, ...]:
        """What may be done now, with bounds."""
        if self.closed is not None:
            return ()
        offers: list[Offer] = []
        if self.phase == OPEN:
            offers += [*self._bet_offers(who or ""), *self._stake_offers()]
        else:
            offers += self._choice_offers()
        offers += self._call_offers()
        if self._why_no_card() is None:
            offers.append(self._card_offer())
        if who is not None:
            offers = [offer for offer in offers if offer.who in ("", who)]
        return tuple(offers)

    def _choice_offers(self) -> Iterator[Offer]:
        for hand in self.hands:
            if hand.state == TIED:
                for word, cite in zip(ANSWERS, (self.rules.war.cite, self.rules.surrender.cite), strict=True):
                    yield Offer("do", word, hand.player, cite=cite)

    def _irregular(self, action: Irregular) -> None:
        ruling = self.rules.irregular.get(action.irregular)
        if ruling is None or ruling.effect in (*ABOUT_A_BET, SANCTION, "note"):
            self._irregular_of_any_table(action)
            return
        named = self._verified(action, ruling)
        if ruling.effect == "no-card":
            self._skip(action.player or "", ruling)
        elif ruling.effect == "late-burn":
            self._forget_burn(ruling)
        elif ruling.effect == "burn":
            self._must(self._why_no_card())
            self._burn_cards(named)
        elif ruling.effect == "stuck":
            self._must(self._why_no_card())
            self._burn_stuck(ruling, named)
        else:
            self._shoe_has_ended(ruling)
        player = {"player": action.player} if action.player else {}
        self._say_ruling(action.irregular, ruling, **player, **({"cards": tuple(map(str, named))} if named else {}))
        self._look_at_shoe()

    def _must(self, refusal: Refused | None) -> None:
        if refusal is not None:
            raise refusal

    def _irregular_of_any_table(self, action: Irregular) -> None:
        ruling = self._ruling(action)
        if ruling.effect in ABOUT_A_BET:
            self._irregular_bet(action, ruling)
            return
        if ruling.effect == SANCTION:
            self._sanction(action.player or "", ruling)
        self._say_ruling(action.irregular, ruling, **({"player": action.player} if action.player else {}))

    def _verified(self, action: Irregular, ruling: WarRuling) -> tuple[Card, ...]:
        """The cards that an irregular play names; its fields must be those that its effect can use."""
        name = action.irregular
        if action.bet or action.stake is not None or action.on:
            raise BadRecord(N_("The irregular play {name} is not about one bet."), name=name)
        if ruling.effect == "no-card" and action.player is None:
            raise BadRecord(N_("The irregular play {name} takes the field player."), name=name)
        if action.player is not None and ruling.effect not in ("no-card", "burn", "stuck"):
            raise BadRecord(N_("The irregular play {name} is not about one bet."), name=name)
        if action.player is not None and action.player not in self.boxes.values():
            raise Refused(N_("{player} has no bet on the table."), cite=ruling.cite, player=action.player)
        known = ("card", "cards") if ruling.effect in ("burn", "stuck") else ()
        named = self._detail_cards(dict(action.details), "irregular", ("irregular", "player", *known))
        if ruling.effect == "stuck" and len(named) == 1:
            raise BadRecord(N_("The irregular play {name} names the cards that stuck together."), name=name)
        self.shoe.verify([one for one in named if one is not UNSEEN], self.rules.shoe.cite)
        return named

    def _skip(self, player: str, ruling: WarRuling) -> None:
        """A player with a stake got no card: the hand is out of this play."""
        if self.phase == WAR:
            raise Refused(N_("This hand has cards."), cite=ruling.cite)
        if self.phase == OPEN:
            self._begin_deal()
        drawn = [hand.card for hand in self.hands if hand.card is not None]
        left_out = next(hand for hand in self.hands if hand.player == player)
        self.hands.remove(left_out)
        if ruling.bets == "returned":
            for position in [p for p in self.standing if p.player == player]:
                self._give_back(position, "void", ruling.cite)
        if not self.hands:
            self._finish()
        elif left_out.card is not None:
            self._deal_again(drawn)

    def _deal_again(self, drawn: list[Card]) -> None:
        """A player who was left out seemed to have a card: what has been drawn went to the others and the bank."""
        for hand in self.hands:
            hand.card = None
        for one in drawn:
            self._deal_card(one)

    def _forget_burn(self, ruling: WarRuling) -> None:
        """The cards before the first play were not burned: they are when it is over."""
        just_over = self.phase == OPEN and bool(self.hands) and self.pase == self.first_pase_of_shoe + 1
        in_time = self.pase == self.first_pase_of_shoe or just_over
        if not in_time or self._burn_called or self._late_burn is not None:
            raise Refused(N_("No burn was forgotten in this play."), cite=ruling.cite)
        if self._burned:
            self.shoe.left += self.rules.shoe.burn
        self._burned = True
        if just_over:
            self._burn_called = True
            self._burn_late(ruling)
        else:
            self._late_burn = ruling

    def _burn_stuck(self, ruling: WarRuling, named: tuple[Card, ...]) -> None:
        """Cards came out together: they are burned, and with them what the ruling says."""
        if ruling.burns == "stuck":
            self._burn_cards(named, 2)
            return
        if self.phase == OPEN:
            self._begin_deal()
        self._burn_cards(named, 2)
        self._void(ruling.cite)
        if ruling.burns == "shoe":
            self.shoe.pass_over(self.shoe.left)
        self._finish()

    def _shoe_has_ended(self, ruling: WarRuling) -> None:
        if self.phase == OPEN:
            raise Refused(N_("No play is under way."), cite=ruling.cite)
        if ruling.separator == "missing" and self.cut_card_seen:
            raise Refused(N_("The cut card has come in this shoe."), cite=ruling.cite)
        if ruling.separator == "seen" and not self.cut_card_seen and self._has_cut_card():
            self._show_cut_card()
        self._end_shoe(ruling)
