"""The felt as a browser gets it: with spots that can be reached, and afterwards only what differs."""

from __future__ import annotations

import json
import re
from difflib import SequenceMatcher
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from tapete.web.html import Html, h

if TYPE_CHECKING:
    from tapete.web.live.page import LivePage

_VIEW = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')
_WIDE = 2


@lru_cache(maxsize=32)
def alive(picture: str) -> str:
    """The felt with spots that a keyboard reaches and a screen reader tells."""
    reachable = picture.replace('class="spot"', 'class="spot" role="button" tabindex="-1"')
    return reachable.replace('role="img"', 'role="group"', 1)


@lru_cache(maxsize=64)
def change(before: str | None, after: str) -> str:
    """How one picture becomes the next: runs of lines that stay, by number, and the lines that come.

    >>> change("a\\nb\\nc", "a\\nx\\nc")
    '[[0, 1], "x", [2, 3]]'
    """
    lines = after.split("\n")
    if before is None:
        return json.dumps(lines)
    old = before.split("\n")
    runs: list[Any] = []
    for kind, start, end, first, last in SequenceMatcher(None, old, lines, autojunk=False).get_opcodes():
        runs += [[start, end]] if kind == "equal" else lines[first:last]
    return json.dumps(runs)


def wide(picture: str) -> bool:
    """Whether a felt is so much wider than high that it wants the whole width of the page.

    >>> wide('<svg viewBox="0 0 1200 480">'), wide('<svg viewBox="0 0 1200 700">'), wide("")
    (True, False, False)
    """
    found = _VIEW.search(picture)
    return found is not None and float(found[1]) > _WIDE * float(found[2])


def frame_of(page: LivePage, watch: bool) -> Html:
    """Where the picture goes; its spots can be pressed by whoever holds a seat."""
    live = "" if watch or not page.acts else " live"
    return h("div", h("div", class_=f"felt broad{live}", id="felt"), class_="pan")
