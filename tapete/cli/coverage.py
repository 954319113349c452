"""``tapete coverage``: every game and section of every document, with what implements it or the reason."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from tapete.cli.common import CataloguesOption, JsonOption, print_json
from tapete.table.words import text
from tapete.table.words import translate as _

if TYPE_CHECKING:
    from tapete.catalogue.coverage import Item
    from tapete.cli.page import Page

_MARKS = {"implemented": "●", "reason": "◌", "missing": "✗"}
_ONLY_READ = "◐"


def _complete(incomplete: str) -> list[str]:
    from tapete.games import library

    return [name for name in library().catalogues if name.startswith(incomplete)]


def command(
    catalogue: Annotated[
        str | None,
        typer.Argument(metavar=_("DOCUMENT"), help=_("Only this document, e.g. pv-1996."), autocompletion=_complete),
    ] = None,
    missing: Annotated[
        bool, typer.Option("--missing", help=_("Only sections that nothing covers and no reason accounts for."))
    ] = False,
    as_json: JsonOption = False,
    catalogues: CataloguesOption = None,
) -> int:
    """Hold the documents against the implementation."""
    from tapete.catalogue.coverage import coverage
    from tapete.games import library

    items = coverage(library(catalogues), catalogues, catalogue)
    shown = [item for item in items if item.state == "missing"] if missing else items
    if as_json:
        print_json([_as_json(item) for item in shown])
    else:
        _print(shown, items)
    return 1 if any(item.state == "missing" for item in items) else 0


def _as_json(item: Item) -> dict[str, Any]:
    return {
        "catalogue": item.catalogue,
        "part": item.part,
        "cite": item.cite,
        "title": text(item.title),
        "state": item.state,
        "by": list(item.by),
        "runs": list(item.runs),
        "reason": text(item.reason) if item.reason else None,
    }


def _print(shown: list[Item], items: list[Item]) -> None:
    from tapete.cli.page import Page

    page = Page()
    for name in dict.fromkeys(item.catalogue for item in items):
        page.heading(f"{name}: {_counted([item for item in items if item.catalogue == name])}")
        _print_document(page, [item for item in shown if item.catalogue == name])
    page.legend(_("● played by   ◐ only to be read   ◌ stated reason   ✗ neither"))
    page.print()


def _counted(items: list[Item]) -> str:
    return _("{done} of {all} implemented ({read} only to be read), {reasons} with a reason, {missing} missing").format(
        all=len(items),
        done=sum(item.state == "implemented" for item in items),
        read=sum(item.only_read for item in items),
        reasons=sum(item.state == "reason" for item in items),
        missing=sum(item.state == "missing" for item in items),
    )


def _print_document(page: Page, items: list[Item]) -> None:
    if items:
        rows = [(_mark(item), item.part, item.cite, text(item.title), _how(item)) for item in items]
        page.columns(("", _("part"), _("section"), _("what it holds"), _("implemented by, or why not")), rows)


def _mark(item: Item) -> str:
    return _ONLY_READ if item.only_read else _MARKS[item.state]


def _how(item: Item) -> str:
    if item.by:
        number, runs = len(item.by), len(item.runs)
        facts = _("facts: {number}").format(number=number)
        if 0 < runs < number:
            facts = _("facts: {number}, played by {runs}").format(number=number, runs=runs)
        return f"{', '.join(item.files)} ({facts})"
    return text(item.reason) if item.reason else "-"
