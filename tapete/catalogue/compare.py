"""The same game in different documents: its facts side by side, the differences marked.

Documents name and order the same things differently, so facts are aligned by what they are: bets by the trade's word
for them, figures by their path, and what is told in sentences (rulings, duties, staff, equipment …) by the words used.
A difference is one of substance, a figure or an effect, or a fact that one document lacks; never one of wording.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tapete.catalogue.paths import leaves
from tapete.catalogue.search import games as search_games
from tapete.table.errors import Unknown
from tapete.table.money import odds, odds_shown
from tapete.table.words import N_, plain, spans, text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from tapete.catalogue.load import Library

Data = dict[str, Any]
_IDENTITY = ("catalogue", "id", "family", "names", "english", "cite", "summary", "shorthand")
_TOLD = ("names", "text", "cite", "pays_cite", "trade", "group")
_ALIKE = 0.34
_STEM = 5


@dataclass(frozen=True, slots=True)
class Cell:
    """A fact in one document: ``value`` is what is compared, ``shown`` is for people, in both languages if in words."""

    value: Any
    shown: Any
    cite: str | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """One fact in each game; None where a document has no such fact."""

    part: str
    label: Any
    cells: tuple[Cell | None, ...]

    @property
    def differs(self) -> bool:
        """Whether the documents do not agree.

        >>> Row("bets", "split", (Cell("17", "17 : 1"), None)).differs
        True
        """
        values = [None if cell is None else (cell.value,) for cell in self.cells]
        return any(value != values[0] for value in values[1:])

    def as_json(self, games: Sequence[str]) -> dict[str, Any]:
        """The row for programs, in the language in use; ``games`` are those whose facts it holds."""
        return {
            "part": self.part,
            "fact": text(self.label),
            "differs": self.differs,
            "values": {
                game: None if cell is None else {"value": cell.value, "text": text(cell.shown), "cite": cell.cite}
                for game, cell in zip(games, self.cells, strict=True)
            },
        }


def namesakes(library: Library, name: str) -> tuple[list[str], list[str]]:
    """The same game in all documents: the full ids of those that can be opened, and of those only listed.

    ``name`` is a full id, an id without its document, or words of a name.
    """
    slug = _slug(library, name)
    every = list(dict.fromkeys([*library.games, *(full for full, _ in library.entries())]))
    by_document: dict[str, list[str]] = {}
    for full in every:
        document, _, own = full.partition("/")
        if _same(own, slug):
            by_document.setdefault(document, []).append(full)
    found = []
    for names in by_document.values():
        found += [full for full in names if full.partition("/")[2] == slug] or names
    playable = [full for full in found if full in library.games]
    return playable, [full for full in found if full not in library.games and full not in library.abstract]


def _slug(library: Library, name: str) -> str:
    document, _, rest = name.partition("/")
    if document in library.catalogues and rest:
        library_names = {full for full, _ in library.entries()} | set(library.games) | set(library.abstract)
        if name not in library_names:
            library.game(name)
        return rest
    ids = [full.partition("/")[2] for full in [*library.games, *(full for full, _ in library.entries())]]
    if any(_same(own, name) for own in ids):
        return name
    fitting = search_games(library, name)
    slugs = dict.fromkeys(full.partition("/")[2] for full in fitting)
    if len(slugs) == 1:
        return next(iter(slugs))
    bases = dict.fromkeys(full.split("/")[1] for full in fitting)
    if len(bases) == 1:
        return next(iter(bases))
    if bases:
        raise Unknown(N_("{name} fits several games; name one: {known}."), name=name, known=list(bases))
    from tapete.catalogue.search import nearest

    raise Unknown(N_("There is no game {name}. Nearest: {near}."), name=name, near=nearest(library, name) or "-")


def _same(own: str, slug: str) -> bool:
    """Whether two ids, modalities apart, are the same game; ``blackjack`` is ``black-jack``."""
    base, _, modality = own.partition("/")
    wanted, _, asked = slug.partition("/")
    return base.replace("-", "") == wanted.replace("-", "") and (not asked or not modality or asked == modality)


def compare(games: Mapping[str, Data]) -> list[Row]:
    """The facts of several games, aligned."""
    each = list(games.values())
    rows = [Row("names", "names", tuple(Cell(None, ", ".join(game["names"]), game["cite"]) for game in each))]
    rows.append(Row("summary", "summary", tuple(Cell(None, game["summary"], game["cite"]) for game in each)))
    for part in _parts(each):
        values = [game.get(part) for game in each]
        if part == "bets":
            rows += _bets(values)
        elif part in _SENTENCES:
            rows += _sentences(part, values)
        else:
            rows += _figures(part, values, each)
    return rows


def _parts(games: Sequence[Data]) -> list[str]:
    named = dict.fromkeys(part for game in games for part, value in game.items() if value not in (None, [], {}))
    last = [part for part in ("irregular", "duties", "prohibitions", "glossary", "readings") if part in named]
    return [part for part in named if part not in (*_IDENTITY, *last)] + last


def _bets(tables: Sequence[Mapping[str, Data] | None]) -> Iterator[Row]:
    by_trade = [
        {_trade(name, bet, table or {}): (name, bet) for name, bet in (table or {}).items()} for table in tables
    ]
    for trade in dict.fromkeys(trade for table in by_trade for trade in table):
        found = [table.get(trade) for table in by_trade]
        label = {"es": next(bet["names"][0] for _, bet in filter(None, found)), "en": trade}
        yield Row("bets", label, tuple(_bet_cell(*bet) if bet else None for bet in found))
        fields = dict.fromkeys(field for bet in found if bet for field in bet[1] if field not in (*_TOLD, "pays"))
        for field in fields:
            cells = tuple(_field_cell(field, bet[1]) if bet else None for bet in found)
            if any(cells):
                yield Row("bets", {lang: f"{name} · {field}" for lang, name in label.items()}, cells)


def _trade(name: str, bet: Data, table: Mapping[str, Data]) -> str:
    """The trade's word; where a document has two bets under one word, the second keeps its own name."""
    first = next(other for other, facts in table.items() if facts["trade"] == bet["trade"])
    return str(bet["trade"]) if first == name else f"{bet['trade']} ({name})"


