"""Finding games and rulings by any name or word, with or without accents."""

from __future__ import annotations

import difflib
import unicodedata
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tapete.catalogue.load import Library


def plain(text: str) -> str:
    """Text without accents, capitals or marks, as searches and names compare it.

    >>> plain("Número  Completo"), plain("Don't Pass")
    ('numero completo', 'dont pass')
    """
    stripped = unicodedata.normalize("NFKD", text)
    letters = (c if c.isalnum() else " " for c in stripped if not unicodedata.combining(c) and c not in "'’")
    return " ".join("".join(letters).casefold().split())


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
        text = " ".join(plain(name) for name in _names(full, entry))
        if all(word in text for word in wanted):
            found.append(full)
    return found


def nearest(library: Library, words: str) -> str | None:
    """The game whose name is most like the words."""
    by_name = {plain(full): full for full, _ in library.entries()} | {plain(full): full for full in library.games}
    close = difflib.get_close_matches(plain(words), by_name, n=1, cutoff=0.5)
    return by_name[close[0]] if close else None


def rulings(library: Library, words: str, catalogue: str | None = None) -> list[tuple[str, str, dict[str, Any]]]:
    """Every irregular play that fits the words, best first: the game, the ruling's id and the ruling."""
    wanted = plain(words).split()
    scored = []
    for full, game in library.games.items():
        if catalogue and not full.startswith(catalogue + "/") and full != catalogue:
            continue
        for name, ruling in (game.get("irregular") or {}).items():
            score = _score(wanted, name, ruling)
            if score:
                scored.append((-score, len(scored), full, name, ruling))
    best = max((-s[0] for s in scored), default=0)
    return [(full, name, ruling) for s, _, full, name, ruling in sorted(scored, key=lambda s: s[:2]) if -s * 2 > best]


def _score(wanted: list[str], name: str, ruling: dict[str, Any]) -> int:
    situation = ruling["situation"]
    strong = plain(" ".join((name, *ruling.get("names", ()), situation["es"], situation["en"])))
    weak = plain(ruling["ruling"]["es"] + " " + ruling["ruling"]["en"])
    hits = [3 if _has(strong, w) else 1 if _has(weak, w) else 0 for w in wanted]
    return sum(hits) if any(hit == 3 for hit in hits) or not wanted else 0


def _has(text: str, word: str) -> bool:
    stem = word if len(word) < 5 else word[: max(4, len(word) - 2)]
    return any(part.startswith(stem) for part in text.split())
