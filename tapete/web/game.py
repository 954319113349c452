"""The page of a game: everything its document says, each fact with its section, and readings that can be switched.

The page knows no game: it is drawn from the catalogue's data, part by part, so a later game appears by itself.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from nicegui import ui
from starlette.requests import Request
from starlette.responses import Response

from tapete.catalogue import telling
from tapete.catalogue.chapters import chapter
from tapete.catalogue.paths import leaves
from tapete.catalogue.vocabulary import said
from tapete.games import changed, game_data, library
from tapete.lab import words as figures
from tapete.lab.effects import edges_of
from tapete.table.errors import TapeteError
from tapete.table.words import N_, plain, spans, text
from tapete.table.words import translate as _
from tapete.web import told
from tapete.web.browse import draws, family_name
from tapete.web.frame import View, absent, address, alert, cite, frame, link, markup, name_of, visit_of
from tapete.web.html import Html, h, joined

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from fractions import Fraction

    from tapete.web.frame import Visit

Data = dict[str, Any]
_HIDDEN = ("summary", "names")


class Reader:
    """Lays out the parts of a game or of a document, each fact with its section."""

    def __init__(self, game: str | None = None, edges: dict[str, Fraction] | None = None) -> None:
        self.game, self.edges = game, edges
        self._layouts: dict[str, Callable[[Any], Html]] = {
            "equipment": self._equipment,
            "wheel": self._wheel,
            "staff": self._staff,
            "players": self._players,
            "flow": self._flow,
            "bets": self._bets,
            "together": self._together,
            "payment": self._payment,
            "irregular": self._irregular,
            "duties": self._listed,
            "prohibitions": self._listed,
            "glossary": self._defined,
            "calls": self._defined,
            "dates": self._dates,
            "general": self._sections,
            "readings": self._read,
        }

    def part(self, name: str, value: Any) -> Html:
        """One part under its heading."""
        layout = self._layouts.get(name)
        told = layout(value) if layout else self._anything(name, value)
        return h("section", h("h2", telling.title_of(name)), told, class_="sheet", id=name, data_key=name)

    def fact(self, words: str, section: str | None, *more: Html, mark: str | None = None) -> Html:
        """One fact."""
        label = h("b", mark, ": ") if mark else None
        return h("li", label, words, " ", cite(section, self.game), *more, data_cite=section)

    def _listed(self, facts: list[Data]) -> Html:
        return _list(self.fact(text(fact["text"]) + telling.figure(fact), fact["cite"]) for fact in facts)

    def _flow(self, steps: list[Data]) -> Html:
        return _list((self.fact(text(step["text"]), step["cite"]) for step in steps), "facts steps")

    def _defined(self, facts: dict[str, Data]) -> Html:
        told = facts.items()
        return _list(self.fact(text(f["text"]) + telling.figure(f), f["cite"], mark=name) for name, f in told)

    def _dates(self, dates: list[Data]) -> Html:
        return _list(self.fact(text(d["text"]), d["cite"], mark=str(d.get("value") or "")) for d in dates)

    def _equipment(self, items: list[Data]) -> Html:
        def told(item: Data) -> str:
            what = f"{item['number']} × {text(item['what'])}" if item.get("number") else text(item["what"])
            return _("{what} (optional)").format(what=what) if item.get("optional") else what

        return _list(self.fact(told(item), item["cite"]) for item in items)

    def _staff(self, roles: list[Data]) -> Html:
        return _list(
            self.fact(
                telling.span(role.get("minimum", 1), role.get("maximum")),
                role["cite"],
                h(
                    "ul",
                    (h("li", text(duty)) for duty in role.get("duties") or ()),
                    (h("li", _("may not: {what}").format(what=text(ban))) for ban in role.get("may_not") or ()),
                ),
                mark=text(role["role"]),
            )
            for role in roles
        )

    def _players(self, players: Data) -> Html:
        told = [self.fact(text(players["text"]), players["cite"])]
        if players.get("minimum") or players.get("maximum"):
            told.append(h("li", telling.span(players.get("minimum") or 0, players.get("maximum")), class_="quiet"))
        return _list(told)

    def _wheel(self, wheel: Data) -> Html:
        cells = wheel.get("cells") or {}
        outcomes = [f"{o} (×{cells[str(o)]})" if str(o) in cells else o for o in wheel["outcomes"]]
        told = [self.fact(_("Outcomes: {outcomes}").format(outcomes=spans(outcomes)), wheel["cite"])]
        told += [h("li", h("b", c, ": "), spans(members)) for c, members in (wheel.get("colours") or {}).items()]
        if wheel.get("order"):
            order = " ".join(map(str, wheel["order"]))
            told.append(h("li", _("In this order on the wheel: {order}").format(order=order)))
        if wheel.get("minimum_turns"):
            turns = _("A spin of fewer than {turns} turns does not count")
            told.append(h("li", turns.format(turns=wheel["minimum_turns"])))
        return _list(told)

    def _payment(self, payment: Data) -> Html:
        told = []
        for key, words in (("clearing", _("Cleared: {order}")), ("order", _("Paid: {order}"))):
            if payment.get(key):
                order = " → ".join(", ".join(group) for group in payment[key])
                told.append(self.fact(words.format(order=order), payment["cite"]))
        together = {
            "yes": _("A player who is paid is paid all bets together"),
            "except-simple": _("A player who is paid is paid all bets together, even chances apart"),
        }.get(payment.get("together", "no"))
        return _list([*told, *([self.fact(together, payment["cite"])] if together else [])])

    def _bets(self, bets: dict[str, Data]) -> Html:
        heads = [h("th", word) for word in (_("bet"), _("what it covers"), _("pays"))]
        heads += [h("th", _("house edge"), class_="num")] if self.edges else []
        rows = (self._bet(name, bet) for name, bet in bets.items())
        head = h("thead", h("tr", heads, h("th", _("section"))))
        return joined([h("div", h("table", head, h("tbody", rows)), class_="scroll"), _limits(bets)])

    def _bet(self, name: str, bet: Data) -> Html:
        sections = telling.sections(bet)
        first = bet["names"][0]
        names = telling.names_shown(name for name in (bet["trade"], *bet["names"]) if plain(name) != plain(first))
        edge = (self.edges or {}).get(name)
        told = h("td", figures.percentage(edge, 3) if edge is not None else "–", class_="num") if self.edges else None
        return h(
            "tr",
            h("td", h("b", first), h("div", names, class_="quiet fine")),
            h("td", telling.covered(bet)),
            h("td", telling.pays_shown(bet)),
            told,
            h("td", (joined([cite(section, self.game), " "]) for section in sections)),
            data_cite=", ".join(sections),
            id=f"bet-{name}",
        )

    def _together(self, groups: dict[str, Data]) -> Html:
        called = ((", ".join(group["names"]), ", ".join(group["bets"]), group["cite"]) for group in groups.values())
        return _list(self.fact(f"{names}: {bets}", section) for names, bets, section in called)

    def _irregular(self, rulings: dict[str, Data]) -> Html:
        return joined(ruling(name, facts, self.game, anchor=f"irregular-{name}") for name, facts in rulings.items())

    def _read(self, readings: dict[str, Data]) -> Html:
        """The readings of a general chapter: nothing of them is switched at a table."""
        return joined(
            h(
                "div",
                h("h3", text(reading["says"]), " ", cite(reading["cite"], self.game), style="margin:1.1rem 0 .5rem"),
                h("p", h("b", text(reading["options"][reading["runs"]]["text"])), ". ", text(reading["why"])),
                h("code", f"{name} · {telling.kind_of(reading['kind'])}", class_="quiet fine"),
                data_cite=reading["cite"],
            )
            for name, reading in readings.items()
        )

    def _sections(self, general: dict[str, Data]) -> Html:
        return joined(
            h(
                "div",
                h("h3", text(section["title"]), " ", cite(section["cite"]), style="margin:1.1rem 0 .5rem"),
                _list(self.fact(text(f["text"]) + telling.figure(f), f["cite"]) for f in section["facts"]),
                data_cite=section["cite"],
            )
            for section in general.values()
        )

    def _anything(self, part: str, value: Any) -> Html:
        """A part that only its family knows: its words with their sections, then its figures by their path."""
        told = telling.sentences(value)
        own = value.get("cite") if isinstance(value, dict) else None
        facts = [self.fact(words, section or own, mark=said(label) or None) for label, words, section in told]
        found = [(path, v) for path, v in leaves(value, part) if path.rpartition(".")[2] not in telling.PROSE]
        kept = [(p, v) for p, v in found if p.rpartition(".")[2] not in ("es", "en") and not p.endswith("_cite")]
        pairs = (
            (h("dt", " · ".join(map(said, path.removeprefix(f"{part}.").split(".")))), h("dd", said(telling.scalar(v))))
            for path, v in kept
        )
        shown = h("dl", pairs, class_="figures") if kept else None
        under = None if told or not own else h("p", cite(own, self.game), data_cite=own)
        return joined([_list(facts) if facts else None, under, shown])


def _list(items: Iterable[Html], class_: str = "facts") -> Html:
    return h("ul", items, class_=class_)


def _limits(bets: dict[str, Data]) -> Html | None:
    shared: dict[str, list[str]] = {}
    for name, bet in bets.items():
        if bet.get("maximum"):
            shared.setdefault(telling.most(bet["maximum"]), []).append(name)
    if not shared:
        return None
    pairs = ((h("dt", limit), h("dd", ", ".join(names))) for limit, names in shared.items())
    return h("div", h("h3", _("Most on a bet:"), style="margin-top:1.2rem"), h("dl", pairs, class_="figures"))


def ruling(name: str, facts: Data, game: str | None, *more: Html, anchor: str | None = None) -> Html:
    """An irregular play: what happened, what is ruled, where it stands; ``anchor`` is its id in the page."""
    return h(
        "article",
        h("h3", text(facts["situation"])),
        h("p", text(facts["ruling"])),
        h("div", h("code", name, class_="quiet fine"), cite(facts["cite"], game), *more, class_="row"),
        class_="ruling",
        data_cite=facts["cite"],
        data_key=name,
        id=anchor,
    )


class _GamePage:
    """A game, with its readings as the visitor switched them."""

    def __init__(self, visit: Visit, game: str) -> None:
        self.visit, self.game = visit, game
        self.readings: dict[str, str] = {}
        self.as_written: dict[str, Fraction] | None = None
        self.edges: dict[str, Fraction] | None = None
        self.view: View | None = None

    @property
    def facts(self) -> Data:
        return changed(game_data(self.game), {}, self.readings)

    async def compute(self) -> None:
        """The odds, worked out while the page can be read already."""
        try:
            self.edges = await asyncio.to_thread(edges_of, self.game, dict(self.readings))
        except (TapeteError, NotImplementedError, ModuleNotFoundError):
            self.edges = None
        if not self.readings:
            self.as_written = self.edges
        if self.view is not None:
            self.view.refresh()

    async def hear(self, said: dict[str, Any]) -> None:
        written = game_data(self.game)["readings"]
        if said["say"] == "reading":
            self.readings = {**self.readings, said["reading"]: said["value"]}
        elif said["say"] == "as-written":
            self.readings = {}
        self.readings = {name: option for name, option in self.readings.items() if option != written[name]["runs"]}
        await self.compute()

    def draw(self) -> Html:
        facts = self.facts
        parts = [part for part in telling.parts(facts) if part not in _HIDDEN]
        reader = Reader(self.game, self.edges)
        contents = h(
            "nav",
            (h("a", telling.title_of(part), href=f"#{part}") for part in parts),
            class_="toc",
            aria_label=_("Contents"),
        )
        told = (self._readings(facts) if part == "readings" else reader.part(part, facts[part]) for part in parts)
        refusal = alert(self.view.refusal, self.game) if self.view else None
        return joined([refusal, h("div", contents, h("div", told), class_="split")])

    def _readings(self, facts: Data) -> Html:
        lead = _("Where the document is silent, damaged or contradicts itself, a reading says what runs here and why.")
        return h(
            "section",
            h("h2", telling.title_of("readings")),
            h("p", lead, class_="quiet note", style="margin-bottom:1rem"),
            (self._reading(name, reading) for name, reading in facts["readings"].items()),
            h("div", self._effect(), role="status", style="margin-top:1rem"),
            class_="sheet",
            id="readings",
            data_key="readings",
        )

    def _reading(self, name: str, reading: Data) -> Html:
        options = (
            h(
                "label",
                h(
                    "input",
                    type="radio",
                    name=f"reading-{name}",
                    value=option,
                    checked=option == reading["runs"],
                    data_say="reading",
                    data_reading=name,
                ),
                h("span", text(facts["text"]), " ", h("code", option, class_="quiet fine")),
                class_="option",
            )
            for option, facts in reading["options"].items()
        )
        kind = h("span", telling.kind_of(reading["kind"]), class_="tag wait")
        return h(
            "fieldset",
            h("legend", h("code", name), class_="unseen"),
            h("div", kind, h("code", name, class_="fine"), cite(reading["cite"], self.game), class_="row"),
            h("p", text(reading["says"])),
            h("p", _("Why: {why}").format(why=text(reading["why"])), class_="quiet note"),
            h("div", options, class_="options"),
            class_="reading",
            data_cite=reading["cite"],
            data_key=f"reading-{name}",
        )

    def _effect(self) -> Html | None:
        """What the switched readings do to the house edge."""
        if not self.readings:
            return None
        back = h("button", _("As the page came"), class_="button small", data_say="as-written")
        if self.edges is None or self.as_written is None:
            return h("div", h("p", _("The odds of this game are not worked out here.")), back, class_="effect stack")
        return h("div", differences(self.game, self.as_written, self.edges), back, class_="effect stack")


def differences(game: str, before: dict[str, Fraction], after: dict[str, Fraction]) -> Html:
    """The bets whose house edge moved, from what to what."""
    bets = game_data(game)["bets"]
    moved = [bet for bet in dict.fromkeys((*before, *after)) if before.get(bet) != after.get(bet)]
    if not moved:
        return h("p", _("The house edge of every bet stays the same."))
    rows = (
        h(
            "tr",
            h("td", told.bet_words(bet, bets)),
            _edge(before.get(bet)),
            _edge(after.get(bet)),
            _moved(before.get(bet), after.get(bet)),
        )
        for bet in moved
    )
    heads = (_("before"), _("after"), _("difference"))
    head = h("thead", h("tr", h("th", _("bet")), (h("th", word, class_="num") for word in heads)))
    return h("table", h("caption", _("What it does to the house edge")), head, h("tbody", rows))


def _edge(edge: Fraction | None) -> Html:
    return h("td", "–" if edge is None else figures.percentage(edge, 3), class_="num")


def _moved(before: Fraction | None, after: Fraction | None) -> Html:
    if before is None or after is None:
        return h("td", "", class_="num")
    sign = "+" if after > before else ""
    return h("td", sign + figures.percentage(after - before, 3), class_=f"num {'bad' if after > before else 'good'}")


def heading(visit: Visit, full: str, facts: Data, *actions: Html) -> Html:
    """The top of a game's page."""
    document = library().catalogues[full.partition("/")[0]]
    name = name_of(facts, visit.language)
    others = [other for other in dict.fromkeys((*facts["names"], facts["english"])) if other != name]
    over = h(
        "p",
        h("a", document["title"], href=f"/documents/{document['id']}"),
        f" · {family_name(facts['family'])} · § {facts['cite']}",
        class_="over",
    )
    title = h("div", over, h("h1", name), h("p", " · ".join(others), class_="quiet note"))
    return h("div", title, h("div", actions, class_="row"), class_="head")


