"""Records: paste or upload one, verify it, see what comes out, and go through it step by step."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from nicegui import app, run, ui
from starlette.requests import Request

from tapete.games import changed, chosen_readings, game_data
from tapete.games.audit import audit
from tapete.house import House
from tapete.house.replay import Replay
from tapete.table.errors import Refused, TapeteError
from tapete.table.record import Record, read_records
from tapete.table.words import N_, Sentence, speaking
from tapete.table.words import translate as _
from tapete.web import told
from tapete.web.frame import View, alert, cite, frame, title, visit_of
from tapete.web.html import Html, h, joined

if TYPE_CHECKING:
    from tapete.games.audit import Audit
    from tapete.table.round import Round
    from tapete.web.frame import Visit

_LONGEST = 2_000_000
_EXAMPLE = """game: pv-1996/ruleta-francesa
table: {minimum: 5, maximum: 250}
actions:
  - {player: ana, bet: caballo, on: [1, 2], stake: 50}
  - {player: luis, bet: rojo, stake: 100}
  - {call: no-va-mas}
  - {ball: 0}
  - {player: luis, do: prison}
  - {ball: 3}
expect: {players: {luis: {net: 0}}}
"""


class Desk:
    """A text of records, the one that is looked at, and the step that is shown."""

    def __init__(self, visit: Visit, text: str = "") -> None:
        self.visit, self.text = visit, text
        self.records: list[Record | Refused] = []
        self.audits: list[Audit | None] = []
        self.chosen = 0
        self.step = 0
        self.view: View | None = None
        self._tape: Replay | None = None

    async def of_table(self, house: House, table: str) -> None:
        """Look at the record of a table of the house."""
        self.read((await house.record(table)).as_text())
        await self.verify()

    async def hear(self, said: dict[str, Any]) -> None:
        if said["say"] == "file":
            self.read(str(said["value"]))
        elif said["say"] == "text":
            self.read(str(said["fields"]["text"]))
        elif said["say"] == "example":
            self.read(_EXAMPLE)
        elif said["say"] == "record":
            self._choose(int(said["name"]))
            return
        elif said["say"] == "step":
            self.step = min(max(int(said["value"]), 0), len(self._record().actions))
            return
        elif said["say"] == "walk":
            self.step = min(max(self.step + int(said["by"]), 0), len(self._record().actions))
            return
        await self.verify()

    def read(self, text: str) -> None:
        """Take up a text of records."""
        if len(text) > _LONGEST:
            raise Refused(N_("The text is too long for this page; tapete verify reads files of any length."))
        self.text = text
        self.records = list(read_records(text))
        self.audits = [None] * len(self.records)
        if not self.records:
            raise Refused(N_("There is no record in this text."))
        self._choose(0)

    async def verify(self) -> None:
        """Replay every record, beside the page."""
        for number, record in enumerate(self.records):
            if isinstance(record, Record):
                self.audits[number] = await run.io_bound(audit, record)

    def _choose(self, number: int) -> None:
        self.chosen = number
        record = self.records[number]
        self.step = len(record.actions) if isinstance(record, Record) else 0

    def _record(self) -> Record:
        record = self.records[self.chosen]
        assert isinstance(record, Record)
        return record

    def draw(self) -> Html:
        refusal = alert(self.view.refusal) if self.view else None
        shown = h("div", refusal, self._list(), self._found() if self.records else _nothing())
        return h("div", self._form(), shown, class_="two text")

    def _form(self) -> Html:
        area = h(
            "textarea", self.text or "", name="text", aria_label=_("Record"), placeholder=_EXAMPLE, spellcheck="false"
        )
        upload = h("input", type="file", accept=".yaml,.yml,.txt", data_say="file", id="upload", class_="unseen")
        buttons = h(
            "div",
            h("button", _("Verify and replay"), class_="button main", type="submit"),
            h("label", _("Upload a file"), upload, class_="button", tabindex=-1),
            h("button", _("An example"), class_="button", type="button", data_say="example"),
            class_="row",
        )
        return h("form", area, buttons, data_say="text", class_="sheet stack", data_key="form")

    def _list(self) -> Html | None:
        if len(self.records) < 2:
            return None
        picks = (
            h(
                "button",
                f"{number + 1}{_mark(self.audits[number], record)}",
                class_="pick",
                data_say="record",
                data_name=number,
                aria_pressed=str(number == self.chosen).lower(),
            )
            for number, record in enumerate(self.records)
        )
        return h("div", picks, class_="picks", role="group", aria_label=_("Records"), style="margin-bottom:1rem")

    def _found(self) -> Html:
        record = self.records[self.chosen]
        if isinstance(record, Refused):
            return alert(record)
        verdict = _verdict(self.audits[self.chosen], record)
        try:
            if self._tape is None or self._tape.record is not record:
                self._tape = Replay(record)
            self._tape.to(self.step)
        except TapeteError as refusal:
            return joined([verdict, alert(refusal)])
        return joined([verdict, self._replay(record, self._tape.round)])

    def _replay(self, record: Record, table: Round) -> Html:
        facts = changed(game_data(record.game), {}, chosen_readings(record.game, record.table))
        settlement = table.settlement()
        last = record.actions[self.step - 1] if self.step else None
        now = told.action_words(last, facts["bets"]) if last else _("The table opens")
        slider = h(
            "input",
            type="range",
            min=0,
            max=len(record.actions),
            value=self.step,
            data_say="step",
            data_when="input",
            aria_label=_("Step"),
            style="width:100%",
        )
        steps = h(
            "div",
            h("button", "‹", class_="button small", data_say="walk", data_by=-1, aria_label=_("One step back")),
            h("button", "›", class_="button small", data_say="walk", data_by=1, aria_label=_("One step on")),
            h("b", f"{self.step} / {len(record.actions)}", class_="num"),
            h("span", now, role="status"),
            class_="row",
        )
        felt = h("div", h("div", Html(table.svg()), class_="felt broad"), class_="pan")
        lines = told.lines(settlement.lines, settlement.players, facts, record.game) if settlement.lines else None
        return joined(
            [
                h("section", steps, slider, felt, class_="sheet stack", data_key="replay"),
                h(
                    "section",
                    h("h2", _("How everybody stands")),
                    told.people(settlement.players, settlement.standing),
                    class_="sheet",
                ),
                h("section", h("h2", _("Settlement")), lines, class_="sheet") if lines else None,
                h("section", h("h2", _("What happened")), told.events(settlement.events, record.game), class_="sheet"),
            ]
        )


def _mark(found: Audit | None, record: Record | Refused) -> str:
    if isinstance(record, Refused):
        return " ✗"
    return "" if found is None else " ✓" if found.holds else " ✗"


def _verdict(found: Audit | None, record: Record) -> Html | None:
    if found is None:
        return None
    if found.difference is not None:
        return h(
            "p",
            h("b", _("It does not hold. ")),
            str(found.difference.sentence),
            _(" (action {number})").format(number=found.difference.action) if found.difference.action else "",
            " ",
            cite(found.difference.cite, record.game),
            class_="alert",
            role="alert",
            style="margin-bottom:1rem",
        )
    words = [_("It holds: the record replays and the books balance.")]
    words += [_("What is claimed comes out.")] if found.claimed else []
    if found.draws:
        several = _("{draws} draws repeated from their seeds.").format(draws=found.draws)
        words.append(several if found.draws > 1 else _("1 draw repeated from its seed."))
    return h("p", " ".join(words), class_="alert fair", role="status", style="margin-bottom:1rem")


def _nothing() -> Html:
    words = _("Paste a record or upload one: it is replayed here, action by action, and what it claims is checked.")
    return h("p", words, class_="empty")


@ui.page("/records")
async def records(request: Request) -> None:
    """Verify and replay records, that of a table of the house among them."""
    visit = visit_of(request)
    desk = Desk(visit)
    if "table" in visit.query:
        with suppress(TapeteError), speaking(visit.language):
            await desk.of_table(app.state.house, visit.query["table"])
    with frame(visit, Sentence(N_("Records"))):
        title(_("Records"), _("What PGN is to chess: a game, a table and everything that happened there, as text."))
        desk.view = View(visit, desk.draw, desk.hear)
