"""Finding games and rulings by any name or word, with or without accents."""

from __future__ import annotations

import difflib
from math import log
from typing import TYPE_CHECKING, Any

from tapete.catalogue.chapters import GENERAL
from tapete.catalogue.telling import title_of
from tapete.table.words import plain, text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tapete.catalogue.load import Library

Ruled = tuple[str, str, dict[str, Any]]


def _names(full: str, entry: dict[str, Any]) -> Iterable[str]:
    yield full
    yield entry["id"]
    yield from entry["names"]
    yield entry["english"]


def games(library: Library, words: str) -> list[str]:
    """The full ids of the games that all the words fit, listed or playable."""
    wanted = plain(words).split()
    found = []
    for full, entry in library.entries():
        known = " ".join(plain(name) for name in _names(full, entry))
        if all(word in known for word in wanted):
            found.append(full)
    return found


def listed(
    library: Library,
    words: str = "",
    catalogue: str | None = None,
    family: str | None = None,
    status: str | None = None,
) -> list[dict[str, Any]]:
    """The games that fit, as programs read them; the reason why one cannot be opened is in the language in use."""
    if catalogue:
        library.catalogue(catalogue)
    wanted = {"catalogue": catalogue, "family": family, "status": status}
    fitting = set(games(library, words))
    rows = (_row(full, entry) for full, entry in library.entries() if full in fitting)
    return [row for row in rows if all(value is None or row[name] == value for name, value in wanted.items())]


def _row(full: str, entry: dict[str, Any]) -> dict[str, Any]:
    return {
        "game": full,
        "catalogue": full.partition("/")[0],
        "names": entry["names"],
        "english": entry["english"],
        "family": entry["family"],
        "status": entry["status"],
        "cite": entry["cite"],
        "reason": text(entry["reason"]) if entry.get("reason") else None,
    }


def nearest(library: Library, words: str) -> str | None:
    """The game one of whose names is most like the words."""
    by_name: dict[str, str] = {}
    for full, entry in [*library.games.items(), *library.entries()]:
        for name in (full.partition("/")[2], *_names(full, entry)):
            by_name.setdefault(plain(name), full)
    close = difflib.get_close_matches(plain(words), by_name, n=1, cutoff=0.5)
    return by_name[close[0]] if close else None


def rulings(library: Library, words: str, catalogue: str | None = None) -> list[Ruled]:
    """Every irregular play, duty, prohibition, general rule and general reading that fits the words, best first.

    A word counts the more the fewer of them have it, so that "the" or "player" do not drown what was asked.
    """
    known = [
        (ruled, *_searched(ruled)) for ruled in (*irregular(library), *_rules(library)) if _is_of(ruled, catalogue)
    ]
    scores: dict[int, float] = {}
    fitting: set[int] = set()
    for stem in dict.fromkeys(map(_stem, plain(words).split())):
        hits = {i: 3 if stem in strong else 1 for i, (_, strong, weak) in enumerate(known) if stem in strong + weak}
        for i, hit in hits.items():
            scores[i] = scores.get(i, 0) + hit * log((1 + len(known)) / len(hits))
        fitting |= {i for i, hit in hits.items() if hit > 1}
    found = sorted(fitting, key=lambda i: (-scores[i], i))
    return [known[i][0] for i in found if scores[i] * 2 > scores[found[0]]]


def irregular(library: Library, catalogue: str | None = None) -> list[Ruled]:
    """Every irregular play: the game, the ruling's id and the ruling; of one document or game where it is named."""
    plays = (
        (full, name, ruling)
        for full, game in library.games.items()
        for name, ruling in (game.get("irregular") or {}).items()
    )
    return [ruled for ruled in plays if _is_of(ruled, catalogue)]


def _rules(library: Library) -> Iterator[Ruled]:
    """What a document says beside its irregular plays, each fact as a ruling under its heading."""
    for full, game in library.games.items():
        for part in ("duties", "prohibitions"):
            for number, fact in enumerate(game.get(part) or (), start=1):
                yield full, f"{part}/{fact.get('id') or number}", _as_ruling(title_of(part), fact["text"], fact["cite"])
    for name, document in library.catalogues.items():
        full = f"{name}/{GENERAL}"
        for section, heading in document["general"].items():
            for number, fact in enumerate(heading["facts"], start=1):
                ruling = _as_ruling(heading["title"], fact["text"], fact["cite"])
                yield full, f"{section}/{fact.get('id') or number}", ruling
        for key, reading in (document.get("readings") or {}).items():
            yield full, f"readings/{key}", _as_ruling(reading["says"], reading["why"], reading["cite"], "reading")


def _as_ruling(situation: Any, ruling: Any, cite: str, kind: str = "rule") -> dict[str, Any]:
    return {"kind": kind, "situation": situation, "ruling": ruling, "effect": "note", "cite": cite}


def _is_of(ruled: Ruled, catalogue: str | None) -> bool:
    return not catalogue or ruled[0] == catalogue or ruled[0].startswith(catalogue + "/")


def grouped(found: Iterable[Ruled]) -> list[tuple[list[str], str, dict[str, Any]]]:
    """Rulings with all the games of their document that share them, so that each is told once."""
    merged: dict[tuple[str, ...], tuple[list[str], str, dict[str, Any]]] = {}
    for game, name, ruling in found:
        key = (game.partition("/")[0], name, ruling["cite"], ruling["ruling"]["es"])
        merged.setdefault(key, ([], name, ruling))[0].append(game)
    return list(merged.values())


def ruling_row(games: list[str], name: str, ruling: dict[str, Any]) -> dict[str, Any]:
    """A ruling that several games share, as programs read it, in the language in use."""
    return {
        "kind": ruling.get("kind", "irregular"),
        "catalogue": games[0].partition("/")[0],
        "games": games,
        "irregular": name,
        "situation": text(ruling["situation"]),
        "ruling": text(ruling["ruling"]),
        "effect": ruling["effect"],
        "bets": ruling.get("bets"),
        "cite": ruling["cite"],
    }


def _searched(ruled: Ruled) -> tuple[str, str]:
    """The words by which a ruling is found, and those that only tell it from others that were found."""
    _, name, ruling = ruled
    situation, told = _both(ruling["situation"]), _both(ruling["ruling"])
    if ruling.get("kind") == "rule":
        return f" {plain(f'{name} {situation} {told}')}", ""
    return f" {plain(' '.join((name, *ruling.get('names', ()), situation)))}", f" {plain(told)}"


def _both(words: Any) -> str:
    return f"{words['es']} {words['en']}" if isinstance(words, dict) else str(words)


def _stem(word: str) -> str:
    """The beginning by which a word is recognised where another begins with it."""
    return " " + (word if len(word) < 5 else word[: max(4, len(word) - 2)])
