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
from tapete.table.words import N_, Sentence

if TYPE_CHECKING:
    from collections.abc import Iterator

Path = tuple[str | int, ...]
_INTEGER = re.compile(r"[-+]?(0|[1-9][0-9]*)\Z")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?\Z")
_WORDS: dict[str, Any] = {"": None, "~": None, "null": None, "Null": None, "NULL": None}
_WORDS |= {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_MOST_DEPTH = 60
_SAFE_LENGTH = 5_000
_MOST_NODES = 500_000
_LONGEST = 16_000_000
_PROBLEMS = (
    ("did not find expected ',' or ']'", N_("the list opened with [ on line {opened} is not closed, or lacks a comma")),
    (
        "did not find expected ',' or '}'",
        N_("what was opened with {{ on line {opened} is not closed, or lacks a comma"),
    ),
    ("did not find expected node content", N_("a value is missing after a bracket, a brace or a comma")),
    ("did not find expected <document start>", N_("something stands behind the end of the value")),
    ("did not find expected key", N_("the line is not indented like those of the names around it")),
    ("did not find expected '-' indicator", N_("the line is not indented like those of the list around it")),
    ("block sequence entries are not allowed", N_("a list cannot begin here")),
    ("could not find expected ':'", N_("a colon is missing behind a name")),
    (
        "mapping values are not allowed",
        N_("a colon stands where no value can begin; quote the text if it belongs to it"),
    ),
    ("found character that cannot start any token", N_("a tab or another sign stands here that must be quoted")),
    ("tab character", N_("a tab stands where the line is indented; use spaces")),
    ("found unexpected end of stream", N_("the quotes opened on line {opened} are not closed")),
    ("found unexpected document indicator", N_("the quotes opened on line {opened} are not closed")),
    ("found undefined alias", N_("the alias behind * names nothing")),
    ("found unknown escape character", N_("what stands behind \\ in the quotes means nothing")),
    ("control characters are not allowed", N_("a control character stands in the text")),
)
"""What the parser says, by a piece of its sentence, and what it means to whoever wrote the text."""


class BadText(BadRecord):
    """Text that cannot be read: what is wrong, and on which line."""

    def __init__(self, line: int, template: str, **blanks: Any) -> None:
        self.line, self.what = line, Sentence(template, **blanks)
        super().__init__(N_("Line {line}: {what}."), line=line, what=self.what)


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
    def __init__(self, start: int) -> None:
        self.lines: dict[Path, int] = {}
        self.start = start

    def _line(self, node: Any) -> int:
        return int(node.start_mark.line) + 1 + self.start

    def read(self, node: Any, path: Path) -> Any:
        if len(path) > _MOST_DEPTH:
            raise _swollen(node, self.start)
        self.lines.setdefault(path, self._line(node))
        if isinstance(node, yaml.ScalarNode):
            return self._scalar(node)
        if isinstance(node, yaml.SequenceNode):
            return [self.read(child, (*path, index)) for index, child in enumerate(node.value)]
        result: dict[Any, Any] = {}
        for key_node, value_node in node.value:
            if not isinstance(key_node, yaml.ScalarNode):
                raise BadText(self._line(key_node), N_("a key must be a word"))
            key = self._scalar(key_node)
            if not isinstance(key, str):
                key = key_node.value
            if key in result:
                raise BadText(self._line(key_node), N_("the key {key} stands twice"), key=key)
            self.lines[(*path, key)] = self._line(key_node)
            result[key] = self.read(value_node, (*path, key))
        return result

    def _scalar(self, node: Any) -> Any:
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
                raise BadText(self._line(node), N_("the number {value} is too long"), value=value[:30] + "…")
            return int(value)
        if _FLOAT.match(value) and ("." in value or "e" in value or "E" in value):
            return float(value)
        return value


def _verify_depth(text: str, start: int) -> None:
    """Refuse a text that is nested or grown beyond all use before it is built: the parser's own stack would overflow.

    A text too short for that is not looked at. What is no YAML is left for whoever builds it to say.
    """
    if len(text) <= _SAFE_LENGTH:
        return
    loader = _Loader(text)
    depth = nodes = 0
    try:
        while loader.check_event():
            event = loader.get_event()
            if isinstance(event, yaml.DocumentStartEvent):
                nodes = 0
            elif isinstance(event, yaml.CollectionEndEvent):
                depth -= 1
            elif isinstance(event, yaml.NodeEvent):
                nodes += 1
                depth += isinstance(event, yaml.CollectionStartEvent)
            if depth > _MOST_DEPTH + 1 or nodes > 2 * _MOST_NODES:  # a key and its value are two
                raise _swollen(event, start)
    except yaml.YAMLError:
        return
    finally:
        loader.dispose()


def _verify_size(node: Any, start: int) -> None:
    """Refuse a text that swells, before anything of it is read: what an alias repeats is counted, not followed."""
    sizes: dict[int, int] = {}

    def size(node: Any) -> int:
        known = sizes.get(id(node))
        if known is not None:
            return known
        sizes[id(node)] = _MOST_NODES + 1  # what holds itself never ends
        whole = 1 + sum(map(size, _within(node)))
        if whole > _MOST_NODES:
            raise _swollen(node, start)
        sizes[id(node)] = whole
        return whole

    size(node)


def _within(node: Any) -> Iterator[Any]:
    """The values that stand in a node; keys are words."""
    if isinstance(node, yaml.SequenceNode):
        yield from node.value
    elif isinstance(node, yaml.MappingNode):
        yield from (value for _key, value in node.value)


def _swollen(node: Any, start: int) -> BadText:
    return BadText(int(node.start_mark.line) + 1 + start, N_("the text is nested or repeated beyond all use"))


def documents(text: str, start: int = 0) -> Iterator[Document]:
    """Every document of a text, in order; a broken one raises with its line, counted on from ``start``.

    >>> [d.data for d in documents("a: 00\\non: off")]
    [{'a': '00', 'on': 'off'}]
    """
    if "\0" in text:
        raise BadRecord(N_("The text holds a NUL character: it is not YAML."))
    if len(text) > _LONGEST:
        raise BadRecord(
            N_("The text is too long: {length} signs, and {most} are read."), length=len(text), most=_LONGEST
        )
    _verify_depth(text, start)
    loader = _Loader(text)
    try:
        while loader.check_node():
            node = loader.get_node()
            _verify_size(node, start)
            reader = _Reader(start)
            yield Document(reader.read(node, ()), reader.lines)
    except yaml.MarkedYAMLError as error:
        raise _broken(error, start, text.rstrip().count("\n")) from None
    except yaml.YAMLError as error:
        raise BadRecord(N_("This is not YAML: {problem}."), problem=_meaning(str(error).splitlines()[0], 1)) from None
    except RecursionError:
        raise BadRecord(N_("The text is nested beyond all use.")) from None
    finally:
        loader.dispose()


def _broken(error: yaml.MarkedYAMLError, start: int, last: int) -> BadText:
    """What the parser found, on a line that the text has: what is never closed is missed only behind the last one."""
    mark = error.problem_mark or error.context_mark
    line = min(mark.line, last) + 1 + start if mark else 1
    opened = error.context_mark.line + 1 + start if error.context_mark else line
    problem = _meaning(error.problem or error.context or "?", opened)
    return BadText(line, N_("this is not YAML: {problem}"), problem=problem)


def _meaning(problem: str, opened: int) -> Sentence | str:
    told = next((meaning for piece, meaning in _PROBLEMS if piece in problem), None)
    return problem if told is None else Sentence(told, opened=opened)


def document(text: str, start: int = 0) -> Document:
    """The only document of a text, whose lines are counted on from ``start``."""
    found = list(documents(text, start))
    if not found:
        return Document(None)
    if len(found) > 1:
        raise BadRecord(N_("One document was expected; there are {number}, separated by ---."), number=len(found))
    return found[0]
