"""The kept copy of validated catalogues: a heading, then a line for each document and game, read when it is asked for.

A page shows one game of many, so the others are not even parsed.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

Data = dict[str, Any]


class Lines(Mapping[str, Data]):
    """Names and their data, each parsed when it is first asked for.

    >>> lines = Lines({"pv-1996/boule": b'{"id": "boule"}'})
    >>> lines["pv-1996/boule"], list(lines)
    ({'id': 'boule'}, ['pv-1996/boule'])
    """

    def __init__(self, lines: dict[str, bytes]) -> None:
        self._lines = lines
        self._read: dict[str, Data] = {}

    def __getitem__(self, name: str) -> Data:
        if name not in self._read:
            self._read[name] = json.loads(self._lines[name])
        return self._read[name]

    def __contains__(self, name: object) -> bool:
        return name in self._lines

    def __iter__(self) -> Iterator[str]:
        return iter(self._lines)

    def __len__(self) -> int:
        return len(self._lines)


def write(
    path: Path, fingerprint: str, catalogues: Mapping[str, Data], games: Mapping[str, Data], abstract: Data
) -> None:
    """Keep a copy; where that cannot be done, the next start only takes longer."""
    body = [_line(data) for data in (*catalogues.values(), *games.values())]
    heading = {
        "fingerprint": fingerprint,
        "sizes": [len(line) for line in body],
        "catalogues": list(catalogues),
        "games": list(games),
        "abstract": abstract,
    }
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.with_suffix(f".{os.getpid()}.tmp")
        temporary.write_bytes(b"\n".join([_line(heading), *body]))
        temporary.replace(path)
    except OSError:
        return


def _line(data: Any) -> bytes:
    return json.dumps(data, ensure_ascii=False, default=str).encode()


def read(path: Path, fingerprint: str) -> tuple[Lines, Lines, dict[str, list[str]]] | None:
    """The documents, the games and the abstract games that were kept; None if there is no such copy."""
    try:
        first, *body = path.read_bytes().split(b"\n")
        heading = json.loads(first)
        if heading["fingerprint"] != fingerprint or heading["sizes"] != [len(line) for line in body]:
            return None
        split = len(heading["catalogues"])
        catalogues = Lines(dict(zip(heading["catalogues"], body[:split], strict=True)))
        games = Lines(dict(zip(heading["games"], body[split:], strict=True)))
        return catalogues, games, heading["abstract"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
