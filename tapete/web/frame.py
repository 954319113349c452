"""The frame around every page: who visits, in which language, and the parts that all pages share."""

from __future__ import annotations

import inspect
import json
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlencode

from nicegui import Client, ui

from tapete.games import library
from tapete.table.errors import Refused, TapeteError
from tapete.table.words import LANGUAGES, N_, Sentence, speaking
from tapete.table.words import translate as _
from tapete.web.html import Html, h, joined

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator, Mapping

    from fastapi import Request, Response

    from tapete.web.html import Child

UNHEARD = (KeyError, IndexError, TypeError, ValueError)
"""What a message that no page of ours sends, or one that comes too late, runs into."""
NOT_UNDERSTOOD = N_("The page said something that is not understood here; reload it.")
STATIC = Path(__file__).parent / "static"
_PLACES = (
    ("/", N_("Games")),
    ("/tables", N_("Tables")),
    ("/rulings", N_("Rulings")),
    ("/odds", N_("Odds")),
    ("/compare", N_("Compare")),
    ("/records", N_("Records")),
    ("/simulate", N_("Simulate")),
)
_ARRIVAL = """<script>
{const cookie = (name) => (document.cookie.match(`(?:^|; )${name}=([^;]*)`) || [])[1];
const root = document.documentElement, light = cookie("tapete-light");
root.lang = LANGUAGE; if (light) root.dataset.light = light;
addEventListener("DOMContentLoaded", () => tapete.notices(NOTICES));}
</script>
<link rel="stylesheet" href="/static/tapete.css?VERSION"><script src="/static/tapete.js?VERSION"></script>
FONTS"""
_WEIGHTS = ("Light", "Regular", "SemiBold", "Bold")
_FONTS = "".join(  # asked for at once: found only in the style, they would come after everything else
    f'<link rel="preload" href="/static/fonts/OpenSans-{weight}.ttf" as="font" type="font/ttf" crossorigin>'
    for weight in _WEIGHTS
)
_LOGO = Html(
    '<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#0d5a3f"/>'
    '<circle cx="16" cy="16" r="9.5" fill="none" stroke="#e3c36f" stroke-width="3" stroke-dasharray="4.97 4.97"/>'
    '<circle cx="16" cy="16" r="6.2" fill="#f8f2e1"/></svg>'
)
_MOON = Html(
    '<svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.8">'
    '<circle cx="12" cy="12" r="8.5"/><path d="M12 3.5a8.5 8.5 0 0 1 0 17z" fill="currentColor"/></svg>'
)
_GLASS = Html(
    '<svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2">'
    '<circle cx="10.5" cy="10.5" r="6.5"/><path d="m15.5 15.5 5 5" stroke-linecap="round"/></svg>'
)


@dataclass(frozen=True, slots=True)
class Visit:
    """Somebody who reads a page, with the language they read."""

    language: str
    path: str
    query: Mapping[str, str]


def visit_of(request: Request) -> Visit:
    """Who asks, from the address, the cookie or the browser's own languages, in this order."""
    asked = request.query_params.get("lang") or request.cookies.get("tapete-language") or _preferred(request)
    language = asked if asked in LANGUAGES else "en"
    return Visit(language, request.url.path, dict(request.query_params))


def _preferred(request: Request) -> str:
    for part in request.headers.get("accept-language", "").split(","):
        wanted = part.strip()[:2].lower()
        if wanted in LANGUAGES:
            return wanted
    return "en"


@lru_cache(maxsize=1)
def _version() -> str:
    """A mark of the files as they are now, so that a browser never keeps an old look."""
    return format(max(file.stat().st_mtime_ns for file in STATIC.iterdir()), "x")


@contextmanager
def frame(visit: Visit, title: str | Sentence, body_class: str = "") -> Iterator[None]:
    """A page in the visitor's language; what is put inside stands between its head and its foot."""
    with speaking(visit.language):
        ui.page_title(f"{title} · Tapete")
        ui.add_head_html(_arrival(visit.language))
        ui.query("body").classes(body_class)
        ui.html(str(_head(visit)), sanitize=False).classes("topbar")
        with ui.element("div").classes("page").props("id=main tabindex=-1"):
            yield
        ui.html(str(_foot()), sanitize=False)


