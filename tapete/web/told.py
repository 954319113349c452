"""What happened at a table, as people read it: settlement lines that open to their explanation, events, draws."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tapete.catalogue.telling import covered, pays_shown
from tapete.table import figures
from tapete.table.actions import Bet, Call, Chance, Decision
from tapete.table.cards import SYMBOLS
from tapete.table.money import chips, shown
from tapete.table.svg import Box, Svg, player_colours
from tapete.table.terms import DECISIONS, FIGURES, RESULTS, bet_name, term
from tapete.table.words import N_, Sentence
from tapete.table.words import translate as _
from tapete.web.frame import cite
from tapete.web.html import Html, h

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tapete.table.actions import Action, Place
    from tapete.table.money import Money
    from tapete.table.round import Account, Event, Line, Position

Data = dict[str, Any]
_CALLS = {
    "no-va-mas": N_("No more bets"),
    "no-mas-seguros": N_("No more insurance"),
    "ultima-jugada": N_("Last round"),
    "ultimas-jugadas": N_("Last rounds"),
    "ultimas-manos": N_("Last hands"),
    "ultimo-sabot": N_("Last shoe"),
    "corte": N_("Cut"),
    "carta-de-corte": N_("Cut card"),
    "quemar": N_("Burn"),
    "barajar": N_("Shuffle"),
    "cartas-nuevas": N_("New cards"),
    "cambio-de-dados": N_("Change the dice"),
    "cambio-de-limites": N_("Change the limits"),
    "paga-y-retira": N_("Pays and retires"),
    "hagan-juego": N_("Place your bets"),
    "hagan-sus-apuestas": N_("Make your bets"),
    "estan-hechas-las-apuestas": N_("Are the bets made?"),
    "consentimiento": N_("Consent"),
    "alto-a-las-fichas-de-valor": N_("No more money chips"),
}
_PIPS = {1: (4,), 2: (0, 8), 3: (0, 4, 8), 4: (0, 2, 6, 8), 5: (0, 2, 4, 6, 8), 6: (0, 2, 3, 5, 6, 8)}


def place(on: Place) -> str:
    """A place as people write it.

    >>> place((1, 2)), place(("ancla",)), place(())
    ('1-2', 'anchor', '')
    """
    return "-".join(str(term(FIGURES, item)) for item in on)


def bet_words(name: str, bets: Mapping[str, Data], on: Place = ()) -> str:
    """A bet by its name in the language in use, with its place."""
    known = bets.get(name)
    return f"{bet_name(known) if known else name} {place(on)}".strip()


def signed(amount: Money) -> str:
    """An amount with its sign.

    >>> signed(5), signed(-5), signed(0)
    ('+5', '-5', '0')
    """
    return f"{'+' if amount > 0 else ''}{shown(chips(amount))}"


def tone(amount: Money) -> str:
    """The colour of an amount."""
    return "good" if amount > 0 else "bad" if amount < 0 else "quiet"


def dot(player: str, colours: Mapping[str, str]) -> Html:
    """A player's colour."""
    return h("i", class_="dot", style=f"background:{colours.get(player, '#888')}", aria_hidden="true")


def line(number: int, decided: Line, facts: Data, game: str, colours: Mapping[str, str]) -> Html:
    """A line of a settlement; it opens to why it came out so and where that is written."""
    bet = facts["bets"].get(decided.bet)
    net = chips(decided.returned - decided.stake)
    summary = h(
        "summary",
        dot(decided.player, colours),
        h(
            "span",
            h("b", decided.player),
            f" {bet_words(decided.bet, facts['bets'], decided.on)} · {shown(decided.stake)} ",
            h("span", str(term(RESULTS, decided.result)), class_=tone(net)),
        ),
        h("span", signed(net), class_=f"num {tone(net)}"),
    )
    paid = _("Staked {stake}, returned {returned}.").format(
        stake=shown(decided.stake), returned=shown(decided.returned)
    )
    about = None
    if bet:
        priced = _("It pays {pays}: {covers}").format(pays=pays_shown(bet), covers=covered(bet))
        about = h("p", priced, " ", cite(bet.get("pays_cite") or bet["cite"], game), class_="quiet")
    why = h("p", str(decided.why)) if decided.why is not None else None
    where = h("p", _("Where it is written: "), cite(decided.cite, game)) if decided.cite else None
    return h("details", summary, h("div", why, h("p", paid), about, where), data_key=f"line-{number}")


def lines(decided: Sequence[Line], players: Iterable[str], facts: Data, game: str) -> Html:
    """The lines of a settlement, the latest first."""
    colours = player_colours(players)
    numbered = reversed(list(enumerate(decided)))
    return h("div", (line(n, one, facts, game, colours) for n, one in numbered), class_="lines")


def event_words(event: Event) -> str:
    """An event as a sentence."""
    if event.sentence is not None:
        blanks = event.sentence.blanks
        shown_cards = {"card": card_words(str(blanks["card"]))} if "card" in blanks else {}
        return str(Sentence(event.sentence.template, **{**blanks, **shown_cards}))
    details = ", ".join(f"{name} {value}" for name, value in event.data)
    return f"{event.kind}: {details}" if details else event.kind


