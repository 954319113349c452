"""The round of Black Jack: the contract of every table, and the irregular plays that the document rules on."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tapete.games.blackjack.betting import DEAL, NO_MORE_INSURANCE
from tapete.games.blackjack.boxes import ASKED, GONE, STANDS, WAITS, Hand
from tapete.games.blackjack.decisions import DecisionRound
from tapete.games.blackjack.play import BANK, PLAY, TIE
from tapete.table import money
from tapete.table.actions import Decision
from tapete.table.banked import ABOUT_A_BET, OPEN, SANCTION, decision_word
from tapete.table.cards import UNSEEN, cards
from tapete.table.errors import BadRecord, Refused
from tapete.table.limits import positive
from tapete.table.round import CHANCE, CROUPIER, Offer, Position
from tapete.table.terms import DECISIONS
from tapete.table.words import N_, Sentence

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Self

    from tapete.games.blackjack.rules import BlackjackGame, BlackjackRuling, Cloth
    from tapete.table.actions import Bet, Call, Irregular, Place
    from tapete.table.cards import Card
    from tapete.table.round import Line

ON_BETS = ("raise", "lower", "take-down", "refuse")
ABOUT_CARDS = ("burn", "burn-after-play", "burn-bank", "refused-card", "stuck", "reorder", "plays")
ABOUT_A_HAND = ("refused-card", "void-hand")
_OTHER_WORDS = {
    "desempate": "tie-break",
    "retiro": "surrender",
    "retirarse": "surrender",
    "rendirse": "surrender",
    "fold": "surrender",
    "seguro": "insurance",
    "doblar": "double",
    "separar": "split",
    "plantarse": "stand",
    "pedir": "hit",
    "pedir-carta": "hit",
    "abrir": "split",
    "a-la-par": "even-money",
    "quemar": "burn",
}
_WORDS_OF_A_TIE = {
    "play": "tie-break",
    "call": "tie-break",
    "war": "tie-break",
    "raise": "tie-break",
    "bet": "tie-break",
    "double": "tie-break",
    "fold": "decline",
    "leave": "decline",
}


class BlackjackRound(DecisionRound):
    """A Black Jack table.

    >>> from tapete.games import table
    >>> from tapete.table.actions import Bet, Chance, Decision
    >>> round = table("bo-2025/black-jack/clasico")
    >>> _ = round.play([Bet("ana", "apuesta", (), 100), Chance("cards", ("6h", "9h", "5c"))])
    >>> round.turn(), [offer.word for offer in round.legal("ana") if offer.verb == "do"]
    (('ana',), ['hit', 'stand', 'double', 'surrender'])
    >>> _ = round.play([Decision("ana", "double"), Chance("cards", ("10d", "10c"))])
    >>> [(line.bet, line.stake, line.result, line.returned) for line in round.settlement().lines]
    [('apuesta', 200, 'win', 400)]
    """

    def __init__(self, game: BlackjackGame, cloth: Cloth, table: dict[str, Any] | None = None) -> None:
        super().__init__(game, cloth, table)
        self.stuck: tuple[Card, ...] = ()

    def _again(self) -> Self:
        return type(self)(self.rules, self.cloth, self._settings)

    def __str__(self) -> str:
        bank = " | ".join(" ".join(map(str, bank.cards)) or "-" for bank in self.bank) or "-"
        rows = [f"{self.game} · {self.phase} · {bank} · {self.shoe.left}"]
        for hand in self.hands:
            held = " ".join(map(str, hand.cards)) or "-"
            rows.append(f"  {'-'.join(map(str, hand.place))} {hand.owner}: {held} ({hand.points}) {hand.state}")
        rows += [
            f"  {p.player}: {' '.join(map(str, (p.bet, *p.on)))} {money.shown(p.stake + p.excess)}"
            for p in self.standing
        ]
        return "\n".join(rows)

    def seated(self) -> dict[int, str]:
        """Who sits at which box: by the table's seats, by the play on show, or by a stake that lies there."""
        playing = self._dealt_to if self.on_show else {}
        stakes = {box.number: box.owner for box in self.boxes.values()}
        return dict(enumerate(self.house.seats, start=1)) | playing | stakes

    def decided(self) -> tuple[Line, ...]:
        """The lines of the play whose cards are on show."""
        return tuple(self.lines[self._lines_before :]) if self.on_show else ()

    def turn(self) -> tuple[str, ...]:
        """Everybody while bets are open; then whoever must decide or the shoe, and whoever may insure or withdraw."""
        if self.closed is not None:
            return ()
        if self.stuck:
            return (self._chooser(),)
        if self.phase == OPEN:
            return ("", CROUPIER, CHANCE) if self._why_no_card() is None else ("", CROUPIER)
        card_due = self._why_no_card() is None
        first = CHANCE if card_due else (self.ties[0] if self.phase == TIE else self.hands[self.at]).owner
        others = (offer.who for offer in self._side_offers())
        return tuple(dict.fromkeys((first, *others)))

    def legal(self, who: str | None = None) -> tuple[Offer, ...]:
        """What may be done now, with bounds."""
        if self.closed is not None:
            return ()
        if self.stuck:
            offers = self._stuck_offers()
        else:
            offers = self._open_offers(who or "") if self.phase == OPEN else self._decision_offers()
            offers += self._call_offers()
            if self.shoe.left and self._why_no_card() is None:
                offers.append(self._card_offer())
        if who is not None:
            offers = [offer for offer in offers if offer.who in ("", who)]
        return tuple(offers)

    def _open_offers(self, player: str) -> list[Offer]:
        return [*self._bet_offers(player), *self._stake_offers(), *self._refuse_offers()]

    def _call_offers(self) -> list[Offer]:
        offers = super()._call_offers()
        if self._insurance_open:
            offers.append(Offer("call", NO_MORE_INSURANCE, CROUPIER, cite=self._cite_of_insurance()))
        return offers

    def _decision_offers(self) -> list[Offer]:
        offers = []
        if self._why_no_card() is not None:
            hand = self.ties[0] if self.phase == TIE else self.hands[self.at]
            offers = [self._offer(word, hand) for word in self._choices(hand) if word != "surrender"]
        return [*offers, *self._side_offers()]

    def _offer(self, word: str, hand: Hand) -> Offer:
        rules = self.rules
        facts = {"double": rules.double, "split": rules.split}.get(word)
        cite = facts.cite if facts is not None else rules.cite
        if word == "double" and rules.double is not None and rules.double.amount != "equal":
            least, most = self.double_span(hand)
            lying = hand.stakes[0].stake
            return Offer("do", word, hand.owner, minimum=lying + least, maximum=lying + most, cite=cite)
        return Offer("do", word, hand.owner, cite=cite)

    def _side_offers(self) -> Iterator[Offer]:
        """What a player may decide whether or not it is the player's turn."""
        if self.phase == PLAY:
            for hand in self.hands:
                if hand.state in (WAITS, ASKED) and self._why_no_surrender(hand) is None:
                    cite = self.rules.surrender.cite if self.rules.surrender else None
                    yield Offer("do", "surrender", hand.owner, (() if hand.state == ASKED else hand.place,), cite=cite)
        if self.phase not in (PLAY, BANK):
            return
        for player in dict.fromkeys(p.player for p in self.standing):
            cite = self._cite_of_insurance()
            for position in self._insurable_stakes(player):
                place, most = self.insurance_place(position), self.insurance_most(position)
                yield Offer("do", "insurance", player, (place,), 1, most, cite=cite)
            for hand in self._even_money_hands(player):
                cite = self.rules.even_money.cite if self.rules.even_money else cite
                yield Offer("do", "even-money", player, (hand.place,), cite=cite)

    def svg(self) -> str:
        """The felt with what lies on it."""
        from tapete.games.blackjack.felt import felt

        return felt(self)

    def _bet(self, action: Bet) -> None:
        name = self.cloth.names.find(action.bet)
        if name == self.cloth.insurance:
            positive(action.stake, self.rules.bets[name].cite)
            self._insure(action.player, action.on, action.stake)
        elif name == self.cloth.tie_break:
            self._break_tie(self._tied(action.player, action.on), action.stake)
        else:
            super()._bet(action)

    def _decide(self, action: Decision) -> None:
        action = replace(action, do=self._word(action.do))
        if self.stuck:
            self._choose_stuck(action)
        elif action.do in ON_BETS:
            self._decide_on_bets(action)
        else:
            self._decide_in_play(replace(action, on=self._hand_meant(action.on)))
        self._when_shoe_is_empty()

    def _word(self, written: str) -> str:
        """A decision's id, whatever way it was written; while a tie is broken yes and no have more words."""
        do = written if written in DECISIONS else decision_word(written)
        if self.phase == TIE and do in _WORDS_OF_A_TIE:
            return _WORDS_OF_A_TIE[do]
        return _OTHER_WORDS.get(do, do)

    def _hand_meant(self, on: Place) -> Place:
        """The place of a hand, where a decision names it by the bet that lies there or by a capital letter."""
        if on and self.cloth.main is not None and self.cloth.names.known(on[0]) == self.cloth.main:
            on = on[1:]
        return tuple(item.lower() if isinstance(item, str) else item for item in on)

    def _decide_in_play(self, action: Decision) -> None:
        handlers = {
            "hit": self._hit,
            "stand": self._stand,
            "double": self._double,
            "split": self._split,
            "surrender": self._surrender,
            "even-money": self._even_money,
            "decline": self._decline,
        }
        if action.do in ("insurance", "tie-break"):
            if action.do == "insurance":
                self._insure(action.player, action.on, self._amount(action, 0))
            else:
                self._decide_tie(action)
        elif action.do in handlers:
            if action.do in ("hit", "stand"):
                self._plain(action)
            handlers[action.do](action)
        else:
            self._nothing_to_decide(action)

    def _call(self, action: Call) -> None:
        if self._call_word(action) == NO_MORE_INSURANCE and self.cloth.insurance is not None:
            if action.details:
                raise BadRecord(
                    N_("The call {call} takes no field {field}."), call=action.call, field=action.details[0][0]
                )
            self._close_insurance()
        else:
            super()._call(action)

    def _why_no_card(self) -> Refused | None:
        if self.stuck:
            return Refused(
                N_("{player} must first say which of the stuck cards is burned."),
                cite=self.rules.shoe.cite,
                player=self._chooser(),
            )
        return super()._why_no_card()

    def _irregular(self, action: Irregular) -> None:
        ruling = self.rules.irregular.get(action.irregular)
        effect = ruling.effect if ruling is not None else None
        if ruling is None or effect in (*ABOUT_A_BET, SANCTION, "note"):
            self._general(action)
            return
        if effect == "refused-card" and action.player is None and self.phase == PLAY:
            action = replace(action, player=self.hands[self.at].owner)
        self._verify_fields(action, ruling)
        if self.stuck:
            self._must(self._why_no_card())
        named = self._detail_cards(
            dict(action.details), "irregular", ("irregular", "player", "on", "card", "cards", "burn")
        )
        if effect in ("burn", "burn-after-play", "burn-bank"):
            self._burn_irregular(ruling, named)
        elif effect == "refused-card":
            self._refused_card(action, ruling, named)
        elif effect == "stuck":
            self._stuck_cards(action, ruling, named)
        elif effect in ("reorder", "plays"):
            if named:
                self._draw_all(named)
        elif effect == "void-hand":
            self._void_hand(action, ruling)
        elif effect == "exclude":
            self._exclude(action.player or "", ruling)
        else:
            self._shoe_ends(ruling)
        more = {"player": action.player} if action.player else {}
        self._say_ruling(action.irregular, ruling, **more, **({"cards": tuple(map(str, named))} if named else {}))
        self._when_shoe_is_empty()

    def _verify_fields(self, action: Irregular, ruling: BlackjackRuling) -> None:
        """The fields of an irregular play must be those that its effect can use."""
        name, effect = action.irregular, ruling.effect
        if action.bet or action.stake is not None:
            raise BadRecord(N_("The irregular play {name} is not about one bet."), name=name)
        if effect in (*ABOUT_A_HAND, "exclude"):
            if action.player is None:
                raise BadRecord(N_("The irregular play {name} takes the field player."), name=name)
        elif action.on or (action.player and effect not in ABOUT_CARDS):
            raise BadRecord(N_("The irregular play {name} is not about one bet."), name=name)
        elif action.player and action.player not in {position.player for position in self.standing}:
            said = N_("{player} has no bet on the table.")
            raise Refused(said, cite=ruling.cite, player=action.player)
        known = ("card", "cards", "burn") if effect == "stuck" else ("card", "cards") if effect in ABOUT_CARDS else ()
        strays = tuple((key, value) for key, value in action.details if key not in known)
        self._no_details(strays, "irregular", ("irregular", "player", "on", *known))

    def _general(self, action: Irregular) -> None:
        """What every banked table knows: bets outside the limits or too late, faults, and what only needs saying."""
        ruling: Any = self._ruling(action)
        if ruling.effect in ABOUT_A_BET:
            self._irregular_bet(action, ruling)
        elif ruling.effect == SANCTION:
            self._sanction(action.player or "", ruling)
            self._say_ruling(action.irregular, ruling, player=action.player)
        else:
            self._say_ruling(action.irregular, ruling)

    def _irregular_bet(self, action: Irregular, ruling: BlackjackRuling) -> None:
        assert action.player is not None and action.bet is not None and action.stake is not None
        name = self.cloth.names.find(action.bet)
        if self.rules.bets[name].group not in ("main", "side"):
            raise Refused(N_("{bet} is not put down before the cards."), cite=ruling.cite, bet=name)
        positive(action.stake, self.rules.limits.cite)
        box, spot = self._resolve(action.player, name, action.on)
        if ruling.effect == "late-bet":
            self._late_bet(action, name, ruling)
        elif ruling.effect != "no-bet":
            self._unnoticed(action, name, (box, spot), ruling)
        self._say_ruling(action.irregular, ruling, player=action.player, bet=name, stake=action.stake)

    def _late_bet(self, action: Irregular, name: str, ruling: BlackjackRuling) -> None:
        if self.phase == OPEN:
            raise Refused(N_("Bets are still open: this bet is not late."), cite=ruling.cite)
        assert action.player is not None and action.stake is not None
        position = Position(action.player, name, action.on, action.stake, None)
        self._stake(position)
        self.standing.remove(position)
        self._settle(position, *self._back(position, "void"), ruling.cite)

    def _unnoticed(self, action: Irregular, name: str, place: tuple[int, int], ruling: BlackjackRuling) -> None:
        """A bet outside the limits that nobody noticed: it plays as the ruling says."""
        if self.phase != OPEN:
            raise Refused(
                N_("Bets are closed: a bet outside the limits is written where it was placed, before the call."),
                cite=ruling.cite,
            )
        assert action.player is not None and action.stake is not None
        player, stake = action.player, action.stake
        self._verify_admitted(player)
        self._must(self._why_no_bet(player, name, place[0]))
        bounds, own = self.house.bounds[name], self._own(player, name, *place)
        if ruling.effect == "under-minimum":
            if own + stake >= max(bounds.minimum, self._least(player, name, place[0])):
                raise Refused(N_("A stake of {stake} is not below the minimum."), cite=ruling.cite, stake=own + stake)
            self._put(player, name, *place, action.on, stake)
            unnoticed = self._position(player, name, *place)
            if unnoticed is not None:
                unnoticed.counter = 1
            return
        if bounds.maximum is None or own + stake <= bounds.maximum:
            raise Refused(N_("A stake of {stake} is not above the maximum."), cite=ruling.cite, stake=own + stake)
        plays = max(bounds.maximum - own, 0)
        self._put(player, name, *place, action.on, plays, excess=stake - plays)

    def _burn_irregular(self, ruling: BlackjackRuling, named: tuple[Card, ...]) -> None:
        """Cards that nobody was to get leave play."""
        if ruling.effect == "burn-after-play" and (self.phase != OPEN or self.boxes or not self.hands):
            raise Refused(N_("No play has just ended: no card is one too many."), cite=ruling.cite)
        if ruling.effect == "burn-bank" and not self._bank_has_finished():
            raise Refused(
                N_("The bank has not reached its total: a card for it is not one too many."), cite=ruling.cite
            )
        self._burn_cards(named)

    def _bank_has_finished(self) -> bool:
        """Whether the bank's last hand with more than its first card must stand."""
        drawn = [bank for bank in self.bank if len(bank.cards) > 1]
        return bool(drawn) and not self.rules.bank_draws(*drawn[-1].score)

    def _refused_card(self, action: Irregular, ruling: BlackjackRuling, named: tuple[Card, ...]) -> None:
        """A card that a player says was not asked for: it is burned, and the hand goes on or may draw no more."""
        hand = self.due or (self.hands[self.at] if self.phase == PLAY else None)
        if hand is None or self.phase != PLAY or hand.owner != action.player or not hand.answers_to(action.on):
            raise Refused(
                N_("{player} is not the one who is asking for cards."), cite=ruling.cite, player=action.player
            )
        if len(hand.cards) < 2 or hand.last_card:
            raise Refused(N_("This card comes to the hand without being asked for."), cite=ruling.cite)
        self._burn_cards(named)
        if ruling.hand_ends:
            self._end_hand(hand, STANDS)
        else:
            hand.state = WAITS
        self._advance()

    def _chooser(self) -> str:
        """The player to whom the next card goes; empty when it goes to the bank."""
        if self.phase == OPEN:
            return self.boxes[min(self.boxes)].owner if self.boxes else ""
        target = self._queue[self._dealt] if self.phase == DEAL else self.due
        return target.owner if isinstance(target, Hand) else ""

    def _stuck_cards(self, action: Irregular, ruling: BlackjackRuling, named: tuple[Card, ...]) -> None:
        """Cards that came out together: the player who was to get one chooses which are burned."""
        self._must(self._why_no_card())
        if len(named) < 2 or UNSEEN in named:
            raise BadRecord(N_("The irregular play {name} names the cards that stuck together."), name=action.irregular)
        self.shoe.verify(named, self.rules.shoe.cite)
        burned = cards(dict(action.details).get("burn", ()))
        left = list(named)
        for one in burned:
            if one not in left:
                raise BadRecord(N_("{card} is not one of the cards that stuck together."), card=one)
            left.remove(one)
        if not left:
            raise BadRecord(N_("One of the stuck cards stays in play."))
        chooser = self._chooser()
        if action.player is not None and action.player != chooser:
            raise Refused(
                N_("The card was for {who}, not for {player}."),
                cite=ruling.cite,
                who=chooser or CROUPIER,
                player=action.player,
            )
        if len(left) > 1 and not chooser:
            burned = named if ruling.bank_card == "all-burned" else (*burned, *left[1:])
            left = [] if ruling.bank_card == "all-burned" else left[:1]
        if self.phase == OPEN and self._idle is None:
            self._begin_deal()
        if burned:
            self._burn_cards(burned)
        self._keep_stuck(tuple(left))

    def _keep_stuck(self, left: tuple[Card, ...]) -> None:
        if len(left) > 1:
            self.stuck = left
            return
        self.stuck = ()
        if left:
            self._draw(left[0])

    def _stuck_offers(self) -> list[Offer]:
        places = tuple((str(one),) for one in dict.fromkeys(self.stuck))
        return [Offer("do", "burn", self._chooser(), places, cite=self.rules.shoe.cite)]

    def _choose_stuck(self, action: Decision) -> None:
        if action.do not in ("burn", "discard") or action.player != self._chooser():
            self._must(self._why_no_card())
        self._plain(action)
        burned, left = cards(action.on), list(self.stuck)
        for one in burned:
            if one in left:
                left.remove(one)
        if not burned or len(left) != len(self.stuck) - len(burned) or not left:
            raise BadRecord(N_("Say which card is burned, in the field on: {cards}."), cards=list(self.stuck))
        self._burn_cards(burned)
        self._keep_stuck(tuple(left))

    def _void_hand(self, action: Irregular, ruling: BlackjackRuling) -> None:
        """A hand that got no card does not play: its stakes go back."""
        if self.phase == OPEN:
            self._must(self._why_no_deal())
        mine = [box for box in self.boxes.values() if box.owner == action.player and box.stakes]
        if not mine:
            raise Refused(N_("{player} has no bet on the table."), cite=ruling.cite, player=action.player)
        if action.on:
            mine = [box for box in mine if action.on == (box.number,)]
        if len(mine) != 1:
            raise Refused(
                N_("Say which hand of {player} got no card, in the field on."), cite=ruling.cite, player=action.player
            )
        if self.phase != OPEN and not self._may_be_left_out(mine[0].hands[0]):
            raise Refused(N_("This hand has cards."), cite=ruling.cite)
        if self.phase == OPEN:
            self._begin_deal()
        (hand,) = mine[0].hands
        for position in (*hand.stakes, *mine[0].sides.values()):
            self.standing.remove(position)
            self._settle(position, *self._back(position, "void"), ruling.cite)
        hand.stakes, mine[0].stakes, mine[0].sides, hand.state = [], {}, {}, GONE
        self.hands.remove(hand)
        if self.hands:
            self._deal_without(hand)
        else:
            self._finish()

    def _exclude(self, player: str, ruling: BlackjackRuling) -> None:
        """A player is excluded at once: no further bet, what lies on the table being played out."""
        if player in self._excluded:
            raise Refused(N_("{player} is excluded from play."), cite=ruling.cite, player=player)
        self._excluded[player] = (self.pase, ruling.cite)
        said = Sentence(N_("{player} is excluded from play."), player=player)
        self._say("excluded", said, cite=ruling.cite, player=player)

    def _shoe_ends(self, ruling: BlackjackRuling) -> None:
        if self.phase == OPEN:
            raise Refused(N_("No play is under way."), cite=ruling.cite)
        self._end_without_cards(ruling.pays == "naturals", ruling.cite)