@ui.page("/games/{catalogue}/{name:path}")
def game_page(request: Request, catalogue: str, name: str) -> Response | None:
    """A game's page, or what is known of one that cannot be opened."""
    visit = visit_of(request)
    full = f"{catalogue}/{name}"
    entry = next((entry for known, entry in library().entries() if known == full), None)
    facts = library().games.get(full) or entry
    if facts is None:
        return _nothing(request, full)
    with frame(visit, name_of(facts, visit.language)):
        if full in library().games:
            _open_game(visit, full, library().games[full])
        elif full in library().abstract:
            _modalities(visit, full, facts)
        else:
            _shut_game(visit, full, facts)
    return None


def _open_game(visit: Visit, full: str, facts: Data) -> None:
    actions = (
        link("/open", _("Open a table"), "button main", game=full),
        link("/odds", _("Odds"), "button", game=full),
        link("/compare", _("Compare"), "button", game=full),
        link("/simulate", _("Simulate"), "button", game=full),
    )
    name = name_of(facts, visit.language)
    shown = h("img", src=address(f"/felts/{full}.svg", lang=visit.language), alt=name, style="width:100%;display:block")
    figure = h("div", shown, class_="felt", style="margin-bottom:1.6rem") if draws(facts["family"]) else None
    summary = h("p", text(facts["summary"]), " ", cite(facts["cite"]), class_="lead", data_cite=facts["cite"])
    opening = [heading(visit, full, facts, *actions), figure, h("div", summary, style="margin-bottom:1.8rem")]
    markup(joined(opening))
    page = _GamePage(visit, full)
    page.view = View(visit, page.draw, page.hear)
    page.view.later(page.compute)
    ui.run_javascript("tapete.reveal()")


