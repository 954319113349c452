"""``tapete show``: a game, or a document's general rules, with the section of every fact."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from tapete.catalogue.chapters import chapter
from tapete.cli.common import (
    CataloguesOption,
    JsonOption,
    ReadingOption,
    SetOption,
    find_game,
    pairs,
    print_json,
    words,
)
from tapete.table.errors import Unknown
from tapete.table.words import N_, text
from tapete.table.words import translate as _

if TYPE_CHECKING:
    from pathlib import Path

    from tapete.catalogue.load import Library
    from tapete.cli.page import Page

_DOCUMENT_PARTS = ("dates", "general", "readings", "games")


def _complete(incomplete: str) -> list[str]:
    from tapete.games import library

    known = library()
    rules = [full for full, entry in known.entries() if entry["status"] == "rules"]
    return [name for name in (*known.catalogues, *rules, *known.games) if name.startswith(incomplete)]


def command(
    name: Annotated[
        str,
        typer.Argument(
            metavar=_("NAME"),
            help=_("A game, a document such as pv-1996, or the path of a changed catalogue file."),
            autocompletion=_complete,
        ),
    ],
    only: Annotated[
        list[str] | None, typer.Option("--only", metavar=_("PART"), help=_("Only this part, e.g. bets or readings."))
    ] = None,
    as_json: JsonOption = False,
    changes: SetOption = None,
    readings: ReadingOption = None,
    catalogues: CataloguesOption = None,
) -> int:
    """Show."""
    from tapete.games import library

    known = library(catalogues)
    if name in known.catalogues:
        _show_document(known.catalogues[name], only, as_json)
        return 0
    full = find_game(name, catalogues)
    if full in known.abstract:
        _show_modalities(known, full, as_json)
    elif full not in known.games and not _is_file(full):
        _show_entry(known, full, only, as_json)
    else:
        _show_game(full, pairs(changes, "--set"), words(readings, "--reading"), catalogues, only, as_json)
    return 0


def _is_file(name: str) -> bool:
    return name.partition("#")[0].endswith((".yaml", ".yml"))


def _show_game(
    name: str,
    changes: dict[str, Any],
    readings: dict[str, str],
    root: Path | None,
    only: list[str] | None,
    as_json: bool,
) -> None:
    from tapete.catalogue.telling import parts
    from tapete.cli import facts
    from tapete.games import changed, game_data, library, validated

    game = game_data(name, root)
    if changes or readings:
        game = changed(game, changes, readings, root)
        validated(game)
    chosen = _chosen(only, parts(game))
    if as_json:
        print_json({part: game[part] for part in chosen} if only else {"status": "game", **game})
        return
    from tapete.cli.page import Page

    page = Page()
    page.title(f"{game['catalogue']}/{game['id']} · {', '.join(game['names'])}", game["cite"])
    document = library(root).catalogues[game["catalogue"]]
    page.note(f"{game['english']} · {document['title']} · {document['instrument']}", 0)
    if _is_file(name):
        page.fact(_("from the file {file}").format(file=name), mark="≠", indent=0)
    for path, value in (*changes.items(), *readings.items()):
        page.fact(_("changed: {path} = {value}").format(path=path, value=value), mark="≠", indent=0)
    for part in chosen:
        facts.print_part(page, part, game[part])
    page.print()


def _show_document(document: dict[str, Any], only: list[str] | None, as_json: bool) -> None:
    chosen = _chosen_rules(document, [part for part in _DOCUMENT_PARTS if document.get(part)], only)
    if as_json:
        print_json(chosen if only else document)
        return
    from tapete.cli.page import Page

    page = Page()
    page.title(f"{document['id']} · {document['title']}")
    page.note(f"{document['english']} · {document['issuer']} · {text(document['country'])}", 0)
    page.note(f"{document['instrument']} · {text(document['status'])}", 0)
    _print_rules(page, chosen)
    page.print()


def _chosen_rules(holder: dict[str, Any], parts: list[str], only: list[str] | None) -> dict[str, Any]:
    """The parts asked for of a document or chapter, and the sections of its general rules asked for by name."""
    sections = holder.get("general") or {}
    names = _chosen(only, [*parts, *sections]) if only else parts
    return {name: holder[name] if name in parts else sections[name] for name in names}


def _print_rules(page: Page, chosen: dict[str, Any]) -> None:
    from tapete.cli import facts

    parts = {part: value for part, value in chosen.items() if part in _DOCUMENT_PARTS}
    some = {name: section for name, section in chosen.items() if name not in parts}
    for part, value in parts.items():
        facts.print_part(page, part, value)
    if some:
        facts.print_part(page, "general", some)


def _show_modalities(known: Library, name: str, as_json: bool) -> None:
    games = known.abstract[name]
    if as_json:
        print_json({"game": name, "modalities": games})
        return
    from tapete.cli.page import Page

    page = Page()
    page.title(name)
    page.note(_("This game is played in modalities; show one of them:"), 0)
    rows = [(game, ", ".join(known.games[game]["names"]), known.games[game]["english"]) for game in games]
    page.columns((_("game"), _("names"), _("in English")), rows)
    page.print()


def _show_entry(known: Library, name: str, only: list[str] | None, as_json: bool) -> None:
    """What a document lists and nobody can play: the rules of a chapter, or why a game cannot be opened."""
    entry = next(entry for full, entry in known.entries() if full == name)
    rules = chapter(known, name) if entry["status"] == "rules" else {}
    chosen = _chosen_rules(rules, [part for part in rules if rules[part]], only)
    if as_json:
        print_json(chosen if only else {"catalogue": name.partition("/")[0], **entry, **rules})
        return
    from tapete.catalogue.telling import MARKS, STATUS
    from tapete.cli.page import Page

    page = Page()
    page.title(f"{name} · {', '.join(entry['names'])}", entry["cite"])
    page.note(f"{entry['english']} · {entry['family']}", 0)
    page.fact(_(STATUS[entry["status"]]), mark=MARKS[entry["status"]], indent=0)
    if entry.get("reason"):
        page.fact(text(entry["reason"]))
    _print_rules(page, chosen)
    page.print()


def _chosen(only: list[str] | None, known: list[str]) -> list[str]:
    """The parts asked for, in the page's order."""
    wanted = [part.strip().replace("-", "_") for item in only or () for part in item.split(",")]
    by_name = {part.replace("-", "_"): part for part in known}
    for part in wanted:
        if part not in by_name:
            raise Unknown(N_("There is no part {part} here; there are: {known}."), part=part, known=known or "-")
    return [part for name, part in by_name.items() if not wanted or name in wanted]
