"""One search box over every irregular play and general rule of every document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nicegui import ui
from starlette.requests import Request

from tapete.catalogue import search
from tapete.games import library
from tapete.table.words import N_, Sentence, text
from tapete.table.words import translate as _
from tapete.web.browse import pick
from tapete.web.frame import View, frame, name_of, search_field, title, visit_of
from tapete.web.game import ruling
from tapete.web.html import Html, h, joined

if TYPE_CHECKING:
    from tapete.web.frame import Visit

Found = tuple[list[str], str, dict[str, Any]]


class _Desk:
    """What is looked up."""

    def __init__(self, visit: Visit) -> None:
        self.visit = visit
        self.words = visit.query.get("q", "")
        self.document = visit.query.get("document", "")
        self.view: View | None = None

    def hear(self, said: dict[str, Any]) -> None:
        if said["say"] == "words":
            self.words = str(said["value"])
        elif said["say"] == "document":
            self.document = "" if said["name"] == self.document else said["name"]
        if self.view is not None:
            self.view.address(q=self.words, document=self.document)

    def found(self) -> list[Found]:
        """The rulings that fit, best first; all of them while nothing is asked."""
        asked, document = self.words.strip(), self.document or None
        found = search.rulings(library(), asked, document) if asked else search.irregular(library(), document)
        return search.grouped(found)

    def draw(self) -> Html:
        found = self.found()
        example = _("What happened? For example: the ball leaves the wheel")
        field = search_field(self.words, _("What happened?"), example)
        documents = (
            pick("document", name, self.document, f"{text(facts['country'])} · {name}")
            for name, facts in library().catalogues.items()
        )
        told = _("{count} rulings").format(count=len(found)) if len(found) != 1 else _("1 ruling")
        nothing = h("p", _("No ruling of these documents fits those words."), class_="empty")
        return joined(
            [
                h(
                    "div",
                    field,
                    h("div", documents, class_="picks", role="group", aria_label=_("Document")),
                    class_="stack",
                ),
                h("p", told, class_="quiet note", role="status", style="margin:1rem 0"),
                h("h2", _("Rulings"), class_="unseen"),
                h("div", (self._ruling(*item) for item in found) if found else nothing, class_="sheet"),
            ]
        )

    def _ruling(self, games: list[str], name: str, facts: dict[str, Any]) -> Html:
        document = games[0].partition("/")[0]
        links = (self._link(game, name, facts) for game in games)
        tag = h("span", f"{text(library().catalogues[document]['country'])} · {document}", class_="tag open")
        return h("div", ruling(name, facts, games[0], tag, h("span", links, class_="fine games")))

    def _link(self, game: str, name: str, facts: dict[str, Any]) -> Html:
        """Where it stands: in a game, or in the general chapter of its document."""
        entries = dict(library().entries())
        anchor = name.partition("/")[0] if "kind" in facts else f"irregular-{name}"
        told = name_of(library().games.get(game) or entries[game], self.visit.language)
        return h("a", told, href=f"/games/{game}#{anchor}")


@ui.page("/rulings")
def rulings(request: Request) -> None:
    """Look up an irregular play."""
    visit = visit_of(request)
    desk = _Desk(visit)
    with frame(visit, Sentence(N_("Rulings"))):
        lead = _("What each document rules when something goes wrong at the table, and its general rules.")
        title(_("Irregular plays"), lead)
        desk.view = View(visit, desk.draw, desk.hear)