def _modalities(visit: Visit, full: str, entry: Data | None) -> None:
    games = library().abstract[full]
    facts = entry or library().games[games[0]]
    cards = (
        h(
            "article",
            h(
                "div",
                h("h3", h("a", name_of(library().games[game], visit.language), href=f"/games/{game}")),
                class_="words",
            ),
            class_="card",
        )
        for game in games
    )
    lead = h("p", _("This game is played in modalities; show one of them:"), class_="lead")
    markup(joined([heading(visit, full, facts), lead, h("div", cards, class_="grid")]))


def _shut_game(visit: Visit, full: str, entry: Data) -> None:
    told = h(
        "section",
        h("h2", _(telling.STATUS[entry["status"]]).capitalize()),
        h("p", text(entry.get("reason")), " ", cite(entry["cite"])),
        class_="sheet",
    )
    rules = chapter(library(), full) if entry["status"] == "rules" else {}
    markup(joined([heading(visit, full, entry), told, _rules(rules)]))
    ui.run_javascript("tapete.reveal()")


def _rules(holder: Data) -> Html:
    """The dates, general rules and readings that a document or a chapter has."""
    reader = Reader()
    return joined(reader.part(part, holder[part]) for part in ("dates", "general", "readings") if holder.get(part))


def _nothing(request: Request, full: str) -> Response | None:
    try:
        library().game(full)
    except TapeteError as error:
        return absent(request, error, "/", N_("Games"))
    return None


@ui.page("/documents/{name}")
def document_page(request: Request, name: str) -> Response | None:
    """A document: who issued it, when, and its general rules."""
    visit = visit_of(request)
    facts = library().catalogues.get(name)
    if facts is None:
        return _nothing(request, name)
    with frame(visit, facts["title"]):
        over = h("p", f"{text(facts['country'])} · {facts['issuer']}", class_="over")
        under = h("p", f"{facts['instrument']} · {text(facts['status'])}", class_="lead")
        games = link("/", _("Its games"), "button main", document=name)
        head = h("div", h("div", over, h("h1", facts["title"]), under), games, class_="head")
        markup(joined([head, _rules(facts)]))
        ui.run_javascript("tapete.reveal()")
    return None
