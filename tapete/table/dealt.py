"""A table that deals from a shoe: cards in the order in which they leave it, burns, cuts, and the end of the shoe.

Who gets a card is the game's business; this module draws it. A list of cards is taken whole or refused whole. What is
forced may be left out of a record: the burn before the first card, the cut card when its place is reached, the shuffle
after the play in which it came.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, Protocol

from tapete.table.actions import Chance, whole_number
from tapete.table.banked import OPEN, BankedRound, BankedRules
from tapete.table.cards import UNSEEN, Card, Shoe, ShoeHouse, ShoeRules, cards
from tapete.table.errors import BadRecord, Refused
from tapete.table.words import N_, Sentence

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Self

    from tapete.table.actions import Call
    from tapete.table.round import Offer

BURN, CUT, CUT_CARD, SHUFFLE = "quemar", "corte", "carta-de-corte", "barajar"
SHOE_CALLS = (BURN, CUT, CUT_CARD, SHUFFLE)
LAST_HANDS = "ultimas-manos"


class _Closing(Protocol):
    @property
    def most(self) -> int: ...
    @property
    def cite(self) -> str: ...


class DealtRules(BankedRules, Protocol):
    """What the rules of a game that is dealt from a shoe tell this module."""

    @property
    def shoe(self) -> ShoeRules: ...
    @property
    def closing(self) -> _Closing | None: ...


class DealtRound(BankedRound):
    """A round at a table with a shoe.

    A game says whether a card may come now (``_why_no_card``), where it goes (``_receive``), which cards lie on the
    table (``_lying_cards``) and how an equal, untouched table is opened (``_again``).
    """

    rules: DealtRules

    def __init__(self, game: str, rules: DealtRules, shoe: ShoeHouse) -> None:
        super().__init__(game, rules)
        self.shoe = Shoe(shoe.decks, rules.shoe.jokers)
        self.shoe_house = shoe
        self.cut_card_seen = False
        self.first_pase_of_shoe = 1
        self.hands_left: int | None = None
        self._sat: dict[int, str] = {}
        self._fresh = self._burned = self._in_list = False
        if shoe.left is None:
            self._fresh = True
        else:
            self._burned = True
            self.shoe.pass_over(self.shoe.size - shoe.left)

    @abstractmethod
    def _why_no_card(self) -> Refused | None:
        """Why no card may leave the shoe now; None when one may."""

    @abstractmethod
    def _receive(self, drawn: Card) -> None:
        """A card goes where it belongs. It has been verified that one may come."""

    @abstractmethod
    def _lying_cards(self) -> Iterable[Card]:
        """The cards that lie on the table in this play."""

    @abstractmethod
    def _again(self) -> Self:
        """An equal table at which nothing has happened yet."""

    def _sit(self, boxes: Mapping[int, str]) -> None:
        """Players keep their boxes: who plays on which is remembered for the next play."""
        players = set(boxes.values())
        self._sat = {box: who for box, who in self._sat.items() if who not in players} | dict(boxes)

    def _usual_box(self, player: str, free: Sequence[int]) -> int | None:
        """Of the free boxes the player's last one, otherwise the first that is not somebody else's last one."""
        mine = (box for box in free if self._sat.get(box) == player)
        nobodys = (box for box in free if box not in self._sat)
        return next((box for boxes in (mine, nobodys, free) for box in boxes), None)

    def _chance(self, action: Chance) -> None:
        if action.verb not in ("card", "cards"):
            raise Refused(
                N_("This game's chance is a {verb}, not a {other}."),
                cite=self.rules.shoe.cite,
                verb="card",
                other=action.verb,
            )
        drawn = cards(action.value)
        self._in_list = bool(self.actions) and isinstance(self.actions[-1], Chance)
        try:
            self._draw_all(drawn)
        finally:
            self._in_list = False

    def _draw_all(self, drawn: tuple[Card, ...]) -> None:
        """Cards one after the other, all of them or none."""
        if not drawn:
            raise BadRecord(N_("The field {field} is empty."), field="cards")
        refusal = self._why_no_card()
        if refusal is not None:
            raise refusal
        self.shoe.verify(drawn, self.rules.shoe.cite)
        self._in_list |= len(drawn) > 1
        for number, one in enumerate(drawn):
            if number:
                refusal = self._why_no_card()
                if refusal is not None:
                    self._rewind()
                    raise Refused(
                        N_("Only {taken} of the {number} cards can be taken now. {why}"),
                        cite=refusal.cite,
                        taken=number,
                        number=len(drawn),
                        why=refusal,
                    )
            self._draw(one)
        self._in_list = False

    def _draw(self, one: Card) -> None:
        if not self._burned:
            self._burn_before_play(())
        self._fresh = False
        self.shoe.take(one)
        self._receive(one)
        if self.shoe.left <= self.shoe_house.cut and not self.cut_card_seen and self._has_cut_card():
            self._show_cut_card()

    def _rewind(self) -> None:
        """Back to the state before a list that could not be taken whole: the record so far is all that there is."""
        fresh = self._again()
        for action in self.actions:
            fresh.apply(action)
        self.__dict__.update(fresh.__dict__)

    def _burn_cards(self, burned: tuple[Card, ...], number: int = 1) -> None:
        """Cards leave play: those that are named, or so many unseen ones."""
        seen = [one for one in burned if one is not UNSEEN]
        self.shoe.verify(seen, self.rules.shoe.cite)
        if not self._burned:
            self._burn_before_play(())
        for one in seen:
            self.shoe.take(one)
        self.shoe.pass_over((len(burned) or number) - len(seen))

    def _burn_before_play(self, burned: tuple[Card, ...]) -> None:
        rule = self.rules.shoe
        self._burned = True
        if rule.burn:
            self._burn_cards(burned, rule.burn)
            self._say(
                "burn",
                Sentence(N_("Burned before play: {number}."), number=rule.burn),
                cite=rule.cite,
                number=rule.burn,
                cards=tuple(map(str, burned)) or None,
            )

    def _has_cut_card(self) -> bool:
        return self.rules.shoe.cut is not None and not self.shoe_house.machine

    def _show_cut_card(self) -> None:
        self.cut_card_seen = True
        said = Sentence(N_("The cut card: this play is finished and then the cards are shuffled."))
        self._say("cut-card", said, cite=self.rules.shoe.cite)

    def _after_pase(self) -> None:
        """The end of a play for the shoe: the machine takes the cards back, or the shoe ends with its cut card."""
        if self.shoe_house.machine:
            self.shoe.fill()
        elif self.cut_card_seen or not self.shoe.left:
            self._shuffle()

    def _shuffle(self) -> None:
        """All cards again in a new order; the next play is the first of the shoe."""
        self.shoe.fill()
        self.cut_card_seen = self._burned = False
        self._fresh = True
        self.first_pase_of_shoe = self.pase
        self._say("shuffle", Sentence(N_("The cards are shuffled.")), cite=self.rules.shoe.cite)

    def _reshuffle_discards(self) -> None:
        """Shuffle what does not lie on the table, in the middle of a play."""
        self.shoe.fill(self._lying_cards())
        self._say("shuffle", Sentence(N_("The cards are shuffled.")), cite=self.rules.shoe.cite)

    def _shoe_call_offers(self) -> list[str]:
        """The calls about the shoe that may be made now."""
        words = []
        if self._fresh and not self._burned:
            words += [CUT, BURN] if self.rules.shoe.burn else [CUT]
        if self._why_no_cut_card() is None:
            words.append(CUT_CARD)
        if self.phase == OPEN:
            words.append(SHUFFLE)
        return words

    def _shoe_call(self, word: str, action: Call) -> None:
        details = dict(action.details)
        if word == BURN:
            self._call_burn(details)
        elif word == CUT:
            self._call_cut(details)
        elif word == CUT_CARD:
            self._no_details(action.details, "call", ("call",))
            refusal = self._why_no_cut_card()
            if refusal is not None:
                raise refusal
            self._show_cut_card()
        else:
            self._no_details(action.details, "call", ("call",))
            if self.phase != OPEN:
                raise Refused(N_("The cards are shuffled between two plays."), cite=self.rules.shoe.cite)
            self._shuffle()

    def _why_no_cut_card(self) -> Refused | None:
        cite = self.rules.shoe.cite
        if not self._has_cut_card():
            return Refused(N_("There is no cut card in this shoe."), cite=cite)
        if self._fresh or self.cut_card_seen:
            return Refused(N_("The cut card comes once, after the first card of the shoe."), cite=cite)
        return None

    def _call_burn(self, details: dict[str, Any]) -> None:
        rule = self.rules.shoe
        burned = self._detail_cards(details, "call", ("call", "card", "cards"))
        if not self._fresh or self._burned or not rule.burn:
            raise Refused(
                N_("Cards are burned once, before the first card of the shoe: {number}."),
                cite=rule.cite,
                number=rule.burn,
            )
        if burned and len(burned) != rule.burn:
            raise Refused(
                N_("{number} cards are burned before play, not {written}."),
                cite=rule.cite,
                number=rule.burn,
                written=len(burned),
            )
        self.shoe.verify([one for one in burned if one is not UNSEEN], rule.cite)
        self._burn_before_play(burned)

    def _call_cut(self, details: dict[str, Any]) -> None:
        """Somebody cuts: ``player`` who, ``at`` how many cards from one end."""
        rule = self.rules.shoe
        self._no_details(tuple(details.items()), "call", ("call", "player", "at"))
        if not self._fresh or self._burned:
            raise Refused(N_("The cards are cut before the first one is drawn."), cite=rule.cite)
        at = details.get("at")
        least = rule.player_cut or 1
        if at is not None and not least <= whole_number(at, "at") <= self.shoe.size - least:
            raise Refused(
                N_("The cut leaves at least {least} of the {size} cards at each end; {at} is not such a place."),
                cite=rule.cite,
                least=least,
                size=self.shoe.size,
                at=at,
            )
        said = Sentence(N_("The cards are cut."))
        self._say("cut", said, cite=rule.cite, player=details.get("player"), at=at)

    def _announce_last_hands(self, action: Call) -> None:
        """The call of the last hands: as many as it says, or as many as the document lets it say."""
        closing = self.rules.closing
        if closing is None:
            raise self._unknown_call(action)
        details = dict(action.details)
        number = details.pop("number", closing.most)
        self._no_details(tuple(details.items()), "call", ("call", "number"))
        if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= closing.most:
            raise BadRecord(N_("The last hands announced are 1 to {most}."), cite=closing.cite, most=closing.most)
        self._announce_last(number, LAST_HANDS)

    def _announce_last(self, number: int, word: str) -> None:
        """So many hands are still played; the one under way is not counted."""
        closing = self.rules.closing
        assert closing is not None
        if self.hands_left is not None and number >= self.hands_left:
            raise Refused(N_("The last hands have been announced already."), cite=closing.cite)
        self.hands_left = number if self.phase == OPEN else number + 1
        said = Sentence(N_("Last hands of the table: {number}."), number=number)
        self._say("call", said, call=word, hands=number, cite=closing.cite)

    def _count_last_hand(self) -> None:
        """A hand is over; with the last one announced the table closes."""
        if self.hands_left is None:
            return
        self.hands_left -= 1
        if self.hands_left == 0:
            self.closed = Sentence(N_("The session is over: the last hand has been played."))
            self._say("closed", self.closed, cite=self.rules.closing.cite if self.rules.closing else None)

    def _detail_cards(self, details: dict[str, Any], verb: str, known: tuple[str, ...]) -> tuple[Card, ...]:
        """The cards that an action names in ``card`` or ``cards``; fields that nobody knows are refused."""
        self._no_details(tuple(details.items()), verb, known)
        written = [value for name in ("card", "cards") for value in cards(details.get(name, ()))]
        return tuple(written)

    def _card_offer(self) -> Offer:
        return self.shoe.offer(self.rules.shoe.cite)
