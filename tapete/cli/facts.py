"""The parts of a game's or a document's page, from plain catalogue data, in the order in which people read them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tapete.catalogue.paths import leaves
from tapete.catalogue.telling import (
    MARKS,
    PROSE,
    STATUS,
    covered,
    figure,
    kind_of,
    most,
    names_shown,
    pays_shown,
    scalar,
    sections,
    sentences,
    span,
    title_of,
)
from tapete.table.terms import COLOURS, bet_name, game_name, term
from tapete.table.words import spans, text
from tapete.table.words import translate as _

if TYPE_CHECKING:
    from collections.abc import Callable

    from tapete.cli.page import Page

Data = dict[str, Any]


def print_part(page: Page, part: str, value: Any) -> None:
    """One part of a page, under its heading; nothing where it tells nothing."""
    before = page.mark()
    page.heading(title_of(part))
    empty = page.mark()
    if part in _LAYOUTS:
        _LAYOUTS[part](page, value)
    else:
        _anything(page, part, value)
    if page.mark() == empty:
        page.back_to(before)


def _summary(page: Page, value: Data) -> None:
    page.fact(text(value))


def _equipment(page: Page, items: list[Data]) -> None:
    for item in items:
        number = f"{item['number']} × " if item.get("number") else ""
        what = f"{number}{text(item['what'])}"
        page.fact(_("{what} (optional)").format(what=what) if item.get("optional") else what, item["cite"], mark="·")


def _staff(page: Page, roles: list[Data]) -> None:
    for role in roles:
        page.fact(f"{text(role['role'])}: {span(role.get('minimum', 1), role.get('maximum'))}", role["cite"])
        for duty in role.get("duties") or ():
            page.fact(text(duty), mark="·", indent=4)
        for ban in role.get("may_not") or ():
            page.fact(_("may not: {what}").format(what=text(ban)), mark="×", indent=4)


def _players(page: Page, players: Data) -> None:
    page.fact(text(players["text"]), players["cite"])
    if players.get("minimum") or players.get("maximum"):
        page.fact(span(players.get("minimum") or 0, players.get("maximum")))


def _numbered(page: Page, steps: list[Data]) -> None:
    for number, step in enumerate(steps, start=1):
        page.fact(text(step["text"]), step["cite"], mark=f"{number}.")


def _listed(page: Page, facts: list[Data]) -> None:
    for fact in facts:
        page.fact(text(fact["text"]) + figure(fact), fact["cite"], mark="·")


def _dates(page: Page, dates: list[Data]) -> None:
    for date in dates:
        page.fact(f"{date.get('value') or '·'} {text(date['text'])}", date["cite"])


def _defined(page: Page, facts: dict[str, Data]) -> None:
    for name, fact in facts.items():
        page.fact(f"{name}: {text(fact['text'])}{figure(fact)}", fact["cite"], mark="·")


def _bets(page: Page, bets: dict[str, Data]) -> None:
    rows = []
    for name, bet in bets.items():
        called = names_shown((bet_name(bet), *bet["names"]))
        rows.append((name, called, covered(bet), pays_shown(bet), ", ".join(sections(bet))))
    page.columns((_("bet"), _("names"), _("what it covers"), _("pays"), _("section")), rows)
    _bet_limits(page, bets)


def _bet_limits(page: Page, bets: dict[str, Data]) -> None:
    shared: dict[str, list[str]] = {}
    for name, bet in bets.items():
        if bet.get("maximum"):
            shared.setdefault(most(bet["maximum"]), []).append(name)
    if shared:
        page.note(_("Most on a bet:"))
        for limit, names in shared.items():
            page.fact(f"{', '.join(names)}: {limit}", mark="·")


def _together(page: Page, groups: dict[str, Data]) -> None:
    for group in groups.values():
        page.fact(f"{', '.join(group['names'])}: {', '.join(group['bets'])}", group["cite"], mark="·")


def _payment(page: Page, payment: Data) -> None:
    if payment.get("clearing"):
        page.fact(_("Cleared: {order}").format(order=_ranks(payment["clearing"])), payment["cite"])
    if payment.get("order"):
        page.fact(_("Paid: {order}").format(order=_ranks(payment["order"])), payment["cite"])
    together = {
        "yes": _("A player who is paid is paid all bets together"),
        "except-simple": _("A player who is paid is paid all bets together, even chances apart"),
    }.get(payment.get("together", "no"))
    if together:
        page.fact(together, payment["cite"])


def _ranks(groups: list[list[str]]) -> str:
    return " → ".join(", ".join(group) for group in groups)


def _irregular(page: Page, rulings: dict[str, Data]) -> None:
    for name, ruling in rulings.items():
        page.fact(f"{name}: {text(ruling['situation'])}", mark="·")
        page.fact(text(ruling["ruling"]), ruling["cite"], mark="→", indent=4)


def _readings(page: Page, readings: dict[str, Data]) -> None:
    for name, reading in readings.items():
        page.fact(f"{name} ({kind_of(reading['kind'])}): {text(reading['says'])}", reading["cite"], mark="·")
        page.fact(_("Why: {why}").format(why=text(reading["why"])), indent=4)
        for option, facts in reading["options"].items():
            runs = option == reading["runs"]
            words = f"{option}: {text(facts['text'])}"
            page.fact(
                _("{option} (this runs)").format(option=words) if runs else words, mark="●" if runs else "○", indent=4
            )


def _sections(page: Page, general: dict[str, Data]) -> None:
    for name, section in general.items():
        page.fact(f"{name}: {text(section['title'])}", section["cite"])
        for fact in section["facts"]:
            cite = fact["cite"] if fact["cite"] != section["cite"] else None
            page.fact(text(fact["text"]) + figure(fact), cite, mark="·", indent=4)


def _games(page: Page, entries: list[Data]) -> None:
    rows = [(MARKS[e["status"]], e["id"], game_name(e), e["family"], e["cite"]) for e in entries]
    page.columns(("", _("game"), _("name"), _("family"), _("section")), rows)
    page.note(" · ".join(f"{MARKS[status]} {_(words)}" for status, words in STATUS.items()))


def _wheel(page: Page, wheel: Data) -> None:
    cells = wheel.get("cells") or {}
    outcomes = [f"{o} (×{cells[str(o)]})" if str(o) in cells else o for o in wheel["outcomes"]]
    page.fact(_("Outcomes: {outcomes}").format(outcomes=spans(outcomes)), wheel["cite"])
    for colour, members in (wheel.get("colours") or {}).items():
        page.fact(f"{term(COLOURS, colour)}: {spans(members)}", mark="·")
    if wheel.get("order"):
        page.fact(_("In this order on the wheel: {order}").format(order=" ".join(map(str, wheel["order"]))))
    if wheel.get("minimum_turns"):
        page.fact(_("A spin of fewer than {turns} turns does not count").format(turns=wheel["minimum_turns"]))


def _anything(page: Page, part: str, value: Any) -> None:
    """A part that only its family knows: its words with their sections, then its figures by their path."""
    told = sentences(value)
    for label, words, cite in told:
        page.fact(f"{label}: {words}" if label else words, cite, mark="·" if len(told) > 1 else "")
    figures = [f"{path} = {scalar(item)}" for path, item in leaves(value, part) if path.rpartition(".")[2] not in PROSE]
    if figures:
        page.note(" · ".join(figures))


_LAYOUTS: dict[str, Callable[[Page, Any], None]] = {
    "summary": _summary,
    "equipment": _equipment,
    "wheel": _wheel,
    "staff": _staff,
    "players": _players,
    "flow": _numbered,
    "bets": _bets,
    "together": _together,
    "payment": _payment,
    "irregular": _irregular,
    "duties": _listed,
    "prohibitions": _listed,
    "glossary": _defined,
    "calls": _defined,
    "readings": _readings,
    "dates": _dates,
    "general": _sections,
    "games": _games,
}
