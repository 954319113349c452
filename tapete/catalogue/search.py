"""Finding games and rulings by any name or word, with or without accents."""

from __future__ import annotations

import difflib
import math
from typing import TYPE_CHECKING, Any

from tapete.catalogue import meaning
from tapete.catalogue.chapters import GENERAL
from tapete.catalogue.meaning import likewise, stem, telling
from tapete.catalogue.telling import title_of
from tapete.table.errors import Unknown
from tapete.table.words import N_, plain, text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tapete.catalogue.load import Library

Ruled = tuple[str, str, dict[str, Any]]
_OF_THE_RULING = 2
_NEAR = 0.6
STATUSES = ("game", "rules", "named-only", "planned")


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
    families = sorted({entry["family"] for _full, entry in library.entries()})
    if family is not None and family not in families:
        raise Unknown(N_("There is no family {name}; there are: {known}."), name=family, known=families)
    if status is not None and status not in STATUSES:
        raise Unknown(N_("There is no status {name}; there are: {known}."), name=status, known=STATUSES)
    wanted = {"catalogue": catalogue, "family": family, "status": status}
    fitting = set(games(library, words) or games(library, likely(library, words)))
    rows = (_row(full, entry) for full, entry in library.entries() if full in fitting)
    return [row for row in rows if all(value is None or row[name] == value for name, value in wanted.items())]


def likely(library: Library, words: str) -> str:
    """What was probably meant by words that fit no game: for each that no name has, the nearest that one has."""
    known = sorted({word for full, entry in library.entries() for word in plain(" ".join(_names(full, entry))).split()})
    wanted = plain(words).split()
    return " ".join(word if any(word in other for other in known) else meaning.nearest(word, known) for word in wanted)


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
    """The game one of whose names holds the words, or is most like them; of their document where they name one."""
    catalogue, _, rest = words.partition("/")
    within, rest = (f"{catalogue}/", rest) if rest and catalogue in library.catalogues else ("", words)
    holding = [full for full in games(library, rest) if full.startswith(within)] if plain(rest) else []
    if holding:
        return next((full for full in holding if full in library.games), holding[0])
    by_name: dict[str, str] = {}
    own: dict[str, str] = {}
    for full, entry in [*library.games.items(), *library.entries()]:
        for name in (full.partition("/")[2], *_names(full, entry)):
            by_name.setdefault(plain(name), full)
            if full.startswith(within):
                own.setdefault(plain(name), full)
    for known in (own, by_name):
        close = difflib.get_close_matches(plain(rest), known, n=1, cutoff=0.5)
        if close:
            return known[close[0]]
    return None


def rulings(library: Library, words: str, catalogue: str | None = None) -> list[Ruled]:
    """Every irregular play, duty, prohibition, general rule and general reading that fits the words, best first.

    A word counts for as much as it tells: the fewer of them have it, the more.
    """
    told = [_Told(ruled) for ruled in (*irregular(library), *_rules(library))]
    weights = {word: _weight(word, told) for word in _wanted(words, told)}
    scored = [(one.score(weights), one.ruled) for one in told if _is_of(one.ruled, catalogue)]
    best = max((score for score, _ in scored), default=0)
    found = [(score, ruled) for score, ruled in scored if score and score >= best * _NEAR]
    return [ruled for _, ruled in sorted(found, key=lambda item: -item[0])]


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


def _wanted(words: str, told: list[_Told]) -> list[str]:
    """The words that count, one that fits nothing replaced by the nearest that does."""
    said = telling(words)
    if all(any(ruling.hit(word) for ruling in told) for word in said):
        return said
    known = sorted({word for ruling in told for word in ruling.title | ruling.situation | ruling.ruling})
    return [word if any(ruling.hit(word) for ruling in told) else meaning.nearest(word, known) for word in said]


def _weight(word: str, told: list[_Told]) -> float:
    having = sum(ruling.hit(word) > 0 for ruling in told)
    return 1 + math.log(len(told) / having) if having else 0.0


class _Told:
    """A ruling with its words: its names count most, then what happened, and least what is ruled.

    A rule is a single text: all of it is what happened.
    """

    def __init__(self, ruled: Ruled) -> None:
        self.ruled = ruled
        _, name, facts = ruled
        situation, ruling = _both(facts["situation"]), _both(facts["ruling"])
        if facts.get("kind") == "rule":
            situation, ruling = f"{situation} {ruling}", ""
        self.title = set(plain(" ".join((name, *facts.get("names", ())))).split())
        self.situation = set(plain(situation).split())
        self.ruling = set(plain(ruling).split())

    def score(self, weights: dict[str, float]) -> float:
        hits = {word: self.hit(word) for word in weights}
        if weights and not any(hit > _OF_THE_RULING for hit in hits.values()):
            return 0.0
        return sum(weight * hits[word] for word, weight in weights.items()) if weights else 1.0

    def hit(self, word: str) -> int:
        """How well a word fits: by itself or by another that says the same, in the names or in what happened."""
        same = likewise(word)
        for told, itself, alike in ((self.title, 8, 7), (self.situation, 6, 4)):
            if _has(told, word):
                return itself
            if any(_has(told, other) for other in same):
                return alike
        return _OF_THE_RULING if _has(self.ruling, word) else 0


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


def _has(told: set[str], word: str) -> bool:
    beginning = stem(word)
    return any(part.startswith(beginning) for part in told)


def _both(words: Any) -> str:
    return f"{words['es']} {words['en']}" if isinstance(words, dict) else str(words)
