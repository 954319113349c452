"""YAML read by the rules of YAML 1.2's core schema, with the line of every value.

``on``, ``off``, ``yes`` and ``no`` are words, ``00`` is the double zero, dates are text, a key given twice is a
mistake. Every value's line is kept, so that a mistake found later can be pointed at.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import yaml

from tapete.table.errors import BadRecord
from tapete.table.words import N_

if TYPE_CHECKING:
    from collections.abc import Iterator

Path = tuple[str | int, ...]
_INTEGER = re.compile(r"[-+]?(0|[1-9][0-9]*)\Z")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?\Z")
_WORDS: dict[str, Any] = {"": None, "~": None, "null": None, "Null": None, "NULL": None}
_WORDS |= {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_MOST_DEPTH = 60
_MOST_NODES = 500_000


@dataclass(frozen=True, slots=True)
class Document:
    """One YAML document: its data and the line on which each value stands."""

    data: Any
    lines: dict[Path, int] = field(default_factory=dict)

    def line(self, path: Path) -> int:
        """The line of a value, or of the nearest thing around it."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 1)


class _Reader:
    def __init__(self) -> None:
        self.lines: dict[Path, int] = {}
        self.nodes = 0

    def read(self, node: Any, path: Path) -> Any:
        self.nodes += 1
        if self.nodes > _MOST_NODES or len(path) > _MOST_DEPTH:
            raise BadRecord(N_("The text is nested or repeated beyond all use (line {line})."), line=_line(node))
        self.lines.setdefault(path, _line(node))
        if isinstance(node, yaml.ScalarNode):
            return _scalar(node)
        if isinstance(node, yaml.SequenceNode):
            return [self.read(child, (*path, index)) for index, child in enumerate(node.value)]
        result: dict[Any, Any] = {}
        for key_node, value_node in node.value:
            if not isinstance(key_node, yaml.ScalarNode):
                raise BadRecord(N_("Line {line}: a key must be a word."), line=_line(key_node))
            key = _scalar(key_node)
            if not isinstance(key, str):
                key = key_node.value
            if key in result:
                raise BadRecord(N_("Line {line}: the key {key} stands twice."), line=_line(key_node), key=key)
            self.lines[(*path, key)] = _line(key_node)
            result[key] = self.read(value_node, (*path, key))
        return result


def _line(node: Any) -> int:
    return int(node.start_mark.line) + 1


def _scalar(node: Any) -> Any:
    value: str = node.value
    if node.style in ("'", '"', "|", ">"):
        return value
    tag = node.tag
    if tag == "tag:yaml.org,2002:str" and node.style is None and value not in _WORDS and not _INTEGER.match(value):
        return value
    if value in _WORDS:
        return _WORDS[value]
    if _INTEGER.match(value):
        if len(value) > 30:
            raise BadRecord(
                N_("Line {line}: the number {value} is too long."), line=_line(node), value=value[:30] + "…"
            )
        return int(value)
    if _FLOAT.match(value) and ("." in value or "e" in value or "E" in value):
        return float(value)
    return value


def documents(text: str) -> Iterator[Document]:
    """Every document of a text, in order; a broken one raises with its line.

    >>> [d.data for d in documents("a: 00\\non: off")]
    [{'a': '00', 'on': 'off'}]
    """
    if "\0" in text:
        raise BadRecord(N_("The text holds a NUL character: it is not YAML."))
    loader = _Loader(text)
    try:
        while loader.check_node():
            node = loader.get_node()
            reader = _Reader()
            yield Document(reader.read(node, ()), reader.lines)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise BadRecord(
            N_("Line {line}: this is not YAML ({problem})."),
            line=mark.line + 1 if mark else 1,
            problem=error.problem or error.context or "?",
        ) from None
    except yaml.YAMLError as error:
        raise BadRecord(N_("This is not YAML ({problem})."), problem=str(error).splitlines()[0]) from None
    except RecursionError:
        raise BadRecord(N_("The text is nested beyond all use.")) from None
    finally:
        loader.dispose()


def document(text: str) -> Document:
    """The only document of a text."""
    found = list(documents(text))
    if not found:
        return Document(None)
    if len(found) > 1:
        raise BadRecord(N_("One document was expected; there are {number}, separated by ---."), number=len(found))
    return found[0]