def _bet_cell(name: str, bet: Data) -> Cell:
    pays = None if bet.get("pays") is None else odds_shown(odds(bet["pays"]))
    return Cell(pays, f"{pays or '-'} · {name}", bet.get("pays_cite") or bet["cite"])


def _field_cell(field: str, bet: Data) -> Cell | None:
    value = bet.get(field)
    if value in (None, [], {}):
        return None
    plain_value = {path: item for path, item in leaves(value) if path.rpartition(".")[2] not in _TOLD}
    return Cell(plain_value, _flat(value), bet["cite"])


def _flat(value: Any) -> str:
    facts = [(path, _listed(item)) for path, item in leaves(value) if path.rpartition(".")[2] not in _TOLD]
    return " · ".join(f"{path} {item}" if path else item for path, item in facts)


def _listed(value: Any) -> str:
    if isinstance(value, list):
        return spans("-".join(map(str, item)) if isinstance(item, list) else item for item in value)
    return str(value)


def _figures(part: str, values: Sequence[Any], games: Sequence[Data]) -> Iterator[Row]:
    """A part of figures and perhaps a sentence, by the path of each."""
    cites = [value.get("cite") if isinstance(value, dict) else None for value in values]
    texts = [value.get("text") if isinstance(value, dict) else None for value in values]
    if any(texts):
        cells = (Cell(None, text, cite) if text else None for text, cite in zip(texts, cites, strict=True))
        yield Row(part, part, tuple(cells))
    tables = [
        {} if value is None else {p: v for p, v in leaves(value, part) if p.rpartition(".")[2] not in _TOLD}
        for value in values
    ]
    if part == "payment":
        tables = [_by_trade(table, game["bets"]) for table, game in zip(tables, games, strict=True)]
    for path in dict.fromkeys(path for table in tables for path in table):
        cells = (
            Cell(table[path], _listed(table[path]), cite) if path in table else None
            for table, cite in zip(tables, cites, strict=True)
        )
        yield Row(part, path, tuple(cells))


def _by_trade(table: Data, bets: Mapping[str, Data]) -> Data:
    """An order of bets in the trade's words, so that two documents' orders can be compared."""
    return {
        path: [str(bets[name]["trade"]) if name in bets else name for name in value]
        if isinstance(value, list)
        else value
        for path, value in table.items()
    }


@dataclass(frozen=True, slots=True)
class _Telling:
    """How a part that is told in sentences is compared: the words that align it, its substance, what is shown."""

    words: Callable[[Data], Any]
    value: Callable[[Data], Any]
    shown: Callable[[Data], Any]
    label: Callable[[Data], Any]


def _same_text(field: str, value: Callable[[Data], Any]) -> _Telling:
    return _Telling(lambda d: d[field], value, lambda d: d[field], lambda d: d[field])