def _arrival(language: str) -> str:
    """What the head of a page does first, with the framework's own notices in the reader's language."""
    notices = {
        "popup": (_("Connection lost."), _("Trying to reconnect; what was acknowledged is kept.")),
        "too_long_message_popup": (_("Message too long."), _("It was not sent.")),
    }
    filled = _ARRIVAL.replace("LANGUAGE", json.dumps(language)).replace("VERSION", _version()).replace("FONTS", _FONTS)
    return filled.replace("NOTICES", json.dumps(notices))


def _head(visit: Visit) -> Html:
    here = visit.path
    links = (
        h("a", _(words), href=path, aria_current="page" if here == path or _within(here, path) else None)
        for path, words in _PLACES
    )
    languages = (
        h("button", name.upper(), data_language=name, aria_pressed=str(name == visit.language).lower(), lang=name)
        for name in LANGUAGES
    )
    light = h("button", _MOON, data_toggle_light=True, aria_label=_("Light or dark"), title=_("Light or dark"))
    inside = h(
        "div",
        h("a", _LOGO, h("span", "Tapete"), href="/", class_="brand"),
        h("nav", links, aria_label=_("Pages")),
        h("div", languages, light, class_="tools", role="group", aria_label=_("Language and light")),
    )
    return joined([h("a", _("To the content"), href="#main", class_="skip"), h("header", inside, class_="top")])


def _within(here: str, path: str) -> bool:
    return (
        here.startswith(path + "/")
        or (path == "/tables" and here == "/open")
        or (path == "/" and here.startswith(("/games", "/documents")))
    )


def _foot() -> Html:
    words = _("The documents are the authority; every fact names its section.")
    inside = (h("span", words), h("a", _("The interface for programs"), href="/docs"))
    return h("footer", h("div", *inside), class_="foot")


def absent(request: Request, why: TapeteError, path: str, words: str) -> Response:
    """A page that says what there is not, and leads on."""
    with frame(visit_of(request), Sentence(N_("Not found"))):
        onward = h("p", link(path, _(words), "button main"), style="margin-top:1.4rem")
        markup(h("div", h("h1", _("Not found")), h("p", str(why), class_="lead"), onward))
    return ui.context.client.build_response(request, 404)