def events(happened: Iterable[Event], game: str) -> Html:
    """What happened, the latest first."""
    told = [h("li", event_words(event), " ", cite(event.cite, game)) for event in happened]
    return h("ul", reversed(told), class_="log")


def people(accounts: Mapping[str, Account], standing: Iterable[Position]) -> Html:
    """How everybody stands; what lies on the table is still theirs."""
    colours = player_colours(accounts)
    lying: dict[str, Money] = {}
    for position in standing:
        lying[position.player] = lying.get(position.player, 0) + position.stake + position.excess
    return h("ul", (_person(name, a, lying.get(name, 0), colours) for name, a in accounts.items()), class_="people")


def _person(name: str, account: Account, lying: Money, colours: Mapping[str, str]) -> Html:
    balance = account.returned - account.staked + lying
    there = _("{chips} on the table").format(chips=shown(chips(lying)))
    return h(
        "li",
        dot(name, colours),
        h("span", name),
        h("span", there, class_="quiet fine") if lying else None,
        h("b", signed(balance), class_=f"num {tone(balance)}"),
    )


def action_words(action: Action, bets: Mapping[str, Data]) -> str:
    """An action in a few words."""
    if isinstance(action, Bet):
        return f"{action.player}: {bet_words(action.bet, bets, action.on)} {action.stake}"
    if isinstance(action, Decision):
        about = bet_words(str(action.on[0]), bets, action.on[1:]) if action.on else ""
        to = "" if action.to is None else f" → {action.to}"
        return f"{action.player}: {term(DECISIONS, action.do)} {about}".rstrip() + to
    if isinstance(action, Call):
        return _("call: {call}").format(call=action.call)
    if isinstance(action, Chance):
        return f"{verb_words(action.verb)}: {value_words(action.value)}"
    return _("irregular play: {name}").format(name=action.irregular)


def verb_words(verb: str) -> str:
    """What chance brings, by its verb."""
    known = {
        "ball": _("ball"),
        "number": _("number"),
        "dice": _("dice"),
        "card": _("card"),
        "cards": _("cards"),
        "numbers": _("numbers"),
    }
    return known.get(verb, verb)


def value_words(value: Any) -> str:
    """What chance brought, in one line."""
    return " ".join(map(card_words, value)) if isinstance(value, (tuple, list)) else card_words(value)


def card_words(value: Any) -> str:
    """A card with its suit drawn, a die's figure by its name; anything else as it stands.

    >>> card_words("10h"), card_words(17), card_words("??"), card_words("corona")
    ('10♥', '17', '??', 'crown')
    """
    written = str(value)
    if isinstance(value, str) and len(written) in (2, 3) and written[-1] in SYMBOLS and written[0] in "A23456789TJQK1":
        return written[:-1] + SYMBOLS[written[-1]]
    return str(term(FIGURES, written))


def drawn(action: Chance, facts: Data, key: str) -> Html:
    """What chance brought, to be seen from afar."""
    values = action.value if isinstance(action.value, (tuple, list)) else (action.value,)
    shown_values = (token(action.verb, value, facts, f"{key}-{n}") for n, value in enumerate(values))
    told = f"{verb_words(action.verb)}: {value_words(action.value)}"
    return h("span", shown_values, class_="drawn", role="img", aria_label=told, data_key=key)


def token(verb: str, value: Any, facts: Data, key: str) -> Html:
    """One thing that chance brought, drawn: a die, a card, a ball."""
    if verb == "dice" and isinstance(value, int) and value in _PIPS:
        return h("span", _die(value), class_="die", data_key=key)
    if verb in ("card", "cards"):
        red = str(value)[-1:] in ("h", "d")
        return h("span", card_words(value), class_="cardface red" if red else "cardface", data_key=key)
    if figures.knows(value):
        picture = Svg(100, 100, card_words(value))
        figures.draw_figure(picture, Box(6, 6, 88, 88), value)
        return h("span", Html(picture), class_="die", data_key=key)
    shape = f"ball {colour_of(value, facts) or 'verde'}" if verb == "ball" else "die"
    return h("span", card_words(value), class_=shape, data_key=key)


def colour_of(value: Any, facts: Data) -> str:
    """The colour that a wheel gives an outcome, by its name; nothing where it gives none."""
    colours = (facts.get("wheel") or {}).get("colours") or {}
    return next((str(name) for name, members in colours.items() if value in members), "")


def _die(value: int) -> Html:
    dots = (h("circle", cx=6 + 9 * (n % 3), cy=6 + 9 * (n // 3), r=3) for n in _PIPS[value])
    return h("svg", dots, viewBox="0 0 30 30", fill="#1b1b1e", aria_hidden="true")


def call_words(call: str) -> str:
    """A call by its name in the language in use; one without a name is told by its id.

    >>> call_words("ultima-jugada"), call_words("tiro-nulo")
    ('Last round', 'Tiro nulo')
    """
    return _(_CALLS[call]) if call in _CALLS else call.replace("-", " ").capitalize()
