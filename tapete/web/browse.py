"""All documents and their games, with pictures of their felts: find one by any of its names."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from nicegui import app, ui
from starlette.requests import Request
from starlette.responses import Response

from tapete.catalogue import search
from tapete.catalogue.telling import STATUS
from tapete.games import FAMILIES as PACKAGES
from tapete.games import library, table
from tapete.table.errors import TapeteError
from tapete.table.words import N_, Sentence, speaking, text
from tapete.table.words import translate as _
from tapete.web.frame import View, address, cite, frame, name_of, search_field, title, visit_of
from tapete.web.html import Html, h, joined

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tapete.web.frame import Visit

NAMES = {
    "roulette": N_("Roulette"),
    "wheels": N_("Wheels"),
    "craps": N_("Craps"),
    "dice": N_("Dice"),
    "blackjack": N_("Black Jack"),
    "baccarat": N_("Baccarat"),
    "war": N_("War"),
    "thirty-forty": N_("Trente et quarante"),
    "house-poker": N_("Poker against the house"),
    "circle-poker": N_("Poker between players"),
    "bingo": N_("Bingo"),
    "lottery": N_("Lottery"),
    "machines": N_("Machines"),
    "bets": N_("Betting"),
}
_SPOTS = re.compile(r'<g class="spots".*?</g>\n?', re.DOTALL)
_TAGS = {"game": "open", "planned": "wait"}


def family_name(family: str) -> str:
    """A family of games as people call it; one without a name of its own is told by its id."""
    return _(NAMES[family]) if family in NAMES else family.replace("-", " ").capitalize()


@lru_cache(maxsize=256)
def picture(game: str, language: str) -> str | None:
    """The felt of an empty table; None while its family draws none."""
    try:
        with speaking(language):
            return table(game).svg()
    except (TapeteError, ModuleNotFoundError, NotImplementedError):
        return None


def bare(picture: str) -> str:
    """A felt without its spots, which are half of it: nobody bets on an illustration.

    >>> bare('<svg><path/><g class="spots" fill="#fff"><path class="spot"/></g><text/></svg>')
    '<svg><path/><text/></svg>'
    """
    return _SPOTS.sub("", picture)


@lru_cache(maxsize=64)
def draws(family: str) -> bool:
    """Whether a family draws its felt."""
    return family in PACKAGES and find_spec(f"{PACKAGES[family]}.felt") is not None


@app.get("/felts/{game:path}.svg", include_in_schema=False)
def felt(game: str, lang: str = "es") -> Response:
    """The picture of a game's empty table."""
    drawn = picture(game, lang if lang == "en" else "es") if game in library().games else None
    if drawn is None:
        return Response(status_code=404)
    return Response(bare(drawn), media_type="image/svg+xml", headers={"Cache-Control": "max-age=600"})


