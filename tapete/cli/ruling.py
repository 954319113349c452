"""``tapete ruling``: find an irregular play, or a general rule, by words."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from tapete.cli.common import CataloguesOption, JsonOption, console, print_json, safe
from tapete.table.words import translate as _


def command(
    words: Annotated[
        list[str], typer.Argument(metavar=_("WORDS..."), help=_("What happened, e.g. ball leaves the wheel."))
    ],
    catalogue: Annotated[str | None, typer.Option(metavar=_("DOCUMENT"), help=_("Only this document or game."))] = None,
    as_json: JsonOption = False,
    catalogues: CataloguesOption = None,
) -> int:
    """Find a ruling."""
    from tapete.catalogue import search
    from tapete.games import library

    known = library(catalogues)
    if catalogue and catalogue not in known.games:
        known.catalogue(catalogue)
    rulings = search.rulings(known, " ".join(words), catalogue)
    found = [search.ruling_row(*group) for group in search.grouped(rulings)]
    if as_json:
        print_json(found)
    elif found:
        _print(found)
    else:
        console(stderr=True).print(_("No ruling of these documents fits those words."))
    return 0 if found else 1


def _print(found: list[dict[str, Any]]) -> None:
    from rich.panel import Panel

    out = console()
    for item in found:
        games = safe(", ".join(item["games"]))
        body = f"[bold]{safe(item['situation'])}[/]\n{safe(item['ruling'])}\n[dim]{games}[/]"
        out.print(
            Panel(
                body,
                title=f"{item['catalogue']} · {item['irregular']}",
                title_align="left",
                subtitle=f"§ {item['cite']}",
                subtitle_align="right",
            )
        )
