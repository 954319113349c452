"""Records: a game, a table's settings and the actions, as text that people can write by hand.

A record is to a table what a score is to music: the same text is typed in a dispute, written by a running table and
replayed in a test.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tapete.table import yaml12
from tapete.table.actions import Action, as_written, read_action
from tapete.table.errors import BadRecord, Refused
from tapete.table.words import N_, Sentence

if TYPE_CHECKING:
    from collections.abc import Iterator

_FIELDS = ("game", "table", "actions", "fairness", "expect")
_SEPARATOR = re.compile(r"---\s*(\s#.*)?")
_BEGINS = re.compile(r"---\s")
_DIRECTIVE = re.compile(r"%|\s*(#|$)")


@dataclass(frozen=True, slots=True)
class Record:
    """One round, or several rounds at one table.

    ``fairness`` is present when the system drew: what was promised before and revealed after.
    ``expect`` is present when somebody claims a result: the settlement, or part of it, that should come out.
    """

    game: str
    table: dict[str, Any] = field(default_factory=dict)
    actions: tuple[Action, ...] = ()
    fairness: dict[str, Any] | None = None
    expect: dict[str, Any] | None = None

    def as_data(self) -> dict[str, Any]:
        """The record as plain data, ready to be written."""
        data: dict[str, Any] = {"game": self.game}
        if self.table:
            data["table"] = self.table
        if self.fairness:
            data["fairness"] = self.fairness
        data["actions"] = [action.as_record() for action in self.actions]
        if self.expect is not None:
            data["expect"] = self.expect
        return data

    def as_text(self) -> str:
        """The record as it is written to a file; reading it back gives the same record.

        >>> from tapete.table.actions import Chance
        >>> print(Record("cl-2023/big-six", actions=(Chance("number", "40-a"),)).as_text(), end="")
        game: cl-2023/big-six
        actions:
          - {number: 40-a}
        """
        lines = [f"game: {_flow(self.game)}"]
        for name in ("table", "fairness"):
            value = getattr(self, name)
            if value:
                lines.append(f"{name}: {_flow(value)}")
        lines.append("actions:" if self.actions else "actions: []")
        lines += [f"  - {_flow(action.as_record())}" for action in self.actions]
        if self.expect is not None:
            lines.append(f"expect: {_flow(self.expect)}")
        return "\n".join(lines) + "\n"


def _flow(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_flow(k)}: {_flow(v)}" for k, v in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_flow(v) for v in value) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "null"
    if isinstance(value, int | float):
        return repr(value)
    return _quoted(str(value))


def _quoted(word: str) -> str:
    plain = word.replace("-", "").replace("_", "").replace("/", "")
    if word and plain.isalnum() and not word.startswith("-") and not plain.isdigit():
        if word.lower() not in ("null", "true", "false") and not plain[0].isdigit():
            return word
        if plain[0].isdigit() and "-" in word:
            return word
    return '"' + "".join(map(_escaped, word)) + '"'


def _escaped(character: str) -> str:
    if character in ('"', "\\"):
        return "\\" + character
    return character if character.isprintable() else f"\\U{ord(character):08x}"


def read_record(data: Any) -> Record:
    """Plain data as a record; a mistake says which field, and which action by its number from 1."""
    if not isinstance(data, dict):
        raise BadRecord(N_("A record has the fields game, table and actions; this is {value}."), value=_kind(data))
    unknown = [key for key in data if key not in _FIELDS]
    if unknown:
        raise BadRecord(
            N_("The record has the unknown field {field}; it may have: {known}."), field=unknown[0], known=_FIELDS
        )
    game = data.get("game")
    if game is None or game == "":
        raise BadRecord(N_("The record lacks the field {field}."), field="game")
    if not isinstance(game, str):
        raise BadRecord(N_("The field {field} must be a word, not {value}."), field="game", value=as_written(game))
    if "actions" not in data:
        raise BadRecord(N_("The record lacks the field {field}: it is not complete."), field="actions")
    written = data["actions"]
    if written is None:
        written = []
    if not isinstance(written, list):
        raise BadRecord(N_("The field {field} must be a list."), field="actions")
    for name in ("table", "fairness", "expect"):
        if data.get(name) is not None and not isinstance(data[name], dict):
            raise BadRecord(N_("The field {field} must be a list of names and values."), field=name)
    return Record(
        game, dict(data.get("table") or {}), tuple(_read_actions(written)), data.get("fairness"), data.get("expect")
    )


def _read_actions(written: list[Any]) -> Iterator[Action]:
    for number, line in enumerate(written, start=1):
        try:
            yield read_action(line)
        except Refused as refusal:
            refusal.action = number
            raise


def read_records(text: str) -> Iterator[Record | Refused]:
    """Every record of a text, in order; one that cannot be read is given as its refusal.

    >>> [r.game for r in read_records("game: a/b\\nactions: []\\n---\\ngame: c/d\\nactions: []")]
    ['a/b', 'c/d']
    """
    for start, part in _parts(text):
        try:
            data = yaml12.document(part, start).data
            if data is not None:
                yield read_record(data)
        except Refused as refusal:
            yield refusal


def _parts(text: str) -> Iterator[tuple[int, str]]:
    """The documents of a text with their first line, split before parsing so that a broken one spoils no other."""
    lines: list[str] = []
    start = 0
    for number, line in enumerate(text.split("\n")):
        alone = _SEPARATOR.fullmatch(line) is not None
        if alone or _BEGINS.match(line):
            yield start, _content(lines)
            lines, start = ([], number + 1) if alone else ([line], number)
        else:
            lines.append(line)
    yield start, _content(lines)


def _content(lines: list[str]) -> str:
    """The text of a document; nothing where there is only what YAML says of itself, as ``%YAML 1.2`` before it."""
    return "" if all(map(_DIRECTIVE.match, lines)) else "\n".join(lines)


def _kind(value: Any) -> Sentence:
    known = {list: N_("a list"), str: N_("a sentence"), int: N_("a number"), float: N_("a number")}
    return Sentence(known.get(type(value), N_("something else")))
