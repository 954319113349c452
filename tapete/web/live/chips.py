"""Chips: laid, taken back and moved by pointer, by keyboard or by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tapete.table.actions import Bet, Decision
from tapete.table.errors import Refused, TapeteError
from tapete.table.svg import contrast
from tapete.table.words import N_
from tapete.table.words import translate as _
from tapete.web.html import Html, h
from tapete.web.live import decisions
from tapete.web.live.parts import button, house, place_of

if TYPE_CHECKING:
    from tapete.table.actions import Place
    from tapete.table.round import Position
    from tapete.web.live.page import LivePage, Said

_FACES = ("#f1ede2", "#b5212d", "#2263b8", "#0f7d4e", "#1c1c20", "#74409c", "#dd7a1c")
_TOOLS = {"place": N_("Place chips"), "take": N_("Take back"), "move": N_("Move")}
_TOOL_KEYS = {"place": "p", "take": "t", "move": "m"}


async def lay(page: LivePage, said: Said) -> None:
    """A bet that was chosen by its name."""
    bet, _bar, on = str(said["fields"]["spot"]).partition("|")
    await press(page, bet, place_of(on), "place")


async def pressed(page: LivePage, said: Said) -> None:
    """A spot of the felt was pressed."""
    await press(page, said["bet"], place_of(said["on"]), said["how"])


async def dragged(page: LivePage, said: Said) -> None:
    """A bet was dragged to another spot."""
    await move(page, (said["bet"], place_of(said["on"])), (said["bet_to"], place_of(said["on_to"])))


async def choose(page: LivePage, said: Said) -> None:
    """The chip that is laid from now on."""
    page.chip = int(said["value"])


async def take_up(page: LivePage, said: Said) -> None:
    """What a press on a spot does from now on."""
    page.tool, page.lifted = said["name"], None


async def undo(page: LivePage, said: Said) -> None:
    """The last thing that was done is taken back."""
    await house().undo(page.info.id, page.secret())


async def press(page: LivePage, bet: str, on: Place, how: str) -> None:
    """What the chosen tool does on a spot."""
    tool = "take" if how == "take" else page.tool
    if tool == "take":
        await take(page, bet, on)
    elif tool == "move" and page.lifted is None:
        position_of(page, bet, on)
        page.lifted = bet, on
    elif tool == "move" and page.lifted is not None:
        source, page.lifted = page.lifted, None
        await move(page, source, (bet, on))
    else:
        await page.act(Bet(page.who(), bet, on, page.chip or 1))


def position_of(page: LivePage, bet: str, on: Place) -> Position:
    """What lies on a spot of the player for whom this browser acts."""
    standing = page.now.standing if page.now else ()
    found = [p for p in standing if p.player == page.who() and p.bet == bet and p.on == on]
    if not found:
        raise Refused(N_("{player} has nothing on {spot}."), player=page.who(), spot=page.bet_words(bet, on))
    return found[-1]


async def take(page: LivePage, bet: str, on: Place) -> None:
    """A chip back from a spot; the last one takes the bet down."""
    position = position_of(page, bet, on)
    left = int(position.stake) - (page.chip or 1)
    lower = next((o for o in page.offers if o.word == "lower" and (bet, *on) in o.places), None)
    if lower is not None and lower.minimum is not None and left >= lower.minimum:
        await page.act(Decision(page.who(), "lower", (bet, *on), left))
    else:
        await page.act(Decision(page.who(), "take-down", (bet, *on)))


async def move(page: LivePage, source: tuple[str, Place], target: tuple[str, Place]) -> None:
    """All of a bet to another spot; where the table refuses it there, it stays where it was."""
    position = position_of(page, *source)
    stake = int(position.stake + position.excess)
    await page.act(Decision(page.who(), "take-down", (source[0], *source[1])))
    try:
        await page.act(Bet(page.who(), *target, stake))
    except TapeteError:
        await page.act(Bet(page.who(), *source, stake))
        raise


async def again(page: LivePage, said: Said) -> None:
    """The bets of the last round once more."""
    bets = await house().again(page.info.id, page.secret())
    mine = [bet for bet in bets if not page.player or bet.player == page.player]
    if not mine:
        raise Refused(N_("No round has been played yet."))
    for bet in mine:
        await page.act(bet)


def chip_row(page: LivePage) -> Html:
    """The chips to choose from."""
    chips = (
        h(
            "label",
            h(
                "input",
                type="radio",
                name="chip",
                value=value,
                checked=value == page.chip,
                data_say="chip",
                data_key_press=n + 1,
                aria_label=_("Chip of {value}").format(value=value),
            ),
            h("span", value, style=f"--face:{face};--face-ink:{contrast(face)}"),
            title=f"{n + 1}",
        )
        for n, (value, face) in enumerate(zip(page.chips(), _FACES * 2, strict=False))
    )
    return h("div", chips, class_="chips", role="radiogroup", aria_label=_("Chips"))


def by_name(page: LivePage) -> Html | None:
    """A bet chosen from a list: for those who do not point, and where a felt has no spot for it."""
    groups = [
        h(
            "optgroup",
            (
                h("option", page.bet_words(offer.word, on), value=f"{offer.word}|{','.join(map(str, on))}")
                for on in offer.places
            ),
            label=page.bet_words(offer.word, ()),
        )
        for offer in page.offers
        if offer.verb == "bet"
    ]
    if not groups:
        return None
    choose = h("select", groups, name="spot", aria_label=_("Bet"), data_key_press="b")
    form = (h("span", _("By name"), class_="quiet note"), choose, h("button", _("Bet"), class_="button small"))
    return h("form", form, data_say="lay", class_="row byname", data_key="byname")


def tools(page: LivePage) -> Html:
    """What a press on a spot does, and what can be done with bets as a whole."""
    kinds = (
        h(
            "button",
            _(words),
            " ",
            h("kbd", _TOOL_KEYS[name]),
            class_="button small",
            data_say="tool",
            data_name=name,
            data_key_press=_TOOL_KEYS[name],
            aria_pressed=str(name == page.tool).lower(),
        )
        for name, words in _TOOLS.items()
    )
    lifted = None
    if page.lifted is not None:
        words = _("Moving {spot}: choose where to").format(spot=page.bet_words(*page.lifted))
        lifted = h("span", words, class_="quiet note", role="status")
    return h(
        "div",
        kinds,
        button(_("Undo"), "undo", "u"),
        button(_("Repeat bets"), "again", "r"),
        decisions.teach_button(page),
        lifted,
        class_="row",
    )


def how_to() -> Html:
    """How chips are handled, by pointer and by keyboard; what a button does, its own key says."""
    ways = (
        (_("click, Enter"), _("lay a chip on a spot")),
        (_("secondary click, Delete"), _("take a chip back")),
        (_("drag"), _("move a bet to another spot")),
        (_("arrow keys"), _("walk over the felt")),
        ("1 … 7", _("choose a chip")),
        ("b", _("choose a bet by its name")),
        (_("any key while something moves"), _("see at once what came")),
    )
    keys = h("dl", ((h("dt", key), h("dd", does)) for key, does in ways), class_="figures")
    return h("details", h("summary", _("How chips are laid"), class_="note"), keys, class_="byname", data_key="help")


HEARS = {
    "spot": pressed,
    "move": dragged,
    "lay": lay,
    "chip": choose,
    "tool": take_up,
    "undo": undo,
    "again": again,
}
