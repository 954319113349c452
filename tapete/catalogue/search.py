"""Finding games and rulings by any name or word, with or without accents."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Any

from tapete.table.words import plain, text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tapete.catalogue.load import Library


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


def rulings(library: Library, words: str, catalogue: str | None = None) -> list[tuple[str, str, dict[str, Any]]]:
    """Every irregular play that fits the words, best first: the game, the ruling's id and the ruling."""
    wanted = plain(words).split()
    scored: list[tuple[int, int, str, str, dict[str, Any]]] = []
    for full, game in library.games.items():
        if catalogue and not full.startswith(catalogue + "/") and full != catalogue:
            continue
        for name, ruling in (game.get("irregular") or {}).items():
            score = _score(wanted, name, ruling)
            if score:
                scored.append((-score, len(scored), full, name, ruling))
    best = max((-s[0] for s in scored), default=0)
    return [(full, name, ruling) for s, _, full, name, ruling in sorted(scored, key=lambda s: s[:2]) if -s * 2 > best]


def grouped(
    found: Iterable[tuple[str, str, dict[str, Any]]],
) -> list[tuple[list[str], str, dict[str, Any]]]:
    """Rulings with all the games of their document that share them, so that each is told once."""
    merged: dict[tuple[str, str, str], tuple[list[str], str, dict[str, Any]]] = {}
    for game, name, ruling in found:
        key = (game.partition("/")[0], name, ruling["cite"])
        merged.setdefault(key, ([], name, ruling))[0].append(game)
    return list(merged.values())


def ruling_row(games: list[str], name: str, ruling: dict[str, Any]) -> dict[str, Any]:
    """A ruling that several games share, as programs read it, in the language in use."""
    return {
        "catalogue": games[0].partition("/")[0],
        "games": games,
        "irregular": name,
        "situation": text(ruling["situation"]),
        "ruling": text(ruling["ruling"]),
        "effect": ruling["effect"],
        "bets": ruling.get("bets"),
        "cite": ruling["cite"],
    }


def _score(wanted: list[str], name: str, ruling: dict[str, Any]) -> int:
    situation = ruling["situation"]
    strong = plain(" ".join((name, *ruling.get("names", ()), situation["es"], situation["en"])))
    weak = plain(ruling["ruling"]["es"] + " " + ruling["ruling"]["en"])
    hits = [3 if _has(strong, w) else 1 if _has(weak, w) else 0 for w in wanted]
    return sum(hits) if any(hit == 3 for hit in hits) or not wanted else 0


def _has(text: str, word: str) -> bool:
    stem = word if len(word) < 5 else word[: max(4, len(word) - 2)]
    return any(part.startswith(stem) for part in text.split())
