"""The tables of the house: the list of them, and the form that opens one."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from nicegui import ui
from starlette.requests import Request

from tapete.games import game_data, library
from tapete.table.words import N_, Sentence, text
from tapete.table.words import translate as _
from tapete.web.browse import draws
from tapete.web.frame import View, address, alert, cite, frame, game_picker, link, markup, name_of, title, visit_of
from tapete.web.html import Html, h, joined
from tapete.web.live.parts import house, whole

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tapete.house import Info
    from tapete.web.frame import Visit


@ui.page("/tables")
async def tables_page(request: Request) -> None:
    """Every table of the house."""
    visit = visit_of(request)
    found = await house().tables()
    with frame(visit, Sentence(N_("Tables"))):
        title(_("Tables"), _("Open tables can be joined from any browser that reaches this machine."))
        new = link("/open", _("Open a table"), "button main")
        shown_tables = [_table_card(visit, info) for info in found if info.game in library().games]
        nothing = h("p", _("No table has been opened yet."), class_="empty")
        grid = h("div", shown_tables, class_="grid", style="margin-top:1.4rem") if shown_tables else nothing
        markup(joined([new, h("h2", _("Tables"), class_="unseen"), grid]))


def _table_card(visit: Visit, info: Info) -> Html:
    facts = library().games[info.game]
    deals = _("the system draws") if info.system_draws else _("the croupier keys in")
    state = h("span", _("closed") if info.closed_at else _("open"), class_="tag" if info.closed_at else "tag open")
    source = address(f"/felts/{info.game}.svg", lang=visit.language)
    heading = info.title or name_of(facts, visit.language)
    words = h(
        "div",
        h("h3", h("a", heading, href=f"/tables/{info.id}")),
        h("p", f"{info.game} · {deals}", class_="quiet fine"),
        h("p", info.opened_at[:16].replace("T", " "), class_="quiet fine"),
        state,
        class_="words",
    )
    drawn = h("img", src=source, alt="", loading="lazy") if draws(facts["family"]) else None
    return h("article", h("div", drawn, class_="picture"), words, class_="card")


class _Opening:
    """A table that is about to be opened."""

    def __init__(self, visit: Visit) -> None:
        self.visit = visit
        asked = visit.query.get("game", "")
        self.game = asked if asked in library().games else next(iter(library().games))
        self.view: View | None = None

    async def hear(self, said: dict[str, Any]) -> None:
        if said["say"] == "game" and said["value"] in library().games:
            self.game = said["value"]
        elif said["say"] == "open":
            await self._open(said["fields"])

    async def _open(self, fields: dict[str, Any]) -> None:
        settings: dict[str, Any] = {}
        for name in ("minimum", "maximum"):
            if str(fields.get(name) or "").strip():
                settings[name] = whole(fields[name])
        facts = game_data(self.game)
        written = facts.get("readings") or {}
        readings = {name: fields[f"reading-{name}"] for name in written if f"reading-{name}" in fields}
        switched = {name: option for name, option in readings.items() if option != written[name]["runs"]}
        if switched:
            settings["readings"] = switched
        role = fields["role"]
        info = await house().open_table(self.game, settings, title=fields["title"], deal=fields["deal"])
        ticket = await house().join(info.id, fields["name"], "player" if role == "player" else "croupier")
        where = address(f"/tables/{info.id}", player=ticket.name if role == "both" else None)
        if self.view is not None:
            self.view.run(f"tapete.seat({json.dumps(info.id)}, {json.dumps(ticket.token)}, {json.dumps(where)})")

    def draw(self) -> Html:
        refusal = alert(self.view.refusal, self.game) if self.view else None
        deals = (("system", _("The system draws, under a promise")), ("croupier", _("The croupier keys in what came")))
        roles = (("both", _("I play and deal")), ("player", _("I play")), ("croupier", _("I deal")))
        form = h(
            "form",
            h("div", game_picker(self.game, self.visit.language)),
            h(
                "div",
                _text(_("Your name"), "name", "Ana", required=True),
                _text(_("Title of the table"), "title", ""),
                _number(_("Minimum"), "minimum"),
                _number(_("Maximum"), "maximum"),
                class_="fields wide",
            ),
            _radios(_("Chance"), "deal", deals),
            _radios(_("Your seat"), "role", roles),
            self._readings(),
            refusal,
            h("div", h("button", _("Open the table"), class_="button main"), class_="row"),
            data_say="open",
            class_="sheet stack",
        )
        return h("div", form, self._shown(), class_="opening")

    def _shown(self) -> Html:
        """The game that will be opened: its felt, what it is about, and where to read on."""
        facts = game_data(self.game)
        source = address(f"/felts/{self.game}.svg", lang=self.visit.language)
        felt = h("img", src=source, alt="", class_="preview") if draws(facts["family"]) else None
        return h(
            "aside",
            felt,
            h("p", text(facts["summary"]), " ", cite(facts["cite"], self.game)),
            h("p", link(f"/games/{self.game}", _("Read the game"))),
            class_="stack",
            aria_label=name_of(facts, self.visit.language),
        )

    def _readings(self) -> Html | None:
        readings = game_data(self.game).get("readings") or {}
        fields = [
            h(
                "label",
                h("span", text(reading["says"])),
                h(
                    "select",
                    (
                        h("option", text(o["text"]), value=option, selected=option == reading["runs"])
                        for option, o in reading["options"].items()
                    ),
                    name=f"reading-{name}",
                ),
                class_="field",
                data_key=f"{self.game}-{name}",
            )
            for name, reading in readings.items()
            if len(reading["options"]) > 1
        ]
        if not fields:
            return None
        return h("details", h("summary", _("Readings")), h("div", fields, class_="stack", style="margin-top:.8rem"))


def _text(words: str, name: str, value: str, required: bool = False) -> Html:
    field = h("input", type="text", name=name, value=value, required=required, maxlength=40)
    return h("label", h("span", words), field, class_="field")


def _number(words: str, name: str) -> Html:
    return h("label", h("span", words), h("input", type="number", name=name, min=1), class_="field")


def _radios(words: str, name: str, options: Iterable[tuple[str, str]]) -> Html:
    shown_options = (
        h("label", h("input", type="radio", name=name, value=value, checked=n == 0), h("span", label), class_="option")
        for n, (value, label) in enumerate(options)
    )
    return h("fieldset", h("legend", words), shown_options)


@ui.page("/open")
def new_table(request: Request) -> None:
    """Open a table."""
    visit = visit_of(request)
    opening = _Opening(visit)
    with frame(visit, Sentence(N_("Open a table"))):
        title(_("Open a table"), _("Choose a game, who deals and within which limits."))
        opening.view = View(visit, opening.draw, opening.hear)