class View:
    """A part of a page that is drawn from data, drawn again when it changes, and hears what is said in it.

    ``draw`` gives the HTML; ``hear`` gets what an element with ``data-say`` has to tell. A refusal that ``hear``
    raises is kept in ``refusal``, for ``draw`` to show.
    """

    def __init__(
        self,
        visit: Visit,
        draw: Callable[[], Html],
        hear: Callable[[dict[str, Any]], Awaitable[None] | None] | None = None,
    ) -> None:
        self._language, self._draw, self._hear = visit.language, draw, hear
        self.refusal: TapeteError | None = None
        self._shown = str(draw())
        self.element = ui.html(self._shown, sanitize=False).classes("view")
        self.client: Client = self.element.client
        if hear is not None:
            self.element.on("said", self._said, js_handler="(event) => emit(event.detail)")

    @property
    def id(self) -> str:
        """Its id in the page."""
        return f"c{self.element.id}"

    async def _said(self, event: Any) -> None:
        assert self._hear is not None
        with speaking(self._language):
            self.refusal = None
            try:
                heard = self._hear(dict(event.args))
                if inspect.isawaitable(heard):
                    await heard
            except TapeteError as refusal:
                self.refusal = refusal
            except UNHEARD:
                self.refusal = Refused(NOT_UNDERSTOOD)
            self.refresh()

    def refresh(self) -> None:
        """Draw it again; nothing is sent when nothing has changed."""
        script = self.redrawn()
        if script:
            self.run(script)

    def redrawn(self) -> str:
        """What the browser must do to show it as it is now, in its reader's language; nothing if it does already."""
        with speaking(self._language):
            drawn = str(self._draw())
        if drawn == self._shown:
            return ""
        self._shown = drawn
        return f"tapete.patch({json.dumps(self.id)}, {json.dumps(drawn)});"

    def later(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do something that takes a while once the page stands, in the reader's language."""

        async def spoken() -> None:
            with speaking(self._language):
                await work()

        ui.timer(0.05, spoken, once=True)

    def address(self, **query: Any) -> None:
        """Have the browser's address tell what is shown, so that it can be kept and sent on."""
        self.run(f"tapete.address({json.dumps(address('', **query).lstrip('?'))})")

    def run(self, script: str) -> None:
        """Have the browser do something."""
        self.client.run_javascript(script)


def link(path: str, words: Child, class_: str | None = None, **query: Any) -> Html:
    """A link to another page."""
    return h("a", words, href=address(path, **query), class_=class_)


def address(path: str, **query: Any) -> str:
    """The address of a page.

    >>> address("/odds", game="pv-1996/boule", bet=None)
    '/odds?game=pv-1996%2Fboule'
    """
    asked = {name: value for name, value in query.items() if value not in (None, "")}
    return f"{path}?{urlencode(asked)}" if asked else path


def cite(section: str | None, game: str | None = None) -> Html:
    """A section, as a link to the facts of the game that rest on it.

    >>> cite("2.1", "pv-1996/boule")
    '<a class="cite" href="/games/pv-1996/boule#cite=2.1">2.1</a>'
    """
    if not section:
        return Html()
    if game is None:
        return h("span", section, class_="cite")
    return h("a", section, class_="cite", href=f"/games/{game}#cite={quote(section, safe='')}")


def alert(error: TapeteError | None, game: str | None = None) -> Html:
    """A refusal as people read it, with its section."""
    if error is None:
        return Html()
    return h("p", str(error), " ", cite(error.cite, game), class_="alert", role="alert")


def name_of(facts: Mapping[str, Any], language: str) -> str:
    """A game's name in the reader's language."""
    return str(facts["names"][0] if language == "es" else facts["english"])


def game_picker(chosen: str, language: str) -> Html:
    """A list of all games that can be opened, by document; choosing one says ``game``."""
    shelves: dict[str, list[Html]] = {}
    names = Counter((full.partition("/")[0], name_of(facts, language)) for full, facts in library().games.items())
    for full, facts in library().games.items():
        document = full.partition("/")[0]
        words = name_of(facts, language)
        words = f"{words} · {full}" if names[document, words] > 1 else f"{words} · {document}"
        option = h("option", words, value=full, selected=full == chosen)
        shelves.setdefault(document, []).append(option)
    groups = (h("optgroup", games, label=document) for document, games in shelves.items())
    nothing = None if chosen else h("option", _("Choose a game"), value="", selected=True)
    return h(
        "label",
        h("span", _("Game")),
        h("select", nothing, groups, name="game", data_say="game", data_key="game-picker"),
        class_="field",
    )


def search_field(words: str, label: str, example: str | None = None) -> Html:
    """A search box that says ``words`` while somebody writes; the key / leads to it."""
    field = h(
        "input",
        type="search",
        name="q",
        value=words,
        placeholder=example or label,
        aria_label=label,
        data_say="words",
        data_when="input",
        data_key_press="/",
        autocomplete="off",
    )
    return h("div", _GLASS, field, class_="search", role="search")


def working(words: str) -> Html:
    """Something is being worked out and nobody knows how long it takes."""
    bar = h("div", h("i"), class_="bar endless", role="progressbar", aria_label=words)
    return h("div", h("p", words, role="status"), bar, class_="working stack", data_key="working")


def markup(content: Html) -> None:
    """A part of a page that stays as it is."""
    ui.html(str(content), sanitize=False)


def title(words: str, lead: str) -> None:
    """The top of a page."""
    markup(h("div", h("div", h("h1", words), h("p", lead, class_="lead")), class_="head"))