def _ruling_shown(ruling: Data) -> Data:
    effect = ruling["effect"] + (f", bets {ruling['bets']}" if ruling.get("bets") else "")
    return {language: f"{ruling['ruling'][language]} ({effect})" for language in ("es", "en")}


def _reading_shown(reading: Data) -> Data:
    runs = reading["options"][reading["runs"]]["text"]
    return {language: f"{runs[language]} ({reading['runs']})" for language in ("es", "en")}


def _staff_shown(role: Data) -> Data:
    number = f"{role.get('minimum', 1)}-{role['maximum']}" if role.get("maximum") else f"≥ {role.get('minimum', 1)}"
    return {language: f"{role['role'][language]}: {number}" for language in ("es", "en")}


_SENTENCES: dict[str, _Telling] = {
    "equipment": _same_text("what", lambda d: (d.get("number"), d.get("optional", False))),
    "staff": _Telling(
        lambda d: d["role"],
        lambda d: (d.get("minimum", 1), d.get("maximum")),
        _staff_shown,
        lambda d: d["role"],
    ),
    "flow": _same_text("text", lambda d: None),
    "calls": _same_text("text", lambda d: None),
    "irregular": _Telling(
        lambda d: {"es": d["situation"]["es"] + " " + " ".join(d.get("names", ())), "en": d["situation"]["en"]},
        lambda d: (d["effect"], d.get("bets")),
        _ruling_shown,
        lambda d: d["situation"],
    ),
    "duties": _same_text("text", lambda d: d.get("value")),
    "prohibitions": _same_text("text", lambda d: d.get("value")),
    "glossary": _same_text("text", lambda d: d.get("value")),
    "readings": _Telling(lambda d: d["says"], lambda d: d["runs"], _reading_shown, lambda d: d["says"]),
}


def _sentences(part: str, values: Sequence[Any]) -> Iterator[Row]:
    telling = _SENTENCES[part]
    for group in _aligned([_named(value) for value in values], telling.words):
        first = next(item for item in group if item is not None)
        cells = (None if d is None else Cell(telling.value(d), telling.shown(d), d["cite"]) for d in group)
        yield Row(part, telling.label(first), tuple(cells))


def _named(value: Any) -> list[tuple[str | None, Data]]:
    if isinstance(value, dict):
        return list(value.items())
    return [(item.get("id"), item) for item in value or ()]


def _aligned(
    columns: Sequence[list[tuple[str | None, Data]]], words: Callable[[Data], Any]
) -> list[tuple[Data | None, ...]]:
    """Groups of the same thing, one from each document at most: by id first, then by how alike their words are."""
    stems = [[_stems(words(item)) for _, item in column] for column in columns]
    weights = _weights([s for column in stems for s in column])
    groups: list[list[int | None]] = []
    for number, column in enumerate(columns):
        scored = sorted(
            (
                (-_likeness(columns, stems, group, number, index, weights), position, index)
                for position, group in enumerate(groups)
                for index in range(len(column))
            ),
        )
        placed: dict[int, int] = {}
        for score, position, index in scored:
            if -score >= _ALIKE and position not in placed.values() and index not in placed:
                placed[index] = position
        for group in groups:
            group.append(None)
        for index in range(len(column)):
            if index in placed:
                groups[placed[index]][number] = index
            else:
                groups.append([None] * number + [index])
    return [
        tuple(None if index is None else columns[number][index][1] for number, index in enumerate(group))
        for group in groups
    ]


def _likeness(
    columns: Sequence[list[tuple[str | None, Data]]],
    stems: list[list[frozenset[str]]],
    group: list[int | None],
    number: int,
    index: int,
    weights: Mapping[str, float],
) -> float:
    name, mine = columns[number][index][0], stems[number][index]
    best = 0.0
    for other, member in enumerate(group):
        if member is not None:
            if name is not None and columns[other][member][0] == name:
                return 2.0
            best = max(best, _shared(mine, stems[other][member], weights))
    return best


def _shared(one: frozenset[str], two: frozenset[str], weights: Mapping[str, float]) -> float:
    both = sum(weights[word] for word in one & two)
    return 2 * both / (sum(weights[word] for word in one) + sum(weights[word] for word in two) or 1)


def _weights(texts: Sequence[frozenset[str]]) -> dict[str, float]:
    """A word weighs the less the more often it is used."""
    counted = Counter(word for text in texts for word in text)
    return {word: math.log(1 + len(texts) / number) for word, number in counted.items()}


def _stems(words: Data) -> frozenset[str]:
    told = plain(f"{words['es']} {words['en']}").split()
    return frozenset(word[:_STEM] for word in told if len(word) > 3 or word.isdigit())