class _Shelf:
    """What is searched for, and what was found."""

    def __init__(self, visit: Visit) -> None:
        self.visit = visit
        self.words = visit.query.get("q", "")
        self.document = visit.query.get("document", "")
        self.family = visit.query.get("family", "")
        self.view: View | None = None

    def hear(self, said: dict[str, Any]) -> None:
        if said["say"] == "words":
            self.words = str(said["value"])
        elif said["say"] == "document":
            self.document = "" if said["name"] == self.document else said["name"]
        elif said["say"] == "family":
            self.family = "" if said["name"] == self.family else said["name"]
        elif said["say"] == "all":
            self.words = self.document = self.family = ""
        if self.view is not None:
            self.view.address(q=self.words, document=self.document, family=self.family)

    def found(self) -> dict[str, list[tuple[str, dict[str, Any]]]]:
        """The entries that fit, by document."""
        fitting = set(search.games(library(), self.words))
        shown: dict[str, list[tuple[str, dict[str, Any]]]] = {}
        for full, entry in library().entries():
            document = full.partition("/")[0]
            if (
                full in fitting
                and self.document in ("", document)
                and self.family in ("", entry["family"])
                and entry["status"] != "rules"
            ):
                shown.setdefault(document, []).append((full, entry))
        return shown

    def draw(self) -> Html:
        found = self.found()
        count = sum(map(len, found.values()))
        told = _("{count} games").format(count=count) if count != 1 else _("1 game")
        groups: Iterable[Html] = (self._group(document, entries) for document, entries in found.items())
        field = search_field(self.words, _("Find a game by any of its names"))
        nothing = h("div", h("p", _("No game fits.")), _all_button(), class_="empty")
        return joined(
            [
                h("div", field, self._filters(), class_="stack"),
                h("p", told, class_="quiet note", role="status", style="margin-top:1rem"),
                groups if count else nothing,
            ]
        )

    def _filters(self) -> Html:
        documents = (
            pick("document", name, self.document, f"{text(facts['country'])} · {name}")
            for name, facts in library().catalogues.items()
        )
        present = dict.fromkeys(entry["family"] for _, entry in library().entries() if entry["status"] != "rules")
        families = (pick("family", name, self.family, family_name(name)) for name in present)
        return joined(
            [
                h("div", documents, class_="picks", role="group", aria_label=_("Document")),
                h("div", families, class_="picks", role="group", aria_label=_("Family")),
            ]
        )

    def _group(self, document: str, entries: list[tuple[str, dict[str, Any]]]) -> Html:
        facts = library().catalogues[document]
        title = h("h2", h("a", facts["title"], href=f"/documents/{document}"))
        cards = [self._card(full, entry) for full, entry in entries if entry["status"] == "game"]
        shut = [self._card(full, entry) for full, entry in entries if entry["status"] != "game"]
        under = h("span", f"{document} · {text(facts['country'])} · {facts['issuer']}", class_="quiet note")
        return h(
            "section",
            h("header", title, under),
            h("div", cards, shut, class_="grid"),
            class_="group",
            data_key=document,
        )

    def _card(self, full: str, entry: dict[str, Any]) -> Html:
        language = self.visit.language
        name = name_of(entry, language)
        others = {other.casefold(): other for other in (*entry["names"], entry["english"])}
        others.pop(name.casefold(), None)
        opens = entry["status"] == "game"
        modalities = library().abstract.get(full, [])
        tag = h("span", _status(entry["status"]), class_=f"tag {_TAGS.get(entry['status'], '')}")
        several = h("span", _("{count} modalities").format(count=len(modalities)), class_="tag") if modalities else None
        words = h(
            "div",
            h("h3", h("a", name, href=f"/games/{full}")),
            h("p", " · ".join(others.values()), class_="quiet fine"),
            h("div", tag, several, cite(entry["cite"]), class_="row", style="gap:.35rem;margin-top:.25rem"),
            class_="words",
        )
        shown = self._picture(full, entry) if opens else None
        return h("article", shown, words, class_="card" if opens else "card shut", data_key=full)

    def _picture(self, full: str, entry: dict[str, Any]) -> Html:
        game = library().abstract.get(full, [full])[0]
        if not draws(entry["family"]):
            return h("div", h("b", family_name(entry["family"])), class_="picture", aria_hidden="true")
        source = address(f"/felts/{game}.svg", lang=self.visit.language)
        return h("div", h("img", src=source, alt="", loading="lazy", decoding="async"), class_="picture")


def _all_button() -> Html:
    return h("button", _("Show all"), class_="button", data_say="all", style="margin-top:1rem")


def pick(say: str, name: str, chosen: str, words: str) -> Html:
    """A filter that is on or off."""
    return h(
        "button", words, class_="pick", data_say=say, data_name=name, aria_pressed="true" if name == chosen else "false"
    )


def _status(status: str) -> str:
    short = {"game": N_("playable"), "named-only": N_("only named"), "planned": N_("not built yet")}
    return _(short[status]) if status in short else _(STATUS[status])


@ui.page("/")
def browse(request: Request) -> None:
    """The first page."""
    visit = visit_of(request)
    shelf = _Shelf(visit)
    with frame(visit, Sentence(N_("Games"))):
        documents = len(library().catalogues)
        lead = _("{count} regulators' documents, as rules that run: read them, play them, check them.")
        title(_("The games of the documents"), lead.format(count=documents))
        shelf.view = View(visit, shelf.draw, shelf.hear)
